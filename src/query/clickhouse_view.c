// SPDX-License-Identifier: BSD-2-Clause
/*
 * clickhouse_view.c - a recording's rows for ClickHouse: loaded into a server's tables, or in a file a table.
 *
 * Rows are collected in blocks, which another thread sends while the next are filled. Invariant: a block belongs to the one thread or the other;
 * the queue, `free` and `err` are under the lock. Where blocks begin and end depends on the recording and the options alone.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "clickhouse.h"
#include "config/options.h"
#include "lib/hash.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "lib/output_file.h"
#include "lib/thread.h"
#include "lib/ulimits.h"
#include "recording/file_header.h"
#include "row_of.h"
#include "views/views.h"

#define BLOCK_ROWS 131072		/* of a block, at most, */
#define BLOCK_BYTES (16u << 20)
#define QUEUE 2				/* blocks that wait to be sent */
/* Tables that are loaded without --tables: args, strings and fds have several rows a call, whose texts `calls` has, too. */
#define DEFAULT_TABLES (((1u << TABLES) - 1) & ~(1u << TABLE_ARGS | 1u << TABLE_STRINGS | 1u << TABLE_FDS))
#define DAY_NS 86400000000000
#define LOOK_NS 100000000		/* how often the waiting thread looks for interrupts */

struct queued {
	struct native_block block;
	enum table_id table;
	uint32_t number;
};

struct clickhouse_view {
	struct rows rows;
	const struct options *opt;
	const struct origin *origin;
	struct clickhouse *server;	/* NULL: files */
	int files[TABLES];		/* -1: not open yet */
	char recording[20];
	struct native_block blocks[TABLES];
	uint32_t numbers[TABLES];	/* of the blocks */
	int ts_column[TABLES];		/* -1: none */
	int64_t day[TABLES];		/* of the rows in the block: those of another are of another partition */
	pthread_t thread;
	bool running;
	pthread_mutex_t lock;
	pthread_cond_t change;
	struct queued queue[QUEUE];
	unsigned nqueued;		/* the first is being sent */
	bool done;			/* nothing more will come */
	int err;
};

static struct clickhouse_view *view_of(struct view *v)
{
	return (struct clickhouse_view *)v;
}

/* -- Files ------------------------------------------------------------------------------------------------------------- */

static int open_file(struct clickhouse_view *v, enum table_id t)
{
	char *path;

	if (v->files[t] >= 0)
		return 0;
	if (asprintf(&path, "%s/%s.native", v->opt->output, tables[t].name) < 0)
		return msg__no_memory();
	v->files[t] = output_file__open(path);
	free(path);
	return v->files[t] < 0 ? v->files[t] : 0;
}

static int write_block(struct clickhouse_view *v, const struct queued *q)
{
	const struct native_origin of = { .recording = v->recording, .block = q->number };
	struct buf b = { 0 };
	int err = open_file(v, q->table);

	if (err)
		return err;
	native_block__put(&q->block, &of, 0, &b);
	err = b.failed ? msg__no_memory() : 0;
	for (size_t at = 0; !err && at < b.len;) {
		ssize_t n = write(v->files[q->table], b.p + at, b.len - at);

		if (n < 0 && errno != EINTR) {
			err = -errno;
			msg__error("cannot write '%s/%s.native': %s", v->opt->output, tables[q->table].name, ulimits__why(err));
		}
		at += n > 0 ? (size_t)n : 0;
	}
	buf__free(&b);
	return err;
}

/* -- The sending thread ------------------------------------------------------------------------------------------------ */

static bool next(struct clickhouse_view *v)
{
	bool any;

	pthread_mutex_lock(&v->lock);
	while (!v->nqueued && !v->done)
		pthread_cond_wait(&v->change, &v->lock);
	any = v->nqueued && !v->err;
	pthread_mutex_unlock(&v->lock);
	return any;
}

/* The block that was sent goes behind the others: its memory is used again. */
static void sent(struct clickhouse_view *v, int err)
{
	struct queued q = v->queue[0];

	pthread_mutex_lock(&v->lock);
	native_block__clear(&q.block);
	memmove(v->queue, v->queue + 1, (QUEUE - 1) * sizeof(q));
	v->queue[QUEUE - 1] = q;
	v->nqueued--;
	__atomic_store_n(&v->err, v->err ? v->err : err, __ATOMIC_RELAXED);
	pthread_cond_signal(&v->change);
	pthread_mutex_unlock(&v->lock);
}

static void *send_blocks(void *arg)
{
	struct clickhouse_view *v = arg;

	while (next(v)) {
		const struct queued *q = &v->queue[0];

		sent(v, v->server ? clickhouse__insert(v->server, q->table, &q->block, q->number) : write_block(v, q));
	}
	return NULL;
}

