// SPDX-License-Identifier: BSD-2-Clause
/* peers.c - finds ends of pipes, FIFOs, sockets, pseudoterminals and eventfds in the descriptor tables of all processes that may be read. */
#define _GNU_SOURCE
#include "peers.h"

#include <fcntl.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/small_file.h"
#include "lib/vec.h"
#include "process_state.h"

#define REPLY_MAX 32768		/* bytes: the kernel fills no more of a dump at a time */
#define TCP_LISTENS 10		/* TCP_LISTEN of the kernel (include/net/tcp_states.h): such sockets have no other end */

struct wanted {
	struct object object;
	struct fdinfo info;	/* of a socket */
};

struct peer_scan {
	struct fdinfo *sockets;	/* nsockets of them, by inode */
	size_t nsockets;
	struct wanted *wanted;	/* nwanted of them */
	size_t nwanted;
	/* Of a run */
	bool (*skip)(void *ctx, pid_t tgid);
	void (*found)(void *ctx, const struct peer_end *e);
	void *ctx;
	struct peer_end end;	/* scratch */
	pid_t files;		/* the thread of that process in whose directory descriptors are */
	struct object object;	/* that `end` names */
	bool fifos, terminals;	/* with names in directories: these are wanted */
};

/* -- What is connected ------------------------------------------------------------------------------------------------- */

/* As an IPv6 address: a socket of IPv6 may be connected to one of IPv4. */
static void wide_address(uint8_t to[16], const struct fdinfo *f, const uint8_t *addr)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };

	memcpy(to, mapped, sizeof(mapped));
	if (f->family == AF_INET6)
		memcpy(to, addr, 16);
	else
		memcpy(to + sizeof(mapped), addr, 4);
}

static bool same_address(const struct fdinfo *a, const uint8_t *x, const struct fdinfo *b, const uint8_t *y)
{
	uint8_t p[16], q[16];

	wide_address(p, a, x);
	wide_address(q, b, y);
	return !memcmp(p, q, sizeof(p));
}

static bool is_inet(const struct fdinfo *f)
{
	return f->family == AF_INET || f->family == AF_INET6;
}

bool peers__connected(const struct fdinfo *a, const struct fdinfo *b)
{
	if (a->family == AF_UNIX && b->family == AF_UNIX)
		return (a->peer_ino && a->peer_ino == b->ino) || (b->peer_ino && b->peer_ino == a->ino);
	return is_inet(a) && is_inet(b) && a->ino != b->ino && a->protocol == b->protocol && a->sport && a->dport && a->sport == b->dport &&
	       a->dport == b->sport && same_address(a, a->saddr, b, b->daddr) && same_address(a, a->daddr, b, b->saddr);
}

/* -- Sockets ----------------------------------------------------------------------------------------------------------- */

static void add_socket(struct peer_scan *s, const struct fdinfo *f)
{
	if (f->ino && VEC_MORE(s->sockets, s->nsockets, 1))
		s->sockets[s->nsockets++] = *f;
}

static void take_inet(struct peer_scan *s, const struct inet_diag_msg *m, unsigned protocol)
{
	struct fdinfo f = {
		.mode = S_IFSOCK | 0777, .ino = m->idiag_inode, .family = m->idiag_family, .protocol = (uint16_t)protocol,
		.type = protocol == IPPROTO_TCP ? SOCK_STREAM : SOCK_DGRAM, .sport = ntohs(m->id.idiag_sport), .dport = ntohs(m->id.idiag_dport),
	};
	size_t n = m->idiag_family == AF_INET6 ? 16 : 4;

	if (!f.dport || m->idiag_state == TCP_LISTENS)
		return;
	memcpy(f.saddr, m->id.idiag_src, n);
	memcpy(f.daddr, m->id.idiag_dst, n);
	add_socket(s, &f);
}

static void take_unix(struct peer_scan *s, const struct unix_diag_msg *m, size_t len)
{
	struct fdinfo f = { .mode = S_IFSOCK | 0777, .ino = m->udiag_ino, .family = AF_UNIX, .type = m->udiag_type };
	const char *p = (const char *)(m + 1), *end = (const char *)m + len;
	uint32_t peer;

	while (end - p >= (ptrdiff_t)sizeof(struct rtattr)) {
		const struct rtattr *a = (const struct rtattr *)p;

		if (a->rta_len < sizeof(*a) || a->rta_len > end - p)
			break;
		if (a->rta_type == UNIX_DIAG_PEER && RTA_PAYLOAD(a) >= sizeof(peer)) {
			memcpy(&peer, RTA_DATA(a), sizeof(peer));
			f.peer_ino = peer;
		} else if (a->rta_type == UNIX_DIAG_NAME && RTA_PAYLOAD(a) <= sizeof(f.path)) {
			f.path_len = (uint8_t)RTA_PAYLOAD(a);
			memcpy(f.path, RTA_DATA(a), f.path_len);
		}
		p += RTA_ALIGN(a->rta_len);
	}
	add_socket(s, &f);
}

