// SPDX-License-Identifier: BSD-2-Clause
/*
 * bpf_loader.c - most of the start-up time is spent in the verifier. So the programs are kept for the next run if possible. Otherwise the object is
 * opened twice, with the same maps, so that two threads can load programs at the same time: prepare_and_load_second() is what the other one does.
 */
#include "bpf_loader.h"

#include <assert.h>
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bpf/wire.h"
#include "bpf_attach.h"
#include "bpf_lease.h"
#include "bpf_patch.h"
#include "compat.h"
#include "host/rcu.h"
#include "kernel_btf.h"
#include "lib/msg.h"
#include "lib/thread.h"
#include "old.skel.h"

static int quiet_libbpf(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	if (msg__verbosity < 2 || (level == LIBBPF_DEBUG && msg__verbosity < 3))
		return 0;
	return vfprintf(stderr, fmt, ap);
}

/* Programs that capture stacks: loaded only with -k. */
static bool is_stack(const struct trace_bpf *skel, const struct bpf_program *p)
{
	return p == skel->progs.stack_entry || p == skel->progs.stack_exit || p == skel->progs.tp_stack ||
	       p == skel->progs.tp_restack;
}

/* Programs of the second object: with what else each thread does, both end at the same time. Of those that are attached few. */
static bool is_second(const struct trace_bpf *skel, const struct bpf_program *p)
{
	return p == skel->progs.capture_entry || p == skel->progs.capture_exit || p == skel->progs.fault_entry || p == skel->progs.tp_capture ||
	       p == skel->progs.fn_capture || p == skel->progs.uring_capture || p == skel->progs.uring_previous || p == skel->progs.trace_scan ||
	       p == skel->progs.trace_files;
}

/* The objects for old and new kernels have the same maps, programs and variables, so that one skeleton serves both. */
static_assert(sizeof(struct trace_bpf) == sizeof(struct old_bpf) && sizeof(struct trace_bpf__rodata) == sizeof(struct old_bpf__rodata) &&
	      sizeof(struct trace_bpf__bss) == sizeof(struct old_bpf__bss) &&
	      offsetof(struct trace_bpf__bss, live) == offsetof(struct old_bpf__bss, live) &&
	      offsetof(struct trace_bpf__bss, seating) == offsetof(struct old_bpf__bss, seating), "objects for old and new kernels");

static struct trace_bpf *open_object(bool old, const struct bpf_object_open_opts *opts)
{
	struct trace_bpf *skel = calloc(1, sizeof(*skel));
	int err = skel ? trace_bpf__create_skeleton(skel) : -ENOMEM;

	if (!err && old)
		skel->skeleton->data = (void *)old_bpf__elf_bytes(&skel->skeleton->data_sz);
	if (!err)
		err = bpf_object__open_skeleton(skel->skeleton, opts);
	if (!err)
		return skel;
	trace_bpf__destroy(skel);
	errno = -err;
	return NULL;
}

static struct trace_bpf *open_part(const struct loaded *l, bool second)
{
	LIBBPF_OPTS(bpf_object_open_opts, opts, .btf_custom_path = l->btf);
	struct bpf_program *prog;
	struct trace_bpf *skel;

	if (msg__verbosity > 2)
		opts.kernel_log_level = 4;	/* the verifier's statistics */
	skel = open_object(l->old, &opts);
	if (!skel)
		return NULL;
	bpf_object__for_each_program(prog, skel->obj) {
		bpf_program__set_autoload(prog, is_second(skel, prog) == second && (l->stacks || !is_stack(skel, prog)));
	}
	return skel;
}

/* Opens the object for new kernels, until the kernel is known to be old. */
static void open_main(struct loaded *l)
{
	l->main = open_part(l, false);
	if (!l->main || compat__has_task_storage(l->main->obj))
		return;
	trace_bpf__destroy(l->main);
	l->old = true;
	l->main = open_part(l, false);
}

static int open_objects(struct loaded *l)
{
	l->btf = bpf_patch__prepare();
	if (l->btf)
		open_main(l);
	if (!l->main)
		return -errno;
	l->max_tasks = compat__adapt(l->main->obj);
	return 0;
}

int bpf_loader__probe(struct loaded *l)
{
	libbpf_set_print(quiet_libbpf);
	return open_objects(l);
}

