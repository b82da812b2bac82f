// SPDX-License-Identifier: BSD-2-Clause
/*
 * source_perfdata.c - reads perf's records, sorts their events by time, and passes them to the pairing of calls.
 *
 * perf(1) writes the content of its rings, ring after ring, then FINISHED_ROUND. Everything after the next FINISHED_ROUND is newer
 * than everything before this one, except for events that were being written meanwhile. So events wait in a queue until then, and a
 * little longer.
 */
#include "source_perfdata.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/msg.h"
#include "perfdata_header.h"
#include "perfdata_input.h"
#include "perfdata_types.h"
#include "recording/counts.h"
#include "recording/file_header.h"
#include "sources/map_record.h"
#include "sources/perf/perf_pair.h"
#include "sources/perf/perf_queue.h"
#include "sources/perf/perf_record.h"
#include "sources/perf/perf_stack.h"

#define QUEUE_BYTES (256u << 20)	/* limit of waiting events: beyond it the oldest are passed on, though older ones may come */
#define SLACK_NS 10000000u		/* longest time from taking an event's time stamp to writing it: a virtual CPU may be paused */

struct perfdata {
	struct source source;
	char *name;
	int fd;				/* the recording */
	struct origin origin;		/* of perfdata__count() */
	FILE *spool;			/* a copy of a file that came through a pipe */
	struct perfdata_input in;
	struct perfdata_header head;
	struct perf_queue queue;
	struct pair pair;
	bool ready;			/* prepare() was called */
	bool ended;			/* the input has no more */
	bool done;			/* the last record was made */
	int err;			/* the error that ended reading */
	uint64_t until;			/* ns: events up to this time may be passed on */
	uint64_t round;			/* time of the newest event of the previous round */
	uint64_t last_ts;
	uint64_t lost_rings, lost_counted;	/* lost events: reported by rings; counted per event at the end */
	uint64_t bad;			/* invalid records */
	uint64_t late;			/* events that came after newer ones had been passed on */
	struct {			/* a recording without formats: guessed from lengths of records */
		bool known;
		uint16_t id;
	} guess[2];			/* entries, exits */
};

/* -- The machine ----------------------------------------------------------------------------------------------------- */

bool source_perfdata__is(const void *head, size_t len)
{
	return len >= PERFDATA_MAGIC_LEN && (!memcmp(head, PERFDATA_MAGIC, PERFDATA_MAGIC_LEN) ||
					     !memcmp(head, PERFDATA_MAGIC_SWAPPED, PERFDATA_MAGIC_LEN));
}

/* machine: as in uname(2). */
static int abi_of_machine(const char *machine)
{
	int abi = abi__by_name(machine);

	if (abi >= 0)
		return abi;
	if (machine[0] == 'i' && strlen(machine) == 4 && !strcmp(machine + 2, "86"))
		return ABI_I386;
	return !strncmp(machine, "arm", 3) && machine[strlen(machine) - 1] == 'l' ? ABI_ARM : -ENOENT;
}

static bool has_tracepoints(const struct perfdata_header *h)
{
	for (unsigned i = 0; i < h->nattrs; i++)
		if (h->attrs[i].type == PERF_TYPE_TRACEPOINT)
			return true;
	return false;
}

static int without_formats(struct perfdata *s)
{
	if (!has_tracepoints(&s->head) || s->head.formats) {
		msg__error("%s: there are no system calls in it", s->name);
		msg__hint("record them with: perf trace record COMMAND, or perf record -e 'raw_syscalls:*,signal:*' COMMAND");
		return -ENODATA;
	}
	msg__warn("%s: descriptions of its events are missing; they are taken to be raw_syscalls:sys_enter and sys_exit",
		  s->name);
	s->head.formats = perf_formats__new(s->in.swap, 8);
	return s->head.formats ? 0 : -ENOMEM;
}

