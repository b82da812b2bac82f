// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of ptrace: one for each request. ptrace(2) and the kernel's ptrace.c define addr and data. Requests are identified by
 * name: they exist in some architectures only, or have different numbers.
 */
#include <stdio.h>
#include <string.h>

#include "beautifiers/kinds.h"
#include "beautifiers/regsets.h"
#include "beautifiers/rows.h"
#include "made_shapes.h"

/* -- Names that strace has ------------------------------------------------------------------------------------------------ */

enum { PEEKUSER = 3, POKEUSER = 6 };	/* PTRACE_PEEKUSR, PTRACE_POKEUSR of linux/ptrace.h */

void show_ptrace_request(struct show *s, const struct arg *a)
{
	uint64_t v = arg__ulong(a);

	if (a->call->abi == ABI_X86_64 && (v == PEEKUSER || v == POKEUSER))
		s->w->symbol(s->o, v, v == PEEKUSER ? "PTRACE_PEEKUSER" : "PTRACE_POKEUSER", 0, a->spec->flags);
	else
		show_enum64(s, a);
}

/* Offsets in struct user of sys/user.h on x86-64: registers, then members. */
static const struct { uint16_t offset; const char *name; } user_members[] = {
	{ 0, "8*R15" }, { 8, "8*R14" }, { 16, "8*R13" }, { 24, "8*R12" }, { 32, "8*RBP" }, { 40, "8*RBX" }, { 48, "8*R11" }, { 56, "8*R10" }, { 64, "8*R9" },
	{ 72, "8*R8" }, { 80, "8*RAX" }, { 88, "8*RCX" }, { 96, "8*RDX" }, { 104, "8*RSI" }, { 112, "8*RDI" }, { 120, "8*ORIG_RAX" }, { 128, "8*RIP" },
	{ 136, "8*CS" }, { 144, "8*EFL" }, { 152, "8*RSP" }, { 160, "8*SS" },
	{ 216, "offsetof(struct user, u_fpvalid)" }, { 224, "offsetof(struct user, i387)" }, { 736, "offsetof(struct user, u_tsize)" },
	{ 744, "offsetof(struct user, u_dsize)" }, { 752, "offsetof(struct user, u_ssize)" }, { 760, "offsetof(struct user, start_code)" },
	{ 768, "offsetof(struct user, start_stack)" }, { 776, "offsetof(struct user, signal)" }, { 784, "offsetof(struct user, reserved)" },
	{ 792, "offsetof(struct user, u_ar0)" }, { 800, "offsetof(struct user, u_fpstate)" }, { 808, "offsetof(struct user, magic)" },
	{ 816, "offsetof(struct user, u_comm)" }, { 848, "offsetof(struct user, u_debugreg)" }, { 912, "sizeof(struct user)" },
};

void show_user_offset(struct show *s, const struct arg *a)
{
	unsigned n = sizeof(user_members) / sizeof(user_members[0]), i = 0;
	enum constants_as as = show__constants(s);
	uint64_t v = arg__ulong(a);
	char text[64];

	if (a->call->abi != ABI_X86_64 || v > user_members[n - 1].offset || as == CONSTANTS_NUMBERS) {
		show_ptr(s, a);
		return;
	}
	while (i + 1 < n && user_members[i + 1].offset <= v)
		i++;
	if (v == user_members[i].offset)
		snprintf(text, sizeof(text), "%s", user_members[i].name);
	else
		snprintf(text, sizeof(text), "%s+%u", user_members[i].name, (unsigned)(v - user_members[i].offset));
	if (as == CONSTANTS_BOTH) {
		show_ptr(s, a);
		s->w->comment(s->o, text);
	} else {
		s->w->symbol(s->o, v, text, 0, NULL);
	}
}

/* -- Sets of registers ---------------------------------------------------------------------------------------------------- */

#define REGSET_MOST 576		/* bytes: more than strace shows */
enum { PRSTATUS = 1, PRFPREG };	/* NT_PRSTATUS, NT_PRFPREG of linux/elf.h: the kinds whose registers strace shows */

