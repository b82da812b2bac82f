// SPDX-License-Identifier: BSD-2-Clause
/*
 * cmd_info.c - `trace info`: what a recording has, from its blocks' headers and summaries, without unpacking records.
 * Recordings of perf have no summaries: they are read completely.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bpf/wire.h"
#include "command.h"
#include "config/options.h"
#include "lib/escape.h"
#include "lib/msg.h"
#include "lib/vec.h"
#include "recording/block_summary.h"
#include "recording/file_header.h"
#include "recording/file_reader.h"
#include "recording/record_types.h"
#include "sources/file/perfdata_types.h"
#include "sources/file/source_perfdata.h"
#include "syscalltbl/syscalltbl.h"

#define DEFAULT_NAME "trace.data"
#define NS_PER_SEC 1000000000ull

struct info {
	struct origin origin;
	uint64_t blocks, records, calls, lost, raw, size;
	uint64_t first, last;		/* ns */
	uint64_t signals, exits, events, others;
	uint64_t counts[ABI_COUNT][SYSCALL_SET_BITS];
	bool damaged;			/* a message said how */
	uint32_t *tids;			/* sorted, without duplicates */
	size_t ntids;
	size_t sorted;			/* how many of them are sorted yet; for recordings of perf */
};

static int compare_tids(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* Appends a new tid after the sorted ones; they are sorted at the end of each block. */
static void add_tid(struct info *info, size_t sorted, uint32_t tid)
{
	if (sorted && bsearch(&tid, info->tids, sorted, sizeof(tid), compare_tids))
		return;
	if (VEC_MORE(info->tids, info->ntids, 1))
		info->tids[info->ntids++] = tid;
}

static void add_threads(struct info *info, struct block_summary *s)
{
	size_t sorted = info->ntids;
	struct summary_thread t = {};

	for (block_summary__begin_threads(s); block_summary__thread(s, &t); )
		add_tid(info, sorted, t.tid);
	if (info->ntids > sorted)
		qsort(info->tids, info->ntids, sizeof(*info->tids), compare_tids);
}

static void add_count(struct info *info, const struct summary_count *c)
{
	switch (c->type < RECORD_TYPES ? record_types[c->type].counts : COUNT_OTHER) {
	case COUNT_CALL:
		if (c->abi < ABI_COUNT)
			info->counts[c->abi][syscalltbl__slot((enum abi)c->abi, c->nr)] += c->count;
		break;
	case COUNT_SIGNAL: info->signals += c->count; break;
	case COUNT_EXIT: info->exits += c->count; break;
	case COUNT_EVENT: info->events += c->count; break;
	default: info->others += c->count; break;
	}
}

static void add_block(struct info *info, const struct block *b)
{
	struct summary_count c;
	struct block_summary s;
	struct buf text = {};

	if (b->h.type == BLOCK_HEADER && block__stream(b, 0, &text))
		origin__read(&info->origin, text.p, text.len);
	buf__free(&text);
	if (b->h.type != BLOCK_RECORDS)
		return;
	if (!info->blocks++ || b->h.first < info->first)
		info->first = b->h.first;
	if (b->h.last > info->last)
		info->last = b->h.last;
	info->records += b->h.records;
	info->calls += b->h.calls;
	info->lost += b->h.lost;
	info->raw += b->h.raw;
	block_summary__begin(&s, b->summary, b->h.summary);
	while (block_summary__count(&s, &c))
		add_count(info, &c);
	block_summary__begin(&s, b->summary, b->h.summary);
	add_threads(info, &s);
}

/* -- Printing -------------------------------------------------------------------------------------------------------- */

/* Prints text of the file, without control characters. */
static void print_escaped(const char *text)
{
	struct out o;

	if (out__open(&o, -1, 0))
		return;
	escape__text(&o, text, strlen(text), 0);
	fwrite(o.buf, 1, (size_t)(o.p - o.buf), stdout);
	out__close(&o);
}

static void print_text(const char *what, const char *text)
{
	printf("%-10s ", what);
	print_escaped(text ? text : "");
	putchar('\n');
}

/* Recordings of perf may lack any text. */
static const char *or_unknown(const char *text)
{
	return text && *text ? text : "unknown";
}

static void print_when(const struct info *info)
{
	uint64_t real = info->origin.real - info->origin.mono + info->first;
	time_t sec = (time_t)(real / NS_PER_SEC);
	char text[64] = "";
	struct tm tm;

	if (!info->origin.real || !info->blocks)
		return;
	localtime_r(&sec, &tm);
	strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S %z", &tm);
	print_text("began", text);
}

static void print_origin(const struct info *info)
{
	const struct origin *o = &info->origin;

	print_text("host", or_unknown(o->host));
	printf("%-10s ", "kernel");
	print_escaped(or_unknown(o->kernel));
	printf(", ");
	print_escaped(or_unknown(o->machine));
	if (o->cpus_online)
		printf(", %u CPUs", o->cpus_online);
	putchar('\n');
	print_text("command", or_unknown(o->command));
	print_text("recorder", o->recorder);
	print_when(info);
}

static void print_sums(const struct info *info)
{
	printf("%-10s %.3f s\n", "span", (double)(info->last - info->first) / NS_PER_SEC);
	printf("%-10s %zu\n", "threads", info->ntids);
	printf("%-10s %llu\n", "calls", (unsigned long long)info->calls);
	printf("%-10s %llu signals, %llu ends of threads, %llu other events, %llu others\n", "records",
	       (unsigned long long)info->signals, (unsigned long long)info->exits, (unsigned long long)info->events,
	       (unsigned long long)info->others);
	printf("%-10s %llu events\n", "lost", (unsigned long long)info->lost);
	printf("%-10s %llu bytes", "size", (unsigned long long)info->size);
	if (info->raw)
		printf(" in %llu blocks", (unsigned long long)info->blocks);
	if (info->calls)
		printf(", %.2f bytes a call", (double)info->size / (double)info->calls);
	if (info->calls && info->raw)
		printf(" (%.2f unpacked)", (double)info->raw / (double)info->calls);
	putchar('\n');
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

static void print_calls(const struct info *info)
{
	static struct row_of_calls rows[ABI_COUNT * SYSCALL_SET_BITS];
	unsigned n = 0, abis = 0, last = ABI_COUNT;

	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned slot = 0; slot < SYSCALL_SET_BITS; slot++)
			if (info->counts[abi][slot]) {
				rows[n++] = (struct row_of_calls){ info->counts[abi][slot], abi, slot };
				abis += abi != last;
				last = abi;
			}
	qsort(rows, n, sizeof(rows[0]), compare_rows);
	for (unsigned i = 0; i < n; i++) {
		const char *name = syscalltbl__name((enum abi)rows[i].abi, rows[i].slot);

		printf("%12llu  ", (unsigned long long)rows[i].count);
		if (abis > 1)
			printf("%s:", abi__name((enum abi)rows[i].abi));
		if (name)
			puts(name);
		else
			printf("syscall_%u\n", rows[i].slot);
	}
}

/* -- Life ------------------------------------------------------------------------------------------------------------ */

static int read_blocks(struct info *info, int fd, const char *name, const void *head, size_t len)
{
	struct file_reader r;
	struct block b;
	int got;

	file_reader__open(&r, fd, name, head, len);
	r.regular = true;	/* wait for a pipe's data */
	while ((got = file_reader__next(&r, &b)) == READ_BLOCK)
		add_block(info, &b);
	info->size = r.offset;
	info->damaged = r.damages || !r.complete;
	if (got == READ_END && !r.complete)
		msg__warn("'%s' is incomplete: its end is missing", name);
	file_reader__close(&r);
	return got == READ_END ? 0 : got;
}

static void add_record(struct info *info, const struct rec *rec)
{
	const struct rec_call *call = (const struct rec_call *)rec;
	struct summary_count c = { .type = rec->type, .count = 1 };

	if (rec->type == REC_END) {
		info->lost = ((const struct rec_end *)rec)->lost;
		return;
	}
	if (!info->records++)
		info->first = rec->ts;
	if (rec->ts > info->last)
		info->last = rec->ts;
	if (rec->type == REC_CALL) {
		c.abi = call->abi;
		c.nr = call->nr;
		info->calls++;
	}
	add_count(info, &c);
	if (!rec->tid || rec->type == REC_PIDNS)
		return;
	add_tid(info, info->sorted, rec->tid);
	if (info->ntids > info->sorted)
		qsort(info->tids, info->ntids, sizeof(*info->tids), compare_tids);
	info->sorted = info->ntids;
}

/* The source takes ownership of fd. */
static int read_perfdata(struct info *info, int fd, const char *name, const void *head, size_t len)
{
	const struct rec *rec;
	struct source *s;
	struct stat st;
	int got, err;

	info->size = !fstat(fd, &st) && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
	err = source_perfdata__open(&s, fd, head, len, strcmp(name, "-") ? name : "standard input");
	if (err)
		return err;
	while ((got = s->ops->next(s, &rec)) == SOURCE_RECORD || got == SOURCE_WAIT) {
		if (got == SOURCE_WAIT)
			source__wait(s, -1, NULL, 0);
		else
			add_record(info, rec);
	}
	source_perfdata__origin(s, &info->origin);
	info->blocks = info->records != 0;
	info->damaged = s->damaged;
	s->ops->close(s);
	return got == SOURCE_END ? 0 : got;
}

static int read_all(struct info *info, int fd, const char *name)
{
	char head[PERFDATA_MAGIC_LEN];
	size_t len = 0;
	ssize_t n;

	while (len < sizeof(head) && (n = read(fd, head + len, sizeof(head) - len)) > 0)
		len += (size_t)n;
	if (source_perfdata__is(head, len))
		return read_perfdata(info, fd, name, head, len);
	return read_blocks(info, fd, name, head, len);
}

static int info_of(const char *name)
{
	static struct info info;
	int status, fd = strcmp(name, "-") ? open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY) : STDIN_FILENO;

	if (fd < 0) {
		msg__error("cannot read '%s': %s", name, strerror(errno));
		return EXIT_TRACER;
	}
	if (read_all(&info, fd, name))
		return EXIT_TRACER;
	print_origin(&info);
	print_sums(&info);
	print_calls(&info);
	origin__free(&info.origin);
	free(info.tids);
	status = info.damaged ? EXIT_TRACER : 0;
	memset(&info, 0, sizeof(info));
	return status;
}

static const char help[] =
	"Usage: trace info [FILE]...\n"
	"\n"
	"Says what recordings hold (default trace.data): where they are from, when, how many calls of which name, what was lost.\n";

int cmd_info(int argc, char **argv)
{
	int status = 0;

	if (argc > 1 && argv[1][0] == '-' && argv[1][1]) {
		bool asked = !strcmp(argv[1], "-h") || !strcmp(argv[1], "--help");

		if (!asked)
			msg__error("unknown option '%s'", argv[1]);
		fputs(help, asked ? stdout : stderr);
		return asked ? 0 : EXIT_TRACER;
	}
	syscalltbl__init();
	if (argc < 2)
		status = info_of(DEFAULT_NAME);
	for (int i = 1; i < argc; i++) {
		if (argc > 2)
			printf("%s%s:\n", i > 1 ? "\n" : "", argv[i]);
		if (info_of(argv[i]))
			status = EXIT_TRACER;
	}
	if (fflush(stdout) || ferror(stdout)) {
		msg__error("cannot write to standard output: %s", strerror(errno));
		return EXIT_TRACER;
	}
	return status;
}