static int start(struct clickhouse_view *v)
{
	int err = thread__start(&v->thread, send_blocks, v);

	v->running = !err;
	if (err)
		msg__error("cannot start a thread: %s", ulimits__why(err));
	return err;
}

/* -- The reading thread ------------------------------------------------------------------------------------------------ */

static int error(const struct clickhouse_view *v)
{
	return __atomic_load_n(&v->err, __ATOMIC_RELAXED);
}

/* Waits for a change. A second interrupt gives up what is being sent. */
static void wait_for_change(struct clickhouse_view *v)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += LOOK_NS;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_cond_timedwait(&v->change, &v->lock, &until);
	if (interrupt__count > 1 && v->server)
		clickhouse__interrupt(v->server);
}

static void set_error(struct clickhouse_view *v, int err)
{
	pthread_mutex_lock(&v->lock);
	__atomic_store_n(&v->err, v->err ? v->err : err, __ATOMIC_RELAXED);
	pthread_cond_signal(&v->change);
	pthread_mutex_unlock(&v->lock);
}

/* Exchanges the block for an empty one of the queue's. */
static void hand_over(struct clickhouse_view *v, enum table_id t)
{
	struct queued *q;
	struct native_block empty;

	if (!v->blocks[t].rows)
		return;
	pthread_mutex_lock(&v->lock);
	while (v->nqueued == QUEUE && !v->err)
		wait_for_change(v);
	if (!v->err) {
		q = &v->queue[v->nqueued++];
		empty = q->block;
		*q = (struct queued){ .block = v->blocks[t], .table = t, .number = ++v->numbers[t] };
		v->blocks[t] = empty;
		pthread_cond_signal(&v->change);
	}
	pthread_mutex_unlock(&v->lock);
	/* Blocks of different tables have different columns: memory is used again only for the same. */
	if (v->blocks[t].table == &tables[t]) {
		native_block__clear(&v->blocks[t]);
		return;
	}
	if (v->blocks[t].columns)
		native_block__close(&v->blocks[t]);
	if (native_block__open(&v->blocks[t], &tables[t]))
		set_error(v, msg__no_memory());
	v->blocks[t].host = v->origin->host;
}

/* A new day begins a new partition. */
static void look_at_day(struct clickhouse_view *v, enum table_id t, struct row_of *row)
{
	int64_t day;

	if (v->ts_column[t] < 0)
		return;
	day = table__value(&tables[t], (unsigned)v->ts_column[t], row).integer / DAY_NS;
	if (v->blocks[t].rows && day != v->day[t])
		hand_over(v, t);
	v->day[t] = day;
}

static void take_row(struct rows *r, enum table_id t, struct row_of *row)
{
	struct clickhouse_view *v = (struct clickhouse_view *)r;
	struct native_block *b = &v->blocks[t];

	if (error(v))
		return;
	look_at_day(v, t, row);
	native_block__add(b, row);
	if (b->failed)
		set_error(v, msg__no_memory());
	else if (b->rows == BLOCK_ROWS || b->bytes >= BLOCK_BYTES)
		hand_over(v, t);
}

/* -- Life -------------------------------------------------------------------------------------------------------------- */

/* Is it an option that does not change what rows there are? *skip: its value is the next word. */
static bool is_unimportant(const char *word, bool *skip)
{
	static const char *const names[] = { "--output", "--tables", "--progress" };

	*skip = !strcmp(word, "-o") || !strcmp(word, "--output") || !strcmp(word, "--tables");
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strncmp(word, names[i], strlen(names[i])))
			return true;
	return !strncmp(word, "-o", 2) || !strcmp(word, "-v") || !strcmp(word, "-q");
}

/* Differs between recordings, and between sets of rows of the same: loaded with other options, it is another. */
static void name_recording(struct clickhouse_view *v, const struct view_begin *b)
{
	const struct origin *o = v->origin;
	uint64_t h = HASH_BEGIN;

	h = hash__more(h, o->host, strlen(o->host));
	h = hash__more(h, o->boot_id, strlen(o->boot_id));
	h = hash__more(h, &o->mono, sizeof(o->mono));
	h = hash__more(h, &o->real, sizeof(o->real));
	h = hash__more(h, &b->mono, sizeof(b->mono));
	h = hash__more(h, &b->real, sizeof(b->real));
	for (int i = 1; i < v->opt->argc - (int)v->opt->nfiles; i++) {
		bool skip = false;

		if (!is_unimportant(v->opt->argv[i], &skip))
			h = hash__more(h, v->opt->argv[i], strlen(v->opt->argv[i]) + 1);
		i += skip;
	}
	snprintf(v->recording, sizeof(v->recording), "%016llx", (unsigned long long)h);
}

