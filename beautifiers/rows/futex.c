// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of futex calls. futex(2) explains each operation's arguments; unused ones are not shown. utime is val2 for operations that
 * do not wait.
 */
#include <linux/futex.h>

#include "beautifiers/rows.h"
#include "beautifiers/shape.h"

#ifndef FUTEX_LOCK_PI2
#define FUTEX_LOCK_PI2 13	/* linux/futex.h, 5.14 */
#endif

#define OP_MASK  0x7f		/* without FUTEX_PRIVATE_FLAG and FUTEX_CLOCK_REALTIME */
#define OP_ARG   ENUM_FLAGS("op", futex_ops, futex_op_flags, .strace = &kind_futex_op)
#define UADDR_OP PTR("uaddr"), OP_ARG

/* One operation: the arguments after the two that all have. */
#define FUTEX(op, ...) { FUTEX_##op, { "futex", ARGS(UADDR_OP, ##__VA_ARGS__) } }

/* One that waits for a futex with an owner. */
#define FUTEX_PI(op, ...) { FUTEX_##op, { "futex", ARGS(ARG_("uaddr", futex_owned, .strace = &kind_ptr), OP_ARG, ##__VA_ARGS__) } }

/* One that waits until it is woken. */
#define FUTEX_WAITS(op, ...) { FUTEX_##op, { "futex", ARGS(ARG_("uaddr", futex_waited, .strace = &kind_ptr), OP_ARG, ##__VA_ARGS__) } }

#define COUNT(n) INT(n, .strace = &kind_uint)

#define FUTEX_SUBS(timespec) { \
	FUTEX_WAITS(WAIT,      UINT("val"), STRUCT_IN("utime", timespec)), \
	FUTEX(WAKE,            COUNT("val")), \
	FUTEX(FD,              SIGNAL("val", .strace = &kind_uint)), \
	FUTEX(REQUEUE,         COUNT("val"), COUNT("val2"), PTR("uaddr2")), \
	FUTEX(CMP_REQUEUE,     COUNT("val"), COUNT("val2"), PTR("uaddr2"), UINT("val3")), \
	FUTEX(WAKE_OP,         COUNT("val"), COUNT("val2"), PTR("uaddr2"), WAKE_OP("val3", .strace = &kind_futex_wake)), \
	FUTEX_PI(LOCK_PI,      HI_HALF, STRUCT_IN("utime", timespec)), \
	FUTEX(UNLOCK_PI), \
	FUTEX(TRYLOCK_PI), \
	FUTEX_WAITS(WAIT_BITSET, UINT("val"), STRUCT_IN("utime", timespec), HI_HALF, ENUM("val3", futex_bitset)), \
	FUTEX(WAKE_BITSET,     COUNT("val"), HI_HALF, HI_HALF, ENUM("val3", futex_bitset)), \
	FUTEX(WAIT_REQUEUE_PI, UINT("val"), STRUCT_IN("utime", timespec), PTR("uaddr2")), \
	FUTEX(CMP_REQUEUE_PI,  COUNT("val"), COUNT("val2"), PTR("uaddr2"), UINT("val3")), \
	FUTEX_PI(LOCK_PI2,     HI_HALF, STRUCT_IN("utime", timespec)), \
}

static const struct subrow futex_subs[] = FUTEX_SUBS(shape_timespec);
static const struct subrow futex_time64_subs[] = FUTEX_SUBS(shape_timespec64);

/* The two elements that futex_requeue takes: the source futex, and the target. */
struct futex_pair {
	struct futex_waitv from, to;
};

static const struct field futex_pair_fields[] = {
	FIELD_STRUCT(struct futex_pair, from, shape_futex_waitv),
	FIELD_STRUCT(struct futex_pair, to,   shape_futex_waitv),
};

static const struct shape shape_futex_pair = SHAPE(struct futex_pair, futex_pair_fields);

static const struct row rows[] = {
	{ "futex",           ARGS(UADDR_OP, HEX32("val", .strace = &kind_uint), HEX("utime", .strace = &kind_ptr), PTR("uaddr2"), HEX32("val3")), SUB_MASK(1, OP_MASK, futex_subs) },
	{ "futex_time64",    ARGS(UADDR_OP, HEX32("val", .strace = &kind_uint), HEX("utime", .strace = &kind_ptr), PTR("uaddr2"), HEX32("val3")), SUB_MASK(1, OP_MASK, futex_time64_subs) },
	{ "futex_waitv",     ARGS(ARRAY_IN("waiters", shape_futex_waitv, 1, .strace = &kind_waiters_in), UINT("nr_futexes"), HEX32("flags"), STRUCT_IN("timeout", shape_timespec64), CLOCK_ID("clockid", .strace = &kind_enum)) },
	{ "futex_wait",      ARGS(PTR("uaddr"), ULONG("val"), HEX("mask"), FLAGS("flags", futex2_flags), STRUCT_IN("timeout", shape_timespec64), CLOCK_ID("clockid", .strace = &kind_enum)) },
	{ "futex_wake",      ARGS(PTR("uaddr"), HEX("mask"), INT("nr"), FLAGS("flags", futex2_flags)) },
	{ "futex_requeue",   ARGS(STRUCT_IN("waiters", shape_futex_pair), HEX32("flags"), INT("nr_wake"), INT("nr_requeue")) },
	{ "set_robust_list", ARGS(STRUCT_IN("head", shape_robust_list_head, .strace = &kind_ptr), ULONG("len")) },
	{ "get_robust_list", ARGS(PID("pid"), STRUCT_OUT("head_ptr", shape_ptr), STRUCT_OUT("len_ptr", shape_ulong)) },
};

const struct row_table rows_futex = ROW_TABLE(rows);
