/* SPDX-License-Identifier: BSD-2-Clause */
/* epoll_set.h - the descriptors that an epoll waits for, by /proc/PID/fdinfo. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#define EPOLL_SET_MAX 256

struct epoll_set {
	unsigned n;
	int fds[EPOLL_SET_MAX];
	bool cut;		/* there are more */
};

/*
 * false: the descriptor is no epoll, or may not be looked at. Left out are descriptors without events (one-shot ones that were reported), and
 * those that are other files by now: the kernel keeps a descriptor's number as it was when it was added, in the process that did that.
 */
bool epoll_set__read(struct epoll_set *s, pid_t tgid, int epfd);
