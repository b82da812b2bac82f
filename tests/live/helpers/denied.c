// SPDX-License-Identifier: BSD-2-Clause
/* denied - makes calls, and then has them denied by a seccomp filter of its own. */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "must.h"

int main(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mkdirat, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getpid, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EXDEV),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { 5, code };
	volatile char name[] = "denied";	/* in memory that is resident: the kernel does not read the string of a denied call */

	syscall(SYS_getpid);
	must(!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl");
	must(!syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program), "seccomp");
	syscall(SYS_getpid);
	syscall(SYS_mkdirat, AT_FDCWD, name, 0755);
	return failed;
}
