/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * converter.h - what a recording can be turned into: a sink for its records, with an end.
 *
 * A new format is a file that defines NAME_converter, and a line in the list of converter.c.
 */
#ifndef TRACE_CONVERTER_H
#define TRACE_CONVERTER_H

#include "config/options.h"
#include "recording/file_header.h"
#include "sources/sink.h"

/* What is to be converted, and where to. Borrowed until close(). */
struct conversion {
	struct options *opt;		/* output: NULL or "-" is standard output */
	const struct origin *origin;	/* the machine and the run that were recorded */
};

struct converter {
	const char *name;		/* --to NAME */
	const char *help;
	bool single;			/* it has no place for the host, so that recordings cannot be merged, */
	bool no_stacks;			/* nor for call stacks */
	/* Makes the output. 0, or -errno: the message was printed. */
	int (*open)(struct sink **s, const struct conversion *c);
	/* All records were taken. 0, or -errno of writing: the message was printed, except for -EPIPE. */
	int (*finish)(struct sink *s);
	void (*close)(struct sink *s);	/* frees; s may be NULL */
};

#define CONVERTER_NAMES "json, chrome, folded, perf, ctf"

const struct converter *converter__find(const char *name);	/* NULL when there is none */
const struct converter *const *converter__all(void);		/* ends with NULL */

/* Says, once, that there are records for which the format has no place. */
void converter__leaves_out(const struct conversion *c, const char *what, bool *told);
/* Says that writing failed, unless nobody reads any more (-EPIPE); returns err. */
int converter__failed(const char *name, int err);

#endif
