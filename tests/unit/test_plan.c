// SPDX-License-Identifier: BSD-2-Clause
/* test_plan.c - what is copied for a row: operations, sizes and flags of its plan. */
#include "record_builder.h"

static struct plan plan;

static void check_op(unsigned i, unsigned op, unsigned arg, unsigned when, unsigned len, unsigned size, unsigned max)
{
	assert_true(i < plan.nops);
	assert_int_equal(plan.ops[i].op, op);
	assert_int_equal(plan.ops[i].arg, arg);
	assert_int_equal(plan.ops[i].when, when);
	assert_int_equal(plan.ops[i].len, len);
	assert_int_equal(plan.ops[i].size, size);
	assert_int_equal(plan.ops[i].max, max);
}

static void numbers_copy_nothing(void **state)
{
	static const struct row row = { "lseek", ARGS(FD("fd"), LONG("offset"), ENUM("whence", lseek_whence)) };

	(void)state;
	row__plan(&row, ABI_X86_64, 64, &plan);
	assert_int_equal(plan.nargs, 3);
	assert_int_equal(plan.nops, 0);
	assert_int_equal(plan.flags, 0);
	assert_false(plan.entry_ops || plan.exit_ops);
}

static void strings_and_buffers(void **state)
{
	static const struct row open = { "open", ARGS(PATH("filename"), STR("name")), RET_FD, OPENS_FD };
	static const struct row io = { "io", ARGS(BUF_IN("in", 2), BUF_OUT("out"), ULONG("n")) };

	(void)state;
	row__plan(&open, ABI_X86_64, 64, &plan);
	assert_int_equal(plan.nops, 3);
	check_op(0, CAP_STR, 0, CAP_ENTRY, LEN_ONE, 0, 4096);
	check_op(1, CAP_STR, 1, CAP_ENTRY, LEN_ONE, 0, 65);
	check_op(2, CAP_FDINFO, CHUNK_RET, CAP_EXIT, LEN_ONE, sizeof(struct fdinfo), sizeof(struct fdinfo));
	assert_int_equal(plan.flags, PLAN_TRACK);
	assert_true(plan.entry_ops && plan.exit_ops);
	row__plan(&io, ABI_X86_64, 64, &plan);
	check_op(0, CAP_BUF, 0, CAP_ENTRY, LEN_ARG, 1, 64);
	assert_int_equal(plan.ops[0].len_arg, 2);
	check_op(1, CAP_BUF, 1, CAP_EXIT, LEN_RET, 1, 64);
	assert_true(plan.entry_ops && plan.exit_ops);
}

static void sizes_are_the_abis(void **state)
{
	static const struct row row = { "x", ARGS(STRUCT_INOUT("ts", shape_timespec), IOVEC_OUT("vec", 2), ULONG("n"), ARRAY_IN("p", shape_pollfd, 2)) };

	(void)state;
	row__plan(&row, ABI_X86_64, 64, &plan);
	check_op(0, CAP_BUF, 0, CAP_ENTRY, LEN_ONE, 16, 16);
	check_op(1, CAP_BUF, 0, CAP_EXIT, LEN_ONE, 16, 16);
	check_op(2, CAP_IOVEC, 1, CAP_EXIT, LEN_ARG, 16, 64);
	assert_int_equal(plan.ops[2].total_ret, 1);
	check_op(3, CAP_BUF, 3, CAP_ENTRY, LEN_ARG, 8, 4096);
	row__plan(&row, ABI_I386, 64, &plan);
	check_op(0, CAP_BUF, 0, CAP_ENTRY, LEN_ONE, 8, 8);
	check_op(2, CAP_IOVEC, 1, CAP_EXIT, LEN_ARG, 8, 64);
	row__plan(&row, ABI_X32, 64, &plan);
	check_op(0, CAP_BUF, 0, CAP_ENTRY, LEN_ONE, 16, 16);
	check_op(2, CAP_IOVEC, 1, CAP_EXIT, LEN_ARG, 8, 64);
}

static void bitmaps(void **state)
{
	static const struct row row = { "select", ARGS(INT("n"), FDSET_INOUT("inp", 0)) };

	(void)state;
	row__plan(&row, ABI_I386, 64, &plan);
	check_op(0, CAP_BUF, 1, CAP_ENTRY, LEN_BITS, 1, 1024);
	check_op(1, CAP_BUF, 1, CAP_EXIT, LEN_BITS, 1, 1024);
}

