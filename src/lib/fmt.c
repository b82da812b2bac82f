/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fmt.c - owns the tables behind fmt.h, and the calendar.
 */
#include "fmt.h"

#define TENS(t) #t "0" #t "1" #t "2" #t "3" #t "4" #t "5" #t "6" #t "7" #t "8" #t "9"

const char fmt_pairs[201] =
	TENS(0) TENS(1) TENS(2) TENS(3) TENS(4) TENS(5) TENS(6) TENS(7) TENS(8) TENS(9);

const uint64_t fmt_pow10[20] = {
	1ULL, 10ULL, 100ULL, 1000ULL, 10000ULL, 100000ULL, 1000000ULL, 10000000ULL, 100000000ULL, 1000000000ULL,
	10000000000ULL, 100000000000ULL, 1000000000000ULL, 10000000000000ULL, 100000000000000ULL,
	1000000000000000ULL, 10000000000000000ULL, 100000000000000000ULL, 1000000000000000000ULL,
	10000000000000000000ULL,
};

#define DAY 86400

static bool is_leap(unsigned year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Days from 0001-01-01 to the first day of a year of the Gregorian calendar. */
static unsigned days_before(unsigned year)
{
	unsigned y = year - 1;

	return y * 365 + y / 4 - y / 100 + y / 400;
}

static unsigned month_days(unsigned year, unsigned month)
{
	static const uint8_t days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

	return days[month] + (month == 1 && is_leap(year));
}

static char *put_day(char *p, unsigned day)	/* days since 0001-01-01 */
{
	unsigned year = day / 366 + 1, month = 0;

	while (days_before(year + 1) <= day)
		year++;
	day -= days_before(year);
	while (day >= month_days(year, month))
		day -= month_days(year, month++);
	p = fmt__zeros(p, year, 4);
	*p++ = '-';
	p = fmt__pair(p, month + 1);
	*p++ = '-';
	return fmt__pair(p, day + 1);
}

char *fmt__date(char *p, int64_t sec)
{
	uint64_t since = (uint64_t)(sec - FMT_DATE_MIN);
	unsigned rest = (unsigned)(since % DAY);

	p = put_day(p, (unsigned)(since / DAY));
	*p++ = 'T';
	p = fmt__pair(p, rest / 3600);
	*p++ = ':';
	p = fmt__pair(p, rest / 60 % 60);
	*p++ = ':';
	p = fmt__pair(p, rest % 60);
	*p++ = 'Z';
	return p;
}
