// SPDX-License-Identifier: BSD-2-Clause
/*
 * plan.c - computes capture plans from rows.
 *
 * Invariant: a plan depends only on the row, the ABI and the limits. Structures do not point at structures of their own type.
 */
#include <string.h>

#include "kinds.h"

struct planner {
	const struct row *row;
	enum abi abi;
	const struct plan_limits *limits;
	struct plan *plan;
	struct follows *follows;
};

static bool counts_bytes(const struct plan_op *op)
{
	return op->op == CAP_BUF && op->size == 1 && (op->len == LEN_RET || (op->len == LEN_ARG && !op->len_half && !op->len_signed));
}

static void add_op(struct plan *plan, const struct plan_op *op)
{
	if (plan->nops == PLAN_OPS)
		return;		/* tests/unit/test_plan.c checks that no row needs more */
	plan->ops[plan->nops] = *op;
	plan->ops[plan->nops++].bytes = counts_bytes(op);
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

static bool is_fast_bytes(const struct plan_op *op, unsigned when)
{
	return op->bytes && op->arg == FAST_ARG && (when == CAP_ENTRY ? op->len == LEN_ARG && op->len_arg == FAST_LEN : op->len == LEN_RET);
}

/* plan.fast_entry or fast_exit */
static uint8_t only_op(const struct plan *plan, unsigned when)
{
	uint8_t found = 0;

	for (unsigned i = 0; i < plan->nops; i++) {
		if (!(plan->ops[i].when & when))
			continue;
		if (found || !is_plain(&plan->ops[i]))
			return 0;
		found = (uint8_t)(offsetof(struct plan, ops) + i * sizeof(plan->ops[0]));
		if (is_fast_bytes(&plan->ops[i], when))
			found |= FAST_BYTES;
	}
	return found;
}

/* Are bytes beyond the structure shown? */
static bool has_tail(const struct shape *sh)
{
	return sh->tail || (sh->strace && sh->strace->tail);
}

/* Strings are captured with one byte more than the limit, which shows whether they are longer; buffers with at least one byte,
 * which shows whether they can be read. */
static unsigned op_max(const struct planner *p, const struct arg_spec *spec, const struct plan_op *op)
{
	unsigned strings = p->limits->strings ? p->limits->strings : 1;

	if (op->op == CAP_BUF && ((spec->kind->whole && p->limits->whole) || (spec->kind->counted && p->limits->count)))
		return PLAN_WHOLE;
	if (op->max)
		return op->max;
	switch (op->op) {
	case CAP_STRV:
		return spec->kind->is_env && !p->limits->env ? 0 : strings + 1;
	case CAP_STR:
		return strings + 1;
	case CAP_BUF:
		if (op->len == LEN_ONE)
			return op->size;
		if (spec->shape && spec->kind->sized && op->len == LEN_ARG && has_tail(spec->shape))
			return TAIL_MOST;
		if (spec->shape)
			return shape__of(spec->shape, p->abi)->size;
		return strings + p->limits->vectors;	/* with one byte more, which strace reads, too */
	default:
		return strings + p->limits->vectors;
	}
}

/* -- Pointers in structures ------------------------------------------------------------------------------------------ */

enum phase {			/* when a structure is copied */
	ENTERS,			/* at entry: follow pointers to input memory */
	LEAVES,			/* at exit, after a copy at entry: follow only pointers to output memory */
	COMES,			/* only at exit: follow all pointers */
};

/* Can the number be determined without a field that holds it? */
static bool counts_alone(const struct plan_op *cap)
{
	return cap->len == LEN_ONE || cap->len == LEN_ARG || cap->len == LEN_RET || (cap->len >= LEN_MAP_KEY && cap->len <= LEN_MAP_POSITION);
}

/* The op that captures a field's memory in this phase; NULL: none. */
static const struct plan_op *cap_then(const struct field *f, enum phase phase)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct plan_op *cap = &f->spec.kind->cap[i];

		if ((cap->op != CAP_STR && cap->op != CAP_BUF) || (!f->len_size && !counts_alone(cap)))
			continue;
		if (phase == COMES || cap->when & (phase == ENTERS ? CAP_ENTRY : CAP_EXIT))
			return cap;
	}
	return NULL;
}

/* The structure that a field has, or points at. */
static const struct shape *shape_at(const struct field *f)
{
	return f->spec.shape || !f->leads ? f->spec.shape : f->spec.kind->shape;
}

static unsigned leads(const struct shape *sh, enum abi abi, enum phase phase);

