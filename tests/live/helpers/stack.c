// SPDX-License-Identifier: BSD-2-Clause
// cc: -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer -fno-optimize-sibling-calls
/*
 * stack [COUNT [US]] - outer() calls middle() calls inner(), which calls getppid by its own instruction; COUNT times (default 1;
 * 0: until killed), waiting US microseconds after each. Then a child does the same.
 * stack fault - writes to an address where nothing is mapped.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define APART __attribute__((noinline, noclone))
#define LAST() __asm__ volatile("")	/* prevents a tail call */

static inline __attribute__((always_inline)) long call_getppid(void)
{
#if defined(__x86_64__)
	long r;

	__asm__ volatile("syscall" : "=a"(r) : "0"(SYS_getppid) : "rcx", "r11", "memory");
	return r;
#elif defined(__aarch64__)
	register long x8 __asm__("x8") = SYS_getppid;
	register long x0 __asm__("x0");

	__asm__ volatile("svc 0" : "=r"(x0) : "r"(x8) : "memory");
	return x0;
#else
	return syscall(SYS_getppid);
#endif
}

APART long inner(long n)
{
	char room[64];

	__asm__ volatile("" : : "r"(room) : "memory");
	n += call_getppid();
	LAST();
	return n;
}

APART long middle(long n)
{
	n += inner(n + 1);
	LAST();
	return n;
}

APART long outer(long n)
{
	n += middle(n + 1);
	LAST();
	return n;
}

APART void broken(volatile int *p)
{
	char room[64];

	__asm__ volatile("" : "+r"(p) : "r"(room) : "memory");	/* not known to be constant */
	*p = 1;
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "fault"))
		broken((volatile int *)8);

	long count = argc > 1 ? atol(argv[1]) : 1;

	for (long i = 0; !count || i < count; i++) {
		outer(i);
		if (argc > 2)
			usleep((useconds_t)atol(argv[2]));
	}
	if (!fork()) {
		outer(0);
		_exit(0);
	}
	wait(NULL);
	return 0;
}
