// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls on extended attributes. With size 0 they return the size needed and write no buffer. */
#include "beautifiers/rows.h"

static const struct row rows[] = {
	{ "setxattr",      ARGS(PATH("pathname"), STR("name"), BUF_IN("value", 3, .strace = &kind_xattr_in), ULONG("size"), FLAGS("flags", xattr_flags)) },
	{ "lsetxattr",     ARGS(PATH("pathname"), STR("name"), BUF_IN("value", 3, .strace = &kind_xattr_in), ULONG("size"), FLAGS("flags", xattr_flags)) },
	{ "fsetxattr",     ARGS(FD("fd"), STR("name"), BUF_IN("value", 3, .strace = &kind_xattr_in), ULONG("size"), FLAGS("flags", xattr_flags)) },
	{ "setxattrat",    ARGS(AT_FD("dfd"), PATH_AT("pathname", 0), FLAGS("at_flags", at_flags), STR("name"), STRUCT_SIZED("uargs", shape_xattr_args, 5), ULONG("usize")) },
	{ "getxattr",      ARGS(PATH("pathname"), STR("name"), BUF_OUT_MAX("value", 3, .strace = &kind_xattr_out), ULONG("size")) },
	{ "lgetxattr",     ARGS(PATH("pathname"), STR("name"), BUF_OUT_MAX("value", 3, .strace = &kind_xattr_out), ULONG("size")) },
	{ "fgetxattr",     ARGS(FD("fd"), STR("name"), BUF_OUT_MAX("value", 3, .strace = &kind_xattr_out), ULONG("size")) },
	{ "getxattrat",    ARGS(AT_FD("dfd"), PATH_AT("pathname", 0), FLAGS("at_flags", at_flags), STR("name"), STRUCT_SIZED("uargs", shape_xattr_get, 5), ULONG("usize")) },
	{ "listxattr",     ARGS(PATH("pathname"), BUF_OUT_MAX("list", 2, .strace = &kind_xattr_list), ULONG("size")) },
	{ "llistxattr",    ARGS(PATH("pathname"), BUF_OUT_MAX("list", 2, .strace = &kind_xattr_list), ULONG("size")) },
	{ "flistxattr",    ARGS(FD("fd"), BUF_OUT_MAX("list", 2, .strace = &kind_xattr_list), ULONG("size")) },
	{ "listxattrat",   ARGS(AT_FD("dfd"), PATH_AT("pathname", 0), FLAGS("at_flags", at_flags), BUF_OUT_MAX("list", 4), ULONG("size")) },
	{ "removexattr",   ARGS(PATH("pathname"), STR("name")) },
	{ "lremovexattr",  ARGS(PATH("pathname"), STR("name")) },
	{ "fremovexattr",  ARGS(FD("fd"), STR("name")) },
	{ "removexattrat", ARGS(AT_FD("dfd"), PATH_AT("pathname", 0), FLAGS("at_flags", at_flags), STR("name")) },
};

const struct row_table rows_xattr = ROW_TABLE(rows);
