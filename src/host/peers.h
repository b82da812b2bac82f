/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * peers.h - which processes have the other end of a pipe, a FIFO, a socket or a pseudoterminal, or the same eventfd, open, by /proc and sock_diag(7).
 *
 * Only processes whose descriptors this process may read (PTRACE_MODE_READ_FSCREDS of ptrace(2)), and sockets of its network namespace.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "bpf/wire.h"
#include "fd_object.h"

/* A process that has an end open. info: of sockets as in a REC_FD, of others as in a REC_PEER. */
struct peer_end {
	pid_t tgid;
	char comm[COMM_LEN];
	struct fdinfo info;
};

/* Are two sockets of one machine each other's ends, by their names? */
bool peers__connected(const struct fdinfo *a, const struct fdinfo *b);

struct peer_scan;

struct peer_scan *peer_scan__new(void);		/* lists the sockets. NULL: no memory */
void peer_scan__free(struct peer_scan *s);
/*
 * What a pipe without a name or a socket is, by sock_diag: for sources whose kernel side describes no descriptors. fdinfo: the text of
 * /proc/PID/fdinfo/N. false: it is something else, or not known.
 */
bool peer_scan__describe(const struct peer_scan *s, const struct object *o, const char *fdinfo, struct fdinfo *f);
/*
 * The other end of a descriptor is to be found. known: the kernel's description of it, or NULL: then that of a Unix socket is found only
 * where the kernel has unix_diag.
 */
void peer_scan__want(struct peer_scan *s, const struct object *o, const struct fdinfo *known);
/*
 * Calls found() for each descriptor of a process that has a wanted end open; of a pipe that is any of its two. skip: processes to leave
 * out, or NULL.
 */
void peer_scan__run(struct peer_scan *s, bool (*skip)(void *ctx, pid_t tgid), void (*found)(void *ctx, const struct peer_end *e), void *ctx);

/* How a pipe's descriptor was opened, for fdinfo.access: from a text of /proc/PID/fdinfo/N. */
unsigned peers__access(const char *fdinfo);
/* Can what was opened so be the other end of a pipe? Values of fdinfo.access; what is not known is no end. */
static inline bool peers__meet(unsigned a, unsigned b)
{
	return a && b && (a != b || a == PIPE_BOTH);
}

struct peer_name {
	pid_t pid;
	char comm[COMM_LEN];
};

#define PEER_FD_ENDS 16

/* A descriptor of a process, and who has its other end. */
struct peer_fd {
	pid_t tgid;
	int fd;
	char link[64];		/* what it is: the target of /proc/PID/fd/N, cut; empty: not known */
	unsigned access;	/* of a pipe: enum pipe_access; 0: it is no pipe, or that is not known */
	bool shared;		/* it has no ends: `ends` have it open (eventfd) */
	unsigned n;		/* processes, each once: not `tgid` itself if there are others. 0: none, or not known */
	struct peer_name ends[PEER_FD_ENDS];
};

/* Fills what follows tgid and fd in n of them, by one search. */
void peers__of_fds(struct peer_fd *fds, size_t n);
