// SPDX-License-Identifier: BSD-2-Clause
/*
 * top_rows.c - owns what `trace top` shows, as lines of text: a head, titles, a line per group; help; the lines of a thread. No line of a
 * screen has more columns than the screen.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

#include "lib/escape.h"
#include "summary_table.h"
#include "top.h"
#include "writers/text.h"

#define HEAD 3			/* lines above the rows: two of the head, and the titles */
#define FOOT 1			/* below them: keys, or what is typed */
#define NARROW 60		/* columns of a screen whose head has no time of day */

static const char *const groupings[TOP_BY_COUNT] = {
	[TOP_PROCESS] = "process", [TOP_THREAD] = "thread", [TOP_SYSCALL] = "syscall", [TOP_COMM] = "comm", [TOP_FILE] = "file",
	[TOP_SOCKET] = "socket",   [TOP_CGROUP] = "cgroup", [TOP_USER] = "user",       [TOP_ERRNO] = "errno",
	[TOP_CONTAINER] = "container", [TOP_POD] = "pod", [TOP_UNIT] = "unit",
};

static unsigned rows_that_fit(unsigned height)
{
	return height > HEAD + FOOT ? height - HEAD - FOOT : 0;
}

/* -- Numbers ----------------------------------------------------------------------------------------------------------- */

enum unit { A_COUNT, A_RATE, A_SHARE, A_TIME };

/* Columns of a table; on a screen those for which it is wide enough. */
static const struct {
	const char *title;
	enum sum_column of;
	enum unit unit;
	unsigned width;
	unsigned least;		/* width of the screen: about 20 columns are left for the name */
} columns[] = {
	{ "CALLS",   SUM_CALLS,  A_COUNT, 9, 120 },
	{ "ERRORS",  SUM_ERRORS, A_COUNT, 8, 120 },
	{ "CALLS/S", SUM_CALLS,  A_RATE,  8, 0 },
	{ "ERR/S",   SUM_ERRORS, A_RATE,  6, 52 },
	{ "TIME%",   SUM_TOTAL,  A_SHARE, 6, 36 },
	{ "AVG",     SUM_AVG,    A_TIME,  6, 64 },
	{ "P50",     SUM_P50,    A_TIME,  6, 100 },
	{ "P99",     SUM_P99,    A_TIME,  6, 44 },
	{ "MAX",     SUM_MAX,    A_TIME,  6, 72 },
	{ "BYTES/S", SUM_BYTES,  A_RATE,  8, 80 },
};
#define NCOLUMNS (sizeof(columns) / sizeof(columns[0]))

static double seconds(const struct top *t)
{
	uint64_t ns = t->last_until - t->last_from;

	return ns ? (double)ns / 1e9 : 1;
}

/* Three digits or more: 0.52, 12.3, 999. */
static int number(char *buf, size_t size, double v, const char *unit)
{
	return snprintf(buf, size, "%.*f%s", v < 9.995 ? 2 : v < 99.95 ? 1 : 0, v, unit);
}

static int rate(char *buf, size_t size, double v)
{
	static const char *const units[] = { "", "k", "M", "G", "T" };
	unsigned unit = 0;

	for (; v >= 9999.5 && unit < 4; unit++)
		v /= 1000;
	if (!unit && v == (double)(uint64_t)v)
		return snprintf(buf, size, "%.0f", v);
	return number(buf, size, v, units[unit]);
}

static int duration(char *buf, size_t size, uint64_t ns)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };
	double v = (double)ns;
	unsigned unit = 0;

	for (; v >= 999.5 && unit < 3; unit++)
		v /= 1000;
	return unit ? number(buf, size, v, units[unit]) : snprintf(buf, size, "%.0fns", v);
}

static void value(char *buf, size_t size, const struct top *t, const struct tally *y, unsigned column)
{
	uint64_t v = summary__value(y, y, columns[column].of);

	switch (columns[column].unit) {
	case A_COUNT:	snprintf(buf, size, "%llu", (unsigned long long)v); break;
	case A_RATE:	rate(buf, size, (double)v / seconds(t)); break;
	case A_SHARE:	snprintf(buf, size, "%.1f", (double)v / seconds(t) / 1e7); break;
	case A_TIME:	y->timed ? duration(buf, size, v) : snprintf(buf, size, "-"); break;
	}
}

