// SPDX-License-Identifier: BSD-2-Clause
/* strace_constants.c - numbers, and the names of their values (-X), in strace's syntax. */
#include "strace.h"

#include "beautifiers/flags.h"
#include "beautifiers/show.h"

/* -- Numbers --------------------------------------------------------------------------------------------------------- */

void strace__put_hex(struct out *o, uint64_t v)
{
	if (v)
		FMT(o, fmt__hex, v);
	else
		out__lit(o, "0");
}

/* Three digits at least: 000, 0644. */
static void put_octal(struct out *o, uint64_t v)
{
	if (v < 010)
		FMT(o, fmt__zeros, v, 3);
	else
		FMT(o, fmt__octal, v);
}

void strace__put_comment(struct out *o, const char *text, size_t len)
{
	out__lit(o, " /* ");
	out__put(o, text, len);
	out__lit(o, " */");
}

void strace__hex(struct out *o, uint64_t v)
{
	strace__put_hex(o, v);
}

void strace__hex_full(struct out *o, uint64_t v, unsigned size)
{
	if (v)
		out__lit(o, "0x");
	FMT(o, fmt__hex_digits, v, 2 * size - (v ? 2 : 0));
}

void strace__octal(struct out *o, uint64_t v)
{
	put_octal(o, v);
}

void strace__unread(struct out *o, uint64_t addr)
{
	text__address(o, addr);
}

void strace__late_end(struct out *o)
{
	(void)o;
}

/* -X: the bytes as they are passed, instead of what they mean, or before it. false: that is all. */
bool strace__begin_octets(struct out *o, const void *p, size_t len)
{
	enum number_style style = strace__numbers(o);

	if (style != NUMBER_NAMED)
		strace__octets(o, p, len, STRING_WHOLE);
	if (style == NUMBER_BOTH)
		out__lit(o, " /* ");
	return style != NUMBER_RAW;
}

static bool begin_network(struct out *o, uint64_t v, unsigned size)
{
	uint8_t bytes[8];

	for (unsigned i = 0; i < size; i++)
		bytes[i] = (uint8_t)(v >> 8 * (size - 1 - i));
	return strace__begin_octets(o, bytes, size);
}

void strace__end_network(struct out *o)
{
	if (strace__numbers(o) == NUMBER_BOTH)
		out__lit(o, " */");
}

void strace__network(struct out *o, uint64_t v, unsigned size)
{
	if (!begin_network(o, v, size))
		return;
	put_str(o, size == 2 ? "htons(" : size == 4 ? "htonl(" : "htobe64(");
	FMT(o, fmt__u64, v);
	out__lit(o, ")");
	strace__end_network(o);
}

/* -- Constants ------------------------------------------------------------------------------------------------------- */

enum constants_as strace__constants(const struct out *o)
{
	enum number_style style = strace__numbers(o);

	return style == NUMBER_RAW ? CONSTANTS_NUMBERS : style == NUMBER_BOTH ? CONSTANTS_BOTH : CONSTANTS_NAMED;
}

void strace__comment(struct out *o, const char *text)
{
	strace__put_comment(o, text, strlen(text));
}

/* Lists that strace names in another way than by the prefix of their names. NULL: not at all. */
static const struct {
	const struct flag_table *list;
	const char *unknown;
} unknowns[] = {
	{ &bond_3ad_stats_attrs, "BOND_XSTATS_???" },
	{ &ifla_port_attrs, "IFLA_VF_PORT_???" },
	{ &ip_tos, "IPTOS_TOS_???" },
	{ &nf_hook_msgs, "NFT_MSG_HOOK_???" },
	{ &rt_scopes, NULL },
	{ &sock_shutdown_flags, "???_SHUTDOWN" },
	{ &tls_versions, "TLS_???_VERSION" },
	{ &br_mcast_dirs, NULL },
};

/* What the list's constants are called, for a value that is none of them: O_??? */
void strace__put_unknown(struct out *o, const struct flag_table *t)
{
	for (size_t i = 0; i < sizeof(unknowns) / sizeof(unknowns[0]); i++)
		if (unknowns[i].list == t) {
			if (unknowns[i].unknown)
				strace__put_comment(o, unknowns[i].unknown, strlen(unknowns[i].unknown));
			return;
		}
	if (t && t->unknown)
		strace__put_comment(o, t->unknown, strlen(t->unknown));
}

static const char *shown_name(const struct out *o, const char *name, unsigned prefix_len)
{
	return o->state[TEXT_SET] ? name + prefix_len : name;
}

/* Negative values of 32 bits are ints: AT_FDCWD. */
static void put_number(struct out *o, uint64_t v)
{
	if ((int64_t)v < 0 && (int64_t)v >= INT32_MIN)
		FMT(o, fmt__i64, (int64_t)v);
	else
		strace__put_hex(o, v);
}

