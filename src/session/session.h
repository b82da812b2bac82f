/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * session.h - turns records into events: follows threads and their descriptors, filters, and calls a view.
 *
 * Events depend only on records and options: the session knows neither the source nor the view.
 */
#pragma once

#include "host.h"
#include "owner_value.h"
#include "view.h"

struct session {
	const struct options *opt;
	struct view *view;
	struct fd_peer peers[FD_PEERS];	/* scratch: of the descriptor asked for last */
	struct names names;		/* lookups for beautifiers; ctx is the session */
	struct host **hosts;
	unsigned nhosts;
	struct host *host;		/* of the current record */
	struct thread *now;		/* of the current record */
	uint64_t began, ended;		/* ns: entry and exit of the current call */
	int replaced;			/* descriptor that the call replaced (dup2); -1: none */
	bool begun;			/* the view's begin() was called */
	bool settled;			/* the first event was shown: whether there is a thread column is decided */
	bool left_out;			/* a message said that the view leaves some events out */
	struct trigger trigger;			/* of the options */
	uint64_t from, until;		/* ns: --from, --until */
	bool plain;			/* calls are chosen by their numbers alone */
	bool shows_owners;		/* users or control groups are shown */
	uint64_t unowned;		/* calls shown of which they are not known */
	bool show_thread;		/* lines have the thread: more than one can occur */
	const struct frame *frames;	/* the current record's stack, nframes of them */
	unsigned nframes;
	uint64_t nlines, nevents;	/* calls and other events shown */
	struct totals totals;
	bool has_totals;		/* REC_END has come, or --max-events was reached */
	uint64_t lost;			/* total of lost events, from REC_END */
	uint64_t reported_lost;		/* sum of REC_LOSS */
	struct call call;		/* scratch */
	struct name *registered;	/* scratch: what the call's number in an io_uring's table is */
	struct wait_split wait;
	struct owner_value owners[OWNER_COLUMNS];	/* of the current event */
};

/* 0 or -ENOMEM: the message was printed. `view` stays the caller's, and must be closed after the session. */
int session__open(struct session *s, const struct options *opt, struct view *view);
void session__close(struct session *s);
/* Takes one record. true: --max-events is reached. */
bool session__record(struct session *s, const struct rec *rec);
/* After the last record: calls the view's begin(), if that was not called, and end(). */
void session__finish(struct session *s);
/* The number of lost events. */
uint64_t session__lost(const struct session *s);