/* CAP_EXIT if a field's pointer is followed, or one in the memory that it points at; with CAP_ON_ERROR also if the call fails.
 * Else 0. */
static unsigned is_followed(const struct field *f, enum abi abi, enum phase phase)
{
	unsigned further = shape_at(f) ? leads(shape_at(f), abi, phase) : 0;

	if (!f->leads || !cap_then(f, phase))
		return further;
	return further | CAP_EXIT | (f->spec.on_error ? CAP_ON_ERROR : 0);
}

static unsigned leads(const struct shape *sh, enum abi abi, enum phase phase)
{
	unsigned when = 0;

	sh = shape__of(sh, abi);
	for (unsigned i = 0; !sh->nsub && i < sh->nfields; i++)
		when |= is_followed(&sh->fields[i], abi, phase);
	for (unsigned i = 0; i < sh->nsub; i++)
		when |= leads(sh->sub[i].shape, abi, phase);
	return when;
}

/* A structure whose pointers are collected; `at`: its offset in the outermost structure. */
struct holder {
	const struct shape *shape;
	unsigned at;
	unsigned sub_size, sub_offset;	/* field whose value must be `sub` for this structure to apply; size 0: always applies */
	uint32_t sub, sub_mask;
};

#define POINTERS_MAX 32		/* of one structure */

/* The collected pointers, from `first` on, and their fields. */
struct pointers {
	unsigned first, n;
	const struct field *fields[POINTERS_MAX];
};

/* Where the second factor is, relative to the outermost structure; the lowest bit of an exponent; or an argument. */
static uint8_t len_arg(const struct holder *h, const struct field *f)
{
	if (f->len_how == LEN_TIMES)
		return (uint8_t)(h->at + f->len_with);
	return f->len_how ? f->len_with : (uint8_t)f->spec.len_arg;
}

static void add_pointer(const struct planner *p, const struct holder *h, const struct field *f, enum phase phase, struct pointers *all)
{
	const struct plan_op *cap = cap_then(f, phase);
	const struct shape *sh = shape_at(f) ? shape__of(shape_at(f), p->abi) : NULL;
	struct plan_op op = cap ? *cap : f->spec.kind->cap[0];	/* its memory is not captured, only pointers in it */

	if (p->follows->n == p->follows->room || all->n == POINTERS_MAX)
		return;		/* tests/unit/test_rows.c checks that no row needs more */
	if (!op.size && sh)
		op.size = sh->size;
	all->fields[all->n++] = f;
	p->follows->of[p->follows->n++] = (struct follow){
		.op = op.op, .size = f->size, .offset = h->at + f->offset,
		.len = f->len_how ? f->len_how : op.len, .len_arg = len_arg(h, f),
		.len_size = f->len_size, .len_offset = h->at + f->len_offset, .unit = op.size * (f->unit ? f->unit : 1), .elem = sh ? sh->size : op.size, .max = op_max(p, &f->spec, &op),
		.sub_size = h->sub_size, .sub_offset = h->sub_offset, .sub = h->sub, .sub_mask = h->sub_mask,
	};
}

static void gather(const struct planner *p, const struct holder *h, enum phase phase, struct pointers *all);

/* The holder of a field that is shown only if another field has one of several values, of the value with this index; c NULL: if it is always shown. */
static struct holder holder_if(const struct holder *h, const struct field_cond *c, unsigned value)
{
	struct holder in = *h;

	if (c) {
		in.sub_size = c->size;
		in.sub_offset = h->at + c->offset;
		in.sub = (uint32_t)c->values[value];
		in.sub_mask = c->mask ? (uint32_t)c->mask : UINT32_MAX;
	}
	return in;
}

/* Those of a structure within a structure, or of each of several. */
static void gather_inner(const struct planner *p, const struct holder *h, const struct field *f, const struct shape *inner, enum phase phase,
			 struct pointers *all)
{
	struct holder in = *h;

	in.shape = inner;
	for (unsigned at = 0; inner->size && at + inner->size <= f->size; at += inner->size) {
		in.at = h->at + f->offset + at;
		gather(p, &in, phase, all);
	}
}

/* A field's pointer, or those in its structure; once for each value that chooses it. */
static void gather_field(const struct planner *p, const struct holder *h, const struct field *f, enum phase phase, struct pointers *all)
{
	const struct field_cond *c = f->cond && f->cond->how == COND_ONE_OF && !f->brief_if ? f->cond : NULL;
	const struct shape *inner = f->spec.shape && !f->leads ? shape__of(f->spec.shape, p->abi) : NULL;

	for (unsigned i = 0; i < (c ? c->n : 1u); i++) {
		struct holder in = holder_if(h, c, i);

		if (inner)
			gather_inner(p, &in, f, inner, phase, all);
		else
			add_pointer(p, &in, f, phase, all);
	}
}

