/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * output_file.h - how files are made that hold what was seen of programs, which may be others' data.
 *
 * A new file is readable and writable for its owner only. It is not made, and none is written to, through a symbolic link that
 * somebody else owns, nor is a file or FIFO of somebody else in a sticky directory that others may write (as
 * fs.protected_symlinks, _regular and _fifos of proc_sys_fs(5) have it, whatever they are set to). "Somebody else" is neither
 * root, nor the user, nor who called sudo; to that user belongs what root makes under sudo.
 */
#ifndef TRACE_OUTPUT_FILE_H
#define TRACE_OUTPUT_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/* An entry of a directory, whether there is one or not. The directory stays the one that it was, whatever becomes of its path. */
struct file_place {
	int dir;			/* O_PATH */
	char name[NAME_MAX + 1];
	bool by_kernel;			/* a link of /proc, which the kernel follows: /proc/self/fd/2 */
};

enum last_link { LINK_STAYS, LINK_FOLLOWED };	/* where the last part of the path is a symbolic link: its place, or that of what it leads to */

/* 0, or -errno: the message was printed. Both have to be closed by file_place__close(). */
int file_place__find(struct file_place *p, const char *path, enum last_link how);
void file_place__close(struct file_place *p);
/* A new file, of mode 0600: its descriptor, or -errno, -EEXIST above all. No message. */
int file_place__create(const struct file_place *p);
/* What root makes under sudo becomes that user's. */
void output_file__hand_over(int fd);

/*
 * Opens a file to write over what is there, device or pipe included: its descriptor, or -errno: the message was printed. NULL and
 * "-": standard output.
 */
int output_file__open(const char *path);

#endif
