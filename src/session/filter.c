// SPDX-License-Identifier: BSD-2-Clause
/* filter.c - which calls are shown: by name, result, duration, path. Cheap tests come first. */
#define _GNU_SOURCE
#include "filter.h"

#include <fnmatch.h>
#include <string.h>
#include <sys/socket.h>

#include "beautifiers/show.h"
#include "config/option_values.h"
#include "tracker/sockname.h"

static bool wants_result(const struct options *o, const struct call *c, struct span at)
{
	uint64_t err;

	if (o->strace.on && !(o->strace.statuses & (!c->done ? STATUS_NO_RESULT : c->failed ? STATUS_FAILED : STATUS_SUCCESSFUL)))
		return false;
	if (!c->done)	/* no result yet: shown only if every result passes */
		return !o->only_failed && !o->only_ok && !o->has_errnos && at.ended - at.began >= o->min_dur;
	if (o->only_failed && !c->failed)
		return false;
	if (o->only_ok && c->failed)
		return false;
	if (o->has_errnos) {
		err = -c->ret;
		if (!c->failed || err >= sizeof(o->errnos) * 8 || !(o->errnos[err / 64] >> (err % 64) & 1))
			return false;
	}
	return at.ended - at.began >= o->min_dur;
}

bool filter__wants_returned(const struct options *o, const struct rec_call *r)
{
	static struct call c;

	call__take_result(&c, r, rows__find((enum abi)r->abi, r->nr));
	return syscall_set__has(&o->calls, (enum abi)r->abi, r->nr) &&
	       wants_result(o, &c, (struct span){ .began = r->rec.ts - r->dur, .ended = r->rec.ts });
}

/* Is text at or below prefix? Both are absolute; a name that is no path (a pipe's) is not. */
static bool lies_under(const char *text, size_t n, const char *prefix)
{
	size_t len = strlen(prefix);

	while (len > 1 && prefix[len - 1] == '/')
		len--;
	if (n < len || memcmp(text, prefix, len))
		return false;
	return len == 1 || n == len || text[len] == '/';
}

static bool text_under(const struct options *o, const char *text, size_t n)
{
	static const char deleted[] = " (deleted)";
	size_t len = sizeof(deleted) - 1;

	if (n > len && !memcmp(text + n - len, deleted, len))
		n -= len;		/* a removed file matches by its old path */
	for (unsigned i = 0; i < o->npaths; i++)
		if (lies_under(text, n, o->paths[i]) && (!o->strace.exact_paths || n == strlen(o->paths[i])))
			return true;
	return false;
}

static bool any_under(const struct options *o, const struct name *n)
{
	struct fdinfo f;

	if (!n)
		return false;
	if (name__info(n, &f))
		return text_under(o, f.path, fdinfo__path(&f));
	return text_under(o, n->text, n->len);
}

/* Tests the path as passed, resolved without a link at its end, and resolved completely. */
static bool path_under(const struct options *o, const struct thread *th, const struct name *n)
{
	bool found = any_under(o, n);

	for (int last = 0; n && !found && last < 2; last++) {
		struct name *real = links__resolve(th->all->links, th->fs->mnt_ns, n, last);

		found = any_under(o, real);
		name__put(real);
	}
	return found;
}

/* The path of an AF_UNIX address that was passed. */
static struct name *address_path(const struct thread *th, const struct call *c, unsigned i)
{
	const struct chunk *k = call__chunk(c, i, PART_SELF, false);
	const char *path;

	if (!k || k->len < 3 || load_uint(chunk__bytes(k), 2, c->swap) != AF_UNIX)
		return NULL;
	path = (const char *)chunk__bytes(k) + 2;
	return *path ? name__join(th->fs->cwd, path, strnlen(path, k->len - 2)) : NULL;	/* NUL: an abstract address */
}

struct memory_search {
	const struct options *opt;
	const struct thread *th;
	struct span at;
};

static bool fd_under(void *ctx, int fd)
{
	const struct memory_search *m = ctx;

	return any_under(m->opt, fdtable__name(m->th->files, fd, m->at.began));
}

/* A set of descriptors (select), or structures that begin with one (poll): those passed. */
static bool memory_under(const struct options *o, const struct thread *th, const struct call *c, unsigned i, struct span at)
{
	struct memory_search m = { o, th, at };

	return call__any_fd_in(c, i, fd_under, &m);
}

