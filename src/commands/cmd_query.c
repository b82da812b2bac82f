// SPDX-License-Identifier: BSD-2-Clause
/* cmd_query.c - `trace query`: SQL over recordings. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "config/option_values.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "lib/output_file.h"
#include "query/database.h"
#include "recordings.h"
#include "replay_loop.h"
#include "sources/source.h"
#include "syscalltbl/nearest.h"

static const char help_head[] =
	"Usage: trace query [OPTION]... [FILE]... [STATEMENT]\n"
	"       trace query [OPTION]... [FILE]... QUESTION [VALUE]\n"
	"\n"
	"Answers SQL statements about recordings (default trace.data). Without a statement it reads them at a prompt.\n"
	"\n"
	"Options:\n"
	"      --format FORMAT          " ANSWER_FORMATS "; default: table\n"
	"  -o, --output FILE            output file (default: standard output)\n"
	"      --progress[=WHEN]        how far recordings are read: auto (on a terminal), always, never\n"
	"      --schema                 print the tables and their columns\n"
	"      --sql                    print the statement of a question instead of its answer\n"
	"  -h, --help                   this text\n"
	"\n"
	"Questions:\n";

static const char help_tail[] =
	"\n"
	"  trace query \"SELECT name, count(*) FROM calls GROUP BY name\"\n"
	"  trace query make.data who-opened /etc/passwd\n"
	"\n"
	"Manual: man trace-query, man trace-sql\n";

struct query {
	struct options opt;
	unsigned format;
	const char *output;
	bool schema, sql;
	int progress;		/* as in struct options */
	const char *statement, *arg;
};

static void print_help(FILE *to)
{
	fputs(help_head, to);
	for (unsigned i = 0; i < nquestions; i++)
		fprintf(to, "  %-12s %-15s %s\n", questions[i].name, questions[i].takes_arg ? "PATH" : "", questions[i].help);
	fputs(help_tail, to);
}

/* A statement may begin with comments, as those do that --sql prints: they are no options. */
static void drop_comments(char **argv)
{
	static char nothing[] = "";

	for (; *argv; argv++)
		while (!strncmp(*argv, "-- ", 3) || !strncmp(*argv, "--\n", 3)) {
			char *end = strchr(*argv, '\n');

			*argv = end ? end + 1 : nothing;
		}
}

/* 0: go on; 1: help was printed; -EINVAL: the message was printed. */
static int parse_options(struct query *q, int argc, char **argv)
{
	static const struct option options[] = {
		{ "format", required_argument, NULL, 'f' }, { "output", required_argument, NULL, 'o' }, { "schema", no_argument, NULL, 's' },
		{ "sql", no_argument, NULL, 'q' }, { "progress", optional_argument, NULL, 'p' }, { "help", no_argument, NULL, 'h' }, { 0 },
	};
	unsigned progress;
	int c;

	drop_comments(argv);
	opterr = 0;
	q->progress = 2;
	while ((c = getopt_long(argc, argv, "o:h", options, NULL)) >= 0)
		switch (c) {
		case 'f':
			if (value__word("--format", optarg, ANSWER_FORMATS, &q->format))
				return -EINVAL;
			break;
		case 'o': q->output = optarg; break;
		case 'p':
			progress = 1;
			if (optarg && value__word("--progress", optarg, "auto, always, never", &progress))
				return -EINVAL;
			q->progress = 2 - (int)progress;
			break;
		case 's': q->schema = true; break;
		case 'q': q->sql = true; break;
		case 'h': print_help(stdout); return 1;
		default:
			msg__error("unknown option, or one without its value: '%s'", argv[optind - 1]);
			msg__hint("trace query --help lists options");
			return -EINVAL;
		}
	return 0;
}

static bool is_file(const char *name)
{
	struct stat st;

	return !stat(name, &st);
}

/* Statements have at least two words, or are complete. */
static bool is_statement(const char *s)
{
	return strpbrk(s, " \t\n;(");
}

static bool begins_statement(const char *word)
{
	static const char *const words[] = { "SELECT", "WITH", "VALUES", "EXPLAIN" };

	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcasecmp(word, words[i]))
			return true;
	return false;
}

static int refuse(const char *word)
{
	struct nearest near = { .word = word };

	for (unsigned i = 0; i < nquestions; i++)
		nearest__offer(&near, questions[i].name);
	if (!strcmp(word, "-"))
		msg__error("a query may read a recording several times, which standard input cannot: save it to a file first");
	else if (begins_statement(word))
		msg__error("quote the statement as one word: trace query \"%s ...\"", word);
	else if (near.best)
		msg__error("'%s' is no recording, no question and no statement, did you mean '%s'?", word, near.best);
	else if (strpbrk(word, "./"))
		msg__error("cannot read '%s': %s", word, strerror(ENOENT));
	else
		msg__error("'%s' is no recording, no question and no statement", word);
	return -EINVAL;
}

