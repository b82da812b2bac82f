// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of calls on users, groups and capabilities. Names ending in 32 are those of 32-bit ABIs for 32-bit IDs (since Linux 2.4);
 * the calls for 16-bit IDs are in compat32.c.
 */
#include "beautifiers/rows.h"
#include "beautifiers/shape.h"
#include "made_shapes.h"

/* With a count of 0 only the number of groups is returned. */
#define GETGROUPS(name) { 0, { name, ARGS(INT("gidsetsize"), PTR("grouplist", .strace = &kind_array_out, .shape = &shape_gid)) } }

static const struct subrow getgroups_subs[] = { GETGROUPS("getgroups") };
static const struct subrow getgroups32_subs[] = { GETGROUPS("getgroups32") };

static const struct row rows[] = {
	{ "getuid",      .ret = RET_UINT, .ret_as = &kind_uid },
	{ "geteuid",     .ret = RET_UINT, .ret_as = &kind_uid },
	{ "getgid",      .ret = RET_UINT, .ret_as = &kind_gid },
	{ "getegid",     .ret = RET_UINT, .ret_as = &kind_gid },
	{ "getresuid",   ARGS(STRUCT_OUT("ruidp", shape_uid), STRUCT_OUT("euidp", shape_uid), STRUCT_OUT("suidp", shape_uid)) },
	{ "getresgid",   ARGS(STRUCT_OUT("rgidp", shape_gid), STRUCT_OUT("egidp", shape_gid), STRUCT_OUT("sgidp", shape_gid)) },
	{ "getgroups",   ARGS(INT("gidsetsize"), ARRAY_OUT("grouplist", shape_gid)), SUB(0, getgroups_subs) },
	{ "setuid",      ARGS(UID("uid")), .effect = SETS_USER },
	{ "setgid",      ARGS(GID("gid")) },
	{ "setreuid",    ARGS(UID("ruid"), UID("euid")), .effect = SETS_USER },
	{ "setregid",    ARGS(GID("rgid"), GID("egid")) },
	{ "setresuid",   ARGS(UID("ruid"), UID("euid"), UID("suid")), .effect = SETS_USER },
	{ "setresgid",   ARGS(GID("rgid"), GID("egid"), GID("sgid")) },
	{ "setfsuid",    ARGS(UID("uid")), RET_UINT, .ret_as = &kind_uid },
	{ "setfsgid",    ARGS(GID("gid")), RET_UINT, .ret_as = &kind_gid },
	{ "setgroups",   ARGS(INT("gidsetsize"), ARRAY_IN("grouplist", shape_gid, 0)) },

	{ "getuid32",    .ret = RET_UINT, .ret_as = &kind_uid },
	{ "geteuid32",   .ret = RET_UINT, .ret_as = &kind_uid },
	{ "getgid32",    .ret = RET_UINT, .ret_as = &kind_gid },
	{ "getegid32",   .ret = RET_UINT, .ret_as = &kind_gid },
	{ "getresuid32", ARGS(STRUCT_OUT("ruidp", shape_uid), STRUCT_OUT("euidp", shape_uid), STRUCT_OUT("suidp", shape_uid)) },
	{ "getresgid32", ARGS(STRUCT_OUT("rgidp", shape_gid), STRUCT_OUT("egidp", shape_gid), STRUCT_OUT("sgidp", shape_gid)) },
	{ "getgroups32", ARGS(INT("gidsetsize"), ARRAY_OUT("grouplist", shape_gid)), SUB(0, getgroups32_subs) },
	{ "setuid32",    ARGS(UID("uid")), .effect = SETS_USER },
	{ "setgid32",    ARGS(GID("gid")) },
	{ "setreuid32",  ARGS(UID("ruid"), UID("euid")), .effect = SETS_USER },
	{ "setregid32",  ARGS(GID("rgid"), GID("egid")) },
	{ "setresuid32", ARGS(UID("ruid"), UID("euid"), UID("suid")), .effect = SETS_USER },
	{ "setresgid32", ARGS(GID("rgid"), GID("egid"), GID("sgid")) },
	{ "setfsuid32",  ARGS(UID("uid")), RET_UINT, .ret_as = &kind_uid },
	{ "setfsgid32",  ARGS(GID("gid")), RET_UINT, .ret_as = &kind_gid },
	{ "setgroups32", ARGS(INT("gidsetsize"), ARRAY_IN("grouplist", shape_gid, 0)) },
	{ "chown32",     ARGS(PATH("filename"), UID("user"), GID("group")) },
	{ "lchown32",    ARGS(PATH("filename"), UID("user"), GID("group")) },
	{ "fchown32",    ARGS(FD("fd"), UID("user"), GID("group")) },

	/* the kernel replaces an unknown version by one that it supports */
	{ "capget",      ARGS(STRUCT_INOUT("header", shape_cap_header, .on_error = true, .strace = &kind_struct_in), STRUCT_OUT("dataptr", shape_cap_data, .strace = &kind_caps_out)) },
	{ "capset",      ARGS(STRUCT_INOUT("header", shape_cap_header, .on_error = true, .strace = &kind_struct_in), STRUCT_IN("data", shape_cap_data, .strace = &kind_caps_in)) },
};

const struct row_table rows_creds = ROW_TABLE(rows);
