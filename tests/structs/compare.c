// SPDX-License-Identifier: BSD-2-Clause
/*
 * compare.c - compares what is shown of known bytes with what BTF says, for every field its name and value, at entry and at exit.
 *
 * Each byte differs from its neighbours, so that no field has another's value. A field whose condition compares another one is shown after
 * that one was given each value of the condition. All rules for differences that are meant are in this file; what no rule permits fails:
 *
 *	- a field that is not shown: its name says that it is reserved, or a note says `hidden`
 *	- a field of another name: a note says `as NAME`, and the value is that of a member that leads there
 *	- a union without a tag: its bytes, named as its first member
 *	- pointers, and arrays behind the structure, are followed by other code, and are addresses here
 *	- members of a structure within it that are shown as its own: their names and values are right
 *	- arrays of bytes, socket addresses and parts of numbers that C interprets: where they are is right
 *	- structures that C shows (struct shape's `show`) are left out
 */
#include "oracle.h"

#include <errno.h>

#include "../unit/record_builder.h"
#include "beautifiers/kinds.h"

#define PATCHES_MOST 16
#define ROW_MOST 64
#define STRUCT_MOST 16384	/* bytes: what a request's number can say */
#define WORDS_MOST 256

/* -- Notes ------------------------------------------------------------------------------------------------------------ */

static struct words { const char *of[WORDS_MOST]; unsigned n; } hidden_names, other_names;

static bool is_among(const struct words *w, const char *name, size_t len)
{
	for (unsigned i = 0; i < w->n; i++)
		if (strlen(w->of[i]) == len && !memcmp(w->of[i], name, len))
			return true;
	return false;
}

static void add_word(struct words *w, const char *word)
{
	if (w->n < WORDS_MOST)
		w->of[w->n++] = strdup(word);
}

/* Words of notes: fields that are `hidden`, and names that replace others, `as NAME`. */
void compare__read_notes(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[1024], *word, *first, *rest;

	while (f && fgets(line, sizeof(line), f)) {
		first = strtok_r(line, " \t\n", &rest);
		for (word = first; word && *word != '#'; word = strtok_r(NULL, " \t\n", &rest)) {
			bool as = !strcmp(word, "as");

			if (!as && strcmp(word, "hidden"))
				continue;
			word = as ? strtok_r(NULL, " \t\n", &rest) : strrchr(first, '.') ? strrchr(first, '.') + 1 : first;
			if (!word)
				break;
			add_word(as ? &other_names : &hidden_names, word);
		}
	}
	if (f)
		fclose(f);
}

/* -- Memory of known bytes -------------------------------------------------------------------------------------------- */

static struct patch { uint32_t at, size; uint64_t value; uint32_t stride, n; } patches[PATCHES_MOST];	/* n elements */
static unsigned npatches;
static uint8_t memory[STRUCT_MOST];

static void fill(uint32_t size, bool out)
{
	uint32_t x = out ? 0x9e3779b9 : 0x7f4a7c15;

	for (uint32_t i = 0; i < size; i++) {
		x ^= x << 13, x ^= x >> 17, x ^= x << 5;
		memory[i] = (uint8_t)(x % 255 + 1);
	}
	for (unsigned i = 0; i < npatches; i++)
		for (uint32_t k = 0, at = patches[i].at; k < patches[i].n && at + patches[i].size <= size; k++, at += patches[i].stride)
			memcpy(memory + at, &patches[i].value, patches[i].size);
}

static uint64_t bits_at(uint32_t bit, uint32_t bits)
{
	uint64_t v = 0;

	for (uint32_t i = 0; i < bits && i < 64; i++)
		v |= (uint64_t)(memory[(bit + i) / 8] >> (bit + i) % 8 & 1) << i;
	return v;
}

/* -- One value -------------------------------------------------------------------------------------------------------- */

static const struct subject *now;
static uint8_t seen[STRUCT_MOST];	/* bits of bytes that were shown rightly */
static bool wrong;
static unsigned nright;

static void mark(uint32_t bit, uint32_t bits)
{
	for (uint32_t i = bit; i < bit + bits && i / 8 < sizeof(seen); i++)
		seen[i / 8] |= (uint8_t)(1 << i % 8);
	nright++;
}

