// SPDX-License-Identifier: BSD-2-Clause
/* attrs.c - attributes of netlink messages (struct nlattr of linux/netlink.h), by tables. */
#include <string.h>
#include <sys/socket.h>
#include <linux/netlink.h>

#include "named_attrs.h"

/* -- Data ------------------------------------------------------------------------------------------------------------ */

void nl__missing(struct nl *n, uint64_t at)
{
	if (n->fault)
		n->s->w->unread(n->s->o, nl__address(n, at));
	else
		n->s->w->address(n->s->o, nl__address(n, at));
}

void nl__array_cut(struct nl *n, uint64_t at)
{
	n->s->w->array_end(n->s->o, n->fault ? ARRAY_FAULT : ARRAY_CUT, n->fault ? nl__address(n, at) : 0);
}

/* How many of `len` bytes are shown. false: they were not captured, the address was shown. */
static bool shown_len(struct nl *n, uint64_t at, uint64_t len, uint64_t *shown)
{
	uint64_t most = (uint64_t)n->s->string_limit + 1, there = at <= n->have ? n->have - at : 0;

	*shown = len < n->s->string_limit ? len : n->s->string_limit;
	if (there >= (len < most ? len : most))
		return true;
	if (n->fault || !there) {
		nl__missing(n, at);
		return false;
	}
	if (*shown > there)
		*shown = there;
	return true;
}

void nl__octets(struct nl *n, uint64_t at, uint64_t len)
{
	uint64_t shown;

	if (shown_len(n, at, len, &shown))
		n->s->w->octets(n->s->o, n->bytes + at, shown, shown < len ? STRING_CUT : STRING_WHOLE);
}

void nl__bytes(struct nl *n, uint64_t at, uint64_t len)
{
	uint64_t shown;

	if (shown_len(n, at, len, &shown))
		n->s->w->bytes(n->s->o, n->bytes + at, shown, shown < len ? STRING_CUT : STRING_WHOLE);
}

static struct arg field_of(const struct nl *n, const struct arg_spec *spec)
{
	return (struct arg){ .call = n->arg->call, .spec = spec, .index = -1, .out = n->arg->out, .root = arg__root(n->arg) };
}

bool nl__structure(struct nl *n, const struct shape *sh, uint64_t at, uint64_t len)
{
	static const struct arg_spec spec = { .name = "", .kind = &kind_struct_sized };
	struct arg a = field_of(n, &spec);

	sh = shape__of(sh, n->s->abi);
	if (!nl__has(n, at, len)) {
		nl__missing(n, at);
		return false;
	}
	show__shape(n->s, &a, sh, n->bytes + at, (uint32_t)len);
	return true;
}

void nl__inet(struct nl *n, unsigned family, uint64_t at, uint64_t len)
{
	unsigned size = family == AF_INET ? 4 : family == AF_INET6 ? 16 : 0;

	if (!size || len < size)
		nl__octets(n, at, len);
	else if (nl__has(n, at, size))
		n->s->w->inet(n->s->o, family, n->bytes + at, size);
	else
		nl__missing(n, at);
}

/* -- Kinds of attributes --------------------------------------------------------------------------------------------- */

static void show_as(struct nl *n, const struct attr *t, uint64_t v)
{
	const struct arg_spec spec = { .name = "", .kind = t->kind, .flags = t->list };
	struct arg a = field_of(n, &spec);

	a.value = v;
	t->kind->show(n->s, &a);
}

static void show_number(struct nl *n, const struct attr *t, uint64_t at, unsigned size)
{
	show_as(n, t, t->kind->sign ? (uint64_t)load_int(n->bytes + at, size, n->s->swap) : nl__load(n, at, size));
}

bool attr__value(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	if (len < t->size)
		return false;
	if (nl__has(n, at, t->size))
		show_number(n, t, at, t->size);
	else
		nl__missing(n, at);
	return true;
}

