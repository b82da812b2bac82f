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
#define REQUEST(request, ...) { request, { "ioctl", __VA_ARGS__, .named = #request } }	/* powerpc has other numbers */

static const struct subrow ioctl_cmds[] = {
	/* Any descriptor */
	REQUEST(FIONREAD,       OUT),	/* SIOCINQ too */
	REQUEST(FIONBIO,        IN),
	REQUEST(FIOASYNC,       IN),
	REQUEST(FIOCLEX,        NONE, .effect = SETS_CLOEXEC, .cloexec = true),
	REQUEST(FIONCLEX,       NONE, .effect = SETS_CLOEXEC),
	REQUEST(FIOQSIZE,       ARG(STRUCT_OUT("arg", shape_offset))),
	REQUEST(FIBMAP,         ARG(INT_INOUT("arg"))),
	REQUEST(FIGETBSZ,       OUT),
	REQUEST(FICLONE,        ARG(FD("arg"))),

	/* Terminals */
	REQUEST(TIOCOUTQ,       OUT),	/* SIOCOUTQ too */
	REQUEST(TIOCGPGRP,      ARG(STRUCT_OUT("arg", shape_pid))),
	REQUEST(TIOCSPGRP,      ARG(STRUCT_IN("arg", shape_pid))),
	REQUEST(TIOCGSID,       ARG(STRUCT_OUT("arg", shape_pid))),
	REQUEST(TIOCGETD,       OUT),
	REQUEST(TIOCSETD,       IN),
	REQUEST(TIOCSCTTY,      NUMBER),
	REQUEST(TIOCNOTTY,      NONE),
	REQUEST(TIOCEXCL,       NONE),
	REQUEST(TIOCNXCL,       NONE),
	REQUEST(TCSBRK,         NUMBER),
	REQUEST(TCSBRKP,        NUMBER),
	REQUEST(TCXONC,         NUMBER),
	REQUEST(TCFLSH,         NUMBER),
	REQUEST(TIOCMGET,       OUT),
	REQUEST(TIOCMSET,       IN),
	REQUEST(TIOCMBIS,       IN),
	REQUEST(TIOCMBIC,       IN),
	REQUEST(TIOCPKT,        IN),
	REQUEST(TIOCSPTLCK,     IN),
	REQUEST(TIOCGPTN,       ARG(UINT_OUT("arg"))),
#ifdef TIOCGPTPEER
	REQUEST(TIOCGPTPEER,    ARG(FLAGS("arg", open_flags)), RET_FD, OPENS_INFO),
#endif

	/* Sockets */
	REQUEST(SIOCATMARK,     OUT),
	REQUEST(SIOCGPGRP,      ARG(STRUCT_OUT("arg", shape_pid))),
	REQUEST(SIOCSPGRP,      ARG(STRUCT_IN("arg", shape_pid))),
};

static const struct row rows[] = {
	{ "ioctl", ARGS(FD("fd"), IOCTL_CMD("cmd"), IOCTL_ARG("arg")), .ioc = true, SUB(1, ioctl_cmds) },
};

const struct row_table rows_ioctl = ROW_TABLE(rows);
