// SPDX-License-Identifier: BSD-2-Clause
/* filter.c - which calls are shown: by name, by result, by duration, by path. Cheap tests come first. */
#include "filter.h"

#include <fnmatch.h>
#include <string.h>

static bool wants_result(const struct options *o, const struct call *c, struct span at)
{
	uint64_t err;

	if (!c->done)	/* not known yet: shown only when any result would do */
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

/* Both are absolute; what is no path (a pipe, a socket) lies nowhere. */
static bool lies_under(const struct name *n, const char *prefix)
{
	size_t len = strlen(prefix);

	while (len > 1 && prefix[len - 1] == '/')
		len--;
	if (!n || n->len < len || memcmp(n->text, prefix, len))
		return false;
	return len == 1 || n->len == len || n->text[len] == '/';
}

static bool any_under(const struct options *o, const struct name *n)
{
	for (unsigned i = 0; i < o->npaths; i++)
		if (lies_under(n, o->paths[i]))
			return true;
	return false;
}

static bool wants_path(const struct options *o, const struct thread *th, const struct call *c, struct span at)
{
	if (!c->row || c->rec->flags & CALL_NO_ARGS)
		return false;
	for (unsigned i = 0; i < CALL_ARGS && c->row->args[i].kind; i++) {
		const struct kind *k = c->row->args[i].kind;
		bool found = false;

		if (k->is_fd) {
			found = any_under(o, fdtable__name(th->files, (int)c->args[i], at.began));
		} else if (k->is_path) {
			struct name *n = call__path(th, c, i, at);

			found = any_under(o, n);
			name__put(n);
		}
		if (found)
			return true;
	}
	return c->row->ret == RET_FD && c->done && !c->failed && any_under(o, fdtable__name(th->files, c->ret, at.ended));
}

static bool has_id(const struct id_list *l, uint32_t id)
{
	for (unsigned i = 0; i < l->n; i++)
		if ((uint32_t)l->ids[i] == id)
			return true;
	return false;
}

bool filter__wants_thread(const struct options *o, uint32_t tid, uint32_t tgid, const char *comm)
{
	bool any = !o->ncomms;

	if (o->in != IN_LIVE && (o->pids.n || o->tids.n) && !has_id(&o->pids, tgid) && !has_id(&o->tids, tid))
		return false;
	for (unsigned i = 0; !any && i < o->ncomms; i++)
		any = comm && !fnmatch(o->comms[i], comm, 0);
	return any;
}

bool filter__wants(const struct options *o, const struct thread *th, const struct call *c, struct span at)
{
	return syscall_set__has(&o->calls, c->abi, c->rec->nr) && wants_result(o, c, at) &&
	       (!o->npaths || wants_path(o, th, c, at));
}
