// SPDX-License-Identifier: BSD-2-Clause
// options: -e setsockopt,seccomp,prctl
// abis: native i386 arm
/* Classic BPF programs of sockets and seccomp. */
#include "live.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>

int main(void)
{
	struct sock_filter socket_code[] = {
		BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 23), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 6, 0, 3), BPF_STMT(BPF_LDX | BPF_B | BPF_MSH, 14),
		BPF_STMT(BPF_MISC | BPF_TXA, 0), BPF_STMT(BPF_RET | BPF_A, 0), BPF_STMT(BPF_RET | BPF_K, 65535),
	};
	struct sock_filter calls_code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0), BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 100000, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 7),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { 6, socket_code }, calls = { 4, calls_code }, lost = { 2, BAD };
	const char *allowed = "BPF_STMT(code: LD|W|ABS, k: 0), BPF_JUMP(code: JMP|JGE|K, k: 0x186a0, jt: 0, jf: 1), BPF_STMT(code: RET|K, k: ERRNO|0x7), "
			      "BPF_STMT(code: RET|K, k: ALLOW)";
	int s = socket(AF_UNIX, SOCK_DGRAM, 0), ret;

	begin();
	ret = syscall(SYS_setsockopt, s, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program));
	expect(ABI "setsockopt(fd: %d<UNIX:[@@]>, level: SOCKET, optname: ATTACH_FILTER, optval: {len: 6, filter: [BPF_STMT(code: LD|B|ABS, k: 0x17), "
	       "BPF_JUMP(code: JMP|JEQ|K, k: 0x6, jt: 0, jf: 3), BPF_STMT(code: LDX|B|MSH, k: 0xe), BPF_STMT(code: MISC|TXA, k: 0), "
	       "BPF_STMT(code: RET|A, k: 0), BPF_STMT(code: RET|K, k: 0xffff)]}, optlen: %zu) = %s", s, sizeof(program), result(ret));
	ret = syscall(SYS_setsockopt, s, SOL_SOCKET, SO_ATTACH_FILTER, &lost, sizeof(lost));
	expect(ABI "setsockopt(fd: %d<UNIX:[@@]>, level: SOCKET, optname: ATTACH_FILTER, optval: {len: 2, filter: 0x8 <unread>}, optlen: %zu) = %s",
	       s, sizeof(lost), result(ret));
	/* only as many instructions are read as the length says */
	ret = syscall(SYS_setsockopt, s, SOL_SOCKET, SO_ATTACH_FILTER, &program, 2);
	expect(ABI "setsockopt(fd: %d<UNIX:[@@]>, level: SOCKET, optname: ATTACH_FILTER, optval: {len: 6, ...}, optlen: 2) = %s", s, result(ret));
	ret = syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	expect(ABI "prctl(option: SET_NO_NEW_PRIVS, value: 1) = %s", result(ret));
	ret = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_LOG, &calls);
	expect(ABI "seccomp(op: SET_MODE_FILTER, flags: LOG, uargs: {len: 4, filter: [%s]}) = %s", allowed, result(ret));
	ret = syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &calls, 0, 0);
	expect(ABI "prctl(option: SET_SECCOMP, mode: FILTER, filter: {len: 4, filter: [%s]}) = %s", allowed, result(ret));
	end();
	return 0;
}
