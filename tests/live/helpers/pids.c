/* SPDX-License-Identifier: BSD-2-Clause */
/* pids - IDs of processes in clocks, messages of ptrace, and requests to PID namespaces; exit status 1: one of them failed; 77:
 * the kernel lacks these requests. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/nsfs.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "must.h"

#ifndef NS_GET_PID_FROM_PIDNS
#define NS_GET_PID_FROM_PIDNS	_IOR(NSIO, 0x6, int)
#define NS_GET_TGID_FROM_PIDNS	_IOR(NSIO, 0x7, int)
#define NS_GET_PID_IN_PIDNS	_IOR(NSIO, 0x8, int)
#define NS_GET_TGID_IN_PIDNS	_IOR(NSIO, 0x9, int)
#endif

/* The system call: libc reads some clocks without one. */
static void clocks(pid_t pid)
{
	struct timespec ts;

	must(!syscall(SYS_clock_gettime, ~pid << 3 | 2, &ts), "of a process");
	must(!syscall(SYS_clock_gettime, ~pid << 3 | 5, &ts), "of a thread");
	must(syscall(SYS_clock_gettime, ~9 << 3 | 3, &ts) && errno == EINVAL, "of no descriptor");
}

static void forks(void)
{
	pid_t pid = fork(), child;
	unsigned long message = 0;
	int status;

	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		raise(SIGSTOP);
		child = fork();
		if (!child)
			_exit(0);
		waitpid(child, NULL, 0);
		_exit(3);
	}
	must(waitpid(pid, &status, 0) == pid && WIFSTOPPED(status), "wait for the stop");
	must(!ptrace(PTRACE_SETOPTIONS, pid, 0, PTRACE_O_TRACEFORK | PTRACE_O_TRACEEXIT), "PTRACE_SETOPTIONS");
	must(!ptrace(PTRACE_CONT, pid, 0, 0), "PTRACE_CONT");
	must(waitpid(pid, &status, 0) == pid && status >> 16 == PTRACE_EVENT_FORK, "wait for the event");
	must(!waitpid(pid, NULL, WNOHANG), "wait for nothing more");
	must(!ptrace(PTRACE_GETEVENTMSG, pid, 0, &message), "PTRACE_GETEVENTMSG");
	child = (pid_t)message;
	must(waitpid(child, &status, __WALL) == child, "wait for the child");
	must(!ptrace(PTRACE_DETACH, child, 0, 0), "PTRACE_DETACH");
	must(!ptrace(PTRACE_CONT, pid, 0, 0), "PTRACE_CONT");
	while (waitpid(pid, &status, 0) == pid && status >> 16 != PTRACE_EVENT_EXIT)
		ptrace(PTRACE_CONT, pid, 0, 0);
	must(!ptrace(PTRACE_GETEVENTMSG, pid, 0, &message) && message == 3 << 8, "PTRACE_GETEVENTMSG");
	must(!ptrace(PTRACE_CONT, pid, 0, 0) && waitpid(pid, &status, 0) == pid, "wait for the end");
}

static int namespaces(void)
{
	pid_t pid;
	int fd;

	must(!unshare(CLONE_NEWPID), "unshare");
	pid = fork();
	if (!pid) {
		pause();
		_exit(0);
	}
	fd = open("/proc/self/ns/pid_for_children", O_RDONLY);
	if (ioctl(fd, NS_GET_PID_FROM_PIDNS, 1) != pid)
		failed = errno == ENOTTY || errno == EINVAL ? 77 : 1;
	if (!failed) {
		must(ioctl(fd, NS_GET_TGID_FROM_PIDNS, 1) == pid, "NS_GET_TGID_FROM_PIDNS");
		must(ioctl(fd, NS_GET_PID_IN_PIDNS, pid) == 1, "NS_GET_PID_IN_PIDNS");
		must(ioctl(fd, NS_GET_TGID_IN_PIDNS, pid) == 1, "NS_GET_TGID_IN_PIDNS");
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	return failed;
}

int main(void)
{
	clocks(getpid());
	forks();
	return failed ? failed : namespaces();
}
