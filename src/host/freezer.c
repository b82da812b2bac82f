// SPDX-License-Identifier: BSD-2-Clause
/*
 * freezer.c - the group's file cgroup.freeze, and the watcher, which waits for the end of a pipe that this process holds, and looks whether
 * this process is stopped.
 *
 * Both processes write the file. Invariant: unless this process is stopped, who wrote last wrote `wanted`. This process sets that first, and the
 * watcher looks at it again after writing.
 */
#include "freezer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cgroup.h"
#include "lib/clock.h"
#include "lib/keep_fds.h"
#include "lib/msg.h"
#include "lib/priority.h"
#include "lib/small_file.h"
#include "privileges.h"

#define EMPTY_MS 200		/* interval of trying to remove the group */
#define LOOK_MS 10		/* interval of looking whether the tracer is stopped: programs that make calls fill less than a ring meanwhile */
#define FD_FREEZE 0		/* the watcher's only descriptors */
#define FD_TRACER 1
#define FD_STAT 2		/* /proc/PID/stat of the tracer */
#define HOLDS 64		/* that were not taken yet */

/* Memory of both processes. */
struct freezer_shared {
	bool wanted;			/* by the tracer: frozen */
	struct { uint64_t began, ended; } holds[HOLDS];	/* number n at n % HOLDS */
	unsigned nholds, taken;		/* written by the watcher, by the tracer */
};

struct freezer {
	char dir[PATH_MAX];
	bool own;		/* made here */
	int freeze;		/* its file */
	int alive;		/* write end of the watcher's pipe */
	pid_t watcher;
	struct freezer_shared *shared;
};

static int write_to(int fd, bool frozen)
{
	return pwrite(fd, frozen ? "1" : "0", 1, 0) == 1 ? 0 : -errno;
}

/* -- The watcher ------------------------------------------------------------------------------------------------------------- */

/* Also by a debugger. The state follows the name in parentheses, which may have such, too. */
static bool is_stopped(void)
{
	char text[128], *at;
	ssize_t n = pread(FD_STAT, text, sizeof(text) - 1, 0);

	text[n > 0 ? n : 0] = '\0';
	at = strrchr(text, ')');
	return at && (at[2] == 'T' || at[2] == 't');
}

static bool is_wanted(const struct freezer_shared *s)
{
	return __atomic_load_n(&s->wanted, __ATOMIC_SEQ_CST);
}

static bool has_ended(int ms)
{
	struct pollfd p = { .fd = FD_TRACER };
	int n = poll(&p, 1, ms);

	return n > 0 || (n < 0 && errno != EINTR);
}

/* Records are in time order: this one is known before the group goes on. */
static void note_hold(struct freezer_shared *s, uint64_t began)
{
	unsigned n = s->nholds;

	if (n - __atomic_load_n(&s->taken, __ATOMIC_ACQUIRE) == HOLDS)
		return;
	s->holds[n % HOLDS].began = began;
	s->holds[n % HOLDS].ended = clock__ns(CLOCK_MONOTONIC);
	__atomic_store_n(&s->nholds, n + 1, __ATOMIC_RELEASE);
}

/* Freezes the group while the tracer is stopped. */
static void hold(struct freezer_shared *s)
{
	uint64_t began = clock__ns(CLOCK_MONOTONIC);
	bool own = !is_wanted(s), wanted;

	write_to(FD_FREEZE, true);
	while (is_stopped() && !has_ended(LOOK_MS))
		;
	if (own)
		note_hold(s, began);
	do {
		wanted = is_wanted(s);
		write_to(FD_FREEZE, wanted);
	} while (wanted != is_wanted(s));
}

static void __attribute__((noreturn)) watch(const struct freezer *f, int tracer, int stat)
{
	sigset_t all;

	setsid();
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	priority__raise();
	privileges__give_up();
	prctl(PR_SET_NAME, "trace-freezer");
	if (chdir("/") || keep_fds__only((const int[]){ f->freeze, tracer, stat }, 3))
		_exit(1);
	while (!has_ended(LOOK_MS))
		if (is_stopped())
			hold(f->shared);
	write_to(FD_FREEZE, false);
	while (f->own && rmdir(f->dir) && errno == EBUSY)
		poll(NULL, 0, EMPTY_MS);
	_exit(0);
}

static int start_watcher(struct freezer *f)
{
	int ends[2], stat = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
	pid_t pid;

	if (stat < 0)
		return -errno;
	if (pipe2(ends, O_CLOEXEC)) {
		close(stat);
		return -errno;
	}
	pid = fork();
	if (!pid) {
		close(ends[1]);
		watch(f, ends[0], stat);
	}
	close(stat);
	close(ends[0]);
	f->alive = ends[1];
	f->watcher = pid;
	return pid < 0 ? -errno : 0;
}

/* -- Groups ------------------------------------------------------------------------------------------------------------------ */

static struct freezer *new_freezer(void)
{
	struct freezer *f = calloc(1, sizeof(*f));
	void *p = MAP_FAILED;

