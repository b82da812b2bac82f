// SPDX-License-Identifier: BSD-2-Clause
/* other_lines.c - owns REC_LINES. */
#include "other_lines.h"

#include <errno.h>
#include <stdlib.h>

#include "option_values.h"

/* Do the options select some of the calls? (With no calls at all, signals and exits are what the user wants.) */
static bool chooses_calls(const struct options *o)
{
	if (o->only_failed || o->only_ok || o->has_errnos || o->min_dur || o->npaths || o->min_stack)
		return true;
	if (syscall_set__is_empty(&o->calls))
		return o->events.n || o->faults;
	return !syscall_set__is_full(&o->calls);
}

static enum exits_shown stricter(enum exits_shown a, enum exits_shown b)
{
	return a > b ? a : b;
}

struct other_lines other_lines__of(const struct options *o, const struct recorded_lines *recorded, bool system)
{
	bool chosen = chooses_calls(o);
	struct other_lines l = { .signals = ~0ull, .exits = EXITS_ALL };

	if (recorded && recorded->known)
		l = recorded->lines;
	if (chosen && system)
		l.signals = 0;
	if (chosen)
		l.exits = stricter(l.exits, system ? EXITS_NONE : EXITS_TARGETS);
	if (o->has_signals)
		l.signals = o->other.signals;
	if (o->has_exits)
		l.exits = o->other.exits;
	return l;
}

bool other_lines__has_signal(const struct other_lines *l, int signo)
{
	return signo > 0 && signo <= 64 ? l->signals >> (signo - 1) & 1 : l->signals != 0;
}

bool other_lines__is_target(const struct options *o, const struct recorded_lines *recorded, uint32_t tid, uint32_t tgid)
{
	if (o->pids.n || o->tids.n || o->command_pid)
		return tgid == (uint32_t)o->command_pid || id_list__has(&o->pids, tgid) || id_list__has(&o->tids, tid);
	return !recorded->has_targets || id_list__has(&recorded->pids, tgid) || id_list__has(&recorded->tids, tid);
}

/* One thread or one command, whose children are not followed: replay never follows. */
static bool chooses_one_thread(const struct options *o)
{
	bool follows = o->inherit && !(o->in & IN_READING);

	return !follows && !o->all && !o->pids.n && o->tids.n + (o->command != NULL) == 1;
}

bool other_lines__one_thread(const struct options *o, const struct recorded_lines *recorded)
{
	return recorded->one_thread || chooses_one_thread(o);
}

/* -- As a record ----------------------------------------------------------------------------------------------------- */

_Static_assert(sizeof(pid_t) == sizeof(((struct rec_lines *)0)->ids[0]), "lists of IDs are written as they are");

/* Targets that do not fit into the record are left out, all of them. */
void other_lines__add(struct buf *records, const struct options *o, uint64_t ts)
{
	struct other_lines l = other_lines__of(o, NULL, o->all);
	struct rec_lines r = {
		.rec = record__head(REC_LINES, 0, ts, 0, 0), .signals = l.signals, .exits = l.exits,
		.flags = chooses_one_thread(o) ? LINES_ONE_THREAD : 0,
	};
	bool targets = !o->all && REC_LEN(sizeof(r) + (o->pids.n + o->tids.n + 1) * sizeof(pid_t)) <= REC_MAX;
	size_t at;

	if (targets) {
		r.flags |= LINES_TARGETS;
		r.npids = (uint16_t)(o->pids.n + (o->command_pid != 0));
		r.ntids = (uint16_t)o->tids.n;
	}
	at = record__begin(records, &r, sizeof(r));
	if (targets) {
		buf__add(records, &o->command_pid, o->command_pid ? sizeof(o->command_pid) : 0);
		buf__add(records, o->pids.ids, o->pids.n * sizeof(pid_t));
		buf__add(records, o->tids.ids, o->tids.n * sizeof(pid_t));
	}
	record__end(records, at);
}

static int read_ids(struct id_list *l, const uint32_t *ids, unsigned n)
{
	l->ids = n ? malloc(n * sizeof(*l->ids)) : NULL;
	if (n && !l->ids)
		return -ENOMEM;
	l->n = n;
	for (unsigned i = 0; i < n; i++)
		l->ids[i] = (pid_t)ids[i];
	return 0;
}

int recorded_lines__read(struct recorded_lines *m, const struct rec_lines *r)
{
	int err;

	*m = (struct recorded_lines){ 0 };
	if ((size_t)r->npids + r->ntids > (r->rec.len - sizeof(*r)) / sizeof(r->ids[0]))
		return -EINVAL;
	err = read_ids(&m->pids, r->ids, r->npids);
	if (!err)
		err = read_ids(&m->tids, r->ids + r->npids, r->ntids);
	m->known = true;
	m->has_targets = r->flags & LINES_TARGETS;
	m->one_thread = r->flags & LINES_ONE_THREAD;
	m->lines.signals = r->signals;
	m->lines.exits = r->exits <= EXITS_NONE ? (enum exits_shown)r->exits : EXITS_ALL;
	return err;
}

void recorded_lines__free(struct recorded_lines *m)
{
	free(m->pids.ids);
	free(m->tids.ids);
	*m = (struct recorded_lines){ 0 };
}
