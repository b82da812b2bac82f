/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * top.h - the parts of `trace top`: top.c counts calls by period, top_rows.c composes what is shown as lines of text, top_keys.c owns what
 * keys do, top_terminal.c draws and reads keys, top_lines.c has the lines of one thread.
 */
#pragma once

#include "call_groups.h"
#include "config/options.h"
#include "file_view.h"
#include "lib/buf.h"

struct top_terminal;
struct top_lines;

#define TOP_WORD 64		/* bytes of a filter, and of what names the group that was entered */

/* What the keys have chosen. */
struct top_choice {
	enum top_by by, by_before;	/* by_before: when a group was entered */
	enum sum_column sort;
	bool reversed;
	bool paused, help, typing;
	char filter[TOP_WORD];		/* only rows whose name has it */
	char of[TOP_WORD];		/* the group that was entered: its name; empty: none */
	struct group_filter only;	/* ... and its key, with a text that is owned */
	unsigned selected, first;	/* rows, from 0: of the cursor, and at the top of the screen */
	bool pinned;			/* the cursor was moved, so it follows the row of this group: */
	struct { uint64_t number, text; } pin;	/* its key, the text as a hash */
	unsigned back;			/* lines of a thread: scrolled back by so many */
	char thread[TOP_WORD];		/* that they are of */
	const char *note;		/* why a key did nothing; NULL: none */
};

struct top {
	struct file_view file;
	const struct options *opt;
	struct top_choice choice;
	struct call_groups groups[2];	/* groups[shown]: of the last period; the other adds up the current one, unless calls are counted */
	unsigned shown;
	bool counted;			/* the source counts the calls, and returns tallies: */
	struct buf tallies, kept;	/* those of the current period so far, and of the last: REC_TALLY records */
	const struct names *names;
	uint64_t mono, real;		/* the start */
	uint64_t from;			/* when the current period began; 0: nothing has begun */
	uint64_t last_from, last_until;	/* the last period, which is shown */
	bool has_last;
	uint64_t rounds, lost;
	struct call_group **rows;	/* what is shown, in order; owned */
	unsigned nrows;
	struct top_terminal *terminal;	/* NULL: none yet, or --batch */
	struct top_lines *lines;	/* NULL: rows are shown */
	bool quit;
};

/* -- top.c */
void top__refresh(struct top *t);		/* the groups of the last period again, by what was chosen since */
void top__regroup(struct top *t);		/* the same where other calls are counted, or by something else */
void top__draw(struct top *t);
bool top__choose_by(struct top *t, enum top_by by);	/* false: that is not known here; `note` says why */

/* -- top_rows.c */
void top_rows__list(struct top *t);		/* sets `rows` by the order and the filter */
void top_rows__select(struct top *t, long row, bool pin);	/* moves the cursor, within the rows */
/* Where things are in a screen; lines from 0. */
struct top_layout {
	unsigned title, cursor;		/* of the columns' titles, and of the selected row; UINT32_MAX: none */
};
void top_rows__put_screen(struct top *t, struct out *o, unsigned width, unsigned height, struct top_layout *l);
void top_rows__put_table(struct top *t, struct out *o);	/* --batch */
/* Ends a line that is no wider than a screen; width 0: any. A cut UTF-8 character is left out. */
void top_rows__end_line(struct out *o, unsigned width);

/* -- top_keys.c */
enum top_key { TOP_UP = 0x100, TOP_DOWN, TOP_PAGE_UP, TOP_PAGE_DOWN, TOP_HOME, TOP_END, TOP_LEFT, TOP_RIGHT, TOP_BACKSPACE, TOP_BACKTAB, TOP_RESIZED };
void top_keys__press(struct top *t, int key);	/* a character, or enum top_key */

/* -- top_terminal.c */
/* Is there a terminal that can be used? Starts the process that restores it if the tracer is killed. NULL: the message was printed. */
struct top_terminal *top_terminal__new(void);
int top_terminal__begin(struct top_terminal *w);	/* shows the screen. 0, or -errno: the message was printed */
int top_terminal__key(struct top_terminal *w);		/* -1: none */
void top_terminal__size(struct top_terminal *w, unsigned *width, unsigned *height);
void top_terminal__draw(struct top_terminal *w, const char *text, size_t len, const struct top_layout *l);
pid_t top_terminal__guard(const struct top_terminal *w);
void top_terminal__message(struct top_terminal *w, char *buf, size_t size);	/* the last message of the tracer; empty: none */
void top_terminal__free(struct top_terminal *w);	/* restores the terminal, then prints messages */

/* -- top_lines.c */
struct top_lines *top_lines__open(const struct options *opt, uint32_t tid);	/* NULL: no memory, or no process */
pid_t top_lines__process(const struct top_lines *l);	/* that traces */
int top_lines__fd(const struct top_lines *l);		/* to be polled; -1: it has ended */
unsigned top_lines__read(struct top_lines *l);		/* takes what has come: so many lines, or the end */
/* `height` lines of at most `width` bytes, `*back` before the last; *back is limited to what there is. */
void top_lines__put(const struct top_lines *l, struct out *o, unsigned width, unsigned height, unsigned *back);
void top_lines__close(struct top_lines *l);
