// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_strace.c - kinds that only strace's format uses (members `strace` of rows): values of which it shows other parts than we do.
 */
#include <linux/futex.h>
#include <stdio.h>
#include <string.h>

#include "kinds.h"

#define COMM_BYTES 15			/* TASK_COMM_LEN, less the NUL */
#define UTS_NAME 64			/* __NEW_UTS_LEN: linux/utsname.h */
#define MEMFD_NAME 250			/* the longest name, and its NUL: NAME_MAX, less "memfd:" */
#define FUTEX_LAST 13			/* FUTEX_LOCK_PI2: linux/futex.h, 5.14 */
#define WAITERS_MOST 128		/* FUTEX_WAITV_MAX: linux/futex.h, 5.16 */

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

/* The same of a word in hexadecimal. */
void show_hex_noted(struct show *s, const struct arg *a)
{
	const struct flag_table *t = flag_table__in(a->spec->flags, s->abi);
	const struct flag *f = flag_table__find(t, arg__ulong(a));

	s->w->hex(s->o, arg__ulong(a));
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

/* An entry that the call writes; strace shows what is there in every case. */
void show_ldt_entry(struct show *s, const struct arg *a)
{
	bool whole = arg__count(a) == shape_user_desc.size, writes = a->spec->named(a->call);

	if (s->w->strace_marks ? whole : writes)
		show_struct_in(s, a);
	else
		show_ptr(s, a);
}

/* A call that failed has filled nothing: only the number that was asked for is shown. */
void show_desc_got(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);

	if (!a->call->failed || !k || k->len < shape_user_desc.size) {
		show_struct_inout(s, a);
		return;
	}
	s->w->struct_begin(s->o);
	show_field_name(s, "entry_number");
	show_uid(s, &(struct arg){ .value = load_uint(chunk__bytes(k), 4, s->swap), .index = -1 });
	s->w->struct_end(s->o, true);
}

/* -- Memory ---------------------------------------------------------------------------------------------------------- */

/* The kernel takes no longer name. */
void show_uts_name(struct show *s, const struct arg *a)
{
	if (arg__count(a) > UTS_NAME)
		show_ptr(s, a);
	else
		show_buf_in(s, a);
}

static void show_str_upto(struct show *s, const struct arg *a, uint32_t most)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	uint32_t limit = s->string_limit < most ? s->string_limit : most;

	if (k && (k->len > limit || (k->len == limit && limit == most)))
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
	struct arg_spec spec = *a->spec;
	struct arg in = *a, out;

	if (spec.shape == &shape_offset)
		spec.shape = &shape_u64;
	in.spec = &spec;
	out = in;
	show_struct_in(s, &in);
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

void show_array_if_verbose(struct show *s, const struct arg *a)
{
	if (s->verbose)
		show_array_in(s, a);
	else
		s->w->address(s->o, arg__ulong(a));
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
	if ((a->call->done && !a->call->failed) || (!arg__count(a) && arg__ulong(a)))
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
