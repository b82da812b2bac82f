// SPDX-License-Identifier: BSD-2-Clause
// options: -e connect
// needs: x86_64 ia32
/* One selected call of those that i386 makes through socketcall; also with unreadable arguments. */
#include "live.h"

#ifndef __x86_64__
int main(void)
{
	return 77;
}
#else
#include <linux/net.h>
#include <sys/socket.h>

static long socketcall(long call, void *words)
{
	long ret;

	__asm__ volatile("int $0x80" : "=a"(ret) : "a"(102), "b"(call), "c"(words) : "memory", "r8", "r9", "r10", "r11");
	errno = ret < 0 ? (int)-ret : 0;
	return ret < 0 ? -1 : ret;
}

int main(void)
{
	uint32_t *words = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	long s;

	begin();
	memcpy(words, (uint32_t[3]){ AF_UNIX, SOCK_STREAM, 0 }, 12);
	s = socketcall(SYS_SOCKET, words);
	if (s < 0)
		skip("no int 0x80 in this kernel");
	memcpy(words, (uint32_t[3]){ s, 0, 0 }, 12);
	for (int i = 0; i < 3; i++) {
		socketcall(SYS_LISTEN, words);
		socketcall(SYS_CONNECT, words);
		expect("i386:connect(fd: %ld<UNIX:@@>, uservaddr: NULL, addrlen: 0) = %s", s, error());
	}
	socketcall(SYS_CONNECT, BAD);
	expect("i386:socketcall(call: CONNECT, args: 0x8 <unread>) = %s", error());
	socketcall(SYS_LISTEN, BAD);
	end();
	return 0;
}
#endif
