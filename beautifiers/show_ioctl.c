// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_ioctl.c - ioctl's request: its name or names, or what its number is made of (asm-generic/ioctl.h).
 */
#include "fmt.h"
#include "kinds.h"

#define NAMES_MAX 192

static char *put_word(char *p, const char *text)
{
	size_t len = strlen(text);

	memcpy(p, text, len);
	return p + len;
}

/* Several drivers use the same number: which one is meant only the descriptor knows. */
static void show_ambiguous(struct show *s, uint32_t cmd, const struct flag *f)
{
	char buf[NAMES_MAX], *p = buf;

	for (; f; f = flag_table__next(&ioctl_requests, f)) {
		if (p + f->len + 5 > buf + sizeof(buf))
			break;
		if (p != buf)
			p = put_word(p, " or ");
		memcpy(p, f->name, f->len);
		p += f->len;
	}
	*p = '\0';
	s->w->symbol(s->o, cmd, buf, 0);
}

/* Direction in the top two bits as on x86 and arm: 1 the program writes, 2 it reads; then size, type, number. */
static void show_ioc(struct show *s, uint32_t cmd)
{
	static const char *const dirs[] = { "_IOC_NONE", "_IOC_WRITE", "_IOC_READ", "_IOC_READ|_IOC_WRITE" };
	char buf[4 * FMT_MAX], *p = buf;

	p = put_word(p, "_IOC(");
	p = put_word(p, dirs[cmd >> 30]);
	p = put_word(p, ", ");
	p = fmt__hex(p, cmd >> 8 & 0xff);
	p = put_word(p, ", ");
	p = fmt__hex(p, cmd & 0xff);
	p = put_word(p, ", ");
	p = fmt__hex(p, cmd >> 16 & 0x3fff);
	*p++ = ')';
	s->w->word(s->o, buf, p - buf);
}

void show_ioctl_cmd(struct show *s, const struct arg *a)
{
	uint32_t cmd = (uint32_t)a->value;
	const struct flag *f = flag_table__find(&ioctl_requests, cmd);

	if (!f)
		show_ioc(s, cmd);
	else if (!flag_table__next(&ioctl_requests, f))
		s->w->symbol(s->o, cmd, f->name, f->skip);
	else
		show_ambiguous(s, cmd, f);
}

/* Where the request carries a size, this is an address; otherwise it may as well be a number. */
void show_ioctl_arg(struct show *s, const struct arg *a)
{
	uint32_t cmd = a->index > 0 ? (uint32_t)a->call->args[a->index - 1] : 0;

	if (cmd >> 16 & 0x3fff)
		s->w->address(s->o, arg__ulong(a));
	else
		s->w->hex(s->o, arg__ulong(a));
}
