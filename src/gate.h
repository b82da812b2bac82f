/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * gate.h - when and where what happens is shown: from a moment on, on some CPUs, between events that switch on and off.
 * As options have it, and as a recording says it in REC_SHOW.
 */
#ifndef TRACE_GATE_H
#define TRACE_GATE_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

struct options;

struct gate {
	char *on, *off;		/* lists of names, with commas; NULL: none; owned */
	uint64_t from;		/* ns */
	uint64_t cpus[SHOW_CPUS_MAX / 64];
	bool has_cpus;
	bool only_events;	/* no calls, signals and ends of threads */
	bool shut;		/* nothing is shown before the next that switches on */
};

/* 0 or -ENOMEM. gate__init(): `from` is set by gate__start(). */
int gate__init(struct gate *g, const struct options *o);
void gate__free(struct gate *g);
/* A delay counts from the start, ns. */
void gate__start(struct gate *g, const struct options *o, uint64_t start);
/* Does it depend on the names of what happens? */
static inline bool gate__switches(const struct gate *g)
{
	return g->on || g->off;
}
/* Has it anything to say? */
bool gate__is_used(const struct gate *g);
/*
 * Before a call or event of that name is shown or not, and after: the one that switches on and the one that switches off
 * are shown themselves.
 */
void gate__before(struct gate *g, const char *name);
void gate__after(struct gate *g, const char *name);
/* May what happens then and there be shown? */
bool gate__passes(const struct gate *g, uint64_t ts, uint16_t cpu);

/* Room for the longest REC_SHOW that is made. */
union gate_record {
	struct rec_show show;
	uint8_t bytes[REC_MAX];
};
void gate__make(const struct gate *g, uint64_t ts, union gate_record *r);
/* 0, -EINVAL: lengths do not fit; or -ENOMEM. */
int gate__read(struct gate *g, const struct rec_show *r);

/* Is the name, which may be NULL, in a list of names and globs between commas? What has a colon is an event, else a call. */
bool name_list__has(const char *list, const char *name);

#endif
