// SPDX-License-Identifier: BSD-2-Clause
// options: -e write,writev,read,stat,connect,bind,nanosleep,rt_sigaction,poll,futex,sendmsg,pipe,readlink
/* Memory that cannot be read is marked as unread, not shown as empty; readable parts are shown. */
#include "live.h"

#include <sys/socket.h>
#include <sys/uio.h>

int main(void)
{
	char *edge = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *no = unreadable(), *gone = (char *)0xdead000;
	struct iovec v[2] = { { "fine", 4 }, { no, 4 } };
	int fd = open("/dev/null", O_RDWR);

	mprotect(edge + 4096, 4096, PROT_NONE);
	edge += 4096;
	memcpy(edge - 3, "end", 3);
	begin();
	expect("write(fd: %d</dev/null>, buf: \"end\"..., count: 10) = %s", fd, result(syscall(SYS_write, fd, edge - 3, 10L)));
	expect("write(fd: %d</dev/null>, buf: %p <unread>, count: 10) = %s", fd, no, result(syscall(SYS_write, fd, no, 10L)));
	expect("writev(fd: %d</dev/null>, vec: [{iov_base: \"fine\", iov_len: 4}, {iov_base: %p <unread>, iov_len: 4}], vlen: 2) = %s", fd, no,
	       result(syscall(SYS_writev, fd, v, 2L)));
	expect("writev(fd: %d</dev/null>, vec: %p <unread>, vlen: 2) = %s", fd, gone, result(syscall(SYS_writev, fd, gone, 2L)));
#ifdef SYS_stat
	expect("stat(filename: \"end\"..., statbuf: %p) = %s", gone, result(syscall(SYS_stat, edge - 3, gone)));
#endif
	expect("bind(fd: %d</dev/null>, umyaddr: %p <unread>, addrlen: 16) = %s", fd, no, result(syscall(SYS_bind, fd, no, 16)));
	expect("nanosleep(rqtp: %p <unread>, rmtp: NULL) = %s", no, result(syscall(SYS_nanosleep, no, NULL)));
#ifdef SYS_poll
	expect("poll(ufds: %p <unread>, nfds: 2, timeout_msecs: 0) = %s", gone, result(syscall(SYS_poll, gone, 2L, 0)));
#endif
	expect("sendmsg(fd: %d</dev/null>, msg: %p <unread>, flags: 0) = %s", fd, gone, result(syscall(SYS_sendmsg, fd, gone, 0)));
	expect("rt_sigaction(sig: INT, act: %p <unread>, oact: NULL, sigsetsize: 8) = %s", no, result(syscall(SYS_rt_sigaction, SIGINT, no, NULL, 8L)));
#ifdef SYS_pipe
	expect("pipe(fildes: %p) = %s", no, result(syscall(SYS_pipe, no)));
	expect("readlink(path: \"/proc/self/exe\", buf: %p, bufsiz: 100) = %s", no, result(syscall(SYS_readlink, "/proc/self/exe", no, 100)));
#endif
	end();
	return 0;
}
