// SPDX-License-Identifier: BSD-2-Clause
/* vm_read.c - runs plans with process_vm_readv(2), and makes chunks. */
#include "vm_read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "vm_ipc.h"
#include "vm_map.h"

#define KEPT (1u << 20)		/* bytes of memory that are kept for the next event */
#define STRINGS_READ 256	/* whose addresses are read at once */

/* -- Reading and chunks ---------------------------------------------------------------------------------------------- */

/* Bytes read, fewer if a page is missing; -errno. */
static ssize_t read_memory(struct vm_read *l, uint64_t addr, void *to, size_t n)
{
	struct iovec here = { to, n }, there = { (void *)addr, n };
	ssize_t r;

	if (!addr || !n)
		return -EFAULT;
	r = process_vm_readv((pid_t)l->tid, &here, 1, &there, 1, 0);
	if (r < 0 && (errno == EPERM || errno == ENOSYS))
		l->denied = true;
	return r < 0 ? -errno : r;
}

/* Limit on the next chunk's length. */
static size_t room_for(const struct vm_read *l)
{
	size_t limit = l->limit ? l->limit : VM_READ_ALL, taken = l->len + sizeof(struct chunk) + REC_ALIGN;

	return taken < limit ? limit - taken : 0;
}

struct chunk *vm_read__begin(struct vm_read *l, size_t n)
{
	size_t need = l->len + sizeof(struct chunk) + n + REC_ALIGN, room = l->room ? l->room : 2 * READ_MAX;
	uint8_t *more;

	if (n > room_for(l))
		return NULL;
	while (room < need)
		room *= 2;
	if (room > l->room) {
		more = realloc(l->chunks, room);
		if (!more)
			return NULL;
		l->chunks = more;
		l->room = (uint32_t)room;
	}
	return (struct chunk *)(l->chunks + l->len);
}

bool vm_read__reset(struct vm_read *l)
{
	l->len = 0;
	if (l->room > KEPT)
		vm_read__free(l);
	return vm_read__begin(l, 0);
}

void vm_read__free(struct vm_read *l)
{
	free(l->chunks);
	l->chunks = NULL;
	l->room = l->len = 0;
}

void vm_read__end(struct vm_read *l, struct chunk *k, const struct piece *p, uint8_t status, uint32_t n)
{
	uint32_t padded = (n + REC_ALIGN - 1) & ~(REC_ALIGN - 1u);

	*k = (struct chunk){ .arg = p->arg, .status = status | l->mark, .part = p->part, .len = n, .addr = p->addr };
	memset((uint8_t *)(k + 1) + n, 0, padded - n);
	l->len += sizeof(*k) + padded;
}

void vm_read__put(struct vm_read *l, const struct chunk *k, uint32_t len, uint8_t status)
{
	struct chunk head = *k;
	size_t padded;

	head.len = len;
	head.status = status;
	padded = chunk__padded(&head);
	if (!vm_read__begin(l, len))
		return;
	memset(l->chunks + l->len + padded - REC_ALIGN, 0, REC_ALIGN);
	memcpy(l->chunks + l->len, &head, sizeof(head));
	memcpy(l->chunks + l->len + sizeof(head), k + 1, len);
	l->len += (uint32_t)padded;
}

#define PIECE (64 * 1024)		/* bytes piece size of longer memory, whose readable length is not known in advance */

/* Reads up to n bytes for the next chunk, or (str) up to a NUL; *status: CHUNK_OK or CHUNK_PARTIAL. Returns how many. */
static size_t read_pieces(struct vm_read *l, const struct piece *p, size_t n, bool str, uint8_t *status)
{
	size_t got = 0, step = READ_MAX;

	for (*status = CHUNK_OK; got < n; step = PIECE) {
		size_t want = n - got < step ? n - got : step;
		struct chunk *k = vm_read__begin(l, got + want);
		uint8_t *to = k ? (uint8_t *)(k + 1) + got : NULL;
		ssize_t r = k ? read_memory(l, p->addr + got, to, want) : -1;
		const uint8_t *nul = str && r > 0 ? memchr(to, 0, (size_t)r) : NULL;

		if (nul)
			return got + (size_t)(nul - to);
		got += r > 0 ? (size_t)r : 0;
		if (r < (ssize_t)want) {
			*status = CHUNK_PARTIAL;
			break;
		}
	}
	return got;
}