/* Of the programs for calls at tracepoints and at functions, leaves those that the settings need. */
static void choose_way(const struct loaded *l, struct trace_bpf *skel)
{
	struct bpf_program *const at_functions[] = {
		skel->progs.fn_enter, skel->progs.fn_exit, skel->progs.fn_denied, skel->progs.fn_capture,
	};
	struct bpf_program *const at_entry[] = { skel->progs.trace_enter, skel->progs.tp_enter, skel->progs.capture_entry, skel->progs.fault_entry };
	struct bpf_program *const at_exit[] = { skel->progs.trace_exit, skel->progs.tp_exit, skel->progs.capture_exit, skel->progs.tp_capture };
	bool functions = l->cfg.functions;

	for (unsigned i = 0; !functions && i < sizeof(at_functions) / sizeof(at_functions[0]); i++)
		bpf_program__set_autoload(at_functions[i], false);
	for (unsigned i = 0; functions && i < sizeof(at_entry) / sizeof(at_entry[0]); i++)
		bpf_program__set_autoload(at_entry[i], false);
	for (unsigned i = 0; functions && !l->cfg.late && i < sizeof(at_exit) / sizeof(at_exit[0]); i++)
		bpf_program__set_autoload(at_exit[i], false);
}

/* What the settings make unnecessary, and the sizes that depend on them. */
static void adapt(struct loaded *l)
{
	struct config *cfg = &l->cfg;
	unsigned tally_cpus = l->ncpus + cfg->tally_uring;
	const struct { struct bpf_map *map; bool wanted; unsigned entries; } maps[] = {
		{ l->main->maps.stats,         true,                 l->ncpus },
		{ l->main->maps.seats,         cfg->seats && !l->old, 0 },
		{ l->main->maps.cgroup,        cfg->has_cgroup,      0 },
		{ l->main->maps.request_slots, cfg->uring,           0 },
		{ l->main->maps.requests,      cfg->uring,           0 },
		{ l->main->maps.repeating,     cfg->uring,           0 },
		{ l->main->maps.next_uring,    cfg->uring,           0 },
		{ l->main->maps.uring_cpus,    cfg->uring,           0 },
		{ l->main->maps.signals,       cfg->injects_signals, 0 },
		{ l->main->maps.rules,         cfg->injects,         0 },
		{ l->main->maps.counts,        cfg->injects,         0 },
		{ l->main->maps.overrides,     cfg->injects,         0 },
		{ l->main->maps.tally_index,   cfg->tally,           tally_cpus * cfg->tallies },
		{ l->main->maps.tallies,       cfg->tally,           tally_cpus * cfg->tallies },
		{ l->main->maps.tally_octaves, cfg->tally,           tally_cpus * cfg->tally_octaves },
		{ l->main->maps.tally_paths,   cfg->tally & TALLY_PATH, tally_cpus * cfg->tallies },
		{ l->main->maps.tally_free,    cfg->tally,           tally_cpus * cfg->tally_octaves },
		{ l->main->maps.tally_cpus,    cfg->tally,           tally_cpus },
		{ l->main->maps.waits,         cfg->waits && !l->max_tasks, 0 },
		{ l->main->maps.wait_hash,     cfg->waits && l->max_tasks, l->max_tasks },
		{ l->main->maps.fresh_wait,    cfg->waits && l->max_tasks, 0 },
	};

	for (unsigned i = 0; i < sizeof(maps) / sizeof(maps[0]); i++) {
		bpf_map__set_autocreate(maps[i].map, maps[i].wanted);
		if (maps[i].wanted && maps[i].entries)
			bpf_map__set_max_entries(maps[i].map, maps[i].entries);
	}
	bpf_map__set_value_size(l->main->maps.ring_ctls, loaded__ring_ctls_size(l));
	bpf_program__set_autoload(l->main->progs.trace_tracers, l->tracers);
	bpf_program__set_autoload(l->main->progs.trace_switch, l->switches);
	bpf_program__set_autoload(l->main->progs.wait_switch, cfg->waits);
	bpf_program__set_autoload(l->main->progs.wait_waking, cfg->waits);
	choose_way(l, l->main);
	bpf_map__set_autocreate(l->main->maps.next_function, cfg->functions);
	memcpy((void *)&l->main->rodata->cfg, cfg, sizeof(*cfg));
}

static int open_second(struct loaded *l)
{
	l->second = open_part(l, true);
	if (!l->second)
		return -errno;
	compat__adapt(l->second->obj);
	choose_way(l, l->second);
	return 0;
}

