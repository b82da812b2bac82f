/* SPDX-License-Identifier: BSD-2-Clause */
/* fmt.c - the tables of fmt.h, and dates. */
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

char *fmt__day(char *p, const struct tm *tm)
{
	p = fmt__zeros(p, (unsigned)(tm->tm_year + 1900) % 10000, 4);
	*p++ = '-';
	p = fmt__pair(p, (unsigned)tm->tm_mon + 1);
	*p++ = '-';
	return fmt__pair(p, (unsigned)tm->tm_mday);
}

char *fmt__date(char *p, int64_t sec)
{
	const time_t t = (time_t)sec;
	struct tm tm = { 0 };

	gmtime_r(&t, &tm);
	p = fmt__day(p, &tm);
	*p++ = 'T';
	p = fmt__pair(p, (unsigned)tm.tm_hour);
	*p++ = ':';
	p = fmt__pair(p, (unsigned)tm.tm_min);
	*p++ = ':';
	p = fmt__pair(p, (unsigned)tm.tm_sec);
	*p++ = 'Z';
	return p;
}
