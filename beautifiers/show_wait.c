// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_wait.c - how a child ended, as wait(2) packs it into an int.
 */
#include "kinds.h"

#define WAIT_CORE 0x80
#define WAIT_STOPPED 0x7f
#define WAIT_CONTINUED 0xffff

/* The event of a ptrace stop lies above the 16 bits of the status proper (ptrace(2)). */
static void show_stopped(struct show *s, uint32_t status)
{
	show_field_name(s, "stopped");
	show_symbol_signal(s, status >> 8 & 0x7f);
	if (status >> 16)
		show_named(s, "event", uinteger, status >> 16);
}

static void show_killed(struct show *s, uint32_t status)
{
	show_field_name(s, "signaled");
	show_symbol_signal(s, status & 0x7f);
	if (status & WAIT_CORE)
		show_named(s, "core_dumped", uinteger, 1);
}

static void show_wait_code(struct show *s, uint32_t status)
{
	s->w->struct_begin(s->o);
	if (status == WAIT_CONTINUED)
		show_named(s, "continued", uinteger, 1);
	else if ((status & 0xff) == WAIT_STOPPED)
		show_stopped(s, status);
	else if (status & 0x7f)
		show_killed(s, status);
	else
		show_named(s, "exited", uinteger, status >> 8 & 0xff);
	s->w->struct_end(s->o, false);
}

/* Nothing was written when no child had anything to tell (WNOHANG: result 0). */
void show_wait_status(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true);

	if (a->call->done && a->call->ret == 0)
		s->w->address(s->o, arg__ulong(a));
	else if (k && k->len >= 4)
		show_wait_code(s, load_uint(chunk__bytes(k), 4, s->swap));
	else
		show_pointer(s, a, true);
}
