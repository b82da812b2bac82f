// SPDX-License-Identifier: BSD-2-Clause
/* bpf_snapshot.c - descriptors come from an iterator over files, other things from /proc. */
#include "bpf_snapshot.h"

#include <bpf/bpf.h>
#include <stdbool.h>
#include <stdlib.h>

#include "bpf/config.h"
#include "bpf_iter.h"
#include "bpf_targets.h"
#include "lib/clock.h"
#include "ptrace_access.h"
#include "sources/call_record.h"
#include "sources/snapshot.h"

struct taking {
	const struct loaded *loaded;
	const struct options *opt;
	struct ring_merge *merge;
};

static int push_parts(struct taking *t, const struct rec_call *pending)
{
	struct buf records = { 0 };
	const struct rec *r;
	int err = 0;

	call_record__divide(&records, pending);
	for (size_t at = 0; !err && at < records.len; at += r->len) {
		r = (const struct rec *)(records.p + at);
		err = ring_merge__push(t->merge, r);
	}
	buf__free(&records);
	return err;
}

static int push_record(void *ctx, const struct rec *rec)
{
	struct taking *t = ctx;

	if (rec->type == REC_PENDING && rec->len > REC_MAX / 2)
		return push_parts(t, (const struct rec_call *)rec);
	return ring_merge__push(t->merge, rec);
}

static int push_start(struct ring_merge *merge, uint64_t ts)
{
	struct rec_start r = {
		.rec = { .len = sizeof(r), .type = REC_START, .cpu = CPU_NONE, .ts = ts },
		.abi = abi__native(),
	};

	r.realtime = clock__ns(CLOCK_REALTIME) - (clock__ns(CLOCK_MONOTONIC) - ts);
	r.boottime = clock__ns(CLOCK_BOOTTIME) - (clock__ns(CLOCK_MONOTONIC) - ts);
	return ring_merge__push(merge, &r.rec);
}

static bool is_excluded(void *ctx, pid_t tgid)
{
	struct taking *t = ctx;
	uint32_t key = tgid, value;

	if (t->loaded->cfg.guarded && t->opt->all && ptrace_access__hides(tgid))
		return true;
	return !bpf_map_lookup_elem(LOADED_MAP(t->loaded, excluded), &key, &value);
}

/* Which calls may have such messages and requests is in their rows, which take a quarter of a millisecond to prepare. */
void bpf_snapshot__rest(const struct loaded *l, const struct options *o, struct ring_merge *merge, uint64_t ts)
{
	struct taking t = { l, o, merge };
	struct snapshot snap = { .push = push_record, .ctx = &t, .ts = ts };

	snapshot__system(&snap, o);
}

void bpf_snapshot__take(const struct loaded *l, const struct options *o, struct ring_merge *merge, pid_t child, uint64_t ts)
{
	struct taking t = { l, o, merge };
	struct snapshot snap = {
		.push = push_record, .skip = is_excluded, .ctx = &t, .ts = ts,
		.without_system = bpf_targets__only(o, child), .abi = l->cfg.abi[SLOT_NATIVE], .abi_compat = l->cfg.abi[SLOT_COMPAT],
	};
	char *data = NULL;
	ssize_t len = bpf_iter__run(LOADED_PROG(l, trace_files), bpf_targets__only(o, child), &data);

	push_start(merge, ts);
	if (len > 0) {
		snap.infos = (struct fd_entry *)data;
		snap.ninfos = len / sizeof(struct fd_entry);
	}
	snapshot__targets(&snap, o, child);
	free(data);
}
