// SPDX-License-Identifier: BSD-2-Clause
/*
 * bpf_loader.c - most of the start-up time is spent in the verifier. So the object is opened twice, with the same maps, and two
 * threads load half of the programs each.
 */
#include "bpf_loader.h"

#include "kernel_btf.h"

#include <assert.h>
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compat.h"
#include "lib/msg.h"
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

/*
 * Programs of the second object: they take the verifier as long as the others and the plans take this thread. With stacks they are more, so
 * one stays with the others.
 */
static bool is_second(const struct trace_bpf *skel, const struct bpf_program *p, bool stacks)
{
	return p == skel->progs.capture_entry || p == skel->progs.fault_entry || p == skel->progs.tp_capture ||
	       p == skel->progs.trace_files || is_stack(skel, p) || (!stacks && p == skel->progs.capture_exit);
}

/* The objects for old and new kernels have the same maps, programs and variables, so that one skeleton serves both. */
static_assert(sizeof(struct trace_bpf) == sizeof(struct old_bpf) && sizeof(struct trace_bpf__rodata) == sizeof(struct old_bpf__rodata) &&
	      sizeof(struct trace_bpf__bss) == sizeof(struct old_bpf__bss), "objects for old and new kernels");

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
		bpf_program__set_autoload(prog, is_second(skel, prog, l->stacks) == second && (l->stacks || !is_stack(skel, prog)));
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

int bpf_loader__open(struct loaded *l, bool stacks)
{
	libbpf_set_print(quiet_libbpf);
	l->stacks = stacks;
	l->btf = kernel_btf__prepare();
	if (l->btf)
		open_main(l);
	if (!l->main)
		return -errno;
	l->max_tasks = compat__adapt(l->main->obj);
	return 0;
}

static int open_second(struct loaded *l)
{
	l->second = open_part(l, true);
	if (!l->second)
		return -errno;
	compat__adapt(l->second->obj);
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

/* All maps but the rings. Both objects have the same maps in the same order. */
static int share_maps(struct loaded *l)
{
	struct bpf_map *a, *b = bpf_object__next_map(l->second->obj, NULL);
	int btf_fd = l->max_tasks ? -1 : compat__load_btf(l->main->obj), err = 0;

	bpf_object__for_each_map(a, l->main->obj) {
		bpf_map__set_autocreate(b, bpf_map__autocreate(a));
		if (!err && a != l->main->maps.rings && bpf_map__autocreate(a))
			err = share_map(a, b, compat__create_map(a, btf_fd));
		b = bpf_object__next_map(l->second->obj, b);
	}
	if (btf_fd >= 0)
		close(btf_fd);
	return err;
}

static void *create_rings(void *arg)
{
	struct loaded *l = arg;

	return (void *)(long)compat__create_map(l->main->maps.rings, -1);
}

static int prepare(struct loaded *l)
{
	int err = open_second(l);

	if (!err)
		err = kernel_btf__fill(l->main->obj);
	if (!err)
		err = share_maps(l);
	return err;
}

/* Creating the rings takes as long as everything else before loading programs, so a thread does it. */
static int create_rings_and_prepare(struct loaded *l)
{
	pthread_t thread;
	void *fd;
	int err;

	if (pthread_create(&thread, NULL, create_rings, l))
		return -EAGAIN;
	err = prepare(l);
	pthread_join(thread, &fd);
	if (!err)
		return share_map(l->main->maps.rings, l->second->maps.rings, (int)(long)fd);
	if ((long)fd >= 0)
		close((int)(long)fd);
	return err;
}

static void *load_second(void *arg)
{
	struct loaded *l = arg;

	return (void *)(long)trace_bpf__load(l->second);
}

/* Adds a program to the map of tail calls. */
static int add_next(struct bpf_map *map, __u32 which, struct bpf_program *prog)
{
	int fd = bpf_program__fd(prog);

	if (!bpf_program__autoload(prog))
		return 0;
	return bpf_map_update_elem(bpf_map__fd(map), &which, &fd, BPF_ANY) ? -errno : 0;
}

static int add_nexts(struct loaded *l)
{
	struct trace_bpf *c = l->second, *exits = l->stacks ? l->main : c;
	struct bpf_map *entry = l->main->maps.next_entry, *exit = l->main->maps.next_exit;
	bool tp = compat__perf_tp();
	int err = add_next(entry, NEXT_CAPTURE, tp ? c->progs.tp_capture : c->progs.capture_entry);

	if (!err)
		err = add_next(exit, NEXT_CAPTURE, tp ? c->progs.tp_capture : exits->progs.capture_exit);
	if (!err)
		err = add_next(entry, NEXT_STACK, tp ? c->progs.tp_stack : c->progs.stack_entry);
	if (!err)
		err = add_next(exit, NEXT_STACK, tp ? c->progs.tp_restack : c->progs.stack_exit);
	return err;
}

int bpf_loader__start(struct loaded *l)
{
	int err = create_rings_and_prepare(l);

	if (err)
		return err;
	if (pthread_create(&l->thread, NULL, load_second, l))
		return -EAGAIN;
	l->running = true;
	return trace_bpf__load(l->main);
}

static int join_second(struct loaded *l)
{
	void *err = NULL;

	if (l->running)
		pthread_join(l->thread, &err);
	l->running = false;
	return (int)(long)err;
}

int bpf_loader__finish(struct loaded *l)
{
	int err = join_second(l);

	kernel_btf__close();
	return err ? err : add_nexts(l);
}

static bool is_in(const struct bpf_program *p, const char *section)
{
	return !strncmp(bpf_program__section_name(p), section, strlen(section));
}

/* A section tp/CATEGORY/NAME. */
static struct bpf_link *attach_by_perf(const struct bpf_program *p)
{
	char category[64];
	const char *name;

	snprintf(category, sizeof(category), "%s", strchr(bpf_program__section_name(p), '/') + 1);
	name = strchr(bpf_program__section_name(p), '/') + 1 + strcspn(category, "/") + 1;
	category[strcspn(category, "/")] = '\0';
	return bpf_program__attach_tracepoint(p, category, name);
}

static int attach(struct loaded *l, struct bpf_program *p)
{
	struct bpf_link *link;

	if (l->nlinks == LOAD_LINKS)
		return -E2BIG;
	link = is_in(p, "tp/") ? attach_by_perf(p) : bpf_program__attach_trace(p);
	if (!link)
		return -errno;
	l->links[l->nlinks++] = link;
	return 0;
}

static int attach_all(struct loaded *l, const char *section)
{
	struct bpf_program *p;
	int err = 0;

	bpf_object__for_each_program(p, l->main->obj)
		if (!err && bpf_program__autoload(p) && is_in(p, section) && p != l->main->progs.capture_exit)	/* a tail call */
			err = attach(l, p);
	return err;
}

int bpf_loader__attach(struct loaded *l)
{
	int err = attach_all(l, "tp_btf");

	if (!err)
		err = attach_all(l, "tp/");	/* after raw ones of the same tracepoint */
	if (!err && bpf_program__autoload(l->second->progs.fault_entry))
		err = attach(l, l->second->progs.fault_entry);	/* after trace_enter */
	return err;
}

void bpf_loader__close(struct loaded *l)
{
	join_second(l);
	while (l->nlinks)
		bpf_link__destroy(l->links[--l->nlinks]);
	trace_bpf__destroy(l->second);
	trace_bpf__destroy(l->main);
	l->main = l->second = NULL;
}
