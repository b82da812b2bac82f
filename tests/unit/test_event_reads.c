// SPDX-License-Identifier: BSD-2-Clause
/* test_event_reads.c - events of descriptors without a file: each kind, what was captured in part, lengths that lie, foreign byte order. */
#include <linux/fanotify.h>
#include <linux/inotify.h>
#include <linux/input-event-codes.h>
#include <linux/signalfd.h>
#include <linux/userfaultfd.h>
#include <errno.h>
#include <signal.h>

#include "record_builder.h"
#include "writers/strace.h"

#define AT 0x10000

static const char *name;	/* of the descriptor */

static bool name_of(void *ctx, int fd, bool made, struct fd_name *n)
{
	(void)ctx, (void)fd, (void)made;
	*n = (struct fd_name){ .text = name, .len = name ? strlen(name) : 0 };
	return name;
}

static const struct names event_names = { .fd_name = name_of, .comm = test_comm, .pid = test_pid };
static const struct row reads = { "x", ARGS(FD("fd"), BUF_OUT("buf"), ULONG("count")), MOVES_BYTES };
static const struct row writes = { "x", ARGS(FD("fd"), BUF_IN("buf", 2), ULONG("count")), MOVES_BYTES };
static const struct row other = { "x", ARGS(FD("fd"), BUF_OUT("buf"), ULONG("count")) };

static const char *shown_of(const struct row *row, enum abi abi, const void *p, uint32_t have, uint64_t full)
{
	static struct rec_call *copy;
	const struct writer *w = begin_lines("text");

	rec(abi, 5, AT, full);
	chunk(1, (have < full ? CHUNK_TRUNC : CHUNK_OK) | (row == &writes ? 0 : CHUNK_OUT), PART_SELF, p, have);
	returns((int64_t)full);
	free(copy);
	copy = malloc(record.call.rec.len);	/* so that sanitizers find what reads beyond it */
	assert_non_null(copy);
	memcpy(copy, &record, record.call.rec.len);
	assert_int_equal(call__parse(&call, copy, &event_names), 0);
	call.row = row;
	return line_of_call(w);
}

static void has_text(const char *line, const char *expected)
{
	if (!strstr(line, expected)) {
		print_error("%s\n", line);
		fail_msg("lacks %s", expected);
	}
}

static void shows_of(const struct row *row, const void *p, uint32_t have, uint64_t full, const char *expected)
{
	has_text(shown_of(row, ABI_X86_64, p, have, full), expected);
}

#define shows(p, n, expected) shows_of(&reads, p, n, n, expected)

static void test_counters(void **state_)
{
	static const uint8_t big[8] = { 0, 0, 0, 0, 0, 0, 1, 2 };
	uint64_t v = 258;

	(void)state_;
	name = "anon_inode:[eventfd]";
	shows(&v, 8, "buf: [258], count");
	shows_of(&writes, &v, 8, 8, "buf: [258], count");
	has_text(shown_of(&reads, ABI_S390X, big, 8, 8), "buf: [258], count");
	shows_of(&other, &v, 8, 8, "buf: \"\\2\\1\\0");		/* the call moves no bytes of the descriptor */
	shows_of(&writes, &v, 8, 16, "buf: \"\\2\\1\\0");
	name = "anon_inode:[timerfd]";
	shows(&v, 8, "buf: [258], count");
	shows_of(&writes, &v, 8, 8, "buf: \"\\2\\1\\0");
	name = "anon_inode:[eventfd2]";
	shows(&v, 8, "buf: \"\\2\\1\\0");
	name = NULL;
	shows(&v, 8, "buf: \"\\2\\1\\0");
}