/* 0, or -1: nothing could be read. */
static int take_bytes(struct vm_read *l, const struct piece *p)
{
	size_t n = p->want < p->max ? p->want : p->max, room = room_for(l), got;
	uint8_t status;

	n = n < room ? n : room;
	got = read_pieces(l, p, n, false, &status);
	if (!got)
		return -1;
	vm_read__end(l, (struct chunk *)(l->chunks + l->len), p, status == CHUNK_OK && n < p->want ? CHUNK_TRUNC : status, (uint32_t)got);
	return 0;
}

int vm_read__string(struct vm_read *l, const struct piece *p)
{
	size_t n = (size_t)p->max + 1, room = room_for(l), got;
	uint8_t status;

	n = n < room ? n : room;
	got = read_pieces(l, p, n, true, &status);
	if (!got && (!n || status != CHUNK_OK))
		return -1;
	if (got == n)
		vm_read__end(l, (struct chunk *)(l->chunks + l->len), p, CHUNK_TRUNC, (uint32_t)n - 1);
	else
		vm_read__end(l, (struct chunk *)(l->chunks + l->len), p, status, (uint32_t)got);
	return 0;
}

void vm_read__number(struct vm_read *l, const struct piece *p, uint8_t status, uint64_t n)
{
	struct chunk *k = vm_read__begin(l, sizeof(n));

	if (!k)
		return;
	memcpy(k + 1, &n, sizeof(n));
	l->counted |= (uint8_t)(1u << p->arg);
	vm_read__end(l, k, p, status, sizeof(n));
}

static bool is_same(uint32_t tid, const struct chunk *k)
{
	const uint8_t *was = (const uint8_t *)(k + 1);
	uint8_t now[READ_MAX];

	for (uint32_t at = 0, n; at < k->len; at += n) {
		struct iovec here = { now, READ_MAX }, there = { (void *)(k->addr + at), READ_MAX };

		n = k->len - at < READ_MAX ? k->len - at : READ_MAX;
		here.iov_len = there.iov_len = n;
		if (process_vm_readv((pid_t)tid, &here, 1, &there, 1, 0) != (ssize_t)n || memcmp(now, was + at, n))
			return false;
	}
	return true;
}

bool vm_read__is_same(uint32_t tid, const uint8_t *chunks, uint32_t len, uint8_t counted)
{
	CHUNKS_EACH(k, chunks, len) {
		if (!k->len || !(k->status & CHUNK_LATE) || (k->part == PART_SELF && counted >> k->arg & 1))
			continue;
		if (!is_same(tid, k))
			return false;
	}
	return true;
}

uint64_t vm_read__word(const uint8_t *p, unsigned size)
{
	uint64_t v = 0;

	memcpy(&v, p, size);	/* little-endian, as all machines of live tracing are */
	return v;
}

/* -- Ops ------------------------------------------------------------------------------------------------------------- */

static uint64_t arg_of(const struct vm_read *l, unsigned i)
{
	return i < CALL_ARGS ? l->call[i] : 0;
}

/* The length in argument `len_arg`. */
static uint64_t length_of(const struct vm_read *l, const struct plan_op *op)
{
	uint64_t n = arg_of(l, op->len_arg);

	if (op->len_half)
		n = op->len_signed ? (uint64_t)(int64_t)(int32_t)n : (uint32_t)n;
	return op->len_signed && (int64_t)n < 0 ? 0 : n;
}

