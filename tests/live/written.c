// SPDX-License-Identifier: BSD-2-Clause
// options: --verbose -e 'wait*,sched_setattr,sched_getattr,ptrace,recvmsg,recvmmsg,recvfrom,setsockopt,getsockopt' -e rt_sigpending,statmount,capget
// threads
// abis: native i386 arm
/* Memory that the call did not write, or beyond the size passed, is not shown; returned sizes. */
#define THREADS
#include "live.h"

#include <arpa/inet.h>
#include <elf.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>

#ifndef SYS_statmount
#define SYS_statmount 457	/* Linux 6.8 */
#endif
#define PATTERN 0x11

static pid_t sleeper(void)
{
	pid_t child = fork();

	if (!child)
		for (;;)
			pause();
	return child;
}

static void end_of(pid_t child)
{
	kill(child, SIGKILL);
	expect_of("written", child, "--- SIGKILL @@");
	expect_of("written", child, "+++ killed by SIGKILL +++");
}

static void waiting(void)
{
	pid_t child = sleeper();
	struct rusage ru;
	siginfo_t info;
	int status;

	memset(&ru, PATTERN, sizeof(ru));
	memset(&info, PATTERN, sizeof(info));
	syscall(SYS_wait4, child, &status, WNOHANG, &ru);
	expect(ABI "wait4(upid: %d@@, stat_addr: %p, options: WNOHANG, ru: %p) = 0", child, &status, &ru);
#ifdef SYS_waitpid
	syscall(SYS_waitpid, child, &status, WNOHANG);
	expect(ABI "waitpid(pid: %d@@, stat_addr: %p, options: WNOHANG) = 0", child, &status);
#endif
	syscall(SYS_waitid, P_PID, child, &info, WNOHANG | WEXITED, &ru);
	expect(ABI "waitid(which: PID, upid: %d@@, infop: {}, options: WNOHANG|WEXITED, ru: %p) = 0", child, &ru);
	syscall(SYS_waitid, P_PID, child, NULL, WNOHANG | WEXITED, &ru);
	expect(ABI "waitid(which: PID, upid: %d@@, infop: NULL, options: WNOHANG|WEXITED, ru: %p) = 0", child, &ru);
	end_of(child);
	syscall(SYS_waitid, P_PID, child, &info, WNOWAIT | WEXITED, &ru);
	expect(ABI "waitid(which: PID, upid: %d@@, infop: {si_signo: CHLD, si_code: KILLED, si_pid: %d@@, si_uid: %u, si_status: KILL}, options: WEXITED|WNOWAIT, ru: {ru_utime: @@}) = 0", child, child, getuid());
	syscall(SYS_wait4, child, &status, 0, &ru);
	expect(ABI "wait4(upid: %d@@, stat_addr: {signaled: KILL}, options: 0, ru: {ru_utime: @@}) = %d@@", child, child);
}

struct attr {			/* struct sched_attr of linux/sched/types.h */
	uint32_t size, sched_policy;
	uint64_t sched_flags;
	int32_t sched_nice;
	uint32_t sched_priority;
	uint64_t sched_runtime, sched_deadline, sched_period;
	uint32_t sched_util_min, sched_util_max;
};

#define OLD_ATTR "sched_policy: OTHER, sched_flags: 0, sched_nice: 0, sched_priority: 0, sched_runtime: @@, sched_deadline: 0, sched_period: 0"

static void sizes(void)
{
	struct attr a = { .size = 1, .sched_util_min = 5, .sched_util_max = 6 };
	struct { struct attr a; char more[8]; } longer = { .more = "abcd" };

	expect(ABI "sched_setattr(pid: 0, uattr: {size: 1} => {size: 56}, flags: 0) = %s", result(syscall(SYS_sched_setattr, 0, &a, 0)));
	a.size = 0;
	expect(ABI "sched_setattr(pid: 0, uattr: {size: 0, " OLD_ATTR "}, flags: 0) = %s", result(syscall(SYS_sched_setattr, 0, &a, 0)));
	a.size = 48;
	expect(ABI "sched_setattr(pid: 0, uattr: {size: 48, " OLD_ATTR "}, flags: 0x1) = %s", result(syscall(SYS_sched_setattr, 0, &a, 1)));
	a.size = 56;
	expect(ABI "sched_setattr(pid: -1, uattr: {size: 56, " OLD_ATTR ", sched_util_min: 5, sched_util_max: 6}, flags: 0) = %s",
	       result(syscall(SYS_sched_setattr, -1, &a, 0)));
	a.size = 60;
	longer.a = a;
	expect(ABI "sched_setattr(pid: -1, uattr: {size: 60, " OLD_ATTR ", sched_util_min: 5, sched_util_max: 6, rest: \"abcd\"}, flags: 0) = %s",
	       result(syscall(SYS_sched_setattr, -1, &longer, 0)));
	memset(&a, PATTERN, sizeof(a));
	expect(ABI "rt_sigpending(uset: [], sigsetsize: 3) = %s", result(syscall(SYS_rt_sigpending, &a, 3L)));
	expect(ABI "sched_getattr(pid: 0, uattr: {size: 48, " OLD_ATTR "}, usize: 48, flags: 0) = %s", result(syscall(SYS_sched_getattr, 0, &a, 48, 0)));
	expect(ABI "sched_getattr(pid: 0, uattr: {size: 56, " OLD_ATTR ", sched_util_min: @@}, usize: 56, flags: 0) = %s",
	       result(syscall(SYS_sched_getattr, 0, &a, 56, 0)));
}