/* 1: the dump goes on; 0: it has ended; -1: there is none */
static int take_reply(struct peer_scan *s, const char *p, size_t len, unsigned protocol)
{
	const struct nlmsghdr *h;
	size_t n;

	for (; len >= NLMSG_HDRLEN; p += n, len -= n) {
		h = (const struct nlmsghdr *)p;
		n = NLMSG_ALIGN(h->nlmsg_len);
		if (h->nlmsg_len < NLMSG_HDRLEN || n > len || h->nlmsg_type != SOCK_DIAG_BY_FAMILY)
			return h->nlmsg_type == NLMSG_DONE ? 0 : -1;
		if (!protocol && h->nlmsg_len >= NLMSG_LENGTH(sizeof(struct unix_diag_msg)))
			take_unix(s, NLMSG_DATA(h), h->nlmsg_len - NLMSG_HDRLEN);
		else if (protocol && h->nlmsg_len >= NLMSG_LENGTH(sizeof(struct inet_diag_msg)))
			take_inet(s, NLMSG_DATA(h), protocol);
	}
	return 1;
}

/* All sockets of a family, and of a protocol unless that is 0. false: the kernel does not tell. */
static bool ask_kernel(struct peer_scan *s, int fd, unsigned family, unsigned protocol)
{
	_Alignas(struct nlmsghdr) char reply[REPLY_MAX];
	struct {
		struct nlmsghdr h;
		union {
			struct unix_diag_req un;
			struct inet_diag_req_v2 in;
		};
	} q = { .h = { .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP } };
	ssize_t n;

	if (protocol)
		q.in = (struct inet_diag_req_v2){ .sdiag_family = (uint8_t)family, .sdiag_protocol = (uint8_t)protocol, .idiag_states = ~0u };
	else
		q.un = (struct unix_diag_req){ .sdiag_family = (uint8_t)family, .udiag_states = ~0u, .udiag_show = UDIAG_SHOW_PEER | UDIAG_SHOW_NAME };
	q.h.nlmsg_len = NLMSG_LENGTH(protocol ? sizeof(q.in) : sizeof(q.un));
	n = send(fd, &q, q.h.nlmsg_len, 0);
	while (n > 0) {
		int more;

		n = recv(fd, reply, sizeof(reply), MSG_DONTWAIT);	/* the kernel dumps within the call */
		more = n > 0 ? take_reply(s, reply, (size_t)n, protocol) : -1;
		if (more <= 0)
			return !more;
	}
	return false;
}

/* An address of /proc/net/tcp: words of 8 hexadecimal digits, each in this machine's byte order. */
static void parse_address(uint8_t to[16], const char *hex)
{
	for (unsigned i = 0; i < strlen(hex) / 8 && i < 4; i++) {
		char word[9] = "";
		uint32_t v;

		memcpy(word, hex + 8 * i, 8);
		v = (uint32_t)strtoul(word, NULL, 16);
		memcpy(to + 4 * i, &v, sizeof(v));
	}
}

/* Where the kernel has no inet_diag: the lines of /proc/net/tcp and the like. */
static void read_table(struct peer_scan *s, const char *name, unsigned family, unsigned protocol)
{
	char path[32], line[512], from[33], to[33];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/net/%s", name);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		struct fdinfo i = {
			.mode = S_IFSOCK | 0777, .family = (uint16_t)family, .protocol = (uint16_t)protocol, .type = protocol == IPPROTO_TCP ? SOCK_STREAM : SOCK_DGRAM,
		};
		unsigned sport, dport, state;
		unsigned long long ino;

		if (sscanf(line, " %*u: %32[0-9A-F]:%x %32[0-9A-F]:%x %x %*s %*s %*s %*u %*u %llu", from, &sport, to, &dport, &state, &ino) != 6 || !dport)
			continue;
		i.sport = (uint16_t)sport;
		i.dport = (uint16_t)dport;
		i.ino = ino;
		parse_address(i.saddr, from);
		parse_address(i.daddr, to);
		add_socket(s, &i);
	}
	if (f)
		fclose(f);
}

static void list_sockets(struct peer_scan *s)
{
	static const struct { const char *name; unsigned family, protocol; } tables[] = {
		{ "tcp", AF_INET, IPPROTO_TCP }, { "tcp6", AF_INET6, IPPROTO_TCP }, { "udp", AF_INET, IPPROTO_UDP }, { "udp6", AF_INET6, IPPROTO_UDP },
	};
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);

	if (fd >= 0)
		ask_kernel(s, fd, AF_UNIX, 0);
	for (unsigned i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		if (fd < 0 || !ask_kernel(s, fd, tables[i].family, tables[i].protocol))
			read_table(s, tables[i].name, tables[i].family, tables[i].protocol);
	if (fd >= 0)
		close(fd);
}

