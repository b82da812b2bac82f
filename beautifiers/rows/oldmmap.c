// SPDX-License-Identifier: BSD-2-Clause
/*
 * The row of mmap in ABIs where it takes a pointer to its arguments (old_mmap): older kernels passed at most five in registers.
 * If they can be read, it is captured as mmap of other ABIs.
 */
#include "beautifiers/rows.h"
#include "words.h"

#define MMAP_WORDS(W) \
	W(0, PTR("addr")), W(1, ULONG("len")), W(2, FLAGS("prot", mmap_prot)), W(3, FLAGS("flags", mmap_flags)), \
	W(4, FD("fd")), W(5, HEX("offset"))

WORDS(mmap, MMAP_WORDS)

static const struct row rows[] = {
	{ "mmap", ARGS(STRUCT_IN("arg", shape_mmap)), RET_ADDRESS, STANDS_FOR("mmap", FROM_WORDS(0, 6)) },
};

const struct row_table rows_oldmmap = ROW_TABLE(rows);
