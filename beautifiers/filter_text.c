// SPDX-License-Identifier: BSD-2-Clause
/*
 * filter_text.c - instructions of classic BPF (linux/filter.h) in the notation of bpf_asm: Documentation/networking/filter.rst. Jumps have the
 * two offsets, which count from the next instruction.
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>

#include "program.h"

struct insn { unsigned code; uint8_t jt, jf; uint32_t k; };

#define PUT(...) snprintf(text, INSN_TEXT, __VA_ARGS__)

static void put_unknown(char *text, const struct insn *i)
{
	PUT("code 0x%x, jt %u, jf %u, k 0x%x", i->code, i->jt, i->jf, i->k);
}

/* What else than the packet can be loaded; of SKF_AD_OFF. */
static const char *ancillary(uint32_t k)
{
	static const struct { uint8_t number; char name[11]; } loads[] = {
		{ SKF_AD_PROTOCOL, "proto" }, { SKF_AD_PKTTYPE, "type" }, { SKF_AD_IFINDEX, "ifidx" }, { SKF_AD_NLATTR, "nla" }, { SKF_AD_NLATTR_NEST, "nlan" },
		{ SKF_AD_MARK, "mark" }, { SKF_AD_QUEUE, "queue" }, { SKF_AD_HATYPE, "hatype" }, { SKF_AD_RXHASH, "rxhash" }, { SKF_AD_CPU, "cpu" },
		{ SKF_AD_VLAN_TAG, "vlan_tci" }, { SKF_AD_VLAN_TAG_PRESENT, "vlan_avail" }, { SKF_AD_PAY_OFFSET, "poff" }, { SKF_AD_RANDOM, "rand" },
		{ SKF_AD_VLAN_TPID, "vlan_tpid" },
	};

	for (unsigned i = 0; i < sizeof(loads) / sizeof(loads[0]); i++)
		if (k - (uint32_t)SKF_AD_OFF == loads[i].number)
			return loads[i].name;
	return NULL;
}

static void put_load(char *text, const struct insn *i)
{
	static const char *const names[] = { "ld", "ldh", "ldb" };
	unsigned size = i->code >> 3 & 3, mode = BPF_MODE(i->code);
	const char *name = size < 3 ? names[size] : NULL, *what = mode == BPF_ABS ? ancillary(i->k) : NULL;

	if (name && what)
		PUT("%s %s", name, what);
	else if (name && mode == BPF_ABS)
		PUT("%s [%d]", name, (int32_t)i->k);
	else if (name && mode == BPF_IND)
		PUT("%s [x + %d]", name, (int32_t)i->k);
	else if (size == 0 && mode == BPF_IMM)
		PUT("ld #0x%x", i->k);
	else if (size == 0 && mode == BPF_MEM)
		PUT("ld M[%u]", i->k);
	else if (size == 0 && mode == BPF_LEN)
		PUT("ld #len");
	else
		put_unknown(text, i);
}

static void put_load_x(char *text, const struct insn *i)
{
	unsigned size = BPF_SIZE(i->code), mode = BPF_MODE(i->code);

	if (size == BPF_W && mode == BPF_IMM)
		PUT("ldx #0x%x", i->k);
	else if (size == BPF_W && mode == BPF_MEM)
		PUT("ldx M[%u]", i->k);
	else if (size == BPF_W && mode == BPF_LEN)
		PUT("ldx #len");
	else if (size == BPF_B && mode == BPF_MSH)
		PUT("ldxb 4*([%u]&0xf)", i->k);
	else
		put_unknown(text, i);
}

static void put_alu(char *text, const struct insn *i)
{
	static const char *const names[] = { "add", "sub", "mul", "div", "or", "and", "lsh", "rsh", "neg", "mod", "xor", NULL, NULL, NULL, NULL, NULL };
	const char *name = names[BPF_OP(i->code) >> 4];

	if (!name)
		put_unknown(text, i);
	else if (BPF_OP(i->code) == BPF_NEG)
		PUT("neg");
	else if (BPF_SRC(i->code) == BPF_X)
		PUT("%s x", name);
	else
		PUT("%s #0x%x", name, i->k);
}

static void put_jump(char *text, const struct insn *i)
{
	static const char *const names[] = { NULL, "jeq", "jgt", "jge", "jset" };
	unsigned op = BPF_OP(i->code) >> 4;

	if (BPF_OP(i->code) == BPF_JA)
		PUT("ja %u", i->k);
	else if (op >= sizeof(names) / sizeof(names[0]))
		put_unknown(text, i);
	else if (BPF_SRC(i->code) == BPF_X)
		PUT("%s x, %u, %u", names[op], i->jt, i->jf);
	else
		PUT("%s #0x%x, %u, %u", names[op], i->k, i->jt, i->jf);
}

static void put_return(char *text, const struct insn *i, bool seccomp)
{
	const struct flag *f = seccomp ? flag_table__find(&seccomp_ret_actions, i->k & SECCOMP_RET_ACTION_FULL) : NULL;

	if (BPF_RVAL(i->code) == BPF_A)
		PUT("ret a");
	else if (BPF_RVAL(i->code) == BPF_X)
		PUT("ret x");
	else if (f && i->k & SECCOMP_RET_DATA)
		PUT("ret %s|0x%x", f->name + f->skip, i->k & SECCOMP_RET_DATA);
	else if (f)
		PUT("ret %s", f->name + f->skip);
	else
		PUT("ret #0x%x", i->k);
}

static void put_insn(char *text, const uint8_t *p, bool swap, bool seccomp)
{
	struct insn i = { .code = (unsigned)load_uint(p, 2, swap), .jt = p[2], .jf = p[3], .k = (uint32_t)load_uint(p + 4, 4, swap) };
	unsigned class = BPF_CLASS(i.code);

	if (i.code > 0xff || (class != BPF_JMP && (i.jt || i.jf)))
		put_unknown(text, &i);
	else if (class == BPF_LD)
		put_load(text, &i);
	else if (class == BPF_LDX)
		put_load_x(text, &i);
	else if (i.code == BPF_ST || i.code == BPF_STX)
		PUT(class == BPF_ST ? "st M[%u]" : "stx M[%u]", i.k);
	else if (class == BPF_ALU)
		put_alu(text, &i);
	else if (class == BPF_JMP)
		put_jump(text, &i);
	else if (class == BPF_RET)
		put_return(text, &i, seccomp);
	else if (class == BPF_MISC && (BPF_MISCOP(i.code) == BPF_TAX || BPF_MISCOP(i.code) == BPF_TXA))
		PUT(BPF_MISCOP(i.code) == BPF_TAX ? "tax" : "txa");
	else
		put_unknown(text, &i);
}

unsigned filter__text(char text[INSN_TEXT], const uint8_t *p, uint64_t slots, bool swap)
{
	(void)slots;
	put_insn(text, p, swap, false);
	return 1;
}

unsigned filter__seccomp_text(char text[INSN_TEXT], const uint8_t *p, uint64_t slots, bool swap)
{
	(void)slots;
	put_insn(text, p, swap, true);
	return 1;
}