/* Copies the object's variables, as set after bpf_loader__open(), into their map. */
static int fill_internal(struct bpf_map *map, int fd)
{
	bool constant = bpf_map__map_flags(map) & BPF_F_RDONLY_PROG;
	const void *value;
	size_t size;
	int zero = 0;

	value = bpf_map__initial_value(map, &size);
	if (!value)
		return 0;
	if (bpf_map_update_elem(fd, &zero, value, 0) || (constant && bpf_map_freeze(fd)))
		return -errno;
	return 0;
}

/* Makes both objects use the map fd; or returns fd if it is -errno. */
static int share_map(struct bpf_map *a, struct bpf_map *b, int fd)
{
	int err;

	if (fd < 0)
		return fd;
	err = bpf_map__is_internal(a) ? fill_internal(a, fd) : 0;
	if (!err)
		err = bpf_map__reuse_fd(a, fd);
	if (!err)
		err = bpf_map__reuse_fd(b, fd);
	close(fd);		/* both objects have a duplicate */
	return err;
}

/* The maps of plans: the thread needs them before the others. */
static int create_plan_maps(struct loaded *l)
{
	struct plan_maps *p = &l->plan_maps;

	p->plans = compat__create_map(l->main->maps.plans, -1);
	p->sub_plans = compat__create_map(l->main->maps.sub_plans, -1);
	p->follows = compat__create_map(l->main->maps.follows, -1);
	return p->plans < 0 ? p->plans : p->sub_plans < 0 ? p->sub_plans : p->follows < 0 ? p->follows : 0;
}

/* Of a descriptor, or -errno. */
static int duplicate(int fd)
{
	if (fd < 0)
		return fd;
	fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	return fd < 0 ? -errno : fd;
}

/* A descriptor of the map, to be closed, or -errno. */
static int map_for_both(const struct loaded *l, const struct bpf_map *map, int btf_fd)
{
	return map == l->main->maps.rings     ? duplicate(l->rings) :
	       map == l->main->maps.plans     ? duplicate(l->plan_maps.plans) :
	       map == l->main->maps.sub_plans ? duplicate(l->plan_maps.sub_plans) :
	       map == l->main->maps.follows   ? duplicate(l->plan_maps.follows) : compat__create_map(map, btf_fd);
}

/* Those whose size, or value, is not known before the rings were created. */
static bool is_last(const struct loaded *l, const struct bpf_map *map)
{
	return bpf_map__is_internal(map) || map == l->main->maps.rings || map == l->main->maps.uring_cpus;
}

/* `last`: is_last(), otherwise all others. Both objects have the same maps in the same order. */
static int share_maps(struct loaded *l, bool last)
{
	struct bpf_map *a, *b = bpf_object__next_map(l->second->obj, NULL);
	bool typed = !last && !l->max_tasks;	/* task storage needs the object's types */
	int btf_fd = typed ? compat__load_btf(l->main->obj) : -1, err = typed && btf_fd < 0 ? btf_fd : 0;

	bpf_object__for_each_map(a, l->main->obj) {
		bpf_map__set_autocreate(b, bpf_map__autocreate(a));
		if (!err && bpf_map__autocreate(a) && last == is_last(l, a))
			err = share_map(a, b, map_for_both(l, a, btf_fd));
		b = bpf_object__next_map(l->second->obj, b);
	}
	if (btf_fd >= 0)
		close(btf_fd);
	return err;
}

/* The programs of io_uring that this kernel has tracepoints for, and what these pass. */
static void adapt_uring(struct loaded *l)
{
	unsigned others, pointers, queued_pointers, form = 0;
	int submit = kernel_btf__tracepoint("io_uring_submit_req", &others), submit_sqe = kernel_btf__tracepoint("io_uring_submit_sqe", &others);
	int failed = kernel_btf__tracepoint("io_uring_req_failed", &others), complete = kernel_btf__tracepoint("io_uring_complete", &pointers);
	int queued = kernel_btf__tracepoint("io_uring_queue_async_work", &queued_pointers);
	bool wanted = l->cfg.uring && complete >= 3, has_res = pointers & 2 && complete > 3;

	form |= pointers & 2 ? URING_HAS_REQ : 0;
	form |= pointers & 2 && complete == 3 ? URING_CQE : 0;
	form |= submit_sqe > 2 ? URING_RING_FIRST : 0;
	form |= failed == 4 ? URING_FAILED_RING : 0;
	form |= queued > 2 ? URING_QUEUED_RING : 0;
	bpf_program__set_autoload(l->main->progs.uring_submit, wanted && submit == 1);
	bpf_program__set_autoload(l->main->progs.uring_submit_sqe, wanted && submit < 0 && submit_sqe > 0);
	bpf_program__set_autoload(l->main->progs.uring_complete, wanted && !has_res);
	bpf_program__set_autoload(l->main->progs.uring_complete_res, wanted && has_res);
	bpf_program__set_autoload(l->second->progs.uring_capture, wanted);
	bpf_program__set_autoload(l->second->progs.uring_previous, wanted && form & URING_HAS_REQ);
	bpf_program__set_autoload(l->main->progs.uring_failed, wanted && failed >= 3 && form & URING_HAS_REQ);
	bpf_program__set_autoload(l->main->progs.uring_queued, wanted && queued >= 2 && form & URING_HAS_REQ);
	l->main->rodata->uring_form = form;
}

