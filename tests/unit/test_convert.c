// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_convert.c - perf.data and CTF files, event by event, for cases that are rare in live recordings. tests/convert reads the
 * files with perf and babeltrace2.
 */
#include "call_builder.h"

#include <linux/perf_event.h>
#include <sys/stat.h>
#include <unistd.h>

#include "views/ctf_format.h"
#include "views/perf_file.h"
#include "views/view_sink.h"
#include "views/views.h"

#define START 1000000000ull
#define REAL 1763712000000000000ull
#define SEC 1000000000ull
#define REC(t, n, ts_) { .len = sizeof(struct n), .type = t, .cpu = 3, .ts = ts_, .tid = 101, .tgid = 100 }

static char dir[] = "/tmp/test_convert.XXXXXX", path[64];
static struct options opt;
static struct origin origin;
static struct view_sink sink;
static uint8_t *bytes;		/* of the file, and a NUL */
static size_t len;

static void begins(const char *to)
{
	struct rec_start r = { .rec = REC(REC_START, rec_start, START), .realtime = REAL, .abi = ABI_X86_64 };

	opt.view = views__find(IN_CONVERT, "--to", to);
	snprintf(path, sizeof(path), "%s/%s", dir, to);
	opt.output = path;
	opt.force = true;
	assert_int_equal(view_sink__open(&sink, &opt, &origin, -1), 0);
	sink.sink.ops->take(&sink.sink, &r.rec);
	now = START;
}

static bool take(const struct rec *r)
{
	return sink.sink.ops->take(&sink.sink, r);
}

static void take_call(void)
{
	record.call.rec.tid = 101;
	take(&record.call.rec);
}

static void read_file(const char *name)
{
	struct stat st;
	FILE *f = fopen(name, "r");

	assert_non_null(f);
	fstat(fileno(f), &st);
	free(bytes);
	len = (size_t)st.st_size;
	bytes = malloc(len + 1);
	assert_int_equal(fread(bytes, 1, len, f), len);
	bytes[len] = '\0';
	fclose(f);
}

static void ends(void)
{
	char file[96];
	bool is_dir = opt.view == &ctf_view;

	assert_int_equal(view_sink__finish(&sink), 0);
	view_sink__close(&sink);
	snprintf(file, sizeof(file), "%s%s", path, is_dir ? "/stream" : "");
	read_file(file);
}

static int setup(void **state_)
{
	(void)state_;
	memset(&opt, 0, sizeof(opt));
	opt.in = IN_CONVERT;
	opt.w = (struct writer_options){ .comm = true, .duration = true, .string_limit = 64 };
	syscall_set__fill(&opt.calls);
	return 0;
}

/* -- perf ------------------------------------------------------------------------------------------------------------ */

static size_t at;		/* offset of the next event */

static void perf_events(void)
{
	uint64_t data[2];

	assert_memory_equal(bytes, "PERFILE2", 8);
	memcpy(data, bytes + 40, sizeof(data));		/* offset, size */
	assert_true(data[0] + data[1] <= len);
	at = data[0];
	len = data[0] + data[1];
}

/* The next event other than a thread's name. */
static const struct perf_event_header *next(void)
{
	const struct perf_event_header *h;

	do {
		if (at >= len)
			return NULL;
		h = (const struct perf_event_header *)(bytes + at);
		assert_int_equal(h->size % 8, 0);
		assert_true(h->size && at + h->size <= len);
		at += h->size;
	} while (h->type == PERF_RECORD_COMM);
	return h;
}

static void assert_sample(unsigned id, uint64_t ts, int64_t first, int64_t second)
{
	const struct perf_event_header *h = next();
	struct perf_sample s;
	int64_t f[2];

	assert_non_null(h);
	assert_int_equal(h->type, PERF_RECORD_SAMPLE);
	memcpy(&s, h, sizeof(s));
	memcpy(f, (const uint8_t *)h + sizeof(s) + 8, sizeof(f));
	assert_int_equal(s.id, id);
	assert_int_equal(s.time, ts);
	assert_int_equal(s.tid, 101);
	assert_int_equal(s.header.size, sizeof(s) + s.raw_size);
	assert_int_equal(f[0], first);
	if (id != PERF_SIGNAL)
		assert_int_equal(f[1], second);
}

