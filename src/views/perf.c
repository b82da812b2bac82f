// SPDX-License-Identifier: BSD-2-Clause
/*
 * perf.c - a recording as perf.data: raw_syscalls:sys_enter and sys_exit for each call that the options choose,
 * signal:signal_deliver, and COMM, FORK and EXIT records of threads.
 *
 * A call's events are stored when it returns, so its sys_enter may follow newer events: readers sort. FINISHED_ROUND tells them up to
 * which time all events have come.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "config/options.h"
#include "file_view.h"
#include "lib/msg.h"
#include "perf_file.h"
#include "views.h"

#define EVENT_FINISHED_ROUND 68
/*
 * At the end of a round a reader outputs everything older than the previous round. The recorder writes a waiting call as unfinished
 * after about 2 s, so its sys_enter is hardly ever later than that.
 */
#define ROUND_NS 10000000000ull

struct perf {
	struct file_view file;
	const struct origin *origin;
	struct perf_times times;
	uint64_t round;			/* ns: the beginning of the current round */
	bool rounds;			/* sys_enter is never very late, so rounds can be used */
	bool pipe;
};

/* Are waiting calls shown before they return? Then their sys_enter is not late. */
static bool shows_waits(const struct options *o)
{
	return !o->only_failed && !o->only_ok && !o->has_errnos && !o->min_dur;
}

/* -- Events ------------------------------------------------------------------------------------------------------------ */

#define EVENT(t, type_, ...) ((t){ .header = { .type = type_, .size = sizeof(t) }, __VA_ARGS__ })

static void put_event(struct perf *p, const void *event, size_t size)
{
	out__put(&p->file.out, event, size);
	out__line_begin(&p->file.out);
}

static uint32_t cpu_of(const struct event *e)
{
	return e->cpu == CPU_NONE ? UINT32_MAX : e->cpu;
}

static struct perf_sample_id id_of(const struct event *e)
{
	return (struct perf_sample_id){ .pid = e->tgid, .tid = e->tid, .time = e->ts, .cpu = cpu_of(e), .id = 1 };
}

static void put_comm(struct perf *p, const struct event *e, unsigned misc)
{
	struct {
		struct perf_event_header header;
		uint32_t pid, tid;
		char comm[COMM_LEN];
		struct perf_sample_id id;
	} c = { .header = { PERF_RECORD_COMM, (uint16_t)misc, sizeof(c) }, .pid = e->tgid, .tid = e->tid, .id = id_of(e) };

	strncpy(c.comm, e->comm, COMM_LEN - 1);
	put_event(p, &c, sizeof(c));
}

static void put_task(struct perf *p, unsigned type, const struct event *e, uint32_t ppid, uint32_t ptid)
{
	const struct {
		struct perf_event_header header;
		uint32_t pid, ppid, tid, ptid;
		uint64_t time;
		struct perf_sample_id id;
	} t = { { type, 0, sizeof(t) }, e->tgid, ppid, e->tid, ptid, e->ts, id_of(e) };

	put_event(p, &t, sizeof(t));
}

static void saw(struct perf *p, uint64_t ts)
{
	if (!p->times.first || ts < p->times.first)
		p->times.first = ts;
	if (ts > p->times.last)
		p->times.last = ts;
}

/* The common fields of all tracepoints; those of the format follow. */
struct common {
	uint16_t type;
	uint8_t flags, preempt;
	int32_t pid;
};

static void put_sample(struct perf *p, const struct event *e, unsigned id, uint64_t ts, const void *fields, size_t size)
{
	const struct common common = { .type = (uint16_t)id, .pid = (int32_t)e->tid };
	uint8_t event[sizeof(struct perf_sample) + 128] = { 0 };
	/* the raw data with its length is padded to a multiple of 8 */
	size_t raw = ((4 + sizeof(common) + size + 7) & ~(size_t)7) - 4;
	const struct perf_sample s = {
		.header = { PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, (uint16_t)(sizeof(s) + raw) },
		.id = id, .pid = e->tgid, .tid = e->tid, .time = ts, .cpu = cpu_of(e), .raw_size = (uint32_t)raw,
	};

	memcpy(event, &s, sizeof(s));
	memcpy(event + sizeof(s), &common, sizeof(common));
	memcpy(event + sizeof(s) + sizeof(common), fields, size);
	put_event(p, event, s.header.size);
	saw(p, ts);
}

/* A call made through a multiplexer has the number of the direct call, if there is one: its arguments are the same. */
static unsigned number_of(const struct call *c)
{
	int nr = syscalltbl__is_mux(c->rec->nr) ? syscalltbl__nr(c->abi, syscalltbl__name(c->abi, c->rec->nr)) : -1;

	return nr < 0 ? c->rec->nr : (unsigned)nr;
}

