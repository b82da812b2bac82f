// SPDX-License-Identifier: BSD-2-Clause
/* source.c - defaults for functions that a source does not implement. */
#include "source.h"

#include <errno.h>
#include <string.h>

/* The function of the source, or of the first one below it that has it; `s` becomes that source. NULL: none has it. */
#define ANY(s, op) __extension__({ \
	while (!(s)->ops->op && (s)->below) \
		(s) = (s)->below; \
	(s)->ops->op; \
})

int source__select(struct source *s, pid_t child)
{
	return ANY(s, select) ? s->ops->select(s, child) : 0;
}

void source__say(struct source *s)
{
	if (ANY(s, say))
		s->ops->say(s);
}

const struct rec *source__head(struct source *s, uint64_t ts)
{
	return ANY(s, head) ? s->ops->head(s, ts) : NULL;
}

uint64_t source__known(struct source *s)
{
	return ANY(s, known) ? s->ops->known(s) : 0;
}

uint64_t source__told(struct source *s)
{
	return ANY(s, told) ? s->ops->told(s) : 0;
}

void source__tend(struct source *s)
{
	if (ANY(s, tend))
		s->ops->tend(s);
}

int source__wait(struct source *s, int ms, struct pollfd *others, unsigned n)
{
	int err = ANY(s, wait) ? s->ops->wait(s, ms, others, n) : source__poll(NULL, 0, ms, others, n);

	return err < 0 ? err : 0;
}

int source__pause(struct source *s)
{
	return ANY(s, pause) ? s->ops->pause(s) : -1;
}

long source__alive(struct source *s)
{
	return ANY(s, alive) ? s->ops->alive(s) : 0;
}

uint64_t source__lost(struct source *s, uint64_t *by_cpu, unsigned n)
{
	return ANY(s, lost) ? s->ops->lost(s, by_cpu, n) : 0;
}

unsigned source__cpus(struct source *s)
{
	return ANY(s, cpus) ? s->ops->cpus(s) : 0;
}

const struct origin *source__origin(struct source *s)
{
	return ANY(s, origin) ? s->ops->origin(s) : NULL;
}

void source__want(struct source *s, const struct syscall_set *set)
{
	if (ANY(s, want))
		s->ops->want(s, set);
}

void source__progress(struct source *s, uint64_t *at, uint64_t *size)
{
	*at = *size = 0;
	if (ANY(s, progress))
		s->ops->progress(s, at, size);
}

int source__count(struct source *s, struct counts *c)
{
	return ANY(s, count) ? s->ops->count(s, c) : -ENOTSUP;
}

void source__close(struct source *s)
{
	if (s)
		s->ops->close(s);
}

int source__poll(struct pollfd *own, unsigned nown, int ms, struct pollfd *others, unsigned n)
{
	struct pollfd all[nown + n + 1];
	int ready;

	if (nown)
		memcpy(all, own, nown * sizeof(*all));
	if (n)
		memcpy(all + nown, others, n * sizeof(*all));
	ready = poll(all, nown + n, ms);
	if (ready < 0)
		return -errno;
	if (nown)
		memcpy(own, all, nown * sizeof(*all));
	if (n)
		memcpy(others, all + nown, n * sizeof(*all));
	return ready;
}
