// SPDX-License-Identifier: BSD-2-Clause
/* test_plan.c - a row's plan: operations, sizes and flags. */
#include "beautifiers/kinds.h"
#include "record_builder.h"

static const struct plan_limits limits = { .strings = 64 };
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
	const struct row row = { "lseek", ARGS(FD("fd"), LONG("offset"), ENUM("whence", lseek_whence)) };

	(void)state;
	row__plan(&row, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.nargs, 3);
	assert_int_equal(plan.nops, 0);
	assert_int_equal(plan.flags, PLAN_FDS);
	assert_int_equal(plan.fd_args, 1);
	assert_false(plan.entry_ops || plan.exit_ops);
}

static void strings_and_buffers(void **state)
{
	const struct row open = { "open", ARGS(PATH("filename"), STR("name")), RET_FD, OPENS_FD };
	const struct row io = { "io", ARGS(BUF_IN("in", 2), BUF_OUT("out"), ULONG("n")) };

	(void)state;
	row__plan(&open, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.nops, 3);
	check_op(0, CAP_STR, 0, CAP_ENTRY, LEN_ONE, 0, 4095);
	check_op(1, CAP_STR, 1, CAP_ENTRY, LEN_ONE, 0, 65);
	check_op(2, CAP_FDINFO, CHUNK_RET, CAP_EXIT, LEN_ONE, sizeof(struct fdinfo), sizeof(struct fdinfo));
	assert_int_equal(plan.flags, PLAN_TRACK);
	assert_true(plan.entry_ops && plan.exit_ops);
	row__plan(&io, ABI_X86_64, &limits, &plan, NULL);
	check_op(0, CAP_BUF, 0, CAP_ENTRY, LEN_ARG, 1, 64);
	assert_int_equal(plan.ops[0].len_arg, 2);
	check_op(1, CAP_BUF, 1, CAP_EXIT, LEN_RET, 1, 64);
	assert_true(plan.entry_ops && plan.exit_ops);
}

/* Of argument 1, at entry as many as argument 2 says: others have their length elsewhere. */
static void bytes_are_fast(void **state)
{
	const struct row writes = { "w", ARGS(FD("fd"), BUF_IN("buf", 2), ULONG("n")) };
	const struct row reads = { "r", ARGS(FD("fd"), BUF_OUT("buf"), ULONG("n")) };
	const struct row elsewhere = { "e", ARGS(FD("fd"), BUF_IN("buf", 3), ULONG("flags"), ULONG("n")) };
	const struct row first = { "f", ARGS(BUF_OUT("buf"), ULONG("n")) };
	const struct row path = { "p", ARGS(FD("dir"), PATH("name")) };

	(void)state;
	row__plan(&writes, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.fast_entry, offsetof(struct plan, ops) | FAST_BYTES);
	assert_int_equal(plan.fast_exit, 0);
	row__plan(&reads, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.fast_entry, 0);
	assert_int_equal(plan.fast_exit, offsetof(struct plan, ops) | FAST_BYTES);
	row__plan(&elsewhere, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.fast_entry, offsetof(struct plan, ops));
	row__plan(&first, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.fast_exit, offsetof(struct plan, ops));
	row__plan(&path, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.fast_entry, offsetof(struct plan, ops));
}

static void sizes_are_the_abis(void **state)
{
	const struct row row = { "x", ARGS(STRUCT_INOUT("ts", shape_timespec), IOVEC_OUT("vec", 2), ULONG("n"), ARRAY_IN("p", shape_pollfd, 2)) };

	(void)state;
	row__plan(&row, ABI_X86_64, &limits, &plan, NULL);
	check_op(0, CAP_BUF, 0, CAP_ENTRY, LEN_ONE, 16, 16);
	check_op(1, CAP_BUF, 0, CAP_EXIT, LEN_ONE, 16, 16);
	check_op(2, CAP_IOVEC, 1, CAP_EXIT | CAP_ON_ERROR, LEN_ARG, 16, 64);
	assert_int_equal(plan.ops[2].total_ret, 1);
	check_op(3, CAP_BUF, 3, CAP_ENTRY, LEN_ARG, 8, 4096);
	row__plan(&row, ABI_I386, &limits, &plan, NULL);
	check_op(0, CAP_BUF, 0, CAP_ENTRY, LEN_ONE, 8, 8);
	check_op(2, CAP_IOVEC, 1, CAP_EXIT | CAP_ON_ERROR, LEN_ARG, 8, 64);
	row__plan(&row, ABI_X32, &limits, &plan, NULL);
	check_op(0, CAP_BUF, 0, CAP_ENTRY, LEN_ONE, 16, 16);
	check_op(2, CAP_IOVEC, 1, CAP_EXIT | CAP_ON_ERROR, LEN_ARG, 8, 64);
}

