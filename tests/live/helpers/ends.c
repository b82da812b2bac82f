// SPDX-License-Identifier: BSD-2-Clause
// cc: -nostdlib
/* ends - a program with a single call: exit with status 7. */
void _start(void)
{
#if defined(__x86_64__)
	__asm__ volatile("syscall" : : "a"(231), "D"(7));
#elif defined(__aarch64__)
	register long nr __asm__("x8") = 94, status __asm__("x0") = 7;

	__asm__ volatile("svc 0" : : "r"(nr), "r"(status));
#else
#error "how does a program of this machine end?"
#endif
	for (;;)
		;
}
