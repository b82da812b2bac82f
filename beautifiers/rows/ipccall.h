/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ipccall.h - the calls made through ipc(call, first, second, third, ptr, fifth). Rows have the arguments' names of the call that
 * they stand for. The upper half of `call` is a version; msgrcv has two.
 */
#pragma once

#include <linux/ipc.h>

#include "beautifiers/rows.h"
#include "made_shapes.h"
#include "words.h"

#define NONE      HI_HALF	/* an argument that the call does not use */
#define VERSION_1 (1 << 16)

enum { FIRST = STAND_ARG(1), SECOND, THIRD, PTR_ARG, FIFTH, ZERO };

#define FROM(a, b, c, d, e) STAND_ARGS(a, b, c, d, e, ZERO)
#define IPC(number, call, from, ...) { number, { "ipc", ARGS(ENUM("call", ipccalls), ##__VA_ARGS__), STANDS_FOR(#call, from) } }

/* Version 0 of msgrcv passes two arguments in memory. */
#define MSGRCV_WORDS(W) W(0, PTR("msgp")), W(1, LONG("msgtyp"))
WORDS(msgrcv, MSGRCV_WORDS)

#define MSGRCV_FROM (FROM(FIRST, STAND_WORD(0), SECOND, STAND_WORD(1), THIRD) | STAND_WORDS(PTR_ARG, 2))
#define SEMCTL_FROM (FROM(FIRST, SECOND, THIRD, STAND_WORD(0), ZERO) | STAND_WORDS(PTR_ARG, 1))

/* All but SEMTIMEDOP */
#define IPC_SUBS \
	IPC(SEMOP,  semop,  FROM(FIRST, PTR_ARG, SECOND, ZERO, ZERO),   INT("semid"), UINT("nsops"), NONE, ARRAY_IN("tsops", shape_sembuf, 2)), \
	IPC(SEMGET, semget, FROM(FIRST, SECOND, THIRD, ZERO, ZERO),     ENUM("key", ipc_keys), INT("nsems"), FLAGS_MODE("semflg", ipc_flags)), \
	IPC(SEMCTL, semctl, SEMCTL_FROM,                                INT("semid"), INT("semnum"), ENUM_FLAGS("cmd", sem_cmds, ipc_cmd_flags, .strace = &kind_ipc_cmd), STRUCT_IN("arg", shape_ptr)), \
	IPC(MSGSND, msgsnd, FROM(FIRST, PTR_ARG, SECOND, THIRD, ZERO),  INT("msqid"), UINT("msgsz"), FLAGS("msgflg", msg_ipc_flags), PTR("msgp")), \
	IPC(MSGRCV, msgrcv, MSGRCV_FROM,                                INT("msqid"), UINT("msgsz"), FLAGS("msgflg", msg_ipc_flags), STRUCT_IN("ptr", shape_msgrcv)), \
	IPC(MSGRCV | VERSION_1, msgrcv, FROM(FIRST, PTR_ARG, SECOND, FIFTH, THIRD), INT("msqid"), UINT("msgsz"), FLAGS("msgflg", msg_ipc_flags), PTR("msgp"), LONG("msgtyp")), \
	IPC(MSGGET, msgget, FROM(FIRST, SECOND, ZERO, ZERO, ZERO),      ENUM("key", ipc_keys), FLAGS_MODE("msgflg", ipc_flags)), \
	IPC(MSGCTL, msgctl, FROM(FIRST, SECOND, PTR_ARG, ZERO, ZERO),   INT("msqid"), ENUM_FLAGS("cmd", msg_cmds, ipc_cmd_flags, .strace = &kind_ipc_cmd), NONE, PTR("buf")), \
	{ SHMAT, { "ipc", ARGS(ENUM("call", ipccalls), INT("shmid"), FLAGS("shmflg", shmat_flags), STRUCT_OUT("raddr", shape_ptr), PTR("shmaddr")), \
		   STANDS_FOR("shmat", FROM(FIRST, PTR_ARG, SECOND, THIRD, ZERO)), .result_arg = 3 } }, \
	IPC(SHMDT,  shmdt,  FROM(PTR_ARG, ZERO, ZERO, ZERO, ZERO),      NONE, NONE, NONE, PTR("shmaddr")), \
	IPC(SHMGET, shmget, FROM(FIRST, SECOND, THIRD, ZERO, ZERO),     ENUM("key", ipc_keys), UINT("size"), FLAGS_MODE("shmflg", shm_flags)), \
	IPC(SHMCTL, shmctl, FROM(FIRST, SECOND, PTR_ARG, ZERO, ZERO),   INT("shmid"), ENUM_FLAGS("cmd", shm_cmds, ipc_cmd_flags, .strace = &kind_ipc_cmd), NONE, PTR("buf"))