/* -- Lines ------------------------------------------------------------------------------------------------------------- */

/* Bytes of the first character, and the columns that it takes. What is none in this locale: one of each. */
static size_t character(const char *s, size_t len, unsigned *width)
{
	mbstate_t state = {};
	wchar_t c;
	size_t n = mbrtowc(&c, s, len, &state);
	int w = n && n <= len ? wcwidth(c) : 1;

	*width = w < 0 ? 1 : (unsigned)w;
	return n && n <= len ? n : 1;
}

/* The bytes of the first characters that take at most *width columns; *width: how many they take. */
static size_t that_fit(const char *s, size_t len, unsigned *width)
{
	unsigned most = *width, w;
	size_t at = 0, n;

	for (*width = 0; at < len; at += n, *width += w) {
		n = character(s + at, len - at, &w);
		if (*width + w > most)
			break;
	}
	while (at < len && at && ((unsigned char)s[at] & 0xc0) == 0x80)	/* not within a character, whatever the locale is */
		at--;
	return at;
}

static unsigned width_of(const char *s, size_t len)
{
	unsigned width = UINT32_MAX;

	that_fit(s, len, &width);
	return width;
}

void top_rows__end_line(struct out *o, unsigned width)
{
	if (width)
		o->p = o->buf + o->line + that_fit(o->buf + o->line, out__line_len(o), &width);
	out__line_end(o);
}

/* A line that is marked: up to the edge of the screen. */
static void end_bar(struct out *o, unsigned width)
{
	for (unsigned n = width ? width_of(o->buf + o->line, out__line_len(o)) : 0; n < width; n++)
		out__lit(o, " ");
	top_rows__end_line(o, width);
}

/* Without a last item that the screen is too narrow for; blanks in pairs are between them. */
static void end_items(struct out *o, unsigned width)
{
	size_t len = out__line_len(o), keep = width;

	if (width && len > width) {
		while (keep > 1 && memcmp(o->buf + o->line + keep, "  ", 2))
			keep--;
		if (keep > 1)
			o->p = o->buf + o->line + keep;
	}
	top_rows__end_line(o, width);
}

static void put_text(struct out *o, const char *s)
{
	out__put(o, s, strlen(s));
}

#define PUT(o, ...) do { \
	char text_[256]; \
	int n_ = snprintf(text_, sizeof(text_), __VA_ARGS__); \
	out__put(o, text_, (size_t)n_ < sizeof(text_) ? (size_t)n_ : sizeof(text_) - 1); \
} while (0)

static void put_safe(struct out *o, const char *s)
{
	escape__text(o, s, strlen(s), ESCAPE_BACKSLASH);
}

static void put_base_name(struct out *o, const char *path)
{
	const char *slash = strrchr(path, '/');

	put_safe(o, slash && slash[1] ? slash + 1 : path);
}

static void put_target(const struct options *opt, struct out *o)
{
	if (opt->in != IN_LIVE) {
		put_base_name(o, opt->nfiles ? opt->files[0] : opt->input ? opt->input : "trace.data");
	} else if (opt->command) {
		put_base_name(o, opt->command[0]);
	} else if (opt->pids.n || opt->tids.n) {
		PUT(o, opt->pids.n ? "process %d" : "thread %d", opt->pids.n ? opt->pids.ids[0] : opt->tids.ids[0]);
		if (opt->pids.n + opt->tids.n > 1)
			PUT(o, " and %u more", opt->pids.n + opt->tids.n - 1);
	} else if (opt->has_uid) {
		PUT(o, "user %u", (unsigned)opt->uid);
	} else if (opt->ncgroups) {
		put_text(o, "cgroup ");
		put_safe(o, opt->cgroups[0]);
		if (opt->ncgroups > 1)
			PUT(o, " and %u more", opt->ncgroups - 1);
	} else {
		put_text(o, "whole system");
	}
}

/* Of the end of the period. */
static void put_clock(const struct top *t, struct out *o)
{
	time_t s = t->real ? (time_t)((t->real + (t->last_until - t->mono)) / 1000000000u) : 0;
	struct tm tm;
	char text[32];

	if (s && localtime_r(&s, &tm))
		out__put(o, text, strftime(text, sizeof(text), "%H:%M:%S", &tm));
}

