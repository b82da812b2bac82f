// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of System V and POSIX message queues, semaphores and shared memory. Commands of 32-bit ABIs have IPC_64 or-ed. The
 * multiplexer ipc is in ipccall.c.
 */
#include <fcntl.h>
#include <linux/ipc.h>
#include <linux/msg.h>
#include <linux/sem.h>
#include <linux/shm.h>

#include "beautifiers/rows.h"
#include "beautifiers/show.h"
#include "made_shapes.h"

#ifndef SHM_STAT_ANY
#define SHM_STAT_ANY 15		/* linux/shm.h, 4.17 */
#endif
#ifndef SEM_STAT_ANY
#define SEM_STAT_ANY 20		/* linux/sem.h, 4.17 */
#endif
#ifndef MSG_STAT_ANY
#define MSG_STAT_ANY 13		/* linux/msg.h, 4.17 */
#endif

#define CMD_MASK 0xff		/* without IPC_64 */

static bool mq_makes(const struct call *c)
{
	return c->args[1] & O_CREAT;
}

#define IPC_CMD(cmds) ENUM_FLAGS("cmd", cmds, ipc_cmd_flags, .strace = &kind_ipc_cmd)

/* strace's format shows also an argument that the command does not use. */
#define UNUSED(n) ARG_(n, hidden, .strace = &kind_ptr)
#define SHM(cmd, ...) { cmd, { "shmctl", ARGS(INT("shmid"), IPC_CMD(shm_cmds), ##__VA_ARGS__) } }
#define MSG(cmd, ...) { cmd, { "msgctl", ARGS(INT("msqid"), IPC_CMD(msg_cmds), ##__VA_ARGS__) } }
#define SEM(cmd, ...) { cmd, { "semctl", ARGS(INT("semid"), INT("semnum"), IPC_CMD(sem_cmds), ##__VA_ARGS__) } }
#define SEMAPHORES(n, dir) ARG_(n, semaphores_##dir, .shape = &shape_semaphore, .len_arg = 0, .strace = &kind_ptr)
#define SEM_RET(cmd, result) { cmd, { "semctl", ARGS(INT("semid"), INT("semnum"), IPC_CMD(sem_cmds), UNUSED("arg")), result } }

static const struct subrow shmctl_subs[] = {
	SHM(IPC_RMID,     PTR("buf")),
	SHM(IPC_SET,      STRUCT_IN("buf", shape_shmid_set)),
	SHM(IPC_STAT,     STRUCT_OUT("buf", shape_shmid_ds)),
	SHM(SHM_STAT,     STRUCT_OUT("buf", shape_shmid_ds)),
	SHM(SHM_STAT_ANY, STRUCT_OUT("buf", shape_shmid_ds)),
	SHM(IPC_INFO,     STRUCT_OUT("buf", shape_shminfo)),
	SHM(SHM_INFO,     STRUCT_OUT("buf", shape_shm_info)),
	SHM(SHM_LOCK,     UNUSED("buf")),
	SHM(SHM_UNLOCK,   UNUSED("buf")),
};

static const struct subrow msgctl_subs[] = {
	MSG(IPC_RMID,     PTR("buf")),
	MSG(IPC_SET,      STRUCT_IN("buf", shape_msqid_set)),
	MSG(IPC_STAT,     STRUCT_OUT("buf", shape_msqid_ds)),
	MSG(MSG_STAT,     STRUCT_OUT("buf", shape_msqid_ds)),
	MSG(MSG_STAT_ANY, STRUCT_OUT("buf", shape_msqid_ds)),
	MSG(IPC_INFO,     STRUCT_OUT("buf", shape_msginfo)),
	MSG(MSG_INFO,     STRUCT_OUT("buf", shape_msginfo)),
};

