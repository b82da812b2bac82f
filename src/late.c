// SPDX-License-Identifier: BSD-2-Clause
/*
 * late.c - runs plans on another process's memory. bpf/plan.bpf.h and bpf/capture.bpf.h do that in the kernel: chunks that
 * mean the same look the same.
 *
 * Invariant: a call's exit reads what that call's own entry was passed; where the entry is not known nothing is read.
 */
#include "late.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "plans.h"
#include "row.h"

#define SLOTS 4096		/* threads whose call is remembered; those that fall on the same slot displace one another */
#define READ_MAX 4096		/* bytes of one chunk */
#define IOVECS 16
#define MESSAGES 8
#define STRINGS 256

struct slot {
	uint32_t tid;
	bool in_call;
	bool denied;		/* its memory may not be read, until it runs another program */
	uint16_t nr;
	uint8_t abi;
	uint64_t args[CALL_ARGS];
};

struct late {
	const struct options *opt;
	struct syscall_set needed;
	int32_t execs[2];
	struct slot slots[SLOTS];
	/* Of the call in work */
	struct slot *slot;
	int64_t ret;
	uint8_t mark;		/* CHUNK_LATE, CHUNK_OUT: or-ed into each chunk's status */
	unsigned wide;		/* bytes of a pointer in memory */
	uint8_t chunks[PAIR_CHUNKS_MAX];
	uint32_t len;
};

/* What a piece of memory is to become. */
struct piece {
	uint64_t addr, want;	/* bytes there are */
	uint32_t max;		/* bytes to take */
	uint16_t part;
	uint8_t arg;
};

/* -- Reading and chunks ---------------------------------------------------------------------------------------------- */

/* Bytes read, fewer where a page is missing; -errno. */
static ssize_t read_memory(struct late *l, uint64_t addr, void *to, size_t n)
{
	struct iovec here = { to, n }, there = { (void *)addr, n };
	ssize_t r;

	if (!addr || !n)
		return -EFAULT;
	r = process_vm_readv((pid_t)l->slot->tid, &here, 1, &there, 1, 0);
	if (r < 0 && (errno == EPERM || errno == ENOSYS))
		l->slot->denied = true;
	return r < 0 ? -errno : r;
}

/* Room for a chunk of up to n bytes, or NULL. It counts only once end_chunk() was called. */
static struct chunk *begin_chunk(struct late *l, size_t n)
{
	return l->len + sizeof(struct chunk) + n + REC_ALIGN > sizeof(l->chunks) ? NULL : (struct chunk *)(l->chunks + l->len);
}

static void end_chunk(struct late *l, struct chunk *k, const struct piece *p, uint8_t status, uint32_t n)
{
	uint32_t padded = (n + REC_ALIGN - 1) & ~(REC_ALIGN - 1u);

	*k = (struct chunk){ .arg = p->arg, .status = status | l->mark, .part = p->part, .len = n, .addr = p->addr };
	memset((uint8_t *)(k + 1) + n, 0, padded - n);
	l->len += sizeof(*k) + padded;
}

/* 0, or -1: nothing could be read. */
static int take_bytes(struct late *l, const struct piece *p)
{
	uint64_t n = p->want < p->max ? p->want : p->max;
	struct chunk *k;
	ssize_t r;

	n = n > READ_MAX ? READ_MAX : n;
	k = n ? begin_chunk(l, n) : NULL;
	r = k ? read_memory(l, p->addr, k + 1, n) : -1;
	if (r <= 0)
		return -1;
	end_chunk(l, k, p, (uint64_t)r < n ? CHUNK_PARTIAL : n < p->want ? CHUNK_TRUNC : CHUNK_OK, (uint32_t)r);
	return 0;
}

static int take_string(struct late *l, const struct piece *p)
{
	size_t n = (p->max < READ_MAX - 1 ? p->max : READ_MAX - 1) + 1, len;
	struct chunk *k = begin_chunk(l, n);
	ssize_t r = k ? read_memory(l, p->addr, k + 1, n) : -1;

	if (r <= 0)
		return -1;
	len = strnlen((const char *)(k + 1), (size_t)r);
	if (len == n)
		end_chunk(l, k, p, CHUNK_TRUNC, (uint32_t)n - 1);
	else
		end_chunk(l, k, p, len == (size_t)r ? CHUNK_PARTIAL : CHUNK_OK, (uint32_t)len);
	return 0;
}