/* The path argument i, or address, lies below a chosen path. */
static bool named_under(const struct options *o, const struct thread *th, const struct call *c, unsigned i, struct span at)
{
	struct name *n = c->row->args[i].kind->is_path ? call__path(th, c, i, at) : address_path(th, c, i);
	bool found = path_under(o, th, n);

	name__put(n);
	return found;
}

/* strace(1) compares the texts that are passed, and no addresses. */
static bool is_as_passed(const struct options *o, const struct call *c, unsigned i)
{
	const struct chunk *k = c->row->args[i].kind->is_path ? call__chunk(c, i, PART_SELF, false) : NULL;

	for (unsigned n = 0; k && n < o->npaths; n++) {
		size_t len = strlen(o->paths[n]);

		if (strnlen((const char *)chunk__bytes(k), k->len) == len && !memcmp(chunk__bytes(k), o->paths[n], len))
			return true;
	}
	return false;
}

static bool fd_is_under(const struct options *o, const struct thread *th, const struct call *c, unsigned i, struct span at)
{
	int fd = (int)c->args[i];
	struct name *n;
	bool found;

	if (!call__is_registered(c, fd))
		return any_under(o, fdtable__name(th->files, fd, at.began));
	n = fd_tracking__registered(th, c, fd);
	found = any_under(o, n);
	name__put(n);
	return found;
}

static bool wants_path(const struct options *o, const struct thread *th, const struct call *c, struct span at)
{
	const struct row *row = c->row;

	if (!row || c->rec->flags & CALL_NO_ARGS)
		return false;
	if (o->strace.exact_paths)	/* strace(1) does not look at what a call's command says */
		row = rows__find(c->abi, c->nr);
	for (unsigned i = 0; i < row->nargs; i++) {
		const struct kind *k = row->args[i].kind;
		bool found = false;

		if (k->is_fd) {
			found = fd_is_under(o, th, c, i, at);
		} else if (arg__has_fds_in_memory(&row->args[i])) {
			found = memory_under(o, th, c, i, at);
		} else if (k->is_path || k->is_sockaddr) {
			found = o->strace.exact_paths ? is_as_passed(o, c, i) : named_under(o, th, c, i, at);
		}
		if (found)
			return true;
	}
	/* strace(1) tests only what is passed */
	return !o->strace.exact_paths && c->row->ret == RET_FD && c->done && !c->failed && any_under(o, fdtable__name(th->files, c->ret, at.ended));
}

static bool has_bit(const uint64_t bits[16], uint64_t fd)
{
	return fd < 1024 && bits[fd / 64] >> fd % 64 & 1;
}

/* strace --trace-fds */
static bool wants_fds(const struct options *o, const struct call *c)
{
	if (!c->row || c->rec->flags & CALL_NO_ARGS)
		return false;
	for (unsigned i = 0; i < c->row->nargs; i++)
		if (c->row->args[i].kind->is_fd && has_bit(o->strace.fds, (uint32_t)c->args[i]))
			return true;
	return c->row->ret == RET_FD && c->done && !c->failed && has_bit(o->strace.fds, c->ret);
}

bool filter__wants_thread(const struct options *o, uint32_t tid, uint32_t tgid, const char *comm)
{
	bool any = !o->ncomms;

	if (o->in != IN_LIVE && (o->pids.n || o->tids.n) && !id_list__has(&o->pids, tgid) && !id_list__has(&o->tids, tid))
		return false;
	for (unsigned i = 0; !any && i < o->ncomms; i++)
		any = comm && !fnmatch(o->comms[i], comm, 0);
	return any;
}

bool filter__is_plain(const struct options *o)
{
	return !o->strace.on && !o->strace.has_fds && !o->only_failed && !o->only_ok && !o->has_errnos && !o->min_dur && !o->npaths;
}

bool filter__wants(const struct options *o, const struct thread *th, const struct call *c, struct span at)
{
	return syscall_set__has(&o->calls, c->abi, c->nr) && wants_result(o, c, at) &&
	       (!o->npaths || wants_path(o, th, c, at)) && (!o->strace.has_fds || wants_fds(o, c));
}

/* Replay without -e or -F shows every event. */
static bool wants_all(const struct options *o)
{
	return o->in & IN_READING && !o->events.n && !o->faults && !o->selected;
}

bool filter__wants_event(const struct options *o, const char *name, bool hidden)
{
	return (wants_all(o) && !hidden) || event_select__find(&o->events, name);
}

bool filter__wants_fault(const struct options *o, bool major)
{
	return wants_all(o) || o->faults & (major ? FAULTS_MAJOR : FAULTS_MINOR);
}
