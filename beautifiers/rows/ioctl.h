/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ioctl.h - macros for tables of requests: one for each subsystem (ioctl_*.c), listed in ioctl.c.
 *
 * The number of a request made by _IOR, _IOW or _IOWR has the size and the direction of its argument. Other numbers do not, nor
 * those of _IO: these may pass nothing, a number or an address.
 */
#pragma once

#include "beautifiers/rows.h"

#define NONE       ARGS(FD("fd"), IOCTL_CMD("cmd"))
#define ARG(what)  ARGS(FD("fd"), IOCTL_CMD("cmd"), what)
#define IN         ARG(INT_IN("arg"))
#define OUT        ARG(INT_OUT("arg"))
#define NUMBER     ARG(INT("arg"))
#define WORD       ARG(LONG("arg"))
/* strace(1) shows the argument of requests that it does not know as a number. */
extern const struct row ioctl_plain;
/* The row of a request that only headers describe; NULL: they do not. */
const struct row *ioctl__made_row(const struct row *row, enum abi abi, uint32_t cmd, const uint64_t *args, const struct names *names);
/* That of a request whose number has a size that the program chose; NULL: it is none. */
const struct row *ioctl__sized_row(enum abi abi, uint32_t cmd);
#define BEYOND     .strace = &ioctl_plain
#define REQUEST(request, ...) { request, { "ioctl", __VA_ARGS__, .named = #request } }	/* powerpc has other numbers */
/* Of one family of sockets: the same number in every ABI, its name in a list of its own. */
#define OWN_REQUEST(request, list, what) { request, { "ioctl", ARGS(FD("fd"), ENUM("cmd", list), what) } }
