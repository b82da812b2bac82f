// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_any.c - requests that any descriptor takes. */
#include <asm/ioctls.h>

#include "ioctl.h"

static const struct subrow rows[] = {
	REQUEST(FIONREAD,       OUT),	/* SIOCINQ too */
	REQUEST(FIONBIO,        IN),
	REQUEST(FIOASYNC,       IN),
	REQUEST(FIOCLEX,        NONE, .effect = SETS_CLOEXEC, .cloexec = true),
	REQUEST(FIONCLEX,       NONE, .effect = SETS_CLOEXEC),
};

const struct sub_table ioctls_any = SUB_TABLE(rows);
