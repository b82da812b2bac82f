// SPDX-License-Identifier: BSD-2-Clause
/* address_spaces.c - owns mappings and files. Invariant: struct mappings with more than one reference is never changed. */
#include "address_spaces.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "lib/record.h"
#include "lib/sorted.h"
#include "lib/vec.h"

#define MAPPINGS_MAX 65536	/* per process: a hostile recording may have more */
#define MAPPINGS_TOTAL (1u << 20)	/* of all processes: a child's first change copies all of its parent's */
#define SYMBOLS_MAX (1u << 20)
#define ENDED (sizeof(((struct address_spaces *)0)->ended) / sizeof(uint32_t))

/* -- Sorted arrays --------------------------------------------------------------------------------------------------- */

/* Index of the first mapping that ends after `addr`. */
static unsigned first_behind(const struct mappings *m, uint64_t addr)
{
	return (unsigned)SORTED_UPTO(m->v, end, m->n, addr);
}

const struct mapping *mappings__find(const struct mappings *m, uint64_t addr)
{
	unsigned i = m ? first_behind(m, addr) : 0;

	return m && i < m->n && m->v[i].start <= addr ? &m->v[i] : NULL;
}

const struct mapping *mappings__code(const struct mappings *m, uint64_t addr)
{
	const struct mapping *found = mappings__find(m, addr);

	return found && found->prot & PROT_EXEC ? found : NULL;
}

/* Index of the first symbol that begins after `addr`. */
static unsigned symbol_behind(const struct symbols *s, uint64_t addr)
{
	return (unsigned)SORTED_UPTO(s->v, start, s->n, addr);
}

const struct symbol *symbols__find(const struct symbols *s, uint64_t addr)
{
	unsigned i = symbol_behind(s, addr);

	return i && addr < s->v[i - 1].end ? &s->v[i - 1] : NULL;
}

/* -- Mappings -------------------------------------------------------------------------------------------------------- */

struct mappings *mappings__get(struct mappings *m)
{
	if (m)
		m->refs++;
	return m;
}

void mappings__put(struct mappings *m)
{
	if (!m || --m->refs)
		return;
	*m->total -= m->n;
	free(m->v);
	free(m);
}

/* A copy of `old`, up to the limits. NULL: no memory. */
static struct mappings *mappings__copy(struct address_spaces *s, const struct mappings *old)
{
	struct mappings *own = calloc(1, sizeof(*own));

	if (!own)
		return NULL;
	own->refs = 1;
	own->total = &s->total;
	own->v = old && old->n && s->total + old->n <= MAPPINGS_TOTAL ? vec__more(NULL, 0, old->n, sizeof(*own->v)) : NULL;
	if (own->v) {
		memcpy(own->v, old->v, old->n * sizeof(*own->v));
		own->n = old->n;
		s->total += own->n;
	}
	return own;
}

/* The process's mappings for change: a copy if they are shared. NULL: no memory. */
static struct mappings *mappings__own(struct address_spaces *s, struct space *sp)
{
	if (!sp->maps || sp->maps->refs > 1) {
		struct mappings *own = mappings__copy(s, sp->maps);

		if (!own)
			return NULL;
		mappings__put(sp->maps);
		sp->maps = own;
	}
	sp->maps->id = ++s->last_id;
	return sp->maps;
}

static void insert_mapping(struct mappings *m, unsigned at, const struct mapping *new)
{
	struct mapping *v = m->n < MAPPINGS_MAX && *m->total < MAPPINGS_TOTAL ? vec__more(m->v, m->n, 1, sizeof(*v)) : NULL;

	if (!v)
		return;
	m->v = v;
	memmove(v + at + 1, v + at, (m->n - at) * sizeof(*v));
	v[at] = *new;
	m->n++;
	++*m->total;
}

/* Unmaps [start, end), splitting mappings at its edges. Returns the index for a new mapping there. */
static unsigned cut_out(struct mappings *m, uint64_t start, uint64_t end)
{
	unsigned i = first_behind(m, start), j;

	if (i < m->n && m->v[i].start < start) {
		struct mapping tail = m->v[i];

		m->v[i++].end = start;
		if (tail.end > end) {
			tail.pgoff += end - tail.start;
			tail.start = end;
			insert_mapping(m, i, &tail);
			return i;
		}
	}
	for (j = i; j < m->n && m->v[j].end <= end; j++)
		;
	if (j > i)
		memmove(m->v + i, m->v + j, (m->n - j) * sizeof(*m->v));
	m->n -= j - i;
	*m->total -= j - i;
	if (i < m->n && m->v[i].start < end) {
		m->v[i].pgoff += end - m->v[i].start;
		m->v[i].start = end;
	}
	return i;
}

/* -- Files ----------------------------------------------------------------------------------------------------------- */

/* A file, or a region with a name of the kernel's such as [vdso] and [heap]; anonymous memory has no name, or one like //anon. */
static bool is_file(const struct rec_map *r)
{
	return r->path_len && (r->path[0] == '[' || (r->path[0] == '/' && (r->path_len == 1 || r->path[1] != '/')));
}

