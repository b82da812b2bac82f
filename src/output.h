/* SPDX-License-Identifier: BSD-2-Clause */
/* output.h - the file that lines go to, chosen by the options, and a session in front of it as a sink. */
#ifndef TRACE_OUTPUT_H
#define TRACE_OUTPUT_H

#include "session.h"
#include "sink.h"

struct output {
	struct sink sink;
	struct options *opt;
	struct session session;
	struct out out;
	int fd;
	bool is_stdout;		/* for messages, where no file is named */
};

/* Opens the file that opt->output names, `standard` where it names none; 0 or -errno: the message was printed. */
int output__open(struct output *p, struct options *opt, int standard);
/* Begins the session. As output__open(). */
int output__begin(struct output *p);
/* Ends the lines. 0, or -errno of writing: the message was printed, except for -EPIPE. */
int output__finish(struct output *p);
void output__close(struct output *p);

#endif
