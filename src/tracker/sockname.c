// SPDX-License-Identifier: BSD-2-Clause
/* sockname.c - names of sockets and pipes. */
#include "sockname.h"

#include <arpa/inet.h>
#include <linux/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#define NAME_MAX_LEN 320

static const char *inet_proto(const struct fdinfo *f, char *buf, size_t size)
{
	const char *six = f->family == AF_INET6 ? "v6" : "";
	const char *base = NULL;

	if (f->type == SOCK_RAW)
		base = "RAW";
	else switch (f->protocol) {
	case IPPROTO_TCP: base = "TCP"; break;
	case IPPROTO_UDP: base = "UDP"; break;
	case IPPROTO_UDPLITE: base = "UDPLITE"; break;
	case IPPROTO_SCTP: base = "SCTP"; break;
	case IPPROTO_DCCP: base = "DCCP"; break;
	case IPPROTO_MPTCP: base = "MPTCP"; break;
	case IPPROTO_ICMP: case IPPROTO_ICMPV6: base = "PING"; break;
	}
	if (!base)
		base = "INET";
	snprintf(buf, size, "%s%s", base, six);
	return buf;
}

static int endpoint(char *buf, size_t size, const struct fdinfo *f, const uint8_t *addr, unsigned port)
{
	char text[64] = "?";

	inet_ntop(f->family, addr, text, sizeof(text));
	if (f->type == SOCK_RAW)	/* no ports: the kernel keeps the protocol in its place */
		return snprintf(buf, size, "%s", text);
	return snprintf(buf, size, f->family == AF_INET6 ? "[%s]:%u" : "%s:%u", text, port);
}

static struct name *inet_name(const struct fdinfo *f)
{
	static const uint8_t any[16];
	char buf[NAME_MAX_LEN], proto[16];
	size_t alen = f->family == AF_INET6 ? 16 : 4;
	bool raw = f->type == SOCK_RAW, datagrams = raw || f->type == SOCK_DGRAM;
	/* a connection that was refused leaves its address behind, but no port */
	bool peer = f->dport || (datagrams && memcmp(f->daddr, any, alen));
	bool bound = raw ? memcmp(f->saddr, any, alen) : f->sport;
	int n = snprintf(buf, sizeof(buf), "%s:[", inet_proto(f, proto, sizeof(proto)));

	if (!bound && !peer) {
		n += snprintf(buf + n, sizeof(buf) - n, "%llu", (unsigned long long)f->ino);
	} else {
		n += endpoint(buf + n, sizeof(buf) - n, f, f->saddr, f->sport);
		if (peer) {
			n += snprintf(buf + n, sizeof(buf) - n, "->");
			n += endpoint(buf + n, sizeof(buf) - n, f, f->daddr, f->dport);
		}
	}
	n += snprintf(buf + n, sizeof(buf) - n, "]");
	return name__new(buf, n);
}

static struct name *unix_name(const struct fdinfo *f)
{
	char buf[NAME_MAX_LEN];
	int n = snprintf(buf, sizeof(buf), "UNIX:[%llu", (unsigned long long)f->ino);
	unsigned len = f->path_len > sizeof(f->path) ? sizeof(f->path) : f->path_len;

	if (f->peer_ino)
		n += snprintf(buf + n, sizeof(buf) - n, "->%llu", (unsigned long long)f->peer_ino);
	if (len) {
		buf[n++] = ',';
		buf[n++] = '"';
		if (!f->path[0])
			buf[n++] = '@';		/* abstract */
		else
			len = strnlen(f->path, len);
		for (unsigned i = !f->path[0]; i < len; i++)
			buf[n++] = f->path[i];
		buf[n++] = '"';
	}
	buf[n++] = ']';
	return name__new(buf, n);
}

static struct name *numbered(const char *what, uint64_t ino)
{
	char buf[64];

	return name__new(buf, snprintf(buf, sizeof(buf), "%s:[%llu]", what, (unsigned long long)ino));
}

struct name *fdinfo__name(const struct fdinfo *f)
{
	if (S_ISFIFO(f->mode))
		return numbered("pipe", f->ino);
	if (!S_ISSOCK(f->mode))
		return NULL;
	switch (f->family) {
	case AF_INET:
	case AF_INET6:
		return inet_name(f);
	case AF_UNIX:
		return unix_name(f);
	case AF_NETLINK:
		return numbered("NETLINK", f->ino);
	case AF_PACKET:
		return numbered("PACKET", f->ino);
	case AF_VSOCK:
		return numbered("VSOCK", f->ino);
	}
	return numbered("socket", f->ino);
}
