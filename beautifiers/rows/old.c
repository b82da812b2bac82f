// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls that only older ABIs have: newer ABIs have their replacements. Kinds and shapes depend on the size of a word. */
#include "beautifiers/kinds.h"
#include "beautifiers/rows.h"

/* The single entry that readdir returns, with a NUL-terminated name. */
#define OLD_DIRENT(t, UL) struct t { UL d_ino, d_offset; uint16_t d_namlen; char d_name[256]; } __attribute__((packed));
#define OLD_DIRENT_FIELDS(t) { \
	FIELD(struct t, d_ino, ulong), FIELD(struct t, d_offset, ulong), FIELD(struct t, d_namlen, uint), FIELD(struct t, d_name, chars) }
OLD_DIRENT(old_dirent64, uint64_t)
OLD_DIRENT(old_dirent32, uint32_t)
static const struct field old_dirent64_fields[] = OLD_DIRENT_FIELDS(old_dirent64);
static const struct field old_dirent32_fields[] = OLD_DIRENT_FIELDS(old_dirent32);
static const struct shape shape_old_dirent32 = SHAPE(struct old_dirent32, old_dirent32_fields);
static const struct shape shape_old_dirent = SHAPE(struct old_dirent64, old_dirent64_fields, .compat = &shape_old_dirent32);

/* waitpid returns 0 if no child changed state (WNOHANG). */
static bool waitpid_found(const struct call *c)
{
	return c->ret > 0;
}

static const struct row sigreturn_strace = { "sigreturn", ARGS(STRUCT_IN("frame", shape_old_sigframe, .when = sigframe__is_known)), .ret = RET_INT };

static const struct row rows[] = {
	/* Files */
	{ "_llseek",         ARGS(FD("fd"), HEX("offset_high"), HEX("offset_low"), OFFSET_OUT("result"), ENUM("whence", lseek_whence)) },
	{ "oldstat",         ARGS(PATH("filename"), STRUCT_OUT("statbuf", shape_old_stat)) },
	{ "oldlstat",        ARGS(PATH("filename"), STRUCT_OUT("statbuf", shape_old_stat)) },
	{ "oldfstat",        ARGS(FD("fd"), STRUCT_OUT("statbuf", shape_old_stat)) },
	{ "statfs64",        ARGS(PATH("pathname"), ULONG("sz"), STRUCT_OUT("buf", shape_statfs64)) },
	{ "fstatfs64",       ARGS(FD("fd"), ULONG("sz"), STRUCT_OUT("buf", shape_statfs64)) },
	{ "umount",          ARGS(PATH("name")) },
	{ "readdir",         ARGS(FD("fd"), STRUCT_OUT("dirent", shape_old_dirent), UINT("count")) },
	{ "_newselect",      ARGS(INT("n"), FDSET_INOUT("inp", 0), FDSET_INOUT("outp", 0), FDSET_INOUT("exp", 0), STRUCT_IN("tvp", shape_timeval)), .ret_extra = extra_polled },

	/* Processes */
	{ "waitpid",         ARGS(PID_GROUP("pid"), WAIT_STATUS("stat_addr", .filled = waitpid_found), FLAGS("options", wait_options)), RET_PID, WAITS(1) },
	{ "ugetrlimit",      ARGS(ENUM("resource", rlimit_resources), STRUCT_OUT("rlim", shape_rlimit)) },
	{ "olduname",        ARGS(STRUCT_OUT("name", shape_old_utsname)) },
	{ "oldolduname",     ARGS(STRUCT_OUT("name", shape_oldold_utsname)) },
	{ "stime",           ARGS(STRUCT_IN("tptr", shape_time)) },

	/* Signals, in sets of one word */
	{ "signal",          ARGS(SIGNAL("sig"), HANDLER("handler")), RET_AS(handler) },
	{ "sigaction",       ARGS(SIGNAL("sig"), STRUCT_IN("act", shape_old_sigaction), STRUCT_OUT("oact", shape_old_sigaction)) },
	{ "sigprocmask",     ARGS(ENUM("how", sigprocmask_how), STRUCT_IN("nset", shape_old_sigset), STRUCT_OUT("oset", shape_old_sigset)) },
	{ "sigpending",      ARGS(STRUCT_OUT("uset", shape_old_sigset)) },
	{ "sigsuspend",      ARGS(SIGSET("mask")) },
	{ "sgetmask",        RET_AS(sigset_word) },
	{ "ssetmask",        ARGS(SIGSET("newmask")), RET_AS(sigset_word) },
	{ "sigreturn",       ARGS(STRUCT_IN("mask", shape_old_frame_set, .when = sigframe__is_known)), .ret = RET_HEX, .effect = SIGRETURNS, .strace = &sigreturn_strace },

	/* PCI devices, of ARM and powerpc */
	{ "pciconfig_read",  ARGS(HEX("bus"), HEX("dfn"), HEX("off"), ULONG("len"), PTR("buf")) },
	{ "pciconfig_write", ARGS(HEX("bus"), HEX("dfn"), HEX("off"), ULONG("len"), PTR("buf")) },
	{ "pciconfig_iobase", ARGS(INT("which"), HEX("bus"), HEX("devfn")), RET_HEX },
};

const struct row_table rows_old = ROW_TABLE(rows);
