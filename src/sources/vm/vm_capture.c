// SPDX-License-Identifier: BSD-2-Clause
/*
 * vm_capture.c - owns the state of each thread's call, and decides what to read for it.
 *
 * Invariant: at exit memory is read by the arguments of that call's own entry; if the entry is not known, nothing is read.
 */
#include "vm_capture.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "beautifiers/row.h"
#include "late_exec.h"
#include "late_file.h"
#include "late_held.h"
#include "late_reported.h"
#include "lib/clock.h"
#include "sources/call_sets.h"
#include "sources/plan_load.h"
#include "sources/vm_read.h"

#define READINGS 4096		/* number of readings whose repetition is recorded */
#define FRESH 256		/* readings that are repeated after a look at the rings */
#define ASKED 4096		/* slots for descriptors whose names were read after a rename; those with the same slot displace each other */
#define SLOTS 4096		/* slots for threads' calls; threads with the same slot displace each other */

struct slot {
	uint32_t tid;
	bool in_call;
	bool denied;		/* reading its memory is not permitted, until its next execve */
	uint16_t nr;
	uint8_t abi;
	uint8_t origins;	/* enum pair_origin: events that reported its entry */
	bool is_held;		/* its input memory was handed over by hold.c: it is not read again */
	struct chunk *name;	/* execve: its event's text, perhaps incomplete. Calls that open a path: the path that was read. NULL: none */
	struct passed passed;	/* execve: memory read at the entry */
	uint32_t reading;	/* number of the last reading */
	uint64_t args[CALL_ARGS];
};

/* Memory of a call that may not have returned yet. */
struct fresh {
	struct slot *slot;
	uint32_t reading;
	uint8_t counted;
	const uint8_t *chunks;
	uint32_t len;
};

struct vm_capture {
	const struct options *opt;
	struct syscall_set needed;
	uint8_t expected[SYSCALL_SET_BITS];	/* by number: see vm_capture__expect() */
	struct slot slots[SLOTS];
	struct slot *slot;			/* of the current event, */
	struct vm_read read;			/* and its reading */
	struct held held;
	uint32_t readings;			/* number of readings made */
	uint64_t again[READINGS];		/* by number: ns, when it had been repeated with the same result; 0: it was not */
	struct fresh fresh[FRESH];
	unsigned nfresh;
	uint32_t renames;			/* number of calls that may have changed names of open files */
	struct {
		uint32_t tgid, renames;
		int fd;
	} asked[ASKED];				/* value of `renames` when the descriptor's name was last read */
	pid_t command;				/* until its execve is seen; 0: none */
};

static void reset(struct slot *slot, uint32_t tid)
{
	free(slot->name);
	passed__drop(&slot->passed);
	*slot = (struct slot){ .tid = tid };
}

/* -- Text of a call's own event --------------------------------------------------------------------------------------- */

static const struct chunk *find_chunk(const struct pair_event *e, unsigned arg)
{
	CHUNKS_EACH(k, e->chunks, e->chunks ? e->chunks_len : 0)
		if (k->arg == arg)
			return k;
	return NULL;
}

static void take_all_reported(struct vm_read *l, const struct plan *plan, const struct pair_event *e)
{
	for (unsigned i = 0; i < plan->nops; i++)
		if (plan->ops[i].when & CAP_ENTRY && l->args >> plan->ops[i].arg & 1)
			late_reported__take(l, &plan->ops[i], find_chunk(e, plan->ops[i].arg));
}

/* -- execve: when its entry is seen, the old memory may be gone; after success /proc has the strings ------------------ */

static void keep_name(struct slot *slot, const struct plan *plan, const struct pair_event *e)
{
	const struct chunk *name = NULL;

	for (unsigned i = 0; i < plan->nops && !name; i++)
		name = plan->ops[i].op == CAP_STR ? find_chunk(e, plan->ops[i].arg) : NULL;
	slot->name = name ? malloc(chunk__padded(name)) : NULL;
	if (slot->name)
		memcpy(slot->name, name, sizeof(*name) + name->len);
}

