// SPDX-License-Identifier: BSD-2-Clause
/*
 * hold.c - owns the seccomp listener, the thread that receives held calls from it, and memory that was read and not yet handed over.
 *
 * Invariant: a call's memory is read and stored here before the call continues, and so before it has an event.
 */
#include "hold.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "beautifiers/row.h"
#include "hold_filter.h"
#include "lib/clock.h"
#include "lib/msg.h"
#include "sources/seccomp/guard.h"
#include "sources/plan_load.h"
#include "sources/vm_read.h"

#define WAITING_MAX (16u << 20)	/* bytes waiting to be handed over; further calls are released unread */

struct note {			/* a held call with its memory */
	struct note *next;
	struct held_call call;
	uint32_t len;
	uint8_t chunks[];
};

struct hold {
	const struct options *opt;
	struct call_filter filter;
	struct guard_desk *desk;
	struct handover handover;
	int listener, alive;
	pid_t command;
	pthread_mutex_t lock;	/* protects the following members */
	struct note *first, **end;
	size_t waiting;		/* bytes */
	uint64_t unread;	/* calls */
	bool ended;
	uint64_t left;		/* last known value of desk->left */
	struct vm_read read;	/* used by the thread only */
};

/* -- The thread ------------------------------------------------------------------------------------------------------ */

/* Is the call to be read? Children of the command are held even if they are not traced. */
static bool may_read(struct hold *h, uint32_t tid)
{
	bool may;

	pthread_mutex_lock(&h->lock);
	may = !h->ended && (h->opt->inherit || tid == (uint32_t)h->command);
	if (may && h->waiting > WAITING_MAX) {
		h->unread++;
		may = false;
	}
	pthread_mutex_unlock(&h->lock);
	return may;
}

static void keep(struct hold *h, struct note *n)
{
	pthread_mutex_lock(&h->lock);
	*h->end = n;
	h->end = &n->next;
	h->waiting += sizeof(*n) + n->len;
	pthread_mutex_unlock(&h->lock);
}

/* NULL: not permitted, or no memory: it is then read late, like other calls' memory. */
static struct note *read_call(struct hold *h, const struct held_call *call)
{
	struct vm_read *r = &h->read;
	struct plan plan;
	struct note *n;

	r->tid = call->tid;
	r->call = call->args;
	r->denied = !vm_read__reset(r);
	if (plan_load__of_call(h->opt, call->abi, call->nr, call->args, &plan, vm_read__follows(r)))
		vm_read__plan(r, &plan, false, false);
	n = r->denied ? NULL : malloc(sizeof(*n) + r->len);
	if (!n)
		return NULL;
	*n = (struct note){ .call = *call, .len = r->len };
	memcpy(n->chunks, r->chunks, r->len);
	return n;
}

/* If the call is still held after reading, the memory was that of its thread, whose tid was not reused. */
static void take_call(struct hold *h)
{
	volatile struct seccomp_notif *notif = &h->desk->notif;
	struct held_call call = { .ts = clock__ns(CLOCK_MONOTONIC), .tid = notif->pid, .nr = (uint16_t)notif->data.nr, .abi = (uint8_t)abi__native() };
	uint64_t id = notif->id;
	struct note *n;

	for (unsigned i = 0; i < CALL_ARGS; i++)
		call.args[i] = notif->data.args[i];
	n = may_read(h, call.tid) ? read_call(h, &call) : NULL;
	if (n && !listener__is_waiting(h->listener, id)) {
		free(n);
		n = NULL;
	}
	if (n)
		keep(h, n);
	listener__let_go(h->listener, id);
}

static void *take_calls(void *ctx)
{
	struct hold *h = ctx;

	setpriority(PRIO_PROCESS, 0, -20);	/* the command waits for this thread; may fail without permission */
	for (;;) {
		int err = listener__receive(h->listener, &h->desk->notif);

		if (!err) {
			h->desk->taken++;
			take_call(h);
		} else if (err != -EINTR && (err != -ENOENT || listener__is_over(h->listener))) {
			return NULL;
		}
	}
}

