// SPDX-License-Identifier: BSD-2-Clause
/*
 * inject.c - owns the thread that answers calls, and the calls that are delayed.
 *
 * Invariant: a call's note is stored before the call is answered, and so before it has a record.
 */
#include "inject.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "guard.h"
#include "inject_notes.h"
#include "inject_poke.h"
#include "inject_rules.h"
#include "lib/clock.h"
#include "lib/msg.h"
#include "sources/plan_load.h"
#include "sources/vm_read.h"

#define SLOT_WAIT_US 100	/* another thread's signal is in the slot until that thread runs, */
#define SLOT_WAITS 1000		/* unless it was killed */

/* A received call. */
struct caller {
	uint64_t id;		/* 0: none */
	uint64_t due;		/* ns: when it is answered */
	uint32_t tid;
	uint16_t nr;
	uint8_t abi;
	uint64_t args[CALL_ARGS];
	const struct injection *what;	/* NULL: it continues unchanged */
};

struct inject {
	const struct options *opt;
	struct call_filter filter;
	struct guard_desk *desk;
	struct handover handover;
	int listener, alive;
	pid_t command;
	int reports;			/* see inject__begin() */
	bool executed;			/* the command has executed its program */
	volatile struct injected_signal *signals;
	struct inject_notes notes;
	struct caller delayed[GUARD_DELAYED];	/* ids as in desk->delayed */
	unsigned ndelayed, end;		/* how many, in the elements before `end` */
	struct vm_read read;
	pthread_mutex_t lock;		/* protects the following members */
	struct inject_rules rules;
	bool ended;
};

/* -- What becomes of a call ------------------------------------------------------------------------------------------ */

/* Is it a call of the command itself, not of the process that is to become it? */
static bool has_executed(struct inject *j)
{
	struct pollfd p = { .fd = j->reports };

	if (!j->executed && poll(&p, 1, 0) == 1 && p.revents & POLLHUP) {
		j->executed = true;
		close(j->reports);
	}
	return j->executed;
}

/* Children have the filter, even if they are not traced. */
static bool is_traced(struct inject *j, uint32_t tid)
{
	return tid == (uint32_t)j->command ? has_executed(j) : j->opt->inherit;
}

/* false: the call is not traced. */
static bool choose(struct inject *j, struct caller *c)
{
	bool traced = is_traced(j, c->tid);

	pthread_mutex_lock(&j->lock);
	traced = traced && !j->ended;
	c->what = traced ? inject_rules__count(&j->rules, c->tid, (enum abi)c->abi, c->nr) : NULL;
	pthread_mutex_unlock(&j->lock);
	return traced;
}

static bool has(const struct caller *c, unsigned what)
{
	return c->what && c->what->what & what;
}

/* Is its thread killed before the call is made? */
static bool kills(const struct caller *c)
{
	return has(c, INJECT_SIGNAL) && c->what->signal == SIGKILL;
}

static volatile struct injected_signal *slot_of(const struct inject *j, uint32_t tid)
{
	return &j->signals[tid % SIGNAL_SLOTS];
}

static void set_signal(struct inject *j, const struct caller *c)
{
	volatile struct injected_signal *slot;

	if (!j->signals || !has(c, INJECT_SIGNAL))
		return;
	slot = slot_of(j, c->tid);
	for (unsigned i = 0; slot->tid && i < SLOT_WAITS; i++)
		usleep(SLOT_WAIT_US);
	slot->signo = (uint32_t)c->what->signal;
	__sync_synchronize();
	slot->tid = c->tid;
}

/* A 32-bit program's result is half a register. */
static int64_t value_of(const struct caller *c)
{
	return abi__word_size((enum abi)c->abi) == 4 ? (int32_t)c->what->value : (int64_t)c->what->value;
}

/*
 * Reads the memory that the call's record will have. The kernel would have done so, had the call been made: BPF programs can only read
 * memory that is resident.
 */
static void touch_memory(struct inject *j, const struct caller *c)
{
	bool failed = !has(c, INJECT_RETVAL);
	struct vm_read *r = &j->read;
	struct plan plan;

	r->tid = c->tid;
	r->call = c->args;
	r->ret = failed ? 0 : value_of(c);
	r->wide = abi__word_size((enum abi)c->abi);
	r->mark = 0;
	if (!vm_read__reset(r) || !plan_load__of_call(j->opt, (enum abi)c->abi, c->nr, c->args, &plan, vm_read__follows(r)))
		return;
	vm_read__plan(r, &plan, false, false);
	r->mark = CHUNK_OUT;
	vm_read__plan(r, &plan, true, failed);
}

static void clear_signal(struct inject *j, uint32_t tid)
{
	if (j->signals && slot_of(j, tid)->tid == tid)
		slot_of(j, tid)->tid = 0;
}

