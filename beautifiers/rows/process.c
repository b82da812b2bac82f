// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of calls on processes and threads: fork, exec, exit, wait, groups, namespaces, scheduling, limits. prctl and arch_prctl
 * are in prctl.c, ptrace in ptrace.c, futex calls in futex.c.
 */
#include <linux/ioprio.h>
#include <linux/kcmp.h>
#include <linux/membarrier.h>
#include <linux/wait.h>
#include <sys/resource.h>

#include "beautifiers/rows.h"
#include "clone.h"
#include "made_shapes.h"

#define PIDFD "anon_inode:[pidfd]"

/* struct ns_id_req of linux/nsfs.h, 6.19: ns_id is the last one seen */
struct ns_req { uint32_t size, spare; uint64_t ns_id; uint32_t ns_type, spare2; uint64_t user_ns_id; };
static const struct field listns_fields[] = {
	FIELD(struct ns_req, size, uint),
	FIELD_NAMED(struct ns_req, spare, "spare", hex, .if_set = true),
	FIELD(struct ns_req, ns_id, ulong),
	FIELD_FLAGS(struct ns_req, ns_type, flags, setns_flags),
	FIELD_NAMED(struct ns_req, spare2, "spare2", hex, .if_set = true),
	FIELD(struct ns_req, user_ns_id, long),		/* -1: LISTNS_CURRENT_USER */
	FIELD_BEYOND(struct ns_req, size),
};
static const struct shape listns_req = SHAPE(struct ns_req, listns_fields);

static bool membarrier_cpu(const struct call *c)
{
	return c->args[1] & MEMBARRIER_CMD_FLAG_CPU;
}

/* With WNOHANG the result is 0 if no child changed state; then neither status nor usage is written. */
static bool wait_found(const struct call *c)
{
	return c->ret > 0;
}

/* waitid returns 0 in both cases; si_signo is 0 if no child changed state. */
static bool waitid_found(const struct call *c)
{
	const struct chunk *info = call__chunk(c, 2, PART_SELF, true);

	if (info && info->len >= 4)
		return load_uint(chunk__bytes(info), 4, c->swap);
	return !(c->args[3] & WNOHANG);
}

/* Only for files and epoll targets the arguments idx1 and idx2 are used. */
#define KCMP(type, ...) { type, { "kcmp", ARGS(PID("pid1"), PID("pid2"), ENUM("type", kcmp_types), ##__VA_ARGS__) } }

/* The caller's own descriptors have names. */
static bool is_own_first(const struct call *c)
{
	return !(c->rec->flags & CALL_OTHER_PIDS) && (uint32_t)c->args[0] == c->rec->rec.tgid;
}

static bool is_own_second(const struct call *c)
{
	return !(c->rec->flags & CALL_OTHER_PIDS) && (uint32_t)c->args[1] == c->rec->rec.tgid;
}
#define OWN_FD(n, whose) ARG_(n, own_fd, .named = whose)

static const struct field epoll_slot_fields[] = {
	FIELD(struct kcmp_epoll_slot, efd, own_fd, .spec.named = is_own_second),
	FIELD(struct kcmp_epoll_slot, tfd, own_fd, .spec.named = is_own_second),
	FIELD(struct kcmp_epoll_slot, toff, uint),
};
static const struct shape epoll_slot = SHAPE(struct kcmp_epoll_slot, epoll_slot_fields);

static const struct subrow kcmp_types_rows[] = {
	KCMP(KCMP_FILE,      OWN_FD("idx1", is_own_first), OWN_FD("idx2", is_own_second)),
	KCMP(KCMP_VM),
	KCMP(KCMP_FILES),
	KCMP(KCMP_FS),
	KCMP(KCMP_SIGHAND),
	KCMP(KCMP_IO),
	KCMP(KCMP_SYSVSEM),
	KCMP(KCMP_EPOLL_TFD, OWN_FD("idx1", is_own_first), STRUCT_IN("idx2", epoll_slot)),
};

#define WAITID_REST STRUCT_OUT("infop", shape_waitinfo), FLAGS("options", waitid_options), STRUCT_OUT("ru", shape_rusage, .filled = waitid_found, .strace = &kind_struct_left)

/* `which` determines what upid is. */
static const struct subrow waitid_subs[] = {
	{ P_ALL,   { "waitid", ARGS(ENUM("which", wait_idtypes), INT("upid"), WAITID_REST) } },
	{ P_PIDFD, { "waitid", ARGS(ENUM("which", wait_idtypes), FD("upid"), WAITID_REST) } },
};

