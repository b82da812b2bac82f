// SPDX-License-Identifier: BSD-2-Clause
/* blocked.c - the stack is for root; others get the function, of their own processes, from wchan. */
#include "blocked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/record.h"
#include "lib/small_file.h"
#include "symbols/kernel_part.h"

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

/* The state in /proc/TID/stat: after the name, which may have parentheses. */
static char state_of(pid_t tgid, pid_t tid)
{
	char text[1024];
	const char *p = small_file__read(text, sizeof(text), "/proc/%d/task/%d/stat", tgid, tid) > 0 ? strrchr(text, ')') : NULL;

	return p && p[1] == ' ' ? p[2] : 0;
}

/* When a thread ran last, by the scheduler's clock; ms; 0: the kernel does not say. */
static double ran_last(const char *file)
{
	char text[4096];
	const char *p = small_file__read(text, sizeof(text), "%s", file) > 0 ? strstr(text, "se.exec_start") : NULL;

	p = p ? strchr(p, ':') : NULL;
	return p ? strtod(p + 1, NULL) : 0;
}

/* This thread runs, so that its own time is the present. */
static uint64_t since(pid_t tgid, pid_t tid)
{
	char file[64];
	double then, now;

	snprintf(file, sizeof(file), "/proc/%d/task/%d/sched", tgid, tid);
	then = ran_last(file);
	now = ran_last("/proc/thread-self/sched");
	return then > 0 && now > then ? (uint64_t)((now - then) * 1e6) : 0;
}

bool blocked__look(union rec_blocked *r, pid_t tgid, pid_t tid, uint64_t now)
{
	char state = state_of(tgid, tid);

	memset(r, 0, sizeof(*r));
	if (state != 'S' && state != 'D')
		return false;
	if (!blocked__function(r->wait.where, tgid, tid))
		r->wait.where[0] = 0;
	r->wait.where_len = (uint16_t)strlen(r->wait.where);
	r->wait.flags = WAIT_GOES_ON | (state == 'D' ? WAIT_DISK : 0);
	r->wait.longest = since(tgid, tid);
	r->wait.waker_nr = 0xffff;
	r->wait.rec = record__head(REC_WAIT, sizeof(r->wait) + r->wait.where_len, now, (uint32_t)tid, (uint32_t)tgid);
	return r->wait.where_len || r->wait.longest;
}
