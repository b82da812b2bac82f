// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of ipc, through which older 32-bit ABIs make all calls of System V IPC: its arguments are (call, first, second,
 * third, ptr, fifth), and each row names them as the call does that it stands for. The upper half of `call` is a version.
 */
#include <linux/ipc.h>

#include "rows.h"
#include "shape.h"

#define CALL_MASK 0xffff
#define NONE      HI_HALF	/* an argument that the call does not look at */

#define IPC(number, ...) { number, { "ipc", ARGS(ENUM("call", ipccalls), ##__VA_ARGS__) } }

/* Version 0 of msgrcv passes two arguments in memory. */
struct msgrcv_args {
	uint32_t msgp;
	int32_t msgtyp;
};

static const struct field msgrcv_fields[] = {
	FIELD(struct msgrcv_args, msgp,   ptr),
	FIELD(struct msgrcv_args, msgtyp, int),
};

static const struct shape shape_msgrcv_args = SHAPE(struct msgrcv_args, msgrcv_fields);

static const struct subrow ipc_subs[] = {
	IPC(SEMOP,      INT("semid"), UINT("nsops"), NONE, ARRAY_IN("tsops", shape_sembuf, 2)),
	IPC(SEMTIMEDOP, INT("semid"), UINT("nsops"), NONE, ARRAY_IN("tsops", shape_sembuf, 2), STRUCT_IN("timeout", shape_timespec)),
	IPC(SEMGET,     ENUM("key", ipc_keys), INT("nsems"), FLAGS_MODE("semflg", ipc_flags)),
	IPC(SEMCTL,     INT("semid"), INT("semnum"), ENUM_FLAGS("cmd", sem_cmds, ipc_cmd_flags), STRUCT_IN("arg", shape_ptr)),
	IPC(MSGSND,     INT("msqid"), UINT("msgsz"), FLAGS("msgflg", msg_ipc_flags), PTR("msgp")),
	IPC(MSGRCV,     INT("msqid"), UINT("msgsz"), FLAGS("msgflg", msg_ipc_flags), STRUCT_IN("ptr", shape_msgrcv_args)),
	IPC(MSGGET,     ENUM("key", ipc_keys), FLAGS_MODE("msgflg", ipc_flags)),
	IPC(MSGCTL,     INT("msqid"), ENUM_FLAGS("cmd", msg_cmds, ipc_cmd_flags), NONE, PTR("buf")),
	IPC(SHMAT,      INT("shmid"), FLAGS("shmflg", shmat_flags), STRUCT_OUT("raddr", shape_ptr), PTR("shmaddr")),
	IPC(SHMDT,      NONE, NONE, NONE, PTR("shmaddr")),
	IPC(SHMGET,     ENUM("key", ipc_keys), UINT("size"), FLAGS_MODE("shmflg", shm_flags)),
	IPC(SHMCTL,     INT("shmid"), ENUM_FLAGS("cmd", shm_cmds, ipc_cmd_flags), NONE, PTR("buf")),
};

static const struct row rows[] = {
	{ "ipc", ARGS(ENUM("call", ipccalls), INT("first"), HEX("second"), HEX("third"), PTR("ptr"), HEX("fifth")), SUB_MASK(0, CALL_MASK, ipc_subs) },
};

const struct row_table rows_ipccall = ROW_TABLE(rows);
