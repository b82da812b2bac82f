/* SPDX-License-Identifier: BSD-2-Clause */
/* strace_calls.h - the sets of calls of strace's -e trace, abbrev, verbose, raw, inject and fault. */
#pragma once

#include "syscalltbl/syscalltbl.h"

/*
 *   SET  = [!]...all | [!]...none | [!]...ITEM[,ITEM]...
 *   ITEM = [?]WHAT[@64|@32|@x32]
 *   WHAT = NAME | NUMBER | /REGEX | %CLASS
 *
 * Replaces the set. -EINVAL: the message was printed.
 */
int strace__calls(const char *text, struct syscall_set *set);
