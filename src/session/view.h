/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * view.h - output formats: lines, or another program's format. The session calls a view for each event that the options choose; a
 * view knows nothing else of the session.
 *
 * A new format is a file in views/ that defines NAME_view, and a line in the list of views/views.h. Only open() and call() are
 * required; of a view of counts, open() and counts(). All arguments are const, complete, and borrowed for the duration of the call.
 */
#pragma once

#include "beautifiers/show.h"

struct counts;
struct owner_value;
struct event_format;
struct frame;
struct options;
struct origin;
struct pollfd;
struct thread_owner;
struct wait_split;

/* Time, thread and CPU of an event. */
struct event {
	uint64_t ts;		/* ns, CLOCK_MONOTONIC: entry of the call, delivery of the signal, … */
	uint64_t dur;		/* ns */
	bool has_dur;
	bool show_thread;	/* lines have the thread */
	bool chosen;		/* by the options. Views also get exits, losses and changes of threads that are not */
	uint16_t cpu;		/* CPU_NONE: not known */
	uint32_t tid, tgid;
	enum abi native;	/* the machine's native ABI */
	const char *comm;	/* NULL: not known */
	const char *old_comm;	/* of a call during which the thread was renamed, such as execve: the comm before, if it is known; otherwise NULL */
	const char *host;	/* NULL: there is only one host */
	const struct thread_owner *owner;	/* the thread's user and control group; NULL: the thread is not known */
	const struct owner_value *owners;	/* the columns of --show, by enum owner_column; NULL: it was not given */
	const struct frame *frames;	/* the call stack, nframes of it */
	unsigned nframes;
	const struct wait_split *wait;	/* how the time of the call was spent; NULL: not known, or not asked for */
};

/* An address, and the file or named region that is mapped there. */
struct mapped_addr {
	uint64_t addr;
	const char *path;	/* NULL: not known */
	uint64_t offset;	/* in the file, or from the region's beginning */
};

enum thread_change {
	THREAD_NAMED,		/* its comm is `event.comm` from now on, or was when tracing began */
	THREAD_FORKED,		/* it was created */
	THREAD_EXECED,		/* it executes a new program */
};

struct thread_event {
	enum thread_change change;
	uint32_t parent_tid, parent_tgid;	/* THREAD_FORKED */
	uint32_t old_tid;			/* THREAD_EXECED: tid of the thread that called execve */
};

/* Passed to begin(), when the first record has come. */
struct view_begin {
	uint64_t mono, real;		/* ns: the start, CLOCK_MONOTONIC and since the Epoch; real 0: not known */
	const struct names *names;	/* lookups for beautifiers, valid until end() */
};

/* An event that is not a call: of a tracepoint, or a page fault. */
struct other_event {
	const char *name;			/* SYSTEM:NAME; minfault or majfault */
	const struct event_format *format;	/* of the tracepoint; NULL: a page fault */
	const struct rec_event *rec;		/* of the tracepoint */
	struct mapped_addr ip, addr;		/* of the page fault */
};

struct totals {
	uint64_t ts;			/* ns */
	uint64_t calls, lost;		/* calls shown, events lost */
};

struct view {
	const struct view_ops *ops;
	int fd;			/* the output's descriptor; -1: none, or none yet */
	bool terminal;		/* fd is a terminal: lines must appear at once */
};

/* How to open a view. Borrowed until close(). */
struct view_setup {
	const struct options *opt;
	const struct origin *origin;	/* the recording's header; NULL: live tracing, or not known */
	int standard;			/* the descriptor to write to if opt->output is NULL; -1: memory (tests) */
};

struct view_ops {
	const char *name;	/* --format NAME, --to NAME */
	const char *help;
	unsigned in;		/* enum option_in, or-ed: commands that offer it */
	bool single;		/* the format cannot show the host, so recordings cannot be merged, */
	bool no_stacks;		/* nor call stacks, */
	bool no_loss;		/* nor losses, which are reported on standard error */
	bool no_args;		/* calls are shown without arguments */
	bool at_end;		/* all output is written by end() */
	bool ignored_signals;	/* signal() is also for those that were sent and ignored, and for stops (SIGNAL_IGNORED, _STOPPED) */
	/* Opens the output. NULL: the message was printed. */
	struct view *(*open)(const struct view_setup *u);

	/* Called once, before all others */
	void (*begin)(struct view *v, const struct view_begin *b);
	/* The recorder's filters, which calls have to pass, too. Called for each REC_SELECT. */
	void (*recorded)(struct view *v, const struct options *recorded);

	void (*call)(struct view *v, const struct event *e, const struct call *c, enum call_state st);
	/* Calls that were counted instead of passed to call(): views of calls one by one have no use for them */
	void (*tally)(struct view *v, const struct event *e, const struct rec_tally *r);
	void (*other)(struct view *v, const struct event *e, const struct other_event *o);
	void (*signal)(struct view *v, const struct event *e, const struct rec_signal *r);
	void (*exit)(struct view *v, const struct event *e, unsigned code);	/* wait(2) status, or EXIT_UNKNOWN */
	void (*loss)(struct view *v, const struct event *e, const struct rec_loss *r, const char *reason);
	void (*pause)(struct view *v, const struct event *e, uint64_t dur);	/* the targets were paused for `dur` ns */
	void (*thread)(struct view *v, const struct event *e, const struct thread_event *t);

	/* A view of counts: called instead of begin(), events and end(). */
	void (*counts)(struct view *v, const struct counts *c);

	void (*idle)(struct view *v);			/* no more records at present: flush complete output */
	int (*error)(const struct view *v);		/* first -errno of writing, or 0 */

	/* As in struct sink_ops (sources/sink.h). The latter two are used only with a tick(). */
	bool (*tick)(struct view *v, uint64_t now, uint64_t told);
	unsigned (*watch)(struct view *v, struct pollfd *fds);
	bool (*ready)(struct view *v, const struct pollfd *fds, unsigned n);

	/* Called once, after all events. t NULL: there was no REC_END. */
	void (*end)(struct view *v, const struct totals *t);
	/* Writes everything and closes the output. 0, or -errno of writing: the message was printed, except for -EPIPE. */
	int (*finish)(struct view *v);
	void (*close)(struct view *v);			/* frees */
};
