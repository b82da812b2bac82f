// SPDX-License-Identifier: BSD-2-Clause
/* swap.c - which bytes of a record are numbers: one table. */
#include "swap.h"

#include <stdint.h>
#include <string.h>

/* `count` numbers of `size` bytes, at `at`. */
struct field {
	uint16_t type, at;
	uint8_t size, count;
};

#define FIELD(t, s, member, n) { t, offsetof(struct s, member), sizeof(((struct s *)0)->member), n }
#define FDINFO(t, s, member) { t, offsetof(struct s, info) + offsetof(struct fdinfo, member), sizeof(((struct fdinfo *)0)->member), 1 }

static const struct field fields[] = {
	FIELD(REC_SIGNAL, rec_signal, signo, 4),
	FIELD(REC_EXIT, rec_exit, code, 1),
	FIELD(REC_FORK, rec_fork, parent_tid, 4),
	FIELD(REC_EXEC, rec_exec, old_tid, 1),
	FIELD(REC_LOSS, rec_loss, count, 3),
	FIELD(REC_LOSS, rec_loss, reason, 1),
	FIELD(REC_FD, rec_fd, fd, 4),
	FDINFO(REC_FD, rec_fd, fd),
	FDINFO(REC_FD, rec_fd, mode),
	FDINFO(REC_FD, rec_fd, ino),
	FDINFO(REC_FD, rec_fd, family),
	FDINFO(REC_FD, rec_fd, type),
	FDINFO(REC_FD, rec_fd, protocol),
	FDINFO(REC_FD, rec_fd, state),
	FDINFO(REC_FD, rec_fd, sport),
	FDINFO(REC_FD, rec_fd, dport),
	FDINFO(REC_FD, rec_fd, peer_ino),
	FDINFO(REC_FD, rec_fd, mnt_ns),
	FIELD(REC_CWD, rec_path, path_len, 2),
	FIELD(REC_LINK, rec_link, mnt_ns, 3),
	FIELD(REC_ROOT, rec_path, path_len, 2),
	FIELD(REC_START, rec_start, realtime, 1),
	FIELD(REC_END, rec_end, calls, 2),
	FIELD(REC_STACK, rec_stack, nr, 1),
	FIELD(REC_STACK, rec_stack, nkernel, 3),
	FIELD(REC_STACK, rec_stack, copied, 1),
	FIELD(REC_STACK, rec_stack, sp, 1),
	FIELD(REC_SYMBOL, rec_symbol, start, 2),
	FIELD(REC_SYMBOL, rec_symbol, name_len, 2),
	FIELD(REC_PIDNS, rec_pidns, n, 1),
	FIELD(REC_SELECT, rec_select, flags, 2),
	FIELD(REC_SELECT, rec_select, min_dur, 1),
	FIELD(REC_SELECT, rec_select, errnos[0], 9),
	FIELD(REC_SELECT, rec_select, nsets, 2),
	FIELD(REC_EVENT, rec_event, id, 2),
	FIELD(REC_FORMAT, rec_format, id, 1),
	FIELD(REC_FORMAT, rec_format, system_len, 2),
	FIELD(REC_FORMAT, rec_format, text_len, 2),
	FIELD(REC_FAULT, rec_fault, ip, 2),
	FIELD(REC_FAULT, rec_fault, flags, 1),
	FIELD(REC_SHOW, rec_show, flags, 1),
	FIELD(REC_SHOW, rec_show, on_len, 2),
	FIELD(REC_SHOW, rec_show, from, 1),
	FIELD(REC_SHOW, rec_show, cpus[0], SHOW_CPUS_MAX / 64),
	FIELD(REC_MAP, rec_map, start, 3),
	FIELD(REC_MAP, rec_map, prot, 4),
	FIELD(REC_MAP, rec_map, ino, 2),
	FIELD(REC_MAP, rec_map, path_len, 1),
	FIELD(REC_LINES, rec_lines, signals, 1),
	FIELD(REC_LINES, rec_lines, exits, 2),
	FIELD(REC_LINES, rec_lines, npids, 2),
};

static void swap_number(uint8_t *p, unsigned size)
{
	for (unsigned i = 0; i < size / 2; i++) {
		uint8_t t = p[i];

		p[i] = p[size - 1 - i];
		p[size - 1 - i] = t;
	}
}