uint64_t vm_read__count(struct vm_read *l, const struct plan_op *op)
{
	uint64_t n = length_of(l, op), ret = l->ret > 0 ? (uint64_t)l->ret : 0;
	uint8_t word[8] = { 0 };

	switch (op->len) {
	case LEN_ARG:
		return n;
	case LEN_RET:
		return ret;
	case LEN_BITS:
		n = n > SET_BITS_MAX ? SET_BITS_MAX : n;
		return (n + l->wide * 8 - 1) / (l->wide * 8) * l->wide;
	case LEN_ARG_MIN_RET:
		return n < ret ? n : ret;
	case LEN_PTR:
		return read_memory(l, arg_of(l, op->len_arg), word, 4) == 4 && !(word[3] & 0x80) ? vm_read__word(word, 4) : 0;
	case LEN_IOC:
		n = arg_of(l, op->len_arg);
		return n >> (op->when & CAP_EXIT ? 31 : 30) & 1 ? n >> 16 & 0x3fff : 0;
	case LEN_SEMAPHORES:
		return vm_ipc__semaphores(l->tid, (int)arg_of(l, op->len_arg));
	case LEN_PTR64:
		return read_memory(l, arg_of(l, op->len_arg), word, l->wide) == l->wide ? vm_read__word(word, l->wide) : 0;
	default:
		return 1;
	}
}

static void take_nothing(struct vm_read *l, const struct piece *p)
{
	struct chunk *k = vm_read__begin(l, 0);

	if (k)
		vm_read__end(l, k, p, CHUNK_FAULT, 0);
}

static void take_strings(struct vm_read *l, struct piece p)
{
	uint64_t vec = p.addr, n = 0;
	uint8_t pointers[STRINGS_READ * 8];
	struct piece self = p;
	bool ended = false;
	ssize_t r = 0;

	for (; n < CALL_ELEMENTS; n++) {
		uint64_t i = n % STRINGS_READ;

		if (!i)
			r = read_memory(l, vec + n * l->wide, pointers, STRINGS_READ * l->wide);
		if (r < (ssize_t)((i + 1) * l->wide))
			break;
		p.addr = vm_read__word(pointers + i * l->wide, l->wide);
		if (!p.addr) {
			ended = true;
			break;
		}
		p.part = PART_STR | (uint16_t)(n & PART_INDEX);
		if (!p.max || !vm_read__string(l, &p))
			continue;
		if (l->denied)
			return;
		take_nothing(l, &p);
	}
	if (n || ended)
		vm_read__number(l, &self, ended ? CHUNK_OK : CHUNK_TRUNC, n);
}

/* `count` iovecs, then up to `total` bytes of their buffers. p.part: PART_SELF, or PART_IOV of a message. */
static void take_iovecs(struct vm_read *l, struct piece p, uint64_t count, uint64_t total)
{
	uint32_t before = l->len, max = p.max, step = l->wide * 2, n, message = p.part & PART_INDEX;

	p.max = (p.whole ? IOVECS_MAX : IOVECS_BRIEF) * step;
	p.want = (count < IOVECS_MAX ? count : IOVECS_MAX) * step;
	if (take_bytes(l, &p))
		return;
	n = ((const struct chunk *)(l->chunks + before))->len / step;
	p.max = max;
	for (uint32_t i = 0; i < n && total; i++) {
		const uint8_t *vec = l->chunks + before + sizeof(struct chunk) + (size_t)i * step;

		p.addr = vm_read__word(vec, l->wide);
		p.want = vm_read__word(vec + l->wide, l->wide);
		p.want = p.want < total ? p.want : total;
		p.want = p.want < INT32_MAX ? p.want : INT32_MAX;
		p.part = PART_DATA | (uint16_t)(message ? message : i);
		total -= p.want;
		take_bytes(l, &p);
	}
}