/* `which` determines what `who` is. */
#define GETPRIORITY(which, who) { which, { "getpriority", ARGS(ENUM("which", priorities_which), who), .ret_extra = extra_nice } }
#define SETPRIORITY(which, who) { which, { "setpriority", ARGS(ENUM("which", priorities_which), who, INT("niceval")) } }
#define IOPRIO_GET(which, who) { which, { "ioprio_get", ARGS(ENUM("which", ioprio_which), who), RET_AS(ioprio), .note = "", .note_names = NOTE_NAMED_UNLESS_RAW, .note_dec = true, .note_zero = true } }
#define IOPRIO_SET(which, who) { which, { "ioprio_set", ARGS(ENUM("which", ioprio_which), who, IOPRIO("ioprio")) } }

static const struct subrow getpriority_subs[] = {
	GETPRIORITY(PRIO_PROCESS, PID("who")),
	GETPRIORITY(PRIO_PGRP, PID("who", .strace = &kind_pgid)),
	GETPRIORITY(PRIO_USER, UID("who")),
};

static const struct subrow setpriority_subs[] = {
	SETPRIORITY(PRIO_PROCESS, PID("who")),
	SETPRIORITY(PRIO_PGRP, PID("who", .strace = &kind_pgid)),
	SETPRIORITY(PRIO_USER, UID("who")),
};

static const struct subrow ioprio_get_subs[] = {
	IOPRIO_GET(IOPRIO_WHO_PROCESS, PID("who")),
	IOPRIO_GET(IOPRIO_WHO_PGRP, PID("who", .strace = &kind_pgid)),
	IOPRIO_GET(IOPRIO_WHO_USER, UID("who")),
};

static const struct subrow ioprio_set_subs[] = {
	IOPRIO_SET(IOPRIO_WHO_PROCESS, PID("who")),
	IOPRIO_SET(IOPRIO_WHO_PGRP, PID("who", .strace = &kind_pgid)),
	IOPRIO_SET(IOPRIO_WHO_USER, UID("who")),
};

#define PERSONALITY RET_AS(enum_flags, .ret_flags = &personalities, .ret_flags2 = &personality_flags, .note = "", .note_zero = true)

#define PERSONALITY_STRACE RET_AS(personality, .ret_flags = &personalities, .ret_flags2 = &personality_flags, .note = "", .note_zero = true)
static const struct row personality_strace = { "personality", ARGS(ENUM_FLAGS("personality", personalities, personality_flags, .strace = &kind_personality)), PERSONALITY_STRACE };
static const struct row personality_query = { "personality", ARGS(HEX32("personality")), PERSONALITY_STRACE };

/* 0xffffffff is a query, not a personality. */
static const struct subrow personality_subs[] = {
	{ 0xffffffff, { "personality", ARGS(HEX32("personality")), PERSONALITY, .strace = &personality_query } },
};

enum { GET_REGISTRATIONS = 1 << 9 };	/* linux/membarrier.h, 6.3 */

/* The result is a set of commands: those that are supported, those that the process has registered for. */
#define MEMBARRIER(cmd, ...) { cmd, { "membarrier", ARGS(ENUM("cmd", membarrier_cmds), FLAGS("flags", membarrier_flags), ##__VA_ARGS__), RET_FLAGS, .ret_flags = &membarrier_supported, .note = "" } }
static const struct subrow membarrier_subs[] = { MEMBARRIER(MEMBARRIER_CMD_QUERY), MEMBARRIER(GET_REGISTRATIONS, INT("cpu_id", .when = membarrier_cpu)) };

static const uint8_t clone_order[] = { 1, 0, 2, 4, 3 };
static const struct row clone_strace = {
	"clone", ARGS(CLONE_FLAGS("flags", .strace = &kind_clone_parts), PTR("child_stack"), STRUCT_OUT("parent_tid", shape_new_tid, .when = clone_parent_tid),
		      PTR("child_tidptr", .when = clone_child_tid), PTR("tls", .when = clone_tls)),
	RET_PID, .order = clone_order, .comma_late = true,
};

