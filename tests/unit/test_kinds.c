// SPDX-License-Identifier: BSD-2-Clause
/* test_kinds.c - output of kinds: numbers, names, strings, vectors, sockets, sets. Structures are in test_shapes.c. */
#include <errno.h>
#include <netinet/in.h>
#include <sys/un.h>

#include "record_builder.h"

#define ROW(...) const struct row row = { "x", ARGS(__VA_ARGS__) }

static void numbers(void **state_)
{
	ROW(INT("a"), UINT("b"), LONG("c"), ULONG("d"), HEX("e"), HEX32("f"));

	(void)state_;
	rec(ABI_X86_64, 0xffffffff, 0xabcdffffffff, -1, -1, 0x1234, 0xffff00000001);
	assert_shown(&row, "x(a: -1, b: 4294967295, c: -1, d: 18446744073709551615, e: 0x1234, f: 0x1) = 0");
	rec(ABI_X86_64, 0, 0, 0, 0, 0, 0);
	assert_shown(&row, "x(a: 0, b: 0, c: 0, d: 0, e: 0, f: 0) = 0");
}

static void descriptors_and_owners(void **state_)
{
	ROW(FD("a"), AT_FD("b"), AT_FD("c"), PID("d"), UID("e"), UID("f"));

	(void)state_;
	rec(ABI_X86_64, 3, 0xffffff9c, 3, 42, 0xffffffff, 1000);
	assert_shown(&row, "x(a: 3</tmp>, b: CWD, c: 3</tmp>, d: 42<sh>, e: -1, f: 1000) = 0");
}

static void devices_and_modes(void **state_)
{
	ROW(DEV("a"), MODE("b"), FILE_MODE("c"), FILE_MODE("d"), SIGNAL("e"), SIGNAL("f"));

	(void)state_;
	rec(ABI_X86_64, 0x801, 0644, 0100644, 0777, 17, 0);
	assert_shown(&row, "x(a: makedev(0x8, 0x1), b: 0644, c: IFREG|0644, d: 0777, e: CHLD, f: 0) = 0");
}

static void flags_and_enums(void **state_)
{
	ROW(FLAGS("a", open_flags), FLAGS("b", mmap_prot), ENUM("c", lseek_whence), ENUM("d", lseek_whence),
	    ENUM_FLAGS("e", socket_types, socket_type_flags), CLONE_FLAGS("f"));

	(void)state_;
	rec(ABI_X86_64, 02000000, 0, 2, 77, 1 | 02000000, 0x11 | 0x100);
	assert_shown(&row, "x(a: RDONLY|CLOEXEC, b: NONE, c: END, d: 0x4d, e: STREAM|CLOEXEC, f: VM|SIGCHLD) = 0");
	rec(ABI_X86_64, 0x80000000, 0x40000000, 0, 1, 99, 0);
	assert_shown(&row, "x(a: RDONLY|0x80000000, b: 0x40000000, c: SET, d: CUR, e: 0x63, f: 0) = 0");
}

static void packed_names(void **state_)
{
	ROW(ENUM_BE16("a", ethernet_protocols), FLAGS_MODE("b", ipc_flags), FLAGS_MODE("c", ipc_flags), IOPRIO("d"), SIGSET("e"), UID16("f"));

	(void)state_;
	rec(ABI_X86_64, 0x0300, 01600, 0600, 2 << 13 | 4, 1 << 16, 0xffff);
	assert_shown(&row, "x(a: ALL, b: CREAT|0600, c: 0600, d: {class: BE, level: 4}, e: [CHLD], f: -1) = 0");
}

