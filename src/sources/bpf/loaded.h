/* SPDX-License-Identifier: BSD-2-Clause */
/* loaded.h - BPF programs and their maps: what they are wanted for, and how to find one of them. */
#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf/config.h"
#include "bpf_functions.h"
#include "bpf_keep.h"
#include "sources/call_sets.h"
#include "sources/plan_load.h"
#include "trace.skel.h"

#define LOAD_LINKS 32
#define LOAD_MAPS (sizeof(((struct trace_bpf *)0)->maps) / sizeof(struct bpf_map *))
#define LOAD_PROGS (sizeof(((struct trace_bpf *)0)->progs) / sizeof(struct bpf_program *))

struct loaded {
	/* Set before bpf_loader__load(): */
	struct config cfg;
	struct selection sel;
	unsigned ncpus;
	bool stacks, tracers, switches;	/* with the programs for stacks, for counting tracers, for threads that stop */
	struct bpf_functions functions;	/* with cfg.functions: of the selected calls */
	bool no_requests;		/* do not attach the programs of io_uring, whatever is selected */
	bool owners;			/* report owners: owner.bpf.h */
	bool keep;			/* use programs that were kept, and keep those that are loaded */
	void (*select)(struct loaded *);	/* fills the sets of calls in `sel`: not called if kept programs have them, as sel.plans says */
	int (*plan)(const struct loaded *, const struct plan_maps *);	/* then fills the maps of plans, which are empty: the same. 0 or -errno */
	const void *ctx;		/* of its caller */
	/* From then on: */
	int maps[LOAD_MAPS], progs[LOAD_PROGS];	/* descriptors: LOADED_MAP(), LOADED_PROG(); -1: not there */
	struct trace_bpf__bss *bss;	/* the programs' variables, */
	struct ring_ctl *ring_ctls;	/* and where their rings are read and written, by CPU: mapped together */
	unsigned max_tasks;		/* 0: the kernel has task storage; else the size of the hash used instead */
	bool kept;			/* an earlier tracer loaded them */
	uint64_t skipped[LOAD_PROGS];	/* of bpf_loss.c */

	struct trace_bpf *main;		/* programs that are attached or run; NULL: kept */
	struct trace_bpf *second;	/* programs that capture memory, which are reached by tail calls */
	/* Between the main thread and the one that loads the second object: */
	sem_t opened, ringed, selected, prepared;	/* the main object is open; the rings are created; `sel` is known; both objects can be loaded */
	int err;			/* 0 or -errno: of the main thread so far */
	int rings;			/* descriptors of maps, or -errno */
	bool one_element;		/* all rings are one element of their map */
	struct plan_maps plan_maps;
	struct bpf_program *capture;	/* continues the programs at the entry and the exit of calls; NULL: these have one each */
	bool old;			/* compat__has_task_storage() is false (before Linux 5.15) */
	const char *btf;		/* file with the kernel's types, filled when the programs are loaded */
	size_t bytes;			/* of the maps */
	pthread_t attacher;		/* the thread of bpf_attach__begin() */
	bool attaching;			/* it was not waited for: it owns the links */
	uint64_t attached;		/* bit n: the n-th of bpf_attach.c's list is */
	int links[LOAD_LINKS];
	unsigned nlinks;
	unsigned late_links, nlate;	/* the first link, and how many, of the exit of calls that began before tracing */
	struct keep set;
};

#define LOADED_NUMBER(part, name) ((offsetof(struct trace_bpf, part.name) - offsetof(struct trace_bpf, part)) / sizeof(void *))
#define LOADED_MAP(l, name) ((l)->maps[LOADED_NUMBER(maps, name)])
#define LOADED_PROG(l, name) ((l)->progs[LOADED_NUMBER(progs, name)])

static inline uint32_t loaded__ring_ctls_size(const struct loaded *l)
{
	return (l->cfg.ring_mask + 1) * (uint32_t)sizeof(struct ring_ctl);
}

/* Are the programs of io_uring to be attached, if there are any? Once `sel` is known. */
static inline bool loaded__wants_requests(const struct loaded *l)
{
	return !l->no_requests && call_sets__has_requests(&l->sel);
}

/* May some task have state? Tasks that have ended have none, where it is in task storage. */
static inline bool loaded__any_state(const struct loaded *l)
{
	return l->cfg.all || LOADED_MAP(l, task_hash) >= 0 || __atomic_load_n(&l->bss->live, __ATOMIC_ACQUIRE) > 0;
}
