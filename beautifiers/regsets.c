// SPDX-License-Identifier: BSD-2-Clause
/*
 * regsets.c - sets of a thread's registers that ptrace(2) reads and writes.
 *
 * Layouts: asm/ptrace.h, asm/sigcontext.h and asm/user.h of each ABI, linux/elf.h for the kinds. A tracer may have another ABI than the thread: the
 * kernel then passes the thread's registers, fewer than there was room for.
 */
#include <stddef.h>

#include "regsets.h"

enum { PRSTATUS = 1, PRFPREG };	/* NT_PRSTATUS, NT_PRFPREG of linux/elf.h, whose other kinds it has by name */
enum { X86_XSTATE = 0x202, X86_SHSTK = 0x204, ARM_TLS = 0x401, ARM_SYSTEM_CALL = 0x404, ARM_PAC_MASK = 0x406 };

static const struct field word_field[] = { { .spec = HEX32(""), .size = 4 } };
static const struct shape word = { .name = "u32", .size = 4, .nfields = 1, .fields = word_field, .bare = true };
static const struct field long_field[] = { { .spec = HEX(""), .size = 8 } };
static const struct shape doubleword = { .name = "u64", .size = 8, .nfields = 1, .fields = long_field, .bare = true };

static void show_vector(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->octets(s->o, p, len < 16 ? len : 16, STRING_WHOLE);
}
static const struct shape vector = { .name = "u128", .size = 16, .show = show_vector };

/* -- x86 ------------------------------------------------------------------------------------------------------------------ */

struct user { uint64_t r15, r14, r13, r12, rbp, rbx, r11, r10, r9, r8, rax, rcx, rdx, rsi, rdi, orig_rax, rip, cs, eflags, rsp, ss, fs_base, gs_base, ds, es, fs, gs; };
static const struct field user_fields[] = {
	FIELDS(struct user, hex, r15, r14, r13, r12, rbp, rbx, r11, r10),
	FIELDS(struct user, hex, r9, r8, rax, rcx, rdx, rsi, rdi, orig_rax),
	FIELDS(struct user, hex, rip, cs, eflags, rsp, ss, fs_base, gs_base, ds),
	FIELDS(struct user, hex, es, fs, gs),
};
const struct shape regset_user = SHAPE(struct user, user_fields);

struct user_fp {
	uint16_t cwd, swd, ftw, fop;
	uint64_t rip, rdp;
	uint32_t mxcsr, mxcr_mask, st_space[32], xmm_space[64], padding[24];
};
#define FP_FIELDS(type) \
	FIELDS(type, hex, cwd, swd, ftw, fop, rip, rdp, mxcsr, mxcr_mask), \
	FIELD_STRUCT(type, st_space, word), FIELD_STRUCT(type, xmm_space, word), FIELD_STRUCT(type, padding, word)
static const struct field user_fp_fields[] = { FP_FIELDS(struct user_fp) };
const struct shape regset_user_fp = SHAPE(struct user_fp, user_fp_fields);
static_assert(sizeof(struct user) == 216 && sizeof(struct user_fp) == 512, "registers of x86-64");

struct xstate {			/* struct _xstate: what follows depends on the processor */
	uint16_t cwd, swd, ftw, fop;
	uint64_t rip, rdp;
	uint32_t mxcsr, mxcr_mask, st_space[32], xmm_space[64], padding[24];
	uint64_t xfeatures, reserved1[2], reserved2[5];
};
static const struct field xstate_fields[] = {
	FP_FIELDS(struct xstate), { .spec = FLAGS64("xstate_hdr.xfeatures", x86_feature_masks), .offset = offsetof(struct xstate, xfeatures), .size = 8 },
};
static const struct shape xstate = SHAPE(struct xstate, xstate_fields);

