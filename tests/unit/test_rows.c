// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_rows.c - the tables of rows as a whole: complete, well-formed, and named as the kernel names things.
 *
 * The names of arguments are compared with the formats of the running kernel's tracepoints
 * (events/syscalls/sys_enter_NAME/format), which only root may read: without them that one test is skipped.
 * A kernel may know fewer calls than the tables, or more; those that both know must agree.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "beautifiers/rows.h"
#include "beautifiers/show.h"
#include "bpf/wire.h"
#include "sources/vm_read.h"

static unsigned bad;

#define CHECK(cond, fmt, ...) ((cond) ? (void)0 : (void)(bad++, print_error("%s:%d: " fmt "\n", __FILE__, __LINE__, __VA_ARGS__)))

typedef void (*row_check)(const struct row *row, const char *name);

/* A row, its sub-rows and theirs: "setsockopt[0x1][0xd]". */
static void check_with_subs(row_check check, const struct row *row, const char *name)
{
	const struct subrow *sub;

	check(row, name);
	for (unsigned i = 0; (sub = row__sub(row, i)); i++) {
		char text[128];

		snprintf(text, sizeof(text), "%s[%#x]", name, sub->cmd);
		check_with_subs(check, &sub->row, text);
	}
}

static void each_row(row_check check)
{
	bad = 0;
	for (unsigned i = 0; i < nrow_sources; i++)
		for (unsigned j = 0; j < row_sources[i].table->n; j++)
			check_with_subs(check, &row_sources[i].table->rows[j], row_sources[i].table->rows[j].name);
	assert_int_equal(bad, 0);
}

/* -- Complete ----------------------------------------------------------------------------------------- */

static void check_call(enum abi abi, unsigned nr)
{
	const char *name = syscalltbl__name(abi, nr);
	const struct row *row = rows__find(abi, nr);

	if (!name)
		CHECK(!row, "%s: %u has a row but no name", abi__name(abi), nr);
	else if (!row)
		CHECK(row, "%s: no row for %u, %s", abi__name(abi), nr, name);
	else
		CHECK(!strcmp(row->name, name), "%s: %s has the row of %s", abi__name(abi), name, row->name);
}

static void every_call_has_a_row(void **state)
{
	(void)state;
	bad = 0;
	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned nr = 0; nr <= syscalltbl__max_nr(abi); nr++)
			check_call(abi, nr);
	for (unsigned i = 0; i < 16; i++)
		check_call(ABI_ARM, SYSCALL_ARM_PRIVATE + i);
	assert_int_equal(bad, 0);
}

static void unknown_numbers_have_none(void **state)
{
	(void)state;
	for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
		assert_null(rows__find(abi, syscalltbl__max_nr(abi) + 100));
		assert_null(rows__find(abi, 0xffff));
		assert_null(rows__by_name(abi, ""));
		assert_null(rows__by_name(abi, "no_such_call"));
	}
	assert_null(rows__find(ABI_COUNT, 0));
	assert_null(row__resolve(NULL, ABI_X86_64, NULL, NULL));
}

/* A name twice in one table, or in two tables of the same ABI, would hide the second row. */
static void names_are_unique(void **state)
{
	(void)state;
	bad = 0;
	for (unsigned i = 0; i < nrow_sources; i++)
		for (unsigned j = 0; j < row_sources[i].table->n; j++)
			for (unsigned k = i; k < nrow_sources; k++) {
				if (row_sources[i].abis != row_sources[k].abis)
					continue;
				for (unsigned l = k == i ? j + 1 : 0; l < row_sources[k].table->n; l++) {
					const char *a = row_sources[i].table->rows[j].name, *b = row_sources[k].table->rows[l].name;

					CHECK(strcmp(a, b), "two rows for %s", a);
				}
			}
	assert_int_equal(bad, 0);
}

/* -- Named as the kernel names them ------------------------------------------------------------------- */

static const char *const events[] = {
	"/sys/kernel/tracing/events/syscalls",
	"/sys/kernel/debug/tracing/events/syscalls",
};