static void put_number(struct late *l, const struct piece *p, uint8_t status, uint64_t n)
{
	struct chunk *k = begin_chunk(l, sizeof(n));

	if (!k)
		return;
	memcpy(k + 1, &n, sizeof(n));
	end_chunk(l, k, p, status, sizeof(n));
}

static uint64_t word_at(const uint8_t *p, unsigned size)
{
	uint64_t v = 0;

	memcpy(&v, p, size);	/* little-endian, as all machines of live tracing are */
	return v;
}

/* -- Ops ------------------------------------------------------------------------------------------------------------- */

static uint64_t arg_of(const struct late *l, unsigned i)
{
	return i < CALL_ARGS ? l->slot->args[i] : 0;
}

static uint64_t count_of(struct late *l, const struct plan_op *op)
{
	uint64_t n = arg_of(l, op->len_arg), ret = l->ret > 0 ? (uint64_t)l->ret : 0;
	uint8_t word[8] = { 0 };

	switch (op->len) {
	case LEN_ARG:
		return n;
	case LEN_RET:
		return ret;
	case LEN_BITS:
		n = n > 1024 ? 1024 : n;
		return (n + l->wide * 8 - 1) / (l->wide * 8) * l->wide;
	case LEN_ARG_MIN_RET:
		return n < ret ? n : ret;
	case LEN_PTR:
		return read_memory(l, n, word, 4) == 4 && !(word[3] & 0x80) ? word_at(word, 4) : 0;
	case LEN_PTR64:
		return read_memory(l, n, word, l->wide) == l->wide ? word_at(word, l->wide) : 0;
	default:
		return 1;
	}
}

static void take_strings(struct late *l, struct piece p)
{
	uint64_t vec = p.addr, n = 0;
	uint8_t pointers[STRINGS * 8];
	ssize_t r = read_memory(l, vec, pointers, STRINGS * l->wide);
	struct piece self = p;

	for (; r >= (ssize_t)((n + 1) * l->wide); n++) {
		p.addr = word_at(pointers + n * l->wide, l->wide);
		if (!p.addr)
			break;
		p.part = PART_STR | (uint16_t)(n & PART_INDEX);
		if (p.max && take_string(l, &p) && l->slot->denied)
			return;
	}
	if (r > 0)
		put_number(l, &self, r >= (ssize_t)((n + 1) * l->wide) ? CHUNK_OK : CHUNK_TRUNC, n);
}

/* `count` iovecs, then what they say of `total` bytes. */
static void take_iovecs(struct late *l, struct piece p, uint64_t count, uint64_t total)
{
	uint32_t before = l->len, max = p.max, step = l->wide * 2, n;
	const uint8_t *vec;

	p.max = IOVECS * step;
	p.want = (count > 1024 ? 1024 : count) * step;
	if (take_bytes(l, &p))
		return;
	vec = l->chunks + before + sizeof(struct chunk);
	n = ((const struct chunk *)(l->chunks + before))->len / step;
	p.max = max;
	for (uint32_t i = 0; i < n && total; i++, vec += step) {
		p.addr = word_at(vec, l->wide);
		p.want = word_at(vec + l->wide, l->wide);
		p.want = p.want < total ? p.want : total;
		p.part = PART_DATA | (uint16_t)i;
		total -= p.want;
		take_bytes(l, &p);
	}
}

/* Name and control of a message, whose header is at `at`; of the first all data, of others that of their first iovec. */
static void take_message(struct late *l, struct piece p, unsigned number, const uint8_t *at, uint64_t total)
{
	uint32_t w = l->wide;
	uint64_t vec = word_at(at + 2 * w, w), n = word_at(at + 3 * w, w);
	struct piece q = p;

	q.addr = word_at(at, w);
	q.want = word_at(at + w, 4);
	q.max = 128;
	q.part = PART_NAME | (uint16_t)number;
	take_bytes(l, &q);
	q.addr = word_at(at + 4 * w, w);
	q.want = word_at(at + 5 * w, w);
	q.max = 256;
	q.part = PART_CONTROL | (uint16_t)number;
	take_bytes(l, &q);
	p.addr = vec;
	p.part = PART_IOV | (uint16_t)number;
	if (n && !number)
		take_iovecs(l, p, n, total);
}

