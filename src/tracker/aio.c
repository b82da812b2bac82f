// SPDX-License-Identifier: BSD-2-Clause
/*
 * aio.c - requests of aio (io_submit) as calls: makes their records from what calls pass and return.
 *
 * The memory that a request passes is that of io_submit's record; the memory that it fills is what the call captured that reaped its end,
 * if the struct iocb is still the one that was passed.
 */
#include "aio.h"

#include <linux/aio_abi.h>
#include <stdlib.h>
#include <string.h>

#include "beautifiers/shape.h"

#define REQUESTS_MAX 65536	/* not reaped: bounds what a hostile recording can use */

struct request {
	struct hash_node node;
	uint64_t context, at;	/* the iocb's address */
	uint64_t began;		/* ns: entry of io_submit */
	uint64_t number;	/* in the order of submission */
	struct iocb passed;	/* the captured bytes */
	uint8_t rec[];		/* struct rec_call, with the memory that is passed */
};

static struct rec_call *record_of(struct request *r)
{
	return (struct rec_call *)r->rec;
}

/* -- What calls have captured ---------------------------------------------------------------------------------------- */

static int arg_with(const struct call *c, const struct shape *shape)
{
	for (int i = 0; i < c->row->nargs; i++)
		if (c->row->args[i].shape == shape)
			return i;
	return -1;
}

/*
 * What a call has captured of structures that argument `arg` points at, and of what these point at. Requests use it in the order in which it
 * was captured: a search begins where the last one of its kind has ended, as many requests would take long otherwise.
 */
struct memory {
	const struct call *c;
	int arg;
	const struct chunk *next_iocb, *next_data;
};

/* The better one of two chunks at the same address; `least`: bytes that are enough. true: k is as good as there can be. */
static bool take_better(const struct chunk *k, uint64_t least, const struct chunk **found)
{
	if (!*found || k->len > (*found)->len)
		*found = k;
	return k->len >= least || chunk__status(k) == CHUNK_TRUNC;
}

/* The memory at an address, the longest if several parts are there, from *next on. NULL: it was not captured. */
static const struct chunk *find_memory(const struct memory *m, uint64_t addr, uint64_t least, const struct chunk **next)
{
	const struct chunk *found = NULL, *begin = *next;
	const struct call *c = m->c;
	bool enough = false;

	for (int turn = 0; turn < 2 && !enough; turn++)		/* the rest, then all before it */
		CALL_CHUNKS_FROM(k, c, turn ? c->first : begin) {
			if (enough || (turn && k >= begin))
				break;
			if (k->arg != m->arg || k->part != PART_AT || k->addr != addr)
				continue;
			enough = take_better(k, least, &found);
			*next = found;
		}
	return found;
}

static const struct chunk *memory_at(struct memory *m, uint64_t addr, uint64_t least)
{
	return find_memory(m, addr, least, &m->next_data);
}

static const uint8_t *iocb_at(struct memory *m, uint64_t addr)
{
	const struct chunk *k = find_memory(m, addr, sizeof(struct iocb), &m->next_iocb);

	return k && k->len >= sizeof(struct iocb) ? chunk__bytes(k) : NULL;
}

static struct memory memory_of(const struct call *c, const struct shape *shape)
{
	return (struct memory){ c, arg_with(c, shape), c->first, c->first };
}

#define LOAD(p, member, c) load_uint((p) + offsetof(struct iocb, member), sizeof(((struct iocb *)0)->member), (c)->swap)

static uint64_t field_of(const struct call *c, const uint8_t *p, enum iocb_field field)
{
	bool big = abi__is_big_endian(c->abi);	/* changes the order of two members, as aio_abi.h says */

	switch (field) {
	case AIO_FD:	 return LOAD(p, aio_fildes, c);
	case AIO_BUF:	 return LOAD(p, aio_buf, c);
	case AIO_NBYTES: return LOAD(p, aio_nbytes, c);
	case AIO_OFFSET: return LOAD(p, aio_offset, c);
	case AIO_RW_FLAGS: return load_uint(p + (big ? 8 : 12), 4, c->swap);
	case AIO_RESFD:	 return LOAD(p, aio_flags, c) & IOCB_FLAG_RESFD ? LOAD(p, aio_resfd, c) : UINT64_MAX;
	default:	 return 0;
	}
}

