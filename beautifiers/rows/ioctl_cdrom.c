// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_cdrom.c - requests to CD-ROM drives. */
#include <linux/cdrom.h>

#include "ioctl.h"

static const struct subrow rows[] = {
	REQUEST(CDROMPAUSE,     NONE),
	REQUEST(CDROMRESUME,    NONE),
	REQUEST(CDROMSTOP,      NONE),
	REQUEST(CDROMSTART,     NONE),
	REQUEST(CDROMEJECT,     NONE),
	REQUEST(CDROMCLOSETRAY, NONE),
	REQUEST(CDROMRESET,     NONE),
};

const struct sub_table ioctls_cdrom = SUB_TABLE(rows);
