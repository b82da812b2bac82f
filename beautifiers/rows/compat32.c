// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of calls that 64-bit ABIs lack, or have with other arguments. Other calls share rows: kinds depend on the size of a word,
 * shapes have compat layouts. 64-bit numbers are two words, the low one first; ARM aligns such pairs to an even register: arm.c.
 *
 * More calls of 32-bit ABIs: old.c, oldmmap.c, time64.c (*_time64), creds.c (*32), socketcall.c, ipccall.c, misc.c (removed
 * calls).
 */
#include "beautifiers/rows.h"
#include "words.h"

#define SELECT_WORDS(W) \
	W(0, INT("n")), W(1, PTR("inp")), W(2, PTR("outp")), W(3, PTR("exp")), W(4, PTR("tvp"))

WORDS(select, SELECT_WORDS)

/* This call's limits end at 2^31 - 1, which means infinity. */
struct old_rlimit {
	uint32_t rlim_cur, rlim_max;
};

static const struct field old_rlimit_fields[] = {
	FIELDS(struct old_rlimit, uint, rlim_cur, rlim_max),
};

static const struct shape shape_old_rlimit = SHAPE(struct old_rlimit, old_rlimit_fields);

/* With a count of 0 only the number of groups is returned. */
static const struct subrow getgroups_subs[] = {
	{ 0, { "getgroups", ARGS(INT("gidsetsize"), PTR("grouplist")) } },
};

#define RESOURCE ENUM("resource", rlimit_resources)

