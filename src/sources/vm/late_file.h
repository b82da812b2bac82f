/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * late_file.h - part of vm_capture.h: names of another process's files (/proc/TID/fd/N, /proc/TID/exe), and whether a path read from its
 * memory leads to such a file. Nothing here blocks on a file system: what would block counts as not known.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sources/vm_read.h"

#define LATE_FILE_MAX 4096	/* most bytes of a name from the kernel */

struct late_file {
	size_t len;		/* 0: no name, or not permitted */
	char name[LATE_FILE_MAX];
};

/* Reads the name of a thread's descriptor, -1: of its program. true: it is a path. */
bool late_file__ask(struct late_file *f, uint32_t tid, int fd);
/* Adds it as a chunk of an argument or of the call's result; f NULL, or without a name: adds a chunk for "not known". */
void late_file__put(const struct late_file *f, uint8_t arg, int fd, struct vm_read *l);
/* Does the path, relative to the thread's dirfd (or AT_FDCWD), lead to that file? */
bool late_file__is(const struct late_file *f, uint32_t tid, int dirfd, const char *path, size_t len);