	if (f)
		p = mmap(NULL, sizeof(*f->shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED) {
		free(f);
		return NULL;
	}
	f->freeze = f->alive = -1;
	f->shared = p;
	return f;
}

static void free_freezer(struct freezer *f)
{
	munmap(f->shared, sizeof(*f->shared));
	free(f);
}

/* The child may be frozen from now on: the watcher comes first. */
static int move(struct freezer *f, pid_t pid)
{
	char path[PATH_MAX + 32], number[16];
	int fd, n = snprintf(number, sizeof(number), "%d", pid), err;

	snprintf(path, sizeof(path), "%s/cgroup.freeze", f->dir);
	f->freeze = open(path, O_WRONLY | O_CLOEXEC);
	if (f->freeze < 0)
		return -errno;
	snprintf(path, sizeof(path), "%s/cgroup.procs", f->dir);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	err = start_watcher(f);
	if (!err && write(fd, number, (size_t)n) != n)
		err = -errno;
	close(fd);
	return err;
}

/* A signal that ends this process comes when there is the watcher, which removes the group. */
static int make(struct freezer *f, pid_t pid)
{
	size_t len = strlen(f->dir);
	sigset_t all, before;
	int err;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	snprintf(f->dir + len, sizeof(f->dir) - len, "/trace-%d", getpid());
	err = mkdir(f->dir, 0755) ? -errno : 0;
	f->own = !err;
	if (!err)
		err = move(f, pid);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return err;
}

int freezer__of_child(struct freezer **out, pid_t pid)
{
	struct freezer *f = new_freezer();
	int err;

	if (!f)
		return msg__no_memory();
	err = cgroup__own(f->dir, sizeof(f->dir) - 32);
	if (!err)
		err = make(f, pid);
	if (!err) {
		*out = f;
		return 0;
	}
	msg__error("--lossless: the command cannot be put in a control group (v2) of its own: %s", strerror(-err));
	msg__hint("be root, or in a group that is yours: 'systemd-run --user --scope -p Delegate=yes trace ...'; or leave out --lossless: "
		  "events then wait in memory, as far as there is");
	freezer__end(f);
	return err;
}

bool freezer__possible(void)
{
	char dir[PATH_MAX];

	return !cgroup__own(dir, sizeof(dir)) && !access(dir, W_OK);
}

/* Is this process in the group, or below it? Then it would pause itself. */
static bool has_me(const char *dir)
{
	char own[PATH_MAX];
	size_t n = strlen(dir);

	return !cgroup__own(own, sizeof(own)) && !strncmp(own, dir, n) && (own[n] == '/' || !own[n]);
}

int freezer__of_group(struct freezer **out, const char *group)
{
	struct freezer *f = new_freezer();
	int dir, err = 0;

	if (!f)
		return msg__no_memory();
	dir = cgroup__open(group);
	if (dir < 0) {
		free_freezer(f);
		return -ENOENT;
	}
	small_file__link(f->dir, sizeof(f->dir), "/proc/self/fd/%d", dir);
	f->freeze = openat(dir, "cgroup.freeze", O_WRONLY | O_CLOEXEC);
	if (f->freeze < 0)
		err = -errno;
	close(dir);
	if (!err && has_me(f->dir))
		err = -EDEADLK;
	if (!err)
		err = start_watcher(f);
	if (!err) {
		*out = f;
		return 0;
	}
	if (err == -EDEADLK)
		msg__error("--lossless: trace itself is in the control group '%s', and would be paused with it", group);
	else
		msg__error("--lossless: the control group '%s' cannot be paused: %s", group, strerror(-err));
	freezer__end(f);
	return err;
}

const char *freezer__group(const struct freezer *f)
{
	return f->dir;
}

int freezer__set(struct freezer *f, bool frozen)
{
	__atomic_store_n(&f->shared->wanted, frozen, __ATOMIC_SEQ_CST);
	return write_to(f->freeze, frozen);
}

bool freezer__held(struct freezer *f, uint64_t *began, uint64_t *ended)
{
	struct freezer_shared *s = f->shared;
	unsigned n = s->taken;

	if (n == __atomic_load_n(&s->nholds, __ATOMIC_ACQUIRE))
		return false;
	*began = s->holds[n % HOLDS].began;
	*ended = s->holds[n % HOLDS].ended;
	__atomic_store_n(&s->taken, n + 1, __ATOMIC_RELEASE);
	return true;
}

/* What the command has left behind may stay in the group: the watcher removes that later. */
void freezer__end(struct freezer *f)
{
	bool gone;

	if (!f)
		return;
	if (f->freeze >= 0) {
		write_to(f->freeze, false);
		close(f->freeze);
	}
	gone = !f->own || !rmdir(f->dir);
	if (f->alive >= 0)
		close(f->alive);
	if (gone && f->watcher > 0)
		waitpid(f->watcher, NULL, 0);
	free_freezer(f);
}
