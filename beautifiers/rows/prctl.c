// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of prctl and arch_prctl: one for each option, with the arguments that it takes. The option is an int. The other arguments
 * are words, which most options use in full; a 32-bit kind means that the kernel passes the argument on as an int.
 */
#include <linux/prctl.h>
#include <linux/seccomp.h>

#include "beautifiers/rows.h"
#include "beautifiers/show.h"
#include "made_shapes.h"

/* Options that the oldest supported headers lack. */
enum {
	SET_MDWE = 65, GET_MDWE,					/* linux/prctl.h, 6.3 */
	SET_MEMORY_MERGE = 67, GET_MEMORY_MERGE,			/* 6.4 */
	RISCV_V_SET_CONTROL = 69, RISCV_V_GET_CONTROL,			/* 6.5 */
	RISCV_SET_ICACHE_FLUSH_CTX = 71,				/* 6.10 */
	PPC_GET_DEXCR = 72, PPC_SET_DEXCR,				/* 6.10 */
	GET_SHADOW_STACK_STATUS = 74, SET_SHADOW_STACK_STATUS, LOCK_SHADOW_STACK_STATUS,	/* 6.13 */
	TIMER_CREATE_RESTORE_IDS = 77,					/* 6.15 */
	FUTEX_HASH = 78,						/* 6.16 */
	RSEQ_SLICE_EXTENSION = 79, GET_CFI, SET_CFI,			/* by 7.2 */
	GET_AUXV = 0x41555856,						/* 6.4 */
};

/* A pointer to a number with a name. */
#define BEHIND(n, k, t) \
	static const struct field n##_field[] = { { .spec = { .name = "", .kind = &kind_##k, .flags = t }, .size = 4 } }; \
	static const struct shape shape_##n = { .name = #n, .size = 4, .nfields = 1, .fields = n##_field, .bare = true };
BEHIND(signal,  signal, NULL)
BEHIND(unalign, flags,  &pr_unalign)
BEHIND(fpemu,   flags,  &pr_fpemu)
BEHIND(fp_exc,  flags,  &pr_fp_exc)
BEHIND(endian,  enum,   &pr_endian)
BEHIND(tsc,     enum,   &pr_tsc)

static const struct field cfi_fields[] = { { .spec = { .name = "", .kind = &kind_flags64, .flags = &pr_cfi_bits }, .size = 8 } };
static const struct shape cfi_state = { .name = "cfi", .size = 8, .nfields = 1, .fields = cfi_fields, .bare = true };

/* How the result is shown. */
#define NUMBER     .ret = RET_INT
#define HEXADEC    .ret = RET_HEX
#define ONE_OF(t)  .ret = RET_ENUM, .ret_flags = &t, .note = "", .note_names = NOTE_NAMED, .note_dec = true, .note_zero = true
#define BITS_OF(t) .ret = RET_FLAGS, .ret_flags = &t, .note = "", .note_names = NOTE_NAMED_UNLESS_RAW

/* The row by which strace shows an option. It shows all arguments of some options, also those that the kernel ignores. */
#define STRACE(result, ...) , .strace = &(const struct row){ "prctl", ARGS(ENUM("option", prctl_options), ##__VA_ARGS__), result }
#define FROM_5 HEX("arg5")
#define FROM_4 HEX("arg4"), FROM_5
#define FROM_3 HEX("arg3"), FROM_4
#define FROM_2 HEX("arg2"), FROM_3
#define ENUM_WHERE(n, t, where) { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_enum_where, .flags = &t, .named = where }
#define AS(n, k, ...) { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_##k, ##__VA_ARGS__ }
#define OPTION(cmd, result, ...)   { cmd, { "prctl", ARGS(ENUM("option", prctl_options), ##__VA_ARGS__), result } }
#define PR(option, result, ...)    { PR_##option, { "prctl", ARGS(ENUM("option", prctl_options), ##__VA_ARGS__), result } }

/* PR_MCE_KILL_CLEAR takes no policy. */
static bool mce_policy(const struct call *c)
{
	return c->args[1] == PR_MCE_KILL_SET;
}

static bool ambient_cap(const struct call *c)
{
	return c->args[1] != PR_CAP_AMBIENT_CLEAR_ALL;
}