static void strings(void **state_)
{
	ROW(PATH("a"), STR("b"), STR("c"), PATH("d"), STR("e"), PATH("f"));
	char path[200];

	(void)state_;
	memset(path, 'p', sizeof(path));
	rec(ABI_X86_64, 0x1000, 0x2000, 0x3000, 0x4000, 0, 0x6000);
	chunk(0, CHUNK_OK, PART_SELF, "", 0);
	chunk(1, CHUNK_OK, PART_SELF, "a\"\n", 3);
	chunk(2, CHUNK_TRUNC, PART_SELF, path, 65);
	chunk(3, CHUNK_FAULT | CHUNK_LATE, PART_SELF, "", 0);
	chunk(5, CHUNK_TRUNC, PART_SELF, "/a", 2);
	assert_shown(&row, "x(a: \"\", b: \"a\\\"\\n\", c: \"pppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp\"..., "
			   "d: 0x4000 <unread>, e: NULL, f: \"/a\"...) = 0");
}

static void strings_at_the_limit(void **state_)
{
	ROW(STR("a"), PATH("b"));
	char path[200];

	(void)state_;
	memset(path, 'p', sizeof(path));
	rec(ABI_X86_64, 0x1000, 0x2000);
	chunk(0, CHUNK_OK, PART_SELF, path, 64);
	chunk(1, CHUNK_OK, PART_SELF, path, 65);
	assert_shown(&row, "x(a: \"pppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp\", "
			   "b: \"ppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp\") = 0");
}

static void buffers(void **state_)
{
	ROW(BUF_IN("a", 1), ULONG("n"), BUF_OUT_MAX("b", 3), ULONG("m"));

	(void)state_;
	rec(ABI_X86_64, 0x1000, 100, 0x2000, 3);
	chunk(0, CHUNK_TRUNC, PART_SELF, "0123456789012345678901234567890123456789012345678901234567890123", 64);
	chunk(2, CHUNK_OUT, PART_SELF, "abc", 3);
	returns(10);
	assert_shown(&row, "x(a: \"0123456789012345678901234567890123456789012345678901234567890123\"..., n: 100, b: \"abc\", m: 3) = 10");
	rec(ABI_X86_64, 0x1000, 10, 0x2000, 0);
	chunk(0, CHUNK_PARTIAL, PART_SELF, "01", 2);
	returns(10);
	assert_shown(&row, "x(a: \"01\"..., n: 10, b: 0x2000, m: 0) = 10");
	rec(ABI_X86_64, 0x1000, 0, 0, 0);
	assert_shown(&row, "x(a: \"\", n: 0, b: NULL, m: 0) = 0");
}

static void vectors_of_strings(void **state_)
{
	ROW(PATH("f"), ARGV("argv"), ENVP("envp"));
	uint64_t n = 2, env = 23;

	(void)state_;
	rec(ABI_X86_64, 0x1000, 0x2000, 0x3000);
	chunk(0, CHUNK_OK, PART_SELF, "/bin/ls", 7);
	chunk_at(1, CHUNK_OK, PART_STR | 0, 0x5000, "ls", 2);
	chunk_at(1, CHUNK_FAULT | CHUNK_LATE, PART_STR | 1, 0x6000, "", 0);
	chunk_of(1, CHUNK_OK, n);
	chunk_of(2, CHUNK_OK, env);
	assert_shown(&row, "x(f: \"/bin/ls\", argv: [\"ls\", 0x6000 <unread>], envp: 0x3000 /* 23 vars */) = 0");
	n = 5;
	rec(ABI_X86_64, 0x1000, 0x2000, 0);
	chunk(0, CHUNK_FAULT | CHUNK_LATE, PART_SELF, "", 0);
	chunk_at(1, CHUNK_OK, PART_STR | 0, 0x5000, "ls", 2);
	chunk_of(1, CHUNK_OK, n);
	assert_shown(&row, "x(f: 0x1000 <unread>, argv: [\"ls\", ...], envp: NULL) = 0");
}

static void environment_when_asked_for(void **state_)
{
	ROW(ENVP("envp"));
	uint64_t n = 1;

	(void)state_;
	rec(ABI_X86_64, 0x3000);
	chunk_at(0, CHUNK_OK, PART_STR | 0, 0x5000, "A=1", 3);
	chunk_of(0, CHUNK_OK, n);
	show.env = true;
	assert_shown(&row, "x(envp: [\"A=1\"]) = 0");
	show.env = false;
}