static void lengths_are_as_wide_as_their_arguments(void **state)
{
	static const struct row row = { "x", ARGS(BUF_IN("a", 3), BUF_IN("b", 4), BUF_IN("c", 5), ULONG("word"), UINT("half"), INT("sign")) };

	(void)state;
	row__plan(&row, ABI_X86_64, 64, &plan);
	assert_true(!plan.ops[0].len_half && !plan.ops[0].len_signed);
	assert_true(plan.ops[1].len_half && !plan.ops[1].len_signed);
	assert_true(plan.ops[2].len_half && plan.ops[2].len_signed);
	row__plan(&row, ABI_X32, 64, &plan);
	assert_true(plan.ops[0].len_half && !plan.ops[0].len_signed);
}

static void sized_structures(void **state)
{
	static const struct row row = { "clone3", ARGS(STRUCT_SIZED("uargs", shape_clone_args, 1), ULONG("size")) };

	(void)state;
	row__plan(&row, ABI_X86_64, 64, &plan);
	check_op(0, CAP_BUF, 0, CAP_ENTRY, LEN_ARG, 1, 88);
	assert_int_equal(plan.ops[0].len_arg, 1);
}

static void effects_add_descriptors(void **state)
{
	static const struct row accept = { "accept", ARGS(FD("fd")), RET_FD, OPENS_INFO };
	static const struct row connect = { "connect", ARGS(FD("fd"), SOCKADDR_IN("addr", 2), INT("len")), RET_INT, NAMES_SOCK };
	static const struct row pair = { "pipe", ARGS(FD_PAIR("fildes")), RET_INT, OPENS_PAIR };

	(void)state;
	row__plan(&accept, ABI_X86_64, 64, &plan);
	check_op(0, CAP_FDINFO, CHUNK_RET, CAP_EXIT, LEN_ONE, sizeof(struct fdinfo), sizeof(struct fdinfo));
	row__plan(&connect, ABI_X86_64, 64, &plan);
	check_op(0, CAP_BUF, 1, CAP_ENTRY, LEN_ARG, 1, 128);
	check_op(1, CAP_FDINFO, 0, CAP_EXIT | CAP_ON_ERROR, LEN_ONE, sizeof(struct fdinfo), sizeof(struct fdinfo));
	row__plan(&pair, ABI_X86_64, 64, &plan);
	assert_int_equal(plan.nops, 1);
	check_op(0, CAP_FDPAIR, 0, CAP_EXIT, LEN_ONE, 8, 8);
	assert_int_equal(plan.flags, PLAN_TRACK);
}

static const struct subrow subs[] = { { 1, { "x", ARGS(INT("a")) } } };
static const struct row ioctl = { "ioctl", ARGS(FD("fd"), IOCTL_CMD("cmd"), IOCTL_ARG("arg")), SUB_MASK(1, 0x7f, subs) };

static void flags_of_a_plan(void **state)
{
	static const struct row exec = { "execve", ARGS(PATH("f"), ARGV("argv"), ENVP("envp")), RET_INT, EXECS };
	static const struct row leave = { "exit", ARGS(INT("code")), RET_NONE, .noreturn = true };

	(void)state;
	row__plan(&exec, ABI_X86_64, 64, &plan);
	assert_int_equal(plan.flags, PLAN_PENDING);
	check_op(1, CAP_STRV, 1, CAP_ENTRY, LEN_ONE, 0, 65);
	check_op(2, CAP_STRV, 2, CAP_ENTRY, LEN_ONE, 0, 0);
	row__plan_env(&exec, 64, &plan);
	check_op(2, CAP_STRV, 2, CAP_ENTRY, LEN_ONE, 0, 65);
	row__plan(&leave, ABI_X86_64, 64, &plan);
	assert_int_equal(plan.flags, PLAN_PENDING);
	row__plan(&ioctl, ABI_X86_64, 64, &plan);
	assert_int_equal(plan.flags, PLAN_SUB);
	assert_int_equal(plan.sub_arg, 1);
	assert_int_equal(plan.sub_mask, 0x7f);
}

static void interrupted_sleeps_are_read(void **state)
{
	static const struct row row = { "nanosleep", ARGS(STRUCT_IN("rqtp", shape_timespec), STRUCT_OUT("rmtp", shape_timespec, .on_intr = true)) };

	(void)state;
	row__plan(&row, ABI_X86_64, 64, &plan);
	check_op(1, CAP_BUF, 1, CAP_EXIT | CAP_ON_ERROR, LEN_ONE, 16, 16);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_copy_nothing),
		cmocka_unit_test(strings_and_buffers),
		cmocka_unit_test(sizes_are_the_abis),
		cmocka_unit_test(bitmaps),
		cmocka_unit_test(lengths_are_as_wide_as_their_arguments),
		cmocka_unit_test(sized_structures),
		cmocka_unit_test(effects_add_descriptors),
		cmocka_unit_test(flags_of_a_plan),
		cmocka_unit_test(interrupted_sleeps_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
