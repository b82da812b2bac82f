// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_filter.c - classic BPF programs (linux/filter.h) of sockets and seccomp. Instructions are shown as the macros BPF_STMT
 * and BPF_JUMP.
 */
#include <linux/filter.h>
#include <linux/seccomp.h>

#include "program.h"

struct filter { uint16_t code; uint8_t jt, jf; uint32_t k; };

static bool jumps(const struct call *c, const uint8_t *p)
{
	(void)c;
	return p[offsetof(struct filter, jt)] || p[offsetof(struct filter, jf)];
}

static bool returns_a(const struct call *c, const uint8_t *p)
{
	return BPF_RVAL(load_uint(p, 2, c->swap)) != BPF_K;
}

static bool returns_k(const struct call *c, const uint8_t *p)
{
	return !returns_a(c, p);
}

/* BPF_STMT has no jump offsets; they are shown only if they are set. */
#define STATEMENT(list, ...) { \
	FIELD_FLAGS(struct filter, code, flags, list), ##__VA_ARGS__, \
	FIELD(struct filter, jt, uint, .when = jumps), FIELD(struct filter, jf, uint, .when = jumps) }
#define JUMP(list) { \
	FIELD_FLAGS(struct filter, code, flags, list), FIELD(struct filter, k, hex32), FIELD(struct filter, jt, uint), FIELD(struct filter, jf, uint) }
#define K FIELD(struct filter, k, hex32)
#define K_OF_SECCOMP FIELD_FLAGS(struct filter, k, flags, seccomp_returns, .when = returns_k), FIELD(struct filter, k, hex32, .when = returns_a)

static const struct field ld_fields[] = STATEMENT(bpf_code_ld, K), st_fields[] = STATEMENT(bpf_code_st, K), alu_fields[] = STATEMENT(bpf_code_alu, K),
	jmp_fields[] = JUMP(bpf_code_jmp), ret_fields[] = STATEMENT(bpf_code_ret, K), seccomp_ret_fields[] = STATEMENT(bpf_code_ret, K_OF_SECCOMP),
	misc_fields[] = STATEMENT(bpf_code_misc, K);
static const struct shape ld = SHAPE(struct filter, ld_fields, .macro = "BPF_STMT"), st = SHAPE(struct filter, st_fields, .macro = "BPF_STMT"),
	alu = SHAPE(struct filter, alu_fields, .macro = "BPF_STMT"), jmp = SHAPE(struct filter, jmp_fields, .macro = "BPF_JUMP"),
	ret = SHAPE(struct filter, ret_fields, .macro = "BPF_STMT"), misc = SHAPE(struct filter, misc_fields, .macro = "BPF_STMT"),
	seccomp_ret = SHAPE(struct filter, seccomp_ret_fields, .macro = "BPF_STMT");

#define CLASSES(what_is_returned) { \
	{ BPF_LD, &ld }, { BPF_LDX, &ld }, { BPF_ST, &st }, { BPF_STX, &st }, { BPF_ALU, &alu }, { BPF_JMP, &jmp }, \
	{ BPF_RET, &what_is_returned }, { BPF_MISC, &misc } }
static const struct subshape classes[] = CLASSES(ret), seccomp_classes[] = CLASSES(seccomp_ret);

/* -- As strace shows them: each part of the code by itself, and BPF_JUMP for whatever has offsets ----------------------- */

static void show_part(struct show *s, const struct flag_table *t, uint64_t v)
{
	s->w->or(s->o);
	show__enum(s, t, v);
}

static void show_unknown_part(struct show *s, uint64_t v)
{
	if (!v)
		return;
	s->w->or(s->o);
	s->w->hex(s->o, v);
	s->w->comment(s->o, "BPF_???");
}

