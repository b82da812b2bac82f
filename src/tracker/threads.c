// SPDX-License-Identifier: BSD-2-Clause
/* threads.c - a hash table of threads. Invariant: every thread has files and fs of its own or shared ones, never NULL. */
#include "threads.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bpf/plan.h"
#include "syscalltbl/syscalltbl.h"

#define THREADS_MAX (1u << 20)	/* bounds what a hostile recording can use */

static void thread__free(struct thread *th)
{
	fdtable__put(th->files);
	fs__put(th->fs);
	free(th);
}

void threads__close(struct threads *t)
{
	HASH_EACH(&t->table, struct thread, th)
		thread__free(th);
	hash__free(&t->table);
	paths__free(t->paths);
	links__free(t->links);
	pid_numbers__free(&t->numbers);
	genl_families__free(&t->genl);
	id_names__free(&t->id_names);
	peer_ends__free(&t->ends);
	memset(t, 0, sizeof(*t));
}

int threads__open(struct threads *t)
{
	memset(t, 0, sizeof(*t));
	t->paths = paths__new();
	t->links = links__new();
	if (t->paths && t->links)
		return 0;
	threads__close(t);
	return -ENOMEM;
}

struct thread *threads__find(struct threads *t, uint32_t tid)
{
	struct thread *th = t->last;

	if (th && th->tid == tid)
		return th;
	th = hash__find(&t->table, tid);
	if (th)
		t->last = th;
	return th;
}

static void unlink_thread(struct threads *t, struct thread *th)
{
	hash__remove(&t->table, &th->node);
	if (t->last == th)
		t->last = NULL;
}

struct thread *threads__need_any(struct threads *t, uint32_t tid, uint32_t tgid)
{
	struct thread *th = threads__find(t, tid), *leader;

	if (th)
		return th;
	th = t->table.n < THREADS_MAX ? calloc(1, sizeof(*th)) : NULL;
	if (!th)
		return NULL;
	th->tid = tid;
	th->tgid = tgid;
	th->all = t;
	leader = tid == tgid ? NULL : threads__need(t, tgid, tgid);	/* its descriptors may become known later, and are shared */
	if (leader)
		memcpy(th->comm, leader->comm, COMM_LEN);
	th->pid_ns = leader ? leader->pid_ns : 0;
	th->files = leader ? fdtable__get(leader->files) : fdtable__new();
	th->fs = leader ? fs__get(leader->fs) : fs__new();
	if (!th->files || !th->fs || !hash__add(&t->table, &th->node, tid)) {
		thread__free(th);
		return NULL;
	}
	return th;
}

void threads__was_named(struct thread *th, uint64_t ts)
{
	memcpy(th->old_comm, th->comm, COMM_LEN);
	th->renamed = ts;
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
	th->numbers = old ? old->numbers : NULL;	/* it takes over that thread's ID in all PID namespaces */
	if (old)
		old->numbers = numbers;
	else
		pid_numbers__end(&t->numbers, numbers);
	threads__remove(t, tid);
	unlink_thread(t, th);
	th->tid = tid;
	hash__add(&t->table, &th->node, tid);	/* cannot fail: an element was removed */
}

static const struct name *name_at_entry(struct threads *t, const struct rec_call *r, int fd)
{
	const struct thread *th = threads__find(t, r->rec.tid);

	/* Requests of an io_uring change descriptors in the order of their own records */
	return th && (!th->files->unsure || syscalltbl__is_uring(r->nr)) ? fdtable__name(th->files, fd, r->rec.ts - r->dur) : NULL;
}

uint32_t threads__kind_of(const struct name *n)
{
	struct fdinfo f;

	return n && name__info(n, &f) && f.family ? OF_PROTOCOL(f.family, f.protocol) : 0;
}

uint32_t threads__fd_kind(struct threads *t, const struct rec_call *r, int fd)
{
	return threads__kind_of(name_at_entry(t, r, fd));
}

const char *threads__fd_driver(struct threads *t, const struct rec_call *r, int fd)
{
	const struct name *n = name_at_entry(t, r, fd);
	uint32_t major = n ? n->rdev >> 20 : 0, minor = n ? n->rdev & 0xfffff : 0;

	return n && n->device == S_IFCHR ? id_names__get(&t->id_names, ID_DRIVER, (minor & 0xff) | major << 8 | (minor & ~UINT32_C(0xff)) << 12) : NULL;
}
