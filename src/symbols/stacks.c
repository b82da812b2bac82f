// SPDX-License-Identifier: BSD-2-Clause
/*
 * stacks.c - two caches of locations: the last one found per address and mappings (fixed size), and a hash table of all.
 *
 * Invariant: a location is valid while its `version` is that of the mappings or symbols it was looked up in; one in a file always is.
 */
#include "stacks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "address_spaces.h"
#include "elf_file.h"
#include "lib/escape.h"
#include "lib/fmt.h"
#include "lib/hash.h"
#include "lib/late.h"
#include "lib/out.h"
#include "unwind.h"

#define RECENT 8192		/* entries, a power of two */
#define LOCATIONS_MAX (1u << 20)	/* beyond that the table is emptied */

/* A location in the hash table. */
struct found {
	struct hash_node node;
	struct location location;
	const void *scope;	/* file, process, or kernel symbols */
	uint64_t at;		/* offset in the file, or address */
	uint64_t version;
};

struct recent {
	uint64_t id, ip;	/* id: of the mappings, 0: of the kernel */
	const struct found *found;
};

/* What a stack is of. A signal or an event may come between a call and its stack. */
enum stack_of { OF_CALL, OF_SIGNAL, OF_EVENT, STACK_KINDS };

/* A thread's last stack of a kind. */
struct held {
	struct hash_node node;
	bool fresh;		/* not yet taken by a call */
	size_t size;
	struct rec_stack *rec;	/* NULL: none yet */
	struct mappings *maps;	/* at the time of the stack: an execve changes them before its line is shown */
};

struct stacks {
	const struct options *opt;
	struct address_spaces *spaces;
	struct unwinder *unwinder;
	struct hash held;		/* of struct held */
	struct recent recent[RECENT];
	struct hash locations;		/* of struct found */
	struct out scratch;		/* for location.line */
	struct frame frames[2 * STACK_FRAMES];
};

struct stacks *stacks__new(const struct options *o, struct address_spaces *spaces)
{
	struct stacks *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->opt = o;
	s->spaces = spaces;
	spaces->free_user = elf_file__free;
	late_dw__load();
	s->unwinder = unwinder__new();
	if (s->unwinder && !out__open(&s->scratch, -1, 4096))
		return s;
	stacks__free(s);
	return NULL;
}

static void clear_location(struct location *p)
{
	free((char *)p->symbol);
	free((char *)p->module);
	free((char *)p->line);
	*p = (struct location){ 0 };
}

static void forget_locations(struct stacks *s)
{
	HASH_EACH(&s->locations, struct found, f) {
		clear_location(&f->location);
		free(f);
	}
	hash__free(&s->locations);
	memset(s->recent, 0, sizeof(s->recent));
}

static void held__free(struct held *h)
{
	mappings__put(h->maps);
	free(h->rec);
	free(h);
}

void stacks__free(struct stacks *s)
{
	if (!s)
		return;
	HASH_EACH(&s->held, struct held, h)
		held__free(h);
	hash__free(&s->held);
	forget_locations(s);
	out__close(&s->scratch);
	unwinder__free(s->unwinder);
	free(s);
}

/* -- A thread's last stack ------------------------------------------------------------------------------------------- */

static uint64_t key_of(uint32_t tid, enum stack_of of)
{
	return (uint64_t)tid * STACK_KINDS + of;
}

static enum stack_of kind_of(const struct rec_stack *r)
{
	return r->abi == STACK_OF_EVENT ? OF_EVENT : r->signo ? OF_SIGNAL : OF_CALL;
}

/* Do the counts agree with the record's length? */
static bool is_sound(const struct rec_stack *r)
{
	size_t words = (size_t)r->nkernel + r->nuser + r->nregs;

	return r->nkernel <= STACK_FRAMES && r->nuser <= STACK_FRAMES && r->nregs <= STACK_REGS &&
	       sizeof(*r) + words * sizeof(uint64_t) + r->copied <= r->rec.len;
}

