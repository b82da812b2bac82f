// SPDX-License-Identifier: BSD-2-Clause
// options: --verbose
/* Calls for time, queues, requests and events that fail or change nothing; calls that no kernel has any more. */
#include "live.h"

#include <sys/epoll.h>
#include <sys/time.h>
#include <time.h>
#include <linux/io_uring.h>

#include "numbers.h"

static char buf[64];

/* Every clock; the number that is none of them has no name */
static void clocks(void)
{
	static const char *const names[] = { "REALTIME", "MONOTONIC", "PROCESS_CPUTIME_ID", "THREAD_CPUTIME_ID", "MONOTONIC_RAW", "REALTIME_COARSE",
					     "MONOTONIC_COARSE", "BOOTTIME", "REALTIME_ALARM", "BOOTTIME_ALARM", "SGI_CYCLE", "TAI" };
	struct timespec t;

	for (int i = 0; i < (int)(sizeof(names) / sizeof(names[0])); i++) {
		int ret = syscall(SYS_clock_gettime, i, &t);

		if (!ret)
			expect("clock_gettime(which_clock: %s, tp: {tv_sec: %ld, tv_nsec: %ld}@@) = 0", names[i], (long)t.tv_sec, (long)t.tv_nsec);
		else
			expect("clock_gettime(which_clock: %s, tp: %p) = %s", names[i], (void *)&t, result(ret));
		t = (struct timespec){ 1, 1000000000 };
		ret = syscall(SYS_clock_settime, i, &t);
		expect("clock_settime(which_clock: %s, tp: {tv_sec: 1, tv_nsec: 1000000000}) = %s", names[i], result(ret));
	}
}

