// SPDX-License-Identifier: BSD-2-Clause
/* line_edit.c - owns libedit's functions, the history and its file. */
#include "line_edit.h"

#include <dlfcn.h>
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "lib/interrupt.h"

#define LIBRARY "libedit.so.2"
#define HISTORY "/.trace_query_history"
#define HISTORY_MAX 1000	/* entries of its file */
#define AGAIN_US 50000
#define BREAKS " \t\n\"'`;,()=<>+-*/%|&"	/* between words */

typedef char *generator(const char *word, int state);

static struct {
	char *(*readline)(const char *prompt);
	int (*add_history)(const char *line);
	int (*read_history)(const char *file);
	int (*write_history)(const char *file);
	int (*stifle_history)(int max);
	char **(*completion_matches)(const char *word, generator *g);
	char **(**attempted)(const char *word, int start, int end);
	const char **breaks;
	char **line;
	int *append, *over, *catch_signals;
} edit;

static const struct { const char *name; void **to; } symbols[] = {
	{ "readline", (void **)&edit.readline }, { "add_history", (void **)&edit.add_history }, { "read_history", (void **)&edit.read_history },
	{ "write_history", (void **)&edit.write_history }, { "stifle_history", (void **)&edit.stifle_history },
	{ "rl_completion_matches", (void **)&edit.completion_matches }, { "rl_attempted_completion_function", (void **)&edit.attempted },
	{ "rl_basic_word_break_characters", (void **)&edit.breaks }, { "rl_line_buffer", (void **)&edit.line },
	{ "rl_completion_append_character", (void **)&edit.append }, { "rl_attempted_completion_over", (void **)&edit.over },
	{ "rl_catch_signals", (void **)&edit.catch_signals },
};

static line_completion *completion;
static size_t word_at;
static char *history, *last;
static volatile sig_atomic_t ended_by;	/* the signal that ends the line */

/* -- Completion ------------------------------------------------------------------------------------------------------- */

static char *next_word(const char *word, int state)
{
	static unsigned n;

	n = state ? n + 1 : 0;
	return completion(*edit.line, word_at, word, n);
}

/* Names of files come only where a path is typed. After what opens a parenthesis there is no space. */
static char **complete(const char *word, int start, int end)
{
	char **found;

	(void)end;
	word_at = (size_t)start;
	*edit.over = !(start > 0 && strchr("/'", (*edit.line)[start - 1]));
	found = edit.completion_matches(word, next_word);
	*edit.append = found && !found[1] && strchr(found[0], '(') ? 0 : ' ';
	return found;
}

/* -- Life ------------------------------------------------------------------------------------------------------------- */

static bool load(void)
{
	void *l = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);

	for (unsigned i = 0; l && i < sizeof(symbols) / sizeof(symbols[0]); i++) {
		*symbols[i].to = dlsym(l, symbols[i].name);
		if (!*symbols[i].to)
			return false;
	}
	return l;
}

static void open_history(void)
{
	const char *home = getenv("HOME");

	if (!home || asprintf(&history, "%s" HISTORY, home) < 0) {
		history = NULL;
		return;
	}
	edit.stifle_history(HISTORY_MAX);
	edit.read_history(history);
}

void line_edit__open(line_completion *words)
{
	completion = words;
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !load()) {
		edit.readline = NULL;
		return;
	}
	*edit.attempted = complete;
	*edit.breaks = BREAKS;
	*edit.catch_signals = 0;
	setlocale(LC_CTYPE, "");
	if (MB_CUR_MAX == 1)
		setlocale(LC_CTYPE, "C.UTF-8");
	open_history();
}

bool line_edit__has_history(void)
{
	return edit.readline;
}

void line_edit__close(void)
{
	if (history)
		edit.write_history(history);
	free(history);
	free(last);
	history = last = NULL;
	edit.readline = NULL;
}

/* -- Lines ------------------------------------------------------------------------------------------------------------ */

/* What is for the user's eyes does not go into a file of answers. */
static void show(const char *text)
{
	FILE *to = isatty(STDOUT_FILENO) ? stdout : stderr;

	fputs(text, to);
	fflush(to);
}

static char *plain_line(const char *prompt, bool terminal)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t n;

	if (terminal)
		show(prompt);
	clearerr(stdin);	/* of a read that was interrupted */
	n = getline(&line, &size, stdin);
	if (n < 0) {
		free(line);
		return NULL;
	}
	if (n && line[n - 1] == '\n')
		line[n - 1] = 0;
	return line;
}

/* A read that begins after the signal, or that the library tries again, is interrupted by the timer. */
static void on_signal(int sig)
{
	const struct itimerval again = { .it_value.tv_usec = AGAIN_US, .it_interval.tv_usec = AGAIN_US };

	if (sig == SIGALRM)
		return;
	ended_by = sig;
	setitimer(ITIMER_REAL, &again, NULL);
}

/* On a terminal SIGINT drops the line, and does not end the program; SIGTERM does. */
static char *terminal_line(const char *prompt)
{
	static const int signals[] = { SIGALRM, SIGINT, SIGTERM };
	const struct sigaction sa = { .sa_handler = on_signal };
	const struct itimerval never = { 0 };
	struct sigaction old[3];
	char *line;

	ended_by = 0;
	for (unsigned i = 0; i < 3; i++)
		sigaction(signals[i], &sa, &old[i]);
	if (interrupt__count) {		/* it came before this function's handlers */
		interrupt__count = 0;
		ended_by = SIGINT;
	}
	line = ended_by ? NULL : edit.readline ? edit.readline(prompt) : plain_line(prompt, true);
	setitimer(ITIMER_REAL, &never, NULL);
	for (unsigned i = 3; i--;)
		sigaction(signals[i], &old[i], NULL);
	if (ended_by) {
		clearerr(stdout);	/* of a write that was interrupted: it was for the user's eyes */
		free(line);
		line = NULL;
	}
	if (!line)
		show("\n");
	if (ended_by == SIGTERM)
		raise(SIGTERM);
	return line;
}

enum line_got line_edit__read(const char *prompt, char **line)
{
	bool terminal = isatty(STDIN_FILENO);

	*line = terminal ? terminal_line(prompt) : plain_line(prompt, false);
	return *line ? LINE_IS : terminal && ended_by == SIGINT ? LINE_INTERRUPTED : LINE_END;
}

/* One line, so that it can be edited; a comment would end it too late. */
void line_edit__remember(const char *text)
{
	char *line = edit.readline && *text ? strdup(text) : NULL;

	for (char *p = line; p && *p && !strstr(text, "--"); p++)
		*p = *p == '\n' ? ' ' : *p;
	if (!line || (last && !strcmp(line, last))) {
		free(line);
		return;
	}
	edit.add_history(line);
	free(last);
	last = line;
}
