// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_strace.c - kinds that only strace's format uses (members `strace` of rows): values of which it shows other parts than we do.
 *
 * Texts that are no constants' names are emitted as flags: a writer then shows the number in place of them, or beside them.
 */
#include <linux/fcntl.h>
#include <linux/futex.h>
#include <linux/kexec.h>
#include <linux/mman.h>
#include <linux/mount.h>
#include <linux/sched.h>
#include <stdio.h>
#include <string.h>

#include "kinds.h"

#define VL_LENGTH 0xffffu		/* PR_SVE_VL_LEN_MASK, PR_SME_VL_LEN_MASK: linux/prctl.h */
#define SWAP_PRIORITY 0x7fffu		/* SWAP_FLAG_PRIO_MASK: linux/swap.h of the kernel */
#define COMM_BYTES 15			/* TASK_COMM_LEN, less the NUL */
#define TAGGED_ENABLE 1u		/* PR_TAGGED_ADDR_ENABLE and fields of PR_MTE_*: linux/prctl.h */
#define TCF_MASK 6u
#define HUGE_SHIFT 26			/* MAP_HUGE_SHIFT, SHM_HUGE_SHIFT, MFD_HUGE_SHIFT: asm-generic/hugetlb_encode.h */
#define HUGE_MASK (0x3fu << HUGE_SHIFT)
#define MODE_BITS 0777u
#define MEMFD_NAME 250			/* the longest name, and its NUL: NAME_MAX, less "memfd:" */
#define FUTEX_LAST 13			/* FUTEX_LOCK_PI2: linux/futex.h, 5.14 */
#define WAITERS_MOST 128		/* FUTEX_WAITV_MAX: linux/futex.h, 5.16 */
#define TAG_SHIFT 3
#define TAG_MASK (0xffffu << TAG_SHIFT)

static void show_number_flag(struct show *s, const char *format, uint64_t v)
{
	char text[48];
	int n = snprintf(text, sizeof(text), format, (unsigned long long)v);

	s->w->flag(s->o, text, (unsigned)n, 0);
}

/* A vector's length in the low 16 bits, flags above. */
void show_vector_length(struct show *s, const struct arg *a)
{
	uint64_t v = arg__ulong(a), flags = v & ~(uint64_t)VL_LENGTH;
	bool any = false;

	if (!flags) {
		s->w->hex(s->o, v);
		return;
	}
	s->w->flags_begin(s->o, v, a->spec->flags);
	flags = show_flag_names(s, flag_table__in(a->spec->flags, s->abi), flags, &any);
	if (flags)
		show_number_flag(s, "%#llx", flags);
	show_number_flag(s, "%#llx", v & VL_LENGTH);
	s->w->flags_end(s->o, 0, true);
}

/* A priority in the low bits, flags above: two values. */
void show_swap_flags(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value, flags = v & ~SWAP_PRIORITY;

	if (flags) {
		show__flags(s, a->spec->flags, flags);
		s->w->or(s->o);
	}
	s->w->uinteger(s->o, v & SWAP_PRIORITY);
}

static void show_tag_checks(struct show *s, uint64_t mode)
{
	static const char *const modes[] = { "PR_MTE_TCF_NONE", "PR_MTE_TCF_SYNC", "PR_MTE_TCF_ASYNC", "PR_MTE_TCF_MASK" };
	const char *name = modes[mode / 2];

	s->w->flag(s->o, name, strlen(name), 0);
}

/* Whether addresses may have tags, how tags are checked, and the set of tags. */
void show_tagged_addr(struct show *s, const struct arg *a)
{
	static const char enable[] = "!PR_TAGGED_ADDR_ENABLE";
	uint64_t v = arg__ulong(a), rest = v & ~(uint64_t)(TAGGED_ENABLE | TCF_MASK | TAG_MASK);

	s->w->flags_begin(s->o, v, NULL);
	s->w->flag(s->o, v & TAGGED_ENABLE ? enable + 1 : enable, sizeof(enable) - (v & TAGGED_ENABLE ? 2 : 1), 0);
	show_tag_checks(s, v & TCF_MASK);
	if (v & TAG_MASK)
		show_number_flag(s, "%#llx<<PR_MTE_TAG_SHIFT", (v & TAG_MASK) >> TAG_SHIFT);
	if (rest)
		show_number_flag(s, "%#llx", rest);
	s->w->flags_end(s->o, 0, true);
}