struct i386 { uint32_t ebx, ecx, edx, esi, edi, ebp, eax, xds, xes, xfs, xgs, orig_eax, eip, xcs, eflags, esp, xss; };
static const struct field i386_fields[] = {
	FIELDS(struct i386, hex, ebx, ecx, edx, esi, edi, ebp, eax, xds), FIELDS(struct i386, hex, xes, xfs, xgs, orig_eax, eip, xcs, eflags, esp),
	FIELD(struct i386, xss, hex),
};
static const struct shape i386 = SHAPE(struct i386, i386_fields);

struct i387 { uint32_t cwd, swd, twd, fip, fcs, foo, fos, st_space[20]; };
static const struct field i387_fields[] = { FIELDS(struct i387, hex, cwd, swd, twd, fip, fcs, foo, fos), FIELD_STRUCT(struct i387, st_space, word) };
static const struct shape i387 = SHAPE(struct i387, i387_fields);

struct shstk { uint64_t ssp; };
static const struct field shstk_fields[] = { FIELD(struct shstk, ssp, hex) };
static const struct shape shstk = SHAPE(struct shstk, shstk_fields);

/* -- ARM ------------------------------------------------------------------------------------------------------------------ */

struct arm64 { uint64_t regs[31], sp, pc, pstate; };
static const struct field arm64_fields[] = { FIELD_STRUCT(struct arm64, regs, doubleword), FIELDS(struct arm64, hex, sp, pc, pstate) };
static const struct shape arm64 = SHAPE(struct arm64, arm64_fields);

struct simd { uint8_t vregs[32][16]; uint32_t fpsr, fpcr, reserved[2]; };
static const struct field simd_fields[] = { FIELD_STRUCT(struct simd, vregs, vector), FIELDS(struct simd, hex, fpsr, fpcr) };
static const struct shape simd = SHAPE(struct simd, simd_fields);

struct arm { uint32_t uregs[18]; };
static const struct field arm_fields[] = { FIELD_STRUCT(struct arm, uregs, word) };
static const struct shape arm = SHAPE(struct arm, arm_fields);

struct tls { uint64_t tpidr[2]; };
static const struct field tls_fields[] = { FIELD_STRUCT(struct tls, tpidr, doubleword) };
static const struct shape tls = SHAPE(struct tls, tls_fields);

struct number { int32_t syscallno; };
static const struct field number_fields[] = { FIELD(struct number, syscallno, int) };
static const struct shape number = SHAPE(struct number, number_fields);

struct pac { uint64_t data_mask, insn_mask; };
static const struct field pac_fields[] = { FIELDS(struct pac, hex, data_mask, insn_mask) };
static const struct shape pac = SHAPE(struct pac, pac_fields);

/* -- Others --------------------------------------------------------------------------------------------------------------- */

struct riscv { uint64_t pc, ra, sp, gp, tp, t0, t1, t2, s0, s1, a0, a1, a2, a3, a4, a5, a6, a7, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, t3, t4, t5, t6; };
static const struct field riscv_fields[] = {
	FIELDS(struct riscv, hex, pc, ra, sp, gp, tp, t0, t1, t2), FIELDS(struct riscv, hex, s0, s1, a0, a1, a2, a3, a4, a5),
	FIELDS(struct riscv, hex, a6, a7, s2, s3, s4, s5, s6, s7), FIELDS(struct riscv, hex, s8, s9, s10, s11, t3, t4, t5, t6),
};
static const struct shape riscv = SHAPE(struct riscv, riscv_fields);

struct ppc { uint64_t gpr[32], nip, msr, orig_gpr3, ctr, link, xer, ccr, softe, trap, dar, dsisr, result; };
static const struct field ppc_fields[] = {
	FIELD_STRUCT(struct ppc, gpr, doubleword), FIELDS(struct ppc, hex, nip, msr, orig_gpr3, ctr, link, xer, ccr, softe), FIELDS(struct ppc, hex, trap, dar, dsisr, result),
};
static const struct shape ppc = SHAPE(struct ppc, ppc_fields);