static void put_enter(struct perf *p, const struct event *e, const struct call *c)
{
	struct { int64_t id; uint64_t args[CALL_ARGS]; } f = { .id = number_of(c) };

	memcpy(f.args, c->args, sizeof(f.args));
	put_sample(p, e, PERF_SYS_ENTER, c->rec->rec.ts - c->rec->dur, &f, sizeof(f));
}

static void put_exit(struct perf *p, const struct event *e, const struct call *c)
{
	const struct { int64_t id, ret; } f = { number_of(c), c->ret };

	put_sample(p, e, PERF_SYS_EXIT, c->rec->rec.ts, &f, sizeof(f));
}

/* ts: of the event just stored. */
static void put_round(struct perf *p, uint64_t ts)
{
	const struct perf_event_header round = { EVENT_FINISHED_ROUND, 0, sizeof(round) };

	if (ts - p->round < ROUND_NS || !p->rounds)
		return;
	p->round = ts;
	put_event(p, &round, sizeof(round));
}

/* An unfinished call is stored in two parts. A call without an entry (denied by seccomp) has no sys_enter in the kernel either. */
static void perf__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct perf *p = (struct perf *)v;
	struct event returned = *e;

	returned.tid = c->rec->rec.tid;
	if (st != CALL_RESUMED && !(c->done && c->rec->flags & CALL_NO_ENTRY))
		put_enter(p, &returned, c);
	if (c->done)
		put_exit(p, &returned, c);
	put_round(p, c->rec->rec.ts);
}

static void perf__signal(struct view *v, const struct event *e, const struct rec_signal *r)
{
	const struct { int32_t sig, err, code; } f = { r->signo, r->err, r->code };

	put_sample((struct perf *)v, e, PERF_SIGNAL, e->ts, &f, sizeof(f));
}

/* All threads' events are stored, whatever calls are chosen. */
static void perf__thread(struct view *v, const struct event *e, const struct thread_event *t)
{
	struct perf *p = (struct perf *)v;

	if (t->change == THREAD_FORKED)
		put_task(p, PERF_RECORD_FORK, e, t->parent_tgid, t->parent_tid);
	if (t->change != THREAD_FORKED || e->comm[0])
		put_comm(p, e, t->change == THREAD_EXECED ? PERF_RECORD_MISC_COMM_EXEC : 0);
}

/* The parent is not known. */
static void perf__exit(struct view *v, const struct event *e, unsigned code)
{
	(void)code;
	put_task((struct perf *)v, PERF_RECORD_EXIT, e, 0, 0);
}

static void perf__loss(struct view *v, const struct event *e, const struct rec_loss *r, const char *reason)
{
	const struct {
		struct perf_event_header header;
		uint64_t id, lost;
		struct perf_sample_id sample;
	} lost = { { PERF_RECORD_LOST, 0, sizeof(lost) }, 1, r->count, id_of(e) };

	(void)reason;
	put_event((struct perf *)v, &lost, sizeof(lost));
}

/* -- Life -------------------------------------------------------------------------------------------------------------- */

/* In a pipe the time of day comes before all events. */
static void perf__begin(struct view *v, const struct view_begin *b)
{
	struct perf *p = (struct perf *)v;

	p->round = b->mono;
	if (b->real) {
		p->times.start_mono = b->mono;
		p->times.start_real = b->real;
	}
	perf_file__begin(&p->file.out, p->pipe, p->origin, &p->times);
}

/* The recorder's filters can make a sys_enter late, too. */
static void perf__recorded(struct view *v, const struct options *recorded)
{
	((struct perf *)v)->rounds &= shows_waits(recorded);
}

static void perf__end(struct view *v, const struct totals *t)
{
	struct perf *p = (struct perf *)v;

	(void)t;
	if (!p->pipe)
		perf_file__end(&p->file.out, p->origin, &p->times);
}

static struct view *perf__open(const struct view_setup *u)
{
	struct perf *p = (struct perf *)file_view__new(sizeof(*p), &perf_view, u);

	if (!p)
		return NULL;
	if (p->file.view.terminal) {
		msg__error("perf.data is not for terminals: name a file with -o FILE, or pipe it to 'perf script -i -'");
		file_view__close(&p->file.view);
		return NULL;
	}
	p->origin = u->origin;
	p->rounds = shows_waits(u->opt);
	p->pipe = p->file.view.fd == STDOUT_FILENO || lseek(p->file.view.fd, 0, SEEK_CUR) < 0;
	return &p->file.view;
}

const struct view_ops perf_view = {
	.name = "perf", .help = "perf.data: perf script, perf trace -i",
	.in = IN_CONVERT, .single = true, .no_stacks = true,
	.open = perf__open, .begin = perf__begin, .recorded = perf__recorded, .call = perf__call, .signal = perf__signal,
	.exit = perf__exit, .loss = perf__loss, .thread = perf__thread, .end = perf__end, FILE_VIEW, .close = file_view__close,
};