static void hold(struct stacks *s, const struct rec_stack *r)
{
	struct held *h = is_sound(r) ? hash__need(&s->held, sizeof(*h), key_of(r->rec.tid, kind_of(r))) : NULL;
	struct rec_stack *rec;
	struct space *sp;

	if (!h)
		return;
	h->fresh = false;
	rec = h->size >= r->rec.len ? h->rec : realloc(h->rec, r->rec.len);
	if (!rec)
		return;
	h->rec = rec;
	h->size = h->size > r->rec.len ? h->size : r->rec.len;
	memcpy(rec, r, r->rec.len);
	sp = address_spaces__find(s->spaces, r->rec.tgid);
	mappings__put(h->maps);
	h->maps = mappings__get(sp ? sp->maps : NULL);
	h->fresh = true;
}

static void forget_thread(struct stacks *s, uint32_t tid, enum stack_of of)
{
	struct held *h = hash__find(&s->held, key_of(tid, of));

	if (!h)
		return;
	hash__remove(&s->held, &h->node);
	held__free(h);
}

void stacks__follow(struct stacks *s, const struct rec *rec)
{
	if (rec->type == REC_STACK)
		hold(s, (const struct rec_stack *)rec);
	for (enum stack_of of = 0; rec->type == REC_EXIT && of < STACK_KINDS; of++)
		forget_thread(s, rec->tid, of);
}

/* -- Locations ------------------------------------------------------------------------------------------------------- */

/* A known location, or a new one with version UINT64_MAX. NULL: no memory. */
static struct found *need_location(struct stacks *s, const void *scope, uint64_t at)
{
	uint64_t key = at ^ (uintptr_t)scope >> 4;
	struct found *f = HASH_FIND(&s->locations, key, struct found, x, x->at == at && x->scope == scope);

	if (f)
		return f;
	f = hash__new(&s->locations, sizeof(*f), key);
	if (!f)
		return NULL;
	f->scope = scope;
	f->at = at;
	f->version = UINT64_MAX;
	return f;
}

static void put_text(struct out *o, const char *text)
{
	escape__text(o, text, strlen(text), ESCAPE_BACKSLASH);
}

static void put_offset(struct out *o, uint64_t offset)
{
	char text[24];

	out__put(o, text, (size_t)snprintf(text, sizeof(text), "+0x%llx", (unsigned long long)offset));
}

/*
 *	[kernel] do_syscall_64+0x7f
 *	[kernel] nf_hook_slow+0x2e [nf_tables]
 *	main+0x1f (/usr/bin/prog)
 *	/usr/bin/prog+0x1f03
 *	0x7ff71a3bd000
 */
static void make_line(struct stacks *s, struct location *p, uint64_t ip)
{
	struct out *o = &s->scratch;
	bool known = p->symbol || p->module;

	out__line_begin(o);
	if (p->kernel)
		out__lit(o, "[kernel] ");
	if (known)
		put_text(o, p->symbol ? p->symbol : p->module);
	put_offset(o, known ? p->offset : ip);
	if (p->symbol && p->module) {
		out__put(o, p->kernel ? " [" : " (", 2);
		put_text(o, p->module);
		out__put(o, p->kernel ? "]" : ")", 1);
	}
	p->line_len = out__line_len(o);
	p->line = strndup(o->buf + o->line, p->line_len);
	o->p = o->buf + o->line;
	if (!p->line)
		p->line_len = 0;
	if (p->line && !known) {	/* an address alone has no plus sign */
		char *plus = strchr((char *)p->line, '+');

		memmove(plus, plus + 1, strlen(plus));
		p->line_len--;
	}
}

static char *copy_of(const char *text)
{
	return text && *text ? strdup(text) : NULL;
}

/*
 * A program counter. back = 1 for return addresses, which are looked up at ip - 1, for the call may be the last instruction of its
 * function; back = 0 if ip is the current instruction.
 */
struct pc {
	uint64_t ip;
	unsigned back;
};

static uint64_t looked_at(struct pc at)
{
	return at.ip - at.back;
}

static void fill_from_symbols(struct location *p, const struct symbols *symbols, struct pc at)
{
	const struct symbol *sym = symbols__find(symbols, looked_at(at));

	if (!sym)
		return;
	p->symbol = copy_of(sym->name);
	p->module = copy_of(sym->module);
	p->offset = at.ip - sym->start;
}