/* The name in a line such as "field:const char * filename;	offset:24;	size:8;	signed:0;", or NULL. */
static char *field_name(char *line)
{
	char *type = strstr(line, "field:"), *end = strchr(line, ';'), *name;

	if (!type || !end || strstr(line, " common_") || strstr(line, " __syscall_nr;") || strstr(line, "__data_loc"))
		return NULL;
	*end = 0;
	name = strrchr(type, ' ');
	return name ? name + 1 : NULL;
}

/* The line for field_name(). */
static bool is_word(const char *line)
{
	static const char *const types[] = { "field:unsigned long ", "field:long ", "field:size_t ", "field:u64 ", "field:__u64 " };

	for (unsigned i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (strstr(line, types[i]))
			return true;
	return false;
}

/* Words that the kernel passes on as an int: descriptors, processes, counts of iovecs. */
static bool becomes_int(const struct row *row, unsigned arg)
{
	const struct kind *k = row->args[arg].kind;

	if (k == &kind_fd || k == &kind_pid || k == &kind_pid_group)
		return true;
	for (unsigned i = 0; i < row->nargs; i++) {
		const struct arg_spec *spec = &row->args[i];

		if ((spec->kind->shape == &shape_iovec || spec->shape == &shape_iovec) && spec->len_arg == (int)arg)
			return true;
	}
	return false;
}

static void compare_format(FILE *f, const struct row *row)
{
	unsigned n = 0, nargs = row->effect == SIGRETURNS ? 0 : row->nargs;	/* it takes what is on the stack */
	char line[512], *name;

	while (fgets(line, sizeof(line), f)) {
		name = field_name(line);
		if (!name)
			continue;
		if (n < nargs && row->args[n].name[0])
			CHECK(!strcmp(name, row->args[n].name), "%s: argument %u is %s, not %s", row->name, n, name, row->args[n].name);
		if (n < nargs)
			CHECK(!row->args[n].kind->half || !is_word(line) || becomes_int(row, n), "%s: %s is a word, shown by 32 bits", row->name, name);
		n++;
	}
	CHECK(n == nargs, "%s: has %u arguments, not %u", row->name, n, nargs);
}

static void arguments_are_the_kernels(void **state)
{
	unsigned compared = 0;
	char path[256];

	(void)state;
	bad = 0;
	if (abi__native() != ABI_X86_64)
		skip();		/* other ABIs' entry points have the same arguments, but not all the same names */
	for (unsigned d = 0; d < 2 && !compared; d++)
		for (unsigned nr = 0; nr <= syscalltbl__max_nr(ABI_X86_64); nr++) {
			const struct row *row = rows__find(ABI_X86_64, nr);
			FILE *f;

			if (!row)
				continue;
			snprintf(path, sizeof(path), "%s/sys_enter_%s/format", events[d], row->tracepoint ? row->tracepoint : row->name);
			f = fopen(path, "r");
			if (!f)
				continue;
			compare_format(f, row);
			compared++;
			fclose(f);
		}
	if (!compared) {
		print_message("skipped: %s cannot be read (needs root and CONFIG_FTRACE_SYSCALLS)\n", events[0]);
		skip();
	}
	assert_int_equal(bad, 0);
}

/* -- Well-formed -------------------------------------------------------------------------------------- */

static bool needs_shape(const struct kind *k)
{
	static const struct kind *const kinds[] = {
		&kind_struct_in, &kind_struct_out, &kind_struct_inout, &kind_struct_sized,
		&kind_array_in, &kind_array_out, &kind_array_out_n, &kind_array_inout,
	};

	for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kinds[i] == k)
			return true;
	return false;
}

static bool needs_flags2(const struct kind *k)
{
	return k == &kind_enum_flags || k == &kind_enum_flags64 || k == &kind_enum_pair;
}

static bool needs_flags(const struct kind *k)
{
	return k == &kind_flags || k == &kind_flags64 || k == &kind_enum || k == &kind_enum64 || k == &kind_enum_int || k == &kind_enum_be16 || needs_flags2(k);
}

