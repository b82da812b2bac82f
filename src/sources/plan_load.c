// SPDX-License-Identifier: BSD-2-Clause
/* plan_load.c - computes capture plans from the rows. */
#include "plan_load.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "beautifiers/row.h"
#include "beautifiers/shape.h"
#include "bpf/plan.h"
#include "call_sets.h"
#include "lib/hash.h"
#include "lib/vec.h"
#include "sub_list.h"

/* All that plans are made from, but for tables of this program: plan_load__inputs() hashes it. */
struct inputs {
	uint64_t strings, env, whole, strace, raw, npaths, tally, may_aio, owners;
	const struct syscall_set *calls, *switch_calls;
};

static struct inputs inputs_of(const struct options *o)
{
	return (struct inputs){
		.strings = o->w.string_limit, .env = o->env, .whole = o->verbose_structs, .strace = o->strace.on, .raw = !!o->w.strace.raw,
		.npaths = o->npaths, .tally = o->tally, .may_aio = call_sets__may_want_aio(o), .owners = o->wants_owners,
		.calls = &o->calls, .switch_calls = &o->switch_calls,
	};
}

static void plan_row(const struct inputs *in, const struct row *row, enum abi abi, struct plan *plan, struct follows *follows)
{
	const struct plan_limits limits = {
		.strings = (unsigned)in->strings, .env = in->env, .whole = in->whole, .count = in->strace, .vectors = in->strace,
	};

	row__plan(row, abi, &limits, plan, follows);
	if (in->raw)		/* shows arguments that the command does not use, too */
		plan->nargs = CALL_ARGS;
}

void plan_load__make(const struct options *o, const struct row *row, enum abi abi, struct plan *plan, struct follows *follows)
{
	const struct inputs in = inputs_of(o);

	plan_row(&in, row, abi, plan, follows);
}

bool plan_load__of_call(const struct options *o, enum abi abi, unsigned nr, const uint64_t *args, struct plan *plan, struct follows *follows)
{
	const struct row *row = rows__find(abi, nr);

	plan->nops = 0;
	if (!row)
		return false;
	plan_load__make(o, row__resolve(row, abi, args, NULL), abi, plan, follows);
	if (plan->flags & PLAN_FRAME)		/* only BPF knows where it is */
		plan->nops = 0;
	return plan->nops;
}

#define DISTINCT (4 * SUB_PLANS_MAX)

/* Plans are stored in the map at once, keys of sub-plans are collected, for their slots depend on all of them. Equal sub-plans are stored once. */
struct batch {
	struct inputs in;
	bool aio;		/* requests of aio are made from calls */
	struct plan *plans;
	struct sub_list *subs;
	uint32_t nplans;	/* sub-plans */
	uint16_t distinct[DISTINCT];	/* 1 + sub-plan, by hash; 0: none */
	uint32_t tables;	/* of sub-plans so far */
	struct follows follows;
};

/* Counting needs no memory, except to resolve multiplexers, and paths of errors. */
static void only_count(const struct inputs *in, const struct row *row, struct plan *plan)
{
	if (plan->flags & PLAN_STANDS) {
		plan->flags &= ~PLAN_TRACK;
		return;
	}
	plan->flags &= PLAN_SHOW | PLAN_RET_INT | PLAN_SUB | PLAN_RESULT_AT | PLAN_SETS_USER;
	if (row->ret_bytes)
		plan->flags |= PLAN_RET_BYTES;
	plan->nargs = CALL_ARGS;
	plan->nops = plan->entry_ops = plan->exit_ops = plan->error_ops = plan->fast_entry = plan->fast_exit = plan->fd_args = 0;
	memset(plan->ops, 0, sizeof(plan->ops));
	if (in->tally & TALLY_PATH && row__path(row, 0) >= 0)		/* no op runs; it says where the path is */
		plan->ops[0] = (struct plan_op){ .op = CAP_STR, .arg = (uint8_t)row__path(row, 0) };
}

