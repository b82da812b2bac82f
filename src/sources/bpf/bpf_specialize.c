// SPDX-License-Identifier: BSD-2-Clause
/*
 * bpf_specialize.c - sparse conditional constant propagation, over the instructions of one BPF program.
 *
 * Registers are followed from the beginning of each function along the edges that may be taken. What a register holds is known if it does
 * on all of them; memory is not followed. Instructions that are never reached go; so do branches that are always or never taken, and what
 * computes a register that nothing reads afterwards. Known numbers take the place of what computes them, and of registers that are operands.
 */
#include "bpf_specialize.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define REGS 11
#define ARGS 0x3eu		/* r1 to r5 */
#define CLOBBERED 0x3fu		/* r0 to r5 */

enum kind { UNKNOWN, NUMBER, CONSTANTS };	/* CONSTANTS: the address of the memory, and `n` bytes */

struct reg { uint64_t n; uint8_t kind; };
struct regs { struct reg r[REGS]; };

enum mark {
	BEGINS = 1,		/* something jumps here: `in` has the registers */
	REACHED = 2,
	QUEUED = 4,
	GONE = 8,
};

struct specialized {
	struct bpf_insn *insns;
	size_t n;
	const struct bpf_constants *constants;
	uint8_t *marks;		/* enum mark */
	bool loops;		/* some instruction jumps back */
	struct regs **in;	/* NULL: not reached yet */
	size_t *queue, nqueue;
	uint16_t *live;		/* registers that are read later, before each instruction */
	uint32_t *moved;	/* new numbers of the instructions, and one more */
};

static bool is_wide(const struct bpf_insn *i)
{
	return i->code == (BPF_LD | BPF_IMM | BPF_DW);
}

static bool is_jump(const struct bpf_insn *i)
{
	unsigned class = BPF_CLASS(i->code), op = BPF_OP(i->code);

	return (class == BPF_JMP || class == BPF_JMP32) && op != BPF_CALL && op != BPF_EXIT;
}

static bool is_always(const struct bpf_insn *i)
{
	return i->code == (BPF_JMP | BPF_JA);
}

static bool is_call(const struct bpf_insn *i)
{
	return i->code == (BPF_JMP | BPF_CALL);
}

static bool is_exit(const struct bpf_insn *i)
{
	return i->code == (BPF_JMP | BPF_EXIT);
}

/* -- What registers hold --------------------------------------------------------------------------------------------- */

static struct reg number(uint64_t n)
{
	return (struct reg){ n, NUMBER };
}

static const struct reg unknown = { 0, UNKNOWN };

static bool is_alu(const struct bpf_insn *i)
{
	return BPF_CLASS(i->code) == BPF_ALU || BPF_CLASS(i->code) == BPF_ALU64;
}

/* The second operand, as the kernel extends it. */
static struct reg operand(const struct bpf_insn *i, const struct regs *in)
{
	return BPF_SRC(i->code) == BPF_X ? in->r[i->src_reg] : number((uint64_t)(int64_t)i->imm);
}

static struct reg computed(const struct bpf_insn *i, const struct regs *in)
{
	bool half = BPF_CLASS(i->code) == BPF_ALU;
	struct reg a = in->r[i->dst_reg], b = operand(i, in);
	uint64_t x = half ? (uint32_t)a.n : a.n, y = half ? (uint32_t)b.n : b.n, z;

	if (BPF_OP(i->code) == BPF_MOV && !i->off && (!half || b.kind != CONSTANTS))
		return half && b.kind == NUMBER ? number((uint32_t)b.n) : b;
	if (BPF_OP(i->code) == BPF_ADD && !half && a.kind == CONSTANTS && b.kind == NUMBER)
		return (struct reg){ a.n + b.n, CONSTANTS };
	if (a.kind != NUMBER || b.kind != NUMBER)
		return unknown;
	switch (BPF_OP(i->code)) {
	case BPF_ADD: z = x + y; break;
	case BPF_SUB: z = x - y; break;
	case BPF_AND: z = x & y; break;
	case BPF_OR: z = x | y; break;
	case BPF_XOR: z = x ^ y; break;
	case BPF_LSH: z = x << (y & (half ? 31 : 63)); break;
	case BPF_RSH: z = x >> (y & (half ? 31 : 63)); break;
	default: return unknown;
	}
	return number(half ? (uint32_t)z : z);
}

