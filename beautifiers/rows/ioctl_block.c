// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_block.c - requests to block devices. */
#include <linux/fs.h>

#include "ioctl.h"

static const struct subrow rows[] = {
	REQUEST(BLKROSET,       IN),
	REQUEST(BLKROGET,       OUT),
	REQUEST(BLKRRPART,      NONE),
	REQUEST(BLKFLSBUF,      NONE),
	REQUEST(BLKGETSIZE,     ARG(STRUCT_OUT("arg", shape_ulong))),
	REQUEST(BLKRASET,       ARG(ULONG("arg"))),
	REQUEST(BLKFRASET,      ARG(ULONG("arg"))),
	REQUEST(BLKRAGET,       ARG(LONG_OUT("arg"))),
	REQUEST(BLKFRAGET,      ARG(LONG_OUT("arg"))),
	REQUEST(BLKSSZGET,      OUT),
	REQUEST(BLKPBSZGET,     ARG(UINT_OUT("arg"))),
	REQUEST(BLKIOMIN,       ARG(UINT_OUT("arg"))),
	REQUEST(BLKIOOPT,       ARG(UINT_OUT("arg"))),
	REQUEST(BLKALIGNOFF,    OUT),
	REQUEST(BLKTRACESTART,  NONE),
	REQUEST(BLKTRACESTOP,   NONE),
	REQUEST(BLKTRACETEARDOWN, NONE),
};

const struct sub_table ioctls_block = SUB_TABLE(rows);
