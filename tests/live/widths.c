// SPDX-License-Identifier: BSD-2-Clause
// options: -e prctl,ptrace,clone3,mount_setattr,openat2,remap_file_pages,mbind,mprotect,pkey_mprotect,mmap -e creat,mkdir,mkdirat,mknod,mknodat,umask,mq_open,ustat -e add_key,request_key,keyctl,syslog,kcmp,close_range -e writev,pwritev,vmsplice,process_vm_writev,select,pselect6,poll,ppoll,sendmmsg,sched_setaffinity,bind,setsockopt,sethostname,rt_sigaction,ioctl
// abis: native i386 arm
/*
 * Widths of arguments: a word with bits in its upper half has no name, the upper half of an int's register is ignored; modes have
 * 16 bits; signs; and lengths of captured memory.
 */
#include "live.h"

#include <asm/ioctls.h>
#include <linux/kcmp.h>
#include <linux/keyctl.h>
#include <linux/openat2.h>
#include <linux/sched.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>

#ifdef __LP64__
#define HIGH 0xdeadbeef00000000
#define LEFT "0xdeadbeef0000000"	/* and a digit */

/* struct mount_attr of linux/mount.h, which conflicts with sys/mount.h of older C libraries */
struct attr {
	uint64_t set, clr, propagation, userns_fd;
};

static void words(void)
{
	struct clone_args clone = { .exit_signal = HIGH | SIGCHLD };
	struct open_how how = { .mode = HIGH | 0644 };
	struct { uint64_t handler, flags, restorer, mask; } act = { .flags = HIGH | SA_RESTART };
	struct attr attr = { .userns_fd = HIGH | 1 };

	expect("prctl(option: SET_DUMPABLE, dumpable: " LEFT "1) = %s", result(syscall(SYS_prctl, HIGH | PR_SET_DUMPABLE, HIGH | 1)));
	expect("prctl(option: SET_PDEATHSIG, sig: " LEFT "9) = %s", result(syscall(SYS_prctl, PR_SET_PDEATHSIG, HIGH | SIGKILL)));
	expect("prctl(option: SET_SYSCALL_USER_DISPATCH, mode: " LEFT "1, offset: 0x1, len: 2, selector: 0x3) = %s",
	       result(syscall(SYS_prctl, 59, HIGH | 1, 1, 2, 3)));
	expect("prctl(option: SET_VMA, opt: " LEFT "0, start: 0x1, size: 2, name: NULL) = %s", result(syscall(SYS_prctl, 0x53564d41, HIGH, 1, 2, 0)));
	expect("prctl(option: CAPBSET_READ, cap: " LEFT "3) = %s", result(syscall(SYS_prctl, PR_CAPBSET_READ, HIGH | 3)));
	expect("prctl(option: SET_MM, opt: START_DATA, addr: 0x1, arg4: 0x2, arg5: 0x3) = %s",
	       result(syscall(SYS_prctl, PR_SET_MM, HIGH | PR_SET_MM_START_DATA, 1, 2, 3)));
	expect("ptrace(request: " LEFT "7, pid: 1, addr: 0x2, data: 0x3) = %s", result(syscall(SYS_ptrace, HIGH | PTRACE_CONT, 1, 2, 3)));
	expect("ptrace(request: CONT, pid: -1, addr: 0x2, data: " LEFT "9) = %s", result(syscall(SYS_ptrace, PTRACE_CONT, -1, 2, HIGH | SIGKILL)));
	expect("clone3(uargs: {flags: 0, exit_signal: 0xdeadbeef00000011, stack: NULL, stack_size: 0, set_tid: NULL, set_tid_size: 0}, size: 88) = %s",
	       result(syscall(SYS_clone3, &clone, sizeof(clone))));
	clone.flags = CLONE_INTO_CGROUP;
	clone.exit_signal = SIGCHLD;
	clone.cgroup = HIGH | 1;
	expect("clone3(uargs: {flags: INTO_CGROUP, exit_signal: CHLD, stack: NULL, stack_size: 0, set_tid: NULL, set_tid_size: 0, cgroup: " LEFT "1}, size: 88) = %s",
	       result(syscall(SYS_clone3, &clone, sizeof(clone))));
	expect("rt_sigaction(sig: KILL, act: {sa_handler: SIG_DFL, sa_mask: [], sa_flags: RESTART|" LEFT "0}, oact: NULL, sigsetsize: 8) = %s",
	       result(syscall(SYS_rt_sigaction, SIGKILL, &act, NULL, 8L)));
	expect("ioctl(fd: -1, cmd: TCFLSH, arg: 0x100000000) = %s", result(syscall(SYS_ioctl, -1, TCFLSH, 1ul << 32)));
	expect("openat2(dfd: CWD, filename: \"f\", how: {flags: RDONLY, mode: 01572555756740000000644, resolve: 0}, usize: 24) = %s",
	       result(syscall(SYS_openat2, AT_FDCWD, "f", &how, sizeof(how))));
	expect("mount_setattr(dfd: -1, path: \"\", flags: 0, uattr: {attr_set: 0, attr_clr: 0, propagation: 0, userns_fd: " LEFT "1}, usize: 32) = %s",
	       result(syscall(SYS_mount_setattr, -1, "", 0, &attr, sizeof(attr))));
	expect("remap_file_pages(start: 0x8, size: 1, prot: READ|" LEFT "0, pgoff: 3, flags: " LEFT "0) = %s",
	       result(syscall(SYS_remap_file_pages, BAD, 1, HIGH | PROT_READ, 3, HIGH)));
	expect("mbind(start: 0x8, len: 1, mode: " LEFT "1, nmask: NULL, maxnode: 0, flags: STRICT) = %s",
	       result(syscall(SYS_mbind, BAD, 1, HIGH | 1, NULL, 0, HIGH | 1)));
	expect("mprotect(start: 0x8, len: 1, prot: READ|" LEFT "0) = %s", result(syscall(SYS_mprotect, BAD, 1, HIGH | PROT_READ)));
	expect("pkey_mprotect(start: 0x8, len: 1, prot: READ|" LEFT "0, pkey: 3) = %s", result(syscall(SYS_pkey_mprotect, BAD, 1, HIGH | PROT_READ, HIGH | 3)));
	expect("mmap(addr: 0x8, len: 0, prot: READ|" LEFT "0, flags: PRIVATE|" LEFT "0, fd: -1, off: 0) = %s",
	       result(syscall(SYS_mmap, BAD, 0, HIGH | PROT_READ, HIGH | MAP_PRIVATE, HIGH | 0xffffffff, 0L)));
}

