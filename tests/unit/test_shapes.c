// SPDX-License-Identifier: BSD-2-Clause
/* test_shapes.c - output of structures: in each layout, whole, abridged and cut; signals and their siginfo. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/aio_abi.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include "made_shapes.h"
#include "record_builder.h"

/* One structure that a call returned. */
static void check_shape(enum abi abi, const struct shape *sh, const void *p, uint32_t len, const char *text)
{
	struct row row = { .name = "x", ARGS(STRUCT_OUT("a", *sh)) };
	char line[4096];

	rec(abi, 0x1000);
	chunk(0, CHUNK_OUT, PART_SELF, p, len);
	snprintf(line, sizeof(line), "%sx(a: %s) = 0", abi == ABI_I386 ? "i386:" : "", text);
	assert_shown(&row, line);
}

#define check(abi, sh, v, text) check_shape(abi, &shape_##sh, &(v), sizeof(v), text)

static void times(void **state_)
{
	int64_t ts64[] = { 1, 500 };
	int32_t ts32[] = { -1, 500 };
	int64_t its[] = { 0, 0, 5, 0 };

	(void)state_;
	check(ABI_X86_64, timespec, ts64, "{tv_sec: 1, tv_nsec: 500}");
	check(ABI_I386, timespec, ts32, "{tv_sec: -1, tv_nsec: 500}");
	check(ABI_I386, timespec64, ts64, "{tv_sec: 1, tv_nsec: 500}");
	check(ABI_X86_64, timeval, ts64, "{tv_sec: 1, tv_usec: 500}");
	check(ABI_X86_64, itimerspec, its, "{it_interval: {tv_sec: 0, tv_nsec: 0}, it_value: {tv_sec: 5, tv_nsec: 0}}");
	check_shape(ABI_X86_64, &shape_timespec, ts64, 8, "{tv_sec: 1, ...}");
}

static void times_to_set(void **state_)
{
	int64_t ts[] = { 7, 1073741823, 1, 2 };
	int32_t ts32[] = { 7, 1073741822, 1, 2 };

	(void)state_;
	check(ABI_X86_64, utimens, ts, "[UTIME_NOW, {tv_sec: 1, tv_nsec: 2}]");
	check(ABI_I386, utimens, ts32, "[UTIME_OMIT, {tv_sec: 1, tv_nsec: 2}]");
	check_shape(ABI_X86_64, &shape_utimens, ts, 16, "[UTIME_NOW, ...]");
}

static void numbers(void **state_)
{
	int64_t v = -1;

	(void)state_;
	check_shape(ABI_X86_64, &shape_int, &v, 4, "[-1]");
	check_shape(ABI_X86_64, &shape_uint, &v, 4, "[4294967295]");
	check_shape(ABI_X86_64, &shape_long, &v, 8, "[-1]");
	check_shape(ABI_I386, &shape_ulong, &v, 4, "[4294967295]");
	check_shape(ABI_X86_64, &shape_long, &v, 4, "0x1000 <unread>");
	check_shape(ABI_X86_64, &shape_uid16, &v, 2, "[-1]");
}

static void numbers_that_change(void **state_)
{
	const struct row row = { "x", ARGS(INT_INOUT("a"), STRUCT_INOUT("b", shape_timespec)) };
	int32_t in = 16, out_value = 8;
	int64_t ts_in[] = { 1, 0 }, ts_out[] = { 0, 5 };

	(void)state_;
	rec(ABI_X86_64, 0x1000, 0x2000);
	chunk_of(0, CHUNK_OK, in);
	chunk_of(0, CHUNK_OUT, out_value);
	chunk_of(1, CHUNK_OK, ts_in);
	chunk_of(1, CHUNK_OUT, ts_out);
	assert_shown(&row, "x(a: [16 => 8], b: {tv_sec: 1, tv_nsec: 0} => {tv_sec: 0, tv_nsec: 5}) = 0");
	rec(ABI_X86_64, 0x1000, 0x2000);
	chunk_of(0, CHUNK_OK, in);
	chunk_of(0, CHUNK_OUT, in);
	chunk_of(1, CHUNK_OK, ts_in);
	assert_shown(&row, "x(a: [16], b: {tv_sec: 1, tv_nsec: 0}) = 0");
}