#define assert_enter(ts, nr, arg) assert_sample(PERF_SYS_ENTER, ts, nr, arg)
#define assert_exit(ts, nr, ret) assert_sample(PERF_SYS_EXIT, ts, nr, ret)
#define assert_end() assert_null(next())

static void a_read(uint64_t began, uint64_t ended, unsigned type, unsigned flags)
{
	makes("read", 7, 0x1000, 10);
	took(START + began, START + ended);
	record.call.rec.type = type;
	record.call.flags = flags;
	returns(type == REC_CALL ? -11 : 0);
	take_call();
}

static void perf_halves(void **state_)
{
	(void)state_;
	begins("perf");
	a_read(10, 20, REC_CALL, 0);
	a_read(30, 40, REC_PENDING, 0);
	a_read(30, 90, REC_CALL, 0);
	a_read(100, 110, REC_CALL, CALL_NO_ENTRY);
	a_read(120, 130, REC_PENDING, 0);
	a_read(120, 140, REC_PENDING, CALL_NO_RETURN);
	a_read(150, 160, REC_PENDING, CALL_NO_RETURN);
	ends();
	perf_events();
	assert_enter(START + 10, 0, 7);
	assert_exit(START + 20, 0, -11);
	assert_enter(START + 30, 0, 7);
	assert_exit(START + 90, 0, -11);
	assert_exit(START + 110, 0, -11);
	assert_enter(START + 120, 0, 7);
	assert_enter(START + 150, 0, 7);
	assert_end();
}

static void perf_others(void **state_)
{
	struct rec_loss loss = { .rec = REC(REC_LOSS, rec_loss, START + 10), .count = 42 };
	struct rec_signal sig = { .rec = REC(REC_SIGNAL, rec_signal, START + 20), .signo = 17 };
	struct rec_exit end = { .rec = REC(REC_EXIT, rec_exit, START + 30) };
	struct rec_exit cut = { .rec = REC(REC_EXIT, rec_exit, START + 40) };
	const struct perf_event_header *h;
	uint64_t f[2];

	(void)state_;
	begins("perf");
	loss.rec.cpu = CPU_NONE;
	take(&loss.rec);
	take(&sig.rec);
	take(&end.rec);
	cut.rec.len = sizeof(struct rec);
	take(&cut.rec);
	cut.rec.type = 999;
	take(&cut.rec);
	ends();
	perf_events();
	h = next();
	assert_int_equal(h->type, PERF_RECORD_LOST);
	memcpy(f, h + 1, sizeof(f));
	assert_int_equal(f[1], 42);
	assert_sample(PERF_SIGNAL, START + 20, 17, 0);
	assert_int_equal(next()->type, PERF_RECORD_EXIT);
	assert_end();
}

/* Only selected calls; a call's entry is never older than the previous round. */
static void perf_rounds(void **state_)
{
	unsigned rounds = 0;
	const struct perf_event_header *h;

	(void)state_;
	for (unsigned chosen = 0; chosen < 2; chosen++) {
		opt.min_dur = chosen;
		begins("perf");
		for (unsigned i = 0; i < 50; i++)
			a_read(i * SEC, i * SEC + 10, REC_CALL, 0);
		ends();
		perf_events();
		for (rounds = 0; (h = next());)
			rounds += h->type == 68;
		assert_int_equal(rounds, chosen ? 0 : 4);
	}
}

/* -- CTF ------------------------------------------------------------------------------------------------------------- */

static struct ctf_packet packet;

static void next_packet(void)
{
	assert_true(at + sizeof(packet) <= len);
	memcpy(&packet, bytes + at, sizeof(packet));
	assert_int_equal(packet.magic, CTF_MAGIC);
	assert_int_equal(packet.content_size, packet.packet_size);
	assert_true(packet.begin <= packet.end);
}

static bool metadata_has(const char *text)
{
	char file[96];
	bool has;

	snprintf(file, sizeof(file), "%s/metadata", path);
	read_file(file);
	has = strstr((const char *)bytes, text);
	return has;
}

