// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_signal.c - the kernel's structures about signals (asm/signal.h, asm-generic/siginfo.h), which differ from the C
 * library's.
 */
#include "kinds.h"

#define RESTORER 0x04000000	/* SA_RESTORER of asm/signal.h: sa_restorer is set */

#define SIGACTION(t, UL) struct t { UL sa_handler, sa_flags, sa_restorer; uint8_t sa_mask[8]; };
#define RESTORER_WHEN(t) \
	static bool t##_restorer(const struct call *c, const uint8_t *p) \
	{ \
		return load_uint(p + offsetof(struct t, sa_flags), sizeof(((struct t *)0)->sa_flags), c->swap) & RESTORER; \
	}
#define SIGACTION_FIELDS(t, mask) { \
	FIELD(struct t, sa_handler, handler), FIELD_STRUCT(struct t, sa_mask, mask), \
	FIELD_FLAGS(struct t, sa_flags, flags64, sigaction_flags), \
	FIELD(struct t, sa_restorer, ptr, .when = t##_restorer) }

/* riscv has no restorer. */
struct sigaction_riscv { uint64_t sa_handler, sa_flags; uint8_t sa_mask[8]; };
static const struct field sigaction_riscv_fields[] = {
	FIELD(struct sigaction_riscv, sa_handler, handler),
	FIELD_STRUCT(struct sigaction_riscv, sa_mask, shape_sigset),
	FIELD_FLAGS(struct sigaction_riscv, sa_flags, flags64, sigaction_flags),
};
static const struct shape sigaction_riscv = SHAPE(struct sigaction_riscv, sigaction_riscv_fields);

SIGACTION(sigaction64, uint64_t)
SIGACTION(sigaction32, uint32_t)
#define SIGACTION_OLD(t, UL) struct t { UL sa_handler; uint8_t sa_mask[sizeof(UL)]; UL sa_flags, sa_restorer; };
SIGACTION_OLD(sigaction_old, uint32_t)
SIGACTION_OLD(sigaction_old64, uint64_t)
RESTORER_WHEN(sigaction64)
RESTORER_WHEN(sigaction32)
RESTORER_WHEN(sigaction_old)
RESTORER_WHEN(sigaction_old64)

static const struct field sigaction64_fields[] = SIGACTION_FIELDS(sigaction64, shape_sigset);
static const struct field sigaction32_fields[] = SIGACTION_FIELDS(sigaction32, shape_sigset);
static const struct field sigaction_old_fields[] = SIGACTION_FIELDS(sigaction_old, shape_old_sigset);
static const struct field sigaction_old64_fields[] = SIGACTION_FIELDS(sigaction_old64, shape_old_sigset);
static const struct shape shape_sigaction32 = SHAPE(struct sigaction32, sigaction32_fields);
const struct shape shape_sigaction = SHAPE(struct sigaction64, sigaction64_fields, .compat = &shape_sigaction32, .x32_compat = true,
					   .riscv = &sigaction_riscv);
static const struct shape sigaction_old = SHAPE(struct sigaction_old, sigaction_old_fields);
const struct shape shape_old_sigaction = SHAPE(struct sigaction_old64, sigaction_old64_fields, .compat = &sigaction_old);

#define STACK(t, UL) struct t { UL ss_sp; int32_t ss_flags; UL ss_size; };
#define STACK_FIELDS(t) { \
	FIELD(struct t, ss_sp, ptr), FIELD_FLAGS(struct t, ss_flags, flags, sigaltstack_flags), FIELD(struct t, ss_size, ulong) }
STACK(stack64, uint64_t)
STACK(stack32, uint32_t)
static const struct field stack64_fields[] = STACK_FIELDS(stack64);
static const struct field stack32_fields[] = STACK_FIELDS(stack32);
static const struct shape shape_stack32 = SHAPE(struct stack32, stack32_fields);
const struct shape shape_stack = SHAPE(struct stack64, stack64_fields, .compat = &shape_stack32, .x32_compat = true);

