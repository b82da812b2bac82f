// SPDX-License-Identifier: BSD-2-Clause
/*
 * perf_targets.c - finds the threads of processes, also those created meanwhile.
 *
 * A child inherits the events that its creator has at that time: one created while they are opened would have only some of them, and
 * opening all for it would open some twice. So a search in which threads or children appear is repeated. This does not find the one child
 * whose fork has copied the events, but not made it a child yet, when the last search ends.
 */
#include "perf_targets.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "config/option_values.h"
#include "lib/msg.h"
#include "lib/small_file.h"
#include "lib/vec.h"
#include "sources/snapshot.h"

#define SEARCHES 20

/* A process, or one of its threads only, as a search finds it. */
struct family {
	pid_t tgid, tid;	/* tid 0: all threads are targets */
	struct id_list threads, children;	/* sorted: threads of the process; processes that targets have created */
};

static int compare_ids(const void *a, const void *b)
{
	return *(const pid_t *)a - *(const pid_t *)b;
}

static void sort(struct id_list *l)
{
	if (l->n)
		qsort(l->ids, l->n, sizeof(*l->ids), compare_ids);
}

static int append(struct id_list *l, pid_t id)
{
	if (!VEC_MORE(l->ids, l->n, 1))
		return -ENOMEM;
	l->ids[l->n++] = id;
	return 0;
}

/* From the kernel's list of a thread's children, if it makes them (CONFIG_PROC_CHILDREN). */
static int find_children(struct family *f, pid_t tid)
{
	char path[64];
	FILE *file;
	int child, err = 0;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", f->tgid, tid);
	file = fopen(path, "re");
	while (file && !err && fscanf(file, "%d", &child) == 1)
		err = append(&f->children, child);
	if (file)
		fclose(file);
	return err;
}

static int find_thread(void *ctx, int tid)
{
	struct family *f = ctx;
	int err = append(&f->threads, tid);

	return err || (f->tid && f->tid != tid) ? err : find_children(f, tid);
}

static int find_family(struct family *f)
{
	int err;

	f->threads.n = f->children.n = 0;
	err = small_file__numbers(find_thread, f, "/proc/%d/task", f->tgid);
	sort(&f->threads);
	sort(&f->children);
	return err;
}

static bool has_more(const struct id_list *l, const struct id_list *than)
{
	for (unsigned i = 0; i < l->n; i++)
		if (!than->n || !bsearch(&l->ids[i], than->ids, than->n, sizeof(*than->ids), compare_ids))
			return true;
	return false;
}

/* Opens the events of the targets in it. -ESRCH: all have ended. */
static int open_events(struct perf_open *events, const struct family *f)
{
	unsigned opened = 0;
	int err;

	for (unsigned i = 0; i < f->threads.n; i++) {
		if (f->tid && f->threads.ids[i] != f->tid)
			continue;
		err = perf_open__add(events, f->threads.ids[i]);
		if (err && err != -ESRCH)
			return err;
		opened += !err;
	}
	return opened ? 0 : -ESRCH;
}

/* *again: threads or children appeared meanwhile; `next` has all. */
static int open_once(struct perf_open *events, const struct family *f, struct family *next, bool *again)
{
	int err = open_events(events, f);

	*again = false;
	if (err || !events->follow)
		return err;
	err = find_family(next);
	*again = !err && (has_more(&next->threads, &f->threads) || has_more(&next->children, &f->children));
	return err == -ENOMEM ? err : 0;	/* it has ended: events show that */
}

static void free_family(struct family *f)
{
	free(f->threads.ids);
	free(f->children.ids);
}

/* tid 0: all threads. */
static int add_family(struct perf_open *events, pid_t tgid, pid_t tid)
{
	struct family both[2] = { { .tgid = tgid, .tid = tid }, { .tgid = tgid, .tid = tid } };
	const struct perf_mark before = perf_open__mark(events);
	bool again = true;
	int err = find_family(&both[0]);

	for (unsigned i = 0; i < SEARCHES && again && !err; i++) {
		perf_open__take_back(events, &before);
		err = open_once(events, &both[i % 2], &both[(i + 1) % 2], &again);
	}
	if (!err && again)
		msg__warn("process %d creates threads or processes faster than events of perf can be opened: some calls of these are missing, or without results", tgid);
	free_family(&both[0]);
	free_family(&both[1]);
	return err;
}

/* Targets that have ended meanwhile are left out. */
static int unless_gone(int err)
{
	return err == -ESRCH ? 0 : err;
}

static int add_all(struct perf_open *events, const struct options *o, pid_t child, const struct id_list *excluded)
{
	int err = o->all ? perf_open__add(events, -1) : 0;

	if (!err && child)
		err = perf_open__add(events, child);
	if (!err && events->on_exec)
		perf_open__enable(events);
	events->on_exec = false;	/* the others run already */
	for (unsigned i = 0; i < o->pids.n && !err; i++)
		err = id_list__has(excluded, (uint32_t)o->pids.ids[i]) ? 0 : unless_gone(add_family(events, o->pids.ids[i], 0));
	for (unsigned i = 0; i < o->tids.n && !err; i++)
		err = unless_gone(add_family(events, snapshot__tgid(o->tids.ids[i]), o->tids.ids[i]));
	return err;
}

int perf_targets__add(struct perf_open *events, const struct options *o, pid_t child, const struct id_list *excluded)
{
	int err;

	if (o->pids.n || o->tids.n)
		perf_open__warm(events);
	err = add_all(events, o, child, excluded);
	perf_open__cool(events);
	if (!err)
		perf_open__enable(events);
	return err;
}