#define REGS_IOV(n, k) \
	struct n##64 { uint64_t iov_base, iov_len; }; \
	struct n##32 { uint32_t iov_base, iov_len; }; \
	static const struct field n##64_fields[] = { DEREF(struct n##64, iov_base, k, iov_len), FIELD(struct n##64, iov_len, ulong) }; \
	static const struct field n##32_fields[] = { DEREF(struct n##32, iov_base, k, iov_len), FIELD(struct n##32, iov_len, ulong) }; \
	static const struct shape n##_compat = SHAPE(struct n##32, n##32_fields); \
	static const struct shape n = SHAPE(struct n##64, n##64_fields, .compat = &n##_compat, .x32_compat = true);
REGS_IOV(got, regset_out)
REGS_IOV(set, regset_in)

/* Those whose layout is not known as bytes. */
static void show_unknown_regset(struct show *s, uint64_t base, const struct chunk *k, uint64_t len)
{
	uint64_t limit = s->verbose ? REGSET_MOST : s->string_limit, n = k->len < limit ? k->len : limit;

	if (!n)
		s->w->address(s->o, base);
	else
		s->w->octets(s->o, chunk__bytes(k), n, n < len ? STRING_CUT : STRING_WHOLE);
}

static void show_regset(struct show *s, const struct arg *a, uint64_t base, uint64_t room, uint64_t len, bool out)
{
	static const struct field leads = { .leads = true };
	struct arg at = { .call = a->call, .spec = a->spec, .value = base, .index = -1, .field = &leads, .root = a->index, .out = out };
	uint64_t type = a->call->args[2], odd = type == PRSTATUS || type == PRFPREG ? len & (a->call->word - 1u) : 0;
	bool by_strace = a->call->abi == ABI_X86_64 && (type == PRSTATUS || type == PRFPREG);
	const struct shape *sh = s->w->strace_marks && !by_strace ? NULL : regset__of(a->call, type, room, len);
	const struct chunk *k = len && (s->w->strace_marks ? by_strace && !(len & 7) : !odd || (sh && len == sh->size)) ? arg__memory(&at, PART_SELF, out) : NULL;
	uint64_t fetched = sh && len > sh->size ? sh->size : len;

	if (!k || (out && a->call->failed) || (sh && k->len < fetched))
		s->w->address(s->o, base);
	else if (!sh)
		show_unknown_regset(s, base, k, len);
	else
		regset__show(s, a, sh, chunk__bytes(k), len);
}

/* The structure that says where the registers are; the call changes the length. */
static void show_regset_iov(struct show *s, const struct arg *a, bool out)
{
	const struct chunk *was = arg__memory(a, PART_SELF, false), *now = arg__memory(a, PART_SELF, true);
	unsigned word_size = a->call->word;
	uint64_t old_len, len;

	if (!was || was->len < 2 * word_size) {
		s->w->address(s->o, arg__ulong(a));
		return;
	}
	if (!now || now->len < 2 * word_size)
		now = was;
	old_len = load_uint(chunk__bytes(was) + word_size, word_size, s->swap);
	len = load_uint(chunk__bytes(now) + word_size, word_size, s->swap);
	s->w->struct_begin(s->o);
	show_field_name(s, "iov_base");
	show_regset(s, a, load_uint(chunk__bytes(out ? now : was), word_size, s->swap), old_len, out ? len : old_len, out);
	show_field_name(s, "iov_len");
	s->w->change_begin(s->o);
	s->w->uinteger(s->o, old_len);
	if (len != old_len) {
		s->w->changed(s->o);
		s->w->uinteger(s->o, len);
	}
	s->w->change_end(s->o);
	s->w->struct_end(s->o, false);
}

void show_regset_got(struct show *s, const struct arg *a)
{
	show_regset_iov(s, a, true);
}

void show_regset_set(struct show *s, const struct arg *a)
{
	show_regset_iov(s, a, false);
}

/* All registers of one kind: only the layout of x86-64 is known here. */
static void show_all_registers(struct show *s, const struct arg *a, bool out)
{
	const struct chunk *k = a->call->abi == ABI_X86_64 ? arg__memory(a, PART_SELF, out) : NULL;
	const struct shape *sh = a->spec->kind->cap[0].size == regset_user.size ? &regset_user : &regset_user_fp;

	if (!k || k->len < sh->size || (out && (!a->call->done || a->call->failed)))
		show_ptr(s, a);
	else
		regset__show(s, a, sh, chunk__bytes(k), sh->size);
}

void show_regs_in(struct show *s, const struct arg *a)
{
	show_all_registers(s, a, false);
}

void show_regs_out(struct show *s, const struct arg *a)
{
	show_all_registers(s, a, true);
}

/* -- Filters and calls of the tracee -------------------------------------------------------------------------------------- */

/* Which filter is asked about, then its flags; as many bytes as the result says. */
void show_seccomp_metadata(struct show *s, const struct arg *a)
{
	const struct chunk *in = arg__memory(a, PART_SELF, false), *out = arg__memory(a, PART_SELF, true);
	uint64_t size = a->call->done && !a->call->failed && a->call->ret > 0 ? (uint64_t)a->call->ret : 0;

	if (arg__count(a) < 8 || !in || in->len < 8) {
		s->w->address(s->o, arg__ulong(a));
		return;
	}
	s->w->struct_begin(s->o);
	show_named(s, "filter_off", uinteger, load_uint(chunk__bytes(in), 8, s->swap));
	if (size >= 16 && out && out->len >= 16) {
		show_field_name(s, "flags");
		show__flags(s, &seccomp_flags, load_uint(chunk__bytes(out) + 8, 8, s->swap));
	}
	s->w->struct_end(s->o, size > 16);
}

struct syscall_info {
	uint8_t op, pad[3];
	uint32_t arch;
	uint64_t instruction_pointer, stack_pointer, nr, args[6];
	uint32_t ret_data;
};
struct exit_info { uint64_t head[3]; int64_t rval; uint8_t is_error; };
enum { INFO_ENTRY = 1, INFO_EXIT, INFO_SECCOMP };	/* PTRACE_SYSCALL_INFO_*: linux/ptrace.h, 5.3 */
#define ENDS(t, member) (offsetof(struct t, member) + sizeof(((struct t *)0)->member))

static void show_traced_entry(struct show *s, const struct arg *a, const uint8_t *p, uint64_t len, bool seccomp)
{
	uint64_t nargs = len > offsetof(struct syscall_info, args) ? (len - offsetof(struct syscall_info, args)) / 8 : 0;

	if (nargs > 6)
		nargs = 6;
	s->w->struct_begin(s->o);
	show_field_name(s, "nr");
	show__audit_call(s, load_uint(p + offsetof(struct syscall_info, nr), 8, s->swap), (uint32_t)load_uint(p + 4, 4, s->swap));
	if (nargs) {
		show_field_name(s, "args");
		show_elements(s, a, &shape_hex64, p + offsetof(struct syscall_info, args), (uint32_t)nargs * 8, nargs);
	}
	if (seccomp && len >= ENDS(syscall_info, ret_data))
		show_named(s, "ret_data", uinteger, load_uint(p + offsetof(struct syscall_info, ret_data), 4, s->swap));
	s->w->struct_end(s->o, false);
}

static void show_traced_exit(struct show *s, const uint8_t *p, uint64_t len)
{
	int64_t v = load_int(p + offsetof(struct exit_info, rval), 8, s->swap);
	bool known = len >= ENDS(exit_info, is_error), error = known && p[offsetof(struct exit_info, is_error)];
	const char *name = error && v < 0 && v >= -4095 ? errno__name_in(s->abi, (int)-v) : NULL;
	char text[32];

	s->w->struct_begin(s->o);
	show_field_name(s, "rval");
	snprintf(text, sizeof(text), "-%s", name ? name : "");
	if (name && show__constants(s) == CONSTANTS_NAMED)
		s->w->symbol(s->o, (uint64_t)v, text, 0, NULL);
	else
		s->w->integer(s->o, v);
	if (name && show__constants(s) == CONSTANTS_BOTH)
		s->w->comment(s->o, text);
	if (known)
		show_named(s, "is_error", uinteger, p[offsetof(struct exit_info, is_error)]);
	s->w->struct_end(s->o, false);
}

static void show_syscall_info_of(struct show *s, const struct arg *a, const uint8_t *p, uint64_t len)
{
	s->w->struct_begin(s->o);
	show_field_name(s, "op");
	show__enum(s, &ptrace_syscall_infos, *p);
	if (len >= ENDS(syscall_info, arch)) {
		show_field_name(s, "arch");
		show__enum(s, &audit_archs, load_uint(p + 4, 4, s->swap));
	}
	if (len >= ENDS(syscall_info, instruction_pointer))
		show_named(s, "instruction_pointer", address, load_uint(p + 8, 8, s->swap));
	if (len >= ENDS(syscall_info, stack_pointer))
		show_named(s, "stack_pointer", address, load_uint(p + 16, 8, s->swap));
	if (len >= ENDS(syscall_info, nr) && (*p == INFO_ENTRY || *p == INFO_SECCOMP)) {
		s->w->field(s->o, *p == INFO_ENTRY ? "entry" : "seccomp", *p == INFO_ENTRY ? 5 : 7);
		show_traced_entry(s, a, p, len, *p == INFO_SECCOMP);
	} else if (len >= ENDS(syscall_info, nr) && *p == INFO_EXIT) {
		show_field_name(s, "exit");
		show_traced_exit(s, p, len);
	}
	s->w->struct_end(s->o, false);
}

/* The result is the size of what the kernel knows: as much is filled as there is room for. */
void show_syscall_info(struct show *s, const struct arg *a)
{
	uint64_t len = arg__count(a), known = ENDS(syscall_info, ret_data);
	const struct chunk *k = arg__memory(a, PART_SELF, true);

	if (a->call->done && !a->call->failed && (uint64_t)a->call->ret < len)
		len = (uint64_t)a->call->ret;
	if (len > known)
		len = known;
	if (!a->call->done || a->call->failed || !len || !k || k->len < len)
		show_pointer(s, a, true);
	else
		show_syscall_info_of(s, a, chunk__bytes(k), len);
}

/* What is passed to change it (6.16) */
void show_syscall_info_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	uint64_t len = arg__count(a);

	if (k && k->len < len)
		len = k->len;
	if (!k || !len)
		show_pointer(s, a, false);
	else
		show_syscall_info_of(s, a, chunk__bytes(k), len);
}