/* without a name if there are flags */
static const struct row getscheduler_strace = { "sched_getscheduler", ARGS(PID("pid")), RET_ENUM, .ret_flags = &sched_policies, .note = "", .note_names = NOTE_NAMED, .note_dec = true, .note_zero = true };
static const struct row wait4_strace = {
	"wait4", ARGS(PID_GROUP("upid"), WAIT_STATUS("stat_addr", .filled = wait_found), FLAGS("options", waitid_options), STRUCT_OUT("ru", shape_rusage, .filled = wait_found)), RET_PID,
};

/* strace(1) shows the names of these, and not the other's */
static const struct row getpid_strace = { "getpid", ARGS(), RET_PID };
static const struct row getppid_strace = { "getppid", ARGS(), RET_PID };
static const struct row gettid_strace = { "gettid", ARGS(), RET_PID };
static const struct row set_tid_address_strace = { "set_tid_address", ARGS(HEX("tidptr")), RET_ID };

static const struct row rows[] = {
	/* Beginning and ending */
	{ "fork",                   .ret = RET_PID, .effect = FORKS },
	{ "vfork",                  .ret = RET_PID, .effect = FORKS },
	{ "clone",                  ARGS(CLONE_FLAGS("clone_flags"), PTR("newsp"), STRUCT_OUT("parent_tidptr", shape_new_tid, .when = clone_parent_tid), PTR("child_tidptr", .when = clone_child_tid), PTR("tls", .when = clone_tls)), RET_PID, FORKS, MAKES_PIDFD, .strace = &clone_strace },
	{ "clone3",                 ARGS(STRUCT_SIZED("uargs", shape_clone_args, 1), ULONG("size")), RET_PID, FORKS, .pidfd_at = 1, .pidfd_flags = 1 },
	{ "execve",                 ARGS(PATH("filename"), ARGV("argv"), ENVP("envp")), RET_INT, EXECS, .often = 2 },
	{ "execveat",               ARGS(AT_FD("fd"), PATH_AT("filename", 0), ARGV("argv"), ENVP("envp"), FLAGS("flags", execveat_flags)), RET_INT, EXECS, .often = 21 },
	{ "exit",                   ARGS(INT("error_code")), RET_NONE, ENDS_THREAD(0) },
	{ "exit_group",             ARGS(INT("error_code")), RET_NONE, ENDS_PROCESS(0) },
	{ "wait4",                  ARGS(PID_GROUP("upid"), WAIT_STATUS("stat_addr", .filled = wait_found), FLAGS("options", wait_options), STRUCT_OUT("ru", shape_rusage, .filled = wait_found)), RET_PID, WAITS(1), .strace = &wait4_strace },
	{ "waitid",                 ARGS(ENUM("which", wait_idtypes), PID("upid"), WAITID_REST), SUB(0, waitid_subs) },

	/* IDs */
	{ "getpid",                 ARGS(), RET_ID, .strace = &getpid_strace },
	{ "getppid",                ARGS(), RET_ID, .strace = &getppid_strace },
	{ "gettid",                 ARGS(), RET_ID, .strace = &gettid_strace },
	{ "getpgrp",                ARGS(), RET_ID },
	{ "getpgid",                ARGS(PID("pid")), RET_ID },
	{ "getsid",                 ARGS(PID("pid")), RET_ID },
	{ "setpgid",                ARGS(PID("pid"), PID("pgid", .strace = &kind_pgid)) },
	{ "setsid",                 ARGS(), RET_ID },
	{ "set_tid_address",        ARGS(PTR("tidptr")), RET_PID, .strace = &set_tid_address_strace },
	{ "kcmp",                   ARGS(PID("pid1"), PID("pid2"), ENUM("type", kcmp_types), HEX("idx1"), HEX("idx2")), SUB(2, kcmp_types_rows) },
	{ "pidfd_open",             ARGS(PID("pid"), FLAGS("flags", pidfd_open_flags)), RET_FD, OPENS_INFO, .cloexec = true, .fd_name = PIDFD },
	{ "pidfd_getfd",            ARGS(FD("pidfd"), INT("fd"), HEX32("flags")), RET_FD, OPENS_INFO, .cloexec = true },

	/* Properties */
	{ "personality",            ARGS(ENUM_FLAGS("personality", personalities, personality_flags)), PERSONALITY, .strace = &personality_strace, SUB(0, personality_subs) },
	{ "umask",                  ARGS(MODE("mask")), RET_OCTAL },
	{ "unshare",                ARGS(FLAGS64("unshare_flags", unshare_flags)), RET_INT, UNSHARES(0) },
	{ "setns",                  ARGS(FD("fd"), FLAGS("flags", setns_flags)), RET_INT, ENTERS_NS },
	{ "listns",                 ARGS(STRUCT_IN("req", listns_req), ARRAY_OUT("ns_ids", shape_u64), ULONG("nr_ns_ids"), HEX32("flags")) },
	{ "rseq",                   ARGS(STRUCT_IN("rseq", shape_rseq, .strace = &kind_hex), UINT("rseq_len", .strace = &kind_hex), FLAGS("flags", rseq_flags, .strace = &kind_hex), HEX32("sig", .strace = &kind_hex)) },
	{ "rseq_slice_yield",       .ret = RET_INT },
	{ "membarrier",             ARGS(ENUM("cmd", membarrier_cmds), FLAGS("flags", membarrier_flags), INT("cpu_id", .when = membarrier_cpu)), SUB(0, membarrier_subs) },

	/* Scheduling */
	{ "sched_yield",            ARGS() },
	{ "sched_setscheduler",     ARGS(PID("pid"), ENUM_FLAGS("policy", sched_policies, sched_policy_flags, .strace = &kind_enum), STRUCT_IN("param", shape_sched_param)) },
	{ "sched_getscheduler",     ARGS(PID("pid")), RET_AS(enum_flags, .ret_flags = &sched_policies, .ret_flags2 = &sched_policy_flags), .strace = &getscheduler_strace },
	{ "sched_setparam",         ARGS(PID("pid"), STRUCT_IN("param", shape_sched_param)) },
	{ "sched_getparam",         ARGS(PID("pid"), STRUCT_OUT("param", shape_sched_param)) },
	{ "sched_setattr",          ARGS(PID("pid"), STRUCT_RESIZED("uattr", shape_sched_attr), HEX32("flags", .strace = &kind_uint)) },
	{ "sched_getattr",          ARGS(PID("pid"), STRUCT_OUT_SIZED("uattr", shape_sched_attr, 2), UINT("usize"), HEX32("flags", .strace = &kind_uint)) },
	{ "sched_get_priority_max", ARGS(ENUM("policy", sched_policies)) },
	{ "sched_get_priority_min", ARGS(ENUM("policy", sched_policies)) },
	{ "sched_rr_get_interval",  ARGS(PID("pid"), STRUCT_OUT("interval", shape_timespec)) },
	{ "sched_setaffinity",      ARGS(PID("pid"), UINT("len"), CPUS_IN("user_mask_ptr", 1, .strace = &kind_affinity_in)) },
	{ "sched_getaffinity",      ARGS(PID("pid"), UINT("len"), CPUS_OUT("user_mask_ptr")) },
	{ "getcpu",                 ARGS(UINT_OUT("cpup"), UINT_OUT("nodep"), PTR("unused")) },
	{ "getpriority",            ARGS(ENUM("which", priorities_which), INT("who")), .ret_extra = extra_nice, SUB(0, getpriority_subs) },
	{ "setpriority",            ARGS(ENUM("which", priorities_which), INT("who"), INT("niceval")), SUB(0, setpriority_subs) },
	{ "nice",                   ARGS(INT("increment")) },
	{ "ioprio_get",             ARGS(ENUM("which", ioprio_which), INT("who")), RET_AS(ioprio), .note = "", .note_names = NOTE_NAMED_UNLESS_RAW, .note_dec = true, .note_zero = true, SUB(0, ioprio_get_subs) },
	{ "ioprio_set",             ARGS(ENUM("which", ioprio_which), INT("who"), IOPRIO("ioprio")), SUB(0, ioprio_set_subs) },

	/* Limits and use */
	{ "getrlimit",              ARGS(ENUM("resource", rlimit_resources), STRUCT_OUT("rlim", shape_rlimit)) },
	{ "setrlimit",              ARGS(ENUM("resource", rlimit_resources), STRUCT_IN("rlim", shape_rlimit)) },
	{ "prlimit64",              ARGS(PID("pid"), ENUM("resource", rlimit_resources), STRUCT_IN("new_rlim", shape_rlimit64), STRUCT_OUT("old_rlim", shape_rlimit64)) },
	{ "getrusage",              ARGS(ENUM("who", rusage_who), STRUCT_OUT("ru", shape_rusage)) },
};

const struct row_table rows_process = ROW_TABLE(rows);