static void take_messages(struct late *l, struct piece p, uint64_t count, bool several, uint64_t total)
{
	uint32_t before = l->len, step = (several ? 8 : 7) * l->wide, max = p.max, n;
	uint8_t headers[MESSAGES * 64];

	count = count > MESSAGES ? MESSAGES : count;
	p.want = count * step;
	p.max = sizeof(headers);
	if (take_bytes(l, &p))
		return;
	n = ((const struct chunk *)(l->chunks + before))->len / step;
	memcpy(headers, l->chunks + before + sizeof(struct chunk), (size_t)n * step);
	p.max = max;
	for (uint32_t i = 0; i < n; i++) {
		const uint8_t *at = headers + i * step;

		take_message(l, p, i, at, several && l->mark & CHUNK_OUT ? word_at(at + 7 * l->wide, 4) : total);
	}
}

static void run_op(struct late *l, const struct plan_op *op)
{
	struct piece p = { .addr = arg_of(l, op->arg), .max = op->max, .arg = op->arg };
	uint64_t n = count_of(l, op), total = op->total_ret && l->mark & CHUNK_OUT ? (uint64_t)(l->ret > 0 ? l->ret : 0) : UINT64_MAX;

	if (!p.addr || l->slot->denied)
		return;
	switch (op->op) {
	case CAP_STR:
		take_string(l, &p);
		break;
	case CAP_BUF:
		p.want = n > INT32_MAX ? INT32_MAX : n * op->size;
		take_bytes(l, &p);
		break;
	case CAP_STRV:
		take_strings(l, p);
		break;
	case CAP_IOVEC:
		take_iovecs(l, p, n, total);
		break;
	case CAP_MSGHDR:
		take_messages(l, p, n, op->len != LEN_ONE, total);
		break;
	case CAP_FDPAIR:
		p.want = p.max = 2 * sizeof(int);
		take_bytes(l, &p);
		break;
	}			/* CAP_FDINFO: only the kernel knows */
}

static void run_plan(struct late *l, const struct plan *plan, bool out, bool failed)
{
	l->mark = CHUNK_LATE | (out ? CHUNK_OUT : 0);
	for (unsigned i = 0; i < plan->nops && !l->slot->denied; i++) {
		const struct plan_op *op = &plan->ops[i];

		if (op->when & (out ? CAP_EXIT : CAP_ENTRY) && (!failed || !out || op->when & CAP_ON_ERROR))
			run_op(l, op);
	}
}

/* -- execve: at its entry the old memory may be gone already, and once it succeeded the kernel knows what was passed -- */

