// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_uinput.c - requests to /dev/uinput, by which programs create input devices. */
#include <linux/uinput.h>

#include "ioctl.h"

static const struct subrow rows[] = {
	REQUEST(UI_DEV_CREATE,  NONE, BEYOND),
	REQUEST(UI_DEV_DESTROY, NONE, BEYOND),
};

const struct sub_table ioctls_uinput = SUB_TABLE(rows);
