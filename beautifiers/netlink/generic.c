// SPDX-License-Identifier: BSD-2-Clause
/*
 * generic.c - NETLINK_GENERIC (linux/genetlink.h): messages by families' tables, and the controller, which tells their ids.
 *
 * The kernel gives out ids: names->genl_family has those that are known. Without that, attributes have numbers, and bytes.
 */
#include <string.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>

#include "generic.h"

/* -- The controller ---------------------------------------------------------------------------------------------------- */

static const struct named_attr op[] = { AS("ID", U32), OF("FLAGS", BITS, genl_op_flags) };
static const struct attrs op_attrs = NAMED(ctrl_op_attrs, op);
static const struct named_attr group[] = { AS("NAME", TEXT), AS("ID", U32) };
static const struct attrs group_attrs = NAMED(ctrl_mcast_grp_attrs, group);
static const struct named_attr op_policy[] = { AS("DO DUMP", U32) };
static const struct attrs op_policy_attrs = NAMED(ctrl_policy_attrs, op_policy);
static const struct named_attr nlctrl[] = {
	AS("FAMILY_ID", U16),
	AS("FAMILY_NAME", TEXT),
	AS("VERSION HDRSIZE MAXATTR OP", U32),
	OF("OPS", EACH, op_attrs),
	OF("MCAST_GROUPS", EACH, group_attrs),
	OF("POLICY", EACH2, nl_policy),
	OF("OP_POLICY", EACH, op_policy_attrs),
};
static const struct attrs nlctrl_attrs = NAMED(ctrl_attrs, nlctrl);
const struct genl_family genl_nlctrl = { .name = "nlctrl", .cmds = &ctrl_cmds, .attrs = &nlctrl_attrs };

/* -- Families ---------------------------------------------------------------------------------------------------------- */

static const struct genl_family *const single[] = { &genl_nlctrl, &genl_ethtool, &genl_devlink, &genl_nl80211, &genl_taskstats, &genl_netdev, NULL };
static const struct genl_family *const *const families[] = { single, genl_links, genl_ovs, genl_net, genl_host, genl_specified };

const struct genl_family *genl_family__nth(unsigned i)
{
	for (unsigned n = 0; n < sizeof(families) / sizeof(families[0]); n++)
		for (const struct genl_family *const *f = families[n]; *f; f++)
			if (!i--)
				return *f;
	return NULL;
}

static const struct genl_family *family_named(const char *name)
{
	const struct genl_family *f = NULL;

	for (unsigned i = 0; name && (f = genl_family__nth(i)); i++)
		if (!strcmp(f->name, name))
			return f;
	return NULL;
}

/* NULL: not known */
static const char *name_of(const struct nl *n)
{
	const struct names *names = n->arg->call->names;

	switch (n->type) {
	case GENL_ID_CTRL: return "nlctrl";
	case GENL_ID_VFS_DQUOT: return "VFS_DQUOT";
	case GENL_ID_PMCRAID: return "pmcraid";
	}
	return names->genl_family ? names->genl_family(names->ctx, n->type) : NULL;
}

static void show_type(struct nl *n)
{
	const char *name = name_of(n);

	n->s->w->symbol(n->s->o, n->type, name, 0, name ? NULL : &genl_families);
}

/* -- Messages ---------------------------------------------------------------------------------------------------------- */

static const struct attrs unknown = { .names = NULL };

/* Does the name begin with one of `names`? */
static bool begins(const char *names, const char *name)
{
	for (const char *p = names, *end; *p; p = *end ? end + 1 : end) {
		end = strchrnul(p, ' ');
		if (!strncmp(p, name, (size_t)(end - p)))
			return true;
	}
	return false;
}

static const struct attrs *attrs_of(const struct genl_family *f, const struct flag *cmd)
{
	for (unsigned i = 0; cmd && i < f->nby; i++)
		if (begins(f->by[i].names, cmd->name + cmd->skip))
			return f->by[i].attrs;
	return f->attrs ? f->attrs : &unknown;
}

/* Of a family without a table it is not known whether a structure precedes the attributes: are these bytes attributes, to their end? */
static bool are_attrs(const struct nl *n, uint64_t at, uint64_t len)
{
	while (len) {
		uint64_t full = len >= NLA_HDRLEN && nl__has(n, at, NLA_HDRLEN) ? nl__load(n, at, 2) : 0;

		if (full < NLA_HDRLEN || full > len)
			return false;
		full = nl__align(full) < len ? nl__align(full) : len;
		at += full;
		len -= full;
	}
	return true;
}

/* t: NULL if the family is not known */
static void show_rest(struct nl *n, const struct genl_family *f, const struct attrs *t, uint64_t at, uint64_t len)
{
	uint64_t size = f && f->header ? f->header->size : 0;

	if (size && len) {
		n->s->w->item(n->s->o);
		if (len < size) {
			nl__octets(n, at, len);
			return;
		}
		if (!nl__structure(n, f->header, at, size))
			return;
		at += nl__align(size);
		len = len > nl__align(size) ? len - nl__align(size) : 0;
	}
	if (!len)
		return;
	n->s->w->item(n->s->o);
	if (t || are_attrs(n, at, len))
		nl__attrs(n, at, len, t ? t : &unknown);
	else
		nl__octets(n, at, len);
}