static void programs_of_events(void **state_)
{
	const struct row row = { "x", ARGS({ .name = "a", .name_len = 1, .kind = &kind_perf_programs }) };
	uint32_t room = 5, filled[] = { 5, 2, 77, 99 };

	(void)state_;
	rec(ABI_X86_64, 0x1000);
	chunk_of(0, CHUNK_OK, room);
	chunk_of(0, CHUNK_OUT, filled);
	assert_shown(&row, "x(a: {ids_len: 5, prog_cnt: 2, ids: [77, 99]}) = 0");
	rec(ABI_X86_64, 0x1000);
	chunk_of(0, CHUNK_OK, room);
	chunk(0, CHUNK_OUT, PART_SELF, filled, 12);
	assert_shown(&row, "x(a: {ids_len: 5, prog_cnt: 2, ids: 0x1008 <unread>}) = 0");
	rec(ABI_X86_64, 0x1000);
	chunk_of(0, CHUNK_OK, room);
	chunk_of(0, CHUNK_OUT, filled);
	returns(-ENOSPC);
	assert_shown(&row, "x(a: {ids_len: 5, ...}) = -1 ENOSPC (No space left on device)");
}

static void seeds(void **state_)
{
	const struct row row = { "x", ARGS({ .name = "a", .name_len = 1, .kind = &kind_random_pool }) };
	struct { int32_t entropy_count, buf_size; char seed[40]; } pool = { 3, 36, "abcdefghijklmnopqrstuvwxyz0123456789" };

	(void)state_;
	rec(ABI_X86_64, 0x1000);
	chunk_of(0, CHUNK_OK, pool);
	assert_shown(&row, "x(a: {entropy_count: 3, buf_size: 36, buf: \"abcdefghijklmnopqrstuvwxyz0123456789\"}) = 0");
	rec(ABI_X86_64, 0x1000);
	chunk(0, CHUNK_OK, PART_SELF, &pool, 20);
	assert_shown(&row, "x(a: {entropy_count: 3, buf_size: 36, buf: 0x1008 <unread>}) = 0");
	rec(ABI_X86_64, 0x1000);
	chunk(0, CHUNK_OK, PART_SELF, &pool, 7);
	assert_shown(&row, "x(a: 0x1000 <unread>) = 0");
}

static void sleeps(void **state_)
{
	const struct row row = { "x", ARGS(STRUCT_OUT("rmtp", shape_timespec, .on_intr = true)) };
	int64_t ts[] = { 1, 5 };

	(void)state_;
	rec(ABI_X86_64, 0x1000);
	chunk_of(0, CHUNK_OUT, ts);
	assert_shown(&row, "x(rmtp: 0x1000) = 0");
	returns(-EINTR);
	assert_shown(&row, "x(rmtp: {tv_sec: 1, tv_nsec: 5}) = -1 EINTR (Interrupted system call)");
}

static void files(void **state_)
{
	struct stat st = { .st_mode = S_IFREG | 0644, .st_size = 41491, .st_ino = 7, .st_dev = 0x801, .st_nlink = 1 };

	(void)state_;
	check(ABI_X86_64, stat, st, "{st_mode: IFREG|0644, st_size: 41491, ...}");
	st.st_mode = S_IFCHR | 0600;
	st.st_rdev = 0x501;
	check(ABI_X86_64, stat, st, "{st_mode: IFCHR|0600, st_rdev: makedev(0x5, 0x1), ...}");
	show.verbose = true;
	st.st_mtim.tv_nsec = 9;
	check(ABI_X86_64, stat, st, "{st_dev: makedev(0x8, 0x1), st_ino: 7, st_mode: IFCHR|0600, st_nlink: 1, st_uid: 0, st_gid: 0, "
	      "st_blksize: 0, st_blocks: 0, st_rdev: makedev(0x5, 0x1), st_atime: 0.000000000 /* 1970-01-01T00:00:00Z */, "
	      "st_mtime: 0.000000009 /* 1970-01-01T00:00:00Z */, st_ctime: 0.000000000 /* 1970-01-01T00:00:00Z */}");
	show.verbose = false;
}

