// SPDX-License-Identifier: BSD-2-Clause
/* The row of ipc of s390x, which has five arguments: semtimedop's timeout is in `third`. */
#include "ipccall.h"

static const struct subrow ipc_subs[] = {
	IPC(SEMTIMEDOP, semtimedop, FROM(FIRST, PTR_ARG, SECOND, THIRD, ZERO), INT("semid"), UINT("nsops"), STRUCT_IN("timeout", shape_timespec), ARRAY_IN("tsops", shape_sembuf, 2)),
	IPC_SUBS
};

static const struct row rows[] = {
	{ "ipc", ARGS(ENUM("call", ipccalls), INT("first"), HEX("second"), HEX("third"), PTR("ptr")), SUB(0, ipc_subs) },
};

const struct row_table rows_s390ipc = ROW_TABLE(rows);
