// SPDX-License-Identifier: BSD-2-Clause
/*
 * The row of ioctl. A request says itself how much it passes and which way, where it was made by the _IO macros; the
 * sub-rows are for those that were not.
 */
#include <asm/ioctls.h>
#include <linux/fs.h>
#include <linux/sockios.h>

#include "rows.h"

#define NONE       ARGS(FD("fd"), IOCTL_CMD("cmd"))
#define ARG(what)  ARGS(FD("fd"), IOCTL_CMD("cmd"), what)
#define IN         ARG(INT_IN("arg"))
#define OUT        ARG(INT_OUT("arg"))
#define NUMBER     ARG(INT("arg"))

static const struct subrow ioctl_cmds[] = {
	/* Any descriptor */
	{ FIONREAD,      { "ioctl", OUT } },	/* SIOCINQ too */
	{ FIONBIO,       { "ioctl", IN } },
	{ FIOASYNC,      { "ioctl", IN } },
	{ FIOCLEX,       { "ioctl", NONE } },
	{ FIONCLEX,      { "ioctl", NONE } },
	{ FIOQSIZE,      { "ioctl", ARG(STRUCT_OUT("arg", shape_offset)) } },
	{ FIBMAP,        { "ioctl", ARG(INT_INOUT("arg")) } },
	{ FIGETBSZ,      { "ioctl", OUT } },
	{ FICLONE,       { "ioctl", ARG(FD("arg")) } },

	/* Terminals */
	{ TIOCOUTQ,      { "ioctl", OUT } },	/* SIOCOUTQ too */
	{ TIOCGPGRP,     { "ioctl", ARG(STRUCT_OUT("arg", shape_pid)) } },
	{ TIOCSPGRP,     { "ioctl", ARG(STRUCT_IN("arg", shape_pid)) } },
	{ TIOCGSID,      { "ioctl", ARG(STRUCT_OUT("arg", shape_pid)) } },
	{ TIOCGETD,      { "ioctl", OUT } },
	{ TIOCSETD,      { "ioctl", IN } },
	{ TIOCSCTTY,     { "ioctl", NUMBER } },
	{ TIOCNOTTY,     { "ioctl", NONE } },
	{ TIOCEXCL,      { "ioctl", NONE } },
	{ TIOCNXCL,      { "ioctl", NONE } },
	{ TCSBRK,        { "ioctl", NUMBER } },
	{ TCSBRKP,       { "ioctl", NUMBER } },
	{ TCXONC,        { "ioctl", NUMBER } },
	{ TCFLSH,        { "ioctl", NUMBER } },
	{ TIOCMGET,      { "ioctl", OUT } },
	{ TIOCMSET,      { "ioctl", IN } },
	{ TIOCMBIS,      { "ioctl", IN } },
	{ TIOCMBIC,      { "ioctl", IN } },
	{ TIOCPKT,       { "ioctl", IN } },
	{ TIOCSPTLCK,    { "ioctl", IN } },
	{ TIOCGPTN,      { "ioctl", ARG(UINT_OUT("arg")) } },
#ifdef TIOCGPTPEER
	{ TIOCGPTPEER,   { "ioctl", ARG(FLAGS("arg", open_flags)), RET_FD, OPENS_INFO } },
#endif

	/* Sockets */
	{ SIOCATMARK,    { "ioctl", OUT } },
	{ SIOCGPGRP,     { "ioctl", ARG(STRUCT_OUT("arg", shape_pid)) } },
	{ SIOCSPGRP,     { "ioctl", ARG(STRUCT_IN("arg", shape_pid)) } },
};

static const struct row rows[] = {
	{ "ioctl", ARGS(FD("fd"), IOCTL_CMD("cmd"), IOCTL_ARG("arg")), .ioc = true, SUB(1, ioctl_cmds) },
};

const struct row_table rows_ioctl = ROW_TABLE(rows);
