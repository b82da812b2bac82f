// SPDX-License-Identifier: BSD-2-Clause
// cc: -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer -fno-optimize-sibling-calls
/*
 * jit [UID] - generates a function that calls getppid, writes its name to /tmp/perf-PID.map, and calls it. The map remains; with
 * UID, this user owns it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
/* push %rbp; mov %rsp,%rbp; mov $110,%eax; syscall; pop %rbp; ret */
static const unsigned char code[] = { 0x55, 0x48, 0x89, 0xe5, 0xb8, 110, 0, 0, 0, 0x0f, 0x05, 0x5d, 0xc3 };
#elif defined(__aarch64__)
/* stp x29,x30,[sp,-16]!; mov x29,sp; mov x8,173; svc 0; ldp x29,x30,[sp],16; ret */
static const unsigned code[] = { 0xa9bf7bfd, 0x910003fd, 0xd28015a8, 0xd4000001, 0xa8c17bfd, 0xd65f03c0 };
#else
#error "no code for this machine"
#endif

__attribute__((noinline, noclone)) long interpreter(long (*made)(void))
{
	long r = made();

	__asm__ volatile("" : "+r"(r));
	return r;
}

int main(int argc, char **argv)
{
	char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char path[64];
	FILE *f;

	memcpy(p + 64, code, sizeof(code));
	__builtin___clear_cache(p, p + 4096);
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", getpid());
	f = fopen(path, "w");
	if (p == MAP_FAILED || !f)
		return 1;
	fprintf(f, "not a line of a map\n%lx %zx script:function with blanks\n", (unsigned long)p + 64, sizeof(code));
	fclose(f);
	if (argc > 1 && chown(path, (uid_t)atoi(argv[1]), (gid_t)-1))
		return 1;
	interpreter((long (*)(void))(p + 64));
	return 0;
}
