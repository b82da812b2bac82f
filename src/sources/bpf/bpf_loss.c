// SPDX-License-Identifier: BSD-2-Clause
/* bpf_loss.c - sums the BPF programs' counters, and the kernel's counters of these programs, and tells what they count in records. */
#include "bpf_loss.h"

#include <bpf/bpf.h>
#include <string.h>

#include "bpf/config.h"
#include "bpf/wire.h"
#include "host/privileges.h"
#include "lib/msg.h"

#define PROG(name) { LOADED_NUMBER(progs, name), #name }

/* Those whose events may be lost. */
static const struct {
	unsigned number;
	const char *name;
} progs[] = {
	PROG(trace_exit), PROG(trace_end), PROG(trace_fork), PROG(trace_exec), PROG(trace_signal), PROG(trace_rename),
	PROG(fn_exit), PROG(fn_denied), PROG(tp_exit), PROG(tp_end), PROG(tp_fork), PROG(tp_exec), PROG(tp_signal), PROG(tp_rename),
};
#define NPROGS (sizeof(progs) / sizeof(progs[0]))

/*
 * Events for which the kernel skipped the program, because it was running, preempted, for another task of that CPU, or because of a
 * task's bpf(2) (tp.bpf.h). Events of tasks that are not selected are included.
 */
static uint64_t skipped_by(const struct loaded *l, unsigned i)
{
	struct bpf_prog_info info = { 0 };
	__u32 len = sizeof(info);
	int fd = l->progs[progs[i].number];

	return fd < 0 || bpf_obj_get_info_by_fd(fd, &info, &len) ? 0 : info.recursion_misses;
}

void bpf_loss__begin(struct loaded *l)
{
	for (unsigned i = 0; l->kept && i < NPROGS; i++)
		l->skipped[progs[i].number] = skipped_by(l, i);
}

static uint64_t skipped(const struct loaded *l, bool say)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < NPROGS; i++) {
		uint64_t n = skipped_by(l, i) - l->skipped[progs[i].number];

		sum += n;
		if (n && say)
			msg__info("the kernel did not run %s %llu times", progs[i].name, (unsigned long long)n);
	}
	return sum;
}

uint64_t bpf_loss__sum(const struct loaded *l, unsigned ncpus, uint64_t *by_cpu, unsigned n, uint64_t *by_reason)
{
	int fd = LOADED_MAP(l, stats);
	uint64_t sum;

	privileges__raise();
	sum = skipped(l, true);
	if (by_reason)
		by_reason[LOSS_OTHER] += sum;
	for (unsigned cpu = 0; cpu < ncpus; cpu++) {
		struct cpu_stats st;
		uint64_t c = 0;

		if (bpf_map_lookup_elem(fd, &cpu, &st))
			continue;
		for (int i = 0; i < LOSS_REASONS; i++) {
			c += st.lost[i];
			if (by_reason)
				by_reason[i] += st.lost[i];
		}
		if (cpu < n)
			by_cpu[cpu] += c;
		sum += c;
	}
	privileges__lower();
	return sum;
}

void bpf_losses__count(struct bpf_losses *t, const struct rec_loss *r)
{
	if (r->reason < LOSS_REASONS)
		t->told[r->reason] += r->count;
}

static struct rec_loss loss_of(enum loss_reason reason, uint64_t count, uint64_t first, uint64_t last)
{
	return (struct rec_loss){
		.rec = { .len = sizeof(struct rec_loss), .type = REC_LOSS, .cpu = CPU_NONE, .ts = last },
		.count = count, .first = first, .last = last, .reason = reason,
	};
}

void bpf_losses__push_skipped(struct bpf_losses *t, const struct loaded *l, struct ring_merge *merge, uint64_t now)
{
	struct rec_loss r;

	privileges__raise();
	r = loss_of(LOSS_OTHER, skipped(l, false), t->unskipped, now);
	privileges__lower();
	if (!r.count) {
		t->unskipped = now;
		return;
	}
	t->skipped = true;
	memset(l->bss->asked, 1, sizeof(l->bss->asked));
	l->bss->any_asked_or_renamed = 1;
	r.rec.ts = merge->until + 1;
	ring_merge__push(merge, &r.rec);
}

uint64_t bpf_losses__push_rest(const struct bpf_losses *t, const struct loaded *l, unsigned ncpus, struct ring_merge *merge, uint64_t began, uint64_t now)
{
	uint64_t all[LOSS_REASONS] = {}, lost = bpf_loss__sum(l, ncpus, NULL, 0, all);

	for (unsigned i = 0; i < LOSS_REASONS; i++) {
		struct rec_loss r = loss_of((enum loss_reason)i, all[i] - t->told[i], began, now);

		if (r.count)
			ring_merge__push(merge, &r.rec);
	}
	return lost;
}