static const struct tally *total(const struct top *t)
{
	return &t->groups[t->shown].groups.root.tally;
}

/* -- Rows ------------------------------------------------------------------------------------------------------------- */

static bool has_filter(struct top *t, struct out *name, const struct call_group *g)
{
	if (!t->choice.filter[0])
		return true;
	name->p = name->buf;
	name->line = 0;
	call_groups__put_name(&t->groups[t->shown], name, g);
	return memmem(name->buf, (size_t)(name->p - name->buf), t->choice.filter, strlen(t->choice.filter));
}

static uint64_t text_of(const struct group_key *k)
{
	return k->text ? 1ull << 32 | hash__bytes(k->text, k->len, 0) : 0;
}

void top_rows__select(struct top *t, long row, bool pin)
{
	struct top_choice *c = &t->choice;
	long last = t->nrows ? (long)t->nrows - 1 : 0;

	c->selected = (unsigned)(row < 0 ? 0 : row > last ? last : row);
	c->pinned = pin && t->nrows;
	if (!c->pinned)
		return;
	c->pin.number = t->rows[c->selected]->key.number;
	c->pin.text = text_of(&t->rows[c->selected]->key);
}

/* The row of the group that the cursor was moved to, if it is still there. */
static void find_pinned(struct top *t)
{
	struct top_choice *c = &t->choice;

	for (unsigned i = 0; c->pinned && i < t->nrows; i++)
		if (t->rows[i]->key.number == c->pin.number && text_of(&t->rows[i]->key) == c->pin.text) {
			c->selected = i;
			return;
		}
}

void top_rows__list(struct top *t)
{
	struct call_groups *g = &t->groups[t->shown];
	struct summary_config order = { .sort = t->choice.sort };
	struct call_group **all;
	struct out name;

	free(t->rows);
	t->nrows = 0;
	all = t->rows = t->has_last ? summary__sorted(&order, g, &g->groups.root) : NULL;
	if (!all || out__open(&name, -1, 4096))
		return;
	for (unsigned i = 0; i < g->groups.root.nbelow; i++)
		if (has_filter(t, &name, all[i]))
			t->rows[t->nrows++] = all[i];
	out__close(&name);
	for (unsigned i = 0; t->choice.reversed && i < t->nrows / 2; i++) {
		struct call_group *swap = t->rows[i];

		t->rows[i] = t->rows[t->nrows - 1 - i];
		t->rows[t->nrows - 1 - i] = swap;
	}
	find_pinned(t);
}

/* Of rates and times, what a screen is sorted by. */
static bool is_sorted_by(const struct top *t, unsigned column)
{
	return columns[column].of == t->choice.sort && columns[column].unit != A_COUNT;
}

/* Width 0: all columns. */
static bool is_shown(const struct top *t, unsigned column, unsigned width)
{
	return !width || width >= columns[column].least || is_sorted_by(t, column);
}

static void put_titles(const struct top *t, struct out *o, unsigned width)
{
	out__line_begin(o);
	for (unsigned c = 0; c < NCOLUMNS; c++) {
		bool sorted = width && is_sorted_by(t, c);
		char title[32];

		if (!is_shown(t, c, width))
			continue;
		snprintf(title, sizeof(title), "%s%s", sorted ? t->choice.reversed ? "^" : "*" : "", columns[c].title);
		PUT(o, "%*s ", (int)columns[c].width, title);
	}
	put_text(o, groupings[t->choice.by]);
	end_bar(o, width);
}

/* Paths differ at their ends: of a name that begins at `from` and does not fit, the first characters are left out. */
static void cut_path(struct out *o, size_t from, unsigned width)
{
	const char *dots = MB_CUR_MAX > 1 ? "…" : "...";
	unsigned room = width - width_of(o->buf + o->line, from), taken = width_of(dots, strlen(dots)), w;
	char *name = o->buf + o->line + from, *at = name;
	unsigned left = width_of(name, (size_t)(o->p - name));

	if (width < from || left <= room || room < 3 * taken)
		return;
	for (; at < o->p && left > room - taken; left -= w)
		at += character(at, (size_t)(o->p - at), &w);
	while (at < o->p && ((unsigned char)*at & 0xc0) == 0x80)
		at++;
	if ((size_t)(at - name) < strlen(dots))
		return;
	memcpy(name, dots, strlen(dots));
	memmove(name + strlen(dots), at, (size_t)(o->p - at));
	o->p -= (size_t)(at - name) - strlen(dots);
}

