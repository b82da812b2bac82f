// SPDX-License-Identifier: BSD-2-Clause
/*
 * ready_connections.c - connections of sockets, from the calls on their descriptors.
 *
 * One begins with a call that connects or accepts, by its row, and ends when the last descriptor known is closed, or its process ends. A
 * connection has the descriptors that any call has named; a new process has those of its parent. It is known by its inode, or, if the source
 * has no description of sockets, by these descriptors alone.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "lib/vec.h"
#include "ready.h"
#include "tracker/fdtable.h"
#include "tracker/owner.h"
#include "tracker/sockname.h"
#include "writers/text.h"

#define UNNAMED (1ull << 63)
#define CLOEXEC_FLAG 4		/* CLOSE_RANGE_CLOEXEC of linux/close_range.h, which is newer than some build machines' headers */

struct holder {
	uint32_t pid;
	int fd;
};

struct connection {
	struct hash_node node;		/* by its inode, or by a number with UNNAMED */
	char comm[COMM_LEN];
	uint32_t pid;
	struct thread_owner owner;
	const char *how;
	uint64_t began, last;		/* ns; last: when it was last used or closed */
	uint64_t received, sent;
	int64_t error;			/* -errno of the call that began it; 0: none */
	enum abi native;
	bool no_age;			/* its beginning was not seen */
	struct socket_ends ends;
	struct holder *holders;		/* nholders of them; owned */
	unsigned nholders;
};

/* -- Which socket ------------------------------------------------------------------------------------------------------ */

/* NOT_NAMED: nothing is known of the descriptor. */
enum identified { NOT_NAMED, NO_CONNECTION, IS_SOCKET };

struct identity {
	uint64_t key;
	struct fdinfo info;
};

static enum identified identify(const struct ready *r, int fd, bool made, struct identity *id)
{
	struct fd_name name;

	*id = (struct identity){};
	if (!r->names || !r->names->fd_name(r->names->ctx, fd, made, &name))
		return NOT_NAMED;
	if (!name.name || !name__info(name.name, &id->info))
		return NO_CONNECTION;
	id->key = id->info.ino;
	return id->info.family == AF_INET || id->info.family == AF_INET6 || id->info.family == AF_UNIX ? IS_SOCKET : NO_CONNECTION;
}

static bool has_holder(const struct connection *n, uint32_t pid, int fd)
{
	for (unsigned i = 0; i < n->nholders; i++)
		if (n->holders[i].pid == pid && n->holders[i].fd == fd)
			return true;
	return false;
}

static struct connection *find(const struct ready *r, uint32_t pid, int fd, bool made)
{
	struct identity id;
	enum identified is = fd < 0 ? NO_CONNECTION : identify(r, fd, made, &id);

	if (is == IS_SOCKET)
		return hash__find(&r->connections, id.key);
	if (is == NO_CONNECTION || !r->unnamed)
		return NULL;
	HASH_EACH(&r->connections, struct connection, n)
		if (n->node.key & UNNAMED && has_holder(n, pid, fd))
			return n;
	return NULL;
}

static void hold(struct connection *n, uint32_t pid, int fd)
{
	if (!has_holder(n, pid, fd) && VEC_MORE(n->holders, n->nholders, 1))
		n->holders[n->nholders++] = (struct holder){ pid, fd };
}

/* -- The end ----------------------------------------------------------------------------------------------------------- */

static struct ready_cell text_or_none(struct ready *r, const char *s)
{
	return ready__text(r, *s ? s : NULL, strlen(s));
}

static struct ready_cell error_cell(struct ready *r, const struct connection *n)
{
	const char *name = n->error ? errno__name_in(n->native, (int)-n->error) : NULL;

	return n->error && !name ? cell_of(-n->error) : ready__text(r, name, name ? strlen(name) : 0);
}

static struct ready_cell cell(struct ready *r, const struct connection *n, enum ready_column_id id)
{
	switch (id) {
	case READY_TIME:	return cell_time(n->began);
	case READY_COMM:	return text_or_none(r, n->comm);
	case READY_PID:		return cell_of(n->pid);
	case READY_HOW:		return text_or_none(r, n->how);
	case READY_PROTOCOL:	return text_or_none(r, n->ends.protocol);
	case READY_LOCAL:	return text_or_none(r, n->ends.local);
	case READY_REMOTE:	return text_or_none(r, n->ends.remote);
	case READY_RECEIVED:	return cell_of((int64_t)n->received);
	case READY_SENT:	return cell_of((int64_t)n->sent);
	case READY_AGE:		return n->no_age ? (struct ready_cell){} : cell_ns(n->last - n->began);
	case READY_ERROR:	return error_cell(r, n);
	case READY_USER:
	case READY_CGROUP:
	case READY_CONTAINER:
	case READY_POD:
	case READY_UNIT:	return ready__owner(r, &n->owner, id);
	default:		return (struct ready_cell){};
	}
}

