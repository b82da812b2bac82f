// SPDX-License-Identifier: BSD-2-Clause
// options: -e sendto,sendmsg
/* Messages on a netlink socket are shown by their fields, whole; on another socket they are bytes. */
#include "live.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#define HEADER "{nlmsg_len: %zu, nlmsg_type: GETLINK, nlmsg_flags: REQUEST|ACK|DUMP, nlmsg_seq: 1, nlmsg_pid: 0}"
#define INFO "{ifi_family: UNSPEC, ifi_type: NETROM, ifi_index: 0, ifi_flags: 0, ifi_change: 0}"
#define NAME "a name of an interface that is longer than any limit on strings, and is shown up to that"

int main(void)
{
	struct {
		struct nlmsghdr h;
		struct ifinfomsg i;
		struct nlattr a;
		uint32_t mask;
		struct nlattr b;
		char name[88];
	} m = {
		.h = { sizeof(m), RTM_GETLINK, NLM_F_REQUEST | NLM_F_ACK | NLM_F_DUMP, 1, 0 },
		.a = { 8, IFLA_EXT_MASK }, .mask = RTEXT_FILTER_VF, .b = { 4 + 88, IFLA_IFNAME }, .name = NAME,
	};
	struct iovec iov = { &m, sizeof(m.h) };
	struct sockaddr_nl to = { .nl_family = AF_NETLINK };
	struct msghdr msg = { .msg_name = &to, .msg_namelen = sizeof(to), .msg_iov = &iov, .msg_iovlen = 1 };
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE), pair[2];
	long ret;

	if (fd < 0 || socketpair(AF_UNIX, SOCK_DGRAM, 0, pair))
		return 77;
	begin();
	ret = syscall(SYS_sendto, fd, &m, sizeof(m), 0, NULL, 0);
	expect("sendto(fd: %d<@@>, buff: [" HEADER ", " INFO ", [[{nla_len: 8, nla_type: EXT_MASK}, VF], [{nla_len: 92, nla_type: IFNAME}, \"%.64s\"...]]], "
	       "len: %zu, flags: 0, addr: NULL, addr_len: 0) = %s", fd, sizeof(m), NAME, sizeof(m), result((int)ret));
	m.h.nlmsg_len = sizeof(m.h);
	ret = syscall(SYS_sendmsg, fd, &msg, 0);
	expect("sendmsg(fd: %d<@@>, msg: {msg_name: {sa_family: NETLINK, nl_pid: 0, nl_groups: 0}, msg_namelen: 12, msg_iov: [{iov_base: " HEADER
	       ", iov_len: 16}], msg_iovlen: 1, msg_control: NULL, msg_controllen: 0, msg_flags: 0}, flags: 0) = %s", fd, sizeof(m.h), result((int)ret));
	ret = syscall(SYS_sendto, pair[0], "text", 4, 0, NULL, 0);
	expect("sendto(fd: %d<@@>, buff: \"text\", len: 4, flags: 0, addr: NULL, addr_len: 0) = %s", pair[0], result((int)ret));
	end();
	return 0;
}