/* -- Between the command's process and the tracer -------------------------------------------------------------------- */

void hold__enter(struct hold *h)
{
	if (!handover__enter(&h->handover, &h->filter))
		_exit(EXIT_TRACER);
}

static int refused(int err)
{
	return handover__explain("--hold: the command's calls cannot be held", err);
}

/* Can the command's memory be read? After the fork it has the same data at the same address. */
static int try_memory(pid_t command)
{
	static const char there = 1;
	char c;
	struct iovec to = { &c, 1 }, from = { (void *)&there, 1 };

	if (process_vm_readv(command, &to, 1, &from, 1, 0) == 1)
		return 0;
	msg__error("--hold: the command's memory may not be read: %s", strerror(errno));
	msg__hint("A process has to be permitted to look into its children: a sandbox forbids that, or a kernel.yama.ptrace_scope above 1.");
	return -EPERM;
}

static int begin(struct hold *h)
{
	bool no_new_privs = false;
	int err;

	h->listener = handover__take(&h->handover, h->command, &no_new_privs);
	if (h->listener < 0)
		return refused(h->listener);
	if (no_new_privs)
		msg__warn("--hold: setuid programs, and those with capabilities in their files, run without their privilege");
	err = try_memory(h->command);
	if (err)
		return err;
	err = guard__start(h->desk, h->listener, &h->alive);
	if (!err)
		err = listener__start(take_calls, h);
	if (!err)
		err = handover__finish(&h->handover);
	return err ? refused(err) : 0;
}

int hold__begin(struct hold *h, pid_t command)
{
	int err;

	h->command = command;
	err = begin(h);
	handover__close(&h->handover, command, err);
	return err;
}

/* -- The tracer's side ----------------------------------------------------------------------------------------------- */

/* The guard has released calls unread: older notes of their threads could be mistaken for theirs, and are dropped. */
static void forget_old(struct hold *h, struct vm_capture *late)
{
	uint64_t left = h->desk->left;

	if (left == h->left)
		return;
	h->left = left;
	vm_capture__unhold(late, left);
}

int hold__hand_over(struct hold *h, struct vm_capture *late)
{
	struct note *n, *next;
	int err = 0;

	pthread_mutex_lock(&h->lock);
	n = h->first;
	h->first = NULL;
	h->end = &h->first;
	h->waiting = 0;
	pthread_mutex_unlock(&h->lock);
	for (; n; n = next) {
		next = n->next;
		if (!err)
			err = vm_capture__hold(late, &n->call, n->chunks, n->len);
		free(n);
	}
	forget_old(h, late);
	return err;
}

int hold__new(struct hold **out, const struct options *o)
{
	struct hold *h = calloc(1, sizeof(*h));
	int err = h ? hold_filter__make(&h->filter, o) : -ENOMEM;

	*out = NULL;
	if (!err && h->filter.n) {
		h->desk = guard_desk__new();
		err = h->desk ? handover__open(&h->handover) : -ENOMEM;
	}
	if (err || !h->filter.n) {
		if (err)
			msg__error("--hold: %s", strerror(-err));
		else
			msg__warn("--hold: none of the calls that are shown passes a string, a path or a socket address: nothing is held");
		if (h) {
			call_filter__free(&h->filter);
			guard_desk__free(h->desk);
		}
		free(h);
		return err;
	}
	h->opt = o;
	h->end = &h->first;
	h->listener = -1;
	h->read.args = UINT8_MAX;
	h->read.wide = sizeof(long);
	pthread_mutex_init(&h->lock, NULL);
	*out = h;
	return 0;
}

void hold__end(struct hold *h)
{
	pthread_mutex_lock(&h->lock);
	h->ended = true;
	pthread_mutex_unlock(&h->lock);
	if (h->unread + h->desk->nleft)
		msg__warn("--hold: %llu calls continued unread, because this process was too slow or stopped",
			  (unsigned long long)(h->unread + h->desk->nleft));
}