static void put(struct ready *r, const struct connection *n)
{
	for (unsigned i = 0; i < r->is->ncolumns; i++)
		r->cells[i] = cell(r, n, r->is->columns[i].id);
	ready__put_row(r);
}

static void forget(struct ready *r, struct connection *n)
{
	hash__remove(&r->connections, &n->node);
	free(n->holders);
	free(n);
}

static void end(struct ready *r, struct connection *n, uint64_t ts)
{
	n->last = ts;
	put(r, n);
	forget(r, n);
}

/* Removes holders; the last one ends the connection. */
static void release(struct ready *r, uint64_t ts, bool (*goes)(const struct connection *n, const struct holder *h, void *ctx), void *ctx)
{
	HASH_EACH(&r->connections, struct connection, n) {
		unsigned kept = 0, had = n->nholders;

		for (unsigned i = 0; i < n->nholders; i++)
			if (!goes(n, &n->holders[i], ctx))
				n->holders[kept++] = n->holders[i];
		n->nholders = kept;
		if (had && !kept)
			end(r, n, ts);
	}
}

/* -- The beginning ----------------------------------------------------------------------------------------------------- */

static void unix_peer(struct connection *n, const char *path, size_t len)
{
	bool abstract = len && !*path;

	len = abstract ? len : strnlen(path, len);
	len = len < sizeof(n->ends.remote) ? len : sizeof(n->ends.remote) - 1;
	memcpy(n->ends.remote, path, len);
	n->ends.remote[len] = '\0';
	if (abstract)
		n->ends.remote[0] = '@';
}

/* Of a socket that was refused, or has not been described. */
static void inet_peer(struct connection *n, uint16_t family, const uint8_t *p, size_t len)
{
	struct fdinfo f = { .family = family, .type = SOCK_STREAM, .dport = (uint16_t)(p[2] << 8 | p[3]) };
	struct socket_ends ends;
	size_t at = family == AF_INET6 ? 8 : 4, size = family == AF_INET6 ? 16 : 4;

	if (len < at + size)
		return;
	memcpy(f.daddr, p + at, size);
	fdinfo__ends(&f, &ends);
	memcpy(n->ends.remote, ends.remote, sizeof(ends.remote));
}

/* The address that the call passes. p NULL: not known */
struct address {
	uint16_t family;
	const uint8_t *p;
	size_t len;
};

static struct address address_of(const struct call *c)
{
	for (unsigned i = 0; i < c->row->nargs; i++) {
		const struct chunk *k = c->row->args[i].kind->is_sockaddr ? call__chunk(c, i, PART_SELF, false) : NULL;

		if (k && chunk__has_bytes(k) && k->len > 4)
			return (struct address){ (uint16_t)load_uint(chunk__bytes(k), 2, c->swap), chunk__bytes(k), k->len };
	}
	return (struct address){};
}

/* Sockets of AF_UNIX have only the peer's number. */
static void name_peer(struct connection *n, struct address a)
{
	if (a.family == AF_UNIX)
		unix_peer(n, (const char *)a.p + 2, a.len - 2);
	else if ((a.family == AF_INET || a.family == AF_INET6) && !n->ends.remote[0])
		inet_peer(n, a.family, a.p, a.len);
}

static struct connection *begin(struct ready *r, const struct event *e, int fd, const struct identity *id, const char *how)
{
	struct connection *n = id->key ? hash__find(&r->connections, id->key) : find(r, e->tgid, fd, true);

	if (n)
		end(r, n, e->ts);	/* connected again, or its end was not seen */
	n = file_view__add(&r->file, &r->connections, sizeof(*n), id->key ? id->key : UNNAMED | ++r->unnamed);
	if (!n)
		return NULL;
	n->how = how;
	n->began = e->ts;
	n->last = e->ts + e->dur;
	n->pid = e->tgid;
	n->native = e->native;
	if (e->owner)
		n->owner = *e->owner;
	if (e->comm)
		memcpy(n->comm, e->comm, strnlen(e->comm, sizeof(n->comm) - 1));
	if (id->key)
		fdinfo__ends(&id->info, &n->ends);
	hold(n, e->tgid, fd);
	return n;
}

static bool is_pending(int64_t ret)
{
	return ret == -EINPROGRESS || ret == -EALREADY || ret == -EINTR || ret == -EAGAIN;
}