static bool is_path(const struct mapped_file *f, const struct rec_map *r)
{
	return strlen(f->path) == r->path_len && !memcmp(f->path, r->path, r->path_len);
}

static struct mapped_file *file_of(struct address_spaces *s, const struct rec_map *r)
{
	unsigned id_len = r->build_id_len <= sizeof(r->build_id) ? r->build_id_len : 0;
	uint32_t hash = hash__bytes(r->path, r->path_len, 0);
	struct mapped_file *f = HASH_FIND(&s->files, hash, struct mapped_file, x,
					  x->build_id_len == id_len && !memcmp(x->build_id, r->build_id, id_len) && is_path(x, r));

	if (f)
		return f;
	f = hash__new(&s->files, sizeof(*f) + r->path_len + 1, hash);
	if (!f)
		return NULL;
	memcpy(f->build_id, r->build_id, id_len);
	f->build_id_len = id_len;
	memcpy(f->path, r->path, r->path_len);
	return f;
}

/* -- Processes ------------------------------------------------------------------------------------------------------- */

struct address_spaces *address_spaces__new(void)
{
	return calloc(1, sizeof(struct address_spaces));
}

static void symbols__free(struct symbols *s)
{
	for (unsigned i = 0; i < s->n; i++)
		free((char *)s->v[i].name);
	free(s->v);
	*s = (struct symbols){ 0 };
}

static void space__free(struct space *sp)
{
	mappings__put(sp->maps);
	symbols__free(&sp->code);
	free(sp);
}

void address_spaces__free(struct address_spaces *s)
{
	if (!s)
		return;
	HASH_EACH(&s->spaces, struct space, sp)
		space__free(sp);
	hash__free(&s->spaces);
	HASH_EACH(&s->files, struct mapped_file, f) {
		if (s->free_user && f->user)
			s->free_user(f->user);
		free(f);
	}
	hash__free(&s->files);
	symbols__free(&s->kernel);
	free(s);
}

struct space *address_spaces__find(const struct address_spaces *s, uint32_t tgid)
{
	return hash__find(&s->spaces, tgid);
}

static void forget(struct address_spaces *s, uint32_t tgid)
{
	struct space *sp = address_spaces__find(s, tgid);

	if (!sp)
		return;
	hash__remove(&s->spaces, &sp->node);
	space__free(sp);
}

static struct space *need(struct address_spaces *s, uint32_t tgid)
{
	struct space *sp = hash__need(&s->spaces, sizeof(*sp), tgid);

	if (sp)
		sp->tgid = tgid;
	return sp;
}

/* -- Records --------------------------------------------------------------------------------------------------------- */

/* The record repeats a known mapping without its build-id. */
static bool says_less(const struct space *sp, const struct rec_map *r)
{
	const struct mapping *m = sp && !r->build_id_len ? mappings__find(sp->maps, r->start) : NULL;

	return m && m->file && m->file->build_id_len && m->start == r->start && m->end - m->start == r->len && m->pgoff == r->pgoff &&
	       is_path(m->file, r);
}

/* The record is complete, its addresses are possible. */
static bool is_sound_map(const struct rec_map *r)
{
	return r->path_len <= r->rec.len - sizeof(*r) && r->len && r->len <= UINT64_MAX - r->start;
}

static void take_map(struct address_spaces *s, const struct rec_map *r)
{
	struct mapping new = {
		.start = r->start, .end = r->start + r->len, .pgoff = r->pgoff, .prot = r->prot, .flags = r->flags,
		.maj = r->maj, .min = r->min, .ino = r->ino,
	};
	struct space *sp = is_sound_map(r) ? need(s, r->rec.tgid) : NULL;
	struct mappings *m = sp && !says_less(sp, r) ? mappings__own(s, sp) : NULL;
	unsigned at;

	if (!m)
		return;
	sp->ended = false;
	at = cut_out(m, new.start, new.end);
	if (!new.start && new.end == UINT64_MAX) {	/* an execve */
		symbols__free(&sp->code);
		return;
	}
	new.file = is_file(r) ? file_of(s, r) : NULL;
	insert_mapping(m, at, &new);
}

static char *text_of(const struct rec_symbol *r)
{
	char *text = malloc(r->name_len + r->module_len + 2);

	if (!text)
		return NULL;
	memcpy(text, r->text, r->name_len);
	text[r->name_len] = 0;
	memcpy(text + r->name_len + 1, r->text + r->name_len, r->module_len);
	text[r->name_len + 1 + r->module_len] = 0;
	return text;
}