static void test_inotify(void **state_)
{
	struct { struct inotify_event e; char name[16]; } two[2] = {
		{ { .wd = 1, .mask = IN_MOVED_FROM, .cookie = 7, .len = 16 }, "abcd" }, { { .wd = -1, .mask = IN_Q_OVERFLOW }, "" },
	};

	(void)state_;
	name = "anon_inode:inotify";
	shows(two, 48, "buf: [{wd: 1, mask: MOVED_FROM, cookie: 7, len: 16, name: \"abcd\"}, {wd: -1, mask: Q_OVERFLOW, cookie: 0, len: 0}], count");
	shows_of(&reads, two, 40, 48, "name: \"abcd\"}, ...], count");
	shows_of(&reads, two, 18, 32, "buf: [{wd: 1, mask: MOVED_FROM, cookie: 7, len: 16, name: \"ab\"...}], count");
	two[0].e.len = 32;	/* more than was read */
	shows(two, 32, "buf: \"\\1\\0");
	two[0].e.len = UINT32_MAX - 3;
	shows(two, 32, "buf: \"\\1\\0");
	two[0].e.len = 16;
	two[1].e.len = 64;
	shows(two, 48, "name: \"abcd\"}, ...], count");
}

static void test_signalfd(void **state_)
{
	struct signalfd_siginfo i = { .ssi_signo = SIGCHLD, .ssi_code = CLD_EXITED, .ssi_pid = 42, .ssi_uid = 5, .ssi_status = 3 };

	(void)state_;
	name = "anon_inode:[signalfd]";
	shows(&i, 128, "buf: [{ssi_signo: CHLD, ssi_code: EXITED, ssi_pid: 42<sh>, ssi_uid: 5, ssi_status: 3, ssi_utime: 0");
	i.ssi_code = CLD_KILLED;
	i.ssi_status = SIGKILL;
	shows_of(&reads, &i, 64, 128, "ssi_code: KILLED, ssi_pid: 42<sh>, ssi_uid: 5, ssi_status: KILL, ssi_utime: 0, ...}], count");
	i.ssi_signo = SIGALRM;
	i.ssi_code = SI_TIMER;
	i.ssi_overrun = 2;
	i.ssi_ptr = 0x1234;
	shows(&i, 128, "buf: [{ssi_signo: ALRM, ssi_code: TIMER, ssi_tid: 0, ssi_overrun: 2, ssi_int: 0, ssi_ptr: 0x1234}], count");
	i.ssi_signo = SIGSEGV;
	i.ssi_code = SEGV_MAPERR;
	i.ssi_addr = 0x5678;
	shows(&i, 128, "buf: [{ssi_signo: SEGV, ssi_code: MAPERR, ssi_addr: 0x5678}], count");
	i.ssi_signo = SIGIO;
	i.ssi_code = POLL_IN;
	i.ssi_fd = 9;
	i.ssi_band = 1;
	shows(&i, 128, "ssi_band: IN, ssi_fd: 9}], count");
	i.ssi_code = SI_KERNEL;
	shows(&i, 128, "ssi_code: KERNEL}], count");
	shows_of(&reads, &i, 16, 128, "buf: \"");
}

static void test_userfaultfd(void **state_)
{
	struct uffd_msg m = { .event = UFFD_EVENT_PAGEFAULT, .arg.pagefault = { .flags = UFFD_PAGEFAULT_FLAG_WRITE | UFFD_PAGEFAULT_FLAG_WP, .address = 0x1000, .feat.ptid = 6 } };

	(void)state_;
	name = "anon_inode:[userfaultfd]";
	shows(&m, 32, "buf: [{event: PAGEFAULT, flags: WRITE|WP, address: 0x1000, ptid: 6}], count");
	m = (struct uffd_msg){ .event = UFFD_EVENT_FORK, .arg.fork.ufd = 8 };
	shows(&m, 32, "buf: [{event: FORK, ufd: 8}], count");
	m = (struct uffd_msg){ .event = UFFD_EVENT_REMAP, .arg.remap = { 0x1000, 0x2000, 4096 } };
	shows(&m, 32, "buf: [{event: REMAP, from: 0x1000, to: 0x2000, len: 4096}], count");
	m = (struct uffd_msg){ .event = UFFD_EVENT_UNMAP, .arg.remove = { 0x1000, 0x3000 } };
	shows(&m, 32, "buf: [{event: UNMAP, start: 0x1000, end: 0x3000}], count");
	m.event = 0x77;
	shows(&m, 32, "buf: [{event: 0x77, arg: ");
	shows_of(&reads, &m, 31, 32, "buf: \"w");
}

