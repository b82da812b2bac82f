// SPDX-License-Identifier: BSD-2-Clause
/* probed [N] - calls probed() N times; without N, prints its location `PATH:0xOFFSET`, as for uprobe_events. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((noinline)) void probed(volatile int *n)
{
	++*n;
}

static void print_place(void)
{
	unsigned long start, end, offset, at = (unsigned long)(uintptr_t)probed;
	char line[512], path[256];
	FILE *f = fopen("/proc/self/maps", "r");

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "%lx-%lx %*s %lx %*s %*s %255s", &start, &end, &offset, path) == 4 && at >= start && at < end)
			printf("%s:0x%lx\n", path, at - start + offset);
	if (f)
		fclose(f);
}

int main(int argc, char **argv)
{
	volatile int n = 0;

	if (argc < 2)
		print_place();
	while (argc > 1 && n < atoi(argv[1])) {
		getppid();
		probed(&n);
	}
	return 0;
}
