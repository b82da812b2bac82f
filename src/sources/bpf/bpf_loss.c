// SPDX-License-Identifier: BSD-2-Clause
/* bpf_loss.c - sums the BPF programs' counters, and the kernel's counters of these programs. */
#include "bpf_loss.h"

#include <bpf/bpf.h>

#include "bpf/config.h"
#include "bpf/wire.h"
#include "host/privileges.h"
#include "lib/msg.h"

/*
 * Events for which the kernel skipped the program, because it was running, preempted, for another task of that CPU, or because of a
 * task's bpf(2) (tp.bpf.h). Events of tasks that are not selected are included.
 */
static uint64_t skipped(const struct trace_bpf *skel)
{
	const struct bpf_program *const progs[] = {
		skel->progs.trace_exit, skel->progs.trace_end, skel->progs.trace_fork, skel->progs.trace_exec,
		skel->progs.trace_signal, skel->progs.trace_rename,
		skel->progs.tp_exit, skel->progs.tp_end, skel->progs.tp_fork, skel->progs.tp_exec,
		skel->progs.tp_signal, skel->progs.tp_rename,
	};
	uint64_t sum = 0;

	for (unsigned i = 0; i < sizeof(progs) / sizeof(progs[0]); i++) {
		struct bpf_prog_info info = { 0 };
		__u32 len = sizeof(info);

		if (!bpf_program__autoload(progs[i]) || bpf_obj_get_info_by_fd(bpf_program__fd(progs[i]), &info, &len))
			continue;
		sum += info.recursion_misses;
		if (info.recursion_misses)
			msg__info("the kernel did not run %s %llu times", bpf_program__name(progs[i]), (unsigned long long)info.recursion_misses);
	}
	return sum;
}

uint64_t bpf_loss__sum(const struct trace_bpf *skel, unsigned ncpus, uint64_t *by_cpu, unsigned n, uint64_t *by_reason)
{
	int fd = bpf_map__fd(skel->maps.stats);
	uint64_t sum;

	privileges__raise();
	sum = skipped(skel);
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
