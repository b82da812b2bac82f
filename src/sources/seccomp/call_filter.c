// SPDX-License-Identifier: BSD-2-Clause
/*
 * call_filter.c - from sets of calls to a seccomp filter: a binary search over numbers of calls.
 *
 * Invariant: for a call that does not wait the filter reads only the ABI and the number. From Linux 5.11 on the kernel caches that such a
 * call is allowed, and does not run the filter again.
 */
#include "call_filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/vec.h"

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV		/* Linux 5.19 */
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif

static const struct {
	enum abi abi;
	uint32_t arch;
} archs[] = {
#ifdef __x86_64__
	{ ABI_X86_64, AUDIT_ARCH_X86_64 },
	{ ABI_I386, AUDIT_ARCH_I386 },
#else
	{ ABI_AARCH64, AUDIT_ARCH_AARCH64 },
	{ ABI_ARM, AUDIT_ARCH_ARM },
#endif
};
#define NARCHS (sizeof(archs) / sizeof(archs[0]))

/* Numbers from `from` to the next range, treated alike. */
struct range {
	unsigned from;
	enum waits waits;
};

struct coder {
	waits_fn *waits;
	const void *ctx;
	struct sock_filter *code;
	unsigned n;
	bool failed;
	struct range ranges[SYSCALL_SET_BITS + 1];	/* of one ABI at a time */
	unsigned nranges;
	struct commands by;
};

enum abi call_filter__abi(uint32_t arch)
{
	for (unsigned i = 0; i < NARCHS; i++)
		if (archs[i].arch == arch)
			return archs[i].abi;
	return ABI_COUNT;
}

/* -- The program ----------------------------------------------------------------------------------------------------- */

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

static void leave(struct coder *c, bool waits)
{
	add(c, BPF_RET | BPF_K, waits ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ALLOW, 0, 0);
}

/* If the test holds, the code that follows runs, up to jump_here(). Returns what that needs. */
static unsigned jump_unless(struct coder *c, uint16_t test, uint32_t k)
{
	add(c, BPF_JMP | test | BPF_K, k, 1, 0);
	add(c, BPF_JMP | BPF_JA, 0, 0, 0);
	return c->n;
}

static void jump_here(struct coder *c, unsigned from)
{
	if (!c->failed)
		c->code[from - 1].k = c->n - from;
}

/* Tests the low half of an argument, which comes first: live tracing supports only little-endian machines. */
static void leave_by_command(struct coder *c, enum abi abi, unsigned nr)
{
	const struct commands *by = &c->by;

	c->waits(c->ctx, abi, nr, &c->by);
	load(c, offsetof(struct seccomp_data, args) + 8u * by->arg);
	if (by->mask)
		add(c, BPF_ALU | BPF_AND | BPF_K, by->mask, 0, 0);
	for (unsigned i = 0; i < by->n; i++)
		add(c, BPF_JMP | BPF_JEQ | BPF_K, by->cmds[i], (uint8_t)(by->n - i), 0);
	leave(c, false);
	leave(c, true);
}

static void search(struct coder *c, enum abi abi, unsigned first, unsigned n)
{
	const struct range *r = &c->ranges[first];
	unsigned jump;

	if (n == 1) {
		if (r->waits == WAITS_BY_COMMAND)
			leave_by_command(c, abi, r->from);
		else
			leave(c, r->waits == WAITS_ALWAYS);
		return;
	}
	jump = jump_unless(c, BPF_JGE, c->ranges[first + n / 2].from);
	search(c, abi, first + n / 2, n - n / 2);
	jump_here(c, jump);
	search(c, abi, first, n / 2);
}

/* The last range: numbers above the known ones. */
static void find_ranges(struct coder *c, enum abi abi)
{
	c->nranges = 0;
	for (unsigned nr = 0; nr <= syscalltbl__max_nr(abi) + 1 && nr < SYSCALL_SET_BITS; nr++) {
		enum waits waits = c->waits(c->ctx, abi, nr, &c->by);

		if (!c->nranges || waits == WAITS_BY_COMMAND || waits != c->ranges[c->nranges - 1].waits)
			c->ranges[c->nranges++] = (struct range){ nr, waits };
	}
	if (c->ranges[c->nranges - 1].waits != WAITS_NEVER)
		c->ranges[c->nranges++] = (struct range){ SYSCALL_SET_BITS, WAITS_NEVER };
}

static void add_abi(struct coder *c, enum abi abi, uint32_t arch)
{
	unsigned jump;

	find_ranges(c, abi);
	if (c->nranges == 1)
		return;
	load(c, offsetof(struct seccomp_data, arch));
	jump = jump_unless(c, BPF_JEQ, arch);
	load(c, offsetof(struct seccomp_data, nr));
	search(c, abi, 0, c->nranges);
	jump_here(c, jump);
}

int call_filter__make(struct call_filter *f, unsigned abis, waits_fn *waits, const void *ctx)
{
	struct coder *c = calloc(1, sizeof(*c));
	int err = 0;

	*f = (struct call_filter){ 0 };
	if (!c)
		return -ENOMEM;
	c->waits = waits;
	c->ctx = ctx;
	for (unsigned i = 0; i < NARCHS; i++)
		if (abis & ABI_BIT(archs[i].abi))
			add_abi(c, archs[i].abi, archs[i].arch);
	if (c->n)
		leave(c, false);
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

void call_filter__free(struct call_filter *f)
{
	free(f->code);
	*f = (struct call_filter){ 0 };
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

int call_filter__install(const struct call_filter *f, bool *no_new_privs)
{
	struct sock_fprog program = { .len = (unsigned short)f->n, .filter = f->code };
	int fd = install(&program);

	*no_new_privs = fd == -EACCES && !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	return *no_new_privs ? install(&program) : fd;
}
