// SPDX-License-Identifier: BSD-2-Clause
// options: -e /^io_uring:/
/* Commands of io_uring: on sockets they are calls; to a driver they pass what it defines, which /dev/null takes and ignores. */
#include "uring.h"

#include <linux/nvme_ioctl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#define URING_CMD 46
#define AT(x) (uint64_t)(uintptr_t)(x)

static int sock;
static char *named;		/* of the socket, as it is shown */

static int command(int fd, unsigned op, uint64_t addr, uint64_t addr3, unsigned optlen)
{
	struct io_uring_sqe sqe = { .opcode = URING_CMD, .fd = fd, .off = op, .addr = addr, .addr3 = addr3, .file_index = optlen };
	int res = request(sqe);

	errno = -res;
	return res;
}

static uint64_t option(unsigned level, unsigned name)
{
	return level | (uint64_t)name << 32;
}

static const char *outcome(int res)
{
	return result(res < 0 ? -1 : res);
}

static void options(void)
{
	static int one = 1, value, ttl = 7;
	static struct linger linger = { 1, 9 }, got;
	int res;

	res = command(sock, 3, option(SOL_SOCKET, SO_REUSEADDR), AT(&one), 4);
	expect("io_uring:setsockopt(fd: %s, level: SOCKET, optname: REUSEADDR, optval: [1], optlen: 4) = %s", named, outcome(res));
	res = command(sock, 2, option(SOL_SOCKET, SO_REUSEADDR), AT(&value), 4);
	expect("io_uring:getsockopt(fd: %s, level: SOCKET, optname: REUSEADDR, optval: %s, optlen: 4) = %s", named, res < 0 ? "0x@@" : "[1]", outcome(res));
	res = command(sock, 3, option(SOL_SOCKET, SO_LINGER), AT(&linger), 8);
	expect("io_uring:setsockopt(fd: %s, level: SOCKET, optname: LINGER, optval: {l_onoff: 1, l_linger: 9}, optlen: 8) = %s", named, outcome(res));
	res = command(sock, 2, option(SOL_SOCKET, SO_LINGER), AT(&got), 8);
	expect("io_uring:getsockopt(fd: %s, level: SOCKET, optname: LINGER, optval: %s, optlen: 8) = %s", named,
	       res < 0 ? "0x@@" : "{l_onoff: 1, l_linger: 9}", outcome(res));
	res = command(sock, 3, option(IPPROTO_IP, IP_TTL), AT(&ttl), 4);
	expect("io_uring:setsockopt(fd: %s, level: IP, optname: TTL, optval: [7], optlen: 4) = %s", named, outcome(res));
	res = command(sock, 2, option(IPPROTO_IP, IP_TTL), AT(&value), 4);	/* EOPNOTSUPP */
	expect("io_uring:getsockopt(fd: %s, level: IP, optname: TTL, optval: 0x@@, optlen: 4) = %s", named, outcome(res));
	res = command(sock, 3, option(SOL_SOCKET, SO_REUSEADDR), 8, 4);
	expect("io_uring:setsockopt(fd: %s, level: SOCKET, optname: REUSEADDR, optval: 0x8 <unread>, optlen: 4) = %s", named, outcome(res));
}

static void names(void)
{
	static struct sockaddr_in in;
	static int len = sizeof(in);
	int res = command(sock, 5, AT(&in), AT(&len), 0);

	if (res < 0)
		expect("io_uring:getsockname(fd: %s, usockaddr: 0x@@, usockaddr_len: [16]) = %s", named, outcome(res));
	else
		expect("io_uring:getsockname(fd: %s, usockaddr: {sa_family: INET, sin_port: %d, sin_addr: \"127.0.0.1\"}, usockaddr_len: [16]) = 0", named, ntohs(in.sin_port));
	res = command(sock, 5, AT(&in), AT(&len), 1);
	expect("io_uring:getpeername(fd: %s, usockaddr: 0x@@, usockaddr_len: [16]) = %s", named, outcome(res));
}

