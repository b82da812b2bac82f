// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of ptrace: one for each request. ptrace(2) and the kernel's ptrace.c define addr and data. Requests are identified by
 * name: they exist in some architectures only, or have different numbers.
 */
#include "beautifiers/rows.h"
#include "beautifiers/shape.h"

struct peeksiginfo_args {
	uint64_t off;
	uint32_t flags;
	int32_t nr;
};

static const struct field peeksiginfo_fields[] = {
	FIELD(struct peeksiginfo_args, off,   ulong),
	FIELD(struct peeksiginfo_args, flags, hex32),
	FIELD(struct peeksiginfo_args, nr,    int),
};

static const struct shape shape_peeksiginfo = SHAPE(struct peeksiginfo_args, peeksiginfo_fields);

#define REQUEST(request, ...) { 0, { "ptrace", ARGS(ENUM64("request", ptrace_requests), ##__VA_ARGS__), .named = "PTRACE_" #request } }
#define PT(request, ...)      REQUEST(request, PID("pid"), ##__VA_ARGS__)

static const struct subrow ptrace_subs[] = {
	/* Attaching and stopping */
	REQUEST(TRACEME),
	PT(ATTACH),
	PT(SEIZE,                  PTR("addr"), FLAGS64("data", ptrace_options)),
	PT(INTERRUPT),
	PT(LISTEN),
	PT(SETOPTIONS,             PTR("addr"), FLAGS64("data", ptrace_options)),
	PT(OLDSETOPTIONS,          PTR("addr"), FLAGS64("data", ptrace_options)),

	/* Continuing, with or without a signal */
	PT(CONT,                   PTR("addr"), SIGNAL64("data")),
	PT(KILL),
	PT(DETACH,                 PTR("addr"), SIGNAL64("data")),
	PT(SYSCALL,                PTR("addr"), SIGNAL64("data")),
	PT(SINGLESTEP,             PTR("addr"), SIGNAL64("data")),
	PT(SINGLEBLOCK,            PTR("addr"), SIGNAL64("data")),
	PT(SYSEMU,                 PTR("addr"), SIGNAL64("data")),
	PT(SYSEMU_SINGLESTEP,      PTR("addr"), SIGNAL64("data")),

	/* Memory and registers */
	PT(PEEKTEXT,               PTR("addr"), STRUCT_OUT("data", shape_ptr)),
	PT(PEEKDATA,               PTR("addr"), STRUCT_OUT("data", shape_ptr)),
	PT(PEEKUSR,                HEX("addr"), STRUCT_OUT("data", shape_ptr)),
	PT(POKETEXT,               PTR("addr"), HEX("data")),
	PT(POKEDATA,               PTR("addr"), HEX("data")),
	PT(POKEUSR,                HEX("addr"), HEX("data")),
	PT(GETREGS,                PTR("addr"), PTR("data")),
	PT(SETREGS,                PTR("addr"), PTR("data")),
	PT(GETFPREGS,              PTR("addr"), PTR("data")),
	PT(SETFPREGS,              PTR("addr"), PTR("data")),
	PT(GETFPXREGS,             PTR("addr"), PTR("data")),
	PT(SETFPXREGS,             PTR("addr"), PTR("data")),
	PT(GETREGSET,              ENUM("addr", nt_types), STRUCT_INOUT("data", shape_iovec)),
	PT(SETREGSET,              ENUM("addr", nt_types), STRUCT_INOUT("data", shape_iovec)),
	PT(GET_THREAD_AREA,        INT("addr"), STRUCT_OUT("data", shape_user_desc)),
	PT(SET_THREAD_AREA,        INT("addr"), STRUCT_IN("data", shape_user_desc)),
	PT(ARCH_PRCTL,             PTR("addr"), ENUM("data", arch_prctl_options)),

	/* Events */
	{ 0, { "ptrace", ARGS(ENUM64("request", ptrace_requests), PID("pid"), PTR("addr"), STRUCT_OUT("data", shape_event_message)), OF_TASK(1),
	       .named = "PTRACE_GETEVENTMSG" } },
	PT(GETSIGINFO,             PTR("addr"), STRUCT_OUT("data", shape_siginfo)),
	PT(SETSIGINFO,             PTR("addr"), STRUCT_IN("data", shape_siginfo)),
	PT(PEEKSIGINFO,            STRUCT_IN("addr", shape_peeksiginfo), ARRAY_OUT("data", shape_siginfo)),
	PT(GETSIGMASK,             ULONG("addr"), SIGSET_OUT("data")),
	PT(SETSIGMASK,             ULONG("addr"), SIGSET_IN("data")),
	PT(SECCOMP_GET_FILTER,     ULONG("addr"), PTR("data")),
	PT(SECCOMP_GET_METADATA,   ULONG("addr"), PTR("data")),
	PT(GET_SYSCALL_INFO,       ULONG("addr"), PTR("data")),
	PT(GET_RSEQ_CONFIGURATION, ULONG("addr"), PTR("data")),
	PT(SET_SYSCALL_INFO,       ULONG("addr"), PTR("data")),
	PT(SET_SYSCALL_USER_DISPATCH_CONFIG, ULONG("addr"), PTR("data")),
	PT(GET_SYSCALL_USER_DISPATCH_CONFIG, ULONG("addr"), PTR("data")),
};

static const struct row rows[] = {
	{ "ptrace", ARGS(ENUM64("request", ptrace_requests), PID("pid"), HEX("addr"), HEX("data")), SUB(0, ptrace_subs) },
};

const struct row_table rows_ptrace = ROW_TABLE(rows);
