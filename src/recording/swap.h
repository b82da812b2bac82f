/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * swap.h - records of a machine of the other byte order.
 *
 * What the recorder wrote becomes native: fields of records, headers of chunks, struct fdinfo. What a chunk holds of a
 * program's memory, and the fields of a siginfo, stay as they were: whoever decodes them knows whose they are.
 */
#ifndef TRACE_SWAP_H
#define TRACE_SWAP_H

#include "bpf/wire.h"

/* In place; of a record that fits its type (record_types.h). The numbers that the unpacker made (struct rec, struct rec_call, arguments) are native already. */
void rec__swap(struct rec *r);

#endif
