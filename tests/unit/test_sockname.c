// SPDX-License-Identifier: BSD-2-Clause
/* test_sockname.c - names of sockets and pipes: `3<TCP:[127.0.0.1:5000->127.0.0.1:80]>`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <linux/in.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "tracker/fdtable.h"
#include "tracker/sockname.h"

#define SOCKET .mode = S_IFSOCK | 0777, .ino = 5031
#define INET4(kind, proto) SOCKET, .family = AF_INET, .type = kind, .protocol = proto
#define INET6(kind, proto) SOCKET, .family = AF_INET6, .type = kind, .protocol = proto
#define UNIX SOCKET, .family = AF_UNIX, .type = SOCK_STREAM
#define LOOP4 { 127, 0, 0, 1 }
#define LOOP6 { [15] = 1 }
#define PATH(text) .path_len = sizeof(text) - 1, .path = text

static const struct {
	struct fdinfo info;
	const char *name;	/* NULL: no name */
} rows[] = {
	/* Pipes */
	{ { .mode = S_IFIFO | 0600, .ino = 77 },                   "pipe:[77]" },
	{ { .mode = S_IFIFO | 0600, .ino = UINT64_MAX },           "pipe:[18446744073709551615]" },
	/* IPv4 */
	{ { INET4(SOCK_STREAM, IPPROTO_TCP) },                     "TCP:[5031]" },
	{ { INET4(SOCK_STREAM, IPPROTO_TCP), .sport = 80 },        "TCP:[0.0.0.0:80]" },
	{ { INET4(SOCK_STREAM, IPPROTO_TCP), .sport = 80, .saddr = LOOP4 }, "TCP:[127.0.0.1:80]" },
	{ { INET4(SOCK_STREAM, IPPROTO_TCP), .sport = 65535, .saddr = LOOP4, .dport = 80, .daddr = { 10, 0, 0, 255 } },
	  "TCP:[127.0.0.1:65535->10.0.0.255:80]" },
	{ { INET4(SOCK_DGRAM, IPPROTO_UDP), .dport = 53, .daddr = LOOP4 }, "UDP:[0.0.0.0:0->127.0.0.1:53]" },
	{ { INET4(SOCK_DGRAM, IPPROTO_UDP), .dport = 53 },         "UDP:[0.0.0.0:0->0.0.0.0:53]" },
	{ { INET4(SOCK_RAW, IPPROTO_ICMP), .daddr = LOOP4 },       "RAW:[0.0.0.0->127.0.0.1]" },
	{ { INET4(SOCK_RAW, IPPROTO_ICMP), .sport = IPPROTO_ICMP }, "RAW:[5031]" },
	{ { INET4(SOCK_RAW, IPPROTO_ICMP), .sport = IPPROTO_ICMP, .saddr = LOOP4 }, "RAW:[127.0.0.1]" },
	{ { INET4(SOCK_DGRAM, IPPROTO_ICMP), .sport = 7, .daddr = LOOP4 }, "PING:[0.0.0.0:7->127.0.0.1:0]" },
	/* connect was refused */
	{ { INET4(SOCK_STREAM, IPPROTO_TCP), .daddr = LOOP4 },     "TCP:[5031]" },
	{ { INET4(SOCK_STREAM, IPPROTO_TCP), .sport = 80, .saddr = LOOP4, .daddr = LOOP4 }, "TCP:[127.0.0.1:80]" },
	{ { INET4(SOCK_DGRAM, IPPROTO_ICMP) },                     "PING:[5031]" },
	{ { INET4(SOCK_STREAM, IPPROTO_MPTCP) },                   "MPTCP:[5031]" },
	{ { INET4(SOCK_SEQPACKET, IPPROTO_SCTP) },                 "SCTP:[5031]" },
	{ { INET4(SOCK_DGRAM, IPPROTO_UDPLITE) },                  "UDPLITE:[5031]" },
	{ { INET4(SOCK_DCCP, IPPROTO_DCCP) },                      "DCCP:[5031]" },
	{ { INET4(SOCK_RAW, 255) },                                "RAW:[5031]" },
	{ { INET4(SOCK_STREAM, 200) },                             "INET:[5031]" },
	/* IPv6: any of the 16 bytes makes an address */
	{ { INET6(SOCK_STREAM, IPPROTO_TCP) },                     "TCPv6:[5031]" },
	{ { INET6(SOCK_STREAM, IPPROTO_TCP), .sport = 80 },        "TCPv6:[[::]:80]" },
	{ { INET6(SOCK_STREAM, IPPROTO_TCP), .sport = 5000, .saddr = LOOP6, .dport = 80, .daddr = LOOP6 },
	  "TCPv6:[[::1]:5000->[::1]:80]" },
	{ { INET6(SOCK_DGRAM, IPPROTO_UDP), .sport = 9, .daddr = LOOP6 }, "UDPv6:[[::]:9->[::1]:0]" },
	{ { INET6(SOCK_DGRAM, IPPROTO_ICMPV6) },                   "PINGv6:[5031]" },
	{ { INET6(SOCK_RAW, 255) },                                "RAWv6:[5031]" },
	/* Unix */
	{ { UNIX },                                                "UNIX:[5031]" },
	{ { UNIX, .peer_ino = 5032 },                              "UNIX:[5031->5032]" },
	{ { UNIX, PATH("/run/x") },                                "UNIX:[5031,\"/run/x\"]" },
	{ { UNIX, .peer_ino = 5032, PATH("/run/x") },              "UNIX:[5031->5032,\"/run/x\"]" },
	{ { UNIX, PATH("/run/x\0") },                              "UNIX:[5031,\"/run/x\"]" },
	{ { UNIX, PATH("\0x11/sock") },                            "UNIX:[5031,\"@x11/sock\"]" },
	/* Others */
	{ { SOCKET, .family = AF_NETLINK },                        "NETLINK:[5031]" },
	{ { SOCKET, .family = AF_PACKET },                         "PACKET:[5031]" },
	{ { SOCKET, .family = AF_VSOCK },                          "VSOCK:[5031]" },
	{ { SOCKET, .family = AF_ALG },                            "socket:[5031]" },
	{ { SOCKET },                                              "socket:[5031]" },
	{ { .mode = S_IFREG | 0644, .ino = 1 },                    NULL },
	{ { .mode = S_IFDIR | 0755, .ino = 1 },                    NULL },
	{ { .mode = S_IFCHR | 0666, .family = AF_INET },           NULL },
	{ { .mode = 0, .ino = 1 },                                 NULL },	/* anonymous inodes */
};