static int compare_sockets(const void *a, const void *b)
{
	const struct fdinfo *x = a, *y = b;

	return x->ino < y->ino ? -1 : x->ino > y->ino;
}

static const struct fdinfo *socket_of(const struct peer_scan *s, uint64_t ino)
{
	struct fdinfo key = { .ino = ino };

	return s->nsockets ? bsearch(&key, s->sockets, s->nsockets, sizeof(key), compare_sockets) : NULL;
}

struct peer_scan *peer_scan__new(void)
{
	struct peer_scan *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	list_sockets(s);
	if (s->nsockets)
		qsort(s->sockets, s->nsockets, sizeof(*s->sockets), compare_sockets);
	return s;
}

void peer_scan__free(struct peer_scan *s)
{
	if (!s)
		return;
	free(s->sockets);
	free(s->wanted);
	free(s);
}

/* -- What is wanted ---------------------------------------------------------------------------------------------------- */

static const struct wanted *find_wanted(const struct peer_scan *s, const struct object *o)
{
	for (size_t i = 0; i < s->nwanted; i++)
		if (fd_object__is_same(&s->wanted[i].object, o))
			return &s->wanted[i];
	return NULL;
}

static void want(struct peer_scan *s, struct object o, struct fdinfo info)
{
	if (!find_wanted(s, &o) && VEC_MORE(s->wanted, s->nwanted, 1))
		s->wanted[s->nwanted++] = (struct wanted){ o, info };
}

static void want_socket(struct peer_scan *s, const struct fdinfo *f)
{
	want(s, (struct object){ OBJECT_SOCKET, .number = f->ino }, *f);
}

static void want_peers(struct peer_scan *s, const struct fdinfo *f)
{
	bool any = false;

	for (size_t i = 0; i < s->nsockets; i++)
		if (peers__connected(f, &s->sockets[i])) {
			want_socket(s, &s->sockets[i]);
			any = true;
		}
	if (!any && f->family == AF_UNIX && f->peer_ino)
		want_socket(s, &(struct fdinfo){ .mode = f->mode, .ino = f->peer_ino, .family = AF_UNIX, .type = f->type, .peer_ino = f->ino });
}

/* What others have open if they have the other end; of pipes and eventfds that is the same. */
static struct object other_end(struct object o)
{
	if (o.kind == OBJECT_TERMINAL)
		o.kind = OBJECT_MASTER;
	else if (o.kind == OBJECT_MASTER)
		o.kind = OBJECT_TERMINAL;
	return o;
}

void peer_scan__want(struct peer_scan *s, const struct object *o, const struct fdinfo *known)
{
	const struct fdinfo *f = o->kind == OBJECT_SOCKET ? socket_of(s, o->number) : NULL;
	struct object other = other_end(*o);

	if (!f && known && S_ISSOCK(known->mode))
		f = known;
	if (f)
		want_peers(s, f);
	else if (o->kind != OBJECT_OTHER && o->kind != OBJECT_SOCKET)
		want(s, other, fd_object__info(&other));
	s->fifos |= o->kind == OBJECT_PIPE && o->device;
	s->terminals |= o->kind == OBJECT_TERMINAL || o->kind == OBJECT_MASTER;
}

/* -- Who has it -------------------------------------------------------------------------------------------------------- */

unsigned peers__access(const char *fdinfo)
{
	const char *p = strstr(fdinfo, "flags:");

	return p ? 1 + (unsigned)(strtoul(p + strlen("flags:"), NULL, 8) & O_ACCMODE) : 0;
}

/* May a descriptor be wanted whose link does not tell what it is? To look at it takes longer than to read the link. */
static bool is_worth_a_look(const struct peer_scan *s, const char *link)
{
	return *link != '/' || s->fifos || (s->terminals && strstr(link, "/dev/") && strcmp(link, "/dev/null") != 0);
}

static int look_at_fd(void *ctx, int fd)
{
	struct peer_scan *s = ctx;
	const struct wanted *w;
	char link[64], text[FDINFO_LEN] = "";

	if (small_file__link(link, sizeof(link), "/proc/%d/fd/%d", s->files, fd) < 0)
		return 0;
	if (fd_object__of_link(&s->object, link) ? is_worth_a_look(s, link) : s->object.kind == OBJECT_PIPE)
		s->object = fd_object__of(s->files, fd, link, text);
	w = s->object.kind != OBJECT_OTHER ? find_wanted(s, &s->object) : NULL;
	if (!w || (!s->end.comm[0] && small_file__line(s->end.comm, sizeof(s->end.comm), "/proc/%d/comm", s->end.tgid)))
		return 0;
	s->end.info = w->info;
	s->end.info.fd = fd;
	if (s->object.kind == OBJECT_PIPE)
		s->end.info.access = (uint8_t)peers__access(text);
	s->found(s->ctx, &s->end);
	return 0;
}

