// SPDX-License-Identifier: BSD-2-Clause
/* show_signal.c - signals: numbers, sets, handlers, siginfo of arguments and of delivered signals. */
#include <linux/audit.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "kinds.h"

void show_symbol_signal(struct show *s, uint64_t sig)
{
	const char *name = sig && sig < 128 ? signal__name((int)sig) : NULL;

	if (name && s->w->signal)
		s->w->signal(s->o, (int)sig, name);
	else if (name)
		s->w->symbol(s->o, sig, name, 3, NULL);
	else
		s->w->integer(s->o, (int32_t)sig);
}

void show_signal(struct show *s, const struct arg *a)
{
	show_symbol_signal(s, (uint32_t)a->value);
}

void show_signal64(struct show *s, const struct arg *a)
{
	uint64_t v = arg__ulong(a);

	if (v > UINT32_MAX)
		s->w->hex(s->o, v);
	else
		show_symbol_signal(s, v);
}

void show_handler(struct show *s, const struct arg *a)
{
	uint64_t v = arg__ulong(a);

	if (v == 0)
		s->w->symbol(s->o, v, "SIG_DFL", 0, NULL);
	else if (v == 1)
		s->w->symbol(s->o, v, "SIG_IGN", 0, NULL);
	else
		s->w->address(s->o, v);
}

/* -- Sets ---------------------------------------------------------------------------------------------- */

/* Bit 0 is signal 1. A set of more than half of all signals, for strace two thirds, is shown inverted: by those that are not in it. */
static void show_signals(struct show *s, uint64_t set, unsigned bits)
{
	uint64_t all = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
	bool inverted = (unsigned)__builtin_popcountll(set) >= (s->w->strace_marks ? bits * 2 / 3 : bits / 2 + 1);

	if (inverted)
		set = ~set & all;
	s->w->set_begin(s->o, inverted);
	for (; set; set &= set - 1) {
		s->w->item(s->o);
		show_symbol_signal(s, __builtin_ctzll(set) + 1);
	}
	s->w->set_end(s->o);
}

static void show_sigset(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint8_t set[8] = { 0 };

	(void)a;
	if (len > 8)
		len = 8;
	memcpy(set, p, len);	/* may be shorter: rt_sigpending takes a size */
	show_signals(s, load_uint(set, len == 4 ? 4 : 8, s->swap), len * 8);
}

/* The old type of set is one word. */
void show_sigset_word(struct show *s, const struct arg *a)
{
	show_signals(s, arg__ulong(a), a->call->word * 8);
}

static void show_set_behind(struct show *s, const struct arg *a, uint64_t addr)
{
	const struct chunk *k = call__chunk(a->call, a->index, PART_DATA, false);

	if (!k)
		s->w->address(s->o, addr);
	else if (!chunk__has_bytes(k) || k->len < 4)
		show__unread(s, addr);
	else
		show_sigset(s, a, chunk__bytes(k), k->len & ~3u);
}

/* A structure of a pointer to a set and its size (pselect6). */
void show_sigset_arg(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	unsigned word = a->call->word;

	if (!k || k->len < 2 * word) {
		show_pointer(s, a, false);
		return;
	}
	s->w->struct_begin(s->o);
	if (s->w->strace_marks)
		show_field_name(s, "sigmask");
	else
		show_field_name(s, "ss");
	show_set_behind(s, a, load_uint(chunk__bytes(k), word, s->swap));
	if (s->w->strace_marks)
		show_field_name(s, "sigsetsize");
	else
		show_field_name(s, "ss_len");
	s->w->uinteger(s->o, load_uint(chunk__bytes(k) + word, word, s->swap));
	s->w->struct_end(s->o, false);
}

/* A set of as many bytes as were passed: at least a word, and no more than a set has. */
void show_sigset_upto(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	uint64_t len = arg__count(a);
	uint8_t set[8] = { 0 };

	if (len < a->call->word || len > sizeof(set) || !k || k->len < len) {
		show_ptr(s, a);
		return;
	}
	memcpy(set, chunk__bytes(k), len);
	show_sigset(s, a, set, sizeof(set));
}

const struct shape shape_sigset = { .name = "sigset", .size = 8, .show = show_sigset, .whole = true };
static const struct shape old_sigset32 = { .name = "old_sigset", .size = 4, .show = show_sigset, .whole = true };
const struct shape shape_old_sigset = { .name = "old_sigset", .size = 8, .show = show_sigset, .whole = true, .compat = &old_sigset32 };

/* -- The signal frame: what sigreturn takes from it -------------------------------------------------------------------------- */

bool sigframe__is_known(const struct call *c)
{
	const struct chunk *k = call__chunk(c, 0, PART_SELF, false);

	return k && chunk__has_bytes(k);
}

