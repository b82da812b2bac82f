// SPDX-License-Identifier: BSD-2-Clause
/* perf_targets.c - finds the threads of processes, also those created meanwhile. */
#include "perf_targets.h"

#include <errno.h>
#include <stdlib.h>

#include "config/option_values.h"
#include "lib/small_file.h"
#include "lib/vec.h"

#define PASSES 3		/* how often a process is searched for new threads */

static int compare_tids(const void *a, const void *b)
{
	return *(const pid_t *)a - *(const pid_t *)b;
}

static bool is_among(const struct id_list *l, pid_t tid)
{
	return l->n && bsearch(&tid, l->ids, l->n, sizeof(tid), compare_tids);
}

static int append(struct id_list *l, pid_t tid)
{
	if (!VEC_MORE(l->ids, l->n, 1))
		return -ENOMEM;
	l->ids[l->n++] = tid;
	return 0;
}

struct search {
	struct perf_open *events;
	struct id_list known, found;	/* threads: before this pass, and in it */
};

static int add_thread(void *ctx, int tid)
{
	struct search *s = ctx;
	int err = is_among(&s->known, tid) ? -ESRCH : perf_open__add(s->events, tid);

	return err == -ESRCH ? 0 : err ? err : append(&s->found, tid);
}

/* Opens events for threads of a process that are not `known`, and adds them there. 0, -ESRCH or -errno. */
static int add_new_threads(struct search *s, pid_t tgid)
{
	int err = small_file__numbers(add_thread, s, "/proc/%d/task", tgid);

	for (unsigned i = 0; !err && i < s->found.n; i++)
		err = append(&s->known, s->found.ids[i]);
	if (s->known.n)
		qsort(s->known.ids, s->known.n, sizeof(*s->known.ids), compare_tids);
	s->found.n = 0;
	return err;
}

/* A thread created during a search is found by the next one, or inherits its events. */
static int add_process(struct perf_open *events, pid_t tgid)
{
	struct search s = { .events = events };
	unsigned before;
	int err = 0;

	for (unsigned i = 0; i < PASSES && !err; i++) {
		before = s.known.n;
		err = add_new_threads(&s, tgid);
		if (s.known.n == before)
			break;
	}
	free(s.known.ids);
	free(s.found.ids);
	return s.known.n && err == -ESRCH ? 0 : err;
}

/* Targets that have ended meanwhile are left out. */
static int unless_gone(int err)
{
	return err == -ESRCH ? 0 : err;
}

int perf_targets__add(struct perf_open *events, const struct options *o, pid_t child, const struct id_list *excluded)
{
	int err = o->all ? perf_open__add(events, -1) : 0;

	if (!err && child)
		err = add_process(events, child);
	events->on_exec = false;	/* the others run already */
	for (unsigned i = 0; i < o->pids.n && !err; i++)
		err = id_list__has(excluded, (uint32_t)o->pids.ids[i]) ? 0 : unless_gone(add_process(events, o->pids.ids[i]));
	for (unsigned i = 0; i < o->tids.n && !err; i++)
		err = unless_gone(perf_open__add(events, o->tids.ids[i]));
	return err;
}
