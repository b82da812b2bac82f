// SPDX-License-Identifier: BSD-2-Clause
// options: -e ppoll,utimensat,clock_gettime,clock_settime,clock_nanosleep,mq_timedsend,gettimeofday,munmap,madvise --verbose
/* Dates of times of day, units of sizes. */
#include "live.h"

#include <time.h>
#include <sys/time.h>

#define MIB (1ul << 20)

int main(void)
{
	struct timespec times[2] = { { 1700000000, 5 }, { 0, UTIME_OMIT } }, odd = { 1700000000, -1 }, now;
	struct timeval tv;
	struct timespec past = { 1, 0 }, none = { 0, 0 };
	char date[32];
	int ret;

	mlockall(MCL_CURRENT);	/* the kernel does not read what it refuses */
	begin();
	ret = syscall(SYS_ppoll, NULL, 0, &none, NULL, 8);	/* what is added to its result must not be taken for part of later calls */
	expect("ppoll(ufds: NULL, nfds: 0, tsp: {tv_sec: 0, tv_nsec: 0}, sigmask: NULL, sigsetsize: 8) = 0 (Timeout)");
	ret = syscall(SYS_utimensat, -1, "file", times, 0);
	expect("utimensat(dfd: -1, filename: \"file\", utimes: [{tv_sec: 1700000000, tv_nsec: 5} /* 2023-11-14T22:13:20Z */, UTIME_OMIT], flags: 0) = %s", result(ret));
	ret = syscall(SYS_clock_settime, CLOCK_REALTIME, &odd);
	expect("clock_settime(which_clock: REALTIME, tp: {tv_sec: 1700000000, tv_nsec: -1}) = %s", result(ret));
	ret = syscall(SYS_clock_settime, CLOCK_MONOTONIC, times);
	expect("clock_settime(which_clock: MONOTONIC, tp: {tv_sec: 1700000000, tv_nsec: 5}) = %s", result(ret));
	ret = syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
	strftime(date, sizeof(date), "%FT%TZ", gmtime(&now.tv_sec));
	expect("clock_gettime(which_clock: REALTIME, tp: {tv_sec: %ld, tv_nsec: %ld} /* %s */) = %s", (long)now.tv_sec, now.tv_nsec, date, result(ret));
	ret = syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	expect("clock_gettime(which_clock: MONOTONIC, tp: {tv_sec: %ld, tv_nsec: %ld}) = %s", (long)now.tv_sec, now.tv_nsec, result(ret));
	ret = syscall(SYS_gettimeofday, &tv, NULL);
	strftime(date, sizeof(date), "%FT%TZ", gmtime(&tv.tv_sec));
	expect("gettimeofday(tv: {tv_sec: %ld, tv_usec: %ld} /* %s */, tz: NULL) = %s", (long)tv.tv_sec, (long)tv.tv_usec, date, result(ret));
	ret = syscall(SYS_clock_nanosleep, CLOCK_REALTIME, TIMER_ABSTIME, times, NULL);
	expect("clock_nanosleep(which_clock: REALTIME, flags: ABSTIME, rqtp: {tv_sec: 1700000000, tv_nsec: 5} /* 2023-11-14T22:13:20Z */, rmtp: NULL) = %s", result(ret));
	ret = syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, TIMER_ABSTIME, &past, NULL);
	expect("clock_nanosleep(which_clock: MONOTONIC, flags: ABSTIME, rqtp: {tv_sec: 1, tv_nsec: 0}, rmtp: NULL) = %s", result(ret));
	ret = syscall(SYS_mq_timedsend, -1, NULL, 0, 0, times);
	expect("mq_timedsend(mqdes: -1, u_msg_ptr: NULL, msg_len: 0, msg_prio: 0, u_abs_timeout: {tv_sec: 1700000000, tv_nsec: 5} /* 2023-11-14T22:13:20Z */) = %s", result(ret));
	ret = syscall(SYS_munmap, 1, 8 * MIB);
	expect("munmap(addr: 0x1, len: 8388608 /* 8 MiB */) = %s", result(ret));
	ret = syscall(SYS_munmap, 1, 3 * 1024 * MIB);
	expect("munmap(addr: 0x1, len: 3221225472 /* 3 GiB */) = %s", result(ret));
	ret = syscall(SYS_munmap, 1, MIB + 4096);
	expect("munmap(addr: 0x1, len: 1052672 /* 1028 KiB */) = %s", result(ret));
	ret = syscall(SYS_munmap, 1, MIB + 1);
	expect("munmap(addr: 0x1, len: 1048577 /* ~1.0 MiB */) = %s", result(ret));
	ret = syscall(SYS_madvise, 1, 4096, MADV_NORMAL);
	expect("madvise(start: 0x1, len_in: 4096, behavior: NORMAL) = %s", result(ret));
	end();
	return 0;
}
