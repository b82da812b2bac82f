// SPDX-License-Identifier: BSD-2-Clause
/* blocked.c - the stack is for root; others get the function, of their own processes, from wchan. */
#include "blocked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/run_clock.h"
#include "lib/record.h"
#include "lib/small_file.h"
#include "symbols/kernel_part.h"

#define STAT_CPU 39		/* the field of /proc/PID/stat with the CPU: proc(5) */

/* Lines: `[<0>] pipe_read+0x2cb/0x3f0`. */
static bool find_in_stack(char *name, const char *stack)
{
	for (const char *line = stack; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		char symbol[BLOCKED_NAME];

		if (sscanf(line, "[<%*[^>]>] %63[^+\n]", symbol) != 1 || kernel_part__of(symbol) != PART_ANY)
			continue;
		memcpy(name, symbol, sizeof(symbol));
		return true;
	}
	return false;
}

bool blocked__function(char name[BLOCKED_NAME], pid_t tgid, pid_t tid)
{
	char text[4096];

	if (small_file__read(text, sizeof(text), "/proc/%d/task/%d/stack", tgid, tid) > 0 && find_in_stack(name, text))
		return true;
	if (small_file__line(name, BLOCKED_NAME, "/proc/%d/task/%d/wchan", tgid, tid))
		return false;
	name[strcspn(name, ".")] = '\0';		/* `.constprop.0` and the like: what the compiler made of the function */
	return name[0] && strcmp(name, "0") != 0;
}

/* Of /proc/TID/stat: the state, which is behind the name, which may have parentheses; and the CPU. 0: the thread has ended */
static char state_of(pid_t tgid, pid_t tid, int *cpu)
{
	char text[1024];
	const char *p = small_file__read(text, sizeof(text), "/proc/%d/task/%d/stat", tgid, tid) > 0 ? strrchr(text, ')') : NULL, *field = p;

	for (unsigned i = 2; field && i < STAT_CPU; i++)
		field = strchr(field + 1, ' ');
	*cpu = field ? atoi(field + 1) : -1;
	return p && p[1] == ' ' ? p[2] : 0;
}

bool blocked__look(union rec_blocked *r, pid_t tgid, pid_t tid, uint64_t now)
{
	int cpu;
	char state = state_of(tgid, tid, &cpu);

	memset(r, 0, sizeof(*r));
	if (state != 'S' && state != 'D')
		return false;
	if (!blocked__function(r->wait.where, tgid, tid))
		r->wait.where[0] = 0;
	r->wait.where_len = (uint16_t)strlen(r->wait.where);
	r->wait.flags = WAIT_GOES_ON | (state == 'D' ? WAIT_DISK : 0);
	r->wait.longest = run_clock__idle(tgid, tid, cpu);
	r->wait.waker_nr = 0xffff;
	r->wait.rec = record__head(REC_WAIT, sizeof(r->wait) + r->wait.where_len, now, (uint32_t)tid, (uint32_t)tgid);
	return r->wait.where_len || r->wait.longest;
}
