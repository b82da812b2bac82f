// SPDX-License-Identifier: BSD-2-Clause
/* bpf_lease.c - what of the settings makes programs others, and how what a run left in maps is found out. */
#include "bpf_lease.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bpf_clear.h"
#include "compat.h"
#include "lib/hash.h"
#include "lib/msg.h"

int bpf_lease__map_variables(struct loaded *l)
{
	void *p = mmap(NULL, sizeof(*l->bss), PROT_READ | PROT_WRITE, MAP_SHARED, LOADED_MAP(l, bss), 0);

	if (p == MAP_FAILED)
		return -errno;
	l->bss = p;
	p = mmap(NULL, loaded__ring_ctls_size(l), PROT_READ | PROT_WRITE, MAP_SHARED, LOADED_MAP(l, ring_ctls), 0);
	if (p == MAP_FAILED)
		return -errno;
	l->ring_ctls = p;
	return 0;
}

void bpf_lease__unmap_variables(struct loaded *l)
{
	if (l->bss)
		munmap(l->bss, sizeof(*l->bss));
	if (l->ring_ctls)
		munmap(l->ring_ctls, loaded__ring_ctls_size(l));
	l->bss = NULL;
	l->ring_ctls = NULL;
}

/* Of all that is constant in the programs, or determines which there are. */
static uint64_t settings(const struct loaded *l)
{
	const unsigned others[] = { l->ncpus, l->stacks, l->tracers, l->switches, compat__perf_tp() };

	return hash__more(hash__more(HASH_BEGIN, &l->cfg, sizeof(l->cfg)), others, sizeof(others));
}

/* Elements of a map; 0: there is no such map. */
static unsigned entries_of(int map)
{
	struct bpf_map_info info = { 0 };
	__u32 len = sizeof(info);

	return bpf_obj_get_info_by_fd(map, &info, &len) ? 0 : info.max_entries;
}

static void get_all(struct loaded *l)
{
	_Static_assert(LOAD_MAPS <= 64 && LOAD_PROGS <= 64, "bits of struct keep");
	for (unsigned i = 0; i < LOAD_MAPS; i++)
		l->maps[i] = bpf_keep__get(&l->set, KEEP_MAP, i);
	for (unsigned i = 0; i < LOAD_PROGS; i++)
		l->progs[i] = bpf_keep__get(&l->set, KEEP_PROG, i);
	l->max_tasks = entries_of(LOADED_MAP(l, task_hash));
	l->one_element = entries_of(LOADED_MAP(l, rings)) == 1;
}

/* The sets of calls, which take a millisecond to compute, depend on what the plans do. */
static void take_calls(struct selection *to, const volatile struct selection *kept)
{
	const struct selection *from = (const struct selection *)kept;

	memcpy(to->slots, from->slots, sizeof(to->slots));
	memcpy(to->calls, from->calls, sizeof(to->calls));
	memcpy(to->tracked, from->tracked, sizeof(to->tracked));
	memcpy(to->renaming, from->renaming, sizeof(to->renaming));
	memcpy(to->forks, from->forks, sizeof(to->forks));
	memcpy(to->execs, from->execs, sizeof(to->execs));
	to->has_tracked = from->has_tracked;
}

/* A tracer that was killed may have left programs that are still being detached, so they are not used again. */
static int take_over(struct loaded *l)
{
	bool plans, clean;
	int err = LOADED_MAP(l, bss) < 0 ? LOADED_MAP(l, bss) : bpf_lease__map_variables(l);

	if (err)
		return err;
	if (l->bss->sel.in_use == SET_IN_USE)
		return -EOWNERDEAD;
	clean = l->bss->sel.in_use == SET_CLEAN;
	plans = !l->sel.plans || l->bss->sel.plans != l->sel.plans;
	l->bss->sel.in_use = SET_IN_USE;
	if (plans)
		l->select(l);
	else
		take_calls(&l->sel, &l->bss->sel);
	err = bpf_clear__all(l, plans, !clean);
	if (plans)
		l->bss->sel.plans = 0;
	return err;
}

void bpf_lease__forget(struct loaded *l)
{
	bpf_lease__unmap_variables(l);
	for (unsigned i = 0; i < LOAD_MAPS; i++)
		if (l->maps[i] >= 0)
			close(l->maps[i]);
	for (unsigned i = 0; i < LOAD_PROGS; i++)
		if (l->progs[i] >= 0)
			close(l->progs[i]);
	memset(l->maps, -1, sizeof(l->maps));
	memset(l->progs, -1, sizeof(l->progs));
	l->max_tasks = 0;
}

bool bpf_lease__begin(struct loaded *l)
{
	int err;

	if (!bpf_keep__lease(&l->set, settings(l)))
		return false;
	get_all(l);
	err = take_over(l);
	if (!err) {
		msg__info("the BPF programs are those that an earlier run loaded (%s)", KEEP_ROOM);
		return l->kept = true;
	}
	msg__info("BPF programs of an earlier run are not used: %s", err == -EOWNERDEAD ? "it was killed" : strerror(-err));
	bpf_lease__forget(l);
	bpf_keep__discard(&l->set);
	return false;
}

void bpf_lease__keep(struct loaded *l)
{
	int err;

	l->bss->sel.in_use = SET_IN_USE;
	err = bpf_keep__make(&l->set, settings(l), l->maps, LOAD_MAPS, l->progs, LOAD_PROGS, l->bytes);
	if (err)
		msg__info("the BPF programs are not kept: %s", err == -EBUSY ? "enough tracers run" :
			  err == -ENOSPC ? "they would take too much memory" : strerror(-err));
	else
		msg__info("the BPF programs are kept for the next run (%s)", KEEP_ROOM);
}

void bpf_lease__leave(struct loaded *l)
{
	bpf_keep__leave(&l->set);
}

void bpf_lease__end(struct loaded *l)
{
	bool ended;

	if (l->set.dir < 0 || !l->bss)
		return;
	ended = !loaded__any_state(l);	/* otherwise a program that still runs may make some */
	if (!bpf_clear__records(l))	/* else as if this tracer had been killed */
		l->bss->sel.in_use = ended && !bpf_clear__targets(l) ? SET_CLEAN : SET_FREE;
	bpf_keep__release(&l->set);
}
