// SPDX-License-Identifier: BSD-2-Clause
/* bpf_targets.c - marks the tasks to trace: in map `targets`, from which trace_scan marks the threads that there are. */
#include "bpf_targets.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "bpf/config.h"
#include "bpf_iter.h"
#include "host/cgroup.h"
#include "sources/snapshot.h"

#define PASSES 50	/* while new threads are found */
#define TRIES 10		/* while none is */

/* The command, which has one thread before its execve, if there is no other target; else 0. */
pid_t bpf_targets__only(const struct options *o, pid_t child)
{
	return o->all || o->pids.n || o->tids.n ? 0 : child;
}

/* The iterator misses threads that an unmarked thread starts meanwhile, so it runs until it finds no new one. Returns how many it marked, or -errno. */
static long mark(struct loaded *l, int only)
{
	unsigned long total = 0;

	for (int i = 0; i < PASSES; i++) {
		ssize_t err;

		l->bss->scan_marked = l->bss->scan_hidden = 0;
		err = bpf_iter__run(LOADED_PROG(l, trace_scan), only, NULL);
		if (err < 0)
			return err;
		total += l->bss->scan_marked;
		if (!l->bss->scan_marked)
			break;
	}
	return (long)total;
}

/* The kernel gives no task storage while another program of that CPU, which was preempted, uses some: then nothing is marked at first. */
int bpf_targets__select(struct loaded *l, const struct options *o, pid_t child)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	long n = 0;

	l->bss->scan_mode = SCAN_SELECT;
	for (int i = 0; i < TRIES && !n && !(i && l->bss->scan_hidden); i++) {
		if (i)
			nanosleep(&pause, NULL);
		n = mark(l, bpf_targets__only(o, child));
	}
	return n < 0 ? (int)n : l->bss->scan_hidden ? -EPERM : n ? 0 : -ESRCH;
}

static int set_element(int map, uint32_t key, uint32_t value)
{
	return bpf_map_update_elem(map, &key, &value, BPF_ANY) ? -errno : 0;
}

static int add(struct loaded *l, uint32_t id, uint32_t how)
{
	return set_element(LOADED_MAP(l, targets), id, how);
}

static int add_thread(struct loaded *l, pid_t tid)
{
	pid_t tgid = snapshot__tgid(tid);
	int err = tgid == tid ? 0 : add(l, tgid, TARGET_FILES);

	return err ? err : add(l, tid, TARGET_TID | TARGET_FILES);
}

int bpf_targets__add(struct loaded *l, const struct options *o, pid_t child)
{
	int err = child ? add(l, child, TARGET_TGID | TARGET_WAIT_EXEC) : 0;

	for (unsigned i = 0; !err && i < o->pids.n; i++)
		err = add(l, o->pids.ids[i], TARGET_TGID);
	for (unsigned i = 0; !err && i < o->tids.n; i++)
		err = add_thread(l, o->tids.ids[i]);
	return err;
}

static int set_cgroups(const struct loaded *l, const struct options *o)
{
	int fd, err = 0;

	for (unsigned i = 0; !err && i < o->ncgroups; i++) {
		fd = cgroup__open(o->cgroups[i]);
		if (fd < 0)
			return -ECANCELED;	/* the message was printed */
		err = set_element(LOADED_MAP(l, cgroup), i, (uint32_t)fd);
		close(fd);
	}
	return err;
}

int bpf_targets__restrict(struct loaded *l, const struct options *o, const struct id_list *excluded)
{
	int err = set_cgroups(l, o);

	for (unsigned i = 0; !err && i < excluded->n; i++)
		err = set_element(LOADED_MAP(l, excluded), excluded->ids[i], 1);
	return err;
}
