// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_any.c - requests for every kind of descriptor. */
#include <asm/ioctls.h>

#include "ioctl.h"

static const struct subrow rows[] = {
	REQUEST(FIONREAD,       OUT),	/* SIOCINQ too */
	REQUEST(FIONBIO,        IN),
	REQUEST(FIOASYNC,       IN),
	REQUEST(FIOCLEX,        NONE, SETS_CLOEXEC(0, NO_ARG), .cloexec = true),
	REQUEST(FIONCLEX,       NONE, SETS_CLOEXEC(0, NO_ARG)),
};

const struct sub_table ioctls_any = SUB_TABLE(rows);