static void show_code(struct show *s, unsigned code)
{
	show__enum(s, &bpf_classes, BPF_CLASS(code));
	switch (BPF_CLASS(code)) {
	case BPF_LD:
	case BPF_LDX:
		show_part(s, &bpf_sizes, BPF_SIZE(code));
		show_part(s, &bpf_modes, BPF_MODE(code));
		break;
	case BPF_ALU:
	case BPF_JMP:
		show_part(s, &bpf_sources, BPF_SRC(code));
		show_part(s, BPF_CLASS(code) == BPF_ALU ? &bpf_alu_ops : &bpf_jmp_ops, BPF_OP(code));
		break;
	case BPF_RET:
		show_part(s, &bpf_rvals, BPF_RVAL(code));
		show_unknown_part(s, code & ~(BPF_CLASS(~0u) | BPF_RVAL(~0u)));
		break;
	case BPF_MISC:
		show_part(s, &bpf_misc_ops, BPF_MISCOP(code));
		show_unknown_part(s, code & ~(BPF_CLASS(~0u) | BPF_MISCOP(~0u)));
		break;
	default:
		show_unknown_part(s, code & ~BPF_CLASS(~0u));
		break;
	}
}

/* The code of an instruction of eBPF, which has other classes. */
void show_ebpf_code(struct show *s, const struct arg *a)
{
	unsigned code = (unsigned)a->value & 0xff, rest = code & ~BPF_CLASS(~0u);

	show__enum(s, &ebpf_classes, BPF_CLASS(code));
	switch (BPF_CLASS(code)) {
	case BPF_LD:
	case BPF_LDX:
	case BPF_ST:
	case BPF_STX:
		show_part(s, &ebpf_sizes, BPF_SIZE(code));
		show_part(s, &ebpf_modes, BPF_MODE(code));
		break;
	case BPF_ALU:
	case BPF_MISC:		/* BPF_ALU64 */
		show_part(s, &bpf_sources, BPF_SRC(code));
		show_part(s, &ebpf_alu_ops, BPF_OP(code));
		break;
	case BPF_JMP:
		show_part(s, &bpf_sources, BPF_SRC(code));
		show_part(s, &ebpf_jmp_ops, BPF_OP(code));
		break;
	default:		/* BPF_JMP32 */
		show_unknown_part(s, rest);
		break;
	}
}

/* An offset that is relative to one of these: linux/filter.h. */
static bool show_relative(struct show *s, unsigned code, uint32_t k)
{
	static const struct { uint32_t from; const char *name; } bases[] = {
		{ (uint32_t)SKF_AD_OFF, "SKF_AD_OFF" }, { (uint32_t)SKF_NET_OFF, "SKF_NET_OFF" }, { (uint32_t)SKF_LL_OFF, "SKF_LL_OFF" },
	};
	unsigned i = 0, n = sizeof(bases) / sizeof(bases[0]);

	if (BPF_CLASS(code) != BPF_LD || BPF_MODE(code) != BPF_ABS)
		return false;
	while (i < n && k < bases[i].from)
		i++;
	if (i == n)
		return false;
	s->w->symbol(s->o, bases[i].from, bases[i].name, 0, NULL);
	s->w->plus(s->o);
	if (i)
		s->w->uinteger(s->o, k - bases[i].from);
	else
		show__enum(s, &skf_ad, k - bases[i].from);
	return true;
}

/* What a seccomp filter returns. */
static bool show_action(struct show *s, unsigned code, uint32_t k)
{
	if (BPF_CLASS(code) != BPF_RET)
		return false;
	show__enum(s, &seccomp_ret_actions, k & SECCOMP_RET_ACTION_FULL);
	if (k & ~SECCOMP_RET_ACTION_FULL) {
		s->w->or(s->o);
		s->w->hex(s->o, k & ~SECCOMP_RET_ACTION_FULL);
	}
	return true;
}

static void show_instruction(struct show *s, const uint8_t *p, bool (*show_k)(struct show *s, unsigned code, uint32_t k))
{
	unsigned code = (unsigned)load_uint(p, 2, s->swap);
	uint32_t k = (uint32_t)load_uint(p + offsetof(struct filter, k), 4, s->swap);
	uint8_t jt = p[offsetof(struct filter, jt)], jf = p[offsetof(struct filter, jf)];
	bool jump = jt || jf;

	s->w->macro_begin(s->o, jump ? "BPF_JUMP" : "BPF_STMT");
	s->w->field(s->o, NULL, 0);
	show_code(s, code);
	s->w->field(s->o, NULL, 0);
	if (jump || !show_k(s, code, k))
		s->w->hex(s->o, k);
	if (jump) {
		s->w->field(s->o, NULL, 0);
		s->w->hex(s->o, jt);
		s->w->field(s->o, NULL, 0);
		s->w->hex(s->o, jf);
	}
	s->w->macro_end(s->o);
}