static bool is_constant_fd(const struct bpf_constants *c, int fd)
{
	return fd >= 0 && (fd == c->fds[0] || fd == c->fds[1]);
}

static struct reg immediate(const struct specialized *f, const struct bpf_insn *i)
{
	if (!i->src_reg)
		return number((uint32_t)i[0].imm | (uint64_t)(uint32_t)i[1].imm << 32);
	if (i->src_reg == BPF_PSEUDO_MAP_VALUE && is_constant_fd(f->constants, i->imm))
		return (struct reg){ (uint32_t)i[1].imm, CONSTANTS };
	return unknown;
}

static struct reg loaded(const struct specialized *f, const struct bpf_insn *i, const struct regs *in)
{
	static const uint8_t sizes[] = { [BPF_W >> 3] = 4, [BPF_H >> 3] = 2, [BPF_B >> 3] = 1, [BPF_DW >> 3] = 8 };
	struct reg at = in->r[i->src_reg];
	uint64_t from = at.n + (uint64_t)(int64_t)i->off, value = 0;
	unsigned size = sizes[BPF_SIZE(i->code) >> 3];

	if (BPF_MODE(i->code) != BPF_MEM || at.kind != CONSTANTS || from > f->constants->size || f->constants->size - from < size)
		return unknown;
	/* BPF has the byte order of the host */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	memcpy(&value, (const char *)f->constants->value + from, size);
#else
	memcpy((char *)&value + sizeof(value) - size, (const char *)f->constants->value + from, size);
#endif
	return number(value);
}

/* Atomic instructions write a register, or r0, too: nothing is known then. */
static void execute(const struct specialized *f, const struct bpf_insn *i, struct regs *r)
{
	unsigned class = BPF_CLASS(i->code);

	if (is_wide(i))
		r->r[i->dst_reg] = immediate(f, i);
	else if (is_alu(i))
		r->r[i->dst_reg] = computed(i, r);
	else if (class == BPF_LDX)
		r->r[i->dst_reg] = loaded(f, i, r);
	else if (class == BPF_STX && BPF_MODE(i->code) != BPF_MEM)
		r->r[0] = r->r[i->src_reg] = unknown;
	else if (is_call(i))
		memset(r->r, 0, 6 * sizeof(r->r[0]));
}

enum taken { NEVER, ALWAYS, EITHER };

static enum taken compared(uint8_t op, uint64_t x, uint64_t y, int64_t sx, int64_t sy)
{
	switch (op) {
	case BPF_JEQ: return x == y;
	case BPF_JNE: return x != y;
	case BPF_JGT: return x > y;
	case BPF_JGE: return x >= y;
	case BPF_JLT: return x < y;
	case BPF_JLE: return x <= y;
	case BPF_JSET: return (x & y) != 0;
	case BPF_JSGT: return sx > sy;
	case BPF_JSGE: return sx >= sy;
	case BPF_JSLT: return sx < sy;
	case BPF_JSLE: return sx <= sy;
	}
	return EITHER;
}

static enum taken jumps(const struct bpf_insn *i, const struct regs *in)
{
	struct reg a = in->r[i->dst_reg], b = operand(i, in);

	if (is_always(i))
		return ALWAYS;
	if (a.kind != NUMBER || b.kind != NUMBER)
		return EITHER;
	if (BPF_CLASS(i->code) == BPF_JMP32)
		return compared(BPF_OP(i->code), (uint32_t)a.n, (uint32_t)b.n, (int32_t)a.n, (int32_t)b.n);
	return compared(BPF_OP(i->code), a.n, b.n, (int64_t)a.n, (int64_t)b.n);
}

/* -- Following the edges --------------------------------------------------------------------------------------------- */

/* Where a jump or a call of a function leads. */
static size_t target_of(const struct bpf_insn *i, size_t at)
{
	return at + 1 + (size_t)(ptrdiff_t)(is_jump(i) ? i->off : i->imm);
}

static bool calls_function(const struct bpf_insn *i)
{
	return is_call(i) && i->src_reg == BPF_PSEUDO_CALL;
}

