// SPDX-License-Identifier: BSD-2-Clause
/*
 * convert_perf.c - a recording as perf.data: raw_syscalls:sys_enter and sys_exit for each call that the options choose,
 * signal:signal_deliver, and names, beginnings and ends of threads as events of the kernel's own kind.
 *
 * A session follows the threads and chooses; a writer that emits nothing hears what it would show. Events are stored when
 * a call returns, so a sys_enter stands behind events that are younger: readers sort. A round now and then
 * (FINISHED_ROUND) tells them what they need not wait for any more.
 */
#include "converter.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/interrupt.h"
#include "lib/msg.h"
#include "lib/output_file.h"
#include "perf_file.h"
#include "quiet.h"
#include "recording/record_types.h"
#include "session/session.h"

#define OUT_BYTES (256 * 1024)
#define EVENT_FINISHED_ROUND 68
/*
 * At the end of a round a reader takes what is older than the round before it for complete. The recorder shows a call as
 * unfinished when it has waited for about 2 s, so its sys_enter is hardly ever later than that.
 */
#define ROUND_NS 10000000000ull

enum shown { SHOWN_NOTHING, SHOWN_SIGNAL, SHOWN_OTHER, SHOWN_CALL };	/* SHOWN_CALL plus enum call_state */

struct perf {
	struct sink sink;
	struct session session;
	struct out events;		/* the file */
	struct out heard;		/* what the writer below is given: state[0] is enum shown */
	const struct conversion *c;
	struct perf_times times;
	uint64_t round;			/* ns: when it began */
	bool pipe, begun, told;
};

/* A call that waits is shown before it returns: its entry is not late. */
static bool shows_waits(const struct options *o)
{
	return !o->only_failed && !o->only_ok && !o->has_errnos && !o->min_dur;
}


/* -- What a session would show ----------------------------------------------------------------------------------------- */

static void heard__call_begin(struct out *o, const struct event *e, const char *abi, bool foreign, unsigned nr,
			      const char *name, enum call_state st)
{
	(void)e, (void)abi, (void)foreign, (void)nr, (void)name;
	o->state[0] = SHOWN_CALL + st;
}

static void heard__signal_begin(struct out *o, const struct event *e, const char *name)
{
	(void)e, (void)name;
	o->state[0] = SHOWN_SIGNAL;
}

static void heard__tracepoint_begin(struct out *o, const struct event *e, const char *name)
{
	(void)e, (void)name;
	o->state[0] = SHOWN_OTHER;
}

static const struct writer heard_writer = {
	.begin = quiet_begin, .end = quiet, .call_begin = heard__call_begin, .ret_begin = quiet_i64,
	.ret_error = quiet_error, .ret_none = quiet, .call_end = quiet, QUIET_VALUES,
	.signal_begin = heard__signal_begin, .signal_end = quiet,
	.tracepoint_begin = heard__tracepoint_begin, .tracepoint_end = quiet, .exit = quiet_exit, .loss = quiet_loss,
	.start = quiet_event, .total = quiet_total,
};

/* -- Events ------------------------------------------------------------------------------------------------------------ */

#define EVENT(t, type_, ...) ((t){ .header = { .type = type_, .size = sizeof(t) }, __VA_ARGS__ })

static void put_event(struct perf *p, const void *event, size_t size)
{
	out__put(&p->events, event, size);
	out__line_begin(&p->events);
}

static struct perf_sample_id id_of(const struct rec *r)
{
	return (struct perf_sample_id){
		.pid = r->tgid, .tid = r->tid, .time = r->ts, .cpu = r->cpu == CPU_NONE ? UINT32_MAX : r->cpu, .id = 1,
	};
}

static void put_comm(struct perf *p, const struct rec *r, const char *comm, unsigned misc)
{
	struct {
		struct perf_event_header header;
		uint32_t pid, tid;
		char comm[COMM_LEN];
		struct perf_sample_id id;
	} e = { .header = { PERF_RECORD_COMM, (uint16_t)misc, sizeof(e) }, .pid = r->tgid, .tid = r->tid, .id = id_of(r) };

	strncpy(e.comm, comm, COMM_LEN - 1);
	put_event(p, &e, sizeof(e));
}

static void put_task(struct perf *p, unsigned type, const struct rec *r, uint32_t ppid, uint32_t ptid)
{
	const struct {
		struct perf_event_header header;
		uint32_t pid, ppid, tid, ptid;
		uint64_t time;
		struct perf_sample_id id;
	} e = { { type, 0, sizeof(e) }, r->tgid, ppid, r->tid, ptid, r->ts, id_of(r) };

	put_event(p, &e, sizeof(e));
}

