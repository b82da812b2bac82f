/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * netlink.h - private to this directory: tables of netlink messages and their attributes.
 *
 *	static const struct attr xdp[] = {
 *		[IFLA_XDP_FD]       = VALUE(4, fd),
 *		[IFLA_XDP_ATTACHED] = NAME(1, xdp_attached),
 *	};
 *	static const struct attrs xdp_attrs = ATTRS(ifla_xdp_attrs, xdp);
 *
 * What strace does not decode is in a second table, which its format ignores: ATTRS_AND(list, xdp, xdp_more), ATTRS_BEYOND(list, xdp).
 * Attributes whose numbers the headers of supported distributions lack are in a third one, by name (named_attrs.h), as the list has their numbers:
 * ATTRS(list, xdp, LATER(xdp_later)).
 * If another attribute selects the table, as IFLA_INFO_KIND does, CHOSEN(choices) names a list of tables by its value.
 *
 * A table has the type of each attribute as its index. Attributes without an entry, and those too short for theirs, are shown as
 * bytes; BINARY and FLAG say that they are no more than that (tests/coverage). Layouts are those of linux/netlink.h and the headers of the families, the same in every ABI.
 *
 * Invariant: nothing is read beyond the bytes that were captured, whatever lengths the message claims.
 */
#pragma once

#include "beautifiers/kinds.h"
#include "made_shapes.h"

#define NL_HEADER 16		/* bytes of struct nlmsghdr */
#define NL_NESTING 16		/* levels of messages in messages, and of attributes in attributes, that are shown */

/* Attributes beside each other, and those that hold them. */
struct nl_level {
	uint64_t at, len;
	const struct nl_level *up;
};

/* A buffer of messages, and what is known of the one that is being shown. Positions are offsets in the buffer. */
struct nl {
	struct show *s;
	const struct arg *arg;	/* has the buffer */
	const uint8_t *bytes;	/* what was captured of it: */
	uint64_t have;
	uint64_t addr;		/* its address */
	const struct nl_pieces *pieces;	/* it was put together of these; NULL: it is one */
	bool fault;		/* the memory after that could not be read; else it was not captured */
	int protocol;		/* NETLINK_*; -1: not known */
	unsigned depth;
	/* Of the current message: */
	uint16_t type, flags;
	uint8_t family;		/* first byte of its payload */
	bool quoted;		/* it is within another one: the request that an error is about */
	/* … and attribute: */
	uint16_t attr_type;	/* NLA_F_* included */
	const struct nl_level *level;	/* the attributes beside it */
};

struct choices;
struct attr {
	/* Shows `len` bytes of data at `at`. false: nothing was shown, as these cannot be such an attribute. NULL: bytes */
	bool (*show)(struct nl *n, const struct attr *t, uint64_t at, uint64_t len);
	const struct kind *kind;
	const struct flag_table *list;	/* names of a number, or of an array's elements */
	const struct shape *shape;
	union {
		const struct attrs *nested;
		const struct choices *choices;	/* attr__chosen */
		const struct shape *each;	/* attr__struct_and_structs */
	};
	uint16_t size;		/* bytes, at least, of a value; of a structure that may lack its last fields */
	uint8_t base;		/* an array: the value of its first element in `list` */
};

struct attrs {
	const struct flag_table *names;	/* NULL: none */
	const struct attr *of;
	uint16_t n;
	const struct attr *any;	/* applies to all types; NULL: `of` does */
	const struct named_attr *named;	/* instead of `of`: n entries by name; named_attrs.h */
	/* Attributes that strace does not decode, in a table of their own: they precede `of`, except in strace's format */
	const struct attr *beyond;
	uint16_t nbeyond;
	/* Attributes that the build machine's headers may lack, by name (named_attrs.h): where the others have no entry, except in strace's format */
	const struct named_attr *later;
	uint16_t nlater;
	const struct flag_table *type_flags;	/* bits of the type, NLA_F_* included, if there are others; they do not select the entry */
};

