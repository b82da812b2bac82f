// SPDX-License-Identifier: BSD-2-Clause
// options: -e socketcall,ipc,select,mmap
// needs: x86_64 ia32
/* i386's calls through socketcall and ipc, or with a pointer to their arguments, are shown as the calls that they make. */
#include "live.h"

#ifndef __x86_64__
int main(void)
{
	return 77;
}
#else
#include <linux/net.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>

#define SOCKETCALL 102
#define IPC 117
#define SELECT 82
#define MMAP 90
enum { SEMOP = 1, SEMGET, SEMCTL, MSGSND = 11, MSGRCV, MSGGET, MSGCTL, SHMAT = 21, SHMDT, SHMGET, SHMCTL };	/* linux/ipc.h */

/* Memory for the kernel must have 32-bit addresses. */
static struct low {
	uint32_t words[6];
	struct sockaddr_un address;
	char text[16], back[16];
	int32_t ends[2], value, len;
	uint32_t at;
	struct sembuf op;
	int32_t timeout[2];
	struct {
		int32_t type;
		char text[8];
	} message;
} *low;

static long int80(long nr, long a, long b, long c, long d, long e)
{
	register long rsi asm("rsi") = d, rdi asm("rdi") = e;
	long ret;

	__asm__ volatile("int $0x80" : "=a"(ret), "+r"(rsi), "+r"(rdi) : "a"(nr), "b"(a), "c"(b), "d"(c)
			 : "memory", "r8", "r9", "r10", "r11");
	errno = ret < 0 ? (int)-ret : 0;
	return ret < 0 ? -1 : ret;
}

