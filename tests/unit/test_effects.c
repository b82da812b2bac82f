// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_effects.c - what calls change of the threads that make them: descriptors opened, copied, named and closed,
 * directories, forks and execs, and threads that use one descriptor number at the same time.
 */
#include <errno.h>
#include <linux/close_range.h>
#include <sched.h>
#include <sys/epoll.h>

#include "call_builder.h"
#include "effects.h"

static struct threads threads, *const t = &threads;
static struct thread *th;	/* 100, which makes the calls */

static int setup(void **state_)
{
	(void)state_;
	now = 1000;
	if (threads__open(t))
		return -1;
	th = threads__need(t, 100, 100);
	th->fs->cwd = name__new("/home/u", 7);
	return 0;
}

static int teardown(void **state_)
{
	(void)state_;
	threads__close(t);
	return 0;
}

/* The call in `record` happens. */
static void happens_to(struct thread *who)
{
	struct span at;

	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	at = (struct span){ .began = record.call.rec.ts - record.call.dur, .ended = record.call.rec.ts };
	effects__before(who, &call, at);
	effects__after(who, &call, at);
}

static void happens(void)
{
	happens_to(th);
}

static void opens_as(int fd, const char *path, uint64_t flags)
{
	makes("openat", AT_FDCWD, 0x1000, flags, 0);
	string(1, path);
	returns(fd);
	happens();
}

static void opens(int fd, const char *path)
{
	opens_as(fd, path, O_RDONLY);
}

static void closes(int fd)
{
	makes("close", fd);
	happens();
}

/* What a call of `who` that begins now would show. */
static const char *fd_of(const struct thread *who, int fd)
{
	const struct name *n = fdtable__name(who->files, fd, now);

	return n ? n->text : "?";
}

static const char *cwd_of(const struct thread *who)
{
	return who->fs->cwd ? who->fs->cwd->text : "?";
}

#define assert_fd(fd, text) assert_string_equal(fd_of(th, fd), text)
#define assert_cwd(text) assert_string_equal(cwd_of(th), text)

static void forks(uint32_t tid, uint32_t tgid, bool shares_files, bool shares_fs)
{
	struct rec_fork r = {
		.rec = { .len = sizeof(r), .type = REC_FORK, .ts = ++now, .tid = tid, .tgid = tgid },
		.parent_tid = 100, .parent_tgid = 100, .shares_files = shares_files, .shares_fs = shares_fs, .comm = "child",
	};

	effects__fork(t, &r);
}

static void execs(uint32_t old_tid, uint32_t tid)
{
	struct rec_exec r = {
		.rec = { .len = sizeof(r), .type = REC_EXEC, .ts = ++now, .tid = tid, .tgid = 100 }, .old_tid = old_tid, .comm = "new",
	};

	effects__exec(t, &r);
}

/* -- Opened ------------------------------------------------------------------------------------------ */

static void opened_files(void **state_)
{
	(void)state_;
	opens(3, "/etc/passwd");
	assert_fd(3, "/etc/passwd");
	opens(4, "src/../Makefile");
	assert_fd(4, "/home/u/Makefile");
	makes("open", 0x1000, O_RDONLY, 0);
	string(0, "a");
	returns(5);
	happens();
	assert_fd(5, "/home/u/a");
	makes("creat", 0x1000, 0644);
	string(0, "/b");
	returns(6);
	happens();
	assert_fd(6, "/b");
}

static void opened_below_a_directory(void **state_)
{
	(void)state_;
	opens(3, "/etc");
	makes("openat", 3, 0x1000, O_RDONLY, 0);
	string(1, "passwd");
	returns(4);
	happens();
	assert_fd(4, "/etc/passwd");
	makes("openat", 9, 0x1000, O_RDONLY, 0);	/* nobody knows what 9 is */
	string(1, "passwd");
	returns(5);
	happens();
	assert_fd(5, "?");
	makes("open_tree", 3, 0x1000, 0x1000);		/* AT_EMPTY_PATH */
	string(1, "");
	returns(6);
	happens();
	assert_fd(6, "/etc");
}

