/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * privileges.h - capabilities that the program's file gives to whoever runs it (make install-setcap).
 *
 * They are in effect only between privileges__raise() and privileges__lower(), around what asks the kernel for BPF. Whoever
 * holds them without the file - root, or a user with CAP_BPF and CAP_PERFMON in the inheritable set, where ambient ones are
 * as well - is none of this room's business: then nothing here does anything.
 */
#ifndef TRACE_PRIVILEGES_H
#define TRACE_PRIVILEGES_H

#include <stdbool.h>
#include <stdint.h>

#define PRIVILEGE(cap) (1ull << (cap))

/* First of all: finds out whose the capabilities are. 0, or -EPERM: installed as no program of ours may be; the message was printed. */
int privileges__begin(void);
/* Are there capabilities by the file only? */
bool privileges__by_file(void);
/* … and is the user limited to what ptrace(2) permits? Not where everybody may see everything: perf_event_paranoid is -1. */
bool privileges__guarded(void);
/* Capabilities of the user, however the program is installed: those in effect at the beginning, or inheritable ones. */
uint64_t privileges__own(void);
/* Are perf events open to the user whatever perf_event_paranoid says? They are never opened with the file's capabilities. */
bool privileges__have_perf(void);
/* Both CAP_BPF and CAP_PERFMON can be in effect. */
bool privileges__have_bpf(void);

void privileges__raise(void);
void privileges__lower(void);
/* For good, once nothing takes them any more: what was captured stays what only root may look at. */
void privileges__drop(void);
/*
 * For good: in the process that becomes the command, and where files of others are read and the kernel is not asked. Nothing
 * was captured yet: to the user this is an ordinary process from then on.
 */
void privileges__give_up(void);
/*
 * The environment as the user gave it: for a program with capabilities the C library takes variables away that the command
 * may depend on. After privileges__give_up(). Lives as long as the process; falls back on environ.
 */
char **privileges__environment(void);

#endif
