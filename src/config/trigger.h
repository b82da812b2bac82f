/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trigger.h - when and where what happens is shown: from a moment on, on some CPUs, between events that switch on and off.
 * As options have it, and as a recording says it in REC_SHOW.
 */
#ifndef TRACE_TRIGGER_H
#define TRACE_TRIGGER_H

#include <stdbool.h>
#include <stdint.h>

#include "bpf/wire.h"

struct options;

struct trigger {
	char *on, *off;		/* lists of names, with commas; NULL: none; owned */
	uint64_t from;		/* ns */
	uint64_t cpus[SHOW_CPUS_MAX / 64];
	bool has_cpus;
	bool only_events;	/* no calls, signals and ends of threads */
	bool shut;		/* nothing is shown before the next that switches on */
};

/* 0 or -ENOMEM. trigger__init(): `from` is set by trigger__start(). */
int trigger__init(struct trigger *g, const struct options *o);
void trigger__free(struct trigger *g);
/* A delay counts from the start, ns. */
void trigger__start(struct trigger *g, const struct options *o, uint64_t start);
/* Does it depend on the names of what happens? */
static inline bool trigger__switches(const struct trigger *g)
{
	return g->on || g->off;
}
/* Has it anything to say? */
bool trigger__is_used(const struct trigger *g);
/*
 * Before a call or event of that name is shown or not, and after: the one that switches on and the one that switches off
 * are shown themselves.
 */
void trigger__before(struct trigger *g, const char *name);
void trigger__after(struct trigger *g, const char *name);
/* May what happens then and there be shown? */
bool trigger__passes(const struct trigger *g, uint64_t ts, uint16_t cpu);

/* Room for the longest REC_SHOW that is made. */
union gate_record {
	struct rec_show show;
	uint8_t bytes[REC_MAX];
};
void trigger__make(const struct trigger *g, uint64_t ts, union gate_record *r);
/* 0, -EINVAL: lengths do not fit; or -ENOMEM. */
int trigger__read(struct trigger *g, const struct rec_show *r);

/* Is the name, which may be NULL, in a list of names and globs between commas? What has a colon is an event, else a call. */
bool name_list__has(const char *list, const char *name);

#endif
