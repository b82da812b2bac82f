// SPDX-License-Identifier: BSD-2-Clause
// options: -e lseek,ppoll,pivot_root
// threads
#define THREADS
/* After pivot_root, files and working directories have other paths. */
#include "live.h"

#include <poll.h>
#include <sys/mount.h>

static int make(const char *path)
{
	return open(path, O_RDWR | O_CREAT, 0600);
}

/* A descriptor in memory: the kernel does not report its name. */
static void look_in_memory(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	struct timespec none = { 0 };

	syscall(SYS_ppoll, &p, 1L, &none, NULL, 0L);
}

static void look(int fd)
{
	syscall(SYS_lseek, fd, 0L, SEEK_CUR);
	look_in_memory(fd);
}

static void expect_poll(pid_t pid, int fd, const char *name)
{
	expect_of(program_invocation_short_name, pid, "ppoll(ufds: [{fd: %d<%s>, events: IN, revents: IN}], @@) = 1", fd, name);
}

static void expect_look(pid_t pid, int fd, const char *name)
{
	expect_of(program_invocation_short_name, pid, "lseek(fd: %d<%s>, offset: 0, whence: CUR) = 0", fd, name);
	expect_poll(pid, fd, name);
}

static int pivots(void)
{
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) || mount("none", "new", "tmpfs", 0, NULL) || mkdir("new/old", 0700))
		return 1;
	dup2(make("outside"), 40);
	dup2(make("new/inside"), 41);
	dup2(open("/", O_RDONLY), 42);
	if (chdir("new"))
		return 1;
	dup2(make("gone"), 43);
	look(40);
	look(41);
	if (syscall(SYS_pivot_root, ".", "old"))
		return errno == EINVAL ? 77 : 1;	/* the root is the kernel's first file system */
	look_in_memory(40);
	look_in_memory(41);
	look_in_memory(42);
	if (unlink("gone"))
		return 1;
	look_in_memory(43);
	for (int fd = 40; fd < 44; fd++)
		look(fd);
	return 0;
}

int main(void)
{
	pid_t pid;
	int st;

	begin();
	mkdir("new", 0700);
	pid = fork();
	if (!pid)
		_exit(unshare(CLONE_NEWNS) ? 77 : pivots());
	expect_look(pid, 40, text("%s/outside", cwd));
	expect_look(pid, 41, text("%s/new/inside", cwd));
	expect_of(program_invocation_short_name, pid, "pivot_root(new_root: \".\", put_old: \"old\") = 0");
	expect_poll(pid, 40, text("/old%s/outside", cwd));
	expect_poll(pid, 41, "/inside");
	expect_poll(pid, 42, "/old");
	expect_poll(pid, 43, "/gone (deleted)");
	expect_look(pid, 40, text("/old%s/outside", cwd));
	expect_look(pid, 41, "/inside");
	expect_look(pid, 42, "/old");
	expect_look(pid, 43, "/gone (deleted)");
	expect_of(program_invocation_short_name, pid, "+++ exited with 0 +++");
	waitpid(pid, &st, 0);
	if (WIFEXITED(st) && WEXITSTATUS(st) == 77)
		skip("no mount namespace of one's own here, or no root to leave");
	end();
	return 0;
}
