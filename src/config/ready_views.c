// SPDX-License-Identifier: BSD-2-Clause
/* ready_views.c - reads views: those of trace itself, which are text in the program, and the user's. */
#include "ready_views.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/msg.h"
#include "lib/small_file.h"
#include "lib/writer_options.h"
#include "lib/vec.h"
#include "syscalltbl/nearest.h"

#define FILE_MOST 65536		/* bytes of the user's file */
#define OWN_FILE "the views of trace itself"

/* The Makefile names the file, too, for what has to be built again. */
__asm__(".pushsection .rodata\n"
	"ready_own:\n"
	".incbin \"src/config/ready_views.txt\"\n"
	"ready_own_end:\n"
	".byte 0\n"
	".popsection\n");
extern const char ready_own[] __attribute__((visibility("hidden"))), ready_own_end[] __attribute__((visibility("hidden")));

#define READY_TYPE(id, n, h, w, r, o) { .name = n, .heading = h, .width = w, .right = r, .of = o },
const struct ready_column_type ready_column_types[READY_COLUMN_COUNT] = { READY_COLUMNS(READY_TYPE) };

static const char *const sum_names[SUM_COLUMN_COUNT] = {
	"calls", "errors", "total", "min", "avg", "p50", "p90", "p99", "max", "stddev", "share", "bytes", "name",
};

/* -- Reading ----------------------------------------------------------------------------------------------------------- */

struct reader {
	struct ready_views *views;
	struct ready_view now;		/* the view that is being read; name NULL: none yet */
	const char *file;
	unsigned line, begun;		/* numbers from 1: the current line, and that of the view's name */
	char *kept;			/* its columns, checked at its end; owned */
	unsigned columns_line;
};

