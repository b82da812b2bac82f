// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_strace_flags.c - kinds that only strace's format uses: flags with numbers in some of their bits, and several values in one number.
 *
 * Texts that are no constants' names are emitted as flags: a writer then shows the number in place of them, or beside them.
 */
#include <linux/fcntl.h>
#include <linux/kexec.h>
#include <linux/mman.h>
#include <linux/mount.h>
#include <linux/sched.h>
#include <stdio.h>
#include <string.h>

#include "kinds.h"

#define VL_LENGTH 0xffffu		/* PR_SVE_VL_LEN_MASK, PR_SME_VL_LEN_MASK: linux/prctl.h */
#define SWAP_PRIORITY 0x7fffu		/* SWAP_FLAG_PRIO_MASK: linux/swap.h of the kernel */
#define TAGGED_ENABLE 1u		/* PR_TAGGED_ADDR_ENABLE and fields of PR_MTE_*: linux/prctl.h */
#define TCF_MASK 6u
#define TAG_SHIFT 3
#define TAG_MASK (0xffffu << TAG_SHIFT)
#define HUGE_SHIFT 26			/* MAP_HUGE_SHIFT, SHM_HUGE_SHIFT, MFD_HUGE_SHIFT: asm-generic/hugetlb_encode.h */
#define HUGE_MASK (0x3fu << HUGE_SHIFT)
#define MODE_BITS 0777u

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
	uint32_t v = (uint32_t)a->value, type;
	const struct flag_table *t = flag_table__in(a->spec->flags, s->abi);
	bool any = false;

	type = v & MAP_TYPE;
	s->w->flags_begin(s->o, arg__ulong(a), t);
	if (type)
		show_unnamed(s, show_flag_names(s, t, type, &any), t->unknown);
	else
		s->w->flag(s->o, "MAP_FILE", 8, 0);
	show_unnamed(s, show_flag_names(s, t, v & ~(MAP_TYPE | HUGE_MASK), &any), NULL);
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

static bool only_unnamed(struct show *s, const struct flag_table *t, uint32_t flags)
{
	return !(flags & (uint32_t)t->known) && show__constants(s) != CONSTANTS_NUMBERS;
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
	/* Flags of which none has a name, and permissions, follow each other, except of shared memory */
	if (huge || (flags && (!only_unnamed(s, a->spec->flags, flags) || a->spec->flags->known & HUGE_MASK)))
		s->w->or(s->o);
	s->w->octal(s->o, v & MODE_BITS);
}

/* A command, perhaps or-ed with IPC_64: two values. */
void show_ipc_cmd(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value, wide = v & (uint32_t)a->spec->flags2->known;

	if (wide) {
		show__flags(s, a->spec->flags2, wide);
		s->w->or(s->o);
	}
	show__enum(s, a->spec->flags, v & ~wide);
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

static void show_both_syncs(struct show *s)
{
	static const char force[] = "AT_STATX_FORCE_SYNC", dont[] = "AT_STATX_DONT_SYNC";

	s->w->flags_begin(s->o, AT_STATX_SYNC_TYPE, NULL);
	s->w->flag(s->o, force, sizeof(force) - 1, 0);
	s->w->flag(s->o, dont, sizeof(dont) - 1, 0);
	s->w->flags_end(s->o, 0, true);
}

/* How attributes are synchronized, which has a name also for 0, and other flags. */
void show_statx_flags(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value, sync = v & AT_STATX_SYNC_TYPE;

	if (sync == AT_STATX_SYNC_TYPE)
		show_both_syncs(s);
	else if (sync || show__constants(s) != CONSTANTS_NUMBERS)
		show__flags(s, a->spec->flags, sync);
	v &= ~(uint32_t)AT_STATX_SYNC_TYPE;
	if (!v)
		return;
	s->w->or(s->o);
	show__flags(s, a->spec->flags2, v);
}

#define STATX_ALL_BITS 0xfffu	/* STATX_ALL: linux/stat.h, which keeps it for old programs only */
#define STATX_UNNAMED 0x80000000u	/* STATX__RESERVED */
static const char statx_all[] = "STATX_ALL";

void show_statx_mask(struct show *s, const struct arg *a)
{
	const struct flag_table *t = flag_table__in(a->spec->flags, s->abi);
	uint32_t v = (uint32_t)a->value, unnamed = v & STATX_UNNAMED;
	bool any = (v & STATX_ALL_BITS) == STATX_ALL_BITS;

	s->w->flags_begin(s->o, v, t);
	if (any)
		s->w->flag(s->o, statx_all, sizeof(statx_all) - 1, 0);
	v = (uint32_t)show_flag_names(s, t, v & ~(any ? STATX_ALL_BITS : 0) & ~unnamed, &any);
	s->w->flags_end(s->o, v | unnamed, any);
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