/* The table of an attribute that another one selects. */
struct choice {
	const char *name;	/* the text of the other one; NULL: `value` */
	uint32_t value;
	bool strace;		/* strace knows it */
	const struct attrs *attrs;
	const struct attr *as;	/* no attributes, but data */
};
enum choice_by {
	BY_TEXT,		/* a string */
	BY_NUMBER, BY_BE32,	/* of its length; in network byte order */
	BY_FAMILY,		/* of the message */
	BY_TYPE,		/* of the attribute itself */
};
struct choices {
	const struct choice *of;
	uint16_t n;
	uint16_t type;		/* of the other attribute; */
	uint8_t up;		/* 0: it is beside this one; 1: beside the one that holds this one; … */
	enum choice_by by;
	const struct attr *otherwise;	/* NULL: bytes */
};
#define CHOICES(how, t, tab, ...) { .of = tab, .n = sizeof(tab) / sizeof((tab)[0]), .type = t, .by = how, ##__VA_ARGS__ }
#define CHOSEN(c) { .show = attr__chosen, .choices = &c }

#define TABLE_OF(tab) .of = tab, .n = sizeof(tab) / sizeof((tab)[0])
#define ALSO(more) .beyond = more, .nbeyond = sizeof(more) / sizeof((more)[0])
#define LATER(more) .later = more, .nlater = sizeof(more) / sizeof((more)[0])
#define ATTRS(list, tab, ...) { .names = &list, TABLE_OF(tab), ##__VA_ARGS__ }
#define ATTRS_AND(list, tab, more, ...) { .names = &list, TABLE_OF(tab), ALSO(more), ##__VA_ARGS__ }
#define ATTRS_BEYOND(list, more, ...) { .names = &list, ALSO(more), ##__VA_ARGS__ }

/* Numbers, of a kind of row.h; a list of names: VALUE_OF. Longer attributes are such ones, too. */
#define VALUE(bytes, k) { .show = attr__value, .size = bytes, .kind = &kind_##k }
#define VALUE_OF(bytes, k, names) { .show = attr__value, .size = bytes, .kind = &kind_##k, .list = &names }
#define U8 VALUE(1, uint)
#define U16 VALUE(2, uint)
#define U32 VALUE(4, uint)
#define U64 VALUE(8, ulong)
#define S32 VALUE(4, int)
#define X16 VALUE(2, hex)
#define X32 VALUE(4, hex)
#define BE16 VALUE(2, be16)
#define BE64 VALUE(8, be64)
#define IFINDEX VALUE(4, ifindex)
/* Numbers of up to 8 bytes, of which the first `bytes` count; 0: all. Longer attributes are no such ones. */
#define NUMBER(bytes, k) { .show = attr__number, .size = bytes, .kind = &kind_##k }
#define NUMBER_OF(bytes, k, names) { .show = attr__number, .size = bytes, .kind = &kind_##k, .list = &names }
#define NAME(bytes, names) NUMBER_OF(bytes, enum64, names)
#define BITS(bytes, names) NUMBER_OF(bytes, flags64, names)
#define TICKS NUMBER(0, ticks)
#define STRING { .show = attr__string }		/* NUL-terminated */
#define WORD { .show = attr__word }		/* a string up to its NUL */
#define ADDRESS { .show = attr__address }	/* of the message's family */
#define IN_ADDR { .show = attr__in_addr }
#define IN6_ADDR { .show = attr__in6_addr }
#define HWADDR { .show = attr__hwaddr }
#define NESTED(table) { .show = attr__nested, .nested = &table }
#define STRUCT(s) { .show = attr__struct, .shape = &s }
#define STRUCT_LEAST(s, bytes) { .show = attr__struct, .size = bytes, .shape = &s }
#define STRUCT_AND(s, f) { .show = f, .shape = &s }	/* with more behind it */
#define STRUCT_AND_BYTES(s) STRUCT_AND(s, attr__struct_and_bytes)
#define STRUCT_AND_ATTRS(s, table) { .show = attr__struct_and_attrs, .nested = &table, .shape = &s }
#define STRUCT_AND_STRUCTS(s, behind) { .show = attr__struct_and_structs, .shape = &s, .each = &behind }
#define STRUCTS(s) { .show = attr__structs, .shape = &s }
#define BINARY { .show = attr__binary }		/* bytes, by their definition: a key */
#define FLAG BINARY			/* without data */
#define TEXT { .show = attr__text }		/* bytes that are text, but need not end with a NUL */
/* Numbers in network byte order */
#define BE(bytes, k) { .show = attr__big_endian, .size = bytes, .kind = &kind_##k }
#define BE_NAME(bytes, names) { .show = attr__big_endian, .size = bytes, .kind = &kind_enum64, .list = &names }
#define BE_BITS(bytes, names) { .show = attr__big_endian, .size = bytes, .kind = &kind_flags64, .list = &names }
#define BE32 BE(4, uint)
#define BEX32 BE(4, hex)
#define MADE(s) STRUCT_AND_BYTES(shape_nl_##s)	/* of structs/netlink.notes; newer kernels may have longer ones */
#define MADES(s) STRUCTS(shape_nl_##s)
#define ARRAY(bytes, k) { .show = attr__array, .size = bytes, .kind = &kind_##k }
#define INDEXED(bytes, k, names) { .show = attr__array, .size = bytes, .kind = &kind_##k, .list = &names }
#define INDEXED_FROM(from, bytes, k, names) { .show = attr__array, .size = bytes, .kind = &kind_##k, .list = &names, .base = from }

