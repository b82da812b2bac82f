// SPDX-License-Identifier: BSD-2-Clause
/*
 * ready_connections.c - connections of sockets, from the calls on their descriptors.
 *
 * One begins with a call that connects or accepts, by its row, and ends when the last descriptor known is closed, or its process ends. A
 * connection has the descriptors that any call has named; a new process has those of its parent. It is known by its inode, or, if the source
 * has no description of sockets, by the name of its descriptor.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "lib/vec.h"
#include "ready.h"
#include "tracker/fdtable.h"
#include "tracker/sockname.h"
#include "writers/text.h"

#define CLOEXEC_FLAG 4		/* CLOSE_RANGE_CLOEXEC of linux/close_range.h, which is newer than some build machines' headers */

struct holder {
	uint32_t pid;
	int fd;
};

struct connection {
	struct hash_node node;		/* by its inode, or the hash of its name */
	char comm[COMM_LEN];
	uint32_t pid;
	const char *how;
	uint64_t began, last;		/* ns; last: when it was last used or closed */
	uint64_t received, sent;
	int64_t error;			/* -errno of the call that began it; 0: none */
	enum abi native;
	struct socket_ends ends;
	struct holder *holders;		/* nholders of them; owned */
	unsigned nholders;
};

/* -- Which socket ------------------------------------------------------------------------------------------------------ */

struct identity {
	uint64_t key;
	struct fdinfo info;
	bool has_info;
	struct fd_name name;
};

/* false: nothing is known of the descriptor, or it is no socket of these families. */
static bool identify(const struct ready *r, int fd, bool made, struct identity *id)
{
	*id = (struct identity){};
	if (!r->names || !r->names->fd_name(r->names->ctx, fd, made, &id->name))
		return false;
	id->has_info = id->name.name && name__info(id->name.name, &id->info);
	if (id->has_info) {
		id->key = id->info.ino;
		return id->info.family == AF_INET || id->info.family == AF_INET6 || id->info.family == AF_UNIX;
	}
	id->key = hash__bytes(id->name.text, id->name.len, 1) | 1ull << 63;
	return id->name.len > 8 && !memcmp(id->name.text, "socket:[", 8);
}

static void hold(struct connection *n, uint32_t pid, int fd)
{
	for (unsigned i = 0; i < n->nholders; i++)
		if (n->holders[i].pid == pid && n->holders[i].fd == fd)
			return;
	if (VEC_MORE(n->holders, n->nholders, 1))
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
	case READY_AGE:		return cell_ns(n->last - n->began);
	case READY_ERROR:	return error_cell(r, n);
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

/* The path of the AF_UNIX address that the call passes: the socket itself has only the peer's number. */
static void name_peer(struct connection *n, const struct call *c)
{
	for (unsigned i = 0; i < CALL_ARGS && c->row->args[i].name; i++) {
		const struct chunk *k = c->row->args[i].kind->is_sockaddr ? call__chunk(c, i, PART_SELF, false) : NULL;
		const char *path = k && chunk__has_bytes(k) && k->len > 3 ? (const char *)chunk__bytes(k) + 2 : NULL;
		size_t len = path ? k->len - 2 : 0, abstract = path && !*path;

		if (!path || load_uint(chunk__bytes(k), 2, c->swap) != AF_UNIX)
			continue;
		len = abstract ? len : strnlen(path, len);
		len = len < sizeof(n->ends.remote) ? len : sizeof(n->ends.remote) - 1;
		memcpy(n->ends.remote, path, len);
		n->ends.remote[len] = '\0';
		if (abstract)
			n->ends.remote[0] = '@';
	}
}

static struct connection *begin(struct ready *r, const struct event *e, const struct call *c, const struct identity *id, const char *how)
{
	struct connection *n = hash__find(&r->connections, id->key);

	if (n)
		end(r, n, e->ts);	/* connected again, or its end was not seen */
	n = file_view__add(&r->file, &r->connections, sizeof(*n), id->key);
	if (!n)
		return NULL;
	n->how = how;
	n->began = e->ts;
	n->last = e->ts + e->dur;
	n->pid = e->tgid;
	n->native = e->native;
	if (e->comm)
		memcpy(n->comm, e->comm, strnlen(e->comm, sizeof(n->comm) - 1));
	if (id->has_info)
		fdinfo__ends(&id->info, &n->ends);
	if (c->row->connects)
		name_peer(n, c);
	return n;
}

static void connects(struct ready *r, const struct event *e, const struct call *c, int fd)
{
	struct identity id;
	struct connection *n;

	if (!identify(r, fd, true, &id) && !identify(r, fd, false, &id))
		return;
	n = begin(r, e, c, &id, "connect");
	if (!n)
		return;
	n->error = c->failed ? c->ret : 0;
	hold(n, e->tgid, fd);
	if (c->failed && -c->ret != EINPROGRESS && -c->ret != EINTR)
		end(r, n, e->ts + e->dur);
}

static void accepts(struct ready *r, const struct event *e, const struct call *c)
{
	struct identity id;
	struct connection *n;

	if (c->failed || !identify(r, (int)c->ret, true, &id))
		return;
	n = begin(r, e, c, &id, "accept");
	if (n)
		hold(n, e->tgid, (int)c->ret);
}

/* -- In between -------------------------------------------------------------------------------------------------------- */

static int first_fd(const struct call *c)
{
	for (unsigned i = 0; i < CALL_ARGS && c->row->args[i].kind; i++)
		if (c->row->args[i].kind->is_fd)
			return (int)c->args[i];
	return -1;
}

static void moves(struct connection *n, const struct call *c)
{
	if (!c->row->moves || !c->row->ret_bytes || c->failed)
		return;
	n->error = c->ret > 0 ? 0 : n->error;	/* it was connected in the meantime */
	*(call__reads(c) ? &n->received : &n->sent) += (uint64_t)c->ret;
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

static void uses(struct ready *r, const struct event *e, const struct call *c, int fd)
{
	struct identity id;
	struct connection *n;

	if (fd >= 0 && identify(r, fd, false, &id) && (n = hash__find(&r->connections, id.key))) {
		n->last = e->ts + e->dur;
		hold(n, e->tgid, fd);
		moves(n, c);
	}
	replaces(r, e, c);
	/* It became another descriptor, too. */
	if (c->row->ret == RET_FD && !c->failed && identify(r, (int)c->ret, true, &id) && (n = hash__find(&r->connections, id.key)))
		hold(n, e->tgid, (int)c->ret);
}

/* After execve: those that the process no longer has. */
static bool is_gone(const struct connection *n, const struct holder *h, void *ctx)
{
	const struct closing *w = ctx;
	struct identity id;

	return h->pid == w->pid && !(identify(w->r, h->fd, true, &id) && id.key == n->node.key);
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
