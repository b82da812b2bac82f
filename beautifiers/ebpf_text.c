// SPDX-License-Identifier: BSD-2-Clause
/*
 * ebpf_text.c - instructions of eBPF (linux/bpf.h) in the notation of the kernel's verifier log and of `bpftool prog dump xlated`, without
 * the opcode before it. Maps, functions and BTF types are shown as the program passes them: map[fd:5].
 */
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>

#include "program.h"

/* Of linux/bpf.h since 4.15 */
enum {
	CLASS_LD, CLASS_LDX, CLASS_ST, CLASS_STX, CLASS_ALU, CLASS_JMP, CLASS_JMP32, CLASS_ALU64,
	MODE_IMM = 0x00, MODE_ABS = 0x20, MODE_IND = 0x40, MODE_MEM = 0x60, MODE_MEMSX = 0x80, MODE_ATOMIC = 0xc0,
	SOURCE_REG = 0x08, LDDW = 0x18,
	ALU_ADD = 0x00, ALU_DIV = 0x30, ALU_OR = 0x40, ALU_AND = 0x50, ALU_NEG = 0x80, ALU_MOD = 0x90, ALU_XOR = 0xa0, ALU_MOV = 0xb0, ALU_END = 0xd0,
	JMP_JA = 0x00, JMP_CALL = 0x80, JMP_EXIT = 0x90, JMP_JCOND = 0xe0,
	FETCH = 0x01, XCHG = 0xe1, CMPXCHG = 0xf1, LOAD_ACQ = 0x100, STORE_REL = 0x110,
	PSEUDO_MAP_FD = 1, PSEUDO_MAP_VALUE, PSEUDO_BTF_ID, PSEUDO_FUNC, PSEUDO_MAP_IDX, PSEUDO_MAP_IDX_VALUE,
	PSEUDO_CALL = 1, PSEUDO_KFUNC,
};

struct insn {
	unsigned code, dst, src;
	int off;
	int32_t imm;
	uint32_t next;		/* imm of the second slot */
};

/* Helpers by number. The macro of headers before 6.2 has no numbers, and not the last two. */
#ifdef ___BPF_FUNC_MAPPER
#define HELPER(n, number, ...) [number] = "bpf_" #n,
static const char *const helpers[] = { ___BPF_FUNC_MAPPER(HELPER, ) };
#else
#define HELPER(n) "bpf_" #n
static const char *const helpers[] = { __BPF_FUNC_MAPPER(HELPER) [210] = "bpf_cgrp_storage_get", "bpf_cgrp_storage_delete" };
#endif

static const char *helper_name(int32_t n)
{
	return n > 0 && (size_t)n < sizeof(helpers) / sizeof(helpers[0]) && helpers[n] ? helpers[n] : "unknown";
}

#define PUT(...) snprintf(text, INSN_TEXT, __VA_ARGS__)

/* What the kernel has no notation for. */
static void put_unknown(char *text, const struct insn *i)
{
	PUT("code 0x%02x, dst %u, src %u, off %d, imm 0x%x", i->code, i->dst, i->src, i->off, (uint32_t)i->imm);
}

static const char *const sizes[] = { "u32", "u16", "u8", "u64" }, *const signed_sizes[] = { "s32", "s16", "s8", "s64" };

static const char *size_of(const struct insn *i)
{
	return sizes[i->code >> 3 & 3];
}

static bool is_64(const struct insn *i)
{
	return (i->code >> 3 & 3) == 3;
}

/* -- Arithmetic ---------------------------------------------------------------------------------------------------------- */

static const char *alu_op(unsigned op, bool is_signed)
{
	static const char *const ops[] = { "+=", "-=", "*=", "/=", "|=", "&=", "<<=", ">>=", NULL, "%=", "^=", "=", "s>>=" };

	if (is_signed)
		return op == ALU_DIV ? "s/=" : op == ALU_MOD ? "s%=" : NULL;
	return op >> 4 < sizeof(ops) / sizeof(ops[0]) ? ops[op >> 4] : NULL;
}

static void put_swap(char *text, const struct insn *i, bool alu64)
{
	const char *how = alu64 ? "bswap" : i->code & SOURCE_REG ? "be" : "le";

	if (alu64 && i->code & SOURCE_REG)
		put_unknown(text, i);
	else
		PUT("r%u = %s%d r%u", i->dst, how, i->imm, i->dst);
}

/* A move whose offset says how the value is extended, or that it is an address of another space. */
static bool put_move(char *text, const struct insn *i, char reg)
{
	bool wide = reg == 'r';

	if (i->off == 1 && wide)
		PUT("r%u = addr_space_cast(r%u, %u, %u)", i->dst, i->src, (uint32_t)i->imm >> 16, (uint16_t)i->imm);
	else if (i->off == 8 || i->off == 16 || (i->off == 32 && wide))
		PUT("%c%u = (s%d)%c%u", reg, i->dst, i->off, reg, i->src);
	else
		return false;
	return true;
}

