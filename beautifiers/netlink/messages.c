// SPDX-License-Identifier: BSD-2-Clause
/*
 * messages.c - buffers of netlink messages: headers, errors, what the kernel sends of its objects.
 *
 * The protocol of the descriptor selects the names and the payload's tables. Invariant: see netlink.h.
 */
#include <string.h>
#include <sys/socket.h>
#include <linux/netlink.h>

#include "netlink.h"

static const struct nl_protocol *const protocols[] = {
	[NETLINK_ROUTE] = &nl_route,
	[NETLINK_SOCK_DIAG] = &nl_sock_diag,
	[NETLINK_XFRM] = &nl_xfrm,
	[NETLINK_SELINUX] = &nl_selinux,
	[NETLINK_AUDIT] = &nl_audit,
	[NETLINK_NETFILTER] = &nl_netfilter,
	[NETLINK_GENERIC] = &nl_generic,
	[NETLINK_CRYPTO] = &nl_crypto,
	[NETLINK_CONNECTOR] = &nl_connector,
	[NETLINK_RDMA] = &nl_rdma,
	[NETLINK_FIB_LOOKUP] = &nl_fib_lookup,
	[NETLINK_SCSITRANSPORT] = &nl_scsi,
};

const struct nl_protocol *nl__protocol(unsigned protocol)
{
	return protocol < sizeof(protocols) / sizeof(protocols[0]) ? protocols[protocol] : NULL;
}

static const struct nl_protocol *protocol_of(const struct nl *n)
{
	static const struct nl_protocol none = { .types = NULL };
	const struct nl_protocol *p = n->protocol >= 0 ? nl__protocol((unsigned)n->protocol) : NULL;

	return p ? p : &none;
}

/* -- The header ------------------------------------------------------------------------------------------------------ */

static void show_type(struct nl *n)
{
	const struct nl_protocol *p = protocol_of(n);

	if (n->type < NLMSG_MIN_TYPE || (!p->types && !p->show_type))
		show__enum(n->s, &netlink_msg_types, n->type);
	else if (p->show_type)
		p->show_type(n);
	else
		show__enum(n->s, p->types, n->type);
}

static const struct flag_table *more_flags(const struct nl *n)
{
	const struct nl_protocol *p = protocol_of(n);

	if (n->type < NLMSG_MIN_TYPE)
		return n->type == NLMSG_ERROR || (n->type == NLMSG_DONE && !n->s->w->strace_marks) ? &netlink_ack_flags : NULL;
	return p->flags ? p->flags(n->type) : NULL;
}

static void show_nlmsg_flags(struct nl *n)
{
	const struct flag_table *more = more_flags(n);
	uint64_t rest = n->flags;
	bool any = false;

	n->s->w->flags_begin(n->s->o, n->flags, &netlink_msg_flags);
	rest = show_flag_names(n->s, &netlink_msg_flags, rest, &any);
	if (more)
		rest = show_flag_names(n->s, more, rest, &any);
	n->s->w->flags_end(n->s->o, rest, any);
}

/* The kernel gives a process its ID, and further sockets of it numbers that are negative as int. */
static void show_port(struct nl *n, uint32_t id)
{
	if (id > INT32_MAX && !n->s->w->strace_marks)
		n->s->w->uinteger(n->s->o, id);
	else
		show__task(n->s, n->arg->call, (int32_t)id, true);
}

static void show_header(struct nl *n, uint64_t at)
{
	n->s->w->struct_begin(n->s->o);
	show_named(n->s, "nlmsg_len", uinteger, nl__load(n, at, 4));
	show_field_name(n->s, "nlmsg_type");
	show_type(n);
	show_field_name(n->s, "nlmsg_flags");
	show_nlmsg_flags(n);
	show_named(n->s, "nlmsg_seq", uinteger, nl__load(n, at + 8, 4));
	show_field_name(n->s, "nlmsg_pid");
	show_port(n, (uint32_t)nl__load(n, at + 12, 4));
	n->s->w->struct_end(n->s->o, false);
}

/* -- Payloads -------------------------------------------------------------------------------------------------------- */

static void show_message(struct nl *n, const struct attrs *t, uint64_t at, uint64_t len);

