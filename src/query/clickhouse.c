// SPDX-License-Identifier: BSD-2-Clause
/* clickhouse.c - owns the connection to a server, and what is known of the blocks that it has. */
#include "clickhouse.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/http.h"
#include "lib/msg.h"
#include "lib/vec.h"

#define DEFAULT_PORT "8123"
#define TRIES 6				/* of a request, with pauses of 0.1 s, 0.2 s, … between them: some 3 s together */
#define PAUSE_US 100000u
#define PROMPT_S 15			/* longest wait for an answer that needs no data, */
#define QUESTION_S 60			/* for one that counts rows, */
#define INSERT_S 120			/* and for that to an INSERT */
#define RUNNING_TRIES 600		/* how often is looked whether INSERTs are still running */
#define NO_COLUMN 16			/* the server's error: the table lacks a column */
#define STILL 2				/* none is running: so many looks in turn have found none */

/* Rows that the server has of a block. */
struct loaded {
	uint32_t block;
	unsigned rows;
};

struct clickhouse {
	const char *url_text;
	struct http_url url;
	struct http http;
	char *database, *headers;
	char recording[64], host[72];
	struct {
		bool known;
		struct loaded *of;	/* n of them, by block */
		size_t n;
	} loaded[TABLES];
	struct buf target, statement, body, answer;
	bool connected;		/* at the last request */
	bool quiet;		/* no INSERT of the recording is running but by this loader */
	uint64_t rows, present;
	volatile bool interrupted;
};

/* -- Requests ---------------------------------------------------------------------------------------------------------- */

static void make_target(struct clickhouse *c, const char *id)
{
	c->target.len = 0;
	buf__add(&c->target, "/?database=", 11);
	http__put_escaped(&c->target, c->database);
	buf__add(&c->target, "&insert_distributed_sync=1&query=", 33);
	http__put_escaped(&c->target, (const char *)c->statement.p);
	if (id) {
		buf__add(&c->target, "&query_id=", 10);
		http__put_escaped(&c->target, id);
	}
	buf__add(&c->target, "", 1);
}

static int connect_again(struct clickhouse *c)
{
	const char *why = NULL;
	int err = c->http.fd >= 0 ? 0 : http__connect(&c->http, &c->url, &why);

	if (err && why) {
		msg__error("cannot connect to '%s': %s", c->url_text, why);
		return -EINVAL;
	}
	return err;
}

/* Number of the server's error: "Code: 60, e.displayText() = …". 0: it is none. */
static unsigned code_of(const struct buf *answer)
{
	const char *s = strstr((const char *)answer->p, "Code: ");

	return s ? (unsigned)strtoul(s + 6, NULL, 10) : 0;
}

