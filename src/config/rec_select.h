/* SPDX-License-Identifier: BSD-2-Clause */
/* rec_select.h - what a recorder was asked for, as a record, and back. */
#ifndef TRACE_REC_SELECT_H
#define TRACE_REC_SELECT_H

#include "bpf/wire.h"
#include "options.h"

/* Room for the longest REC_SELECT that is made. */
union selection {
	struct rec_select select;
	uint8_t bytes[REC_MAX];
};

void rec_select__make(union selection *s, const struct options *o, uint64_t ts);
/* Fills what filters go by; the rest of *o is zeroed. -ENOMEM; -EINVAL: lengths do not fit. Free with options__free(). */
int rec_select__read(struct options *o, const struct rec_select *r);

#endif