/* The execve failed, so the memory still exists. */
static void run_failed_exec(struct vm_read *l, const struct plan *plan, const struct chunk *reported)
{
	for (unsigned i = 0; i < plan->nops; i++) {
		const struct plan_op *op = &plan->ops[i];

		if (op->op == CAP_STR)
			late_reported__take(l, op, reported);
		else if (!l->denied && op->when & CAP_ENTRY)
			vm_read__op(l, op);
	}
}

/* -- Reading twice ---------------------------------------------------------------------------------------------------- */

/* Remembers a reading. Returns its number. */
static uint32_t note_reading(struct vm_capture *l, const uint8_t *chunks, uint32_t len)
{
	uint32_t number = ++l->readings ? l->readings : ++l->readings;

	l->again[number % READINGS] = 0;
	l->slot->reading = number;
	if (l->nfresh < FRESH)
		l->fresh[l->nfresh++] = (struct fresh){
			.slot = l->slot, .reading = number, .counted = l->read.counted, .chunks = chunks, .len = len,
		};
	return number;
}

void vm_capture__read_again(struct vm_capture *l)
{
	for (unsigned i = 0; i < l->nfresh; i++) {
		const struct fresh *f = &l->fresh[i];

		if (f->slot->in_call && f->slot->reading == f->reading && vm_read__is_same(f->slot->tid, f->chunks, f->len, f->counted))
			l->again[f->reading % READINGS] = clock__ns(CLOCK_MONOTONIC);
	}
	l->nfresh = 0;
}

uint64_t vm_capture__again(const struct vm_capture *l, uint32_t reading)
{
	return l->readings - reading < READINGS ? l->again[reading % READINGS] : 0;
}

/* -- Calls ------------------------------------------------------------------------------------------------------------ */

struct vm_capture *vm_capture__new(const struct options *o)
{
	struct vm_capture *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->opt = o;
	l->read.wide = sizeof(long);
	call_sets__needed(o, &l->needed);
	return l;
}

void vm_capture__free(struct vm_capture *l)
{
	for (unsigned i = 0; l && i < SLOTS; i++)
		reset(&l->slots[i], 0);
	if (l) {
		held__free(&l->held);
		vm_read__free(&l->read);
	}
	free(l);
}

void vm_capture__command(struct vm_capture *l, pid_t pid)
{
	l->command = pid;
}

int vm_capture__hold(struct vm_capture *l, const struct held_call *call, const void *chunks, uint32_t len)
{
	return held__add(&l->held, call, chunks, len);
}

void vm_capture__unhold(struct vm_capture *l, uint64_t until)
{
	held__forget_until(&l->held, until);
}

void vm_capture__expect(struct vm_capture *l, uint16_t nr, uint8_t args)
{
	if (nr < SYSCALL_SET_BITS)
		l->expected[nr] = args;
}

static uint8_t expected_of(const struct vm_capture *l)
{
	return l->slot->nr < SYSCALL_SET_BITS ? l->expected[l->slot->nr] : 0;
}

static bool is_exec(const struct vm_capture *l)
{
	return rows__effect(l->slot->abi, l->slot->nr) == EXECS;
}

/* What to read for the current call. false: nothing. */
static bool plan_of(struct vm_capture *l, struct plan *plan)
{
	const struct slot *slot = l->slot;

	return syscall_set__has(&l->needed, slot->abi, slot->nr) && plan_load__of_call(l->opt, slot->abi, slot->nr, slot->args, plan, vm_read__follows(&l->read));
}

static void drop_chunks(struct pair_event *e)
{
	free(e->chunks);
	e->chunks = NULL;
	e->chunks_len = 0;
}

static bool has_late(const struct pair_event *e)
{
	CHUNKS_EACH(k, e->chunks, e->chunks_len)
		if (k->status & CHUNK_LATE)
			return true;
	return false;
}

