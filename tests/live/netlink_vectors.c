// SPDX-License-Identifier: BSD-2-Clause
// options: -e sendmsg,writev,readv,write,read
/* Messages that continue in the next element of a vector, and those of read and write, are shown by their fields as well. */
#include "live.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#define HEADER "{nlmsg_len: 40, nlmsg_type: GETLINK, nlmsg_flags: REQUEST, nlmsg_seq: 1, nlmsg_pid: 0}"
#define INFO "{ifi_family: UNSPEC, ifi_type: NETROM, ifi_index: 9999, ifi_flags: 0, ifi_change: 0}"
#define REQUEST "[" HEADER ", " INFO ", [{nla_len: 8, nla_type: EXT_MASK}, VF]]"
#define ANSWER "[{nlmsg_len: 60, nlmsg_type: ERROR, nlmsg_flags: 0, nlmsg_seq: 1, nlmsg_pid: @@}, {error: -ENODEV, msg: " REQUEST "}]"
#define ATTRIBUTE "\"\\10\\0\\35\\0\""

struct request {
	struct nlmsghdr h;
	struct ifinfomsg i;
	struct nlattr a;
	uint32_t mask;
};

static void vectors(int fd, struct request *m, char *answer)
{
	struct iovec in[3] = { { m, sizeof(m->h) + sizeof(m->i) }, { &m->a, sizeof(m->a) }, { &m->mask, sizeof(m->mask) } };
	struct iovec out[2] = { { answer, 40 }, { answer + 40, 60 } };
	struct msghdr msg = { .msg_iov = in, .msg_iovlen = 3 };
	long ret = syscall(SYS_sendmsg, fd, &msg, 0);

	expect("sendmsg(fd: %d<@@>, msg: {msg_name: NULL, msg_namelen: 0, msg_iov: [{iov_base: " REQUEST ", iov_len: 32}, {iov_base: " ATTRIBUTE
	       ", iov_len: 4}, {iov_base: \"\\1\\0\\0\\0\", iov_len: 4}], msg_iovlen: 3, msg_control: NULL, msg_controllen: 0, msg_flags: 0}, flags: 0) = %s",
	       fd, result((int)ret));
	ret = syscall(SYS_readv, fd, out, 2);
	expect("readv(fd: %d<@@>, vec: [{iov_base: " ANSWER ", iov_len: 40}, {iov_base: \"@@, iov_len: 60}], vlen: 2) = %s", fd, result((int)ret));
	ret = syscall(SYS_writev, fd, in, 3);
	expect("writev(fd: %d<@@>, vec: [{iov_base: " REQUEST ", iov_len: 32}, {iov_base: " ATTRIBUTE ", iov_len: 4}, {iov_base: \"\\1\\0\\0\\0\", iov_len: 4}], vlen: 3) = %s",
	       fd, result((int)ret));
}

int main(void)
{
	struct request m = {
		.h = { sizeof(m), RTM_GETLINK, NLM_F_REQUEST, 1, 0 }, .i = { .ifi_index = 9999 }, .a = { 8, IFLA_EXT_MASK }, .mask = RTEXT_FILTER_VF,
	};
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	char answer[128];
	long ret;

	if (fd < 0)
		return 77;
	begin();
	vectors(fd, &m, answer);
	ret = syscall(SYS_read, fd, answer, sizeof(answer));
	expect("read(fd: %d<@@>, buf: " ANSWER ", count: 128) = %s", fd, result((int)ret));
	ret = syscall(SYS_write, fd, &m, sizeof(m));
	expect("write(fd: %d<@@>, buf: " REQUEST ", count: 40) = %s", fd, result((int)ret));
	end();
	return 0;
}