/* From the set on */
struct sigframe {
	uint64_t mask;
};

/* i386: the upper half lies behind the state of the floating-point unit. */
#define UPPER_HALF 632

struct old_sigframe {
	uint8_t mask[UPPER_HALF + 4];
};

static void show_split_set(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint8_t set[8];

	if (len < UPPER_HALF + 4) {
		s->w->address(s->o, a->value);
		return;
	}
	memcpy(set, p, 4);
	memcpy(set + 4, p + UPPER_HALF, 4);
	show_sigset(s, a, set, sizeof(set));
}

static const struct field sigframe_fields[] = { FIELD_STRUCT(struct sigframe, mask, shape_sigset) };
static const struct field old_sigframe_fields[] = { FIELD_STRUCT(struct old_sigframe, mask, shape_old_frame_set) };
const struct shape shape_sigframe = SHAPE(struct sigframe, sigframe_fields);
const struct shape shape_old_frame_set = { .name = "sigset", .size = sizeof(struct old_sigframe), .show = show_split_set, .whole = true, .arm = &shape_sigset };
const struct shape shape_old_sigframe = SHAPE(struct old_sigframe, old_sigframe_fields, .arm = &shape_sigframe);

/* -- siginfo (asm-generic/siginfo.h) ------------------------------------------------------------------- */

struct info {
	struct show *s;
	int32_t signo, code, err;
	const uint8_t *p;	/* the union of siginfo_t */
	uint32_t len;		/* bytes of it */
	unsigned word;
	const struct call *call;	/* whose argument it is; NULL: of a signal */
	bool waited;		/* from waitid, which fills only some fields */
};

static uint64_t info_uint(const struct info *i, unsigned offset, unsigned size)
{
	return offset + size <= i->len ? load_uint(i->p + offset, size, i->s->swap) : 0;
}

static int32_t info_int(const struct info *i, unsigned offset)
{
	return (int32_t)info_uint(i, offset, 4);
}

static const struct flag_table *codes_of(int32_t signo)
{
	switch (signo) {
	case SIGCHLD:	return &si_codes_chld;
	case SIGSEGV:	return &si_codes_segv;
	case SIGBUS:	return &si_codes_bus;
	case SIGFPE:	return &si_codes_fpe;
	case SIGILL:	return &si_codes_ill;
	case SIGTRAP:	return &si_codes_trap;
	case SIGPOLL:	return &si_codes_poll;
	case SIGSYS:	return &si_codes_sys;
	default:	return NULL;
	}
}

/* F_SETSIG lets the kernel tell by any signal what SIGPOLL tells; it uses the codes of SIGPOLL unless the signal has codes of its own. */
bool signal__is_poll(int32_t signo, int32_t code)
{
	return code == SI_SIGIO || (code >= POLL_IN && code <= POLL_HUP && (signo == SIGPOLL || !codes_of(signo)));
}

/* Codes such as SI_USER apply to every signal, the others to one signal each. */
void show_signal_code(struct show *s, int32_t signo, int32_t code)
{
	const struct flag *f = flag_table__find(flag_table__in(&si_codes, s->abi), (uint32_t)code);
	const struct flag_table *own = f ? NULL : codes_of(signo);

	if (!f && !own && signal__is_poll(signo, code) && !s->w->strace_marks)
		own = &si_codes_poll;
	if (own)
		f = flag_table__find(flag_table__in(own, s->abi), (uint32_t)code);
	if (f && f->newer && s->w->strace_marks)
		f = NULL;
	if (f)
		s->w->symbol(s->o, s->w->strace_marks ? (uint32_t)code : (uint64_t)(int64_t)code, f->name, f->skip, own ? own : &si_codes);
	else if (s->w->strace_marks)
		s->w->hex(s->o, (uint32_t)code);
	else
		s->w->integer(s->o, code);
}

static void show_code(const struct info *i)
{
	show_field_name(i->s, "si_code");
	show_signal_code(i->s, i->signo, i->code);
}

static void show_sender(const struct info *i)
{
	const struct names *names = i->s->names;
	int32_t pid = info_int(i, 0);
	uint32_t known = names && pid > 0 ? names->pid(names->ctx, (uint32_t)pid, false) : 0;

	show_field_name(i->s, "si_pid");
	i->s->w->task(i->s->o, pid, known && i->s->w->strace_marks ? names->comm(names->ctx, known) : NULL, show__outer_pid(i->s, pid, known));
	show_field_name(i->s, "si_uid");
	show_uid(i->s, &(struct arg){ .value = (uint32_t)info_int(i, 4), .index = -1 });
}