/* A file of /proc/TID. Bytes, or -errno. */
static ssize_t read_proc(const struct late *l, const char *name, uint8_t *to, size_t n)
{
	char path[48];
	ssize_t r;
	int fd;

	snprintf(path, sizeof(path), "/proc/%u/%s", l->slot->tid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	r = read(fd, to, n);
	close(fd);
	return r < 0 ? -errno : r;
}

static void take_exec_name(struct late *l, struct piece p)
{
	uint8_t auxv[1024];
	ssize_t n = read_proc(l, "auxv", auxv, sizeof(auxv));

	for (ssize_t i = 0; i + 2 * (ssize_t)l->wide <= n; i += 2 * l->wide)
		if (word_at(auxv + i, l->wide) == AT_EXECFN) {
			p.addr = word_at(auxv + i + l->wide, l->wide);
			take_string(l, &p);
		}
}

static void take_exec_strings(struct late *l, struct piece p, const char *file, bool count)
{
	struct chunk *k = begin_chunk(l, READ_MAX);
	uint64_t strings = 0;
	ssize_t n;

	if (!k)
		return;
	n = read_proc(l, file, (uint8_t *)(k + 1), READ_MAX);
	if (n <= 0)
		return;
	if (!count) {
		p.part = PART_ARGS;
		end_chunk(l, k, &p, n == READ_MAX ? CHUNK_TRUNC : CHUNK_OK, (uint32_t)n);
		return;
	}
	for (ssize_t i = 0; i < n; i++)
		strings += !((uint8_t *)(k + 1))[i];
	if (n < READ_MAX)
		put_number(l, &p, CHUNK_OK, strings);
}

static void run_exec(struct late *l, const struct plan *plan)
{
	bool first = true;

	l->mark = CHUNK_LATE;
	for (unsigned i = 0; i < plan->nops; i++) {
		const struct plan_op *op = &plan->ops[i];
		struct piece p = { .addr = arg_of(l, op->arg), .max = op->max, .arg = op->arg };

		if (op->op == CAP_STR)
			take_exec_name(l, p);
		if (op->op != CAP_STRV)
			continue;
		take_exec_strings(l, p, first ? "cmdline" : "environ", !op->max);
		first = false;
	}
}

/* -- Calls ----------------------------------------------------------------------------------------------------------- */

struct late *late__new(const struct options *o)
{
	struct late *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->opt = o;
	l->wide = sizeof(long);
	plans__needed(o, &l->needed);
	l->execs[0] = syscalltbl__nr(abi__native(), "execve");
	l->execs[1] = syscalltbl__nr(abi__native(), "execveat");
	return l;
}

void late__free(struct late *l)
{
	free(l);
}

static bool is_exec(const struct late *l)
{
	return l->slot->nr == l->execs[0] || l->slot->nr == l->execs[1];
}

/* What to read for the call in work. false: nothing. */
static bool plan_of(const struct late *l, struct plan *plan)
{
	const struct row *row = syscall_set__has(&l->needed, l->slot->abi, l->slot->nr) ? rows__find(l->slot->abi, l->slot->nr) : NULL;
	uint32_t mask = row && row->sub_mask ? row->sub_mask : UINT32_MAX, cmd;

	if (!row)
		return false;
	for (unsigned i = 0; i < row->nsub; i++) {
		if (row__sub_cmd(row, i, l->slot->abi, &cmd) && cmd == ((uint32_t)l->slot->args[row->sub_arg] & mask)) {
			row = &row->sub[i].row;
			break;
		}
	}
	plans__make(l->opt, row, l->slot->abi, plan);
	return plan->nops;
}

static void hand_over(struct late *l, struct pair_event *e)
{
	if (!l->len || e->chunks)
		return;
	e->chunks = malloc(l->len);
	if (!e->chunks)
		return;
	memcpy(e->chunks, l->chunks, l->len);
	e->chunks_len = l->len;
}

/* x32 calls have other sizes, and nobody makes them: their pointers are shown. */
static bool is_readable(const struct pair_event *e)
{
	return e->nr >= 0 && e->nr < UINT16_MAX && e->nargs <= CALL_ARGS;
}

static void see_entry(struct late *l, struct pair_event *e, bool behind)
{
	struct slot *slot = l->slot;
	struct plan plan;

	slot->in_call = is_readable(e);
	if (!slot->in_call)
		return;
	slot->nr = (uint16_t)e->nr;
	slot->abi = abi__native();
	memcpy(slot->args, e->args, sizeof(slot->args));
	if (!behind && !slot->denied && !is_exec(l) && plan_of(l, &plan) && plan.entry_ops)
		run_plan(l, &plan, false, false);
}

static void see_exit(struct late *l, struct pair_event *e, bool behind)
{
	struct slot *slot = l->slot;
	bool known = slot->in_call && e->nr == slot->nr, failed = e->ret < 0 && e->ret >= -4095;
	struct plan plan;

	slot->in_call = false;
	if (!known || behind || slot->denied || !plan_of(l, &plan))
		return;
	l->ret = e->ret;
	if (!is_exec(l))
		run_plan(l, &plan, true, failed);
	else if (failed)
		run_plan(l, &plan, false, true);
	else
		run_exec(l, &plan);
}

void late__see(struct late *l, struct pair_event *e, bool behind)
{
	l->slot = &l->slots[e->tid % SLOTS];
	l->len = 0;
	l->ret = 0;
	if (l->slot->tid != e->tid || e->kind == PAIR_FORK)
		*l->slot = (struct slot){ .tid = e->tid };
	if (e->kind == PAIR_ENTER && e->teller == PAIR_RAW)
		see_entry(l, e, behind);
	else if (e->kind == PAIR_LEAVE && e->teller == PAIR_RAW)
		see_exit(l, e, behind);
	else if (e->kind == PAIR_EXEC)
		l->slot->denied = false;
	hand_over(l, e);
}
