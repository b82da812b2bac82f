// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of the calls of i386 that x86-64 has not, or not with the same arguments. The rest are the same rows: kinds go by
 * the size of a word, shapes by their compat layouts. 64-bit numbers come as two words here, the low one first.
 *
 * More of i386: time64.c (*_time64), creds.c (*32), socketcall.c, ipccall.c, misc.c (calls that are gone).
 */
#include <linux/sched.h>

#include "kinds.h"
#include "rows.h"
#include "words.h"

static bool clone_parent_tid(const struct call *c)
{
	return c->args[0] & (CLONE_PARENT_SETTID | CLONE_PIDFD);
}

static bool clone_child_tid(const struct call *c)
{
	return c->args[0] & (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID);
}

static bool clone_tls(const struct call *c)
{
	return c->args[0] & CLONE_SETTLS;
}

/* Calls of more than five arguments passed a pointer to all of them, before there was a sixth register. */
static const struct field mmap_words[] = {
	WORD(0, PTR("addr")),
	WORD(1, UINT("len")),
	WORD(2, FLAGS("prot", mmap_prot)),
	WORD(3, FLAGS("flags", mmap_flags)),
	WORD(4, FD("fd")),
	WORD(5, HEX32("offset")),
};

static const struct field select_words[] = {
	WORD(0, INT("n")),
	WORD(1, PTR("inp")),
	WORD(2, PTR("outp")),
	WORD(3, PTR("exp")),
	WORD(4, PTR("tvp")),
};

static const struct shape shape_mmap_args = WORDS(mmap_words);
static const struct shape shape_select_args = WORDS(select_words);

/* The one entry that readdir gives; the name ends with a NUL. */
struct old_dirent {
	uint32_t d_ino, d_offset;
	uint16_t d_namlen;
	char d_name[256];
} __attribute__((packed));

static const struct field old_dirent_fields[] = {
	FIELD(struct old_dirent, d_ino,    uint),
	FIELD(struct old_dirent, d_offset, uint),
	FIELD(struct old_dirent, d_namlen, uint),
	FIELD(struct old_dirent, d_name,   chars),
};

static const struct shape shape_old_dirent = SHAPE(struct old_dirent, old_dirent_fields);

/* Limits of this call end at 2^31 - 1, which stands for infinity. */
struct old_rlimit {
	uint32_t rlim_cur, rlim_max;
};

static const struct field old_rlimit_fields[] = {
	FIELD(struct old_rlimit, rlim_cur, uint),
	FIELD(struct old_rlimit, rlim_max, uint),
};

static const struct shape shape_old_rlimit = SHAPE(struct old_rlimit, old_rlimit_fields);

/* A count of 0 asks for the number of groups only. */
static const struct subrow getgroups_subs[] = {
	{ 0, { "getgroups", ARGS(INT("gidsetsize"), PTR("grouplist")) } },
};

#define RESOURCE ENUM("resource", rlimit_resources)