static void vectors_of_buffers(void **state_)
{
	ROW(IOVEC_IN("in", 1), ULONG("n"), IOVEC_OUT("out", 3), ULONG("m"));
	uint64_t in[] = { 0x5000, 3, 0x6000, 200 }, out_vec[] = { 0x7000, 4, 0x8000, 4, 0x9000, 4 };

	(void)state_;
	rec(ABI_X86_64, 0x1000, 2, 0x2000, 3);
	chunk_of(0, CHUNK_OK, in);
	chunk_at(0, CHUNK_OK, PART_DATA | 0, 0x5000, "abc", 3);
	chunk_at(0, CHUNK_TRUNC, PART_DATA | 1, 0x6000, "0123", 4);
	chunk_of(2, CHUNK_OUT, out_vec);
	chunk_at(2, CHUNK_OUT, PART_DATA | 0, 0x7000, "wxyz", 4);
	chunk_at(2, CHUNK_OUT, PART_DATA | 1, 0x8000, "v", 1);
	returns(5);
	assert_shown(&row, "x(in: [{iov_base: \"abc\", iov_len: 3}, {iov_base: \"0123\"..., iov_len: 200}], n: 2, "
			   "out: [{iov_base: \"wxyz\", iov_len: 4}, {iov_base: \"v\", iov_len: 4}, {iov_base: 0x9000, iov_len: 4}], m: 3) = 5");
	rec(ABI_X86_64, 0x1000, 2, 0x2000, 3);
	chunk(0, CHUNK_PARTIAL, PART_SELF, in, 16);
	returns(-EFAULT);
	assert_shown(&row, "x(in: [{iov_base: 0x5000 <unread>, iov_len: 3}, ...], n: 2, out: 0x2000, m: 3) = -1 EFAULT (Bad address)");
}

static void vectors_of_32_bits(void **state_)
{
	ROW(IOVEC_IN("in", 1), ULONG("n"));
	uint32_t in[] = { 0x5000, 3 };

	(void)state_;
	rec(ABI_I386, 0x1000, 1);
	chunk_of(0, CHUNK_OK, in);
	chunk_at(0, CHUNK_OK, PART_DATA | 0, 0x5000, "abc", 3);
	assert_shown(&row, "i386:x(in: [{iov_base: \"abc\", iov_len: 3}], n: 1) = 0");
}

static void nothing_to_read(void **state_)
{
	ROW(SOCKADDR_IN("a", 1), INT("n"), SOCKADDR_OUT("b", 3), SOCKLEN_INOUT("m"), FDSET_INOUT("c", 1));
	uint32_t none = 0;

	(void)state_;
	rec(ABI_X86_64, 0x1000, 0, 0x2000, 0x3000, 0x4000);
	chunk_of(3, CHUNK_OK, none);
	chunk_of(3, CHUNK_OUT, none);
	assert_shown(&row, "x(a: 0x1000, n: 0, b: 0x2000, m: [0], c: 0x4000) = 0");
	rec(ABI_X86_64, 0x1000, 16, 0x2000, 0x3000, 0x4000);
	assert_shown(&row, "x(a: 0x1000, n: 16, b: 0x2000, m: 0x3000, c: 0x4000) = 0");	/* and reading was not attempted */
	for (unsigned i = 0; i < 5; i++)
		if (i != 1)
			chunk(i, CHUNK_FAULT | (i == 2 ? CHUNK_OUT : CHUNK_LATE), PART_SELF, "", 0);
	assert_shown(&row, "x(a: 0x1000 <unread>, n: 16, b: 0x2000 <unread>, m: 0x3000 <unread>, c: 0x4000 <unread>) = 0");
}

/* -- Sockets --------------------------------------------------------------------------------------------- */

