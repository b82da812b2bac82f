// SPDX-License-Identifier: BSD-2-Clause
/* live.c - owns the list of sources on the running kernel, the choice, and what is put in with it. */
#include "live.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "host/diagnose.h"
#include "host/privileges.h"
#include "host/ring_size.h"
#include "lib/msg.h"
#include "source_links.h"
#include "source_mix.h"
#include "source_stacks.h"
#include "sources/bpf/compat.h"
#include "sources/bpf/source_bpf.h"
#include "sources/perf/live_events.h"
#include "sources/perf/source_perf.h"

#define EVENTS_SEC 2		/* how long events may come behind the last call */

struct live {
	const struct options *opt;
	struct source_bpf *bpf;		/* one of the two is not NULL */
	struct source_perf *perf;
	struct live_events *events;	/* NULL: there are only calls */
	struct source *mix;		/* of both; NULL: likewise */
	struct source_stacks *stacks;	/* NULL: none are taken */
	struct source_links *links;
	struct timespec ended;		/* when the targets were seen to have no more calls; 0: they have */
};

/* The least of what BPF tracing takes: a program that does nothing. Other reasons than permission are for its source to say. */
bool live__may_load_bpf(void)
{
	const struct bpf_insn nothing[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	int fd, err;

	privileges__raise();
	fd = bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, NULL, "GPL", nothing, 2, NULL);
	err = errno;
	privileges__lower();
	if (fd >= 0)
		close(fd);
	return fd >= 0 || err != EPERM;
}

static bool wants_perf(const struct options *o)
{
	if (o->hold) {
		msg__info("source: perf events, as --hold is for them");
		return true;
	}
	if (o->kernel_by != BY_AUTO) {
		msg__info("source: %s, as --source says", o->kernel_by == BY_PERF ? "perf events" : "BPF");
		return o->kernel_by == BY_PERF;
	}
	if (!live__may_load_bpf()) {
		msg__info("source: perf events, because BPF programs may not be loaded");
		return true;
	}
	msg__info("source: BPF, which may be loaded");
	return false;
}

static struct source *calls_of(const struct live *l)
{
	return l->perf ? source_perf__source(l->perf) : source_bpf__source(l->bpf);
}

static uint64_t known(void *ctx)
{
	const struct live *l = ctx;

	return l->perf ? source_perf__known(l->perf) : source_bpf__known(l->bpf);
}

/* What the file gives is for BPF, which limits itself to what the user may trace: perf events do not. */
static int open_calls(struct live *l, const struct options *o, const struct id_list *excluded)
{
	int err;

	if (wants_perf(o))
		return source_perf__open(&l->perf, o, excluded);
	privileges__raise();
	err = source_bpf__open(&l->bpf, o, excluded);
	privileges__lower();
	return err;
}

static int select_calls(struct live *l, pid_t child)
{
	int err;

	if (l->perf)
		return source_perf__select(l->perf, child);
	privileges__raise();
	err = source_bpf__select(l->bpf, child);
	privileges__lower();
	return err;
}

static void close_all(struct live *l)
{
	source_links__close(l->links);
	source_stacks__close(l->stacks);
	if (l->mix)
		l->mix->ops->close(l->mix);
	if (l->events)
		live_events__close(l->events);
	if (l->perf || l->bpf)
		calls_of(l)->ops->close(calls_of(l));
	free(l);
}

/* Events first: a name that is wrong is said at once. */
int live__open(struct live **out, const struct options *o, const struct id_list *excluded)
{
	struct live *l = calloc(1, sizeof(*l));
	int err;

	if (!l)
		return -ENOMEM;
	l->opt = o;
	err = diagnose__check_proc() ?: ring_size__check(o->ring_bytes);
	if (!err && live_events__wanted(o))
		err = live_events__open(&l->events, o, excluded);
	if (!err)
		err = open_calls(l, o, excluded);
	if (!err && o->stacks != STACKS_NONE)
		err = source_stacks__open(&l->stacks, o, excluded, l->bpf && !l->events && privileges__guarded());
	if (!err && l->events)
		err = source_mix__open(&l->mix, calls_of(l), known, l, l->events);
	if (!err)
		err = source_links__open(&l->links, o);
	if (err)
		close_all(l);
	else
		*out = l;
	return err;
}

struct source *live__source(struct live *l)
{
	struct source *source = l->mix ? l->mix : calls_of(l);

	if (l->stacks)
		source = source_stacks__over(l->stacks, source);
	return source_links__over(l->links, source);
}

void live__hold(struct live *l, struct hold *hold)
{
	if (l->perf)
		source_perf__hold(l->perf, hold);
}

/* A line for each thing that nobody asked for, once it is known that there will be something to see. */
static void say_what_is_lesser(const struct live *l)
{
	if (l->opt->all && diagnose__other_pids())
		msg__note("in this PID namespace, -a covers the processes of it: those outside are not seen from here");
	if (l->perf && !l->opt->hold && l->opt->kernel_by == BY_AUTO)
		msg__note("BPF programs may not be loaded, so perf events are read: what may have changed by then is shown as an address. "
			  "'trace doctor' says how to have all");
	if (l->bpf && compat__preemptible())
		msg__note("tracefs cannot be read, so the kernel may pass over calls, which are counted as lost: mount it, or see 'trace doctor'");
}

int live__select(struct live *l, pid_t child)
{
	int err = select_calls(l, child);

	if (!err && l->events)
		err = live_events__select(l->events, child);
	if (!err && l->stacks)
		err = source_stacks__select(l->stacks, child);
	if (!err && (!l->bpf || !compat__use_takes_caps()))
		privileges__drop();
	if (!err)
		say_what_is_lesser(l);
	return err;
}

/*
 * A thread's last call comes before its last event, such as sched:sched_process_exit. The two do not count threads in the
 * same way, so the wait has an end.
 */
static bool await_events(struct live *l)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!l->ended.tv_sec)
		l->ended = now;
	return now.tv_sec - l->ended.tv_sec < EVENTS_SEC && live_events__is_live(l->events);
}

long live__tasks(struct live *l)
{
	long n = l->perf ? source_perf__live(l->perf) : source_bpf__live(l->bpf);

	return n > 0 || !l->events ? n : await_events(l);
}

uint64_t live__lost(const struct live *l, uint64_t *lost, unsigned n)
{
	uint64_t sum = l->perf ? source_perf__lost(l->perf, lost, n) : source_bpf__lost(l->bpf, lost, n);

	return l->events ? sum + live_events__lost(l->events, lost, n) : sum;
}

unsigned live__cpus(const struct live *l)
{
	return l->perf ? source_perf__cpus(l->perf) : source_bpf__cpus(l->bpf);
}

void live__close(struct live *l)
{
	close_all(l);
}