/* n bytes of p at the end of the last mapped page. */
static char *page;

static void *at_end(const void *p, size_t n)
{
	return memcpy(page + 4096 - n, p, n);
}

#define VEC "[{iov_base: \"ab\", iov_len: 2}, {iov_base: \"cd\", iov_len: 2}]"

#ifdef SYS_select
static void waiting(int null)
{
	unsigned long bits = 3ul << null;
	struct pollfd fds[2] = { { .fd = null, .events = POLLIN } };
	const char *file = text("%d</dev/null>", null);
	void *end = at_end(&bits, sizeof(bits));

	expect("select(n: %d, inp: NULL, outp: [%s], exp: NULL, tvp: NULL) = 1", null + 1, file);
	syscall(SYS_select, HIGH | (null + 1), NULL, end, NULL, NULL);
	expect("select(n: -1, inp: %p, outp: NULL, exp: NULL, tvp: NULL) = %s", end, result(syscall(SYS_select, HIGH | 0xffffffff, end, NULL, NULL, NULL)));
	expect("poll(ufds: [{fd: %s, events: IN, revents: IN}], nfds: 1, timeout_msecs: 0) = 1", file);
	syscall(SYS_poll, fds, HIGH | 1, HIGH);
}
#else
static void waiting(int null)	/* newer architectures lack these calls */
{
	(void)null;
}
#endif

static void lengths(void)
{
	struct iovec vec[3] = { { "ab", 2 }, { "cd", 2 }, { "ef", 2 } };
	int null = open("/dev/null", O_RDWR), s = socket(AF_INET, SOCK_DGRAM, 0), one = 1;
	unsigned long cpus = 1;
	struct mmsghdr m[2] = { { .msg_hdr = { .msg_iov = vec, .msg_iovlen = 1 } } };
	struct sockaddr a = { .sa_family = AF_INET };
	const char *file = text("%d</dev/null>", null);

	expect("writev(fd: %s, vec: " VEC ", vlen: 2) = 4", file);
	syscall(SYS_writev, null, vec, HIGH | 2);
	expect("pwritev(fd: %s, vec: " VEC ", vlen: 2, pos_l: 0) = 4", file);
	syscall(SYS_pwritev, null, vec, HIGH | 2, 0, 0);
	expect("vmsplice(fd: %s, uiov: " VEC ", nr_segs: 2, flags: 0) = %s", file, result(syscall(SYS_vmsplice, null, vec, HIGH | 2, 0)));
	expect("process_vm_writev(pid: -1, lvec: " VEC ", liovcnt: 2, rvec: [], riovcnt: 0, flags: 0x1) = %s",
	       result(syscall(SYS_process_vm_writev, -1, vec, HIGH | 2, vec, 0L, 1L)));
	expect("keyctl(option: INSTANTIATE_IOV, id: 1, payload_iov: " VEC ", ioc: 2, ringid: 3) = %s",
	       result(syscall(SYS_keyctl, KEYCTL_INSTANTIATE_IOV, 1, vec, HIGH | 2, 3)));
	waiting(null);
	expect("sendmmsg(fd: %d<UDP:[@@]>, mmsg: [{msg_hdr: {msg_name: NULL, msg_namelen: 0, msg_iov: [{iov_base: \"ab\", iov_len: 2}], msg_iovlen: 1, "
	       "msg_control: NULL, msg_controllen: 0, msg_flags: 0}}], vlen: 1, flags: 0) = %s", s, result(syscall(SYS_sendmmsg, s, m, HIGH | 1, HIGH)));
	expect("sched_setaffinity(pid: -1, len: 8, user_mask_ptr: [0]) = %s", result(syscall(SYS_sched_setaffinity, -1, HIGH | 8, at_end(&cpus, 8))));
	expect("setsockopt(fd: %d<UDP:[@@]>, level: SOCKET, optname: REUSEADDR, optval: [1], optlen: 4) = %s", s,
	       result(syscall(SYS_setsockopt, s, SOL_SOCKET, SO_REUSEADDR, &one, HIGH | 4)));
	expect("setsockopt(fd: %d<UDP:[@@]>, level: SOCKET, optname: REUSEADDR, optval: %p, optlen: -1) = %s", s, &one,
	       result(syscall(SYS_setsockopt, s, SOL_SOCKET, SO_REUSEADDR, &one, HIGH | 0xffffffff)));
	expect("bind(fd: %d<UDP:[@@]>, umyaddr: %p, addrlen: -1) = %s", s, &a, result(syscall(SYS_bind, s, &a, -1)));
	expect("sethostname(name: %p, len: -1) = %s", &one, result(syscall(SYS_sethostname, &one, -1)));
}
#else
static void words(void)
{
}

