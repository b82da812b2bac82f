// SPDX-License-Identifier: BSD-2-Clause
/* bpf_configure.c - reads the options. */
#include "bpf_configure.h"

#include <bpf/libbpf.h>
#include <string.h>

#include "bpf/config.h"
#include "bpf_inject.h"
#include "bpf_tallies.h"
#include "compat.h"
#include "host/diagnose.h"
#include "host/privileges.h"
#include "host/ring_size.h"
#include "ptrace_access.h"
#include "sources/call_sets.h"
#include "sources/comm_filter.h"
#include "sources/seccomp/inject.h"

#define LONG_STRING 1024	/* bytes */
#define TRACING_FRAMES 8	/* the tracer's own frames at the beginning of a kernel stack, at most */

/* A power of two of chunks per CPU, within -m or the default. */
static unsigned chunks_per_cpu(const struct loaded *l, const struct options *o)
{
	bool long_records = l->stacks || o->w.string_limit > LONG_STRING;
	uint64_t bytes = o->ring_bytes ? ptrace_access__ring_bytes(o->ring_bytes) / l->ncpus : ring_size__default(l->ncpus, long_records);
	unsigned chunks = 1;

	while ((uint64_t)chunks * 2 * RING_CHUNK <= bytes)
		chunks *= 2;
	return chunks;
}

static void select_calls(struct loaded *l)
{
	call_sets__select(l->ctx, &l->cfg, &l->sel);
}

static int plan_calls(const struct loaded *l, const struct plan_maps *maps)
{
	return plan_load__load(l->ctx, &l->cfg, &l->sel, maps);
}

void bpf_configure(struct loaded *l, const struct options *o, struct inject *inject)
{
	struct config *cfg = &l->cfg;
	struct selection *sel = &l->sel;

	l->ncpus = (unsigned)libbpf_num_possible_cpus();
	l->stacks = o->stacks != STACKS_NONE;
	l->tracers = privileges__by_file();
	l->switches = o->strace.on;
	l->keep = o->keep_programs == KEEP_YES;
	l->owners = o->wants_owners;
	l->no_requests = o->no_uring;
	cfg->ring_chunks = chunks_per_cpu(l, o);
	cfg->ring_mask = 1;
	while (cfg->ring_mask < l->ncpus - 1)
		cfg->ring_mask = cfg->ring_mask * 2 + 1;
	cfg->all = o->all;
	cfg->possible_cpus = (uint32_t)l->ncpus;
	cfg->inherit = o->inherit;
	cfg->in_pid_ns = diagnose__other_pids();
	cfg->limited = o->has_uid || o->ncgroups || o->filter_pids.n || (cfg->in_pid_ns && o->all);
	ptrace_access__fill(cfg);
	cfg->has_uid = o->has_uid;
	sel->uid = o->uid;
	cfg->only_failed = o->only_failed;
	cfg->ignored_signals = o->ignored_signals;
	cfg->only_ok = o->only_ok;
	cfg->injects_signals = inject && inject__has_signals(inject);
	bpf_inject__configure(o, cfg);
	cfg->has_errnos = o->has_errnos;
	memcpy(sel->errnos, o->errnos, sizeof(sel->errnos));
	cfg->has_min_dur = o->min_dur != 0;
	sel->min_dur = o->min_dur;
	comm_filter__configure(o, cfg, sel);
	cfg->preemptible = compat__preemptible();
	call_sets__set_abis(cfg);
	cfg->has_cgroup = o->ncgroups != 0;
	cfg->waits = o->wait.on;
	if (o->stacks != STACKS_NONE)
		cfg->stack_bytes = (o->max_stack + TRACING_FRAMES < STACK_FRAMES ? o->max_stack + TRACING_FRAMES : STACK_FRAMES) * sizeof(uint64_t);
	if (o->stacks == STACKS_DWARF)
		cfg->stack_copy = o->stack_copy;
	bpf_tallies__configure(o, cfg, l->ncpus);
	cfg->uring = !o->strace.on && (l->keep || (!o->no_uring && !o->no_calls));
	cfg->interrupted = cfg->uring && compat__interrupts_requests();
	cfg->late = o->all || o->pids.n || o->tids.n;
	cfg->tally_uring = cfg->interrupted && cfg->tally ? l->ncpus : 0;
	call_sets__set_prefixes(o, cfg, sel);
	sel->plans = plan_load__inputs(o, cfg);
	l->select = select_calls;
	l->plan = plan_calls;
	l->ctx = o;
}

/*
 * Not if more of a task is used than its calls, and not if the program at a task's end may be skipped: preempted ones, and those of perf's
 * tracepoints while the kernel changes some map on that CPU.
 */
void bpf_configure__seats(struct config *cfg)
{
	cfg->seats = compat__may_swap() && !compat__perf_tp() && !cfg->limited && !cfg->in_pid_ns && !cfg->functions && !cfg->preemptible &&
		     !cfg->tally && !cfg->injects && !cfg->injects_signals;
}