static void check_addr(const void *addr, uint32_t len, const char *text)
{
	ROW(SOCKADDR_IN("a", 1), INT("n"));
	char line[512];

	rec(ABI_X86_64, 0x1000, len);
	chunk(0, CHUNK_OK, PART_SELF, addr, len);
	snprintf(line, sizeof(line), "x(a: %s, n: %u) = 0", text, len);
	assert_shown(&row, line);
}

static void internet_addresses(void **state_)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = htons(80), .sin_addr = { htonl(INADDR_LOOPBACK) } };
	struct sockaddr_in6 in6 = { .sin6_family = AF_INET6, .sin6_port = htons(443), .sin6_scope_id = 2 };

	(void)state_;
	check_addr(&in, sizeof(in), "{sa_family: INET, sin_port: 80, sin_addr: \"127.0.0.1\"}");
	check_addr(&in, 4, "{sa_family: INET, sin_port: 80, ...}");
	check_addr(&in6, sizeof(in6), "{sa_family: INET6, sin6_port: 443, sin6_flowinfo: 0, sin6_addr: \"::\", sin6_scope_id: 2}");
	in6.sin6_flowinfo = htonl(0x123);
	check_addr(&in6, sizeof(in6), "{sa_family: INET6, sin6_port: 443, sin6_flowinfo: 0x123, sin6_addr: \"::\", sin6_scope_id: 2}");
	in6.sin6_flowinfo = 0;
	in6.sin6_addr = in6addr_loopback;
	check_addr(&in6, sizeof(in6), "{sa_family: INET6, sin6_port: 443, sin6_flowinfo: 0, sin6_addr: \"::1\", sin6_scope_id: 2}");
	memcpy(&in6.sin6_addr, "\x20\x01\x0d\xb8\0\0\0\1\0\0\0\0\0\0\0\1", 16);
	check_addr(&in6, sizeof(in6), "{sa_family: INET6, sin6_port: 443, sin6_flowinfo: 0, sin6_addr: \"2001:db8:0:1::1\", sin6_scope_id: 2}");
	memcpy(&in6.sin6_addr, "\x20\x01\0\0\0\2\0\3\0\4\0\5\0\0\0\0", 16);
	check_addr(&in6, sizeof(in6), "{sa_family: INET6, sin6_port: 443, sin6_flowinfo: 0, sin6_addr: \"2001:0:2:3:4:5::\", sin6_scope_id: 2}");
	memcpy(&in6.sin6_addr, "\x20\x01\0\0\0\2\0\3\0\4\0\5\0\6\0\7", 16);
	check_addr(&in6, sizeof(in6), "{sa_family: INET6, sin6_port: 443, sin6_flowinfo: 0, sin6_addr: \"2001:0:2:3:4:5:6:7\", sin6_scope_id: 2}");
}

static void local_addresses(void **state_)
{
	struct sockaddr_un un = { AF_UNIX, "/run/x" };

	(void)state_;
	check_addr(&un, sizeof(un), "{sa_family: UNIX, sun_path: \"/run/x\"}");
	check_addr(&un, 5, "{sa_family: UNIX, sun_path: \"/ru\"}");
	check_addr(&un, 2, "{sa_family: UNIX}");
	memcpy(un.sun_path, "\0a\0b", 4);
	check_addr(&un, 6, "{sa_family: UNIX, sun_path: \"@a\\0b\"}");
	memset(un.sun_path, 'y', sizeof(un.sun_path));
	check_addr(&un, 1, "\"\\1\"");
}

