// SPDX-License-Identifier: BSD-2-Clause
/*
 * late.c - owns what is known of each thread's call, and what is to be read for it.
 *
 * Invariant: a call's exit reads what that call's own entry was passed; where the entry is not known nothing is read.
 */
#include "late.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "entry_text.h"
#include "late_held.h"
#include "late_read.h"
#include "plans.h"
#include "row.h"

#define NEARLY 1		/* bytes of a buffer that are not worth it: the kernel takes 63 at most, and 64 are wanted */
#define SLOTS 4096		/* threads whose call is remembered; those that fall on the same slot displace one another */

struct slot {
	uint32_t tid;
	bool in_call;
	bool denied;		/* its memory may not be read, until it runs another program */
	uint16_t nr;
	uint8_t abi;
	uint8_t tellers;	/* enum pair_teller: who told of its entry */
	bool is_held;		/* what it was passed was handed in: nothing of that is read */
	struct chunk *name;	/* execve: the name that came with its event; memory may say more of it at exit. NULL: none */
	uint64_t args[CALL_ARGS];
};

struct late {
	const struct options *opt;
	struct syscall_set needed;
	int32_t execs[2];
	uint8_t expected[SYSCALL_SET_BITS];	/* by number: see late__expect() */
	struct slot slots[SLOTS];
	struct slot *slot;			/* of the event in work, */
	struct late_read read;			/* and what becomes of it */
	struct held held;
};

/* -- What came with a call's own event: what that does not say is read late -------------------------------------------- */

/* What nothing else was read for. */
static void put_string(struct late_read *l, const struct chunk *told)
{
	uint32_t sure = entry_text__sure(told);

	late_read__put(l, told, sure, sure < told->len ? CHUNK_PARTIAL : told->status);
}

/* A string that is not whole, and what was read for it at `before`, if anything: one of the two remains. */
static void settle_string(struct late_read *l, uint32_t before, const struct chunk *told)
{
	const struct chunk *late = (const struct chunk *)(l->chunks + before);
	enum text_match match = l->len > before ? entry_text__compare(told, late) : TEXT_OTHER;

	if (match == TEXT_MORE)
		return;
	l->len = before;
	if (match == TEXT_SAME)
		late_read__put(l, told, told->len, told->status);
	else
		put_string(l, told);
}

static void settle_buffer(struct late_read *l, uint32_t before, const struct chunk *told)
{
	const struct chunk *late = (const struct chunk *)(l->chunks + before);

	if (l->len > before && late->len > told->len && !memcmp(late + 1, told + 1, told->len))
		return;
	l->len = before;
	late_read__put(l, told, told->len, told->status);
}

static bool is_whole(struct late_read *l, const struct plan_op *op, const struct chunk *told)
{
	uint64_t n;

	if (op->op == CAP_STR)
		return entry_text__is_whole(told, op->max);
	n = late_read__count(l, op) * op->size;
	n = n < op->max ? n : op->max;
	return told->len + NEARLY >= n && told->len;
}

static const struct chunk *find_chunk(const struct pair_event *e, unsigned arg)
{
	const uint8_t *p = e->chunks, *end = p + e->chunks_len;

	for (; p && p < end; p += chunk__padded((const struct chunk *)p))
		if (((const struct chunk *)p)->arg == arg)
			return (const struct chunk *)p;
	return NULL;
}

static void take_told(struct late_read *l, const struct plan_op *op, const struct chunk *told)
{
	uint32_t before = l->len;

	if (told && is_whole(l, op, told)) {
		late_read__put(l, told, told->len, told->status);
		return;
	}
	if (!l->denied)
		late_read__op(l, op);
	if (told && op->op == CAP_STR)
		settle_string(l, before, told);
	else if (told)
		settle_buffer(l, before, told);
}

static void take_all_told(struct late_read *l, const struct plan *plan, const struct pair_event *e)
{
	for (unsigned i = 0; i < plan->nops; i++)
		if (plan->ops[i].when & CAP_ENTRY && l->args >> plan->ops[i].arg & 1)
			take_told(l, &plan->ops[i], find_chunk(e, plan->ops[i].arg));
}

/* -- execve: at its entry the old memory may be gone already, and once it succeeded the kernel knows what was passed -- */

static void keep_name(struct slot *slot, const struct plan *plan, const struct pair_event *e)
{
	const struct chunk *name = NULL;

	for (unsigned i = 0; i < plan->nops && !name; i++)
		name = plan->ops[i].op == CAP_STR ? find_chunk(e, plan->ops[i].arg) : NULL;
	slot->name = name ? malloc(chunk__padded(name)) : NULL;
	if (slot->name)
		memcpy(slot->name, name, sizeof(*name) + name->len);
}

