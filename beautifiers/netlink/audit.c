// SPDX-License-Identifier: BSD-2-Clause
/*
 * audit.c - protocols with few kinds of messages: NETLINK_AUDIT, NETLINK_CONNECTOR, NETLINK_SELINUX (linux/audit.h, cn_proc.h, connector.h,
 * selinux_netlink.h).
 */
#include <stdio.h>
#include <string.h>
#include <linux/audit.h>
#include <linux/cn_proc.h>
#include <linux/connector.h>
#include <linux/netlink.h>
#include <linux/selinux_netlink.h>

#include "netlink.h"

/* -- Audit ------------------------------------------------------------------------------------------------------------- */

/* `count` numbers of 4 bytes, with the names of a list. */
static void show_numbers(struct nl *n, const char *name, const struct flag_table *names, uint64_t at, uint64_t count)
{
	n->s->w->field(n->s->o, name, (unsigned)strlen(name));
	n->s->w->array_begin(n->s->o);
	for (uint64_t i = 0; i < count; i++, at += 4) {
		n->s->w->item(n->s->o);
		show__enum(n->s, names, nl__load(n, at, 4));
	}
	n->s->w->array_end(n->s->o, ARRAY_WHOLE, 0);
}

#define OPERATORS (AUDIT_OPERATORS | AUDIT_NEGATE)

/* The value that a field is compared with: of fields that hold text, its length in the buffer. */
static void show_value(struct nl *n, uint32_t field, uint32_t v)
{
	static const struct { uint32_t field; const struct flag_table *list; bool bits; } named[] = {
		{ AUDIT_ARCH, &audit_archs, false }, { AUDIT_MSGTYPE, &audit_msg_types, false }, { AUDIT_PERM, &audit_perms, true }, { AUDIT_FILETYPE, &file_type_modes, false },
		{ AUDIT_FIELD_COMPARE, &audit_compares, false }, { AUDIT_SADDR_FAM, &socket_domains, false },
	};
	const char *error = (int32_t)v < 0 && (int32_t)v > -4096 ? errno__name_in(n->s->abi, -(int32_t)v) : NULL;
	char text[32];

	for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++)
		if (named[i].field == field) {
			(named[i].bits ? show__flags : show__enum)(n->s, named[i].list, v);
			return;
		}
	if (field == AUDIT_EXIT && error && (size_t)snprintf(text, sizeof(text), "-%s", error) < sizeof(text))
		n->s->w->symbol(n->s->o, (uint64_t)(int64_t)(int32_t)v, text, 0, NULL);
	else if (field == AUDIT_EXIT)
		n->s->w->integer(n->s->o, (int32_t)v);
	else
		n->s->w->uinteger(n->s->o, v);
}

static void show_values(struct nl *n, uint64_t fields, uint64_t values, uint64_t count)
{
	show_field_name(n->s, "values");
	n->s->w->array_begin(n->s->o);
	for (uint64_t i = 0; i < count; i++) {
		n->s->w->item(n->s->o);
		show_value(n, (uint32_t)nl__load(n, fields + 4 * i, 4) & ~OPERATORS, (uint32_t)nl__load(n, values + 4 * i, 4));
	}
	n->s->w->array_end(n->s->o, ARRAY_WHOLE, 0);
}

/* A rule of `size` bytes and more begins with what both kinds have in common. -1: it is not whole, bytes or its address were shown; else its fields */
static int64_t show_rule_head(struct nl *n, uint64_t at, uint64_t len, uint64_t size)
{
	uint64_t count;

	if (len < size) {
		nl__octets(n, at, len);
		return -1;
	}
	if (!nl__has(n, at, size)) {
		nl__missing(n, at);
		return -1;
	}
	count = nl__load(n, at + offsetof(struct audit_rule_data, field_count), 4);
	n->s->w->struct_begin(n->s->o);
	show_field_name(n->s, "flags");
	show__value_and_flags(n->s, &audit_filters, &audit_filter_flags, nl__load(n, at, 4));
	show_field_name(n->s, "action");
	show__enum(n->s, &audit_actions, nl__load(n, at + 4, 4));
	show_named(n->s, "field_count", uinteger, nl__load(n, at + 8, 4));
	show_field_name(n->s, "mask");
	nl__octets(n, at + offsetof(struct audit_rule_data, mask), 4 * AUDIT_BITMASK_SIZE);
	return (int64_t)(count < AUDIT_MAX_FIELDS ? count : AUDIT_MAX_FIELDS);
}