/* An event with one record. */
struct watched {
	struct fanotify_event_metadata m;
	struct fanotify_event_info_header h;
	uint32_t data[13];
};

static struct watched watched(unsigned type, unsigned bytes)
{
	return (struct watched){
		{ .event_len = 28 + bytes, .vers = 3, .metadata_len = 24, .mask = FAN_CREATE, .fd = FAN_NOFD, .pid = 42 }, { type, 0, (uint16_t)(4 + bytes) }, { 0 },
	};
}

static void test_fanotify(void **state_)
{
	struct watched w = watched(FAN_EVENT_INFO_TYPE_DFID_NAME, 28);

	(void)state_;
	name = "anon_inode:[fanotify]";
	memcpy(w.data, (uint32_t[]){ 0x11, 0x22, 4, 1, 0x44434241 }, 20);
	memcpy(w.data + 5, "file", 5);
	shows(&w, 56, "buf: [{event_len: 56, vers: 3, metadata_len: 24, mask: CREATE, fd: NOFD, pid: 42<sh>, info: [{info_type: DFID_NAME, len: 32, fsid: [0x11, 0x22], "
	      "handle_bytes: 4, handle_type: 1, f_handle: \"ABCD\", name: \"file\"}]}], count");
	shows_of(&reads, &w, 50, 56, "f_handle: \"ABCD\", name: \"fi\"..., ...}]}], count");
	shows_of(&reads, &w, 46, 56, "f_handle: \"AB\"..., ...}]}], count");
	shows_of(&reads, &w, 24, 56, "info: [...]}], count");
	w.data[2] = UINT32_MAX;		/* the handle's length */
	shows(&w, 56, "handle_bytes: 4294967295, handle_type: 1, f_handle: \"ABCDfile");
	w.h.len = 3;
	shows(&w, 56, "info: [...]}], count");
	w.h.len = 2000;
	shows(&w, 56, "info: [...]}], count");
	w = watched(FAN_EVENT_INFO_TYPE_PIDFD, 4);
	w.data[0] = 11;
	shows(&w, 32, "info: [{info_type: PIDFD, len: 8, pidfd: 11}]}], count");
	w = watched(FAN_EVENT_INFO_TYPE_ERROR, 8);
	w.data[0] = EIO;
	w.data[1] = 2;
	shows(&w, 36, "info: [{info_type: ERROR, len: 12, error: EIO, error_count: 2}]}], count");
	w = watched(6, 20);
	w.data[1] = 4096;
	w.data[3] = 512;
	shows(&w, 48, "info: [{info_type: RANGE, len: 24, offset: 4096, count: 512}]}], count");
	w = watched(7, 8);
	w.data[0] = 99;
	shows(&w, 36, "info: [{info_type: MNT, len: 12, mnt_id: 99}]}], count");
	w = watched(99, 4);
	shows(&w, 32, "info: [{info_type: 0x63, len: 8, data: ");
	w.m.event_len = 20;
	shows(&w, 32, "buf: \"\\24\\0");
	shows_of(&writes, &(struct fanotify_response){ 4, FAN_DENY | FAN_AUDIT }, 8, 8, "buf: [{fd: 4, response: DENY|AUDIT}], count");
}

static void test_strace(void **state_)
{
	uint64_t v = 1;

	(void)state_;
	name = "anon_inode:[eventfd]";
	begin_lines("text");
	rec(ABI_X86_64, 5, AT, 8);
	chunk(1, CHUNK_OUT, PART_SELF, &v, 8);
	returns(8);
	assert_int_equal(call__parse(&call, &record.call, &event_names), 0);
	call.row = &reads;
	show.w = &strace_verbs;
	out.opt.strace = (struct strace_look)STRACE_LOOK;
	memset(out.state, 0, sizeof(out.state));
	show__args(&show, &call, state);
	has_text(end_lines(), "\"\\1\\0\\0\\0\\0\\0\\0\\0\"");
}

