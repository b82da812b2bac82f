// SPDX-License-Identifier: BSD-2-Clause
/* event_kinds.c - finds the events that the options name in tracefs, and reports those that do not exist. */
#include "event_kinds.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "config/trigger.h"
#include "host/tracefs.h"
#include "lib/msg.h"
#include "lib/record.h"
#include "lib/vec.h"
#include "syscalltbl/nearest.h"

#define NAME_MAX_LEN 256	/* of SYSTEM:NAME */
#define SAMPLE_TYPE \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_CPU | \
	 PERF_SAMPLE_PERIOD | PERF_SAMPLE_RAW)	/* PERIOD: an event that counts more than 1 makes one sample, not several */

struct search {
	struct event_kinds *kinds;
	const struct options *opt;
	bool *found;			/* by pattern: it matches some event */
	bool found_on, found_off;	/* an event of --switch-on, --switch-off */
};

/* -- One event ------------------------------------------------------------------------------------------------------- */

/* An event that a pattern matched is optional: some events the kernel never permits. */
static int add_kind(struct event_kinds *k, const struct perf_event_attr *attr, const char *name, const struct event_item *item)
{
	if (!VEC_MORE(k->kinds, k->n, 1) || !VEC_MORE(k->names, k->n, 1) || !(k->names[k->n] = strdup(name)))
		return -ENOMEM;
	k->kinds[k->n] = (struct perf_kind){ .attr = *attr, .filter = item ? item->filter : NULL, .name = k->names[k->n],
					     .optional = item && strpbrk(item->pattern, "*?[") };
	k->kinds[k->n++].attr.sample_type = SAMPLE_TYPE;
	return 0;
}

/*
 * Fills the record after the names. A format file that is too long is cut before "print fmt:", keeping only how fields are printed, or
 * after the last complete line.
 */
static int read_format(struct rec_format *r, const char *system, const char *name)
{
	size_t names = sizeof(*r) + r->system_len + r->name_len;
	char *text = (char *)r + names, *cut;
	ssize_t n;

	n = tracefs__need(text, REC_MAX - names - REC_ALIGN, system, name, "format");
	if (n < 0)
		return (int)n;
	if ((size_t)n == REC_MAX - names - REC_ALIGN - 1) {
		cut = strstr(text, "\nprint fmt:");
		cut = cut ? cut : strrchr(text, '\n');
		n = cut ? cut + 1 - text : n;
	}
	r->text_len = (uint32_t)n;
	r->rec.len = REC_LEN(names + (size_t)n);
	memset(text + n, 0, r->rec.len - names - (size_t)n);
	return 0;
}

static struct rec_format *format_of(uint32_t id, const char *system, const char *name, int *err)
{
	struct rec_format *r = calloc(1, REC_MAX), *fits;

	*err = r ? 0 : -ENOMEM;
	if (!r)
		return NULL;
	r->rec = record__head(REC_FORMAT, 0, 0, 0, 0);
	r->id = id;
	r->system_len = (uint16_t)strlen(system);
	r->name_len = (uint16_t)strlen(name);
	memcpy(r->text, system, r->system_len);
	memcpy(r->text + r->system_len, name, r->name_len);
	*err = read_format(r, system, name);
	fits = *err ? NULL : realloc(r, r->rec.len);
	if (*err)
		free(r);
	return *err ? NULL : fits ? fits : r;
}

static int add_format(struct event_kinds *k, uint32_t id, const char *system, const char *name, bool hidden)
{
	struct rec_format *r;
	int err;

	if (!VEC_MORE(k->formats, k->nformats, 1))
		return -ENOMEM;
	r = k->formats[k->nformats] = format_of(id, system, name, &err);
	if (!err)
		r->flags = hidden ? FORMAT_HIDDEN : 0;
	k->nformats += !err;
	return err;
}

/* -- Filters --------------------------------------------------------------------------------------------------------- */

/* Tries the filter on a disabled event of this process. */
static int try_filter(uint32_t id, const char *filter)
{
	struct perf_event_attr a = { .type = PERF_TYPE_TRACEPOINT, .size = sizeof(a), .config = id, .disabled = 1, .exclude_kernel = 1 };
	int fd = (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC), err = 0;

	if (fd < 0)
		return 0;	/* opening the events reports the error */
	if (ioctl(fd, PERF_EVENT_IOC_SET_FILTER, filter))
		err = -errno;
	close(fd);
	return err;
}

static int check_filter(uint32_t id, const char *system, const char *name, const char *filter)
{
	char why[1024];
	int err = filter ? try_filter(id, filter) : 0;

	if (!err)
		return 0;
	if (tracefs__explain_filter(system, name, filter, why, sizeof(why)))
		msg__error("--filter: the kernel rejects '%s' for %s:%s: %s", filter, system, name, strerror(-err));
	else
		msg__error("--filter: the kernel rejects this for %s:%s:\n%s", system, name, why);
	return err;
}

/* -- The search ------------------------------------------------------------------------------------------------------ */

/* Marks the patterns that match the name: a pattern without a match is an error. */
static void mark(struct search *s, const char *name)
{
	const struct event_select *sel = &s->opt->events;

	for (unsigned i = 0; i < sel->n; i++)
		if (!fnmatch(sel->items[i].pattern, name, 0))
			s->found[i] = true;
}

