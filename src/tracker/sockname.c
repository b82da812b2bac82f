// SPDX-License-Identifier: BSD-2-Clause
/* sockname.c - formats struct fdinfo. */
#include "sockname.h"

#include <arpa/inet.h>
#include <linux/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

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
	if (f->type == SOCK_RAW)	/* raw sockets have no ports: the kernel stores the protocol there */
		return snprintf(buf, size, "%s", text);
	return snprintf(buf, size, f->family == AF_INET6 ? "[%s]:%u" : "%s:%u", text, port);
}

/* Raw sockets and datagrams need no port. After a refused connection the socket keeps the peer's address, but not its port. */
static bool has_peer(const struct fdinfo *f)
{
	static const uint8_t any[16];
	bool datagrams = f->type == SOCK_RAW || f->type == SOCK_DGRAM;

	return f->dport || (datagrams && memcmp(f->daddr, any, f->family == AF_INET6 ? 16 : 4));
}

static bool is_bound(const struct fdinfo *f)
{
	static const uint8_t any[16];

	return f->type == SOCK_RAW ? memcmp(f->saddr, any, f->family == AF_INET6 ? 16 : 4) : f->sport;
}

static size_t put_inet(const struct fdinfo *f, char *buf)
{
	char proto[16];
	bool peer = has_peer(f);
	int n = snprintf(buf, FDINFO_TEXT, "%s:[", inet_proto(f, proto, sizeof(proto)));

	if (!is_bound(f) && !peer) {
		n += snprintf(buf + n, FDINFO_TEXT - n, "%llu", (unsigned long long)f->ino);
	} else {
		n += endpoint(buf + n, FDINFO_TEXT - n, f, f->saddr, f->sport);
		if (peer) {
			n += snprintf(buf + n, FDINFO_TEXT - n, "->");
			n += endpoint(buf + n, FDINFO_TEXT - n, f, f->daddr, f->dport);
		}
	}
	n += snprintf(buf + n, FDINFO_TEXT - n, "]");
	return n;
}

static size_t put_unix(const struct fdinfo *f, char *buf)
{
	int n = snprintf(buf, FDINFO_TEXT, "UNIX:[%llu", (unsigned long long)f->ino);
	unsigned len = f->path_len > sizeof(f->path) ? sizeof(f->path) : f->path_len;

	if (f->peer_ino)
		n += snprintf(buf + n, FDINFO_TEXT - n, "->%llu", (unsigned long long)f->peer_ino);
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
	return n;
}

static size_t put_number(const char *what, const struct fdinfo *f, char *buf)
{
	return snprintf(buf, FDINFO_TEXT, "%s:[%llu]", what, (unsigned long long)f->ino);
}

size_t fdinfo__render(const struct fdinfo *f, char buf[FDINFO_TEXT])
{
	if (S_ISFIFO(f->mode))
		return put_number("pipe", f, buf);
	switch (f->family) {
	case AF_INET:
	case AF_INET6:
		return put_inet(f, buf);
	case AF_UNIX:
		return put_unix(f, buf);
	case AF_NETLINK:
		return put_number("NETLINK", f, buf);
	case AF_PACKET:
		return put_number("PACKET", f, buf);
	case AF_VSOCK:
		return put_number("VSOCK", f, buf);
	}
	return put_number("socket", f, buf);
}

static size_t path_len(const struct fdinfo *f)
{
	return f->path_len > sizeof(f->path) ? sizeof(f->path) : f->path_len;
}

size_t fdinfo__used(const struct fdinfo *f)
{
	if (S_ISFIFO(f->mode))
		return offsetof(struct fdinfo, family);
	if (!S_ISSOCK(f->mode))
		return 0;
	switch (f->family) {
	case AF_INET:
	case AF_INET6:
		return offsetof(struct fdinfo, peer_ino);
	case AF_NETLINK:
		return offsetof(struct fdinfo, path);
	case AF_UNIX:
		return offsetof(struct fdinfo, path) + path_len(f);
	}
	return offsetof(struct fdinfo, sport);
}

size_t fdinfo__path(const struct fdinfo *f)
{
	return f->family == AF_UNIX ? strnlen(f->path, path_len(f)) : 0;
}

static void unix_ends(const struct fdinfo *f, struct socket_ends *e)
{
	size_t len = path_len(f);

	strcpy(e->protocol, "UNIX");
	if (len)
		snprintf(e->local, sizeof(e->local), "%s%.*s", f->path[0] ? "" : "@", (int)(len - !f->path[0]), f->path + !f->path[0]);
	else
		snprintf(e->local, sizeof(e->local), "%llu", (unsigned long long)f->ino);
	if (f->peer_ino)
		snprintf(e->remote, sizeof(e->remote), "%llu", (unsigned long long)f->peer_ino);
}

void fdinfo__ends(const struct fdinfo *f, struct socket_ends *e)
{
	*e = (struct socket_ends){};
	if (f->family == AF_UNIX) {
		unix_ends(f, e);
	} else if (f->family == AF_INET || f->family == AF_INET6) {
		inet_proto(f, e->protocol, sizeof(e->protocol));
		if (is_bound(f))
			endpoint(e->local, sizeof(e->local), f, f->saddr, f->sport);
		if (has_peer(f))
			endpoint(e->remote, sizeof(e->remote), f, f->daddr, f->dport);
	}
}