static int wrong(const struct reader *r, unsigned line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

static int wrong(const struct reader *r, unsigned line, const char *fmt, ...)
{
	char text[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	msg__error("%s:%u: %s", r->file, line, text);
	return -EINVAL;
}

static int unknown(const struct reader *r, unsigned line, const char *what, const struct nearest *near, const char *all)
{
	if (near->best)
		return wrong(r, line, "unknown %s '%s', did you mean '%s'?", what, near->word, near->best);
	return wrong(r, line, "unknown %s '%s': use one of %s", what, near->word, all);
}

static void free_view(struct ready_view *v)
{
	for (unsigned i = 0; i < v->ncolumns; i++)
		free(v->columns[i].name);
	free(v->name);
	free(v->help);
	free(v->select);
	*v = (struct ready_view){};
}

static int set_select(struct reader *r, const char *value)
{
	struct ready_view *v = &r->now;
	char why[256];

	free(v->select);
	v->select = strdup(value);
	v->calls = (struct syscall_select){ .abis = ABI_ALL };
	if (!v->select)
		return -ENOMEM;
	return syscall_select__add(&v->calls, value, why, sizeof(why)) ? wrong(r, r->line, "select: %s", why) : 0;
}

static int set_help(struct reader *r, const char *value)
{
	free(r->now.help);
	r->now.help = strdup(value);
	return r->now.help ? 0 : -ENOMEM;
}

/* The index of a word in a list of words. */
static int word_in(const char *words, const char *word, struct nearest *near)
{
	char item[32];
	int i = 0;

	near->word = word;
	for (const char *at = words; *at; i++) {
		size_t n = strcspn(at, ", ");

		snprintf(item, sizeof(item), "%.*s", (int)n, at);
		if (!strcmp(item, word))
			return i;
		at += n + strspn(at + n, ", ");
	}
	return -1;
}

static int has_both(const struct reader *r)
{
	return wrong(r, r->line, "a view has either 'lines' or 'by'");
}

static int set_lines(struct reader *r, const char *value)
{
	struct nearest near = {};
	int which = word_in(READY_LINES, value, &near);

	if (r->now.nby)
		return has_both(r);
	if (which < 0)
		return unknown(r, r->line, "lines", &near, READY_LINES);
	r->now.lines = (enum ready_lines)which;
	r->now.has_lines = true;
	return 0;
}

static int set_by(struct reader *r, const char *value)
{
	struct ready_view *v = &r->now;
	char list[128];
	const char *bad;
	size_t n = 0, len;

	if (v->has_lines)
		return has_both(r);
	for (const char *p = value; *p && n + 1 < sizeof(list); p++)
		if (*p != ' ' && *p != '\t')
			list[n++] = *p;
	list[n] = '\0';
	if (groups__read(list, v->by, &v->nby, &bad, &len))
		return wrong(r, r->line, "by: '%.*s' is not one of %s, is there twice, or there are more than %u", (int)len, bad, GROUP_PART_NAMES, GROUP_PARTS);
	v->lines = LINES_OF_GROUPS;
	return 0;
}

/* Checked at the end of the view, for it depends on its lines. */
static int set_columns(struct reader *r, const char *value)
{
	free(r->kept);
	r->kept = strdup(value);
	r->columns_line = r->line;
	return r->kept ? 0 : -ENOMEM;
}

static int set_sort(struct reader *r, const char *value)
{
	struct nearest near = { .word = value };

	for (unsigned i = 0; i < SUM_COLUMN_COUNT; i++) {
		if (!strcmp(sum_names[i], value)) {
			r->now.sort = (enum sum_column)i;
			return 0;
		}
		nearest__offer(&near, sum_names[i]);
	}
	return unknown(r, r->line, "column to sort by", &near, SUMMARY_COLUMNS);
}

static const struct { const char *name; int (*set)(struct reader *r, const char *value); } keys[] = {
	{ "help", set_help }, { "select", set_select }, { "lines", set_lines }, { "by", set_by }, { "columns", set_columns }, { "sort", set_sort },
};

/* -- Columns ------------------------------------------------------------------------------------------------------------ */

static bool is_column(const struct ready_column_type *t, const char *name)
{
	size_t n = strlen(t->name);

	return t->name[n - 1] == '.' ? !strncmp(t->name, name, n) && name[n] : !strcmp(t->name, name);
}

/* Of what only sums have. */
static bool is_part(const char *name)
{
	enum group_part by[GROUP_PARTS];
	const char *bad;
	unsigned n = 0;
	size_t len;

	return !groups__read(name, by, &n, &bad, &len);
}

static int refuse_column(const struct reader *r, const char *name)
{
	static const char *const of[] = { "calls", "exits", "signals", "connections", "groups" };
	struct nearest near = { .word = name };
	char all[512] = "";
	size_t n = 0;

	for (unsigned i = 0; i < READY_COLUMN_COUNT; i++) {
		const struct ready_column_type *t = &ready_column_types[i];

		if (!(t->of >> r->now.lines & 1)) {
			if (is_column(t, name) && (r->now.lines != LINES_OF_GROUPS || !is_part(name)))
				return wrong(r, r->columns_line, "%s have no column '%s'", of[r->now.lines], name);
			continue;
		}
		nearest__offer(&near, t->name);
		n += (size_t)snprintf(all + n, sizeof(all) - n, "%s%s%s", n ? ", " : "", t->name, i == READY_ARG ? "NAME" : "");
	}
	if (is_part(name))
		return wrong(r, r->columns_line, "%s have no column '%s': tables are divided by it, with by = %s", of[r->now.lines], name, name);
	return unknown(r, r->columns_line, "column", &near, all);
}

static int add_column(struct reader *r, const char *name)
{
	struct ready_view *v = &r->now;

	for (unsigned i = 0; i < READY_COLUMN_COUNT; i++) {
		const struct ready_column_type *t = &ready_column_types[i];

		if (!(t->of >> v->lines & 1) || !is_column(t, name))
			continue;
		if (v->ncolumns == READY_COLUMNS_MAX)
			return wrong(r, r->columns_line, "more than %u columns", READY_COLUMNS_MAX);
		v->columns[v->ncolumns] = (struct ready_column){ (enum ready_column_id)i, strdup(name) };
		return v->columns[v->ncolumns++].name ? 0 : -ENOMEM;
	}
	return refuse_column(r, name);
}

static int add_columns(struct reader *r)
{
	char *at = NULL;
	int err = 0;

	for (char *word = strtok_r(r->kept, " ,\t", &at); word && !err; word = strtok_r(NULL, " ,\t", &at))
		err = add_column(r, word);
	return err;
}

/* -- Views -------------------------------------------------------------------------------------------------------------- */

static struct ready_view *find(const struct ready_views *v, const char *name)
{
	for (unsigned i = 0; i < v->n; i++)
		if (!strcmp(v->list[i].name, name))
			return &v->list[i];
	return NULL;
}

/* Takes the view over into the list. */
static int keep_view(struct reader *r)
{
	struct ready_view *old = find(r->views, r->now.name);

	if (!old && !VEC_MORE(r->views->list, r->views->n, 1))
		return -ENOMEM;
	if (old)
		free_view(old);
	else
		old = &r->views->list[r->views->n++];
	*old = r->now;
	r->now = (struct ready_view){};
	return 0;
}

static int end_view(struct reader *r)
{
	int err;

	if (!r->now.name)
		return 0;
	if (!r->now.has_lines && !r->now.nby)
		return wrong(r, r->begun, "view '%s' has neither 'lines' nor 'by'", r->now.name);
	if (!r->kept)
		return wrong(r, r->begun, "view '%s' has no 'columns'", r->now.name);
	err = add_columns(r);
	if (!err && !r->now.ncolumns)
		err = wrong(r, r->columns_line, "view '%s' has no column", r->now.name);
	free(r->kept);
	r->kept = NULL;
	return err ? err : keep_view(r);
}

static int begin_view(struct reader *r, char *text)
{
	size_t len = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
	int err = end_view(r);

	if (err)
		return err;
	if (!len || text[0] == '-' || strcmp(text + len, "]"))
		return wrong(r, r->line, "expected [NAME], of letters, digits, - and _");
	text[len] = '\0';
	r->begun = r->line;
	r->now = (struct ready_view){ .name = strdup(text), .sort = SUM_TOTAL };
	return r->now.name ? 0 : -ENOMEM;
}

static int set_key(struct reader *r, char *text)
{
	char *equals = strchr(text, '='), *value;
	struct nearest near = { .word = text };
	size_t len;

	if (!equals)
		return wrong(r, r->line, "expected [NAME] or KEY = VALUE");
	if (!r->now.name)
		return wrong(r, r->line, "a line [NAME] has to come first");
	for (len = (size_t)(equals - text); len && strchr(" \t", text[len - 1]); len--)
		;
	text[len] = '\0';
	value = equals + 1 + strspn(equals + 1, " \t");
	for (unsigned i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (!strcmp(keys[i].name, text))
			return *value ? keys[i].set(r, value) : wrong(r, r->line, "'%s' has no value", text);
		nearest__offer(&near, keys[i].name);
	}
	return unknown(r, r->line, "key", &near, "help, select, lines, by, columns, sort");
}

/* A line without blanks around it, and with a NUL. */
static int read_line(struct reader *r, char *text)
{
	text += strspn(text, " \t");
	for (size_t len = strlen(text); len && strchr(" \t\r", text[len - 1]); len--)
		text[len - 1] = '\0';
	if (!*text || *text == '#')
		return 0;
	return *text == '[' ? begin_view(r, text + 1) : set_key(r, text);
}

int ready_views__read(struct ready_views *v, const char *file, const char *text, size_t len)
{
	struct reader r = { .views = v, .file = file };
	char *copy = strndup(text, len), *at = copy;
	int err = copy ? 0 : -ENOMEM;

	while (!err && at) {
		char *end = strchr(at, '\n');

		if (end)
			*end++ = '\0';
		r.line++;
		err = read_line(&r, at);
		at = end;
	}
	if (!err)
		err = end_view(&r);
	if (err == -ENOMEM)
		msg__no_memory();
	free_view(&r.now);
	free(r.kept);
	free(copy);
	return err;
}

void ready_views__free(struct ready_views *v)
{
	for (unsigned i = 0; i < v->n; i++)
		free_view(&v->list[i]);
	free(v->list);
	*v = (struct ready_views){};
}

/* -- Files -------------------------------------------------------------------------------------------------------------- */

static int read_own(struct ready_views *v)
{
	return ready_views__read(v, OWN_FILE, ready_own, (size_t)(ready_own_end - ready_own));
}

/* $XDG_CONFIG_HOME/trace/views, else ~/.config/trace/views. false: neither is known. */
static bool user_path(char path[4096])
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	int n = 0;

	if (config && *config == '/')
		n = snprintf(path, 4096, "%s/trace/views", config);
	else if (home && *home == '/')
		n = snprintf(path, 4096, "%s/.config/trace/views", home);
	return n > 0 && n < 4096;
}

/* The file's text, to be freed. NULL: there is none, or (*err) the message was printed. */
static char *read_file(const char *path, size_t *len, int *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	char *text = NULL;
	ssize_t n = -1;

	*err = 0;
	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size <= FILE_MOST && (text = malloc(FILE_MOST + 1)))
		n = small_file__fill(fd, text, FILE_MOST + 1);
	close(fd);
	if (n >= 0 && n <= FILE_MOST) {
		*len = (size_t)n;
		return text;
	}
	free(text);
	msg__error("cannot read '%s': it is not a file of at most %u bytes", path, FILE_MOST);
	*err = -EINVAL;
	return NULL;
}

