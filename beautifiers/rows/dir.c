// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls on directories, and of those that watch them (inotify, fanotify). */
#include "beautifiers/rows.h"

#define INOTIFY  "anon_inode:inotify"
#define FANOTIFY "anon_inode:[fanotify]"

static const struct row rows[] = {
	{ "mkdir",             ARGS(PATH("pathname"), MODE("mode")), .often = 14 },
	{ "mkdirat",           ARGS(AT_FD("dfd"), PATH_AT("pathname", 0), MODE("mode")), .often = 20 },
	{ "rmdir",             ARGS(PATH("pathname")), RET_INT, REMOVES },
	{ "getdents",          ARGS(FD("fd"), OLD_DIRENTS_OUT("dirent"), UINT("count")) },
	{ "getdents64",        ARGS(FD("fd"), DIRENTS_OUT("dirent"), UINT("count")) },
	{ "getcwd",            ARGS(STR_OUT("buf", 1), ULONG("size")) },
	{ "chdir",             ARGS(PATH("filename")), RET_INT, CHDIRS, .often = 15 },
	{ "fchdir",            ARGS(FD("fd")), RET_INT, FCHDIRS(0) },
	{ "chroot",            ARGS(PATH("filename")), RET_INT, CHROOTS },
	{ "lookup_dcookie",    ARGS(HEX("cookie64", .strace = &kind_ulong), BUF_OUT("buf"), ULONG("len")) },

	{ "inotify_init",      .ret = RET_FD, .effect = OPENS_INFO, .fd_name = INOTIFY },
	{ "inotify_init1",     ARGS(FLAGS("flags", inotify_init_flags)), RET_FD, OPENS_INFO, .fd_name = INOTIFY },
	{ "inotify_add_watch", ARGS(FD("fd"), PATH("pathname"), FLAGS("mask", inotify_masks)) },
	{ "inotify_rm_watch",  ARGS(FD("fd"), INT("wd")) },
	{ "fanotify_init",     ARGS(FLAGS("flags", fanotify_init_flags, .flags2 = &fanotify_classes, .strace = &kind_flag_parts), FLAGS("event_f_flags", open_flags)), RET_FD, OPENS_INFO, .fd_name = FANOTIFY },
	{ "fanotify_mark",     ARGS(FD("fanotify_fd"), FLAGS("flags", fanotify_mark_flags), FLAGS64("mask", fanotify_masks), AT_FD("dfd", .flags = &fanotify_fds), PATH_AT("pathname", 3)) },
};

const struct row_table rows_dir = ROW_TABLE(rows);