static void clickhouse_view__begin(struct view *view, const struct view_begin *b)
{
	struct clickhouse_view *v = view_of(view);

	rows__begin(view, b);
	name_recording(v, b);
	if (v->server)
		clickhouse__begin(v->server, v->recording, v->origin->host);
	if (start(v))
		set_error(v, -EAGAIN);
}

static void close_all(struct view *view)
{
	struct clickhouse_view *v = view_of(view);

	for (unsigned i = 0; i < TABLES; i++) {
		native_block__close(&v->blocks[i]);
		if (v->files[i] >= 0)
			close(v->files[i]);
	}
	for (unsigned i = 0; i < QUEUE; i++)
		if (v->queue[i].block.columns)
			native_block__close(&v->queue[i].block);
	clickhouse__close(v->server);
	rows__close(&v->rows);
	pthread_mutex_destroy(&v->lock);
	pthread_cond_destroy(&v->change);
	free(v);
}

static int open_output(struct clickhouse_view *v)
{
	const char *to = v->opt->output;

	if (!to || !strcmp(to, "-")) {
		msg__error("--to clickhouse needs a server or a directory: -o http://HOST:8123/DATABASE, or -o DIRECTORY");
		return -EINVAL;
	}
	if (strstr(to, "://"))
		return clickhouse__open(&v->server, to);
	if (!mkdir(to, 0700) || errno == EEXIST)
		return 0;
	return output_file__refuse(to, NULL, -errno);
}

static int make_blocks(struct clickhouse_view *v)
{
	for (unsigned i = 0; i < TABLES; i++) {
		v->files[i] = v->ts_column[i] = -1;
		for (unsigned c = 0; c < tables[i].ncolumns; c++)
			if (!strcmp(tables[i].columns[c].name, "ts") && tables[i].columns[c].always)
				v->ts_column[i] = (int)c;
		if (native_block__open(&v->blocks[i], &tables[i]))
			return msg__no_memory();
		v->blocks[i].host = v->origin->host;
	}
	return 0;
}

static struct view *clickhouse_view__open(const struct view_setup *u)
{
	static const struct origin unknown;
	struct clickhouse_view *v = calloc(1, sizeof(*v));

	if (!v || rows__open(&v->rows, u->opt)) {
		msg__no_memory();
		free(v);
		return NULL;
	}
	v->rows.view.ops = &clickhouse_view;
	v->rows.wanted = u->opt->tables ? u->opt->tables : DEFAULT_TABLES;
	v->rows.emit = take_row;
	v->opt = u->opt;
	v->origin = u->origin ? u->origin : &unknown;
	pthread_mutex_init(&v->lock, NULL);
	pthread_cond_init(&v->change, NULL);
	if (!make_blocks(v) && !open_output(v))
		return &v->rows.view;
	close_all(&v->rows.view);
	return NULL;
}

static int clickhouse_view__error(const struct view *view)
{
	const struct clickhouse_view *v = (const struct clickhouse_view *)view;
	int err = error(v);

	return err ? err : v->rows.out.err;
}

static void join(struct clickhouse_view *v)
{
	pthread_mutex_lock(&v->lock);
	v->done = true;
	pthread_cond_signal(&v->change);
	while (v->nqueued && !v->err)
		wait_for_change(v);
	pthread_mutex_unlock(&v->lock);
	if (v->running)
		pthread_join(v->thread, NULL);
	v->running = false;
}

/* Interrupted: blocks that are not full are left out, as they would not be the same the next time. */
static int clickhouse_view__finish(struct view *view)
{
	struct clickhouse_view *v = view_of(view);

	if (!interrupt__count && v->origin->host[0])
		rows__host(&v->rows, v->origin);
	for (unsigned i = 0; i < TABLES && !interrupt__count; i++)
		hand_over(v, (enum table_id)i);
	join(v);
	if (!v->err && interrupt__count)
		msg__warn("interrupted: convert it again to load the rest");
	if (!v->err && v->server)
		msg__info("'%s': %llu rows loaded, %llu were there, recording %s", v->opt->output, (unsigned long long)clickhouse__rows(v->server),
			  (unsigned long long)clickhouse__present(v->server), v->recording);
	return v->err;
}

const struct view_ops clickhouse_view = {
	.name = "clickhouse", .help = "the tables of trace-sql(7), into a ClickHouse server", .in = IN_CONVERT, .single = true,
	.open = clickhouse_view__open, .begin = clickhouse_view__begin, .call = rows__call, .other = rows__other, .signal = rows__signal,
	.exit = rows__exit, .loss = rows__loss, .thread = rows__thread, .end = rows__end, .error = clickhouse_view__error,
	.finish = clickhouse_view__finish, .close = close_all,
};
