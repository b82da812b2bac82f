// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_filter.c - which calls are shown: by name, failure, error, duration and path; calls that have not returned; and
 * several filters at once.
 */
#include <errno.h>

#include <sys/un.h>

#include "call_builder.h"
#include "session/filter.h"

static struct threads threads;
static struct thread *th;
static struct options opt;

static int setup(void **state_)
{
	(void)state_;
	now = 1000;
	memset(&opt, 0, sizeof(opt));
	syscall_set__fill(&opt.calls);
	if (threads__open(&threads))
		return -1;
	th = threads__need(&threads, 100, 100);
	th->fs->cwd = name__new("/home/u", 7);
	return 0;
}

static int teardown(void **state_)
{
	(void)state_;
	threads__close(&threads);
	return 0;
}

/* Is the call in `record` shown? */
static bool is_shown(void)
{
	uint64_t ended = record.call.rec.ts;

	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	return filter__wants(&opt, th, &call, (struct span){ .began = ended - record.call.dur, .ended = ended });
}

#define assert_is_shown() assert_true(is_shown())
#define assert_hidden() assert_false(is_shown())

static void a_read(int64_t ret)
{
	makes("read", 3, 0x1000, 10);
	returns(ret);
}

static void a_waiting_read(void)
{
	a_read(0);
	waits(CALL_UNFINISHED);
}

static void without_filters_everything_shows(void **state_)
{
	(void)state_;
	a_read(1);
	assert_is_shown();
	a_read(-EBADF);
	assert_is_shown();
	a_waiting_read();
	assert_is_shown();
	rec(ABI_X86_64, 1);		/* a number without a name */
	assert_is_shown();
}

/* A recorded multiplexer: an argument has the call that it makes. */
static void by_the_name_of_what_a_call_stands_for(void **state_)
{
	struct syscall_select select = SYSCALL_SELECT_INIT;
	char err[256];

	(void)state_;
	assert_int_equal(syscall_select__add(&select, "connect", err, sizeof(err)), 0);
	syscall_select__finish(&select, &opt.calls);
	rec(ABI_I386, 3, 0x1000);
	record.call.nr = 102;
	assert_is_shown();
	rec(ABI_I386, 4, 0x1000);	/* listen */
	record.call.nr = 102;
	assert_hidden();
}

static void by_name(void **state_)
{
	struct syscall_select select = SYSCALL_SELECT_INIT;
	char err[256];

	(void)state_;
	assert_int_equal(syscall_select__add(&select, "read@x86_64", err, sizeof(err)), 0);
	syscall_select__finish(&select, &opt.calls);
	a_read(1);
	assert_is_shown();
	a_waiting_read();
	assert_is_shown();
	makes("write", 3, 0x1000, 1);
	assert_hidden();
	rec(ABI_X86_64, 1);
	assert_hidden();
	a_read(1);
	record.call.abi = ABI_I386;	/* the ABI is the call's */
	assert_hidden();
}

static void failures_only(void **state_)
{
	(void)state_;
	opt.only_failed = true;
	a_read(1);
	assert_hidden();
	a_read(-EBADF);
	assert_is_shown();
	a_read(-5000);			/* not an error: errors are -4095 to -1 */
	assert_hidden();
	a_waiting_read();
	assert_hidden();
}

static void successes_only(void **state_)
{
	(void)state_;
	opt.only_ok = true;
	a_read(0);
	assert_is_shown();
	a_read(-EBADF);
	assert_hidden();
	a_waiting_read();
	assert_hidden();
}

/* strace -e status */
static void by_status(void **state_)
{
	(void)state_;
	opt.strace.on = true;
	opt.strace.statuses = STATUS_FAILED | STATUS_UNFINISHED;
	a_read(1);
	assert_hidden();
	a_read(-EBADF);
	assert_is_shown();
	a_waiting_read();
	assert_is_shown();
	opt.strace.statuses = STATUS_SUCCESSFUL;
	a_waiting_read();
	assert_hidden();
}

/* strace --trace-fds */
static void by_the_number_of_a_descriptor(void **state_)
{
	(void)state_;
	opt.strace.has_fds = true;
	opt.strace.fds[0] = 1 << 3;
	a_read(1);
	assert_is_shown();
	opt.strace.fds[0] = ~(1ull << 3);
	assert_hidden();
	makes("getpid");
	assert_hidden();
}

