// SPDX-License-Identifier: BSD-2-Clause
// options: -e recvfrom
/* What the kernel answers about sockets: INET_DIAG_INFO, whose structure depends on its size, of each kernel. */
#include "live.h"

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <sys/socket.h>

static char answer[8192];

int main(void)
{
	struct {
		struct nlmsghdr h;
		struct inet_diag_req_v2 r;
	} ask = {
		.h = { sizeof(ask), SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST | NLM_F_DUMP, 1, 0 },
		.r = { .sdiag_family = AF_INET, .sdiag_protocol = IPPROTO_TCP, .idiag_ext = 1 << (INET_DIAG_INFO - 1), .idiag_states = 1 << 10 },
	};
	int tcp = socket(AF_INET, SOCK_STREAM, 0), fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_SOCK_DIAG);
	struct sockaddr_in any = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(any);
	int ret;

	if (fd < 0 || bind(tcp, (struct sockaddr *)&any, sizeof(any)) || listen(tcp, 5) || getsockname(tcp, (struct sockaddr *)&any, &len))
		skip("no netlink of sockets, or no loopback");
	ask.r.id.idiag_sport = any.sin_port;
	if (send(fd, &ask, sizeof(ask), 0) != sizeof(ask))
		skip("requests of sockets fail: %m");
	if (recv(fd, answer, sizeof(answer), MSG_PEEK) < 16 || ((struct nlmsghdr *)answer)->nlmsg_type != SOCK_DIAG_BY_FAMILY)
		skip("the kernel has no tcp_diag");
	begin();
	ret = syscall(SYS_recvfrom, fd, answer, sizeof(answer), 0, NULL, NULL);
	expect("recvfrom(fd: %d<@@>, ubuf: [@@{idiag_family: INET, idiag_state: LISTEN, @@id: {idiag_sport: %d, @@nla_type: INFO}, {tcpi_state: LISTEN, tcpi_ca_state: Open, "
	       "tcpi_retransmits: 0, @@tcpi_unacked: 0, tcpi_sacked: 5, @@) = %s", fd, ntohs(any.sin_port), result(ret));
	end();
	return 0;
}
