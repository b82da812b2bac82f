/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * session.h - turns records into events: follows threads and their descriptors, filters, and calls a view.
 *
 * It knows nothing of where records come from nor of what becomes of events, which depend on records and the options alone.
 */
#ifndef TRACE_SESSION_H
#define TRACE_SESSION_H

#include "config/options.h"
#include "config/other_lines.h"
#include "config/trigger.h"
#include "tracker/call_parts.h"
#include "tracker/event_formats.h"
#include "tracker/threads.h"
#include "view.h"

#define ENDED_MAX 64

/* A machine whose records come: one, unless several recordings are merged. */
struct host {
	char name[64];			/* shown when not empty */
	enum abi native;
	struct threads threads;
	struct options recorded;	/* what the recorder was asked for: calls have to pass that, too */
	bool has_recorded;
	struct trigger gate;		/* likewise; what the options say is the session's */
	struct meant_lines meant;		/* likewise, of other lines than those of calls */
	struct other_lines lines;		/* what comes of that and the options */
	struct event_formats formats;
	struct call_parts parts;
	struct address_spaces *spaces;
	struct ended {			/* names of the threads that ended last: events of their end may come behind it */
		uint32_t tid;
		char comm[COMM_LEN];
	} ended[ENDED_MAX];
	unsigned nended;		/* in all */
	struct stacks *stacks;		/* NULL: they are not shown */
};

struct session {
	const struct options *opt;
	struct view *view;
	struct names names;		/* what renderers may ask; ctx is the session */
	struct host **hosts;
	unsigned nhosts;
	struct host *host;		/* whose records come at the moment */
	struct thread *now;		/* whose record is in work */
	uint64_t began, ended;		/* ns: when the call in work began and returned */
	int replaced;			/* descriptor that it gave another meaning to; -1: none */
	bool begun;			/* the view's begin() was called: where time counts from is known */
	bool settled;			/* the first event was chosen: from now on lines have a thread, or have none yet */
	bool left_out;			/* it was said that there are events for which the view has no place */
	struct trigger gate;
	uint64_t from, until;		/* ns: what is shown */
	bool show_thread;		/* lines name the thread: more than one can show */
	const struct frame *frames;	/* of the record in work, nframes of them */
	unsigned nframes;
	uint64_t nlines, nevents;	/* calls, other events shown */
	struct totals totals;
	bool has_totals;		/* the end, or enough, has come */
	uint64_t lost;			/* events lost in all, once REC_END has come */
	uint64_t told_lost;		/* events that REC_LOSS said are missing */
	struct call call;		/* scratch */
};

/* 0 or -ENOMEM: the message was printed. `view` is the caller's, and is closed later. */
int session__open(struct session *s, const struct options *opt, struct view *view);
void session__close(struct session *s);
/* Takes one record. true: --max-events is reached, no more are wanted. */
bool session__record(struct session *s, const struct rec *rec);
/* There are no more: the view's begin(), if there was none, and end(). */
void session__finish(struct session *s);
/* Events that the records lack. */
uint64_t session__lost(const struct session *s);

#endif