static int refuse_more(const struct question *found, const char *word)
{
	if (is_file(word) && !(found && found->takes_arg))
		msg__error("recordings come before the %s: trace query %s %s", found ? "question" : "statement", word, found ? found->name : "\"SELECT ...\"");
	else if (found && !found->takes_arg)
		msg__error("'%s' is one too many: %s takes no value", word, found->name);
	else if (found)
		msg__error("'%s' is one too many: %s takes one value", word, found->name);
	else
		msg__error("'%s' is one too many: quote the statement as one word", word);
	return -EINVAL;
}

/* Recordings first, then what is asked of them. */
static int parse_words(struct query *q, int n, char **words)
{
	const struct question *found;
	int files = 0;

	while (files < n && strcmp(words[files], "-") && !question__find(words[files]) && is_file(words[files]))
		files++;
	q->opt.files = words;
	q->opt.nfiles = (unsigned)files;
	if (files == n && q->sql)
		msg__error("--sql needs a question, such as slowest");
	if (files == n)
		return q->sql ? -EINVAL : 0;
	found = question__find(words[files]);
	q->statement = found ? found->sql : words[files];
	if (!found && (q->sql || !is_statement(q->statement)))
		return refuse(words[files]);
	q->arg = n > files + 1 ? words[files + 1] : NULL;
	if (found && found->takes_arg && !q->arg && !q->sql)
		msg__error("%s needs a value: trace query %s PATH", found->name, found->name);
	else if (n > files + 1 + (found && found->takes_arg))
		return refuse_more(found, words[n - 1]);
	else
		return 0;
	return -EINVAL;
}

static int write_failed(const struct query *q, int err)
{
	if (err != -EPIPE)
		msg__error("cannot write %s: %s", q->output ? q->output : "to standard output", strerror(-err));
	return err;
}

static int print_schema(const struct query *q)
{
	int fd = q->output ? output_file__open(q->output) : STDOUT_FILENO;
	struct out o;

	if (fd < 0 || out__open(&o, fd, 1 << 15))
		return fd < 0 ? fd : msg__no_memory();
	for (unsigned i = 0; i < TABLES; i++)
		table__put_ddl(&o, &tables[i], true);
	out__line_begin(&o);
	out__flush(&o);
	if (q->output && close(fd) && !o.err)
		o.err = -errno;
	out__close(&o);
	return o.err ? write_failed(q, o.err) : 0;
}

/* Before the first statement is typed. */
static int try_recordings(struct query *q)
{
	static struct syscall_set needed;
	struct options opt = q->opt;
	struct source *source;
	int err = recordings__open(&source, &opt, &needed);

	if (!err)
		source__close(source);
	return err;
}

static int ask(struct query *q, struct database *d, struct out *o)
{
	int err;

	if (q->statement)
		return database__run(d, q->statement, q->arg, (enum answer_format)q->format, o);
	err = try_recordings(q);
	return err ? err : prompt__run(d, (enum answer_format)q->format, o);
}

static int run(struct query *q)
{
	struct query_progress progress = { .name = recordings__progress(&q->opt) };
	const struct recordings recordings = { .opt = &q->opt, .open = recordings__open, .progress = &progress };
	int fd = STDOUT_FILENO, err;
	struct database d;
	struct out o;

	err = recordings__check(&q->opt, q->output);
	if (!err)
		err = database__open(&d, &recordings);
	if (err)
		return err;
	if (q->output)
		fd = output_file__open(q->output);
	if (fd < 0 || out__open(&o, fd, 1 << 16)) {
		database__close(&d);
		return fd < 0 ? fd : msg__no_memory();
	}
	o.impatient = &interrupt__count;
	o.opt.terminal = isatty(fd);
	replay_loop__catch_signals();
	err = ask(q, &d, &o);
	database__close(&d);
	if (fd != STDOUT_FILENO && close(fd) && !o.err)
		o.err = -errno;
	if (o.err)
		err = write_failed(q, o.err);
	out__close(&o);
	if (o.err || interrupt__count)		/* at the prompt an interrupt ends a statement alone */
		replay_loop__die_like(o.err);
	return err;
}

int cmd_query(int argc, char **argv)
{
	static struct query q;
	char *none[] = { argv[0], NULL };
	int err = parse_options(&q, argc, argv), words = optind;

	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	if (q.schema)
		return print_schema(&q) ? EXIT_TRACER : 0;
	if (options__parse_for(&q.opt, IN_REPLAY, 1, none) || parse_words(&q, argc - words, argv + words))
		return EXIT_TRACER;
	q.opt.progress = q.progress;
	if (q.sql && q.statement) {
		fputs(q.statement, stdout);
		return 0;
	}
	return run(&q) ? EXIT_TRACER : 0;
}
