// SPDX-License-Identifier: BSD-2-Clause
/* info.c - the view of `trace info`: where a recording is from, and its counts. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "config/options.h"
#include "file_view.h"
#include "lib/escape.h"
#include "recording/counts.h"
#include "recording/file_header.h"
#include "views.h"

#define NS_PER_SEC 1000000000ull

static void __attribute__((format(printf, 2, 3))) put(struct out *o, const char *fmt, ...)
{
	char text[256];
	va_list ap;

	va_start(ap, fmt);
	out__put(o, text, (size_t)vsnprintf(text, sizeof(text), fmt, ap));
	va_end(ap);
}

/* Text of the file, without control characters. */
static void put_escaped(struct out *o, const char *text)
{
	escape__text(o, text, strlen(text), 0);
}

/* Recordings of perf may lack any text. */
static const char *or_unknown(const char *text)
{
	return text && *text ? text : "unknown";
}

static void put_text(struct out *o, const char *what, const char *text)
{
	put(o, "%-10s ", what);
	put_escaped(o, text);
	out__line_end(o);
}

static void put_when(struct out *o, const struct counts *c)
{
	uint64_t real = c->origin->real - c->origin->mono + c->first;
	time_t sec = (time_t)(real / NS_PER_SEC);
	char text[64] = "";
	struct tm tm;

	if (!c->origin->real || !c->records)
		return;
	localtime_r(&sec, &tm);
	strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S %z", &tm);
	put_text(o, "began", text);
}

static void put_origin(struct out *o, const struct origin *from)
{
	put_text(o, "host", or_unknown(from->host));
	put(o, "%-10s ", "kernel");
	put_escaped(o, or_unknown(from->kernel));
	out__lit(o, ", ");
	put_escaped(o, or_unknown(from->machine));
	if (from->cpus_online)
		put(o, ", %u CPUs", from->cpus_online);
	out__line_end(o);
	put_text(o, "command", or_unknown(from->command));
	put_text(o, "recorder", from->recorder);
}

static void put_sums(struct out *o, const struct counts *c)
{
	unsigned long long calls = c->of[COUNT_CALL];

	put(o, "%-10s %.3f s\n", "span", (double)(c->last - c->first) / NS_PER_SEC);
	put(o, "%-10s %u\n", "threads", c->threads.n);
	put(o, "%-10s %llu", "calls", calls + (unsigned long long)c->tallied);
	if (c->tallied)
		put(o, ", %llu of them only counted", (unsigned long long)c->tallied);
	out__line_end(o);
	put(o, "%-10s %llu signals, %llu ends of threads, %llu other events, %llu others\n", "records",
	    (unsigned long long)c->of[COUNT_SIGNAL], (unsigned long long)c->of[COUNT_EXIT], (unsigned long long)c->of[COUNT_EVENT],
	    (unsigned long long)c->of[COUNT_OTHER]);
	put(o, "%-10s %llu events\n", "lost", (unsigned long long)c->lost);
	put(o, "%-10s %llu bytes", "size", (unsigned long long)c->size);
	if (c->raw)
		put(o, " in %llu blocks", (unsigned long long)c->blocks);
	if (calls)
		put(o, ", %.2f bytes a call", (double)c->size / (double)calls);
	if (calls && c->raw)
		put(o, " (%.2f unpacked)", (double)c->raw / (double)calls);
	out__line_end(o);
}

struct row_of_calls {
	uint64_t count;
	unsigned abi, slot;
};

static int compare_rows(const void *a, const void *b)
{
	const struct row_of_calls *x = a, *y = b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return x->abi != y->abi ? (int)x->abi - (int)y->abi : (int)x->slot - (int)y->slot;
}

static void put_calls(struct out *o, const struct counts *c)
{
	static struct row_of_calls rows[ABI_COUNT * SYSCALL_SET_BITS];
	unsigned n = 0, abis = 0, last = ABI_COUNT;

	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned slot = 0; slot < SYSCALL_SET_BITS; slot++)
			if (c->calls[abi][slot]) {
				rows[n++] = (struct row_of_calls){ c->calls[abi][slot], abi, slot };
				abis += abi != last;
				last = abi;
			}
	qsort(rows, n, sizeof(rows[0]), compare_rows);
	for (unsigned i = 0; i < n; i++) {
		const char *name = syscalltbl__name((enum abi)rows[i].abi, rows[i].slot);

		put(o, "%12llu  %s%s", (unsigned long long)rows[i].count, abis > 1 ? abi__name((enum abi)rows[i].abi) : "", abis > 1 ? ":" : "");
		if (name)
			put_escaped(o, name);
		else
			put(o, "syscall_%u", rows[i].slot);
		out__line_end(o);
	}
}

static void info__counts(struct view *v, const struct counts *c)
{
	struct out *o = &((struct file_view *)v)->out;

	put_origin(o, c->origin);
	put_when(o, c);
	put_sums(o, c);
	put_calls(o, c);
	out__line_begin(o);
}

static struct view *info__open(const struct view_setup *u)
{
	return (struct view *)file_view__new(sizeof(struct file_view), &info_view, u);
}

const struct view_ops info_view = {
	.name = "info", .help = "what a recording holds", .in = IN_INFO,
	.open = info__open, .counts = info__counts, FILE_VIEW, .close = file_view__close,
};
