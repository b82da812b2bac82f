/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * old_files.h - what becomes of files that have the name of a recording that begins: one is kept as NAME.old, those of a rotation as
 * NAME.1, NAME.2 … Only what is a recording, or empty, is renamed or removed; anything else is somebody's, and is in the way.
 *
 * All return -errno after the message was printed.
 */
#ifndef TRACE_OLD_FILES_H
#define TRACE_OLD_FILES_H

#include "lib/output_file.h"

enum there { NOTHING, A_FILE, A_DEVICE };	/* A_DEVICE: or a pipe, which is written as it is */

/* NAME becomes NAME.old, whatever file that was. enum there, A_FILE aside: what is at the place now. */
int old_files__keep(const struct file_place *p, const char *path);
/* Can files of these names be made: NAME, and NAME.1 up to NAME.(keep - 1)? 0 if so. */
int old_files__check(const char *path, unsigned keep);
/* NAME becomes NAME.1, and so on; the oldest of `keep` files goes. 0 if so. */
int old_files__shift(const char *path, unsigned keep);

#endif
