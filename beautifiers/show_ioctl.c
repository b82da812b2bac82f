// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_ioctl.c - ioctl's request: its name or names, or what its number is made of (asm-generic/ioctl.h).
 */
#include "kinds.h"
#include "lib/fmt.h"

static char *put_word(char *p, const char *text)
{
	size_t len = strlen(text);

	memcpy(p, text, len);
	return p + len;
}

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

#define IOC_MAX (sizeof("_IOC(_IOC_READ|_IOC_WRITE, , , )") + 3 * FMT_MAX)

static char *put_ioc(char *p, uint32_t cmd, enum abi abi)
{
	static const char *const dirs[] = { "_IOC_NONE", "_IOC_WRITE", "_IOC_READ", "_IOC_READ|_IOC_WRITE" };

	p = put_word(p, "_IOC(");
	p = put_word(p, dirs[ioc_dir(cmd, abi)]);
	p = put_word(p, ", ");
	p = fmt__hex(p, cmd >> 8 & 0xff);
	p = put_word(p, ", ");
	p = fmt__hex(p, cmd & 0xff);
	p = put_word(p, ", ");
	p = fmt__hex(p, ioc_size(cmd, abi));
	*p++ = ')';
	return p;
}

/* Several drivers use the same number: which one is meant only the descriptor knows. */
void show_ioctl_cmd(struct show *s, const struct arg *a)
{
	uint32_t cmd = (uint32_t)a->value;
	const struct flag_table *t = flag_table__in(&ioctl_requests, s->abi);
	const struct flag *f = flag_table__find(t, cmd);
	char buf[IOC_MAX];

	s->w->request(s->o, cmd, t, f, buf, f ? 0 : put_ioc(buf, cmd, s->abi) - buf);
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