/* A number of any size: of some sizes there is no load. */
static uint64_t load_any(const struct nl *n, uint64_t at, unsigned size)
{
	bool big = abi__is_big_endian(n->arg->call->abi);
	uint64_t v = 0;

	for (unsigned i = 0; i < size; i++)
		v |= (uint64_t)n->bytes[at + i] << 8 * (big ? size - 1 - i : i);
	return v;
}

bool attr__number(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	unsigned size = t->size ? t->size : (unsigned)len;

	if (len > 8 || len < size)
		return false;
	if (!nl__has(n, at, size)) {
		nl__missing(n, at);
		return true;
	}
	show_as(n, t, load_any(n, at, size));
	return true;
}

bool attr__big_endian(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	uint64_t v = 0;

	if (len < t->size)
		return false;
	if (!nl__has(n, at, t->size)) {
		nl__missing(n, at);
		return true;
	}
	for (unsigned i = 0; i < t->size; i++)
		v = v << 8 | n->bytes[at + i];
	show_as(n, t, t->kind->sign && t->size == 4 ? (uint64_t)(int32_t)v : v);
	return true;
}

/* Without the NUL at its end, which is expected. */
/* The kernel takes strings without a NUL, too. strace marks them as cut. */
static enum string_note without_nul(const struct nl *n, uint64_t shown, uint64_t len)
{
	return shown == len && !n->s->w->strace_marks ? STRING_WHOLE : STRING_CUT;
}

bool attr__string(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	uint64_t shown;
	bool whole;

	(void)t;
	if (!shown_len(n, at, len, &shown))
		return true;
	whole = shown == len && !n->bytes[at + len - 1];
	n->s->w->string(n->s->o, n->bytes + at, shown - whole, whole ? STRING_WHOLE : without_nul(n, shown, len));
	return true;
}

bool attr__word(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	uint64_t there = at <= n->have ? n->have - at : 0, most = (uint64_t)n->s->string_limit + 1, shown;
	const uint8_t *nul;

	(void)t;
	if (most > len)
		most = len;
	nul = there ? memchr(n->bytes + at, 0, there < most ? there : most) : NULL;
	if (nul)
		n->s->w->string(n->s->o, n->bytes + at, (size_t)(nul - n->bytes) - at, STRING_WHOLE);
	else if (shown_len(n, at, len, &shown))
		n->s->w->string(n->s->o, n->bytes + at, shown, without_nul(n, shown, len));
	return true;
}

bool attr__address(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	nl__inet(n, n->family, at, len);
	return true;
}

static bool show_inet(struct nl *n, unsigned family, unsigned size, uint64_t at, uint64_t len)
{
	if (len >= size)
		nl__inet(n, family, at, len);
	return len >= size;
}

bool attr__in_addr(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	return show_inet(n, AF_INET, 4, at, len);
}

bool attr__in6_addr(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	return show_inet(n, AF_INET6, 16, at, len);
}

bool attr__hwaddr(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	if (len > HWADDR_MAX)
		return false;
	if (nl__has(n, at, len))
		n->s->w->hwaddr(n->s->o, n->bytes + at, len);
	else
		nl__missing(n, at);
	return true;
}

bool attr__nested(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	nl__attrs(n, at, len, t->nested);
	return true;
}

/* A structure may lack its last fields, if it then has exactly t->size bytes. */
bool attr__struct(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct shape *sh = shape__of(t->shape, n->s->abi);

	if (!sh->size || (len < sh->size && (!t->size || len != t->size)))
		return false;
	nl__structure(n, sh, at, len < sh->size ? len : sh->size);
	return true;
}

bool attr__struct_and_bytes(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct shape *sh = shape__of(t->shape, n->s->abi);
	uint64_t size = sh->size;

	if (!size || len < size)
		return false;
	if (nl__structure(n, sh, at, size) && len > size) {
		n->s->w->item(n->s->o);
		nl__octets(n, at + size, len - size);
	}
	return true;
}

