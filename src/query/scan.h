/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * scan.h - one pass over the recordings, which returns the rows of one table that may meet the constraints.
 */
#pragma once

#include "config/options.h"
#include "row_of.h"
#include "rows_store.h"
#include "session/session.h"

struct source;

/* While a statement has no row yet, or its rows go elsewhere than to the terminal. */
struct query_progress {
	const char *name;	/* of what is read; NULL: it is not shown */
	uint64_t next;		/* ns: when it is shown next; UINT64_MAX: no longer */
};

/* How to open the recordings. */
struct recordings {
	const struct options *opt;	/* files and defaults */
	struct query_progress *progress;	/* NULL: none */
	/* Opens opt->files; `needed` is set, and borrowed until the source is closed. 0 or -errno: the message was printed. */
	int (*open)(struct source **out, struct options *opt, struct syscall_set *needed);
};

enum condition_op { IS_EQUAL, IS_LESS, IS_AT_MOST, IS_MORE, IS_AT_LEAST };

/* A constraint on a column: rows that do not meet it may be left out. */
struct condition {
	unsigned column;
	enum condition_op op;
	struct cell value;	/* text is borrowed until the scan ends */
};

#define CONDITIONS_MAX 8

struct scan {
	struct rows rows;
	struct options opt;
	struct syscall_set needed;
	struct source *source;
	struct session session;
	bool has_session;
	enum table_id table;
	struct condition conditions[CONDITIONS_MAX];
	unsigned nconditions;
	struct rows_store store;	/* rows that were read last, of the columns that are used */
	bool ended;
	uint64_t until;			/* scan__more() also stops at this call; 0: it does not */
	uint64_t records;
	struct query_progress *progress;
};

/* 0 or -errno: the message was printed. */
int scan__open(struct scan *s, const struct recordings *r, enum table_id table, uint64_t used, const struct condition *conditions, unsigned n);
/* Takes records until there are some more rows in s->store, whose earlier rows stay, or the end. 0; -EINTR: a signal came; or another -errno. */
int scan__more(struct scan *s);
void scan__close(struct scan *s);
