// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_file.c - requests to files and directories. */
#include <asm/ioctls.h>
#include <linux/btrfs.h>
#include <linux/fs.h>

#include "ioctl.h"

static const struct subrow rows[] = {
	REQUEST(FIOQSIZE,       ARG(STRUCT_OUT("arg", shape_offset)), BEYOND),
	REQUEST(FIBMAP,         ARG(INT_INOUT("arg")), BEYOND),
	REQUEST(FIGETBSZ,       OUT, BEYOND),
	REQUEST(BTRFS_IOC_GET_SUPPORTED_FEATURES, ARG(STRUCT_OUT("arg", shape_btrfs_supported))),
	REQUEST(FICLONE,        ARG(FD("arg", .strace = &kind_int))),
};

const struct sub_table ioctls_file = SUB_TABLE(rows);