/* The name, or what an unknown value is called, if anything. */
static void show_comment_of(struct show *s, const struct flag_table *t, const struct flag *f)
{
	const char *name = f ? f->name : flag_table__in(t, s->abi)->unknown;

	if (name)
		s->w->comment(s->o, name);
}

/* A number, and its name as a comment in every style with names. */
void show_commented(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;
	const struct flag *f = flag_table__find(a->spec->flags, v);

	s->w->hex(s->o, v);
	if (show__constants(s) != CONSTANTS_NUMBERS)
		show_comment_of(s, a->spec->flags, f);
}

/* Of getsockopt and setsockopt; control messages name unknown levels otherwise. */
void show_socket_level(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;

	if (flag_table__find(flag_table__in(a->spec->flags, s->abi), v) || show__constants(s) == CONSTANTS_NUMBERS) {
		show_enum(s, a);
		return;
	}
	s->w->hex(s->o, v);
	s->w->comment(s->o, "SOL_??");
}

/* A number, and the names of its bits as a comment in every style with names. */
void show_commented_flags(struct show *s, const struct arg *a)
{
	const struct flag_table *t = a->spec->flags;
	uint64_t rest = a->value;
	char text[256] = "";
	size_t n = 0;

	s->w->hex(s->o, a->value);
	if (show__constants(s) == CONSTANTS_NUMBERS || !rest)
		return;
	for (unsigned i = 0; i < t->n && n < sizeof(text); i++)
		if ((rest & t->flags[i].mask) == t->flags[i].value) {
			n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s", n ? "|" : "", t->flags[i].name);
			rest &= ~t->flags[i].mask;
		}
	if (rest && n && n < sizeof(text))
		snprintf(text + n, sizeof(text) - n, "|%#llx", (unsigned long long)rest);
	s->w->comment(s->o, n ? text : t->unknown);
}

/* A name only where the call gives the value that meaning. */
void show_enum_where(struct show *s, const struct arg *a)
{
	if (a->spec->named(a->call))
		show_enum64(s, a);
	else
		show_hex(s, a);
}

/* A string that the call does not use in this mode. */
void show_str_where(struct show *s, const struct arg *a)
{
	if (a->spec->named(a->call))
		show_str(s, a);
	else
		show_ptr(s, a);
}

/* -errno, or 0 or more */
void show_errno_or_int(struct show *s, const struct arg *a)
{
	int32_t v = (int32_t)a->value;
	const char *name = v < 0 && v >= -4095 ? errno__name_in(s->abi, -v) : NULL;
	char text[48];

	if (name) {
		snprintf(text, sizeof(text), "-%s", name);
		s->w->symbol(s->o, (uint64_t)(int64_t)v, text, 0, NULL);
	} else {
		s->w->integer(s->o, v);
	}
}

/* Flags, perhaps or-ed with a magic number: two values. */
void show_mount_flags(struct show *s, const struct arg *a)
{
	uint64_t v = arg__ulong(a);

	if ((v & MS_MGC_MSK) != MS_MGC_VAL) {
		show_flags64(s, a);
		return;
	}
	s->w->symbol(s->o, MS_MGC_VAL, "MS_MGC_VAL", 0, NULL);
	v &= ~(uint64_t)MS_MGC_MSK;
	if (!v)
		return;
	s->w->or(s->o);
	show__flags(s, a->spec->flags, v);
}

/* One of spec's list in the low byte, or-ed with flags above: two values. */
void show_personality(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;

	show__enum(s, a->spec->flags, v & 0xff);
	if (!(v & ~UINT32_C(0xff)))
		return;
	s->w->or(s->o);
	show__flags(s, a->spec->flags2, v & ~UINT32_C(0xff));
}

void show_signal_or_uint(struct show *s, const struct arg *a)
{
	uint64_t v = arg__ulong(a);

	if (v > 128)
		s->w->uinteger(s->o, v);
	else
		show_symbol_signal(s, v);
}

/* A number of an enum in decimal. */
void show_enum_dec(struct show *s, const struct arg *a)
{
	int64_t v = (int32_t)a->value;
	const struct flag_table *t = flag_table__in(a->spec->flags, s->abi);
	const struct flag *f = flag_table__find(t, (uint64_t)v);
	const char *name = f ? f->name : t->unknown;

	if (f && show__constants(s) == CONSTANTS_NAMED) {
		s->w->symbol(s->o, (uint64_t)v, f->name, f->skip, t);
		return;
	}
	s->w->integer(s->o, v);
	if (name && show__constants(s) != CONSTANTS_NUMBERS)
		s->w->comment(s->o, name);
}