/* Does any sub-row stand for another call? Others make no difference to counts. */
static bool is_multiplexer(const struct row *row)
{
	const struct subrow *sub = row__sub(row, 0);

	return sub && sub->row.stands_for;
}

static void make_plan(struct batch *b, const struct row *row, enum abi abi, unsigned nr, struct plan *plan)
{
	const struct inputs *in = &b->in;

	plan_row(in, row, abi, plan, &b->follows);
	if (syscall_set__has(in->calls, abi, nr))
		plan->flags |= PLAN_SHOW;
	if (syscall_set__has(in->calls, abi, nr) || syscall_set__has(in->switch_calls, abi, nr))
		plan->flags &= ~PLAN_TRACK_MADE;
	if (in->npaths && in->npaths <= PATH_PREFIXES && !syscall_set__has(in->switch_calls, abi, nr) && !(plan->flags & PLAN_TRACK) &&
	    call_sets__row_has(row, true) && !call_sets__row_has(row, false))
		plan->flags |= PLAN_BY_FD;
	if (b->aio && row->aio)
		plan->flags |= PLAN_TRACK;
	else if (in->tally)
		only_count(in, row, plan);
}

static int add_subs(struct batch *b, const struct row *row, enum abi abi, unsigned nr, struct plan *plan);

static int make_sub(struct batch *b, const struct row *row, enum abi abi, unsigned nr, struct plan *plan)
{
	make_plan(b, row, abi, nr, plan);
	return plan->flags & PLAN_SUB ? add_subs(b, row, abi, nr, plan) : 0;
}

static uint32_t hash_of(const struct plan *plan)
{
	uint64_t words[sizeof(*plan) / 8];
	uint32_t hash = 0;

	memcpy(words, plan, sizeof(words));
	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		hash = hash__number(words[i] ^ hash);
	return hash;
}

/* The number of a plan in the map, which is stored if none is equal to it; or -errno. */
static int number_of(struct batch *b, const struct plan *plan)
{
	uint32_t at = hash_of(plan) % DISTINCT;

	for (; b->distinct[at]; at = (at + 1) % DISTINCT)
		if (!memcmp(&b->plans[SUB_PLANS + b->distinct[at] - 1], plan, sizeof(*plan)))
			return SUB_PLANS + b->distinct[at] - 1;
	if (b->nplans == SUB_PLANS_MAX)
		return -E2BIG;
	b->plans[SUB_PLANS + b->nplans] = *plan;
	b->distinct[at] = (uint16_t)++b->nplans;
	return (int)(SUB_PLANS + b->nplans - 1);
}

static int add_sub(struct batch *b, uint32_t table, uint32_t cmd, const struct plan *plan)
{
	int number = number_of(b, plan);

	if (number < 0)
		return number;
	return sub_list__add(b->subs, sub_key(table, cmd), (uint16_t)number);
}

/* capture_entry or capture_exit determines the kind of descriptor. */
static void ask_kind(struct batch *b, struct plan *plan)
{
	if (plan->flags & PLAN_OF_FD)
		return;
	if (!(plan->flags & PLAN_SUB))
		plan->sub_table = ++b->tables;
	plan->flags |= PLAN_OF_FD;
	plan->entry_ops = 1;
	plan->fast_entry = 0;
}

/* A sub-row, the command that selects it, and the kind of descriptor that it applies to; 0: any */
struct command {
	const struct row *row;
	uint32_t cmd, of;
};

/* A row's sub-rows. The arrays are owned. */
struct commands {
	struct command *any, *by_kind;
	uint32_t nany, nby_kind;
};