static void events_are_those_of_descriptors(void **state)
{
	const struct row reads = { "readv", ARGS(FD("fd"), IOVEC_OUT("vec", 2), ULONG("n")) };
	const struct row other = { "process_vm_readv", ARGS(PID("pid"), IOVEC_OUT("vec", 2), ULONG("n")) };

	(void)state;
	row__plan(&reads, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.ops[0].op, CAP_IOVEC);
	assert_int_equal(plan.ops[0].events, 1);
	row__plan(&other, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.ops[0].op, CAP_IOVEC);
	assert_int_equal(plan.ops[0].events, 0);
}

static void bitmaps(void **state)
{
	const struct row row = { "select", ARGS(INT("n"), FDSET_INOUT("inp", 0)) };

	(void)state;
	row__plan(&row, ABI_I386, &limits, &plan, NULL);
	check_op(0, CAP_BUF, 1, CAP_ENTRY, LEN_BITS, 1, 1024);
	check_op(1, CAP_BUF, 1, CAP_EXIT, LEN_BITS, 1, 1024);
	assert_int_equal(plan.ops[0].fds, FDS_BITS);
	assert_int_equal(plan.flags, PLAN_FDS);
}

static void descriptors_in_memory(void **state)
{
	const struct row row = { "poll", ARGS(ARRAY_INOUT("ufds", shape_pollfd, 1), UINT("nfds"), INT("timeout_msecs")) };
	const struct row none = { "x", ARGS(STRUCT_IN("a", shape_timespec)) };

	(void)state;
	row__plan(&row, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.ops[0].fds, FDS_FIRST);
	assert_int_equal(plan.flags, PLAN_FDS);
	row__plan(&none, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.ops[0].fds, FDS_NONE);
	assert_int_equal(plan.flags, 0);
}

static void lengths_are_as_wide_as_their_arguments(void **state)
{
	const struct row row = { "x", ARGS(BUF_IN("a", 3), BUF_IN("b", 4), BUF_IN("c", 5), ULONG("word"), UINT("half"), INT("sign")) };

	(void)state;
	row__plan(&row, ABI_X86_64, &limits, &plan, NULL);
	assert_true(!plan.ops[0].len_half && !plan.ops[0].len_signed);
	assert_true(plan.ops[1].len_half && !plan.ops[1].len_signed);
	assert_true(plan.ops[2].len_half && plan.ops[2].len_signed);
	row__plan(&row, ABI_X32, &limits, &plan, NULL);
	assert_true(plan.ops[0].len_half && !plan.ops[0].len_signed);
}

static void sized_structures(void **state)
{
	const struct row row = { "clone3", ARGS(STRUCT_SIZED("uargs", shape_clone_args, 1), ULONG("size")) };

	(void)state;
	row__plan(&row, ABI_X86_64, &limits, &plan, NULL);
	check_op(0, CAP_BUF, 0, CAP_ENTRY, LEN_ARG, 1, TAIL_MOST);	/* strace shows bytes that a newer program passes */
	assert_int_equal(plan.ops[0].len_arg, 1);
}