/* Sign-extended, or zero-extended, or cut to 32 bits, as kinds do. */
static bool same_number(uint64_t v, uint64_t want, uint32_t bits)
{
	uint64_t sign = bits && bits < 64 && want >> (bits - 1) & 1 ? UINT64_MAX << bits : 0;

	return v == want || v == (want | sign) || (bits == 32 && (uint32_t)v == want && v >> 32 == UINT32_MAX);
}

static uint64_t swapped(uint64_t v, unsigned size)
{
	return size <= 8 && size ? __builtin_bswap64(v) >> 8 * (8 - size) : v;
}

static bool same_device(const struct leaf *l, uint64_t v)
{
	return (l->value == (v >> 8 & 0xfff) && l->minor == ((v & 0xff) | (v >> 12 & 0xfff00))) ||
	       (l->value == ((v >> 8 & 0xfff) | (v >> 32 & ~0xfffull)) && l->minor == ((v & 0xff) | (v >> 12 & 0xffffff00)));
}

/* What was shown rightly, by its member's path: which members of unions were chosen. */
static char *paths;
static size_t paths_len, paths_room;

static bool has_path(const char *begin, size_t len)
{
	for (size_t at = 0; at < paths_len; at += strlen(paths + at) + 1)
		if (!strncmp(paths + at, begin, len) && (!paths[at + len] || paths[at + len] == '.' || paths[at + len] == '['))
			return true;
	return false;
}

static void keep_path(const char *path)
{
	size_t len = strlen(path) + 1;

	if (has_path(path, len - 1))
		return;
	if (paths_len + len > paths_room && !(paths = realloc(paths, paths_room = 2 * (paths_room + len))))
		abort();
	memcpy(paths + paths_len, path, len);
	paths_len += len;
}

static bool is_right(const struct leaf *l, const struct place *p)
{
	uint32_t bits = p->bits;

	if (p->flexible)
		return true;
	if (p->bit + bits > sizeof(memory) * 8)
		return false;
	switch (l->as) {
	case LEAF_NUMBER:
		return bits <= 64 && (same_number(l->value, bits_at(p->bit, bits), bits) ||
				      (type__is_big_endian(p->type) && l->value == swapped(bits_at(p->bit, bits), bits / 8)));
	case LEAF_FD:
		return bits >= 32 && bits <= 64 && l->value == (uint32_t)bits_at(p->bit, bits);
	case LEAF_NETWORK:
		return bits == 8 * l->size && swapped(l->value, l->size) == bits_at(p->bit, bits);
	case LEAF_DEVICE:
		return same_device(l, bits_at(p->bit, bits));
	case LEAF_BYTES:
		return (l->size * 8 == bits || l->size * 8 == p->union_bits) && !(p->bit % 8) && p->bit / 8 + l->size <= sizeof(memory) &&
		       !memcmp(l->bytes, memory + p->bit / 8, l->size);
	case LEAF_SET:
		return true;
	}
	return false;
}

static uint32_t bits_shown(const struct leaf *l, const struct place *p)
{
	return l->as == LEAF_BYTES && !p->flexible ? l->size * 8 : p->bits;
}

static bool take_if_right(void *ctx, const struct place *p)
{
	if (!is_right(ctx, p))
		return false;
	mark(p->bit, bits_shown(ctx, p));
	return true;
}

static bool is_within(const struct leaf *l, const char *path)
{
	struct place p;

	/* The lengths of rows that an array could have: its values say which */
	for (unsigned row = 0; row <= (strstr(path, "][") ? ROW_MOST : 0); row++)
		if (type__at(now->type, path, row, &p) && take_if_right((void *)l, &p)) {
			if (p.in_union)
				keep_path(path);
			return true;
		}
	return false;
}

static bool take_whole(const struct leaf *l)
{
	struct place p;

	return !type__is_struct(now->type) && type__at(now->type, "", 0, &p) && take_if_right((void *)l, &p);
}

/* `a.other.d`: is there a member that leads to .d? */
static bool is_renamed(const struct leaf *l)
{
	if (type__search(now->type, l->path, take_if_right, (void *)l))
		return true;	/* of a structure within it */
	for (const char *p = l->path; *p; p += p[1] == '.' ? 2 : 1)
		for (size_t len = 1; (p == l->path || p[-1] == '.') && p[len - 1]; len++)
			if ((!p[len] || p[len] == '.' || p[len] == '[') && is_among(&other_names, p, len) &&
			    (type__search(now->type, p + len, take_if_right, (void *)l) || take_whole(l)))
				return true;
	return false;
}