/* Whatever the bytes are: a value that ends, from bytes that were captured (checked by builds with sanitizers). */
static void test_input(void **state_)
{
	struct { uint64_t sec, usec; uint16_t type, code; int32_t value; } two[2] = {
		{ 1700000000, 5, EV_KEY, KEY_A, 1 }, { 1700000000, 6, EV_SYN, SYN_REPORT, 0 },
	};
	struct { uint32_t sec, usec; uint16_t type, code; int32_t value; } word32[3] = {
		{ 7, 8, EV_REL, REL_Y, -3 }, { 7, 8, EV_SW, SW_LID, 1 }, { 7, 8, 0x1f, 3, 4 },
	};
	static const char *const others[] = { "/dev/input/event", "/dev/input/event1x", "/dev/input/mice", "/tmp/dev/input/event1" };

	(void)state_;
	name = "/dev/input/event12";
	shows(two, 48, "buf: [{time: {tv_sec: 1700000000, tv_usec: 5}, type: KEY, code: KEY_A, value: 1}, "
	      "{time: {tv_sec: 1700000000, tv_usec: 6}, type: SYN, code: REPORT, value: 0}], count");
	shows_of(&reads, two, 40, 48, "code: KEY_A, value: 1}, ...], count");
	shows_of(&writes, two, 48, 48, "type: SYN, code: REPORT, value: 0}], count");
	has_text(shown_of(&reads, ABI_I386, word32, sizeof(word32), sizeof(word32)), "buf: [{time: {tv_sec: 7, tv_usec: 8}, type: REL, code: Y, value: -3}, "
		 "{time: {tv_sec: 7, tv_usec: 8}, type: SW, code: LID, value: 1}, {time: {tv_sec: 7, tv_usec: 8}, type: 0x1f, code: 3, value: 4}], count");
	has_text(shown_of(&reads, ABI_X32, two, 48, 48), "code: KEY_A, value: 1}, ");
	shows_of(&writes, two, 20, 20, "buf: \"\\0\\361");	/* no whole events */
	shows_of(&writes, two, 36, 36, "buf: \"\\0\\361");
	name = "/dev/uinput";
	shows_of(&writes, two, 24, 24, "buf: [{time: {tv_sec: 1700000000, tv_usec: 5}, type: KEY, code: KEY_A, value: 1}], count");
	for (unsigned i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		name = others[i];
		shows(two, 48, "buf: \"\\0\\361");
	}
}

static void test_any_bytes(void **state_)
{
	static const char *const all[] = { "anon_inode:inotify", "anon_inode:[fanotify]", "anon_inode:[signalfd]", "anon_inode:[userfaultfd]", "anon_inode:[eventfd]", "/dev/input/event3" };
	uint32_t seed = 1;

	(void)state_;
	for (unsigned i = 0; i < 20000; i++) {
		uint8_t b[256];
		uint32_t have, full;

		for (unsigned j = 0; j < sizeof(b); j++) {
			seed = seed * 1664525 + 1013904223;
			b[j] = seed >> 29 ? j % 4 ? 0 : (uint8_t)(seed >> 20) % 40 : (uint8_t)(seed >> 16);
		}
		have = b[0] + 1u;
		full = (have + b[1] % 32 + 3) & ~3u;
		name = all[i % 6];
		has_text(shown_of(i % 7 < 4 ? &reads : &writes, i % 2 ? ABI_X86_64 : ABI_S390X, b, have, full), ", count: ");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counters), cmocka_unit_test(test_inotify), cmocka_unit_test(test_signalfd), cmocka_unit_test(test_userfaultfd),
		cmocka_unit_test(test_fanotify), cmocka_unit_test(test_strace), cmocka_unit_test(test_input), cmocka_unit_test(test_any_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