typedef bool nl_attr_show(struct nl *n, const struct attr *t, uint64_t at, uint64_t len);
nl_attr_show attr__value, attr__number, attr__string, attr__word, attr__address, attr__in_addr, attr__in6_addr, attr__hwaddr, attr__nested, attr__struct,
	attr__struct_and_bytes, attr__struct_and_attrs, attr__struct_and_structs, attr__structs, attr__array, attr__big_endian, attr__chosen, attr__binary, attr__text;

/* The data of the last attribute of this type beside those of level `l`, before `at` in strace's format. false: there is none */
bool nl__beside(const struct nl *n, const struct nl_level *l, unsigned type, uint64_t at, uint64_t *data, uint64_t *len);
/* Shows the attributes in `len` bytes at `at`. */
void nl__attrs(struct nl *n, uint64_t at, uint64_t len, const struct attrs *t);
/* Were `len` bytes at `at` captured? */
static inline bool nl__has(const struct nl *n, uint64_t at, uint64_t len) { return at <= n->have && len <= n->have - at; }
static inline uint64_t nl__load(const struct nl *n, uint64_t at, unsigned size) { return load_uint(n->bytes + at, size, n->s->swap); }
static inline uint64_t nl__align(uint64_t len) { return (len + 3) & ~(uint64_t)3; }
uint64_t nl__address(const struct nl *n, uint64_t at);
void nl__show(struct nl *n, uint64_t full);			/* a buffer of `full` bytes */
void nl__missing(struct nl *n, uint64_t at);			/* instead of what was not captured: its address */
/* Elements that begin with their length and are aligned to 4 bytes: messages, attributes. One alone is shown without brackets. */
struct nl_sequence {
	unsigned head;		/* bytes that each has at least */
	unsigned len_size;	/* bytes of the length */
	void (*show)(struct nl *n, const struct attrs *t, uint64_t at, uint64_t len);
	const struct attrs *attrs;	/* show()'s t */
};
void nl__sequence(struct nl *n, const struct nl_sequence *q, uint64_t at, uint64_t len);

void nl__octets(struct nl *n, uint64_t at, uint64_t len);	/* bytes that are no text; */
void nl__bytes(struct nl *n, uint64_t at, uint64_t len);	/* that may be */
bool nl__structure(struct nl *n, const struct shape *sh, uint64_t at, uint64_t len);	/* false: not captured, its address was shown */
void nl__inet(struct nl *n, unsigned family, uint64_t at, uint64_t len);	/* bytes if it has another family or length */
/* Ends an array whose next element, at `at`, was not captured. */
void nl__array_cut(struct nl *n, uint64_t at);

