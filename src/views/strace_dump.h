/* SPDX-License-Identifier: BSD-2-Clause */
/* strace_dump.h - hexadecimal dumps of what a call has read or written: strace -e read, -e write. */
#pragma once

#include "beautifiers/show.h"
#include "lib/out.h"

/* Below the call's line, a line each 16 bytes. Of calls that move bytes: read, pwritev, sendmmsg, mq_timedsend, ... pid: the thread's */
void strace_dump__put(struct out *o, const struct call *c, uint32_t pid);
