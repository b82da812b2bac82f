/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * diagnose.h - why tracing is not possible here, and what to do about it: what is in the way is said on standard error, as
 *
 *	Error: WHAT
 *	Hint:  the setting it depends on, the command that changes it, its value
 */
#ifndef TRACE_DIAGNOSE_H
#define TRACE_DIAGNOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Whom perf events were wanted of. */
enum scope { OWN, FOREIGN, SYSTEM_WIDE };

/* What perf_event_paranoid has to be, at most, for a user without capabilities. FOREIGN: no value permits it. */
long diagnose__paranoid_for(enum scope scope);

/* Something of the BPF source failed with `err` (-errno): finds out what stands in the way and prints it. */
void diagnose__explain_bpf(int err);
/* Is this a PID namespace, as containers have? Only its processes can be named and are seen then. */
bool diagnose__other_pids(void);
/* 0, or -ESRCH, having said so: /proc shows another PID namespace than this one. */
int diagnose__check_proc(void);
/* tracefs, which has to be at `root`, does not give `what`, a path below it. */
void diagnose__explain_tracefs(const char *root, const char *what, int err);
/* perf_event_open() of `what` failed, for the thread `tid` (-1: it takes the right to see the whole system). */
void diagnose__explain_perf(const char *what, int err, pid_t tid);
/* A ring of a perf event could not be mapped. */
void diagnose__explain_ring(int err);
/* The user may not trace the process or thread: "process" or "thread". */
void diagnose__explain_foreign(const char *what, pid_t id);
void diagnose__explain_gone(const char *what, pid_t id);

/* "lockdown=LEVEL" as it is in force: none, integrity, confidentiality. */
const char *diagnose__lockdown(char *level, size_t size);
/* Commands that open what is shut, for doctor and for hints; after TRACEFS_MOUNT no TRACEFS_REMOUNT is needed. */
#define TRACEFS_MOUNT "sudo mount -t tracefs -o mode=755 nodev %s"
#define TRACEFS_REMOUNT "sudo mount -o remount,mode=755 %s"
#define TRACEFS_CHMOD "sudo sh -c \"cd %s/events && chmod a+rx . raw_syscalls raw_syscalls/sys_* && " \
	"chmod a+r raw_syscalls/*/id raw_syscalls/*/format\""
#define PARANOID_ECHO "sudo sh -c \"echo %ld > /proc/sys/kernel/perf_event_paranoid\""

#endif
