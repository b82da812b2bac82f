/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ipccall.h - the calls that ipc stands for: its arguments are (call, first, second, third, ptr, fifth), and each row names
 * them as the call does that it stands for. The upper half of `call` is a version.
 */
#ifndef TRACE_ROWS_IPCCALL_H
#define TRACE_ROWS_IPCCALL_H

#include <linux/ipc.h>

#include "rows.h"
#include "words.h"

#define CALL_MASK 0xffff
#define NONE      HI_HALF	/* an argument that the call does not look at */

#define IPC(number, ...) { number, { "ipc", ARGS(ENUM("call", ipccalls), ##__VA_ARGS__) } }

/* Version 0 of msgrcv passes two arguments in memory. */
#define MSGRCV_WORDS(W) W(0, PTR("msgp")), W(1, LONG("msgtyp"))
WORDS(msgrcv, MSGRCV_WORDS)

/* All but SEMTIMEDOP */
#define IPC_SUBS \
	IPC(SEMOP,      INT("semid"), UINT("nsops"), NONE, ARRAY_IN("tsops", shape_sembuf, 2)), \
	IPC(SEMGET,     ENUM("key", ipc_keys), INT("nsems"), FLAGS_MODE("semflg", ipc_flags)), \
	IPC(SEMCTL,     INT("semid"), INT("semnum"), ENUM_FLAGS("cmd", sem_cmds, ipc_cmd_flags), STRUCT_IN("arg", shape_ptr)), \
	IPC(MSGSND,     INT("msqid"), UINT("msgsz"), FLAGS("msgflg", msg_ipc_flags), PTR("msgp")), \
	IPC(MSGRCV,     INT("msqid"), UINT("msgsz"), FLAGS("msgflg", msg_ipc_flags), STRUCT_IN("ptr", shape_msgrcv)), \
	IPC(MSGGET,     ENUM("key", ipc_keys), FLAGS_MODE("msgflg", ipc_flags)), \
	IPC(MSGCTL,     INT("msqid"), ENUM_FLAGS("cmd", msg_cmds, ipc_cmd_flags), NONE, PTR("buf")), \
	IPC(SHMAT,      INT("shmid"), FLAGS("shmflg", shmat_flags), STRUCT_OUT("raddr", shape_ptr), PTR("shmaddr")), \
	IPC(SHMDT,      NONE, NONE, NONE, PTR("shmaddr")), \
	IPC(SHMGET,     ENUM("key", ipc_keys), UINT("size"), FLAGS_MODE("shmflg", shm_flags)), \
	IPC(SHMCTL,     INT("shmid"), ENUM_FLAGS("cmd", shm_cmds, ipc_cmd_flags), NONE, PTR("buf"))

#endif
