// SPDX-License-Identifier: BSD-2-Clause
// options: -e ptrace
/* ptrace: each request, of a process that does not exist. */
#include "live.h"

#include <linux/ptrace.h>
#include <asm/ptrace.h>

enum { NOBODY = 0x7ffffff0 };	/* no process has this ID */
#ifndef PTRACE_GETSIGINFO
#define PTRACE_GETSIGINFO 0x4202
#endif
#ifndef PTRACE_GETSIGMASK
#define PTRACE_GETSIGMASK 0x420a
#endif
#ifndef PTRACE_GET_RSEQ_CONFIGURATION
#define PTRACE_GET_RSEQ_CONFIGURATION 0x420f
#endif
#ifndef PTRACE_GET_SYSCALL_INFO
#define PTRACE_GET_SYSCALL_INFO 0x420e
#endif
#ifndef PTRACE_GET_SYSCALL_USER_DISPATCH_CONFIG
#define PTRACE_GET_SYSCALL_USER_DISPATCH_CONFIG 0x4211
#endif
#ifndef PTRACE_LISTEN
#define PTRACE_LISTEN 0x4208
#endif
#ifndef PTRACE_PEEKSIGINFO
#define PTRACE_PEEKSIGINFO 0x4209
#endif
#ifndef PTRACE_SECCOMP_GET_FILTER
#define PTRACE_SECCOMP_GET_FILTER 0x420c
#endif
#ifndef PTRACE_SECCOMP_GET_METADATA
#define PTRACE_SECCOMP_GET_METADATA 0x420d
#endif
#ifndef PTRACE_SETSIGINFO
#define PTRACE_SETSIGINFO 0x4203
#endif
#ifndef PTRACE_SETSIGMASK
#define PTRACE_SETSIGMASK 0x420b
#endif
#ifndef PTRACE_SET_SYSCALL_INFO
#define PTRACE_SET_SYSCALL_INFO 0x4212
#endif
#ifndef PTRACE_SET_SYSCALL_USER_DISPATCH_CONFIG
#define PTRACE_SET_SYSCALL_USER_DISPATCH_CONFIG 0x4210
#endif

#define MAKE(line, ...) \
	do { \
		long ret_ = syscall(__VA_ARGS__); \
		expect("%s = %s", line, result(ret_)); \
	} while (0)

