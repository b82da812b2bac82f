// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_effects_threads.c - effects of fork and exec, directories, and threads that use the same descriptor number at the same
 * time.
 */
#include "effects_fixture.h"

/* -- Threads that use one number at once ------------------------------------------------------------- */

/* 3 is /old; from 2020 on another thread has it as /new, as if it had been closed. */
static void another_opens(void)
{
	opens(3, "/old");
	forks(101, 100, true, true);
	makes("openat", AT_FDCWD, 0x1000, O_RDONLY, 0);
	string(1, "/new");
	took(2010, 2020);
	returns(3);
	happens_to(threads__find(t, 101));
}

static void a_close_ends_after_the_number_was_given_again(void **state_)
{
	(void)state_;
	another_opens();
	makes("close", 3);		/* it closed the descriptor before 2020, and returns later */
	took(2000, 2100);
	happens();
	assert_fd(3, "/new");
	makes("close", 3);		/* this one closes the new file */
	took(2200, 2210);
	happens();
	assert_fd(3, "?");
}

static void a_copy_is_of_the_file_that_was_meant(void **state_)
{
	(void)state_;
	another_opens();
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
	assert_cwd("/tmp");
	opens(3, "a");
	assert_fd(3, "/tmp/a");
	opens(3, "/../a");
	assert_fd(3, "/srv/a");
	makes("chroot", 0x1000);	/* the new root is not known */
	happens();
	opens(3, "/a");
	assert_fd(3, "?");
}

static void directories_are_where_the_kernel_says(void **state_)
{
	(void)state_;
	makes("chdir", 0x1000);
	string(0, "/lib");
	kernel_path(CHUNK_RET, 0, "lib\0usr", 8);
	happens();
	assert_cwd("/usr/lib");
	makes("fchdir", 3);
	kernel_path(CHUNK_RET, FILE_DELETED, "a\0tmp", 6);
	happens();
	assert_cwd("/tmp/a (deleted)");
	makes("chroot", 0x1000);
	string(0, ".");
	kernel_path(CHUNK_RET, 0, "jail", 5);
	happens();
	opens(3, "/a");
	assert_fd(3, "/jail/a");
	makes("chroot", 0x1000);
	string(0, "../..");
	kernel_path(CHUNK_RET, 0, "", 0);
	happens();
	opens(3, "/a");
	assert_fd(3, "/a");
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

/* No kernel sends this; a hostile recording may. */
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
	fd_tracking__exec(t, &e);
	fd_tracking__fork(t, &f);
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

/* The calling thread takes over the leader's ID; the leader has ended. */
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

/* vfork: the task that shared the table keeps it unchanged. */
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
	fd_tracking__exec(t, &r);
	assert_string_equal(threads__find(t, 300)->comm, "new");
	assert_null(threads__find(t, 301));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_close_ends_after_the_number_was_given_again),
		TEST(a_copy_is_of_the_file_that_was_meant),
		TEST(directories),
		TEST(directories_are_where_the_kernel_says),
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