/* struct audit_rule, which headers have no longer: fields and operators are one number. The kernel has refused it since 3.17 */
struct old_rule { uint32_t flags, action, field_count, mask[AUDIT_BITMASK_SIZE], fields[AUDIT_MAX_FIELDS], values[AUDIT_MAX_FIELDS]; };
static void show_old_field(struct nl *n, uint32_t v)
{
	const struct flag *field = flag_table__find(&audit_fields, v & ~OPERATORS), *operator = flag_table__find(&audit_operators, v & AUDIT_OPERATORS);
	uint32_t rest = (field ? 0 : v & ~OPERATORS) | (operator ? 0 : v & AUDIT_OPERATORS);

	n->s->w->flags_begin(n->s->o, v, &audit_fields);
	if (v & AUDIT_NEGATE)
		n->s->w->flag(n->s->o, "AUDIT_NEGATE", 12, 6);
	if (operator)
		n->s->w->flag(n->s->o, operator->name, operator->len, operator->skip);
	if (field)
		n->s->w->flag(n->s->o, field->name, field->len, field->skip);
	n->s->w->flags_end(n->s->o, rest, v & AUDIT_NEGATE || operator || field);
}

static void show_old_rule(struct nl *n, const struct payload *p, uint64_t at, uint64_t len)
{
	uint64_t fields = at + offsetof(struct old_rule, fields);
	int64_t count = show_rule_head(n, at, len, sizeof(struct old_rule));

	(void)p;
	if (count < 0)
		return;
	show_field_name(n->s, "fields");
	n->s->w->array_begin(n->s->o);
	for (int64_t i = 0; i < count; i++) {
		n->s->w->item(n->s->o);
		show_old_field(n, (uint32_t)nl__load(n, fields + 4 * (uint64_t)i, 4));
	}
	n->s->w->array_end(n->s->o, ARRAY_WHOLE, 0);
	show_values(n, fields, at + offsetof(struct old_rule, values), (uint64_t)count);
	n->s->w->struct_end(n->s->o, false);
}

/* struct audit_rule_data: of its arrays, only the elements in use. */
static void show_rule(struct nl *n, const struct payload *p, uint64_t at, uint64_t len)
{
	uint64_t size = sizeof(struct audit_rule_data), fields = at + offsetof(struct audit_rule_data, fields);
	int64_t count = show_rule_head(n, at, len, size);

	(void)p;
	if (count < 0)
		return;
	show_numbers(n, "fields", &audit_fields, fields, (uint64_t)count);
	show_values(n, fields, at + offsetof(struct audit_rule_data, values), (uint64_t)count);
	show_numbers(n, "fieldflags", &audit_operators, at + offsetof(struct audit_rule_data, fieldflags), (uint64_t)count);
	show_named(n->s, "buflen", uinteger, nl__load(n, at + offsetof(struct audit_rule_data, buflen), 4));
	if (len > size) {
		show_field_name(n->s, "buf");
		nl__bytes(n, at + size, len - size);
	}
	n->s->w->struct_end(n->s->o, false);
}

static void show_text(struct nl *n, const struct payload *p, uint64_t at, uint64_t len)
{
	(void)p;
	nl__bytes(n, at, len);
}

/* Two paths: their lengths, then both, without a NUL between them. */
static void show_equivalents(struct nl *n, const struct payload *p, uint64_t at, uint64_t len)
{
	uint64_t first, second;

	(void)p;
	if (len < 8 || !nl__has(n, at, len)) {
		nl__bytes(n, at, len);
		return;
	}
	first = nl__load(n, at, 4);
	second = nl__load(n, at + 4, 4);
	n->s->w->struct_begin(n->s->o);
	show_named(n->s, "old_len", uinteger, first);
	show_named(n->s, "new_len", uinteger, second);
	if (first <= len - 8 && second <= len - 8 - first) {
		show_field_name(n->s, "old");
		n->s->w->bytes(n->s->o, n->bytes + at + 8, first, STRING_WHOLE);
		show_field_name(n->s, "new");
		n->s->w->bytes(n->s->o, n->bytes + at + 8 + first, second, STRING_WHOLE);
	}
	n->s->w->struct_end(n->s->o, false);
}

/* struct audit_sig_info of the kernel's linux/audit.h: who sent the daemon a signal, and its security context. */
struct sig_info { uint32_t uid; int32_t pid; };
static const struct field sig_info_fields[] = { FIELD(struct sig_info, uid, uid), FIELD(struct sig_info, pid, pid) };
static const struct shape sig_info = SHAPE(struct sig_info, sig_info_fields);