static void gather(const struct planner *p, const struct holder *h, enum phase phase, struct pointers *all)
{
	const struct shape *sh = h->shape;

	for (unsigned i = 0; !sh->nsub && i < sh->nfields; i++) {
		const struct field *f = &sh->fields[i];

		if (is_followed(f, p->abi, phase))
			gather_field(p, h, f, phase, all);
	}
	for (unsigned i = 0; i < sh->nsub; i++)
		gather(p, &(struct holder){ shape__of(sh->sub[i].shape, p->abi), h->at, sh->sub_size, h->at + sh->sub_offset, sh->sub[i].value,
						sh->sub_mask ? sh->sub_mask : UINT32_MAX }, phase, all);
}

/* Adds a structure's pointers consecutively, then those of the memory that they point at. */
static void follow_pointers(const struct planner *p, unsigned index, const struct shape *sh, enum phase phase)
{
	struct pointers all = { .first = p->follows->n };

	gather(p, &(struct holder){ .shape = shape__of(sh, p->abi) }, phase, &all);
	p->follows->of[index].first = all.first;
	p->follows->of[index].n = all.n;
	for (unsigned i = 0; i < all.n; i++)
		if (shape_at(all.fields[i]))
			follow_pointers(p, all.first + i, shape_at(all.fields[i]), phase);
}

static void plan_tree(const struct planner *p, const struct shape *sh, enum phase phase, struct plan_op *op)
{
	unsigned root = p->follows ? p->follows->n : 0;

	if (op->op != CAP_BUF || !p->follows || root == p->follows->room || !leads(sh, p->abi, phase))
		return;
	p->follows->of[p->follows->n++] = (struct follow){
		.op = CAP_BUF, .elem = has_tail(sh) ? TAIL_MOST : shape__of(sh, p->abi)->size, .max = op->max };
	follow_pointers(p, root, sh, phase);
	op->op = CAP_TREE;
	op->max = root;
}

/* -- Arguments ------------------------------------------------------------------------------------------------------- */

/* The argument that holds the length, and how many bits of it the kernel uses. */
static void plan_length(const struct planner *p, const struct arg_spec *spec, struct plan_op *op)
{
	const struct kind *k = p->row->args[spec->len_arg].kind;

	op->len_arg = spec->len_arg;
	if (op->len == LEN_PTR || op->len == LEN_PTR64 || op->len == LEN_IOC)
		return;
	op->len_half = k->half || abi__word_size(p->abi) == 4;
	op->len_signed = k->sign;
}

static unsigned fds_of(const struct arg_spec *spec, const struct shape *sh)
{
	if (spec->kind->has_fds)
		return FDS_BITS;
	return sh && sh->nfields && sh->fields[0].spec.kind->is_fd && !sh->fields[0].offset ? FDS_FIRST : FDS_NONE;
}

static bool has_fds(const struct plan *plan)
{
	for (unsigned i = 0; i < plan->nops; i++)
		if (plan->ops[i].when & CAP_ENTRY && plan->ops[i].fds)
			return true;
	return plan->fd_args;
}

static void plan_cap(const struct planner *p, const struct arg_spec *spec, unsigned arg, const struct plan_op *cap, enum phase phase)
{
	const struct shape *sh = spec->shape ? spec->shape : spec->kind->shape;
	struct plan_op op = *cap;

	op.arg = arg;
	if (!op.size && sh)
		op.size = shape__of(sh, p->abi)->size;
	op.fds = op.op == CAP_BUF && (op.len == LEN_ARG || op.len == LEN_BITS) ? fds_of(spec, sh) & 3 : FDS_NONE;
	op.events = op.events && row__fd_arg(p->row) >= 0;
	if (op.len != LEN_ONE && op.len != LEN_RET)
		plan_length(p, spec, &op);
	if ((spec->on_intr || spec->on_error) && (op.when & CAP_EXIT))
		op.when |= CAP_ON_ERROR;
	op.max = op_max(p, spec, &op);
	op.whole = (op.op == CAP_IOVEC || op.op == CAP_MSGHDR) && (p->limits->whole || p->limits->vectors);
	if (sh)
		plan_tree(p, sh, phase, &op);
	add_op(p->plan, &op);
}

