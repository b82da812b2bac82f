// SPDX-License-Identifier: BSD-2-Clause
/* show_wait.c - how a child ended, as wait(2) packs it into an int. */
#include <string.h>

#include "kinds.h"

#define WAIT_CORE 0x80
#define WAIT_STOPPED 0x7f
#define WAIT_CONTINUED 0xffff
#define SYSCALL_STOP 0x80

/* PTRACE_O_TRACESYSGOOD sets bit 7 of the signal: TRAP|0x80 (ptrace(2)). */
static void show_stop_signal(struct show *s, uint32_t sig)
{
	const char *name = signal__name(sig & ~SYSCALL_STOP);

	if (!(sig & SYSCALL_STOP) || !name) {
		show_symbol_signal(s, sig);
		return;
	}
	s->w->flags_begin(s->o, sig, NULL);
	s->w->flag(s->o, name, strlen(name), 3);
	s->w->flags_end(s->o, SYSCALL_STOP, true);
}

/* The event of a ptrace stop is in the bits above the 16 of the status (ptrace(2)). */
static void show_stopped(struct show *s, uint32_t status)
{
	show_field_name(s, "stopped");
	show_stop_signal(s, status >> 8 & 0xff);
	if (status >> 16) {
		show_field_name(s, "event");
		show__enum(s, &ptrace_events, status >> 16);
	}
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
	if (s->w->wait_status) {
		s->w->wait_status(s->o, status);
		return;
	}
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

void show_wait_status(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true);

	if (k && k->len >= 4)
		show_wait_code(s, load_uint(chunk__bytes(k), 4, s->swap));
	else
		show_pointer(s, a, true);
}