struct rseq_config { uint64_t rseq_abi_pointer; uint32_t rseq_abi_size, signature, flags, pad; };	/* linux/ptrace.h, 5.13 */
static const struct field rseq_config_fields[] = {
	FIELD(struct rseq_config, rseq_abi_pointer, ptr), FIELD(struct rseq_config, rseq_abi_size, uint), FIELDS(struct rseq_config, hex32, signature, flags),
};
static const struct shape rseq_config = SHAPE(struct rseq_config, rseq_config_fields);

struct sud_config { uint64_t mode, selector, offset, len; };	/* linux/ptrace.h, 6.4 */
static const struct field sud_config_fields[] = {
	FIELD_FLAGS(struct sud_config, mode, enum64, pr_syscall_dispatch), FIELD(struct sud_config, selector, ptr), FIELD(struct sud_config, offset, hex),
	FIELD(struct sud_config, len, ulong),
};
static const struct shape sud_config = SHAPE(struct sud_config, sud_config_fields);

/* -- Rows ----------------------------------------------------------------------------------------------------------------- */

#define REQUEST_ARG ENUM64("request", ptrace_requests, .strace = &kind_ptrace_request)
#define REQUEST(request, ...) { 0, { "ptrace", ARGS(REQUEST_ARG, ##__VA_ARGS__), .named = "PTRACE_" #request } }
#define PT(request, ...)      REQUEST(request, PID("pid"), ##__VA_ARGS__)

