// SPDX-License-Identifier: BSD-2-Clause
/* bpf_attach.c - which programs are attached to which tracepoints, in which order. */
#include "bpf_attach.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bpf_lease.h"
#include "bpf_nexts.h"
#include "host/tracefs.h"
#include "kernel_btf.h"
#include "lib/thread.h"

#define RAW(name) { LOADED_NUMBER(progs, name), NULL, NULL }	/* it knows its tracepoint */
#define EITHER(name, event) { LOADED_NUMBER(progs, name), NULL, event }
#define NAMED(name, event) { LOADED_NUMBER(progs, name), event, NULL }
#define PERF(name, event) { LOADED_NUMBER(progs, name), event, NULL }

/* In the order in which they are attached, and so run. */
static const struct {
	unsigned prog;
	const char *event;	/* CATEGORY/NAME; without a category: a raw tracepoint, which may be missing */
	const char *raw;	/* the tracepoint, if the program may be a raw tracepoint program */
} attached[] = {
	EITHER(trace_end, "sched_process_exit"),		/* first, and so detached last: see seats.bpf.h */
	EITHER(trace_enter, "sys_enter"),
	EITHER(trace_exit, "sys_exit"),
	RAW(trace_fork),
	EITHER(trace_exec, "sched_process_exec"),
	RAW(exec_strings),
	RAW(trace_free),
	RAW(trace_rename),
	NAMED(group_moved, "cgroup_attach_task"),
	RAW(trace_sent),
	EITHER(trace_signal, "signal_deliver"),
	RAW(signal_info),
	RAW(trace_switch),
	RAW(wait_switch),
	RAW(wait_waking),
	PERF(tp_enter, "raw_syscalls/sys_enter"),	/* after raw ones of the same tracepoint */
	PERF(tp_exit, "raw_syscalls/sys_exit"),
	PERF(tp_fork, "sched/sched_process_fork"),
	PERF(tp_exec, "sched/sched_process_exec"),
	PERF(tp_end, "sched/sched_process_exit"),
	PERF(tp_rename, "task/task_rename"),
	PERF(tp_signal, "signal/signal_deliver"),
	NAMED(uring_complete, "io_uring_complete"),				/* before those that make it complete */
	NAMED(uring_complete_res, "io_uring_complete"),
	NAMED(uring_submit, "io_uring_submit_req"),
	NAMED(uring_submit_sqe, "io_uring_submit_sqe"),
	NAMED(uring_failed, "io_uring_req_failed"),
	NAMED(uring_queued, "io_uring_queue_async_work"),
	RAW(fault_entry),				/* after trace_enter or tp_enter */
};

static int add_link(struct loaded *l, int fd)
{
	if (fd < 0)
		return -errno;
	l->links[l->nlinks++] = fd;
	return 0;
}

/* The event, or -1. */
static int open_event(const char *event)
{
	const char *name = strchr(event, '/') + 1;
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr) };
	char id[32], category[32];

	snprintf(category, sizeof(category), "%.*s", (int)(name - 1 - event), event);
	if (tracefs__read(id, sizeof(id), category, name, "id") <= 0)
		return -1;
	attr.config = strtoul(id, NULL, 10);
	return (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
}

static int attach_by_perf(struct loaded *l, int prog, const char *event)
{
	int fd = open_event(event), err = add_link(l, fd);

	if (!err)
		err = add_link(l, bpf_link_create(prog, fd, BPF_PERF_EVENT, NULL));
	return !err && ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) ? -errno : err;
}

/* The kernel refuses a program that knows its tracepoint with a name, and others without one. */
static int open_raw(int prog, const char *event)
{
	int fd = bpf_raw_tracepoint_open(NULL, prog);

	return fd < 0 && errno == EFAULT && event ? bpf_raw_tracepoint_open(event, prog) : fd;
}

