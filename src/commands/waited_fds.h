/* SPDX-License-Identifier: BSD-2-Clause */
/* waited_fds.h - the descriptors that calls in progress wait for: their own, those of poll and select, and those of an epoll. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bpf/wire.h"
#include "host/peers.h"

struct waited_fd {
	pid_t tgid;
	int fd;
	int epoll;	/* the epoll that waits for it; -1: the call does */
	unsigned call;	/* the number of its call */
	bool is_epoll;
	bool cut;	/* of an epoll: not all of its descriptors are in the list */
};

struct waited_fds {
	struct waited_fd *of;	/* n of them, by call; those of an epoll are behind it */
	size_t n;
	struct peer_fd *ends;	/* nends of them, each descriptor once */
	size_t nends;
};

/* The number of a call is its place in `calls`. */
void waited_fds__find(struct waited_fds *w, struct rec_call *const *calls, unsigned n);
const struct peer_fd *waited_fds__end(const struct waited_fds *w, const struct waited_fd *f);
void waited_fds__free(struct waited_fds *w);