/* Name, control data and data of the message whose header is at offset `at` of `chunks`, which may move. */
static void take_message(struct vm_read *l, struct piece p, unsigned number, const uint8_t *at, uint64_t total)
{
	uint32_t w = l->wide;
	uint64_t vec = vm_read__word(at + 2 * w, w), n = vm_read__word(at + 3 * w, w);
	uint64_t control = vm_read__word(at + 4 * w, w), bytes = vm_read__word(at + 5 * w, w);
	struct piece q = p;

	q.addr = vm_read__word(at, w);
	q.want = vm_read__word(at + w, 4);
	q.max = 128;
	q.part = PART_NAME | (uint16_t)number;
	take_bytes(l, &q);
	q.addr = control;
	q.want = bytes < CONTROL_MAX ? bytes : CONTROL_MAX;
	q.max = p.whole ? CONTROL_MAX : 256;
	q.part = PART_CONTROL | (uint16_t)number;
	take_bytes(l, &q);
	p.addr = vec;
	p.part = PART_IOV | (uint16_t)number;
	if (n)
		take_iovecs(l, p, n, total);
}

static void take_messages(struct vm_read *l, struct piece p, uint64_t count, bool several, uint64_t total)
{
	uint32_t before = l->len, step = (several ? 8 : 7) * l->wide, max = p.max, n;

	p.want = (count < IOVECS_MAX ? count : IOVECS_MAX) * step;
	p.max = (p.whole ? IOVECS_MAX : MESSAGES_BRIEF) * step;
	if (take_bytes(l, &p))
		return;
	n = ((const struct chunk *)(l->chunks + before))->len / step;
	p.max = max;
	for (uint32_t i = 0; i < n; i++) {
		const uint8_t *at = l->chunks + before + sizeof(struct chunk) + (size_t)i * step;

		take_message(l, p, i, at, several && l->mark & CHUNK_OUT ? vm_read__word(at + 7 * l->wide, 4) : total);
	}
}

/* Does the field lie within the bytes of the structure that the program passed? */
static bool is_whole(const struct follow *f, uint32_t bytes)
{
	return f->offset + f->size <= bytes && f->len_offset + f->len_size <= bytes && f->sub_offset + f->sub_size <= bytes;
}

static void follow_all(struct vm_read *l, uint8_t arg, const struct follow *of, uint32_t chunk);

/* at, len: offset in `chunks` and length of the element that has the pointer; addr: its address in the program. */
static void follow_one(struct vm_read *l, uint8_t arg, const struct follow *f, size_t at, uint32_t len, uint64_t addr)
{
	const uint8_t *holder = l->chunks + at;
	struct piece p = { .arg = arg, .part = PART_AT, .max = f->max };
	uint32_t before = l->len;
	uint64_t n = 1;

	if (!is_whole(f, len) || (f->sub_size && (vm_read__word(holder + f->sub_offset, f->sub_size) & f->sub_mask) != f->sub))
		return;
	if (f->len_size)
		n = vm_read__word(holder + f->len_offset, f->len_size);
	else if (f->len == LEN_RET)
		n = l->ret > 0 ? (uint64_t)l->ret : 0;
	else if (f->len == LEN_ARG)
		n = arg_of(l, f->len_arg);
	if (f->len == LEN_TIMES)
		n = f->len_arg + 4u <= len ? (uint32_t)n * vm_read__word(holder + f->len_arg, 4) : 0;
	if (f->len == LEN_POWER)
		n = power_in(n, f->len_arg);
	if (f->len == LEN_BEYOND)
		n = bytes_beyond(n, f->offset);
	p.addr = f->size ? vm_read__word(holder + f->offset, f->size) : addr + f->offset;
	if (f->len >= LEN_MAP_KEY)
		p.want = vm_map__bytes(l->tid, f, holder, len, n);
	else
		p.want = n > INT32_MAX / 65536 ? INT32_MAX : n * f->unit;
	if (f->op == CAP_STR && f->len_size && n <= p.max)
		p.max = n - 1;		/* room for the NUL */
	if (f->op == CAP_STR && n)
		vm_read__string(l, &p);
	else
		take_bytes(l, &p);
	if (l->len > before)
		follow_all(l, arg, f, before);
}

/* Reads the memory that pointers in a chunk, described by `of`, point at. */
static void follow_all(struct vm_read *l, uint8_t arg, const struct follow *of, uint32_t chunk)
{
	size_t bytes = chunk + sizeof(struct chunk);
	const struct chunk *k = (const struct chunk *)(l->chunks + chunk);
	uint64_t addr = k->addr;
	uint32_t len = k->len;

	for (uint32_t at = 0; of->n && at < len; at += of->elem)
		for (unsigned i = 0; i < of->n; i++)
			follow_one(l, arg, &l->follow[of->first + i], bytes + at, len - at, addr + at);
}