static void files_of_32_bits(void **state_)
{
	uint8_t st[96] = { 0 };

	(void)state_;
	memcpy(st + 16, &(uint32_t){ S_IFDIR | 0755 }, 4);	/* struct stat64 of i386 */
	memcpy(st + 44, &(uint32_t){ 4096 }, 4);
	check(ABI_I386, stat64, st, "{st_mode: IFDIR|0755, st_size: 4096, ...}");
	memset(st, 0, sizeof(st));
	memcpy(st + 8, &(uint16_t){ S_IFDIR | 0755 }, 2);	/* struct stat of i386 */
	memcpy(st + 20, &(uint32_t){ 4096 }, 4);
	check_shape(ABI_I386, &shape_stat, st, 64, "{st_mode: IFDIR|0755, st_size: 4096, ...}");
}

static void limits_and_usage(void **state_)
{
	struct rlimit lim = { 1024, RLIM_INFINITY };
	uint32_t lim32[] = { 1024, UINT32_MAX };
	struct rusage ru = { .ru_utime = { 1, 2 }, .ru_maxrss = 9 };

	(void)state_;
	check(ABI_X86_64, rlimit, lim, "{rlim_cur: 1024, rlim_max: RLIM_INFINITY}");
	check(ABI_I386, rlimit, lim32, "{rlim_cur: 1024, rlim_max: RLIM_INFINITY}");
	check(ABI_X86_64, rusage, ru, "{ru_utime: {tv_sec: 1, tv_usec: 2}, ru_stime: {tv_sec: 0, tv_usec: 0}, ...}");
}

static void the_machine(void **state_)
{
	struct utsname uts = { "Linux", "host", "6.1", "#1", "x86_64", "(none)" };
	struct sysinfo si = { .uptime = 5, .loads = { 1, 2, 3 }, .totalram = 4, .procs = 6, .mem_unit = 1 };

	(void)state_;
	check(ABI_X86_64, utsname, uts, "{sysname: \"Linux\", nodename: \"host\", release: \"6.1\", version: \"#1\", machine: \"x86_64\", domainname: \"(none)\"}");
	check(ABI_X86_64, sysinfo, si, "{uptime: 5, loads: [1, 2, 3], totalram: 4, freeram: 0, sharedram: 0, bufferram: 0, "
	      "totalswap: 0, freeswap: 0, procs: 6, totalhigh: 0, freehigh: 0, mem_unit: 1}");
	check_shape(ABI_X86_64, &shape_comm, "bash\0junk.......", 16, "\"bash\"");
}

static void structures_with_a_size(void **state_)
{
	const struct row row = { "x", ARGS(STRUCT_SIZED("how", shape_open_how, 1), ULONG("size")) };
	uint64_t how[] = { 02000000, 0, 0x08 };

	(void)state_;
	rec(ABI_X86_64, 0x1000, 24);
	chunk_of(0, CHUNK_OK, how);
	assert_shown(&row, "x(how: {flags: RDONLY|CLOEXEC, mode: 0, resolve: BENEATH}, size: 24) = 0");
	rec(ABI_X86_64, 0x1000, 16);
	chunk(0, CHUNK_OK, PART_SELF, how, 16);
	assert_shown(&row, "x(how: {flags: RDONLY|CLOEXEC, mode: 0}, size: 16) = 0");
}

static void handlers(void **state_)
{
	uint64_t sa[] = { 1, 0x04000000 | 0x10000000, 0x7000, 2 };
	uint32_t sa32[] = { 0x1234, 0, 0, 0, 0 };

	(void)state_;
	check(ABI_X86_64, sigaction, sa, "{sa_handler: SIG_IGN, sa_mask: [INT], sa_flags: RESTORER|RESTART, sa_restorer: 0x7000}");
	check(ABI_I386, sigaction, sa32, "{sa_handler: 0x1234, sa_mask: [], sa_flags: 0}");
}

static unsigned count_of(const char *text, const char *word)
{
	unsigned n = 0;

	for (; (text = strstr(text, word)); text++)
		n++;
	return n;
}