static void effects_add_descriptors(void **state)
{
	const struct row accept = { "accept", ARGS(FD("fd")), RET_FD, OPENS_INFO };
	const struct row connect = { "connect", ARGS(FD("fd"), SOCKADDR_IN("addr", 2), INT("len")), RET_INT, NAMES_SOCK(0) };
	const struct row pair = { "pipe", ARGS(FD_PAIR("fildes")), RET_INT, OPENS_PAIR };

	(void)state;
	row__plan(&accept, ABI_X86_64, &limits, &plan, NULL);
	check_op(0, CAP_FDINFO, CHUNK_RET, CAP_EXIT, LEN_ONE, sizeof(struct fdinfo), sizeof(struct fdinfo));
	row__plan(&connect, ABI_X86_64, &limits, &plan, NULL);
	check_op(0, CAP_BUF, 1, CAP_ENTRY, LEN_ARG, 1, 128);
	check_op(1, CAP_FDINFO, 0, CAP_EXIT | CAP_ON_ERROR, LEN_ONE, sizeof(struct fdinfo), sizeof(struct fdinfo));
	row__plan(&pair, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.nops, 1);
	check_op(0, CAP_FDPAIR, 0, CAP_EXIT, LEN_ONE, 8, 8);
	assert_int_equal(plan.flags, PLAN_TRACK);
}

static const struct subrow subs[] = { { 1, { "x", ARGS(INT("a")) } } };
static const struct row ioctl = { "ioctl", ARGS(FD("fd"), IOCTL_CMD("cmd"), IOCTL_ARG("arg", 1)), SUB_MASK(1, 0x7f, subs) };

static void arrays_are_whole_if_that_is_wanted(void **state)
{
	const struct row poll = { "poll", ARGS(ARRAY_INOUT("ufds", shape_pollfd, 1), UINT("nfds")) };
	const struct row writev = { "writev", ARGS(FD("fd"), IOVEC_IN("vec", 2), UINT("vlen")) };
	const struct row filter = { "seccomp", ARGS(STRUCT_IN("uargs", shape_sock_fprog)) };
	static const struct plan_limits whole = { .strings = 64, .whole = true };
	struct follow of[8];

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		struct follows follows = { of, 0, 8 };

		row__plan(&poll, ABI_X86_64, i ? &whole : &limits, &plan, NULL);
		assert_int_equal(plan.ops[0].max, i ? PLAN_WHOLE : 4096);
		row__plan(&writev, ABI_X86_64, i ? &whole : &limits, &plan, NULL);
		assert_int_equal(plan.ops[0].whole, i);
		row__plan(&filter, ABI_X86_64, i ? &whole : &limits, &plan, &follows);
		assert_int_equal(plan.ops[0].op, CAP_TREE);
		assert_int_equal(of[of[plan.ops[0].max].first].max, i ? PLAN_WHOLE : 4096);
	}
}

static void flags_of_a_plan(void **state)
{
	const struct row exec = { "execve", ARGS(PATH("f"), ARGV("argv"), ENVP("envp")), RET_INT, EXECS };
	const struct row leave = { "exit", ARGS(INT("code")), RET_NONE, ENDS_THREAD(0) };

	(void)state;
	row__plan(&exec, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.flags, PLAN_PENDING);
	check_op(1, CAP_STRV, 1, CAP_ENTRY, LEN_ONE, 0, 65);
	check_op(2, CAP_STRV, 2, CAP_ENTRY, LEN_ONE, 0, 0);
	row__plan(&exec, ABI_X86_64, &(struct plan_limits){ .strings = 64, .env = true }, &plan, NULL);
	check_op(2, CAP_STRV, 2, CAP_ENTRY, LEN_ONE, 0, 65);
	row__plan(&leave, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.flags, PLAN_PENDING);
	row__plan(&ioctl, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.flags, PLAN_SUB | PLAN_FDS);
	assert_int_equal(plan.sub_arg, 1);
	assert_int_equal(plan.sub_mask, 0x7f);
}

static void interrupted_sleeps_are_read(void **state)
{
	const struct row row = { "nanosleep", ARGS(STRUCT_IN("rqtp", shape_timespec), STRUCT_OUT("rmtp", shape_timespec, .on_intr = true)) };

	(void)state;
	row__plan(&row, ABI_X86_64, &limits, &plan, NULL);
	check_op(1, CAP_BUF, 1, CAP_EXIT | CAP_ON_ERROR, LEN_ONE, 16, 16);
}

/* -- Pointers in structures ------------------------------------------------------------------------------------------ */

