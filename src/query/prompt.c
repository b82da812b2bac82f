// SPDX-License-Identifier: BSD-2-Clause
/*
 * prompt.c - reads statements from the user, with history and completion if the library libedit is there, and dot commands.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "database.h"
#include "lib/buf.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "writers/text.h"

#define LIBRARY "libedit.so.2"
#define PROMPT "trace> "
#define MORE "   ...> "
#define HISTORY "/.trace_query_history"

static const char help[] =
	".schema [TABLE]     tables and their columns\n"
	".explain STATEMENT  how it is executed\n"
	".questions          ready questions; .NAME [VALUE] asks one\n"
	".quit               leaves\n"
	"Anything else is SQL, up to a semicolon.\n";

/* -- Reading lines ---------------------------------------------------------------------------------------------------- */

typedef char *generator(const char *word, int state);

static struct {
	char *(*readline)(const char *prompt);
	int (*add_history)(const char *line);
	int (*read_history)(const char *file);
	int (*write_history)(const char *file);
	char **(*completion_matches)(const char *word, generator *g);
	char **(**attempted)(const char *word, int start, int end);
} edit;

/* Words that begin so: tables, columns, and the words that statements are made of. */
static char *next_word(const char *word, int state)
{
	static const char *const keywords[] = {
		"SELECT", "FROM", "WHERE", "GROUP BY", "ORDER BY", "LIMIT", "JOIN", "USING", "count(*)", "sum(", "avg(", "max(", "min(",
	};
	static unsigned at;
	unsigned i = 0;

	at = state ? at : 0;
	for (unsigned k = 0; k < sizeof(keywords) / sizeof(keywords[0]); k++)
		if (i++ >= at && !strncasecmp(keywords[k], word, strlen(word)))
			return at = i, strdup(keywords[k]);
	for (unsigned t = 0; t < TABLES; t++) {
		if (i++ >= at && !strncmp(tables[t].name, word, strlen(word)))
			return at = i, strdup(tables[t].name);
		for (unsigned c = 0; c < tables[t].ncolumns; c++)
			if (i++ >= at && !strncmp(tables[t].columns[c].name, word, strlen(word)))
				return at = i, strdup(tables[t].columns[c].name);
	}
	return NULL;
}

static char **complete(const char *word, int start, int end)
{
	(void)start, (void)end;
	return edit.completion_matches(word, next_word);
}

static void load_edit(void)
{
	void *l = isatty(STDIN_FILENO) ? dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL) : NULL;

	if (!l)
		return;
	*(void **)&edit.readline = dlsym(l, "readline");
	*(void **)&edit.add_history = dlsym(l, "add_history");
	*(void **)&edit.read_history = dlsym(l, "read_history");
	*(void **)&edit.write_history = dlsym(l, "write_history");
	*(void **)&edit.completion_matches = dlsym(l, "rl_completion_matches");
	*(void **)&edit.attempted = dlsym(l, "rl_attempted_completion_function");
	if (!edit.readline || !edit.add_history || !edit.read_history || !edit.write_history)
		edit.readline = NULL;
	else if (edit.completion_matches && edit.attempted)
		*edit.attempted = complete;
}

static char *history_file(void)
{
	const char *home = getenv("HOME");
	char *path = NULL;

	return edit.readline && home && asprintf(&path, "%s" HISTORY, home) >= 0 ? path : NULL;
}

/* From malloc, without its newline; NULL: the end. */
static char *read_line(const char *prompt)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t n;

	if (edit.readline)
		return edit.readline(prompt);
	if (isatty(STDIN_FILENO)) {
		fputs(prompt, stdout);
		fflush(stdout);
	}
	n = getline(&line, &size, stdin);
	if (n < 0) {
		free(line);
		return NULL;
	}
	if (n && line[n - 1] == '\n')
		line[n - 1] = 0;
	return line;
}

/* -- Dot commands ----------------------------------------------------------------------------------------------------- */

