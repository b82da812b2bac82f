// SPDX-License-Identifier: BSD-2-Clause
/* bpf_pending.c - calls in progress, as the iterator trace_scan finds them: bpf/scan.h. */
#include "bpf_pending.h"

#include <stdlib.h>
#include <string.h>

#include "bpf/config.h"
#include "bpf/scan.h"
#include "bpf_attach.h"
#include "bpf_iter.h"
#include "host/privileges.h"
#include "lib/msg.h"

static void push_loss(struct ring_merge *merge, const struct scan_entry *e)
{
	struct rec_loss r = {
		.rec = { .len = sizeof(r), .type = REC_LOSS, .cpu = CPU_NONE, .ts = e->now, .tid = e->ids, .tgid = e->ids >> 32 },
		.count = e->lost, .first = e->lost_first, .last = e->lost_last, .reason = e->loss_reason,
	};

	if (e->lost)
		ring_merge__push(merge, &r.rec);
}

/* The block in which the thread is at present, or, while it is runnable, the longest one. */
static void push_wait(struct ring_merge *merge, const struct scan_entry *e, const struct wait_state *w)
{
	union { struct rec_wait r; char room[sizeof(struct rec_wait) + (WAIT_FRAMES + WAKER_FRAMES) * 8]; } all;
	struct rec_wait *r = &all.r;
	uint64_t until = w->woken ? w->woken : e->now;
	bool goes_on = w->left && w->blocks_now && !w->woken;
	const struct wait_block *b = &w->block[(w->best & 1) ^ (w->left && w->blocks_now)];

	memset(&all, 0, sizeof(all));
	r->began = e->began;
	r->blocked = w->blocked;
	r->runnable = w->runnable;
	r->longest = w->longest;
	r->blocks = w->blocks + (w->left && w->blocks_now);
	r->waker_nr = 0xffff;
	if (w->left && until >= w->left && e->now >= until) {
		r->blocked += w->blocks_now ? until - w->left : 0;
		r->runnable += w->blocks_now ? e->now - until : e->now - w->left;
		if (w->blocks_now)
			r->longest = until - w->left;
	}
	if (r->blocks) {
		r->flags = goes_on ? (b->flags & WAIT_DISK) | WAIT_GOES_ON : b->flags;
		r->nframes = (uint8_t)(b->nframes < WAIT_FRAMES ? b->nframes : WAIT_FRAMES);
		memcpy(r->where, b->frames, r->nframes * sizeof(b->frames[0]));
	}
	if (r->blocks && !goes_on && b->waker) {
		r->waker_tid = (uint32_t)b->waker;
		r->waker_tgid = b->waker >> 32;
		r->waker_nr = b->nr;
		r->waker_abi = b->abi;
		memcpy(r->waker_comm, b->comm, sizeof(r->waker_comm));
		r->nwaker_frames = (uint8_t)(b->nwaker_frames < WAKER_FRAMES ? b->nwaker_frames : WAKER_FRAMES);
		memcpy(r->where + sizeof(b->frames), b->waker_frames, sizeof(b->waker_frames));
	}
	r->rec = (struct rec){
		.len = (uint32_t)(r->nwaker_frames ? sizeof(all) : sizeof(*r) + r->nframes * sizeof(b->frames[0])), .type = REC_WAIT, .cpu = CPU_NONE, .ts = e->now,
		.tid = (uint32_t)e->ids, .tgid = e->ids >> 32,
	};
	ring_merge__push(merge, &r->rec);
}

static void push_pending(struct ring_merge *merge, const struct scan_entry *e, struct rec_call *call)
{
	struct wait_state w;
	uint64_t torn;

	memcpy(&torn, (char *)call + e->len + (e->has_wait ? sizeof(w) : 0), sizeof(torn));
	if (!e->waits || torn & TORN_CALL || e->len < sizeof(*call))
		return;
	if (e->has_wait && !(torn & TORN_WAIT)) {
		memcpy(&w, (char *)call + e->len, sizeof(w));
		push_wait(merge, e, &w);
	}
	call->rec = (struct rec){
		.len = e->len, .type = REC_PENDING, .cpu = CPU_NONE, .ts = e->now, .tid = e->ids, .tgid = e->ids >> 32,
	};
	call->dur = e->now - e->began;
	ring_merge__push(merge, &call->rec);
}

void bpf_pending__report(struct loaded *l, int scan, struct ring_merge *merge, uint64_t min_wait)
{
	char *data = NULL, *p;
	size_t rest;
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
		rest = e->len + (e->has_wait ? sizeof(struct wait_state) : 0) + sizeof(uint64_t);
		if (rest > (size_t)(data + len - p))
			break;
		push_loss(merge, e);
		push_pending(merge, e, (struct rec_call *)p);
		p += rest;
	}
	free(data);
}

int bpf_pending__find_late(struct loaded *l)
{
	ssize_t err;

	if (!l->nlate)
		return 0;
	l->bss->scan_mode = SCAN_BEFORE;
	l->bss->scan_before = 0;
	err = bpf_iter__run(LOADED_PROG(l, trace_scan), 0, NULL);
	return err < 0 ? (int)err : 0;
}

void bpf_pending__end_late(struct loaded *l)
{
	if (!l->nlate || l->bss->scan_before)
		return;
	bpf_attach__end_late(l);
	msg__info("the calls that began before tracing have returned: raw_syscalls are not used any more");
}