static void by_error(void **state_)
{
	(void)state_;
	opt.has_errnos = true;
	opt.errnos[0] = 1ull << ENOENT | 1ull << EBADF;
	opt.errnos[512 / 64] = 1;
	a_read(-EBADF);
	assert_is_shown();
	a_read(-ENOENT);
	assert_is_shown();
	a_read(-EPERM);
	assert_hidden();
	a_read(-(ENOENT + 64));
	assert_hidden();
	a_read(-512);
	assert_is_shown();
	a_read(-4095);
	assert_hidden();
	a_read(ENOENT);
	assert_hidden();
	a_waiting_read();
	assert_hidden();
}

static void by_duration(void **state_)
{
	(void)state_;
	opt.min_dur = 1000;
	a_read(1);
	took(5000, 5999);
	assert_hidden();
	a_read(1);
	took(5000, 6000);
	assert_is_shown();
	a_waiting_read();
	took(5000, 5999);
	assert_hidden();
	a_waiting_read();
	took(5000, 6000);
	assert_is_shown();
}

/* -- Paths ------------------------------------------------------------------------------------------- */

static char *prefixes[3];

static void below(const char *prefix)
{
	prefixes[opt.npaths++] = (char *)prefix;
	opt.paths = prefixes;
}

static void an_open(const char *path)
{
	makes("openat", AT_FDCWD, 0x1000, O_RDONLY, 0);
	string(1, path);
	returns(-ENOENT);
}

/* `fd` names `path` from 500 ns on. */
static void has_open(int fd, const char *path)
{
	fdtable__set(th->files, fd, name__new(path, strlen(path)), false, 500);
}

/* `fd` is a socket of that address from 500 ns on. */
static void has_socket(int fd, const char *path, size_t len)
{
	struct fdinfo f = { .mode = S_IFSOCK | 0777, .ino = 5031, .peer_ino = 5032, .family = AF_UNIX, .type = SOCK_STREAM, .path_len = (uint8_t)len };

	memcpy(f.path, path, len);
	fdtable__set(th->files, fd, name__of_fdinfo(&f), false, 500);
}

static void by_path(void **state_)
{
	(void)state_;
	below("/etc");
	an_open("/etc/passwd");
	assert_is_shown();
	an_open("/etc");
	assert_is_shown();
	an_open("/etcetera");
	assert_hidden();
	an_open("/et");
	assert_hidden();
	an_open("/usr/etc");
	assert_hidden();
	an_open("../../etc/./passwd");
	assert_is_shown();
	an_open("/etc/../usr");
	assert_hidden();
	makes("openat", AT_FDCWD, 0x1000, O_RDONLY, 0);		/* not captured */
	assert_hidden();
	makes("getpid", 0);
	assert_hidden();
	rec(ABI_X86_64, 1);
	assert_hidden();
}

static void connects(const char *path, size_t len)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };

	memcpy(a.sun_path, path, len);
	makes("connect", 7, 0x1000, 2 + len);
	chunk(1, CHUNK_OK, PART_SELF, &a, 2 + len);
}

static void by_the_path_of_a_socket(void **state_)
{
	(void)state_;
	below("/run/x");
	connects("/run/x", 7);
	assert_is_shown();
	connects("/run/x/sock", 11);	/* without its NUL */
	assert_is_shown();
	connects("../../run/x", 12);
	assert_is_shown();
	connects("/run/xy", 8);
	assert_hidden();
	connects("\0/run/x", 7);	/* abstract */
	assert_hidden();
	has_socket(4, "/run/x", 6);
	has_socket(5, "\0/run/x", 7);
	has_socket(6, "", 0);
	makes("listen", 4, 1);
	took(600, 700);
	assert_is_shown();
	makes("listen", 5, 1);
	took(600, 700);
	assert_hidden();
	makes("listen", 6, 1);
	took(600, 700);
	assert_hidden();
	has_open(8, "/tmp/UNIX:[1,\"/run/x\"]");		/* a file with this name */
	makes("listen", 8, 1);
	took(600, 700);
	assert_hidden();
}

