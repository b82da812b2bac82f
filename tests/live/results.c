// SPDX-License-Identifier: BSD-2-Clause
// options: -e fcntl,ioprio_set,ioprio_get,personality,umask,sched_setscheduler,sched_getscheduler,getpriority,prctl,ioctl,semctl,keyctl -e '/^(modify_ldt|umask|rseq_slice_yield)$/'
/* Results with a meaning, and requests without arguments. */
#include "live.h"

#include <linux/fs.h>
#include <linux/ioprio.h>
#include <linux/keyctl.h>
#include <linux/nsfs.h>
#include <sys/ipc.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>

#ifndef SYS_rseq_slice_yield
#define SYS_rseq_slice_yield 471		/* Linux 7.0 */
#endif

/* A signal for a ready descriptor (F_SETSIG). */
static void signals(int fd)
{
	const char *name = text("%d<@@>", fd);

	syscall(SYS_fcntl, fd, F_SETSIG, SIGUSR1);
	expect("fcntl(fd: %s, cmd: SETSIG, arg: USR1) = 0", name);
	syscall(SYS_fcntl, fd, F_GETSIG);
	expect("fcntl(fd: %s, cmd: GETSIG) = USR1", name);
	syscall(SYS_fcntl, fd, F_SETSIG, 34);
	expect("fcntl(fd: %s, cmd: SETSIG, arg: RT_2) = 0", name);
	syscall(SYS_fcntl, fd, F_GETSIG);
	expect("fcntl(fd: %s, cmd: GETSIG) = RT_2", name);
	syscall(SYS_fcntl, fd, F_SETOWN, getpid());
	expect("fcntl(fd: %s, cmd: SETOWN, arg: %d<results>) = 0", name, getpid());
	syscall(SYS_fcntl, fd, F_GETOWN);
	expect("fcntl(fd: %s, cmd: GETOWN) = %d<results>", name, getpid());
}

static void namespaces(int fd)
{
	const char *name = text("%d<@@>", fd);
	int made = syscall(SYS_ioctl, fd, NS_GET_USERNS, 9);

	expect("ioctl(fd: %s, cmd: NS_GET_USERNS) = %d@@", name, made);
	syscall(SYS_ioctl, fd, NS_GET_NSTYPE, 9);
	expect("ioctl(fd: %s, cmd: NS_GET_NSTYPE) = NEWUTS", name);
	syscall(SYS_ioctl, fd, BLKFLSBUF, 9);
	expect("ioctl(fd: %s, cmd: BLKFLSBUF) = %s", name, error());
	syscall(SYS_ioctl, fd, BLKROSET, &(int){ 1 });
	expect("ioctl(fd: %s, cmd: BLKROSET, arg: [1]) = %s", name, error());
	syscall(SYS_ioctl, fd, 0xb7fe, 9);
	expect("ioctl(fd: %s, cmd: _IOC(_IOC_NONE, 0xb7, 0xfe, 0x0), arg: 0x9) = %s", name, error());
}

static void scheduling(void)
{
	struct sched_param param = {};

	syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, IOPRIO_PRIO_VALUE(IOPRIO_CLASS_BE, 3));
	expect("ioprio_set(which: PROCESS, who: 0, ioprio: {class: BE, level: 3}) = 0");
	syscall(SYS_ioprio_get, IOPRIO_WHO_PROCESS, 0);
	expect("ioprio_get(which: PROCESS, who: 0) = {class: BE, level: 3}");
	syscall(SYS_sched_setscheduler, 0, SCHED_BATCH | SCHED_RESET_ON_FORK, &param);
	expect("sched_setscheduler(pid: 0, policy: BATCH|RESET_ON_FORK, param: {sched_priority: 0}) = 0");
	syscall(SYS_sched_getscheduler, 0);
	expect("sched_getscheduler(pid: 0) = BATCH|RESET_ON_FORK");
	setpriority(PRIO_PROCESS, 0, 7);
	syscall(SYS_getpriority, PRIO_PROCESS, 0);
	expect("getpriority(which: PROCESS, who: 0) = 13 ({nice: 7})");
}

/* Keys are shown by serial number, as arguments and as results. */
static void keys(void)
{
	long id = syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_USER_KEYRING, 1);

	if (id < 0)		/* a kernel without key support */
		return;
	expect("keyctl(option: GET_KEYRING_ID, id: USER_KEYRING, create: 1) = %ld", id);
	expect("keyctl(option: DESCRIBE, id: %ld, buffer: NULL, buflen: 0) = %ld", id, syscall(SYS_keyctl, KEYCTL_DESCRIBE, id, NULL, 0));
	syscall(SYS_keyctl, KEYCTL_SET_REQKEY_KEYRING, KEY_REQKEY_DEFL_USER_KEYRING);
	expect("keyctl(option: SET_REQKEY_KEYRING, reqkey_defl: USER_KEYRING) = DEFAULT");
	syscall(SYS_keyctl, KEYCTL_SET_REQKEY_KEYRING, KEY_REQKEY_DEFL_NO_CHANGE);
	expect("keyctl(option: SET_REQKEY_KEYRING, reqkey_defl: NO_CHANGE) = USER_KEYRING");
}

int main(void)
{
	int fd = open("/proc/self/ns/uts", O_RDONLY), sem = semget(IPC_PRIVATE, 1, 0600), sig;
	long ret;

	begin();
	signals(fd);
	namespaces(fd);
	scheduling();
	keys();
	syscall(SYS_personality, ADDR_NO_RANDOMIZE);
	expect("personality(personality: LINUX|ADDR_NO_RANDOMIZE) = LINUX");
	syscall(SYS_personality, -1);
	expect("personality(personality: 0xffffffff) = LINUX|ADDR_NO_RANDOMIZE");
	syscall(SYS_umask, 027);
	expect("umask(mask: 027) = 022");
	syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGTERM);
	expect("prctl(option: SET_PDEATHSIG, sig: TERM) = 0");
	syscall(SYS_prctl, PR_GET_PDEATHSIG, &sig);
	expect("prctl(option: GET_PDEATHSIG, sig: [TERM]) = 0");
	ret = syscall(SYS_rseq_slice_yield);
	expect("rseq_slice_yield() = %s", result(ret));
	semctl(sem, 0, SETVAL, 1);
	expect("semctl(semid: %d, semnum: 0, cmd: SETVAL, arg: 1) = 0", sem);
	semctl(sem, 0, GETPID);
	expect("semctl(semid: %d, semnum: 0, cmd: GETPID) = %d<results>", sem, getpid());
	semctl(sem, 0, IPC_RMID);
	expect("semctl(semid: %d, semnum: 0, cmd: IPC_RMID) = 0", sem);
#ifdef __x86_64__
	/* an unsigned int, although libc returns it as a long */
	syscall(SYS_modify_ldt, 5, 0, 0);
	expect("modify_ldt(func: 5, ptr: NULL, bytecount: 0) = -1 ENOSYS (Function not implemented)");
#endif
	end();
}