static void hand_over(struct vm_capture *l, struct pair_event *e)
{
	if (!l->read.len || e->chunks)
		return;
	e->chunks = malloc(l->read.len);
	if (!e->chunks)
		return;
	memcpy(e->chunks, l->read.chunks, l->read.len);
	e->chunks_len = l->read.len;
	if (!has_late(e))
		return;
	e->read = clock__ns(CLOCK_MONOTONIC);
	if (e->kind == PAIR_ENTER)
		e->reading = note_reading(l, e->chunks, e->chunks_len);
}

/* x32 calls have structures of other sizes, and are very rare: only their addresses are shown. */
static bool is_readable(const struct pair_event *e)
{
	return e->nr >= 0 && e->nr < UINT16_MAX && e->nargs <= CALL_ARGS;
}

/* Of an entry's two events either may come first; that of raw_syscalls has all arguments. */
static void note_entry(struct slot *slot, const struct pair_event *e)
{
	bool again = slot->in_call && e->nr == slot->nr && !(slot->origins & e->origin);

	if (!again) {
		free(slot->name);
		slot->name = NULL;
		passed__drop(&slot->passed);
		slot->is_held = false;
		slot->origins = 0;
	}
	if (!again || e->origin == PAIR_RAW)
		memcpy(slot->args, e->args, sizeof(slot->args));
	slot->origins |= e->origin;
	slot->nr = (uint16_t)e->nr;
	slot->abi = abi__native();
	slot->in_call = true;
}

/* A call's own event (syscalls:*): keep only the arguments it was opened for. */
static void see_named_entry(struct vm_capture *l, struct pair_event *e)
{
	bool is_held = l->slot->is_held || held__has(&l->held, e->tid, e->ts);
	struct plan plan;

	l->read.args = expected_of(l);
	if (l->read.args && !is_held && plan_of(l, &plan)) {
		if (is_exec(l))
			keep_name(l->slot, &plan, e);
		else
			take_all_reported(&l->read, &plan, e);
	}
	drop_chunks(e);
}

/* Uses memory that was read while the call was held. */
static bool take_held(struct vm_capture *l, struct pair_event *e)
{
	struct held_call call = { .ts = e->ts, .tid = e->tid, .nr = l->slot->nr, .abi = l->slot->abi };

	memcpy(call.args, e->args, sizeof(call.args));
	l->slot->is_held = held__take(&l->held, &call, &e->chunks, &e->chunks_len);
	return l->slot->is_held;
}

static const struct row *row_of(const struct vm_capture *l)
{
	return rows__find(l->slot->abi, l->slot->nr);
}

/* Is it the command's execve? The tracer, of which the command is a fork, has the same memory: target.h. */
static bool is_own(struct vm_capture *l)
{
	const struct row *row = row_of(l);

	if (!l->command || l->command != (pid_t)l->slot->tid)
		return false;
	l->command = 0;
	for (unsigned i = 0; i < row->nargs; i++)
		if (row->args[i].kind->cap[0].op == CAP_STRV &&
		    l->slot->args[i] != (uintptr_t)(row->args[i].kind->is_env ? environ : l->opt->command))
			return false;
	return true;
}

/* Reads execve's input at entry; after success it is compared with the new program's strings. */
static void read_passed(struct vm_capture *l, const struct plan *plan)
{
	bool own = is_own(l);

	l->read.tid = own ? (uint32_t)getpid() : l->slot->tid;
	l->read.args = UINT8_MAX;
	vm_read__plan(&l->read, plan, false, false);
	passed__take(&l->slot->passed, &l->read, own);
	l->read.len = 0;
	if (l->slot->passed.chunks && !own)
		l->slot->passed.reading = note_reading(l, l->slot->passed.chunks, l->slot->passed.len);
}

static const struct chunk *read_of(const struct vm_read *l, unsigned arg)
{
	CHUNKS_EACH(k, l->chunks, l->len)
		if (k->arg == arg && k->part == PART_SELF)
			return k;
	return NULL;
}