static void by_one_of_several_paths(void **state_)
{
	(void)state_;
	below("/etc");
	below("/usr/");
	an_open("/usr/bin");
	assert_is_shown();
	an_open("/usr");
	assert_is_shown();
	an_open("/usrlocal");
	assert_hidden();
	an_open("/etc/passwd");
	assert_is_shown();
	an_open("/var");
	assert_hidden();
}

/* strace -P */
static void by_a_path_but_not_below_it(void **state_)
{
	(void)state_;
	below("/etc");
	opt.strace.exact_paths = true;
	an_open("/etc/passwd");
	assert_hidden();
	an_open("/etc");
	assert_is_shown();
}

static void the_root_is_above_everything_with_a_path(void **state_)
{
	(void)state_;
	below("/");
	an_open("/etc");
	assert_is_shown();
	an_open("a");
	assert_is_shown();
	has_open(3, "pipe:[77]");
	a_read(1);
	assert_hidden();
}

static void by_the_second_path(void **state_)
{
	(void)state_;
	below("/etc");
	makes("rename", 0x1000, 0x2000);
	string(0, "/tmp/a");
	string(1, "/etc/a");
	assert_is_shown();
	makes("rename", 0x1000, 0x2000);
	string(0, "/tmp/a");
	string(1, "/tmp/b");
	assert_hidden();
}

static void by_descriptors(void **state_)
{
	(void)state_;
	below("/etc");
	a_read(1);
	assert_hidden();
	has_open(3, "/etc/passwd");
	a_read(1);
	assert_is_shown();
	a_waiting_read();
	assert_is_shown();
	makes("read", 4, 0x1000, 10);
	assert_hidden();
	makes("openat", 3, 0x1000, O_RDONLY, 0);	/* a directory below it matches, whatever the path */
	string(1, "/tmp/a");
	assert_is_shown();
	makes("dup2", 4, 3);
	assert_is_shown();
}

static void by_what_a_descriptor_was_when_the_call_began(void **state_)
{
	(void)state_;
	below("/etc");
	has_open(3, "/etc/passwd");
	fdtable__set(th->files, 3, name__new("/tmp/a", 6), false, 2000);
	a_read(1);
	took(1990, 2010);
	assert_is_shown();
	a_read(1);
	took(2000, 2010);
	assert_hidden();
}

/* The path passed could not be read; the opened file's path is known. */
static void by_the_result(void **state_)
{
	(void)state_;
	below("/etc");
	has_open(7, "/etc/passwd");
	makes("dup", 4);
	returns(7);
	assert_is_shown();
	makes("dup", 4);
	returns(8);
	assert_hidden();
	makes("dup", 4);
	returns(7);
	waits(CALL_UNFINISHED);
	assert_hidden();
	makes("lseek", 4, 0, 0);	/* 7 is not an open descriptor */
	returns(7);
	assert_hidden();
}

static void all_filters_have_to_agree(void **state_)
{
	(void)state_;
	below("/etc");
	opt.has_errnos = true;
	opt.errnos[0] = 1ull << ENOENT;
	opt.min_dur = 100;
	an_open("/etc/x");
	took(5000, 5100);
	assert_is_shown();
	took(5000, 5099);
	assert_hidden();
	took(5000, 5100);
	returns(-EACCES);
	assert_hidden();
	an_open("/tmp/x");
	took(5000, 5100);
	assert_hidden();
	an_open("/etc/x");
	took(5000, 5100);
	syscall_set__remove(&opt.calls, ABI_X86_64, record.call.nr);
	assert_hidden();
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(without_filters_everything_shows),
		TEST(by_the_name_of_what_a_call_stands_for),
		TEST(by_name),
		TEST(failures_only),
		TEST(successes_only),
		TEST(by_error),
		TEST(by_duration),
		TEST(by_path),
		TEST(by_the_path_of_a_socket),
		TEST(by_one_of_several_paths),
		TEST(by_a_path_but_not_below_it),
		TEST(by_status),
		TEST(by_the_number_of_a_descriptor),
		TEST(the_root_is_above_everything_with_a_path),
		TEST(by_the_second_path),
		TEST(by_descriptors),
		TEST(by_what_a_descriptor_was_when_the_call_began),
		TEST(by_the_result),
		TEST(all_filters_have_to_agree),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