static int choose_abi(struct perfdata *s)
{
	const char *machine = s->head.machine;
	int abi = machine && *machine ? abi_of_machine(machine) : (int)abi__native();

	if (abi < 0) {
		msg__error("%s: it was recorded on %s, whose system calls are not known here", s->name, machine);
		return -ENOTSUP;
	}
	if (!machine)
		msg__warn("%s: it does not say on what machine it was recorded; calls are taken to be %s's", s->name,
			  abi__name(abi));
	pair__set_abi(&s->pair, abi);
	return 0;
}

static void choose_clock(struct perfdata *s)
{
	const struct perfdata_header *h = &s->head;

	if (h->has_clock) {
		s->pair.has_real = true;
		s->pair.real_at_0 = h->clock_wall - h->clock_ts;
	} else if (h->nattrs && h->attrs->use_clockid && h->attrs->clockid == CLOCK_REALTIME) {
		s->pair.has_real = true;
	}
}

/* Called before the first event. 0 or -errno: the message was printed. */
static int prepare(struct perfdata *s)
{
	const struct perfdata_header *h = &s->head;
	int err = 0;

	if (s->ready)
		return 0;
	s->ready = true;
	if (!h->formats || !perf_formats__count(h->formats))
		err = without_formats(s);
	if (!err)
		err = choose_abi(s);
	choose_clock(s);
	s->source.no_signals = !err && !perf_formats__has_signals(s->head.formats);
	if (!err && h->hostname)
		msg__info("%s: recorded by `%s` on %s (%s, Linux %s)", s->name, h->command ? h->command : "?", h->hostname,
			  h->machine ? h->machine : "?", h->release ? h->release : "?");
	return err;
}

/* -- Records to events ----------------------------------------------------------------------------------------------- */

/* Events without a time get that of the newest. */
static int push(struct perfdata *s, struct pair_event *e)
{
	if (!e->ts && e->kind != PAIR_COMM && e->kind != PAIR_MAP)
		e->ts = s->last_ts ? s->last_ts : 1;
	if (e->ts > s->last_ts)
		s->last_ts = e->ts;
	return perf_queue__push(&s->queue, e);
}

/*
 * Without formats: of two events the one with longer records is sys_enter, the other sys_exit. Until both have been seen, events
 * are not decoded; if the lengths do not fit, it is not such a recording.
 */
static int guess_formats(struct perfdata *s, const struct perf_attr *a, const uint8_t *rec, size_t len)
{
	struct perf_sample p;
	bool enter, leave;

	if (a->type != PERF_TYPE_TRACEPOINT || perf_sample__parse(&p, a, rec, len, s->in.swap) || !p.raw)
		return 0;
	enter = p.raw_len >= 64 && p.raw_len < 72;
	leave = p.raw_len >= 24 && p.raw_len < 32;
	if (!enter && !leave)
		return 0;
	s->guess[leave].known = true;
	s->guess[leave].id = perf_u16(p.raw, s->in.swap);
	if (!s->guess[0].known || !s->guess[1].known || s->guess[0].id == s->guess[1].id)
		return 0;
	return perf_formats__assume(s->head.formats, s->guess[0].id, s->guess[1].id);
}

/* Only addresses; another machine's registers and stack memory are not unwound. */
static struct rec_stack *stack_of(const struct perfdata *s, const struct perf_attr *a, const uint8_t *rec, size_t len)
{
	struct perf_sample p;

	if (!(a->sample_type & PERF_SAMPLE_CALLCHAIN) || perf_sample__parse(&p, a, rec, len, s->in.swap))
		return NULL;
	if (s->in.swap || s->pair.abi != abi__native())
		p.regs = NULL;
	return perf_stack__of(&p, a, STACK_FRAMES);
}

/* A mapping, or an execve, which removes all mappings: for frames of call stacks. Other records are ignored. */
static int take_map(struct perfdata *s, const struct perf_attr *a, uint32_t type, const uint8_t *rec, size_t len)
{
	uint16_t misc = perf_u16(rec + offsetof(struct perf_event_header, misc), s->in.swap);
	size_t head = sizeof(struct perf_event_header);
	struct perf_sample trailer;
	size_t body = len - head - perf_sample__trailer(&trailer, a, rec, len, s->in.swap);
	struct rec_map *r = map_record__of_perf(type, misc, rec + head, body, s->in.swap);

	if (!r)
		return 0;
	if (!r->build_id_len)
		r->build_id_len = perfdata_header__build_id(&s->head, r->path, r->path_len, r->build_id);
	return push(s, &(struct pair_event){
		.ts = trailer.ts, .tid = r->rec.tid, .tgid = r->rec.tgid, .cpu = CPU_NONE, .kind = PAIR_MAP,
		.chunks = (uint8_t *)r, .chunks_len = r->rec.len,
	});
}