static void put_row(const struct top *t, struct out *o, const struct call_group *g, unsigned width)
{
	char text[64];
	size_t name;

	out__line_begin(o);
	for (unsigned c = 0; c < NCOLUMNS; c++) {
		if (!is_shown(t, c, width))
			continue;
		value(text, sizeof(text), t, &g->tally, c);
		PUT(o, "%*s ", (int)columns[c].width, text);
	}
	name = out__line_len(o);
	call_groups__put_name(&t->groups[t->shown], o, g);
	if (width && (t->choice.by == TOP_FILE || t->choice.by == TOP_CGROUP))
		cut_path(o, name, width);
	end_bar(o, width);
}

void top_rows__put_table(struct top *t, struct out *o)
{
	uint64_t most = t->opt->summary.top;

	out__line_begin(o);
	put_clock(t, o);
	PUT(o, "%s%.3f s, of %.3f s: ", t->real ? "  " : "", (double)(t->last_until - t->mono) / 1e9, seconds(t));
	text__put_count(o, total(t)->calls, "call");
	out__lit(o, ", ");
	text__put_count(o, total(t)->errors, "error");
	PUT(o, ", %.1f %% in calls, ", (double)total(t)->total / seconds(t) / 1e7);
	text__put_count(o, t->nrows, "row");
	if (t->lost)
		PUT(o, ", %llu events lost so far", (unsigned long long)t->lost);
	out__line_end(o);
	put_titles(t, o, 0);
	for (unsigned i = 0; i < t->nrows && (!most || i < most); i++)
		put_row(t, o, t->rows[i], 0);
	out__line_end(o);
}

/* -- A screen of rows --------------------------------------------------------------------------------------------------- */

static void put_head(const struct top *t, struct out *o, unsigned width)
{
	char calls[32], errors[32];

	out__line_begin(o);
	if (width >= NARROW) {
		put_text(o, "top ");
		put_clock(t, o);
		put_text(o, "  ");
	}
	put_target(t->opt, o);
	if (t->has_last) {
		rate(calls, sizeof(calls), (double)total(t)->calls / seconds(t));
		rate(errors, sizeof(errors), (double)total(t)->errors / seconds(t));
		PUT(o, "  %s calls/s  %s errors/s  %.1f %% in calls", calls, errors, (double)total(t)->total / seconds(t) / 1e7);
	}
	end_items(o, width);
}

static void put_message(const struct top *t, struct out *o)
{
	char text[256] = "";

	if (t->terminal)
		top_terminal__message(t->terminal, text, sizeof(text));
	if (t->choice.note || text[0]) {
		put_text(o, "  ");
		put_safe(o, t->choice.note ? t->choice.note : text);
	}
}

static void put_period(const struct top *t, struct out *o)
{
	PUT(o, "by %s, of %.2f s, ", groupings[t->choice.by], seconds(t));
	text__put_count(o, t->nrows, "row");
	if (!t->counted)
		put_text(o, ", recorded");
}

static void put_state(const struct top *t, struct out *o, unsigned width)
{
	out__line_begin(o);
	if (!t->has_last)
		put_text(o, "counting …");
	else
		put_period(t, o);
	if (t->choice.of[0]) {
		put_text(o, "  of ");
		put_safe(o, t->choice.of);
	}
	if (t->choice.filter[0]) {
		put_text(o, "  filter: ");
		put_safe(o, t->choice.filter);
	}
	if (t->choice.paused)
		put_text(o, "  PAUSED");
	if (t->lost)
		PUT(o, "  %llu EVENTS LOST", (unsigned long long)t->lost);
	put_message(t, o);
	top_rows__end_line(o, width);
}

static void put_foot(const struct top *t, struct out *o, unsigned width)
{
	out__line_begin(o);
	if (t->choice.typing) {
		put_text(o, "filter (Enter, Esc): ");
		put_safe(o, t->choice.filter);
	} else if (t->lines) {
		put_text(o, "Esc back  space pause  Up Down PgUp PgDn End scroll  ? help  q quit");
	} else {
		put_text(o, "? help  q quit  g group  s sort  r reverse  / filter  space pause  Enter go in");
	}
	end_items(o, width);
}

