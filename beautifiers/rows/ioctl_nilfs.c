// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_nilfs.c - NILFS_IOCTL_CLEAN_SEGMENTS: five arrays of different structures (linux/nilfs2_api.h). The layout is the same in every ABI. */
#include <linux/ioctl.h>
#include <linux/nilfs2_api.h>

#include "beautifiers/shape.h"
#include "ioctl.h"
#include "made_shapes.h"

#define ARRAY(i, n, s) \
	{ .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_struct_in, .shape = &shape_nilfs_##s }, .offset = (i) * sizeof(struct nilfs_argv), \
	  .size = sizeof(struct nilfs_argv) }
static const struct field clean_fields[] = {
	ARRAY(0, "vdescs", vdescs), ARRAY(1, "periods", periods), ARRAY(2, "vblocknrs", blocks), ARRAY(3, "bdescs", bdescs), ARRAY(4, "segnums", blocks),
};
static const struct shape clean = { .name = "nilfs_argv", .size = 5 * sizeof(struct nilfs_argv), .fields = clean_fields, .nfields = 5 };

static const struct subrow rows[] = {
	REQUEST(NILFS_IOCTL_CLEAN_SEGMENTS, ARG(STRUCT_IN("arg", clean)), BEYOND),
};

const struct sub_table ioctls_nilfs = SUB_TABLE(rows);
