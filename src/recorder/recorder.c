// SPDX-License-Identifier: BSD-2-Clause
/*
 * recorder.c - the buffers between the reader thread (rings) and the writer thread (file).
 *
 * Invariant: each buffer belongs to one thread at a time: `current` to the reader, `full` ones and the one being written to the
 * writer. The queues and `done` are under the lock; `err` and `enough` are atomic.
 */
#include "recorder.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "config/other_lines.h"
#include "config/rec_select.h"
#include "config/trigger.h"
#include "lib/ulimits.h"
#include "lib/clock.h"
#include "lib/msg.h"
#include "recording_files.h"
#include "session/filter.h"

#define BUFFERS 16				/* fewer if memory is scarce */
#define BUFFERS_MIN 2
#define BUFFER_BYTES (1u << 20)			/* of records: one block */
#define FLUSH_FILE_NS 1000000000ull		/* records wait at most this long before they are written to a file, */
#define DUMP_NS 1000000000ull			/* shortest time between two dumps */
#define FLUSH_PIPE_NS 100000000ull		/* and this long before they are written to a pipe, which has a reader */

struct buffer {
	uint8_t *p;
	size_t len;
	uint64_t since;		/* ns: the arrival of its first record */
	bool dump;		/* the flight recorder dumps its blocks after this buffer */
	bool turn;		/* the next file begins after it */
};

struct recorder {
	struct sink sink;
	const struct options *opt;
	struct recording_files *files;
	uint64_t flush_ns;
	struct buffer buffers[BUFFERS];
	struct buffer *current;
	bool spooled;			/* with a spool: there are records since the file was last ended, */
	uint64_t turned;		/* ns: when that was */
	bool dump_due;			/* a dump was requested */
	uint64_t dumped;		/* ns: when the last one began */
	bool selected;			/* REC_SELECT, REC_LINES and REC_SHOW were written, after the first record */
	uint64_t shown;			/* for --max-events: selected calls and events so far */
	pthread_t thread;
	bool running;
	pthread_mutex_t lock;
	pthread_cond_t change;
	struct buffer *free[BUFFERS], *full[BUFFERS];	/* full: first in, first out */
	unsigned nfree, nfull;
	bool done;			/* nothing more will come */
	bool enough;			/* --max-size is reached */
	int err;
};

/* -- The writing thread ---------------------------------------------------------------------------------------------- */

static struct buffer *take_full(struct recorder *r)
{
	struct buffer *b;

	pthread_mutex_lock(&r->lock);
	while (!r->nfull && !r->done)
		pthread_cond_wait(&r->change, &r->lock);
	b = r->nfull ? r->full[0] : NULL;
	if (b)
		memmove(r->full, r->full + 1, --r->nfull * sizeof(r->full[0]));
	pthread_mutex_unlock(&r->lock);
	return b;
}

static void give_back(struct recorder *r, struct buffer *b)
{
	b->len = 0;
	b->dump = b->turn = false;
	pthread_mutex_lock(&r->lock);
	r->free[r->nfree++] = b;
	__atomic_store_n(&r->err, recording_files__error(r->files), __ATOMIC_RELAXED);
	if (r->opt->max_size && recording_files__bytes(r->files) >= r->opt->max_size)
		__atomic_store_n(&r->enough, true, __ATOMIC_RELAXED);
	pthread_cond_signal(&r->change);
	pthread_mutex_unlock(&r->lock);
}

static void *write_buffers(void *arg)
{
	struct recorder *r = arg;
	struct buffer *b;

	while ((b = take_full(r))) {
		recording_files__take(r->files, b->p, b->len);
		if (b->dump)
			recording_files__dump(r->files);
		if (b->turn)
			recording_files__turn(r->files);
		give_back(r, b);
	}
	return NULL;
}

/* -- The reading thread ---------------------------------------------------------------------------------------------- */

/* Hands the buffer over and waits for an empty one. */
static void hand_over(struct recorder *r)
{
	if (!r->current->len && !r->current->dump && !r->current->turn)
		return;
	pthread_mutex_lock(&r->lock);
	r->full[r->nfull++] = r->current;
	pthread_cond_signal(&r->change);
	while (!r->nfree)
		pthread_cond_wait(&r->change, &r->lock);
	r->current = r->free[--r->nfree];
	pthread_mutex_unlock(&r->lock);
}

static void append(struct recorder *r, const struct rec *rec)
{
	struct buffer *b = r->current;

	if (!b->len)
		b->since = rec->ts;
	memcpy(b->p + b->len, rec, rec->len);
	b->len += rec->len;
	if (b->len >= BUFFER_BYTES || rec->ts - b->since >= r->flush_ns)
		hand_over(r);
}

/* What the options choose, as records. false: no memory, the message was printed. */
static bool append_options(struct recorder *r, uint64_t ts)
{
	struct buf records = {};
	struct trigger g;
	bool failed = trigger__init(&g, r->opt);
	const struct rec *rec;

	trigger__start(&g, r->opt, ts);
	rec_select__add(&records, r->opt, ts);
	other_lines__add(&records, r->opt, ts);
	trigger__add(&records, &g, ts);
	trigger__free(&g);
	failed |= records.failed;
	for (size_t at = 0; !failed && at < records.len; at += rec->len) {
		rec = (const struct rec *)(records.p + at);
		append(r, rec);
	}
	buf__free(&records);
	if (failed)
		msg__no_memory();
	return !failed;
}

static bool is_shown(const struct recorder *r, const struct rec *rec)
{
	if (rec->type == REC_CALL)
		return filter__wants_returned(r->opt, (const struct rec_call *)rec);
	return rec->type == REC_EVENT || rec->type == REC_FAULT;
}

