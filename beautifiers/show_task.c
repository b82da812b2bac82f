// SPDX-License-Identifier: BSD-2-Clause
/* show_task.c - IDs of processes and threads within other values: clocks, ptrace's event messages, other PID namespaces. */
#include <linux/ptrace.h>
#include <string.h>

#include "kinds.h"

/* The encoding of a task or descriptor in a clock's ID (include/linux/posix-timers_types.h). */
#define CLOCK_KIND(id) ((unsigned)(id) & 3)
#define CLOCK_OF_THREAD 4
#define CLOCK_OF_FD 3
#define CLOCK_TASK(id) (~((id) >> 3))	/* of the task or descriptor */

static void show_cpu_clock(struct show *s, const struct call *c, int32_t id)
{
	static const char *const names[] = { "CPUCLOCK_PROF", "CPUCLOCK_VIRT", "CPUCLOCK_SCHED" };

	s->w->macro_begin(s->o, id & CLOCK_OF_THREAD ? "MAKE_THREAD_CPUCLOCK" : "MAKE_PROCESS_CPUCLOCK");
	show_field_name(s, "pid");
	show__task(s, c, CLOCK_TASK(id), true);
	show_field_name(s, "clock");
	s->w->symbol(s->o, CLOCK_KIND(id), names[CLOCK_KIND(id)], strlen("CPUCLOCK_"), NULL);
	s->w->macro_end(s->o);
}

void show_clock(struct show *s, const struct arg *a)
{
	int32_t id = (int32_t)a->value;

	if (id >= 0 || (id & (CLOCK_OF_FD | CLOCK_OF_THREAD)) == (CLOCK_OF_FD | CLOCK_OF_THREAD)) {
		show_enum(s, a);
	} else if (CLOCK_KIND(id) != CLOCK_OF_FD) {
		show_cpu_clock(s, a->call, id);
	} else {
		s->w->macro_begin(s->o, "FD_TO_CLOCKID");
		show_field_name(s, "fd");
		show__fd(s, a->call, CLOCK_TASK(id));
		s->w->macro_end(s->o);
	}
}

/* PTRACE_GETEVENTMSG returns an ID for some events. The event is known from wait4(). */
void show_event_message(struct show *s, const struct arg *a)
{
	const struct names *n = a->call->names;

	switch (n->stop_event(n->ctx, (uint32_t)row__on(a->call->row, a->call->args, 0))) {
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK:
	case PTRACE_EVENT_VFORK_DONE:
	case PTRACE_EVENT_CLONE:
	case PTRACE_EVENT_EXEC:
		show_pid(s, a);
		break;
	default:
		show_ulong(s, a);
	}
}

/* An ID in another namespace; the call's result or argument is the task's ID here. */
static void show_there(struct show *s, const struct arg *a, bool process)
{
	const struct call *c = a->call;
	int64_t here = a->index < 0 ? (int32_t)row__on(c->row, c->args, 0) : c->done && !c->failed ? c->ret : 0;
	uint32_t known = show__known_pid(c, here);

	if (known && process)
		known = c->names->process(c->names->ctx, known);
	s->w->task(s->o, (int32_t)a->value, known ? c->names->comm(c->names->ctx, known) : NULL, show__outer_pid(s, (int32_t)a->value, known));
}

void show_pid_there(struct show *s, const struct arg *a)
{
	show_there(s, a, false);
}

void show_process_there(struct show *s, const struct arg *a)
{
	show_there(s, a, true);
}