static bool needs_len(const struct plan_op *op)
{
	return op->op && op->len != LEN_ONE && op->len != LEN_RET;
}

static void check_spec(const struct row *row, const char *name, unsigned i)
{
	const struct arg_spec *spec = &row->args[i];
	unsigned nargs = row->nargs;

	CHECK(spec->kind, "%s: argument %u has no kind", name, i);
	if (!spec->kind)
		return;
	CHECK(spec->name_len == strlen(spec->name), "%s: %s: length of the name", name, spec->name);
	CHECK(spec->name[0] || spec->kind == &kind_hidden, "%s: argument %u has no name", name, i);
	CHECK(spec->flags || !needs_flags(spec->kind), "%s: %s: flags of %s", name, spec->name, spec->kind->name);
	CHECK(spec->flags2 || !needs_flags2(spec->kind), "%s: %s: second flags of %s", name, spec->name, spec->kind->name);
	CHECK(spec->shape || !needs_shape(spec->kind), "%s: %s: no shape", name, spec->name);
	for (unsigned k = 0; k < 2; k++)
		if (needs_len(&spec->kind->cap[k]))
			CHECK(spec->len_arg >= 0 && (unsigned)spec->len_arg < nargs && (unsigned)spec->len_arg != i,
			      "%s: %s: length is in argument %d", name, spec->name, spec->len_arg);
	if (spec->kind->is_path && spec->dir_arg >= 0)
		CHECK((unsigned)spec->dir_arg < nargs && row->args[spec->dir_arg].kind == &kind_at_fd,
		      "%s: %s: argument %d is no directory", name, spec->name, spec->dir_arg);
}

/* Device numbers and modes depend on the field's size; kinds of words are for arguments. */
static void check_fields(const struct shape *sh, const char *name)
{
	for (unsigned i = 0; sh && strcmp(sh->name, "words") && i < sh->nfields; i++) {
		const struct field *f = &sh->fields[i];
		const struct kind *k = f->spec.kind;

		if (f->spec.shape)
			check_fields(f->spec.shape, name);
		else
			CHECK(f->size < 8 || !k->half || k == &kind_dev || k == &kind_dev_block || k == &kind_dev_char || k == &kind_mode, "%s: %s.%s has 64 bits, is shown by 32", name, sh->name, f->spec.name);
	}
}

static void check_specs(const struct row *row, const char *name)
{
	for (unsigned i = 0; i < row->nargs; i++)
		check_spec(row, name, i);
	for (unsigned i = 0; i < row->nargs; i++)
		check_fields(row->args[i].shape, name);
	CHECK(row->ret_as ? row->ret == RET_KIND || row->ret == RET_UINT : row->ret != RET_KIND, "%s: kind of the result", name);
	CHECK(!!row->ret_flags == (row->ret == RET_FLAGS || row->ret == RET_ENUM || (row->ret_as && needs_flags(row->ret_as))),
	      "%s: flags of the result", name);
	CHECK(row->ret_flags2 || !row->ret_as || !needs_flags2(row->ret_as), "%s: second flags of the result", name);
}

static void arguments_are_well_formed(void **state)
{
	(void)state;
	each_row(check_specs);
}

static bool has_path(const struct row *row)
{
	for (unsigned i = 0; i < row->nargs; i++)
		if (row->args[i].kind->is_path)
			return true;
	return false;
}

static bool has_kind(const struct row *row, const struct kind *kind)
{
	for (unsigned i = 0; i < row->nargs; i++)
		if (row->args[i].kind == kind)
			return true;
	return false;
}

static bool is_fd(const struct row *row, unsigned i)
{
	return i < row->nargs && row->args[i].kind->is_fd;
}

