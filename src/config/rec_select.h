/* SPDX-License-Identifier: BSD-2-Clause */
/* rec_select.h - the recorder's selection as a record (REC_SELECT), and back. */
#pragma once

#include "lib/record.h"
#include "options.h"

/* Appends the record; without paths if they do not fit. */
void rec_select__add(struct buf *records, const struct options *o, uint64_t ts);
/* Sets the options that filters use and zeroes the others. -ENOMEM; -EINVAL: lengths do not fit. Free with options__free(). */
int rec_select__read(struct options *o, const struct rec_select *r);
