// SPDX-License-Identifier: BSD-2-Clause
/* snapshot_peers.c - processes that are not traced, at the other end of what those traced have open when tracing begins. */
#include "snapshot.h"

#include <string.h>

#include "config/options.h"
#include "host/peers.h"
#include "lib/record.h"

static bool has_id(const struct id_list *l, pid_t id)
{
	for (unsigned i = 0; i < l->n; i++)
		if (l->ids[i] == id)
			return true;
	return false;
}

/* Its descriptors are followed. */
static bool is_traced(void *ctx, pid_t tgid)
{
	struct snapshot *s = ctx;
	const struct options *o = s->opt;

	if (o->all)
		return !s->skip(s->ctx, tgid);
	for (unsigned i = 0; i < o->tids.n; i++)
		if (snapshot__tgid(o->tids.ids[i]) == tgid)
			return true;
	return tgid == s->child || has_id(&o->pids, tgid);
}

static void push_peer(void *ctx, const struct peer_end *e)
{
	struct snapshot *s = ctx;
	struct rec_peer r = { .rec = record__head(REC_PEER, sizeof(r), s->ts, (uint32_t)e->tgid, (uint32_t)e->tgid), .info = e->info };

	memcpy(r.comm, e->comm, sizeof(r.comm));
	s->push(s->ctx, &r.rec);
}

void snapshot__peers(struct snapshot *s)
{
	if (s->peers)
		peer_scan__run(s->peers, is_traced, push_peer, s);
	peer_scan__free(s->peers);
	s->peers = NULL;
}
