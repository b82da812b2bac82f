// SPDX-License-Identifier: BSD-2-Clause
/* why_states.c - processes that have ended, are stopped or run, and threads of the kernel: what trace why says of them. */
#include "could_end.h"

#include "host/process_state.h"
#include "sources/blocked.h"

static void say_ended(struct saying *s, uint32_t pid, const struct process_state *p)
{
	struct awaited parent = { 0 };

	awaited__add(&parent, p->parent);
	saying__say(s, &(struct fact){ .of = FACT_ENDED, .tid = pid, .who = parent.who, .n = parent.n });
}

static void say_stopped(struct saying *s, uint32_t pid, const struct process_state *p)
{
	struct awaited tracer = { 0 };

	if (p->traced)
		awaited__add(&tracer, p->tracer);
	saying__say(s, &(struct fact){ .of = FACT_STOPPED, .tid = pid, .who = tracer.who, .n = tracer.n });
}

static void say_kernel(struct saying *s, uint32_t pid)
{
	char in[BLOCKED_NAME];

	if (!blocked__function(in, (pid_t)pid, (pid_t)pid))
		in[0] = '\0';
	saying__say(s, &(struct fact){ .of = FACT_KERNEL, .tid = pid, .in = in });
}

static bool say_state(struct saying *s, uint32_t pid)
{
	struct process_state p;

	if (!process_state__read(&p, (pid_t)pid))
		return false;
	if (p.is_kernel)
		say_kernel(s, pid);
	else if (p.ended)
		say_ended(s, pid, &p);
	else if (p.stopped || p.traced)
		say_stopped(s, pid, &p);
	else if (p.running)
		saying__say(s, &(struct fact){ .of = FACT_RUNS, .tid = pid, .running = p.running, .threads = p.threads });
	else
		return false;
	return true;
}

bool why_states__say(const struct options *opt, bool json, int (*say)(const char *line))
{
	struct saying s;
	bool any = false;

	if (!saying__open(&s, json, say))
		return false;
	for (unsigned i = 0; i < opt->pids.n; i++)
		any |= say_state(&s, (uint32_t)opt->pids.ids[i]);
	saying__close(&s);
	return any;
}