/* -- Memory of a request --------------------------------------------------------------------------------------------- */

/* Appends a chunk of at most `most` bytes. Of memory that has several users the longest part was captured. */
static void put_chunk(struct buf *b, unsigned arg, unsigned part, const struct chunk *k, uint64_t most, unsigned out)
{
	struct chunk head = { .arg = (uint8_t)arg, .part = (uint16_t)part, .addr = k->addr, .len = k->len };

	head.status = (uint8_t)((k->status & (CHUNK_STATUS_MASK | CHUNK_LATE)) | out);
	if (k->len >= most) {
		head.len = (uint32_t)most;
		head.status &= (uint8_t)~CHUNK_STATUS_MASK;
	}
	buf__add(b, &head, sizeof(head));
	buf__add(b, chunk__bytes(k), head.len);
	buf__pad(b, REC_ALIGN);
}

/* What the elements of a vector point at: of input memory all, else `left` bytes. */
static void put_vec_data(struct buf *b, struct memory *m, unsigned arg, const struct chunk *vec, uint64_t left, unsigned out)
{
	const uint8_t *p = chunk__bytes(vec);
	const struct call *c = m->c;

	for (unsigned n = 0; n < vec->len / (2 * c->word) && n <= PART_INDEX; n++, p += 2 * c->word) {
		uint64_t len = load_uint(p + c->word, c->word, c->swap);
		const struct chunk *k;

		len = len < left ? len : left;
		if (out)
			left -= len;
		k = len ? memory_at(m, load_uint(p, c->word, c->swap), len) : NULL;
		if (k)
			put_chunk(b, arg, PART_DATA | n, k, len, out);
	}
}

/* How a kind captures memory; NULL: it does not. */
static const struct plan_op *op_of(const struct arg_spec *spec)
{
	const struct plan_op *op = &spec->kind->cap[0];

	return op->op == CAP_BUF || op->op == CAP_IOVEC ? op : NULL;
}

/* What the request passes in an argument. p: its struct iocb. */
static void put_passed(struct buf *b, struct memory *m, const uint8_t *p, const struct arg_spec *spec, unsigned arg)
{
	const struct plan_op *op = op_of(spec);
	unsigned out = op && op->when & CAP_EXIT ? CHUNK_OUT : 0;
	uint64_t n = LOAD(p, aio_nbytes, m->c);
	const struct chunk *k;

	if (!op || (out && op->op == CAP_BUF))
		return;
	if (op->op == CAP_IOVEC && n < UINT32_MAX)
		n *= 2 * m->c->word;
	k = memory_at(m, LOAD(p, aio_buf, m->c), n);
	if (!k)
		return;
	put_chunk(b, arg, PART_SELF, k, n, out);
	if (op->op == CAP_IOVEC && !out)
		put_vec_data(b, m, arg, k, UINT64_MAX, 0);
}

/* The vector that was passed. NULL: it was not captured. */
static const struct chunk *vec_of(const struct request *r, unsigned arg)
{
	struct call c;

	return call__parse(&c, (const struct rec_call *)r->rec, NULL) ? NULL : call__chunk(&c, arg, PART_SELF, true);
}

/* What the request has filled: n bytes. m: of the call that has reaped it. */
static void put_filled(struct buf *b, struct memory *m, const struct request *r, uint64_t n)
{
	const struct rec_call *rec = (const struct rec_call *)r->rec;
	const struct row *row = rows__find(m->c->abi, rec->nr);

	for (unsigned i = 0; i < row->nargs; i++) {
		const struct plan_op *op = op_of(&row->args[i]);
		const struct chunk *k;

		if (!op || !(op->when & CAP_EXIT))
			continue;
		k = op->op == CAP_IOVEC ? vec_of(r, i) : memory_at(m, rec->args[i], n);
		if (k && op->op == CAP_IOVEC)
			put_vec_data(b, m, i, k, n, CHUNK_OUT);
		else if (k)
			put_chunk(b, i, PART_SELF, k, n, CHUNK_OUT);
	}
}

