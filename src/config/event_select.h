/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * event_select.h - which events are meant: patterns of names, in the order of the command line. The last one that matches
 * a name decides.
 */
#ifndef TRACE_EVENT_SELECT_H
#define TRACE_EVENT_SELECT_H

#include <stdbool.h>
#include <stddef.h>

struct event_item {
	char *pattern;		/* of SYSTEM:NAME, as fnmatch(3) has it */
	bool removes;
	const char *filter;	/* in the kernel's language; NULL: none; borrowed */
};

struct event_select {
	struct event_item *items;
	unsigned n;
	unsigned last;		/* the first item of the newest list */
};

/*
 * Takes the items of a list between commas that name events (SYSTEM:NAME, !SYSTEM:NAME) and puts the rest, which name calls,
 * into `calls`, from malloc; NULL where there is none. 0 or -ENOMEM.
 */
int event_select__add(struct event_select *s, const char *list, char **calls);
/* For the events of the newest list. false: there are none. */
bool event_select__filter(struct event_select *s, const char *filter);
/* The item that decides about a name; NULL: none chooses it. */
const struct event_item *event_select__find(const struct event_select *s, const char *name);
void event_select__free(struct event_select *s);

#endif
