/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fd_object.h - what a descriptor refers to, if that may have another end: a pipe, a FIFO, a socket, an end of a pseudoterminal; or an eventfd,
 * which processes share.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "bpf/wire.h"

enum object_kind { OBJECT_OTHER, OBJECT_PIPE, OBJECT_SOCKET, OBJECT_TERMINAL, OBJECT_MASTER, OBJECT_EVENTFD };

struct object {
	enum object_kind kind;
	uint64_t number;	/* the inode; of a pseudoterminal its index, of an eventfd its EVENTFD_ID */
	uint64_t device;	/* of a FIFO that has a name its file system's, of a pseudoterminal its devpts's; as the kernel encodes it. 0: none */
};

#define FDINFO_LEN 1024

/* What the target of /proc/PID/fd/N tells alone; true: fd_object__of() may tell more. Paths, masters and eventfds are OBJECT_OTHER. */
bool fd_object__of_link(struct object *o, const char *link);
/*
 * text: gets /proc/PID/fdinfo/N of pipes, masters and eventfds. Asks no server of a file system. OBJECT_OTHER: it is none of these, or it is
 * not certain which one.
 */
struct object fd_object__of(pid_t tgid, int fd, const char *link, char text[FDINFO_LEN]);
/* As in a REC_PEER; not of sockets. */
struct fdinfo fd_object__info(const struct object *o);
static inline bool fd_object__is_same(const struct object *a, const struct object *b)
{
	return a->kind == b->kind && a->number == b->number && a->device == b->device;
}
