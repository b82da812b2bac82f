/* SPDX-License-Identifier: BSD-2-Clause */
/* writer.h - the list of output formats that are made of lines. */
#ifndef TRACE_WRITER_H
#define TRACE_WRITER_H

#include "beautifiers/verbs.h"

const struct writer *writer__find(const char *name);	/* NULL when there is none */
const struct writer *const *writer__all(void);		/* ends with NULL */

#endif