/* Pointers to structures with pointers; memory that was not captured, or not readable, is an address. */
static void pointers_in_structures(void **state_)
{
	const struct row row = { "x", ARGS(ARRAY_IN("p", shape_iocb_pointer, 1), UINT("n")) };
	uint64_t pointers[3] = { 0x2000, 0x2100, 0x2200 }, iov[] = { 0x4000, 2, 0x5000, 3 };
	struct iocb write = { .aio_lio_opcode = IOCB_CMD_PWRITEV, .aio_fildes = 3, .aio_buf = 0x3000, .aio_nbytes = 2 };

	(void)state_;
	rec(ABI_X86_64, 0x1000, 3);
	chunk_of(0, CHUNK_OK, pointers);
	chunk_at(0, CHUNK_OK, PART_AT, 0x2000, &write, sizeof(write));
	chunk_at(0, CHUNK_FAULT | CHUNK_LATE, PART_AT, 0x2100, "", 0);
	chunk_at(0, CHUNK_OK, PART_AT, 0x3000, iov, sizeof(iov));
	chunk_at(0, CHUNK_OK, PART_AT, 0x4000, "a", 1);	/* twice: the longer one is used */
	chunk_at(0, CHUNK_OK, PART_AT, 0x4000, "ab", 2);
	assert_shown(&row, "x(p: [{aio_data: 0, aio_lio_opcode: PWRITEV, aio_fildes: 3</tmp>, aio_buf: [{iov_base: \"ab\", iov_len: 2}, "
		     "{iov_base: 0x5000, iov_len: 3}], aio_nbytes: 2, aio_offset: 0, ...}, 0x2100 <unread>, 0x2200], n: 3) = 0");
}

/* A structure with a flexible array member, of which the program passes one field of each element, and the kernel fills the other. */
struct following { uint32_t n, pad; struct { uint32_t in, out; } all[2]; };
static const struct field following_element_fields[] = {
	{ .spec = { .name = "in", .name_len = 2, .kind = &kind_uint }, .size = 4, .in_only = true },
	{ .spec = { .name = "out", .name_len = 3, .kind = &kind_uint }, .offset = 4, .size = 4, .out_only = true },
};
static const struct shape following_element = { .name = "element", .size = 8, .fields = following_element_fields, .nfields = 2 };
static const struct field following_fields[] = {
	FIELD(struct following, n, uint, .in_only = true), FOLLOWING(struct following, all, array_inout, n, .spec.shape = &following_element),
};
static const struct shape shape_following = { .name = "following", .size = 8, .fields = following_fields, .nfields = 2 };

static void arrays_that_follow(void **state_)
{
	const struct row row = { "x", ARGS(STRUCT_INOUT("p", shape_following)) };
	struct following v = { .n = 2, .all = { { 1, 2 }, { 3, 4 } } };

	(void)state_;
	rec(ABI_X86_64, 0x1000);
	chunk_at(0, CHUNK_OK, PART_SELF, 0x1000, &v, 8);
	chunk_at(0, CHUNK_OK, PART_AT, 0x1008, v.all, 16);
	chunk_at(0, CHUNK_OUT, PART_SELF, 0x1000, &v, 8);
	chunk_at(0, CHUNK_OUT, PART_AT, 0x1008, v.all, 16);
	assert_shown(&row, "x(p: {n: 2, all: [{in: 1, out: 2}, {in: 3, out: 4}]}) = 0");
	rec(ABI_X86_64, 0x1000);
	chunk_at(0, CHUNK_OK, PART_SELF, 0x1000, &v, 8);
	chunk_at(0, CHUNK_PARTIAL, PART_AT, 0x1008, v.all, 12);
	assert_shown(&row, "x(p: {n: 2, all: [{in: 1}, ...]}) = 0");
	rec(ABI_X86_64, 0x1000);
	chunk_at(0, CHUNK_OK, PART_SELF, 0x1000, &v, 8);
	chunk_at(0, CHUNK_FAULT | CHUNK_LATE, PART_AT, 0x1008, "", 0);
	assert_shown(&row, "x(p: {n: 2, all: 0x1008 <unread>}) = 0");
	v.n = 0;	/* what the kernel has not filled is not shown */
	rec(ABI_X86_64, 0x1000);
	chunk_at(0, CHUNK_OK, PART_SELF, 0x1000, &v, 8);
	chunk_at(0, CHUNK_OUT, PART_SELF, 0x1000, &v, 8);
	assert_shown(&row, "x(p: {n: 0, all: []}) = 0");
}