/* -- Requests -------------------------------------------------------------------------------------------------------- */

static uint64_t context_of(const struct call *c)
{
	return row__on(c->row, c->args, 0);
}

static uint64_t key_of(uint32_t tgid, uint64_t context, uint64_t at)
{
	uint64_t words[] = { tgid, context, at };

	return hash__more(HASH_BEGIN, words, sizeof(words));
}

static struct request *find(struct aio *a, uint32_t tgid, uint64_t context, uint64_t at)
{
	uint64_t key = key_of(tgid, context, at);

	return HASH_FIND(&a->requests, key, struct request, r, r->context == context && r->at == at && record_of(r)->rec.tgid == tgid);
}

static void forget(struct aio *a, struct request *r)
{
	hash__remove(&a->requests, &r->node);
	free(r);
}

/* Adds the request's record to those that have ended. filled: memory with what it has filled; NULL: that is not known. */
static void put_end(struct aio *a, const struct request *r, const struct rec_call *end, struct memory *filled)
{
	const struct rec_call *rec = (const struct rec_call *)r->rec;
	size_t begin = a->ended.len;
	struct rec_call *made;

	buf__add(&a->ended, rec, rec->rec.len);
	if (filled && end->ret > 0)
		put_filled(&a->ended, filled, r, (uint64_t)end->ret);
	if (a->ended.failed) {
		a->ended.failed = false;
		a->ended.len = begin;
		a->unread++;
		return;
	}
	made = (struct rec_call *)(a->ended.p + begin);
	made->rec.len = (uint32_t)(a->ended.len - begin);
	made->rec.type = end->rec.type;
	made->rec.ts = end->rec.ts > r->began ? end->rec.ts : r->began;
	made->rec.cpu = end->rec.cpu;
	made->flags |= end->flags;
	made->dur = made->rec.ts - r->began;
	made->ret = end->ret;
}

/* The request's end will not be known. */
static void drop(struct aio *a, struct request *r, uint64_t ts)
{
	const struct rec_call end = { .rec = { .type = REC_PENDING, .ts = ts, .cpu = CPU_NONE }, .flags = CALL_NO_RETURN };

	put_end(a, r, &end, NULL);
	forget(a, r);
}

static bool is_same(const struct request *r, const uint8_t *p, const struct call *c)
{
	const uint8_t *was = (const uint8_t *)&r->passed;

	return p && LOAD(p, aio_lio_opcode, c) == LOAD(was, aio_lio_opcode, c) && LOAD(p, aio_buf, c) == LOAD(was, aio_buf, c) &&
	       LOAD(p, aio_nbytes, c) == LOAD(was, aio_nbytes, c);
}

/* The request's end is at `p`, a struct io_event that the call of m has reaped. */
static void reap(struct aio *a, struct request *r, struct memory *m, const uint8_t *p)
{
	struct rec_call end = { .rec = m->c->rec->rec };
	bool kept = is_same(r, iocb_at(m, r->at), m->c);

	end.ret = (int64_t)load_uint(p + offsetof(struct io_event, res), 8, m->c->swap);
	put_end(a, r, &end, kept ? m : NULL);
	forget(a, r);
}

/* A struct io_event, and whether it is of that request: another one may have used the iocb. */
static bool is_end_of(const struct request *r, const struct call *c, const uint8_t *p)
{
	return load_uint(p + offsetof(struct io_event, obj), 8, c->swap) == r->at &&
	       load_uint(p + offsetof(struct io_event, data), 8, c->swap) == LOAD((const uint8_t *)&r->passed, aio_data, c);
}

/* -- Calls ----------------------------------------------------------------------------------------------------------- */

