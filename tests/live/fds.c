// SPDX-License-Identifier: BSD-2-Clause
// options: -e fstat,lseek,close,dup,dup2,dup3,close_range,fcntl
// threads
#define THREADS
/* Names of descriptors: copied, reused, closed, inherited, shared. */
#include "live.h"

#include <sys/ioctl.h>

#include <linux/close_range.h>
#include <linux/fs.h>
#include <sys/wait.h>

static const char *ref(int fd, const char *path)
{
	return result_fd(fd, path);
}

static void seek(int fd, const char *path)
{
	long r = syscall(SYS_lseek, fd, 0L, SEEK_CUR);

	if (path)
		expect("lseek(fd: %s, offset: 0, whence: CUR) = %ld", ref(fd, path), r);
	else
		expect("lseek(fd: %d, offset: 0, whence: CUR) = %s", fd, result(r));
}

int main(int argc, char **argv)
{
	int a, b, c, st;
	pid_t pid;

	if (argc > 1) {		/* descriptors that are open after execve */
		syscall(SYS_lseek, 40, 0L, SEEK_CUR);
		syscall(SYS_lseek, 41, 0L, SEEK_CUR);
		syscall(SYS_lseek, 43, 0L, SEEK_CUR);
		syscall(SYS_lseek, 44, 0L, SEEK_CUR);
		return 0;
	}
	begin();
	a = open("a", O_RDWR | O_CREAT, 0600);
	b = open("b", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	seek(a, "a");
	seek(b, "b");
	c = syscall(SYS_dup, a);
	expect("dup(fildes: %s) = %s", ref(a, "a"), ref(c, "a"));
	seek(c, "a");
	expect("close(fd: %s) = %d", ref(a, "a"), (int)syscall(SYS_close, a));
	seek(a, NULL);
	expect("close(fd: %d) = %s", a, result(syscall(SYS_close, a)));
	a = open("/dev/null", O_RDONLY);	/* the number is reused */
	seek(a, "/dev/null");
#ifdef SYS_dup2
	expect("dup2(oldfd: %s, newfd: %s) = %s", ref(b, "b"), ref(a, "/dev/null"), ref((int)syscall(SYS_dup2, b, a), "b"));
#else
	expect("dup3(oldfd: %s, newfd: %s, flags: 0) = %s", ref(b, "b"), ref(a, "/dev/null"), ref((int)syscall(SYS_dup3, b, a, 0), "b"));
#endif
	seek(a, "b");
	expect("dup3(oldfd: %s, newfd: %s, flags: CLOEXEC) = %s", ref(c, "a"), "41", ref((int)syscall(SYS_dup3, c, 41, O_CLOEXEC), "a"));
	expect("fcntl(fd: %s, cmd: DUPFD, arg: 40) = %s", ref(c, "a"), ref((int)syscall(SYS_fcntl, c, F_DUPFD, 40), "a"));
	seek(40, "a");
	expect("fcntl(fd: %s, cmd: GETFD) = %s", ref(41, "a"), syscall(SYS_fcntl, 41, F_GETFD) == FD_CLOEXEC ? "CLOEXEC" : "?");

	/* a child has copies */
	pid = fork();
	if (!pid) {
		syscall(SYS_close, 40);
		syscall(SYS_lseek, 40, 0L, SEEK_CUR);
		syscall(SYS_lseek, 41, 0L, SEEK_CUR);
		_exit(0);
	}
	expect_of(program_invocation_short_name, pid, "close(fd: %s) = 0", ref(40, "a"));
	expect_of(program_invocation_short_name, pid, "lseek(fd: 40, offset: 0, whence: CUR) = -1 EBADF (Bad file descriptor)");
	expect_of(program_invocation_short_name, pid, "lseek(fd: %s, offset: 0, whence: CUR) = 0", ref(41, "a"));
	expect_of(program_invocation_short_name, pid, "+++ exited with 0 +++");
	waitpid(pid, &st, 0);
	seek(40, "a");

	/* a child that shares them closes them for its parent */
	pid = syscall(SYS_clone, CLONE_FILES | SIGCHLD, NULL, NULL, NULL, NULL);
	if (!pid) {
		syscall(SYS_dup3, b, 42, 0);
		_exit(0);
	}
	expect_of(program_invocation_short_name, pid, "dup3(oldfd: %s, newfd: 42, flags: 0) = %s", ref(b, "b"), ref(42, "b"));
	expect_of(program_invocation_short_name, pid, "+++ exited with 0 +++");
	waitpid(pid, &st, 0);
	seek(42, "b");

	/* close-on-exec */
	pid = fork();
	if (!pid) {
		if (fcntl(b, F_DUPFD, 43) != 43 || fcntl(b, F_DUPFD_CLOEXEC, 44) != 44 || ioctl(43, FIOCLEX) || ioctl(44, FIONCLEX))
			_exit(1);
		execl(argv[0], program_invocation_short_name, "child", NULL);
		_exit(1);
	}
	expect_of(program_invocation_short_name, pid, "fcntl(fd: %s, cmd: DUPFD, arg: 43) = %s", ref(b, "b"), ref(43, "b"));
	expect_of(program_invocation_short_name, pid, "fcntl(fd: %s, cmd: DUPFD_CLOEXEC, arg: 44) = %s", ref(b, "b"), ref(44, "b"));
	expect_of(program_invocation_short_name, pid, "lseek(fd: %s, offset: 0, whence: CUR) = 0", ref(40, "a"));
	expect_of(program_invocation_short_name, pid, "lseek(fd: 41, offset: 0, whence: CUR) = -1 EBADF (Bad file descriptor)");
	expect_of(program_invocation_short_name, pid, "lseek(fd: 43, offset: 0, whence: CUR) = -1 EBADF (Bad file descriptor)");
	expect_of(program_invocation_short_name, pid, "lseek(fd: %s, offset: 0, whence: CUR) = 0", ref(44, "b"));
	expect_of(program_invocation_short_name, pid, "+++ exited with 0 +++");
	waitpid(pid, &st, 0);

	expect("close_range(fd: %s, max_fd: 41, flags: 0) = %d", ref(40, "a"), (int)syscall(SYS_close_range, 40, 41, 0));
	seek(40, NULL);
	seek(42, "b");
	end();
	return 0;
}