/* A file of /proc/TID. Bytes, or -errno. */
static ssize_t read_proc(const struct late_read *l, const char *name, uint8_t *to, size_t n)
{
	char path[48];
	ssize_t r;
	int fd;

	snprintf(path, sizeof(path), "/proc/%u/%s", l->tid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	r = read(fd, to, n);
	close(fd);
	return r < 0 ? -errno : r;
}

static void take_exec_name(struct late_read *l, struct piece p)
{
	uint8_t auxv[1024];
	ssize_t n = read_proc(l, "auxv", auxv, sizeof(auxv));

	for (ssize_t i = 0; i + 2 * (ssize_t)l->wide <= n; i += 2 * l->wide)
		if (late_read__word(auxv + i, l->wide) == AT_EXECFN) {
			p.addr = late_read__word(auxv + i + l->wide, l->wide);
			late_read__string(l, &p);
		}
}

static void take_exec_strings(struct late_read *l, struct piece p, const char *file, bool count)
{
	struct chunk *k = late_read__begin(l, READ_MAX);
	uint64_t strings = 0;
	ssize_t n;

	if (!k)
		return;
	n = read_proc(l, file, (uint8_t *)(k + 1), READ_MAX);
	if (n <= 0)
		return;
	if (!count) {
		p.part = PART_ARGS;
		late_read__end(l, k, &p, n == READ_MAX ? CHUNK_TRUNC : CHUNK_OK, (uint32_t)n);
		return;
	}
	for (ssize_t i = 0; i < n; i++)
		strings += !((uint8_t *)(k + 1))[i];
	if (n < READ_MAX)
		late_read__number(l, &p, CHUNK_OK, strings);
}

static void read_name(struct late_read *l, const struct plan_op *op, const struct piece *p, const struct chunk *told)
{
	uint32_t before = l->len;

	if (!told || !is_whole(l, op, told))
		take_exec_name(l, *p);
	if (told)
		settle_string(l, before, told);
}

static void run_exec(struct late_read *l, const struct plan *plan, const struct chunk *told)
{
	bool first = true;

	for (unsigned i = 0; i < plan->nops; i++) {
		const struct plan_op *op = &plan->ops[i];
		struct piece p = { .addr = l->call[op->arg], .max = op->max, .arg = op->arg };

		if (op->op == CAP_STR)
			read_name(l, op, &p, told);
		if (op->op != CAP_STRV)
			continue;
		take_exec_strings(l, p, first ? "cmdline" : "environ", !op->max);
		first = false;
	}
}

/* It has failed: the memory is what it was. */
static void run_failed_exec(struct late_read *l, const struct plan *plan, const struct chunk *told)
{
	for (unsigned i = 0; i < plan->nops; i++) {
		const struct plan_op *op = &plan->ops[i];

		if (op->op == CAP_STR)
			take_told(l, op, told);
		else if (!l->denied && op->when & CAP_ENTRY)
			late_read__op(l, op);
	}
}

/* -- Calls ----------------------------------------------------------------------------------------------------------- */

struct late *late__new(const struct options *o)
{
	struct late *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->opt = o;
	l->read.wide = sizeof(long);
	plans__needed(o, &l->needed);
	l->execs[0] = syscalltbl__nr(abi__native(), "execve");
	l->execs[1] = syscalltbl__nr(abi__native(), "execveat");
	return l;
}

void late__free(struct late *l)
{
	for (unsigned i = 0; l && i < SLOTS; i++)
		free(l->slots[i].name);
	if (l)
		held__free(&l->held);
	free(l);
}

int late__hold(struct late *l, const struct held_call *call, const void *chunks, uint32_t len)
{
	return held__add(&l->held, call, chunks, len);
}

void late__unhold(struct late *l, uint64_t until)
{
	held__forget_until(&l->held, until);
}

void late__expect(struct late *l, uint16_t nr, uint8_t args)
{
	if (nr < SYSCALL_SET_BITS)
		l->expected[nr] = args;
}

static uint8_t expected_of(const struct late *l)
{
	return l->slot->nr < SYSCALL_SET_BITS ? l->expected[l->slot->nr] : 0;
}

static bool is_exec(const struct late *l)
{
	return l->slot->nr == l->execs[0] || l->slot->nr == l->execs[1];
}

/* What to read for the call in work. false: nothing. */
static bool plan_of(const struct late *l, struct plan *plan)
{
	const struct slot *slot = l->slot;

	return syscall_set__has(&l->needed, slot->abi, slot->nr) && plans__of_call(l->opt, slot->abi, slot->nr, slot->args, plan);
}

static void drop_chunks(struct pair_event *e)
{
	free(e->chunks);
	e->chunks = NULL;
	e->chunks_len = 0;
}

static void hand_over(struct late *l, struct pair_event *e)
{
	if (!l->read.len || e->chunks)
		return;
	e->chunks = malloc(l->read.len);
	if (!e->chunks)
		return;
	memcpy(e->chunks, l->read.chunks, l->read.len);
	e->chunks_len = l->read.len;
}

/* x32 calls have other sizes, and nobody makes them: their pointers are shown. */
static bool is_readable(const struct pair_event *e)
{
	return e->nr >= 0 && e->nr < UINT16_MAX && e->nargs <= CALL_ARGS;
}

static void reset(struct slot *slot, uint32_t tid)
{
	free(slot->name);
	*slot = (struct slot){ .tid = tid };
}

/* Either of the two events of an entry may come first; raw_syscalls' has all arguments. */
static void note_entry(struct slot *slot, const struct pair_event *e)
{
	bool again = slot->in_call && e->nr == slot->nr && !(slot->tellers & e->teller);

	if (!again) {
		free(slot->name);
		slot->name = NULL;
		slot->is_held = false;
		slot->tellers = 0;
	}
	if (!again || e->teller == PAIR_RAW)
		memcpy(slot->args, e->args, sizeof(slot->args));
	slot->tellers |= e->teller;
	slot->nr = (uint16_t)e->nr;
	slot->abi = abi__native();
	slot->in_call = true;
}

/* The event that a call has of its own: of what it brings remains what is expected of it. */
static void see_named_entry(struct late *l, struct pair_event *e)
{
	bool is_held = l->slot->is_held || held__has(&l->held, e->tid, e->ts);
	struct plan plan;

	l->read.args = expected_of(l);
	if (l->read.args && !is_held && plan_of(l, &plan)) {
		if (is_exec(l))
			keep_name(l->slot, &plan, e);
		else
			take_all_told(&l->read, &plan, e);
	}
	drop_chunks(e);
}

/* What was read while the call was held is what it was passed. */
static bool take_held(struct late *l, struct pair_event *e)
{
	struct held_call call = { .ts = e->ts, .tid = e->tid, .nr = l->slot->nr, .abi = l->slot->abi };

	memcpy(call.args, e->args, sizeof(call.args));
	l->slot->is_held = held__take(&l->held, &call, &e->chunks, &e->chunks_len);
	return l->slot->is_held;
}

static void see_entry(struct late *l, struct pair_event *e)
{
	struct plan plan;

	if (!is_readable(e)) {
		l->slot->in_call = false;
		drop_chunks(e);
		return;
	}
	note_entry(l->slot, e);
	if (e->teller == PAIR_NAMED) {
		see_named_entry(l, e);
		return;
	}
	if (take_held(l, e))
		return;
	l->read.args = (uint8_t)~expected_of(l);
	if (!l->read.denied && !is_exec(l) && plan_of(l, &plan) && plan.entry_ops)
		late_read__plan(&l->read, &plan, false, false);
}

/* What the call was passed, if its own event did not come, and what it gave back. */
static void read_at_exit(struct late *l, const struct plan *plan, bool failed)
{
	l->read.args = expected_of(l);
	if (l->read.args && !(l->slot->tellers & PAIR_NAMED) && !l->slot->is_held)
		late_read__plan(&l->read, plan, false, failed);
	l->read.args = UINT8_MAX;
	l->read.mark = CHUNK_LATE | CHUNK_OUT;
	late_read__plan(&l->read, plan, true, failed);
}

static void see_exit(struct late *l, const struct pair_event *e)
{
	struct slot *slot = l->slot;
	bool known = slot->in_call && e->nr == slot->nr, failed = e->ret < 0 && e->ret >= -4095;
	struct plan plan;

	slot->in_call = false;
	if (known && l->read.denied && slot->name)
		put_string(&l->read, slot->name);
	if (!known || l->read.denied || !plan_of(l, &plan))
		return;
	l->read.ret = e->ret;
	if (!is_exec(l))
		read_at_exit(l, &plan, failed);
	else if (slot->is_held)
		return;
	else if (failed)
		run_failed_exec(&l->read, &plan, slot->name);
	else
		run_exec(&l->read, &plan, slot->name);
}

static void begin_reading(struct late *l, uint32_t tid, bool behind)
{
	l->read.tid = tid;
	l->read.denied = l->slot->denied || behind;
	l->read.call = l->slot->args;
	l->read.ret = 0;
	l->read.mark = CHUNK_LATE;
	l->read.args = UINT8_MAX;
	l->read.len = 0;
}

void late__see(struct late *l, struct pair_event *e, bool behind)
{
	l->slot = &l->slots[e->tid % SLOTS];
	if (l->slot->tid != e->tid || e->kind == PAIR_FORK)
		reset(l->slot, e->tid);
	begin_reading(l, e->tid, behind);
	if (e->kind == PAIR_ENTER)
		see_entry(l, e);
	else if (e->kind == PAIR_LEAVE && e->teller == PAIR_RAW)
		see_exit(l, e);
	else if (e->kind == PAIR_EXEC)
		l->slot->denied = false;
	else if (e->kind == PAIR_END)
		held__forget(&l->held, e->tid);
	if (e->kind != PAIR_EXEC && !behind)
		l->slot->denied = l->read.denied;
	hand_over(l, e);
}
