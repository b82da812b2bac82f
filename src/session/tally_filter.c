// SPDX-License-Identifier: BSD-2-Clause
/* tally_filter.c - which options can be applied to a tally depends on what its calls have in common. */
#include "tally_filter.h"

#include <stdio.h>

#include "config/option_values.h"
#include "config/options.h"
#include "filter.h"
#include "lib/msg.h"

#define NEVER 0		/* no flag helps */

static const unsigned known_by[GROUP_BY_COUNT] = {
	[BY_SYSCALL] = TALLY_CALL, [BY_THREAD] = TALLY_THREAD, [BY_PROCESS] = TALLY_THREAD | TALLY_PROCESS,
	[BY_COMM] = TALLY_THREAD | TALLY_COMM, [BY_CGROUP] = TALLY_CGROUP, [BY_USER] = TALLY_USER,
	[BY_CONTAINER] = TALLY_CGROUP, [BY_POD] = TALLY_CGROUP, [BY_UNIT] = TALLY_CGROUP, [BY_FD] = NEVER, [BY_PATH] = NEVER,
	[BY_ERRNO] = TALLY_ERRNO,
};

/* Once for all records: a recording is counted in one way. */
static void say(const struct rec_tally *r, const char *option, const char *what)
{
	static const struct { unsigned flag; enum group_part part; } parts[] = {
		{ TALLY_CALL, BY_SYSCALL }, { TALLY_THREAD, BY_THREAD }, { TALLY_PROCESS, BY_PROCESS }, { TALLY_COMM, BY_COMM },
		{ TALLY_USER, BY_USER },    { TALLY_CGROUP, BY_CGROUP }, { TALLY_ERRNO, BY_ERRNO },
	};
	static bool said;
	char by[128] = "nothing";
	int n = 0;

	for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (r->flags & parts[i].flag)
			n += snprintf(by + n, sizeof(by) - (size_t)n, "%s%s", n ? ", " : "", group_part__name(parts[i].part));
	if (!said)
		msg__warn("the recording has counts of calls by %s: %s %s", by, option, what);
	said = true;
}

/* The first option that the tally's flags do not suffice for; NULL: there is none. */
static const char *not_applicable(const struct options *o, unsigned flags)
{
	const struct { bool given; unsigned needs; const char *name; } all[] = {
		{ o->selected || o->no_calls, TALLY_CALL, "-e" },
		{ o->tids.n, TALLY_THREAD, "-t" },
		{ o->pids.n, TALLY_THREAD | TALLY_PROCESS, "-p" },
		{ o->ncomms, TALLY_THREAD | TALLY_COMM, "--comm" },
		{ o->only_failed, TALLY_ERRNO, "--failure" },
		{ o->only_ok, TALLY_ERRNO, "--success" },
		{ o->has_errnos, TALLY_ERRNO, "--errno" },
		{ o->min_dur, NEVER, "--duration" },
		{ o->npaths, NEVER, "--path" },
		{ o->from.kind, NEVER, "--from" },
		{ o->until.kind, NEVER, "--until" },
		{ o->delay, NEVER, "-D" },
		{ o->has_cpus, NEVER, "-C" },
		{ o->switch_on, NEVER, "--switch-on" },
		{ o->switch_off, NEVER, "--switch-off" },
		{ o->max_events, NEVER, "--max-events" },
	};

	for (unsigned i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (all[i].given && !(flags & all[i].needs))
			return all[i].name;
	return NULL;
}

static void check_view(const struct options *o, const struct rec_tally *r)
{
	for (unsigned i = 0; i < o->summary.nby; i++)
		if (!(r->flags & known_by[o->summary.by[i]]))
			say(r, "--by", "names something else, which is not known of them");
	if (o->summary.over_time)
		say(r, o->summary.interval ? "--interval" : "--heat", "is of times, which are not known of them");
	if (o->summary.errors && !(r->flags & TALLY_ERRNO))
		say(r, "--errors", "is not known of them");
}

static bool has_error(const struct options *o, const struct rec_tally *r)
{
	return (!o->only_failed || r->err) && (!o->only_ok || !r->err) &&
	       (!o->has_errnos || (r->err && r->err < sizeof(o->errnos) * 8 && o->errnos[r->err / 64] >> (r->err % 64) & 1));
}

bool tally_filter__wants(const struct options *o, const struct rec_tally *r)
{
	const char *comm = r->flags & (TALLY_THREAD | TALLY_COMM) ? r->comm : NULL, *option;

	if (r->flags & TALLY_CALL && (r->abi >= ABI_COUNT || !syscall_set__has(&o->calls, (enum abi)r->abi, r->nr)))
		return false;
	if (r->flags & TALLY_CALL && o->no_uring && syscalltbl__is_uring(r->nr))
		return false;
	if (o->in == IN_LIVE)
		return true;
	option = not_applicable(o, r->flags);
	if (option) {
		say(r, option, "cannot choose some of them");
		return false;
	}
	if (!(r->flags & TALLY_REST))
		check_view(o, r);
	return has_error(o, r) && filter__wants_thread(o, r->rec.tid, r->rec.tgid, comm && !r->comm[COMM_LEN - 1] ? comm : NULL);
}
