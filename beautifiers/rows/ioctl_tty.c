// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_tty.c - requests to terminals. */
#include <asm/ioctls.h>

#include "ioctl.h"

static const struct subrow rows[] = {
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
};

const struct sub_table ioctls_tty = SUB_TABLE(rows);