static int list_commands(const struct row *row, enum abi abi, struct commands *list)
{
	const struct subrow *sub;
	uint32_t cmd, of;

	for (unsigned i = 0; (sub = row__sub_of(row, i, &of)); i++) {
		if (!row__sub_cmd(row, sub, abi, &cmd))
			continue;
		if (!VEC_MORE(list->any, list->nany, 1) || !VEC_MORE(list->by_kind, list->nby_kind, 1))
			return -ENOMEM;
		if (of)
			list->by_kind[list->nby_kind++] = (struct command){ &sub->row, cmd, of };
		else
			list->any[list->nany++] = (struct command){ &sub->row, cmd, 0 };
	}
	return 0;
}

/* Adds the sub-plans of a command by kind of descriptor; `plan` is for other kinds. */
static int add_kinds(struct batch *b, const struct commands *list, uint32_t cmd, enum abi abi, unsigned nr, struct plan *plan)
{
	int err = 0;

	for (unsigned i = 0; !err && i < list->nby_kind; i++) {
		const struct command *c = &list->by_kind[i];
		struct plan sub;

		if (c->cmd != cmd)
			continue;
		ask_kind(b, plan);
		err = make_sub(b, c->row, abi, nr, &sub);
		if (!err)
			err = add_sub(b, plan->sub_table | SUB_OF_FD, c->of, &sub);
	}
	return err;
}

static bool has_command(const struct command *of, uint32_t n, uint32_t cmd)
{
	for (uint32_t i = 0; i < n; i++)
		if (of[i].cmd == cmd)
			return true;
	return false;
}

/* Does the op capture nothing for this command? */
static bool is_void(const struct plan_op *op, uint32_t cmd)
{
	return op->len == LEN_IOC && !(cmd >> (op->when & CAP_EXIT ? 31 : 30) & 1);
}

/* Does the plan `outer` capture the same for this command, also if it has more arguments? */
static bool captures_same(const struct plan *sub, const struct plan *outer, uint32_t cmd)
{
	struct plan a = *sub, b = *outer;

	b.nops = 0;
	memset(b.ops, 0, sizeof(b.ops));
	for (unsigned i = 0; i < outer->nops; i++)
		if (!is_void(&outer->ops[i], cmd))
			b.ops[b.nops++] = outer->ops[i];
	if (a.nargs < b.nargs)
		b.nargs = a.nargs;
	/* These follow from the ops. */
	a.entry_ops = a.exit_ops = a.error_ops = a.fast_entry = a.fast_exit = 0;
	b.entry_ops = b.exit_ops = b.error_ops = b.fast_entry = b.fast_exit = 0;
	return !memcmp(&a, &b, sizeof(a));
}

/* `sub`: for any descriptor. A plan that captures what the row's own plan, `outer`, does is omitted. */
static int add_command(struct batch *b, const struct commands *list, uint32_t table, uint32_t cmd, enum abi abi, unsigned nr, struct plan *sub,
		       const struct plan *outer)
{
	int err = add_kinds(b, list, cmd, abi, nr, sub);

	return err || captures_same(sub, outer, cmd) ? err : add_sub(b, table, cmd, sub);
}

static int add_commands(struct batch *b, const struct commands *list, enum abi abi, unsigned nr, struct plan *plan)
{
	struct plan outer = *plan, sub;
	uint32_t table = ++b->tables;
	int err = 0;

	outer.flags &= ~PLAN_SUB;
	outer.sub_mask = outer.sub_arg = 0;
	plan->sub_table = table;
	for (uint32_t i = 0; !err && i < list->nany; i++) {
		err = make_sub(b, list->any[i].row, abi, nr, &sub);
		if (!err)
			err = add_command(b, list, table, list->any[i].cmd, abi, nr, &sub, &outer);
	}
	for (uint32_t i = 0; !err && i < list->nby_kind; i++) {
		uint32_t cmd = list->by_kind[i].cmd;

		if (has_command(list->any, list->nany, cmd) || has_command(list->by_kind, i, cmd))
			continue;
		sub = outer;		/* for other kinds of descriptors the row's own plan applies */
		err = add_command(b, list, table, cmd, abi, nr, &sub, &outer);
	}
	return err;
}

