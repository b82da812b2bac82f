// SPDX-License-Identifier: BSD-2-Clause
/*
 * strace_fd.c - what a descriptor is: -y, -yy, --decode-fds.
 *
 *	3</dev/null<char 1:3>> 4<TCP:[127.0.0.1:80->127.0.0.1:5000]> 5<UNIX-STREAM:[77->78,"/run/x"]> 6<pid:4711> 7</tmp/x>(deleted)
 */
#include "strace.h"

#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "beautifiers/flags.h"
#include "tracker/fdtable.h"
#include "tracker/pathname.h"
#include "tracker/sockname.h"
#include "words.h"


static bool shows(const struct out *o, enum fds_decoded what)
{
	return o->opt.strace.fds & what;
}

/* -- Sockets --------------------------------------------------------------------------------------------------------- */

/* type: with the bracket */
static void begin_socket(struct out *o, const char *type, uint64_t ino)
{
	put_str(o, type);
	FMT(o, fmt__u64, ino);
}

static void put_unix(struct out *o, const struct fdinfo *f)
{
	bool abstract = f->path_len && !f->path[0];
	size_t len = abstract ? strnlen(f->path + 1, f->path_len - 1u) : fdinfo__path(f);

	begin_socket(o, f->type == SOCK_STREAM ? "UNIX-STREAM:[" : "UNIX:[", f->ino);
	if (f->peer_ino) {
		out__lit(o, "->");
		FMT(o, fmt__u64, f->peer_ino);
	}
	if (f->path_len) {
		put_str(o, abstract ? ",@" : ",");
		strace__put_string(o, f->path + abstract, len);
	}
	out__lit(o, "]");
}

/* With a port ID the protocol's name and it, otherwise the inode. */
static void put_netlink(struct out *o, const struct fdinfo *f)
{
	const struct flag *protocol = flag_table__find(&netlink_protocols, f->protocol);

	if (!f->peer_ino) {
		begin_socket(o, "NETLINK:[", f->ino);
	} else if (!protocol) {
		begin_socket(o, "NETLINK:[", f->protocol);
	} else {
		out__lit(o, "NETLINK:[");
		put_str(o, protocol->name + protocol->skip);
		out__lit(o, ":");
		FMT(o, fmt__u64, f->peer_ino);
	}
	out__lit(o, "]");
}

static bool is_described(const struct fdinfo *f)
{
	switch (f->family) {
	case AF_UNIX:
	case AF_NETLINK:
		return true;
	case AF_INET:
	case AF_INET6:
		return f->type == SOCK_RAW || f->protocol == IPPROTO_TCP || f->protocol == IPPROTO_UDP || f->protocol == IPPROTO_DCCP ||
		       f->protocol == IPPROTO_SCTP || f->protocol == IPPROTO_ICMP || f->protocol == IPPROTO_ICMPV6;
	default:
		return false;
	}
}

static void put_socket(struct out *o, const struct fd_name *name, const struct fdinfo *f)
{
	char link[40];

	out__lit(o, "<");
	if (!shows(o, FDS_SOCKETS) || !is_described(f)) {
		snprintf(link, sizeof(link), "socket:[%" PRIu64 "]", (uint64_t)f->ino);
		strace__put_name(o, link, strlen(link));
	} else if (f->family == AF_UNIX) {
		put_unix(o, f);
	} else if (f->family == AF_NETLINK) {
		put_netlink(o, f);
	} else {
		out__put(o, name->text, name->len);
	}
	out__lit(o, ">");
}

/* -- Files ----------------------------------------------------------------------------------------------------------- */

static void put_device(struct out *o, const struct fd_name *name)
{
	const struct name *n = name->name;

	out__lit(o, "<");
	strace__put_name(o, name->text, name->len);
	out__lit(o, "<");
	FMT(o, words__file_device, n->device == S_IFBLK, n->rdev);
	out__lit(o, ">>");
}

static void put_path(struct out *o, const char *path, size_t len, bool is_deleted)
{
	static const char deleted[] = " (deleted)";
	size_t tail = sizeof(deleted) - 1;

	out__lit(o, "<");
	strace__put_name(o, path, is_deleted ? len - tail : len);
	put_str(o, is_deleted ? ">(deleted)" : ">");
}

static void put_pidfd(struct out *o, const struct fd_name *name)
{
	out__lit(o, "<");
	out__put(o, name->text, name->len);
	if (name->comm && strace__look(o)->comm) {
		out__lit(o, "<");
		strace__put_name(o, name->comm, strlen(name->comm));
		out__lit(o, ">");
	}
	out__lit(o, ">");
}

void strace__put_fd_name(struct out *o, const struct fd_name *name)
{
	const struct name *n = name->name;
	const char *link = n ? name__link(n) : NULL;
	struct fdinfo f;

	if (n && name__info(n, &f) && S_ISSOCK(f.mode)) {
		if (shows(o, FDS_SOCKETS) || shows(o, FDS_PATHS))
			put_socket(o, name, &f);
	} else if (n && n->device && shows(o, FDS_DEVICES)) {
		put_device(o, name);
	} else if (link && fd_name__is_pidfd(name) && shows(o, FDS_PIDFDS)) {
		put_pidfd(o, name);
	} else if (shows(o, FDS_PATHS)) {
		put_path(o, link ? link : name->text, link ? strlen(link) : name->len, n && n->deleted);
	}
}