static void check_effect(const struct row *row, const char *name)
{
	bool fits = true;

	switch (row->effect) {
	case OPENS_FD:
		fits = row->ret == RET_FD && (has_path(row) || has_kind(row, &kind_str));
		break;
	case OPENS_INFO:
		fits = row->ret == RET_FD;
		break;
	case OPENS_PAIR:
		fits = has_kind(row, &kind_fd_pair);
		break;
	case DUPS_FD:
		fits = row->ret == RET_FD && is_fd(row, row->on[0]);
		break;
	case DUPS_TO:
		fits = is_fd(row, row->on[0]) && is_fd(row, row->on[1]);
		break;
	case CLOSES_FD:
	case CLOSES_RANGE:
	case SETS_CLOEXEC:
	case NAMES_SOCK:
	case FCHDIRS:
		fits = is_fd(row, row->on[0]);
		break;
	case CHDIRS:
	case CHROOTS:
	case REMOVES:
	case RENAMES:
	case PIVOTS:
		fits = has_path(row);
		break;
	case RECEIVES_FDS:
		fits = has_kind(row, &kind_msghdr_out) || has_kind(row, &kind_mmsghdr_out);
		break;
	default:
		break;
	}
	for (unsigned i = 0; i < sizeof(row->on) / sizeof(row->on[0]); i++)
		fits = fits && row->on[i] < (int)row->nargs + !row->nargs;
	CHECK(fits, "%s: effect %d does not go with its arguments", name, row->effect);
	CHECK(!row->fd_name || row->effect == OPENS_INFO, "%s: has fd_name, but does not open", name);
	if (row->fd_name && strchr(row->fd_name, '%'))
		CHECK(has_kind(row, &kind_str), "%s: no string for %% in fd_name", name);
}

static void effects_have_what_they_need(void **state)
{
	(void)state;
	each_row(check_effect);
}

/* -- Plans -------------------------------------------------------------------------------------------- */

static unsigned ops_wanted(const struct row *row)
{
	unsigned n = row->effect == OPENS_FD || row->effect == OPENS_INFO || row->effect == NAMES_SOCK || row->effect == CHDIRS ||
		     row->effect == FCHDIRS || row->effect == CHROOTS || row->effect == RECEIVES_FDS ||
		     row->effect == UNSHARES || row->effect == ENTERS_NS || effect__renames(row->effect) || row->pidfd_at;

	for (unsigned i = 0; i < row->nargs; i++)
		for (unsigned k = 0; k < 2 && row->args[i].kind->cap[k].op; k++)
			n++;
	return n;
}

static const struct plan_limits limits = { .strings = 64 };

/* Its layout in this ABI is not known: another machine's headers have it. */
static bool is_foreign(const struct arg_spec *spec, enum abi abi)
{
	return spec->shape && spec->shape->made && !shape__of(spec->shape, abi)->size;
}

static void check_plan(const struct row *row, const char *name)
{
	struct plan plan;

	CHECK(ops_wanted(row) <= PLAN_OPS, "%s: %u operations, room for %u", name, ops_wanted(row), PLAN_OPS);
	for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
		row__plan(row, abi, &limits, &plan, NULL);
		CHECK(plan.nargs == row->nargs || (row->strace && plan.nargs == row->strace->nargs), "%s: %u arguments in its plan", name, plan.nargs);
		if (row->effect != SIGRETURNS || plan.flags & PLAN_FRAME)	/* else where the frame is is not known */
			CHECK(plan.nops == ops_wanted(row), "%s: %u operations in its plan, not %u", name, plan.nops, ops_wanted(row));
		else
			CHECK(!plan.nops, "%s: %u operations in its plan", name, plan.nops);
		for (unsigned i = 0; i < plan.nops; i++)
			CHECK(plan.ops[i].size || plan.ops[i].op != CAP_BUF || is_foreign(&row->args[plan.ops[i].arg], abi), "%s: nothing to copy of argument %u", name, plan.ops[i].arg);
	}
}

static struct follow follow[FOLLOWS_MAX];
static struct follows follows = { follow, 0, FOLLOWS_MAX };

