// SPDX-License-Identifier: BSD-2-Clause
/*
 * The row of ioctl. A request says itself how much it passes and which way, where it was made by the _IO macros; the
 * sub-rows are for those that were not, and for those of _IO(): these pass nothing, or a number, or an address all the same.
 */
#include <asm/ioctls.h>
#include <linux/cdrom.h>
#include <linux/fs.h>
#include <linux/loop.h>
#include <linux/nsfs.h>
#include <linux/perf_event.h>
#include <linux/rtc.h>
#include <linux/sockios.h>
#include <linux/uinput.h>

#include "beautifiers/rows.h"

#define NONE       ARGS(FD("fd"), IOCTL_CMD("cmd"))
#define ARG(what)  ARGS(FD("fd"), IOCTL_CMD("cmd"), what)
#define IN         ARG(INT_IN("arg"))
#define OUT        ARG(INT_OUT("arg"))
#define NUMBER     ARG(INT("arg"))
#define WORD       ARG(LONG("arg"))
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

	/* Namespaces: nothing is passed, what comes back is the result */
	REQUEST(NS_GET_USERNS,    NONE, RET_FD, OPENS_INFO, .cloexec = true),
	REQUEST(NS_GET_PARENT,    NONE, RET_FD, OPENS_INFO, .cloexec = true),
	REQUEST(NS_GET_NSTYPE,    NONE, RET_FLAGS, .ret_flags = &setns_flags),
	REQUEST(NS_GET_OWNER_UID, ARG(STRUCT_OUT("arg", shape_uid))),

	/* Block devices */
	REQUEST(BLKROSET,       IN),
	REQUEST(BLKROGET,       OUT),
	REQUEST(BLKRRPART,      NONE),
	REQUEST(BLKFLSBUF,      NONE),
	REQUEST(BLKGETSIZE,     ARG(STRUCT_OUT("arg", shape_ulong))),
	REQUEST(BLKRASET,       ARG(ULONG("arg"))),
	REQUEST(BLKFRASET,      ARG(ULONG("arg"))),
	REQUEST(BLKRAGET,       ARG(LONG_OUT("arg"))),
	REQUEST(BLKFRAGET,      ARG(LONG_OUT("arg"))),
	REQUEST(BLKSSZGET,      OUT),
	REQUEST(BLKPBSZGET,     ARG(UINT_OUT("arg"))),
	REQUEST(BLKIOMIN,       ARG(UINT_OUT("arg"))),
	REQUEST(BLKIOOPT,       ARG(UINT_OUT("arg"))),
	REQUEST(BLKALIGNOFF,    OUT),
	REQUEST(BLKTRACESTART,  NONE),
	REQUEST(BLKTRACESTOP,   NONE),
	REQUEST(BLKTRACETEARDOWN, NONE),
	REQUEST(LOOP_SET_FD,    ARG(FD("arg"))),
	REQUEST(LOOP_CHANGE_FD, ARG(FD("arg"))),
	REQUEST(LOOP_CLR_FD,    NONE),
	REQUEST(LOOP_SET_CAPACITY, NONE),
	REQUEST(LOOP_CTL_ADD,   NUMBER),
	REQUEST(LOOP_CTL_REMOVE, NUMBER),
	REQUEST(LOOP_CTL_GET_FREE, NONE),
	REQUEST(CDROMPAUSE,     NONE),
	REQUEST(CDROMRESUME,    NONE),
	REQUEST(CDROMSTOP,      NONE),
	REQUEST(CDROMSTART,     NONE),
	REQUEST(CDROMEJECT,     NONE),
	REQUEST(CDROMCLOSETRAY, NONE),
	REQUEST(CDROMRESET,     NONE),

	/* Other devices */
	REQUEST(RTC_AIE_ON,     NONE),
	REQUEST(RTC_AIE_OFF,    NONE),
	REQUEST(RTC_UIE_ON,     NONE),
	REQUEST(RTC_UIE_OFF,    NONE),
	REQUEST(RTC_PIE_ON,     NONE),
	REQUEST(RTC_PIE_OFF,    NONE),
	REQUEST(RTC_WIE_ON,     NONE),
	REQUEST(RTC_WIE_OFF,    NONE),
	REQUEST(UI_DEV_CREATE,  NONE),
	REQUEST(UI_DEV_DESTROY, NONE),

	/* Counters */
	REQUEST(PERF_EVENT_IOC_ENABLE,     ARG(FLAGS("arg", perf_ioc_flags))),
	REQUEST(PERF_EVENT_IOC_DISABLE,    ARG(FLAGS("arg", perf_ioc_flags))),
	REQUEST(PERF_EVENT_IOC_RESET,      ARG(FLAGS("arg", perf_ioc_flags))),
	REQUEST(PERF_EVENT_IOC_REFRESH,    NUMBER),
	REQUEST(PERF_EVENT_IOC_SET_OUTPUT, ARG(FD("arg"))),

	/* Terminals */
	REQUEST(TIOCOUTQ,       OUT),	/* SIOCOUTQ too */
	REQUEST(TIOCGPGRP,      ARG(STRUCT_OUT("arg", shape_pid))),
	REQUEST(TIOCSPGRP,      ARG(STRUCT_IN("arg", shape_pid))),
	REQUEST(TIOCGSID,       ARG(STRUCT_OUT("arg", shape_pid))),
	REQUEST(TIOCGETD,       OUT),
	REQUEST(TIOCSETD,       IN),
	REQUEST(TIOCSCTTY,      NUMBER),
	REQUEST(TIOCNOTTY,      NONE),
	REQUEST(TIOCCONS,       NONE),
	REQUEST(TIOCVHANGUP,    NONE),
	REQUEST(TIOCSBRK,       NONE),
	REQUEST(TIOCCBRK,       NONE),
	REQUEST(TIOCEXCL,       NONE),
	REQUEST(TIOCNXCL,       NONE),
	REQUEST(TCSBRK,         WORD),
	REQUEST(TCSBRKP,        WORD),
	REQUEST(TCXONC,         WORD),
	REQUEST(TCFLSH,         WORD),
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
	REQUEST(FIOGETOWN,      ARG(STRUCT_OUT("arg", shape_pid_group))),
	REQUEST(FIOSETOWN,      ARG(STRUCT_IN("arg", shape_pid_group))),
	REQUEST(SIOCGPGRP,      ARG(STRUCT_OUT("arg", shape_pid_group))),
	REQUEST(SIOCSPGRP,      ARG(STRUCT_IN("arg", shape_pid_group))),
};

static const struct row rows[] = {
	{ "ioctl", ARGS(FD("fd"), IOCTL_CMD("cmd"), IOCTL_ARG("arg")), .ioc = true, SUB(1, ioctl_cmds) },
};

const struct row_table rows_ioctl = ROW_TABLE(rows);