static const struct attr error_attr[] = {
	[NLMSGERR_ATTR_MSG] = STRING,
	[NLMSGERR_ATTR_OFFS] = U32,
	[NLMSGERR_ATTR_COOKIE] = ARRAY(1, uint),
};
static const struct attr policy_attr[] = {
	[NL_POLICY_TYPE_ATTR_TYPE]            = NAME(4, nl_attr_types),
	[NL_POLICY_TYPE_ATTR_MIN_VALUE_S]     = VALUE(8, offset),
	[NL_POLICY_TYPE_ATTR_MAX_VALUE_S]     = VALUE(8, offset),
	[NL_POLICY_TYPE_ATTR_MIN_VALUE_U]     = U64,
	[NL_POLICY_TYPE_ATTR_MAX_VALUE_U]     = U64,
	[NL_POLICY_TYPE_ATTR_MIN_LENGTH]      = U32,
	[NL_POLICY_TYPE_ATTR_MAX_LENGTH]      = U32,
	[NL_POLICY_TYPE_ATTR_POLICY_IDX]      = U32,
	[NL_POLICY_TYPE_ATTR_POLICY_MAXTYPE]  = U32,
	[NL_POLICY_TYPE_ATTR_BITFIELD32_MASK] = X32,
	[NL_POLICY_TYPE_ATTR_MASK]            = VALUE(8, hex64),
};
const struct attrs nl_policy = ATTRS_BEYOND(nl_policy_attrs, policy_attr);
static const struct attr error_more[] = {
	[NLMSGERR_ATTR_POLICY]    = NESTED(nl_policy),
	[NLMSGERR_ATTR_MISS_TYPE] = U32,
	[NLMSGERR_ATTR_MISS_NEST] = U32,
};
const struct attrs nl_error_attrs = ATTRS_AND(nlmsgerr_attrs, error_attr, error_more);

/* An error of the kernel: negative. */
static void show_error_number(struct nl *n, int32_t err)
{
	const char *name = err < 0 && err > INT32_MIN ? errno__name_in(n->s->abi, -err) : NULL;
	char text[32] = "-";

	if (!name || strlen(name) + 2 > sizeof(text)) {
		n->s->w->integer(n->s->o, err);
		return;
	}
	strcat(text, name);
	n->s->w->symbol(n->s->o, (uint64_t)(int64_t)err, text, 0, NULL);
}

/* An error, and the message that caused it: with its payload, unless NLM_F_CAPPED is set. Attributes may follow. */
static void show_error(struct nl *n, uint64_t at, uint64_t len)
{
	const struct nl outer = *n;
	uint64_t msg, full;

	if (len < 4 + NL_HEADER) {
		nl__octets(n, at, len);
		return;
	}
	if (!nl__has(n, at, 4 + NL_HEADER)) {
		nl__missing(n, at);
		return;
	}
	msg = nl__load(n, at + 4, 4);
	full = n->flags & NLM_F_CAPPED || msg < NL_HEADER ? NL_HEADER : msg;
	if (full > len - 4)
		full = len - 4;
	if (len - 4 > full) {
		n->s->w->array_begin(n->s->o);
		n->s->w->item(n->s->o);
	}
	n->s->w->struct_begin(n->s->o);
	show_field_name(n->s, "error");
	show_error_number(n, (int32_t)nl__load(n, at, 4));
	show_field_name(n->s, "msg");
	n->quoted = true;
	show_message(n, NULL, at + 4, full);
	n->quoted = outer.quoted;
	n->s->w->struct_end(n->s->o, false);
	n->type = outer.type;
	n->level = outer.level;
	n->flags = outer.flags;
	if (len - 4 == full)
		return;
	n->s->w->item(n->s->o);
	nl__attrs(n, at + 4 + full, len - 4 - full, &nl_error_attrs);
	n->s->w->array_end(n->s->o, ARRAY_WHOLE, 0);
}

/* The end of an answer: an error or 0, and attributes as of errors. strace knows only the number. */
static void show_done(struct nl *n, uint64_t at, uint64_t len)
{
	bool more = len > 4 && n->flags & NLM_F_ACK_TLVS && !n->s->w->strace_marks;

	if (len != 4 && !more) {
		nl__octets(n, at, len);
		return;
	}
	if (!nl__has(n, at, 4)) {
		nl__missing(n, at);
		return;
	}
	if (n->s->w->strace_marks)
		n->s->w->integer(n->s->o, (int32_t)nl__load(n, at, 4));
	else
		show_error_number(n, (int32_t)nl__load(n, at, 4));
	if (more) {
		n->s->w->item(n->s->o);
		nl__attrs(n, at + 4, len - 4, &nl_error_attrs);
	}
}

static void show_payload(struct nl *n, uint64_t at, uint64_t len)
{
	const struct nl_protocol *p = protocol_of(n);

	if (n->type == NLMSG_ERROR && n->depth < NL_NESTING)
		show_error(n, at, len);
	else if (p->payload && (n->type >= NLMSG_MIN_TYPE || n->type == NLMSG_DONE || p->any_type) && p->payload(n, at, len))
		return;
	else if (n->type == NLMSG_DONE)
		show_done(n, at, len);
	else
		nl__octets(n, at, len);
}