/* connect(2) is called again for the result of a connection that it could not wait for. */
static bool goes_on(struct ready *r, const struct event *e, const struct call *c, struct connection *n, const struct identity *id)
{
	if (!n || (!is_pending(n->error) && !c->failed))
		return false;
	n->last = e->ts + e->dur;
	if (c->failed && (c->ret == -EISCONN || !is_pending(n->error) || is_pending(c->ret)))
		return true;
	n->error = c->failed ? c->ret : 0;
	if (c->failed)
		end(r, n, n->last);
	else if (id->key)
		fdinfo__ends(&id->info, &n->ends);
	return true;
}

static void connects(struct ready *r, const struct event *e, const struct call *c, int fd)
{
	struct identity id;
	enum identified is = identify(r, fd, true, &id);
	struct connection *n;

	if (is == NOT_NAMED)
		is = identify(r, fd, false, &id);
	n = find(r, e->tgid, fd, true);
	if (is == NO_CONNECTION || goes_on(r, e, c, n, &id))
		return;
	if (n)
		end(r, n, e->ts);
	if (address_of(c).family == AF_UNSPEC && address_of(c).p && !c->failed)
		return;		/* it was only disconnected */
	n = begin(r, e, fd, &id, "connect");
	if (!n)
		return;
	name_peer(n, address_of(c));
	n->error = c->failed ? c->ret : 0;
	if (c->failed && !is_pending(c->ret))
		end(r, n, e->ts + e->dur);
}

static void accepts(struct ready *r, const struct event *e, const struct call *c)
{
	struct identity id;

	if (!c->failed && identify(r, (int)c->ret, true, &id) != NO_CONNECTION)
		begin(r, e, (int)c->ret, &id, "accept");
}

/* -- In between -------------------------------------------------------------------------------------------------------- */

static int first_fd(const struct call *c)
{
	int i = row__fd_arg(c->row);

	return i < 0 ? -1 : (int)c->args[i];
}

static void add_buffer(void *ctx, int n, const struct chunk *k, uint64_t addr, uint64_t len)
{
	(void)n, (void)k, (void)addr;
	*(uint64_t *)ctx += len;
}

static void next_message(void *ctx, unsigned n, uint64_t buffers)
{
	(void)ctx, (void)n, (void)buffers;
}

/* Some calls return how many messages they moved. */
static uint64_t bytes_of(const struct call *c)
{
	uint64_t sum = 0;

	if (c->row->ret_bytes)
		return (uint64_t)c->ret;
	call__each_buffer(c, &(struct buffers){ .o = &sum, .buffer = add_buffer, .message = next_message });
	return sum;
}

static void moves(struct connection *n, const struct call *c)
{
	if (!c->row->moves || c->failed || c->ret <= 0)
		return;
	n->error = 0;		/* it was connected in the meantime */
	*(call__reads(c) ? &n->received : &n->sent) += bytes_of(c);
}

struct closing {
	const struct ready *r;
	uint32_t pid;
	uint32_t first, last;		/* descriptors */
};

static bool is_closed(const struct connection *n, const struct holder *h, void *ctx)
{
	const struct closing *w = ctx;

	(void)n;
	return h->pid == w->pid && (uint32_t)h->fd >= w->first && (uint32_t)h->fd <= w->last;
}

static void closes(struct ready *r, const struct event *e, uint32_t first, uint32_t last)
{
	release(r, e->ts + e->dur, is_closed, &(struct closing){ .pid = e->tgid, .first = first, .last = last });
}

/* A descriptor that dup2(2) replaces is closed before it becomes the copy. */
static void replaces(struct ready *r, const struct event *e, const struct call *c)
{
	const int8_t *on = c->row->on;

	if (c->row->effect == DUPS_TO && !c->failed && c->args[on[0]] != c->args[on[1]])
		closes(r, e, (uint32_t)c->args[on[1]], (uint32_t)c->args[on[1]]);
}

/* One that was there before tracing began, or whose beginning was not selected. */
static struct connection *was_open(struct ready *r, const struct event *e, const struct call *c, int fd)
{
	struct identity id;
	struct connection *n;

	if (!c->row->moves || c->failed || fd < 0 || identify(r, fd, false, &id) != IS_SOCKET || id.info.family == AF_UNIX || !id.info.dport)
		return NULL;
	n = begin(r, e, fd, &id, "open");
	if (n)
		n->no_age = true;
	return n;
}

/* Calls that move bytes between two descriptors. */
static void moves_between(struct ready *r, const struct event *e, const struct call *c)
{
	struct connection *from = find(r, e->tgid, (int)c->args[c->row->from - 1], false), *to = find(r, e->tgid, (int)c->args[c->row->to - 1], false);

	if (c->failed)
		return;
	if (from) {
		from->last = e->ts + e->dur;
		from->received += (uint64_t)c->ret;
	}
	if (to) {
		to->last = e->ts + e->dur;
		to->sent += (uint64_t)c->ret;
	}
}

