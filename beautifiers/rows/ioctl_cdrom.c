// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_cdrom.c - requests to CD-ROM drives. */
#include <linux/cdrom.h>

#include "ioctl.h"

static const struct subrow rows[] = {
	REQUEST(CDROMPAUSE,     NONE, BEYOND),
	REQUEST(CDROMRESUME,    NONE, BEYOND),
	REQUEST(CDROMSTOP,      NONE, BEYOND),
	REQUEST(CDROMSTART,     NONE, BEYOND),
	REQUEST(CDROMEJECT,     NONE, BEYOND),
	REQUEST(CDROMCLOSETRAY, NONE, BEYOND),
	REQUEST(CDROMRESET,     NONE, BEYOND),
};

const struct sub_table ioctls_cdrom = SUB_TABLE(rows);