/* Keeps a path that the kernel can confirm at exit, by the new descriptor. */
static void keep_path(struct vm_capture *l)
{
	const struct row *row = row_of(l);
	int arg = row->ret == RET_FD ? row__path(row, 0) : -1;
	const struct chunk *k = arg < 0 ? NULL : read_of(&l->read, (unsigned)arg);

	l->slot->name = k && (k->status & CHUNK_STATUS_MASK) == CHUNK_OK ? malloc(chunk__padded(k)) : NULL;
	if (l->slot->name)
		memcpy(l->slot->name, k, sizeof(*k) + k->len);
}

static bool makes_file(const struct row *row)
{
	return row->ret == RET_FD && (row->effect == OPENS_FD || row->effect == OPENS_INFO);
}

/* Reads the new descriptor's name, which may confirm the path that was passed. */
static void ask_kernel(struct vm_capture *l, struct pair_event *e)
{
	const struct row *row = row_of(l);
	const struct chunk *k = l->slot->name;
	struct late_file f;
	int8_t dir;

	if (!row || !makes_file(row) || e->ret < 0 || e->ret > INT32_MAX)
		return;
	if (l->read.denied || !late_file__ask(&f, e->tid, (int)e->ret)) {
		if (row->effect == OPENS_FD)
			late_file__put(NULL, CHUNK_RET, (int)e->ret, &l->read);
		return;
	}
	late_file__put(&f, CHUNK_RET, (int)e->ret, &l->read);
	dir = k ? row->args[k->arg].dir_arg : 0;
	if (k && late_file__is(&f, e->tid, dir < 0 ? AT_FDCWD : (int)l->slot->args[dir], (const char *)(k + 1), k->len))
		e->agreed = (uint8_t)(1u << k->arg);
	e->kernel_said = true;
	e->said_fd = (int32_t)e->ret;
	e->read = clock__ns(CLOCK_MONOTONIC);
}

/* Has the name been read since the last rename? Notes that it is read now. */
static bool is_asked(struct vm_capture *l, uint32_t tgid, int fd)
{
	unsigned i = (tgid * 31 + (uint32_t)fd) % ASKED;
	bool is = l->asked[i].tgid == tgid && l->asked[i].fd == fd && l->asked[i].renames == l->renames;

	l->asked[i].tgid = tgid;
	l->asked[i].fd = fd;
	l->asked[i].renames = l->renames;
	return is;
}

/* Reads a descriptor's name after a rename. It is unknown if the call has closed the descriptor, or if it cannot be read. */
static void ask_again(struct vm_capture *l, struct pair_event *e, unsigned arg, int fd)
{
	enum effect effect = row_of(l)->effect;
	bool asks = !l->read.denied && effect != CLOSES_FD && effect != CLOSES_RANGE;
	struct late_file f = { 0 };

	if (asks && !late_file__ask(&f, e->tid, fd) && f.len)
		return;		/* not a path */
	late_file__put(&f, arg, fd, &l->read);
	e->names = e->kernel_said = true;
	e->said_fd = fd;
	e->read = clock__ns(CLOCK_MONOTONIC);
}

/* Renames may change names of any open files. The name of a call's first descriptor is read. */
static void check_names(struct vm_capture *l, struct pair_event *e)
{
	const struct row *row = row_of(l);

	for (unsigned i = 0; row && !e->kernel_said && i < row->nargs; i++) {
		int fd = (int)l->slot->args[i];

		if (row->args[i].kind->is_fd && fd >= 0 && !is_asked(l, e->tgid, fd))
			ask_again(l, e, i, fd);
	}
}

static void see_entry(struct vm_capture *l, struct pair_event *e)
{
	struct plan plan;

	if (!is_readable(e)) {
		l->slot->in_call = false;
		drop_chunks(e);
		return;
	}
	note_entry(l->slot, e);
	if (e->origin == PAIR_NAMED) {
		see_named_entry(l, e);
		return;
	}
	if (take_held(l, e))
		return;
	l->read.args = (uint8_t)~expected_of(l);
	if (l->read.denied || !plan_of(l, &plan) || !plan.entry_ops)
		return;
	if (is_exec(l)) {
		read_passed(l, &plan);
		return;
	}
	vm_read__plan(&l->read, &plan, false, false);
	keep_path(l);
}