static const struct subrow semctl_subs[] = {
	SEM(IPC_RMID,     UNUSED("arg")),
	SEM(IPC_SET,      STRUCT_IN("arg", shape_semid_set)),
	SEM(IPC_STAT,     STRUCT_OUT("arg", shape_semid_ds)),
	SEM(SEM_STAT,     STRUCT_OUT("arg", shape_semid_ds)),
	SEM(SEM_STAT_ANY, STRUCT_OUT("arg", shape_semid_ds)),
	SEM(IPC_INFO,     STRUCT_OUT("arg", shape_seminfo)),
	SEM(SEM_INFO,     STRUCT_OUT("arg", shape_seminfo)),
	SEM(GETVAL,       UNUSED("arg")),
	SEM_RET(GETPID, RET_PID),
	SEM(GETNCNT,      UNUSED("arg")),
	SEM(GETZCNT,      UNUSED("arg")),
	SEM(SETVAL,       INT("arg", .strace = &kind_ptr)),
	SEM(GETALL,       SEMAPHORES("arg", out)),
	SEM(SETALL,       SEMAPHORES("arg", in)),
};

/* Not a path of the file system */
#define MQ_NAME(n) ARG_(n, name)

static const struct row rows[] = {
	/* System V */
	{ "shmget",          ARGS(ENUM("key", ipc_keys), NBYTES("size"), FLAGS_MODE("shmflg", shm_flags, .strace = &kind_ipc_flags)) },
	{ "shmat",           ARGS(INT("shmid"), PTR("shmaddr"), FLAGS("shmflg", shmat_flags)), RET_ADDRESS },
	{ "shmdt",           ARGS(PTR("shmaddr")) },
	{ "shmctl",          ARGS(INT("shmid"), IPC_CMD(shm_cmds), PTR("buf")), SUB_MASK(1, CMD_MASK, shmctl_subs) },
	{ "semget",          ARGS(ENUM("key", ipc_keys), INT("nsems"), FLAGS_MODE("semflg", ipc_flags, .strace = &kind_ipc_flags)) },
	{ "semop",           ARGS(INT("semid"), ARRAY_IN("tsops", shape_sembuf, 2), UINT("nsops")) },
	{ "semtimedop",      ARGS(INT("semid"), ARRAY_IN("tsops", shape_sembuf, 2), UINT("nsops"), STRUCT_IN("timeout", shape_timespec)) },
	{ "semctl",          ARGS(INT("semid"), INT("semnum"), IPC_CMD(sem_cmds), HEX("arg", .strace = &kind_ptr)), SUB_MASK(2, CMD_MASK, semctl_subs) },
	{ "msgget",          ARGS(ENUM("key", ipc_keys), FLAGS_MODE("msgflg", ipc_flags, .strace = &kind_ipc_flags)) },
	{ "msgsnd",          ARGS(INT("msqid"), ARG_("msgp", msgbuf_in, .len_arg = 2), ULONG("msgsz"), FLAGS("msgflg", msg_ipc_flags)) },
	{ "msgrcv",          ARGS(INT("msqid"), ARG_("msgp", msgbuf_out, .len_arg = 2), ULONG("msgsz"), LONG("msgtyp"), FLAGS("msgflg", msg_ipc_flags)) },
	{ "msgctl",          ARGS(INT("msqid"), IPC_CMD(msg_cmds), PTR("buf")), SUB_MASK(1, CMD_MASK, msgctl_subs) },

	/* POSIX message queues */
	{ "mq_open",         ARGS(MQ_NAME("u_name"), FLAGS("oflag", open_flags), MODE("mode", .when = mq_makes), STRUCT_IN("u_attr", shape_mq_attr_new, .when = mq_makes)), RET_FD, OPENS_INFO, .cloexec = true },
	{ "mq_unlink",       ARGS(MQ_NAME("u_name")) },
	{ "mq_timedsend",    ARGS(FD("mqdes"), BUF_IN("u_msg_ptr", 2), ULONG("msg_len"), UINT("msg_prio"), STRUCT_IN("u_abs_timeout", shape_realtime)), MOVES_BYTES },
	{ "mq_timedreceive", ARGS(FD("mqdes"), BUF_OUT("u_msg_ptr"), ULONG("msg_len"), UINT_OUT("u_msg_prio"), STRUCT_IN("u_abs_timeout", shape_realtime)), MOVES_BYTES },
	{ "mq_notify",       ARGS(FD("mqdes"), STRUCT_IN("u_notification", shape_sigevent)) },
	{ "mq_getsetattr",   ARGS(FD("mqdes"), STRUCT_IN("u_mqstat", shape_mq_attr), STRUCT_OUT("u_omqstat", shape_mq_attr)) },
};

const struct row_table rows_ipc = ROW_TABLE(rows);