struct s390 { uint64_t mask, addr, gprs[16]; uint32_t acrs[16]; uint64_t orig_gpr2; };
static const struct field s390_fields[] = {
	FIELD_NAMED(struct s390, mask, "psw.mask", hex), FIELD_NAMED(struct s390, addr, "psw.addr", hex), FIELD_STRUCT(struct s390, gprs, doubleword),
	FIELD_STRUCT(struct s390, acrs, word), FIELD(struct s390, orig_gpr2, hex),
};
static const struct shape s390 = SHAPE(struct s390, s390_fields);

/* -- Which one ------------------------------------------------------------------------------------------------------------- */

static const struct regset {
	uint32_t abis, type;
	const struct shape *shape;
	bool other;		/* of a thread with another ABI than the tracer: exactly this size, and there was room for more */
} sets[] = {
	{ ABI_BIT(ABI_X86_64) | ABI_BIT(ABI_X32), PRSTATUS, &i386, true },
	{ ABI_BIT(ABI_X86_64) | ABI_BIT(ABI_X32), PRSTATUS, &regset_user, false },
	{ ABI_BIT(ABI_X86_64) | ABI_BIT(ABI_X32), PRFPREG, &i387, true },
	{ ABI_BIT(ABI_X86_64) | ABI_BIT(ABI_X32), PRFPREG, &regset_user_fp, false },
	{ ABI_BIT(ABI_X86_64) | ABI_BIT(ABI_X32) | ABI_BIT(ABI_I386), X86_XSTATE, &xstate, false },
	{ ABI_BIT(ABI_X86_64) | ABI_BIT(ABI_X32), X86_SHSTK, &shstk, false },
	{ ABI_BIT(ABI_I386), PRSTATUS, &i386, false },
	{ ABI_BIT(ABI_I386), PRFPREG, &i387, false },
	{ ABI_BIT(ABI_AARCH64), PRSTATUS, &arm, true },
	{ ABI_BIT(ABI_AARCH64), PRSTATUS, &arm64, false },
	{ ABI_BIT(ABI_AARCH64), PRFPREG, &simd, false },
	{ ABI_BIT(ABI_AARCH64), ARM_TLS, &tls, false },
	{ ABI_BIT(ABI_AARCH64), ARM_SYSTEM_CALL, &number, false },
	{ ABI_BIT(ABI_AARCH64), ARM_PAC_MASK, &pac, false },
	{ ABI_BIT(ABI_ARM), PRSTATUS, &arm, false },
	{ ABI_BIT(ABI_RISCV64), PRSTATUS, &riscv, false },
	{ ABI_BIT(ABI_PPC64LE), PRSTATUS, &ppc, false },
	{ ABI_BIT(ABI_S390X), PRSTATUS, &s390, false },
};

const struct shape *regset__of(const struct call *c, uint64_t type, uint64_t room, uint64_t len)
{
	for (unsigned i = 0; i < sizeof(sets) / sizeof(sets[0]); i++)
		if (sets[i].abis & ABI_BIT(c->abi) && sets[i].type == (uint32_t)type && (!sets[i].other || (len == sets[i].shape->size && room > len)))
			return sets[i].shape;
	return NULL;
}

void regset__show(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint64_t len)
{
	bool cut = len > sh->size;

	s->w->struct_begin(s->o);
	for (unsigned i = 0; i < sh->nfields && sh->fields[i].offset < len; i++) {
		const struct field *f = &sh->fields[i];
		uint64_t there = len - f->offset < f->size ? len - f->offset : f->size;

		if (!f->spec.shape && there < f->size) {
			cut = true;
			break;
		}
		if (!f->spec.shape) {
			show_member(s, a, f, p, sh->size);
			continue;
		}
		s->w->field(s->o, f->spec.name, f->spec.name_len);
		show_elements(s, a, f->spec.shape, p + f->offset, (uint32_t)there, there / f->spec.shape->size);
	}
	s->w->struct_end(s->o, cut);
}
