// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_loop.c - requests to loop devices and to /dev/loop-control. */
#include <linux/loop.h>

#include "ioctl.h"

static const struct subrow rows[] = {
	REQUEST(LOOP_SET_FD,    ARG(FD("arg"))),
	REQUEST(LOOP_CHANGE_FD, ARG(FD("arg"))),
	REQUEST(LOOP_CLR_FD,    NONE),
	REQUEST(LOOP_SET_CAPACITY, NONE),
	REQUEST(LOOP_CTL_ADD,   NUMBER),
	REQUEST(LOOP_CTL_REMOVE, NUMBER),
	REQUEST(LOOP_CTL_GET_FREE, NONE),
};

const struct sub_table ioctls_loop = SUB_TABLE(rows);