/* The same with its name as a comment, whichever constants are asked for. */
void show_enum_noted(struct show *s, const struct arg *a)
{
	int64_t v = (int32_t)a->value;
	const struct flag_table *t = flag_table__in(a->spec->flags, s->abi);
	const struct flag *f = flag_table__find(t, (uint64_t)v);

	s->w->integer(s->o, v);
	s->w->comment(s->o, f ? f->name : t->unknown);
}

#define LEVEL_ALL 8	/* one above the last level: all messages go to the console */
void show_log_level(struct show *s, const struct arg *a)
{
	if ((int32_t)a->value != LEVEL_ALL) {
		show_enum_noted(s, a);
		return;
	}
	s->w->integer(s->o, LEVEL_ALL);
	s->w->comment(s->o, "LOGLEVEL_DEBUG+1");
}

/* The same of a field, of which formats without marks show a number without a name as every other. */
void show_enum_dec_u8(struct show *s, const struct arg *a)
{
	if (s->w->strace_marks)
		show_enum_dec(s, a);
	else
		show_enum(s, a);
}

/* -- Futexes ---------------------------------------------------------------------------------------------------------- */

/* Which operations take the flag FUTEX_CLOCK_REALTIME: linux/futex.h */
static bool takes_clock(uint32_t cmd)
{
	return cmd == FUTEX_WAIT || cmd == FUTEX_WAIT_BITSET || cmd == FUTEX_WAIT_REQUEUE_PI;
}

/* Only combinations that the kernel knows have names. */
void show_futex_op(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value, cmd = v & (uint32_t)FUTEX_CMD_MASK, flags = v & ~(uint32_t)FUTEX_CMD_MASK;
	const struct flag *f = flag_table__find(a->spec->flags, cmd);
	char text[96];

	if (!f || (flags & FUTEX_CLOCK_REALTIME && !takes_clock(cmd)) || v != (cmd | flags) || cmd > FUTEX_LAST) {
		s->w->symbol(s->o, v, NULL, 0, a->spec->flags);
		return;
	}
	snprintf(text, sizeof(text), "%s%s%s", f->name, !(flags & FUTEX_PRIVATE_FLAG) ? "" : cmd == FUTEX_FD ? "|FUTEX_PRIVATE_FLAG" : "_PRIVATE",
		 flags & FUTEX_CLOCK_REALTIME ? "|FUTEX_CLOCK_REALTIME" : "");
	s->w->symbol(s->o, v, text, 0, a->spec->flags);
}

/* One of the second list, where strace has other names. */
void show_enum_second(struct show *s, const struct arg *a)
{
	show__enum(s, a->spec->flags2, (uint32_t)a->value);
}

/* No more than the kernel takes. */
void show_waiters_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	const struct shape *sh = a->spec->shape;

	if (k && arg__count(a) > WAITERS_MOST && k->len >= WAITERS_MOST * sh->size)
		show_elements(s, a, sh, chunk__bytes(k), WAITERS_MOST * sh->size, arg__count(a));
	else
		show_array_in(s, a);
}

/* NAME<<SHIFT; a number that has no name is called so after that. */
static void show_shifted(struct show *s, const struct flag_table *t, uint32_t v, unsigned shift, const char *unknown)
{
	const struct flag *f = flag_table__find(t, v);

	if (f)
		s->w->symbol(s->o, v, f->name, 0, NULL);
	else
		s->w->hex(s->o, v);
	s->w->shift(s->o);
	s->w->uinteger(s->o, shift);
	if (!f || show__constants(s) == CONSTANTS_NUMBERS)
		s->w->comment(s->o, unknown);
	s->w->or(s->o);
}