static void put_lost(struct perf *p, const struct rec_loss *r)
{
	const struct {
		struct perf_event_header header;
		uint64_t id, lost;
		struct perf_sample_id sample;
	} e = { { PERF_RECORD_LOST, 0, sizeof(e) }, 1, r->count, id_of(&r->rec) };

	put_event(p, &e, sizeof(e));
}

static void saw(struct perf *p, uint64_t ts)
{
	if (!p->times.first || ts < p->times.first)
		p->times.first = ts;
	if (ts > p->times.last)
		p->times.last = ts;
}

/* Bytes of a tracepoint: what all have, then what its format says. */
struct common {
	uint16_t type;
	uint8_t flags, preempt;
	int32_t pid;
};

static void put_sample(struct perf *p, const struct rec *r, unsigned id, uint64_t ts, const void *fields, size_t size)
{
	const struct common common = { .type = (uint16_t)id, .pid = (int32_t)r->tid };
	uint8_t event[sizeof(struct perf_sample) + 128] = { 0 };
	/* the length of raw bytes and the bytes take a multiple of 8 */
	size_t raw = ((4 + sizeof(common) + size + 7) & ~(size_t)7) - 4;
	const struct perf_sample s = {
		.header = { PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, (uint16_t)(sizeof(s) + raw) },
		.id = id, .pid = r->tgid, .tid = r->tid, .time = ts,
		.cpu = r->cpu == CPU_NONE ? UINT32_MAX : r->cpu, .raw_size = (uint32_t)raw,
	};

	memcpy(event, &s, sizeof(s));
	memcpy(event + sizeof(s), &common, sizeof(common));
	memcpy(event + sizeof(s) + sizeof(common), fields, size);
	put_event(p, event, s.header.size);
	saw(p, ts);
}

/* Of one that was made by way of a multiplexer the number that it has otherwise, if it has one: its arguments are what they would be. */
static unsigned number_of(const struct call *c)
{
	int nr = syscalltbl__is_mux(c->rec->nr) ? syscalltbl__nr(c->abi, syscalltbl__name(c->abi, c->rec->nr)) : -1;

	return nr < 0 ? c->rec->nr : (unsigned)nr;
}

static void put_enter(struct perf *p, const struct call *c)
{
	struct { int64_t id; uint64_t args[CALL_ARGS]; } f = { .id = number_of(c) };

	memcpy(f.args, c->args, sizeof(f.args));
	put_sample(p, &c->rec->rec, PERF_SYS_ENTER, c->rec->rec.ts - c->rec->dur, &f, sizeof(f));
}

static void put_exit(struct perf *p, const struct call *c)
{
	const struct { int64_t id, ret; } f = { number_of(c), c->ret };

	put_sample(p, &c->rec->rec, PERF_SYS_EXIT, c->rec->rec.ts, &f, sizeof(f));
}

static void put_signal(struct perf *p, const struct rec_signal *r)
{
	const struct { int32_t sig, err, code; } f = { r->signo, r->err, r->code };

	put_sample(p, &r->rec, PERF_SIGNAL, r->rec.ts, &f, sizeof(f));
}

/* A call that was seen in two halves is stored in two. Without an entry (seccomp answered it) the kernel has none either. */
static void put_call(struct perf *p, enum call_state st)
{
	const struct call *c = &p->session.call;

	if (st != CALL_RESUMED && !(c->done && c->rec->flags & CALL_NO_ENTRY))
		put_enter(p, c);
	if (c->done)
		put_exit(p, c);
}

/* -- Records ----------------------------------------------------------------------------------------------------------- */

static void put_round(struct perf *p, uint64_t ts)
{
	const struct perf_event_header round = { EVENT_FINISHED_ROUND, 0, sizeof(round) };

	const struct host *h = p->session.host;

	if (!p->round)
		p->round = ts;
	if (ts - p->round < ROUND_NS || !shows_waits(p->c->opt) || (h->has_recorded && !shows_waits(&h->recorded)))
		return;
	p->round = ts;
	put_event(p, &round, sizeof(round));
}

static void put_fork(struct perf *p, const struct rec_fork *r)
{
	put_task(p, PERF_RECORD_FORK, &r->rec, r->parent_tgid, r->parent_tid);
	if (r->comm[0])
		put_comm(p, &r->rec, r->comm, 0);
}

