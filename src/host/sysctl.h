/* SPDX-License-Identifier: BSD-2-Clause */
/* sysctl.h - settings below /proc/sys that decide what may be traced. */
#pragma once

enum sysctl { PARANOID, MLOCK_KB, BPF_DISABLED, MAX_SAMPLE_RATE };

/* 0, or -errno: it cannot be read, or the kernel has no such setting. */
int sysctl__number(enum sysctl which, long *value);
const char *sysctl__path(enum sysctl which);