/* union sigval: both members */
#define SIGVAL(t, UL) \
	static const struct field t##_fields[] = { \
		{ .spec = INT("sival_int"), .size = 4 }, { .spec = PTR("sival_ptr"), .size = sizeof(UL) } }; \
	static const struct shape t = { .name = "sigval", .size = sizeof(UL), .fields = t##_fields, .nfields = 2 };
SIGVAL(sigval64, uint64_t)
SIGVAL(sigval32, uint32_t)

static uint64_t notify_of(const struct call *c, const uint8_t *p)
{
	return load_uint(p + (c->word == 4 ? 8 : 12), 4, c->swap);
}

static bool has_function(const struct call *c, const uint8_t *p)
{
	return notify_of(c, p) == 2;	/* SIGEV_THREAD */
}

#define SIGEVENT(t, UL) struct t { \
	UL sigev_value; int32_t sigev_signo, sigev_notify, sigev_notify_thread_id; uint8_t pad[52 - sizeof(UL)]; };
#define SIGEVENT_FIELDS(t, value) { \
	FIELD_STRUCT(struct t, sigev_value, value), FIELD(struct t, sigev_signo, signal), \
	FIELD_FLAGS(struct t, sigev_notify, enum, sigev_notify), \
	FIELD(struct t, sigev_notify_thread_id, pid, .when = t##_has_thread), \
	{ .spec = PTR("sigev_notify_function"), .offset = offsetof(struct t, sigev_notify_thread_id), .size = sizeof(((struct t *)0)->sigev_value), .when = has_function }, \
	{ .spec = PTR("sigev_notify_attributes"), .offset = offsetof(struct t, sigev_notify_thread_id) + sizeof(((struct t *)0)->sigev_value), \
	  .size = sizeof(((struct t *)0)->sigev_value), .when = has_function } }
#define HAS_THREAD 4	/* SIGEV_THREAD_ID of asm-generic/siginfo.h, which conflicts with <signal.h> */
#define SIGEVENT_WHEN(t) static bool t##_has_thread(const struct call *c, const uint8_t *p) \
	{ return load_uint(p + offsetof(struct t, sigev_notify), 4, c->swap) == HAS_THREAD; }
SIGEVENT(sigevent64, uint64_t)
SIGEVENT(sigevent32, uint32_t)
SIGEVENT_WHEN(sigevent64)
SIGEVENT_WHEN(sigevent32)
static const struct field sigevent64_fields[] = SIGEVENT_FIELDS(sigevent64, sigval64);
static const struct field sigevent32_fields[] = SIGEVENT_FIELDS(sigevent32, sigval32);

/* strace's format shows the structure of the C library, which is smaller. */
static bool has_signal(const struct call *c, const uint8_t *p)
{
	uint64_t how = notify_of(c, p);

	return how == 0 || how == 2 || how == HAS_THREAD;	/* SIGEV_SIGNAL, SIGEV_THREAD */
}

static bool has_no_signal(const struct call *c, const uint8_t *p)
{
	return !has_signal(c, p);
}

static bool has_value(const struct call *c, const uint8_t *p)
{
	return load_uint(p, c->word, c->swap);
}

#define BRIEF_EVENT(t, UL, value) \
	struct t { UL sigev_value; int32_t sigev_signo, sigev_notify; UL sigev_notify_function, sigev_notify_attributes; }; \
	static const struct field t##_fields[] = { \
		FIELD_STRUCT(struct t, sigev_value, value, .when = has_value), \
		FIELD(struct t, sigev_signo, signal, .when = has_signal), FIELD(struct t, sigev_signo, uint, .when = has_no_signal), \
		FIELD_FLAGS(struct t, sigev_notify, enum, sigev_notify), \
		{ .spec = INT("sigev_notify_thread_id"), .offset = offsetof(struct t, sigev_notify_function), .size = 4, .when = t##_has_thread }, \
		FIELD(struct t, sigev_notify_function, ptr, .when = has_function), \
		FIELD(struct t, sigev_notify_attributes, ptr, .when = has_function) }; \
	static const struct shape shape_##t = SHAPE(struct t, t##_fields);
#define brief_event64_has_thread sigevent64_has_thread
#define brief_event32_has_thread sigevent32_has_thread
BRIEF_EVENT(brief_event64, uint64_t, sigval64)
BRIEF_EVENT(brief_event32, uint32_t, sigval32)

static const struct shape shape_sigevent32 = SHAPE(struct sigevent32, sigevent32_fields, .strace = &shape_brief_event32);
const struct shape shape_sigevent = SHAPE(struct sigevent64, sigevent64_fields, .compat = &shape_sigevent32, .x32_compat = true,
					  .strace = &shape_brief_event64);
static_assert(sizeof(struct sigevent64) == 64 && sizeof(struct sigevent32) == 64, "struct sigevent");
