// SPDX-License-Identifier: BSD-2-Clause
/* prompt.c - reads statements and dot commands from the user, and executes them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "database.h"
#include "lib/buf.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "line_edit.h"
#include "syscalltbl/nearest.h"
#include "writers/text.h"

#define PROMPT "trace> "
#define MORE "   ...> "
#define BLANKS " \t"

static const char help[] =
	".schema [TABLE]     tables and their columns\n"
	".explain STATEMENT  how it is executed\n"
	".questions          ready questions; .NAME [VALUE] asks one\n"
	".quit               leaves\n"
	"Anything else is SQL, up to a semicolon.\n";

/* -- Dot commands ----------------------------------------------------------------------------------------------------- */

static void put_schema(struct out *o, const char *name)
{
	struct nearest near = { .word = name };
	bool any = false;

	for (unsigned i = 0; i < TABLES; i++) {
		nearest__offer(&near, tables[i].name);
		if (!*name || !strcmp(tables[i].name, name)) {
			table__put_ddl(o, &tables[i], true);
			any = true;
		}
	}
	if (!any && near.best)
		msg__error("no such table: '%s', did you mean '%s'?", name, near.best);
	else if (!any)
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

static int explain(struct database *d, const char *sql, struct out *o)
{
	if (*sql)
		return database__explain(d, sql, o);
	msg__error(".explain needs a statement");
	return -EINVAL;
}

static int refuse(const char *word)
{
	static const char *const commands[] = { "schema", "explain", "questions", "help", "quit" };
	struct nearest near = { .word = word + 1 };

	for (unsigned i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		nearest__offer(&near, commands[i]);
	for (unsigned i = 0; i < nquestions; i++)
		nearest__offer(&near, questions[i].name);
	if (near.best)
		msg__error("unknown command '%s', did you mean '.%s'?", word, near.best);
	else
		msg__error("unknown command '%s': .help lists them", word);
	return -EINVAL;
}

static int ask(struct database *d, const struct question *q, const char *value, enum answer_format format, struct out *o)
{
	if (!q->takes_arg == !*value)
		return database__run(d, q->sql, *value ? value : NULL, format, o);
	if (*value)
		msg__error(".%s takes no value", q->name);
	else
		msg__error(".%s needs a value", q->name);
	return -EINVAL;
}

static bool is_one_of(const char *word, const char *a, const char *b)
{
	return !strcmp(word, a) || !strcmp(word, b);
}

/* A semicolon and blanks at the end are no part of a value. */
static void cut_end(char *s)
{
	size_t len = strlen(s);

	while (len && strchr(BLANKS ";", s[len - 1]))
		s[--len] = 0;
}

/* Returns what database__run() does; 1: leave. */
static int dot_command(struct database *d, char *line, enum answer_format format, struct out *o)
{
	char *rest = line + strcspn(line, BLANKS ";");
	const struct question *q;
	int err = 0;

	cut_end(rest);
	if (*rest)
		*rest++ = 0;
	rest += strspn(rest, BLANKS);
	q = question__find(line + 1);
	out__line_begin(o);
	if (!strcmp(line, ".schema"))
		put_schema(o, rest);
	else if (!strcmp(line, ".explain"))
		err = explain(d, rest, o);
	else if (!strcmp(line, ".questions"))
		put_questions(o);
	else if (is_one_of(line, ".help", "help"))
		put_str(o, help);
	else if (is_one_of(line, ".quit", ".exit") || is_one_of(line, "quit", "exit"))
		return 1;
	else
		err = q ? ask(d, q, rest, format, o) : refuse(line);
	out__line_begin(o);
	out__flush(o);
	return err;
}

/* Words that others' prompts know without a dot, too. No statement begins so. */
static bool is_command(const char *line)
{
	size_t len = strcspn(line, BLANKS ";");
	bool named = len == 4 && (!strncmp(line, "quit", 4) || !strncmp(line, "exit", 4) || !strncmp(line, "help", 4));

	return *line == '.' || (named && !line[strspn(line + len, BLANKS ";") + len]);
}

/* -- The prompt ------------------------------------------------------------------------------------------------------- */

/* A statement that is complete is executed, and forgotten. */
static int take_line(struct database *d, char *line, struct buf *sql, enum answer_format format, struct out *o)
{
	char *begin = line + strspn(line, BLANKS);
	int err;

	if (!sql->len && is_command(begin)) {
		line_edit__remember(line);
		return dot_command(d, begin, format, o);
	}
	if (!sql->len && !*begin)
		return 0;
	if (sql->len)
		sql->p[sql->len - 1] = '\n';
	buf__add_text(sql, line);
	if (sql->failed)
		return msg__no_memory();
	if (!sqlite->complete((const char *)sql->p))
		return 0;
	line_edit__remember((const char *)sql->p);
	err = database__run(d, (const char *)sql->p, NULL, format, o);
	sql->len = 0;
	return err;
}

static void greet(void)
{
	fprintf(stderr, ".help lists commands, .schema tables and columns%s\n", line_edit__has_history() ? "; Tab completes words" : "");
	if (!line_edit__has_history() && isatty(STDOUT_FILENO))
		msg__hint("the library libedit.so.2 (package libedit2) adds history and completion");
}

/* On a terminal errors are the user's to mend. *sql: what is left of a statement, which the end completes. */
static int read_lines(struct database *d, bool terminal, struct buf *sql, enum answer_format format, struct out *o)
{
	enum line_got got;
	char *line;
	int err = 0;

	while ((got = line_edit__read(sql->len ? MORE : PROMPT, &line)) != LINE_END) {
		if (got == LINE_INTERRUPTED) {
			sql->len = 0;
			continue;
		}
		err = take_line(d, line, sql, format, o);
		free(line);
		if (terminal && err == -EINTR)
			fputs("interrupted\n", stderr);
		if (terminal && interrupt__count) {	/* it has ended the statement alone, or drops its beginning */
			interrupt__count = 0;
			sql->len = 0;
		}
		if (err > 0 || o->err || (err < 0 && !terminal))
			return err;
	}
	return err;
}

int prompt__run(struct database *d, enum answer_format format, struct out *o)
{
	bool terminal = isatty(STDIN_FILENO);
	struct buf sql = { 0 };
	int err;

	line_edit__open(complete__word);
	if (terminal)
		greet();
	err = read_lines(d, terminal, &sql, format, o);
	if (err <= 0 && (terminal || !err) && !o->err && sql.len)
		err = database__run(d, (const char *)sql.p, NULL, format, o);
	line_edit__close();
	buf__free(&sql);
	return err > 0 || (terminal && !o->err) ? 0 : err;
}
