// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_socket.c - requests to sockets. */
#include <linux/sockios.h>

#include "ioctl.h"

/* The numbers, which mean the layout of the machine's own words: headers choose another one by the size of time_t */
#define STAMP(request, shape) { request, { "ioctl", ARG(STRUCT_OUT("arg", shape)), BEYOND } }

static const struct subrow rows[] = {
	REQUEST(SIOCATMARK,     OUT),
	REQUEST(FIOGETOWN,      ARG(STRUCT_OUT("arg", shape_pid_group))),
	REQUEST(FIOSETOWN,      ARG(STRUCT_IN("arg", shape_pid_group))),
	REQUEST(SIOCGPGRP,      ARG(STRUCT_OUT("arg", shape_pid_group))),
	STAMP(SIOCGSTAMP_OLD, shape_timeval),
	STAMP(SIOCGSTAMPNS_OLD, shape_timespec),
	REQUEST(SIOCSPGRP,      ARG(STRUCT_IN("arg", shape_pid_group))),
};

const struct sub_table ioctls_socket = SUB_TABLE(rows);
