// SPDX-License-Identifier: BSD-2-Clause
// abis: native i386 arm
/*
 * ways - a program for attach_functions.sh, whose calls end in all ways that there are: of threads, interrupted by a signal and restarted
 * or not, denied by seccomp, of numbers without a function, 32-bit and x32 ones, vfork, execve of itself, and exit of a thread.
 *
 * With an argument: only waits in read(0) and ends, as does the program that execve begins.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__arm__)
#define NO_CALL 3000			/* from 0xf0000 on, numbers that are not ARM's private ones are answered with a signal */
#else
#define NO_CALL (1 << 20)		/* beyond all tables */
#endif
#define X32 0x40000000

static long good(long ret)
{
	if (ret < 0)
		exit(1);
	return ret;
}

static void on_signal(int sig)
{
	(void)sig;
}

static void *of_thread(void *arg)
{
	syscall(SYS_getpriority, 1, 0);
	syscall(SYS_mkdirat, -100, "thread", 0700);
	syscall(SYS_exit, 0);
	return arg;
}

/* Signals interrupt reads of an empty pipe: with flags, the call is restarted, until the second signal, which does not. */
static void interrupted(int flags)
{
	struct sigaction act = { .sa_handler = on_signal, .sa_flags = flags };
	struct itimerval soon = { .it_value = { .tv_usec = 50000 } };
	int fds[2];
	char c;

	good(pipe(fds));
	good(sigaction(SIGALRM, &act, NULL));
	if (flags) {
		pid_t child = (pid_t)good(fork());

		if (!child) {
			usleep(200000);
			_exit(write(fds[1], "x", 1) != 1);
		}
		setitimer(ITIMER_REAL, &soon, NULL);
		good(read(fds[0], &c, 1));
		good(waitpid(child, NULL, 0));
	} else {
		setitimer(ITIMER_REAL, &soon, NULL);
		if (read(fds[0], &c, 1) != -1 || errno != EINTR)
			exit(1);
	}
	close(fds[0]);
	close(fds[1]);
}

/* getpgid and mkdirat fail; getsid is trapped. */
static void denied(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getsid, 3, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mkdirat, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getpgid, 0, 2),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EXDEV),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { sizeof(code) / sizeof(code[0]), code };
	pid_t child = (pid_t)good(fork());
	int status;

	if (child) {
		good(waitpid(child, &status, 0));
		return;
	}
	good(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
	good(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog));
	signal(SIGSYS, on_signal);
	syscall(SYS_getpgid, 0);
	syscall(SYS_mkdirat, -100, "denied", 0700);
	syscall(SYS_getsid, 0);
	syscall(SYS_getpriority, 1, 0);
	if (!good(fork())) {		/* the first call of a child is denied */
		syscall(SYS_getpgid, 0);
		_exit(3);
	}
	wait(NULL);
	_exit(2);
}

#if defined(__x86_64__)
/* Those of int $0x80 have other functions: select, lchown and stat of 16-bit numbers, mkdirat, uname. */
static void of_32_bit(void)
{
	static const int calls[] = { 82, 16, 106, 296, 122, 132, 109, 193, 265 };
	const char *can = getenv("IA32");
	long ret;

	if (access("/proc/sys/abi/vsyscall32", F_OK) || !can || !*can)
		return;
	for (unsigned i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		__asm__ volatile("int $0x80" : "=a"(ret) : "a"(calls[i]), "b"(-1), "c"(0), "d"(0), "S"(0), "D"(0) : "memory");
}
/* Where the kernel does not permit them they fail. The second has a function of its own. */
static void of_x32(void)
{
	syscall(X32 | SYS_getpgrp);
	syscall(X32 | 534, -1, NULL, 0, 0);
}
#else
static void of_32_bit(void)
{
}

static void of_x32(void)
{
}
#endif

int main(int argc, char **argv)
{
	char c, *again[] = { argv[0], (char *)"again", NULL };
	pthread_t thread;
	pid_t child;

	if (argc > 1) {
		if (read(0, &c, 1) > 0)
			syscall(SYS_getpriority, 2, 0);
		return 7;
	}
	good(pthread_create(&thread, NULL, of_thread, NULL));
	good(pthread_join(thread, NULL));
	interrupted(0);
	interrupted(SA_RESTART);
	denied();
	of_32_bit();
	of_x32();
	syscall(NO_CALL, 1, 2);
	syscall(SYS_getpriority, 99, 0);
	child = vfork();
	if (!child)
		_exit(4);
	good(waitpid(child, NULL, 0));
	child = (pid_t)good(fork());
	if (!child) {
		raise(SIGKILL);
		_exit(0);
	}
	good(waitpid(child, NULL, 0));
	execv("/nonexistent", again);
	good(execv("/proc/self/exe", again));
	return 1;
}
