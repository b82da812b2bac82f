// SPDX-License-Identifier: BSD-2-Clause
/* source_stacks.c - owns what is known of the kernel's and JIT compilers' symbols, and which of them were told. */
#include "source_stacks.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "config/option_values.h"
#include "lib/buf.h"
#include "lib/clock.h"
#include "lib/msg.h"
#include "sources/perf/mmap_events.h"
#include "sources/snapshot.h"
#include "symbols/address_spaces.h"
#include "symbols/jit_map.h"
#include "symbols/kallsyms.h"

#define KNOWN 4096		/* addresses of the kernel, a power of two */
#define NAME_MAX_LEN 1024	/* a symbol's name is cut there: those of templates run on */

struct source_stacks {
	struct source source;
	struct source *inner;
	const struct options *opt;
	struct id_list excluded;
	bool user_only;
	pid_t child;
	struct mmap_events *maps;
	uint64_t looked;		/* ns: all that was mapped before is known */
	struct buf before;		/* records of what was mapped when tracing began, given up to `before_at` */
	size_t before_at;
	struct kallsyms *kernel;	/* NULL: not permitted */
	bool *told;			/* by index in `kernel` */
	uint64_t known[KNOWN];		/* addresses whose symbol was told */
	struct jit_maps *jits;
	struct address_spaces *spaces;
	const struct rec *held;		/* given when all that belongs before it was */
	unsigned at;			/* of its addresses: the next to be looked at */
	bool started;			/* the first record was given, */
	uint64_t began, last;		/* ns: when it was, and the last one */
	union {
		struct rec_symbol symbol;
		char bytes[sizeof(struct rec_symbol) + NAME_MAX_LEN + 128];
	} given;
};

/* -- What was there before ------------------------------------------------------------------------------------------- */

static void read_kernel(struct source_stacks *s)
{
	s->kernel = kallsyms__read();
	if (s->kernel)
		s->told = calloc(kallsyms__count(s->kernel), sizeof(*s->told));
	else
		msg__note("the kernel's symbols may not be read, so its frames are shown as addresses: root may, or see kptr_restrict in proc(5)");
}

static bool is_excluded(void *ctx, pid_t tgid)
{
	const struct source_stacks *s = ctx;

	for (unsigned i = 0; i < s->excluded.n; i++)
		if (s->excluded.ids[i] == tgid)
			return true;
	return false;
}

static int keep(void *ctx, const struct rec *rec)
{
	buf__add(&((struct source_stacks *)ctx)->before, rec, rec->len);
	return 0;
}

static void add_process(struct source_stacks *s, pid_t tgid)
{
	if (!is_excluded(s, tgid))
		mmap_events__snapshot(s->maps, tgid, 0, keep, s);
}

static void add_all(struct source_stacks *s)
{
	DIR *d = opendir("/proc");
	struct dirent *e;

	while (d && (e = readdir(d)))
		if (isdigit((unsigned char)e->d_name[0]))
			add_process(s, atoi(e->d_name));
	if (d)
		closedir(d);
}

int source_stacks__select(struct source_stacks *s, pid_t child)
{
	int err = mmap_events__select(s->maps, s->opt, child, is_excluded, s);

	if (err)
		return err;
	s->child = child;
	if (!s->user_only)
		read_kernel(s);		/* now that the tracer's own programs are among them */
	if (s->opt->all)
		add_all(s);
	if (child)
		add_process(s, child);
	for (unsigned i = 0; i < s->opt->pids.n; i++)
		add_process(s, s->opt->pids.ids[i]);
	for (unsigned i = 0; i < s->opt->tids.n; i++)
		add_process(s, snapshot__tgid(s->opt->tids.ids[i]));
	return 0;
}

/* -- Symbols --------------------------------------------------------------------------------------------------------- */

