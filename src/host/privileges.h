/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * privileges.h - file capabilities of the program (make install-setcap).
 *
 * They are effective only between privileges__raise() and privileges__lower(), around the calls that need BPF. If the user holds
 * the capabilities without the file (root, or CAP_BPF and CAP_PERFMON in the inheritable or ambient set), these functions do
 * nothing.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define PRIVILEGE(cap) (1ull << (cap))

/* To be called first: finds out where the capabilities come from. 0, or -EPERM: the file is installed unsafely; the message was printed. */
int privileges__begin(void);
/* Do the capabilities come from the file only? */
bool privileges__by_file(void);
/* If so, is the user limited to processes that ptrace(2) permits? Not where perf_event_paranoid is -1: all may see everything. */
bool privileges__guarded(void);
/* The user's own capabilities, however the program is installed: effective when the process began, or inheritable. */
uint64_t privileges__own(void);
/* May the user open perf events whatever perf_event_paranoid is? The file's capabilities are never used for them. */
bool privileges__have_perf(void);
/* Are CAP_BPF and CAP_PERFMON both permitted? */
bool privileges__have_bpf(void);

void privileges__raise(void);
void privileges__lower(void);
/* Drops them permanently, once nothing needs them. The process stays undumpable: what it captured only root may read. */
void privileges__drop(void);
/* Drops them in the calling thread, which never needs them; other threads keep theirs. */
void privileges__drop_in_thread(void);
/*
 * Drops them permanently before anything is captured: in the process that becomes the command, and in commands that only read
 * files. From then on the process is an ordinary, dumpable one.
 */
void privileges__give_up(void);
/*
 * The user's environment, complete: in a program with capabilities the C library removes variables that the command may need.
 * To be called after privileges__give_up(). Valid until the process ends; falls back to environ.
 */
char **privileges__environment(void);
