/* SPDX-License-Identifier: BSD-2-Clause */
/* recordings.h - the recordings that the command line names. */
#pragma once

#include "config/options.h"

struct source;

/* Is `output`, which may be NULL, one of the recordings? To be called before it is opened, which truncates it. 0 or -EINVAL: the message was printed. */
int recordings__check(const struct options *opt, const char *output);
/*
 * Opens opt->files (default: trace.data), adds their names of calls, and applies -e to opt->calls. Calls that the output does not depend
 * on are not unpacked: the others are in *needed, which is borrowed until the source is closed. 0 or -errno: the message was printed.
 */
int recordings__open(struct source **out, struct options *opt, struct syscall_set *needed);
/* What the progress of reading names, by --progress; NULL: it is not shown. */
const char *recordings__progress(const struct options *opt);

/*
 * Shows the recordings of opt->files (default: trace.data) with the view of the options, for replay and convert. Returns the exit status.
 */
int recordings__show(struct options *opt);
/* The same, for commands that go on afterwards: *written is 0, or -errno if the output failed. */
int recordings__write(struct options *opt, int *written);

/* Those who make recordings while these are shown, on other hosts. */
struct recorders {
	struct source **sources;	/* their recordings; n of them */
	const char *const *hosts;	/* names of their hosts */
	unsigned n;
	void (*stop)(void *ctx);	/* the user interrupts: asks them to end, after which the sources end, too */
	int (*end)(void *ctx);		/* waits for them. 0, or the exit status */
	void *ctx;
};

/* The same of recordings that are being made. Takes ownership of the sources; end() is called once. */
int recordings__show_made(struct options *opt, const struct recorders *r);
/* The same with a view of counts, for info, of one recording. */
int recordings__count(const struct options *opt);
