/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * report.h - shared by the parts of the report: one HTML page with the data it shows.
 *
 * Data are elements <script type="application/octet-stream" id="…">: compressed (zlib's format, which browsers decode), as base64. So no
 * text of traced programs is ever parsed as HTML or JavaScript.
 *
 *	cN	CHUNK_ROWS calls, in the order in which they returned: columns of varints, one after another (enum call_column)
 *	tN	TEXTS_PER_BLOCK texts, each with a newline at its end: text i is in block i / TEXTS_PER_BLOCK
 *	meta	JSON: everything else, sums and names (report_json.c)
 */
#pragma once

#include "aggregate/tally.h"
#include "lib/buf.h"
#include "views/call_groups.h"
#include "views/file_view.h"
#include "views/heat_rows.h"
#include "views/wait_groups.h"

#define CHUNK_ROWS 16384
#define TEXTS_PER_BLOCK 4096
#define SLOWEST 200		/* calls in the table of slow ones */

/* -- embed.c: data as elements of the page ----------------------------------------------------------------------------- */

struct embed;

struct embed *embed__new(struct out *to);		/* NULL: no memory */
/* Compresses bytes, and stores them as the element `prefix``number`; number -1: none. */
void embed__put(struct embed *e, const char *prefix, int number, const void *bytes, size_t n);
void embed__free(struct embed *e);

/* -- page.c: the page without its data --------------------------------------------------------------------------------- */

void page__put_head(struct out *o);
void page__put_tail(struct out *o);

/* -- texts.c: each different text once --------------------------------------------------------------------------------- */

struct text_arena;

struct texts {
	struct embed *to;
	struct hash table;
	struct text_arena *arenas;	/* where the texts of the table are; `room` bytes at `free` in the first are not used */
	char *free;
	size_t room;
	struct buf block;		/* texts that were not embedded yet */
	uint32_t n;			/* texts, that with ID 0 included: it stands for those that were left out */
	uint64_t bytes, most;
	uint64_t left_out;		/* how often texts__add() returned 0 for want of room */
};

void texts__open(struct texts *t, struct embed *to, uint64_t most);
/* The ID of a text without newlines. 0: more than `most` bytes, or no memory. */
uint32_t texts__add(struct texts *t, const char *text, size_t len);
void texts__end(struct texts *t);
void texts__free(struct texts *t);

/* -- columns.c: the calls ---------------------------------------------------------------------------------------------- */

enum call_column {
	COL_END,		/* ns since the start, when the call returned: zigzag of the difference to the call before */
	COL_DURATION,		/* ns + 1; 0: not known */
	COL_THREAD, COL_CALL,	/* indices of the lists in meta */
	COL_ERRNO,		/* 0: it succeeded */
	COL_STATE,		/* enum row_state */
	COL_ARGS, COL_RESULT,	/* IDs of texts */
	CALL_COLUMNS
};

enum row_state { ROW_RETURNED, ROW_UNFINISHED, ROW_NEVER_RETURNS };

struct call_row {
	uint64_t end, dur;	/* ns since the start; ns */
	bool has_dur;
	uint32_t thread, call, err, args, result;
	enum row_state state;
};

struct chunk_span {
	uint32_t rows;
	uint64_t from, to;	/* ns: the first begin, the last end */
};

struct columns {
	struct embed *to;
	uint8_t *bytes[CALL_COLUMNS], *at[CALL_COLUMNS];
	uint64_t last_end;
	struct chunk_span now;
	struct chunk_span *chunks;	/* nchunks of them */
	uint32_t nchunks;
	bool failed;			/* no memory */
};

int columns__open(struct columns *c, struct embed *to);		/* 0 or -ENOMEM */
void columns__add(struct columns *c, const struct call_row *r);
void columns__end(struct columns *c);
void columns__free(struct columns *c);

/* -- over_time.c: sums for periods that become longer as time goes on -------------------------------------------------- */

#define HEAT_PERIODS 384
#define ACTIVITY_PERIODS 256

struct heat_map {
	unsigned shift;		/* a period has 2^shift ns */
	uint32_t (*n)[HEAT_ROWS];	/* HEAT_PERIODS of them */
};

struct activity {
	uint64_t from;		/* ns since the start */
	unsigned shift;
	uint64_t busy[ACTIVITY_PERIODS];	/* ns in calls */
};

int heat_map__open(struct heat_map *h);
void heat_map__add(struct heat_map *h, uint64_t end, uint64_t dur);
void activity__add(struct activity *a, uint64_t from, uint64_t to);

/* -- stack_tree.c: the flame graph ------------------------------------------------------------------------------------- */

struct stack_node {
	struct hash_node node;
	uint32_t id, parent, name;	/* parent: an ID; the root has ID 0 */
	uint64_t ns, calls;		/* of calls that end here */
};

struct stack_name {
	struct hash_node node;
	uint32_t id;
	bool is_call;		/* not a function or a thread */
	char text[];
};

struct stack_tree {
	struct hash nodes, names;
	struct stack_node **by_id;	/* n of them; the root has none */
	struct stack_name **names_by_id;
	uint32_t n, nnames;
	uint64_t cut;			/* calls whose stack is shown only in part: the tree has as many nodes as it may */
};

void stack_tree__add(struct stack_tree *t, const struct event *e, const char *call, uint64_t ns);
void stack_tree__free(struct stack_tree *t);

/* -- The whole --------------------------------------------------------------------------------------------------------- */

struct report_thread {
	struct hash_node node;	/* by host and tid, as long as it lives */
	uint32_t index, tid, tgid;
	uint32_t host;		/* 0: there is one; else 1 + its index in report.hosts */
	char comm[16];
	uint64_t first, last;	/* ns since the start */
	bool ended;
	unsigned status;	/* as wait(2) has it, if it ended */
	struct tally tally;
	struct activity *activity;	/* NULL: none, or too many threads */
};

struct report_process {
	struct hash_node node;	/* by host and ID */
	uint64_t key, parent;	/* host in the upper half, ID in the lower; parent 0: not known */
};

/* A call that has not returned yet. */
struct report_wait {
	struct hash_node node;	/* by host and tid */
	uint64_t began;
	uint32_t thread, call, args;
};

struct report {
	struct file_view file;
	struct embed *embed;
	struct out text;		/* in memory: the text being made */
	struct show show;
	const struct names *names;
	const struct origin *origin;
	uint64_t mono, real, last;	/* last: ns since the start */
	struct call_groups calls, files, sockets;
	struct hash live, processes, call_names, waits;
	struct report_thread **threads;
	uint32_t nthreads;
	const char **hosts;		/* nhosts of them, if there are several; borrowed */
	uint32_t nhosts;
	char **call_name;		/* of each index; ncall_names */
	uint32_t ncall_names;
	struct columns columns;
	struct texts texts;
	struct heat_map heat;
	struct stack_tree stacks;
	struct wait_groups blocked;
	struct call_row slow[SLOWEST];	/* the fastest of them first: a heap */
	unsigned nslow;
	uint64_t rows, rows_left_out, others, lost;
};

/* The sums as JSON, into an output in memory. */
void report_json__put(struct report *r, struct out *o);