void strace__symbol(struct out *o, uint64_t v, const char *name, unsigned prefix_len, const struct flag_table *t)
{
	enum number_style style = strace__numbers(o);

	if (name)
		name = shown_name(o, name, prefix_len);
	if (name && style == NUMBER_NAMED) {
		put_str(o, name);
		return;
	}
	if (name)
		put_number(o, v);
	else
		strace__put_hex(o, v);
	if (style == NUMBER_RAW)
		return;
	if (name)
		strace__put_comment(o, name, strlen(name));
	else
		strace__put_unknown(o, t);
}

/* In sets without SIG; numbers are decimal. */
void strace__signal(struct out *o, int sig, const char *name)
{
	enum number_style style = strace__numbers(o);

	name = shown_name(o, name, 3);
	if (style != NUMBER_NAMED)
		FMT(o, fmt__i64, sig);
	if (style == NUMBER_BOTH)
		strace__put_comment(o, name, strlen(name));
	else if (style == NUMBER_NAMED)
		put_str(o, name);
}

static void put_one_of(struct out *o, uint64_t v, const struct flag_table *t)
{
	const struct flag *f = t ? flag_table__find(t, v) : NULL;

	strace__symbol(o, v, f ? f->name : NULL, f ? f->skip : 0, t);
}

void strace__joined(struct out *o, uint64_t high, const struct flag_table *ht, unsigned shift, uint64_t low, const struct flag_table *lt)
{
	put_one_of(o, high, ht);
	if (shift) {
		out__lit(o, "<<");
		FMT(o, fmt__u64, shift);
	}
	out__lit(o, "|");
	put_one_of(o, low, lt);
}

void strace__network_symbol(struct out *o, uint64_t v, const char *name, unsigned prefix_len, const struct flag_table *t)
{
	(void)prefix_len;
	if (!begin_network(o, v, 2))
		return;
	out__lit(o, "htons(");
	if (name) {
		put_str(o, name);
	} else {
		strace__put_hex(o, v);
		strace__put_unknown(o, t);
	}
	out__lit(o, ")");
	strace__end_network(o);
}

static void put_character(struct out *o, uint8_t c)
{
	char text[CHAR_LITERAL];

	show__char_literal(text, c);
	put_str(o, text);
}

/* v4l2_fourcc() of linux/videodev2.h. */
void strace__fourcc(struct out *o, uint32_t v, const char *name)
{
	enum number_style style = strace__numbers(o);

	if (style == NUMBER_RAW) {
		strace__put_hex(o, v);
		return;
	}
	out__lit(o, "v4l2_fourcc(");
	for (unsigned i = 0; i < 4; i++) {
		put_str(o, i ? ", '" : "'");
		put_character(o, (uint8_t)(v >> 8 * i));
		out__lit(o, "'");
	}
	out__lit(o, ")");
	if (name)
		strace__comment(o, name);
}

/* In every style */
void strace__character(struct out *o, char c)
{
	out__lit(o, "'");
	put_character(o, (uint8_t)c);
	out__lit(o, "'");
}

static void put_flags_number(struct out *o, uint64_t v, const struct flag_table *t)
{
	if (t && t->octal)
		put_octal(o, v);
	else
		strace__put_hex(o, v);
}

void strace__flags_begin(struct out *o, uint64_t v, const struct flag_table *t)
{
	enum number_style style = strace__numbers(o);

	o->first = true;
	o->state[STRACE_COMMENT] = o->state[STRACE_OCTAL] = 0;
	o->state[STRACE_FIELD_NAME] = (uintptr_t)t;	/* for flags_end: no field begins in between */
	if (style != NUMBER_NAMED)
		put_flags_number(o, v, t);
}

static void begin_flag(struct out *o)
{
	if (!o->first) {
		out__lit(o, "|");
	} else if (strace__numbers(o) == NUMBER_BOTH) {
		out__lit(o, " /* ");
		o->state[STRACE_COMMENT] = 1;
	}
	o->first = false;
}

void strace__flag(struct out *o, const char *name, unsigned len, unsigned prefix_len)
{
	(void)prefix_len;
	if (strace__numbers(o) == NUMBER_RAW)
		return;
	begin_flag(o);
	out__put(o, name, len);
}

/* Permissions follow the bits without names. */
void strace__flag_octal(struct out *o, uint64_t v)
{
	o->state[STRACE_OCTAL] = v + 1;
}

static void put_rest(struct out *o, uint64_t rest, const struct flag_table *t)
{
	bool named = strace__numbers(o) == NUMBER_NAMED;

	if (named)
		strace__put_hex(o, rest);
	if (rest)
		strace__put_unknown(o, t);
}

