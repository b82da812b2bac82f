/* SPDX-License-Identifier: BSD-2-Clause */
/* named_pids - calls with IDs of processes; prints what strace -f -Y -yy shows of them. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "must.h"

#define NAME "named_pids"

static void pidfds(int pid)
{
	long fd = syscall(SYS_pidfd_open, pid, 0);

	must(fd >= 0, "pidfd_open");
	must(!syscall(SYS_pidfd_send_signal, fd, 0, NULL, 0), "pidfd_send_signal");
	printf("<" NAME "> pidfd_send_signal(%ld<pid:%d<" NAME ">>, 0, NULL, 0) = 0\n", fd, pid);
}

int main(void)
{
	int pid = getpid(), pgid = getpgrp(), own;

	must(syscall(SYS_getpid) == pid && syscall(SYS_gettid) == pid, "own IDs");
	printf("<" NAME "> getpid() = %d<" NAME ">\n<" NAME "> gettid() = %d<" NAME ">\n", pid, pid);
	must(syscall(SYS_set_tid_address, &own) == pid, "set_tid_address");
	printf("<" NAME "> set_tid_address(%p) = %d\n", (void *)&own, pid);
	must(!setpgid(pid, pgid), "setpgid");
	printf("<" NAME "> setpgid(%d<" NAME ">, %d) = 0\n", pid, pgid);
	must(getpgid(pid) == pgid, "getpgid");
	printf("<" NAME "> getpgid(%d<" NAME ">) = %d\n", pid, pgid);
	must(syscall(SYS_getpriority, PRIO_PGRP, pid) == 20 || pid != pgid, "getpriority");
	printf("<" NAME "> getpriority(PRIO_PGRP, %d)\n", pid);
	pidfds(pid);
	signal(SIGUSR1, SIG_IGN);
	kill(pid, SIGUSR1);
	printf("<" NAME "> kill(%d<" NAME ">, SIGUSR1) = 0\n", pid);
	printf("<" NAME "> --- SIGUSR1 {si_signo=SIGUSR1, si_code=SI_USER, si_pid=%d<" NAME ">, si_uid=%u} ---\n", pid, getuid());
	prctl(PR_SET_NAME, "renamed", 0, 0, 0);
	printf("<" NAME "> prctl(PR_SET_NAME, \"renamed\") = 0\n");
	must(syscall(SYS_gettid) == pid, "gettid");
	printf("<renamed> gettid() = %d<renamed>\n", pid);
	fflush(stdout);
	execl("/bin/sh", "sh", "-c", "exit 0", NULL);
	return 1;
}
