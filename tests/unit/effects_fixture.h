/* SPDX-License-Identifier: BSD-2-Clause */
/* effects_fixture.h - threads that make calls, and the descriptors and directories known of them. */
#pragma once

#include <errno.h>
#include <linux/close_range.h>
#include <sched.h>
#include <sys/epoll.h>

#include "call_builder.h"
#include "tracker/fd_tracking.h"

static struct threads threads, *const t = &threads;
static struct thread *th;	/* thread 100, which makes the calls */

static inline int setup(void **state_)
{
	(void)state_;
	now = 1000;
	if (threads__open(t))
		return -1;
	th = threads__need(t, 100, 100);
	th->fs->cwd = name__new("/home/u", 7);
	return 0;
}

static inline int teardown(void **state_)
{
	(void)state_;
	threads__close(t);
	return 0;
}

/* Applies the effects of the call in `record`. */
static inline void happens_to(struct thread *who)
{
	struct span at;

	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	at = (struct span){ .began = record.call.rec.ts - record.call.dur, .ended = record.call.rec.ts };
	fd_tracking__before(who, &call, at);
	fd_tracking__after(who, &call, at);
}

static inline void happens(void)
{
	happens_to(th);
}

static inline void opens_as(int fd, const char *path, uint64_t flags)
{
	makes("openat", AT_FDCWD, 0x1000, flags, 0);
	string(1, path);
	returns(fd);
	happens();
}

static inline void opens(int fd, const char *path)
{
	opens_as(fd, path, O_RDONLY);
}

static inline void closes(int fd)
{
	makes("close", fd);
	happens();
}

/* The descriptor's name for a call of `who` that begins at `now`. */
static const char *fd_of(const struct thread *who, int fd)
{
	const struct name *n = fdtable__name(who->files, fd, now);
	size_t len;

	return n ? name__text(n, &len) : "?";
}

static const char *cwd_of(const struct thread *who)
{
	return who->fs->cwd ? who->fs->cwd->text : "?";
}

#define assert_fd(fd, text) assert_string_equal(fd_of(th, fd), text)
#define assert_cwd(text) assert_string_equal(cwd_of(th), text)

static inline void forks(uint32_t tid, uint32_t tgid, bool shares_files, bool shares_fs)
{
	struct rec_fork r = {
		.rec = { .len = sizeof(r), .type = REC_FORK, .ts = ++now, .tid = tid, .tgid = tgid },
		.parent_tid = 100, .parent_tgid = 100, .shares_files = shares_files, .shares_fs = shares_fs, .comm = "child",
	};

	fd_tracking__fork(t, &r);
}

static inline void execs(uint32_t old_tid, uint32_t tid)
{
	struct rec_exec r = {
		.rec = { .len = sizeof(r), .type = REC_EXEC, .ts = ++now, .tid = tid, .tgid = 100 }, .old_tid = old_tid, .comm = "new",
	};

	fd_tracking__exec(t, &r);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