/* Can the program be followed? Marks where edges other than from the instruction before lead. */
static bool find_targets(struct specialized *f)
{
	for (size_t i = 0; i < f->n; i++) {
		const struct bpf_insn *p = &f->insns[i];
		bool wide = is_wide(p), away = is_jump(p) || calls_function(p);

		if (p->dst_reg >= REGS || p->src_reg >= REGS || (wide && (i + 1 == f->n || p->src_reg == BPF_PSEUDO_FUNC)))
			return false;
		if (p->code == (BPF_JMP32 | BPF_JA) || (BPF_CLASS(p->code) == BPF_LD && !wide))	/* gotol; loads from packets */
			return false;
		if (away && target_of(p, i) >= f->n)
			return false;
		if (away)
			f->marks[target_of(p, i)] |= BEGINS;
		f->loops |= is_jump(p) && target_of(p, i) <= i;
		i += wide;
	}
	return true;
}

/* Joins what is known on another way to an instruction. false: no memory. */
static bool reach(struct specialized *f, size_t at, const struct regs *regs)
{
	struct regs *in = f->in[at];
	bool changed = !in;

	if (!in) {
		in = f->in[at] = malloc(sizeof(*in));
		if (!in)
			return false;
		*in = *regs;
	}
	for (unsigned i = 0; i < REGS; i++) {
		struct reg *r = &in->r[i];

		if (r->kind == UNKNOWN || (r->kind == regs->r[i].kind && r->n == regs->r[i].n))
			continue;
		*r = unknown;
		changed = true;
	}
	if (changed && !(f->marks[at] & QUEUED)) {
		f->marks[at] |= QUEUED;
		f->queue[f->nqueue++] = at;
	}
	return true;
}

/* Follows the program from an instruction to the next one that something jumps to. false: no memory, or it runs out of the program. */
static bool follow(struct specialized *f, size_t at)
{
	static const struct regs fresh;
	struct regs regs = *f->in[at];
	size_t from = at;

	f->marks[at] &= ~QUEUED;
	for (; at < f->n; at += 1 + is_wide(&f->insns[at])) {
		const struct bpf_insn *i = &f->insns[at];
		enum taken taken = is_jump(i) ? jumps(i, &regs) : NEVER;

		if (at != from && f->marks[at] & BEGINS)
			return reach(f, at, &regs);
		f->marks[at] |= REACHED;
		if (is_exit(i))
			return true;
		if (calls_function(i) && !reach(f, target_of(i, at), &fresh))
			return false;
		if (taken != NEVER && !reach(f, target_of(i, at), &regs))
			return false;
		if (taken == ALWAYS)
			return true;
		execute(f, i, &regs);
	}
	return false;
}

static bool follow_all(struct specialized *f)
{
	static const struct regs fresh;

	f->marks[0] |= BEGINS;
	if (!reach(f, 0, &fresh))
		return false;
	while (f->nqueue)
		if (!follow(f, f->queue[--f->nqueue]))
			return false;
	return true;
}

/* -- Changing the program -------------------------------------------------------------------------------------------- */

/* Puts the number in place of what loads or computes it, if it fits. */
static void put_number(struct bpf_insn *i, struct reg value)
{
	if (value.kind == NUMBER && value.n <= INT32_MAX)
		*i = (struct bpf_insn){ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = i->dst_reg, .imm = (__s32)value.n };
}

/* May the number be an immediate of this instruction? The kernel refuses some operands that registers may have. */
static bool may_be_immediate(const struct bpf_insn *i, uint64_t n)
{
	unsigned class = BPF_CLASS(i->code), op = BPF_OP(i->code);
	bool half = class == BPF_ALU || class == BPF_JMP32;

	if (class == BPF_ALU || class == BPF_ALU64) {
		if (op == BPF_END || op == BPF_NEG || i->off || ((op == BPF_DIV || op == BPF_MOD) && !n))
			return false;
		if ((op == BPF_LSH || op == BPF_RSH || op == BPF_ARSH) && n >= (half ? 32 : 64))
			return false;
	}
	return half || (int64_t)n == (int32_t)n;
}

