// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_tee.c - a request to trusted execution environments that only OP-TEE's kernels have; the others: structs/tee.notes. */
#include "beautifiers/kinds.h"
#include "ioctl.h"

struct shm_register_fd {
	int64_t fd;
	uint64_t size;
	uint32_t flags, pad, id, pad2;
} __attribute__((aligned(8)));

static const struct field shm_register_fd_fields[] = {
	FIELD(struct shm_register_fd, fd, fd64, .spec.strace = &kind_fd, .in_only = true), FIELD(struct shm_register_fd, size, hex64, .out_only = true),
	FIELD_FLAGS(struct shm_register_fd, flags, flags, tee_shm_flags, .in_only = true), FIELD(struct shm_register_fd, id, int, .out_only = true),
};
static const struct shape shm_register_fd = SHAPE(struct shm_register_fd, shm_register_fd_fields);

/* its number: _IOWR(TEE_IOC_MAGIC, TEE_IOC_BASE + 8, struct shm_register_fd) */
static const struct subrow rows[] = {
	{ 0xc020a408, { "ioctl", ARG(STRUCT_INOUT("arg", shm_register_fd)) } },
};

const struct sub_table ioctls_tee = SUB_TABLE(rows);