static int take(void *ctx, const char *system, const char *name)
{
	struct search *s = ctx;
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT };
	const struct event_item *item;
	char full[NAME_MAX_LEN];
	uint32_t id;
	int err;

	snprintf(full, sizeof(full), "%s:%s", system, name);
	mark(s, full);
	item = event_select__find(&s->opt->events, full);
	s->found_on |= name_list__has(s->opt->switch_on, full);
	s->found_off |= name_list__has(s->opt->switch_off, full);
	if (!item && !name_list__has(s->opt->switch_on, full) && !name_list__has(s->opt->switch_off, full))
		return 0;
	err = tracefs__id(system, name, &id);
	attr.config = id;
	if (!err)
		err = check_filter(id, system, name, item ? item->filter : NULL);
	if (!err)
		err = add_kind(s->kinds, &attr, full, item);
	return err ? err : add_format(s->kinds, id, system, name, !item);
}

struct suggestion {
	struct nearest near;
	char best[NAME_MAX_LEN];
};

static int offer(void *ctx, const char *system, const char *name)
{
	struct suggestion *s = ctx;
	char full[NAME_MAX_LEN];

	snprintf(full, sizeof(full), "%s:%s", system, name);
	nearest__offer(&s->near, full);
	if (s->near.best == full) {		/* `full` is on the stack */
		memcpy(s->best, full, sizeof(full));
		s->near.best = s->best;
	}
	return 0;
}

static int say_unknown(const char *pattern)
{
	struct suggestion s = { .near.word = pattern };
	bool is_glob = strpbrk(pattern, "*?[");

	if (!is_glob)
		tracefs__events(offer, &s);
	if (is_glob)
		msg__error("no event of the kernel matches '%s'", pattern);
	else if (s.near.best)
		msg__error("unknown event '%s', did you mean '%s'?", pattern, s.near.best);
	else
		msg__error("unknown event '%s'", pattern);
	if (is_glob || !s.near.best)
		msg__hint("all events: ls %s/events/*", tracefs__root());
	return -ENOENT;
}

/* Does the list have a call, a name without a colon? */
static bool has_call(const char *list)
{
	size_t len = strcspn(list, ",");

	return !memchr(list, ':', len) || (list[len] && has_call(list + len + 1));
}

static int find_tracepoints(struct event_kinds *k, const struct options *o)
{
	struct search s = { .kinds = k, .opt = o, .found = calloc(o->events.n + 1, sizeof(bool)) };
	int err = s.found ? tracefs__events(take, &s) : -ENOMEM;

	for (unsigned i = 0; i < o->events.n && !err; i++)
		if (!s.found[i] && !o->events.items[i].removes)
			err = say_unknown(o->events.items[i].pattern);
	if (!err && o->switch_on && !s.found_on && !has_call(o->switch_on))
		err = say_unknown(o->switch_on);
	if (!err && o->switch_off && !s.found_off && !has_call(o->switch_off))
		err = say_unknown(o->switch_off);
	free(s.found);
	return err;
}

bool event_kind__is_fault(const struct perf_kind *k)
{
	return k->attr.type == PERF_TYPE_SOFTWARE && k->attr.config != PERF_COUNT_SW_DUMMY;
}

bool event_kind__is_major(const struct perf_kind *k)
{
	return event_kind__is_fault(k) && k->attr.config == PERF_COUNT_SW_PAGE_FAULTS_MAJ;
}

static int add_software(struct event_kinds *k, uint64_t what)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE, .config = what };

	if (what == PERF_COUNT_SW_DUMMY)	/* counts nothing, but gets records of mappings */
		attr.mmap = attr.mmap2 = attr.mmap_data = attr.comm = attr.comm_exec = 1;
	return add_kind(k, &attr, "page faults", NULL);
}

int event_kinds__find(struct event_kinds *k, const struct options *o)
{
	int err = options__needs_maps(o) ? add_software(k, PERF_COUNT_SW_DUMMY) : 0;

	if (!err && o->faults & FAULTS_MAJOR)
		err = add_software(k, PERF_COUNT_SW_PAGE_FAULTS_MAJ);
	if (!err && o->faults & FAULTS_MINOR)
		err = add_software(k, PERF_COUNT_SW_PAGE_FAULTS_MIN);
	if (!err && (o->events.n || options__switch_events(o)))
		err = find_tracepoints(k, o);
	if (!err && !k->n) {
		msg__error("no event is left: '!' removes all of them");
		err = -ENOENT;
	}
	for (unsigned i = 0; !err && o->stacks != STACKS_NONE && i < k->n; i++)
		k->kinds[i].attr.sample_type |= PERF_SAMPLE_CALLCHAIN;
	if (err == -ENOMEM)
		msg__no_memory();
	return err;
}

struct perf_kind *event_kinds__take(struct event_kinds *k)
{
	struct perf_kind *kinds = k->kinds;

	k->kinds = NULL;
	return kinds;
}

void event_kinds__free(struct event_kinds *k)
{
	for (unsigned i = 0; i < k->nformats; i++)
		free(k->formats[i]);
	for (unsigned i = 0; i < k->n; i++)
		free(k->names[i]);
	free(k->names);
	free(k->formats);
	free(k->kinds);
	*k = (struct event_kinds){ 0 };
}
