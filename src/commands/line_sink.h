/* SPDX-License-Identifier: BSD-2-Clause */
/* line_sink.h - the file that lines go to, chosen by the options, and a session in front of it as a sink. */
#ifndef TRACE_LINE_SINK_H
#define TRACE_LINE_SINK_H

#include "lib/out.h"
#include "session/session.h"
#include "sources/sink.h"

struct line_sink {
	struct sink sink;
	struct options *opt;
	struct session session;
	struct out out;
	int fd;
	bool is_stdout;		/* for messages, where no file is named */
};

/* Opens the file that opt->output names, `standard` where it names none; 0 or -errno: the message was printed. */
int line_sink__open(struct line_sink *p, struct options *opt, int standard);
/* Begins the session. As line_sink__open(). */
int line_sink__begin(struct line_sink *p);
/* Ends the lines. 0, or -errno of writing: the message was printed, except for -EPIPE. */
int line_sink__finish(struct line_sink *p);
void line_sink__close(struct line_sink *p);

#endif
