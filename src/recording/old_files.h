/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * old_files.h - renames existing files before a new recording is created: to NAME.old, in a rotation to NAME.1, NAME.2, … Only
 * recordings and empty files are renamed or removed; any other file is an error.
 *
 * All functions return -errno after printing a message.
 */
#pragma once

#include "lib/output_file.h"

enum there { NOTHING, A_FILE, A_DEVICE };	/* A_DEVICE: also a pipe; written without renaming */

/* Renames NAME to NAME.old. Returns what NAME is now: NOTHING or A_DEVICE. */
int old_files__keep(const struct file_location *p, const char *path);
/* 0 if NAME, and NAME.1 to NAME.(keep - 1), may be created or replaced. */
int old_files__check(const char *path, unsigned keep);
/* Renames NAME to NAME.1, NAME.1 to NAME.2, and so on; removes the oldest of `keep` files. 0 on success. */
int old_files__shift(const char *path, unsigned keep);
