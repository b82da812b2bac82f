// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_filter.c - classic BPF programs (linux/filter.h) of sockets and seccomp. Instructions are shown as the macros BPF_STMT
 * and BPF_JUMP.
 */
#include <linux/filter.h>

#include "kinds.h"

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
static const struct shape filter = SHAPE(struct filter, ld_fields, SUBSHAPES(struct filter, code, classes), .sub_mask = BPF_CLASS(~0u));
static const struct shape seccomp_filter = SHAPE(struct filter, ld_fields, SUBSHAPES(struct filter, code, seccomp_classes), .sub_mask = BPF_CLASS(~0u));

struct fprog64 { uint16_t len; uint64_t filter; };
struct fprog32 { uint16_t len; uint32_t filter; };
#define FPROG_FIELDS(t, s) { FIELD(struct t, len, uint), DEREF(struct t, filter, array_in, len, .spec.shape = &s) }
static const struct field fprog64_fields[] = FPROG_FIELDS(fprog64, filter), fprog32_fields[] = FPROG_FIELDS(fprog32, filter),
	seccomp64_fields[] = FPROG_FIELDS(fprog64, seccomp_filter), seccomp32_fields[] = FPROG_FIELDS(fprog32, seccomp_filter);
static const struct shape fprog32 = SHAPE(struct fprog32, fprog32_fields), seccomp32 = SHAPE(struct fprog32, seccomp32_fields);
const struct shape shape_sock_fprog = SHAPE(struct fprog64, fprog64_fields, .compat = &fprog32, .x32_compat = true);
const struct shape shape_seccomp_fprog = SHAPE(struct fprog64, seccomp64_fields, .compat = &seccomp32, .x32_compat = true);
