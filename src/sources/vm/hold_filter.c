// SPDX-License-Identifier: BSD-2-Clause
/* hold_filter.c - from rows to the calls that are held. */
#include "hold_filter.h"

#include "beautifiers/row.h"

static bool kind_passes(const struct kind *k)
{
	const struct plan_op *op = &k->cap[0];

	return k->is_addr || (op->when & CAP_ENTRY && (op->op == CAP_STR || op->op == CAP_STRV));
}

static bool row_passes(const struct row *row)
{
	for (unsigned i = 0; i < row->nargs; i++)
		if (kind_passes(row->args[i].kind))
			return true;
	return false;
}

/* false: there are too many. */
static bool find_commands(const struct row *row, enum abi abi, struct commands *by)
{
	const struct subrow *sub;

	*by = (struct commands){ .arg = row->sub_arg, .mask = row->sub_mask };
	for (unsigned i = 0; (sub = row__sub(row, i)); i++) {
		uint32_t cmd;

		if (!row_passes(&sub->row) || !row__sub_cmd(row, sub, abi, &cmd))
			continue;
		if (by->n == COMMANDS_MAX)
			return false;
		by->cmds[by->n++] = cmd;
	}
	return true;
}

static enum waits is_held(const void *options, enum abi abi, unsigned nr, struct commands *by)
{
	const struct options *o = options;
	const struct row *row = syscall_set__has(&o->calls, abi, nr) ? rows__find(abi, nr) : NULL;

	if (!row)
		return WAITS_NEVER;
	if (row_passes(row) || !find_commands(row, abi, by))
		return WAITS_ALWAYS;
	return by->n ? WAITS_BY_COMMAND : WAITS_NEVER;
}

void hold_filter__calls(const struct options *o, struct syscall_set *set)
{
	struct commands by;

	syscall_set__clear(set);
	for (unsigned nr = 0; nr <= syscalltbl__max_nr(abi__native()); nr++)
		if (is_held(o, abi__native(), nr, &by) == WAITS_ALWAYS)
			syscall_set__add(set, abi__native(), nr);
}

int hold_filter__make(struct call_filter *f, const struct options *o)
{
	return call_filter__make(f, ABI_BIT(abi__native()), is_held, o);
}
