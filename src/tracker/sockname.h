/* SPDX-License-Identifier: BSD-2-Clause */
/* sockname.h - the text that a socket or pipe is shown by, from what the kernel knows of it. */
#ifndef TRACE_SOCKNAME_H
#define TRACE_SOCKNAME_H

#include <stddef.h>

#include "bpf/wire.h"

#define FDINFO_TEXT 320		/* bytes that a text takes at most */

/* How many of its bytes say something: those behind are of other families, or of a path that is shorter. 0: it is neither socket nor pipe. */
size_t fdinfo__used(const struct fdinfo *f);
/* TCP:[127.0.0.1:5000->127.0.0.1:80], UNIX:[5031->5032,"/run/x"], pipe:[77], NETLINK:[88], socket:[99]. Returns its length; there is no NUL. */
size_t fdinfo__render(const struct fdinfo *f, char buf[FDINFO_TEXT]);
/* The path that a socket of AF_UNIX is bound to; 0: none, or an abstract one. */
size_t fdinfo__path(const struct fdinfo *f);

#endif