/* Where programs for calls are raw tracepoint programs, one continues them all, and those of io_uring. */
static void adapt_capture(struct loaded *l)
{
	struct trace_bpf *c = l->second;

	if (l->old || compat__perf_tp() || compat__preemptible() || !bpf_patch__load_calls_raw())
		return;
	bpf_program__set_autoload(c->progs.capture_entry, false);
	l->capture = c->progs.capture_exit;
	if (!bpf_program__autoload(c->progs.uring_capture))
		return;
	bpf_program__set_autoload(l->capture, false);
	l->capture = c->progs.uring_capture;
}

/* Programs use the memory of an array's only element as they use that of variables, which have such offsets at most. */
#define ELEMENT_MAX (1u << 29)		/* BPF_MAX_VAR_OFF, linux/bpf_verifier.h */

static int create_array(const char *name, __u64 size, __u32 entries)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = BPF_F_MMAPABLE);
	int fd = bpf_map_create(BPF_MAP_TYPE_ARRAY, name, sizeof(__u32), (__u32)size, entries, &opts);

	return fd < 0 ? -errno : fd;
}

/*
 * The object need not be opened for this. Takes as long as opening an object. All rings are one element where an element may be so large: on
 * Linux 6.1, but not on 5.10.
 */
static int create_rings(struct loaded *l)
{
	__u32 chunks = l->ncpus * l->cfg.ring_chunks;
	__u64 size = l->ncpus * RING_SIZE(l->cfg.ring_chunks, RING_CHUNK);
	int fd = size < ELEMENT_MAX ? create_array("rings", size, 1) : -E2BIG;

	l->one_element = fd >= 0;
	return fd == -E2BIG || fd == -EINVAL ? create_array("rings", RING_ELEM, chunks) : fd;
}

static void await(sem_t *s)
{
	while (sem_wait(s) && errno == EINTR)
		;
}