void show_futex_wake(struct show *s, const struct arg *a)
{
	static const char name[] = "FUTEX_OP_OPARG_SHIFT";
	uint32_t v = (uint32_t)a->value;

	if (v >> 28 & FUTEX_OP_OPARG_SHIFT) {
		s->w->symbol(s->o, FUTEX_OP_OPARG_SHIFT, name, 0, NULL);
		s->w->shift(s->o);
		s->w->uinteger(s->o, 28);
		s->w->or(s->o);
	}
	show_shifted(s, &futex_wake_ops, v >> 28 & 7, 28, "FUTEX_OP_???");
	s->w->hex(s->o, v >> 12 & 0xfff);
	s->w->shift(s->o);
	s->w->uinteger(s->o, 12);
	s->w->or(s->o);
	show_shifted(s, &futex_wake_cmps, v >> 24 & 0xf, 24, "FUTEX_OP_CMP_???");
	s->w->hex(s->o, v & 0xfff);
}

/* An errno, above 0. */
void show_errno(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;
	const char *name = v <= 4095 ? errno__name_in(s->abi, (int)v) : NULL;

	if (name && show__constants(s) == CONSTANTS_NAMED) {
		s->w->symbol(s->o, v, name, 0, NULL);
		return;
	}
	s->w->uinteger(s->o, v);
	if (name && show__constants(s) == CONSTANTS_BOTH)
		s->w->comment(s->o, name);
}

/* -- Flags with a size of pages: its logarithm is shown as a number -------------------------------------------------- */

static void show_unnamed(struct show *s, uint64_t rest, const char *unknown)
{
	char text[64];

	if (!rest)
		return;
	if (unknown)
		snprintf(text, sizeof(text), "%#llx /* %s */", (unsigned long long)rest, unknown);
	else
		snprintf(text, sizeof(text), "%#llx", (unsigned long long)rest);
	s->w->flag(s->o, text, strlen(text), 0);
}

static void show_page_size(struct show *s, const struct flag_table *t, uint64_t v)
{
	char text[48];

	if (!(v & HUGE_MASK))
		return;
	snprintf(text, sizeof(text), "%u<<%sHUGE_SHIFT", (unsigned)((v & HUGE_MASK) >> HUGE_SHIFT), t->prefix);
	s->w->flag(s->o, text, strlen(text), 0);
}

void show_mmap_flags(struct show *s, const struct arg *a)
{
	uint64_t v = arg__ulong(a), type;
	const struct flag_table *t = flag_table__in(a->spec->flags, s->abi);
	bool any = false;

	if (v & MAP_HUGETLB)
		v = (uint32_t)v;
	type = v & MAP_TYPE;
	s->w->flags_begin(s->o, v, t);
	if (type)
		show_unnamed(s, show_flag_names(s, t, type, &any), t->unknown);
	else
		s->w->flag(s->o, "MAP_FILE", 8, 0);
	show_unnamed(s, show_flag_names(s, t, v & ~(uint64_t)(MAP_TYPE | HUGE_MASK), &any), NULL);
	show_page_size(s, t, v);
	s->w->flags_end(s->o, 0, true);
}

void show_huge_flags(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;
	const struct flag_table *t = flag_table__in(a->spec->flags, s->abi);
	uint64_t rest;
	bool any = false;

	s->w->flags_begin(s->o, v, t);
	rest = show_flag_names(s, t, v & ~HUGE_MASK, &any);
	show_unnamed(s, rest, any ? NULL : t->unknown);
	show_page_size(s, t, v);
	s->w->flags_end(s->o, 0, v);
}

/* -- Several values in one ------------------------------------------------------------------------------------------- */

static void show_huge_shift(struct show *s)
{
	static const char name[] = "SHM_HUGE_SHIFT";

	s->w->shift(s->o);
	if (show__constants(s) == CONSTANTS_NAMED) {
		s->w->symbol(s->o, HUGE_SHIFT, name, 0, NULL);
		return;
	}
	s->w->uinteger(s->o, HUGE_SHIFT);
	if (show__constants(s) == CONSTANTS_BOTH)
		s->w->comment(s->o, name);
}

/* Flags, for shared memory a size of pages, and permissions. */
void show_ipc_flags(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value, huge = v & HUGE_MASK & (uint32_t)a->spec->flags->known, flags = v & ~MODE_BITS & ~huge;

	if (flags)
		show__flags(s, a->spec->flags, flags);
	if (flags && huge)
		s->w->or(s->o);
	if (huge) {
		s->w->uinteger(s->o, huge >> HUGE_SHIFT);
		show_huge_shift(s);
	}
	if (flags || huge)
		s->w->or(s->o);
	s->w->octal(s->o, v & MODE_BITS);
}

