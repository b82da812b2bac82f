// SPDX-License-Identifier: BSD-2-Clause
/* bpf_way.c - the option --attach, and what auto is. */
#include "bpf_way.h"

#include <errno.h>
#include <stdio.h>
#include <sys/utsname.h>

#include "bpf/config.h"
#include "compat.h"
#include "lib/msg.h"

#define FEW_CALLS 160	/* calls are taken at their functions only if so few are selected: attaching takes time for each */

static bool is_few(const struct selection *sel)
{
	unsigned n = 0;

	for (unsigned i = 0; i < SLOT_CALLS / 64; i++)
		n += (unsigned)__builtin_popcountll(sel->calls[SLOT_NATIVE][i]);
	return n <= FEW_CALLS;
}

/* Why calls cannot be taken at their functions, or auto does not choose that, as far as the options tell; NULL: nothing is against it. */
static const char *against_functions(const struct loaded *l, const struct options *o, bool no_functions)
{
	return o->attach == ATTACH_TRACEPOINTS ? "--attach=tracepoints" :
	       no_functions ? "the kernel refuses programs at functions of calls" :
	       o->stacks != STACKS_NONE ? "stacks are taken at tracepoints" :
	       l->cfg.injects || l->cfg.injects_signals ? "what is injected is chosen at tracepoints" :
	       o->attach == ATTACH_FUNCTIONS ? NULL :
	       syscall_set__count(&o->calls, abi__native()) > FEW_CALLS ? "many calls are selected" :
	       !l->cfg.late ? "only a new command is traced" : NULL;
}

/* The same, of the kernel and of the calls that descriptors depend on, which takes longer. */
static const char *find_functions(struct loaded *l, const struct options *o, char *why, size_t size)
{
	if (!bpf_functions__possible(why, size))
		return why;
	l->select(l);
	if (o->attach != ATTACH_FUNCTIONS && !is_few(&l->sel))
		return "many calls are selected, with those that descriptors depend on";
	return bpf_functions__find(&l->functions, &l->cfg, &l->sel, why, size) ? NULL : why;
}

int bpf_way__choose(struct loaded *l, const struct options *o, bool no_functions)
{
	const char *against;
	char why[160];

	against = against_functions(l, o, no_functions);
	if (!against)
		against = find_functions(l, o, why, sizeof(why));
	l->cfg.functions = !against;
	if (!against) {
		msg__info("calls are taken at %u functions of the selected calls: other calls pay nothing", l->functions.n);
		return 0;
	}
	if (o->attach != ATTACH_FUNCTIONS) {
		msg__info("calls are taken at raw_syscalls: %s", against);
		return 0;
	}
	msg__error("--attach=functions is not possible: %s", against);
	msg__hint("leave it out: then calls are taken at tracepoints where functions cannot be used");
	return -ECANCELED;
}

void bpf_way__say(const struct loaded *l, const struct options *o, uint64_t ring_bytes)
{
	struct utsname u = { .release = "?" };
	const char *run = compat__preemptible() ? "may be preempted and then skipped, for tracefs cannot be read" :
			  compat__perf_tp() ? "are run by perf's tracepoints" : "are run by raw tracepoints";
	char room[64] = "task storage";

	if (l->max_tasks)
		snprintf(room, sizeof(room), "a hash with room for %u tasks", l->max_tasks);
	uname(&u);
	msg__info("BPF on Linux %s: programs %s, calls are remembered in %s, memory that is not resident is read %s; "
		  "%u CPUs with a ring of %llu KiB each; calls selected: %u", u.release, run, room,
		  compat__may_fault() && !l->cfg.functions ? "when a call begins" : "when it returns", l->ncpus,
		  (unsigned long long)ring_bytes / 1024, syscall_set__count(&o->calls, abi__native()));
}