/* A message at `at`, whose header was captured, of at most `len` bytes. */
static void show_message(struct nl *n, const struct attrs *t, uint64_t at, uint64_t len)
{
	uint64_t full = nl__load(n, at, 4);

	(void)t;
	n->type = (uint16_t)nl__load(n, at + 4, 2);
	n->flags = (uint16_t)nl__load(n, at + 6, 2);
	n->level = NULL;
	if (full > len)
		full = len;
	if (full <= NL_HEADER) {
		show_header(n, at);
		return;
	}
	n->s->w->array_begin(n->s->o);
	n->s->w->item(n->s->o);
	show_header(n, at);
	n->s->w->item(n->s->o);
	n->depth++;
	show_payload(n, at + NL_HEADER, full - NL_HEADER);
	n->depth--;
	n->s->w->array_end(n->s->o, ARRAY_WHOLE, 0);
}

/* -- Buffers --------------------------------------------------------------------------------------------------------- */

static void show_messages(struct nl *n, uint64_t len)
{
	static const struct nl_sequence messages = { .head = NL_HEADER, .len_size = 4, .show = show_message };

	nl__sequence(n, &messages, 0, len);
}

static void show_magic(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a, (void)len;
	s->w->macro_begin(s->o, "htonl");
	show_named(s, "v", hex, (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]);
	s->w->macro_end(s->o);
}
static const struct shape magic = { .name = "be32", .size = 4, .show = show_magic };

/* struct udev_monitor_netlink_header of systemd, then properties: NUL-terminated strings. */
struct uevent {
	char prefix[8];
	uint32_t magic, header_size, properties_off, properties_len;
	uint32_t filter_subsystem_hash, filter_devtype_hash, filter_tag_bloom_hi, filter_tag_bloom_lo;
};
static const struct field uevent_fields[] = {
	FIELD(struct uevent, prefix, chars),
	FIELD_STRUCT(struct uevent, magic, magic),
	FIELD(struct uevent, header_size, uint),
	FIELD(struct uevent, properties_off, uint),
	FIELD(struct uevent, properties_len, uint),
	FIELD_STRUCT(struct uevent, filter_subsystem_hash, magic),
	FIELD_STRUCT(struct uevent, filter_devtype_hash, magic),
	FIELD_STRUCT(struct uevent, filter_tag_bloom_hi, magic),
	FIELD_STRUCT(struct uevent, filter_tag_bloom_lo, magic),
};
static const struct shape uevent_shape = SHAPE(struct uevent, uevent_fields);

/* The kernel's own are text without a header. */
static void show_uevent(struct nl *n, uint64_t len)
{
	static const char prefix[8] = "libudev";

	if (len < sizeof(struct uevent) || !nl__has(n, 0, sizeof(struct uevent)) || memcmp(n->bytes, prefix, sizeof(prefix))) {
		nl__bytes(n, 0, len);
		return;
	}
	if (len > sizeof(struct uevent)) {
		n->s->w->array_begin(n->s->o);
		n->s->w->item(n->s->o);
	}
	nl__structure(n, &uevent_shape, 0, sizeof(struct uevent));
	if (len == sizeof(struct uevent))
		return;
	n->s->w->item(n->s->o);
	nl__bytes(n, sizeof(struct uevent), len - sizeof(struct uevent));
	n->s->w->array_end(n->s->o, ARRAY_WHOLE, 0);
}

void nl__show(struct nl *n, uint64_t full)
{
	if (n->protocol == NETLINK_KOBJECT_UEVENT)
		show_uevent(n, full);
	else
		show_messages(n, full);
}

int netlink__protocol(const struct call *c)
{
	uint32_t kind = 0;

	for (unsigned i = 0; c->names->fd_kind && i < c->row->nargs; i++)
		if (c->row->args[i].kind->is_fd) {
			kind = c->names->fd_kind(c->names->ctx, (int)c->args[i]);
			break;
		}
	return OF_ANY_PROTOCOL(kind) == OF_FAMILY(AF_NETLINK) ? (int)(kind & 0xffff) - 1 : -1;
}

void show__netlink(struct show *s, const struct arg *a, const struct chunk *k, uint64_t addr, uint64_t full)
{
	struct nl n = { .s = s, .arg = a, .bytes = (const uint8_t *)"", .addr = addr, .fault = !s->no_memory, .protocol = netlink__protocol(a->call) };

	if (!addr) {
		s->w->address(s->o, addr);
		return;
	}
	if (k && chunk__has_bytes(k)) {
		n.bytes = chunk__bytes(k);
		n.have = k->len < full ? k->len : full;
		n.fault = chunk__status(k) == CHUNK_PARTIAL;
	}
	nl__show(&n, full);
}
