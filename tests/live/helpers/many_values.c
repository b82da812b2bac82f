// SPDX-License-Identifier: BSD-2-Clause
/*
 * many_values.c - waits for a line of input, then makes calls of many families, with values that have names and such that have none, and with
 * memory that ends before an inaccessible page. Nothing that it does has an effect outside of it. Values are those that strace 6.1 knows.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define NOWHERE (-1)		/* no descriptor, no object */
#define PLACES 8

/* Memory that ends before an inaccessible page, one of a few places in turn. */
static char *at_end(const void *bytes, size_t len)
{
	static char *places[PLACES];
	static unsigned next;
	char **place = &places[next++ % PLACES], *end;

	if (!*place) {
		*place = mmap(NULL, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (*place == MAP_FAILED || mprotect(*place + 8192, 8192, PROT_NONE))
			exit(1);
	}
	end = *place + 8192 - len;
	return bytes ? memcpy(end, bytes, len) : end;
}

static void protocols(void)
{
	static const long values[] = { 0, 1, 2, 3, 6, 7, 0x10, 0x21, 0xcc, 0xff, NOWHERE };

	for (long family = 0; family < 46; family++)
		for (unsigned i = 0; i < sizeof(values) / sizeof(values[0]); i++)
			syscall(SYS_socket, family, 0x50L, values[i]);
	for (long family = 1; family < 12; family++)
		syscall(SYS_socketpair, family, 0x50L, -2L, NULL);
}

/* Options that came after strace 6.1, or that C libraries and headers name differently, are left out. */
static void options(void)
{
	static const int levels[] = { 6, 132, 256, 257, 266, 268, 269, 272, 273, 277, 278, 280, 281 };
	static const int plain[] = { 18, 106, 107, 259, 260, 262, 264, 284, 285, 286, 287 };	/* of these strace knows no options, or not the level */

	for (unsigned i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
		for (int opt = 0; opt < 36; opt++)
			syscall(SYS_getsockopt, NOWHERE, levels[i], opt, NULL, NULL);
	for (unsigned i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		for (int opt = 0; opt < 8; opt++)
			syscall(SYS_setsockopt, NOWHERE, plain[i], opt, at_end("abcd", 4), 4);
	for (int opt = 62; opt < 70; opt++) {
		syscall(SYS_getsockopt, NOWHERE, 0, opt, NULL, NULL);
		syscall(SYS_setsockopt, NOWHERE, 0, opt, at_end("abcd", 4), 0);
		syscall(SYS_getsockopt, NOWHERE, 41, opt, NULL, NULL);
		syscall(SYS_setsockopt, NOWHERE, 41, opt, at_end("abcd", 4), 4);
	}
}

static void addresses(void)
{
	char sa[40];

	for (size_t n = 4; n <= 16; n++) {		/* AF_BLUETOOTH */
		memset(sa, 1, sizeof(sa));
		memcpy(sa, "\37\0\1\0", 4);
		syscall(SYS_bind, NOWHERE, at_end(sa, n), n);
		memcpy(sa, "\37\0\201\20abcdef\3\0\2", 13);
		syscall(SYS_bind, NOWHERE, at_end(sa, n), n);
	}
	for (size_t n = 22; n <= 30; n++) {		/* AF_INET6 */
		memset(sa, 3, sizeof(sa));
		memcpy(sa, "\12\0\0\5", 4);
		syscall(SYS_bind, NOWHERE, at_end(sa, n), n);
		syscall(SYS_connect, NOWHERE, at_end(sa, n - 1), n);
	}
	for (size_t n = 18; n <= 30; n++) {		/* AF_PACKET */
		memcpy(sa, "\21\0\10\0\1\0\0\0\1\0\0\24", 12);
		syscall(SYS_bind, NOWHERE, at_end(sa, n), n);
	}
	syscall(SYS_bind, NOWHERE, at_end("\20\0\0\0\377\377\377\377\0\0\0\0", 12), 12);
	syscall(SYS_accept, NOWHERE, NULL, at_end("\4\0\0\0", 4));
	syscall(SYS_recvfrom, NOWHERE, NULL, 0L, 0, sa, at_end("\4\0\0\0", 4));
}

/* Arrays of which a part cannot be read, or that have no or many elements. */
static void arrays(void)
{
	struct iovec vec[40];
	struct msghdr *msg;
	char *strings[40];

	for (unsigned i = 0; i < 40; i++) {
		vec[i] = (struct iovec){ at_end("abcdefgh", 8), i < 5 ? 8 : 0 };
		strings[i] = "a";
	}
	strings[39] = NULL;
	for (size_t cut = 0; cut < 40; cut += 7)
		syscall(SYS_writev, NOWHERE, at_end(vec, 48 - cut), 3L);
	for (long n = 0; n <= 40; n += 8)
		syscall(SYS_writev, NOWHERE, at_end(vec, sizeof(vec)), n);
	syscall(SYS_writev, NOWHERE, at_end(vec, 48), -1L);
#ifdef SYS_poll
	syscall(SYS_poll, at_end("\1\0\0\0\1\0\0\0\2\0\0\0\4", 13), 2L, 0L);
#endif
	syscall(SYS_semop, NOWHERE, at_end("\1\0\2\0\3\0\4\0", 8), 2L);
	syscall(SYS_execve, "", at_end(strings, sizeof(strings)), NULL);
	syscall(SYS_sendmmsg, NOWHERE, at_end(NULL, 64), 0L, 0L);
	msg = (void *)at_end(NULL, sizeof(*msg));
	*msg = (struct msghdr){ .msg_name = at_end("\1\0abc", 5), .msg_namelen = 9, .msg_iov = vec };
	syscall(SYS_sendmsg, NOWHERE, msg, 0L);
	msg->msg_namelen = (socklen_t)-1;
	syscall(SYS_sendmsg, NOWHERE, msg, 0L);
}

static void strings(void)
{
	static const char text[] = "abcdefghijklmnopqrstuvwxyzabcdefghijkl";

	for (size_t n = 30; n < 36; n++) {
		syscall(SYS_write, NOWHERE, at_end(text, n), n);
		syscall(SYS_write, NOWHERE, at_end(text, n), n + 1);
		syscall(SYS_memfd_create, at_end(text + sizeof(text) - n, n), 0x80000000L);
		syscall(SYS_setxattr, NULL, "user.a", at_end(text + sizeof(text) - n, n), n, 0L);
		syscall(SYS_setxattr, NULL, "user.a", at_end("\0\1\0", 3), 3L, 0L);
		syscall(SYS_setxattr, NULL, "user.a", at_end(memset(calloc(1, 40), 'a', 31), 40), 40L, 0L);
	}
}

static void numbers(void)
{
	static const struct iocb iocbs[] = { { .aio_lio_opcode = 77, .aio_reqprio = 3, .aio_flags = 2 }, { .aio_lio_opcode = 0xffff, .aio_reqprio = 4, .aio_flags = 4 } };

	for (unsigned i = 0; i < 32; i++) {
		long bit = (long)(1u << i);

		syscall(SYS_msgget, 5L, bit | 0100000000L);
		syscall(SYS_semget, 5L, -1L, bit);
		syscall(SYS_msgctl, NOWHERE, bit | 3, NULL);
		syscall(SYS_shmctl, NOWHERE, bit | 0x100, NULL);
		syscall(SYS_wait4, 0x7fffffffL, NULL, bit & ~(long)0x1, NULL);
		syscall(SYS_linkat, NOWHERE, NULL, NOWHERE, NULL, bit);
		if (i != 16)
			syscall(SYS_execveat, NOWHERE, NULL, NULL, NULL, bit);
		syscall(SYS_timerfd_settime, NOWHERE, bit, NULL, NULL);
		syscall(SYS_timerfd_create, 77L, bit);
		syscall(SYS_pipe2, NULL, bit);
		syscall(SYS_openat, NOWHERE, NULL, bit);
		syscall(SYS_statx, NOWHERE, NULL, bit, 0L, NULL);
		syscall(SYS_mknodat, NOWHERE, NULL, bit & 0177777, 0L);
		if (i < 27 && i != 25)
			syscall(SYS_sendto, NOWHERE, NULL, 0L, bit, NULL, 0L);
	}
	for (unsigned i = 0; i < 16; i++)
		syscall(SYS_mremap, 0x1000L, 1L, 1L, (long)i, 0x5000L);
	for (unsigned i = 0; i < 2; i++)
		syscall(SYS_io_cancel, 1L, at_end(&iocbs[i], sizeof(iocbs[i])), NULL);
	syscall(SYS_truncate, NULL, -5L);
	syscall(SYS_sendfile, NOWHERE, NOWHERE, at_end("\377\377\377\377\377\377\377\377", 8), 1L);
	syscall(SYS_fcntl, NOWHERE, (long)F_DUPFD, -1L);
#ifdef SYS_set_thread_area
	syscall(SYS_set_thread_area, at_end("\377\377\377\377\1\0\0\0\2\0\0\0\3\0\0\0", 16));
#endif
}

static void sets_and_signals(void)
{
	uint32_t info[32] = { 0 };

	for (unsigned i = 20; i < 64; i += 3) {
		uint64_t set = (UINT64_C(1) << i) - 1;

		syscall(SYS_rt_sigprocmask, 9L, at_end(&set, sizeof(set)), NULL, 8L);
	}
	info[5] = UINT32_MAX;		/* si_uid */
	syscall(SYS_rt_sigqueueinfo, 0x3fffffffL, 0L, at_end(info, sizeof(info)));
	info[0] = 1;
	syscall(SYS_rt_sigqueueinfo, 0x3fffffffL, 0L, at_end(info, sizeof(info)));
	for (size_t n = 4; n <= 16; n += 4)
		syscall(SYS_open_by_handle_at, NOWHERE, at_end("\10\0\0\0\1\0\0\0abcdefgh", n), 0L);
	syscall(SYS_sched_setattr, 0x3fffffffL, at_end(info, 56), 0L);
}

static void unknown_calls(void)
{
	syscall(999L, 1L, 2L, 3L, 4L, 5L, 6L);
	syscall(70000L, 1L, 2L, 3L, 4L, 5L, 6L);
	syscall(-1L, 1L, 2L, 3L, 4L, 5L, 6L);
}

int main(void)
{
	char c;

	if (read(0, &c, 1) != 1)
		return 1;
	syscall(SYS_getpriority, 77L, 77L);
	protocols();
	options();
	addresses();
	arrays();
	strings();
	numbers();
	sets_and_signals();
	unknown_calls();
	return 0;
}
