// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls on signals: sending, blocking, handling, waiting. signalfd is in poll.c. */
#include "beautifiers/rows.h"
#include "beautifiers/shape.h"

/* strace's format has the register in decimal. */
static const struct row sigreturn_strace = { "rt_sigreturn", ARGS(STRUCT_IN("frame", shape_sigframe, .when = sigframe__is_known)), .ret = RET_INT };

static const struct row rows[] = {
	/* Sending */
	{ "kill",              ARGS(PID_GROUP("pid"), SIGNAL("sig")) },
	{ "tkill",             ARGS(PID("pid"), SIGNAL("sig")) },
	{ "tgkill",            ARGS(PID("tgid"), PID("pid"), SIGNAL("sig")) },
	{ "rt_sigqueueinfo",   ARGS(PID("pid"), SIGNAL("sig"), STRUCT_IN("uinfo", shape_siginfo)) },
	{ "rt_tgsigqueueinfo", ARGS(PID("tgid"), PID("pid"), SIGNAL("sig"), STRUCT_IN("uinfo", shape_siginfo)) },
	{ "pidfd_send_signal", ARGS(FD("pidfd"), SIGNAL("sig"), STRUCT_IN("info", shape_siginfo), FLAGS("flags", pidfd_send_signal_flags)) },

	/* Handling and blocking */
	{ "rt_sigaction",      ARGS(SIGNAL("sig"), STRUCT_IN("act", shape_sigaction), STRUCT_OUT("oact", shape_sigaction), ULONG("sigsetsize")) },
	{ "rt_sigprocmask",    ARGS(ENUM("how", sigprocmask_how), SIGSET_IN("nset", .len_arg = 3, .strace = &kind_sigset_upto), SIGSET_OUT("oset"), ULONG("sigsetsize")) },
	{ "rt_sigpending",     ARGS(STRUCT_OUT_SIZED("uset", shape_sigset, 1), ULONG("sigsetsize")) },
	{ "sigaltstack",       ARGS(STRUCT_IN("uss", shape_stack), STRUCT_OUT("uoss", shape_stack)) },
	/* no argument: what the kernel reads from the stack */
	{ "rt_sigreturn",      ARGS(SIGSET_IN("mask", .when = sigframe__is_known)), .ret = RET_HEX, .effect = SIGRETURNS, .strace = &sigreturn_strace },
	{ "restart_syscall",   ARGS(), .restarts = true },

	/* Waiting */
	{ "pause",             ARGS() },
	{ "rt_sigsuspend",     ARGS(SIGSET_IN("unewset", .len_arg = 1, .strace = &kind_sigset_upto), ULONG("sigsetsize")) },
	{ "rt_sigtimedwait",   ARGS(SIGSET_IN("uthese", .len_arg = 3, .strace = &kind_sigset_upto), STRUCT_OUT("uinfo", shape_siginfo), STRUCT_IN("uts", shape_timespec), ULONG("sigsetsize")), RET_AS(signal, .note = "", .note_names = NOTE_NAMED, .note_dec = true) },
};

const struct row_table rows_signal = ROW_TABLE(rows);