static void close_thread_maps(const struct loaded *l)
{
	const int fds[] = { l->rings, l->plan_maps.plans, l->plan_maps.sub_plans, l->plan_maps.follows };

	for (unsigned i = 0; i < sizeof(fds) / sizeof(fds[0]); i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

/* The thread: creates the rings, makes the plans, and loads the second object. Returns 0 or -errno. */
static void *prepare_and_load_second(void *arg)
{
	struct loaded *l = arg;
	int err;

	l->rings = create_rings(l);
	sem_post(&l->ringed);
	await(&l->opened);
	err = l->err;
	if (!err)
		l->select(l);
	sem_post(&l->selected);
	if (!err)
		err = l->plan(l, &l->plan_maps);
	await(&l->prepared);
	return (void *)(long)(l->err ? l->err : err ? err : trace_bpf__load(l->second));
}

static int open_first(struct loaded *l)
{
	int err = open_objects(l);

	if (err)
		return err;
	adapt(l);
	return create_plan_maps(l);
}

/* One element has those of all CPUs if the rings are one, too; otherwise each CPU has one. */
static void size_uring_cpus(struct loaded *l)
{
	struct bpf_map *map = l->main->maps.uring_cpus;

	if (l->one_element)
		bpf_map__set_value_size(map, bpf_map__value_size(map) * (l->cfg.ring_mask + 1));
	else
		bpf_map__set_max_entries(map, l->ncpus);
}

/* Meanwhile the thread makes the plans. */
static int prepare(struct loaded *l)
{
	int err = open_second(l);

	if (!err)
		err = share_maps(l, false);
	if (!err)
		err = bpf_patch__fill(l->main->obj);
	await(&l->ringed);
	if (!err) {
		((struct config *)&l->main->rodata->cfg)->one_element = l->one_element;
		size_uring_cpus(l);
		adapt_uring(l);
		adapt_capture(l);
		err = share_maps(l, true);
	}
	if (err)
		return err;
	bpf_patch__specialize(l->main->maps.rodata, l->second->maps.rodata);
	bpf_patch__address(l->main->obj, l->second->obj, l->one_element);
	return 0;
}

/* Lets the thread go on, or end if err is set. */
static void hand_on(struct loaded *l, sem_t *to, int err)
{
	l->err = err;
	sem_post(to);
}

/* The maps' descriptors belong to the object. */
static void note_maps(struct loaded *l)
{
	struct bpf_map **maps = (struct bpf_map **)&l->main->maps;

	for (unsigned i = 0; i < LOAD_MAPS; i++) {
		l->maps[i] = bpf_map__autocreate(maps[i]) ? bpf_map__fd(maps[i]) : -1;
		if (l->maps[i] >= 0 && !(bpf_map__map_flags(maps[i]) & BPF_F_NO_PREALLOC))
			l->bytes += (size_t)bpf_map__value_size(maps[i]) * bpf_map__max_entries(maps[i]);
	}
}

static void note_programs(struct loaded *l, const struct trace_bpf *skel)
{
	struct bpf_program **programs = (struct bpf_program **)&skel->progs;

	for (unsigned i = 0; i < LOAD_PROGS; i++)
		if (bpf_program__autoload(programs[i]))
			l->progs[i] = bpf_program__fd(programs[i]);
}

static int load_main(struct loaded *l)
{
	int err = trace_bpf__load(l->main);

	if (err)
		return err;
	note_programs(l, l->main);
	await(&l->selected);
	bpf_attach__some(l);
	return 0;
}

static int load_both(struct loaded *l)
{
	pthread_t thread;
	void *second;
	int err;

	sem_init(&l->opened, 0, 0);
	sem_init(&l->ringed, 0, 0);
	sem_init(&l->selected, 0, 0);
	sem_init(&l->prepared, 0, 0);
	l->plan_maps = (struct plan_maps){ -1, -1, -1 };
	if (thread__start(&thread, prepare_and_load_second, l))
		return -EAGAIN;
	err = open_first(l);
	hand_on(l, &l->opened, err);
	err = err ? err : prepare(l);
	hand_on(l, &l->prepared, err);
	err = err ? err : load_main(l);
	pthread_join(thread, &second);
	close_thread_maps(l);
	err = err ? err : (int)(long)second;
	if (err)
		kernel_btf__close();	/* else when the programs are attached: unmapping takes half a millisecond */
	return err;
}

static int load_all(struct loaded *l)
{
	int err = load_both(l);

	if (err)
		return err;
	note_maps(l);
	err = bpf_lease__map_variables(l);
	if (err)
		return err;
	l->bss->sel = l->sel;
	note_programs(l, l->second);
	return 0;
}

/* Those that were kept have the plans that they were used with, or none. */
static int plan_kept(struct loaded *l)
{
	const struct plan_maps maps = { LOADED_MAP(l, plans), LOADED_MAP(l, sub_plans), LOADED_MAP(l, follows) };

	return l->bss->sel.plans ? 0 : l->plan(l, &maps);
}

int bpf_loader__load(struct loaded *l)
{
	const char *why;
	int err;

	libbpf_set_print(quiet_libbpf);
	memset(l->maps, -1, sizeof(l->maps));
	memset(l->progs, -1, sizeof(l->progs));
	l->set.dir = -1;
	l->sel.in_use = SET_IN_USE;
	if (l->keep && !bpf_keep__possible(&why)) {
		msg__info("BPF programs are not kept: %s", why);
		l->keep = false;
	}
	err = l->keep && bpf_lease__begin(l) ? plan_kept(l) : load_all(l);
	if (err)
		return err;
	l->bss->sel.plans = l->sel.plans;
	l->bss->owner_generation = l->owners;
	return 0;
}

void bpf_loader__end(struct loaded *l)
{
	bool detached = l->nlinks;

	bpf_attach__end(l);
	if (detached && l->set.dir >= 0)
		rcu__expedite(l->set.dir);
	bpf_lease__end(l);
}

void bpf_loader__close(struct loaded *l)
{
	bpf_loader__end(l);
	if (l->kept)
		bpf_lease__forget(l);
	else
		bpf_lease__unmap_variables(l);
	bpf_functions__free(&l->functions);
	trace_bpf__destroy(l->second);
	trace_bpf__destroy(l->main);
	l->main = l->second = NULL;
}
