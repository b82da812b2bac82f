// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls on clocks and timers. timerfd is in poll.c; 32-bit ABIs' calls with 64-bit times are in time64.c. */
#include <linux/time.h>

#include "beautifiers/rows.h"
#include "made_shapes.h"

/* An absolute sleep does not write the remaining time. */
#define SLEEP_UNTIL(shape) "clock_nanosleep", ARGS(CLOCK_ID("which_clock"), FLAGS("flags", timer_flags), STRUCT_IN("rqtp", shape), PTR("rmtp"))
static const struct subrow sleep_until_subs[] = { { CLOCK_REALTIME, { SLEEP_UNTIL(shape_realtime) } } };
static const struct subrow clock_nanosleep_subs[] = { { TIMER_ABSTIME, { SLEEP_UNTIL(shape_timespec), SUB(0, sleep_until_subs) } } };

#define OF_REALTIME(clock, call, tp) { clock, { call, ARGS(CLOCK_ID("which_clock"), tp) } }
static const struct subrow clock_gettime_subs[] = {
	OF_REALTIME(CLOCK_REALTIME,        "clock_gettime", STRUCT_OUT("tp", shape_realtime)),
	OF_REALTIME(CLOCK_REALTIME_COARSE, "clock_gettime", STRUCT_OUT("tp", shape_realtime)),
};
static const struct subrow clock_settime_subs[] = { OF_REALTIME(CLOCK_REALTIME, "clock_settime", STRUCT_IN("tp", shape_realtime)) };

static const struct row rows[] = {
	{ "clock_gettime",    ARGS(CLOCK_ID("which_clock"), STRUCT_OUT("tp", shape_timespec)), SUB(0, clock_gettime_subs) },
	{ "clock_settime",    ARGS(CLOCK_ID("which_clock"), STRUCT_IN("tp", shape_timespec)), SUB(0, clock_settime_subs) },
	{ "clock_getres",     ARGS(CLOCK_ID("which_clock"), STRUCT_OUT("tp", shape_timespec)) },
	{ "clock_adjtime",    ARGS(CLOCK_ID("which_clock"), STRUCT_INOUT("utx", shape_timex, .strace = &kind_struct_out)), RET_ENUM, .ret_flags = &adjtimex_states, .note = "", .note_names = NOTE_NAMED, .note_dec = true, .note_zero = true },
	{ "adjtimex",         ARGS(STRUCT_INOUT("txc_p", shape_timex, .strace = &kind_struct_out)), RET_ENUM, .ret_flags = &adjtimex_states, .note = "", .note_names = NOTE_NAMED, .note_dec = true, .note_zero = true },
	{ "gettimeofday",     ARGS(STRUCT_OUT("tv", shape_timeofday), STRUCT_OUT("tz", shape_timezone)) },
	{ "settimeofday",     ARGS(STRUCT_IN("tv", shape_timeofday), STRUCT_IN("tz", shape_timezone)) },
	{ "time",             ARGS(STRUCT_OUT("tloc", shape_time)), .ret_extra = extra_date },
	{ "times",            ARGS(STRUCT_OUT("tbuf", shape_tms)) },

	{ "nanosleep",        ARGS(STRUCT_IN("rqtp", shape_timespec), STRUCT_OUT("rmtp", shape_timespec, .on_intr = true)) },
	{ "clock_nanosleep",  ARGS(CLOCK_ID("which_clock"), FLAGS("flags", timer_flags), STRUCT_IN("rqtp", shape_timespec), STRUCT_OUT("rmtp", shape_timespec, .on_intr = true)), SUB_MASK(1, TIMER_ABSTIME, clock_nanosleep_subs) },

	{ "alarm",            ARGS(UINT("seconds")), RET_UINT },
	{ "getitimer",        ARGS(ENUM("which", itimer_which), STRUCT_OUT("value", shape_itimerval)) },
	{ "setitimer",        ARGS(ENUM("which", itimer_which), STRUCT_IN("value", shape_itimerval), STRUCT_OUT("ovalue", shape_itimerval)) },
	{ "timer_create",     ARGS(CLOCK_ID("which_clock"), STRUCT_IN("timer_event_spec", shape_sigevent), INT_OUT("created_timer_id")) },
	{ "timer_settime",    ARGS(INT("timer_id"), FLAGS("flags", timer_flags), STRUCT_IN("new_setting", shape_itimerspec), STRUCT_OUT("old_setting", shape_itimerspec)) },
	{ "timer_gettime",    ARGS(INT("timer_id"), STRUCT_OUT("setting", shape_itimerspec)) },
	{ "timer_getoverrun", ARGS(INT("timer_id")) },
	{ "timer_delete",     ARGS(INT("timer_id")) },
};

const struct row_table rows_time = ROW_TABLE(rows);
