// SPDX-License-Identifier: BSD-2-Clause
/* strace_lines.c - owns the state of lines that are open. */
#include "strace_lines.h"

#include <stdlib.h>
#include <string.h>

struct open_line {
	struct hash_node node;		/* by thread */
	size_t len;
};

struct last_call {
	struct hash_node node;		/* by thread */
	int nr;
};

struct left_process {
	struct hash_node node;		/* by tgid */
	bool shown;			/* its last line */
};

void strace_lines__end(struct strace_lines *l, uint32_t tid)
{
	out__line_end(l->o);
	strace_output__line(l->output, tid, l->o);
}

static void end_open(struct strace_lines *l, struct open_line *line, const char *why)
{
	out__put(l->o, why, strlen(why));
	strace_lines__end(l, (uint32_t)line->node.key);
	hash__remove(&l->open, &line->node);
	free(line);
}

void strace_lines__leave_open(struct strace_lines *l, uint32_t tid)
{
	struct open_line *line = hash__new(&l->open, sizeof(*line), tid);

	if (!line) {
		out__lit(l->o, " <unfinished ...>");
		strace_lines__end(l, tid);
		return;
	}
	line->len = out__line_len(l->o);
	out__line_begin(l->o);
	strace_output__line(l->output, tid, l->o);
}

bool strace_lines__go_on(struct strace_lines *l, uint32_t tid)
{
	struct open_line *line = l->open.n ? hash__find(&l->open, tid) : NULL;

	if (!line)
		return false;
	l->before = line->len;
	hash__remove(&l->open, &line->node);
	free(line);
	out__line_begin(l->o);
	return true;
}

void strace_lines__interrupt(struct strace_lines *l, uint32_t tid)
{
	HASH_EACH(&l->open, struct open_line, line)
		if (!l->output->per_thread || line->node.key == tid)
			end_open(l, line, " <unfinished ...>");
}

void strace_lines__detach(struct strace_lines *l)
{
	HASH_EACH(&l->open, struct open_line, line)
		end_open(l, line, " <detached ...>");
}

void strace_lines__close(struct strace_lines *l)
{
	hash__drop(&l->open);
	hash__drop(&l->left);
	hash__drop(&l->numbers);
}

/* -- Numbers of calls ------------------------------------------------------------------------------------------------ */

void strace_lines__set_number(struct strace_lines *l, uint32_t tid, int nr)
{
	struct last_call *last = hash__find(&l->numbers, tid);

	if (!last)
		last = hash__new(&l->numbers, sizeof(*last), tid);
	if (last)
		last->nr = nr;
}

int strace_lines__number(const struct strace_lines *l, uint32_t tid)
{
	const struct last_call *last = l->numbers.n ? hash__find(&l->numbers, tid) : NULL;

	return last ? last->nr : -1;
}

/* -- Processes that are left ----------------------------------------------------------------------------------------- */

bool strace_lines__is_left(const struct strace_lines *l, uint32_t tgid)
{
	return l->left.n && hash__find(&l->left, tgid);
}

bool strace_lines__leave(struct strace_lines *l, uint32_t tgid)
{
	return !strace_lines__is_left(l, tgid) && hash__new(&l->left, sizeof(struct left_process), tgid);
}

bool strace_lines__is_last(struct strace_lines *l, uint32_t tgid)
{
	struct left_process *p = l->left.n ? hash__find(&l->left, tgid) : NULL;
	bool last = p && !p->shown;

	if (last)
		p->shown = true;
	return last;
}