static int read_user(struct ready_views *v)
{
	char path[4096], *text;
	size_t len;
	int err;

	if (!user_path(path))
		return 0;
	text = read_file(path, &len, &err);
	if (text)
		err = ready_views__read(v, path, text, len);
	free(text);
	return err;
}

static bool has_line(const char *text, size_t len, const char *name)
{
	size_t n = strlen(name);

	for (const char *p = text, *end = text + len; p; p = memchr(p, '\n', (size_t)(end - p)), p = p ? p + 1 : NULL) {
		while (p < end && (*p == ' ' || *p == '\t'))
			p++;
		if ((size_t)(end - p) >= n + 2 && *p == '[' && !memcmp(p + 1, name, n) && p[n + 1] == ']')
			return true;
	}
	return false;
}

/* -- Owners ------------------------------------------------------------------------------------------------------------- */

static bool is_owner(enum ready_column_id id)
{
	return id >= READY_USER && id <= READY_UNIT;
}

bool ready_view__has_owner(const struct ready_view *v)
{
	for (unsigned i = 0; i < v->ncolumns; i++)
		if (is_owner(v->columns[i].id))
			return true;
	return false;
}

static bool has_column(const struct ready_view *v, enum ready_column_id id)
{
	for (unsigned i = 0; i < v->ncolumns; i++)
		if (v->columns[i].id == id)
			return true;
	return false;
}