static const struct rec *make_symbol(struct source_stacks *s, uint32_t tgid, uint64_t start, uint64_t end, const char *name,
				     const char *module)
{
	struct rec_symbol *r = &s->given.symbol;
	size_t len = strlen(name), module_len = strlen(module);

	memset(&s->given, 0, sizeof(s->given));
	len = len < NAME_MAX_LEN ? len : NAME_MAX_LEN;
	module_len = module_len < 64 ? module_len : 64;
	r->rec = (struct rec){ .type = REC_SYMBOL, .cpu = CPU_NONE, .ts = s->held->ts, .tid = tgid, .tgid = tgid };
	r->rec.len = (uint32_t)((sizeof(*r) + len + module_len + REC_ALIGN - 1) & ~(size_t)(REC_ALIGN - 1));
	r->start = start;
	r->end = end;
	r->name_len = (uint32_t)len;
	r->module_len = (uint32_t)module_len;
	memcpy(r->text, name, len);
	memcpy(r->text + len, module, module_len);
	return &r->rec;
}

/* Addresses stand behind calls, which may be the last thing in a function. */
#define LOOKED_AT(ip) ((ip) - 1)

static const struct rec *kernel_symbol(struct source_stacks *s, uint64_t ip)
{
	uint64_t *known = &s->known[(ip ^ ip >> 12) & (KNOWN - 1)];
	struct ksym sym;

	if (*known == ip || !s->kernel || !s->told)
		return NULL;
	*known = ip;
	if (!kallsyms__find(s->kernel, LOOKED_AT(ip), &sym) || s->told[sym.index])
		return NULL;
	s->told[sym.index] = true;
	return make_symbol(s, 0, sym.start, sym.end, sym.name, sym.module ? sym.module : "");
}

/* Of memory without a file only: what a file has is looked up in it by whoever shows it. */
static const struct rec *user_symbol(struct source_stacks *s, const struct rec *rec, uint64_t ip)
{
	const struct space *sp = address_spaces__find(s->spaces, rec->tgid);
	const struct mapping *m = sp ? mappings__code(sp->maps, LOOKED_AT(ip)) : NULL;
	struct jit_symbol *sym;
	char file[40];

	if (!m || m->file)
		return NULL;
	sym = jit_maps__find(s->jits, (pid_t)rec->tgid, LOOKED_AT(ip), rec->ts);
	if (!sym || sym->told)
		return NULL;
	sym->told = true;
	snprintf(file, sizeof(file), "perf-%u.map", rec->tgid);
	return make_symbol(s, rec->tgid, sym->start, sym->end, sym->name, file);
}

static const struct rec *next_symbol(struct source_stacks *s, const struct rec_stack *r)
{
	const struct rec *found = NULL;

	while (!found && s->at < (unsigned)r->nkernel + r->nuser) {
		uint64_t ip = r->words[s->at];

		found = s->at < r->nkernel ? kernel_symbol(s, ip) : user_symbol(s, &r->rec, ip);
		s->at++;
	}
	return found;
}

/* -- The order ------------------------------------------------------------------------------------------------------- */

/* Mappings of other processes come, too. */
static bool is_traced(const struct source_stacks *s, uint32_t tgid)
{
	return s->opt->all || (pid_t)tgid == s->child || address_spaces__find(s->spaces, tgid);
}

/* As of the first record, which says when tracing began. */
static const struct rec *next_before(struct source_stacks *s, uint64_t ts)
{
	struct rec *r = (struct rec *)(s->before.p + s->before_at);

	if (s->before_at == s->before.len)
		return NULL;
	s->before_at += r->len;
	r->ts = ts;
	return r;
}

/* What was mapped before tracing began is among the above. One that a CPU was late to tell comes where it still may. */
static const struct rec *next_map(struct source_stacks *s, uint64_t until)
{
	struct rec_map *map;

	while ((map = mmap_events__next(s->maps, until)))
		if (map->rec.ts >= s->began && is_traced(s, map->rec.tgid)) {
			if (map->rec.ts < s->last)
				map->rec.ts = s->last;
			return &map->rec;
		}
	return NULL;
}

