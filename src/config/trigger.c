// SPDX-License-Identifier: BSD-2-Clause
/* trigger.c - owns REC_SHOW, and whether events switched showing on or off. */
#include "trigger.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"

#define NAME_MAX_LEN 256

bool name_list__has(const char *list, const char *name)
{
	char item[NAME_MAX_LEN];

	while (list && name && *list) {
		size_t len = strcspn(list, ",");

		if (len < sizeof(item)) {
			memcpy(item, list, len);
			item[len] = '\0';
			if (!strchr(item, ':') == !strchr(name, ':') && !fnmatch(item, name, 0))
				return true;
		}
		list += len + (list[len] == ',');
	}
	return false;
}

int trigger__init(struct trigger *g, const struct options *o)
{
	*g = (struct trigger){ .has_cpus = o->has_cpus, .only_events = o->no_calls, .shut = o->switch_on };
	memcpy(g->cpus, o->cpus, sizeof(g->cpus));
	g->on = o->switch_on ? strdup(o->switch_on) : NULL;
	g->off = o->switch_off ? strdup(o->switch_off) : NULL;
	return (o->switch_on && !g->on) || (o->switch_off && !g->off) ? -ENOMEM : 0;
}

void trigger__free(struct trigger *g)
{
	free(g->on);
	free(g->off);
	*g = (struct trigger){ 0 };
}

void trigger__start(struct trigger *g, const struct options *o, uint64_t start)
{
	g->from = o->delay ? start + o->delay : 0;
}

void trigger__before(struct trigger *g, const char *name)
{
	if (g->shut && name_list__has(g->on, name))
		g->shut = false;
}

void trigger__after(struct trigger *g, const char *name)
{
	if (!g->shut && name_list__has(g->off, name))
		g->shut = true;
}

/* With -C, what has no CPU does not pass. */
bool trigger__passes(const struct trigger *g, uint64_t ts, uint16_t cpu)
{
	if (g->shut || ts < g->from)
		return false;
	return !g->has_cpus || (cpu < SHOW_CPUS_MAX && g->cpus[cpu / 64] >> (cpu % 64) & 1);
}

/* -- As a record ----------------------------------------------------------------------------------------------------- */

static uint16_t len_of(const char *list)
{
	size_t len = list ? strlen(list) : 0;

	return len < REC_MAX / 4 ? (uint16_t)len : 0;	/* command lines are far shorter */
}

void trigger__add(struct buf *records, const struct trigger *g, uint64_t ts)
{
	struct rec_show r = {
		.rec = record__head(REC_SHOW, 0, ts, 0, 0), .from = g->from, .on_len = len_of(g->on), .off_len = len_of(g->off),
		.flags = (g->only_events ? SHOW_NO_CALLS : 0) | (g->has_cpus ? SHOW_CPUS : 0) | (g->shut ? SHOW_IS_OFF : 0),
	};
	size_t at;

	if (!g->on && !g->off && !g->from && !g->has_cpus && !g->only_events)
		return;
	memcpy(r.cpus, g->cpus, sizeof(r.cpus));
	at = record__begin(records, &r, sizeof(r));
	buf__add(records, g->on, r.on_len);
	buf__add(records, g->off, r.off_len);
	record__end(records, at);
}

int trigger__read(struct trigger *g, const struct rec_show *r)
{
	size_t room = r->rec.len - sizeof(*r);

	*g = (struct trigger){
		.from = r->from, .has_cpus = r->flags & SHOW_CPUS, .only_events = r->flags & SHOW_NO_CALLS,
		.shut = r->flags & SHOW_IS_OFF,
	};
	if (r->on_len > room || r->off_len > room - r->on_len)
		return -EINVAL;
	memcpy(g->cpus, r->cpus, sizeof(g->cpus));
	g->on = r->on_len ? strndup(r->text, r->on_len) : NULL;
	g->off = r->off_len ? strndup(r->text + r->on_len, r->off_len) : NULL;
	return (r->on_len && !g->on) || (r->off_len && !g->off) ? -ENOMEM : 0;
}