/* Errors that pass: too busy, out of memory now, another server of the cluster is away. */
static bool passes(unsigned code)
{
	static const unsigned codes[] = { 159, 202, 209, 210, 216, 241, 252, 279, 319 };

	for (unsigned i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
		if (codes[i] == code)
			return true;
	return false;
}

static int refuse(struct clickhouse *c)
{
	char *text = (char *)c->answer.p;
	unsigned code = code_of(&c->answer);

	text[strcspn(text, "\r\n")] = 0;
	for (char *at = text; *at; at++)
		if (iscntrl((unsigned char)*at))	/* for a terminal */
			*at = '?';
	msg__error("'%s': the server refuses: %.300s", c->url_text, *text ? text : "without a reason");
	if (code == 60)
		msg__hint("make the tables first: trace convert --schema clickhouse | clickhouse-client -n -d DATABASE");
	else if (code == 193 || code == 194 || code == 516 || code == 192)
		msg__hint("user and password are those of CLICKHOUSE_USER and CLICKHOUSE_PASSWORD");
	return -EPROTO;
}

/* One request. 0; -EAGAIN: it may be tried again; another -errno: the message was printed. */
static int ask_once(struct clickhouse *c, int *cause)
{
	int got = connect_again(c);

	if (got == -EINVAL)
		return got;
	c->connected = !got;
	if (!got)
		got = http__post(&c->http, &c->url, (const char *)c->target.p, c->headers, c->body.p, c->body.len, &c->answer);
	*cause = got < 0 ? got : 0;
	if (got == 200)
		return 0;
	if (got == -ENOMEM)
		return msg__no_memory();
	return got < 0 || passes(code_of(&c->answer)) ? -EAGAIN : refuse(c);
}

static int give_up(struct clickhouse *c, int cause)
{
	if (c->interrupted)
		return -EINTR;
	if (!cause)
		return refuse(c);
	if (cause == -ETIMEDOUT && c->connected)
		msg__error("'%s' accepts connections, but does not answer: waited %u s", c->url_text, c->http.wait_s);
	else if (cause == -EPROTO || cause == -E2BIG)
		msg__error("'%s': what answers is no ClickHouse server: it does not speak HTTP as that does; the port is that of http_port, 8123", c->url_text);
	else
		msg__error("cannot reach '%s': %s", c->url_text, strerror(-cause));
	msg__hint("run it again when the server is there: what it has is not loaded twice");
	return cause;
}

/* Tries again what changes nothing, but not what was waited for in vain. The statement is in c->statement. */
static int ask(struct clickhouse *c, unsigned wait_s)
{
	int err = -EAGAIN, cause = 0;

	buf__add(&c->statement, "", 1);
	c->body.len = 0;
	c->http.wait_s = wait_s;
	make_target(c, NULL);
	for (unsigned i = 0; err == -EAGAIN && cause != -ETIMEDOUT && i < TRIES && !c->interrupted; i++) {
		if (i)
			usleep(PAUSE_US * i);
		err = ask_once(c, &cause);
	}
	return err == -EAGAIN ? give_up(c, cause) : err;
}

static void say(struct buf *b, const char *text)
{
	buf__add(b, text, strlen(text));
}

/* 'TEXT', with backslashes before what would end it. */
static void say_quoted(struct buf *b, const char *text)
{
	say(b, "'");
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			say(b, "\\");
		buf__add(b, text, 1);
	}
	say(b, "'");
}

/* -- What the server has ----------------------------------------------------------------------------------------------- */

static int await_inserts(struct clickhouse *c)
{
	unsigned still = 0;
	int err = 0;

	for (unsigned i = 0; i < RUNNING_TRIES && still < STILL && !err; i++) {
		if (i)
			usleep(PAUSE_US);
		c->statement.len = 0;
		say(&c->statement, "SELECT count() FROM system.processes WHERE query_id LIKE ");
		say_quoted(&c->statement, c->recording);
		c->statement.len--;
		say(&c->statement, "-%'");
		err = ask(c, PROMPT_S);
		still = !err && atoi((const char *)c->answer.p) == 0 ? still + 1 : 0;
	}
	if (!err && still < STILL) {
		msg__error("'%s': an INSERT of the same recording is still running", c->url_text);
		err = -EBUSY;
	}
	return err;
}

static int by_block(const void *a, const void *b)
{
	uint32_t x = ((const struct loaded *)a)->block, y = ((const struct loaded *)b)->block;

	return (x > y) - (x < y);
}

static int read_loaded(struct clickhouse *c, enum table_id t)
{
	char *s = (char *)c->answer.p;

	c->loaded[t].n = 0;
	while (*s) {
		struct loaded l = { .block = (uint32_t)strtoul(s, &s, 10) };

		l.rows = (unsigned)strtoul(s, &s, 10);
		s += strspn(s, "\r\n");
		if (!VEC_MORE(c->loaded[t].of, c->loaded[t].n, 1))
			return msg__no_memory();
		c->loaded[t].of[c->loaded[t].n++] = l;
		if (*s && (*s < '0' || *s > '9'))
			return refuse(c);
	}
	qsort(c->loaded[t].of, c->loaded[t].n, sizeof(struct loaded), by_block);
	c->loaded[t].known = true;
	return 0;
}