static void put_alu(char *text, const struct insn *i)
{
	bool alu64 = (i->code & 7) == CLASS_ALU64;
	unsigned op = i->code & 0xf0;
	char reg = alu64 ? 'r' : 'w';
	const char *name = i->off == 0 || i->off == 1 ? alu_op(op, i->off == 1) : NULL;

	if (op == ALU_END)
		put_swap(text, i, alu64);
	else if (op == ALU_NEG && !(i->code & SOURCE_REG))
		PUT("%c%u = -%c%u", reg, i->dst, reg, i->dst);
	else if (op == ALU_MOV && i->code & SOURCE_REG && i->off && put_move(text, i, reg))
		return;
	else if (!name)
		put_unknown(text, i);
	else if (i->code & SOURCE_REG)
		PUT("%c%u %s %c%u", reg, i->dst, name, reg, i->src);
	else
		PUT("%c%u %s %d", reg, i->dst, name, i->imm);
}

/* -- Memory -------------------------------------------------------------------------------------------------------------- */

static void put_atomic(char *text, const struct insn *i)
{
	const char *name = NULL, *width = is_64(i) ? "64" : "", *size = size_of(i);
	bool word = is_64(i) || !(i->code >> 3 & 3);	/* 4 or 8 bytes */
	unsigned op = (uint32_t)i->imm & ~(unsigned)FETCH;

	if (i->imm == LOAD_ACQ) {
		PUT("r%u = load_acquire((%s *)(r%u %+d))", i->dst, size, i->src, i->off);
		return;
	}
	if (i->imm == STORE_REL) {
		PUT("store_release((%s *)(r%u %+d), r%u)", size, i->dst, i->off, i->src);
		return;
	}
	if (op == ALU_ADD || op == ALU_OR || op == ALU_AND || op == ALU_XOR)
		name = op == ALU_ADD ? "add" : op == ALU_OR ? "or" : op == ALU_AND ? "and" : "xor";
	if (!word)
		put_unknown(text, i);
	else if (i->imm == CMPXCHG)
		PUT("r0 = atomic%s_cmpxchg((%s *)(r%u %+d), r0, r%u)", width, size, i->dst, i->off, i->src);
	else if (i->imm == XCHG)
		PUT("r%u = atomic%s_xchg((%s *)(r%u %+d), r%u)", i->src, width, size, i->dst, i->off, i->src);
	else if (name && i->imm & FETCH)
		PUT("r%u = atomic%s_fetch_%s((%s *)(r%u %+d), r%u)", i->src, width, name, size, i->dst, i->off, i->src);
	else if (name)
		PUT("lock *(%s *)(r%u %+d) %s r%u", size, i->dst, i->off, alu_op(op, false), i->src);
	else
		put_unknown(text, i);
}

static void put_memory(char *text, const struct insn *i)
{
	unsigned class = i->code & 7, mode = i->code & 0xe0;

	if (class == CLASS_LDX && mode == MODE_MEM)
		PUT("r%u = *(%s *)(r%u %+d)", i->dst, size_of(i), i->src, i->off);
	else if (class == CLASS_LDX && mode == MODE_MEMSX && !is_64(i))
		PUT("r%u = *(%s *)(r%u %+d)", i->dst, signed_sizes[i->code >> 3 & 3], i->src, i->off);
	else if (class == CLASS_STX && mode == MODE_MEM)
		PUT("*(%s *)(r%u %+d) = r%u", size_of(i), i->dst, i->off, i->src);
	else if (class == CLASS_STX && mode == MODE_ATOMIC)
		put_atomic(text, i);
	else if (class == CLASS_ST && mode == MODE_MEM)
		PUT("*(%s *)(r%u %+d) = %d", size_of(i), i->dst, i->off, i->imm);
	else if (class == CLASS_LD && mode == MODE_ABS && !is_64(i))
		PUT("r0 = *(%s *)skb[%d]", size_of(i), i->imm);
	else if (class == CLASS_LD && mode == MODE_IND && !is_64(i))
		PUT("r0 = *(%s *)skb[r%u + %d]", size_of(i), i->src, i->imm);
	else
		put_unknown(text, i);
}

