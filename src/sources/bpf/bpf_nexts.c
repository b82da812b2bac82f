// SPDX-License-Identifier: BSD-2-Clause
/* bpf_nexts.c - which programs continue which: the maps of tail calls. */
#include "bpf_nexts.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>

#include "bpf/config.h"
#include "compat.h"

/* Adds a program to the map of tail calls. */
static int add_next(struct bpf_map *map, __u32 which, struct bpf_program *prog)
{
	int fd = bpf_program__fd(prog);

	if (!bpf_program__autoload(prog))
		return 0;
	return bpf_map_update_elem(bpf_map__fd(map), &which, &fd, BPF_ANY) ? -errno : 0;
}

static int add_uring(const struct loaded *l)
{
	struct bpf_map *map = l->main->maps.next_uring;
	int err = add_next(map, NEXT_URING_CAPTURE, l->second->progs.uring_capture);

	if (!err)
		err = add_next(map, NEXT_URING_SUBMIT, l->main->progs.uring_submit);
	if (!err)
		err = add_next(map, NEXT_URING_SUBMIT, l->main->progs.uring_submit_sqe);
	if (!err)
		err = add_next(map, NEXT_URING_PREVIOUS, l->second->progs.uring_previous);
	return err;
}

int bpf_nexts__add(const struct loaded *l)
{
	struct trace_bpf *m = l->main, *c = l->second;
	struct bpf_map *entry = m->maps.next_entry, *exit = m->maps.next_exit;
	bool tp = compat__perf_tp();
	struct bpf_program *one = tp ? c->progs.tp_capture : l->capture;
	int err = add_next(entry, NEXT_CAPTURE, one ? one : c->progs.capture_entry);

	if (!err)
		err = add_next(exit, NEXT_CAPTURE, one ? one : c->progs.capture_exit);
	if (!err)
		err = add_next(entry, NEXT_STACK, tp ? m->progs.tp_stack : m->progs.stack_entry);
	if (!err)
		err = add_next(exit, NEXT_STACK, tp ? m->progs.tp_restack : m->progs.stack_exit);
	if (!err)
		err = add_uring(l);
	if (!err)
		err = add_next(m->maps.next_function, NEXT_CAPTURE, c->progs.fn_capture);
	return err;
}