/* Reads input memory, if the call's own event did not come, and output memory. */
static void read_at_exit(struct vm_capture *l, const struct plan *plan, bool failed)
{
	l->read.args = expected_of(l);
	if (l->read.args && !(l->slot->origins & PAIR_NAMED) && !l->slot->is_held)
		vm_read__plan(&l->read, plan, false, failed);
	l->read.args = UINT8_MAX;
	l->read.mark = CHUNK_LATE | CHUNK_OUT;
	vm_read__plan(&l->read, plan, true, failed);
}

/* The exit of execve. After failure, memory read during the call is unchanged. */
static void run_exec(struct vm_capture *l, const struct plan *plan, struct pair_event *e, bool failed)
{
	struct passed *passed = &l->slot->passed;
	uint64_t again = passed->reading ? vm_capture__again(l, passed->reading) : 0;

	if (!failed)
		late_exec__done(&l->read, plan, l->slot->name, passed, e);
	else if (passed->chunks && again && e->ts > again)
		passed__put(passed, &l->read);
	else
		run_failed_exec(&l->read, plan, l->slot->name);
}

static void read_exit(struct vm_capture *l, const struct plan *plan, struct pair_event *e, bool failed)
{
	l->read.ret = e->ret;
	if (!is_exec(l)) {
		read_at_exit(l, plan, failed);
	} else if (!l->slot->is_held) {
		run_exec(l, plan, e, failed);
	}
}

static void see_exit(struct vm_capture *l, struct pair_event *e)
{
	struct slot *slot = l->slot;
	bool known = slot->in_call && e->nr == slot->nr, failed = e->ret < 0 && e->ret >= -4095;
	struct plan plan;

	slot->in_call = false;
	if (!known)
		return;
	if (!failed && row_of(l) && row_of(l)->ret == RET_FD)
		vm_read__opened(&l->read, (int)e->ret);
	if (slot->passed.sure)
		passed__put(&slot->passed, &l->read);
	else if (!l->read.denied && plan_of(l, &plan))
		read_exit(l, &plan, e, failed);
	else if (l->read.denied && slot->name && is_exec(l))
		late_reported__put(&l->read, slot->name);
	ask_kernel(l, e);
	if (l->renames)
		check_names(l, e);
	l->renames += !failed && effect__renames(rows__effect(slot->abi, slot->nr));
}

static void begin_reading(struct vm_capture *l, uint32_t tid, bool behind)
{
	l->read.tid = tid;
	l->read.denied = l->slot->denied || behind;
	l->read.call = l->slot->args;
	l->read.ret = 0;
	l->read.mark = CHUNK_LATE;
	l->read.args = UINT8_MAX;
	l->read.counted = 0;
	if (!vm_read__reset(&l->read))
		l->read.denied = true;
}

void vm_capture__see(struct vm_capture *l, struct pair_event *e, bool behind)
{
	if (e->kind == PAIR_MAP || e->kind == PAIR_LOSS)
		return;
	l->slot = &l->slots[e->tid % SLOTS];
	if (l->slot->tid != e->tid || e->kind == PAIR_FORK)
		reset(l->slot, e->tid);
	begin_reading(l, e->tid, behind);
	if (e->kind == PAIR_ENTER)
		see_entry(l, e);
	else if (e->kind == PAIR_LEAVE && e->origin == PAIR_RAW)
		see_exit(l, e);
	else if (e->kind == PAIR_EXEC)
		l->slot->denied = false;
	else if (e->kind == PAIR_END)
		held__forget(&l->held, e->tid);
	if (e->kind != PAIR_EXEC && !behind)
		l->slot->denied = l->read.denied;
	hand_over(l, e);
}