/* Two slots: a number of 64 bits, or what the source register says. */
static void put_lddw(char *text, const struct insn *i)
{
	uint32_t imm = (uint32_t)i->imm;

	switch (i->src) {
	case 0:
		PUT("r%u = 0x%llx", i->dst, (unsigned long long)((uint64_t)i->next << 32 | imm));
		return;
	case PSEUDO_MAP_FD:
		PUT("r%u = map[fd:%d]", i->dst, i->imm);
		return;
	case PSEUDO_MAP_VALUE:
		PUT("r%u = map[fd:%d][0]+%u", i->dst, i->imm, i->next);
		return;
	case PSEUDO_BTF_ID:
		PUT("r%u = btf[fd:%d][%u]", i->dst, (int32_t)i->next, imm);
		return;
	case PSEUDO_FUNC:
		PUT("r%u = subprog[%+d]", i->dst, i->imm);
		return;
	case PSEUDO_MAP_IDX:
		PUT("r%u = map[idx:%u]", i->dst, imm);
		return;
	case PSEUDO_MAP_IDX_VALUE:
		PUT("r%u = map[idx:%u]+%u", i->dst, imm, i->next);
		return;
	default:
		put_unknown(text, i);
	}
}

/* -- Jumps --------------------------------------------------------------------------------------------------------------- */

static void put_call(char *text, const struct insn *i)
{
	if (i->code & SOURCE_REG)
		PUT("callx r%u", i->dst);
	else if (i->src == PSEUDO_CALL)
		PUT("call pc%+d", i->imm);
	else if (i->src == PSEUDO_KFUNC)
		PUT("call kernel-function#%d", i->imm);
	else if (i->src == 0)
		PUT("call %s#%d", helper_name(i->imm), i->imm);
	else
		put_unknown(text, i);
}

static void put_jump(char *text, const struct insn *i)
{
	static const char *const ops[] = { NULL, "==", ">", ">=", "&", "!=", "s>", "s>=", NULL, NULL, "<", "<=", "s<", "s<=", NULL, NULL };
	bool jmp32 = (i->code & 7) == CLASS_JMP32, reg = i->code & SOURCE_REG;
	unsigned op = i->code & 0xf0;
	char r = jmp32 ? 'w' : 'r';

	if (ops[op >> 4] && reg)
		PUT("if %c%u %s %c%u goto pc%+d", r, i->dst, ops[op >> 4], r, i->src, i->off);
	else if (ops[op >> 4])
		PUT("if %c%u %s 0x%x goto pc%+d", r, i->dst, ops[op >> 4], (uint32_t)i->imm, i->off);
	else if (op == JMP_JA && reg && !jmp32)
		PUT("gotox r%u", i->dst);
	else if (op == JMP_JA && !reg)
		PUT(jmp32 ? "gotol pc%+d" : "goto pc%+d", jmp32 ? i->imm : i->off);
	else if (op == JMP_CALL && !jmp32)
		put_call(text, i);
	else if (op == JMP_EXIT && !jmp32 && !reg)
		PUT("exit");
	else if (op == JMP_JCOND && !jmp32 && !reg && !i->src)
		PUT("may_goto pc%+d", i->off);
	else
		put_unknown(text, i);
}

unsigned ebpf__text(char text[INSN_TEXT], const uint8_t *p, uint64_t slots, bool swap)
{
	/* The two bit fields are in the order of the machine's bits */
	bool big = (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != swap;
	struct insn i = { .code = p[0], .dst = big ? p[1] >> 4 : p[1] & 15, .src = big ? p[1] & 15 : p[1] >> 4, .off = (int)load_int(p + 2, 2, swap), .imm = (int32_t)load_int(p + 4, 4, swap) };
	unsigned class = i.code & 7;

	if (i.code == LDDW && slots > 1) {
		i.next = (uint32_t)load_uint(p + INSN_BYTES + 4, 4, swap);
		put_lddw(text, &i);
		return 2;
	}
	if (class == CLASS_ALU || class == CLASS_ALU64)
		put_alu(text, &i);
	else if (class == CLASS_JMP || class == CLASS_JMP32)
		put_jump(text, &i);
	else
		put_memory(text, &i);
	return 1;
}

/* -- Programs ------------------------------------------------------------------------------------------------------------ */

void show_program(struct show *s, const struct arg *a, bool out, uint64_t count, insn_text *text)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);
	uint64_t there = k ? k->len / INSN_BYTES : 0, i = 0;
	char line[INSN_TEXT];

	if (there > count)
		there = count;
	if (!there) {
		show_array_of(s, a, out, count);
		return;
	}
	s->w->array_begin(s->o);
	while (i < there) {
		unsigned n = text(line, chunk__bytes(k) + i * INSN_BYTES, there - i, s->swap);

		s->w->item(s->o);
		s->w->string(s->o, line, strlen(line), STRING_WHOLE);
		i += n;
	}
	show__array_end(s, k, there, count, INSN_BYTES);
}