int main(void)
{
	long ret;

	mlockall(MCL_CURRENT);	/* memory that the kernel does not read is resident, too */
	begin();
	ret = syscall(SYS_gettimeofday, NULL, NULL);
	expect("gettimeofday(tv: NULL, tz: NULL) = %s", result(ret));
	ret = syscall(SYS_settimeofday, NULL, &(struct timezone){ 99999, 0 });
	expect("settimeofday(tv: NULL, tz: {tz_minuteswest: 99999, tz_dsttime: 0}) = %s", result(ret));
	ret = syscall(SYS_adjtimex, NULL);
	expect("adjtimex(txc_p: NULL) = %s", result(ret));
	ret = syscall(SYS_clock_settime, CLOCK_MONOTONIC, &(struct timespec){ 1, 2 });
	expect("clock_settime(which_clock: MONOTONIC, tp: {tv_sec: 1, tv_nsec: 2}) = %s", result(ret));
	clocks();
	ret = syscall(SYS_clock_adjtime, CLOCK_MONOTONIC, NULL);
	expect("clock_adjtime(which_clock: MONOTONIC, utx: NULL) = %s", result(ret));
	ret = syscall(SYS_timer_gettime, -1, NULL);
	expect("timer_gettime(timer_id: -1, setting: NULL) = %s", result(ret));
	ret = syscall(SYS_timer_getoverrun, -1);
	expect("timer_getoverrun(timer_id: -1) = %s", result(ret));
	ret = syscall(SYS_semtimedop, -1, NULL, 0, NULL);
	expect("semtimedop(semid: -1, tsops: NULL, nsops: 0, timeout: NULL) = %s", result(ret));
	ret = syscall(SYS_mq_unlink, "nosuch");
	expect("mq_unlink(u_name: \"nosuch\") = %s", result(ret));
	ret = syscall(SYS_mq_timedsend, -1, "text", 4, 1, NULL);
	expect("mq_timedsend(mqdes: -1, u_msg_ptr: \"text\", msg_len: 4, msg_prio: 1, u_abs_timeout: NULL) = %s", result(ret));
	ret = syscall(SYS_mq_timedreceive, -1, buf, 16, NULL, NULL);
	expect("mq_timedreceive(mqdes: -1, u_msg_ptr: %p, msg_len: 16, u_msg_prio: NULL, u_abs_timeout: NULL) = %s", (void *)buf, result(ret));
	ret = syscall(SYS_mq_notify, -1, NULL);
	expect("mq_notify(mqdes: -1, u_notification: NULL) = %s", result(ret));
	ret = syscall(SYS_mq_getsetattr, -1, NULL, NULL);
	expect("mq_getsetattr(mqdes: -1, u_mqstat: NULL, u_omqstat: NULL) = %s", result(ret));
	ret = syscall(SYS_io_setup, 0, NULL);
	expect("io_setup(nr_events: 0, ctxp: NULL) = %s", result(ret));
	ret = syscall(SYS_io_destroy, 0);
	expect("io_destroy(ctx: NULL) = %s", result(ret));
	ret = syscall(SYS_io_getevents, 0, 1, 2, NULL, NULL);
	expect("io_getevents(ctx_id: NULL, min_nr: 1, nr: 2, events: NULL, timeout: NULL) = %s", result(ret));
	ret = syscall(SYS_io_pgetevents, 0, 1, 2, NULL, NULL, NULL);
	expect("io_pgetevents(ctx_id: NULL, min_nr: 1, nr: 2, events: NULL, timeout: NULL, usig: NULL) = %s", result(ret));
	ret = syscall(SYS_io_uring_setup, 0, NULL);
	expect("io_uring_setup(entries: 0, params: NULL) = %s", result(ret));
	ret = syscall(SYS_io_uring_enter, -1, 1, 2, IORING_ENTER_GETEVENTS, NULL, 8);
	expect("io_uring_enter(fd: -1, to_submit: 1, min_complete: 2, flags: GETEVENTS, argp: NULL, argsz: 8) = %s", result(ret));
	/* no descriptor: the number of a registered ring */
	ret = syscall(SYS_io_uring_enter, 0, 0, 0, IORING_ENTER_REGISTERED_RING, NULL, 8);
	expect("io_uring_enter(fd: 0, to_submit: 0, min_complete: 0, flags: REGISTERED_RING, argp: NULL, argsz: 8) = %s", result(ret));
	ret = syscall(SYS_io_uring_register, -1, IORING_REGISTER_BUFFERS, NULL, 0);
	expect("io_uring_register(fd: -1, opcode: REGISTER_BUFFERS, arg: NULL, nr_args: 0) = %s", result(ret));
#ifdef SYS_epoll_create
	ret = syscall(SYS_epoll_create, -1);
	expect("epoll_create(size: -1) = %s", result(ret));
#endif
	ret = syscall(SYS_epoll_pwait2, -1, NULL, 1, NULL, NULL, 8);
	expect("epoll_pwait2(epfd: -1, events: NULL, maxevents: 1, timeout: NULL, sigmask: NULL, sigsetsize: 8) = %s", result(ret));
	ret = syscall(SYS_inotify_init1, 0x10000);
	expect("inotify_init1(flags: 0x10000) = %s", result(ret));
#ifdef SYS_eventfd
	ret = syscall(SYS_eventfd, 0);
	expect("eventfd(count: 0) = %s", ret < 0 ? error() : text("%ld<anon_inode:[eventfd]>", ret));
#endif
#ifdef SYS_sysfs
	ret = syscall(SYS_sysfs, 3);
	expect("sysfs(option: 3) = %s", result(ret));
#endif
#ifdef SYS__sysctl
	ret = syscall(SYS__sysctl, NULL);
	expect("_sysctl(args: NULL) = %s", result(ret));
#endif
#ifdef SYS_create_module
	ret = syscall(SYS_create_module, "name", 16);
	expect("create_module(name: \"name\", size: 16) = %s", result(ret));
#endif
#ifdef SYS_get_kernel_syms
	ret = syscall(SYS_get_kernel_syms, NULL);
	expect("get_kernel_syms(table: NULL) = %s", result(ret));
#endif
#ifdef SYS_query_module
	ret = syscall(SYS_query_module, NULL, 1, NULL, 0, NULL);
	expect("query_module(name: NULL, which: 1, buf: NULL, bufsize: 0, ret: NULL) = %s", result(ret));
#endif
	ret = syscall(SYS_nfsservctl, 0, NULL, NULL);
	expect("nfsservctl(cmd: 0, arg: NULL, res: NULL) = %s", result(ret));
#ifdef SYS_getpmsg
	ret = syscall(SYS_getpmsg, -1, NULL, NULL, NULL, NULL);
	expect("getpmsg(fd: -1, ctl: NULL, data: NULL, band: NULL, flags: NULL) = %s", result(ret));
#endif
#ifdef SYS_putpmsg
	ret = syscall(SYS_putpmsg, -1, NULL, NULL, 0, 0);
	expect("putpmsg(fd: -1, ctl: NULL, data: NULL, band: 0, flags: 0) = %s", result(ret));
#endif
#ifdef SYS_afs_syscall
	ret = syscall(SYS_afs_syscall, 1, 2, 3, 4, 5, 6);
	expect("afs_syscall(arg1: 0x1, arg2: 0x2, arg3: 0x3, arg4: 0x4, arg5: 0x5) = %s", result(ret));
#endif
#ifdef SYS_tuxcall
	ret = syscall(SYS_tuxcall, 1, 2, 3, 4, 5, 6);
	expect("tuxcall(arg1: 0x1, arg2: 0x2, arg3: 0x3) = %s", result(ret));
#endif
#ifdef SYS_security
	ret = syscall(SYS_security, 1, 2, 3, 4, 5, 6);
	expect("security(arg1: 0x1, arg2: 0x2, arg3: 0x3) = %s", result(ret));
#endif
#ifdef SYS_epoll_ctl_old
	ret = syscall(SYS_epoll_ctl_old, -1, EPOLL_CTL_DEL, -1, 4);
	expect("epoll_ctl_old(epfd: -1, op: DEL, fd: -1, event: 0x4) = %s", result(ret));
#endif
#ifdef SYS_epoll_wait_old
	ret = syscall(SYS_epoll_wait_old, -1, 2, 3, 4);
	expect("epoll_wait_old(epfd: -1, events: 0x2, maxevents: 3, timeout: 4) = %s", result(ret));
#endif
#ifdef SYS_vserver
	ret = syscall(SYS_vserver, 1, 2, 3, 4, 5, 6);
	expect("vserver(arg1: 0x1, arg2: 0x2, arg3: 0x3, arg4: 0x4, arg5: 0x5) = %s", result(ret));
#endif
#ifdef SYS_inotify_init
	ret = syscall(SYS_inotify_init);
	expect("inotify_init() = %s", ret < 0 ? error() : text("%ld<anon_inode:inotify>", ret));
#endif
	end();
}
