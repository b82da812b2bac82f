/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * row_of.h - a view that turns events into rows of SQL tables. Values are computed only when they are asked for.
 */
#pragma once

#include "lib/buf.h"
#include "lib/hash.h"
#include "lib/out.h"
#include "lib/writer_options.h"
#include "schema.h"
#include "session/view.h"
#include "tracker/owner.h"

/* An argument, as text. */
struct arg_part {
	const char *name;
	unsigned name_len;
	size_t at, end;		/* of its value, in the line */
};

/* A string or a descriptor within an argument. */
struct noted {
	unsigned arg;		/* CALL_ARGS: the result */
	int fd;
	size_t at, len;		/* in rows.notes */
	bool has_text, cut;
};

#define NOTED_MAX 4096		/* of one call: the rest has no rows */

/* A thread or a process. */
struct task {
	struct hash_node node;	/* by host and ID */
	const char *host;
	uint32_t tid, tgid, parent;	/* parent: of a thread its creator, of a process its process; 0: not known */
	bool has_began, has_ended;
	uint64_t began, ended;	/* ns */
	unsigned code;		/* EXIT_UNKNOWN: not known */
	uint64_t calls, errors, time;
	struct thread_owner owner;	/* the last known */
	const char *owners[OWNER_COLUMNS];	/* its names, in rows.texts; NULL: not known, or none */
	char comm[16];
};

/* What a row is about. Members that its table does not need are not set. */
struct row_of {
	struct rows *rows;
	const struct event *e;
	const struct call *call;
	enum call_state state;
	uint64_t number;	/* of the call, from 1 on; 0: it is no call */
	unsigned i;		/* which argument, string, descriptor, frame */
	const struct rec_signal *signal;
	const struct other_event *other;
	unsigned code;
	const struct rec_loss *loss;
	const char *reason, *name;
	const struct task *task;
	const struct origin *origin;
	uint64_t records;
};

struct rows {
	struct view view;	/* close() does not free it */
	const struct options *opt;
	unsigned wanted;	/* bit per table: rows of others are not made */
	/* Called for each row. */
	void (*emit)(struct rows *r, enum table_id t, struct row_of *row);
	bool only_names;	/* arguments are not asked for */
	/* Own */
	struct out out;		/* the current call's or event's line */
	struct show *show;
	int64_t real;		/* ns: added to times, gives ns since the Epoch; 0: not known */
	uint64_t start;
	uint64_t number;
	bool shown;		/* the line was made */
	struct arg_part args[64];
	unsigned nargs;
	bool in_result;
	size_t args_end;	/* where arguments end and the result begins in the line */
	struct noted *noted[2];	/* strings, descriptors */
	unsigned nnoted[2];
	struct buf notes;
	struct hash tasks[2];	/* threads, processes */
	struct hash texts;	/* names of their owners */
};

#define ROWS_STRINGS 0
#define ROWS_FDS 1

/* 0 or -ENOMEM. opt is borrowed. */
int rows__open(struct rows *r, const struct options *opt);
void rows__close(struct rows *r);

/* Functions for struct view_ops of views that begin with a struct rows. */
#define ROWS_VIEW \
	.begin = rows__begin, .call = rows__call, .other = rows__other, .signal = rows__signal, .exit = rows__exit, .loss = rows__loss, \
	.thread = rows__thread, .end = rows__end
void rows__begin(struct view *v, const struct view_begin *b);
void rows__call(struct view *v, const struct event *e, const struct call *c, enum call_state st);
void rows__other(struct view *v, const struct event *e, const struct other_event *o);
void rows__signal(struct view *v, const struct event *e, const struct rec_signal *s);
void rows__exit(struct view *v, const struct event *e, unsigned code);
void rows__loss(struct view *v, const struct event *e, const struct rec_loss *l, const char *reason);
void rows__thread(struct view *v, const struct event *e, const struct thread_event *change);
void rows__end(struct view *v, const struct totals *t);

/* Makes the line of the row's call, event or signal: args, noted. Once per row is enough. */
void rows__show(struct rows *r, const struct row_of *row);

/* The name of a row's user, control group, container, pod or unit; NULL: not known, or none. Borrowed until the next record. */
const char *rows__owner(const struct row_of *row, enum owner_column column);

/* The only member set is the origin. */
void rows__host(struct rows *r, const struct origin *o);

extern const struct verbs row_verbs;
