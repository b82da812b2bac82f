// SPDX-License-Identifier: BSD-2-Clause
/*
 * source_links.c - owns the links found, and a cache of lookups.
 *
 * With --path it follows descriptors and directories as the session does, to resolve relative paths. Without --path, calls that rename
 * or remove have their working directory in PART_PATH.
 */
#include "source_links.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/record.h"
#include "sources/snapshot.h"
#include "tracker/links.h"
#include "tracker/pathname.h"
#include "tracker/state.h"

#define LOOKED 4096		/* a cache of lookups by hash of the path; a power of two */
#define FRESH_NS 100000000u	/* how long a lookup is valid */

struct source_links {
	struct layer layer;
	bool all;			/* all calls; false: only those that rename or remove */
	struct state state;		/* with `all` */
	struct links *links;		/* those that were reported as records */
	uint32_t mnt_ns;		/* the tracer's mount namespace */
	struct looked {
		uint64_t hash, at;	/* ns */
	} *looked;			/* LOOKED elements, once there was a lookup; else NULL */
	struct call call;		/* scratch */
	struct thread nobody;		/* without `all`: a thread in the call's working directory */
	struct buf before;		/* records to insert before the held one; those up to `before_at` were returned */
	size_t before_at;
	char to[PATH_MAX + 1];
};

/* Context of ask_system(). */
struct asked {
	struct source_links *s;
	const struct rec *rec;
	uint32_t mnt_ns;
};

static bool is_fresh(struct asked *a, const char *path, size_t len)
{
	struct source_links *s = a->s;
	uint64_t h = a->mnt_ns;
	unsigned i;

	if (!s->looked && !(s->looked = calloc(LOOKED, sizeof(*s->looked))))
		return false;
	for (size_t k = 0; k < len; k++)
		h = (h ^ (unsigned char)path[k]) * 0x100000001b3ull;
	i = (h ^ h >> 29) & (LOOKED - 1);
	if (s->looked[i].hash == h && a->rec->ts - s->looked[i].at < FRESH_NS)
		return true;
	s->looked[i] = (struct looked){ .hash = h, .at = a->rec->ts };
	return false;
}

static void tell(struct asked *a, const char *path, size_t len, const char *to, size_t to_len)
{
	struct rec_link r = {
		.rec = record__head(REC_LINK, 0, a->rec->ts, a->rec->tid, a->rec->tgid),
		.mnt_ns = a->mnt_ns, .path_len = (uint32_t)len, .to_len = (uint32_t)to_len,
	};
	size_t at = record__begin(&a->s->before, &r, sizeof(r));

	buf__add(&a->s->before, path, len);
	buf__add(&a->s->before, to, to_len);
	record__end(&a->s->before, at);
	links__set(a->s->links, a->mnt_ns, path, len, to, to_len);
}

/* Reads a link in the mount namespace, absolute, into s->to. Returns its length; 0: no link. */
static size_t read_link(struct asked *a, const char *path, size_t len)
{
	struct source_links *s = a->s;
	char full[PATH_MAX + 64], to[PATH_MAX];
	struct name *dir, *n;
	const char *slash;
	ssize_t got;

	if (a->mnt_ns && a->mnt_ns != s->mnt_ns)
		snprintf(full, sizeof(full), "/proc/%u/root%.*s", a->rec->tgid, (int)len, path);
	else
		snprintf(full, sizeof(full), "%.*s", (int)len, path);
	got = readlink(full, to, sizeof(to));
	if (got <= 0)
		return 0;
	slash = memrchr(path, '/', len);
	dir = name__new(slash == path ? "/" : path, slash == path ? 1 : (size_t)(slash - path));
	n = dir ? name__join(dir, to, (size_t)got) : NULL;
	name__put(dir);
	got = n && n->len < sizeof(s->to) ? (ssize_t)n->len : 0;
	if (got)
		memcpy(s->to, n->text, n->len + 1);
	name__put(n);
	return (size_t)got;
}

/* Links in /proc are left out: they depend on the process that reads them. */
static int ask_system(void *ctx, const char *path, size_t len, const char **to)
{
	static const char proc[] = "/proc";
	struct asked *a = ctx;
	size_t n;

	if (len >= sizeof(proc) - 1 && !memcmp(path, proc, sizeof(proc) - 1))
		return -1;
	*to = links__get(a->s->links, a->mnt_ns, path, len);
	if (len >= PATH_MAX || is_fresh(a, path, len))
		return *to != NULL;
	n = read_link(a, path, len);
	if (n != (*to ? strlen(*to) : 0) || (n && memcmp(*to, a->s->to, n)))
		tell(a, path, len, a->s->to, n);
	*to = a->s->to;
	return n > 0;
}