/* Many pointers to the same memory must not expand without limit. */
static void pointers_to_the_same(void **state_)
{
	const struct row row = { "x", ARGS(ARRAY_IN("p", shape_iocb_pointer, 1), UINT("n")) };
	struct iocb write = { .aio_lio_opcode = IOCB_CMD_PWRITEV, .aio_buf = 0x3000, .aio_nbytes = 100 };
	uint64_t pointers[1000], iov[200];

	(void)state_;
	for (unsigned i = 0; i < 1000; i++)
		pointers[i] = 0x2000;
	for (unsigned i = 0; i < 200; i++)
		iov[i] = i % 2 ? 2 : 0x4000;
	rec(ABI_X86_64, 0x1000, 1000);
	chunk_of(0, CHUNK_OK, pointers);
	chunk_at(0, CHUNK_OK, PART_AT, 0x2000, &write, sizeof(write));
	chunk_at(0, CHUNK_OK, PART_AT, 0x3000, iov, sizeof(iov));
	chunk_at(0, CHUNK_OK, PART_AT, 0x4000, "ab", 2);
	show.verbose = true;
	assert_in_range(count_of(shown_by("text", &row), "\"ab\""), 1000, CALL_FOLLOWS);
	show.verbose = false;
}

static void arrays_of_pollfd(void **state_)
{
	const struct row row = { "x", ARGS(ARRAY_INOUT("ufds", shape_pollfd, 1), UINT("nfds")), .ret_extra = extra_timeout };
	struct pollfd in[] = { { 3, POLLIN, 0 }, { 4, POLLOUT, 0 } }, out_fds[] = { { 3, POLLIN, POLLIN }, { 4, POLLOUT, 0 } };

	(void)state_;
	rec(ABI_X86_64, 0x1000, 2);
	chunk_of(0, CHUNK_OK, in);
	chunk_of(0, CHUNK_OUT, out_fds);
	returns(1);
	assert_shown(&row, "x(ufds: [{fd: 3</tmp>, events: IN, revents: IN}, {fd: 4, events: OUT, revents: 0}], nfds: 2) = 1");
	rec(ABI_X86_64, 0x1000, 2);
	chunk_of(0, CHUNK_OK, in);
	returns(-EINTR);
	assert_shown(&row, "x(ufds: [{fd: 3</tmp>, events: IN}, {fd: 4, events: OUT}], nfds: 2) = -1 EINTR (Interrupted system call)");
	rec(ABI_X86_64, 0x1000, 3);
	chunk_of(0, CHUNK_PARTIAL, in);
	assert_shown(&row, "x(ufds: [{fd: 3</tmp>, events: IN}, {fd: 4, events: OUT}, ...], nfds: 3) = 0 (Timeout)");
	rec(ABI_X86_64, 0, 0);
	assert_shown(&row, "x(ufds: NULL, nfds: 0) = 0 (Timeout)");
}

static void arrays_of_epoll_event(void **state_)
{
	const struct row row = { "x", ARGS(ARRAY_OUT("events", shape_epoll_event), INT("max")) };
	struct epoll_event ev[] = { { EPOLLIN, { .u64 = 0x123456789 } } };

	(void)state_;
	rec(ABI_X86_64, 0x1000, 8);
	chunk_of(0, CHUNK_OUT, ev);
	returns(1);
	assert_shown(&row, "x(events: [{events: IN, data: 0x123456789}], max: 8) = 1");
	rec(ABI_X86_64, 0x1000, 8);
	assert_shown(&row, "x(events: [], max: 8) = 0");
}

static void directories(void **state_)
{
	const struct row row = { "x", ARGS(DIRENTS_OUT("dirent")) };
	const struct row old = { "x", ARGS(OLD_DIRENTS_OUT("dirent")) };
	static const uint8_t d64[] = { 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 24, 0, 8, 'a', 'b', 0, 0, 0 };
	static const uint8_t d[] = { 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 24, 0, 'a', 0, 0, 0, 0, 4 };
	uint8_t bad[24];

	(void)state_;
	rec(ABI_X86_64, 0x1000);
	chunk_of(0, CHUNK_OUT, d64);
	returns(24);
	assert_shown(&row, "x(dirent: [{d_type: REG, d_name: \"ab\", ...}]) = 24");
	returns(100);
	assert_shown(&row, "x(dirent: [{d_type: REG, d_name: \"ab\", ...}, ...]) = 100");
	rec(ABI_X86_64, 0x1000);
	chunk_of(0, CHUNK_OUT, d);
	returns(24);
	assert_shown(&old, "x(dirent: [{d_type: DIR, d_name: \"a\", ...}]) = 24");
	rec(ABI_X86_64, 0x1000);
	assert_shown(&row, "x(dirent: []) = 0");
	memcpy(bad, d64, sizeof(bad));
	bad[16] = 3;
	rec(ABI_X86_64, 0x1000);
	chunk_of(0, CHUNK_OUT, bad);
	returns(24);
	assert_shown(&row, "x(dirent: [...]) = 24");
}