/* Of the operations that are defined, the others have a capability. */
static bool ambient_named(const struct call *c)
{
	return c->args[1] >= PR_CAP_AMBIENT_IS_SET && c->args[1] <= PR_CAP_AMBIENT_LOWER;
}

static bool not_strict(const struct call *c)
{
	return c->args[1] != SECCOMP_MODE_STRICT;
}

static bool speculation_named(const struct call *c)
{
	return c->args[1] <= PR_SPEC_L1D_FLUSH;
}

#define SECCOMP(filter) ARGS(ENUM("option", prctl_options), ENUM64("mode", seccomp_modes), filter)
static const struct subrow seccomp_subs[] = { { SECCOMP_MODE_FILTER, { "prctl", SECCOMP(STRUCT_IN("filter", shape_seccomp_fprog)) } } };

/* Of these the address is more than one in the process's memory. */
#define MM_ARGS(...) ARGS(ENUM("option", prctl_options), ENUM("opt", pr_set_mm), ##__VA_ARGS__)
#define MM(opt, ...) { PR_SET_MM_##opt, { "prctl", MM_ARGS(__VA_ARGS__), .strace = &set_mm_strace } }
static const struct row set_mm_strace = { "prctl", MM_ARGS(FROM_3) };
static const struct subrow mm_subs[] = {
	MM(AUXV,     BUF_IN("addr", 3), ULONG("size"), FROM_5),
	MM(EXE_FILE, FD("fd"), FROM_4),
	MM(MAP,      STRUCT_SIZED("addr", shape_prctl_mm_map, 3), ULONG("size"), FROM_5),
	MM(MAP_SIZE, STRUCT_OUT("addr", shape_uint), FROM_4),
};