/* Behind it there are structures of another kind, to the end. */
bool attr__struct_and_structs(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct attr behind = { .shape = t->each };
	uint64_t size = shape__of(t->shape, n->s->abi)->size;

	if (!attr__struct(n, t, at, len))
		return false;
	if (len > size) {
		n->s->w->item(n->s->o);
		if (!attr__structs(n, &behind, at + size, len - size))
			nl__octets(n, at + size, len - size);
	}
	return true;
}

bool attr__struct_and_attrs(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct shape *sh = shape__of(t->shape, n->s->abi);
	uint64_t size = sh->size, next = nl__align(size);

	if (!size || len < size)
		return false;
	if (nl__structure(n, sh, at, size) && len > next) {
		n->s->w->item(n->s->o);
		nl__attrs(n, at + next, len - next, t->nested);
	}
	return true;
}

static void show_index(struct nl *n, const struct attr *t, uint64_t i)
{
	const struct flag *f = flag_table__find(flag_table__in(t->list, n->s->abi), i + t->base);

	n->s->w->index(n->s->o, i, t->base, f ? f->name : NULL, f ? f->skip : 0, t->list);
}

/* Elements of `size` bytes: structures of t's shape, or numbers. */
static bool show_array(struct nl *n, const struct attr *t, const struct shape *sh, unsigned size, uint64_t at, uint64_t len)
{
	uint64_t count = size ? len / size : 0;

	if (!count)
		return false;
	if (!nl__has(n, at, size)) {
		nl__missing(n, at);
		return true;
	}
	n->s->w->array_begin(n->s->o);
	for (uint64_t i = 0; i < count; i++, at += size) {
		if (i >= n->s->string_limit && !n->s->verbose) {
			n->s->w->array_end(n->s->o, ARRAY_LIMIT, 0);
			return true;
		}
		if (!nl__has(n, at, size)) {
			nl__array_cut(n, at);
			return true;
		}
		n->s->w->item(n->s->o);
		if (t->list)
			show_index(n, t, i);
		if (sh)
			nl__structure(n, sh, at, size);
		else
			show_number(n, t, at, size);
	}
	n->s->w->array_end(n->s->o, ARRAY_WHOLE, 0);
	return true;
}

bool attr__array(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	return show_array(n, t, NULL, t->size ? t->size : n->arg->call->word, at, len);
}

bool attr__structs(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct shape *sh = shape__of(t->shape, n->s->abi);

	return show_array(n, t, sh, sh->size, at, len);
}

bool attr__binary(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	nl__octets(n, at, len);
	return true;
}

bool attr__text(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	nl__bytes(n, at, len);
	return true;
}

/* -- Data that another attribute selects ------------------------------------------------------------------------------- */

#define SIBLINGS_MOST 64	/* attributes that are searched */

/* The last attribute of this type beside those of level `l`, as the kernel uses it; strace looks only at those before `at`. */
bool nl__beside(const struct nl *n, const struct nl_level *l, unsigned type, uint64_t at, uint64_t *data, uint64_t *len)
{
	uint64_t pos = l->at, end = l->at + l->len, full;
	bool found = false;

	for (unsigned i = 0; i < SIBLINGS_MOST && pos < end && end - pos >= NLA_HDRLEN && nl__has(n, pos, NLA_HDRLEN); i++) {
		full = nl__load(n, pos, 2);
		if (full < NLA_HDRLEN || full > end - pos || !nl__has(n, pos, full) || (n->s->w->strace_marks && pos >= at))
			break;
		if ((nl__load(n, pos + 2, 2) & NLA_TYPE_MASK) == type) {
			*data = pos + NLA_HDRLEN;
			*len = full - NLA_HDRLEN;
			found = true;
		}
		pos += nl__align(full);
	}
	return found;
}