/* Does the call match --trigger-duration or --trigger-errno? */
static bool is_trigger(const struct recorder *r, const struct rec *rec)
{
	const struct rec_call *c = (const struct rec_call *)rec;
	const struct options *o = r->opt;
	uint64_t err = -(uint64_t)c->ret;

	if (rec->type != REC_CALL || !is_shown(r, rec))
		return false;		/* the call was captured only to follow descriptors */
	if (o->trigger_dur && c->dur >= o->trigger_dur && !(c->flags & CALL_NO_ENTRY))
		return true;
	return o->has_trigger_errnos && c->ret < 0 && err < sizeof(o->trigger_errnos) * 8 &&
	       o->trigger_errnos[err / 64] >> (err % 64) & 1;
}

static volatile sig_atomic_t asked;

static void on_usr2(int sig)
{
	(void)sig;
	asked = 1;
}

/* Dumps at most once per DUMP_NS. A trigger that comes earlier stays due. */
static void take_flight(struct recorder *r, const struct rec *rec)
{
	uint64_t now;

	if (asked) {
		asked = 0;
		r->dump_due = true;
	}
	r->dump_due |= rec && is_trigger(r, rec);
	if (!r->dump_due)
		return;
	now = clock__ns(CLOCK_MONOTONIC);
	if (now - r->dumped < DUMP_NS)
		return;
	r->dump_due = false;
	r->dumped = now;
	r->current->dump = true;
	hand_over(r);
}

static bool take(struct sink *s, const struct rec *rec)
{
	struct recorder *r = (struct recorder *)s;

	append(r, rec);
	r->spooled = true;
	if (!r->selected && !append_options(r, rec->ts))
		return true;
	r->selected = true;
	if (r->opt->flight_bytes)
		take_flight(r, rec);
	if (r->opt->max_events && is_shown(r, rec) && ++r->shown >= r->opt->max_events)
		return true;
	return __atomic_load_n(&r->enough, __ATOMIC_RELAXED);
}

/* What is recorded is not held back when nothing more happens. */
static void turn_spool(struct recorder *r)
{
	uint64_t now = clock__ns(CLOCK_MONOTONIC);

	if (!r->spooled || now - r->turned < r->opt->rotate_ns)
		return;
	r->spooled = false;
	r->turned = now;
	r->current->turn = true;
	hand_over(r);
}

static void idle(struct sink *s)
{
	struct recorder *r = (struct recorder *)s;

	if (r->opt->flight_bytes)
		take_flight(r, NULL);
	if (r->opt->spool)
		turn_spool(r);
	if (r->current->len && clock__ns(CLOCK_MONOTONIC) - r->current->since >= r->flush_ns)
		hand_over(r);
}

static int error(const struct sink *s)
{
	return __atomic_load_n(&((const struct recorder *)s)->err, __ATOMIC_RELAXED);
}

static const struct sink_ops recorder_ops = { .take = take, .idle = idle, .error = error };

/* -- Life ------------------------------------------------------------------------------------------------------------ */

static int open_buffers(struct recorder *r)
{
	size_t n = ulimits__memory() / 8 / BUFFER_BYTES;

	n = n < BUFFERS_MIN ? BUFFERS_MIN : n > BUFFERS ? BUFFERS : n;
	for (size_t i = 0; i < n; i++) {
		r->buffers[i].p = malloc(BUFFER_BYTES + 2 * REC_MAX);
		if (!r->buffers[i].p)
			return -ENOMEM;
		r->free[r->nfree++] = &r->buffers[i];
	}
	r->current = r->free[--r->nfree];
	return 0;
}

static int open_all(struct recorder *r, const char *name)
{
	int err = open_buffers(r);

	if (err)
		return msg__no_memory();
	err = recording_files__open(&r->files, r->opt, name);
	if (err)
		return err;
	r->flush_ns = recording_files__is_file(r->files) ? FLUSH_FILE_NS : FLUSH_PIPE_NS;
	if (r->opt->flight_bytes)
		sigaction(SIGUSR2, &(struct sigaction){ .sa_handler = on_usr2 }, NULL);
	err = pthread_create(&r->thread, NULL, write_buffers, r);
	if (err) {
		msg__error("cannot start a thread: %s", ulimits__why(-err));
		return -err;
	}
	r->running = true;
	return 0;
}

int recorder__open(struct recorder **out, const struct options *o, const char *name)
{
	struct recorder *r = calloc(1, sizeof(*r));
	int err;

	if (!r)
		return msg__no_memory();
	r->sink.ops = &recorder_ops;
	r->opt = o;
	r->turned = clock__ns(CLOCK_MONOTONIC);
	pthread_mutex_init(&r->lock, NULL);
	pthread_cond_init(&r->change, NULL);
	err = open_all(r, name);
	if (err) {
		recorder__close(r);
		return err;
	}
	*out = r;
	return 0;
}

struct sink *recorder__sink(struct recorder *r)
{
	return &r->sink;
}

static void join(struct recorder *r)
{
	if (!r->running)
		return;
	pthread_mutex_lock(&r->lock);
	if (r->current->len)
		r->full[r->nfull++] = r->current;
	r->done = true;
	pthread_cond_signal(&r->change);
	pthread_mutex_unlock(&r->lock);
	pthread_join(r->thread, NULL);
	r->running = false;
}

int recorder__finish(struct recorder *r)
{
	join(r);
	return recording_files__finish(r->files);
}

uint64_t recorder__dropped(const struct recorder *r)
{
	return recording_files__dropped(r->files);
}

void recorder__close(struct recorder *r)
{
	if (!r)
		return;
	join(r);
	for (int i = 0; i < BUFFERS; i++)
		free(r->buffers[i].p);
	recording_files__close(r->files);
	pthread_mutex_destroy(&r->lock);
	pthread_cond_destroy(&r->change);
	free(r);
}