static void other_addresses(void **state_)
{
	static const uint8_t netlink[12] = { 16, 0, 0, 0, 7, 0, 0, 0, 1 };
	static const uint8_t packet[20] = { 17, 0, 0x08, 0, 2, 0, 0, 0, 1, 0, 0, 6, 1, 2, 3, 4, 5, 6 };
	static const uint8_t vsock[16] = { 40, 0, 0, 0, 0xd2, 4, 0, 0, 2 };
	static const uint8_t vsock_all[16] = { 40, 0, 1, 0, 0xff, 0xff, 0xff, 0xff, 3, 0, 0, 0, 1, 'B', 0, 0 };
	static const uint8_t vsock_high[16] = { 40, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 2, 0, 0, 0, 0xee };
	static const uint8_t unknown[] = { 200, 0, 1, 2 };

	(void)state_;
	check_addr(netlink, sizeof(netlink), "{sa_family: NETLINK, nl_pid: 7, nl_groups: 0x1}");
	check_addr(packet, sizeof(packet), "{sa_family: PACKET, sll_protocol: IP, sll_ifindex: 2, sll_hatype: ETHER, sll_pkttype: HOST, "
					   "sll_halen: 6, sll_addr: \"\\1\\2\\3\\4\\5\\6\"}");
	check_addr(vsock, sizeof(vsock), "{sa_family: VSOCK, svm_cid: HOST, svm_port: 1234}");
	check_addr(vsock_all, sizeof(vsock_all), "{sa_family: VSOCK, svm_reserved1: 0x1, svm_cid: 0x3, svm_port: ANY, svm_flags: TO_HOST, svm_zero: \"B\\0\\0\"}");
	check_addr(vsock_high, sizeof(vsock_high), "{sa_family: VSOCK, svm_cid: HOST, svm_port: 4294967294, svm_flags: 0xee}");
	check_addr(unknown, sizeof(unknown), "{sa_family: 0xc8, sa_data: \"\\1\\2\"}");
}

static void addresses_that_come_back(void **state_)
{
	ROW(FD("fd"), SOCKADDR_OUT("addr", 2), SOCKLEN_INOUT("len"));
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = htons(80), .sin_addr = { htonl(INADDR_LOOPBACK) } };
	uint32_t room = 128, len = 16;

	(void)state_;
	rec(ABI_X86_64, 3, 0x1000, 0x2000);
	chunk_of(2, CHUNK_OK, room);
	chunk_of(1, CHUNK_OUT, in);
	chunk_of(2, CHUNK_OUT, len);
	assert_shown(&row, "x(fd: 3</tmp>, addr: {sa_family: INET, sin_port: 80, sin_addr: \"127.0.0.1\"}, len: [128 => 16]) = 0");
	rec(ABI_X86_64, 3, 0x1000, 0x2000);
	room = 4;
	chunk_of(2, CHUNK_OK, room);
	chunk_of(1, CHUNK_OUT, in);
	chunk_of(2, CHUNK_OUT, len);
	assert_shown(&row, "x(fd: 3</tmp>, addr: {sa_family: INET, sin_port: 80, ...}, len: [4 => 16]) = 0");
	rec(ABI_X86_64, 3, 0, 0);
	returns(-EAGAIN);
	assert_shown(&row, "x(fd: 3</tmp>, addr: NULL, len: NULL) = -1 EAGAIN (Resource temporarily unavailable)");
}

static void messages(void **state_)
{
	ROW(MSGHDR_IN("msg"));
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = htons(80), .sin_addr = { htonl(INADDR_LOOPBACK) } };
	uint64_t hdr[7] = { 0x5000, sizeof(in), 0x6000, 1, 0, 0, 0x40 }, vec[] = { 0x7000, 2 };

	(void)state_;
	rec(ABI_X86_64, 0x1000);
	chunk_of(0, CHUNK_OK, hdr);
	chunk_at(0, CHUNK_OK, PART_NAME, 0x5000, &in, sizeof(in));
	chunk_at(0, CHUNK_OK, PART_IOV, 0x6000, vec, sizeof(vec));
	chunk_at(0, CHUNK_OK, PART_DATA, 0x7000, "hi", 2);
	returns(2);
	assert_shown(&row, "x(msg: {msg_name: {sa_family: INET, sin_port: 80, sin_addr: \"127.0.0.1\"}, msg_namelen: 16, "
			   "msg_iov: [{iov_base: \"hi\", iov_len: 2}], msg_iovlen: 1, msg_control: NULL, msg_controllen: 0, "
			   "msg_flags: DONTWAIT}) = 2");
}