static void ctf_packets(void **state_)
{
	struct rec_loss loss = { .rec = REC(REC_LOSS, rec_loss, START + 5), .count = 42 };
	uint64_t last = 0;
	unsigned n = 0;

	(void)state_;
	begins("ctf");
	for (unsigned i = 0; i < 10000; i++)
		a_read(10 + i, 20 + i, REC_CALL, 0);
	loss.rec.ts = 0;	/* out of order, which readers reject */
	take(&loss.rec);
	for (unsigned i = 0; i < 10000; i++)
		a_read(20000 + i, 30000 + i, REC_CALL, 0);
	ends();
	for (at = 0; at < len; at += packet.packet_size / 8, n++) {
		next_packet();
		assert_true(packet.begin >= last);
		assert_true(packet.packet_size / 8 < 300 * 1024);
		last = packet.end;
	}
	assert_int_equal(at, len);
	assert_in_range(n, 5, 20);
	assert_int_equal(packet.discarded, 42);
	assert_int_equal(last, START + 39999);
}

static void ctf_call(void **state_)
{
	struct ctf_event e;
	struct ctf_call c;
	const uint8_t *p;
	uint64_t arg;

	(void)state_;
	begins("ctf");
	a_read(10, 25, REC_CALL, 0);
	ends();
	memcpy(&e, bytes + sizeof(packet), sizeof(e));
	assert_int_equal(e.id, CTF_CALLS);
	assert_int_equal(e.ts, START + 25);
	assert_int_equal(e.pid, 100);
	assert_int_equal(e.tid, 101);
	assert_int_equal(e.cpu, 0);
	p = bytes + sizeof(packet) + sizeof(e);
	assert_string_equal(p, "");			/* its name is not known */
	memcpy(&c, p + 1, sizeof(c));
	assert_int_equal(c.dur, 15);
	assert_int_equal(c.ret, -11);
	assert_int_equal(c.state, 0);
	p += 1 + sizeof(c);
	assert_string_equal(p, "fd: 7, buf: 0x1000, count: 10");
	p += strlen((const char *)p) + 1;
	assert_string_equal(p, "-1 EAGAIN (Resource temporarily unavailable)");
	p += strlen((const char *)p) + 1;
	assert_int_equal(*p, 3);
	memcpy(&arg, p + 9, sizeof(arg));
	assert_int_equal(arg, 0x1000);
	assert_ptr_equal(p + 25, bytes + len);
	assert_true(metadata_has("name = \"syscall_read\";"));
	assert_true(metadata_has("offset_s = 1763711999;\n"));
}

static void ctf_names(void **state_)
{
	(void)state_;
	snprintf(origin.host, sizeof(origin.host), "a\"b\\c\nd");
	begins("ctf");
	rec(ABI_I386, 3);
	record.call.nr = 5;
	record.call.rec.ts = START;
	take_call();
	rec(ABI_X86_64, 3);
	record.call.nr = 0xfff0;
	record.call.rec.ts = START;
	take_call();
	ends();
	assert_true(metadata_has("name = \"syscall_i386_open\";\n\tid = 6;"));
	assert_true(metadata_has("name = \"syscall_65520\";\n\tid = 7;"));
	assert_true(metadata_has("hostname = \"a\\\"b\\\\c\\nd\";"));
}

/* -- All ------------------------------------------------------------------------------------------------------------- */

/* A recording that was cut before its first record. */
static void nothing(void **state_)
{
	(void)state_;
	begins("chrome");
	ends();
	assert_string_equal(bytes, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n],\"otherData\":{\"clock\":\"CLOCK_MONOTONIC\","
				   "\"real_minus_monotonic_ns\":\"1763711999000000000\"}}\n");
	begins("perf");
	ends();
	perf_events();
	assert_end();
	begins("ctf");
	ends();
	assert_int_equal(len, 0);
	assert_true(metadata_has("/* CTF 1.8 */"));
}

static int make_dir(void **state_)
{
	tables_setup(state_);
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state_)
{
	char command[64];

	(void)state_;
	free(bytes);
	snprintf(command, sizeof(command), "rm -rf '%s'", dir);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(perf_halves, setup),
		cmocka_unit_test_setup(perf_others, setup),
		cmocka_unit_test_setup(perf_rounds, setup),
		cmocka_unit_test_setup(ctf_packets, setup),
		cmocka_unit_test_setup(ctf_call, setup),
		cmocka_unit_test_setup(ctf_names, setup),
		cmocka_unit_test_setup(nothing, setup),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
