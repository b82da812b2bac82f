/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * late_file.h - within vm_capture.h: what the kernel calls the files of another process (/proc/TID/fd/N, /proc/TID/exe), and whether a path
 * that was read from the process's memory leads to such a file. Nothing here waits for a file system: what would have to is not known.
 */
#ifndef TRACE_LATE_FILE_H
#define TRACE_LATE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sources/vm_read.h"

#define LATE_FILE_MAX 4096	/* bytes of a name, as the kernel gives them at most */

struct late_file {
	size_t len;		/* 0: it has no name, or that may not be asked for */
	char name[LATE_FILE_MAX];
};

/* Of descriptor fd of a thread; -1: of the program that it runs. Is it a path? */
bool late_file__ask(struct late_file *f, uint32_t tid, int fd);
/* Makes it a chunk of what the call returned; NULL: one that says that it is not known. */
void late_file__put(const struct late_file *f, int fd, struct vm_read *l);
/* Does the path, as seen from the thread's directory dirfd (AT_FDCWD), lead there? */
bool late_file__is(const struct late_file *f, uint32_t tid, int dirfd, const char *path, size_t len);

#endif