static bool is_late(const struct loaded *l, unsigned prog)
{
	return l->cfg.functions && (prog == LOADED_NUMBER(progs, trace_exit) || prog == LOADED_NUMBER(progs, tp_exit));
}

static int add_functions(struct loaded *l, int link)
{
	if (link < 0)
		return link;
	l->links[l->nlinks++] = link;
	return 0;
}

/* Returns first: a call whose entry is seen must return to a program. */
int bpf_attach__functions(struct loaded *l)
{
	const struct bpf_functions *f = &l->functions;
	int err = add_functions(l, bpf_functions__attach(f, LOADED_PROG(l, fn_exit), true));

	if (!err && f->seccomp)
		err = add_functions(l, bpf_functions__attach_seccomp(f, LOADED_PROG(l, fn_denied)));
	return err ? err : add_functions(l, bpf_functions__attach(f, LOADED_PROG(l, fn_enter), false));
}

/* Not all are attached at each run: programs may be kept for the next one. */
static bool is_wanted(const struct loaded *l, unsigned i)
{
	if (attached[i].prog == LOADED_NUMBER(progs, group_moved))
		return l->owners;
	return !attached[i].event || strchr(attached[i].event, '/') || loaded__wants_requests(l);
}

/* A kernel without control groups has no tracepoint of them. */
static bool may_be_missing(unsigned i, int err)
{
	return err == -ENOENT && attached[i].prog == LOADED_NUMBER(progs, group_moved);
}

/* Those that are loaded, and not attached yet. */
static int attach_loaded(struct loaded *l)
{
	int err = 0;

	_Static_assert(2 * sizeof(attached) / sizeof(attached[0]) <= 2 * LOAD_LINKS, "room for all links");
	for (unsigned i = 0; !err && i < sizeof(attached) / sizeof(attached[0]); i++) {
		const char *event = attached[i].event;
		int prog = l->progs[attached[i].prog];
		unsigned before = l->nlinks;
		bool named = event && !strchr(event, '/');

		if (prog < 0 || l->attached >> i & 1 || !is_wanted(l, i))
			continue;
		err = event && !named ? attach_by_perf(l, prog, event) :
		      add_link(l, named ? bpf_raw_tracepoint_open(event, prog) : open_raw(prog, attached[i].raw));
		if (may_be_missing(i, err))
			err = 0;
		if (!err)
			l->attached |= 1ull << i;
		if (is_late(l, attached[i].prog)) {
			l->late_links = before;
			l->nlate = l->nlinks - before;
		}
	}
	return err;
}

/* And what else is left to do for programs that were loaded: meanwhile the command may begin. */
static void *attach_all(void *arg)
{
	struct loaded *l = arg;
	int err = l->kept ? 0 : bpf_nexts__add(l);

	if (!err)
		err = attach_loaded(l);
	if (!err && l->keep && !l->kept)
		bpf_lease__keep(l);
	if (!l->kept)
		kernel_btf__close();
	return (void *)(long)err;
}

void bpf_attach__some(struct loaded *l)
{
	if (!l->cfg.all && !l->cfg.functions)
		attach_loaded(l);
}

int bpf_attach__begin(struct loaded *l)
{
	l->attaching = !thread__start(&l->attacher, attach_all, l);
	return l->attaching ? 0 : (int)(long)attach_all(l);
}

int bpf_attach__await(struct loaded *l)
{
	void *err = NULL;

	if (l->attaching)
		pthread_join(l->attacher, &err);
	l->attaching = false;
	return (int)(long)err;
}

void bpf_attach__end_late(struct loaded *l)
{
	for (unsigned i = l->late_links; i < l->late_links + l->nlate; i++) {
		close(l->links[i]);
		l->links[i] = -1;
	}
	l->nlate = 0;
}

void bpf_attach__end(struct loaded *l)
{
	while (l->nlinks)
		if (l->links[--l->nlinks] >= 0)
			close(l->links[l->nlinks]);
}