/* union sigval: both members, the wider one as an address. */
static void show_sigval(const struct info *i, unsigned offset)
{
	show_named(i->s, "si_int", integer, info_int(i, offset));
	show_named(i->s, "si_ptr", address, info_uint(i, offset, i->word));
}

static void show_child(const struct info *i)
{
	unsigned times = i->word == 8 ? 16 : 12, size = i->s->abi == ABI_X32 ? 8 : i->word;
	int32_t status = info_int(i, 8);

	show_sender(i);
	show_field_name(i->s, "si_status");
	if (i->code == CLD_EXITED)
		i->s->w->integer(i->s->o, status);
	else
		show_symbol_signal(i->s, status & 0x7f);
	if (i->waited && !i->s->w->strace_marks)
		return;
	show_named(i->s, "si_utime", ticks, info_uint(i, times, size));
	show_named(i->s, "si_stime", ticks, info_uint(i, times + size, size));
}

static void show_timer(const struct info *i)
{
	if (i->s->w->strace_marks)
		show_named(i->s, "si_timerid", hex, (uint32_t)info_int(i, 0));
	else
		show_named(i->s, "si_timerid", integer, info_int(i, 0));
	show_named(i->s, "si_overrun", integer, info_int(i, 4));
	show_sigval(i, 8);
}

static void show_poll(const struct info *i)
{
	show_field_name(i->s, "si_band");
	show__flags(i->s, &poll_events, info_uint(i, 0, i->word));
	show_named(i->s, "si_fd", integer, info_int(i, i->word));
}

static const char *audit_call_name(uint64_t nr, uint32_t arch)
{
	static const struct { uint32_t arch; enum abi abi; } abis[] = {
		{ AUDIT_ARCH_X86_64, ABI_X86_64 }, { AUDIT_ARCH_I386, ABI_I386 }, { AUDIT_ARCH_AARCH64, ABI_AARCH64 }, { AUDIT_ARCH_ARM, ABI_ARM },
		{ AUDIT_ARCH_RISCV64, ABI_RISCV64 }, { AUDIT_ARCH_PPC64LE, ABI_PPC64LE }, { AUDIT_ARCH_S390X, ABI_S390X },
	};

	if (arch == AUDIT_ARCH_X86_64 && nr >> 30 == 1)
		return syscalltbl__name(ABI_X32, (uint16_t)nr);
	for (unsigned i = 0; nr <= UINT16_MAX && i < sizeof(abis) / sizeof(abis[0]); i++)
		if (abis[i].arch == arch)
			return syscalltbl__name(abis[i].abi, (uint16_t)nr);
	return NULL;
}

void show__audit_call(struct show *s, uint64_t nr, uint32_t arch)
{
	const char *name = audit_call_name(nr, arch);
	char text[80];

	if (name)
		snprintf(text, sizeof(text), "__NR_%s", name);
	if (name && show__constants(s) == CONSTANTS_NAMED)
		s->w->symbol(s->o, nr, text, strlen("__NR_"), NULL);
	else
		s->w->uinteger(s->o, nr);
	if (name && show__constants(s) == CONSTANTS_BOTH)
		s->w->comment(s->o, text);
}

static void show_sys(const struct info *i)
{
	show_named(i->s, "si_call_addr", address, info_uint(i, 0, i->word));
	show_field_name(i->s, "si_syscall");
	show__audit_call(i->s, info_uint(i, i->word, 4), (uint32_t)info_int(i, i->word + 4));
	show_field_name(i->s, "si_arch");
	show__enum(i->s, &audit_archs, (uint32_t)info_int(i, i->word + 4));
}

static bool info_has(const struct info *i, unsigned offset, unsigned size)
{
	return offset + size <= i->len;
}

static void show_fault(const struct info *i)
{
	unsigned w = i->word;

	show_named(i->s, "si_addr", address, info_uint(i, 0, w));
	if (i->signo == SIGBUS && (i->code == BUS_MCEERR_AR || i->code == BUS_MCEERR_AO) && info_has(i, w, 2))
		show_named(i->s, "si_addr_lsb", hex, info_uint(i, w, 2));
	if (i->signo == SIGSEGV && i->code == SEGV_BNDERR && info_has(i, 3 * w, w)) {
		show_named(i->s, "si_lower", address, info_uint(i, 2 * w, w));
		show_named(i->s, "si_upper", address, info_uint(i, 3 * w, w));
	}
	if (i->signo == SIGSEGV && i->code == SEGV_PKUERR && info_has(i, 2 * w, 4))
		show_named(i->s, "si_pkey", uinteger, info_uint(i, 2 * w, 4));
}

/* -- As strace shows it --------------------------------------------------------------------------------- */

