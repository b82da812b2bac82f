// SPDX-License-Identifier: BSD-2-Clause
// options: -e fcntl,futex,semctl,shmctl,msgctl,epoll_ctl,waitid,kcmp,landlock_create_ruleset,landlock_add_rule
/* Commands of calls on descriptors, IPC and processes, on what does not exist. */
#include "live.h"

#include <linux/futex.h>
#include <linux/kcmp.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

enum { NOBODY = 0x7ffffff0 };	/* no process has this ID */
/* linux/fcntl.h, asm-generic/fcntl.h, 6.10 to 6.19; linux/landlock.h, 6.7 */
enum { F_CANCELLK_ = 1029, F_DUPFD_QUERY_ = 1027, F_CREATED_QUERY_ = 1028, F_GETDELEG_ = 1039, F_SETDELEG_ = 1040, LANDLOCK_RULE_NET_PORT_ = 2 };
#ifndef F_GETOWNER_UIDS
#define F_GETOWNER_UIDS 17
#endif
#ifndef FUTEX_LOCK_PI2
#define FUTEX_LOCK_PI2 13
#endif

static struct flock lock = { .l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 1, .l_len = 2 };
static struct { int type; pid_t pid; } owner = { 0, NOBODY };
static struct epoll_event event = { .events = EPOLLIN | EPOLLET, .data.u64 = 7 };
static struct { uint64_t access, port; } port = { 1, 80 };
static uint64_t hint = 2;

#define MAKE(line, ...) \
	do { \
		long ret_ = syscall(__VA_ARGS__); \
		expect("%s = %s", line, result(ret_)); \
	} while (0)

/* Rights that are not logged: kernels that do not know these fields refuse them. */
static void quiet_rights(void)
{
	static const uint64_t rights[] = { 1, 1, 1, 2, 2, 2 };
	long ret = syscall(SYS_landlock_create_ruleset, rights, sizeof(rights), 0);

	expect("landlock_create_ruleset(attr: {handled_access_fs: EXECUTE, handled_access_net: BIND_TCP, scoped: ABSTRACT_UNIX_SOCKET, quiet_access_fs: WRITE_FILE, "
	       "quiet_access_net: CONNECT_TCP, quiet_scoped: SIGNAL}, size: 48, flags: 0) = %s", ret < 0 ? error() : text("%ld<anon_inode:[landlock-ruleset]>", ret));
}

