// SPDX-License-Identifier: BSD-2-Clause
// options: --verbose -e writev,sendmsg,sendmmsg,recvmmsg,io_submit
// abis: native i386 arm
/* The kernel's maximum of vectors and messages, with buffers that do and do not fit a record: all are shown with --verbose. */
#include "live.h"

#include <linux/aio_abi.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define MOST 1024	/* UIO_MAXIOV */

static char words[MOST][8], room[MOST][8], line[1 << 18];
static struct iovec vec[MOST], back[MOST];
static struct mmsghdr out[MOST], in[MOST];
static struct iocb requests[MOST], *all[MOST];

static char *put_iovecs(char *p, const struct iovec *v, unsigned n)
{
	*p++ = '[';
	for (unsigned i = 0; i < n; i++)
		p += sprintf(p, "%s{iov_base: \"%.*s\", iov_len: %zu}", i ? ", " : "", (int)v[i].iov_len, (char *)v[i].iov_base, v[i].iov_len);
	return p + sprintf(p, "]");
}

static char *put_msg(char *p, const struct msghdr *m)
{
	p += sprintf(p, "{msg_name: NULL, msg_namelen: 0, msg_iov: ");
	p = put_iovecs(p, m->msg_iov, m->msg_iovlen);
	return p + sprintf(p, ", msg_iovlen: %u, msg_control: NULL, msg_controllen: 0, msg_flags: 0}", (unsigned)m->msg_iovlen);
}

static const char *msgs(const struct mmsghdr *m, unsigned n)
{
	char *p = line;

	for (unsigned i = 0; i < n; i++) {
		p += sprintf(p, "%s{msg_hdr: ", i ? ", " : "");
		p = put_msg(p, &m[i].msg_hdr);
		p += sprintf(p, ", msg_len: %u}", m[i].msg_len);
	}
	return line;
}

static const char *iocbs(unsigned n, int fd)
{
	char *p = line;

	for (unsigned i = 0; i < n; i++)
		p += sprintf(p, "%s{aio_data: 0, aio_key: 0, aio_rw_flags: 0, aio_lio_opcode: PWRITE, aio_reqprio: 0, aio_fildes: %d</dev/null>, "
			     "aio_buf: \"%s\", aio_nbytes: %u, aio_offset: 0, aio_flags: 0}", i ? ", " : "", fd, words[i], (unsigned)strlen(words[i]));
	return line;
}

int main(void)
{
	aio_context_t aio = 0;
	int null = open("/dev/null", O_WRONLY), ends[2], size = 4 << 20;
	char big[6001];
	struct iovec mixed[] = { { "one", 3 }, { big, 6000 }, { "two", 3 }, { big, 5000 }, { "three", 5 } };
	long n;

	for (unsigned i = 0; i < MOST; i++) {
		sprintf(words[i], "w%u", i);
		vec[i] = (struct iovec){ words[i], strlen(words[i]) };
		back[i] = (struct iovec){ room[i], 8 };
		in[i].msg_hdr = (struct msghdr){ .msg_iov = &back[i], .msg_iovlen = 1 };
		out[i].msg_hdr = (struct msghdr){ .msg_iov = &vec[i], .msg_iovlen = 1 + i % 2 };
	}
	for (unsigned i = 0; i < MOST; i++) {
		requests[i] = (struct iocb){
			.aio_lio_opcode = IOCB_CMD_PWRITE, .aio_fildes = null, .aio_buf = (uintptr_t)words[i], .aio_nbytes = strlen(words[i]),
		};
		all[i] = &requests[i];
	}
	if (syscall(SYS_io_setup, MOST, &aio))
		skip("no asynchronous I/O");
	socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
	setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof(size));
	memset(big, 'x', sizeof(big));
	begin();
	n = syscall(SYS_writev, null, vec, MOST);
	put_iovecs(line, vec, MOST);
	expect(ABI "writev(fd: %d</dev/null>, vec: %s, vlen: %d) = %ld", null, line, MOST, n);
	n = syscall(SYS_sendmsg, ends[0], &(struct msghdr){ .msg_iov = vec, .msg_iovlen = 300 }, 0);
	put_msg(line, &(struct msghdr){ .msg_iov = vec, .msg_iovlen = 300 });
	expect(ABI "sendmsg(fd: %d<@@>, msg: %s, flags: 0) = %ld", ends[0], line, n);
	syscall(SYS_read, ends[1], line, sizeof(line));
	n = syscall(SYS_sendmmsg, ends[0], out, 9, MSG_DONTWAIT);
	expect(ABI "sendmmsg(fd: %d<@@>, mmsg: [%s], vlen: 9, flags: DONTWAIT) = %ld", ends[0], msgs(out, 9), n);
	n = syscall(SYS_recvmmsg, ends[1], in, MOST, MSG_DONTWAIT, NULL);
	expect(ABI "recvmmsg(fd: %d<@@>, mmsg: [%s], vlen: %d, flags: DONTWAIT, timeout: NULL) = %ld", ends[1], msgs(in, 9), MOST, n);
	n = syscall(SYS_writev, null, mixed, 5);
	expect(ABI "writev(fd: %d</dev/null>, vec: [{iov_base: \"one\", iov_len: 3}, {iov_base: \"%.64s\"..., iov_len: 6000}, {iov_base: \"two\", iov_len: 3}, "
	       "{iov_base: \"%.64s\"..., iov_len: 5000}, {iov_base: \"three\", iov_len: 5}], vlen: 5) = %ld", null, big, big, n);
	n = syscall(SYS_io_submit, aio, 600, all);
	expect(ABI "io_submit(ctx_id: %#lx, nr: 600, iocbpp: [%s]) = %ld", (unsigned long)aio, iocbs(600, null), n);
	end();
	return 0;
}