static void show_socket_instruction(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	(void)len;
	show_instruction(s, p, show_relative);
}

static void show_seccomp_instruction(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	(void)len;
	show_instruction(s, p, show_action);
}

static const struct shape strace_filter = { .name = "sock_filter", .size = sizeof(struct filter), .show = show_socket_instruction };
static const struct shape strace_seccomp = { .name = "sock_filter", .size = sizeof(struct filter), .show = show_seccomp_instruction };

/* -- Programs -------------------------------------------------------------------------------------------------------- */

const struct shape shape_sock_filter = SHAPE(struct filter, ld_fields, SUBSHAPES(struct filter, code, classes), .sub_mask = BPF_CLASS(~0u), .strace = &strace_filter);
static const struct shape seccomp_filter = SHAPE(struct filter, ld_fields, SUBSHAPES(struct filter, code, seccomp_classes), .sub_mask = BPF_CLASS(~0u),
						 .strace = &strace_seccomp);

static insn_text *text_of(const struct arg *a)
{
	return a->spec->shape == &seccomp_filter ? filter__seccomp_text : filter__text;
}

/* With --verbose as text; strace shows no programs without it, and no more than the kernel accepts. */
void show_filter_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	uint64_t n = arg__count(a);

	if (!s->w->strace_marks && s->verbose)
		show_program(s, a, false, n, text_of(a));
	else if (!s->w->strace_marks)
		show_array_in(s, a);
	else if (!s->verbose)
		show_ptr(s, a);
	else if (n > BPF_MAXINSNS && k && k->len >= BPF_MAXINSNS * sizeof(struct filter))
		show_elements(s, a, a->spec->shape, chunk__bytes(k), BPF_MAXINSNS * sizeof(struct filter), n);
	else
		show_array_in(s, a);
}

/* With a length of 0 the call returns only the program's. */
void show_filter_out(struct show *s, const struct arg *a)
{
	const struct chunk *room = call__chunk(a->call, a->spec->len_arg, PART_SELF, false), *n = call__chunk(a->call, a->spec->len_arg, PART_SELF, true);

	if (a->call->failed || !room || !n || room->len < 4 || n->len < 4 || !load_uint(chunk__bytes(room), 4, s->swap) || (s->w->strace_marks && !s->verbose))
		s->w->address(s->o, arg__ulong(a));
	else if (!s->w->strace_marks && s->verbose)
		show_program(s, a, true, load_uint(chunk__bytes(n), 4, s->swap), text_of(a));
	else
		show_array_of(s, a, true, load_uint(chunk__bytes(n), 4, s->swap));
}

struct fprog64 { uint16_t len; uint64_t filter; };
struct fprog32 { uint16_t len; uint32_t filter; };
#define FPROG_FIELDS(t, s) { FIELD(struct t, len, uint), DEREF(struct t, filter, filter_in, len, .spec.shape = &s) }
static const struct field fprog64_fields[] = FPROG_FIELDS(fprog64, shape_sock_filter), fprog32_fields[] = FPROG_FIELDS(fprog32, shape_sock_filter),
	seccomp64_fields[] = FPROG_FIELDS(fprog64, seccomp_filter), seccomp32_fields[] = FPROG_FIELDS(fprog32, seccomp_filter);
static const struct shape fprog32 = SHAPE(struct fprog32, fprog32_fields), seccomp32 = SHAPE(struct fprog32, seccomp32_fields);
const struct shape shape_sock_fprog = SHAPE(struct fprog64, fprog64_fields, .compat = &fprog32, .x32_compat = true);
const struct shape shape_seccomp_fprog = SHAPE(struct fprog64, seccomp64_fields, .compat = &seccomp32, .x32_compat = true);
