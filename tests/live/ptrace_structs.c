// SPDX-License-Identifier: BSD-2-Clause
// options: -e ptrace
/* Structures of newer requests of ptrace, about a child that is stopped: rseq, syscall user dispatch, its call, seccomp filters. */
#include "live.h"

#include <linux/filter.h>
#include <linux/ptrace.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

enum { GET_FILTER = 0x420c, GET_RSEQ = 0x420f, SET_SUD, GET_SUD, SET_INFO };	/* linux/ptrace.h: 4.4, 5.13, 6.4, 6.4, 6.16 */

static struct { uint64_t pointer; uint32_t size, signature, flags, pad; } rseq;
static struct { uint64_t mode, selector, offset, len; } dispatch;
static struct { uint8_t op, pad[3]; uint32_t arch; uint64_t words[10]; } info = { .op = 2 };	/* PTRACE_SYSCALL_INFO_EXIT */
static struct sock_filter filter[] = { BPF_STMT(BPF_RET | BPF_K, 0x7fff0000) }, got[4];

static void child(void)
{
	struct sock_fprog program = { 1, filter };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	prctl(PR_SET_SECCOMP, 2, &program);
	syscall(SYS_ptrace, 0, 0, 0, 0);	/* PTRACE_TRACEME */
	raise(SIGSTOP);
	_exit(0);
}

int main(void)
{
	pid_t pid = fork();
	long ret;

	if (!pid)
		child();
	waitpid(pid, NULL, WUNTRACED);
	begin();
	ret = syscall(SYS_ptrace, GET_RSEQ, pid, 24ul, &rseq);
	if (ret == 24)
		expect("ptrace(request: GET_RSEQ_CONFIGURATION, pid: %d<@@>, addr: 24, data: {rseq_abi_pointer: %s, rseq_abi_size: %u, signature: %s, flags: 0}) = 24",
		       pid, rseq.pointer ? text("0x%lx", (long)rseq.pointer) : "NULL", rseq.size, rseq.signature ? text("0x%x", rseq.signature) : "0");
	else
		expect("ptrace(request: GET_RSEQ_CONFIGURATION, pid: %d<@@>, addr: 24, data: %p) = %s", pid, (void *)&rseq, result(ret));
	ret = syscall(SYS_ptrace, SET_SUD, pid, 32ul, &dispatch);
	expect("ptrace(request: SET_SYSCALL_USER_DISPATCH_CONFIG, pid: %d<@@>, addr: 32, data: {mode: OFF, selector: NULL, offset: 0, len: 0}) = %s", pid, result(ret));
	ret = syscall(SYS_ptrace, GET_SUD, pid, 32ul, &dispatch);
	if (!ret)
		expect("ptrace(request: GET_SYSCALL_USER_DISPATCH_CONFIG, pid: %d<@@>, addr: 32, data: {mode: OFF, selector: NULL, offset: 0, len: 0}) = 0", pid);
	else
		expect("ptrace(request: GET_SYSCALL_USER_DISPATCH_CONFIG, pid: %d<@@>, addr: 32, data: %p) = %s", pid, (void *)&dispatch, result(ret));
	ret = syscall(SYS_ptrace, GET_FILTER, pid, 0ul, got);
	if (ret == 1)
		expect("ptrace(request: SECCOMP_GET_FILTER, pid: %d<@@>, addr: 0, data: [BPF_STMT(code: RET|K, k: 0x7fff0000)]) = 1", pid);
	else
		expect("ptrace(request: SECCOMP_GET_FILTER, pid: %d<@@>, addr: 0, data: %p) = %s", pid, (void *)got, result(ret));
	ret = syscall(SYS_ptrace, SET_INFO, pid, 40ul, &info);
	expect("ptrace(request: SET_SYSCALL_INFO, pid: %d<@@>, addr: 40, data: {op: EXIT, arch: 0, instruction_pointer: NULL, stack_pointer: NULL, exit: {rval: 0, is_error: 0}}) = %s", pid, result(ret));
	end();
	kill(pid, SIGKILL);
	return 0;
}