/* Depth of a structure: the number of structures on the way to its innermost pointer. */
static unsigned tree_depth(const struct follow *all, const struct follow *f)
{
	unsigned deepest = 0, depth;

	for (unsigned i = 0; i < f->n; i++) {
		depth = tree_depth(all, &all[f->first + i]);
		deepest = depth > deepest ? depth : deepest;
	}
	return deepest + !!f->n;
}

/* The number of follows for a machine's ABIs, for all calls and for one call. */
static void check_follows(const struct row *row, const char *name)
{
	static const enum abi abis[] = { ABI_X86_64, ABI_I386, ABI_X32 };
	static struct follow of_one[FOLLOWS_MAX];
	struct follows own = { of_one, 0, FOLLOWS_MAX };
	struct plan plan;

	for (unsigned i = 0; i < sizeof(abis) / sizeof(abis[0]); i++) {
		row__plan(row, abis[i], &limits, &plan, &follows);
		CHECK(plan.nops < PLAN_OPS || plan.nops == ops_wanted(row), "%s: too many operations", name);
	}
	row__plan(row, ABI_X86_64, &limits, &plan, &own);
	CHECK(own.n < VM_FOLLOWS, "%s: %u pointers", name, own.n);
	for (unsigned i = 0; i < plan.nops; i++)
		CHECK(plan.ops[i].op != CAP_TREE || tree_depth(of_one, &of_one[plan.ops[i].max]) <= TREE_DEPTH, "%s: pointers through too many structures", name);
}

static unsigned depth_of(const struct row *row)
{
	unsigned deepest = 0, depth;
	const struct subrow *sub;
	uint32_t of;

	for (unsigned i = 0; (sub = row__sub_of(row, i, &of)); i++) {
		depth = 1 + !!of + depth_of(&sub->row);
		deepest = depth > deepest ? depth : deepest;
	}
	return deepest;
}

static void check_depth(const struct row *row, const char *name)
{
	CHECK(depth_of(row) <= SUB_LEVELS, "%s: sub-tables of %u levels", name, depth_of(row));
}

static void plans_fit(void **state)
{
	(void)state;
	each_row(check_plan);
	each_row(check_depth);
	follows.n = 0;
	each_row(check_follows);
	assert_true(follows.n > 0 && follows.n < FOLLOWS_MAX);
}

/* -- Sub-rows ----------------------------------------------------------------------------------------- */

/* Arguments that are not a command of any call. */
static void no_commands(uint64_t *args)
{
	for (unsigned i = 0; i < CALL_ARGS; i++)
		args[i] = 0x5eed5eed;
}

static bool is_cut(const struct row *row, enum abi abi)
{
	return row->sub_mask || row->args[row->sub_arg].kind->half || abi__word_size(abi) == 4;
}

static uint32_t kind_of(void *ctx, int fd)
{
	return fd == 0x5eed5eed || !fd ? *(uint32_t *)ctx : 0;	/* 0: the descriptor is the command */
}

/* Is it this row, or one of its sub-rows? A bit may select that, which the arguments of no_commands() have. */
static bool is_in(const struct row *found, const struct row *row)
{
	const struct subrow *sub;

	for (unsigned i = 0; row->sub_mask && (sub = row__sub(row, i)); i++)
		if (found == &sub->row)
			return true;
	return found == row;
}

/* Each sub-row is found by its command in every ABI that has the command and the call. */
static void check_found(const struct row *row, const struct subrow *sub, uint32_t of)
{
	struct names names = { .ctx = &of, .fd_kind = kind_of };
	uint64_t args[CALL_ARGS];
	uint32_t cmd;
	unsigned n = 0;

	for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
		if (!row__sub_cmd(row, sub, abi, &cmd) || (sub->row.named && syscalltbl__nr(abi, row->name) < 0))
			continue;
		n++;
		if (abi == ABI_PPC64LE && cmd == 0x20006601 && sub->cmd == 0x6601)	/* FIOCLEX there, which every file takes: a device's request never comes */
			continue;
		no_commands(args);
		args[row->sub_arg] = cmd;
		CHECK(is_in(row__resolve(row, abi, args, &names), &sub->row), "%s[%#x] of %s: twice, or not found", row->name, cmd, abi__name(abi));
		args[row->sub_arg] |= (uint64_t)1 << 32;	/* the kernel uses 32 bits of most commands */
		CHECK(is_in(row__resolve(row, abi, args, &names), &sub->row) == is_cut(row, abi), "%s[%#x] of %s: by 32 bits", row->name, cmd, abi__name(abi));
	}
	CHECK(n, "%s[%s]: no ABI has it", row->name, sub->row.named);
}