/* Keeps the cursor on the screen. */
static void follow_cursor(struct top_choice *c, unsigned nrows, unsigned room)
{
	if (c->selected >= nrows)
		c->selected = nrows ? nrows - 1 : 0;
	if (c->first > c->selected)
		c->first = c->selected;
	if (room && c->selected >= c->first + room)
		c->first = c->selected - room + 1;
}

static void put_rows(struct top *t, struct out *o, unsigned width, unsigned height, struct top_layout *l)
{
	unsigned room = rows_that_fit(height);

	follow_cursor(&t->choice, t->nrows, room);
	put_titles(t, o, width);
	l->title = HEAD - 1;
	l->cursor = t->nrows ? HEAD + t->choice.selected - t->choice.first : UINT32_MAX;
	for (unsigned i = 0; i < room; i++)
		if (t->choice.first + i < t->nrows)
			put_row(t, o, t->rows[t->choice.first + i], width);
		else
			out__line_end(o);
}

/* -- Other screens ------------------------------------------------------------------------------------------------------ */

static const char *const help[] = {
	"Up Down PgUp PgDn Home End   the cursor",
	"g Tab, G Shift-Tab   rows of the next, or the one before, of:",
	"1 to 9   process, thread, syscall, comm, file, socket, cgroup, user, errno;",
	"         container, pod and unit follow these",
	"s >, <   sort by the next column, or the one before; r reverses",
	"c calls  e errors  t time  a average  p p99  m maximum  b bytes  n name",
	"/        only rows whose name has what is typed; Esc ends that",
	"space    pause: the screen stays as it is; again: go on",
	"Enter    go in: the threads of a row; the lines of a thread",
	"Esc      back",
	"q Ctrl-C quit",
	"",
	"CALLS/S, ERR/S, BYTES/S: calls that returned in the period, those that",
	"failed, and bytes moved. TIME%: time in these calls, of the period; calls",
	"that began before and those of several threads add up to more than 100.",
	"AVG, P99, MAX: durations of these calls.",
};

/* Folded between words; at most `room` lines. Returns how many. */
static unsigned put_folded(struct out *o, const char *text, unsigned width, unsigned room)
{
	unsigned n = 0;
	size_t len;

	do {
		len = strlen(text);
		if (len > width) {
			for (len = width; len && text[len] != ' '; len--)
				;
			len = len ? len : width;
		}
		out__line_begin(o);
		out__put(o, text, len);
		top_rows__end_line(o, width);
		text += len + strspn(text + len, " ");
	} while (++n < room && *text);
	return n;
}

static void put_help(struct out *o, unsigned width, unsigned height, struct top_layout *l)
{
	unsigned n = 0;

	put_text(o, "trace top: keys");
	top_rows__end_line(o, width);
	l->title = 0;
	for (unsigned i = 0; i < sizeof(help) / sizeof(help[0]) && n + 2 < height; i++)
		n += put_folded(o, help[i], width, height - 2 - n);
	for (; n + 2 < height; n++)
		out__line_end(o);
	put_text(o, "any key: back");
	top_rows__end_line(o, width);
}

static void put_lines(struct top *t, struct out *o, unsigned width, unsigned height, struct top_layout *l)
{
	put_text(o, "trace top: thread ");
	put_safe(o, t->choice.thread);
	put_text(o, top_lines__fd(t->lines) < 0 ? ", has ended" : t->choice.paused ? ", PAUSED" : t->choice.back ? ", scrolled back" : ", live");
	end_bar(o, width);
	l->title = 0;
	if (height > 2)
		top_lines__put(t->lines, o, width, height - 2, &t->choice.back);
	put_foot(t, o, width);
}

void top_rows__put_screen(struct top *t, struct out *o, unsigned width, unsigned height, struct top_layout *l)
{
	*l = (struct top_layout){ .title = UINT32_MAX, .cursor = UINT32_MAX };
	out__line_begin(o);
	if (t->choice.help) {
		put_help(o, width, height, l);
	} else if (t->lines) {
		put_lines(t, o, width, height, l);
	} else {
		put_head(t, o, width);
		put_state(t, o, width);
		put_rows(t, o, width, height, l);
		put_foot(t, o, width);
	}
}