static void on_sockets(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(in);
	int res;

	sock = socket(AF_INET, SOCK_DGRAM, 0);
	if (sock < 0 || bind(sock, (struct sockaddr *)&in, len) || getsockname(sock, (struct sockaddr *)&in, &len) ||
	    sendto(sock, "abcde", 5, 0, (struct sockaddr *)&in, len) != 5)
		exit(1);
	named = strdup(text("%d<UDP:[127.0.0.1:%d]>", sock, ntohs(in.sin_port)));
	res = command(sock, 0, 0, 0, 0);
	expect("io_uring:ioctl(fd: %s, cmd: SIOCINQ) = %s", named, outcome(res));
	res = command(sock, 1, 0, 0, 0);
	expect("io_uring:ioctl(fd: %s, cmd: SIOCOUTQ) = %s", named, outcome(res));
	options();
	names();
	res = command(sock, 4, 0, 0, 0);
	expect("io_uring:uring_cmd(fd: %s, cmd_op: TX_TIMESTAMP, addr: 0, len: 0, flags: 0) = %s", named, outcome(res));
}

/* What is registered is a socket; its commands are shown as to a driver. */
static void on_registered(void)
{
	struct io_uring_sqe sqe = { .opcode = URING_CMD, .flags = IOSQE_FIXED_FILE, .fd = 0, .off = 1 };
	int res;

	if (syscall(SYS_io_uring_register, ring.fd, IORING_REGISTER_FILES, &sock, 1))
		exit(1);
	res = request(sqe);
	errno = -res;
	expect("io_uring:uring_cmd(fd: 0<registered@@>, cmd_op: SIOCOUTQ, addr: 0, len: 0, flags: 0) = %s", outcome(res));
}

/* Entries of 128 bytes, in which what is passed is behind the first 48. */
static void on_null(void)
{
	static const struct nvme_uring_cmd passed = { .opcode = 2, .nsid = 1, .addr = 0x1000, .data_len = 512, .cdw10 = 5, .timeout_ms = 30 };
	struct io_uring_sqe sqe = { .opcode = URING_CMD, .off = NVME_URING_CMD_IO };
	int fd = open("/dev/null", O_RDWR), res;

	memset(&ring, 0, sizeof(ring));
	if (!set_up_with(SETUP_SQE128))
		exit(1);
	sqe.fd = fd;
	memcpy((char *)&ring.sqes[0] + 48, &passed, sizeof(passed));
	memcpy((char *)&sqe + 48, &passed, 16);
	res = request(sqe);
	errno = -res;
	expect("io_uring:uring_cmd(fd: %s, cmd_op: NVME_URING_CMD_IO, addr: 0, len: 0, flags: 0, cmd: {opcode: 0x2, flags: 0, nsid: 0x1, cdw2: 0, cdw3: 0, "
	       "metadata: 0, addr: 0x1000, metadata_len: 0, data_len: 512, cdw10: 0x5, cdw11: 0, cdw12: 0, cdw13: 0, cdw14: 0, cdw15: 0, timeout_ms: 30}) = %s", result_fd(fd, "/dev/null"), outcome(res));
	memset(ring.sqes, 0, 128 * 8);
	sqe.off = 0xc0107520;	/* UBLK_U_IO_FETCH_REQ */
	memcpy((char *)&sqe + 48, &(struct { uint16_t q, tag; int32_t result; uint64_t addr; }){ 3, 4, -5, 0x2000 }, 16);
	res = request(sqe);
	errno = -res;
	expect("io_uring:uring_cmd(fd: %s, cmd_op: UBLK_U_IO_FETCH_REQ, addr: 0, len: 0, flags: 0, cmd: {q_id: 3, tag: 4, result: -5, addr: 0x2000}) = %s",
	       result_fd(fd, "/dev/null"), outcome(res));
	sqe.off = 0x12;
	sqe.addr3 = 0x6261;
	sqe.__pad2[0] = 0;
	res = request(sqe);
	errno = -res;
	expect("io_uring:uring_cmd(fd: %s, cmd_op: 0x12, addr: 0, len: 0, flags: 0, cmd: \"ab\\0@@\") = %s", result_fd(fd, "/dev/null"), outcome(res));
}

int main(void)
{
	begin();
	if (!set_up() || !has(URING_CMD))
		skip("no commands of io_uring here");
	mlockall(MCL_CURRENT);
	on_sockets();
	on_registered();
	on_null();
	end();
	return 0;
}
