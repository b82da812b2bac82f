// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl
// threads
#define THREADS
/* What a listener of a seccomp filter answers: an error has its name. */
#include "live.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>

static int listen_to_getppid(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { 4, code };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &prog);
}

static void answer(int fd, struct seccomp_notif_resp r, const char *shown)
{
	struct seccomp_notif n = { 0 };

	if (ioctl(fd, SECCOMP_IOCTL_NOTIF_RECV, &n))
		skip("no notification");
	r.id = n.id;
	expect("ioctl(@@SECCOMP_IOCTL_NOTIF_RECV, arg: {id: %#llx, pid: %d@@, flags: 0, data: {nr: getppid, @@}}) = 0", (unsigned long long)n.id, (int)n.pid);
	expect("ioctl(@@SECCOMP_IOCTL_NOTIF_SEND, arg: {id: %#llx, %s}) = %s", (unsigned long long)n.id, shown,
	       result(ioctl(fd, SECCOMP_IOCTL_NOTIF_SEND, &r)));
}

int main(void)
{
	int fd = listen_to_getppid();
	pid_t child;

	if (fd < 0)
		skip("no listeners of seccomp filters");
	child = fork();
	if (!child) {
		for (int i = 0; i < 3; i++)
			syscall(SYS_getppid);
		_exit(0);
	}
	begin();
	answer(fd, (struct seccomp_notif_resp){ .error = -EPERM }, "val: 0, error: -EPERM, flags: 0");
	answer(fd, (struct seccomp_notif_resp){ .val = 5 }, "val: 5, error: 0, flags: 0");
	answer(fd, (struct seccomp_notif_resp){ .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE }, "val: 0, error: 0, flags: CONTINUE");
	waitpid(child, NULL, 0);
	expect_of(program_invocation_short_name, child, "+++ exited with 0 +++");
	expect("+++ exited with 0 +++");
	return 0;
}
