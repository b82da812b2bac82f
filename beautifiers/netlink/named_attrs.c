// SPDX-License-Identifier: BSD-2-Clause
/* named_attrs.c - attributes by their names: how each kind is shown. */
#include <string.h>
#include <sys/socket.h>
#include <linux/netlink.h>

#include "named_attrs.h"

/* A number of exactly this size. */
static bool show_exact(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	return len == t->size && attr__value(n, t, at, len);
}

static bool show_inet(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	if (len != 4 && len != 16)
		return false;
	nl__inet(n, len == 4 ? AF_INET : AF_INET6, at, len);
	return true;
}

/* 4 or 8 bytes: what the kernel writes as a number without a fixed size. */
static bool show_4_or_8(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	return (len == 4 || len == 8) && attr__number(n, t, at, len);
}

static bool show_signed_4_or_8(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct attr whole = { .size = (uint16_t)len, .kind = t->kind };

	return (len == 4 || len == 8) && attr__value(n, &whole, at, len);
}

static bool show_sockaddr(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	static const struct arg_spec spec = { .name = "", .kind = &kind_struct_sized };
	struct arg a = { .call = n->arg->call, .spec = &spec, .index = -1, .out = n->arg->out, .root = n->arg->root };

	(void)t;
	if (len < 2 || len > sizeof(struct sockaddr_storage))
		return false;
	if (nl__has(n, at, len))
		show__sockaddr(n->s, &a, n->bytes + at, (uint32_t)len, (uint32_t)len);
	else
		nl__missing(n, at);
	return true;
}

static bool show_mac(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	return len == 6 && attr__hwaddr(n, t, at, len);
}

bool attr__structure(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct shape *sh = shape__of(t->shape, n->s->abi);

	if (!sh->nfields || len < sh->fields[0].size)
		return false;
	if (len < sh->size) {
		nl__structure(n, sh, at, len);
		return true;
	}
	return attr__struct_and_bytes(n, t, at, len);
}

static bool show_each(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct attr inner = { .show = attr__nested, .nested = t->nested };
	const struct attrs all = { .any = &inner };

	nl__attrs(n, at, len, &all);
	return true;
}

static bool show_each_of_each(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct attr inner = { .show = show_each, .nested = t->nested };
	const struct attrs all = { .any = &inner };

	nl__attrs(n, at, len, &all);
	return true;
}

#define EXACT(bytes, k) { .show = show_exact, .size = bytes, .kind = &kind_##k }
static const struct {
	struct attr attr;
	enum { OF_NOTHING, OF_LIST, OF_ATTRS, OF_SHAPE, OF_ATTR } of;
} kinds[] = {
	[AS_U8]       = { .attr = EXACT(1, uint) },
	[AS_U16]      = { .attr = EXACT(2, uint) },
	[AS_U32]      = { .attr = EXACT(4, uint) },
	[AS_U64]      = { .attr = EXACT(8, ulong) },
	[AS_S8]       = { .attr = EXACT(1, int) },
	[AS_S16]      = { .attr = EXACT(2, int) },
	[AS_S32]      = { .attr = EXACT(4, int) },
	[AS_S64]      = { .attr = EXACT(8, long) },
	[AS_X8]       = { .attr = EXACT(1, hex) },
	[AS_X16]      = { .attr = EXACT(2, hex) },
	[AS_X32]      = { .attr = EXACT(4, hex) },
	[AS_X64]      = { .attr = EXACT(8, hex64) },
	[AS_BE16]     = { .attr = EXACT(2, be16) },
	[AS_BE32]     = { .attr = EXACT(4, be32) },
	[AS_BE64]     = { .attr = EXACT(8, be64) },
	[AS_UINT]     = { .attr = { .show = show_4_or_8, .kind = &kind_ulong } },
	[AS_SINT]     = { .attr = { .show = show_signed_4_or_8, .kind = &kind_long } },
	[AS_NAME]     = { .attr = NUMBER(0, enum64), .of = OF_LIST },
	[AS_BITS]     = { .attr = NUMBER(0, flags64), .of = OF_LIST },
	[AS_U8S]      = { .attr = ARRAY(1, uint) },
	[AS_U16S]     = { .attr = ARRAY(2, uint) },
	[AS_U32S]     = { .attr = ARRAY(4, uint) },
	[AS_U64S]     = { .attr = ARRAY(8, ulong) },
	[AS_S32S]     = { .attr = ARRAY(4, int) },
	[AS_TEXT]     = { .attr = STRING },
	[AS_INDEX]    = { .attr = EXACT(4, ifindex) },
	[AS_MAC]      = { .attr = { .show = show_mac } },
	[AS_IN]       = { .attr = IN_ADDR },
	[AS_IN6]      = { .attr = IN6_ADDR },
	[AS_INET]     = { .attr = { .show = show_inet } },
	[AS_SOCKADDR] = { .attr = { .show = show_sockaddr } },
	[AS_FD]       = { .attr = EXACT(4, fd) },
	[AS_PID]      = { .attr = EXACT(4, pid) },
	[AS_UID]      = { .attr = EXACT(4, uid) },
	[AS_NEST]     = { .attr = { .show = attr__nested }, .of = OF_ATTRS },
	[AS_EACH]     = { .attr = { .show = show_each }, .of = OF_ATTRS },
	[AS_EACH2]    = { .attr = { .show = show_each_of_each }, .of = OF_ATTRS },
	[AS_STRUCT]   = { .attr = { .show = attr__structure }, .of = OF_SHAPE },
	[AS_STRUCTS]  = { .attr = { .show = attr__structs }, .of = OF_SHAPE },
	[AS_ATTR]     = { .of = OF_ATTR },
	[AS_FLAG]     = { .attr = FLAG },
	[AS_BYTES]    = { .attr = BINARY },
};

/* Is the name one of `names`? */
static bool has_name(const char *names, const char *name, size_t len)
{
	for (const char *p = names; (p = strstr(p, name)); p += len)
		if ((p == names || p[-1] == ' ') && (p[len] == ' ' || !p[len]))
			return true;
	return false;
}

static void fill(const struct named_attr *a, struct attr *made)
{
	*made = kinds[a->as].attr;
	switch (kinds[a->as].of) {
	case OF_LIST: made->list = a->of; break;
	case OF_ATTRS: made->nested = a->of; break;
	case OF_SHAPE: made->shape = a->of; break;
	case OF_ATTR: *made = *(const struct attr *)a->of; break;
	case OF_NOTHING: break;
	}
}

static bool find(const struct named_attr *of, unsigned n, const struct flag *f, struct attr *made)
{
	for (unsigned i = 0; i < n; i++)
		if (has_name(of[i].names, f->name + f->skip, f->len - f->skip)) {
			fill(&of[i], made);
			return true;
		}
	return false;
}

bool named_attr__find(const struct attrs *t, uint16_t type, enum abi abi, struct attr *made)
{
	const struct flag *f = t->names ? flag_table__find(flag_table__in(t->names, abi), type) : NULL;

	return f && (find(t->named, t->named ? t->n : 0, f, made) || find(t->later, t->nlater, f, made));
}

