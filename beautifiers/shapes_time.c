// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_time.c - times and timers (linux/time_types.h, linux/time.h, linux/timex.h).
 *
 * Each layout is a macro with the type of the ABI's long as a parameter.
 */
#include "kinds.h"

/* -- timespec, timeval ------------------------------------------------------------------------------- */

#define TIMESPEC_FIELDS(t) { FIELD(struct t, tv_sec, long), FIELD(struct t, tv_nsec, long, .spec.strace = &kind_ulong) }
#define TIMEVAL_FIELDS(t) { FIELD(struct t, tv_sec, long), FIELD(struct t, tv_usec, long, .spec.strace = &kind_ulong) }

struct ts64 { int64_t tv_sec, tv_nsec; };
struct ts32 { int32_t tv_sec, tv_nsec; };
struct tv64 { int64_t tv_sec, tv_usec; };
struct tv32 { int32_t tv_sec, tv_usec; };

static const struct field ts64_fields[] = TIMESPEC_FIELDS(ts64);
static const struct field ts32_fields[] = TIMESPEC_FIELDS(ts32);
static const struct field tv64_fields[] = TIMEVAL_FIELDS(tv64);
static const struct field tv32_fields[] = TIMEVAL_FIELDS(tv32);

static const struct shape timespec32 = SHAPE(struct ts32, ts32_fields);
static const struct shape timeval32 = SHAPE(struct tv32, tv32_fields);
const struct shape shape_timespec = SHAPE(struct ts64, ts64_fields, .compat = &timespec32);
/* Times of day: strace shows no date */
static const struct shape realtime32 = SHAPE(struct ts32, ts32_fields, .dated = true, .strace = &timespec32);
static const struct shape timeofday32 = SHAPE(struct tv32, tv32_fields, .dated_us = true, .strace = &timeval32);
const struct shape shape_realtime = SHAPE(struct ts64, ts64_fields, .compat = &realtime32, .dated = true, .strace = &shape_timespec);
const struct shape shape_timeofday = SHAPE(struct tv64, tv64_fields, .compat = &timeofday32, .dated_us = true, .strace = &shape_timeval);
const struct shape shape_timespec64 = SHAPE(struct ts64, ts64_fields);
const struct shape shape_realtime64 = SHAPE(struct ts64, ts64_fields, .dated = true, .strace = &shape_timespec64);
const struct shape shape_timeval = SHAPE(struct tv64, tv64_fields, .compat = &timeval32);

struct tz { int32_t tz_minuteswest, tz_dsttime; };
static const struct field tz_fields[] = {
	FIELDS(struct tz, int, tz_minuteswest, tz_dsttime),
};
const struct shape shape_timezone = SHAPE(struct tz, tz_fields);

/* -- Timers ------------------------------------------------------------------------------------------ */

#define ITIMER_FIELDS(t, s) { FIELD_STRUCT(struct t, it_interval, s), FIELD_STRUCT(struct t, it_value, s) }

struct its64 { struct ts64 it_interval, it_value; };
struct its32 { struct ts32 it_interval, it_value; };
struct itv64 { struct tv64 it_interval, it_value; };
struct itv32 { struct tv32 it_interval, it_value; };

static const struct field its64_fields[] = ITIMER_FIELDS(its64, shape_timespec64);
static const struct field its32_fields[] = ITIMER_FIELDS(its32, timespec32);
static const struct field itv64_fields[] = ITIMER_FIELDS(itv64, shape_timeval);
static const struct field itv32_fields[] = ITIMER_FIELDS(itv32, timeval32);

static const struct shape itimerspec32 = SHAPE(struct its32, its32_fields);
static const struct shape itimerval32 = SHAPE(struct itv32, itv32_fields);
const struct shape shape_itimerspec = SHAPE(struct its64, its64_fields, .compat = &itimerspec32);
const struct shape shape_itimerspec64 = SHAPE(struct its64, its64_fields);
const struct shape shape_itimerval = SHAPE(struct itv64, itv64_fields, .compat = &itimerval32);

/* -- adjtimex ---------------------------------------------------------------------------------------- */

#define TIMEX(t, L, TV) struct t { \
	uint32_t modes; \
	L offset, freq, maxerror, esterror; \
	int32_t status; \
	L constant, precision, tolerance; \
	struct TV time; \
	L tick, ppsfreq, jitter; \
	int32_t shift; \
	L stabil, jitcnt, calcnt, errcnt, stbcnt; \
	int32_t tai, unused[11]; };
#define BRIEF .brief = true
#define TIMEX_FIELDS(t, tv) { \
	FIELD_FLAGS(struct t, modes, flags, adjtimex_modes, BRIEF), \
	FIELD(struct t, offset, long, BRIEF), FIELD(struct t, freq, long, BRIEF), \
	FIELD(struct t, maxerror, long, BRIEF), FIELD(struct t, esterror, long), \
	FIELD_FLAGS(struct t, status, flags, adjtimex_status, BRIEF), \
	FIELD(struct t, constant, long), FIELD(struct t, precision, long), FIELD(struct t, tolerance, long), \
	FIELD_STRUCT(struct t, time, tv), FIELD(struct t, tick, long), \
	FIELD(struct t, ppsfreq, long), FIELD(struct t, jitter, long), FIELD(struct t, shift, int), \
	FIELD(struct t, stabil, long), FIELD(struct t, jitcnt, long), FIELD(struct t, calcnt, long), \
	FIELD(struct t, errcnt, long), FIELD(struct t, stbcnt, long), FIELD(struct t, tai, int) }
TIMEX(timex64, int64_t, tv64)
TIMEX(timex32, int32_t, tv32)
static const struct field timex64_fields[] = TIMEX_FIELDS(timex64, shape_timeval);
static const struct field timex32_fields[] = TIMEX_FIELDS(timex32, timeval32);
/* strace never abbreviates it */
static const struct shape timex32_whole = SHAPE(struct timex32, timex32_fields);
static const struct shape timex64_whole = SHAPE(struct timex64, timex64_fields);
static const struct shape shape_timex32 = SHAPE(struct timex32, timex32_fields, .abridge = true, .strace = &timex32_whole);
const struct shape shape_timex = SHAPE(struct timex64, timex64_fields, .compat = &shape_timex32, .abridge = true, .strace = &timex64_whole);
const struct shape shape_timex64 = SHAPE(struct timex64, timex64_fields, .abridge = true, .strace = &timex64_whole);
static_assert(sizeof(struct timex64) == 208 && sizeof(struct timex32) == 128, "struct timex");
