/* SPDX-License-Identifier: BSD-2-Clause */
/* full_disk.h - with --lossless, what cannot be written for want of space waits until there is some. */
#pragma once

#include <stdbool.h>

/* From now on it waits; before, full_disk__waits() is false. */
void full_disk__wait(void);
/*
 * err: -errno of a write. true: the disk, or the user's quota of it, is full, and some time has passed: try again. The first time a message is
 * printed. false: another error; or the user wants the end.
 */
bool full_disk__waits(int err);
