// SPDX-License-Identifier: BSD-2-Clause
// options: -e /^io_uring:/
/* Requests of io_uring that write and read what is no file: messages of netlink, the counter of an eventfd. They are shown as calls show them. */
#include "uring.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

int main(void)
{
	struct { struct nlmsghdr h; struct rtgenmsg g; char rest[3]; } ask = { { sizeof(ask), RTM_GETLINK, NLM_F_REQUEST, 7, 0 }, { AF_UNSPEC }, { 0 } };
	uint64_t count = 5;
	char name[64];
	int event, s;

	if (!set_up() || !has(IORING_OP_WRITE))
		skip("io_uring: %s", strerror(errno));
	event = eventfd(0, EFD_NONBLOCK);
	s = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	snprintf(name, sizeof(name), "%d<NETLINK:@@>", s);
	begin();
	expect("io_uring:write(fd: %d<anon_inode:[eventfd]>, buf: [5], count: 8, pos: 0, flags: 0) = 8", event);
	request((struct io_uring_sqe){ .opcode = IORING_OP_WRITE, .fd = event, .addr = (uintptr_t)&count, .len = 8 });
	expect("io_uring:read(fd: %d<anon_inode:[eventfd]>, buf: [5], count: 8, pos: 0, flags: 0) = 8", event);
	request((struct io_uring_sqe){ .opcode = IORING_OP_READ, .fd = event, .addr = (uintptr_t)&count, .len = 8 });
	expect("io_uring:write(fd: %s, buf: [{nlmsg_len: 20, nlmsg_type: GETLINK, nlmsg_flags: REQUEST, nlmsg_seq: 7, nlmsg_pid: 0}, {ifi_family: UNSPEC, ...}], count: 20, pos: 0, flags: 0) = 20", name);
	request((struct io_uring_sqe){ .opcode = IORING_OP_WRITE, .fd = s, .addr = (uintptr_t)&ask, .len = sizeof(ask) });
	end();
	return 0;
}