static void many_messages(void **state_)
{
	ROW(MMSGHDR_IN("mmsg", 1), UINT("vlen"));
	uint64_t in[16] = { 0, 0, 0x6000, 2, 0, 0, 0, 0, 0, 0, 0x7000, 1 }, done[16];
	uint64_t vec0[] = { 0x8000, 2, 0x9000, 2 }, vec1[] = { 0xa000, 3 };

	(void)state_;
	memcpy(done, in, sizeof(in));
	done[7] = 4;
	rec(ABI_X86_64, 0x1000, 2);
	chunk_of(0, CHUNK_OK, in);
	chunk_at(0, CHUNK_OK, PART_IOV | 0, 0x6000, vec0, sizeof(vec0));
	chunk_at(0, CHUNK_OK, PART_DATA | 0, 0x8000, "ab", 2);
	chunk_at(0, CHUNK_OK, PART_DATA | 1, 0x9000, "cd", 2);
	chunk_at(0, CHUNK_OK, PART_IOV | 1, 0x7000, vec1, sizeof(vec1));
	chunk_at(0, CHUNK_OK, PART_DATA | 1, 0xa000, "xyz", 3);
	chunk(0, CHUNK_OUT, PART_SELF, done, 64);
	returns(1);
#define REST "msg_control: NULL, msg_controllen: 0, msg_flags: 0}"
	assert_shown(&row, "x(mmsg: [{msg_hdr: {msg_name: NULL, msg_namelen: 0, msg_iov: [{iov_base: \"ab\", iov_len: 2}, "
			   "{iov_base: \"cd\", iov_len: 2}], msg_iovlen: 2, " REST ", msg_len: 4}, "
			   "{msg_hdr: {msg_name: NULL, msg_namelen: 0, msg_iov: [{iov_base: \"xyz\", iov_len: 3}], msg_iovlen: 1, " REST "}], "
			   "vlen: 2) = 1");
}

static void options_of_sockets(void **state_)
{
	ROW(OPTVAL_IN("a", 1), INT("n"), OPTVAL_OUT("b", 3), SOCKLEN_INOUT("m"));
	int32_t one = 1;
	uint32_t len = 3;

	(void)state_;
	rec(ABI_X86_64, 0x1000, 4, 0x2000, 0x3000);
	chunk_of(0, CHUNK_OK, one);
	chunk(2, CHUNK_OUT, PART_SELF, "lo\0", 3);
	chunk_of(3, CHUNK_OK, len);
	chunk_of(3, CHUNK_OUT, len);
	assert_shown(&row, "x(a: [1], n: 4, b: \"lo\\0\", m: [3]) = 0");
}

/* -- Sets ------------------------------------------------------------------------------------------------ */

static void sets_of_descriptors(void **state_)
{
	ROW(INT("n"), FDSET_INOUT("a", 0), FDSET_INOUT("b", 0), BITS_IN("c", 0), CPUS_OUT("d"));
	uint64_t in = 0x18, out_set = 0x8, bits = 0x85;

	(void)state_;
	rec(ABI_X86_64, 5, 0x1000, 0x2000, 0x3000, 0x4000);
	chunk_of(1, CHUNK_OK, in);
	chunk_of(1, CHUNK_OUT, out_set);
	chunk_of(2, CHUNK_OK, in);
	chunk_of(3, CHUNK_OK, bits);
	chunk_of(4, CHUNK_OUT, bits);
	returns(8);
	assert_shown(&row, "x(n: 5, a: [3</tmp> 4] => [3</tmp>], b: [3</tmp> 4], c: [0 2], d: [0 2 7]) = 8");
}

