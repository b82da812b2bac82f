/* SPDX-License-Identifier: BSD-2-Clause */
/* uring.h - operations of io_uring_register: those of Linux 5.1 to 5.19 are in misc.c, later ones, which strace 6.1 lacks, in uring.c. */
#pragma once

#include "beautifiers/kinds.h"

#define URING_OP ENUM_FLAGS("opcode", io_uring_register_ops, io_uring_register_flags, .strace = &kind_enum)
#define REGISTER(op, arg) { op, { "io_uring_register", ARGS(FD("fd"), URING_OP, arg, UINT("nr_args")) } }
#define NOTHING PTR("arg")	/* must be NULL */
#define RESERVED(t, member)  FIELD(struct t, member, hex, .if_set = true)

extern const struct sub_table uring_registers;
extern const struct shape shape_sq_offsets, shape_cq_offsets, shape_uring_fd;
