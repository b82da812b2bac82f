// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl,seccomp
// threads
#define THREADS
/* The listener of a seccomp filter, and what it answers: an error has its name. */
#include "live.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#define SET_FLAGS _IOW('!', 4, uint64_t)	/* SECCOMP_IOCTL_NOTIF_SET_FLAGS, 6.6 */
#define LISTENER "fd: %d<anon_inode:seccomp notify>, cmd: "

static int listen_to_getppid(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { 4, code };

	int fd;

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	begin();
	fd = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &prog);
	if (fd < 0)
		skip("no listeners of seccomp filters");
	expect("seccomp(op: SET_MODE_FILTER, flags: NEW_LISTENER, uargs: {len: 4, filter: @@}) = %d<anon_inode:seccomp notify>", fd);
	return fd;
}

static void answer(int fd, struct seccomp_notif_resp r, const char *shown)
{
	struct seccomp_notif n = { 0 };

	if (ioctl(fd, SECCOMP_IOCTL_NOTIF_RECV, &n))
		skip("no notification");
	r.id = n.id;
	expect("ioctl(" LISTENER "SECCOMP_IOCTL_NOTIF_RECV, arg: {id: %#llx, pid: %d@@, flags: 0, data: {nr: getppid, @@}}) = 0", fd, (unsigned long long)n.id, (int)n.pid);
	expect("ioctl(" LISTENER "SECCOMP_IOCTL_NOTIF_SEND, arg: {id: %#llx, %s}) = %s", fd, (unsigned long long)n.id, shown,
	       result(ioctl(fd, SECCOMP_IOCTL_NOTIF_SEND, &r)));
}

int main(void)
{
	int fd = listen_to_getppid();
	pid_t child = fork();

	if (!child) {
		for (int i = 0; i < 3; i++)
			syscall(SYS_getppid);
		_exit(0);
	}
	expect("ioctl(" LISTENER "SECCOMP_IOCTL_NOTIF_SET_FLAGS, arg: SYNC_WAKE_UP) = %s", fd, result(ioctl(fd, SET_FLAGS, 1)));
	expect("ioctl(" LISTENER "SECCOMP_IOCTL_NOTIF_SET_FLAGS, arg: 0) = %s", fd, result(ioctl(fd, SET_FLAGS, 0)));
	answer(fd, (struct seccomp_notif_resp){ .error = -EPERM }, "val: 0, error: -EPERM, flags: 0");
	answer(fd, (struct seccomp_notif_resp){ .val = 5 }, "val: 5, error: 0, flags: 0");
	answer(fd, (struct seccomp_notif_resp){ .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE }, "val: 0, error: 0, flags: CONTINUE");
	waitpid(child, NULL, 0);
	expect_of(program_invocation_short_name, child, "+++ exited with 0 +++");
	expect("+++ exited with 0 +++");
	return 0;
}