static void plan_arg(const struct planner *p, const struct arg_spec *spec, unsigned arg)
{
	const struct plan_op *cap = spec->kind->cap;
	unsigned filled = cap[0].when == CAP_ENTRY && !cap[1].op && spec->shape && p->follows ? leads(spec->shape, p->abi, LEAVES) : 0;

	for (unsigned i = 0; i < 2 && cap[i].op; i++)
		plan_cap(p, spec, arg, &cap[i], cap[i].when & CAP_ENTRY ? ENTERS : cap[0].when & CAP_ENTRY ? LEAVES : COMES);
	if (filled) {		/* input memory with pointers to memory that the kernel fills */
		struct plan_op op = cap[0];

		op.when = filled;
		plan_cap(p, spec, arg, &op, LEAVES);
	}
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

/* Adds the capture of descriptors in messages that the call receives. */
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

	for (unsigned i = 0; i < row->nargs; i++)
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

/*
 * Where the set of blocked signals is behind the stack pointer of the call (arch/x86/include/asm/sigframe.h, arch/arm64/kernel/signal.c and
 * signal32.c). 0: not known
 */
static unsigned frame_at(const struct row *row, enum abi abi)
{
	static const uint16_t at[ABI_COUNT] = { [ABI_X86_64] = 296, [ABI_X32] = 280, [ABI_I386] = 248, [ABI_AARCH64] = 168, [ABI_ARM] = 232 };
	static const uint16_t of_old[ABI_COUNT] = { [ABI_I386] = 80, [ABI_ARM] = 104 };

	return (row->effect == SIGRETURNS && !strncmp(row->name, "rt_", 3) ? at : of_old)[abi];
}

static void plan_frame(const struct row *row, enum abi abi, struct plan *plan)
{
	plan->frame_at = frame_at(row, abi);
	if (plan->frame_at)
		plan->flags |= PLAN_FRAME;
	else
		plan->nops = plan->entry_ops = 0;
	plan->fast_entry = 0;
}

static void plan_effect(const struct row *row, struct plan *plan)
{
	switch (row->effect) {
	case EFFECT_NONE:
		return;
	case EXECS:
	case ENDS_THREAD:
	case ENDS_PROCESS:
	case SIGRETURNS:
		plan->flags |= PLAN_PENDING;
		return;
	case FORKS:
		plan_pidfd(row, plan);
		return;
	case SETS_USER:
		plan->flags |= PLAN_RET_INT | PLAN_SETS_USER;
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
	case REMOVES:	/* from here on: for the mount namespace */
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
	case NAMES_SOCK:	/* also on error: with EINPROGRESS connect has bound an address */
		plan_fdinfo(plan, row->on[0], CAP_EXIT | CAP_ON_ERROR);
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
	plan->entry_ops = plan->exit_ops = plan->error_ops = 1;		/* has BPF run programs that resolve the call */
	plan->fast_entry = plan->fast_exit = 0;
	plan->as_nr = (__u32)nr;
	plan->from = row->stands_from;
}

static void plan_request(const struct row *row, struct plan *plan)
{
	plan->from = row->sqe;
	if (row->effect == OPENS_FD || row->effect == OPENS_INFO || row->effect == OPENS_PAIR || row->effect == CLOSES_FD)
		plan->flags |= PLAN_OWN_FD;
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

void row__plan(const struct row *row, enum abi abi, const struct plan_limits *limits, struct plan *plan, struct follows *follows)
{
	struct planner p = { .row = row, .abi = abi, .limits = limits, .plan = plan, .follows = follows };

	memset(plan, 0, sizeof(*plan));
	plan->nargs = row->strace && row->strace->nargs > row->nargs ? row->strace->nargs : row->nargs;
	for (unsigned i = 0; i < row->nargs; i++)
		plan_arg(&p, &row->args[i], i);
	plan_effect(row, plan);
	plan_fd_args(row, plan);
	if (has_fds(plan) && !(row->submits & SUBMITS_URING))
		plan->flags |= PLAN_FDS;
	plan->fast_entry = only_op(plan, CAP_ENTRY);
	plan->fast_exit = only_op(plan, CAP_EXIT);
	if (row->effect == SIGRETURNS)
		plan_frame(row, abi, plan);
	if (row->ret_int)
		plan->flags |= PLAN_RET_INT;
	if (row->stands_for)
		plan_stand_in(row, abi, plan);
	if (row->sqe)
		plan_request(row, plan);
	if (row->sub && !row->sqe) {	/* sub-rows of requests are only shown: their field `from` has no room for a table's number */
		plan->flags |= PLAN_SUB;
		plan->sub_arg = row->sub_arg;
		plan->sub_mask = row->sub_mask ? row->sub_mask : UINT32_MAX;
	}
}