static const struct row rows[] = {
	/* Positions and sizes in two words */
	{ "pread64",         ARGS(FD("fd"), BUF_OUT("buf"), ULONG("count"), OFFSET_LO("pos"), HI_HALF), MOVES_BYTES },
	{ "pwrite64",        ARGS(FD("fd"), BUF_IN("buf", 2), ULONG("count"), OFFSET_LO("pos"), HI_HALF), MOVES_BYTES },
	{ "preadv",          ARGS(FD("fd"), IOVEC_OUT("vec", 2), VLEN("vlen"), OFFSET_LO("pos"), HI_HALF), MOVES_BYTES },
	{ "pwritev",         ARGS(FD("fd"), IOVEC_IN("vec", 2), VLEN("vlen"), OFFSET_LO("pos"), HI_HALF), MOVES_BYTES },
	{ "preadv2",         ARGS(FD("fd"), IOVEC_OUT("vec", 2), VLEN("vlen"), OFFSET_LO("pos"), HI_HALF, FLAGS("flags", rwf_flags)), MOVES_BYTES },
	{ "pwritev2",        ARGS(FD("fd"), IOVEC_IN("vec", 2), VLEN("vlen"), OFFSET_LO("pos"), HI_HALF, FLAGS("flags", rwf_flags)), MOVES_BYTES },
	{ "truncate64",      ARGS(PATH("path"), LENGTH_LO("length"), HI_HALF) },
	{ "ftruncate64",     ARGS(FD("fd"), LENGTH_LO("length"), HI_HALF) },
	{ "fallocate",       ARGS(FD("fd"), FLAGS("mode", fallocate_modes), OFFSET_LO("offset"), HI_HALF, LENGTH_LO("len"), HI_HALF) },
	{ "fadvise64",       ARGS(FD("fd"), OFFSET_LO("offset"), HI_HALF, ULONG("len"), ENUM("advice", fadvise_advice)) },
	{ "fadvise64_64",    ARGS(FD("fd"), OFFSET_LO("offset"), HI_HALF, LENGTH_LO("len"), HI_HALF, ENUM("advice", fadvise_advice)) },
	{ "readahead",       ARGS(FD("fd"), OFFSET_LO("offset"), HI_HALF, NBYTES("count")) },
	{ "sync_file_range", ARGS(FD("fd"), OFFSET_LO("offset"), HI_HALF, LENGTH_LO("nbytes"), HI_HALF, FLAGS("flags", sync_file_range_flags)) },
	{ "fanotify_mark",   ARGS(FD("fanotify_fd"), FLAGS("flags", fanotify_mark_flags), FLAGS("mask", fanotify_masks), HI_HALF, AT_FD("dfd", .flags = &fanotify_fds), PATH_AT("pathname", 4)) },
	{ "lookup_dcookie",  ARGS(OFFSET_LO("cookie64"), HI_HALF, BUF_OUT("buf"), ULONG("len")) },
	{ "sendfile",        ARGS(FD("out_fd"), FD("in_fd"), STRUCT_INOUT("offset", shape_long, .strace = &kind_offset_moved), ULONG("count")), RET_BYTES_FROM(1, 0) },
	{ "sendfile64",      ARGS(FD("out_fd"), FD("in_fd"), OFFSET_INOUT("offset", .strace = &kind_offset_moved), ULONG("count")), RET_BYTES_FROM(1, 0) },

	/* Files */
	{ "stat64",          ARGS(PATH("filename"), STRUCT_OUT("statbuf", shape_stat64)) },
	{ "lstat64",         ARGS(PATH("filename"), STRUCT_OUT("statbuf", shape_stat64)) },
	{ "fstat64",         ARGS(FD("fd"), STRUCT_OUT("statbuf", shape_stat64)) },
	{ "fstatat64",       ARGS(AT_FD("dfd"), PATH_AT("filename", 0), STRUCT_OUT("statbuf", shape_stat64), FLAGS("flag", at_flags)) },
	{ "chown",           ARGS(PATH("filename"), UID16("user"), UID16("group")) },
	{ "lchown",          ARGS(PATH("filename"), UID16("user"), UID16("group")) },
	{ "fchown",          ARGS(FD("fd"), UID16("user"), UID16("group")) },
	{ "select",          ARGS(STRUCT_IN("arg", shape_select)), .ret_extra = extra_polled, STANDS_FOR("select", FROM_WORDS(0, 5)) },
	{ "mmap2",           ARGS(PTR("addr"), ULONG("len"), FLAGS("prot", mmap_prot), FLAGS("flags", mmap_flags, .strace = &kind_mmap_flags), FD("fd"), HEX("pgoff")), RET_ADDRESS },

	/* Processes */
	{ "getrlimit",       ARGS(RESOURCE, STRUCT_OUT("rlim", shape_old_rlimit)) },

	/* Signals */
	{ "sigsuspend",      ARGS(HI_HALF, HI_HALF, SIGSET("mask")) },

	/* Users and groups of 16 bits; (uid_t)-1 is 65535 */
	{ "getresuid",       ARGS(STRUCT_OUT("ruidp", shape_uid16), STRUCT_OUT("euidp", shape_uid16), STRUCT_OUT("suidp", shape_uid16)) },
	{ "getresgid",       ARGS(STRUCT_OUT("rgidp", shape_uid16), STRUCT_OUT("egidp", shape_uid16), STRUCT_OUT("sgidp", shape_uid16)) },
	{ "getgroups",       ARGS(INT("gidsetsize"), ARRAY_OUT("grouplist", shape_uid16)), SUB(0, getgroups_subs) },
	{ "setuid",          ARGS(UID16("uid")), .effect = SETS_USER },
	{ "setgid",          ARGS(UID16("gid")) },
	{ "setreuid",        ARGS(UID16("ruid"), UID16("euid")), .effect = SETS_USER },
	{ "setregid",        ARGS(UID16("rgid"), UID16("egid")) },
	{ "setresuid",       ARGS(UID16("ruid"), UID16("euid"), UID16("suid")), .effect = SETS_USER },
	{ "setresgid",       ARGS(UID16("rgid"), UID16("egid"), UID16("sgid")) },
	{ "setfsuid",        ARGS(UID16("uid")), RET_UINT },
	{ "setfsgid",        ARGS(UID16("gid")), RET_UINT },
	{ "setgroups",       ARGS(INT("gidsetsize"), ARRAY_IN("grouplist", shape_uid16, 0)) },
};

const struct row_table rows_compat32 = ROW_TABLE(rows);
