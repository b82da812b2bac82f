// SPDX-License-Identifier: BSD-2-Clause
/* process_state.c - the states in /proc/PID/stat. */
#include "process_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/small_file.h"

struct stat_line {
	char state;
	int parent;
	unsigned flags;
};

/* The comm may have blanks and parentheses, so the numbers begin after the last ')'. */
static bool parse(struct stat_line *to, const char *line)
{
	const char *end = strrchr(line, ')');

	return end && sscanf(end, ") %c %d %*d %*d %*d %*d %u", &to->state, &to->parent, &to->flags) == 3;
}

static bool read_stat(struct stat_line *to, pid_t tgid, pid_t tid)
{
	char line[512];

	return small_file__read(line, sizeof(line), "/proc/%d/task/%d/stat", tgid, tid) > 0 && parse(to, line);
}

struct finding {
	pid_t tgid, found;
};

static int find_thread(void *ctx, int tid)
{
	struct finding *f = ctx;
	struct stat_line line;

	if (!read_stat(&line, f->tgid, tid) || line.state == 'Z' || line.state == 'X')
		return 0;
	f->found = tid;
	return 1;
}

pid_t process_state__thread(pid_t tgid)
{
	struct finding f = { tgid, tgid };
	struct stat_line line;

	if (read_stat(&line, tgid, tgid) && line.state == 'Z')
		small_file__numbers(find_thread, &f, "/proc/%d/task", tgid);
	return f.found;
}

struct counting {
	struct process_state *s;
	pid_t tgid;
};

static int count_thread(void *ctx, int tid)
{
	const struct counting *c = ctx;
	struct stat_line l;

	if (!read_stat(&l, c->tgid, tid) || l.state == 'Z' || l.state == 'X')
		return 0;
	c->s->threads++;
	c->s->running += l.state == 'R';
	c->s->stopped += l.state == 'T';
	c->s->traced += l.state == 't';
	return 0;
}

bool process_state__read(struct process_state *s, pid_t pid)
{
	char status[4096];
	const char *tracer;
	struct stat_line l;

	*s = (struct process_state){ 0 };
	if (!read_stat(&l, pid, pid))
		return false;
	s->parent = l.parent;
	s->is_kernel = l.flags & PF_KTHREAD;
	small_file__numbers(count_thread, &(struct counting){ s, pid }, "/proc/%d/task", pid);
	s->ended = !s->threads;
	tracer = small_file__read(status, sizeof(status), "/proc/%d/status", pid) > 0 ? strstr(status, "\nTracerPid:") : NULL;
	s->tracer = tracer ? atoi(tracer + strlen("\nTracerPid:")) : 0;
	return true;
}

struct family {
	struct awaited *children;
	pid_t of;
};

static int look_at_process(void *ctx, int tgid)
{
	const struct family *f = ctx;
	struct stat_line l;

	if (read_stat(&l, tgid, tgid) && l.parent == f->of)
		awaited__add(f->children, tgid);
	return f->children->n == AWAITED_MAX;
}

void process_state__children(struct awaited *a, pid_t tgid)
{
	a->n = 0;
	small_file__numbers(look_at_process, &(struct family){ a, tgid }, "/proc");
}