static void put_schema(struct out *o, const char *name)
{
	bool any = false;

	for (unsigned i = 0; i < TABLES; i++)
		if (!*name || !strcmp(tables[i].name, name)) {
			table__put_ddl(o, &tables[i], true);
			any = true;
		}
	if (!any)
		msg__error("no such table: '%s'", name);
}

static void put_questions(struct out *o)
{
	for (unsigned i = 0; i < nquestions; i++) {
		put_str(o, ".");
		put_str(o, questions[i].name);
		put_str(o, questions[i].takes_arg ? " PATH: " : ": ");
		put_str(o, questions[i].help);
		out__lit(o, "\n");
	}
}

static int explain(struct database *d, const char *sql, enum answer_format format, struct out *o)
{
	char *whole = NULL;
	int err = asprintf(&whole, "EXPLAIN QUERY PLAN %s", sql) < 0 ? -ENOMEM : database__run(d, whole, NULL, format, o);

	free(whole);
	return err;
}

/* Returns what database__run() does; 1: leave. */
static int dot_command(struct database *d, char *line, enum answer_format format, struct out *o)
{
	char *rest = line + strcspn(line, " \t");
	const struct question *q;
	int err = 0;

	if (*rest)
		*rest++ = 0;
	rest += strspn(rest, " \t");
	q = question__find(line + 1);
	out__line_begin(o);
	if (!strcmp(line, ".schema"))
		put_schema(o, rest);
	else if (!strcmp(line, ".explain"))
		err = explain(d, rest, format, o);
	else if (!strcmp(line, ".questions"))
		put_questions(o);
	else if (!strcmp(line, ".help"))
		put_str(o, help);
	else if (!strcmp(line, ".quit") || !strcmp(line, ".exit"))
		return 1;
	else if (q && q->takes_arg && !*rest)
		msg__error("%s needs a value", line);
	else if (q)
		err = database__run(d, q->sql, *rest ? rest : NULL, format, o);
	else
		msg__error("unknown command '%s': .help lists them", line);
	out__line_begin(o);
	out__flush(o);
	return err;
}

/* -- The prompt ------------------------------------------------------------------------------------------------------- */

/* A statement that is complete is executed, and forgotten. */
static int take_line(struct database *d, char *line, struct buf *sql, enum answer_format format, struct out *o)
{
	int err;

	if (!sql->len && line[0] == '.')
		return dot_command(d, line, format, o);
	if (sql->len)
		sql->p[sql->len - 1] = '\n';
	buf__add_text(sql, line);
	if (sql->failed)
		return msg__no_memory();
	if (!sqlite->complete((const char *)sql->p))
		return 0;
	err = database__run(d, (const char *)sql->p, NULL, format, o);
	sql->len = 0;
	return err;
}

int prompt__run(struct database *d, enum answer_format format, struct out *o)
{
	bool terminal = isatty(STDIN_FILENO);
	struct buf sql = { 0 };
	char *history, *line;
	int err = 0;

	load_edit();
	history = history_file();
	if (history)
		edit.read_history(history);
	while (err <= 0 && (line = read_line(sql.len ? MORE : PROMPT))) {
		if (history && *line)
			edit.add_history(line);
		if (terminal)
			interrupt__count = 0;	/* of the statement before, or while the line was edited */
		err = take_line(d, line, &sql, format, o);
		free(line);
		if (terminal && err == -EINTR) {
			fputs("interrupted\n", stderr);
		} else if (o->err || (err < 0 && !terminal)) {
			break;
		}
	}
	if (err >= 0 && sql.len && sql.p[strspn((const char *)sql.p, " \t\n")])
		err = database__run(d, (const char *)sql.p, NULL, format, o);
	if (terminal)
		interrupt__count = 0;
	if (history)
		edit.write_history(history);
	free(history);
	buf__free(&sql);
	return err > 0 || (terminal && !o->err) ? 0 : err;
}