static const struct subrow ptrace_subs[] = {
	/* Attaching and stopping */
	REQUEST(TRACEME),
	PT(ATTACH),
	PT(SEIZE,                  PTR("addr"), FLAGS64("data", ptrace_options)),
	PT(INTERRUPT),
	PT(LISTEN),
	PT(SETOPTIONS,             PTR("addr"), FLAGS64("data", ptrace_options)),
	PT(OLDSETOPTIONS,          PTR("addr"), FLAGS64("data", ptrace_options)),

	/* Continuing, with or without a signal */
	PT(CONT,                   PTR("addr"), SIGNAL64("data")),
	PT(KILL),
	PT(DETACH,                 PTR("addr"), SIGNAL64("data")),
	PT(SYSCALL,                PTR("addr"), SIGNAL64("data")),
	PT(SINGLESTEP,             PTR("addr"), SIGNAL64("data")),
	PT(SINGLEBLOCK,            PTR("addr"), SIGNAL64("data")),
	PT(SYSEMU,                 PTR("addr"), SIGNAL64("data")),
	PT(SYSEMU_SINGLESTEP,      PTR("addr"), SIGNAL64("data")),

	/* Memory and registers */
	PT(PEEKTEXT,               PTR("addr"), STRUCT_OUT("data", shape_ptr)),
	PT(PEEKDATA,               PTR("addr"), STRUCT_OUT("data", shape_ptr)),
	PT(PEEKUSR,                HEX("addr", .strace = &kind_user_offset), STRUCT_OUT("data", shape_ptr)),
	PT(POKETEXT,               PTR("addr"), HEX("data")),
	PT(POKEDATA,               PTR("addr"), HEX("data")),
	PT(POKEUSR,                HEX("addr", .strace = &kind_user_offset), HEX("data")),
	PT(GETREGS,                PTR("addr", .strace = &kind_hidden), ARG_("data", regs_out)),
	PT(SETREGS,                PTR("addr", .strace = &kind_hidden), ARG_("data", regs_in)),
	PT(GETFPREGS,              PTR("addr", .strace = &kind_hidden), ARG_("data", fpregs_out)),
	PT(SETFPREGS,              PTR("addr", .strace = &kind_hidden), ARG_("data", fpregs_in)),
	PT(GETFPXREGS,             PTR("addr"), PTR("data")),
	PT(SETFPXREGS,             PTR("addr"), PTR("data")),
	PT(GETREGSET,              ENUM("addr", nt_types, .flags2 = &nt_strace_types, .strace = &kind_enum_second), ARG_("data", regset_got, .shape = &got, .on_error = true)),
	PT(SETREGSET,              ENUM("addr", nt_types, .flags2 = &nt_strace_types, .strace = &kind_enum_second), ARG_("data", regset_set, .shape = &set, .on_error = true)),
	PT(GET_THREAD_AREA,        INT("addr"), STRUCT_OUT("data", shape_user_desc)),
	PT(SET_THREAD_AREA,        INT("addr"), STRUCT_IN("data", shape_user_desc)),
	PT(ARCH_PRCTL,             PTR("addr"), ENUM("data", arch_prctl_options)),

	/* Events */
	{ 0, { "ptrace", ARGS(REQUEST_ARG, PID("pid"), PTR("addr"), STRUCT_OUT("data", shape_event_message)), OF_TASK(1),
	       .named = "PTRACE_GETEVENTMSG" } },
	PT(GETSIGINFO,             PTR("addr"), STRUCT_OUT("data", shape_siginfo)),
	PT(SETSIGINFO,             PTR("addr"), STRUCT_IN("data", shape_siginfo)),
	PT(PEEKSIGINFO,            STRUCT_IN("addr", shape_peeksiginfo), ARRAY_OUT("data", shape_siginfo)),
	PT(GETSIGMASK,             ULONG("addr"), SIGSET_OUT("data")),
	PT(SETSIGMASK,             ULONG("addr"), SIGSET_IN("data", .len_arg = 2, .strace = &kind_sigset_upto)),
	PT(SECCOMP_GET_FILTER,     ULONG("addr"), ARRAY_OUT("data", shape_sock_filter, .strace = &kind_ptr)),
	PT(SECCOMP_GET_METADATA,   ULONG("addr"), ARG_("data", seccomp_metadata, .len_arg = 2)),
	PT(GET_SYSCALL_INFO,       ULONG("addr"), ARG_("data", syscall_info, .len_arg = 2)),
	PT(GET_RSEQ_CONFIGURATION, ULONG("addr"), STRUCT_OUT_SIZED("data", rseq_config, 2, .strace = &kind_ptr)),
	PT(SET_SYSCALL_INFO,       ULONG("addr"), ARG_("data", syscall_info_in, .len_arg = 2, .strace = &kind_ptr)),
	PT(SET_SYSCALL_USER_DISPATCH_CONFIG, ULONG("addr"), STRUCT_SIZED("data", sud_config, 2, .strace = &kind_ptr)),
	PT(GET_SYSCALL_USER_DISPATCH_CONFIG, ULONG("addr"), STRUCT_OUT_SIZED("data", sud_config, 2, .strace = &kind_ptr)),
};

static const struct row rows[] = {
	{ "ptrace", ARGS(REQUEST_ARG, PID("pid"), HEX("addr", .strace = &kind_ptr), HEX("data", .strace = &kind_ptr)), SUB(0, ptrace_subs) },
};

const struct row_table rows_ptrace = ROW_TABLE(rows);
