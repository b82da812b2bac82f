// SPDX-License-Identifier: BSD-2-Clause
/* bpf_requests.c - reads the maps of requests that have not completed: bpf/uring_state.bpf.h. */
#include "bpf_requests.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bpf/uring.h"
#include "bpf/wire.h"
#include "host/privileges.h"
#include "lib/clock.h"
#include "lib/msg.h"
#include "lib/ulimits.h"
#include "lib/vec.h"

union request_record {
	struct rec_call call;
	uint8_t bytes[URING_BYTES + 3 * sizeof(struct chunk)];
};

struct requests {
	struct uring_request *of;
	size_t n;
};

static size_t size_of_slots(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (URING_SLOTS * sizeof(struct uring_request) + page - 1) / page * page;
}

void bpf_requests__open(struct bpf_requests *q, const struct loaded *l)
{
	q->followed = l->cfg.uring && !l->cfg.tally && loaded__wants_requests(l);
}

/* Are requests followed, and was there any? Most programs make none, and to map the slots takes as long as 50 calls. */
static bool has_any(struct bpf_requests *q, const struct loaded *l)
{
	void *p;

	if (!q->followed || !l->bss->uring_used || q->slots)
		return q->followed && q->slots;
	p = mmap(NULL, size_of_slots(), PROT_READ | PROT_WRITE, MAP_SHARED, LOADED_MAP(l, request_slots), 0);
	if (p == MAP_FAILED) {
		msg__warn("requests of io_uring that have not completed are not known: %s", ulimits__why(-errno));
		q->followed = false;
		return false;
	}
	q->slots = p;
	return true;
}

void bpf_requests__close(struct bpf_requests *q)
{
	if (q->slots)
		munmap(q->slots, size_of_slots());
	buf__free(&q->records);
	*q = (struct bpf_requests){ 0 };
}

/* With a chunk that says how it was submitted. Returns the length; 0: it is damaged. */
static uint32_t make_record(union request_record *to, const struct uring_request *r, uint64_t now)
{
	const struct { uint16_t part; uint64_t value; } notes[] = { { PART_SQE, r->note }, { PART_SQE_MORE, r->more }, { PART_SQE_FILE, r->file_index } };
	uint32_t len = (r->len + REC_ALIGN - 1) & ~(REC_ALIGN - 1u);

	if (r->len < sizeof(to->call) || len > URING_BYTES)
		return 0;
	memset(to, 0, sizeof(*to));
	memcpy(to, r->bytes, r->len);
	for (unsigned i = 0; i < sizeof(notes) / sizeof(notes[0]); i++) {
		if (!notes[i].value)
			continue;
		*(struct chunk *)(to->bytes + len) = (struct chunk){ .arg = CHUNK_RET, .part = notes[i].part, .addr = notes[i].value };
		len += (uint32_t)sizeof(struct chunk);
	}
	to->call.rec = (struct rec){
		.len = len, .type = REC_PENDING, .cpu = CPU_NONE, .ts = now, .tid = (uint32_t)r->ids, .tgid = (uint32_t)(r->ids >> 32),
	};
	to->call.dur = now > r->ts ? now - r->ts : 0;
	return len;
}

/* A request that may have succeeded without a completion has no end that will be told. */
static void add(struct requests *all, const struct uring_request *r)
{
	struct uring_request *to;

	if (!VEC_MORE(all->of, all->n, 1))
		return;
	to = &all->of[all->n++];
	*to = *r;
	if (r->how & HOW_LOOSE && !(r->how & HOW_REPEATS)) {
		to->note |= URING_SILENT;
		((struct rec_call *)to->bytes)->flags |= CALL_NO_RETURN;
	}
}

/* ids: of whose; 0: of all. Those of a thread are removed. */
static void read_slots(const struct bpf_requests *q, struct requests *all, uint64_t ids)
{
	for (unsigned i = 0; i < URING_SLOTS; i++) {
		struct uring_request *r = &q->slots[i];

		if (!__atomic_load_n(&r->req, __ATOMIC_ACQUIRE) || (ids && r->ids != ids))
			continue;
		add(all, r);
		if (ids && __atomic_exchange_n(&r->req, 0, __ATOMIC_SEQ_CST))
			__atomic_sub_fetch(&r->busy, 1, __ATOMIC_SEQ_CST);
	}
}

static void read_hash(struct requests *all, int map, uint64_t ids)
{
	struct uring_key key, next;
	struct uring_request r;
	bool more;

	privileges__raise();
	for (more = !bpf_map_get_next_key(map, NULL, &key); more; key = next) {
		more = !bpf_map_get_next_key(map, &key, &next);
		if (bpf_map_lookup_elem(map, &key, &r) || (ids && r.ids != ids))
			continue;
		add(all, &r);
		if (ids)
			bpf_map_delete_elem(map, &key);
	}
	privileges__lower();
}

static int by_time(const void *a, const void *b)
{
	const struct uring_request *x = a, *y = b;

	return (x->ts > y->ts) - (x->ts < y->ts);
}

static struct requests find(const struct bpf_requests *q, const struct loaded *l, uint64_t ids)
{
	struct requests all = { 0 };

	read_slots(q, &all, ids);
	if (l->bss->uring_spilled)
		read_hash(&all, LOADED_MAP(l, requests), ids);
	if (all.n)
		qsort(all.of, all.n, sizeof(*all.of), by_time);
	return all;
}

const struct rec *bpf_requests__next(struct bpf_requests *q)
{
	const struct rec *r;

	if (q->records.failed || q->at >= q->records.len)
		return NULL;
	r = (const struct rec *)(q->records.p + q->at);
	q->at += r->len;
	return r;
}

const struct rec *bpf_requests__end_thread(struct bpf_requests *q, const struct loaded *l, const struct rec *end)
{
	union request_record record;
	struct requests all;

	if (!has_any(q, l))
		return end;
	all = find(q, l, (uint64_t)end->tgid << 32 | end->tid);
	if (!all.n)
		return end;
	q->records.len = q->at = 0;
	for (size_t i = 0; i < all.n; i++)
		buf__add(&q->records, &record, make_record(&record, &all.of[i], end->ts));
	buf__add(&q->records, end, end->len);
	free(all.of);
	return q->records.failed ? end : bpf_requests__next(q);
}

void bpf_requests__stop(const struct bpf_requests *q, const struct loaded *l)
{
	if (q->followed)
		__atomic_store_n(&l->bss->uring_ended, 1, __ATOMIC_SEQ_CST);
}

void bpf_requests__report(struct bpf_requests *q, const struct loaded *l, struct ring_merge *merge)
{
	union request_record record;
	struct requests all;
	uint64_t now;

	if (!has_any(q, l))
		return;
	all = find(q, l, 0);
	now = clock__ns(CLOCK_MONOTONIC);
	for (size_t i = 0; i < all.n; i++)
		if (make_record(&record, &all.of[i], now))
			ring_merge__push(merge, &record.call.rec);
	free(all.of);
}