static void add_symbol(struct symbols *to, const struct rec_symbol *r)
{
	struct symbol new = { .start = r->start, .end = r->end, .name = text_of(r) };
	unsigned at = symbol_behind(to, r->start);
	struct symbol *v;

	if (!new.name)
		return;
	new.module = new.name + strlen(new.name) + 1;
	if (at && to->v[at - 1].start == r->start) {
		free((char *)to->v[at - 1].name);
		to->v[at - 1] = new;
		return;
	}
	v = to->n < SYMBOLS_MAX ? vec__more(to->v, to->n, 1, sizeof(*v)) : NULL;
	if (!v) {
		free((char *)new.name);
		return;
	}
	to->v = v;
	memmove(v + at + 1, v + at, (to->n - at) * sizeof(*v));
	v[at] = new;
	to->n++;
}

/* The symbol's texts lie within the record and end with a NUL. */
static bool is_sound(const struct rec_symbol *r)
{
	size_t room = r->rec.len - sizeof(*r);

	return r->name_len <= room && r->module_len <= room - r->name_len && r->end > r->start &&
	       !memchr(r->text, 0, r->name_len) && !memchr(r->text + r->name_len, 0, r->module_len);
}

static void take_symbol(struct address_spaces *s, const struct rec_symbol *r)
{
	struct space *sp;

	if (!is_sound(r))
		return;
	if (!r->rec.tgid) {
		add_symbol(&s->kernel, r);
		s->last_id++;
		return;
	}
	sp = need(s, r->rec.tgid);
	if (!sp)
		return;
	mappings__own(s, sp);	/* a new id: cached lookups by the old one are stale */
	add_symbol(&sp->code, r);
}

static void take_fork(struct address_spaces *s, const struct rec_fork *r)
{
	struct space *parent, *child;

	if (r->rec.tgid == r->parent_tgid)
		return;
	forget(s, r->rec.tgid);		/* a reused pid */
	parent = address_spaces__find(s, r->parent_tgid);
	if (!parent || !parent->maps)
		return;
	child = need(s, r->rec.tgid);
	if (!child)
		return;
	child->maps = mappings__get(parent->maps);
}

static void take_exit(struct address_spaces *s, const struct rec *rec)
{
	struct space *sp = rec->tid == rec->tgid ? address_spaces__find(s, rec->tgid) : NULL;
	uint32_t *slot = &s->ended[s->nended % ENDED];
	struct space *old;

	if (!sp)
		return;
	sp->ended = true;
	old = s->nended >= ENDED ? address_spaces__find(s, *slot) : NULL;
	if (old && old->ended && old != sp)
		forget(s, *slot);
	*slot = rec->tgid;
	s->nended++;
}

void address_spaces__follow(struct address_spaces *s, const struct rec *rec)
{
	switch (rec->type) {
	case REC_MAP: take_map(s, (const struct rec_map *)rec); break;
	case REC_SYMBOL: take_symbol(s, (const struct rec_symbol *)rec); break;
	case REC_FORK: take_fork(s, (const struct rec_fork *)rec); break;
	case REC_EXIT: take_exit(s, rec); break;
	}
}

/* -- To records ------------------------------------------------------------------------------------------------------ */

static void dump_symbols(const struct symbols *s, uint32_t tgid, uint64_t ts, struct buf *records)
{
	for (unsigned i = 0; i < s->n; i++) {
		const struct symbol *v = &s->v[i];
		struct rec_symbol r = {
			.rec = record__head(REC_SYMBOL, 0, ts, tgid, tgid), .start = v->start, .end = v->end,
			.name_len = (uint32_t)strlen(v->name), .module_len = (uint32_t)strlen(v->module),
		};
		size_t at = record__begin(records, &r, sizeof(r));

		buf__add(records, v->name, r.name_len);
		buf__add(records, v->module, r.module_len);
		record__end(records, at);
	}
}

static void dump_mapping(const struct mapping *m, uint32_t tgid, uint64_t ts, struct buf *records)
{
	const struct mapped_file *f = m->file;
	struct rec_map r = {
		.rec = record__head(REC_MAP, 0, ts, tgid, tgid), .start = m->start, .len = m->end - m->start, .pgoff = m->pgoff,
		.prot = m->prot, .flags = m->flags, .maj = m->maj, .min = m->min, .ino = m->ino,
	};
	size_t at;

	if (f) {
		r.build_id_len = (uint8_t)f->build_id_len;
		memcpy(r.build_id, f->build_id, f->build_id_len);
		r.path_len = (uint16_t)strlen(f->path);
	}
	at = record__begin(records, &r, sizeof(r));
	buf__add(records, f ? f->path : "", r.path_len);
	record__end(records, at);
}

/* Processes that have ended are left out: their records would bring them back. */
void address_spaces__dump(const struct address_spaces *s, uint64_t ts, struct buf *records)
{
	dump_symbols(&s->kernel, 0, ts, records);
	HASH_EACH(&s->spaces, const struct space, sp) {
		if (sp->ended)
			continue;
		for (unsigned k = 0; sp->maps && k < sp->maps->n; k++)
			dump_mapping(&sp->maps->v[k], sp->tgid, ts, records);
		dump_symbols(&sp->code, sp->tgid, ts, records);
	}
}
