// SPDX-License-Identifier: BSD-2-Clause
// cc: -fomit-frame-pointer -fasynchronous-unwind-tables -fno-optimize-sibling-calls
/* stack_nofp - as stack, without frame pointers: only call frame information describes the frames. */
#include "stack.c"