static int take_event(struct perfdata *s, uint32_t type, const uint8_t *rec, size_t len)
{
	const struct perf_attr *a = perfdata_header__attr_of(&s->head, rec, len, type == PERF_RECORD_SAMPLE, s->in.swap);
	struct pair_event e;
	int r = 0;

	if (!a)
		return 0;
	if (type == PERF_RECORD_SAMPLE && !perf_formats__count(s->head.formats))
		r = guess_formats(s, a, rec, len);
	if (!r && type != PERF_RECORD_SAMPLE)
		r = take_map(s, a, type, rec, len);
	if (r)
		return r;
	r = perf_record__event(rec, len, a, s->head.formats, s->in.swap, &e);
	if (r == 1 && e.kind == PAIR_ENTER && e.origin == PAIR_RAW)
		e.stack = stack_of(s, a, rec, len);
	s->bad += r < 0;
	if (r == 1 && e.kind == PAIR_LOSS)
		s->lost_rings += e.count;
	return r == 1 ? push(s, &e) : 0;
}

/* Losses that perf counted per event at the end. Most were reported by rings before, with the time; those dropped by BPF are no loss. */
static int take_lost_samples(struct perfdata *s, const uint8_t *rec, size_t len)
{
	uint16_t misc = perf_u16(rec + offsetof(struct perf_event_header, misc), s->in.swap);
	size_t head = sizeof(struct perf_event_header);

	if (len < head + 8)
		s->bad++;
	else if (!(misc & 1 << 15))	/* 1 << 15: PERF_RECORD_MISC_LOST_SAMPLES_BPF of perf 6.3 */
		s->lost_counted += perf_u64(rec + head, s->in.swap);
	return 0;
}

static int take_round(struct perfdata *s)
{
	s->until = s->round > SLACK_NS ? s->round - SLACK_NS : 0;
	s->round = s->queue.newest;
	return 0;
}

/* The tracing data follows the record. */
static int take_formats(struct perfdata *s, const uint8_t *rec, size_t len)
{
	uint32_t n = len >= 12 ? perf_u32(rec + 8, s->in.swap) : 0;
	uint8_t *blob = NULL;
	int err = perfdata_input__blob(&s->in, n, &blob);

	if (!err && perf_formats__read(&s->head.formats, blob, n) == -ENOMEM)
		err = -ENOMEM;
	free(blob);
	return err == -ENODATA ? 0 : err;
}

static int take_feature(struct perfdata *s, const uint8_t *rec, size_t len)
{
	if (len < 16)
		return 0;
	return perfdata_header__feature(&s->head, (unsigned)perf_u64(rec + 8, s->in.swap), rec + 16, len - 16, s->in.swap);
}

/* Data of a hardware tracer follows the record. */
static int skip_auxtrace(struct perfdata *s, const uint8_t *rec, size_t len)
{
	int err = perfdata_input__discard(&s->in, len >= 16 ? perf_u64(rec + 8, s->in.swap) : 0);

	return err == -ENODATA ? 0 : err;
}

static int take_kernel_record(struct perfdata *s, uint32_t type, const uint8_t *rec, size_t len)
{
	int err = prepare(s);

	if (err)
		return err;
	return type == PERF_RECORD_LOST_SAMPLES ? take_lost_samples(s, rec, len) : take_event(s, type, rec, len);
}

