// SPDX-License-Identifier: BSD-2-Clause
// options: -e getpid,mkdirat
/* A call that seccomp denies has no sys_enter event: it is shown with its registers. */
#include "live.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>

int main(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mkdirat, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EXDEV),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { 4, code };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &prog))
		skip("no seccomp filters");
	mlockall(MCL_CURRENT);	/* the kernel does not read the path */
	begin();
	expect("mkdirat(dfd: CWD, pathname: \"denied\", mode: 0755) = %s", result(syscall(SYS_mkdirat, AT_FDCWD, "denied", 0755)));
	expect("getpid() = %ld@@", syscall(SYS_getpid));
	end();
	return 0;
}