static void names(void **state)
{
	(void)state;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct name *n = name__of_fdinfo(&rows[i].info);
		size_t len = 0;

		if (!rows[i].name)
			assert_null(n);
		else
			assert_string_equal(n ? name__text(n, &len) : "(null)", rows[i].name);
		if (n)
			assert_int_equal(len, strlen(name__text(n, &len)));
		name__put(n);
	}
}

/* Only the parts that the text needs are kept, in tables and in later files of a recording. */
static void nothing_is_forgotten(void **state)
{
	struct fdinfo f;

	(void)state;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct name *n = name__of_fdinfo(&rows[i].info);

		if (!n)
			continue;
		assert_true(name__info(n, &f));
		assert_int_equal(f.ino, rows[i].info.ino);
		assert_int_equal(f.family, rows[i].info.family);
		assert_int_equal(f.protocol, rows[i].info.protocol);
		assert_memory_equal(f.saddr, rows[i].info.saddr, sizeof(f.saddr));
		assert_memory_equal(f.path, rows[i].info.path, sizeof(f.path));
		name__text(n, &(size_t){ 0 });
		assert_true(name__info(n, &f));		/* having a text changes nothing */
		assert_int_equal(f.ino, rows[i].info.ino);
		name__put(n);
	}
}

/* An abstract name has all its bytes, NULs too; a length beyond the buffer is cut. */
static void unix_names_end_where_they_end(void **state)
{
	struct fdinfo f = { UNIX, .path_len = 4, .path = "\0a\0b" };
	struct name *n = name__of_fdinfo(&f);
	const char *text;
	size_t len;

	(void)state;
	text = name__text(n, &len);
	assert_int_equal(len, sizeof("UNIX:[5031,\"@a\0b\"]") - 1);
	assert_memory_equal(text, "UNIX:[5031,\"@a\0b\"]", len);
	assert_int_equal(fdinfo__path(&f), 0);
	name__put(n);
	f.path_len = 255;
	memset(f.path, 'x', sizeof(f.path));
	f.ino = f.peer_ino = UINT64_MAX;
	n = name__of_fdinfo(&f);
	text = name__text(n, &len);
	assert_int_equal(len, strlen("UNIX:[") + 20 + strlen("->") + 20 + strlen(",\"\"]") + sizeof(f.path));
	assert_string_equal(text + len - 4, "xx\"]");
	assert_int_equal(fdinfo__path(&f), sizeof(f.path));
	name__put(n);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test(nothing_is_forgotten),
		cmocka_unit_test(unix_names_end_where_they_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
