// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_socket.c - requests to sockets. */
#include <linux/sockios.h>

#include "ioctl.h"

static const struct subrow rows[] = {
	REQUEST(SIOCATMARK,     OUT),
	REQUEST(FIOGETOWN,      ARG(STRUCT_OUT("arg", shape_pid_group))),
	REQUEST(FIOSETOWN,      ARG(STRUCT_IN("arg", shape_pid_group))),
	REQUEST(SIOCGPGRP,      ARG(STRUCT_OUT("arg", shape_pid_group))),
	REQUEST(SIOCSPGRP,      ARG(STRUCT_IN("arg", shape_pid_group))),
};

const struct sub_table ioctls_socket = SUB_TABLE(rows);
