// SPDX-License-Identifier: BSD-2-Clause
/* payload.c - what follows the header of a netlink message: a structure that begins with the family, and attributes. */
#include "netlink.h"

/* The structure's first field is always shown; the others if all of it is there. false: it ended early. */
static bool show_structure(struct nl *n, const struct payload *p, uint64_t at, uint64_t len)
{
	const struct shape *sh = shape__of(p->shape, n->s->abi);
	const struct field *first = &sh->fields[0];

	if (sh->nfields == 1)
		return nl__structure(n, sh, at, first->size);
	if (len >= sh->size && nl__has(n, at, sh->size))
		return nl__structure(n, sh, at, sh->size);
	n->s->w->struct_begin(n->s->o);
	show_name(n->s, &first->spec);
	show__enum(n->s, first->spec.flags, n->family);
	if (len < sh->size || !n->fault)
		n->s->w->struct_end(n->s->o, true);
	else
		n->s->w->struct_fault(n->s->o, nl__address(n, at + first->size));
	return false;
}

void nl__payload(struct nl *n, const struct payload *p, uint64_t at, uint64_t len)
{
	uint64_t next = nl__align(p->size);

	if (!show_structure(n, p, at, len) || !p->attrs || len <= next)
		return;
	n->s->w->item(n->s->o);
	nl__attrs(n, at + next, len - next, p->attrs);
}

bool nl__struct_payload(struct nl *n, const struct payload *p, uint64_t at, uint64_t len)
{
	const struct shape *sh = shape__of(p->shape, n->s->abi);
	uint64_t next = nl__align(sh->size);

	if (!sh->size || len < sh->size)
		return false;
	if (nl__structure(n, sh, at, sh->size) && len > next && p->attrs) {
		n->s->w->item(n->s->o);
		nl__attrs(n, at + next, len - next, p->attrs);
	}
	return true;
}

const struct payload *nl__find_payload(const struct payload *table, unsigned count, unsigned type)
{
	for (const struct payload *p = table; p < table + count; p++)
		if (type >= p->first && type <= p->last)
			return p;
	return NULL;
}

void nl__family_and_bytes(struct nl *n, uint64_t at, uint64_t len)
{
	n->s->w->struct_begin(n->s->o);
	show_field_name(n->s, "family");
	show__enum(n->s, &socket_domains, n->family);
	if (len > 1) {
		show_field_name(n->s, "data");
		nl__octets(n, at + 1, len - 1);
	}
	n->s->w->struct_end(n->s->o, false);
}

void nl__payload_of(struct nl *n, const struct payload *table, unsigned count, uint64_t at, uint64_t len)
{
	const struct payload *p = nl__find_payload(table, count, n->type);

	if (!p || (p->beyond && n->s->w->strace_marks))
		nl__family_and_bytes(n, at, len);
	else if (p->show)
		p->show(n, p, at, len);
	else
		nl__payload(n, p, at, len);
}

static void show_mac(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->hwaddr(s->o, p, len);
}
const struct shape nl_mac = { .name = "mac", .size = 6, .show = show_mac };
