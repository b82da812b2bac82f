// SPDX-License-Identifier: BSD-2-Clause
// options: -e rt_sigprocmask,set_mempolicy,select,pselect6,connect,openat,newfstatat,unlinkat,fanotify_mark,getsockopt
/* Sets that can be read only in part, addresses that are too long, and rare names. */
#include "live.h"

#include <asm/socket.h>
#include <sys/socket.h>

static char *edge;		/* memory after it cannot be read */

static void masks(void)
{
	syscall(SYS_rt_sigprocmask, SIG_BLOCK, edge - 4, NULL, 8);
	expect("rt_sigprocmask(how: BLOCK, nset: %p <unread>, oset: NULL, sigsetsize: 8) = %s", edge - 4, error());
	syscall(SYS_set_mempolicy, 2, edge - 4, 64);
	expect("set_mempolicy(mode: BIND, nmask: %p <unread>, maxnode: 64) = %s", edge - 4, error());
	syscall(SYS_set_mempolicy, 2, edge - 8, 256);
	expect("set_mempolicy(mode: BIND, nmask: %p <unread>, maxnode: 256) = %s", edge - 8, error());
}

static void addresses(void)
{
	int s = socket(AF_UNIX, SOCK_STREAM, 0);
	char name[130], path[109] = "";

	memset(name, 'A', sizeof(name));
	memset(path, 'A', sizeof(path) - 1);
	*(sa_family_t *)name = AF_UNIX;
	syscall(SYS_connect, s, name, 110);
	expect("connect(fd: %d@@, uservaddr: {sa_family: UNIX, sun_path: \"%s\"}, addrlen: 110) = %s", s, path, error());
	syscall(SYS_connect, s, name, 129);
	expect("connect(fd: %d@@, uservaddr: {sa_family: UNIX, sun_path: \"%s\"}, addrlen: 129) = %s", s, path, error());
	syscall(SYS_getsockopt, s, SOL_SOCKET, SO_GET_FILTER, edge - 8, &(int){ 1 });
	expect("getsockopt(fd: %d@@, level: SOCKET, optname: GET_FILTER, optval: [], optlen: [1 => 0]) = 0", s);
}

int main(void)
{
	int fd;

	edge = (char *)mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) + 4096;
	mprotect(edge, 4096, PROT_NONE);
	memset(edge - 16, 0, 16);
	begin();
	masks();
	addresses();
	fd = syscall(SYS_openat, AT_FDCWD, "/dev/null", O_ACCMODE | O_CLOEXEC);
	expect("openat(dfd: CWD, filename: \"/dev/null\", flags: ACCMODE|CLOEXEC) = %s", result_fd(fd, "/dev/null"));
	syscall(SYS_newfstatat, AT_FDCWD, "/", edge - 8, AT_REMOVEDIR);
	expect("newfstatat(dfd: CWD, filename: \"/\", statbuf: %p, flag: REMOVEDIR) = %s", edge - 8, error());
	syscall(SYS_unlinkat, AT_FDCWD, "absent", AT_REMOVEDIR | AT_SYMLINK_NOFOLLOW);
	expect("unlinkat(dfd: CWD, pathname: \"absent\", flag: SYMLINK_NOFOLLOW|REMOVEDIR) = %s", error());
	syscall(SYS_fanotify_mark, -1, 1, 1, -1, "absent");
	expect("fanotify_mark(fanotify_fd: -1, flags: ADD, mask: ACCESS, dfd: NOFD, pathname: \"absent\") = %s", error());
	end();
}