static const struct subrow prctl_subs[] = {
	/* Signals, debugging, tracing */
	PR(SET_PDEATHSIG,              NUMBER STRACE(NUMBER, AS("sig", signal_or_uint)), SIGNAL64("sig")),
	PR(GET_PDEATHSIG,              NUMBER, STRUCT_OUT("sig", shape_signal)),
	PR(GET_DUMPABLE,               ONE_OF(pr_dumpable)),
	PR(SET_DUMPABLE,               NUMBER, ENUM64("dumpable", pr_dumpable)),
	PR(SET_PTRACER,                NUMBER, PID("pid")),
	PR(TASK_PERF_EVENTS_DISABLE,   NUMBER),
	PR(TASK_PERF_EVENTS_ENABLE,    NUMBER),
	PR(MCE_KILL,                   NUMBER STRACE(NUMBER, ENUM64("op", pr_mce_kill), ENUM_WHERE("policy", pr_mce_kill_policy, mce_policy), FROM_4), ENUM64("op", pr_mce_kill), ENUM64("policy", pr_mce_kill_policy, .when = mce_policy)),
	PR(MCE_KILL_GET,               ONE_OF(pr_mce_kill_policy) STRACE(ONE_OF(pr_mce_kill_policy), FROM_2)),
	PR(SET_SYSCALL_USER_DISPATCH,  NUMBER STRACE(NUMBER, ENUM64("mode", pr_syscall_dispatch), HEX("offset"), HEX("len"), PTR("selector")), ENUM64("mode", pr_syscall_dispatch), HEX("offset"), ULONG("len"), PTR("selector")),

	/* Names, families, memory */
	PR(SET_NAME,                   NUMBER STRACE(NUMBER, AS("name", comm_in)), STR("name")),
	PR(GET_NAME,                   NUMBER, STRUCT_OUT("name", shape_comm)),
	PR(SET_CHILD_SUBREAPER,        NUMBER, ULONG("reaper")),
	PR(GET_CHILD_SUBREAPER,        NUMBER STRACE(NUMBER, STRUCT_OUT("addr", shape_uint)), INT_OUT("reaper")),
	PR(GET_TID_ADDRESS,            NUMBER, STRUCT_OUT("addr", shape_ptr)),
	{ PR_SET_MM, { "prctl", MM_ARGS(PTR("addr"), FROM_4), SUB(1, mm_subs), .strace = &set_mm_strace } },
	PR(SET_VMA,                    NUMBER, ENUM64("opt", pr_set_vma), PTR("start"), ULONG("size"), STR("name")),
	PR(SET_THP_DISABLE,            NUMBER STRACE(NUMBER, ULONG("value"), FROM_3), ULONG("disable"), FLAGS64("flags", pr_thp_disable)),
	PR(GET_THP_DISABLE,            NUMBER STRACE(NUMBER, FROM_2)),
	PR(MPX_ENABLE_MANAGEMENT,      NUMBER STRACE(NUMBER, FROM_2)),
	PR(MPX_DISABLE_MANAGEMENT,     NUMBER STRACE(NUMBER, FROM_2)),
	PR(SET_IO_FLUSHER,             NUMBER STRACE(NUMBER, ULONG("value"), FROM_3), ULONG("state")),
	PR(GET_IO_FLUSHER,             NUMBER STRACE(NUMBER, FROM_2)),
	OPTION(SET_MEMORY_MERGE,       NUMBER, ULONG("merge")),
	OPTION(GET_MEMORY_MERGE,       NUMBER),
	OPTION(SET_MDWE,               NUMBER, FLAGS64("bits", pr_mdwe)),
	OPTION(GET_MDWE,               BITS_OF(pr_mdwe)),
	OPTION(GET_AUXV,               NUMBER, BUF_OUT_MAX("auxv", 2, .strace = &kind_ptr), ULONG("len")),

	/* Privileges */
	PR(GET_KEEPCAPS,               NUMBER),
	PR(SET_KEEPCAPS,               NUMBER, ULONG("keep")),
	PR(GET_SECUREBITS,             BITS_OF(securebits)),
	PR(SET_SECUREBITS,             NUMBER, FLAGS64("bits", securebits)),
	PR(CAPBSET_READ,               NUMBER, ENUM64("cap", capabilities)),
	PR(CAPBSET_DROP,               NUMBER, ENUM64("cap", capabilities)),
	PR(CAP_AMBIENT,                NUMBER STRACE(NUMBER, ENUM64("op", pr_cap_ambient), ENUM_WHERE("cap", capabilities, ambient_named), FROM_4), ENUM64("op", pr_cap_ambient), ENUM64("cap", capabilities, .when = ambient_cap)),
	PR(GET_SECCOMP,                ONE_OF(seccomp_modes) STRACE(NUMBER)),
	{ PR_SET_SECCOMP, { "prctl", SECCOMP(PTR("filter")), SUB(1, seccomp_subs)
	  STRACE(NUMBER, ENUM64("mode", seccomp_modes), HEX("arg3", .when = not_strict), HEX("arg4", .when = not_strict), HEX("arg5", .when = not_strict)) } },
	PR(SET_NO_NEW_PRIVS,           NUMBER STRACE(NUMBER, ULONG("value"), FROM_3), ULONG("value")),
	PR(GET_NO_NEW_PRIVS,           NUMBER STRACE(NUMBER, FROM_2)),

	/* Time and scheduling */
	PR(GET_TIMING,                 ONE_OF(pr_timing) STRACE(NUMBER)),
	PR(SET_TIMING,                 NUMBER STRACE(NUMBER, ULONG("timing")), ENUM64("timing", pr_timing)),
	PR(SET_TIMERSLACK,             NUMBER STRACE(NUMBER, LONG("slack_ns")), ULONG("slack_ns")),
	PR(GET_TIMERSLACK,             NUMBER),
	PR(SCHED_CORE,                 NUMBER STRACE(NUMBER, ENUM("op", pr_sched_core), PID("pid"), AS("type", commented, .flags = &pid_types), STRUCT_OUT("uaddr", shape_hex64)), ENUM("op", pr_sched_core), PID("pid"), ENUM("type", pr_sched_core_scope), STRUCT_OUT("uaddr", shape_u64)),
	OPTION(TIMER_CREATE_RESTORE_IDS, NUMBER, ENUM64("ctrl", pr_timer_create_restore_ids)),
	OPTION(FUTEX_HASH,             NUMBER, ENUM64("op", pr_futex_hash), ULONG("slots"), HEX("flags")),

	/* Processors */
	PR(GET_UNALIGN,                NUMBER, STRUCT_OUT("addr", shape_unalign)),
	PR(SET_UNALIGN,                NUMBER, FLAGS("ctl", pr_unalign)),
	PR(GET_FPEMU,                  NUMBER STRACE(NUMBER, STRUCT_OUT("addr", shape_uint)), STRUCT_OUT("addr", shape_fpemu)),
	PR(SET_FPEMU,                  NUMBER STRACE(NUMBER, ULONG("ctl")), FLAGS("ctl", pr_fpemu)),
	PR(GET_FPEXC,                  NUMBER STRACE(NUMBER, STRUCT_OUT("addr", shape_uint)), STRUCT_OUT("addr", shape_fp_exc)),
	PR(SET_FPEXC,                  NUMBER STRACE(NUMBER, ULONG("mode")), FLAGS("mode", pr_fp_exc)),
	PR(SET_FP_MODE,                NUMBER, FLAGS("mode", pr_fp_mode)),
	PR(GET_FP_MODE,                BITS_OF(pr_fp_mode)),
	PR(GET_ENDIAN,                 NUMBER STRACE(NUMBER, STRUCT_OUT("addr", shape_uint)), STRUCT_OUT("addr", shape_endian)),
	PR(SET_ENDIAN,                 NUMBER STRACE(NUMBER, ULONG("endian")), ENUM("endian", pr_endian)),
	PR(GET_TSC,                    NUMBER, STRUCT_OUT("addr", shape_tsc)),
	PR(SET_TSC,                    NUMBER, ENUM("mode", pr_tsc)),
	PR(GET_SPECULATION_CTRL,       BITS_OF(pr_spec_values), ENUM64("which", pr_spec)),
	PR(SET_SPECULATION_CTRL,       NUMBER STRACE(NUMBER, ENUM64("which", pr_spec), ENUM_WHERE("ctrl", pr_spec_values, speculation_named)), ENUM64("which", pr_spec), FLAGS64("ctrl", pr_spec_values)),
	PR(SVE_SET_VL,                 HEXADEC, AS("arg", vector_length, .flags = &pr_sve_flags)),
	PR(SVE_GET_VL,                 HEXADEC),
	PR(SME_SET_VL,                 HEXADEC, AS("arg", vector_length, .flags = &pr_sme_flags)),
	PR(SME_GET_VL,                 HEXADEC),
	PR(PAC_RESET_KEYS,             NUMBER STRACE(NUMBER, FLAGS64("keys", pr_pac_keys), FROM_3), FLAGS64("keys", pr_pac_keys)),
	PR(PAC_SET_ENABLED_KEYS,       NUMBER STRACE(NUMBER, FLAGS64("keys", pr_pac_enabled_keys), FLAGS64("enabled", pr_pac_enabled_keys), FROM_4), FLAGS64("keys", pr_pac_keys), FLAGS64("enabled", pr_pac_keys)),
	PR(PAC_GET_ENABLED_KEYS,       BITS_OF(pr_pac_keys) STRACE(BITS_OF(pr_pac_keys), FROM_2)),
	PR(SET_TAGGED_ADDR_CTRL,       NUMBER STRACE(NUMBER, AS("ctrl", tagged_addr), FROM_3), FLAGS64("ctrl", pr_tagged_addr)),
	PR(GET_TAGGED_ADDR_CTRL,       BITS_OF(pr_tagged_addr) STRACE(BITS_OF(pr_tagged_addr), FROM_2)),
	OPTION(RISCV_V_SET_CONTROL,    NUMBER, FLAGS64("arg", pr_riscv_v)),
	OPTION(RISCV_V_GET_CONTROL,    BITS_OF(pr_riscv_v)),
	OPTION(RISCV_SET_ICACHE_FLUSH_CTX, NUMBER, ENUM64("ctx", pr_riscv_ctx), ENUM64("scope", pr_riscv_scope)),
	OPTION(PPC_GET_DEXCR,          BITS_OF(pr_ppc_dexcr_ctrl), ENUM64("which", pr_ppc_dexcr)),
	OPTION(PPC_SET_DEXCR,          NUMBER, ENUM64("which", pr_ppc_dexcr), FLAGS64("ctrl", pr_ppc_dexcr_ctrl)),
	OPTION(GET_SHADOW_STACK_STATUS,  NUMBER, STRUCT_OUT("status", shape_ulong)),
	OPTION(SET_SHADOW_STACK_STATUS,  NUMBER, FLAGS64("status", pr_shadow_stack)),
	OPTION(LOCK_SHADOW_STACK_STATUS, NUMBER, FLAGS64("status", pr_shadow_stack)),
	OPTION(RSEQ_SLICE_EXTENSION,   BITS_OF(pr_rseq_slice_bits), ENUM64("op", pr_rseq_slice), FLAGS64("arg", pr_rseq_slice_bits)),
	OPTION(GET_CFI,                NUMBER, ENUM64("which", pr_cfi), STRUCT_OUT("state", cfi_state)),
	OPTION(SET_CFI,                NUMBER, ENUM64("which", pr_cfi), FLAGS64("state", pr_cfi_bits)),
};

