// SPDX-License-Identifier: BSD-2-Clause
/* time_spec.c - parses points in time as users write them. */
#define _GNU_SOURCE
#include "time_spec.h"

#include <errno.h>
#include <time.h>

#include "lib/msg.h"

#define NS_PER_SEC 1000000000ull
#define SECONDS_MAX 10000000000ull

/* Digits, and a fraction of up to 9 digits, to the end of the text. */
static bool parse_seconds(const char *p, uint64_t *ns)
{
	uint64_t sec = 0, unit = NS_PER_SEC;
	const char *digits = p;

	while (*p >= '0' && *p <= '9' && sec < SECONDS_MAX)
		sec = sec * 10 + (uint64_t)(*p++ - '0');
	if (p == digits)
		return false;
	*ns = sec * NS_PER_SEC;
	if (*p == '.')
		for (p++; *p >= '0' && *p <= '9' && unit > 1; p++)
			*ns += (uint64_t)(*p - '0') * (unit /= 10);
	return !*p;
}

/* strptime() for all but the seconds, which may have a fraction. */
static bool parse_clock(const char *text, const char *format, struct tm *tm, uint64_t *sec_ns)
{
	const char *p = strptime(text, format, tm);

	*sec_ns = 0;
	if (p && *p == ':')
		return parse_seconds(p + 1, sec_ns) && *sec_ns < 61 * NS_PER_SEC;
	return p && !*p;
}

int value__time_spec(const char *as, const char *text, struct time_spec *m)
{
	struct tm tm = { .tm_isdst = -1 };
	uint64_t sec_ns;

	if (parse_seconds(text, &m->ns)) {
		m->kind = TIME_SPEC_SINCE_START;
		return 0;
	}
	if (parse_clock(text, "%H:%M", &tm, &sec_ns)) {
		m->kind = TIME_SPEC_OF_DAY;
		m->ns = (uint64_t)(tm.tm_hour * 3600 + tm.tm_min * 60) * NS_PER_SEC + sec_ns;
		return 0;
	}
	tm = (struct tm){ .tm_isdst = -1 };
	if (parse_clock(text, "%Y-%m-%dT%H:%M", &tm, &sec_ns) || parse_clock(text, "%Y-%m-%d %H:%M", &tm, &sec_ns)) {
		m->kind = TIME_SPEC_OF_CALENDAR;
		m->ns = (uint64_t)mktime(&tm) * NS_PER_SEC + sec_ns;
		return 0;
	}
	msg__error("%s: '%s' is not a time: seconds since the start (1.5), 12:34:56.789 or 2025-11-21T12:34:56", as, text);
	return -EINVAL;
}

static uint64_t midnight_before(uint64_t real)
{
	time_t sec = (time_t)(real / NS_PER_SEC);
	struct tm tm;

	localtime_r(&sec, &tm);
	tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
	tm.tm_isdst = -1;
	return (uint64_t)mktime(&tm) * NS_PER_SEC;
}

uint64_t time_spec__mono(const struct time_spec *m, uint64_t start_mono, uint64_t start_real)
{
	uint64_t real = m->ns;

	if (m->kind == TIME_SPEC_SINCE_START)
		return start_mono + m->ns;
	if (m->kind == TIME_SPEC_OF_DAY) {
		real += midnight_before(start_real);
		if (real + NS_PER_SEC < start_real)	/* the recording went past midnight */
			real += 86400 * NS_PER_SEC;
	}
	return real < start_real && start_real - real > start_mono ? 0 : start_mono + (real - start_real);
}
