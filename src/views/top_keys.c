// SPDX-License-Identifier: BSD-2-Clause
/* top_keys.c - owns what keys do: each changes what was chosen. */
#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "top.h"

#define PAGE 10
#define ESCAPE 27

/* Columns in the order of the screen. */
static const struct { int key; enum sum_column of; } sorts[] = {
	{ 'c', SUM_CALLS }, { 'e', SUM_ERRORS }, { 't', SUM_TOTAL }, { 'a', SUM_AVG }, { 'p', SUM_P99 }, { 'm', SUM_MAX }, { 'b', SUM_BYTES }, { 'n', SUM_NAME },
};
#define NSORTS (sizeof(sorts) / sizeof(sorts[0]))

/* -- Rows -------------------------------------------------------------------------------------------------------------- */

static void to_first(struct top *t)
{
	t->choice.first = 0;
	top_rows__select(t, 0, false);
}

static void choose_by(struct top *t, enum top_by by)
{
	top__choose_by(t, by);
	to_first(t);
	top__refresh(t);
}

/* The next grouping that is known here, in one direction. */
static void step_by(struct top *t, unsigned by)
{
	enum top_by next = t->choice.by;

	do
		next = (enum top_by)((next + by) % TOP_BY_COUNT);
	while (next != t->choice.by && !top__choose_by(t, next));
	choose_by(t, next);
}

static void sort_by(struct top *t, enum sum_column of)
{
	t->choice.sort = of;
	to_first(t);
	top_rows__list(t);
}

static void step_sort(struct top *t, unsigned by)
{
	unsigned at = 0;

	while (at + 1 < NSORTS && sorts[at].of != t->choice.sort)
		at++;
	sort_by(t, sorts[(at + by) % NSORTS].of);
}

/* -- Going in, and back ------------------------------------------------------------------------------------------------- */

static void name_of(const struct top *t, const struct call_group *g, char *to)
{
	struct out name;
	size_t len;

	if (out__open(&name, -1, 4096))
		return;
	call_groups__put_name(&t->groups[t->shown], &name, g);
	len = (size_t)(name.p - name.buf) < TOP_WORD ? (size_t)(name.p - name.buf) : TOP_WORD - 1;
	memcpy(to, name.buf, len);
	to[len] = '\0';
	out__close(&name);
}

static void leave_group(struct top *t)
{
	struct top_choice *c = &t->choice;

	free((char *)c->only.key.text);
	c->only = (struct group_filter){};
	c->of[0] = '\0';
}

static void enter_group(struct top *t, const struct call_group *g)
{
	static const unsigned of[TOP_BY_COUNT] = { [TOP_FILE] = OF_FILES, [TOP_SOCKET] = OF_SOCKETS };
	struct top_choice *c = &t->choice;
	char *text = g->key.text ? malloc(g->key.len + 1ul) : NULL;
	struct group_filter only = { .one = true, .part = top__part(c->by), .key = { g->key.number, text, g->key.len }, .of = of[c->by] };

	if (g->key.text && !text)
		return;
	if (text)
		memcpy(text, g->key.text, g->key.len);
	leave_group(t);
	name_of(t, g, c->of);
	c->only = only;
	c->by_before = c->by;
	c->by = TOP_THREAD;
	if (!t->counted)
		t->has_last = false;
	to_first(t);
	top__regroup(t);
}

static void enter_thread(struct top *t, const struct call_group *g)
{
	name_of(t, g, t->choice.thread);
	t->lines = top_lines__open(t->opt, (uint32_t)g->key.number);
	if (!t->lines)
		t->choice.note = "the thread's lines cannot be traced: no memory, or no process";
	t->choice.back = 0;
}

static void go_in(struct top *t)
{
	if (!t->nrows)
		return;
	if (t->choice.by == TOP_THREAD)
		enter_thread(t, t->rows[t->choice.selected]);
	else
		enter_group(t, t->rows[t->choice.selected]);
}