static int learn(struct clickhouse *c, enum table_id t)
{
	int err = c->quiet ? 0 : await_inserts(c);

	c->quiet = !err;
	if (err)
		return err;
	c->statement.len = 0;
	say(&c->statement, "SELECT block, count() FROM ");
	say(&c->statement, tables[t].name);
	say(&c->statement, " WHERE host = ");
	say_quoted(&c->statement, c->host);
	say(&c->statement, " AND recording = ");
	say_quoted(&c->statement, c->recording);
	say(&c->statement, " GROUP BY block FORMAT TabSeparated");
	err = ask(c, QUESTION_S);
	return err ? err : read_loaded(c, t);
}

static unsigned rows_of(const struct clickhouse *c, enum table_id t, uint32_t block)
{
	const struct loaded key = { .block = block }, *l = NULL;

	if (c->loaded[t].n)
		l = bsearch(&key, c->loaded[t].of, c->loaded[t].n, sizeof(key), by_block);
	return l ? l->rows : 0;
}

static void forget(struct clickhouse *c)
{
	for (unsigned i = 0; i < TABLES; i++)
		c->loaded[i].known = false;
	c->quiet = false;
}

/* -- Inserting --------------------------------------------------------------------------------------------------------- */

static void make_insert(struct clickhouse *c, enum table_id t, uint32_t number)
{
	char id[128];

	c->statement.len = 0;
	say(&c->statement, "INSERT INTO ");
	say(&c->statement, tables[t].name);
	say(&c->statement, " (" NATIVE_ORIGIN);
	for (unsigned i = 0; i < tables[t].ncolumns; i++) {
		say(&c->statement, ", ");
		say(&c->statement, tables[t].columns[i].name);
	}
	say(&c->statement, ") FORMAT Native");
	buf__add(&c->statement, "", 1);
	snprintf(id, sizeof(id), "%s-%s-%u", c->recording, tables[t].name, number);
	make_target(c, id);
}

/* 0; -EAGAIN: it is not known whether the server has the block; another -errno: the message was printed. */
static int insert_once(struct clickhouse *c, enum table_id t, const struct native_block *b, uint32_t number, int *cause)
{
	const struct native_origin of = { .recording = c->recording, .block = number };
	unsigned had;
	int err = c->loaded[t].known ? 0 : learn(c, t);

	if (err)
		return err;
	had = rows_of(c, t, number);
	if (had >= b->rows) {
		c->present += b->rows;
		return 0;
	}
	make_insert(c, t, number);
	c->body.len = 0;
	native_block__put(b, &of, had, &c->body);
	if (c->body.failed || c->target.failed)
		return msg__no_memory();
	c->http.wait_s = INSERT_S;
	err = ask_once(c, cause);
	if (!err)
		c->rows += b->rows - had;
	return err;
}

static bool has_line(const char *lines, const char *line)
{
	size_t len = strlen(line), n;

	for (; *lines; lines += n + (lines[n] == '\n')) {
		n = strcspn(lines, "\n");
		if (n == len && !memcmp(lines, line, n))
			return true;
	}
	return false;
}

/* An earlier version of trace has made the table: how to add what it lacks. */
static void say_lacking(struct clickhouse *c, enum table_id t)
{
	struct buf lacking = { 0 };

	c->statement.len = 0;
	say(&c->statement, "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = ");
	say_quoted(&c->statement, tables[t].name);
	if (ask(c, PROMPT_S))
		return;
	for (unsigned i = 0; i < tables[t].ncolumns; i++) {
		const struct column *of = &tables[t].columns[i];

		if (has_line((const char *)c->answer.p, of->name))
			continue;
		say(&lacking, lacking.len ? ", ADD COLUMN " : "ADD COLUMN ");
		say(&lacking, of->name);
		say(&lacking, " ");
		say(&lacking, native_block__type(of));
	}
	buf__add(&lacking, "", 1);
	if (lacking.len > 1 && !lacking.failed)
		msg__hint("an earlier version of trace made the table; in a cluster alter %s_local first, on each server: ALTER TABLE %s %s", tables[t].name,
			  tables[t].name, (const char *)lacking.p);
	buf__free(&lacking);
}

