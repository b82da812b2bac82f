// SPDX-License-Identifier: BSD-2-Clause
/* strace_columns.c - owns the names of the columns of strace's summary, for -S and -U. */
#include <string.h>

#include "strace_parser.h"

static const struct {
	const char *name;
	enum summary_column column;
} columns[] = {
	{ "time",         COLUMN_PERCENT },
	{ "time_percent", COLUMN_PERCENT },
	{ "time-percent", COLUMN_PERCENT },
	{ "time_total",   COLUMN_TOTAL },
	{ "time-total",   COLUMN_TOTAL },
	{ "total_time",   COLUMN_TOTAL },
	{ "total-time",   COLUMN_TOTAL },
	{ "min_time",     COLUMN_MIN },
	{ "min-time",     COLUMN_MIN },
	{ "time_min",     COLUMN_MIN },
	{ "time-min",     COLUMN_MIN },
	{ "shortest",     COLUMN_MIN },
	{ "max_time",     COLUMN_MAX },
	{ "max-time",     COLUMN_MAX },
	{ "time_max",     COLUMN_MAX },
	{ "time-max",     COLUMN_MAX },
	{ "longest",      COLUMN_MAX },
	{ "avg_time",     COLUMN_AVERAGE },
	{ "avg-time",     COLUMN_AVERAGE },
	{ "time_avg",     COLUMN_AVERAGE },
	{ "time-avg",     COLUMN_AVERAGE },
	{ "calls",        COLUMN_CALLS },
	{ "count",        COLUMN_CALLS },
	{ "error",        COLUMN_ERRORS },
	{ "errors",       COLUMN_ERRORS },
	{ "name",         COLUMN_NAME },
	{ "syscall",      COLUMN_NAME },
	{ "syscall_name", COLUMN_NAME },
	{ "syscall-name", COLUMN_NAME },
	{ "none",         COLUMN_NONE },
	{ "nothing",      COLUMN_NONE },
};

/* COLUMN_COUNT: there is no such column. */
static enum summary_column find(const char *name, size_t n)
{
	for (unsigned i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
		if (!strncmp(columns[i].name, name, n) && !columns[i].name[n])
			return columns[i].column;
	return COLUMN_COUNT;
}

int strace__sort_by(struct strace_parser *p, const char *value)
{
	enum summary_column column = find(value, strlen(value));

	if (column == COLUMN_COUNT)
		return strace__refuse("invalid sortby: '%s'", value);
	p->o->strace.summary.sort = column;
	return 0;
}

int strace__columns(struct strace_parser *p, const char *value)
{
	uint8_t *chosen = p->o->strace.summary.columns;
	unsigned n = 0;

	memset(chosen, COLUMN_NONE, COLUMN_COUNT);
	for (size_t len; ; value += len + 1) {
		enum summary_column column;

		len = strcspn(value, ",");
		column = find(value, len);
		if (column == COLUMN_NONE || column == COLUMN_COUNT)
			return strace__refuse("unknown column name: '%.*s'", (int)len, value);
		if (memchr(chosen, (int)column, n))
			return strace__refuse("call summary column has been provided more than once: '%.*s' (-U option residual: '%s')",
					      (int)len, value, value);
		chosen[n++] = (uint8_t)column;
		if (!value[len])
			break;
	}
	if (!memchr(chosen, COLUMN_NAME, n))
		chosen[n] = COLUMN_NAME;	/* without names the lines mean nothing */
	return 0;
}