/* The call has ended before it was answered, by a signal: its thread has been killed, or will make the call again. */
static void take_back(struct inject *j, const struct caller *c)
{
	clear_signal(j, c->tid);
	inject_notes__undo(&j->notes, c->tid);
	pthread_mutex_lock(&j->lock);
	inject_rules__uncount(&j->rules, c->tid, (enum abi)c->abi, c->nr);
	pthread_mutex_unlock(&j->lock);
}

static void answer(struct inject *j, const struct caller *c)
{
	int err;

	if (has(c, INJECT_ERROR | INJECT_RETVAL) || kills(c))
		touch_memory(j, c);
	if (kills(c)) {
		syscall(SYS_tkill, c->tid, SIGKILL);
		return;
	}
	set_signal(j, c);
	if (has(c, INJECT_ERROR))
		err = listener__answer(j->listener, c->id, -(int)c->what->value, 0);
	else if (has(c, INJECT_RETVAL))
		err = listener__answer(j->listener, c->id, 0, value_of(c));
	else
		err = listener__let_go(j->listener, c->id);
	if (err)
		take_back(j, c);
}

/* -- Calls that are delayed ------------------------------------------------------------------------------------------ */

static void delay(struct inject *j, const struct caller *c)
{
	unsigned i = 0;

	while (j->delayed[i].id)
		i++;
	j->delayed[i] = *c;
	j->desk->delayed[i] = c->id;
	j->ndelayed++;
	j->end = i < j->end ? j->end : i + 1;
}

static void end_delay(struct inject *j, unsigned i)
{
	j->delayed[i].id = j->desk->delayed[i] = 0;
	j->ndelayed--;
}

/*
 * A thread makes another call: its delayed one has ended, by a signal (before Linux 5.19). Returns when that was due; 0: there is none. If
 * the call is made again, it is due then, or timers that are faster than the delay would interrupt it for ever.
 */
static uint64_t drop_delayed(struct inject *j, uint32_t tid)
{
	uint64_t due = 0;

	for (unsigned i = 0; j->ndelayed && i < j->end; i++)
		if (j->delayed[i].id && j->delayed[i].tid == tid) {
			due = j->delayed[i].due;
			take_back(j, &j->delayed[i]);
			end_delay(j, i);
		}
	return due;
}

/* Answers those that are due. Returns the time of the next; UINT64_MAX: there is none. */
static uint64_t answer_due(struct inject *j)
{
	uint64_t now = j->ndelayed ? clock__ns(CLOCK_MONOTONIC) : 0, next = UINT64_MAX;

	for (unsigned i = 0; j->ndelayed && i < j->end; i++) {
		struct caller *c = &j->delayed[i];

		if (!c->id)
			continue;
		if (c->due > now) {
			next = c->due < next ? c->due : next;
			continue;
		}
		answer(j, c);
		end_delay(j, i);
	}
	return next;
}

/* Waits for a call while others are delayed. Is there one? */
static bool await_call(struct inject *j)
{
	uint64_t next = answer_due(j), now;
	struct pollfd p = { .fd = j->ndelayed < GUARD_DELAYED ? j->listener : -1, .events = POLLIN };
	struct timespec wait;

	if (!j->ndelayed)
		return true;
	now = clock__ns(CLOCK_MONOTONIC);
	next = next > now ? next - now : 0;
	wait = (struct timespec){ .tv_sec = (time_t)(next / 1000000000u), .tv_nsec = (long)(next % 1000000000u) };
	return ppoll(&p, 1, &wait, NULL) == 1;
}

/* -- The thread ------------------------------------------------------------------------------------------------------ */

/* Memory for the exit is changed now, too: the call is not made. */
static bool poke(struct inject *j, const struct caller *c)
{
	struct poked_call p = { .listener = j->listener, .id = c->id, .tid = c->tid, .abi = (enum abi)c->abi, .nr = c->nr, .args = c->args };
	bool poked = has(c, INJECT_POKE_ENTER) && inject_poke__write(&p, c->what, false);

	return (has(c, INJECT_POKE_EXIT) && inject_poke__write(&p, c->what, true)) || poked;
}

static uint16_t note_of(const struct caller *c, bool poked)
{
	if (kills(c))
		return CALL_NO_RETURN;
	return (has(c, INJECT_ERROR | INJECT_RETVAL) ? CALL_INJECTED : 0) | (has(c, INJECT_RETVAL) ? CALL_VALUE : 0) |
	       (has(c, INJECT_DELAY_ENTER) ? CALL_DELAYED : 0) | (poked ? CALL_POKED : 0);
}

