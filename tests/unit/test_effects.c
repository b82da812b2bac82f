// SPDX-License-Identifier: BSD-2-Clause
/* test_effects.c - effects of calls on their thread's descriptors: opened, copied, named and closed. */
#include <linux/fs.h>

#include "effects_fixture.h"

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
	makes("openat", 9, 0x1000, O_RDONLY, 0);	/* 9 is not known */
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

static void opened_by_the_name_that_the_kernel_has(void **state_)
{
	(void)state_;
	makes("openat", AT_FDCWD, 0x1000, O_RDONLY, 0);
	string(1, "/dev/stdin");
	kernel_path(CHUNK_RET, FILE_DELETED, "a\0tmp", 6);
	returns(3);
	happens();
	assert_fd(3, "/tmp/a (deleted)");
}

static void received(void **state_)
{
	struct fdinfo f = pipe_info(6, 77);

	(void)state_;
	makes("recvmsg", 3, 0x1000, MSG_CMSG_CLOEXEC);
	file_at(1, CHUNK_OUT, &(struct file_path){ .fd = 5 }, "a", 2);
	info(1, &f);
	returns(1);
	happens();
	assert_fd(5, "/a");
	assert_fd(6, "pipe:[77]");
	assert_true(th->files->slots[5].cloexec);
	makes("clone", 0x1011, 0, 0x1000);
	file_at(2, CHUNK_OUT, &(struct file_path){ .fd = 7, .flags = FILE_PSEUDO, .magic = 0x50494446, .number = 101 }, "", 1);
	returns(101);
	happens();
	assert_fd(7, "pid:101");
	assert_true(th->files->slots[7].cloexec);
}

/* The kernel's name of a passed descriptor; NULL: it is not open. */
static void works_on(int fd, const char *name)
{
	makes("lseek", fd, 0, SEEK_CUR);
	record.call.flags |= CALL_FDS;
	if (name)
		file_at(0, CHUNK_OK, &(struct file_path){ .fd = fd }, name, strlen(name));
	happens();
}

static void changed_by_an_io_uring(void **state_)
{
	(void)state_;
	opens(3, "/a");
	opens(4, "/b");
	assert_true(fdtable__is_sure(th->files, 3, now));
	makes("io_uring_setup", 4, 0x1000);
	file_at(CHUNK_RET, CHUNK_OUT, &(struct file_path){ .fd = 5, .flags = FILE_PSEUDO, .magic = 0x09041934 }, "[io_uring]", 11);
	returns(5);
	happens();
	assert_false(fdtable__is_sure(th->files, 3, now));
	assert_true(fdtable__is_sure(th->files, 5, now));
	works_on(3, "c");
	assert_fd(3, "/c");
	assert_true(fdtable__is_sure(th->files, 3, now));
	assert_false(fdtable__is_sure(th->files, 4, now));
	works_on(4, NULL);
	assert_fd(4, "?");
	works_on(6, "d");
	assert_fd(6, "/d");
	makes("poll", 0x1000, 1, 0);	/* in memory */
	record.call.flags |= CALL_FDS;
	file_at(0, CHUNK_OK, &(struct file_path){ .fd = 6 }, "e", 2);
	happens();
	assert_fd(6, "/e");
	assert_true(fdtable__is_sure(th->files, 6, now));
	assert_false(fdtable__is_sure(th->files, 3, now));
}

/* Other processes rename open files: the kernel reports a passed descriptor's name at entry. */
static void works_on_renamed(int fd, const char *names, size_t len)
{
	makes("lseek", fd, 0, SEEK_CUR);
	record.call.flags |= CALL_NAMES;
	file_at(0, CHUNK_OK, &(struct file_path){ .fd = fd }, names, len);
}

static void renamed_by_others(void **state_)
{
	uint64_t began;

	(void)state_;
	opens(3, "/a");
	opens(4, "/b");
	works_on_renamed(3, "x", 2);
	happens();
	assert_fd(3, "/x");
	assert_fd(4, "/b");
	assert_true(fdtable__is_sure(th->files, 4, now));
	/* a long call ends after others with newer names */
	began = now + 1;
	works_on_renamed(3, "y", 2);
	happens();
	assert_fd(3, "/y");
	works_on_renamed(3, "x", 2);
	took(began, now + 10);
	happens();
	assert_fd(3, "/y");
	began = now + 1;
	closes(4);
	opens(4, "/c");
	works_on_renamed(4, "b", 2);
	took(began, now + 10);
	happens();
	assert_fd(4, "/c");
}

/* In mount namespace 7. */
static void has_at(int fd, const char *name)
{
	makes("openat", AT_FDCWD, 0x1000, O_RDONLY, 0);
	string(1, "?");
	file_at(CHUNK_RET, CHUNK_OUT, &(struct file_path){ .fd = fd, .mnt_ns = 7 }, name, strlen(name) ? strlen(name) + 1 : 0);
	returns(fd);
	happens();
}

static void is_in(const char *dir)
{
	makes("chdir", 0x1000);
	string(0, "?");
	file_at(CHUNK_RET, CHUNK_OUT, &(struct file_path){ .fd = -1, .mnt_ns = 7 }, dir, strlen(dir) ? strlen(dir) + 1 : 0);
	happens();
}

