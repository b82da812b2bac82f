/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * swap.h - converts records of a machine of the other byte order.
 *
 * Members of records, headers of chunks and struct fdinfo become native. Copies of program memory in chunks, and siginfo, keep the
 * machine's byte order, by which they are decoded later.
 */
#pragma once

#include "bpf/wire.h"

/* Converts in place a record that is long enough for its type (record_types.h). Numbers made by the unpacker (struct rec, struct rec_call, arguments) are native already. */
void rec__swap(struct rec *r);