/* Adds a row's sub-plans, and theirs. */
static int add_subs(struct batch *b, const struct row *row, enum abi abi, unsigned nr, struct plan *plan)
{
	struct commands list = { NULL, NULL, 0, 0 };
	int err = list_commands(row, abi, &list);

	if (!err)
		err = add_commands(b, &list, abi, nr, plan);
	free(list.any);
	free(list.by_kind);
	return err;
}

static int fill(const struct config *cfg, const struct selection *sel, struct batch *b)
{
	int err = 0;

	for (unsigned slot = 0; slot < ABI_SLOTS; slot++) {
		enum abi abi = cfg->abi[slot];

		for (unsigned nr = 0; !err && abi != ABI_COUNT && nr < SLOT_CALLS; nr++) {
			struct plan *plan = &b->plans[slot * SLOT_CALLS + nr];
			const struct row *row = rows__find(abi, nr);

			plan->nargs = CALL_ARGS;	/* unknown call: all registers */
			if (!row && syscall_set__has(b->in.calls, abi, nr))
				plan->flags = PLAN_SHOW;
			if (!row || !call_sets__has(sel->calls[slot], nr))
				continue;
			make_plan(b, row, abi, nr, plan);
			if (syscalltbl__is_mux(nr))
				row__plan_result(rows__standing(abi, nr), plan);
			if (plan->flags & PLAN_SUB && (!b->in.tally || is_multiplexer(row)))
				err = add_subs(b, row, abi, nr, plan);
			plan->few = plan->nargs <= PLAN_FEW && !(plan->flags & (PLAN_SUB | PLAN_OF_FD | PLAN_STANDS));
		}
	}
	return err;
}

/* All of an array map, which has `size` bytes. NULL: see errno. */
static void *map_array(int map, size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, map, 0);

	return p == MAP_FAILED ? NULL : p;
}

static int place_subs(const struct batch *b, int map)
{
	struct sub_plans *to = map_array(map, sizeof(*to));
	int err = to ? sub_list__place(b->subs, to) : -errno;

	if (to)
		munmap(to, sizeof(*to));
	return err;
}

static int hand_over(const struct batch *b, const struct plan_maps *maps)
{
	uint32_t follows = b->follows.n, numbers[FOLLOWS_MAX];
	int err = b->subs->n ? place_subs(b, maps->sub_plans) : 0;

	for (uint32_t i = 0; i < FOLLOWS_MAX; i++)
		numbers[i] = i;
	if (!err && follows && bpf_map_update_batch(maps->follows, numbers, b->follows.of, &follows, NULL))
		return -errno;
	return err;
}

uint64_t plan_load__inputs(const struct options *o, const struct config *cfg)
{
	const struct inputs in = inputs_of(o);
	uint64_t hash = hash__more(HASH_BEGIN, &in, offsetof(struct inputs, calls));

	hash = hash__more(hash, in.calls, sizeof(*in.calls));
	hash = hash__more(hash, in.switch_calls, sizeof(*in.switch_calls));
	return hash__more(hash, cfg->abi, sizeof(cfg->abi));
}

int plan_load__load(const struct options *o, const struct config *cfg, const struct selection *sel, const struct plan_maps *maps)
{
	struct follow follows[FOLLOWS_MAX];
	struct batch batch = { .in = inputs_of(o), .aio = call_sets__wants_aio(o), .follows = { follows, 0, FOLLOWS_MAX } };
	int err;

	batch.plans = map_array(maps->plans, PLANS_MAX * sizeof(struct plan));
	if (!batch.plans)
		return -errno;
	batch.subs = malloc(sizeof(*batch.subs));
	if (batch.subs)
		batch.subs->n = 0;
	err = batch.subs ? fill(cfg, sel, &batch) : -ENOMEM;
	munmap(batch.plans, PLANS_MAX * sizeof(struct plan));
	if (!err)
		err = hand_over(&batch, maps);
	free(batch.subs);
	return err;
}
