/* SPDX-License-Identifier: BSD-2-Clause */
/* attributes.h - every attribute of netlink messages that the tables of beautifiers/netlink know. */
#pragma once

#include <string.h>

#include "beautifiers/netlink/generic.h"

#define TABLES_MOST 1024

/* each(): a name of a table of attributes, and how it is shown; NULL: as bytes */
struct attr_walk {
	enum abi abi;
	void (*each)(const struct flag *name, const struct attr *a);
	const struct attrs *seen[TABLES_MOST];
	unsigned n;
};

static inline bool ends_with(const char *s, const char *end)
{
	size_t len = strlen(s), n = strlen(end);

	return len >= n && !strcmp(s + len - n, end);
}

/* Numbers that are no attributes, or have no data. */
static inline bool is_filler(const struct flag *f)
{
	return (!f->value && (ends_with(f->name, "UNSPEC") || ends_with(f->name, "NONE") || ends_with(f->name, "UNUSED") || ends_with(f->name, "UNDEFINED"))) ||
	       ends_with(f->name, "_PAD") || strstr(f->name, "_UNUSED");
}

static inline void each_of_table(const struct attrs *t, struct attr_walk *w);

static inline void each_within(const struct attr *a, struct attr_walk *w)
{
	if (!a || !a->show || a->show == attr__struct_and_structs || !a->nested)
		return;
	if (a->show != attr__chosen) {
		each_of_table(a->nested, w);
		return;
	}
	for (unsigned i = 0; i < a->choices->n; i++) {
		if (a->choices->of[i].attrs)
			each_of_table(a->choices->of[i].attrs, w);
		each_within(a->choices->of[i].as, w);
	}
	each_within(a->choices->otherwise, w);
}

static inline const struct attr *attribute_of(const struct attrs *t, uint64_t v, enum abi abi, struct attr *made)
{
	static const struct attr empty;		/* no attribute of the table has a value */

	if (!t->named && !t->of && !t->beyond && !t->later)
		return &empty;
	if (t->of && v < t->n && t->of[v].show)
		return &t->of[v];
	if (v < t->nbeyond && t->beyond[v].show)
		return &t->beyond[v];
	return named_attr__find(t, (uint16_t)v, abi, made) ? made : NULL;
}

/* Those of a table, and of the tables that it leads to, each once. */
static inline void each_of_table(const struct attrs *t, struct attr_walk *w)
{
	const struct flag_table *names = t->names && !t->any ? flag_table__in(t->names, w->abi) : NULL;
	struct attr made;

	for (unsigned i = 0; i < w->n; i++)
		if (w->seen[i] == t)
			return;
	if (w->n == TABLES_MOST)
		return;
	w->seen[w->n++] = t;
	for (unsigned i = 0; names && i < names->n; i++) {
		uint64_t v = names->flags[i].value;

		if (!is_filler(&names->flags[i]))
			w->each(&names->flags[i], attribute_of(t, v, w->abi, &made));
	}
	each_within(t->any, w);
	for (unsigned i = 0; names && (t->named || t->later) && i < names->n; i++)
		if (named_attr__find(t, (uint16_t)names->flags[i].value, w->abi, &made))
			each_within(&made, w);
	for (unsigned i = 0; t->of && i < t->n; i++)
		each_within(&t->of[i], w);
	for (unsigned i = 0; i < t->nbeyond; i++)
		each_within(&t->beyond[i], w);
}

static inline const struct payload *nth_payload(const struct nl_protocol *p, unsigned i)
{
	if (p->nth)
		return p->nth(i);
	return i < p->npayloads ? &p->payloads[i] : NULL;
}

#define PROTOCOLS 32

static inline void each_attribute(enum abi abi, void (*each)(const struct flag *name, const struct attr *a))
{
	struct attr_walk w = { .abi = abi, .each = each };
	const struct nl_protocol *p;
	const struct payload *payload;
	const struct genl_family *family;

	for (unsigned i = 0; i < PROTOCOLS; i++) {
		if (!(p = nl__protocol(i)))
			continue;
		for (unsigned k = 0; (payload = nth_payload(p, k)); k++)
			if (payload->attrs)
				each_of_table(payload->attrs, &w);
	}
	each_of_table(&nl_error_attrs, &w);
	for (unsigned i = 0; (family = genl_family__nth(i)); i++) {
		if (family->attrs)
			each_of_table(family->attrs, &w);
		if (family->event_attrs)
			each_of_table(family->event_attrs, &w);
		for (unsigned k = 0; k < family->nby; k++)
			each_of_table(family->by[k].attrs, &w);
	}
}
