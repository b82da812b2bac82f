// SPDX-License-Identifier: BSD-2-Clause
// options: -e socket,socketpair
/* Families of sockets. The kernel refuses the type before it looks for the family, whose module it would load. */
#include "live.h"

#include <sys/socket.h>

enum { BAD_TYPE = 0x7f0001 };

#define MAKE(line, ...) \
	do { \
		long ret_ = syscall(__VA_ARGS__); \
		expect("%s = %s", line, result(ret_)); \
	} while (0)

int main(void)
{
	mlockall(MCL_CURRENT);	/* the kernel does not read what it refuses */
	begin();
	MAKE("socket(family: APPLETALK, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_APPLETALK, BAD_TYPE, 0);
	MAKE("socketpair(family: APPLETALK, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_APPLETALK, BAD_TYPE, 0, BAD);
	MAKE("socket(family: ASH, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_ASH, BAD_TYPE, 0);
	MAKE("socketpair(family: ASH, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_ASH, BAD_TYPE, 0, BAD);
	MAKE("socket(family: ATMPVC, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_ATMPVC, BAD_TYPE, 0);
	MAKE("socketpair(family: ATMPVC, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_ATMPVC, BAD_TYPE, 0, BAD);
	MAKE("socket(family: ATMSVC, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_ATMSVC, BAD_TYPE, 0);
	MAKE("socketpair(family: ATMSVC, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_ATMSVC, BAD_TYPE, 0, BAD);
	MAKE("socket(family: CAIF, type: CLOEXEC|0x770001, protocol: AT)",
	     SYS_socket, AF_CAIF, BAD_TYPE, 0);
	MAKE("socketpair(family: CAIF, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_CAIF, BAD_TYPE, 0, BAD);
	MAKE("socket(family: CAN, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_CAN, BAD_TYPE, 0);
	MAKE("socketpair(family: CAN, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_CAN, BAD_TYPE, 0, BAD);
	MAKE("socket(family: DECnet, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_DECnet, BAD_TYPE, 0);
	MAKE("socketpair(family: DECnet, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_DECnet, BAD_TYPE, 0, BAD);
	MAKE("socket(family: ECONET, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_ECONET, BAD_TYPE, 0);
	MAKE("socketpair(family: ECONET, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_ECONET, BAD_TYPE, 0, BAD);
	MAKE("socket(family: IB, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_IB, BAD_TYPE, 0);
	MAKE("socketpair(family: IB, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_IB, BAD_TYPE, 0, BAD);
	MAKE("socket(family: IEEE802154, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_IEEE802154, BAD_TYPE, 0);
	MAKE("socketpair(family: IEEE802154, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_IEEE802154, BAD_TYPE, 0, BAD);
	MAKE("socket(family: IPX, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_IPX, BAD_TYPE, 0);
	MAKE("socketpair(family: IPX, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_IPX, BAD_TYPE, 0, BAD);
	MAKE("socket(family: IRDA, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_IRDA, BAD_TYPE, 0);
	MAKE("socketpair(family: IRDA, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_IRDA, BAD_TYPE, 0, BAD);
	MAKE("socket(family: ISDN, type: CLOEXEC|0x770001, protocol: BASE)",
	     SYS_socket, AF_ISDN, BAD_TYPE, 0);
	MAKE("socketpair(family: ISDN, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_ISDN, BAD_TYPE, 0, BAD);
	MAKE("socket(family: IUCV, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_IUCV, BAD_TYPE, 0);
	MAKE("socketpair(family: IUCV, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_IUCV, BAD_TYPE, 0, BAD);
	MAKE("socket(family: KCM, type: CLOEXEC|0x770001, protocol: CONNECTED)",
	     SYS_socket, AF_KCM, BAD_TYPE, 0);
	MAKE("socketpair(family: KCM, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_KCM, BAD_TYPE, 0, BAD);
	MAKE("socket(family: LLC, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_LLC, BAD_TYPE, 0);
	MAKE("socketpair(family: LLC, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_LLC, BAD_TYPE, 0, BAD);
	MAKE("socket(family: MCTP, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_MCTP, BAD_TYPE, 0);
	MAKE("socketpair(family: MCTP, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_MCTP, BAD_TYPE, 0, BAD);
	MAKE("socket(family: MPLS, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_MPLS, BAD_TYPE, 0);
	MAKE("socketpair(family: MPLS, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_MPLS, BAD_TYPE, 0, BAD);
	MAKE("socket(family: NETBEUI, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_NETBEUI, BAD_TYPE, 0);
	MAKE("socketpair(family: NETBEUI, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_NETBEUI, BAD_TYPE, 0, BAD);
	MAKE("socket(family: NFC, type: CLOEXEC|0x770001, protocol: RAW)",
	     SYS_socket, AF_NFC, BAD_TYPE, 0);
	MAKE("socketpair(family: NFC, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_NFC, BAD_TYPE, 0, BAD);
	MAKE("socket(family: PHONET, type: CLOEXEC|0x770001, protocol: TRANSPORT)",
	     SYS_socket, AF_PHONET, BAD_TYPE, 0);
	MAKE("socketpair(family: PHONET, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_PHONET, BAD_TYPE, 0, BAD);
	MAKE("socket(family: PPPOX, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_PPPOX, BAD_TYPE, 0);
	MAKE("socketpair(family: PPPOX, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_PPPOX, BAD_TYPE, 0, BAD);
	MAKE("socket(family: QIPCRTR, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_QIPCRTR, BAD_TYPE, 0);
	MAKE("socketpair(family: QIPCRTR, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_QIPCRTR, BAD_TYPE, 0, BAD);
	MAKE("socket(family: RDS, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_RDS, BAD_TYPE, 0);
	MAKE("socketpair(family: RDS, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_RDS, BAD_TYPE, 0, BAD);
	MAKE("socket(family: ROSE, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_ROSE, BAD_TYPE, 0);
	MAKE("socketpair(family: ROSE, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_ROSE, BAD_TYPE, 0, BAD);
	MAKE("socket(family: RXRPC, type: CLOEXEC|0x770001, protocol: UNSPEC)",
	     SYS_socket, AF_RXRPC, BAD_TYPE, 0);
	MAKE("socketpair(family: RXRPC, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_RXRPC, BAD_TYPE, 0, BAD);
	MAKE("socket(family: SECURITY, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_SECURITY, BAD_TYPE, 0);
	MAKE("socketpair(family: SECURITY, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_SECURITY, BAD_TYPE, 0, BAD);
	MAKE("socket(family: SMC, type: CLOEXEC|0x770001, protocol: SMC)",
	     SYS_socket, AF_SMC, BAD_TYPE, 0);
	MAKE("socketpair(family: SMC, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_SMC, BAD_TYPE, 0, BAD);
	MAKE("socket(family: SNA, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_SNA, BAD_TYPE, 0);
	MAKE("socketpair(family: SNA, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_SNA, BAD_TYPE, 0, BAD);
	MAKE("socket(family: TIPC, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_TIPC, BAD_TYPE, 0);
	MAKE("socketpair(family: TIPC, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_TIPC, BAD_TYPE, 0, BAD);
	MAKE("socket(family: WANPIPE, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_WANPIPE, BAD_TYPE, 0);
	MAKE("socketpair(family: WANPIPE, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_WANPIPE, BAD_TYPE, 0, BAD);
	MAKE("socket(family: X25, type: CLOEXEC|0x770001, protocol: 0)",
	     SYS_socket, AF_X25, BAD_TYPE, 0);
	MAKE("socketpair(family: X25, type: CLOEXEC|0x770001, protocol: 0, usockvec: 0x8)",
	     SYS_socketpair, AF_X25, BAD_TYPE, 0, BAD);
	end();
	return 0;
}
