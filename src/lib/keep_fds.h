/* SPDX-License-Identifier: BSD-2-Clause */
/* keep_fds.h - descriptors of a process that only waits for another. */
#pragma once

/*
 * The descriptors become 0 and so on, and all others are closed: an open standard stream would keep readers of the tracer's output waiting
 * for its end. At most KEEP_FDS. 0 or -errno.
 */
#define KEEP_FDS 3
int keep_fds__only(const int *fds, unsigned n);
