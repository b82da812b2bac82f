// SPDX-License-Identifier: BSD-2-Clause
// options: --verbose
/* Calls on processes, users, signals and privileges that fail or change nothing. */
#include "live.h"

#ifdef __x86_64__
#include <asm/prctl.h>
#endif
#include <sys/signalfd.h>
#include <linux/kexec.h>
#include <linux/landlock.h>
#include <linux/perf_event.h>

#include "numbers.h"

static int id[3];
/* struct ns_id_req, and more than is known of it */
static struct { unsigned size, spare; unsigned long long ns_id; unsigned ns_type, spare2; unsigned long long user_ns_id; char more[8]; } ns_req = {
	32, 0, 7, CLONE_NEWUTS | CLONE_NEWNET, 0, -1ull, "ABCDEFGH"
};

int main(void)
{
	long ret;

	mlockall(MCL_CURRENT);	/* memory that the kernel does not read is resident, too */
	begin();
	ret = syscall(SYS_setgid, 0);
	expect("setgid(gid: 0) = %s", result(ret));
	ret = syscall(SYS_geteuid);
	expect("geteuid() = %s", result(ret));
	ret = syscall(SYS_getegid);
	expect("getegid() = %s", result(ret));
	ret = syscall(SYS_gettid);
	expect("gettid() = %s", result(ret));
	ret = syscall(SYS_setpgid, -1, 5);
	expect("setpgid(pid: -1, pgid: 5) = %s", result(ret));
#ifdef SYS_getpgrp
	ret = syscall(SYS_getpgrp);
	expect("getpgrp() = %s", result(ret));
#endif
	ret = syscall(SYS_getpgid, -1);
	expect("getpgid(pid: -1) = %s", result(ret));
	ret = syscall(SYS_setreuid, -1, 0);
	expect("setreuid(ruid: -1, euid: 0) = %s", result(ret));
	ret = syscall(SYS_setregid, -1, 0);
	expect("setregid(rgid: -1, egid: 0) = %s", result(ret));
	ret = syscall(SYS_getgroups, -1, NULL);
	expect("getgroups(gidsetsize: -1, grouplist: NULL) = %s", result(ret));
	ret = syscall(SYS_setgroups, -1, NULL);
	expect("setgroups(gidsetsize: -1, grouplist: NULL) = %s", result(ret));
	ret = syscall(SYS_setresuid, -1, -1, 0);
	expect("setresuid(ruid: -1, euid: -1, suid: 0) = %s", result(ret));
	ret = syscall(SYS_getresuid, &id[0], &id[1], &id[2]);
	expect("getresuid(ruidp: [0], euidp: [0], suidp: [0]) = %s", result(ret));
	ret = syscall(SYS_setresgid, -1, 0, -1);
	expect("setresgid(rgid: -1, egid: 0, sgid: -1) = %s", result(ret));
	ret = syscall(SYS_getresgid, &id[0], &id[1], &id[2]);
	expect("getresgid(rgidp: [0], egidp: [0], sgidp: [0]) = %s", result(ret));
	ret = syscall(SYS_setfsuid, 0);
	expect("setfsuid(uid: 0) = %s", result(ret));
	ret = syscall(SYS_setfsgid, 0);
	expect("setfsgid(gid: 0) = %s", result(ret));
	ret = syscall(SYS_sched_setparam, -1, &(struct sched_param){ 7 });
	expect("sched_setparam(pid: -1, param: {sched_priority: 7}) = %s", result(ret));
	ret = syscall(SYS_sched_getparam, -1, NULL);
	expect("sched_getparam(pid: -1, param: NULL) = %s", result(ret));
	ret = syscall(SYS_sched_rr_get_interval, -1, NULL);
	expect("sched_rr_get_interval(pid: -1, interval: NULL) = %s", result(ret));
	ret = syscall(SYS_sched_getaffinity, -1, 8, NULL);
	expect("sched_getaffinity(pid: -1, len: 8, user_mask_ptr: NULL) = %s", result(ret));
	ret = syscall(SYS_setdomainname, NULL, -1);
	expect("setdomainname(name: NULL, len: -1) = %s", result(ret));
#ifdef SYS_iopl
	ret = syscall(SYS_iopl, 9);
	expect("iopl(level: 9) = %s", result(ret));
#endif
#ifdef SYS_ioperm
	ret = syscall(SYS_ioperm, 0x10000, 1, 1);
	expect("ioperm(from: 0x10000, num: 1, turn_on: 1) = %s", result(ret));
#endif
#ifdef SYS_arch_prctl
	ret = syscall(SYS_arch_prctl, ARCH_GET_FS, NULL);
	expect("arch_prctl(option: GET_FS, arg2: NULL) = %s", result(ret));
#endif
#ifdef SYS_set_thread_area
	ret = syscall(SYS_set_thread_area, NULL);
	expect("set_thread_area(u_info: NULL) = %s", result(ret));
#endif
#ifdef SYS_get_thread_area
	ret = syscall(SYS_get_thread_area, NULL);
	expect("get_thread_area(u_info: NULL) = %s", result(ret));
#endif
	ret = syscall(SYS_set_tid_address, NULL);
	expect("set_tid_address(tidptr: NULL) = %s", text("%ld<%s>", ret, program_invocation_short_name));
	ret = syscall(SYS_set_robust_list, NULL, 1);
	expect("set_robust_list(head: NULL, len: 1) = %s", result(ret));
	ret = syscall(SYS_get_robust_list, -1, NULL, NULL);
	expect("get_robust_list(pid: -1, head_ptr: NULL, len_ptr: NULL) = %s", result(ret));
	ret = syscall(SYS_restart_syscall);
	expect("restart_syscall() = %s", result(ret));
	ret = syscall(SYS_tkill, -1, SIGTERM);
	expect("tkill(pid: -1, sig: TERM) = %s", result(ret));
	ret = syscall(SYS_rt_tgsigqueueinfo, -1, -1, SIGTERM, NULL);
	expect("rt_tgsigqueueinfo(tgid: -1, pid: -1, sig: TERM, uinfo: NULL) = %s", result(ret));
	ret = syscall(SYS_rt_sigtimedwait, NULL, NULL, NULL, 5);
	expect("rt_sigtimedwait(uthese: NULL, uinfo: NULL, uts: NULL, sigsetsize: 5) = %s", result(ret));
	ret = syscall(SYS_sigaltstack, NULL, NULL);
	expect("sigaltstack(uss: NULL, uoss: NULL) = %s", result(ret));
#ifdef SYS_signalfd
	ret = syscall(SYS_signalfd, -1, NULL, 5);
	expect("signalfd(ufd: -1, user_mask: NULL, sizemask: 5) = %s", result(ret));
#endif
	ret = syscall(SYS_signalfd4, -1, NULL, 5, SFD_CLOEXEC);
	expect("signalfd4(ufd: -1, user_mask: NULL, sizemask: 5, flags: CLOEXEC) = %s", result(ret));
	ret = syscall(SYS_pidfd_send_signal, -1, SIGTERM, NULL, 0);
	expect("pidfd_send_signal(pidfd: -1, sig: TERM, info: NULL, flags: 0) = %s", result(ret));
	ret = syscall(SYS_pidfd_getfd, -1, 5, 0);
	expect("pidfd_getfd(pidfd: -1, fd: 5, flags: 0) = %s", result(ret));
	ret = syscall(SYS_process_mrelease, -1, 0);
	expect("process_mrelease(pidfd: -1, flags: 0) = %s", result(ret));
	ret = syscall(SYS_setns, -1, CLONE_NEWNET);
	expect("setns(fd: -1, flags: NEWNET) = %s", result(ret));
	ret = syscall(SYS_getcpu, NULL, NULL, NULL);
	expect("getcpu(cpup: NULL, nodep: NULL, unused: NULL) = %s", result(ret));
	ret = syscall(SYS_membarrier, 9999, 0, 0);
	expect("membarrier(cmd: 0x270f, flags: 0) = %s", result(ret));
	ret = syscall(SYS_rseq, NULL, 0, 0, 0);
	expect("rseq(rseq: NULL, rseq_len: 0, flags: 0, sig: 0) = %s", result(ret));
#ifdef SYS_uselib
	ret = syscall(SYS_uselib, "/nosuch");
	expect("uselib(library: \"/nosuch\") = %s", result(ret));
#endif
	ret = syscall(SYS_perf_event_open, NULL, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	expect("perf_event_open(attr_uptr: NULL, pid: 0, cpu: -1, group_fd: -1, flags: FD_CLOEXEC) = %s", result(ret));
	ret = syscall(SYS_kexec_load, 1, 99999, NULL, 0);
	expect("kexec_load(entry: 0x1, nr_segments: 99999, segments: NULL, flags: ARCH_DEFAULT) = %s", result(ret));
	ret = syscall(SYS_kexec_load, 1, 99999, NULL, KEXEC_ON_CRASH | KEXEC_ARCH_ARM);
	expect("kexec_load(entry: 0x1, nr_segments: 99999, segments: NULL, flags: ON_CRASH|ARCH_ARM) = %s", result(ret));
	ret = syscall(SYS_kexec_file_load, -1, -1, 4, "cmd", KEXEC_FILE_NO_INITRAMFS);
	expect("kexec_file_load(kernel_fd: -1, initrd_fd: -1, cmdline_len: 4, cmdline_ptr: \"cmd\\0\", flags: NO_INITRAMFS) = %s", result(ret));
	ret = syscall(SYS_finit_module, -1, "params", 0);
	expect("finit_module(fd: -1, uargs: \"params\", flags: 0) = %s", result(ret));
	ret = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	expect("landlock_create_ruleset(attr: NULL, size: 0, flags: VERSION) = %s", result(ret));
	ret = syscall(SYS_landlock_add_rule, -1, LANDLOCK_RULE_PATH_BENEATH, NULL, 0);
	expect("landlock_add_rule(ruleset_fd: -1, rule_type: PATH_BENEATH, rule_attr: NULL, flags: 0) = %s", result(ret));
	ret = syscall(SYS_landlock_restrict_self, -1, 0);
	expect("landlock_restrict_self(ruleset_fd: -1, flags: 0) = %s", result(ret));
	ret = syscall(SYS_lsm_get_self_attr, 100, NULL, NULL, 0);
	expect("lsm_get_self_attr(attr: CURRENT, ctx: NULL, size: NULL, flags: 0) = %s", result(ret));
	ret = syscall(SYS_lsm_get_self_attr, 0, NULL, NULL, 0);
	expect("lsm_get_self_attr(attr: UNDEF, ctx: NULL, size: NULL, flags: 0) = %s", result(ret));
	ret = syscall(SYS_lsm_set_self_attr, 100, NULL, 0, 0);
	expect("lsm_set_self_attr(attr: CURRENT, ctx: NULL, size: 0, flags: 0) = %s", result(ret));
	ret = syscall(SYS_lsm_list_modules, NULL, NULL, 0);
	expect("lsm_list_modules(ids: NULL, size: NULL, flags: 0) = %s", result(ret));
	ret = syscall(SYS_listns, NULL, NULL, 0, 0);
	expect("listns(req: NULL, ns_ids: NULL, nr_ns_ids: 0, flags: 0) = %s", result(ret));
	ret = syscall(SYS_listns, &ns_req, NULL, 0, 1);
	expect("listns(req: {size: 32, ns_id: 7, ns_type: NEWUTS|NEWNET, user_ns_id: -1}, ns_ids: NULL, nr_ns_ids: 0, flags: 0x1) = %s", result(ret));
	ns_req.spare = 5;
	ns_req.size = 40;
	ret = syscall(SYS_listns, &ns_req, NULL, 0, 1);
	expect("listns(req: {size: 40, spare: 0x5, ns_id: 7, ns_type: NEWUTS|NEWNET, user_ns_id: -1, rest: \"ABCDEFGH\"}, @@flags: 0x1) = %s", result(ret));
	end();
}