static void swap_fields(uint8_t *base, size_t len, unsigned type, size_t from)
{
	for (unsigned i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		const struct field *f = &fields[i];

		for (unsigned n = 0; f->type == type && n < f->count; n++)
			if (f->at >= from && (size_t)f->at + (n + 1) * f->size - from <= len)
				swap_number(base + f->at - from + n * f->size, f->size);
	}
}

static void swap_sets(struct rec_select *r)
{
	uint8_t *p = (uint8_t *)r->sets, *end = (uint8_t *)r + r->rec.len;

	for (unsigned i = 0; i < r->nsets && (size_t)(end - p) >= sizeof(struct select_set); i++) {
		struct select_set *set = (struct select_set *)p;

		swap_number((uint8_t *)&set->abi, sizeof(set->abi));
		for (unsigned n = 0; n < sizeof(set->bits) / sizeof(set->bits[0]); n++)
			swap_number((uint8_t *)&set->bits[n], sizeof(set->bits[n]));
		p += sizeof(*set);
	}
}

/* Addresses and registers; what was copied of the stack stays as the program had it. */
static void swap_words(struct rec_stack *r)
{
	size_t n = (size_t)r->nkernel + r->nuser + r->nregs, room = (r->rec.len - sizeof(*r)) / sizeof(uint64_t);

	for (size_t i = 0; i < n && i < room; i++)
		swap_number((uint8_t *)&r->words[i], sizeof(r->words[i]));
}

static void swap_pidns(struct rec_pidns *r)
{
	for (uint8_t *p = (uint8_t *)r->numbers, *end = (uint8_t *)r + r->rec.len; p < end; p += sizeof(uint32_t))
		swap_number(p, sizeof(uint32_t));
}

/* A struct fdinfo is laid out as in struct rec_fd. */
static void swap_fdinfo(uint8_t *p, size_t len)
{
	swap_fields(p, len, REC_FD, offsetof(struct rec_fd, info));
}

static void swap_file_path(uint8_t *p, size_t len)
{
	struct file_path *f = (struct file_path *)p;

	if (len < sizeof(*f))
		return;
	swap_number((uint8_t *)&f->fd, sizeof(f->fd));
	swap_number((uint8_t *)&f->flags, sizeof(f->flags));
	swap_number((uint8_t *)&f->magic, sizeof(f->magic));
	swap_number((uint8_t *)&f->mnt_ns, sizeof(f->mnt_ns));
	swap_number((uint8_t *)&f->number, sizeof(f->number));
}

static void swap_chunks(struct rec_call *c)
{
	uint8_t *p = (uint8_t *)c + c->fixed, *end = (uint8_t *)c + c->rec.len;

	if (c->fixed < sizeof(*c) || c->fixed > c->rec.len)
		return;
	while (end - p >= (ptrdiff_t)sizeof(struct chunk)) {
		struct chunk k;

		swap_number(p + offsetof(struct chunk, part), sizeof(k.part));
		swap_number(p + offsetof(struct chunk, len), sizeof(k.len));
		swap_number(p + offsetof(struct chunk, addr), sizeof(k.addr));
		memcpy(&k, p, sizeof(k));
		p += sizeof(k);
		if (k.len > (size_t)(end - p))
			return;
		if ((k.part & PART_MASK) == PART_FDINFO)
			swap_fdinfo(p, k.len);
		if ((k.part & PART_MASK) == PART_PATH)
			swap_file_path(p, k.len);
		p += (k.len + REC_ALIGN - 1) & ~(size_t)(REC_ALIGN - 1);
	}
}

void rec__swap(struct rec *r)
{
	if (r->type == REC_CALL || r->type == REC_PENDING)
		swap_chunks((struct rec_call *)r);
	else
		swap_fields((uint8_t *)r, r->len, r->type, 0);
	if (r->type == REC_SELECT && r->len >= sizeof(struct rec_select))
		swap_sets((struct rec_select *)r);
	if (r->type == REC_STACK && r->len >= sizeof(struct rec_stack))
		swap_words((struct rec_stack *)r);
	if (r->type == REC_PIDNS && r->len >= sizeof(struct rec_pidns))
		swap_pidns((struct rec_pidns *)r);
}