static void versions(void)
{
	struct { uint32_t version, pid; } header = { 1, 0 };
	uint32_t data[6];

	expect(ABI "capget(header: {version: 0x1, pid: 0} => {version: VERSION_3}, dataptr: %p) = %s", data, result(syscall(SYS_capget, &header, data)));
}

/* struct mnt_id_req of linux/mount.h; older kernels lack the call */
static void requests(void)
{
	struct req {
		uint32_t size, mnt_ns_fd;
		uint64_t mnt_id, param, mnt_ns_id;
	} req = { 24, 0, 0, 0, 5 };

	expect(ABI "statmount(req: {size: 24, mnt_ns_fd: 0, mnt_id: 0, param: 0}, buf: NULL, bufsize: 0, flags: 0) = %s", result(syscall(SYS_statmount, &req, 0L, 0L, 0)));
	req.size = 23;
	expect(ABI "statmount(req: {size: 23}, buf: NULL, bufsize: 0, flags: 0) = %s", result(syscall(SYS_statmount, &req, 0L, 0L, 0)));
}

/* The kernel returns the size that it used. */
#if defined __x86_64__
#define REGISTERS "{r15: @@, orig_rax: 0x@@, gs: 0}"
#define REGISTERS_MORE "{r15: @@, orig_rax: 0x@@, gs: 0, ...}"
#elif defined __i386__
#define REGISTERS "{ebx: @@, orig_eax: 0x@@, xss: 0x@@}"
#define REGISTERS_MORE "{ebx: @@, orig_eax: 0x@@, xss: 0x@@, ...}"
#elif defined __aarch64__
#define REGISTERS "{regs: [@@], sp: 0x@@, pc: 0x@@, pstate: @@}"
#define REGISTERS_MORE "{regs: [@@], sp: 0x@@, pc: 0x@@, pstate: @@, ...}"
#elif defined __arm__
#define REGISTERS "{uregs: [@@]}"
#define REGISTERS_MORE "{uregs: [@@], ...}"
#else
#define REGISTERS "0x@@"
#define REGISTERS_MORE "0x@@"
#endif

static void registers(void)
{
	pid_t child = sleeper();
	char regs[1024];
	struct iovec io = { regs, sizeof(regs) };
	size_t len;

	syscall(SYS_ptrace, PTRACE_SEIZE, child, 0, 0);
	expect(ABI "ptrace(request: SEIZE, pid: %d@@", child);
	syscall(SYS_ptrace, PTRACE_INTERRUPT, child, 0, 0);
	expect(ABI "ptrace(request: INTERRUPT, pid: %d@@", child);
	syscall(SYS_wait4, child, NULL, __WALL, NULL);
	expect(ABI "wait4(upid: %d@@", child);
	syscall(SYS_ptrace, PTRACE_GETREGSET, child, NT_PRSTATUS, &io);
	len = io.iov_len;
	expect(ABI "ptrace(request: GETREGSET, pid: %d@@, addr: PRSTATUS, data: {iov_base: " REGISTERS ", iov_len: 1024 => %zu}) = 0",
	       child, len);
	io.iov_len = len + 8;
	syscall(SYS_ptrace, PTRACE_SETREGSET, child, NT_PRSTATUS, &io);
	expect(ABI "ptrace(request: SETREGSET, pid: %d@@, addr: PRSTATUS, data: {iov_base: " REGISTERS_MORE ", iov_len: %zu => %zu}) = 0",
	       child, len + 8, len);
	end_of(child);
	syscall(SYS_wait4, child, NULL, __WALL, NULL);
	expect(ABI "wait4(upid: %d@@", child);
}

