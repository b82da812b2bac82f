// SPDX-License-Identifier: BSD-2-Clause
/* complete.c - the words that may stand where the cursor is: of SQL, tables, columns and the prompt's commands. */
#include <stdlib.h>
#include <string.h>

#include "database.h"

static const char *const keywords[] = {
	"SELECT", "FROM", "WHERE", "GROUP BY", "ORDER BY", "HAVING", "LIMIT", "JOIN", "LEFT JOIN", "USING", "DISTINCT", "AS", "AND", "OR", "NOT", "IN", "IS",
	"NULL", "LIKE", "GLOB", "BETWEEN", "DESC", "WITH", "UNION ALL", "count(", "sum(", "avg(", "min(", "max(", "round(", "coalesce(", "group_concat(",
};
static const char *const commands[] = { ".schema", ".explain", ".questions", ".help", ".quit" };

/* A search for the n-th word that begins so. */
struct words {
	const char *begin;
	size_t len;
	unsigned n;		/* how many are to come before it */
	const char *found;
};

static void offer(struct words *w, const char *word)
{
	if (!w->found && !strncasecmp(word, w->begin, w->len) && !w->n--)
		w->found = word;
}

/* Is there the word in the first `len` bytes? */
static bool names(const char *text, size_t len, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= len; i++)
		if (!strncasecmp(text + i, word, n) && (!i || strchr(" \t,(", text[i - 1])) && strchr(" \t,;).", text[i + n]))
			return true;
	return false;
}

/* Several tables have the same columns: each is offered once. */
static bool is_first(unsigned set, unsigned table, unsigned column)
{
	for (unsigned t = 0; t < table; t++)
		for (unsigned c = 0; set >> t & 1 && c < tables[t].ncolumns; c++)
			if (!strcmp(tables[t].columns[c].name, tables[table].columns[column].name))
				return false;
	return true;
}

/* Of the tables in the set, a bit each. */
static void offer_columns(struct words *w, unsigned set)
{
	for (unsigned t = 0; t < TABLES; t++)
		for (unsigned c = 0; set >> t & 1 && c < tables[t].ncolumns; c++)
			if (is_first(set, t, c))
				offer(w, tables[t].columns[c].name);
}

static void offer_tables(struct words *w)
{
	for (unsigned t = 0; t < TABLES; t++)
		offer(w, tables[t].name);
}

/* Those that the line names; all, if it names none. */
static unsigned tables_of(const char *line)
{
	unsigned set = 0;

	for (unsigned t = 0; t < TABLES; t++)
		if (names(line, strlen(line), tables[t].name))
			set |= 1u << t;
	return set ? set : (1u << TABLES) - 1;
}

/* Does the word stand behind this one? */
static bool is_behind(const char *line, size_t at, const char *word)
{
	size_t n = strlen(word);

	while (at && (line[at - 1] == ' ' || line[at - 1] == '\t'))
		at--;
	return at >= n && !strncasecmp(line + at - n, word, n) && (at == n || line[at - n - 1] == ' ');
}

static void offer_commands(struct words *w)
{
	for (unsigned i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		offer(w, commands[i]);
	w->begin++;
	w->len--;
	for (unsigned i = 0; i < nquestions; i++)
		offer(w, questions[i].name);
}

static void offer_sql(struct words *w, const char *line)
{
	for (unsigned i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++)
		offer(w, keywords[i]);
	offer_tables(w);
	offer_columns(w, tables_of(line));
}

static char *joined(const char *head, size_t len, const char *tail)
{
	char *s = malloc(len + strlen(tail) + 1);

	if (s) {
		memcpy(s, head, len);
		strcpy(s + len, tail);
	}
	return s;
}

char *complete__word(const char *line, size_t at, const char *word, unsigned n)
{
	const char *dot = strrchr(word, '.');
	size_t head = dot ? (size_t)(dot + 1 - word) : 0;
	struct words w = { .begin = word, .len = strlen(word), .n = n };

	if (word[0] == '.' && strspn(line, " \t") == at) {
		offer_commands(&w);
		head = w.found && w.found[0] != '.';
	} else if (dot) {			/* of a table, or of its alias */
		w.begin = dot + 1;
		w.len = strlen(w.begin);
		offer_columns(&w, tables_of(line));
	} else if (is_behind(line, at, "FROM") || is_behind(line, at, "JOIN") || is_behind(line, at, ".schema")) {
		offer_tables(&w);
	} else {
		offer_sql(&w, line);
	}
	return w.found ? joined(word, head, w.found) : NULL;
}
