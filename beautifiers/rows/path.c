// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls on paths: status, owner, mode, links, times. */
#include <sys/stat.h>

#include "beautifiers/rows.h"
#include "beautifiers/show.h"
#include "made_shapes.h"

/* Other files have no device number. */
static bool is_device(uint64_t mode)
{
	return (mode & S_IFMT) == S_IFCHR || (mode & S_IFMT) == S_IFBLK;
}

static bool mknod_device(const struct call *c)
{
	return is_device(c->args[1]);
}

static bool mknodat_device(const struct call *c)
{
	return is_device(c->args[2]);
}

static const struct row rows[] = {
	/* Status */
	{ "stat",              ARGS(PATH("filename"), STRUCT_OUT("statbuf", shape_stat)), .tracepoint = "newstat" },
	{ "lstat",             ARGS(PATH("filename"), STRUCT_OUT("statbuf", shape_stat)), .tracepoint = "newlstat" },
	{ "newfstatat",        ARGS(AT_FD("dfd"), PATH_AT("filename", 0), STRUCT_OUT("statbuf", shape_stat), FLAGS("flag", at_flags)), .often = 3 },
	{ "statx",             ARGS(AT_FD("dfd"), PATH_AT("filename", 0), FLAGS("flags", statx_flags, .flags2 = &at_unnamed_flags, .strace = &kind_statx_flags), FLAGS("mask", statx_mask, .strace = &kind_statx_mask), STRUCT_OUT("buffer", shape_statx)), .often = 4 },
	{ "statfs",            ARGS(PATH("pathname"), STRUCT_OUT("buf", shape_statfs)), .often = 16 },
	{ "ustat",             ARGS(DEV("dev"), STRUCT_OUT("ubuf", shape_ustat, .strace = &kind_ptr)) },
	{ "access",            ARGS(PATH("filename"), FLAGS("mode", access_modes)), .often = 5 },
	{ "faccessat",         ARGS(AT_FD("dfd"), PATH_AT("filename", 0), FLAGS("mode", access_modes)), .often = 17 },
	{ "faccessat2",        ARGS(AT_FD("dfd"), PATH_AT("filename", 0), FLAGS("mode", access_modes), FLAGS("flags", at_eaccess_flags)), .often = 9 },
	{ "file_getattr",      ARGS(AT_FD("dfd"), PATH_AT("filename", 0), STRUCT_OUT_SIZED("ufattr", shape_file_attr, 3), ULONG("usize"), FLAGS("at_flags", at_flags)) },
	{ "file_setattr",      ARGS(AT_FD("dfd"), PATH_AT("filename", 0), STRUCT_SIZED("ufattr", shape_file_attr, 3), ULONG("usize"), FLAGS("at_flags", at_flags)) },
	{ "name_to_handle_at", ARGS(AT_FD("dfd"), PATH_AT("name", 0), ARG_("handle", handle_inout, .on_error = true), INT_OUT("mnt_id"), FLAGS("flag", name_to_handle_flags)) },

	/* Mode, owner, size, times */
	{ "chmod",             ARGS(PATH("filename"), MODE("mode")) },
	{ "fchmodat",          ARGS(AT_FD("dfd"), PATH_AT("filename", 0), MODE("mode")), .often = 22 },
	{ "fchmodat2",         ARGS(AT_FD("dfd"), PATH_AT("filename", 0), MODE("mode"), FLAGS("flags", at_flags)) },
	{ "chown",             ARGS(PATH("filename"), UID("user"), GID("group")) },
	{ "lchown",            ARGS(PATH("filename"), UID("user"), GID("group")) },
	{ "fchownat",          ARGS(AT_FD("dfd"), PATH_AT("filename", 0), UID("user"), GID("group"), FLAGS("flag", at_flags)) },
	{ "truncate",          ARGS(PATH("path"), LENGTH("length", .strace = &kind_ulong)) },
	{ "utime",             ARGS(PATH("filename"), STRUCT_IN("times", shape_utimbuf)) },
	{ "utimes",            ARGS(PATH("filename"), STRUCT_IN("utimes", shape_utimes)) },
	{ "futimesat",         ARGS(AT_FD("dfd"), PATH_AT("filename", 0), STRUCT_IN("utimes", shape_utimes)) },
	{ "utimensat",         ARGS(AT_FD("dfd"), PATH_AT("filename", 0), STRUCT_IN("utimes", shape_utimens), FLAGS("flags", at_flags)) },

	/* Links and names. A symbolic link's target is shown as a path, though it may be any string */
	{ "link",              ARGS(PATH("oldname"), PATH("newname")) },
	{ "linkat",            ARGS(AT_FD("olddfd"), PATH_AT("oldname", 0), AT_FD("newdfd"), PATH_AT("newname", 2), FLAGS("flags", at_flags)) },
	{ "symlink",           ARGS(PATH("oldname"), PATH("newname")) },
	{ "symlinkat",         ARGS(PATH("oldname"), AT_FD("newdfd"), PATH_AT("newname", 1)) },
	{ "readlink",          ARGS(PATH("path"), BUF_OUT("buf"), INT("bufsiz", .strace = &kind_ulong)), .often = 6 },
	{ "readlinkat",        ARGS(AT_FD("dfd"), PATH_AT("pathname", 0), BUF_OUT("buf"), INT("bufsiz", .strace = &kind_ulong)), .often = 11 },
	{ "rename",            ARGS(PATH("oldname"), PATH("newname")), RET_INT, RENAMES(NO_ARG), .often = 13 },
	{ "renameat",          ARGS(AT_FD("olddfd"), PATH_AT("oldname", 0), AT_FD("newdfd"), PATH_AT("newname", 2)), RET_INT, RENAMES(NO_ARG) },
	{ "renameat2",         ARGS(AT_FD("olddfd"), PATH_AT("oldname", 0), AT_FD("newdfd"), PATH_AT("newname", 2), FLAGS("flags", rename_flags)), RET_INT, RENAMES(4), .often = 19 },
	{ "unlink",            ARGS(PATH("pathname")), RET_INT, REMOVES, .often = 8 },
	{ "unlinkat",          ARGS(AT_FD("dfd"), PATH_AT("pathname", 0), FLAGS("flag", at_flags)), RET_INT, REMOVES, .often = 10 },
	{ "mknod",             ARGS(PATH("filename"), FILE_MODE("mode"), DEV_MADE("dev", 1, .when = mknod_device)) },
	{ "mknodat",           ARGS(AT_FD("dfd"), PATH_AT("filename", 0), FILE_MODE("mode"), DEV_MADE("dev", 2, .when = mknodat_device)) },

	/* Files for the kernel's own use */
	{ "acct",              ARGS(PATH("name")) },
	{ "uselib",            ARGS(PATH("library")) },
};

const struct row_table rows_path = ROW_TABLE(rows);
