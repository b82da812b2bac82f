// SPDX-License-Identifier: BSD-2-Clause
/* late_exec.c - compares memory read at execve's entry with the new program's strings. */
#include "late_exec.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "late_file.h"
#include "late_reported.h"

#define PASSED_MAX (4 << 20)	/* bytes of strings passed to execve: MAX_ARG_STRLEN of each, and a quarter of the stack in all */

/* -- Strings of the new program -------------------------------------------------------------------------------------- */

/* Reads a file of /proc/TID. Returns the length, or -errno. */
static ssize_t read_proc(const struct vm_read *l, const char *name, uint8_t *to, size_t n)
{
	char path[48];
	ssize_t r;
	int fd;

	snprintf(path, sizeof(path), "/proc/%u/%s", l->tid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	r = read(fd, to, n);
	close(fd);
	return r < 0 ? -errno : r;
}

static void take_exec_name(struct vm_read *l, struct piece p)
{
	uint8_t auxv[1024];
	ssize_t n = read_proc(l, "auxv", auxv, sizeof(auxv));

	for (ssize_t i = 0; i + 2 * (ssize_t)l->wide <= n; i += 2 * l->wide)
		if (vm_read__word(auxv + i, l->wide) == AT_EXECFN) {
			p.addr = vm_read__word(auxv + i + l->wide, l->wide);
			vm_read__string(l, &p);
		}
}

static void take_exec_strings(struct vm_read *l, struct piece p, const char *file, bool count)
{
	uint64_t strings = 0;
	struct chunk *k;
	ssize_t n, room;

	for (room = READ_MAX;; room *= 2) {
		k = vm_read__begin(l, (size_t)room);
		n = k ? read_proc(l, file, (uint8_t *)(k + 1), (size_t)room) : 0;
		if (n < room || room >= PASSED_MAX)
			break;
	}
	if (n <= 0)
		return;
	if (!count) {
		p.part = PART_ARGS;
		vm_read__end(l, k, &p, n == room ? CHUNK_TRUNC : CHUNK_OK, (uint32_t)n);
		return;
	}
	for (ssize_t i = 0; i < n; i++)
		strings += !((uint8_t *)(k + 1))[i];
	if (n < room)
		vm_read__number(l, &p, CHUNK_OK, strings);
}

static void read_name(struct vm_read *l, const struct plan_op *op, const struct piece *p, const struct chunk *reported)
{
	uint32_t before = l->len;

	if (!reported || !late_reported__is_whole(l, op, reported))
		take_exec_name(l, *p);
	if (reported)
		late_reported__settle(l, before, reported);
}

/* -- Memory read at the entry ---------------------------------------------------------------------------------------- */

void passed__take(struct passed *p, const struct vm_read *l, bool sure)
{
	passed__drop(p);
	p->chunks = l->len ? malloc(l->len) : NULL;
	if (!p->chunks)
		return;
	memcpy(p->chunks, l->chunks, l->len);
	p->len = l->len;
	p->sure = sure;
}

void passed__drop(struct passed *p)
{
	free(p->chunks);
	*p = (struct passed){ 0 };
}

void passed__put(const struct passed *p, struct vm_read *l)
{
	CHUNKS_EACH(k, p->chunks, p->len)
		vm_read__put(l, k, k->len, k->status & (uint8_t)~CHUNK_LATE);
}

/* A sequence of strings, each with a NUL. */
struct strings {
	uint8_t bytes[READ_MAX];
	ssize_t n, at;
};

/* Is the next string equal to the chunk? */
static bool is_next(struct strings *s, const struct chunk *k)
{
	size_t left = (size_t)(s->n - s->at), len = strnlen((const char *)s->bytes + s->at, left);
	unsigned status = k->status & CHUNK_STATUS_MASK;
	bool whole = status == CHUNK_OK;

	if ((!whole && status != CHUNK_TRUNC) || len == left || len < k->len || (whole && len != k->len) || memcmp(s->bytes + s->at, k + 1, k->len))
		return false;
	s->at += (ssize_t)len + 1;
	return true;
}

static uint64_t count_of(const struct strings *s)
{
	uint64_t n = 0;

	for (ssize_t i = 0; i < s->n; i++)
		n += !s->bytes[i];
	return n;
}

/* Does the new program have exactly the strings that were read for this argument? */
static bool has_strings(const struct vm_read *l, const struct passed *p, const struct plan_op *op, const char *file)
{
	struct strings s = { .n = read_proc(l, file, s.bytes, sizeof(s.bytes)) };
	uint64_t found = 0, count = UINT64_MAX;

	if (s.n <= 0 || s.n == sizeof(s.bytes))
		return false;
	CHUNKS_EACH(k, p->chunks, p->len) {
		if (k->arg != op->arg)
			continue;
		if (k->part != PART_SELF && !is_next(&s, k))
			return false;
		found += k->part != PART_SELF;
		if (k->part == PART_SELF && k->len == sizeof(count) && (k->status & CHUNK_STATUS_MASK) == CHUNK_OK)
			count = vm_read__word((const uint8_t *)(k + 1), sizeof(count));
	}
	return count == count_of(&s) && (found == count || !op->max);
}

static void put_passed(struct vm_read *l, const struct passed *p, unsigned arg, bool sure)
{
	CHUNKS_EACH(k, p->chunks, p->len)
		if (k->arg == arg)
			vm_read__put(l, k, k->len, sure ? k->status & (uint8_t)~CHUNK_LATE : k->status);
}

/* If the first vector of strings (argv) agrees with the new program's, adds the chunks read; later vectors are compared, too. */
static bool take_passed(struct vm_read *l, const struct plan *plan, const struct passed *p)
{
	bool first = true;

	for (unsigned i = 0; i < plan->nops; i++)
		if (plan->ops[i].op == CAP_STRV) {
			if (!has_strings(l, p, &plan->ops[i], "cmdline"))
				return false;
			break;
		}
	for (unsigned i = 0; i < plan->nops; i++) {
		const struct plan_op *op = &plan->ops[i];
		bool later = op->op == CAP_STRV && !first;

		if (op->when & CAP_ENTRY)
			put_passed(l, p, op->arg, !later || has_strings(l, p, op, "environ"));
		first &= op->op != CAP_STRV;
	}
	return true;
}

/* -- Success --------------------------------------------------------------------------------------------------------- */

/* Reads which file the kernel executes; for a script that is the interpreter, which confirms nothing. */
static void ask_kernel(struct vm_read *l, const struct plan *plan, uint32_t from, struct pair_event *e)
{
	struct late_file f;

	if (l->len <= from || !late_file__ask(&f, l->tid, -1))
		return;
	for (unsigned i = 0; i < plan->nops; i++) {
		const struct chunk *k = (const struct chunk *)(l->chunks + from);

		if (plan->ops[i].op != CAP_STR || k->arg != plan->ops[i].arg || (k->status & ~CHUNK_LATE) != CHUNK_OK ||
		    !late_file__is(&f, l->tid, AT_FDCWD, (const char *)(k + 1), k->len))
			continue;
		e->agreed |= (uint8_t)(1u << k->arg);
		e->kernel_said = true;
		e->said_fd = -1;
	}
}

void late_exec__done(struct vm_read *l, const struct plan *plan, const struct chunk *reported, const struct passed *passed, struct pair_event *e)
{
	bool first = true;

	if (passed->chunks && take_passed(l, plan, passed))
		return;
	for (unsigned i = 0; i < plan->nops; i++) {
		const struct plan_op *op = &plan->ops[i];
		struct piece p = { .addr = l->call[op->arg], .max = op->max, .arg = op->arg };
		uint32_t from = l->len;

		if (op->op == CAP_STR) {
			read_name(l, op, &p, reported);
			ask_kernel(l, plan, from, e);
		}
		if (op->op != CAP_STRV)
			continue;
		take_exec_strings(l, p, first ? "cmdline" : "environ", !op->max);
		first = false;
	}
}
