// SPDX-License-Identifier: BSD-2-Clause
// options: -e msgsnd,msgrcv
// abis: native i386 arm
/* Messages of System V queues: their type and text, of which no more is shown than was passed or returned. */
#include "live.h"

#include <sys/ipc.h>
#include <sys/msg.h>

int main(void)
{
	struct { long type; char text[16]; } m = { 5, "hello, message" };
	int id = msgget(IPC_PRIVATE, IPC_CREAT | 0600);

	begin();
	msgsnd(id, &m, 5, 0);
	expect(ABI "msgsnd(msqid: %d, msgp: {mtype: 5, mtext: \"hello\"}, msgsz: 5, msgflg: 0) = 0", id);
	msgrcv(id, &m, sizeof(m.text), 0, 0);
	expect(ABI "msgrcv(msqid: %d, msgp: {mtype: 5, mtext: \"hello\"}, msgsz: 16, msgtyp: 0, msgflg: 0) = 5", id);
	msgrcv(id, &m, sizeof(m.text), 0, IPC_NOWAIT);
	expect(ABI "msgrcv(msqid: %d, msgp: %p, msgsz: 16, msgtyp: 0, msgflg: IPC_NOWAIT) = -1 ENOMSG (No message of desired type)", id, (void *)&m);
	end();
	msgctl(id, IPC_RMID, NULL);
	return 0;
}