#define SKEW_NS 100000u		/* a record may be older than the clock says by less than this */

/* What was mapped before this record is taken in; of all that come at once, for the first. */
static void look(struct source_stacks *s, const struct rec *rec)
{
	if (rec->ts < s->looked)
		return;
	s->looked = clock__ns(CLOCK_MONOTONIC) - SKEW_NS;
	mmap_events__look(s->maps);
}

/* The next record that belongs before the one that is held; NULL: it may be given. */
static const struct rec *before_held(struct source_stacks *s)
{
	const struct rec *r;

	if (!s->started)
		return NULL;
	r = next_before(s, s->held->ts);
	if (!r)
		r = next_map(s, s->held->ts);
	if (r)
		address_spaces__follow(s->spaces, r);
	if (!r && s->held->type == REC_STACK)
		r = next_symbol(s, (const struct rec_stack *)s->held);
	return r;
}

static void pass(struct source_stacks *s, const struct rec *rec)
{
	if (rec->type == REC_EXIT && rec->tid == rec->tgid)
		jit_maps__forget(s->jits, (pid_t)rec->tgid);
	if (rec->type != REC_MAP && rec->type != REC_SYMBOL)	/* those of others say the same */
		address_spaces__follow(s->spaces, rec);
	if (!s->started)
		s->began = rec->ts;
	s->started = true;
	s->last = rec->ts;
	s->held = NULL;
}

static int stacks_next(struct source *source, const struct rec **rec)
{
	struct source_stacks *s = (struct source_stacks *)source;
	int got;

	if (!s->held) {
		got = s->inner->ops->next(s->inner, &s->held);
		if (got != SOURCE_RECORD) {
			s->held = NULL;
			return got;
		}
		s->at = 0;
		look(s, s->held);
	}
	*rec = before_held(s);
	if (!*rec) {
		*rec = s->held;
		pass(s, *rec);
	}
	return SOURCE_RECORD;
}

static int stacks_wait(struct source *source, int ms, struct pollfd *others, unsigned n)
{
	struct source *inner = ((struct source_stacks *)source)->inner;

	return inner->ops->wait(inner, ms, others, n);
}

static void stacks_stop(struct source *source)
{
	struct source *inner = ((struct source_stacks *)source)->inner;

	inner->ops->stop(inner);
}

static void stacks_close(struct source *source)
{
	source_stacks__close((struct source_stacks *)source);
}

static const struct source_ops stacks_ops = {
	.next = stacks_next, .wait = stacks_wait, .stop = stacks_stop, .close = stacks_close,
};

/* -- Life ------------------------------------------------------------------------------------------------------------ */

int source_stacks__open(struct source_stacks **out, const struct options *o, const struct id_list *excluded, bool user_only)
{
	struct source_stacks *s = calloc(1, sizeof(*s));
	int err = s ? mmap_events__open(&s->maps) : -ENOMEM;
	if (!err) {
		s->source.ops = &stacks_ops;
		s->opt = o;
		s->user_only = user_only;
		s->spaces = address_spaces__new();
		s->jits = jit_maps__new();
		err = s->spaces && s->jits ? 0 : -ENOMEM;
	}
	for (unsigned i = 0; !err && i < excluded->n; i++)
		err = id_list__add(&s->excluded, excluded->ids[i]);
	if (err)
		source_stacks__close(s);
	else
		*out = s;
	return err;
}

struct source *source_stacks__over(struct source_stacks *s, struct source *inner)
{
	s->inner = inner;
	return &s->source;
}

void source_stacks__close(struct source_stacks *s)
{
	if (!s)
		return;
	mmap_events__close(s->maps);
	kallsyms__free(s->kernel);
	jit_maps__free(s->jits);
	address_spaces__free(s->spaces);
	buf__free(&s->before);
	free(s->excluded.ids);
	free(s->told);
	free(s);
}