/* An array of bytes whose elements have names, or that code interprets; a socket address; a number whose parts are shown. */
static bool mark_whole(const char *begin, size_t len, bool number)
{
	char path[PATH_MOST];
	struct place p;

	snprintf(path, sizeof(path), "%.*s", (int)len, begin);
	if (!type__at(now->type, path, 0, &p) || !(type__is_bytes(p.type) || type__is_sockaddr(p.type) || (number && !type__is_struct(p.type))))
		return false;
	mark(p.bit, p.bits);
	keep_path(path);
	return true;
}

/* Macros stand for members, or for the index of an element: ifr_name, c_cc.VINTR. */
static bool is_macro(const struct leaf *l)
{
	char path[2 * PATH_MOST];

	for (const char *p = l->path, *to; *p; p += strcspn(p, ".[") + (p[strcspn(p, ".[")] == '.')) {
		size_t len = strcspn(p, ".[");

		if (*p == '[')
			p += strcspn(p, "]") + 1, len = 0;
		if (!len || !(to = types__macro(p, len)))
			continue;
		if (*to >= '0' && *to <= '9')
			snprintf(path, sizeof(path), "%.*s[%s]%s", (int)(p - l->path - (p > l->path)), l->path, to, p + len);
		else
			snprintf(path, sizeof(path), "%.*s%s%s", (int)(p - l->path), l->path, to, p + len);
		if (is_within(l, path)) {
			mark_whole(l->path, (size_t)(p - l->path - (p > l->path)), false);
			return true;
		}
	}
	return false;
}

/* Code interprets it. */
static bool is_interpreted(const struct leaf *l)
{
	for (int number = 0; number < 2; number++)
		for (size_t len = strlen(l->path); len; len--)
			if ((l->path[len] == '.' || l->path[len] == '[') && mark_whole(l->path, len, number))
				return true;
	return false;
}

static char complaints[4096];		/* about the structure that is being compared */
static size_t complaints_len;

static void complain(const char *what, const char *path, const char *rest)
{
	wrong = true;
	if (complaints_len < sizeof(complaints))
		complaints_len += (size_t)snprintf(complaints + complaints_len, sizeof(complaints) - complaints_len, "\t%s %s%s\n", path, what, rest);
}

static void take(void *ctx, const struct leaf *l)
{
	struct place p;
	char text[128];

	(void)ctx;
	if (!*l->path && l->as == LEAF_NUMBER && l->value == STRUCT_AT)
		return;		/* the structure is not shown of what was passed, or of what was filled */
	if (is_within(l, l->path) || is_renamed(l) || is_macro(l))
		return;
	if (!type__at(now->type, l->path, 0, &p)) {
		if (!is_interpreted(l))
			complain("is no member", l->path, "");
		return;
	}
	snprintf(text, sizeof(text), "%#llx (%u bytes), not %#llx (%u bits at %u)", (unsigned long long)l->value, l->size,
		 (unsigned long long)bits_at(p.bit, p.bits), p.bits, p.bit);
	complain("is shown as ", l->path, text);
}

/* -- One structure ------------------------------------------------------------------------------------------------------ */

static void show_once(bool out, int64_t ret)
{
	const struct subject *s = now;
	uint32_t size = type__size(s->type);

	fill(size, out);
	rec_args(s->abi, CALL_ARGS, s->args);
	if (s->arg == 3)
		record.call.args[4] = size;	/* of an option; or a pointer to it */
	returns(ret);
	chunk(s->arg, out ? CHUNK_OUT : CHUNK_OK, PART_SELF, memory, size);
	if (s->arg + 1u < s->row->nargs)
		chunk_of(s->arg + 1, CHUNK_OUT, size);
	show.native = s->abi;
	show.w = &leaf_verbs;
	show.verbose = true;
	show.string_limit = 1 << 20;
	if (call__parse(&call, &record.call, &names))
		return;
	call.row = s->row;
	leaves__begin(s->row->args[s->arg].name, take, NULL);
	show__args(&show, &call, CALL_DONE);
}

static void show_each_way(void)
{
	show_once(false, 0);
	show_once(true, 0);
	show_once(true, -EINVAL);
}

/* Where a structure is: at `base`, or n of them that are `stride` bytes apart. */
struct elements { uint32_t base, stride, n; };

static void patch(const struct elements *e, uint32_t at, uint32_t size, uint64_t value)
{
	patches[npatches++] = (struct patch){ e->base + at, size, value, e->stride, e->n };
}