static void look_at_paths(struct source_links *s, const struct rec *rec, const struct thread *th)
{
	const struct call *c = &s->call;
	struct span at = { .began = rec->ts - c->rec->dur, .ended = rec->ts };
	struct asked a = { .s = s, .rec = rec, .mnt_ns = th->fs->mnt_ns };

	for (unsigned i = 0; i < c->row->nargs; i++) {
		struct name *n = c->row->args[i].kind->is_path ? call__path(th, c, i, at) : NULL;

		if (name__is_path(n))
			name__put(links__follow(ask_system, &a, n, s->all));
		name__put(n);
	}
}

/* The thread that made the call: with `all` the tracked one, else one with the call's working directory. */
static const struct thread *origin_of(struct source_links *s)
{
	const struct chunk *k = call__chunk(&s->call, CHUNK_RET, PART_PATH, true);
	const struct file_path *f = k ? (const struct file_path *)chunk__bytes(k) : NULL;
	struct fs *fs = s->nobody.fs;

	name__put(fs->cwd);
	fs->cwd = f ? file_path__name(f, k->len) : NULL;
	fs->mnt_ns = f && k->len >= sizeof(*f) ? f->mnt_ns : 0;
	return &s->nobody;
}

static bool has_paths(const struct source_links *s, const struct rec *rec)
{
	const struct rec_call *r = (const struct rec_call *)rec;
	const struct row *row;

	if (rec->type != REC_CALL || r->flags & CALL_NO_ARGS)
		return false;
	row = rows__find((enum abi)r->abi, r->nr);
	return row && (s->all || row->effect == REMOVES || row->effect == RENAMES || row->effect == PIVOTS);
}

/* Paths may resolve differently from now on. */
static void forget(struct source_links *s, uint32_t mnt_ns)
{
	links__forget(s->links, mnt_ns);
	free(s->looked);
	s->looked = NULL;
}

static void look_at_call(struct source_links *s, const struct rec *rec)
{
	const struct thread *th;

	if (call__parse(&s->call, (const struct rec_call *)rec, NULL) || !s->call.row)
		return;
	th = s->all ? threads__find(&s->state.threads, rec->tid) : origin_of(s);
	if (th && s->call.row->effect == PIVOTS && s->call.done && !s->call.failed)
		forget(s, origin_of(s)->fs->mnt_ns);
	else if (th)
		look_at_paths(s, rec, th);
}

static enum layer_verdict look(struct layer *l, const struct rec *rec)
{
	struct source_links *s = (struct source_links *)l;

	s->before.len = s->before_at = 0;
	if (has_paths(s, rec))
		look_at_call(s, rec);
	if (s->all)
		state__follow(&s->state, rec);
	return s->before.len ? LAYER_HOLDS : LAYER_PASSES;
}

static const struct rec *before(struct layer *l, const struct rec *held)
{
	struct source_links *s = (struct source_links *)l;

	(void)held;
	return source_layer__take(&s->before, &s->before_at);
}

static void free_links(struct layer *l)
{
	struct source_links *s = (struct source_links *)l;

	if (s->all)
		state__close(&s->state);
	links__free(s->links);
	fdtable__put(s->nobody.files);
	fs__put(s->nobody.fs);
	buf__free(&s->before);
	free(s->looked);
	free(s);
}

static const struct layer_ops links_ops = { .look = look, .before = before, .free = free_links };

int source_links__open(struct source **out, struct source *below, const struct options *o)
{
	struct source_links *s = calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	s->all = o->npaths;
	s->mnt_ns = snapshot__mnt_ns(getpid());
	s->links = links__new();
	s->nobody.files = fdtable__new();
	s->nobody.fs = fs__new();
	if (!s->links || !s->nobody.files || !s->nobody.fs || (s->all && state__open(&s->state))) {
		s->all = false;
		free_links(&s->layer);
		return -ENOMEM;
	}
	*out = source_layer__over(&s->layer, &links_ops, below);
	return 0;
}
