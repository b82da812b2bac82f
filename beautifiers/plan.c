// SPDX-License-Identifier: BSD-2-Clause
/*
 * plan.c - computes from a row what the kernel side copies for its calls.
 *
 * Invariant: a plan depends on nothing but the row, the ABI and the limit on strings.
 */
#include <string.h>

#include "kinds.h"

struct planner {
	const struct row *row;
	enum abi abi;
	unsigned limit;
	struct plan *plan;
};

unsigned row__nargs(const struct row *row)
{
	unsigned n = 0;

	while (n < CALL_ARGS && row->args[n].name)
		n++;
	return n;
}

static void add_op(struct plan *plan, const struct plan_op *op)
{
	if (plan->nops == PLAN_OPS)
		return;		/* tests/unit/test_plan.c sees to it that no row comes here */
	plan->ops[plan->nops++] = *op;
	if (op->when & CAP_ENTRY)
		plan->entry_ops = 1;
	if (op->when & CAP_EXIT)
		plan->exit_ops = 1;
	if (op->when & CAP_ON_ERROR)
		plan->error_ops = 1;
}

static bool is_plain(const struct plan_op *op)
{
	if (op->op == CAP_STR)
		return true;
	return op->op == CAP_BUF && (op->len == LEN_ONE || op->len == LEN_ARG || op->len == LEN_RET || op->len == LEN_ARG_MIN_RET);
}

/* 1 + number of the only op that runs at `when` if it is a plain one, else 0. */
static unsigned only_op(const struct plan *plan, unsigned when)
{
	unsigned found = 0;

	for (unsigned i = 0; i < plan->nops; i++) {
		if (!(plan->ops[i].when & when))
			continue;
		if (found || !is_plain(&plan->ops[i]))
			return 0;
		found = i + 1;
	}
	return found;
}

/* Strings get room for one byte over the limit, so that it is known whether they are longer. */
static unsigned op_max(const struct planner *p, const struct arg_spec *spec, const struct plan_op *op)
{
	switch (op->op) {
	case CAP_STRV:
		if (spec->kind == &kind_envp)
			return 0;
		/* fall through */
	case CAP_STR:
		return p->limit + 1;
	case CAP_BUF:
		if (op->len == LEN_ONE)
			return op->size;
		if (spec->shape)
			return shape__of(spec->shape, p->abi)->size;
		return p->limit;
	default:
		return p->limit;
	}
}

/* Where the length is in an argument: which, and how much of it the kernel looks at. */
static void plan_length(const struct planner *p, const struct arg_spec *spec, struct plan_op *op)
{
	const struct kind *k = p->row->args[spec->len_arg].kind;

	op->len_arg = spec->len_arg;
	if (op->len == LEN_PTR || op->len == LEN_PTR64)
		return;
	op->len_half = k->half || abi__word_size(p->abi) == 4;
	op->len_signed = k->sign;
}

static void plan_cap(const struct planner *p, const struct arg_spec *spec, unsigned arg, const struct plan_op *cap)
{
	const struct shape *sh = spec->shape ? spec->shape : spec->kind->shape;
	struct plan_op op = *cap;

	op.arg = arg;
	if (!op.size && sh)
		op.size = shape__of(sh, p->abi)->size;
	if (op.len != LEN_ONE && op.len != LEN_RET)
		plan_length(p, spec, &op);
	if ((spec->on_intr || spec->on_error) && (op.when & CAP_EXIT))
		op.when |= CAP_ON_ERROR;
	if (!op.max)
		op.max = op_max(p, spec, &op);
	add_op(p->plan, &op);
}

static void plan_arg(const struct planner *p, const struct arg_spec *spec, unsigned arg)
{
	for (unsigned i = 0; i < 2 && spec->kind->cap[i].op; i++)
		plan_cap(p, spec, arg, &spec->kind->cap[i]);
}

static void plan_fdinfo(struct plan *plan, unsigned arg, unsigned when)
{
	struct plan_op op = { .op = CAP_FDINFO, .arg = arg, .when = when, .size = sizeof(struct fdinfo), .max = sizeof(struct fdinfo) };

	add_op(plan, &op);
}

static void plan_pidfd(const struct row *row, struct plan *plan)
{
	if (!row->pidfd_at)
		return;
	add_op(plan, &(struct plan_op){ .op = CAP_PIDFD, .arg = row->pidfd_at - 1, .len_arg = row->pidfd_flags - 1, .when = CAP_EXIT });
	plan->flags |= PLAN_TRACK | PLAN_TRACK_MADE;
}