/* Where columns of owners begin: after the thread's name, or first. */
static unsigned place_of_owners(const struct ready_view *v)
{
	for (unsigned i = 0; i < v->ncolumns; i++)
		if (v->columns[i].id == READY_COMM)
			return i + 1;
	return 0;
}

const struct ready_view *ready_view__with_owners(const char *as, const struct ready_view *v, unsigned owners)
{
	static struct ready_view with;		/* its texts are those of `v` */
	unsigned at = place_of_owners(v);

	if (v->lines == LINES_OF_GROUPS) {
		msg__error("%s: view '%s' is a table, and has no lines: its groups are those of its 'by'", as, v->name);
		return NULL;
	}
	with = *v;
	for (unsigned i = 0; i < OWNER_COLUMNS; i++) {
		enum ready_column_id id = (enum ready_column_id)(READY_USER + i);

		if (!(owners >> i & 1) || has_column(v, id) || with.ncolumns == READY_COLUMNS_MAX)
			continue;
		memmove(&with.columns[at + 1], &with.columns[at], (with.ncolumns++ - at) * sizeof(with.columns[0]));
		with.columns[at++] = (struct ready_column){ id, (char *)ready_column_types[id].name };
	}
	return &with;
}

bool ready_view__can_be_counted(const struct ready_view *v)
{
	for (unsigned i = 0; i < v->ncolumns; i++)
		if (v->columns[i].id >= READY_READS && v->columns[i].id <= READY_WRITE_BYTES)
			return false;
	for (unsigned i = 0; i < v->nby; i++)
		if (v->by[i] == BY_FD || v->by[i] == BY_PATH)
			return false;
	return v->lines == LINES_OF_GROUPS;
}

bool ready_views__is_own(const char *name)
{
	return has_line(ready_own, (size_t)(ready_own_end - ready_own), name);
}

bool ready_views__has(const char *name)
{
	char path[4096], *text;
	size_t len;
	bool found;
	int err;

	if (ready_views__is_own(name))
		return true;
	if (strpbrk(name, "/.") || !user_path(path) || access(path, R_OK))
		return false;
	text = read_file(path, &len, &err);
	found = text && has_line(text, len, name);
	free(text);
	return found;
}

int ready_views__all(struct ready_views *v)
{
	int err = read_own(v);

	return err ? err : read_user(v);
}

const struct ready_view *ready_views__find(const char *as, const char *name)
{
	static struct ready_views all;
	struct nearest near = { .word = name };
	const struct ready_view *found;
	char names[256] = "";
	size_t n = 0;

	ready_views__free(&all);
	if (ready_views__all(&all))
		return NULL;
	found = find(&all, name);
	if (found)
		return found;
	for (unsigned i = 0; i < all.n; i++) {
		nearest__offer(&near, all.list[i].name);
		if (n < sizeof(names))
			n += (size_t)snprintf(names + n, sizeof(names) - n, "%s%s", n ? ", " : "", all.list[i].name);
	}
	if (near.best)
		msg__error("%s: unknown view '%s', did you mean '%s'?", as, name, near.best);
	else
		msg__error("%s: unknown view '%s': use one of %s", as, name, names);
	return NULL;
}
