// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_ioctl.c - ioctl's request: its name or names, or what its number is made of (asm-generic/ioctl.h).
 */
#include "kinds.h"

/*
 * Direction in the top two bits: 1 the program writes, 2 it reads; then size, type, number. powerpc has three bits for the
 * direction, of which one stands for none at all, and one less for the size (asm/ioctl.h).
 */
#define PPC_NONE 1

static unsigned ioc_dir(uint32_t cmd, enum abi abi)
{
	unsigned dir = cmd >> 30;

	if (abi != ABI_PPC64LE)
		return dir;
	dir = cmd >> 29;
	return dir == PPC_NONE ? 0 : (dir & 4) >> 2 | (dir & 2);
}

static uint32_t ioc_size(uint32_t cmd, enum abi abi)
{
	return cmd >> 16 & (abi == ABI_PPC64LE ? 0x1fff : 0x3fff);
}

/* Several drivers use the same number: which one is meant only the descriptor knows. */
void show_ioctl_cmd(struct show *s, const struct arg *a)
{
	uint32_t cmd = (uint32_t)a->value;
	const struct flag_table *t = flag_table__in(&ioctl_requests, s->abi);
	const struct flag *f = flag_table__find(t, cmd);
	const struct ioc ioc = {
		.dir = ioc_dir(cmd, s->abi), .type = cmd >> 8 & 0xff, .nr = cmd & 0xff, .size = ioc_size(cmd, s->abi),
	};

	s->w->request(s->o, cmd, t, f, &ioc);
}

/* Where the request carries a size, this is an address; otherwise it may as well be a number, and 0 looks like one. */
void show_ioctl_arg(struct show *s, const struct arg *a)
{
	uint32_t cmd = a->index > 0 ? (uint32_t)a->call->args[a->index - 1] : 0;

	if (ioc_size(cmd, s->abi) || arg__ulong(a))
		s->w->address(s->o, arg__ulong(a));
	else
		s->w->hex(s->o, arg__ulong(a));
}