struct leaf { uint64_t text, n; };
static const struct field leaf_fields[] = { DEREF(struct leaf, text, buf_in, n), FIELD(struct leaf, n, ulong) };
static const struct shape shape_leaf = SHAPE(struct leaf, leaf_fields);

struct node { uint32_t kind, count; uint64_t leaves, name, report; uint32_t size, pad; };
static const struct field node_fields[] = {
	FIELD(struct node, kind, uint),
	DEREF(struct node, leaves, array_in, count, .spec.shape = &shape_leaf),
	DEREF_ONE(struct node, name, str),
	DEREF(struct node, report, str_filled, size, .spec.on_error = true),
};
static const struct shape shape_full = SHAPE(struct node, node_fields);
static const struct subshape node_kinds[] = { { 5, &shape_full } };
static const struct shape shape_node = SHAPE(struct node, node_fields, SUBSHAPES(struct node, kind, node_kinds));

static struct follow follow[16];
static struct follows follows;

static void plan_with(const struct row *row, unsigned room)
{
	memset(follow, 0, sizeof(follow));
	follows = (struct follows){ follow, 0, room };
	row__plan(row, ABI_X86_64, &limits, &plan, &follows);
}

static void check_follow(unsigned i, unsigned op, unsigned offset, unsigned unit, unsigned elem, unsigned max, unsigned n)
{
	assert_true(i < follows.n);
	assert_int_equal(follow[i].op, op);
	assert_int_equal(follow[i].offset, offset);
	assert_int_equal(follow[i].unit, unit);
	assert_int_equal(follow[i].elem, elem);
	assert_int_equal(follow[i].max, max);
	assert_int_equal(follow[i].n, n);
}

static void pointers_are_followed(void **state)
{
	const struct row row = { "x", ARGS(ARRAY_IN("nodes", shape_node, 1), UINT("n")) };

	(void)state;
	plan_with(&row, 16);
	/* input memory at entry: the array, its elements' leaves and names, the leaves' text */
	assert_int_equal(plan.nops, 2);
	assert_int_equal(plan.ops[0].op, CAP_TREE);
	assert_int_equal(plan.ops[0].when, CAP_ENTRY);
	assert_int_equal(plan.ops[0].size, sizeof(struct node));
	check_follow(plan.ops[0].max, CAP_BUF, 0, 0, sizeof(struct node), 4096, 2);
	check_follow(1, CAP_BUF, 8, sizeof(struct leaf), sizeof(struct leaf), 4096, 1);
	check_follow(2, CAP_STR, 16, 0, 0, 65, 0);
	check_follow(3, CAP_BUF, 0, 1, 1, 64, 0);
	assert_int_equal(follow[0].first, 1);
	assert_int_equal(follow[1].first, 3);
	assert_int_equal(follow[1].len_size, 4);
	assert_int_equal(follow[1].len_offset, 4);
	/* only of nodes of that kind */
	for (unsigned i = 1; i < 3; i++) {
		assert_int_equal(follow[i].sub_size, 4);
		assert_int_equal(follow[i].sub_offset, 0);
		assert_int_equal(follow[i].sub, 5);
	}
	assert_int_equal(follow[3].sub_size, 0);
	/* again at exit, also of a failed call, for memory that the kernel fills */
	assert_int_equal(plan.ops[1].op, CAP_TREE);
	assert_int_equal(plan.ops[1].when, CAP_EXIT | CAP_ON_ERROR);
	check_follow(plan.ops[1].max, CAP_BUF, 0, 0, sizeof(struct node), 4096, 1);
	check_follow(5, CAP_STR, 24, 0, 0, 65, 0);
	assert_int_equal(follows.n, 6);
}

struct scaled { uint32_t size, times; uint64_t id, product, blocks, power; };
static const struct field scaled_fields[] = {
	DEREF(struct scaled, product, buf_in, size, .len_how = LEN_TIMES, .len_with = offsetof(struct scaled, times)),
	DEREF(struct scaled, blocks, buf_in, size, .unit = 128),
	DEREF(struct scaled, power, buf_in, id, .len_how = LEN_POWER, .len_with = 52),
};
static const struct shape shape_scaled = SHAPE(struct scaled, scaled_fields);