/* Was the message sent by the kernel, with a number of f->events? Those that no process asked for are from port 0. */
static bool is_event(const struct nl *n, const struct genl_family *f, uint64_t at)
{
	if (!f->events || !(n->arg->spec->kind->cap[0].when & CAP_EXIT) || n->quoted)
		return false;
	return !f->notified || !nl__load(n, at - 4, 4);
}

static bool show_payload(struct nl *n, uint64_t at, uint64_t len)
{
	const struct genl_family *f = family_named(name_of(n));
	bool event = f && is_event(n, f, at);
	const struct flag_table *cmds = event ? f->events : f ? f->cmds : NULL;
	const struct flag *cmd;

	if (n->type == NLMSG_DONE || n->s->w->strace_marks || len < GENL_HDRLEN)
		return false;
	if (!nl__has(n, at, GENL_HDRLEN)) {
		nl__missing(n, at);
		return true;
	}
	cmd = cmds ? flag_table__find(flag_table__in(cmds, n->s->abi), n->bytes[at]) : NULL;
	n->s->w->struct_begin(n->s->o);
	show_field_name(n->s, "cmd");
	n->s->w->symbol(n->s->o, n->bytes[at], cmd ? cmd->name : NULL, cmd ? cmd->skip : 0, cmds);
	show_named(n->s, "version", uinteger, n->bytes[at + 1]);
	if (nl__load(n, at + 2, 2))
		show_named(n->s, "reserved", uinteger, nl__load(n, at + 2, 2));
	n->s->w->struct_end(n->s->o, false);
	show_rest(n, f, event && f->event_attrs ? f->event_attrs : f ? attrs_of(f, cmd) : NULL, at + GENL_HDRLEN, len - GENL_HDRLEN);
	return true;
}

const struct nl_protocol nl_generic = { .show_type = show_type, .payload = show_payload };

/* -- What messages tell of families ------------------------------------------------------------------------------------ */

struct teller {
	const uint8_t *p;
	uint64_t len;
	bool swap;
	genl__found *found;
	void *ctx;
};

static uint64_t load(const struct teller *t, uint64_t at, unsigned size)
{
	return load_uint(t->p + at, size, t->swap);
}

/* Attributes of CTRL_CMD_NEWFAMILY from `at` to `end`. */
static void tell_family(const struct teller *t, uint64_t at, uint64_t end)
{
	const uint8_t *name = NULL;
	uint64_t len, name_len = 0;
	uint16_t id = 0;

	for (; at <= end && end - at >= NLA_HDRLEN; at += nl__align(len)) {
		len = load(t, at, 2);
		if (len < NLA_HDRLEN || len > end - at)
			break;
		if (load(t, at + 2, 2) == CTRL_ATTR_FAMILY_ID && len >= NLA_HDRLEN + 2)
			id = (uint16_t)load(t, at + NLA_HDRLEN, 2);
		else if (load(t, at + 2, 2) == CTRL_ATTR_FAMILY_NAME) {
			name = t->p + at + NLA_HDRLEN;
			name_len = strnlen((const char *)name, len - NLA_HDRLEN);
		}
	}
	if (id && name_len && name_len < GENL_NAMSIZ)
		t->found(t->ctx, id, (const char *)name, (unsigned)name_len);
}

static void tell_messages(const struct teller *t)
{
	uint64_t head = NL_HEADER + GENL_HDRLEN, len;

	for (uint64_t at = 0; at <= t->len && t->len - at >= head; at += nl__align(len)) {
		len = load(t, at, 4);
		if (len < head || len > t->len - at)
			return;
		if (load(t, at + 4, 2) == GENL_ID_CTRL && t->p[at + NL_HEADER] == CTRL_CMD_NEWFAMILY)
			tell_family(t, at + head, at + len);
	}
}

static bool is_filled(const struct arg_spec *a)
{
	return a->kind->netlink && a->kind->cap[0].when & CAP_EXIT;
}

void genl__learn(const struct call *c, genl__found *found, void *ctx)
{
	int arg = -1;

	for (unsigned i = 0; i < c->row->nargs; i++)
		if (is_filled(&c->row->args[i]))
			arg = (int)i;
	if (arg < 0 || netlink__protocol(c) != NETLINK_GENERIC)
		return;
	CALL_CHUNKS_EACH(k, c) {
		unsigned part = c->row->args[arg].kind->shape ? PART_DATA : PART_SELF;

		if (k->arg == arg && k->status & CHUNK_OUT && chunk__has_bytes(k) && (k->part & PART_MASK) == part)
			tell_messages(&(struct teller){ .p = chunk__bytes(k), .len = k->len, .swap = c->swap, .found = found, .ctx = ctx });
	}
}