int main(void)
{
	mlockall(MCL_CURRENT);	/* the kernel does not read what it refuses */
	begin();
	MAKE("fcntl(fd: -1, cmd: ADD_SEALS, arg: SEAL|WRITE)",
	     SYS_fcntl, -1, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SEAL);
	MAKE("fcntl(fd: -1, cmd: GET_SEALS)",
	     SYS_fcntl, -1, F_GET_SEALS);
	MAKE("fcntl(fd: -1, cmd: CANCELLK, arg: 0)",
	     SYS_fcntl, -1, F_CANCELLK_, 0);
	MAKE("fcntl(fd: -1, cmd: DUPFD_QUERY, arg: -1)",
	     SYS_fcntl, -1, F_DUPFD_QUERY_, -1);
	MAKE("fcntl(fd: -1, cmd: CREATED_QUERY)",
	     SYS_fcntl, -1, F_CREATED_QUERY_, 0);
	MAKE("fcntl(fd: -1, cmd: GETDELEG, arg: 0x8)",
	     SYS_fcntl, -1, F_GETDELEG_, BAD);
	MAKE("fcntl(fd: -1, cmd: SETDELEG, arg: 0x8)",
	     SYS_fcntl, -1, F_SETDELEG_, BAD);
	MAKE("fcntl(fd: -1, cmd: GETLEASE)",
	     SYS_fcntl, -1, F_GETLEASE);
	MAKE("fcntl(fd: -1, cmd: SETLEASE, arg: UNLCK)",
	     SYS_fcntl, -1, F_SETLEASE, F_UNLCK);
	MAKE("fcntl(fd: -1, cmd: NOTIFY, arg: CREATE|MULTISHOT)",
	     SYS_fcntl, -1, F_NOTIFY, DN_CREATE | DN_MULTISHOT);
	MAKE("fcntl(fd: -1, cmd: GETOWNER_UIDS, arg: 0x8)",
	     SYS_fcntl, -1, F_GETOWNER_UIDS, BAD);
	MAKE("fcntl(fd: -1, cmd: GETOWN_EX, arg: 0x8)",
	     SYS_fcntl, -1, F_GETOWN_EX, BAD);
	MAKE("fcntl(fd: -1, cmd: SETOWN_EX, arg: {type: TID, pid: 2147483632})",
	     SYS_fcntl, -1, F_SETOWN_EX, &owner);
	MAKE("fcntl(fd: -1, cmd: GETPIPE_SZ)",
	     SYS_fcntl, -1, F_GETPIPE_SZ);
	MAKE("fcntl(fd: -1, cmd: GET_RW_HINT, arg: 0x8)",
	     SYS_fcntl, -1, F_GET_RW_HINT, BAD);
	MAKE("fcntl(fd: -1, cmd: SET_RW_HINT, arg: [WRITE_LIFE_SHORT])",
	     SYS_fcntl, -1, F_SET_RW_HINT, &hint);
	MAKE("fcntl(fd: -1, cmd: GET_FILE_RW_HINT, arg: 0x8)",
	     SYS_fcntl, -1, F_GET_FILE_RW_HINT, BAD);
	MAKE("fcntl(fd: -1, cmd: SET_FILE_RW_HINT, arg: [WRITE_LIFE_SHORT])",
	     SYS_fcntl, -1, F_SET_FILE_RW_HINT, &hint);
	MAKE("fcntl(fd: -1, cmd: SETLKW, arg: {l_type: RDLCK, l_whence: SET, l_start: 1, l_len: 2, l_pid: 0})",
	     SYS_fcntl, -1, F_SETLKW, &lock);
	MAKE("fcntl(fd: -1, cmd: OFD_GETLK, arg: {l_type: RDLCK, l_whence: SET, l_start: 1, l_len: 2, l_pid: 0})",
	     SYS_fcntl, -1, F_OFD_GETLK, &lock);
	MAKE("fcntl(fd: -1, cmd: OFD_SETLK, arg: {l_type: RDLCK, l_whence: SET, l_start: 1, l_len: 2, l_pid: 0})",
	     SYS_fcntl, -1, F_OFD_SETLK, &lock);
	MAKE("fcntl(fd: -1, cmd: OFD_SETLKW, arg: {l_type: RDLCK, l_whence: SET, l_start: 1, l_len: 2, l_pid: 0})",
	     SYS_fcntl, -1, F_OFD_SETLKW, &lock);
	MAKE("futex(uaddr: 0x3, op: CMP_REQUEUE, val: 1, val2: 2, uaddr2: 0x5, val3: 4)",
	     SYS_futex, (void *)3, FUTEX_CMP_REQUEUE, 1, 2, (void *)5, 4);
	MAKE("futex(uaddr: 0x3, op: CMP_REQUEUE_PI, val: 1, val2: 2, uaddr2: 0x5, val3: 4)",
	     SYS_futex, (void *)3, FUTEX_CMP_REQUEUE_PI, 1, 2, (void *)5, 4);
	MAKE("futex(uaddr: 0x3, op: LOCK_PI, utime: NULL)",
	     SYS_futex, (void *)3, FUTEX_LOCK_PI, 0, 0);
	MAKE("futex(uaddr: 0x3, op: LOCK_PI2, utime: NULL)",
	     SYS_futex, (void *)3, FUTEX_LOCK_PI2, 0, 0);
	MAKE("futex(uaddr: 0x3, op: TRYLOCK_PI)",
	     SYS_futex, (void *)3, FUTEX_TRYLOCK_PI);
	MAKE("futex(uaddr: 0x3, op: UNLOCK_PI)",
	     SYS_futex, (void *)3, FUTEX_UNLOCK_PI);
	MAKE("futex(uaddr: 0x3, op: WAIT_BITSET, val: 1, utime: NULL, val3: 0xf)",
	     SYS_futex, (void *)3, FUTEX_WAIT_BITSET, 1, 0, 0, 0xf);
	MAKE("futex(uaddr: 0x3, op: WAKE_BITSET, val: 1, val3: 0xf)",
	     SYS_futex, (void *)3, FUTEX_WAKE_BITSET, 1, 0, 0, 0xf);
	MAKE("futex(uaddr: 0x3, op: WAIT_REQUEUE_PI, val: 1, utime: NULL, uaddr2: 0x5)",
	     SYS_futex, (void *)3, FUTEX_WAIT_REQUEUE_PI, 1, 0, (void *)5);
	MAKE("semctl(semid: -1, semnum: 3, cmd: GETNCNT)",
	     SYS_semctl, -1, 3, GETNCNT, 0);
	MAKE("semctl(semid: -1, semnum: 3, cmd: GETZCNT)",
	     SYS_semctl, -1, 3, GETZCNT, 0);
	MAKE("semctl(semid: -1, semnum: 3, cmd: GETVAL)",
	     SYS_semctl, -1, 3, GETVAL, 0);
	MAKE("semctl(semid: -1, semnum: 0, cmd: GETALL, arg: 0x8)",
	     SYS_semctl, -1, 0, GETALL, BAD);
	MAKE("semctl(semid: -1, semnum: 0, cmd: SETALL, arg: 0x8)",
	     SYS_semctl, -1, 0, SETALL, BAD);
	MAKE("semctl(semid: -1, semnum: 0, cmd: SEM_STAT, arg: 0x8)",
	     SYS_semctl, -1, 0, SEM_STAT, BAD);
	MAKE("semctl(semid: -1, semnum: 0, cmd: SEM_STAT_ANY, arg: 0x8)",
	     SYS_semctl, -1, 0, SEM_STAT_ANY, BAD);
	MAKE("shmctl(shmid: -1, cmd: SHM_LOCK)",
	     SYS_shmctl, -1, SHM_LOCK, 0);
	MAKE("shmctl(shmid: -1, cmd: SHM_UNLOCK)",
	     SYS_shmctl, -1, SHM_UNLOCK, 0);
	MAKE("shmctl(shmid: -1, cmd: SHM_STAT, buf: 0x8)",
	     SYS_shmctl, -1, SHM_STAT, BAD);
	MAKE("shmctl(shmid: -1, cmd: SHM_STAT_ANY, buf: 0x8)",
	     SYS_shmctl, -1, SHM_STAT_ANY, BAD);
	MAKE("msgctl(msqid: -1, cmd: MSG_STAT, buf: 0x8)",
	     SYS_msgctl, -1, MSG_STAT, BAD);
	MAKE("msgctl(msqid: -1, cmd: MSG_STAT_ANY, buf: 0x8)",
	     SYS_msgctl, -1, MSG_STAT_ANY, BAD);
	MAKE("epoll_ctl(epfd: -1, op: MOD, fd: -1, event: {events: IN|ET, data: 0x7})",
	     SYS_epoll_ctl, -1, EPOLL_CTL_MOD, -1, &event);
	MAKE("waitid(which: PGID, upid: -1, infop: NULL, options: WEXITED, ru: NULL)",
	     SYS_waitid, P_PGID, -1, 0, WEXITED, 0);
	MAKE("waitid(which: PIDFD, upid: -1, infop: NULL, options: WEXITED, ru: NULL)",
	     SYS_waitid, P_PIDFD, -1, 0, WEXITED, 0);
	MAKE("kcmp(pid1: 2147483632, pid2: 2147483632, type: FILES)",
	     SYS_kcmp, NOBODY, NOBODY, KCMP_FILES, 0, 0);
	MAKE("kcmp(pid1: 2147483632, pid2: 2147483632, type: FS)",
	     SYS_kcmp, NOBODY, NOBODY, KCMP_FS, 0, 0);
	MAKE("kcmp(pid1: 2147483632, pid2: 2147483632, type: SIGHAND)",
	     SYS_kcmp, NOBODY, NOBODY, KCMP_SIGHAND, 0, 0);
	MAKE("kcmp(pid1: 2147483632, pid2: 2147483632, type: IO)",
	     SYS_kcmp, NOBODY, NOBODY, KCMP_IO, 0, 0);
	MAKE("kcmp(pid1: 2147483632, pid2: 2147483632, type: SYSVSEM)",
	     SYS_kcmp, NOBODY, NOBODY, KCMP_SYSVSEM, 0, 0);
	MAKE("kcmp(pid1: 2147483632, pid2: 2147483632, type: EPOLL_TFD, idx1: 5, idx2: 0x8 <unread>)",
	     SYS_kcmp, NOBODY, NOBODY, KCMP_EPOLL_TFD, 5, BAD);
	MAKE("landlock_add_rule(ruleset_fd: -1, rule_type: NET_PORT, rule_attr: {allowed_access: BIND_TCP, port: 80}, flags: 0)",
	     SYS_landlock_add_rule, -1, LANDLOCK_RULE_NET_PORT_, &port, 0);
	MAKE("landlock_add_rule(ruleset_fd: -1, rule_type: NET_PORT, rule_attr: {allowed_access: BIND_TCP, port: 80}, flags: QUIET|0x2)",
	     SYS_landlock_add_rule, -1, LANDLOCK_RULE_NET_PORT_, &port, 3);
	quiet_rights();
	end();
	return 0;
}
