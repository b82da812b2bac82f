// SPDX-License-Identifier: BSD-2-Clause
// options: -e poll,ppoll,select,pselect6,/^epoll/,eventfd2
/* Waiting for descriptors: requested and returned events. */
#include "live.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <time.h>

int main(void)
{
	int fds[2], ep, ev, n;
	struct pollfd p[2];
	struct timespec ts = { 0, 1000 };
	struct epoll_event e = { .events = EPOLLIN | EPOLLET, .data.u64 = 0x1234 }, got[4];
	unsigned long long mask = 1 << (SIGINT - 1);
	struct { const void *set; size_t size; } sig = { &mask, 8 };
	struct stat st;
	fd_set r, w;
	char rd[64], wr[64];

	if (pipe(fds) || fstat(fds[0], &st))
		return 1;
	snprintf(rd, sizeof(rd), "%d<pipe:[%lu]>", fds[0], (unsigned long)st.st_ino);
	snprintf(wr, sizeof(wr), "%d<pipe:[%lu]>", fds[1], (unsigned long)st.st_ino);
	p[0] = (struct pollfd){ .fd = fds[0], .events = POLLIN | POLLPRI };
	p[1] = (struct pollfd){ .fd = fds[1], .events = POLLOUT };
	begin();
#ifdef SYS_poll
	n = syscall(SYS_poll, p, 1, 0);
	expect("poll(ufds: [{fd: %s, events: @@IN|@@PRI, revents: 0}], nfds: 1, timeout_msecs: 0) = 0 (Timeout)", rd);
	n = syscall(SYS_poll, p, 2, -1);
	expect("poll(ufds: [{fd: %s, events: @@IN|@@PRI, revents: 0}, {fd: %s, events: @@OUT, revents: @@OUT}], nfds: 2, timeout_msecs: -1) = %d", rd, wr, n);
	n = syscall(SYS_poll, p, 0, 1);
	expect("poll(ufds: @@, nfds: 0, timeout_msecs: 1) = 0 (Timeout)");
	n = syscall(SYS_poll, BAD, 1, 1);
	expect("poll(ufds: 0x8 <unread>, nfds: 1, timeout_msecs: 1) = %s", result(n));
#endif
	n = syscall(SYS_ppoll, p, 1, &ts, &mask, 8L);
	expect("ppoll(ufds: [{fd: %s, events: @@IN|@@PRI, revents: 0}], nfds: 1, tsp: {tv_sec: 0, tv_nsec: 1000} => {tv_sec: 0, tv_nsec: 0}, sigmask: [INT], "
	       "sigsetsize: 8) = 0 (Timeout)", rd);
	FD_ZERO(&r);
	FD_ZERO(&w);
	FD_SET(fds[0], &r);
	FD_SET(fds[0], &w);
	FD_SET(fds[1], &w);
#ifdef SYS_select
	n = syscall(SYS_select, fds[1] + 1, &r, &w, NULL, &(struct timeval){ 0, 500 });
	expect("select(n: %d, inp: [%s] => [], outp: [%s %s] => [%s], exp: NULL, tvp: {tv_sec: 0, tv_usec: 500}@@) = %d", fds[1] + 1, rd, rd, wr, wr, n);
	FD_SET(fds[0], &r);
	n = syscall(SYS_select, fds[0] + 1, &r, NULL, NULL, &(struct timeval){ 0, 1 });
	expect("select(n: %d, inp: [%s] => [], outp: NULL, exp: NULL, tvp: {tv_sec: 0, tv_usec: 1} => {tv_sec: 0, tv_usec: 0}) = 0 (Timeout)", fds[0] + 1, rd);
#endif
	FD_ZERO(&w);
	FD_SET(fds[1], &w);
	n = syscall(SYS_pselect6, fds[1] + 1, NULL, &w, NULL, &(struct timespec){ 1, 0 }, &sig);
	expect("pselect6(n: %d, inp: NULL, outp: [%s], exp: NULL, tsp: {tv_sec: 1, tv_nsec: 0}@@, sig: {ss: [INT], ss_len: 8}) = %d", fds[1] + 1, wr, n);
	/* the remaining time */
	FD_ZERO(&r);		/* as after select, which not every ABI has */
	n = syscall(SYS_pselect6, fds[0] + 1, &r, NULL, NULL, &(struct timespec){ 0, 1000 }, NULL);
	expect("pselect6(n: %d, inp: [], outp: NULL, exp: NULL, tsp: {tv_sec: 0, tv_nsec: 1000} => {tv_sec: 0, tv_nsec: 0}, sig: NULL) = 0 (Timeout)",
	       fds[0] + 1);
	sig.set = BAD;
	n = syscall(SYS_pselect6, 0, NULL, NULL, NULL, NULL, &sig);
	expect("pselect6(n: 0, inp: NULL, outp: NULL, exp: NULL, tsp: NULL, sig: {ss: 0x8 <unread>, ss_len: 8}) = %s", result(n));
	ep = syscall(SYS_epoll_create1, EPOLL_CLOEXEC);
	expect("epoll_create1(flags: CLOEXEC) = %d<anon_inode:[eventpoll]>", ep);
	ev = syscall(SYS_eventfd2, 3, EFD_SEMAPHORE | EFD_NONBLOCK);
	expect("eventfd2(count: 3, flags: SEMAPHORE|NONBLOCK) = %d<anon_inode:[eventfd]>", ev);
	n = syscall(SYS_epoll_ctl, ep, EPOLL_CTL_ADD, ev, &e);
	expect("epoll_ctl(epfd: %d<anon_inode:[eventpoll]>, op: @@ADD, fd: %d<anon_inode:[eventfd]>, event: {events: @@IN|@@ET, data: 0x1234}) = %d", ep, ev, n);
#ifdef SYS_epoll_wait
	n = syscall(SYS_epoll_wait, ep, got, 4, -1);
	expect("epoll_wait(epfd: %d<anon_inode:[eventpoll]>, events: [{events: @@IN, data: 0x1234}], maxevents: 4, timeout: -1) = %d", ep, n);
#else
	n = syscall(SYS_epoll_pwait, ep, got, 4, -1, NULL, 8L);
	expect("epoll_pwait(epfd: %d<anon_inode:[eventpoll]>, events: [{events: @@IN, data: 0x1234}], maxevents: 4, timeout: -1, sigmask: NULL, "
	       "sigsetsize: 8) = %d", ep, n);
#endif
	n = syscall(SYS_epoll_pwait, ep, got, 4, 0, &mask, 8L);
	expect("epoll_pwait(epfd: %d<anon_inode:[eventpoll]>, events: @@, maxevents: 4, timeout: 0, sigmask: [INT], sigsetsize: 8) = 0 (Timeout)", ep);
	n = syscall(SYS_epoll_ctl, ep, EPOLL_CTL_DEL, ev, NULL);
	expect("epoll_ctl(epfd: %d<anon_inode:[eventpoll]>, op: @@DEL, fd: %d<anon_inode:[eventfd]>, event: NULL) = %d", ep, ev, n);
	end();
	return 0;
}