/* Meets the condition that must hold, too; bits that it does not compare are set. */
static void patch_and(const struct elements *e, const struct field_cond *c)
{
	bool negative = c->how == COND_NO_BIT || c->how == COND_NOT_ONE_OF;

	if (c->n && c->how != COND_UNUSUAL)
		patch(e, c->offset, c->size, negative ? ~c->values[0] : c->values[0] | (c->mask ? ~c->mask : 0));
}

/* Of an array within an array only those in the first element are patched. */
static struct elements within(const struct elements *e, const struct field *f, const struct shape *sh)
{
	uint32_t n = sh->size && f->size > sh->size ? f->size / sh->size : 1;

	return n > 1 ? (struct elements){ e->base + f->offset, sh->size, n } : (struct elements){ e->base + f->offset, e->stride, e->n };
}

/* Shows the structure once for each value of each condition of its fields, and with all elements of arrays. */
static void show_all(const struct shape *sh, struct elements e, unsigned depth)
{
	unsigned before = npatches;

	sh = shape__of(sh, now->abi);
	if (depth > 8 || npatches + 4 > PATCHES_MOST)
		return;
	for (unsigned i = 0; i < sh->nsub; i++) {
		patch(&e, sh->sub_offset, sh->sub_size, sh->sub[i].value);
		show_each_way();
		show_all(sh->sub[i].shape, e, depth + 1);
		npatches--;
	}
	for (unsigned i = 0; i < sh->nfields; i++) {
		const struct field *f = &sh->fields[i];
		const struct field_cond *c = f->brief_if ? NULL : f->cond;
		const struct shape *inner = f->spec.shape && !f->leads && !f->rest ? shape__of(f->spec.shape, now->abi) : NULL;
		bool one = c && (c->how == COND_ONE_OF || c->how == COND_ANY_BIT);

		for (unsigned k = 0; k < (one ? c->n : 1u); k++) {
			if (one)
				patch(&e, c->offset, c->size, c->values[k]);
			if (c && c->and)
				patch_and(&e, c + 1);
			if (f->array && f->len_size && f->size)
				patch(&e, f->len_offset, f->len_size, f->len_size > 2 ? 0x7f7f7f7f7f7f7f7f : UINT16_MAX);
			if (npatches > before)
				show_each_way();
			if (inner)
				show_all(inner, within(&e, f, inner), depth + 1);
			npatches = before;
		}
	}
}

/* Names of members that say that they mean nothing */
static bool is_reserved(const char *path)
{
	static const char *const parts[] = { "pad", "reserved", "resv", "rsv", "unused", "spare", "dummy", "not_used", "fill", "__" };
	size_t len = 0;

	for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (strstr(path, parts[i]))
			return true;
	/* A note hides it, or what it is within */
	for (const char *p = path; *p; p += len + (p[len] != '\0')) {
		len = strcspn(p, ".[]");
		if (is_among(&hidden_names, p, len))
			return true;
	}
	return false;
}

static bool is_seen(uint32_t bit, uint32_t bits)
{
	for (uint32_t i = bit; i < bit + bits; i++)
		if (seen[i / 8] >> i % 8 & 1)
			return true;
	return false;
}

static void check_seen(void *ctx, const char *path, const struct place *p)
{
	(void)ctx;
	/* Of a union's members some may be chosen, of these all fields are shown. */
	for (unsigned i = 0; i < p->nchoices; i++)
		if (!has_path(path, p->choices[i].len) && is_seen(p->choices[i].bit, p->choices[i].bits))
			return;
	for (uint32_t i = p->bit; i < p->bit + p->bits; i++)
		if (!(seen[i / 8] >> i % 8 & 1)) {
			if (!is_reserved(path))
				complain("is not shown", path, "");
			return;
		}
}

bool compare__subject(struct subject *s, const struct shape *sh)
{
	now = s;
	wrong = false;
	nright = 0;
	complaints_len = paths_len = 0;
	memset(seen, 0, sizeof(seen));
	npatches = 0;
	if (type__size(s->type) > sizeof(memory))
		return false;
	if (shape__of(sh, s->abi)->size != type__size(s->type))
		complain("has another size", "it", "");
	show_each_way();
	show_all(sh, (struct elements){ 0, 0, 1 }, 0);
	type__each(s->type, check_seen, NULL);
	return !wrong && nright;
}

const char *compare__complaints(void)
{
	return complaints_len ? complaints : "";
}
