// SPDX-License-Identifier: BSD-2-Clause
// options: -e %clock,nanosleep,clock_nanosleep,setitimer,getitimer,/^timer/,times,utimensat
/* Times: seconds, dates, remaining times; timers. */
#include "live.h"

#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>

int main(void)
{
	struct timespec ts = { 0, 1000 }, res, bad = { 1, 2000000000 }, set[2] = { { 1700000000, 5 }, { 0, UTIME_OMIT } };
	struct itimerval it = { { 1, 2 }, { 100, 3 } }, was;
	struct itimerspec its = { { 0, 7 }, { 50, 0 } }, left;
	timer_t timer, other;
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1, .sigev_value.sival_int = 7 };
	long r;
	int fd;

	close(open("file", O_CREAT | O_WRONLY, 0600));
	begin();
	r = syscall(SYS_nanosleep, &ts, &res);
	expect("nanosleep(rqtp: {tv_sec: 0, tv_nsec: 1000}, rmtp: @@) = %ld", r);
	r = syscall(SYS_nanosleep, &bad, NULL);
	expect("nanosleep(rqtp: {tv_sec: 1, tv_nsec: 2000000000}, rmtp: NULL) = %s", result(r));
	r = syscall(SYS_nanosleep, BAD, NULL);
	expect("nanosleep(rqtp: 0x8 <unread>, rmtp: NULL) = %s", result(r));
	r = syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL);
	expect("clock_nanosleep(which_clock: MONOTONIC, flags: ABSTIME, rqtp: {tv_sec: 0, tv_nsec: 1000}, rmtp: NULL) = %ld", r);
	r = syscall(SYS_clock_getres, CLOCK_MONOTONIC, &res);
	expect("clock_getres(which_clock: MONOTONIC, tp: {tv_sec: 0, tv_nsec: %ld}) = %ld", res.tv_nsec, r);
	r = syscall(SYS_clock_gettime, CLOCK_REALTIME, &res);
	expect("clock_gettime(which_clock: REALTIME, tp: {tv_sec: %ld, tv_nsec: %ld}) = %ld", (long)res.tv_sec, res.tv_nsec, r);
	r = syscall(SYS_clock_gettime, 99, &res);
	expect("clock_gettime(which_clock: 0x63, tp: %p) = %s", &res, result(r));
	r = syscall(SYS_setitimer, ITIMER_VIRTUAL, &it, &was);
	expect("setitimer(which: @@VIRTUAL, value: {it_interval: {tv_sec: 1, tv_usec: 2}, it_value: {tv_sec: 100, tv_usec: 3}}, "
	       "ovalue: {it_interval: {tv_sec: 0, tv_usec: 0}, it_value: {tv_sec: 0, tv_usec: 0}}) = %ld", r);
	r = syscall(SYS_getitimer, ITIMER_VIRTUAL, &was);
	expect("getitimer(which: @@VIRTUAL, value: {it_interval: {tv_sec: 1, tv_usec: 2}, it_value: {tv_sec: %ld, tv_usec: %ld}}) = %ld",
	       (long)was.it_value.tv_sec, (long)was.it_value.tv_usec, r);
	fd = syscall(SYS_timerfd_create, CLOCK_BOOTTIME, TFD_NONBLOCK);
	expect("timerfd_create(clockid: BOOTTIME, flags: NONBLOCK) = %d<anon_inode:[timerfd]>", fd);
	r = syscall(SYS_timerfd_settime, fd, 0, &its, &left);
	expect("timerfd_settime(ufd: %d<anon_inode:[timerfd]>, flags: 0, utmr: {it_interval: {tv_sec: 0, tv_nsec: 7}, it_value: {tv_sec: 50, tv_nsec: 0}}, "
	       "otmr: {it_interval: {tv_sec: 0, tv_nsec: 0}, it_value: {tv_sec: 0, tv_nsec: 0}}) = %ld", fd, r);
	r = syscall(SYS_timerfd_gettime, fd, &left);
	expect("timerfd_gettime(ufd: %d<anon_inode:[timerfd]>, otmr: {it_interval: {tv_sec: 0, tv_nsec: 7}, it_value: {tv_sec: %ld, tv_nsec: %ld}}) = %ld", fd,
	       (long)left.it_value.tv_sec, left.it_value.tv_nsec, r);
	r = syscall(SYS_timer_create, CLOCK_MONOTONIC, NULL, &timer);
	expect("timer_create(which_clock: MONOTONIC, timer_event_spec: NULL, created_timer_id: [%d]) = %ld", (int)(long)timer, r);
	r = syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &other);
	expect("timer_create(which_clock: MONOTONIC, timer_event_spec: {sigev_value: {sival_int: 7, sival_ptr: 0x7}, sigev_signo: USR1, sigev_notify: SIGNAL}, "
	       "created_timer_id: [%d]) = %ld", (int)(long)other, r);
	event.sigev_notify = SIGEV_THREAD;
	event.sigev_notify_function = (void (*)(union sigval))0x1000;
	event.sigev_notify_attributes = (void *)0x2000;
	r = syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &other);
	expect("timer_create(which_clock: MONOTONIC, timer_event_spec: {sigev_value: {sival_int: 7, sival_ptr: 0x7}, sigev_signo: USR1, sigev_notify: THREAD, "
	       "sigev_notify_function: 0x1000, sigev_notify_attributes: 0x2000}, created_timer_id: [%d]) = %ld", (int)(long)other, r);
	r = syscall(SYS_timer_settime, (int)(long)timer, 0, &its, NULL);
	expect("timer_settime(timer_id: %d, flags: 0, new_setting: {it_interval: {tv_sec: 0, tv_nsec: 7}, it_value: {tv_sec: 50, tv_nsec: 0}}, "
	       "old_setting: NULL) = %ld", (int)(long)timer, r);
	r = syscall(SYS_timer_delete, (int)(long)timer);
	expect("timer_delete(timer_id: %d) = %ld", (int)(long)timer, r);
	r = syscall(SYS_utimensat, AT_FDCWD, "file", set, AT_SYMLINK_NOFOLLOW);
	expect("utimensat(dfd: CWD, filename: \"file\", utimes: [{tv_sec: 1700000000, tv_nsec: 5}, UTIME_OMIT], flags: SYMLINK_NOFOLLOW) = %ld", r);
	end();
	return 0;
}