#define REST "msg_iov: [{iov_base: \"x\", iov_len: 4}], msg_iovlen: 1, msg_control: NULL, msg_controllen: 0, msg_flags: 0"

static void names(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
	int s = socket(AF_INET, SOCK_DGRAM, 0);
	char name[128], data[4], more[4];
	struct iovec io = { data, sizeof(data) }, io2 = { more, sizeof(more) };
	struct msghdr m = { .msg_name = name, .msg_iov = &io, .msg_iovlen = 1 };
	struct mmsghdr mm[2] = { { .msg_hdr = m }, { .msg_hdr = m } };
	socklen_t len = sizeof(a);
	unsigned port;

	bind(s, (void *)&a, len);
	getsockname(s, (void *)&a, &len);
	port = ntohs(a.sin_port);
	memset(name, 0xff, sizeof(name));
	for (int i = 0; i < 8; i++)
		sendto(s, "x", 1, 0, (void *)&a, sizeof(a));
	m.msg_namelen = 4;
	syscall(SYS_recvmsg, s, &m, 0);
	expect(ABI "recvmsg(fd: @@, msg: {msg_name: {sa_family: INET, sin_port: %u, ...}, msg_namelen: 4 => 16, " REST "}, flags: 0) = 1", port);
	m.msg_namelen = 110;
	syscall(SYS_recvmsg, s, &m, 0);
	expect(ABI "recvmsg(fd: @@, msg: {msg_name: {sa_family: INET, sin_port: %u, sin_addr: \"127.0.0.1\"}, msg_namelen: 110 => 16, " REST "}, flags: 0) = 1", port);
	m.msg_namelen = 0;
	syscall(SYS_recvmsg, s, &m, 0);
	expect(ABI "recvmsg(fd: @@, msg: {msg_name: %p, msg_namelen: 0 => 16, " REST "}, flags: 0) = 1", name);
	m.msg_name = NULL;
	m.msg_namelen = 9;
	syscall(SYS_recvmsg, s, &m, 0);
	expect(ABI "recvmsg(fd: @@, msg: {msg_name: NULL, msg_namelen: 9, " REST "}, flags: 0) = 1");
	mm[0].msg_hdr.msg_namelen = 4;
	mm[1].msg_hdr.msg_namelen = 16;
	mm[1].msg_hdr.msg_iov = &io2;
	syscall(SYS_recvmmsg, s, mm, 2, 0, NULL);
	expect(ABI "recvmmsg(fd: @@, mmsg: [{msg_hdr: {msg_name: {sa_family: INET, sin_port: %u, ...}, msg_namelen: 4 => 16, " REST "}, msg_len: 1}, "
	       "{msg_hdr: {msg_name: {sa_family: INET, sin_port: %u, sin_addr: \"127.0.0.1\"}, msg_namelen: 16, " REST "}, msg_len: 1}], vlen: 2, "
	       "flags: 0, timeout: NULL) = 2", port, port);
	len = 4;
	syscall(SYS_recvfrom, s, data, sizeof(data), 0, name, &len);
	expect(ABI "recvfrom(fd: @@, ubuf: \"x\", size: 4, flags: 0, addr: {sa_family: INET, sin_port: %u, ...}, addr_len: [4 => 16]) = 1", port);
	close(s);
}

static void options(void)
{
	int s = socket(AF_INET, SOCK_DGRAM, 0), one[2] = { 1, 1 };
	socklen_t len = 5;

	expect(ABI "setsockopt(fd: @@, level: SOCKET, optname: DEBUG, optval: [1], optlen: 5) = %s", result(syscall(SYS_setsockopt, s, SOL_SOCKET, SO_DEBUG, one, 5)));
	expect(ABI "setsockopt(fd: @@, level: SOCKET, optname: DEBUG, optval: [1], optlen: 8) = %s", result(syscall(SYS_setsockopt, s, SOL_SOCKET, SO_DEBUG, one, 8)));
	expect(ABI "setsockopt(fd: @@, level: SOCKET, optname: DEBUG, optval: %p, optlen: 3) = %s", one, result(syscall(SYS_setsockopt, s, SOL_SOCKET, SO_DEBUG, one, 3)));
	syscall(SYS_getsockopt, s, SOL_SOCKET, SO_DEBUG, one, &len);
	expect(ABI "getsockopt(fd: @@, level: SOCKET, optname: DEBUG, optval: [@@], optlen: [5 => 4]) = 0");
	close(s);
}

int main(void)
{
	begin();
	waiting();
	sizes();
	requests();
	versions();
	registers();
	names();
	options();
	end();
	return 0;
}
