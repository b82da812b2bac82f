// SPDX-License-Identifier: BSD-2-Clause
/* source.c - what holds for a source that has nothing of its own to say. */
#include "source.h"

#include <errno.h>
#include <string.h>

int source__select(struct source *s, pid_t child)
{
	return s->ops->select ? s->ops->select(s, child) : 0;
}

void source__say(struct source *s)
{
	if (s->ops->say)
		s->ops->say(s);
}

const struct rec *source__head(struct source *s, uint64_t ts)
{
	return s->ops->head ? s->ops->head(s, ts) : NULL;
}

uint64_t source__known(struct source *s)
{
	return s->ops->known ? s->ops->known(s) : 0;
}

void source__tend(struct source *s)
{
	if (s->ops->tend)
		s->ops->tend(s);
}

int source__wait(struct source *s, int ms, struct pollfd *others, unsigned n)
{
	int err = s->ops->wait ? s->ops->wait(s, ms, others, n) : source__poll(NULL, 0, ms, others, n);

	return err < 0 ? err : 0;
}

int source__pause(struct source *s)
{
	return s->ops->pause ? s->ops->pause(s) : -1;
}

long source__alive(struct source *s)
{
	return s->ops->alive ? s->ops->alive(s) : 0;
}

uint64_t source__lost(struct source *s, uint64_t *by_cpu, unsigned n)
{
	return s->ops->lost ? s->ops->lost(s, by_cpu, n) : 0;
}

unsigned source__cpus(struct source *s)
{
	return s->ops->cpus ? s->ops->cpus(s) : 0;
}

const struct origin *source__origin(struct source *s)
{
	return s->ops->origin ? s->ops->origin(s) : NULL;
}

void source__want(struct source *s, const struct syscall_set *set)
{
	if (s->ops->want)
		s->ops->want(s, set);
}

void source__progress(struct source *s, uint64_t *at, uint64_t *size)
{
	*at = *size = 0;
	if (s->ops->progress)
		s->ops->progress(s, at, size);
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
