/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trigger.h - shows only part of a trace: after a delay (-D), on some CPUs (-C), between events (--switch-on, --switch-off). Set by
 * the options, or by a recording's REC_SHOW.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/record.h"

struct options;

struct trigger {
	char *on, *off;		/* comma-separated names; NULL: none; owned */
	uint64_t from;		/* ns, CLOCK_MONOTONIC */
	uint64_t cpus[SHOW_CPUS_MAX / 64];
	bool has_cpus;
	bool only_events;	/* no calls, signals and exits */
	bool shut;		/* nothing is shown until an event of `on` */
};

/* 0 or -ENOMEM. `from` is set by trigger__start(). */
int trigger__init(struct trigger *g, const struct options *o);
void trigger__free(struct trigger *g);
/* start: ns, CLOCK_MONOTONIC; the delay counts from there. */
void trigger__start(struct trigger *g, const struct options *o, uint64_t start);
/* Do events switch showing on or off? */
static inline bool trigger__switches(const struct trigger *g)
{
	return g->on || g->off;
}
/* Is everything shown, always? */
static inline bool trigger__is_idle(const struct trigger *g)
{
	return !g->on && !g->off && !g->from && !g->has_cpus && !g->only_events && !g->shut;
}
/*
 * To be called before and after trigger__passes() for a call or event of that name: the events that switch on and off are shown
 * themselves.
 */
void trigger__before(struct trigger *g, const char *name);
void trigger__after(struct trigger *g, const char *name);
/* Is an event at that time on that CPU shown? */
bool trigger__passes(const struct trigger *g, uint64_t ts, uint16_t cpu);

/* Appends a REC_SHOW, unless the trigger restricts nothing. */
void trigger__add(struct buf *records, const struct trigger *g, uint64_t ts);
/* 0, -EINVAL: lengths do not fit; or -ENOMEM. */
int trigger__read(struct trigger *g, const struct rec_show *r);

/* Does a comma-separated list of names and globs have the name, which may be NULL? Names with a colon are events, others calls. */
bool name_list__has(const char *list, const char *name);