/* Flags, and the signal that the child sends when it exits. */
void show_clone_parts(struct show *s, const struct arg *a)
{
	uint64_t v = arg__ulong(a), flags = v & ~(uint64_t)CSIGNAL;

	if (flags)
		show__flags(s, &clone_flags, flags);
	if (flags && v & CSIGNAL)
		s->w->or(s->o);
	if (!flags || v & CSIGNAL)
		show_symbol_signal(s, v & CSIGNAL);
}

/* How attributes are synchronized, which has a name also for 0, and other flags. */
void show_statx_flags(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value, sync = v & AT_STATX_SYNC_TYPE;

	if (sync || show__constants(s) != CONSTANTS_NUMBERS)
		show__flags(s, a->spec->flags, sync);
	v &= ~(uint32_t)AT_STATX_SYNC_TYPE;
	if (!v)
		return;
	s->w->or(s->o);
	show__flags(s, a->spec->flags2, v);
}

#define STATX_ALL_BITS 0xfffu	/* STATX_ALL: linux/stat.h, which keeps it for old programs only */
static const char statx_all[] = "STATX_ALL";

void show_statx_mask(struct show *s, const struct arg *a)
{
	const struct flag_table *t = flag_table__in(a->spec->flags, s->abi);
	uint32_t v = (uint32_t)a->value, rest = v & ~STATX_ALL_BITS;
	bool any = true;

	if ((v & STATX_ALL_BITS) != STATX_ALL_BITS) {
		show_flags(s, a);
		return;
	}
	s->w->flags_begin(s->o, v, t);
	s->w->flag(s->o, statx_all, sizeof(statx_all) - 1, 0);
	s->w->flags_end(s->o, show_flag_names(s, t, rest, &any), true);
}

/* An entry that the call writes; strace shows what is there in every case. */
void show_ldt_entry(struct show *s, const struct arg *a)
{
	bool whole = arg__count(a) == shape_user_desc.size, writes = a->spec->named(a->call);

	if (s->w->strace_marks ? whole : writes)
		show_struct_in(s, a);
	else
		show_ptr(s, a);
}

/* An architecture of spec's second list, and flags. */
void show_kexec_flags(struct show *s, const struct arg *a)
{
	uint64_t v = arg__ulong(a);

	show__enum(s, a->spec->flags2, v & KEXEC_ARCH_MASK);
	v &= ~(uint64_t)KEXEC_ARCH_MASK;
	if (!v)
		return;
	s->w->or(s->o);
	show__flags(s, a->spec->flags, v);
}

/* -- Memory ---------------------------------------------------------------------------------------------------------- */

static void show_str_upto(struct show *s, const struct arg *a, uint32_t most)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	uint32_t limit = s->string_limit < most ? s->string_limit : most;

	if (k && k->len >= limit)
		s->w->string(s->o, chunk__bytes(k), limit, STRING_CUT);
	else
		show_str(s, a);
}

/* The name of a thread: what the kernel does not use of it is not shown. */
void show_comm_in(struct show *s, const struct arg *a)
{
	show_str_upto(s, a, COMM_BYTES);
}

void show_memfd_name(struct show *s, const struct arg *a)
{
	show_str_upto(s, a, MEMFD_NAME);
}

/* The bytes that a call returned, which are no text. */
void show_octets_out(struct show *s, const struct arg *a)
{
	const struct chunk *k = a->call->done && !a->call->failed ? arg__memory(a, PART_SELF, true) : NULL;
	uint64_t n = a->call->ret > 0 ? (uint64_t)a->call->ret : 0;

	if (!n && a->call->done && !a->call->failed && arg__ulong(a))
		s->w->octets(s->o, "", 0, STRING_WHOLE);
	else if (!k || (k->len < n && k->len < s->string_limit))
		show_pointer(s, a, true);
	else
		s->w->octets(s->o, chunk__bytes(k), k->len < s->string_limit ? k->len : s->string_limit, n > s->string_limit ? STRING_CUT : STRING_WHOLE);
}

void show_octets_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	uint64_t n = arg__count(a);

	if (!k || (k->len < n && k->len < s->string_limit))
		show_pointer(s, a, false);
	else
		s->w->octets(s->o, chunk__bytes(k), k->len < s->string_limit ? k->len : s->string_limit, n > s->string_limit ? STRING_CUT : STRING_WHOLE);
}