static const struct found *kernel_location(struct stacks *s, uint64_t ip)
{
	struct found *f = need_location(s, &s->spaces->kernel, ip);

	if (!f || f->version == s->spaces->kernel.n)
		return f;
	clear_location(&f->location);
	f->version = s->spaces->kernel.n;
	f->location.kernel = true;
	fill_from_symbols(&f->location, &s->spaces->kernel, (struct pc){ ip, 1 });
	make_line(s, &f->location, ip);
	return f;
}

static const struct found *file_location(struct stacks *s, const struct mapping *m, struct pc pc)
{
	uint64_t at = looked_at(pc) - m->start + m->pgoff, begins = 0;
	struct found *f = need_location(s, m->file, at << 1 | pc.back);
	const struct elf_file *e;
	const char *name;

	if (!f || !f->version)
		return f;
	f->version = 0;
	e = elf_file__of(m->file);
	name = e ? elf_file__symbol(e, at, &begins) : NULL;
	f->location = (struct location){
		.symbol = copy_of(name), .module = copy_of(m->file->path), .offset = at + pc.back - (name ? begins : 0),
		.file_offset = at + pc.back,
		.build_id = m->file->build_id, .build_id_len = m->file->build_id_len,
	};
	make_line(s, &f->location, pc.ip);
	return f;
}

static const struct found *unnamed_location(struct stacks *s, const struct space *sp, const struct mappings *maps, struct pc pc)
{
	uint64_t version = maps ? maps->id : 0;
	struct found *f = need_location(s, sp, pc.ip << 1 | pc.back);

	if (!f || f->version == version)
		return f;
	clear_location(&f->location);
	f->version = version;
	if (sp)
		fill_from_symbols(&f->location, &sp->code, pc);
	make_line(s, &f->location, pc.ip);
	return f;
}

static const struct found *user_location(struct stacks *s, const struct space *sp, const struct mappings *maps, struct pc pc)
{
	const struct mapping *m = mappings__code(maps, looked_at(pc));

	return m && m->file ? file_location(s, m, pc) : unnamed_location(s, sp, maps, pc);
}

static const struct location nowhere = { .line = "?", .line_len = 1 };

static struct recent *recent_of(struct stacks *s, uint64_t id, uint64_t ip)
{
	return &s->recent[(ip ^ ip >> 13 ^ id * 31) & (RECENT - 1)];
}

static const struct location *remember(struct recent *r, uint64_t id, uint64_t ip, const struct found *found)
{
	*r = (struct recent){ .id = found ? id : 0, .ip = ip, .found = found };
	return found ? &found->location : &nowhere;
}

static const struct location *in_kernel(struct stacks *s, uint64_t ip)
{
	uint64_t id = UINT64_MAX - s->spaces->kernel.n;
	struct recent *r = recent_of(s, id, ip);

	return r->id == id && r->ip == ip ? &r->found->location : remember(r, id, ip, kernel_location(s, ip));
}

/* Only return addresses are cached: others seldom repeat. */
static const struct location *in_process(struct stacks *s, const struct space *sp, const struct mappings *maps, struct pc pc)
{
	uint64_t id = maps && pc.back ? maps->id : 0;
	struct recent *r = recent_of(s, id, pc.ip);

	if (id && r->id == id && r->ip == pc.ip)
		return &r->found->location;
	return remember(r, id, pc.ip, user_location(s, sp, maps, pc));
}

/* -- Stacks ---------------------------------------------------------------------------------------------------------- */

/* Functions between the traced event and the BPF program or perf event that captures it. */
static bool is_tracing(const struct location *p)
{
	static const char *const begins[] = {
		"bpf_prog_", "bpf_trampoline_", "bpf_trace_run", "__bpf_trace_", "bpf_get_stack", "__traceiter_",
		"perf_trace_", "perf_call_bpf_", "perf_syscall_", "trace_call_bpf",
	};

	for (unsigned i = 0; p->symbol && i < sizeof(begins) / sizeof(begins[0]); i++)
		if (!strncmp(p->symbol, begins[i], strlen(begins[i])))
			return true;
	return false;
}

