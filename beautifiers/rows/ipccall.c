// SPDX-License-Identifier: BSD-2-Clause
/* Rows of ipc, the multiplexer of System V IPC calls in older ABIs. */
#include "ipccall.h"

static const struct subrow ipc_subs[] = {
	IPC(SEMTIMEDOP, semtimedop, FROM(FIRST, PTR_ARG, SECOND, FIFTH, ZERO), INT("semid"), UINT("nsops"), NONE, ARRAY_IN("tsops", shape_sembuf, 2), STRUCT_IN("timeout", shape_timespec)),
	IPC_SUBS
};

static const struct row rows[] = {
	{ "ipc", ARGS(ENUM("call", ipccalls), INT("first"), HEX("second"), HEX("third"), PTR("ptr"), HEX("fifth")), SUB(0, ipc_subs) },
};

const struct row_table rows_ipccall = ROW_TABLE(rows);