static void put_operand(struct bpf_insn *i, const struct regs *regs)
{
	struct reg b = regs->r[i->src_reg];

	if (BPF_SRC(i->code) != BPF_X || b.kind != NUMBER || !may_be_immediate(i, b.n))
		return;
	i->code = (i->code & ~BPF_X) | BPF_K;
	i->src_reg = 0;
	i->imm = (__s32)b.n;
}

static void simplify_insn(struct specialized *f, size_t at, const struct regs *regs)
{
	struct bpf_insn *i = &f->insns[at];
	enum taken taken;

	if (BPF_CLASS(i->code) == BPF_LDX)
		put_number(i, loaded(f, i, regs));
	else if (is_alu(i))
		put_number(i, computed(i, regs));
	if (is_alu(i))
		put_operand(i, regs);
	if (!is_jump(i))
		return;
	taken = jumps(i, regs);
	if (taken == NEVER)
		f->marks[at] |= GONE;
	else if (taken == ALWAYS)
		*i = (struct bpf_insn){ .code = BPF_JMP | BPF_JA, .off = i->off };
	else
		put_operand(i, regs);
}

static void simplify_all(struct specialized *f)
{
	struct regs regs = { 0 };

	for (size_t at = 0; at < f->n; at += 1 + is_wide(&f->insns[at])) {
		struct bpf_insn before = f->insns[at];

		if (!(f->marks[at] & REACHED))
			continue;
		if (f->marks[at] & BEGINS)
			regs = *f->in[at];
		simplify_insn(f, at, &regs);
		execute(f, is_wide(&before) ? &f->insns[at] : &before, &regs);
	}
}

/* Does the instruction nothing but set a register? */
static bool is_pure(const struct bpf_insn *i)
{
	return is_wide(i) || is_alu(i);
}

static uint16_t reads(const struct bpf_insn *i)
{
	unsigned class = BPF_CLASS(i->code);
	uint16_t dst = 1u << i->dst_reg, src = 1u << i->src_reg;

	if (is_wide(i) || is_always(i))
		return 0;
	if (is_alu(i))
		return (BPF_OP(i->code) == BPF_MOV ? 0 : dst) | (BPF_SRC(i->code) == BPF_X ? src : 0);
	if (class == BPF_LDX)
		return src;
	if (class == BPF_ST)
		return dst;
	if (is_call(i))
		return ARGS;
	if (is_exit(i))
		return 1;
	if (class == BPF_STX)
		return dst | src | 1;	/* r0: of a comparing exchange */
	return dst | (BPF_SRC(i->code) == BPF_X ? src : 0);
}

static uint16_t writes(const struct bpf_insn *i)
{
	return is_call(i) ? CLOBBERED : is_pure(i) || BPF_CLASS(i->code) == BPF_LDX ? 1u << i->dst_reg : 0;
}

static bool is_kept(const struct specialized *f, size_t at)
{
	return f->marks[at] & REACHED && !(f->marks[at] & GONE);
}

/* An instruction that is reached, as find_live() sees it. */
struct effect {
	uint32_t at, next;
	uint32_t target;	/* of a jump; `next` of others */
	uint16_t reads, writes;
	bool pure;		/* it is not needed if nothing reads what it writes */
};

/* Returns their number. Where nothing follows, `next` is the program's end, where no register is live. */
static size_t list_effects(const struct specialized *f, struct effect *effects)
{
	size_t n = 0;

	for (size_t at = 0; at < f->n; at++) {
		const struct bpf_insn *i = &f->insns[at];
		bool gone = f->marks[at] & GONE, ends = is_exit(i) || is_always(i);
		uint32_t next = (uint32_t)(ends ? f->n : at + 1 + is_wide(i));
		uint32_t target = is_jump(i) && !gone ? (uint32_t)target_of(i, at) : next;

		if (f->marks[at] & REACHED)
			effects[n++] = (struct effect){ (uint32_t)at, next, target, gone ? 0 : reads(i), gone ? 0 : writes(i), is_pure(i) };
		at += is_wide(i);
	}
	return n;
}

/* One pass backwards; a register is live before an instruction if it may be read from there on. */
static bool find_live(struct specialized *f, const struct effect *effects, size_t n)
{
	bool changed = false;

	while (n--) {
		const struct effect *e = &effects[n];
		uint16_t after = f->live[e->next] | f->live[e->target];
		uint16_t live = e->pure && !(after & e->writes) ? after : (after & ~e->writes) | e->reads;

		changed |= live != f->live[e->at];
		f->live[e->at] = live;
	}
	return changed;
}

