// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of the 32-bit ABIs' calls with 64-bit times (since Linux 5.1): those without the suffix, with 64-bit layouts. futex_time64
 * is in futex.c.
 */
#include <linux/time.h>

#include "beautifiers/rows.h"
#include "made_shapes.h"

#define SLEEP_UNTIL(shape) "clock_nanosleep_time64", ARGS(CLOCK_ID("which_clock"), FLAGS("flags", timer_flags), STRUCT_IN("rqtp", shape), PTR("rmtp"))
static const struct subrow sleep_until_subs[] = { { CLOCK_REALTIME, { SLEEP_UNTIL(shape_realtime64) } } };
static const struct subrow clock_nanosleep_subs[] = { { TIMER_ABSTIME, { SLEEP_UNTIL(shape_timespec64), SUB(0, sleep_until_subs) } } };

#define OF_REALTIME(clock, call, tp) { clock, { call, ARGS(CLOCK_ID("which_clock"), tp) } }
static const struct subrow clock_gettime_subs[] = {
	OF_REALTIME(CLOCK_REALTIME,        "clock_gettime64", STRUCT_OUT("tp", shape_realtime64)),
	OF_REALTIME(CLOCK_REALTIME_COARSE, "clock_gettime64", STRUCT_OUT("tp", shape_realtime64)),
};
static const struct subrow clock_settime_subs[] = { OF_REALTIME(CLOCK_REALTIME, "clock_settime64", STRUCT_IN("tp", shape_realtime64)) };

static const struct row rows[] = {
	{ "clock_gettime64",              ARGS(CLOCK_ID("which_clock"), STRUCT_OUT("tp", shape_timespec64)), SUB(0, clock_gettime_subs) },
	{ "clock_settime64",              ARGS(CLOCK_ID("which_clock"), STRUCT_IN("tp", shape_timespec64)), SUB(0, clock_settime_subs) },
	{ "clock_getres_time64",          ARGS(CLOCK_ID("which_clock"), STRUCT_OUT("tp", shape_timespec64)) },
	{ "clock_adjtime64",              ARGS(CLOCK_ID("which_clock"), STRUCT_INOUT("utx", shape_timex64, .strace = &kind_struct_out)), RET_ENUM, .ret_flags = &adjtimex_states, .note = "", .note_names = NOTE_NAMED, .note_dec = true, .note_zero = true },
	{ "clock_nanosleep_time64",       ARGS(CLOCK_ID("which_clock"), FLAGS("flags", timer_flags), STRUCT_IN("rqtp", shape_timespec64), STRUCT_OUT("rmtp", shape_timespec64, .on_intr = true)), SUB_MASK(1, TIMER_ABSTIME, clock_nanosleep_subs) },
	{ "timer_settime64",              ARGS(INT("timer_id"), FLAGS("flags", timer_flags), STRUCT_IN("new_setting", shape_itimerspec64), STRUCT_OUT("old_setting", shape_itimerspec64)) },
	{ "timer_gettime64",              ARGS(INT("timer_id"), STRUCT_OUT("setting", shape_itimerspec64)) },
	{ "timerfd_settime64",            ARGS(FD("ufd"), FLAGS("flags", timerfd_settime_flags, .flags2 = &timerfd_all_flags, .strace = &kind_enum_second), STRUCT_IN("utmr", shape_itimerspec64), STRUCT_OUT("otmr", shape_itimerspec64)) },
	{ "timerfd_gettime64",            ARGS(FD("ufd"), STRUCT_OUT("otmr", shape_itimerspec64)) },
	{ "sched_rr_get_interval_time64", ARGS(PID("pid"), STRUCT_OUT("interval", shape_timespec64)) },
	{ "utimensat_time64",             ARGS(AT_FD("dfd"), PATH_AT("filename", 0), STRUCT_IN("t", shape_utimens64), FLAGS("flags", at_flags)) },
	{ "pselect6_time64",              ARGS(INT("n"), FDSET_INOUT("inp", 0), FDSET_INOUT("outp", 0), FDSET_INOUT("exp", 0), TIME_LEFT("tsp", shape_timespec64), SIGSET_ARG("sig")), .ret_extra = extra_polled },
	{ "ppoll_time64",                 ARGS(ARRAY_INOUT("ufds", shape_pollfd, 1), UINT("nfds"), TIME_LEFT("tsp", shape_timespec64), SIGSET_IN("sigmask", .len_arg = 4, .strace = &kind_sigset_upto), ULONG("sigsetsize")), .ret_extra = extra_polled },
	{ "recvmmsg_time64",              ARGS(FD("fd"), MMSGHDR_OUT("mmsg", 2), UINT("vlen"), FLAGS("flags", msg_flags), TIME_LEFT("timeout", shape_timespec64)), RET_INT, RECEIVES_FDS, MOVES_MESSAGES, .ret_extra = extra_time_left },
	{ "rt_sigtimedwait_time64",       ARGS(SIGSET_IN("uthese", .len_arg = 3, .strace = &kind_sigset_upto), STRUCT_OUT("uinfo", shape_siginfo), STRUCT_IN("uts", shape_timespec64), ULONG("sigsetsize")), RET_AS(signal, .note = "", .note_names = NOTE_NAMED, .note_dec = true) },
	{ "semtimedop_time64",            ARGS(INT("semid"), ARRAY_IN("tsops", shape_sembuf, 2), UINT("nsops"), STRUCT_IN("timeout", shape_timespec64)) },
	{ "mq_timedsend_time64",          ARGS(FD("mqdes"), BUF_IN("u_msg_ptr", 2), ULONG("msg_len"), UINT("msg_prio"), STRUCT_IN("u_abs_timeout", shape_realtime64)), MOVES_BYTES },
	{ "mq_timedreceive_time64",       ARGS(FD("mqdes"), BUF_OUT("u_msg_ptr"), ULONG("msg_len"), UINT_OUT("u_msg_prio"), STRUCT_IN("u_abs_timeout", shape_realtime64)), MOVES_BYTES },
	{ "io_pgetevents_time64",         ARGS(PTR("ctx_id"), LONG("min_nr"), LONG("nr"), IO_EVENTS, STRUCT_IN("timeout", shape_timespec64), SIGSET_ARG("usig")), .aio = AIO_REAPS },
};

const struct row_table rows_time64 = ROW_TABLE(rows);