static void show_signal_info(struct nl *n, const struct payload *p, uint64_t at, uint64_t len)
{
	(void)p;
	if (len < sig_info.size) {
		nl__bytes(n, at, len);
		return;
	}
	if (nl__structure(n, &sig_info, at, sig_info.size) && len > sig_info.size) {
		n->s->w->item(n->s->o);
		nl__bytes(n, at + sig_info.size, len - sig_info.size);
	}
}

#define STRUCTURE(from, to, s) { .first = from, .last = to, .shape = &shape_nl_##s }
static const struct payload audit_payloads[] = {
	STRUCTURE(AUDIT_GET, AUDIT_SET, audit_status),
	{ .first = AUDIT_LIST, .last = AUDIT_DEL, .show = show_old_rule },
	{ .first = AUDIT_USER, .last = AUDIT_LOGIN, .show = show_text },
	{ .first = AUDIT_SIGNAL_INFO, .last = AUDIT_SIGNAL_INFO, .show = show_signal_info },
	{ .first = AUDIT_TRIM, .last = AUDIT_TRIM, .show = show_text },		/* without a payload */
	{ .first = AUDIT_MAKE_EQUIV, .last = AUDIT_MAKE_EQUIV, .show = show_equivalents },
	{ .first = AUDIT_ADD_RULE, .last = AUDIT_LIST_RULES, .show = show_rule },
	STRUCTURE(AUDIT_TTY_GET, AUDIT_TTY_SET, audit_tty_status),
	STRUCTURE(AUDIT_SET_FEATURE, AUDIT_GET_FEATURE, audit_features),
	{ .first = AUDIT_FIRST_USER_MSG, .last = AUDIT_LAST_USER_MSG2, .show = show_text },
};
#define NAUDIT (sizeof(audit_payloads) / sizeof(audit_payloads[0]))

static bool show_audit(struct nl *n, uint64_t at, uint64_t len)
{
	const struct payload *p = nl__find_payload(audit_payloads, NAUDIT, n->type);

	if (!p || n->s->w->strace_marks)
		return false;
	if (!p->show)
		return nl__struct_payload(n, p, at, len);
	p->show(n, p, at, len);
	return true;
}
const struct nl_protocol nl_audit = { .types = &audit_msg_types, .payload = show_audit, PAYLOADS(audit_payloads) };

/* -- Connector: struct cn_msg, and of CN_IDX_PROC what happened to a process, or what a listener wants ------------------- */

static const struct attr process_event = STRUCT_AND_BYTES(shape_nl_proc_event), listen = NAME(4, proc_cn_ops);

static bool show_connector(struct nl *n, uint64_t at, uint64_t len)
{
	uint64_t size = shape__of(&shape_nl_cn_msg, n->s->abi)->size, full;

	if (n->s->w->strace_marks || !size || len < size)
		return false;
	if (!nl__structure(n, &shape_nl_cn_msg, at, size) || len == size)
		return true;
	n->s->w->item(n->s->o);
	full = len - size;
	at += size;
	if (nl__load(n, at - size, 4) != CN_IDX_PROC || !(full == 4 ? attr__number(n, &listen, at, full) : attr__struct_and_bytes(n, &process_event, at, full)))
		nl__octets(n, at, full);
	return true;
}
static const struct payload connector_payloads[] = { STRUCTURE(NLMSG_DONE, NLMSG_DONE, cn_msg) };
const struct nl_protocol nl_connector = { .payload = show_connector, PAYLOADS(connector_payloads) };

/* -- SELinux ------------------------------------------------------------------------------------------------------------- */

static const struct payload selinux_payloads[] = {
	{ .first = SELNL_MSG_SETENFORCE, .last = SELNL_MSG_SETENFORCE, .shape = &shape_nl_setenforce },
	{ .first = SELNL_MSG_POLICYLOAD, .last = SELNL_MSG_POLICYLOAD, .shape = &shape_nl_policyload },
};

static bool show_selinux(struct nl *n, uint64_t at, uint64_t len)
{
	const struct shape *sh = n->type == SELNL_MSG_SETENFORCE ? &shape_nl_setenforce : &shape_nl_policyload;

	if (n->type != SELNL_MSG_SETENFORCE && n->type != SELNL_MSG_POLICYLOAD)
		return false;
	if (len < sh->size)
		nl__octets(n, at, len);
	else
		nl__structure(n, sh, at, sh->size);
	return true;
}
const struct nl_protocol nl_selinux = { .types = &selnl_msg_types, .payload = show_selinux, PAYLOADS(selinux_payloads) };
