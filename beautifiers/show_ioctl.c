// SPDX-License-Identifier: BSD-2-Clause
/* show_ioctl.c - ioctl's request: its names, or the parts of its number (asm-generic/ioctl.h). */
#include "kinds.h"

/*
 * From the top: two bits of direction (1: the program writes, 2: it reads), size, type, number. powerpc has three bits of
 * direction, one of which means none, and one less for the size (asm/ioctl.h).
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

/* Emits all names of the number: several drivers may use the same one. */
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

/* An address if the request has a size; otherwise it may be a number, and 0 is shown as one. */
void show_ioctl_arg(struct show *s, const struct arg *a)
{
	uint32_t cmd = a->index > 0 ? (uint32_t)a->call->args[a->index - 1] : 0;

	if ((ioc_size(cmd, s->abi) && !s->w->strace_marks) || arg__ulong(a))
		s->w->address(s->o, arg__ulong(a));
	else
		s->w->hex(s->o, arg__ulong(a));
}
