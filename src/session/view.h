/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * view.h - what becomes of events: lines, another program's format. The session calls a view for each event that the options
 * choose; a view knows no more of the session than it is given here.
 *
 * A new format is a file in views/ that defines NAME_view, and a line in the list of views/views.c. Only open() and call() have to
 * be there. All that a view is given is const, complete, and borrowed for the duration of the call.
 */
#ifndef TRACE_VIEW_H
#define TRACE_VIEW_H

#include "beautifiers/show.h"

struct event_format;
struct frame;
struct options;
struct origin;
struct pollfd;

/* When, where and by whom: of every event. */
struct event {
	uint64_t ts;		/* ns, monotonic: when the call began, the signal came, … */
	uint64_t dur;		/* ns */
	bool has_dur;
	bool show_thread;	/* more than one thread shows */
	bool chosen;		/* by the options. Ends, loss and changes of threads are told of, chosen or not: all threads may be followed */
	uint16_t cpu;		/* CPU_NONE: not known */
	uint32_t tid, tgid;
	enum abi native;	/* of the machine */
	const char *comm;	/* NULL: not known */
	const char *host;	/* NULL: there is only one */
	const struct frame *frames;	/* the call stack, nframes of it */
	unsigned nframes;
};

/* An address, and the file or other named memory that it lies in. */
struct mapped_addr {
	uint64_t addr;
	const char *path;	/* NULL: not known */
	uint64_t offset;	/* in the file, or from where the memory begins */
};

enum thread_change {
	THREAD_NAMED,		/* it is called `event.comm` from now on, or was when tracing began */
	THREAD_FORKED,		/* it begins */
	THREAD_EXECED,		/* it runs another program */
};

struct thread_event {
	enum thread_change change;
	uint32_t parent_tid, parent_tgid;	/* THREAD_FORKED */
	uint32_t old_tid;			/* THREAD_EXECED: id of the thread that called execve */
};

/* What is known as the first record has come. */
struct view_begin {
	uint64_t mono, real;		/* ns: when time counts from, by the monotonic clock; since the Epoch, 0: not known */
	const struct names *names;	/* for renderers: valid until end() */
};

struct totals {
	uint64_t ts;			/* ns */
	uint64_t calls, lost;		/* calls shown, events lost */
};

struct view {
	const struct view_ops *ops;
	int fd;			/* where the output goes; -1: to no descriptor, or none yet */
	bool terminal;		/* that is one: lines are seen as they come */
};

/* What is to be opened. Borrowed until close(). */
struct view_setup {
	const struct options *opt;
	const struct origin *origin;	/* the machine and the run that were recorded; of live tracing nothing is known */
	int standard;			/* the descriptor to write to where opt->output names no file; -1: memory (tests) */
};

struct view_ops {
	const char *name;	/* --format NAME, --to NAME */
	const char *help;
	unsigned in;		/* enum option_in, or-ed: commands that offer it */
	bool single;		/* it has no place for the host, so that recordings cannot be merged, */
	bool no_stacks;		/* nor for call stacks, */
	bool no_loss;		/* nor for loss, which has to be said elsewhere */
	/* Opens the output. NULL: it cannot be; the message was printed. */
	struct view *(*open)(const struct view_setup *u);

	/* Once, before all others */
	void (*begin)(struct view *v, const struct view_begin *b);
	/* What a recorder was asked for: calls have to pass that, too. As often as a record says so. */
	void (*recorded)(struct view *v, const struct options *recorded);

	void (*call)(struct view *v, const struct event *e, const struct call *c, enum call_state st);
	void (*tracepoint)(struct view *v, const struct event *e, const struct event_format *f, const struct rec_event *r);
	void (*fault)(struct view *v, const struct event *e, bool major, const struct mapped_addr *ip, const struct mapped_addr *addr);
	void (*signal)(struct view *v, const struct event *e, const struct rec_signal *r);
	void (*exit)(struct view *v, const struct event *e, unsigned code);	/* wait(2) status, or EXIT_UNKNOWN */
	void (*loss)(struct view *v, const struct event *e, const struct rec_loss *r, const char *reason);
	void (*thread)(struct view *v, const struct event *e, const struct thread_event *t);

	void (*idle)(struct view *v);			/* nothing more for the moment: what is complete becomes visible */
	int (*error)(const struct view *v);		/* first -errno of writing, or 0 */

	/* As a sink has them (sources/sink.h). The latter two are asked only where there is a tick(). */
	bool (*tick)(struct view *v, uint64_t now);
	unsigned (*watch)(struct view *v, struct pollfd *fds);
	bool (*ready)(struct view *v, const struct pollfd *fds, unsigned n);

	/* Once, after all events. t NULL: they broke off. */
	void (*end)(struct view *v, const struct totals *t);
	/* Everything to the output, which is closed. 0, or -errno of writing: the message was printed, except for -EPIPE. */
	int (*finish)(struct view *v);
	void (*close)(struct view *v);			/* frees */
};

#endif
