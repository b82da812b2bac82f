/* SPDX-License-Identifier: BSD-2-Clause */
/* groups - makes the calls that take or return process groups and sessions, with its own; exit status 1: one failed. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/ioprio.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "must.h"

/* A controlling terminal. */
static void terminal(pid_t group)
{
	int ptm = posix_openpt(O_RDWR | O_NOCTTY), pts = ptm < 0 || unlockpt(ptm) ? -1 : open(ptsname(ptm), O_RDWR | O_NOCTTY);
	pid_t got = 0;

	must(pts >= 0 && !ioctl(pts, TIOCSCTTY, 0), "TIOCSCTTY");
	must(!ioctl(pts, TIOCSPGRP, &group), "TIOCSPGRP");
	must(!ioctl(pts, TIOCGPGRP, &got) && got == group, "TIOCGPGRP");
	must(!ioctl(pts, TIOCGSID, &got) && got == group, "TIOCGSID");
}

static int child(void)
{
	pid_t group = setsid(), tid = 0, made;
	int fds[2], owner = -group;

	must(getpgid(0) == group && getsid(0) == group, "setsid");
	must(!kill(-group, 0), "kill");
	must(wait4(-group, NULL, WNOHANG, NULL) < 0 && errno == ECHILD, "wait4");
	must(getpriority(PRIO_PGRP, group) >= 0, "getpriority");
	must(!setpriority(PRIO_PGRP, group, 0), "setpriority");
	must(syscall(SYS_ioprio_get, IOPRIO_WHO_PGRP, group) >= 0, "ioprio_get");
	must(!socketpair(AF_UNIX, SOCK_STREAM, 0, fds), "socketpair");
	must(!fcntl(fds[0], F_SETOWN, -group), "F_SETOWN");
	must(!ioctl(fds[0], FIOSETOWN, &owner), "FIOSETOWN");
	must(!ioctl(fds[0], SIOCSPGRP, &owner), "SIOCSPGRP");
	must(!ioctl(fds[0], SIOCGPGRP, &owner) && owner == -group, "SIOCGPGRP");
	terminal(group);
	made = syscall(SYS_clone, CLONE_PARENT_SETTID | SIGCHLD, 0, &tid, 0, 0);
	if (!made)
		_exit(0);
	must(made == tid && wait4(-group, NULL, 0, NULL) == made, "clone");
	return failed;
}

int main(void)
{
	pid_t pid = fork();
	int status = 0;

	if (!pid)
		_exit(child());
	signal(SIGHUP, SIG_IGN);
	return waitpid(pid, &status, 0) != pid || status;
}