static void take_call(struct inject *j)
{
	volatile struct seccomp_notif *n = &j->desk->notif;
	struct caller c = { .id = n->id, .tid = n->pid, .nr = (uint16_t)n->data.nr, .abi = (uint8_t)call_filter__abi(n->data.arch) };
	struct inject_note note = { .ts = clock__ns(CLOCK_MONOTONIC), .nr = c.nr, .abi = c.abi };

	for (unsigned i = 0; i < CALL_ARGS; i++)
		c.args[i] = n->data.args[i];
	c.due = drop_delayed(j, c.tid);
	if (!choose(j, &c)) {
		listener__let_go(j->listener, c.id);
		return;
	}
	note.flags = note_of(&c, poke(j, &c));
	note.ret = has(&c, INJECT_RETVAL) ? value_of(&c) : has(&c, INJECT_ERROR) ? -(int64_t)c.what->value : 0;
	note.begins = note.flags || has(&c, INJECT_SIGNAL);	/* the signal comes after the call's beginning */
	inject_notes__add(&j->notes, c.tid, &note);
	if (has(&c, INJECT_DELAY_ENTER)) {
		c.due = c.due ? c.due : note.ts + c.what->delay_enter;
		delay(j, &c);
	} else {
		answer(j, &c);
	}
	n->id = 0;
}

static void *answer_calls(void *ctx)
{
	struct inject *j = ctx;

	setpriority(PRIO_PROCESS, 0, -20);	/* the command waits for this thread; may fail without permission */
	for (;;) {
		int err = await_call(j) ? listener__receive(j->listener, &j->desk->notif) : -EINTR;

		if (!err)
			take_call(j);
		else if (err != -EINTR && (err != -ENOENT || listener__is_over(j->listener)))
			return NULL;
	}
}

/* -- Between the command's process and the tracer -------------------------------------------------------------------- */

void inject__enter(struct inject *j)
{
	if (!handover__enter(&j->handover, &j->filter))
		_exit(EXIT_TRACER);
}

static int begin(struct inject *j)
{
	bool no_new_privs = false;
	int err;

	j->listener = handover__take(&j->handover, j->command, &no_new_privs);
	if (j->listener < 0)
		return j->listener;
	if (no_new_privs)
		msg__warn("-e inject: setuid programs, and those with capabilities in their files, run without their privilege");
	err = guard__start(j->desk, j->listener, &j->alive);
	if (!err)
		err = listener__start(answer_calls, j);
	return err ? err : handover__finish(&j->handover);
}

int inject__begin(struct inject *j, pid_t command, int reports)
{
	int err;

	j->command = command;
	j->reports = fcntl(reports, F_DUPFD_CLOEXEC, 0);
	err = j->reports < 0 ? -errno : begin(j);
	handover__close(&j->handover, command, err);
	return err ? handover__explain("-e inject: the command's calls cannot be intercepted", err) : 0;
}

/* -- The tracer's side ----------------------------------------------------------------------------------------------- */

static enum waits is_injected(const void *ctx, enum abi abi, unsigned nr, struct commands *by)
{
	const struct inject *j = ctx;

	(void)by;
	return nr <= syscalltbl__max_nr(abi) && syscall_set__has(&j->rules.calls, abi, nr) ? WAITS_ALWAYS : WAITS_NEVER;
}

int inject__new(struct inject **out, const struct options *o)
{
	bool wanted = o->strace.ninjections && !injects_by_bpf(o);
	struct inject *j = wanted ? calloc(1, sizeof(*j)) : NULL;
	int err;

	*out = NULL;
	if (!wanted)
		return 0;
	if (!j)
		return msg__no_memory();
	j->opt = o;
	j->read.args = UINT8_MAX;
	inject_rules__init(&j->rules, o);
	inject_notes__init(&j->notes);
	pthread_mutex_init(&j->lock, NULL);
	err = call_filter__make(&j->filter, abi__native_family(), is_injected, j);
	if (!err && !j->filter.n) {
		free(j);		/* none of the calls is traced */
		return 0;
	}
	j->desk = err ? NULL : guard_desk__new();
	if (j->desk)
		j->desk->patient = true;
	err = err ? err : j->desk ? handover__open(&j->handover) : -ENOMEM;
	if (err) {
		msg__error("-e inject: %s", strerror(-err));
		guard_desk__free(j->desk);
		call_filter__free(&j->filter);
		free(j);
		return err;
	}
	*out = j;
	return 0;
}

void inject__end(struct inject *j)
{
	pthread_mutex_lock(&j->lock);
	j->ended = true;
	pthread_mutex_unlock(&j->lock);
}

bool inject__has_signals(const struct inject *j)
{
	for (unsigned i = 0; i < j->opt->strace.ninjections; i++)
		if (j->opt->strace.injections[i].what & INJECT_SIGNAL)
			return true;
	return false;
}

void inject__set_signals(struct inject *j, volatile struct injected_signal *slots)
{
	j->signals = slots;
}

bool inject__receives(const struct inject *j, enum abi abi, unsigned nr)
{
	return syscall_set__has(&j->rules.calls, abi, nr);
}

struct inject_notes *inject__notes(struct inject *j)
{
	return &j->notes;
}

void inject__forget(struct inject *j, uint32_t tid)
{
	pthread_mutex_lock(&j->lock);
	inject_rules__forget(&j->rules, tid);
	pthread_mutex_unlock(&j->lock);
	clear_signal(j, tid);
	inject_notes__forget(&j->notes, tid);
}
