// SPDX-License-Identifier: BSD-2-Clause
/*
 * hold_filter.c - from rows to a seccomp filter: a binary search over numbers of calls.
 *
 * Invariant: for a call that is not held the filter reads only the ABI and the number. From Linux 5.11 on the kernel caches that such a
 * call is allowed, and does not run the filter again.
 */
#include "hold_filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "beautifiers/row.h"
#include "lib/vec.h"

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV		/* Linux 5.19 */
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

#ifdef __x86_64__
#define NATIVE AUDIT_ARCH_X86_64
#else
#define NATIVE AUDIT_ARCH_AARCH64
#endif

#define COMMANDS_MAX 200	/* of one call: jumps are limited to 255 instructions */

/* -- Which calls are held -------------------------------------------------------------------------------------------- */

static bool kind_passes(const struct kind *k)
{
	const struct plan_op *op = &k->cap[0];

	return k->is_addr || (op->when & CAP_ENTRY && (op->op == CAP_STR || op->op == CAP_STRV));
}

static bool row_passes(const struct row *row)
{
	for (unsigned i = 0; i < CALL_ARGS && row->args[i].kind; i++)
		if (kind_passes(row->args[i].kind))
			return true;
	return false;
}

static unsigned commands_of(const struct row *row, uint32_t *cmds)
{
	const struct subrow *sub;
	unsigned n = 0;

	for (unsigned i = 0; (sub = row__sub(row, i)); i++) {
		uint32_t cmd;

		if (row_passes(&sub->row) && row__sub_cmd(row, sub, abi__native(), &cmd)) {
			if (n == COMMANDS_MAX)
				return n + 1;
			cmds[n++] = cmd;
		}
	}
	return n;
}

enum held { NEVER, ALWAYS, BY_COMMAND };

static enum held held_of(const struct options *o, unsigned nr)
{
	const struct row *row = syscall_set__has(&o->calls, abi__native(), nr) ? rows__find(abi__native(), nr) : NULL;
	uint32_t cmds[COMMANDS_MAX];
	unsigned n;

	if (!row)
		return NEVER;
	if (row_passes(row))
		return ALWAYS;
	n = commands_of(row, cmds);
	return !n ? NEVER : n > COMMANDS_MAX ? ALWAYS : BY_COMMAND;
}

void hold_filter__calls(const struct options *o, struct syscall_set *set)
{
	syscall_set__clear(set);
	for (unsigned nr = 0; nr <= syscalltbl__max_nr(abi__native()); nr++)
		if (held_of(o, nr) == ALWAYS)
			syscall_set__add(set, abi__native(), nr);
}

/* -- The program ----------------------------------------------------------------------------------------------------- */

/* Numbers from `from` to the next range, treated alike. */
struct range {
	unsigned from;
	enum held held;
};

struct coder {
	struct sock_filter *code;
	unsigned n;
	bool failed;
	struct range ranges[SYSCALL_SET_BITS + 1];
	unsigned nranges;
};

static void add(struct coder *c, uint16_t op, uint32_t k, uint8_t yes, uint8_t no)
{
	if (!VEC_MORE(c->code, c->n, 1)) {
		c->failed = true;
		c->n = 0;
		return;
	}
	c->code[c->n++] = (struct sock_filter){ .code = op, .k = k, .jt = yes, .jf = no };
}

static void load(struct coder *c, uint32_t offset)
{
	add(c, BPF_LD | BPF_W | BPF_ABS, offset, 0, 0);
}

static void leave(struct coder *c, bool hold)
{
	add(c, BPF_RET | BPF_K, hold ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ALLOW, 0, 0);
}

/* Tests the low half of an argument, which comes first: live tracing supports only little-endian machines. */
static void leave_by_command(struct coder *c, unsigned nr)
{
	const struct row *row = rows__find(abi__native(), nr);
	uint32_t cmds[COMMANDS_MAX];
	unsigned n = commands_of(row, cmds);

	load(c, offsetof(struct seccomp_data, args) + 8u * row->sub_arg);
	if (row->sub_mask)
		add(c, BPF_ALU | BPF_AND | BPF_K, row->sub_mask, 0, 0);
	for (unsigned i = 0; i < n; i++)
		add(c, BPF_JMP | BPF_JEQ | BPF_K, cmds[i], (uint8_t)(n - i), 0);
	leave(c, false);
	leave(c, true);
}

static void search(struct coder *c, unsigned first, unsigned n)
{
	const struct range *r = &c->ranges[first];
	unsigned jump;

	if (n == 1) {
		if (r->held == BY_COMMAND)
			leave_by_command(c, r->from);
		else
			leave(c, r->held == ALWAYS);
		return;
	}
	add(c, BPF_JMP | BPF_JGE | BPF_K, c->ranges[first + n / 2].from, 0, 1);
	jump = c->n;
	add(c, BPF_JMP | BPF_JA, 0, 0, 0);
	search(c, first, n / 2);
	if (!c->failed)
		c->code[jump].k = c->n - jump - 1;
	search(c, first + n / 2, n - n / 2);
}

/* The last range: numbers above the known ones, which have no rows. */
static void find_ranges(struct coder *c, const struct options *o)
{
	for (unsigned nr = 0; nr <= syscalltbl__max_nr(abi__native()) + 1 && nr < SYSCALL_SET_BITS; nr++) {
		enum held held = held_of(o, nr);

		if (!c->nranges || held == BY_COMMAND || held != c->ranges[c->nranges - 1].held)
			c->ranges[c->nranges++] = (struct range){ nr, held };
	}
	if (c->ranges[c->nranges - 1].held != NEVER)
		c->ranges[c->nranges++] = (struct range){ SYSCALL_SET_BITS, NEVER };
}

int hold_filter__make(struct hold_filter *f, const struct options *o)
{
	struct coder *c = calloc(1, sizeof(*c));
	int err = 0;

	*f = (struct hold_filter){ 0 };
	if (!c)
		return -ENOMEM;
	find_ranges(c, o);
	if (c->nranges > 1) {
		load(c, offsetof(struct seccomp_data, arch));
		add(c, BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 1, 0);
		leave(c, false);
		load(c, offsetof(struct seccomp_data, nr));
		search(c, 0, c->nranges);
	}
	if (c->failed) {
		free(c->code);
		err = -ENOMEM;
	} else {
		f->code = c->code;
		f->n = c->n;
	}
	free(c);
	return err;
}

void hold_filter__free(struct hold_filter *f)
{
	free(f->code);
	*f = (struct hold_filter){ 0 };
}

/* -- In the command's process ---------------------------------------------------------------------------------------- */

/* The filter is no protection, so mitigations against speculation are not needed (SECCOMP_FILTER_FLAG_SPEC_ALLOW). */
static int install(const struct sock_fprog *program)
{
	unsigned long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_SPEC_ALLOW;
	long fd = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, program);

	if (fd < 0 && errno == EINVAL)
		fd = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, program);
	return fd < 0 ? -errno : (int)fd;
}

int hold_filter__install(const struct hold_filter *f, bool *no_new_privs)
{
	struct sock_fprog program = { .len = (unsigned short)f->n, .filter = f->code };
	int fd = install(&program);

	*no_new_privs = fd == -EACCES && !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	return *no_new_privs ? install(&program) : fd;
}