/* How many leading frames are the tracer's: its programs have no symbols without net.core.bpf_jit_kallsyms. */
static unsigned tracing_frames(struct stacks *s, const struct rec_stack *r)
{
	unsigned n = 0;

	for (unsigned i = 0; i < r->nkernel; i++) {
		const struct location *p = in_kernel(s, r->words[i]);

		if (is_tracing(p))
			n = i + 1;
		else if (p->symbol)
			break;
	}
	return n;
}

/* Where the kernel (5.10 on arm64) gives the tracepoint's address twice. */
static bool is_repeated(const struct stacks *s, uint64_t ip, unsigned n)
{
	return n == 1 && ip == s->frames[0].ip;
}

static unsigned kernel_frames(struct stacks *s, const struct rec_stack *r)
{
	unsigned n = 0;

	if (s->opt->stack_part == STACK_USER)
		return 0;
	for (unsigned i = tracing_frames(s, r); i < r->nkernel && n < s->opt->max_stack; i++)
		if (!is_repeated(s, r->words[i], n))
			s->frames[n++] = (struct frame){ .ip = r->words[i], .location = in_kernel(s, r->words[i]) };
	return n;
}

/* By DWARF; by frame pointers where DWARF finds no second frame (files missing, or too little of the stack copied). */
static unsigned user_ips(struct stacks *s, const struct held *h, uint64_t *ips)
{
	const struct rec_stack *r = h->rec;
	unsigned max = (unsigned)s->opt->max_stack, n = 0;

	if (r->nregs && r->abi == abi__native())
		n = unwinder__follow(s->unwinder, h->maps, r, ips, max);
	if (n > 1 || n >= r->nuser)
		return n;
	n = r->nuser < max ? r->nuser : max;
	memcpy(ips, r->words + r->nkernel, n * sizeof(*ips));
	return n;
}

/* A program without frame pointers gives arbitrary numbers: one where no code is mapped is no return address. */
static bool is_nonsense(const struct mappings *maps, uint64_t ip)
{
	return maps && maps->n && !mappings__code(maps, ip - 1);
}

static unsigned user_frames(struct stacks *s, const struct held *h, unsigned at)
{
	const struct space *sp = address_spaces__find(s->spaces, h->rec->rec.tgid);
	uint64_t ips[STACK_FRAMES];
	unsigned n = user_ips(s, h, ips), i;

	for (i = 0; i < n && !(i && is_nonsense(h->maps, ips[i])); i++) {
		struct pc pc = { ips[i], i || kind_of(h->rec) == OF_CALL || h->rec->nkernel };

		s->frames[at + i] = (struct frame){ .ip = ips[i], .location = in_process(s, sp, h->maps, pc) };
	}
	return i;
}

static const struct frame *take_held(struct stacks *s, struct held *h, unsigned *n)
{
	if (s->locations.n > LOCATIONS_MAX)
		forget_locations(s);
	h->fresh = false;
	*n = kernel_frames(s, h->rec);
	if (s->opt->stack_part != STACK_KERNEL)
		*n += user_frames(s, h, *n);
	return *n ? s->frames : NULL;
}

const struct frame *stacks__of(struct stacks *s, const struct rec_call *call, unsigned *n)
{
	struct held *h = hash__find(&s->held, key_of(call->rec.tid, OF_CALL));

	*n = 0;
	if (!h || !h->fresh || h->rec->nr != call->nr || h->rec->abi != call->abi)
		return NULL;
	return take_held(s, h, n);
}

const struct frame *stacks__of_signal(struct stacks *s, const struct rec_signal *signal, unsigned *n)
{
	struct held *h = signal->has & SIGNAL_STOPPED ? NULL : hash__find(&s->held, key_of(signal->rec.tid, OF_SIGNAL));
	unsigned nr = signal->has & SIGNAL_IGNORED ? STACK_OF_IGNORED : STACK_OF_SIGNAL;

	*n = 0;
	return h && h->fresh && h->rec->nr == nr && h->rec->signo == signal->signo ? take_held(s, h, n) : NULL;
}

const struct frame *stacks__of_event(struct stacks *s, const struct rec *rec, unsigned *n)
{
	struct held *h = hash__find(&s->held, key_of(rec->tid, OF_EVENT));

	*n = 0;
	return h && h->fresh && h->rec->rec.ts == rec->ts ? take_held(s, h, n) : NULL;
}
