// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_strace.c - kinds that only strace's format uses (members `strace` of rows): values of which it shows other parts than we do.
 *
 * Texts that are no constants' names are emitted as flags: a writer then shows the number in place of them, or beside them.
 */
#include <linux/mount.h>
#include <stdio.h>
#include <string.h>

#include "kinds.h"

#define VL_LENGTH 0xffffu		/* PR_SVE_VL_LEN_MASK, PR_SME_VL_LEN_MASK: linux/prctl.h */
#define SWAP_PRIORITY 0x7fffu		/* SWAP_FLAG_PRIO_MASK: linux/swap.h of the kernel */
#define COMM_BYTES 15			/* TASK_COMM_LEN, less the NUL */
#define TAGGED_ENABLE 1u		/* PR_TAGGED_ADDR_ENABLE and fields of PR_MTE_*: linux/prctl.h */
#define TCF_MASK 6u
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

	if (!v && show__constants(s) == CONSTANTS_BOTH)
		s->w->hex(s->o, v);
	s->w->flags_begin(s->o, v, NULL);
	s->w->flag(s->o, v & TAGGED_ENABLE ? enable + 1 : enable, sizeof(enable) - (v & TAGGED_ENABLE ? 2 : 1), 0);
	show_tag_checks(s, v & TCF_MASK);
	if (v & TAG_MASK)
		show_number_flag(s, "%#llx<<PR_MTE_TAG_SHIFT", (v & TAG_MASK) >> TAG_SHIFT);
	if (rest)
		show_number_flag(s, "%#llx", rest);
	s->w->flags_end(s->o, 0, true);
}

/* A number, and its name as a comment in every style with names. */
void show_commented(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;
	const struct flag *f = flag_table__find(a->spec->flags, v);

	s->w->hex(s->o, v);
	if (show__constants(s) != CONSTANTS_NUMBERS)
		s->w->comment(s->o, f ? f->name : "PIDTYPE_???");
}

/* The name of a thread: what the kernel does not use of it is not shown. */
void show_comm_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	uint32_t limit = s->string_limit < COMM_BYTES ? s->string_limit : COMM_BYTES;

	if (k && k->len >= limit)
		s->w->string(s->o, chunk__bytes(k), limit, STRING_CUT);
	else
		show_str(s, a);
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