static void take_tree(struct vm_read *l, struct piece p, const struct follow *root)
{
	uint32_t before = l->len;

	p.max = root->max;
	if (!take_bytes(l, &p))
		follow_all(l, p.arg, root, before);
}

struct follows *vm_read__follows(struct vm_read *l)
{
	l->follows = (struct follows){ l->follow, 0, sizeof(l->follow) / sizeof(l->follow[0]) };
	return &l->follows;
}

static struct vm_fd *fd_slot(struct vm_read *l, int fd)
{
	return &l->fds[(unsigned)fd % VM_FDS];
}

void vm_read__opened(struct vm_read *l, int fd)
{
	fd_slot(l, fd)->tid = 0;
}

/* Is it a file in no file system, as inotify's, an input device, or what makes these? It may transfer events. */
static bool has_events(struct vm_read *l, int fd)
{
	static const char anon[] = "anon_inode:", input[] = "/dev/input/", creator[] = "/dev/uinput";
	struct vm_fd *known = fd_slot(l, fd);
	char link[48], name[64] = "";
	ssize_t n;

	if (known->tid != l->tid || known->fd != fd) {
		snprintf(link, sizeof(link), "/proc/%u/fd/%d", l->tid, fd);
		n = readlink(link, name, sizeof(name) - 1);
		name[n > 0 ? n : 0] = '\0';
		*known = (struct vm_fd){ l->tid, fd, !strncmp(name, anon, sizeof(anon) - 1) || !strncmp(name, input, sizeof(input) - 1) || !strcmp(name, creator) };
	}
	return known->has_events;
}

/* The limit of an op whose memory has `bytes` bytes. */
static uint32_t max_of(struct vm_read *l, const struct plan_op *op, uint64_t bytes)
{
	return op->events && bytes > op->max && op->max < EVENTS_MAX && has_events(l, (int)arg_of(l, 0)) ? EVENTS_MAX : op->max;
}

void vm_read__op(struct vm_read *l, const struct plan_op *op)
{
	struct piece p = { .addr = arg_of(l, op->arg), .max = op->max, .arg = op->arg, .whole = op->whole };
	uint64_t n = vm_read__count(l, op), total = op->total_ret && l->mark & CHUNK_OUT ? (uint64_t)(l->ret > 0 ? l->ret : 0) : UINT64_MAX;

	if (!p.addr || l->denied)
		return;
	switch (op->op) {
	case CAP_STR:
		vm_read__string(l, &p);
		break;
	case CAP_BUF:
		p.want = n > INT32_MAX ? INT32_MAX : n * op->size;
		p.max = max_of(l, op, p.want);
		take_bytes(l, &p);
		break;
	case CAP_TREE:
		p.want = n > INT32_MAX ? INT32_MAX : n * op->size;
		take_tree(l, p, &l->follow[op->max]);
		break;
	case CAP_STRV:
		take_strings(l, p);
		break;
	case CAP_IOVEC:
		p.max = max_of(l, op, total);
		take_iovecs(l, p, n, total);
		break;
	case CAP_MSGHDR:
		take_messages(l, p, n, op->len != LEN_ONE, total);
		break;
	case CAP_FDPAIR:
		p.want = p.max = 2 * sizeof(int);
		take_bytes(l, &p);
		break;
	}			/* CAP_FDINFO: only BPF can capture it */
}

void vm_read__plan(struct vm_read *l, const struct plan *plan, bool out, bool failed)
{
	for (unsigned i = 0; i < plan->nops && !l->denied; i++) {
		const struct plan_op *op = &plan->ops[i];

		if (l->args >> op->arg & 1 && op->when & (out ? CAP_EXIT : CAP_ENTRY) && (!failed || !out || op->when & CAP_ON_ERROR))
			vm_read__op(l, op);
	}
}