/* What follows the header of a message. */
struct payload {
	uint16_t first, last;	/* types of messages */
	const struct shape *shape;
	uint16_t size;		/* bytes of the structure, where the attributes follow; the shape may have only its first field */
	const struct attrs *attrs;	/* NULL: none */
	void (*show)(struct nl *n, const struct payload *p, uint64_t at, uint64_t len);	/* NULL: nl__payload */
	bool beyond;		/* strace shows the family and bytes */
};
#define PAYLOADS(tab) .payloads = tab, .npayloads = sizeof(tab) / sizeof((tab)[0])
#define PAYLOAD(from, to, s, type_, a) { .first = from, .last = to, .shape = &s, .size = sizeof(type_), .attrs = a }

/* A structure that begins with a byte for the family, and attributes. The family was captured. */
void nl__payload(struct nl *n, const struct payload *p, uint64_t at, uint64_t len);
/* A structure, which may be a made one, and attributes of p. false: it is not whole, nothing was shown */
bool nl__struct_payload(struct nl *n, const struct payload *p, uint64_t at, uint64_t len);
const struct payload *nl__find_payload(const struct payload *table, unsigned count, unsigned type);
/* By n->type; without an entry: the family and bytes. */
void nl__payload_of(struct nl *n, const struct payload *table, unsigned count, uint64_t at, uint64_t len);
void nl__family_and_bytes(struct nl *n, uint64_t at, uint64_t len);

/* Types of messages from `base` on. */
struct nl_types {
	const struct flag_table *names;
	uint16_t base;
};

/* A protocol: NETLINK_*. */
struct nl_protocol {
	const struct flag_table *types;		/* names of message types from NLMSG_MIN_TYPE on; NULL: see show_type and groups */
	void (*show_type)(struct nl *n);
	const struct flag_table *(*flags)(uint16_t type);	/* further names of nlmsg_flags; NULL: none */
	bool (*payload)(struct nl *n, uint64_t at, uint64_t len);	/* false: nothing was shown. NULL: bytes */
	/* For lists of what is known: what payload() shows, in a table or by number; and the names of types of several parts */
	const struct payload *payloads;
	uint16_t npayloads;
	bool any_type;		/* payload() shows messages of all types, except of errors */
	const struct payload *(*nth)(unsigned i);	/* NULL: the table; NULL at the end */
	const struct nl_types *groups;
	uint16_t ngroups;
};
extern const struct nl_protocol nl_route, nl_sock_diag, nl_netfilter, nl_crypto, nl_selinux, nl_xfrm, nl_audit, nl_generic, nl_connector, nl_rdma, nl_fib_lookup, nl_scsi;
extern const struct attrs nl_error_attrs;	/* of extended acknowledgements */
extern const struct attrs nl_policy;		/* of NLMSGERR_ATTR_POLICY and CTRL_ATTR_POLICY */
const struct nl_protocol *nl__protocol(unsigned protocol);	/* NULL: messages are bytes */

/* Bits whose numbers have names: 1<<TCP_LISTEN. `pre`: what their names have in common */
#define BIT_OF(text, pre, bit) { .value = 1ull << (bit), .mask = 1ull << (bit), .name = text, .len = sizeof(text) - 1, .skip = sizeof(pre) - 1 }
#define BIT_TABLE(what, pre, tab) { .id = what, .prefix = pre, .prefix_len = sizeof(pre) - 1, .bits = true, .n = sizeof(tab) / sizeof((tab)[0]), .flags = tab }

#define FAMILY_FIELD(type, member) FIELD_FLAGS(type, member, enum, socket_domains)
#define FIELD_ENUM(type, member, list) FIELD_FLAGS(type, member, enum, list)
#define FIELD_BITS(type, member, list) FIELD_FLAGS(type, member, flags, list)
#define FIELD_INDEX(type, member) FIELD(type, member, ifindex)
extern const struct shape nl_mac;		/* 6 bytes */