/* The structures io_event that a call has reaped: *n of them. */
static const uint8_t *events_of(const struct memory *m, unsigned *n)
{
	const struct chunk *k = m->arg < 0 ? NULL : call__chunk(m->c, (unsigned)m->arg, PART_SELF, true);

	*n = k && chunk__has_bytes(k) ? k->len / sizeof(struct io_event) : 0;
	if (*n > m->c->ret)
		*n = (unsigned)m->c->ret;
	return k ? chunk__bytes(k) : NULL;
}

static void remember(struct aio *a, const struct call *c)
{
	struct rec_call **to = &a->reaped[a->nreaped % AIO_REAPED];
	struct rec_call *copy = malloc(c->rec->rec.len);

	if (!copy)
		return;
	memcpy(copy, c->rec, c->rec->rec.len);
	free(*to);
	*to = copy;
	a->nreaped++;
}

static void take_ends(struct aio *a, const struct call *c)
{
	struct memory m = memory_of(c, &shape_io_event);
	unsigned n, missed = 0;
	const uint8_t *p = events_of(&m, &n);

	a->unread += (uint64_t)c->ret - n;
	for (unsigned i = 0; i < n; i++, p += sizeof(struct io_event)) {
		struct request *r = find(a, c->rec->rec.tgid, context_of(c), load_uint(p + offsetof(struct io_event, obj), 8, c->swap));

		if (r && is_end_of(r, c, p))
			reap(a, r, &m, p);
		else
			missed++;
		a->unknown += !r;
	}
	if (missed)
		remember(a, c);
}

/* Has another thread reaped it before io_submit returned? */
static bool reap_early(struct aio *a, struct request *r, const struct rec_call *reaper)
{
	const uint8_t *p;
	struct memory m;
	unsigned n;
	struct call c;

	if (!reaper || reaper->rec.tgid != record_of(r)->rec.tgid || reaper->rec.ts < r->began || call__parse(&c, reaper, NULL) ||
	    context_of(&c) != r->context)
		return false;
	m = memory_of(&c, &shape_io_event);
	p = events_of(&m, &n);
	for (unsigned i = 0; i < n; i++, p += sizeof(struct io_event))
		if (is_end_of(r, &c, p)) {
			reap(a, r, &m, p);
			a->unknown -= a->unknown > 0;
			return true;
		}
	return false;
}

/* Builds the request's record in a->scratch. false: its operation is not known. */
static bool make_record(struct aio *a, struct memory *m, const uint8_t *p)
{
	const struct call *c = m->c;
	unsigned op = (unsigned)LOAD(p, aio_lio_opcode, c), nr = SYSCALL_AIO + op;
	const struct row *row = syscalltbl__is_aio(nr) ? rows__find(c->abi, nr) : NULL;
	struct rec_call head = { .rec = c->rec->rec, .nr = (uint16_t)nr, .abi = c->rec->abi };

	if (!row)
		return false;
	head.flags = c->rec->flags & (CALL_NO_MEMORY | CALL_OTHER_PIDS);
	head.nargs = (uint8_t)row->nargs;
	head.fixed = (uint16_t)(sizeof(head) + head.nargs * sizeof(uint64_t));
	a->scratch.len = 0;
	buf__add(&a->scratch, &head, sizeof(head));
	for (unsigned i = 0; i < head.nargs; i++)
		buf__add(&a->scratch, &(uint64_t){ field_of(c, p, row__iocb_field(row, i)) }, sizeof(uint64_t));
	for (unsigned i = 0; i < head.nargs; i++)
		put_passed(&a->scratch, m, p, &row->args[i], i);
	if (a->scratch.failed) {
		a->scratch.failed = false;
		return false;
	}
	((struct rec_call *)a->scratch.p)->rec.len = (uint32_t)a->scratch.len;
	return true;
}