/* All threads are followed, whatever calls are chosen. */
static void put_others(struct perf *p, const struct rec *r)
{
	switch (r->type) {
	case REC_TASK: put_comm(p, r, ((const struct rec_task *)r)->comm, 0); break;
	case REC_COMM: put_comm(p, r, ((const struct rec_comm *)r)->comm, 0); break;
	case REC_EXEC: put_comm(p, r, ((const struct rec_exec *)r)->comm, PERF_RECORD_MISC_COMM_EXEC); break;
	case REC_FORK: put_fork(p, (const struct rec_fork *)r); break;
	case REC_EXIT: put_task(p, PERF_RECORD_EXIT, r, 0, 0); break;	/* its parent is not known */
	case REC_LOSS: put_lost(p, (const struct rec_loss *)r); break;
	}
}

/* The first record gives the time of day, which a pipe has before all events. */
static void begin(struct perf *p, const struct rec *rec)
{
	p->begun = true;
	if (rec && rec->type == REC_START) {
		p->times.start_mono = rec->ts;
		p->times.start_real = ((const struct rec_start *)rec)->realtime;
	}
	perf_file__begin(&p->events, p->pipe, p->c->origin, &p->times);
}

static bool perf__take(struct sink *s, const struct rec *rec)
{
	struct perf *p = (struct perf *)s;
	bool enough;
	uint64_t shown;

	if (!p->begun)
		begin(p, rec);
	p->heard.state[0] = SHOWN_NOTHING;
	enough = session__record(&p->session, rec);
	shown = p->heard.state[0];
	if (shown >= SHOWN_CALL)
		put_call(p, (enum call_state)(shown - SHOWN_CALL));
	else if (shown == SHOWN_OTHER)
		converter__leaves_out(p->c, "other tracepoints and page faults", &p->told);
	else if (shown == SHOWN_SIGNAL)
		put_signal(p, (const struct rec_signal *)rec);
	else if (record_type__fits(rec))
		put_others(p, rec);
	put_round(p, rec->ts);
	return enough;
}

static void perf__idle(struct sink *s)
{
	out__flush(&((struct perf *)s)->events);
}

static int perf__error(const struct sink *s)
{
	return ((const struct perf *)s)->events.err;
}

static const struct sink_ops perf_ops = { .take = perf__take, .idle = perf__idle, .error = perf__error };

/* -- Life -------------------------------------------------------------------------------------------------------------- */

static void perf__close(struct sink *s)
{
	struct perf *p = (struct perf *)s;

	if (!p)
		return;
	session__close(&p->session);
	if (p->events.fd > STDERR_FILENO)
		close(p->events.fd);
	out__close(&p->events);
	out__close(&p->heard);
	free(p);
}

static int refuse_terminal(void)
{
	msg__error("perf.data is not for terminals: name a file with -o FILE, or pipe it to 'perf script -i -'");
	return -EINVAL;
}

static int perf__open(struct sink **s, const struct conversion *c)
{
	int fd = output_file__open(c->opt->output);
	struct perf *p;

	if (fd < 0)
		return fd;
	if (isatty(fd))
		return refuse_terminal();
	p = calloc(1, sizeof(*p));
	c->opt->writer = &heard_writer;
	if (!p || out__open(&p->events, fd, OUT_BYTES) || out__open(&p->heard, -1, 0) ||
	    session__open(&p->session, c->opt, &p->heard)) {
		msg__error("not enough memory");
		perf__close((struct sink *)p);
		return -ENOMEM;
	}
	p->sink.ops = &perf_ops;
	p->c = c;
	p->pipe = fd == STDOUT_FILENO || lseek(fd, 0, SEEK_CUR) < 0;
	p->events.impatient = &interrupt__count;
	*s = &p->sink;
	return 0;
}

static int perf__finish(struct sink *s)
{
	struct perf *p = (struct perf *)s;
	int fd = p->events.fd;

	if (!p->begun)
		begin(p, NULL);
	if (p->pipe)
		out__flush(&p->events);
	else
		perf_file__end(&p->events, p->c->origin, &p->times);
	p->events.fd = -1;
	if (fd > STDERR_FILENO && close(fd) && !p->events.err)
		p->events.err = -errno;
	return p->events.err ? converter__failed(p->c->opt->output, p->events.err) : 0;
}

const struct converter perf_converter = {
	.name = "perf", .single = true, .no_stacks = true, .help = "perf.data, for perf script",
	.open = perf__open, .finish = perf__finish, .close = perf__close,
};
