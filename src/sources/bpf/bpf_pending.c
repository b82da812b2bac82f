// SPDX-License-Identifier: BSD-2-Clause
/* bpf_pending.c - reads the output of the iterator trace_scan: bpf/scan.h. */
#include "bpf_pending.h"

#include <stdlib.h>
#include <string.h>

#include "bpf/scan.h"
#include "bpf_iter.h"
#include "host/privileges.h"

static void push_loss(struct ring_merge *merge, const struct scan_entry *e)
{
	struct rec_loss r = {
		.rec = { .len = sizeof(r), .type = REC_LOSS, .cpu = CPU_NONE, .ts = e->now, .tid = e->ids, .tgid = e->ids >> 32 },
		.count = e->lost, .first = e->lost_first, .last = e->lost_last, .reason = LOSS_RING,
	};

	if (e->lost)
		ring_merge__push(merge, &r.rec);
}

static void push_pending(struct ring_merge *merge, const struct scan_entry *e, struct rec_call *call)
{
	uint64_t torn;

	memcpy(&torn, (char *)call + e->len, sizeof(torn));
	if (!e->waits || torn || e->len < sizeof(*call))
		return;
	call->rec = (struct rec){
		.len = e->len, .type = REC_PENDING, .cpu = CPU_NONE, .ts = e->now, .tid = e->ids, .tgid = e->ids >> 32,
	};
	call->dur = e->now - e->began;
	ring_merge__push(merge, &call->rec);
}

void bpf_pending__report(struct loaded *l, int scan, struct ring_merge *merge, uint64_t min_wait)
{
	char *data = NULL, *p;
	ssize_t len;

	l->bss->scan_mode = SCAN_PENDING;
	l->bss->scan_wait = min_wait;
	l->bss->scan_alive = l->bss->scan_before = 0;
	privileges__raise();
	len = bpf_iter__run_attached(scan, &data);
	privileges__lower();
	if (len >= 0 && !l->bss->scan_alive)	/* the exit event of a task may have been skipped */
		__atomic_store_n(&l->bss->live, 0, __ATOMIC_RELEASE);
	for (p = data; len > 0 && p + sizeof(struct scan_entry) <= data + len; ) {
		struct scan_entry *e = (struct scan_entry *)p;

		p += sizeof(*e);
		if (e->len > (size_t)(data + len - p))
			break;
		push_loss(merge, e);
		push_pending(merge, e, (struct rec_call *)p);
		p += e->len + sizeof(uint64_t);
	}
	free(data);
}
