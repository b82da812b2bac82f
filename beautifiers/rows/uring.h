/* SPDX-License-Identifier: BSD-2-Clause */
/* uring.h - operations of io_uring_register: those of Linux 5.1 to 5.19 are in misc.c, later ones, which strace 6.1 lacks, in uring.c. */
#pragma once

#include "beautifiers/kinds.h"

#define URING_OP ENUM_FLAGS("opcode", io_uring_register_ops, io_uring_register_flags, .strace = &kind_enum)
/* The descriptor of a ring, or the number of one that the thread registered */
#define RING ARG_("fd", ring, .named = is_ring_fd, .strace = &kind_fd)
#define REGISTER(op, arg) { op, { "io_uring_register", ARGS(RING, URING_OP, arg, UINT("nr_args")) } }
#define NOTHING PTR("arg")	/* must be NULL */
#define RESERVED(t, member)  FIELD(struct t, member, hex, .if_set = true)

#define USE_REGISTERED_RING (1u << 31)	/* IORING_REGISTER_USE_REGISTERED_RING of linux/io_uring.h, 6.3: or-ed to the operation */
bool is_ring_fd(const struct call *c);
extern const struct sub_table uring_registers;
extern const struct shape shape_sq_offsets, shape_cq_offsets, shape_uring_fd;
