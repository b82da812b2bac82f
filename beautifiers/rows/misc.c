// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of calls on the machine and the kernel: names, random numbers, log, reboot, modules, perf, asynchronous I/O, calls that
 * only x86 has, and numbers without a call.
 */
#include <linux/kexec.h>
#include <linux/perf_event.h>
#include <linux/reboot.h>

#include "beautifiers/rows.h"
#include "beautifiers/shape.h"
#include "beautifiers/show.h"

#define PERF_EVENT "anon_inode:[perf_event]"
#define IO_URING   "anon_inode:[io_uring]"

/* The kernel's own linux/syslog.h */
enum { SYSLOG_READ = 2, SYSLOG_READ_ALL, SYSLOG_READ_CLEAR };

#define SYSLOG(type) { type, { "syslog", ARGS(ENUM_INT("type", syslog_actions), BUF_OUT("buf"), INT("len")) } }

static const struct subrow syslog_subs[] = { SYSLOG(SYSLOG_READ), SYSLOG(SYSLOG_READ_ALL), SYSLOG(SYSLOG_READ_CLEAR) };

#define REBOOT(command, ...) { command, { "reboot", ARGS(ENUM("magic1", reboot_magics), ENUM("magic2", reboot_magics), ENUM("cmd", reboot_cmds), ##__VA_ARGS__) } }

static const struct row reboot_short = { "reboot", ARGS(ENUM("magic1", reboot_magics), ENUM("magic2", reboot_magics), ENUM("cmd", reboot_cmds)) };

static const struct subrow reboot_subs[] = {
	REBOOT(LINUX_REBOOT_CMD_RESTART2, STR("arg")),
};

/* With PERF_FLAG_PID_CGROUP the pid is a descriptor of a cgroup's directory. */
static const struct subrow perf_event_open_subs[] = {
	{ PERF_FLAG_PID_CGROUP, { "perf_event_open", ARGS(PTR("attr_uptr"), FD("pid"), INT("cpu"), FD("group_fd"), FLAGS64("flags", perf_event_open_flags)), RET_FD, OPENS_INFO, .fd_name = PERF_EVENT } },
};

/* strace shows the words that are passed to calls which do not exist any more. */
#define W(n) HEX("arg" #n)
#define RAW(call, ...) .strace = &(const struct row){ call, ARGS(__VA_ARGS__) }

/* In the old mode and in the new. */
static bool writes_ldt(const struct call *c)
{
	return c->args[0] == 1 || c->args[0] == 0x11;
}

/* File system types: index of a name, name of an index, their number. */
static const struct subrow sysfs_subs[] = {
	{ 1, { "sysfs", ARGS(INT("option"), STR("arg1")), RAW("sysfs", W(1), W(2), W(3)) } },
	{ 2, { "sysfs", ARGS(INT("option"), UINT("arg1"), PTR("arg2")), RAW("sysfs", W(1), W(2), W(3)) } },
	{ 3, { "sysfs", ARGS(INT("option")), RAW("sysfs", W(1), W(2), W(3)) } },
};

#define SIX_WORDS ARGS(HEX("arg1"), HEX("arg2"), HEX("arg3"), HEX("arg4"), HEX("arg5"), HEX("arg6"))

#define SYSCTL_ARGS(t, W) \
	struct t { W name; int32_t nlen; W oldval, oldlenp, newval, newlen; }; \
	static const struct field t##_fields[] = { \
		FIELD(struct t, name, ptr), FIELD(struct t, nlen, int), FIELDS(struct t, ptr, oldval, oldlenp, newval), FIELD(struct t, newlen, ulong), \
	};
SYSCTL_ARGS(sysctl_args64, uint64_t)
SYSCTL_ARGS(sysctl_args32, uint32_t)
static const struct shape shape_sysctl_args32 = SHAPE(struct sysctl_args32, sysctl_args32_fields);
static const struct shape shape_sysctl_args = SHAPE(struct sysctl_args64, sysctl_args64_fields, .compat = &shape_sysctl_args32, .x32_compat = true);