static void sets_of_signals(void **state_)
{
	ROW(SIGSET_IN("a"), SIGSET_IN("b"), SIGSET_IN("c"), SIGSET_OUT("d"));
	uint64_t two = 1 << 1 | 1 << 16, most = ~UINT64_C(0) & ~(UINT64_C(1) << 8), none = 0;

	(void)state_;
	rec(ABI_X86_64, 0x1000, 0x2000, 0x3000, 0x4000);
	chunk_of(0, CHUNK_OK, two);
	chunk_of(1, CHUNK_OK, most);
	chunk_of(2, CHUNK_OK, none);
	returns(-EINVAL);
	assert_shown(&row, "x(a: [INT CHLD], b: ~[KILL], c: [], d: 0x4000) = -1 EINVAL (Invalid argument)");
}

static void pairs_of_descriptors(void **state_)
{
	ROW(FD_PAIR("fildes"));
	int32_t pair[] = { 3, 4 };

	(void)state_;
	rec(ABI_X86_64, 0x1000);
	chunk_of(0, CHUNK_OUT, pair);
	assert_shown(&row, "x(fildes: [3</tmp>, 4]) = 0");
}

static bool waited(const struct call *c)
{
	return c->ret > 0;
}

static void check_status(uint32_t status, const char *text)
{
	ROW(PID("pid"), WAIT_STATUS("stat_addr", .filled = waited));
	char line[256];

	rec(ABI_X86_64, -1, 0x1000);
	chunk_of(1, CHUNK_OUT, status);
	returns(42);
	snprintf(line, sizeof(line), "x(pid: -1, stat_addr: %s) = 42", text);
	assert_shown(&row, line);
	returns(0);
	assert_shown(&row, "x(pid: -1, stat_addr: 0x1000) = 0");
}

static uint32_t said_status;

static void take_status(struct out *o, uint32_t status)
{
	said_status = status;
	out__lit(o, "ended");
}

/* A writer that has the verb gets the whole status. */
static void a_writer_may_show_ends_itself(void **state_)
{
	ROW(WAIT_STATUS("stat_addr"));
	struct verbs v = *text_writer.verbs;
	uint32_t status = 3 << 8;

	(void)state_;
	v.wait_status = take_status;
	own_verbs = &v;
	rec(ABI_X86_64, 0x1000);
	chunk_of(0, CHUNK_OUT, status);
	assert_shown(&row, "x(stat_addr: ended) = 0");
	own_verbs = NULL;
	assert_int_equal(said_status, status);
}

static void ends_of_children(void **state_)
{
	(void)state_;
	check_status(3 << 8, "{exited: 3}");
	check_status(9, "{signaled: KILL}");
	check_status(11 | 0x80, "{signaled: SEGV, core_dumped: 1}");
	check_status(19 << 8 | 0x7f, "{stopped: STOP}");
	check_status(5 << 8 | 0x7f | 3 << 16, "{stopped: TRAP, event: CLONE}");
	check_status(5 << 8 | 0x7f | 0x77 << 16, "{stopped: TRAP, event: 0x77}");
	check_status((5 | 0x80) << 8 | 0x7f, "{stopped: TRAP|0x80}");
	check_status(19 << 8 | 0x7f | 128 << 16, "{stopped: STOP, event: STOP}");
	check_status(0xffff, "{continued: 1}");
}

static void requests_of_ioctl(void **state_)
{
	ROW(FD("fd"), IOCTL_CMD("cmd"), IOCTL_ARG("arg", 1));

	(void)state_;
	rec(ABI_X86_64, 3, 0x5413, 0x1000);
	assert_shown(&row, "x(fd: 3</tmp>, cmd: TIOCGWINSZ, arg: 0x1000) = 0");
	rec(ABI_X86_64, 3, 0xc0ffee01, 0);
	assert_shown(&row, "x(fd: 3</tmp>, cmd: _IOC(_IOC_READ|_IOC_WRITE, 0xee, 0x1, 0xff), arg: NULL) = 0");
	rec(ABI_X86_64, 3, 0x5401, 0x1000);
	assert_non_null(strstr(shown(&row), "TCGETS"));
	rec(ABI_X86_64, 3, 0x80604521, 0x1000);
	assert_shown(&row, "x(fd: 3</tmp>, cmd: EVIOCGBIT(EV_KEY, 96), arg: 0x1000) = 0");
	rec(ABI_X86_64, 3, 0x401845ce, 0x1000);
	assert_shown(&row, "x(fd: 3</tmp>, cmd: EVIOCSABS(14), arg: 0x1000) = 0");
}