/* [5] => [8], if any bytes were copied. */
void show_offset_moved(struct show *s, const struct arg *a)
{
	struct arg out = *a;

	show_struct_in(s, a);
	if (!arg__memory(a, PART_SELF, false) || a->call->failed || a->call->ret <= 0)
		return;
	s->w->changed(s->o);
	show_struct_out(s, &out);
	s->w->change_end(s->o);
}

/* Read after the call, and only if it succeeded. */
void show_struct_done(struct show *s, const struct arg *a)
{
	if (a->call->done && !a->call->failed)
		show_struct_in(s, a);
	else
		s->w->address(s->o, arg__ulong(a));
}

static void append_name(char *text, size_t size, const struct flag_table *t, uint32_t v)
{
	const struct flag *f = flag_table__find(t, v);
	size_t n = strlen(text);

	if (f)
		snprintf(text + n, size - n, "%s", f->name);
	else
		snprintf(text + n, size - n, "%#x /* %s */", v, t->unknown);
}

/* A command and a type in one number: QCMD(Q_SYNC, USRQUOTA). */
void show_quota_cmd(struct show *s, const struct arg *a)
{
	enum constants_as as = show__constants(s);
	uint32_t v = (uint32_t)a->value;
	char text[128] = "";

	if (as == CONSTANTS_NAMED) {
		s->w->macro_begin(s->o, "QCMD");
		s->w->field(s->o, NULL, 0);
		show__enum(s, a->spec->flags, v >> 8);
		s->w->field(s->o, NULL, 0);
		show__enum(s, a->spec->flags2, v & 0xff);
		s->w->macro_end(s->o);
		return;
	}
	s->w->uinteger(s->o, v);
	if (as != CONSTANTS_BOTH)
		return;
	strcpy(text, "QCMD(");
	append_name(text, sizeof(text) - 1, a->spec->flags, v >> 8);
	strcat(text, ", ");
	append_name(text, sizeof(text) - 1, a->spec->flags2, v & 0xff);
	strcat(text, ")");
	s->w->comment(s->o, text);
}

/* strace does not know the flags that mount_setattr got later. */
void show_fsmount_flags(struct show *s, const struct arg *a)
{
	show__flags(s, &fsmount_attrs, (uint32_t)a->value);
}

void show_kernel_version(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;
	char text[48];

	snprintf(text, sizeof(text), "KERNEL_VERSION(%u, %u, %u)", v >> 16, v >> 8 & 0xff, v & 0xff);
	s->w->symbol(s->o, v, text, 0, NULL);
}

void show_numa_node(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;

	s->w->uinteger(s->o, v);
	if (v == UINT32_MAX && show__constants(s) != CONSTANTS_NUMBERS)
		s->w->comment(s->o, "NUMA_NO_NODE");
}

void show_array_where(struct show *s, const struct arg *a)
{
	if (a->spec->named(a->call))
		show_array_in(s, a);
	else
		show_ptr(s, a);
}

/* -- Sets of nodes and processors ------------------------------------------------------------------------------------ */

/* The kernel counts maxnode from 1: the last bit is not used. */
static void show_node_words(struct show *s, const struct arg *a, bool out)
{
	uint64_t bits = 8 * a->call->word, max = arg__count(a), n = (max + bits - 2) / bits;

	if (n < max / bits || (max && !n))
		show_pointer(s, a, out);
	else
		show_array_of(s, a, out, n);
}

void show_node_words_in(struct show *s, const struct arg *a)
{
	show_node_words(s, a, false);
}

void show_node_words_out(struct show *s, const struct arg *a)
{
	if (a->call->done && !a->call->failed)
		show_node_words(s, a, true);
	else
		show_pointer(s, a, true);
}

/* Bytes that are no whole words count, too. */
void show_affinity_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	uint64_t len = arg__count(a);

	if ((len && (!k || k->len < len)) || a->call->abi == ABI_S390X || !arg__ulong(a)) {
		show_cpus_in(s, a);
		return;
	}
	s->w->set_begin(s->o, false);
	for (uint64_t i = 0; i < 8 * len; i++) {
		if (!(chunk__bytes(k)[i / 8] >> i % 8 & 1))
			continue;
		s->w->item(s->o);
		s->w->uinteger(s->o, i);
	}
	s->w->set_end(s->o);
}