struct kexec_segment64 { uint64_t buf, bufsz, mem, memsz; };	/* struct kexec_segment of linux/kexec.h */
struct kexec_segment32 { uint32_t buf, bufsz, mem, memsz; };
#define SEGMENT_FIELDS(t) { FIELD(struct t, buf, ptr), FIELD(struct t, bufsz, ulong), FIELD(struct t, mem, ptr), FIELD(struct t, memsz, ulong) }
static const struct field segment64_fields[] = SEGMENT_FIELDS(kexec_segment64), segment32_fields[] = SEGMENT_FIELDS(kexec_segment32);
static const struct shape shape_segment32 = SHAPE(struct kexec_segment32, segment32_fields);
static const struct shape shape_segment = SHAPE(struct kexec_segment64, segment64_fields, .compat = &shape_segment32, .x32_compat = true);

static bool few_segments(const struct call *c)
{
	return c->args[1] <= KEXEC_SEGMENT_MAX;
}

static const struct row rows[] = {
	/* The machine */
	{ "uname",             ARGS(STRUCT_OUT("name", shape_utsname)), .tracepoint = "newuname" },
	{ "sysinfo",           ARGS(STRUCT_OUT("info", shape_sysinfo)) },
	{ "sethostname",       ARGS(BUF_IN("name", 1), INT("len")) },
	{ "setdomainname",     ARGS(BUF_IN("name", 1), INT("len")) },
	{ "getrandom",         ARGS(BUF_OUT("ubuf", .strace = &kind_octets_out), ULONG("len"), FLAGS("flags", getrandom_flags)) },
	{ "syslog",            ARGS(ENUM_INT("type", syslog_actions), PTR("buf"), INT("len")), SUB(0, syslog_subs) },
	{ "reboot",            ARGS(ENUM("magic1", reboot_magics), ENUM("magic2", reboot_magics), ENUM("cmd", reboot_cmds), PTR("arg")), SUB(2, reboot_subs), .strace = &reboot_short },
	{ "kexec_load",        ARGS(PTR("entry"), ULONG("nr_segments"), ARRAY_IN("segments", shape_segment, 1, .strace = &kind_array_where, .named = few_segments), FLAGS64("flags", kexec_flags, .flags2 = &kexec_archs, .strace = &kind_kexec_flags)) },
	{ "kexec_file_load",   ARGS(FD("kernel_fd"), FD("initrd_fd"), ULONG("cmdline_len"), BUF_IN("cmdline_ptr", 2), FLAGS64("flags", kexec_file_flags)) },
	{ "vhangup",           ARGS() },
	{ "sysfs",             ARGS(INT("option"), HEX("arg1"), HEX("arg2")), SUB(0, sysfs_subs), RAW("sysfs", W(1), W(2), W(3)) },

	/* Kernel modules, counters */
	{ "init_module",       ARGS(PTR("umod"), ULONG("len"), STR("uargs")) },
	{ "finit_module",      ARGS(FD("fd"), STR("uargs"), FLAGS("flags", module_init_flags)) },
	{ "delete_module",     ARGS(STR("name_user"), FLAGS("flags", module_delete_flags)) },
	{ "perf_event_open",   ARGS(PTR("attr_uptr"), PID("pid"), INT("cpu"), FD("group_fd"), FLAGS64("flags", perf_event_open_flags)), RET_FD, OPENS_INFO, .fd_name = PERF_EVENT, SUB_MASK(4, PERF_FLAG_PID_CGROUP, perf_event_open_subs) },

	/* Asynchronous I/O */
	{ "io_setup",          ARGS(UINT("nr_events"), STRUCT_INOUT("ctxp", shape_ptr, .strace = &kind_struct_out)) },
	{ "io_destroy",        ARGS(PTR("ctx")) },
	{ "io_submit",         ARGS(PTR("ctx_id"), LONG("nr"), ARRAY_IN("iocbpp", shape_iocb_pointer, 1)) },
	{ "io_cancel",         ARGS(PTR("ctx_id"), STRUCT_IN("iocb", shape_iocb_cancel), STRUCT_OUT("result", shape_io_event)) },
	{ "io_getevents",      ARGS(PTR("ctx_id"), LONG("min_nr"), LONG("nr"), ARRAY_OUT("events", shape_io_event), STRUCT_IN("timeout", shape_timespec)) },
	{ "io_pgetevents",     ARGS(PTR("ctx_id"), LONG("min_nr"), LONG("nr"), ARRAY_OUT("events", shape_io_event), STRUCT_IN("timeout", shape_timespec), SIGSET_ARG("usig")) },
	{ "io_uring_setup",    ARGS(UINT("entries"), PTR("params")), RET_FD, OPENS_INFO, .cloexec = true, .fd_name = IO_URING },
	{ "io_uring_enter",    ARGS(FD("fd"), UINT("to_submit"), UINT("min_complete"), FLAGS("flags", io_uring_enter_flags), PTR("argp"), ULONG("argsz")) },
	{ "io_uring_register", ARGS(FD("fd"), ENUM_FLAGS("opcode", io_uring_register_ops, io_uring_register_flags), PTR("arg"), UINT("nr_args")) },

	/* x86 */
	{ "iopl",              ARGS(UINT("level")) },
	{ "ioperm",            ARGS(HEX("from"), ULONG("num", .strace = &kind_hex), INT("turn_on")) },
	{ "modify_ldt",        ARGS(INT("func"), ARG_("ptr", ldt_entry, .shape = &shape_user_desc, .len_arg = 2, .named = writes_ldt), ULONG("bytecount")), .ret_int = true },
	{ "set_thread_area",   ARGS(STRUCT_INOUT("u_info", shape_user_desc)) },
	{ "get_thread_area",   ARGS(STRUCT_INOUT("u_info", shape_user_desc)) },
	{ "uprobe",            ARGS() },
	{ "uretprobe",         ARGS() },

	/* Removed, or never implemented: if no kernel declared arguments, all words are shown */
	{ "_sysctl",           ARGS(STRUCT_IN("args", shape_sysctl_args)) },
	{ "create_module",     ARGS(STR("name"), ULONG("size")), RET_ADDRESS, RAW("create_module", W(1), W(2)) },
	{ "get_kernel_syms",   ARGS(PTR("table")), RAW("get_kernel_syms", W(1)) },
	{ "query_module",      ARGS(STR("name"), INT("which"), PTR("buf"), ULONG("bufsize"), PTR("ret")), RAW("query_module", W(1), W(2), W(3), W(4), W(5)) },
	{ "nfsservctl",        ARGS(INT("cmd"), PTR("arg"), PTR("res")), RAW("nfsservctl", W(1), W(2), W(3)) },
	{ "getpmsg",           ARGS(FD("fd"), PTR("ctl"), PTR("data"), PTR("band"), PTR("flags")), RAW("getpmsg", W(1), W(2), W(3), W(4), W(5)) },
	{ "putpmsg",           ARGS(FD("fd"), PTR("ctl"), PTR("data"), INT("band"), HEX32("flags")), RAW("putpmsg", W(1), W(2), W(3), W(4), W(5)) },
	{ "afs_syscall",       SIX_WORDS, RAW("afs_syscall", W(1), W(2), W(3), W(4), W(5)) },
	{ "tuxcall",           SIX_WORDS, RAW("tuxcall", W(1), W(2), W(3)) },
	{ "security",          SIX_WORDS, RAW("security", W(1), W(2), W(3)) },
	{ "vserver",           SIX_WORDS, RAW("vserver", W(1), W(2), W(3), W(4), W(5)) },
	{ "break",             SIX_WORDS },
	{ "stty",              SIX_WORDS },
	{ "gtty",              SIX_WORDS },
	{ "ftime",             SIX_WORDS },
	{ "prof",              SIX_WORDS },
	{ "profil",            SIX_WORDS },
	{ "ulimit",            SIX_WORDS },
	{ "lock",              SIX_WORDS },
	{ "mpx",               SIX_WORDS },
	{ "idle",              ARGS() },
	{ "bdflush",           ARGS(INT("func"), HEX("data")) },
};

const struct row_table rows_misc = ROW_TABLE(rows);