static const struct field features_fields[] = { { .spec = ULONG("", .flags = &x86_feature_masks, .strace = &kind_commented_flags), .size = 8 } };
static const struct shape features = { .name = "features", .size = 8, .nfields = 1, .fields = features_fields, .bare = true };

/* Options of x86 alone, identified by name: other machines' headers lack them. */
#define ARCH(cmd, ...) { 0, { "arch_prctl", ARGS(ENUM("option", arch_prctl_options), ##__VA_ARGS__), .named = "ARCH_" #cmd } }

static const struct subrow arch_prctl_subs[] = {
	ARCH(SET_GS,              PTR("arg2", .strace = &kind_hex)),
	ARCH(SET_FS,              PTR("arg2", .strace = &kind_hex)),
	ARCH(GET_FS,              STRUCT_OUT("arg2", shape_ptr)),
	ARCH(GET_GS,              STRUCT_OUT("arg2", shape_ptr)),
	ARCH(GET_CPUID),
	ARCH(SET_CPUID,           ULONG("arg2", .strace = &kind_hex)),
	ARCH(GET_XCOMP_SUPP,      STRUCT_OUT("arg2", features)),
	ARCH(GET_XCOMP_PERM,      STRUCT_OUT("arg2", features)),
	ARCH(REQ_XCOMP_PERM,      ARG_("arg2", enum64, .flags = &x86_features, .strace = &kind_commented)),
	ARCH(GET_XCOMP_GUEST_PERM, STRUCT_OUT("arg2", features)),
	ARCH(REQ_XCOMP_GUEST_PERM, ARG_("arg2", enum64, .flags = &x86_features, .strace = &kind_commented)),
	ARCH(MAP_VDSO_X32,        PTR("arg2", .strace = &kind_hex)),
	ARCH(MAP_VDSO_32,         PTR("arg2", .strace = &kind_hex)),
	ARCH(MAP_VDSO_64,         PTR("arg2", .strace = &kind_hex)),
	ARCH(GET_UNTAG_MASK,           STRUCT_OUT("arg2", shape_ptr)),
	ARCH(ENABLE_TAGGED_ADDR,       ULONG("arg2", .strace = &kind_hex)),
	ARCH(GET_MAX_TAG_BITS,         STRUCT_OUT("arg2", shape_ulong)),
	ARCH(FORCE_TAGGED_SVA),
	ARCH(SHSTK_ENABLE,             FLAGS64("arg2", shstk_features)),
	ARCH(SHSTK_DISABLE,            FLAGS64("arg2", shstk_features)),
	ARCH(SHSTK_LOCK,               FLAGS64("arg2", shstk_features)),
	ARCH(SHSTK_UNLOCK,             FLAGS64("arg2", shstk_features)),
	ARCH(SHSTK_STATUS,             STRUCT_OUT("arg2", shape_u64)),
};

static const struct row rows[] = {
	{ "prctl",      ARGS(ENUM("option", prctl_options), HEX("arg2"), HEX("arg3"), HEX("arg4"), HEX("arg5")), SUB(0, prctl_subs) },
	{ "arch_prctl", ARGS(ENUM("option", arch_prctl_options), HEX("arg2")), SUB(0, arch_prctl_subs) },
};

const struct row_table rows_prctl = ROW_TABLE(rows);