static void what_is_not_known_replaces_what_was(void **state_)
{
	(void)state_;
	opens(3, "/a");
	makes("openat", AT_FDCWD, 0x1000, O_RDONLY, 0);	/* its path was not captured */
	returns(3);
	happens();
	assert_fd(3, "?");
	opens(3, "/a");
	makes("openat", AT_FDCWD, 0x1000, O_RDONLY, 0);
	chunk(1, CHUNK_TRUNC, PART_SELF, "/b", 2);
	returns(3);
	happens();
	assert_fd(3, "?");
}

static void calls_that_failed_or_wait_change_nothing(void **state_)
{
	(void)state_;
	opens(3, "/a");
	makes("openat", AT_FDCWD, 0x1000, O_RDONLY, 0);
	string(1, "/b");
	returns(-ENOENT);
	happens();
	assert_fd(3, "/a");
	makes("dup2", 3, 4);
	returns(-EBADF);
	happens();
	assert_fd(4, "?");
	makes("close", 3);
	waits(CALL_UNFINISHED);
	happens();
	assert_fd(3, "/a");
	makes("chdir", 0x1000);
	string(0, "/tmp");
	returns(-EACCES);
	happens();
	assert_cwd("/home/u");
	rec(ABI_X86_64, 3);		/* a call without a row */
	happens();
	assert_fd(3, "/a");
}

static void opened_without_a_path(void **state_)
{
	struct fdinfo f = tcp_info(3, 5031, 0, 0), a = pipe_info(6, 77), b = pipe_info(7, 77);

	(void)state_;
	makes("socket", AF_INET, SOCK_STREAM, 0);
	info(CHUNK_RET, &f);
	returns(3);
	happens();
	assert_fd(3, "TCP:[5031]");
	makes("epoll_create1", 0);
	returns(4);
	happens();
	assert_fd(4, "anon_inode:[eventpoll]");
	makes("memfd_create", 0x1000, 0);
	string(0, "cache");
	returns(5);
	happens();
	assert_fd(5, "/memfd:cache (deleted)");
	makes("pipe2", 0x1000, 0);
	info(0, &a);
	info(CHUNK_FD2, &b);
	happens();
	assert_fd(6, "pipe:[77]");
	assert_fd(7, "pipe:[77]");
}