static int take(struct perfdata *s, const uint8_t *rec, size_t len)
{
	uint32_t type = perf_u32(rec, s->in.swap);

	switch (type) {
	case PERFDATA_ATTR: return s->head.stream ? perfdata_header__attr(&s->head, rec, len, s->in.swap) : 0;
	case PERFDATA_TRACING_DATA: return take_formats(s, rec, len);
	case PERFDATA_FEATURE: return take_feature(s, rec, len);
	case PERFDATA_AUXTRACE: return skip_auxtrace(s, rec, len);
	case PERFDATA_FINISHED_ROUND: return take_round(s);
	}
	return type < PERFDATA_ATTR ? take_kernel_record(s, type, rec, len) : 0;
}

/* -- The source ------------------------------------------------------------------------------------------------------ */

static void say_what_is_missing(struct perfdata *s)
{
	uint64_t missing = s->in.short_by;

	if (s->in.seekable && !s->head.stream && !s->head.cut)
		missing += s->in.left;
	s->source.damaged |= s->head.cut || missing || s->bad;
	if (s->head.cut)
		msg__warn("%s: perf did not finish it: the end, and what it says of the machine, may be missing", s->name);
	else if (missing)
		msg__warn("%s: it is cut off: %llu bytes or more are missing", s->name, (unsigned long long)missing);
	if (s->bad)
		msg__warn("%s: %llu damaged records were skipped", s->name, (unsigned long long)s->bad);
	if (s->late)
		msg__warn("%s: %llu events were too far out of order: their times are not exact", s->name,
			  (unsigned long long)s->late);
}

/* The input has ended: passes all events on, then makes the last records. 0 or -errno. */
static int finish(struct perfdata *s)
{
	struct pair_event e = { .kind = PAIR_LOSS, .cpu = CPU_NONE, .ts = s->last_ts ? s->last_ts : 1 };
	int err = prepare(s);

	if (!err && s->lost_counted > s->lost_rings) {
		e.count = s->lost_counted - s->lost_rings;
		err = pair__event(&s->pair, &e);
	}
	if (!err)
		err = pair__finish(&s->pair);
	say_what_is_missing(s);
	s->done = true;
	return err;
}

static void fail(struct perfdata *s, int err)
{
	s->done = true;
	if (err == -ENOMEM)
		msg__error("%s: not enough memory", s->name);
	else if (err != -ENOTSUP && err != -ENODATA)
		msg__error("%s: cannot be read: %s", s->name, strerror(-err));
}

/* Reads one record. 0; -EAGAIN: none yet; -errno. */
static int read_one(struct perfdata *s)
{
	const uint8_t *rec;
	size_t len;
	int r = perfdata_input__record(&s->in, &rec, &len);

	if (r == 1)
		return take(s, rec, len);
	if (r == -EBADMSG) {
		msg__warn("%s: it is damaged: what follows cannot be read", s->name);
		s->source.damaged = true;
	}
	if (!r || r == -EBADMSG) {
		s->ended = true;
		s->until = UINT64_MAX;
		return 0;
	}
	return r;
}

/* Passes on the oldest event, if it is old enough. 1, 0 or -errno. */
static int pair_one(struct perfdata *s)
{
	struct pair_event e;

	if (!perf_queue__pop(&s->queue, s->queue.bytes > QUEUE_BYTES ? UINT64_MAX : s->until, &e))
		return 0;
	s->late += e.ts && e.ts < s->pair.now;
	return pair__event(&s->pair, &e) ? -ENOMEM : 1;
}

static int perfdata__next(struct source *source, const struct rec **rec)
{
	struct perfdata *s = (struct perfdata *)source;

	for (;;) {
		int r;

		*rec = pair__next(&s->pair);
		if (*rec)
			return SOURCE_RECORD;
		if (s->done)
			return SOURCE_END;
		r = pair_one(s);
		if (!r)
			r = s->ended ? finish(s) : read_one(s);
		if (r == -EAGAIN || r == -EINTR)
			return SOURCE_WAIT;
		if (r < 0) {
			fail(s, r);
			return r;
		}
	}
}

static int perfdata__wait(struct source *source, int ms, struct pollfd *others, unsigned n)
{
	struct pollfd p = { .fd = ((struct perfdata *)source)->in.fd, .events = POLLIN };

	int r = source__poll(&p, 1, ms, others, n);

	return r < 0 ? r : 0;
}