/* Programs leave out the NUL of names, which strace then does not know. */
static bool is_text(const struct nl *n, uint64_t at, uint64_t len, const char *name)
{
	size_t size = strlen(name);

	return (len > size ? !n->bytes[at + size] : len == size && !n->s->w->strace_marks) && !memcmp(n->bytes + at, name, size);
}

static bool is_chosen(const struct nl *n, const struct choices *by, const struct choice *c, uint64_t at, uint64_t len)
{
	uint64_t v = 0;

	switch (by->by) {
	case BY_TEXT:
		return is_text(n, at, len, c->name);
	case BY_FAMILY:
		return c->value == n->family;
	case BY_TYPE:
		return c->value == (n->attr_type & NLA_TYPE_MASK);
	case BY_BE32:
		for (unsigned i = 0; i < 4 && len >= 4; i++)
			v = v << 8 | n->bytes[at + i];
		return len >= 4 && v == c->value;
	case BY_NUMBER:
		return (len == 1 || len == 2 || len == 4) && nl__load(n, at, (unsigned)len) == c->value;
	}
	return false;
}

bool attr__chosen(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct choices *by = t->choices;
	const struct nl_level *l = n->level;
	uint64_t other = 0, other_len = 0;

	for (unsigned i = 0; l && i < by->up; i++)
		l = l->up;
	if (by->by != BY_FAMILY && by->by != BY_TYPE && (!l || !nl__beside(n, l, by->type, at - NLA_HDRLEN, &other, &other_len)))
		return by->otherwise && by->otherwise->show(n, by->otherwise, at, len);
	for (const struct choice *c = by->of; c < by->of + by->n; c++) {
		if (!is_chosen(n, by, c, other, other_len) || (n->s->w->strace_marks && !c->strace))
			continue;
		if (c->as)
			return c->as->show(n, c->as, at, len);
		nl__attrs(n, at, len, c->attrs);
		return true;
	}
	return by->otherwise && by->otherwise->show(n, by->otherwise, at, len);
}

/* -- Attributes ------------------------------------------------------------------------------------------------------ */

/* What of an attribute's type selects its entry */
static uint16_t type_of(const struct nl *n, const struct attrs *t)
{
	uint16_t v = n->attr_type & NLA_TYPE_MASK;

	for (unsigned i = 0; t->type_flags && i < t->type_flags->n; i++)
		v &= (uint16_t)~t->type_flags->flags[i].mask;
	return v;
}

static void show_type(struct nl *n, const struct attrs *t)
{
	const struct flag_table *names = t->names, *flags = t->type_flags ? t->type_flags : &nla_flags;
	uint16_t type = n->attr_type, v = type_of(n, t);
	const struct flag *f = names ? flag_table__find(flag_table__in(names, n->s->abi), v) : NULL;
	bool any;

	if (f && f->newer && n->s->w->strace_marks)
		f = NULL;
	any = f;

	if (v == type) {
		n->s->w->symbol(n->s->o, v, f ? f->name : NULL, f ? f->skip : 0, names);
		return;
	}
	if (!t->type_flags && flag_table__find(&nla_flag, type & ~NLA_TYPE_MASK)) {
		n->s->w->joined(n->s->o, type & ~NLA_TYPE_MASK, &nla_flag, 0, v, names ? flag_table__in(names, n->s->abi) : NULL);
		return;
	}
	n->s->w->flags_begin(n->s->o, type, names);
	show_flag_names(n->s, flags, type & ~v, &any);
	if (f)
		n->s->w->flag(n->s->o, f->name, f->len, f->skip);
	n->s->w->flags_end(n->s->o, f ? 0 : v, any);
}

static void show_header(struct nl *n, uint64_t at, const struct attrs *t)
{
	n->s->w->struct_begin(n->s->o);
	show_named(n->s, "nla_len", uinteger, nl__load(n, at, 2));
	show_field_name(n->s, "nla_type");
	show_type(n, t);
	n->s->w->struct_end(n->s->o, false);
}

