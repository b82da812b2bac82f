/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ready.h - views of columns: shared by their files.
 *
 *	ready.c			the view: which event becomes a line
 *	ready_values.c		the columns of calls, exits and signals
 *	ready_connections.c	connections, from their calls
 *	ready_groups.c		tables of groups of calls
 *	ready_rows.c		rows of cells, as text, JSON or CSV
 */
#pragma once

#include "call_groups.h"
#include "config/options.h"
#include "config/ready_views.h"
#include "file_view.h"
#include "periods.h"

/* The value of one column. Texts are in `scratch`, from `at` on: its buffer may move. */
struct ready_cell {
	enum { CELL_NONE, CELL_NUMBER, CELL_TIME, CELL_NS, CELL_TEXT } is;
	int64_t number;		/* CELL_TIME: of CLOCK_MONOTONIC */
	size_t at, len;
	bool raw;		/* bytes that a program chose: to be escaped */
};

struct ready_argument {
	const char *name;
	unsigned name_len;
	size_t at, end;		/* in `scratch` */
};

/* What is known of a process: for the columns that its own events do not have. */
struct ready_process {
	struct hash_node node;	/* by its ID */
	uint32_t parent;
	uint64_t began;
};

struct ready {
	struct file_view file;
	const struct ready_view *is;
	enum summary_format format;
	const struct names *names;
	uint64_t mono, real;
	bool titled;			/* the headings were stored */
	struct out scratch;		/* in memory: texts of the current row */
	struct show show;		/* into it */
	struct verbs verbs, plain;	/* of arguments; of those without punctuation */
	struct ready_argument args[CALL_ARGS];
	unsigned nargs;
	struct ready_cell cells[READY_COLUMNS_MAX + GROUP_PARTS];
	struct hash processes;		/* those whose beginning was seen */
	struct hash connections;	/* OF_CONNECTIONS */
	uint64_t unnamed;		/* connections so far of which the source knows only descriptors */
	struct call_groups groups;	/* OF_GROUPS */
	struct periods periods;
	uint64_t last;			/* ns: the last event */
	uint64_t tallied;		/* ns: of the last tally */
	uint64_t until;			/* ns: the end of the period whose rows are put; 0: there are no periods */
	bool shown;			/* a period was put */
};

/* -- Cells ------------------------------------------------------------------------------------------------------------- */

static inline struct ready_cell cell_of(int64_t n) { return (struct ready_cell){ .is = CELL_NUMBER, .number = n }; }
static inline struct ready_cell cell_ns(uint64_t ns) { return (struct ready_cell){ .is = CELL_NS, .number = (int64_t)ns }; }
static inline struct ready_cell cell_time(uint64_t ts) { return (struct ready_cell){ .is = CELL_TIME, .number = (int64_t)ts }; }
struct ready_cell ready__text(struct ready *r, const char *s, size_t len);	/* raw; NULL: no value */
/* A column from READY_USER to READY_UNIT. */
struct ready_cell ready__owner(struct ready *r, const struct thread_owner *owner, enum ready_column_id id);
/* What was stored in scratch from `at` on. */
struct ready_cell ready__stored(const struct ready *r, size_t at);
static inline size_t ready__at(const struct ready *r) { return (size_t)(r->scratch.p - r->scratch.buf); }

/* Stores the row of r->cells, in the order of the columns, then of the parts of groups; empties scratch. */
void ready__put_row(struct ready *r);
void ready__put_titles(struct ready *r);	/* once, before the first row */

/* -- Sources of rows --------------------------------------------------------------------------------------------------- */

void ready_values__init(struct ready *r);
void ready_values__call(struct ready *r, const struct event *e, const struct call *c, enum call_state st);
void ready_values__exit(struct ready *r, const struct event *e, unsigned status);
void ready_values__signal(struct ready *r, const struct event *e, const struct rec_signal *s);

void ready_connections__call(struct ready *r, const struct event *e, const struct call *c);
void ready_connections__fork(struct ready *r, uint32_t parent, uint32_t child);
void ready_connections__exit(struct ready *r, const struct event *e);
void ready_connections__end(struct ready *r);	/* those that are still open */
void ready_connections__free(struct ready *r);

void ready_groups__put(struct ready *r, uint64_t until);
