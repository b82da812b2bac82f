/* SPDX-License-Identifier: BSD-2-Clause */
/* file_kinds.h - opens a recording of any kind as a source; the first bytes determine the kind. */
#pragma once

#include "sources/source.h"

/* Opens a recording and reads its header, for which it waits; "-" is standard input. 0 or -errno: the message was printed. */
int file_kinds__open(struct source **out, const char *name);