static void pivots(const char *new, const char *old, const char *dir)
{
	makes("pivot_root", 0x1000, 0x2000);
	string(0, new);
	string(1, old);
	file_at(CHUNK_RET, CHUNK_OUT, &(struct file_path){ .fd = -1, .mnt_ns = 7 }, dir, strlen(dir) ? strlen(dir) + 1 : 0);
	happens();
}

static void pivoted(void **state_)
{
	(void)state_;
	forks(200, 200, false, false);
	opens(3, "/new/a");		/* not in that namespace */
	is_in("new");
	forks(300, 300, false, false);
	is_in("");
	has_at(4, "new");
	has_at(5, "news");
	has_at(6, "");
	forks(400, 400, false, false);
	pivots("/new", "new/old", "");
	assert_cwd("/");
	assert_string_equal(cwd_of(threads__find(t, 200)), "/home/u");
	assert_string_equal(cwd_of(threads__find(t, 300)), "/");
	assert_string_equal(cwd_of(threads__find(t, 400)), "/");
	assert_fd(3, "/new/a");
	assert_fd(4, "/");
	assert_fd(5, "/old/news");
	assert_fd(6, "/old");
	has_at(7, "new");
	is_in("new");
	pivots(".", ".", "");		/* as container runtimes do */
	assert_fd(7, "/");
	assert_fd(4, "/");
	assert_fd(5, "/old/news");
	assert_cwd("/");
	pivots("/x", "/y", "");		/* contradictory: nothing is known */
	assert_fd(5, "/old/news");
}

static void removed(void **state_)
{
	(void)state_;
	opens(3, "/tmp/a");
	makes("dup", 3);
	returns(4);
	happens();
	forks(200, 200, false, false);
	makes("unlink", 0x1000);
	string(0, "/tmp/b");
	happens();
	assert_fd(3, "/tmp/a");
	makes("unlinkat", AT_FDCWD, 0x1000, 0);
	string(1, "../../tmp/a");
	happens();
	assert_fd(3, "/tmp/a (deleted)");
	assert_fd(4, "/tmp/a (deleted)");
	assert_string_equal(fd_of(threads__find(t, 200), 4), "/tmp/a (deleted)");
	opens(3, "/tmp/a");		/* another file */
	assert_fd(3, "/tmp/a");
	assert_fd(4, "/tmp/a (deleted)");
	makes("rmdir", 0x1000);
	string(0, ".");
	returns(-EINVAL);
	happens();
	assert_cwd("/home/u");
}

static void renames(const char *from, const char *to, unsigned flags)
{
	makes("renameat2", AT_FDCWD, 0x1000, AT_FDCWD, 0x2000, flags);
	string(1, from);
	string(3, to);
	happens();
}

static void renamed(void **state_)
{
	(void)state_;
	opens(3, "/d/a");
	opens(4, "/d/e/b");
	opens(5, "/dd");
	opens(6, "/x/e/b");
	makes("chdir", 0x1000);
	string(0, "/d/e");
	happens();
	renames("/d", "/x", 0);
	assert_fd(3, "/x/a");
	assert_fd(4, "/x/e/b");
	assert_fd(5, "/dd");
	assert_cwd("/x/e");
	renames("b", "/y", 0);
	assert_fd(4, "/y");
	renames("/dd", "/y", 0);
	assert_fd(5, "/y");
	assert_fd(4, "/y (deleted)");
	renames("/y", "/x", RENAME_EXCHANGE);
	assert_fd(5, "/x");
	assert_fd(3, "/y/a");
	assert_cwd("/y/e");
}

/* The same path in a container. */
static void removed_elsewhere(void **state_)
{
	(void)state_;
	makes("openat", AT_FDCWD, 0x1000, O_RDONLY, 0);
	string(1, "/a");
	file_at(CHUNK_RET, CHUNK_OUT, &(struct file_path){ .fd = 3, .mnt_ns = 1 }, "a", 2);
	returns(3);
	happens();
	makes("unlink", 0x1000);
	string(0, "/a");
	file_at(CHUNK_RET, CHUNK_OUT, &(struct file_path){ .fd = -1, .mnt_ns = 2 }, "", 0);
	happens();
	assert_fd(3, "/a");
	makes("unlink", 0x1000);
	string(0, "/a");
	file_at(CHUNK_RET, CHUNK_OUT, &(struct file_path){ .fd = -1, .mnt_ns = 1 }, "", 0);
	happens();
	assert_fd(3, "/a (deleted)");
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
	makes("connect", 3, 0x1000, 16);	/* without the kernel's description */
	returns(-EALREADY);
	happens();
	assert_fd(3, "TCP:[127.0.0.1:8080->127.0.0.1:80]");
	execs(100, 100);			/* a new address does not clear close-on-exec */
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
	makes("dup2", 9, 4);		/* of an unknown descriptor */
	returns(4);
	happens();
	assert_fd(4, "?");
	opens_as(5, "/c", O_CLOEXEC);
	makes("dup2", 5, 5);		/* onto itself: close-on-exec stays */
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
	returns(-EIO);			/* closed all the same: close(2) */
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

/* The flags are the first word of struct open_how, in memory. */
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(opened_files),
		TEST(opened_below_a_directory),
		TEST(opened_by_the_name_that_the_kernel_has),
		TEST(received),
		TEST(removed),
		TEST(renamed),
		TEST(removed_elsewhere),
		TEST(renamed_by_others),
		TEST(pivoted),
		TEST(changed_by_an_io_uring),
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
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