void strace__flags_end(struct out *o, uint64_t rest, bool any)
{
	const struct flag_table *t = (const struct flag_table *)(uintptr_t)o->state[STRACE_FIELD_NAME];

	if (strace__numbers(o) == NUMBER_RAW || !any)
		o->first = false;
	if (strace__numbers(o) == NUMBER_RAW)
		return;
	if (!any) {
		put_rest(o, rest, t);
		return;
	}
	if (rest) {
		begin_flag(o);
		strace__put_hex(o, rest);
	}
	if (o->state[STRACE_OCTAL]) {
		begin_flag(o);
		put_octal(o, o->state[STRACE_OCTAL] - 1);
	}
	o->first = false;
	if (o->state[STRACE_COMMENT])
		out__lit(o, " */");
}

/* Names of numbers that have others, too, which strace leaves out: sub-devices of video devices. */
static bool is_second_name(const struct flag *f)
{
	static const char prefix[] = "VIDIOC_SUBDEV_";

	return !strncmp(f->name, prefix, sizeof(prefix) - 1);
}

/* A number that several headers use: all its names, in the order of the alphabet. */
static void put_names(struct out *o, const struct flag_table *t, const struct flag *f)
{
	const struct flag *last = NULL, *next;
	bool only = !flag_table__next(t, f);

	do {
		next = NULL;
		for (const struct flag *g = f; g; g = flag_table__next(t, g))
			if ((only || !is_second_name(g)) && (!last || strcmp(g->name, last->name) > 0) && (!next || strcmp(g->name, next->name) < 0))
				next = g;
		if (next && last)
			out__lit(o, " or ");
		if (next)
			out__put(o, next->name, next->len);
		last = next;
	} while (next);
}

static void put_ioc(struct out *o, const struct ioc *ioc)
{
	static const char *const dirs[] = { "_IOC_NONE", "_IOC_WRITE", "_IOC_READ", "_IOC_READ|_IOC_WRITE" };
	const unsigned parts[] = { ioc->type, ioc->nr, ioc->size };

	out__lit(o, "_IOC(");
	put_str(o, dirs[ioc->dir]);
	for (unsigned i = 0; i < 3; i++) {
		out__lit(o, ", ");
		strace__put_hex(o, parts[i]);
	}
	out__lit(o, ")");
}

static void put_macro(struct out *o, const struct ioc *ioc)
{
	const struct ioc_macro *m = ioc->macro;
	unsigned v = ioc->nr - m->first;
	const struct flag *f = m->list ? flag_table__find(m->list, v) : NULL;

	put_str(o, m->name);
	out__lit(o, "(");
	if (m->list && !m->list->n)		/* numbers have no names */
		FMT(o, fmt__u64, v);
	else if (m->list && !v && m->zero)
		out__lit(o, "0");
	else if (f)
		put_str(o, f->name);
	else if (m->list)
		strace__put_hex(o, v);
	if (m->list && m->list->n && !f && strace__numbers(o) == NUMBER_NAMED)
		strace__put_unknown(o, m->list);
	if (m->sized) {
		put_str(o, m->list ? ", " : "");
		FMT(o, fmt__u64, ioc->size);
	}
	out__lit(o, ")");
}

void strace__request(struct out *o, uint64_t v, const struct flag_table *t, const struct flag *f, const struct ioc *ioc)
{
	enum number_style style = strace__numbers(o);

	if (style != NUMBER_NAMED)
		strace__put_hex(o, v);
	if (style == NUMBER_RAW)
		return;
	if (style == NUMBER_BOTH)
		out__lit(o, " /* ");
	if (ioc->macro)
		put_macro(o, ioc);
	if (ioc->macro && f)
		out__lit(o, " or ");
	if (f)
		put_names(o, t, f);
	else if (!ioc->macro)
		put_ioc(o, ioc);
	if (style == NUMBER_BOTH)
		out__lit(o, " */");
}

void strace__or(struct out *o)
{
	out__lit(o, "|");
}

void strace__plus(struct out *o)
{
	out__lit(o, "+");
}

void strace__shift(struct out *o)
{
	out__lit(o, "<<");
}

void strace__over(struct out *o)
{
	out__lit(o, "/");
}

/* IOPRIO_PRIO_VALUE() of linux/ioprio.h: a class and 13 bits of data. */
void strace__ioprio(struct out *o, uint32_t v, const char *name)
{
	enum number_style style = strace__numbers(o);

	if (style != NUMBER_NAMED)
		FMT(o, fmt__i64, (int32_t)v);
	if (style == NUMBER_RAW)
		return;
	put_str(o, style == NUMBER_BOTH ? " /* IOPRIO_PRIO_VALUE(" : "IOPRIO_PRIO_VALUE(");
	o->state[STRACE_NAMED] = 0;
	strace__symbol(o, v >> 13, name, 0, &ioprio_classes);
	out__lit(o, ", ");
	FMT(o, fmt__u64, v & 0x1fff);
	put_str(o, style == NUMBER_BOTH ? ") */" : ")");
}
