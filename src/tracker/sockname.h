/* SPDX-License-Identifier: BSD-2-Clause */
/* sockname.h - the name a descriptor is shown by, from what the kernel knows of it. */
#ifndef TRACE_SOCKNAME_H
#define TRACE_SOCKNAME_H

#include "bpf/wire.h"
#include "fdtable.h"

/*
 * TCP:[127.0.0.1:5000->127.0.0.1:80], UNIX:[5031->5032,"/run/x"], pipe:[77], NETLINK:[88], socket:[99].
 * NULL: what is neither socket nor pipe.
 */
struct name *fdinfo__name(const struct fdinfo *f);

#endif
