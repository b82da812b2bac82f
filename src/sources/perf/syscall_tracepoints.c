// SPDX-License-Identifier: BSD-2-Clause
/*
 * syscall_tracepoints.c - finds calls whose strings are needed, and their events.
 *
 * Each inherited event costs every fork some microseconds per CPU, so their number is limited.
 */
#include "syscall_tracepoints.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beautifiers/row.h"
#include "host/privileges.h"
#include "host/tracefs.h"
#include "lib/msg.h"
#include "lib/vec.h"
#include "sources/call_sets.h"
#include "sources/plan_load.h"
#include "sources/vm/hold_filter.h"

#define FORMAT_MAX 65536
#define INHERITED_MAX 64	/* most events that a thread inherits, on all CPUs together, */
#define KINDS_MIN 4		/* but at least so many kinds */
#define MARK "__data_loc"	/* occurs in format files with strings */

static ssize_t read_format(const struct row *row, char *text)
{
	char name[64];

	snprintf(name, sizeof(name), "sys_enter_%s", row->tracepoint ? row->tracepoint : row->name);
	return tracefs__read(text, FORMAT_MAX, "syscalls", name, "format");
}

/* The most frequent call with a string, which exists on all machines. */
static const struct row *most_frequent(void)
{
	const struct row *row;

	for (unsigned nr = 0; nr < SYSCALL_SET_BITS; nr++)
		if ((row = rows__find(abi__native(), nr)) && row->often == 1)
			return row;
	return NULL;
}

int syscall_tracepoints__probe(void)
{
	char *text = malloc(FORMAT_MAX);
	ssize_t n;

	if (!text)
		return -ENOMEM;
	n = read_format(most_frequent(), text);
	n = n < 0 ? n : !!strstr(text, MARK);
	free(text);
	return (int)n;
}

/* -- One call -------------------------------------------------------------------------------------------------------- */

/* Bitmap of arguments that are strings or buffers passed by the program, in the row or in a sub-row. */
static uint8_t args_of(const struct options *o, const struct row *row)
{
	const struct subrow *sub;
	struct plan plan = { 0 };
	uint8_t args = 0;

	plan_load__make(o, row, abi__native(), &plan, NULL);
	for (unsigned i = 0; i < plan.nops; i++)
		if (plan.ops[i].when & CAP_ENTRY && plan.ops[i].arg < CALL_ARGS &&
		    (plan.ops[i].op == CAP_STR || (plan.ops[i].op == CAP_BUF && plan.ops[i].len == LEN_ARG)))
			args |= 1u << plan.ops[i].arg;
	for (unsigned i = 0; (sub = row__sub(row, i)); i++)
		args |= args_of(o, &sub->row);
	return args;
}

static int keep(struct syscall_tracepoints *n, struct perf_open *events, uint16_t nr, uint8_t args, uint16_t id)
{
	if (!VEC_MORE(n->calls, n->n, 1))
		return -ENOMEM;
	n->calls[n->n++] = (struct named_call){ .nr = nr, .args = args };
	return perf_open__add_spare(events, id);
}

/* 0 also if the call has no such event. */
static int find_one(struct syscall_tracepoints *n, struct perf_open *events, const struct options *o, unsigned nr, char *text)
{
	const struct row *row = rows__find(abi__native(), nr);
	uint8_t args = row ? args_of(o, row) : 0;
	uint16_t id = 0;
	ssize_t len;
	int err;

	if (!args)
		return 0;
	len = read_format(row, text);
	if (len <= 0 || !strstr(text, MARK))
		return 0;
	err = perf_formats__add(events->formats, "syscalls", text, (size_t)len, &id);
	args &= perf_formats__texts(events->formats, id);
	return err || !args ? err : keep(n, events, (uint16_t)nr, args, id);
}

/* -- All of them ----------------------------------------------------------------------------------------------------- */

static unsigned kinds_max(const struct options *o)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	unsigned max = INHERITED_MAX / (cpus > 0 ? (unsigned)cpus : 1);

	if (!o->inherit || o->all)
		return SYSCALL_SET_BITS;
	return max > KINDS_MIN ? max : KINDS_MIN;
}

/* Held calls need no such events: their memory is read before. */
static void leave_out_held(const struct options *o, struct syscall_set *left)
{
	struct syscall_set held;

	hold_filter__calls(o, &held);
	for (unsigned nr = 0; nr <= syscalltbl__max_nr(abi__native()); nr++)
		if (syscall_set__has(&held, abi__native(), nr))
			syscall_set__remove(left, abi__native(), nr);
}

static int by_rank(const void *a, const void *b)
{
	unsigned x = *(const unsigned *)a, y = *(const unsigned *)b, xn = rows__find(abi__native(), x)->often, yn = rows__find(abi__native(), y)->often;

	if (xn != yn)		/* 0 sorts last */
		return xn - 1u < yn - 1u ? -1 : 1;
	return (x > y) - (x < y);
}

/* The most frequent calls come first, for the number of events is limited. */
static int find_all(struct syscall_tracepoints *n, struct perf_open *events, const struct options *o, char *text)
{
	unsigned max = kinds_max(o), calls[SYSCALL_SET_BITS], ncalls = 0;
	struct syscall_set left;
	int err = 0;

	call_sets__needed(o, &left);
	if (o->hold)
		leave_out_held(o, &left);
	for (unsigned nr = 0; nr <= syscalltbl__max_nr(abi__native()) && ncalls < SYSCALL_SET_BITS; nr++)
		if (syscall_set__has(&left, abi__native(), nr) && rows__find(abi__native(), nr))
			calls[ncalls++] = nr;
	qsort(calls, ncalls, sizeof(calls[0]), by_rank);
	for (unsigned i = 0; i < ncalls && n->n < max && !err; i++)
		err = find_one(n, events, o, calls[i], text);
	return err;
}

/* Would the events have strings of other users' processes, which only root may see? */
static bool shows_too_much(const struct options *o)
{
	return o->all && !privileges__have_perf();
}

int syscall_tracepoints__find(struct syscall_tracepoints *n, struct perf_open *events, const struct options *o)
{
	int there = syscall_tracepoints__probe(), err;
	char *text;

	if (there < 0)
		n->without = "events of single calls may not be read in tracefs";
	else if (!there)
		n->without = "this kernel's events do not bring them";
	else if (shows_too_much(o))
		n->without = "events would bring those of other users";
	if (n->without)
		return there == -ENOMEM ? there : 0;
	text = malloc(FORMAT_MAX);
	if (!text)
		return -ENOMEM;
	err = find_all(n, events, o, text);
	free(text);
	return err;
}

void syscall_tracepoints__begin(const struct syscall_tracepoints *n, const struct perf_open *events, struct vm_capture *late)
{
	for (unsigned i = 0; i < n->n && !events->spared; i++)
		vm_capture__expect(late, n->calls[i].nr, n->calls[i].args);
	if (events->spared == -EMFILE)
		msg__info("perf events: strings are read late: their events would take too many descriptors");
	else if (events->spared)
		msg__info("perf events: strings are read late: their events cannot be opened: %s", strerror(-events->spared));
	else if (n->without)
		msg__info("perf events: strings are read late: %s", n->without);
	else if (n->n)
		msg__info("perf events: strings of %u calls come with their events, others are read late", n->n);
}

void syscall_tracepoints__free(struct syscall_tracepoints *n)
{
	free(n->calls);
	*n = (struct syscall_tracepoints){ 0 };
}