static void show_band(const struct info *i)
{
	show_named(i->s, "si_band", integer, i->word == 8 ? (int64_t)info_uint(i, 0, 8) : info_int(i, 0));
	show_field_name(i->s, "si_fd");
	if (i->call)
		show__fd(i->s, i->call, info_int(i, i->word));
	else
		i->s->w->integer(i->s->o, info_int(i, i->word));
}

/* Sent by the kernel (code above 0): the signal determines the member of the union. false: it has none here. */
static bool show_kernel_info(const struct info *i)
{
	switch (i->signo) {
	case SIGCHLD:
		show_child(i);
		return true;
	case SIGSEGV: case SIGBUS: case SIGFPE: case SIGILL: case SIGTRAP:
		show_fault(i);
		return true;
	case SIGSYS:
		show_sys(i);
		return true;
	}
	return false;
}

static void show_strace_kernel_info(const struct info *i)
{
	if (show_kernel_info(i))
		return;
	if (i->signo == SIGPOLL) {
		if (i->code >= POLL_IN && i->code <= POLL_HUP)
			show_band(i);
		return;
	}
	if (info_uint(i, 0, 4) || info_uint(i, 4, 4))
		show_sender(i);
	if (info_uint(i, 8, i->word))
		show_sigval(i, 8);
}

static void show_strace_info(const struct info *i)
{
	if (i->code > 0) {
		show_strace_kernel_info(i);
	} else if (i->code == SI_TIMER) {
		show_timer(i);
	} else if (i->code == SI_SIGIO) {
		show_band(i);
	} else {
		show_sender(i);
		if (i->code != SI_USER && i->code != SI_TKILL && info_uint(i, 8, i->word))
			show_sigval(i, 8);
	}
}

static void show_info_fields(const struct info *i)
{
	show_field_name(i->s, "si_signo");
	show_symbol_signal(i->s, (uint32_t)i->signo);
	show_code(i);
	if (i->err && i->s->w->strace_marks) {
		show_field_name(i->s, "si_errno");
		show_errno(i->s, &(struct arg){ .value = (uint32_t)i->err, .index = -1 });
	} else if (i->err) {
		show_named(i->s, "si_errno", integer, i->err);
	}
	if (i->s->w->strace_marks) {
		show_strace_info(i);
		return;
	}
	if (i->code == SI_USER || i->code == SI_TKILL) {
		show_sender(i);
	} else if (i->code == SI_TIMER) {
		show_timer(i);
	} else if (signal__is_poll(i->signo, i->code)) {
		show_poll(i);
	} else if (i->code < 0) {
		show_sender(i);
		show_sigval(i, 8);
	} else if (i->code != SI_KERNEL) {
		show_kernel_info(i);
	}
}

static void show_info(struct show *s, const struct call *c, const uint8_t *p, uint32_t len, bool waited)
{
	unsigned head = c->word == 8 ? 16 : 12;
	struct info i = { .s = s, .word = c->word, .call = c, .waited = waited };

	s->w->struct_begin(s->o);
	if (len >= head) {
		i.signo = load_int(p, 4, s->swap);
		i.err = load_int(p + 4, 4, s->swap);
		i.code = load_int(p + 8, 4, s->swap);
		i.p = p + head;
		i.len = len - head;
		if (i.signo || !(waited || s->w->strace_marks))		/* 0: no child changed state */
			show_info_fields(&i);
	}
	s->w->struct_end(s->o, len < head);
}

static void show_siginfo(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	show_info(s, a->call, p, len, false);
}

static void show_waitinfo(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	show_info(s, a->call, p, len, true);
}

const struct shape shape_waitinfo = { .name = "siginfo", .size = 128, .show = show_waitinfo };
/* Not shown by these: they say that a descriptor may be among what is shown */
static const struct field siginfo_fields[] = { { .spec = INT("si_signo"), .size = 4 }, { .spec = FD("si_fd"), .offset = 24, .size = 4 } };
const struct shape shape_siginfo = { .name = "siginfo", .size = 128, .fields = siginfo_fields, .nfields = 2, .show = show_siginfo };

void show__siginfo(struct show *s, const struct rec_signal *r)
{
	struct info i = {
		.s = s, .signo = r->signo, .code = r->code, .err = r->err,
		.p = r->fields, .len = sizeof(r->fields), .word = 8,
	};

	s->abi = s->native;
	s->swap = abi__is_swapped(s->native);
	if (r->has && !(r->has & SIGNAL_PART)) {
		show_info_fields(&i);
	} else {
		show_field_name(s, "si_signo");
		show_symbol_signal(s, (uint32_t)r->signo);
	}
}