/* Of the messages that the call fills. */
static void plan_rights(const struct row *row, struct plan *plan)
{
	for (unsigned i = 0; i < plan->nargs; i++)
		if (row->args[i].kind->cap[0].op == CAP_MSGHDR)
			add_op(plan, &(struct plan_op){ .op = CAP_RIGHTS, .arg = i, .len = row->args[i].kind->cap[0].len, .when = CAP_EXIT });
	plan->flags |= PLAN_TRACK_MADE;
}

static unsigned fd_args(const struct row *row)
{
	unsigned mask = 0;

	for (unsigned i = 0; i < CALL_ARGS && row->args[i].name; i++)
		mask |= (unsigned)row->args[i].kind->is_fd << i;
	return mask;
}

static void plan_fd_args(const struct row *row, struct plan *plan)
{
	plan->fd_args = fd_args(row);
	if (!plan->fd_args)
		return;
	plan->fd_first = (unsigned)__builtin_ctz(plan->fd_args) & 7;
	plan->fd_last = (31u - (unsigned)__builtin_clz(plan->fd_args)) & 7;
}

static void plan_effect(const struct row *row, struct plan *plan)
{
	switch (row->effect) {
	case EFFECT_NONE:
		return;
	case EXECS:
		plan->flags |= PLAN_PENDING;
		return;		/* known from records of their own */
	case FORKS:
		plan_pidfd(row, plan);
		return;
	case RECEIVES_FDS:
		plan_rights(row, plan);
		break;
	case OPENS_FD:
	case OPENS_INFO:
		plan_fdinfo(plan, CHUNK_RET, CAP_EXIT);
		break;
	case CHDIRS:
	case FCHDIRS:
	case REMOVES:	/* and these for the mount namespace */
	case RENAMES:
	case MOUNTS:
	case PIVOTS:
	case UNSHARES:
	case ENTERS_NS:
		add_op(plan, &(struct plan_op){ .op = CAP_CWD, .arg = CHUNK_RET, .when = CAP_EXIT });
		break;
	case CHROOTS:
		add_op(plan, &(struct plan_op){ .op = CAP_ROOT, .arg = CHUNK_RET, .when = CAP_EXIT });
		break;
	case NAMES_SOCK:	/* also on error: a connect in progress has an address already */
		plan_fdinfo(plan, 0, CAP_EXIT | CAP_ON_ERROR);
		break;
	default:
		break;
	}
	plan->flags |= effect__renames(row->effect) ? PLAN_TRACK | PLAN_RENAMES : PLAN_TRACK;
}

static void plan_stand_in(const struct row *row, enum abi abi, struct plan *plan)
{
	int mux = syscalltbl__nr(abi, row->name), nr = mux >= 0 ? syscalltbl__by_mux(abi, (unsigned)mux, row->stands_for) : mux;

	if (nr < 0)
		return;
	plan->flags |= PLAN_STANDS;
	plan->entry_ops = plan->exit_ops = plan->error_ops = 1;		/* it is for capture_entry, or capture_exit, to find out what it is */
	plan->fast_entry = plan->fast_exit = 0;
	plan->as_nr = (__u32)nr;
	plan->from = row->stands_from;
}

void row__plan_result(const struct row *standing, struct plan *plan)
{
	if (!standing->result_arg)
		return;
	plan->flags |= PLAN_RESULT_AT;
	plan->exit_ops = 1;
	plan->fast_exit = 0;
	plan->result_arg = standing->result_arg;
	plan->nargs = standing->result_arg + 1;
}

void row__plan(const struct row *row, enum abi abi, unsigned limit, struct plan *plan)
{
	/* one byte at least: to know whether it can be read */
	struct planner p = { .row = row, .abi = abi, .limit = limit ? limit : 1, .plan = plan };

	memset(plan, 0, sizeof(*plan));
	plan->nargs = row__nargs(row);
	for (unsigned i = 0; i < plan->nargs; i++)
		plan_arg(&p, &row->args[i], i);
	plan_effect(row, plan);
	plan_fd_args(row, plan);
	plan->fast_entry = only_op(plan, CAP_ENTRY);
	plan->fast_exit = only_op(plan, CAP_EXIT);
	if (row->noreturn)
		plan->flags |= PLAN_PENDING;
	if (row->ret_int)
		plan->flags |= PLAN_RET_INT;
	if (row->stands_for)
		plan_stand_in(row, abi, plan);
	if (row->sub) {
		plan->flags |= PLAN_SUB;
		plan->sub_arg = row->sub_arg;
		plan->sub_mask = row->sub_mask ? row->sub_mask : UINT32_MAX;
	}
}

void row__plan_env(const struct row *row, unsigned limit, struct plan *plan)
{
	for (unsigned i = 0; i < plan->nops; i++) {
		struct plan_op *op = &plan->ops[i];

		if (op->op == CAP_STRV && row->args[op->arg].kind == &kind_envp)
			op->max = limit + 1;
	}
}