static void lengths(void)
{
}
#endif

static void modes(void)
{
#ifdef SYS_creat
	expect(ABI "creat(pathname: 0x8 <unread>, mode: 0177777) = %s", result(syscall(SYS_creat, BAD, -1)));
	expect(ABI "mkdir(pathname: 0x8 <unread>, mode: 0177777) = %s", result(syscall(SYS_mkdir, BAD, -1)));
	expect(ABI "mknod(filename: 0x8 <unread>, mode: IFCHR|07777, dev: makedev(0xfff, 0xfffff)) = %s", result(syscall(SYS_mknod, BAD, 0xffff2fff, -1L)));
	expect(ABI "ustat(dev: makedev(0xfff, 0xfffff), ubuf: 0x8) = %s", result(syscall(SYS_ustat, -1L, BAD)));
#endif
	expect(ABI "mkdirat(dfd: -1, pathname: 0x8 <unread>, mode: 0177777) = %s", result(syscall(SYS_mkdirat, -1, BAD, -1)));
	expect(ABI "mknodat(dfd: -1, filename: 0x8 <unread>, mode: IFCHR|07777, dev: makedev(0xfff, 0xfffff)) = %s", result(syscall(SYS_mknodat, -1, BAD, 0xffff2fff, -1L)));
	expect(ABI "mknodat(dfd: -1, filename: 0x8 <unread>, mode: 0177777) = %s", result(syscall(SYS_mknodat, -1, BAD, -1, -1L)));
	expect(ABI "umask(mask: 0177777) = 0%lo", syscall(SYS_umask, -1));
	expect(ABI "mq_open(u_name: 0x8 <unread>, oflag: RDONLY|CREAT, mode: 0177777, u_attr: NULL) = %s", result(syscall(SYS_mq_open, BAD, O_CREAT, -1, NULL)));
}

static void signs(void)
{
	expect(ABI "add_key(_type: \"user\", _description: \"x\", _payload: \"pay\", plen: 3, ringid: -100) = %s",
	       result(syscall(SYS_add_key, "user", "x", "pay", 3, -100)));
	expect(ABI "add_key(_type: \"user\", _description: \"x\", _payload: \"pay\", plen: 3, ringid: 1000) = %s",
	       result(syscall(SYS_add_key, "user", "x", "pay", 3, 1000)));
	expect(ABI "request_key(_type: \"user\", _description: \"x\", _callout_info: NULL, destringid: -100) = %s",
	       result(syscall(SYS_request_key, "user", "x", NULL, -100)));
	expect(ABI "keyctl(option: REVOKE, id: -100) = %s", result(syscall(SYS_keyctl, KEYCTL_REVOKE, -100)));
	expect(ABI "keyctl(option: LINK, id: -100, ringid: THREAD_KEYRING) = %s",
	       result(syscall(SYS_keyctl, KEYCTL_LINK, -100, KEY_SPEC_THREAD_KEYRING)));
	expect(ABI "keyctl(option: SET_REQKEY_KEYRING, reqkey_defl: -5) = %s", result(syscall(SYS_keyctl, KEYCTL_SET_REQKEY_KEYRING, -5)));
	expect(ABI "syslog(type: -1, buf: 0x8, len: -1) = %s", result(syscall(SYS_syslog, -1, BAD, -1)));
	expect(ABI "kcmp(pid1: -16, pid2: -2, type: FILE, idx1: -2, idx2: -3) = %s", result(syscall(SYS_kcmp, -16, -2, KCMP_FILE, -2, -3)));
	expect(ABI "close_range(fd: 4294967294, max_fd: 4294967295, flags: 0x8) = %s", result(syscall(SYS_close_range, -2, -1, 8)));
}

int main(void)
{
#ifdef __LP64__
	page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	munmap(page + 4096, 4096);
#endif
	begin();
	words();
	modes();
	signs();
	lengths();
	end();
	return 0;
}
