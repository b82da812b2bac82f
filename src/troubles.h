/* SPDX-License-Identifier: BSD-2-Clause */
/* troubles.h - says why tracing is not possible here, and what to do about it. */
#ifndef TRACE_TROUBLES_H
#define TRACE_TROUBLES_H

/* Something of the BPF source failed with `err` (-errno): finds out what stands in the way and prints it. */
void troubles__explain_bpf(int err);
/* 0, or -ESRCH, having said so: processes have other numbers here than in the kernel. */
int troubles__check_pids(void);

#endif