/* -- Signals --------------------------------------------------------------------------------------------- */

static void siginfo_of_a_child(void **state_)
{
	siginfo_t si = { .si_signo = SIGCHLD, .si_code = CLD_EXITED };

	(void)state_;
	si.si_pid = 42;
	si.si_status = 3;
	check(ABI_X86_64, siginfo, si, "{si_signo: CHLD, si_code: EXITED, si_pid: 42, si_uid: 0, si_status: 3, si_utime: 0, si_stime: 0}");
	si.si_code = CLD_KILLED;
	si.si_status = SIGKILL;
	check(ABI_X86_64, siginfo, si, "{si_signo: CHLD, si_code: KILLED, si_pid: 42, si_uid: 0, si_status: KILL, si_utime: 0, si_stime: 0}");
}

static void siginfo_by_sender(void **state_)
{
	siginfo_t si = { .si_signo = SIGTERM, .si_code = SI_USER };

	(void)state_;
	si.si_pid = 42;
	si.si_uid = 1000;
	check(ABI_X86_64, siginfo, si, "{si_signo: TERM, si_code: USER, si_pid: 42, si_uid: 1000}");
	si.si_code = SI_QUEUE;
	si.si_value.sival_int = 7;
	check(ABI_X86_64, siginfo, si, "{si_signo: TERM, si_code: QUEUE, si_pid: 42, si_uid: 1000, si_int: 7, si_ptr: 0x7}");
	memset(&si, 0, sizeof(si));
	si.si_signo = SIGSEGV;
	si.si_code = SEGV_MAPERR;
	si.si_addr = (void *)0x10;
	check(ABI_X86_64, siginfo, si, "{si_signo: SEGV, si_code: MAPERR, si_addr: 0x10}");
	si.si_code = SI_KERNEL;
	check(ABI_X86_64, siginfo, si, "{si_signo: SEGV, si_code: KERNEL}");
	si.si_code = SEGV_BNDERR;
	si.si_lower = (void *)0x20;
	si.si_upper = (void *)0x30;
	check(ABI_X86_64, siginfo, si, "{si_signo: SEGV, si_code: BNDERR, si_addr: 0x10, si_lower: 0x20, si_upper: 0x30}");
	si.si_signo = SIGSYS;
	si.si_code = 1;		/* SYS_SECCOMP */
	si.si_syscall = 2;
	si.si_arch = AUDIT_ARCH_X86_64;
	check(ABI_X86_64, siginfo, si, "{si_signo: SYS, si_code: SECCOMP, si_call_addr: 0x10, si_syscall: open, si_arch: X86_64}");
}

static void delivered_signals(void **state_)
{
	struct rec_signal r = { .signo = SIGCHLD, .code = CLD_EXITED, .has = 1 };

	(void)state_;
	r.fields[0] = 42;
	r.fields[8] = 3;
	assert_non_null(strstr(shown_signal(&r), "--- SIGCHLD {si_signo: CHLD, si_code: EXITED, si_pid: 42, si_uid: 0, si_status: 3, "
					"si_utime: 0, si_stime: 0} ---\n"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times),
		cmocka_unit_test(times_to_set),
		cmocka_unit_test(numbers),
		cmocka_unit_test(numbers_that_change),
		cmocka_unit_test(programs_of_events),
		cmocka_unit_test(seeds),
		cmocka_unit_test(sleeps),
		cmocka_unit_test(files),
		cmocka_unit_test(files_of_32_bits),
		cmocka_unit_test(limits_and_usage),
		cmocka_unit_test(the_machine),
		cmocka_unit_test(structures_with_a_size),
		cmocka_unit_test(handlers),
		cmocka_unit_test(pointers_in_structures),
		cmocka_unit_test(arrays_that_follow),
		cmocka_unit_test(pointers_to_the_same),
		cmocka_unit_test(arrays_of_pollfd),
		cmocka_unit_test(arrays_of_epoll_event),
		cmocka_unit_test(directories),
		cmocka_unit_test(siginfo_of_a_child),
		cmocka_unit_test(siginfo_by_sender),
		cmocka_unit_test(delivered_signals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