static void sockets_are_named_as_they_connect(void **state_)
{
	struct fdinfo f = tcp_info(3, 5031, 0, 0);

	(void)state_;
	makes("socket", AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	info(CHUNK_RET, &f);
	returns(3);
	happens();
	f = tcp_info(3, 5031, 8080, 0);
	makes("bind", 3, 0x1000, 16);
	info(0, &f);
	happens();
	assert_fd(3, "TCP:[127.0.0.1:8080]");
	f = tcp_info(3, 5031, 8080, 80);
	makes("connect", 3, 0x1000, 16);
	info(0, &f);
	returns(-EINPROGRESS);
	happens();
	assert_fd(3, "TCP:[127.0.0.1:8080->127.0.0.1:80]");
	makes("connect", 3, 0x1000, 16);	/* the kernel said nothing of it */
	returns(-EALREADY);
	happens();
	assert_fd(3, "TCP:[127.0.0.1:8080->127.0.0.1:80]");
	execs(100, 100);			/* a new name is no new descriptor: it is close-on-exec still */
	assert_fd(3, "?");
}

/* -- Copied ------------------------------------------------------------------------------------------ */

static void copies(void **state_)
{
	(void)state_;
	opens(3, "/a");
	makes("dup", 3);
	returns(4);
	happens();
	makes("dup2", 3, 5);
	returns(5);
	happens();
	makes("dup3", 3, 6, O_CLOEXEC);
	returns(6);
	happens();
	makes("fcntl", 3, F_DUPFD, 7);
	returns(7);
	happens();
	makes("fcntl", 3, F_DUPFD_CLOEXEC, 8);
	returns(8);
	happens();
	closes(3);
	assert_fd(3, "?");
	for (int fd = 4; fd <= 8; fd++)
		assert_fd(fd, "/a");
	execs(100, 100);
	assert_fd(4, "/a");
	assert_fd(5, "/a");
	assert_fd(6, "?");
	assert_fd(7, "/a");
	assert_fd(8, "?");
}

static void a_copy_replaces_what_was_there(void **state_)
{
	(void)state_;
	opens(3, "/a");
	opens_as(4, "/b", O_CLOEXEC);
	makes("dup2", 3, 4);
	returns(4);
	happens();
	assert_fd(4, "/a");
	makes("dup2", 9, 4);		/* of something that is not known */
	returns(4);
	happens();
	assert_fd(4, "?");
	opens_as(5, "/c", O_CLOEXEC);
	makes("dup2", 5, 5);		/* onto itself: the mark stays */
	returns(5);
	happens();
	assert_fd(5, "/c");
	execs(100, 100);
	assert_fd(5, "?");
}

/* -- Closed ------------------------------------------------------------------------------------------ */

static void closed(void **state_)
{
	(void)state_;
	opens(3, "/a");
	closes(3);
	assert_fd(3, "?");
	opens(3, "/a");
	makes("close", 3);
	returns(-EIO);			/* it is gone nevertheless: close(2) */
	happens();
	assert_fd(3, "?");
	opens(3, "/a");
	makes("close", 3);
	returns(-EBADF);
	happens();
	assert_fd(3, "/a");
	closes(-1);
	closes(1000);
}

static void closed_ranges(void **state_)
{
	(void)state_;
	for (int fd = 3; fd < 10; fd++)
		opens(fd, "/a");
	makes("close_range", 4, 5, 0);
	happens();
	assert_fd(3, "/a");
	assert_fd(4, "?");
	assert_fd(5, "?");
	assert_fd(6, "/a");
	makes("close_range", 8, UINT32_MAX, CLOSE_RANGE_CLOEXEC);
	happens();
	assert_fd(8, "/a");
	execs(100, 100);
	assert_fd(7, "/a");
	assert_fd(8, "?");
	assert_fd(9, "?");
	makes("close_range", 0, UINT32_MAX, 0);
	happens();
	assert_fd(3, "?");
	assert_fd(7, "?");
}

static void closed_for_one_thread_only(void **state_)
{
	struct thread *other;

	(void)state_;
	opens(3, "/a");
	forks(101, 100, true, true);
	other = threads__find(t, 101);
	makes("close_range", 3, UINT32_MAX, CLOSE_RANGE_UNSHARE);
	happens();
	assert_fd(3, "?");
	assert_string_equal(fd_of(other, 3), "/a");
}

static void marks_for_exec(void **state_)
{
	(void)state_;
	opens(3, "/a");
	opens_as(4, "/b", O_CLOEXEC);
	opens_as(5, "/c", O_CLOEXEC);
	opens(6, "/d");
	makes("fcntl", 3, F_SETFD, FD_CLOEXEC);
	happens();
	makes("fcntl", 4, F_SETFD, 0);
	happens();
	makes("fcntl", 6, F_SETFD, FD_CLOEXEC);
	returns(-EBADF);
	happens();
	makes("fcntl", 1000, F_SETFD, FD_CLOEXEC);
	happens();
	makes("epoll_create1", EPOLL_CLOEXEC);
	returns(7);
	happens();
	makes("epoll_create1", 0);
	returns(8);
	happens();
	execs(100, 100);
	assert_fd(3, "?");
	assert_fd(4, "/b");
	assert_fd(5, "?");
	assert_fd(6, "/d");
	assert_fd(7, "?");
	assert_fd(8, "anon_inode:[eventpoll]");
}

/* struct open_how is in memory: its first word has the flags. */
static void marks_in_a_structure(void **state_)
{
	uint64_t how[3] = { O_RDONLY | O_CLOEXEC };

	(void)state_;
	makes("openat2", AT_FDCWD, 0x1000, 0x2000, sizeof(how));
	string(1, "/a");
	chunk(2, CHUNK_OK, PART_SELF, how, sizeof(how));
	returns(3);
	happens();
	how[0] = O_RDONLY;
	makes("openat2", AT_FDCWD, 0x1000, 0x2000, sizeof(how));
	string(1, "/b");
	chunk(2, CHUNK_OK, PART_SELF, how, sizeof(how));
	returns(4);
	happens();
	execs(100, 100);
	assert_fd(3, "?");
	assert_fd(4, "/b");
}

/* -- Threads that use one number at once ------------------------------------------------------------- */

static void a_close_ends_after_the_number_was_given_again(void **state_)
{
	struct thread *other;

	(void)state_;
	opens(3, "/old");
	forks(101, 100, true, true);
	other = threads__find(t, 101);
	makes("openat", AT_FDCWD, 0x1000, O_RDONLY, 0);
	string(1, "/new");
	took(2010, 2020);
	returns(3);
	happens_to(other);
	makes("close", 3);		/* it gave the number away before 2020, and comes back late */
	took(2000, 2100);
	happens();
	assert_fd(3, "/new");
	makes("close", 3);		/* this one means the new file */
	took(2200, 2210);
	happens();
	assert_fd(3, "?");
}

static void a_copy_is_of_the_file_that_was_meant(void **state_)
{
	struct thread *other;

	(void)state_;
	opens(3, "/old");
	forks(101, 100, true, true);
	other = threads__find(t, 101);
	makes("openat", AT_FDCWD, 0x1000, O_RDONLY, 0);
	string(1, "/new");
	took(2010, 2020);
	returns(3);
	happens_to(other);
	makes("dup", 3);
	took(2000, 2100);
	returns(4);
	happens();
	assert_fd(4, "/old");
}

/* -- Directories ------------------------------------------------------------------------------------- */

static void directories(void **state_)
{
	(void)state_;
	makes("chdir", 0x1000);
	string(0, "../v");
	happens();
	assert_cwd("/home/v");
	opens(3, "/etc");
	makes("fchdir", 3);
	happens();
	assert_cwd("/etc");
	opens(4, "passwd");
	assert_fd(4, "/etc/passwd");
	makes("fchdir", 9);
	happens();
	assert_cwd("?");
	opens(5, "passwd");
	assert_fd(5, "?");
	makes("chdir", 0x1000);
	string(0, "/tmp");
	happens();
	assert_cwd("/tmp");
	makes("chroot", 0x1000);
	string(0, "/srv");
	happens();
	assert_cwd("?");
}

static void unshared(void **state_)
{
	struct thread *other;

	(void)state_;
	opens(3, "/a");
	forks(101, 100, true, true);
	other = threads__find(t, 101);
	makes("unshare", CLONE_FILES);
	happens();
	closes(3);
	assert_string_equal(fd_of(other, 3), "/a");
	makes("chdir", 0x1000);
	string(0, "/tmp");
	happens();
	assert_string_equal(cwd_of(other), "/tmp");
	makes("unshare", CLONE_FS);
	happens();
	makes("chdir", 0x1000);
	string(0, "/var");
	happens();
	assert_cwd("/var");
	assert_string_equal(cwd_of(other), "/tmp");
}

/* -- Forks and execs --------------------------------------------------------------------------------- */

static void a_thread_begins(void **state_)
{
	struct thread *child;

	(void)state_;
	opens(3, "/a");
	forks(101, 100, true, true);
	child = threads__find(t, 101);
	assert_int_equal(child->tgid, 100);
	assert_string_equal(child->comm, "child");
	opens(4, "/b");
	closes(3);
	assert_string_equal(fd_of(child, 3), "?");
	assert_string_equal(fd_of(child, 4), "/b");
	makes("chdir", 0x1000);
	string(0, "/tmp");
	happens_to(child);
	assert_cwd("/tmp");
}

static void a_process_begins(void **state_)
{
	struct thread *child;

	(void)state_;
	opens(3, "/a");
	forks(200, 200, false, false);
	child = threads__find(t, 200);
	assert_int_equal(child->tgid, 200);
	assert_string_equal(fd_of(child, 3), "/a");
	assert_string_equal(cwd_of(child), "/home/u");
	opens(4, "/b");
	closes(3);
	makes("chdir", 0x1000);
	string(0, "/tmp");
	happens();
	assert_string_equal(fd_of(child, 3), "/a");
	assert_string_equal(fd_of(child, 4), "?");
	assert_string_equal(cwd_of(child), "/home/u");
}

static void an_id_is_used_again(void **state_)
{
	struct thread *child;

	(void)state_;
	child = threads__need(t, 200, 200);
	fdtable__set(child->files, 9, name__new("/stale", 6), false, now);
	child->unfinished = true;
	opens(3, "/a");
	forks(200, 200, false, false);
	child = threads__find(t, 200);
	assert_string_equal(fd_of(child, 9), "?");
	assert_string_equal(fd_of(child, 3), "/a");
	assert_false(child->unfinished);
}

/* No kernel says so; a record may. */
static void nobody_is_their_own_parent(void **state_)
{
	(void)state_;
	opens(3, "/a");
	forks(100, 100, false, false);
	assert_ptr_equal(threads__find(t, 100), th);
	assert_fd(3, "/a");
}

static void names_without_an_end_are_cut(void **state_)
{
	struct rec_exec e = { .rec = { .len = sizeof(e), .type = REC_EXEC, .tid = 100, .tgid = 100 }, .old_tid = 100 };
	struct rec_fork f = { .rec = { .len = sizeof(f), .type = REC_FORK, .tid = 200, .tgid = 200 }, .parent_tid = 100, .parent_tgid = 100 };

	(void)state_;
	memset(e.comm, 'x', sizeof(e.comm));
	memset(f.comm, 'y', sizeof(f.comm));
	effects__exec(t, &e);
	effects__fork(t, &f);
	assert_int_equal(strnlen(th->comm, COMM_LEN), COMM_LEN - 1);
	assert_int_equal(strnlen(threads__find(t, 200)->comm, COMM_LEN), COMM_LEN - 1);
}

static void an_exec_of_the_leader(void **state_)
{
	(void)state_;
	opens(3, "/a");
	opens_as(4, "/b", O_CLOEXEC);
	execs(100, 100);
	assert_ptr_equal(threads__find(t, 100), th);
	assert_string_equal(th->comm, "new");
	assert_fd(3, "/a");
	assert_fd(4, "?");
	assert_cwd("/home/u");
}

/* The thread that calls takes the leader's id, whoever had it is gone. */
static void an_exec_of_another_thread(void **state_)
{
	(void)state_;
	opens(3, "/a");
	opens_as(4, "/b", O_CLOEXEC);
	forks(101, 100, true, true);
	execs(101, 100);
	assert_null(threads__find(t, 101));
	th = threads__find(t, 100);
	assert_string_equal(th->comm, "new");
	assert_fd(3, "/a");
	assert_fd(4, "?");
}

/* vfork and the like: whom the table was shared with keeps it as it was. */
static void an_exec_unshares(void **state_)
{
	struct thread *other;

	(void)state_;
	opens_as(3, "/a", O_CLOEXEC);
	forks(200, 200, true, true);
	other = threads__find(t, 200);
	execs(100, 100);
	assert_fd(3, "?");
	assert_string_equal(fd_of(other, 3), "/a");
	opens(5, "/c");
	assert_string_equal(fd_of(other, 5), "?");
}

static void an_exec_of_a_process_that_is_not_known(void **state_)
{
	struct rec_exec r = { .rec = { .len = sizeof(r), .type = REC_EXEC, .tid = 300, .tgid = 300 }, .old_tid = 301, .comm = "new" };

	(void)state_;
	effects__exec(t, &r);
	assert_string_equal(threads__find(t, 300)->comm, "new");
	assert_null(threads__find(t, 301));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(opened_files),
		TEST(opened_below_a_directory),
		TEST(what_is_not_known_replaces_what_was),
		TEST(calls_that_failed_or_wait_change_nothing),
		TEST(opened_without_a_path),
		TEST(sockets_are_named_as_they_connect),
		TEST(copies),
		TEST(a_copy_replaces_what_was_there),
		TEST(closed),
		TEST(closed_ranges),
		TEST(closed_for_one_thread_only),
		TEST(marks_for_exec),
		TEST(marks_in_a_structure),
		TEST(a_close_ends_after_the_number_was_given_again),
		TEST(a_copy_is_of_the_file_that_was_meant),
		TEST(directories),
		TEST(unshared),
		TEST(a_thread_begins),
		TEST(a_process_begins),
		TEST(an_id_is_used_again),
		TEST(nobody_is_their_own_parent),
		TEST(names_without_an_end_are_cut),
		TEST(an_exec_of_the_leader),
		TEST(an_exec_of_another_thread),
		TEST(an_exec_unshares),
		TEST(an_exec_of_a_process_that_is_not_known),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
