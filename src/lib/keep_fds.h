/* SPDX-License-Identifier: BSD-2-Clause */
/* keep_fds.h - descriptors of a process that only waits for another. */
#pragma once

/*
 * The two become descriptors 0 and 1, and all others are closed: an open standard stream would keep readers of the tracer's output waiting for
 * its end. 0 or -errno.
 */
int keep_fds__two(int first, int second);