/* A request with several names, and one without: both with the number. */
static void requests_in_json(void **state_)
{
	ROW(FD("fd"), IOCTL_CMD("cmd"));
	const struct row maps = { "mmap", ARGS(PTR("addr")), RET_ADDRESS };

	(void)state_;
	rec(ABI_X86_64, 3, 0x5404);
	assert_non_null(strstr(shown_by("json", &row), "\"cmd\":{\"value\":21508,\"names\":[\"TCSETSF\",\"SNDCTL_TMR_CONTINUE\"]}"));
	rec(ABI_X86_64, 3, 0xc0ffee01);
	assert_non_null(strstr(shown_by("json", &row), "\"cmd\":{\"value\":3237998081,\"names\":[]}"));
	rec(ABI_X86_64, 0);
	returns(0x7f0000001000);
	assert_non_null(strstr(shown_by("json", &maps), "\"ret\":139637976731648,\"ret_value\":\"0x7f0000001000\""));
}

static void names_in_json(void **state_)
{
	ROW(FLAGS("a", open_flags), SIGSET_IN("b"), FD("c"), INT_INOUT("d"), ENVP("e"));
	uint64_t set = 2;
	int32_t in = 1, out_value = 2;
	uint64_t n = 23;
	char *p;

	(void)state_;
	rec(ABI_X86_64, 02000000, 0x1000, 3, 0x2000, 0x3000);
	chunk_of(1, CHUNK_OK, set);
	chunk_of(3, CHUNK_OK, in);
	chunk_of(3, CHUNK_OUT, out_value);
	chunk_of(4, CHUNK_OK, n);
	p = strstr(shown_by("json", &row), "\"args\"");
	assert_non_null(p);
	*strchr(p, '\n') = '\0';
	assert_string_equal(p, "\"args\":{\"a\":{\"value\":524288,\"names\":[\"O_RDONLY\",\"O_CLOEXEC\"]},"
			       "\"b\":{\"inverted\":false,\"set\":[{\"value\":2,\"names\":[\"SIGINT\"]}]},"
			       "\"c\":{\"fd\":3,\"path\":\"/tmp\"},\"d\":[{\"in\":1,\"out\":2}],"
			       "\"e\":{\"address\":\"0x3000\",\"vars\":23}},\"ret\":0}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),
		cmocka_unit_test(descriptors_and_owners),
		cmocka_unit_test(devices_and_modes),
		cmocka_unit_test(flags_and_enums),
		cmocka_unit_test(packed_names),
		cmocka_unit_test(strings),
		cmocka_unit_test(strings_at_the_limit),
		cmocka_unit_test(buffers),
		cmocka_unit_test(vectors_of_strings),
		cmocka_unit_test(environment_when_asked_for),
		cmocka_unit_test(vectors_of_buffers),
		cmocka_unit_test(vectors_of_32_bits),
		cmocka_unit_test(nothing_to_read),
		cmocka_unit_test(internet_addresses),
		cmocka_unit_test(local_addresses),
		cmocka_unit_test(other_addresses),
		cmocka_unit_test(addresses_that_come_back),
		cmocka_unit_test(messages),
		cmocka_unit_test(many_messages),
		cmocka_unit_test(options_of_sockets),
		cmocka_unit_test(sets_of_descriptors),
		cmocka_unit_test(sets_of_signals),
		cmocka_unit_test(pairs_of_descriptors),
		cmocka_unit_test(ends_of_children),
		cmocka_unit_test(a_writer_may_show_ends_itself),
		cmocka_unit_test(requests_of_ioctl),
		cmocka_unit_test(requests_in_json),
		cmocka_unit_test(names_in_json),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