int main(void)
{
	mlockall(MCL_CURRENT);	/* the kernel does not read what it refuses */
	begin();
#ifdef PTRACE_ARCH_PRCTL
	MAKE("ptrace(request: ARCH_PRCTL, pid: 2147483632, addr: 0x8, data: GET_FS)",
	     SYS_ptrace, PTRACE_ARCH_PRCTL, NOBODY, BAD, 0x1003);
#endif
#ifdef PTRACE_ATTACH
	MAKE("ptrace(request: ATTACH, pid: 2147483632)",
	     SYS_ptrace, PTRACE_ATTACH, NOBODY, 0, 0);
#endif
#ifdef PTRACE_GETFPREGS
	MAKE("ptrace(request: GETFPREGS, pid: 2147483632, addr: NULL, data: 0x8)",
	     SYS_ptrace, PTRACE_GETFPREGS, NOBODY, 0, BAD);
#endif
#ifdef PTRACE_GETFPXREGS
	MAKE("ptrace(request: GETFPXREGS, pid: 2147483632, addr: NULL, data: 0x8)",
	     SYS_ptrace, PTRACE_GETFPXREGS, NOBODY, 0, BAD);
#endif
	MAKE("ptrace(request: GETSIGINFO, pid: 2147483632, addr: NULL, data: 0x8)",
	     SYS_ptrace, PTRACE_GETSIGINFO, NOBODY, 0, BAD);
	MAKE("ptrace(request: GETSIGMASK, pid: 2147483632, addr: 8, data: 0x8)",
	     SYS_ptrace, PTRACE_GETSIGMASK, NOBODY, 8, BAD);
	MAKE("ptrace(request: GET_RSEQ_CONFIGURATION, pid: 2147483632, addr: 16, data: 0x8)",
	     SYS_ptrace, PTRACE_GET_RSEQ_CONFIGURATION, NOBODY, 16, BAD);
	MAKE("ptrace(request: GET_SYSCALL_INFO, pid: 2147483632, addr: 16, data: 0x8)",
	     SYS_ptrace, PTRACE_GET_SYSCALL_INFO, NOBODY, 16, BAD);
	MAKE("ptrace(request: GET_SYSCALL_USER_DISPATCH_CONFIG, pid: 2147483632, addr: 16, data: 0x8)",
	     SYS_ptrace, PTRACE_GET_SYSCALL_USER_DISPATCH_CONFIG, NOBODY, 16, BAD);
#ifdef PTRACE_GET_THREAD_AREA
	MAKE("ptrace(request: GET_THREAD_AREA, pid: 2147483632, addr: 12, data: 0x8)",
	     SYS_ptrace, PTRACE_GET_THREAD_AREA, NOBODY, 12, BAD);
#endif
	MAKE("ptrace(request: LISTEN, pid: 2147483632)",
	     SYS_ptrace, PTRACE_LISTEN, NOBODY, 0, 0);
#ifdef PTRACE_OLDSETOPTIONS
	MAKE("ptrace(request: OLDSETOPTIONS, pid: 2147483632, addr: NULL, data: TRACESYSGOOD)",
	     SYS_ptrace, PTRACE_OLDSETOPTIONS, NOBODY, 0, 1);
#endif
#ifdef PTRACE_PEEKDATA
	MAKE("ptrace(request: PEEKDATA, pid: 2147483632, addr: 0x8, data: 0x8)",
	     SYS_ptrace, PTRACE_PEEKDATA, NOBODY, 8, BAD);
#endif
	MAKE("ptrace(request: PEEKSIGINFO, pid: 2147483632, addr: 0x8 <unread>, data: 0x8)",
	     SYS_ptrace, PTRACE_PEEKSIGINFO, NOBODY, BAD, BAD);
#ifdef PTRACE_PEEKTEXT
	MAKE("ptrace(request: PEEKTEXT, pid: 2147483632, addr: 0x8, data: 0x8)",
	     SYS_ptrace, PTRACE_PEEKTEXT, NOBODY, 8, BAD);
#endif
#ifdef PTRACE_PEEKUSR
	MAKE("ptrace(request: PEEKUSR, pid: 2147483632, addr: 0x8, data: 0x8)",
	     SYS_ptrace, PTRACE_PEEKUSR, NOBODY, 8, BAD);
#endif
#ifdef PTRACE_POKEDATA
	MAKE("ptrace(request: POKEDATA, pid: 2147483632, addr: 0x8, data: 0x1234)",
	     SYS_ptrace, PTRACE_POKEDATA, NOBODY, 8, 0x1234);
#endif
#ifdef PTRACE_POKETEXT
	MAKE("ptrace(request: POKETEXT, pid: 2147483632, addr: 0x8, data: 0x1234)",
	     SYS_ptrace, PTRACE_POKETEXT, NOBODY, 8, 0x1234);
#endif
#ifdef PTRACE_POKEUSR
	MAKE("ptrace(request: POKEUSR, pid: 2147483632, addr: 0x8, data: 0x1234)",
	     SYS_ptrace, PTRACE_POKEUSR, NOBODY, 8, 0x1234);
#endif
	MAKE("ptrace(request: SECCOMP_GET_FILTER, pid: 2147483632, addr: 3, data: NULL)",
	     SYS_ptrace, PTRACE_SECCOMP_GET_FILTER, NOBODY, 3, 0);
	MAKE("ptrace(request: SECCOMP_GET_METADATA, pid: 2147483632, addr: 16, data: 0x8)",
	     SYS_ptrace, PTRACE_SECCOMP_GET_METADATA, NOBODY, 16, BAD);
#ifdef PTRACE_SETFPREGS
	MAKE("ptrace(request: SETFPREGS, pid: 2147483632, addr: NULL, data: 0x8)",
	     SYS_ptrace, PTRACE_SETFPREGS, NOBODY, 0, BAD);
#endif
#ifdef PTRACE_SETFPXREGS
	MAKE("ptrace(request: SETFPXREGS, pid: 2147483632, addr: NULL, data: 0x8)",
	     SYS_ptrace, PTRACE_SETFPXREGS, NOBODY, 0, BAD);
#endif
#ifdef PTRACE_SETREGS
	MAKE("ptrace(request: SETREGS, pid: 2147483632, addr: NULL, data: 0x8)",
	     SYS_ptrace, PTRACE_SETREGS, NOBODY, 0, BAD);
#endif
	MAKE("ptrace(request: SETSIGINFO, pid: 2147483632, addr: NULL, data: 0x8 <unread>)",
	     SYS_ptrace, PTRACE_SETSIGINFO, NOBODY, 0, BAD);
	MAKE("ptrace(request: SETSIGMASK, pid: 2147483632, addr: 8, data: 0x8 <unread>)",
	     SYS_ptrace, PTRACE_SETSIGMASK, NOBODY, 8, BAD);
	MAKE("ptrace(request: SET_SYSCALL_INFO, pid: 2147483632, addr: 16, data: 0x8 <unread>)",
	     SYS_ptrace, PTRACE_SET_SYSCALL_INFO, NOBODY, 16, BAD);
	MAKE("ptrace(request: SET_SYSCALL_USER_DISPATCH_CONFIG, pid: 2147483632, addr: 16, data: 0x8 <unread>)",
	     SYS_ptrace, PTRACE_SET_SYSCALL_USER_DISPATCH_CONFIG, NOBODY, 16, BAD);
#ifdef PTRACE_SET_THREAD_AREA
	MAKE("ptrace(request: SET_THREAD_AREA, pid: 2147483632, addr: 12, data: 0x8 <unread>)",
	     SYS_ptrace, PTRACE_SET_THREAD_AREA, NOBODY, 12, BAD);
#endif
#ifdef PTRACE_SINGLEBLOCK
	MAKE("ptrace(request: SINGLEBLOCK, pid: 2147483632, addr: NULL, data: USR1)",
	     SYS_ptrace, PTRACE_SINGLEBLOCK, NOBODY, 0, 10);
#endif
#ifdef PTRACE_SINGLESTEP
	MAKE("ptrace(request: SINGLESTEP, pid: 2147483632, addr: NULL, data: USR1)",
	     SYS_ptrace, PTRACE_SINGLESTEP, NOBODY, 0, 10);
#endif
#ifdef PTRACE_SYSEMU
	MAKE("ptrace(request: SYSEMU, pid: 2147483632, addr: NULL, data: USR1)",
	     SYS_ptrace, PTRACE_SYSEMU, NOBODY, 0, 10);
#endif
#ifdef PTRACE_SYSEMU_SINGLESTEP
	MAKE("ptrace(request: SYSEMU_SINGLESTEP, pid: 2147483632, addr: NULL, data: USR1)",
	     SYS_ptrace, PTRACE_SYSEMU_SINGLESTEP, NOBODY, 0, 10);
#endif
	end();
	return 0;
}