#define SOCKETS(call, ...) (memcpy(low->words, (uint32_t[6]){ __VA_ARGS__ }, sizeof(low->words)), \
			    int80(SOCKETCALL, SYS_##call, at(low->words), 0, 0, 0))

static uint32_t at(const void *p)
{
	return (uint32_t)(uintptr_t)p;
}

static void sockets(void)
{
	long s = SOCKETS(SOCKET, AF_UNIX, SOCK_STREAM, 0);

	if (s < 0)
		skip("no int 0x80 in this kernel");
	expect("i386:socket(family: UNIX, type: STREAM, protocol: 0) = %ld<UNIX:@@>", s);
	low->address.sun_family = AF_UNIX;
	strcpy(low->address.sun_path, "absent");
	SOCKETS(CONNECT, s, at(&low->address), sizeof(low->address));
	expect("i386:connect(fd: %ld<UNIX:@@>, uservaddr: {sa_family: UNIX, sun_path: \"absent\"}, addrlen: 110) = %s", s, error());
	SOCKETS(SOCKETPAIR, AF_UNIX, SOCK_STREAM, 0, at(low->ends));
	expect("i386:socketpair(family: UNIX, type: STREAM, protocol: 0, usockvec: [%d<UNIX:@@>, %d<UNIX:@@>]) = 0", low->ends[0], low->ends[1]);
	strcpy(low->text, "text");
	SOCKETS(SEND, low->ends[0], at(low->text), 4, 0);
	expect("i386:send(fd: %d<UNIX:@@>, buff: \"text\", len: 4, flags: 0) = 4", low->ends[0]);
	SOCKETS(RECV, low->ends[1], at(low->back), 16, MSG_DONTWAIT);
	expect("i386:recv(fd: %d<UNIX:@@>, ubuf: \"text\", size: 16, flags: DONTWAIT) = 4", low->ends[1]);
	low->len = 4;
	SOCKETS(GETSOCKOPT, low->ends[0], SOL_SOCKET, SO_TYPE, at(&low->value), at(&low->len));
	expect("i386:getsockopt(fd: %d<UNIX:@@>, level: SOCKET, optname: TYPE, optval: [STREAM], optlen: [4]) = 0", low->ends[0]);
	int80(SOCKETCALL, SYS_CONNECT, 8, 0, 0, 0);
	expect("i386:socketcall(call: CONNECT, args: 0x8 <unread>) = %s", error());
	int80(SOCKETCALL, 99, 8, 0, 0, 0);
	expect("i386:socketcall(call: 0x63, args: 0x8) = %s", error());
}

static void shared_memory(void)
{
	long id = int80(IPC, SHMGET, IPC_PRIVATE, 4096, IPC_CREAT | 0600, 0);

	expect("i386:shmget(key: PRIVATE, size: 4096, shmflg: IPC_CREAT|0600) = %ld", id);
	int80(IPC, SHMAT, id, 0, at(&low->at), 0);
	expect("i386:shmat(shmid: %ld, shmaddr: NULL, shmflg: 0) = %#x", id, low->at);
	int80(IPC, SHMDT, 0, 0, 0, low->at);
	expect("i386:shmdt(shmaddr: %#x) = 0", low->at);
	int80(IPC, SHMCTL, id, IPC_RMID, 0, 0);
	expect("i386:shmctl(shmid: %ld, cmd: IPC_RMID, buf: NULL) = 0", id);
}

static void messages(void)
{
	long id = int80(IPC, MSGGET, IPC_PRIVATE, IPC_CREAT | 0600, 0, 0);

	expect("i386:msgget(key: PRIVATE, msgflg: CREAT|0600) = %ld", id);
	low->message.type = 5;
	int80(IPC, MSGSND, id, 3, 0, at(&low->message));
	expect("i386:msgsnd(msqid: %ld, msgp: {mtype: 5@@}, msgsz: 3, msgflg: 0) = 0", id);
	low->words[0] = at(&low->message);
	low->words[1] = 0;
	int80(IPC, MSGRCV, id, 8, 0, at(low->words));
	expect("i386:msgrcv(msqid: %ld, msgp: {mtype: 5@@}, msgsz: 8, msgtyp: 0, msgflg: 0) = 3", id);
	int80(IPC, MSGCTL, id, IPC_RMID, 0, 0);
	expect("i386:msgctl(msqid: %ld, cmd: IPC_RMID, buf: NULL) = 0", id);
}

static void semaphores(void)
{
	long id = int80(IPC, SEMGET, IPC_PRIVATE, 1, IPC_CREAT | 0600, 0);

	expect("i386:semget(key: PRIVATE, nsems: 1, semflg: CREAT|0600) = %ld", id);
	low->op.sem_op = 1;
	int80(IPC, SEMOP, id, 1, 0, at(&low->op));
	expect("i386:semop(semid: %ld, tsops: [{sem_num: 0, sem_op: 1, sem_flg: 0}], nsops: 1) = 0", id);
	low->words[0] = 7;
	int80(IPC, SEMCTL, id, 0, SETVAL, at(low->words));
	expect("i386:semctl(semid: %ld, semnum: 0, cmd: SETVAL, arg: 7) = 0", id);
	int80(IPC, SEMCTL, id, 0, IPC_RMID, at(low->words));
	expect("i386:semctl(semid: %ld, semnum: 0, cmd: IPC_RMID) = 0", id);
}

static void pointers(void)
{
	long where;

	memcpy(low->words, (uint32_t[6]){ 0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, (uint32_t)-1, 0 }, 24);
	where = int80(MMAP, at(low->words), 0, 0, 0, 0);
	expect("i386:mmap(addr: NULL, len: 4096, prot: READ, flags: PRIVATE|ANONYMOUS, fd: -1, off: 0) = %#x", (uint32_t)where);
	low->timeout[0] = 0;
	low->timeout[1] = 5;
	memcpy(low->words, (uint32_t[6]){ 0, 0, 0, 0, at(low->timeout), 0 }, 24);
	int80(SELECT, at(low->words), 0, 0, 0, 0);
	expect("i386:select(n: 0, inp: NULL, outp: NULL, exp: NULL, tvp: {tv_sec: 0, tv_usec: 5}@@) = 0 (Timeout)");
	int80(SELECT, 8, 0, 0, 0, 0);
	expect("i386:select(arg: 0x8 <unread>) = %s", error());
}

int main(void)
{
	low = mmap(NULL, sizeof(*low), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	begin();
	sockets();
	shared_memory();
	messages();
	semaphores();
	pointers();
	end();
	return 0;
}
#endif
