// SPDX-License-Identifier: BSD-2-Clause
/* threads.c - a hash table of threads. Invariant: every thread has files and fs of its own or shared ones, never NULL. */
#include "threads.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define THREADS_MAX (1u << 20)	/* more do not run at once; a recording may claim it */

static void thread__free(struct thread *th)
{
	fdtable__put(th->files);
	fs__put(th->fs);
	free(th);
}

void threads__close(struct threads *t)
{
	for (unsigned i = 0; t->buckets && i < t->nbuckets; i++) {
		struct thread *th = t->buckets[i], *next;

		for (; th; th = next) {
			next = th->next;
			thread__free(th);
		}
	}
	free(t->buckets);
	paths__free(t->paths);
	links__free(t->links);
	pid_numbers__free(&t->numbers);
	memset(t, 0, sizeof(*t));
}

int threads__open(struct threads *t)
{
	memset(t, 0, sizeof(*t));
	t->nbuckets = 256;
	t->buckets = calloc(t->nbuckets, sizeof(*t->buckets));
	t->paths = paths__new();
	t->links = links__new();
	if (t->buckets && t->paths && t->links)
		return 0;
	threads__close(t);
	return -ENOMEM;
}

static struct thread **bucket_of(struct threads *t, uint32_t tid)
{
	return &t->buckets[(tid * 2654435761u >> 7) & (t->nbuckets - 1)];
}

static void grow(struct threads *t)
{
	struct threads bigger = { .nbuckets = t->nbuckets * 4 };

	bigger.buckets = calloc(bigger.nbuckets, sizeof(*bigger.buckets));
	if (!bigger.buckets)
		return;			/* slower, not wrong */
	for (unsigned i = 0; i < t->nbuckets; i++) {
		struct thread *th = t->buckets[i], *next;

		for (; th; th = next) {
			struct thread **b = bucket_of(&bigger, th->tid);

			next = th->next;
			th->next = *b;
			*b = th;
		}
	}
	free(t->buckets);
	t->buckets = bigger.buckets;
	t->nbuckets = bigger.nbuckets;
}

struct thread *threads__find(struct threads *t, uint32_t tid)
{
	struct thread *th = t->last;

	if (th && th->tid == tid)
		return th;
	for (th = *bucket_of(t, tid); th; th = th->next)
		if (th->tid == tid)
			return t->last = th;
	return NULL;
}

static void insert(struct threads *t, struct thread *th)
{
	struct thread **b;

	if (t->n >= t->nbuckets * 2)
		grow(t);
	b = bucket_of(t, th->tid);
	th->next = *b;
	*b = th;
	t->n++;
}

static void unlink_thread(struct threads *t, struct thread *th)
{
	struct thread **p = bucket_of(t, th->tid);

	while (*p && *p != th)
		p = &(*p)->next;
	if (*p)
		*p = th->next;
	t->n--;
	if (t->last == th)
		t->last = NULL;
}

struct thread *threads__need(struct threads *t, uint32_t tid, uint32_t tgid)
{
	struct thread *th = threads__find(t, tid), *leader;

	if (th)
		return th;
	th = t->n < THREADS_MAX ? calloc(1, sizeof(*th)) : NULL;
	if (!th)
		return NULL;
	th->tid = tid;
	th->tgid = tgid;
	th->paths = t->paths;
	th->links = t->links;
	leader = tid == tgid ? NULL : threads__need(t, tgid, tgid);	/* what it has open may become known later */
	if (leader)
		memcpy(th->comm, leader->comm, COMM_LEN);
	th->pid_ns = leader ? leader->pid_ns : 0;
	th->files = leader ? fdtable__get(leader->files) : fdtable__new();
	th->fs = leader ? fs__get(leader->fs) : fs__new();
	if (!th->files || !th->fs) {
		thread__free(th);
		return NULL;
	}
	insert(t, th);
	return th;
}

void threads__remove(struct threads *t, uint32_t tid)
{
	struct thread *th = threads__find(t, tid);

	if (!th)
		return;
	unlink_thread(t, th);
	pid_numbers__end(&t->numbers, th->numbers);
	thread__free(th);
}

void threads__rename(struct threads *t, struct thread *th, uint32_t tid)
{
	struct pid_number *numbers = th->numbers;
	struct thread *old;

	if (th->tid == tid)
		return;
	old = threads__find(t, tid);
	th->numbers = old ? old->numbers : NULL;	/* it takes that thread's place in all namespaces */
	if (old)
		old->numbers = numbers;
	else
		pid_numbers__end(&t->numbers, numbers);
	threads__remove(t, tid);
	unlink_thread(t, th);
	th->tid = tid;
	insert(t, th);
}