static int look_at_process(void *ctx, int tgid)
{
	struct peer_scan *s = ctx;

	if (tgid == getpid() || (s->skip && s->skip(s->ctx, tgid)))
		return 0;
	s->end = (struct peer_end){ .tgid = tgid };
	s->files = process_state__thread(tgid);
	small_file__numbers(look_at_fd, s, "/proc/%d/fd", s->files);
	return 0;
}

void peer_scan__run(struct peer_scan *s, bool (*skip)(void *ctx, pid_t tgid), void (*found)(void *ctx, const struct peer_end *e), void *ctx)
{
	if (!s->nwanted)
		return;
	s->skip = skip;
	s->found = found;
	s->ctx = ctx;
	small_file__numbers(look_at_process, s, "/proc");
}

bool peer_scan__describe(const struct peer_scan *s, const struct object *o, const char *fdinfo, struct fdinfo *f)
{
	const struct fdinfo *socket = o->kind == OBJECT_SOCKET ? socket_of(s, o->number) : NULL;
	bool is_pipe = o->kind == OBJECT_PIPE && !o->device;

	if (socket)
		*f = *socket;
	else if (is_pipe)
		*f = (struct fdinfo){ .mode = S_IFIFO | 0600, .ino = o->number, .access = (uint8_t)peers__access(fdinfo) };
	return socket || is_pipe;
}

/* -- Single descriptors ------------------------------------------------------------------------------------------------ */

struct question {
	struct object object;
	const struct fdinfo *own;	/* of a socket; NULL: not known */
	struct peer_fd *fd;
};

struct questions {
	const struct peer_scan *scan;
	struct question *of;
	size_t n;
};

static bool answers(const struct questions *all, const struct question *q, const struct peer_end *e)
{
	struct object other = other_end(q->object);

	if (q->object.kind == OBJECT_OTHER || (q->fd->tgid == e->tgid && q->fd->fd == e->info.fd))
		return false;
	if (q->object.kind == OBJECT_SOCKET)
		return q->own && all->scan->object.kind == OBJECT_SOCKET && peers__connected(q->own, &e->info);
	return fd_object__is_same(&other, &all->scan->object) && (other.kind != OBJECT_PIPE || peers__meet(q->fd->access, e->info.access));
}

static void keep(void *ctx, const struct peer_end *e)
{
	const struct questions *q = ctx;

	for (size_t k = 0; k < q->n; k++) {
		struct peer_fd *f = q->of[k].fd;
		bool done = !answers(q, &q->of[k], e) || f->n == PEER_FD_ENDS;

		for (unsigned i = 0; !done && i < f->n; i++)
			done = f->ends[i].pid == e->tgid;
		if (done)
			continue;
		f->ends[f->n].pid = e->tgid;
		memcpy(f->ends[f->n++].comm, e->comm, COMM_LEN);
	}
}

static void ask(struct peer_scan *s, struct question *q, struct peer_fd *f)
{
	char text[FDINFO_LEN];
	pid_t files = process_state__thread(f->tgid);

	f->n = f->access = 0;
	f->shared = false;
	q->fd = f;
	if (small_file__link(f->link, sizeof(f->link), "/proc/%d/fd/%d", files, f->fd) <= 0)
		return;
	q->object = fd_object__of(files, f->fd, f->link, text);
	if (q->object.kind == OBJECT_SOCKET)
		q->own = socket_of(s, q->object.number);
	if (q->object.kind == OBJECT_PIPE)
		f->access = peers__access(text);
	f->shared = q->object.kind == OBJECT_EVENTFD;
	peer_scan__want(s, &q->object, NULL);
}

static void leave_out_self(struct peer_fd *f)
{
	for (unsigned i = 0; f->n > 1 && i < f->n; i++)
		if (f->ends[i].pid == f->tgid) {
			memmove(&f->ends[i], &f->ends[i + 1], (--f->n - i) * sizeof(f->ends[0]));
			break;
		}
}

void peers__of_fds(struct peer_fd *fds, size_t n)
{
	struct peer_scan *s = n ? peer_scan__new() : NULL;
	struct questions q = { .scan = s, .of = s ? calloc(n, sizeof(*q.of)) : NULL, .n = n };

	if (q.of) {
		for (size_t i = 0; i < n; i++)
			ask(s, &q.of[i], &fds[i]);
		peer_scan__run(s, NULL, keep, &q);
		for (size_t i = 0; i < n; i++)
			leave_out_self(&fds[i]);
	}
	free(q.of);
	peer_scan__free(s);
}