static void copy_text(char *to, size_t size, const char *text)
{
	snprintf(to, size, "%s", text ? text : "");
}

/* For a pipe, what has been read so far. */
static void describe(struct perfdata *s)
{
	const struct perfdata_header *h = &s->head;
	struct origin *o = &s->origin;

	*o = (struct origin){ .recorder = "perf", .command = h->command ? strdup(h->command) : NULL };
	copy_text(o->host, sizeof(o->host), h->hostname);
	copy_text(o->kernel, sizeof(o->kernel), h->release);
	copy_text(o->machine, sizeof(o->machine), h->machine);
	if (s->pair.has_real)
		o->real = s->pair.real_at_0;
}

/* There are no summaries: all records are read. */
static int perfdata__count(struct source *source, struct counts *c)
{
	struct perfdata *s = (struct perfdata *)source;
	const struct rec *rec;
	struct stat st;
	int got;

	while ((got = perfdata__next(source, &rec)) > SOURCE_END) {
		if (got == SOURCE_WAIT)
			perfdata__wait(source, -1, NULL, 0);
		else
			counts__add_record(c, rec);
	}
	describe(s);
	c->origin = &s->origin;
	c->size = !fstat(s->fd, &st) && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
	return got == SOURCE_END ? 0 : got;
}

static void perfdata__stop(struct source *source)
{
	((struct perfdata *)source)->done = true;
}

static void perfdata__close(struct source *source)
{
	struct perfdata *s = (struct perfdata *)source;

	perf_queue__close(&s->queue);
	pair__close(&s->pair);
	perfdata_header__close(&s->head);
	perfdata_input__close(&s->in);
	if (s->spool)
		fclose(s->spool);
	close(s->fd);
	origin__free(&s->origin);
	free(s->name);
	free(s);
}

static void perfdata__progress(struct source *src, uint64_t *at, uint64_t *size)
{
	const struct perfdata_input *in = &((struct perfdata *)src)->in;

	*size = in->size;
	*at = in->left < in->size ? in->size - in->left : 0;
}

static const struct source_ops perfdata_ops = {
	.next = perfdata__next, .wait = perfdata__wait, .stop = perfdata__stop, .close = perfdata__close,
	.count = perfdata__count, .progress = perfdata__progress,
};

/* A file must be seekable: one that comes through a pipe is copied to an unnamed file. */
static int spool(struct perfdata *s)
{
	const uint8_t *p;
	int err;

	s->spool = tmpfile();
	if (!s->spool)
		return -errno;
	while (!(err = perfdata_input__await(&s->in, 1))) {
		size_t n = s->in.to - s->in.from;

		err = perfdata_input__peek(&s->in, n, &p);
		if (!err && fwrite(p, 1, n, s->spool) != n)
			err = -EIO;
		if (err)
			break;
		perfdata_input__skip(&s->in, n);
	}
	if (err != -ENODATA)
		return err;
	if (fflush(s->spool) || fseek(s->spool, 0, SEEK_SET))
		return -errno;
	perfdata_input__close(&s->in);
	err = perfdata_input__open(&s->in, fileno(s->spool), NULL, 0);
	return err ? err : perfdata_header__read(&s->head, &s->in);
}

int source_perfdata__open(struct source **out, int fd, const void *head, size_t head_len, const char *name)
{
	struct perfdata *s = calloc(1, sizeof(*s));
	int err = -ENOMEM;

	if (!s) {
		msg__error("%s: not enough memory", name);
		close(fd);
		return err;
	}
	s->source.ops = &perfdata_ops;
	s->fd = fd;
	s->name = strdup(name);
	if (s->name)
		err = perfdata_input__open(&s->in, fd, head, head_len);
	if (!err)
		err = perfdata_header__read(&s->head, &s->in);
	if (err == -ESPIPE)
		err = spool(s);
	if (err == -EINVAL)
		msg__error("%s: not a recording of perf, or its header is damaged", name);
	else if (err)
		fail(s, err);
	if (!err && !s->head.stream)
		err = prepare(s);
	if (err) {
		perfdata__close(&s->source);
		return err;
	}
	*out = &s->source;
	return 0;
}
