// SPDX-License-Identifier: BSD-2-Clause
/*
 * issue.c [NUMBER] - makes the ioctl requests whose numbers are on standard input, with an address of zeros, or with the number. No driver sees
 * them: a seccomp filter lets each return 0, so that a tracer shows what the program passed and what the kernel would have filled.
 */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ROOM (1 << 20)

int main(int argc, char **argv)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = { sizeof(code) / sizeof(code[0]), code };
	void *zeros = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	unsigned long request;

	if (zeros == MAP_FAILED || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) {
		perror("issue");
		return 1;
	}
	while (scanf("%lx", &request) == 1)
		syscall(SYS_ioctl, 1000, request, argc > 1 ? (void *)strtoul(argv[1], NULL, 0) : zeros);
	return 0;
}
