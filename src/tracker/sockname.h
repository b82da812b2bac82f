/* SPDX-License-Identifier: BSD-2-Clause */
/* sockname.h - the text for a socket or pipe, from the kernel's description. */
#pragma once

#include <stddef.h>

#include "bpf/wire.h"

#define FDINFO_TEXT 320		/* most bytes of a text */

/* Bytes of *f that its family uses (a UNIX path may be shorter than its array). 0: neither socket nor pipe. */
size_t fdinfo__used(const struct fdinfo *f);
/* TCP:[127.0.0.1:5000->127.0.0.1:80], UNIX:[5031->5032,"/run/x"], pipe:[77], NETLINK:[88], socket:[99]. Returns its length; there is no NUL. */
size_t fdinfo__render(const struct fdinfo *f, char buf[FDINFO_TEXT]);
/* The same in parts: protocol as in the text, and the ends, each with a NUL; "": not known, or it has none. */
struct socket_ends {
	char protocol[16], local[FDINFO_TEXT], remote[FDINFO_TEXT];
};
void fdinfo__ends(const struct fdinfo *f, struct socket_ends *e);
/* Length of the path that an AF_UNIX socket is bound to; 0: none, or an abstract address. */
size_t fdinfo__path(const struct fdinfo *f);