/* How a connection that was not waited for has ended up. */
static void tells_error(struct ready *r, const struct call *c, struct connection *n, int fd)
{
	const struct chunk *k = c->row->error_at && !c->failed ? call__chunk(c, c->row->error_at - 1u, PART_SELF, true) : NULL;
	struct identity id;

	if (!k || !chunk__has_bytes(k) || k->len < 4 || !is_pending(n->error))
		return;
	n->error = -load_int(chunk__bytes(k), 4, c->swap);
	if (!n->error && identify(r, fd, false, &id) == IS_SOCKET)
		fdinfo__ends(&id.info, &n->ends);
}

static void uses(struct ready *r, const struct event *e, const struct call *c, int fd)
{
	struct connection *n = find(r, e->tgid, fd, false), *made;
	bool copies = c->row->effect == DUPS_FD || c->row->effect == DUPS_TO;

	if (!n)
		n = was_open(r, e, c, fd);
	if (n) {
		n->last = e->ts + e->dur;
		hold(n, e->tgid, fd);
		moves(n, c);
		tells_error(r, c, n, fd);
	}
	replaces(r, e, c);
	if (c->row->ret != RET_FD || c->failed)
		return;
	made = find(r, e->tgid, (int)c->ret, true);
	if (made || (n && copies && n->node.key & UNNAMED))
		hold(made ? made : n, e->tgid, (int)c->ret);
}

/* After execve: those that the process no longer has. */
static bool is_gone(const struct connection *n, const struct holder *h, void *ctx)
{
	const struct closing *w = ctx;
	struct identity id;

	return h->pid == w->pid && !(n->node.key & UNNAMED) && !(identify(w->r, h->fd, true, &id) == IS_SOCKET && id.key == n->node.key);
}

/* What its row says that it changes. */
static void changes(struct ready *r, const struct event *e, const struct call *c)
{
	const int8_t *on = c->row->on;

	if (c->row->effect == CLOSES_FD)
		closes(r, e, (uint32_t)c->args[on[0]], (uint32_t)c->args[on[0]]);
	else if (c->row->effect == CLOSES_RANGE && !c->failed && !(c->args[on[2]] & CLOEXEC_FLAG))
		closes(r, e, (uint32_t)c->args[on[0]], (uint32_t)c->args[on[1]]);
	else if (c->row->effect == EXECS && !c->failed)
		release(r, e->ts + e->dur, is_gone, &(struct closing){ .r = r, .pid = e->tgid });
}

void ready_connections__call(struct ready *r, const struct event *e, const struct call *c)
{
	if (!c->row || !c->done)
		return;
	if (c->row->connects) {
		connects(r, e, c, first_fd(c));
	} else if (c->row->accepts) {
		accepts(r, e, c);
	} else if (c->row->from) {
		moves_between(r, e, c);
	} else {
		uses(r, e, c, first_fd(c));
		changes(r, e, c);
	}
}

void ready_connections__fork(struct ready *r, uint32_t parent, uint32_t child)
{
	HASH_EACH(&r->connections, struct connection, n)
		for (unsigned i = 0, had = n->nholders; i < had; i++)
			if (n->holders[i].pid == parent)
				hold(n, child, n->holders[i].fd);
}

void ready_connections__exit(struct ready *r, const struct event *e)
{
	if (e->tid == e->tgid)
		release(r, e->ts, is_closed, &(struct closing){ .pid = e->tgid, .last = UINT32_MAX });
}

static int by_begin(const void *a, const void *b)
{
	const struct connection *x = *(struct connection *const *)a, *y = *(struct connection *const *)b;

	return x->began != y->began ? (x->began < y->began ? -1 : 1) : (x->node.key > y->node.key) - (x->node.key < y->node.key);
}

void ready_connections__end(struct ready *r)
{
	struct connection **list = calloc(r->connections.n + 1, sizeof(struct connection *));
	unsigned n = 0;

	HASH_EACH(&r->connections, struct connection, c)
		if (list)
			list[n++] = c;
	if (list)
		qsort(list, n, sizeof(struct connection *), by_begin);
	for (unsigned i = 0; i < n; i++) {
		list[i]->last = r->last > list[i]->last ? r->last : list[i]->last;
		put(r, list[i]);
	}
	free(list);
}

void ready_connections__free(struct ready *r)
{
	HASH_EACH(&r->connections, struct connection, n)
		free(n->holders);
	hash__drop(&r->connections);
}