static void go_back(struct top *t)
{
	if (t->lines) {
		top_lines__close(t->lines);
		t->lines = NULL;
	} else if (t->choice.filter[0]) {
		t->choice.filter[0] = '\0';
	} else if (t->choice.only.one) {
		leave_group(t);
		t->choice.by = t->choice.by_before;
		if (!t->counted)
			t->has_last = false;
		to_first(t);
		top__regroup(t);
	}
	top__refresh(t);
}

/* -- Keys -------------------------------------------------------------------------------------------------------------- */

/* The command ends with the tracing. */
static void quit(struct top *t)
{
	t->quit = !t->opt->command;
	if (t->opt->command)
		kill(getpid(), SIGTERM);
}

static void type(struct top *t, int key)
{
	char *filter = t->choice.filter;
	size_t len = strlen(filter);

	if (key == ESCAPE)
		filter[0] = '\0';
	if (key == ESCAPE || key == '\n' || key == '\r')
		t->choice.typing = false;
	else if ((key == TOP_BACKSPACE || key == 127 || key == '\b') && len)
		filter[len - 1] = '\0';
	else if (key >= ' ' && key < 256 && key != 127 && len + 1 < TOP_WORD)
		filter[len] = (char)key, filter[len + 1] = '\0';
	to_first(t);
	top_rows__list(t);
}

static void press_in_lines(struct top *t, int key)
{
	unsigned *back = &t->choice.back;

	switch (key) {
	case TOP_UP:		*back += 1; break;
	case TOP_PAGE_UP:	*back += PAGE; break;
	case TOP_HOME:		*back = UINT32_MAX; break;
	case TOP_DOWN:		*back -= *back > 0; break;
	case TOP_PAGE_DOWN:	*back -= *back < PAGE ? *back : PAGE; break;
	case TOP_END:		*back = 0; break;
	}
}

static bool move(struct top *t, int key)
{
	long at = t->choice.selected;

	switch (key) {
	case TOP_UP:		top_rows__select(t, at - 1, true); return true;
	case TOP_DOWN:		top_rows__select(t, at + 1, true); return true;
	case TOP_PAGE_UP:	top_rows__select(t, at - PAGE, true); return true;
	case TOP_PAGE_DOWN:	top_rows__select(t, at + PAGE, true); return true;
	case TOP_HOME:		to_first(t); return true;
	case TOP_END:		top_rows__select(t, (long)t->nrows - 1, true); return true;
	}
	return false;
}

static void press_in_rows(struct top *t, int key)
{
	if (move(t, key))
		return;
	for (unsigned i = 0; i < NSORTS; i++)
		if (sorts[i].key == key)
			sort_by(t, sorts[i].of);
	if (key >= '1' && key < '1' + TOP_WITH_KEY)
		choose_by(t, (enum top_by)(key - '1'));
	switch (key) {
	case 'g': case '\t':		step_by(t, 1); break;
	case 'G': case TOP_BACKTAB:	step_by(t, TOP_BY_COUNT - 1); break;
	case 's': case '>':		step_sort(t, 1); break;
	case 'S': case '<':		step_sort(t, NSORTS - 1); break;
	case 'r': case 'R':		t->choice.reversed = !t->choice.reversed; top_rows__list(t); break;
	case '/':			t->choice.typing = true; break;
	case '\n': case '\r': case TOP_RIGHT: go_in(t); break;
	}
}

void top_keys__press(struct top *t, int key)
{
	struct top_choice *c = &t->choice;

	c->note = NULL;
	if (key == TOP_RESIZED)
		return;
	if (c->help) {
		c->help = false;
		return;
	}
	if (c->typing) {
		type(t, key);
		return;
	}
	switch (key) {
	case 'q': case 'Q':	quit(t); return;
	case '?': case 'h':	c->help = true; return;
	case ' ':		c->paused = !c->paused; return;
	case ESCAPE: case TOP_BACKSPACE: case TOP_LEFT: case 127: go_back(t); return;
	}
	if (t->lines)
		press_in_lines(t, key);
	else
		press_in_rows(t, key);
}