static const char *name_in(const struct flag_table *t, enum abi abi, uint32_t cmd)
{
	const struct flag *f = flag_table__find(flag_table__in(t, abi), cmd);

	return f ? f->name : "";
}

/* A command with different numbers must have a name in its row. */
static void check_number(const struct row *row, const struct subrow *sub)
{
	const struct flag_table *t = row->args[row->sub_arg].flags;

	for (unsigned abi = 0; t && !t->bits && !sub->row.named && abi < ABI_COUNT; abi++)
		CHECK(!strcmp(name_in(t, abi, sub->cmd), name_in(t, abi__native(), sub->cmd)), "%s[%#x]: is %s on %s, not %s",
		      row->name, sub->cmd, name_in(t, abi, sub->cmd), abi__name(abi), name_in(t, abi__native(), sub->cmd));
}

static void check_sub(const struct row *row, const struct subrow *sub, uint32_t of)
{
	check_found(row, sub, of);
	CHECK(!of || !row->args[row->sub_arg].kind->is_fd || row->sub_mask == 1u << 31, "%s[%#x]: the command is the descriptor", row->name, sub->cmd);
	CHECK(!of || sub->row.effect == EFFECT_NONE, "%s[%#x]: has an effect, which is not to depend on what a descriptor is", row->name, sub->cmd);
	check_number(row, sub);
	CHECK(!strcmp(sub->row.name, row->name) || !strncmp(row->name, sub->row.name, strlen(sub->row.name)),
	      "%s[%#x]: is called %s", row->name, sub->cmd, sub->row.name);
	CHECK(!row->sub_mask || !(sub->cmd & ~row->sub_mask), "%s[%#x]: outside the mask", row->name, sub->cmd);
	for (unsigned i = 0; i <= row->sub_arg; i++)	/* their kinds may differ: a query's argument does */
		CHECK(i < sub->row.nargs && !strcmp(sub->row.args[i].name, row->args[i].name),
		      "%s[%#x]: argument %u differs", row->name, sub->cmd, i);
}

static void check_subs(const struct row *row, const char *name)
{
	const struct subrow *sub;
	uint64_t args[CALL_ARGS];
	uint32_t of;

	no_commands(args);
	if (!row->sub_mask)	/* with few bits every value may have a row */
		CHECK(row__resolve(row, ABI_X86_64, args, NULL) == row, "%s: unknown commands", name);
	CHECK(row->nargs <= CALL_ARGS, "%s: %u arguments", name, row->nargs);
	CHECK(!row->sub || row->sub_arg < row->nargs, "%s: the command is in argument %u", name, row->sub_arg);
	for (unsigned i = 0; (sub = row__sub_of(row, i, &of)); i++)
		check_sub(row, sub, of);
}

static void sub_rows_are_found(void **state)
{
	(void)state;
	each_row(check_subs);
}

static int setup(void **state)
{
	(void)state;
	rows__init();
	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		rows__find(abi, 0);	/* resolves commands with names */
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_call_has_a_row),
		cmocka_unit_test(unknown_numbers_have_none),
		cmocka_unit_test(names_are_unique),
		cmocka_unit_test(arguments_are_the_kernels),
		cmocka_unit_test(arguments_are_well_formed),
		cmocka_unit_test(effects_have_what_they_need),
		cmocka_unit_test(plans_fit),
		cmocka_unit_test(sub_rows_are_found),
	};

	return cmocka_run_group_tests_name("rows", tests, setup, NULL);
}
