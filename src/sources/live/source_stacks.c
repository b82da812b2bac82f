// SPDX-License-Identifier: BSD-2-Clause
/* source_stacks.c - owns the symbols of the kernel and of JIT code, and which of them were reported. */
#include "source_stacks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/msg.h"
#include "lib/record.h"
#include "symbols/address_spaces.h"
#include "symbols/jit_map.h"
#include "symbols/kallsyms.h"

#define KNOWN 4096		/* kernel addresses in the cache, a power of two */
#define NAME_MAX_LEN 1024	/* longer symbols (C++ templates) are cut */

struct source_stacks {
	struct layer layer;
	const struct options *opt;
	bool user_only;
	pid_t child;
	struct kallsyms *kernel;	/* NULL: not permitted */
	bool *reported;			/* by index in `kernel` */
	uint64_t known[KNOWN];		/* addresses whose symbol was reported */
	struct jit_maps *jits;
	struct address_spaces *spaces;
	unsigned at;			/* the held stack's next address to look up */
	uint64_t began;			/* ns: time of the first record; 0: none yet */
	union {
		struct rec_symbol symbol;
		char bytes[sizeof(struct rec_symbol) + NAME_MAX_LEN + 128];
	} given;
};

static int read_kernel(struct layer *l, pid_t child)
{
	struct source_stacks *s = (struct source_stacks *)l;

	s->child = child;
	if (s->user_only)
		return 0;
	s->kernel = kallsyms__read(KALLSYMS_PATH);	/* after loading, so that it has the tracer's own BPF programs */
	if (s->kernel)
		s->reported = calloc(kallsyms__count(s->kernel), sizeof(*s->reported));
	else
		msg__note("the kernel's symbols may not be read, so its frames are shown as addresses: root may, or see kptr_restrict in proc(5)");
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
	r->rec = record__head(REC_SYMBOL, sizeof(*r) + len + module_len, s->layer.held->ts, tgid, tgid);
	r->start = start;
	r->end = end;
	r->name_len = (uint32_t)len;
	r->module_len = (uint32_t)module_len;
	memcpy(r->text, name, len);
	memcpy(r->text + len, module, module_len);
	return &r->rec;
}

/* Return addresses: the call before them may be the last instruction of its function. */
#define LOOKED_AT(ip) ((ip) - 1)

static const struct rec *kernel_symbol(struct source_stacks *s, uint64_t ip)
{
	uint64_t *known = &s->known[(ip ^ ip >> 12) & (KNOWN - 1)];
	struct ksym sym;

	if (*known == ip || !s->kernel || !s->reported)
		return NULL;
	*known = ip;
	if (!kallsyms__find(s->kernel, LOOKED_AT(ip), &sym) || s->reported[sym.index])
		return NULL;
	s->reported[sym.index] = true;
	return make_symbol(s, 0, sym.start, sym.end, sym.name, sym.module ? sym.module : "");
}

/* Only for memory without a file: symbols of files are looked up when stacks are shown. */
static const struct rec *user_symbol(struct source_stacks *s, const struct rec *rec, uint64_t ip)
{
	const struct space *sp = address_spaces__find(s->spaces, rec->tgid);
	const struct mapping *m = sp ? mappings__code(sp->maps, LOOKED_AT(ip)) : NULL;
	struct jit_symbol *sym;
	char file[40];

	if (!m || m->file)
		return NULL;
	sym = jit_maps__find(s->jits, (pid_t)rec->tgid, LOOKED_AT(ip), rec->ts);
	if (!sym || sym->reported)
		return NULL;
	sym->reported = true;
	snprintf(file, sizeof(file), "perf-%u.map", rec->tgid);
	return make_symbol(s, rec->tgid, sym->start, sym->end, sym->name, file);
}

/* -- The order ------------------------------------------------------------------------------------------------------- */

/* Mappings of other processes come, too. Those with the first record's time are the snapshot of the targets. */
static bool is_traced(const struct source_stacks *s, const struct rec *rec)
{
	return s->opt->all || rec->ts == s->began || (pid_t)rec->tgid == s->child || address_spaces__find(s->spaces, rec->tgid);
}

static enum layer_verdict look(struct layer *l, const struct rec *rec)
{
	struct source_stacks *s = (struct source_stacks *)l;

	if (!s->began)
		s->began = rec->ts;
	if (rec->type == REC_MAP && !is_traced(s, rec))
		return LAYER_DROPS;
	if (rec->type == REC_EXIT && rec->tid == rec->tgid)
		jit_maps__forget(s->jits, (pid_t)rec->tgid);
	address_spaces__follow(s->spaces, rec);
	s->at = 0;
	return rec->type == REC_STACK ? LAYER_HOLDS : LAYER_PASSES;
}

/* The next symbol record that the held stack needs. */
static const struct rec *before(struct layer *l, const struct rec *held)
{
	struct source_stacks *s = (struct source_stacks *)l;
	const struct rec_stack *r = (const struct rec_stack *)held;
	const struct rec *found = NULL;

	while (!found && s->at < (unsigned)r->nkernel + r->nuser) {
		uint64_t ip = r->words[s->at];

		found = s->at < r->nkernel ? kernel_symbol(s, ip) : user_symbol(s, held, ip);
		s->at++;
	}
	return found;
}

static void free_stacks(struct layer *l)
{
	struct source_stacks *s = (struct source_stacks *)l;

	kallsyms__free(s->kernel);
	jit_maps__free(s->jits);
	address_spaces__free(s->spaces);
	free(s->reported);
	free(s);
}

static const struct layer_ops stacks_ops = { .look = look, .before = before, .select = read_kernel, .free = free_stacks };

int source_stacks__open(struct source **out, struct source *below, const struct options *o, bool user_only)
{
	struct source_stacks *s = calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	s->opt = o;
	s->user_only = user_only;
	s->spaces = address_spaces__new();
	s->jits = jit_maps__new();
	if (!s->spaces || !s->jits) {
		free_stacks(&s->layer);
		return -ENOMEM;
	}
	*out = source_layer__over(&s->layer, &stacks_ops, below);
	return 0;
}