static void lengths_are_computed(void **state)
{
	const struct row row = { "x", ARGS(STRUCT_IN("scaled", shape_scaled)) };

	(void)state;
	plan_with(&row, 16);
	assert_int_equal(follows.n, 4);
	check_follow(1, CAP_BUF, offsetof(struct scaled, product), 1, 1, 64, 0);
	assert_int_equal(follow[1].len, LEN_TIMES);
	assert_int_equal(follow[1].len_arg, offsetof(struct scaled, times));
	check_follow(2, CAP_BUF, offsetof(struct scaled, blocks), 128, 1, 64, 0);
	assert_int_equal(follow[2].len, LEN_ARG);
	assert_int_equal(follow[3].len, LEN_POWER);
	assert_int_equal(follow[3].len_arg, 52);
	assert_int_equal(power_in(UINT64_C(0x2030000000000000), 52), 8);
}

static void structures_that_come_back_are_followed_then(void **state)
{
	const struct row row = { "x", ARGS(STRUCT_OUT("leaf", shape_leaf)) };

	(void)state;
	plan_with(&row, 16);
	assert_int_equal(plan.nops, 1);
	assert_int_equal(plan.ops[0].op, CAP_TREE);
	assert_int_equal(plan.ops[0].when, CAP_EXIT);
	check_follow(1, CAP_BUF, 0, 1, 1, 64, 0);
}

struct list {
	uint32_t size, n;
	struct leaf leaves[];
};
static const struct field list_fields[] = {
	FIELD(struct list, n, uint), FOLLOWING(struct list, leaves, array_in, n, .spec.shape = &shape_leaf)
};
static const struct shape shape_list = SHAPE(struct list, list_fields);

static void what_follows_a_structure_is_captured(void **state)
{
	const struct row row = { "x", ARGS(STRUCT_IN("list", shape_list)) };

	(void)state;
	plan_with(&row, 16);
	assert_int_equal(plan.ops[0].op, CAP_TREE);
	check_follow(plan.ops[0].max, CAP_BUF, 0, 0, sizeof(struct list), sizeof(struct list), 1);
	/* no pointer, but the offset of what follows; pointers in that are followed */
	check_follow(1, CAP_BUF, sizeof(struct list), sizeof(struct leaf), sizeof(struct leaf), 4096, 1);
	assert_int_equal(follow[1].size, 0);
	assert_int_equal(follow[1].len_offset, offsetof(struct list, n));
	assert_int_equal(follow[1].len_size, 4);
	check_follow(2, CAP_BUF, 0, 1, 1, 64, 0);
	assert_int_equal(follow[2].size, 8);
}

static void without_room_nothing_is_followed(void **state)
{
	const struct row row = { "x", ARGS(STRUCT_IN("node", shape_node)) };

	(void)state;
	for (unsigned room = 0; room < 4; room++) {
		plan_with(&row, room);
		assert_true(follows.n <= room);
		for (unsigned i = 0; i < follows.n; i++)
			assert_true(follow[i].first + follow[i].n <= room);
	}
	row__plan(&row, ABI_X86_64, &limits, &plan, NULL);
	assert_int_equal(plan.nops, 1);
	assert_int_equal(plan.ops[0].op, CAP_BUF);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_copy_nothing),
		cmocka_unit_test(strings_and_buffers),
		cmocka_unit_test(bytes_are_fast),
		cmocka_unit_test(sizes_are_the_abis),
		cmocka_unit_test(events_are_those_of_descriptors),
		cmocka_unit_test(bitmaps),
		cmocka_unit_test(descriptors_in_memory),
		cmocka_unit_test(lengths_are_as_wide_as_their_arguments),
		cmocka_unit_test(sized_structures),
		cmocka_unit_test(effects_add_descriptors),
		cmocka_unit_test(arrays_are_whole_if_that_is_wanted),
		cmocka_unit_test(flags_of_a_plan),
		cmocka_unit_test(interrupted_sleeps_are_read),
		cmocka_unit_test(pointers_are_followed),
		cmocka_unit_test(lengths_are_computed),
		cmocka_unit_test(structures_that_come_back_are_followed_then),
		cmocka_unit_test(what_follows_a_structure_is_captured),
		cmocka_unit_test(without_room_nothing_is_followed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
