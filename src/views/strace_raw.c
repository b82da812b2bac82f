// SPDX-License-Identifier: BSD-2-Clause
/* strace_raw.c - calls of -e raw: arguments and results in hexadecimal. */
#include "strace_raw.h"

#include "beautifiers/rows.h"
#include "beautifiers/show.h"
#include "lib/out.h"
#include "writers/strace.h"

/* As many as the call has in general, whatever the command is; what a 64-bit ABI does not use of the last ones is not shown. */
static unsigned raw_args(const struct call *c)
{
	const struct row *row = c->row ? rows__find(c->abi, c->nr) : NULL;
	unsigned n;

	if (!row)
		return c->rec->nargs;
	n = row->nargs;
	while (c->word == 8 && n && row->args[n - 1].kind->hidden)
		n--;
	return n;
}

void strace_raw__args(struct out *o, const struct call *c)
{
	unsigned n = raw_args(c);

	for (unsigned i = 0; i < n; i++) {
		if (i)
			out__lit(o, ", ");
		strace_verbs.hex(o, c->word == 4 ? (uint32_t)c->args[i] : c->args[i]);
	}
}

/* Errors of the kernel's own */
static const char *raw_restart(int64_t ret)
{
	switch (ret) {
	case -512:	return "-1 ERESTARTSYS (Unknown error 512)";
	case -513:	return "-1 ERESTARTNOINTR (Unknown error 513)";
	case -514:	return "-1 ERESTARTNOHAND (Unknown error 514)";
	case -516:	return "-1 ERESTART_RESTARTBLOCK (Unknown error 516)";
	default:	return NULL;
	}
}

void strace_raw__result(struct out *o, const struct call *c)
{
	if (!c->done)
		out__lit(o, "?");
	else if (c->failed && c->row && c->row->ret_int)
		strace_verbs.hex(o, (uint32_t)c->ret);
	else if (c->failed && raw_restart(c->ret))
		put_str(o, raw_restart(c->ret));
	else if (c->failed)
		strace_verbs.ret_error(o, c->ret, errno__name_in(c->abi, (int)-c->ret), errno__text((int)-c->ret));
	else
		strace_verbs.hex(o, (uint64_t)c->ret);
}