int clickhouse__insert(struct clickhouse *c, enum table_id t, const struct native_block *b, uint32_t number)
{
	int err = -EAGAIN, cause = 0;

	for (unsigned i = 0; err == -EAGAIN && i < TRIES && !c->interrupted; i++) {
		if (i) {
			usleep(PAUSE_US * i);
			forget(c);
		}
		err = insert_once(c, t, b, number, &cause);
	}
	if (err == -EPROTO && code_of(&c->answer) == NO_COLUMN)
		say_lacking(c, t);
	return err == -EAGAIN ? give_up(c, cause) : err;
}

/* -- Life -------------------------------------------------------------------------------------------------------------- */

static bool is_header_text(const char *s)
{
	return !s || !strpbrk(s, "\r\n");
}

static int make_headers(struct clickhouse *c)
{
	const char *user = getenv("CLICKHOUSE_USER"), *password = getenv("CLICKHOUSE_PASSWORD");

	if (!is_header_text(user) || !is_header_text(password)) {
		msg__error("CLICKHOUSE_USER or CLICKHOUSE_PASSWORD has more than one line");
		return -EINVAL;
	}
	if (asprintf(&c->headers, "%s%s%s%s%s%s", user ? "X-ClickHouse-User: " : "", user ? user : "", user ? "\r\n" : "",
		     password ? "X-ClickHouse-Key: " : "", password ? password : "", password ? "\r\n" : "") < 0)
		return msg__no_memory();
	return 0;
}

static int refuse_url(const char *url)
{
	if (strchr(url, '@'))		/* others can see the command line */
		msg__error("the URL has a user: give CLICKHOUSE_USER and CLICKHOUSE_PASSWORD in the environment instead");
	else
		msg__error("'%s' is no URL of the kind http://HOST:8123/DATABASE", url);
	return -EINVAL;
}

int clickhouse__check_url(const char *url)
{
	struct http_url u;

	return http_url__read(&u, url, DEFAULT_PORT) && !strpbrk(u.path, "/?") ? 0 : refuse_url(url);
}

static int read_url(struct clickhouse *c, const char *url)
{
	int err = clickhouse__check_url(url);

	c->url_text = url;
	if (err)
		return err;
	http_url__read(&c->url, url, DEFAULT_PORT);
	c->database = strdup(*c->url.path ? c->url.path : "default");
	return c->database ? 0 : msg__no_memory();
}

int clickhouse__open(struct clickhouse **out, const char *url)
{
	struct clickhouse *c = calloc(1, sizeof(*c));
	int err = c ? 0 : msg__no_memory();

	if (err)
		return err;
	c->http.fd = -1;
	err = read_url(c, url);
	if (!err)
		err = make_headers(c);
	if (!err) {
		say(&c->statement, "SELECT 1");
		err = ask(c, PROMPT_S);
	}
	if (err) {
		clickhouse__close(c);
		return err;
	}
	*out = c;
	return 0;
}

void clickhouse__begin(struct clickhouse *c, const char *recording, const char *host)
{
	snprintf(c->recording, sizeof(c->recording), "%s", recording);
	snprintf(c->host, sizeof(c->host), "%s", host);
}

void clickhouse__interrupt(struct clickhouse *c)
{
	c->interrupted = true;
	if (c->http.fd >= 0)
		shutdown(c->http.fd, SHUT_RDWR);
}

uint64_t clickhouse__rows(const struct clickhouse *c)
{
	return c->rows;
}

uint64_t clickhouse__present(const struct clickhouse *c)
{
	return c->present;
}

void clickhouse__close(struct clickhouse *c)
{
	if (!c)
		return;
	http__close(&c->http);
	for (unsigned i = 0; i < TABLES; i++)
		free(c->loaded[i].of);
	buf__free(&c->target);
	buf__free(&c->statement);
	buf__free(&c->body);
	buf__free(&c->answer);
	free(c->database);
	free(c->headers);
	free(c);
}
