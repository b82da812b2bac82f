// SPDX-License-Identifier: BSD-2-Clause
/*
 * costs - says what this machine takes for a system call and for a page fault, in ns: the least of several runs. Under some hypervisors both take
 * many times as long as on the CPU itself, and with them all that is measured in ms.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define RUNS 15
#define CALLS 2000
#define PAGES 256

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static double call_ns(void)
{
	double began = now();

	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getppid);
	return (now() - began) / CALLS;
}

/* Of an anonymous page that is written for the first time. Below 0: there is no memory. */
static double fault_ns(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size = PAGES * page;
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	double began, took;

	if (p == MAP_FAILED)
		return -1;
	madvise(p, size, MADV_NOHUGEPAGE);
	began = now();
	for (size_t i = 0; i < size; i += page)
		*(volatile char *)(p + i) = 1;
	took = now() - began;
	munmap(p, size);
	return took / PAGES;
}

static double least_of(double (*measure)(void))
{
	double least = measure(), next;

	for (int i = 1; i < RUNS; i++) {
		next = measure();
		least = next < least ? next : least;
	}
	return least;
}

int main(void)
{
	return printf("%.0f %.0f\n", least_of(call_ns), least_of(fault_ns)) < 0;
}