static const struct row rows[] = {
	/* Positions and sizes in two words */
	{ "_llseek",         ARGS(FD("fd"), HEX("offset_high"), HEX("offset_low"), OFFSET_OUT("result"), ENUM("whence", lseek_whence)) },
	{ "pread64",         ARGS(FD("fd"), BUF_OUT("buf"), ULONG("count"), OFFSET_LO("pos"), HI_HALF) },
	{ "pwrite64",        ARGS(FD("fd"), BUF_IN("buf", 2), ULONG("count"), OFFSET_LO("pos"), HI_HALF) },
	{ "preadv",          ARGS(FD("fd"), IOVEC_OUT("vec", 2), ULONG("vlen"), OFFSET_LO("pos"), HI_HALF) },
	{ "pwritev",         ARGS(FD("fd"), IOVEC_IN("vec", 2), ULONG("vlen"), OFFSET_LO("pos"), HI_HALF) },
	{ "preadv2",         ARGS(FD("fd"), IOVEC_OUT("vec", 2), ULONG("vlen"), OFFSET_LO("pos"), HI_HALF, FLAGS("flags", rwf_flags)) },
	{ "pwritev2",        ARGS(FD("fd"), IOVEC_IN("vec", 2), ULONG("vlen"), OFFSET_LO("pos"), HI_HALF, FLAGS("flags", rwf_flags)) },
	{ "truncate64",      ARGS(PATH("path"), OFFSET_LO("length"), HI_HALF) },
	{ "ftruncate64",     ARGS(FD("fd"), OFFSET_LO("length"), HI_HALF) },
	{ "fallocate",       ARGS(FD("fd"), FLAGS("mode", fallocate_modes), OFFSET_LO("offset"), HI_HALF, OFFSET_LO("len"), HI_HALF) },
	{ "fadvise64",       ARGS(FD("fd"), OFFSET_LO("offset"), HI_HALF, ULONG("len"), ENUM("advice", fadvise_advice)) },
	{ "fadvise64_64",    ARGS(FD("fd"), OFFSET_LO("offset"), HI_HALF, OFFSET_LO("len"), HI_HALF, ENUM("advice", fadvise_advice)) },
	{ "readahead",       ARGS(FD("fd"), OFFSET_LO("offset"), HI_HALF, ULONG("count")) },
	{ "sync_file_range", ARGS(FD("fd"), OFFSET_LO("offset"), HI_HALF, OFFSET_LO("nbytes"), HI_HALF, FLAGS("flags", sync_file_range_flags)) },
	{ "fanotify_mark",   ARGS(FD("fanotify_fd"), FLAGS("flags", fanotify_mark_flags), FLAGS("mask", fanotify_masks), HI_HALF, AT_FD("dfd"), PATH_AT("pathname", 4)) },
	{ "lookup_dcookie",  ARGS(OFFSET_LO("cookie64"), HI_HALF, BUF_OUT("buf"), ULONG("len")) },
	{ "sendfile",        ARGS(FD("out_fd"), FD("in_fd"), STRUCT_INOUT("offset", shape_long), ULONG("count")) },
	{ "sendfile64",      ARGS(FD("out_fd"), FD("in_fd"), OFFSET_INOUT("offset"), ULONG("count")) },

	/* Files */
	{ "oldstat",         ARGS(PATH("filename"), STRUCT_OUT("statbuf", shape_old_stat)) },
	{ "oldlstat",        ARGS(PATH("filename"), STRUCT_OUT("statbuf", shape_old_stat)) },
	{ "oldfstat",        ARGS(FD("fd"), STRUCT_OUT("statbuf", shape_old_stat)) },
	{ "stat64",          ARGS(PATH("filename"), STRUCT_OUT("statbuf", shape_stat64)) },
	{ "lstat64",         ARGS(PATH("filename"), STRUCT_OUT("statbuf", shape_stat64)) },
	{ "fstat64",         ARGS(FD("fd"), STRUCT_OUT("statbuf", shape_stat64)) },
	{ "fstatat64",       ARGS(AT_FD("dfd"), PATH_AT("filename", 0), STRUCT_OUT("statbuf", shape_stat64), FLAGS("flag", at_flags)) },
	{ "statfs64",        ARGS(PATH("pathname"), ULONG("sz"), STRUCT_OUT("buf", shape_statfs64)) },
	{ "fstatfs64",       ARGS(FD("fd"), ULONG("sz"), STRUCT_OUT("buf", shape_statfs64)) },
	{ "chown",           ARGS(PATH("filename"), UID16("user"), UID16("group")) },
	{ "lchown",          ARGS(PATH("filename"), UID16("user"), UID16("group")) },
	{ "fchown",          ARGS(FD("fd"), UID16("user"), UID16("group")) },
	{ "umount",          ARGS(PATH("name")) },
	{ "readdir",         ARGS(FD("fd"), STRUCT_OUT("dirent", shape_old_dirent), UINT("count")) },
	{ "select",          ARGS(STRUCT_IN("arg", shape_select_args)), .ret_extra = extra_timeout },
	{ "_newselect",      ARGS(INT("n"), FDSET_INOUT("inp", 0), FDSET_INOUT("outp", 0), FDSET_INOUT("exp", 0), STRUCT_IN("tvp", shape_timeval)), .ret_extra = extra_timeout },
	{ "mmap",            ARGS(STRUCT_IN("arg", shape_mmap_args)), RET_HEX },
	{ "mmap2",           ARGS(PTR("addr"), ULONG("len"), FLAGS("prot", mmap_prot), FLAGS("flags", mmap_flags), FD("fd"), HEX("pgoff")), RET_HEX },

	/* Processes */
	{ "clone",           ARGS(CLONE_FLAGS("clone_flags"), PTR("newsp"), INT_OUT("parent_tidptr", .when = clone_parent_tid), STRUCT_IN("tls_val", shape_user_desc, .when = clone_tls), PTR("child_tidptr", .when = clone_child_tid)), RET_PID, FORKS },
	{ "waitpid",         ARGS(PID("pid"), WAIT_STATUS("stat_addr"), FLAGS("options", wait_options)), RET_PID },
	{ "getrlimit",       ARGS(RESOURCE, STRUCT_OUT("rlim", shape_old_rlimit)) },
	{ "ugetrlimit",      ARGS(RESOURCE, STRUCT_OUT("rlim", shape_rlimit)) },
	{ "olduname",        ARGS(STRUCT_OUT("name", shape_old_utsname)) },
	{ "oldolduname",     ARGS(STRUCT_OUT("name", shape_oldold_utsname)) },
	{ "stime",           ARGS(STRUCT_IN("tptr", shape_time)) },
	{ "vm86",            ARGS(ULONG("cmd"), HEX("arg")) },
	{ "vm86old",         ARGS(PTR("user_vm86")) },

	/* Signals, as one word of them */
	{ "signal",          ARGS(SIGNAL("sig"), HANDLER("handler")), RET_HEX },
	{ "sigaction",       ARGS(SIGNAL("sig"), STRUCT_IN("act", shape_old_sigaction), STRUCT_OUT("oact", shape_old_sigaction)) },
	{ "sigprocmask",     ARGS(ENUM("how", sigprocmask_how), STRUCT_IN("nset", shape_old_sigset), STRUCT_OUT("oset", shape_old_sigset)) },
	{ "sigpending",      ARGS(STRUCT_OUT("uset", shape_old_sigset)) },
	{ "sigsuspend",      ARGS(HI_HALF, HI_HALF, SIGSET("mask")) },
	{ "sgetmask",        .ret = RET_HEX },
	{ "ssetmask",        ARGS(SIGSET("newmask")), RET_HEX },
	{ "sigreturn",       .ret = RET_HEX, .noreturn = true },

	/* Users and groups of 16 bits; (uid_t)-1 is 65535 */
	{ "getresuid",       ARGS(STRUCT_OUT("ruidp", shape_uid16), STRUCT_OUT("euidp", shape_uid16), STRUCT_OUT("suidp", shape_uid16)) },
	{ "getresgid",       ARGS(STRUCT_OUT("rgidp", shape_uid16), STRUCT_OUT("egidp", shape_uid16), STRUCT_OUT("sgidp", shape_uid16)) },
	{ "getgroups",       ARGS(INT("gidsetsize"), ARRAY_OUT("grouplist", shape_uid16)), SUB(0, getgroups_subs) },
	{ "setuid",          ARGS(UID16("uid")) },
	{ "setgid",          ARGS(UID16("gid")) },
	{ "setreuid",        ARGS(UID16("ruid"), UID16("euid")) },
	{ "setregid",        ARGS(UID16("rgid"), UID16("egid")) },
	{ "setresuid",       ARGS(UID16("ruid"), UID16("euid"), UID16("suid")) },
	{ "setresgid",       ARGS(UID16("rgid"), UID16("egid"), UID16("sgid")) },
	{ "setfsuid",        ARGS(UID16("uid")), RET_UINT },
	{ "setfsgid",        ARGS(UID16("gid")), RET_UINT },
	{ "setgroups",       ARGS(INT("gidsetsize"), ARRAY_IN("grouplist", shape_uid16, 0)) },
};

const struct row_table rows_i386 = ROW_TABLE(rows);
