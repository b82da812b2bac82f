/* SPDX-License-Identifier: BSD-2-Clause */
/* regsets.h - sets of a thread's registers that ptrace(2) reads and writes, by ABI and kind. */
#pragma once

#include "kinds.h"

extern const struct shape regset_user, regset_user_fp;	/* of x86-64, which PTRACE_GETREGS and PTRACE_GETFPREGS have, too */

/* Kind `type` (NT_PRSTATUS) of the call's ABI, of which the kernel had room for `room` bytes and has `len`; NULL: not known */
const struct shape *regset__of(const struct call *c, uint64_t type, uint64_t room, uint64_t len);

/* As many fields as `len` bytes have, an array only in part. */
void regset__show(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint64_t len);
