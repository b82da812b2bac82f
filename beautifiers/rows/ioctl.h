/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ioctl.h - for the tables of requests, one a subsystem (ioctl_*.c): they are listed in ioctl.c.
 *
 * A request says itself how much it passes and which way, where it was made by the _IO macros; sub-rows are for those that were
 * not, and for those of _IO(): these pass nothing, or a number, or an address all the same.
 */
#ifndef TRACE_ROWS_IOCTL_H
#define TRACE_ROWS_IOCTL_H

#include "beautifiers/rows.h"

#define NONE       ARGS(FD("fd"), IOCTL_CMD("cmd"))
#define ARG(what)  ARGS(FD("fd"), IOCTL_CMD("cmd"), what)
#define IN         ARG(INT_IN("arg"))
#define OUT        ARG(INT_OUT("arg"))
#define NUMBER     ARG(INT("arg"))
#define WORD       ARG(LONG("arg"))
#define REQUEST(request, ...) { request, { "ioctl", __VA_ARGS__, .named = #request } }	/* powerpc has other numbers */
/* Of a family of sockets: the same number everywhere, with a name from a list of its own. */
#define OWN_REQUEST(request, list, what) { request, { "ioctl", ARGS(FD("fd"), ENUM("cmd", list), what) } }

#endif