static void submit(struct aio *a, struct memory *m, uint64_t at)
{
	const struct call *c = m->c;
	const uint8_t *p = iocb_at(m, at);
	uint64_t began = c->rec->dur < c->rec->rec.ts ? c->rec->rec.ts - c->rec->dur : 0;
	struct request *r = find(a, c->rec->rec.tgid, context_of(c), at);

	if (r)
		drop(a, r, began);	/* reaped in memory, without a call */
	if (!p || a->requests.n >= REQUESTS_MAX || !make_record(a, m, p)) {
		a->unread++;
		return;
	}
	r = hash__new(&a->requests, sizeof(*r) + a->scratch.len, key_of(c->rec->rec.tgid, context_of(c), at));
	if (!r)
		return;
	r->context = context_of(c);
	r->at = at;
	r->began = began;
	r->number = a->nsubmitted++;
	memcpy(&r->passed, p, sizeof(r->passed));
	memcpy(r->rec, a->scratch.p, a->scratch.len);
	for (unsigned i = 0; i < AIO_REAPED && a->nreaped; i++)
		if (reap_early(a, r, a->reaped[i]))
			return;
}

/* The kernel takes them in order, up to the first that it refuses. */
static void take_requests(struct aio *a, const struct call *c)
{
	struct memory m = memory_of(c, &shape_iocb_pointer);
	const struct chunk *k = m.arg < 0 ? NULL : call__chunk(c, (unsigned)m.arg, PART_SELF, false);
	unsigned size = shape__of(&shape_iocb_pointer, c->abi)->size, n = k && chunk__has_bytes(k) ? k->len / size : 0;

	if (n > c->ret)
		n = (unsigned)c->ret;
	a->unread += (uint64_t)c->ret - n;
	for (unsigned i = 0; i < n; i++)
		submit(a, &m, load_uint(chunk__bytes(k) + (size_t)i * size, size, c->swap));
}

static int by_number(const void *a, const void *b)
{
	const struct request *x = *(struct request *const *)a, *y = *(struct request *const *)b;

	return x->number < y->number ? -1 : x->number > y->number;
}

/* All requests in the order of submission, *n of them; to be freed. */
static struct request **in_order(const struct aio *a, unsigned *n)
{
	struct request **all = malloc((a->requests.n + 1) * sizeof(*all));

	*n = 0;
	if (!all)
		return NULL;
	HASH_EACH(&a->requests, struct request, r)
		all[(*n)++] = r;
	qsort(all, *n, sizeof(struct request *), by_number);
	return all;
}

static void drop_all(struct aio *a, uint32_t tgid, const uint64_t *context, uint64_t ts)
{
	unsigned n;
	struct request **all = in_order(a, &n);

	for (unsigned i = 0; i < n; i++)
		if (record_of(all[i])->rec.tgid == tgid && (!context || all[i]->context == *context))
			drop(a, all[i], ts);
	free(all);
}

void aio__follow(struct aio *a, const struct call *c)
{
	if (!c->done || c->failed)
		return;
	switch (c->row->aio) {
	case AIO_SUBMITS:  take_requests(a, c); break;
	case AIO_REAPS:	   take_ends(a, c); break;
	case AIO_DESTROYS: drop_all(a, c->rec->rec.tgid, &(uint64_t){ context_of(c) }, c->rec->rec.ts); break;
	}
}

void aio__end_process(struct aio *a, uint32_t tgid, uint64_t ts)
{
	if (a->requests.n)
		drop_all(a, tgid, NULL, ts);
}

void aio__finish(struct aio *a)
{
	const struct rec_call end = { .rec = { .type = REC_PENDING, .cpu = CPU_NONE } };

	unsigned n;
	struct request **all = in_order(a, &n);

	for (unsigned i = 0; i < n; i++) {
		put_end(a, all[i], &end, NULL);
		forget(a, all[i]);
	}
	free(all);
}

void aio__free(struct aio *a)
{
	hash__drop(&a->requests);
	for (unsigned i = 0; i < AIO_REAPED; i++)
		free(a->reaped[i]);
	buf__free(&a->ended);
	buf__free(&a->scratch);
}