/* NULL: bytes. `made`: memory for an entry that is looked up by name */
static const struct attr *entry_of(const struct nl *n, const struct attrs *t, uint16_t type, struct attr *made)
{
	bool strace = n->s->w->strace_marks;
	const struct attr *a = type < t->nbeyond && !strace ? &t->beyond[type] : NULL;

	if (!a || !a->show)
		a = t->any ? t->any : t->of && type < t->n ? &t->of[type] : NULL;
	if ((t->named || (t->later && !strace && (!a || !a->show))) && named_attr__find(t, type, n->s->abi, made))
		a = made;
	return a;
}

static void show_data(struct nl *n, const struct attrs *t, uint64_t at, uint64_t len)
{
	struct attr made;
	const struct attr *a = entry_of(n, t, type_of(n, t), &made);

	if (!a || !a->show || n->depth >= NL_NESTING || !a->show(n, a, at, len))
		nl__octets(n, at, len);
}

/* One attribute at `at`, whose header was captured, of at most `len` bytes. */
static void show_attr(struct nl *n, const struct attrs *t, uint64_t at, uint64_t len)
{
	uint64_t full = nl__load(n, at, 2);

	n->attr_type = (uint16_t)nl__load(n, at + 2, 2);
	if (full > len)
		full = len;
	if (full <= NLA_HDRLEN) {
		show_header(n, at, t);
		return;
	}
	n->s->w->array_begin(n->s->o);
	n->s->w->item(n->s->o);
	show_header(n, at, t);
	n->s->w->item(n->s->o);
	n->depth++;
	show_data(n, t, at + NLA_HDRLEN, full - NLA_HDRLEN);
	n->depth--;
	n->s->w->array_end(n->s->o, ARRAY_WHOLE, 0);
}

/* -- Elements in a row ------------------------------------------------------------------------------------------------ */

/* The bytes from one element to the next; 0: there is none. */
static uint64_t step(const struct nl *n, const struct nl_sequence *q, uint64_t at, uint64_t len)
{
	uint64_t full = nl__load(n, at, q->len_size);

	return full >= q->head && nl__align(full) < len ? nl__align(full) : 0;
}

/* The elements after the first. */
static void show_more(struct nl *n, const struct nl_sequence *q, uint64_t at, uint64_t len)
{
	for (uint64_t i = 1, next; ; i++, at += next, len -= next) {
		if (len < q->head) {
			n->s->w->item(n->s->o);
			nl__octets(n, at, len);
			break;
		}
		if (!nl__has(n, at, q->head)) {
			nl__array_cut(n, at);
			return;
		}
		if (i >= n->s->string_limit && !n->s->verbose) {
			n->s->w->array_end(n->s->o, ARRAY_LIMIT, 0);
			return;
		}
		n->s->w->item(n->s->o);
		q->show(n, q->attrs, at, len);
		next = step(n, q, at, len);
		if (!next)
			break;
	}
	n->s->w->array_end(n->s->o, ARRAY_WHOLE, 0);
}

void nl__sequence(struct nl *n, const struct nl_sequence *q, uint64_t at, uint64_t len)
{
	uint64_t next;

	if (len < q->head) {
		nl__octets(n, at, len);
		return;
	}
	if (!nl__has(n, at, q->head)) {
		nl__missing(n, at);
		return;
	}
	next = step(n, q, at, len);
	if (next) {
		n->s->w->array_begin(n->s->o);
		n->s->w->item(n->s->o);
	}
	q->show(n, q->attrs, at, len);
	if (next)
		show_more(n, q, at + next, len - next);
}

void nl__attrs(struct nl *n, uint64_t at, uint64_t len, const struct attrs *t)
{
	const struct nl_level level = { at, len, n->level };

	n->level = &level;
	nl__sequence(n, &(struct nl_sequence){ .head = NLA_HDRLEN, .len_size = 2, .show = show_attr, .attrs = t }, at, len);
	n->level = level.up;
}