/* false: no memory */
static bool drop_dead(struct specialized *f)
{
	struct effect *effects = malloc(f->n * sizeof(*effects));
	size_t n = effects ? list_effects(f, effects) : 0;

	while (n && find_live(f, effects, n) && f->loops)
		;
	for (size_t k = 0; k < n; k++)
		if (effects[k].pure && !(f->live[effects[k].next] & effects[k].writes))
			f->marks[effects[k].at] |= GONE;
	free(effects);
	return n;
}

static void number_insns(struct specialized *f)
{
	uint32_t next = 0;

	for (size_t at = 0; at < f->n; at++) {
		bool wide = is_wide(&f->insns[at]);

		f->moved[at] = next;
		if (is_kept(f, at))
			next += 1 + wide;
		if (wide)
			f->moved[++at] = next;
	}
	f->moved[f->n] = next;
}

/* Jumps to the next instruction go. */
static bool drop_jumps(struct specialized *f)
{
	bool any = false;

	for (size_t at = 0; at < f->n; at++) {
		const struct bpf_insn *i = &f->insns[at];

		if (is_kept(f, at) && is_always(i) && f->moved[target_of(i, at)] == f->moved[at] + 1) {
			f->marks[at] |= GONE;
			any = true;
		}
	}
	return any;
}

static void move_insn(struct specialized *f, size_t at)
{
	struct bpf_insn *i = &f->insns[at], *to = &f->insns[f->moved[at]];
	int distance = 0;

	if (is_jump(i) || calls_function(i))
		distance = (int)f->moved[target_of(i, at)] - (int)f->moved[at] - 1;
	to[0] = i[0];
	if (is_wide(i))
		to[1] = i[1];
	if (is_jump(to))
		to->off = (__s16)distance;
	else if (calls_function(to))
		to->imm = distance;
}

static void move_all(struct specialized *f)
{
	for (size_t at = 0; at < f->n; at++) {
		bool wide = is_wide(&f->insns[at]);

		if (is_kept(f, at))
			move_insn(f, at);
		at += wide;
	}
}

static unsigned move_functions(const struct specialized *f, struct bpf_func_info *funcs, unsigned n)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < n; i++) {
		size_t at = funcs[i].insn_off;

		if (at >= f->n || !(f->marks[at] & REACHED))
			continue;
		funcs[kept] = funcs[i];
		funcs[kept++].insn_off = f->moved[at];
	}
	return kept;
}

static size_t specialize(struct specialized *f, struct bpf_func_info *funcs, unsigned *nfuncs)
{
	if (!find_targets(f) || !follow_all(f))
		return 0;
	simplify_all(f);
	if (!drop_dead(f))
		return 0;
	number_insns(f);
	while (drop_jumps(f))
		number_insns(f);
	*nfuncs = move_functions(f, funcs, *nfuncs);
	move_all(f);
	return f->moved[f->n];
}

/* Memory that is written before it is read: a page that is read first takes two page faults. NULL: none. */
static void *zeroed(size_t n)
{
	void *p = malloc(n);

	__asm__("" : "+r"(p));		/* otherwise the compiler calls calloc(), which does not write to new pages */
	return p ? memset(p, 0, n) : NULL;
}

size_t bpf_specialize__program(struct bpf_insn *insns, size_t n, struct bpf_func_info *funcs, unsigned *nfuncs, const struct bpf_constants *c)
{
	struct specialized f = {
		.insns = insns, .n = n, .constants = c,
		.marks = zeroed(n * sizeof(*f.marks)), .in = zeroed(n * sizeof(*f.in)), .queue = malloc(n * sizeof(*f.queue)),
		.live = zeroed((n + 1) * sizeof(*f.live)), .moved = malloc((n + 1) * sizeof(*f.moved)),
	};
	size_t left = f.marks && f.in && f.queue && f.live && f.moved ? specialize(&f, funcs, nfuncs) : 0;

	for (size_t i = 0; f.in && i < n; i++)
		free(f.in[i]);
	free(f.marks);
	free(f.in);
	free(f.queue);
	free(f.live);
	free(f.moved);
	return left;
}
