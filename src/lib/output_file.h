/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * output_file.h - creates files for captured data, which may belong to other users.
 *
 * A new file has mode 0600. No symbolic link of an untrusted user is followed, and no file or FIFO of an untrusted user is
 * written to in a sticky directory that others may write: the rules of fs.protected_symlinks, _regular and _fifos of
 * proc_sys_fs(5), whatever they are set to. Trusted are root, the user, and the user who called sudo. Files that root creates
 * under sudo are given to that user.
 */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/* A directory and a name in it, which need not exist. Later changes of the directory's path do not matter. */
struct file_location {
	int dir;			/* O_PATH */
	char name[NAME_MAX + 1];
	bool by_kernel;			/* a link of /proc, which the kernel follows: /proc/self/fd/2 */
};

enum last_link { LINK_STAYS, LINK_FOLLOWED };	/* the last component is a symbolic link: the link's own location, or its target's */

/* 0, or -errno: the message was printed. Call file_location__close() in both cases. */
int file_location__find(struct file_location *p, const char *path, enum last_link how);
void file_location__close(struct file_location *p);
/* Creates the file, mode 0600. Returns its descriptor, or -errno (-EEXIST: it exists) without a message. */
int file_location__create(const struct file_location *p);
/* Is it a file that is empty or begins so? At most 16 bytes. No symbolic link is followed. */
bool output_file__begins_with(int dir, const char *name, const void *magic, size_t len);
/* What messages about a file that cannot be opened begin with: "cannot write", or what strace says */
extern const char *output_file__cannot;
/* "cannot write 'PATH': WHY"; NULL: the error's own text. Returns err. */
int output_file__refuse(const char *path, const char *why, int err);
/* Under sudo: makes the user who called it the file's owner. */
void output_file__hand_over(int fd);

/*
 * Opens a file for writing, truncates or creates it; devices and pipes too. Returns its descriptor, or -errno: the message was
 * printed. NULL and "-": standard output.
 */
int output_file__open(const char *path);
/* The same, but what the file has stays. */
int output_file__append(const char *path);
