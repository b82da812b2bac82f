/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * diagnose.h - finds out why tracing is not possible here, and prints the cause and the cure on standard error:
 *
 *	Error: WHAT
 *	Hint:  the setting it depends on, the command that changes it, its value
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Whose perf events were to be opened. */
enum scope { OWN, FOREIGN, SYSTEM_WIDE };

/* The largest perf_event_paranoid that permits it to a user without capabilities. FOREIGN: no value permits it. */
long diagnose__paranoid_for(enum scope scope);

/* The BPF source failed with `err` (-errno): prints why. */
void diagnose__explain_bpf(int err);
/* Is this not the initial PID namespace, but a container's? Then only its processes are seen. */
bool diagnose__other_pids(void);
/* 0, or -ESRCH after a message: /proc is not mounted, or is of another PID namespace than this process. */
int diagnose__check_proc(void);
/* `what`, a path below tracefs' mount point `root`, cannot be read. */
void diagnose__explain_tracefs(const char *root, const char *what, int err);
/* perf_event_open() of `what` failed for the thread `tid` (-1: for the whole system). */
void diagnose__explain_perf(const char *what, int err, pid_t tid);
/* A ring of a perf event could not be mapped. */
void diagnose__explain_ring(int err);
/* The user may not trace the process or thread: "process" or "thread". */
void diagnose__explain_foreign(const char *what, pid_t id);
void diagnose__explain_gone(const char *what, pid_t id);

/* The kernel's lockdown level: none, integrity, confidentiality. */
const char *diagnose__lockdown(char *level, size_t size);
/* Commands that give access, for doctor and for hints. After TRACEFS_MOUNT no TRACEFS_REMOUNT is needed. */
#define TRACEFS_MOUNT "sudo mount -t tracefs -o mode=755 nodev %s"
#define TRACEFS_REMOUNT "sudo mount -o remount,mode=755 %s"
#define TRACEFS_CHMOD "sudo sh -c \"cd %s/events && chmod a+rx . raw_syscalls raw_syscalls/sys_* && " \
	"chmod a+r raw_syscalls/*/id raw_syscalls/*/format\""
#define PARANOID_ECHO "sudo sh -c \"echo %ld > /proc/sys/kernel/perf_event_paranoid\""
