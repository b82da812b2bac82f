/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * event_select.h - patterns that select events, in the order of the command line. The last pattern that matches a name decides.
 */
#pragma once

#include <stdbool.h>

struct event_item {
	char *pattern;		/* of SYSTEM:NAME, for fnmatch(3) */
	bool removes;
	const char *filter;	/* in the kernel's language; NULL: none; borrowed */
};

struct event_select {
	struct event_item *items;
	unsigned n;
	unsigned last;		/* the first item of the newest list */
};

/*
 * Adds the items of a comma-separated list that name events (SYSTEM:NAME, !SYSTEM:NAME), and returns the others, which name
 * calls, in `calls` (from malloc; NULL: none). 0 or -ENOMEM.
 */
int event_select__add(struct event_select *s, const char *list, char **calls);
/* Sets the filter of the last added list's events. false: that list has none. */
bool event_select__filter(struct event_select *s, const char *filter);
/* The item that decides about a name; NULL: it is not selected. */
const struct event_item *event_select__find(const struct event_select *s, const char *name);
void event_select__free(struct event_select *s);
