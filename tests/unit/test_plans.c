// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_plans.c - which calls BPF sends: the selected ones, and those on which descriptors' names depend, if these are shown or
 * filtered by.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "beautifiers/row.h"
#include "bpf/plan.h"
#include "bpf/wire.h"
#include "sources/call_sets.h"
#include "sources/plan_load.h"
#include "sources/sub_list.h"

static struct options opt;
static struct config cfg;
static struct selection sel;

static int setup(void **state)
{
	(void)state;
	rows__init();
	return 0;
}

/* As if `-e list` had been given on an x86-64 machine; NULL: no -e. */
static void select_calls(const char *list, unsigned npaths)
{
	static char *paths[] = { "/etc/a" };
	struct syscall_select select = { .abis = ABI_BIT(ABI_X86_64) | ABI_BIT(ABI_I386) | ABI_BIT(ABI_X32) };
	char err[256] = "";

	memset(&opt, 0, sizeof(opt));
	memset(&cfg, 0, sizeof(cfg));
	memset(&sel, 0, sizeof(sel));
	if (list && syscall_select__add(&select, list, err, sizeof(err)))
		fail_msg("%s", err);
	syscall_select__finish(&select, &opt.calls);
	opt.npaths = npaths;
	opt.paths = paths;
	opt.w.string_limit = 64;
	cfg.abi[SLOT_NATIVE] = ABI_X86_64;
	cfg.abi[SLOT_COMPAT] = ABI_I386;
	cfg.abi[SLOT_X32] = ABI_X32;
	call_sets__set_prefixes(&opt, &cfg, &sel);
	call_sets__select(&opt, &cfg, &sel);
}

static bool has(const __u64 *bits, unsigned nr)
{
	return bits[nr / 64] >> (nr % 64) & 1;
}

static bool sends_in(unsigned slot, const char *name)
{
	return has(sel.calls[slot], syscalltbl__nr(cfg.abi[slot], name));
}

static bool sends(const char *name)
{
	return sends_in(SLOT_NATIVE, name);
}

static bool tracks(const char *name)
{
	return has(sel.tracked[SLOT_NATIVE], syscalltbl__nr(ABI_X86_64, name));
}

static unsigned count(const __u64 *bits)
{
	unsigned n = 0;

	for (unsigned i = 0; i < SLOT_CALLS / 64; i++)
		n += __builtin_popcountll(bits[i]);
	return n;
}

/* Numbers that are selected in any slot */
static unsigned selected(void)
{
	unsigned n = 0;

	for (unsigned nr = 0; nr < SLOT_CALLS; nr++)
		n += sel.slots[nr] != 0;
	return n;
}

static void calls_that_change_descriptors_or_directories_are_tracked(void **state)
{
	static const char *const tracked[] = {
		"open", "openat", "openat2", "creat", "close", "close_range", "dup", "dup2", "dup3", "fcntl", "pipe", "pipe2", "socket",
		"socketpair", "accept", "accept4", "bind", "connect", "listen", "epoll_create1", "eventfd2", "memfd_create", "chdir", "fchdir",
		"chroot", "unshare", "recvmsg", "recvmmsg", "unlink", "unlinkat", "rmdir", "rename",
		"renameat2",
		"clone", "clone3",	/* may create a pidfd */
	};
	static const char *const others[] = {
		"read", "write", "mmap", "poll", "stat", "nanosleep", "getpid", "exit_group",
		"execve", "execveat", "fork", "vfork",	/* they have records of their own */
	};

	(void)state;
	select_calls(NULL, 0);
	for (unsigned i = 0; i < sizeof(tracked) / sizeof(tracked[0]); i++)
		if (!tracks(tracked[i]))
			fail_msg("%s is not tracked", tracked[i]);
	for (unsigned i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (tracks(others[i]))
			fail_msg("%s is tracked", others[i]);
}

static void without_a_choice_everything_is_sent(void **state)
{
	(void)state;
	select_calls(NULL, 0);
	assert_true(sel.has_tracked);
	for (unsigned slot = 0; slot < ABI_SLOTS; slot++)
		assert_int_equal(count(sel.calls[slot]), SLOT_CALLS);
	assert_int_equal(selected(), SLOT_CALLS);
}

static void calls_without_descriptors_come_alone(void **state)
{
	(void)state;
	select_calls("getpid@64", 0);
	assert_false(sel.has_tracked);
	assert_true(sends("getpid"));
	assert_int_equal(count(sel.calls[SLOT_NATIVE]), 1);
	assert_int_equal(count(sel.calls[SLOT_COMPAT]), 0);
	assert_int_equal(count(sel.calls[SLOT_X32]), 0);
	assert_int_equal(selected(), 1);
	assert_true(sel.slots[syscalltbl__nr(ABI_X86_64, "getpid")]);
	select_calls("mkdir,execve,nanosleep@64", 0);	/* paths are shown as passed */
	assert_false(sel.has_tracked);
	select_calls("none", 0);
	assert_false(sel.has_tracked);
	assert_int_equal(selected(), 0);
}

static void calls_with_descriptors_bring_those_that_name_them(void **state)
{
	/* by argument, result, array of structures, set, structure, and sub-row */
	static const char *const lists[] = { "read", "openat", "dup", "poll", "ppoll", "select", "pselect6", "fcntl", "ioctl", "epoll_ctl" };

	(void)state;
	for (unsigned i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		select_calls(lists[i], 0);
		if (!sel.has_tracked)
			fail_msg("%s has descriptors", lists[i]);
		assert_true(sends(lists[i]));
		assert_true(sends("openat"));
		assert_true(sends("close"));
		assert_true(sends("chdir"));
		assert_false(sends("getpid"));
		assert_false(sends("stat"));
	}
}

static void paths_bring_them_too(void **state)
{
	(void)state;
	select_calls("stat", 0);
	assert_false(sel.has_tracked);
	select_calls("stat", 1);
	assert_true(sel.has_tracked);
	assert_true(sends("stat"));
	assert_true(sends("chdir"));
	assert_false(sends("lstat"));
}

static void what_knows_no_files_is_not_sent_with_paths(void **state)
{
	(void)state;
	select_calls(NULL, 1);
	assert_true(sends("read"));
	assert_true(sends("fcntl"));
	assert_true(sends("execve"));
	assert_false(sends("brk"));
	assert_false(sends("nanosleep"));
	assert_int_equal(cfg.npaths, 1);
	assert_int_equal(sel.paths[0].n, 2);
	assert_int_not_equal(sel.paths[0].hash[0], sel.paths[0].hash[1]);
}

static void every_abi_has_its_own_numbers(void **state)
{
	(void)state;
	select_calls("getpid@32", 0);
	assert_false(sends("getpid"));
	assert_true(sends_in(SLOT_COMPAT, "getpid"));
	assert_false(sends_in(SLOT_X32, "getpid"));
	assert_true(sel.slots[syscalltbl__nr(ABI_I386, "getpid")]);
	/* an i386 call's descriptors may have been opened by other ABIs' calls */
	select_calls("socketcall@i386", 0);
	assert_true(sel.has_tracked);
	assert_true(sends_in(SLOT_COMPAT, "socketcall"));
	assert_true(sends_in(SLOT_COMPAT, "openat"));
	assert_true(sends("openat"));
	assert_true(sends_in(SLOT_X32, "openat"));
	assert_false(sends("getpid"));
}

/* A selected call's multiplexer is selected; BPF skips other calls made through it. */
static void a_multiplexer_comes_for_what_it_makes(void **state)
{
	(void)state;
	select_calls("shmget@i386", 0);
	assert_true(sends_in(SLOT_COMPAT, "ipc"));
	assert_true(sel.slots[syscalltbl__nr(ABI_I386, "ipc")]);
	assert_true(has(sel.calls[SLOT_COMPAT], syscalltbl__by_mux(ABI_I386, 117, "shmget")));
	assert_false(has(sel.calls[SLOT_COMPAT], syscalltbl__by_mux(ABI_I386, 117, "shmat")));
	assert_false(sends_in(SLOT_COMPAT, "socketcall"));
	assert_false(sends("shmget"));
}

static void numbers_above_all_are_one(void **state)
{
	(void)state;
	select_calls("5000", 0);
	assert_true(has(sel.calls[SLOT_NATIVE], SLOT_CALLS - 1));
	assert_int_equal(count(sel.calls[SLOT_NATIVE]), 1);
	assert_false(sel.has_tracked);
}

/* -- Plans, into memory in place of a map ------------------------------------------------------------ */

#define MAP_BYTES (PLANS_MAX * sizeof(struct plan))

static const struct plan *plan_of(const struct plan *plans, unsigned slot, const char *name)
{
	return &plans[slot * SLOT_CALLS + syscalltbl__nr(cfg.abi[slot], name)];
}

static void plans_are_made_for_what_is_sent(void **state)
{
	int fd = memfd_create("plans", 0);
	const struct plan *plans;

	(void)state;
	assert_int_equal(ftruncate(fd, MAP_BYTES + 65536), 0);
	select_calls("mkdir@64,stat@64", 0);
	assert_int_equal(plan_load__load(&opt, &cfg, &sel, &(struct plan_maps){ fd, -1, -1 }), 0);	/* none of them has sub-plans: no second map */
	plans = mmap(NULL, MAP_BYTES, PROT_READ, MAP_SHARED, fd, 0);
	assert_ptr_not_equal(plans, MAP_FAILED);
	assert_int_equal(plan_of(plans, SLOT_NATIVE, "mkdir")->nargs, 2);
	assert_int_equal(plan_of(plans, SLOT_NATIVE, "mkdir")->nops, 1);
	assert_int_equal(plan_of(plans, SLOT_NATIVE, "mkdir")->ops[0].op, CAP_STR);
	assert_int_equal(plan_of(plans, SLOT_NATIVE, "stat")->nargs, 2);
	assert_int_equal(plan_of(plans, SLOT_NATIVE, "stat")->nops, 2);
	/* unselected calls, and numbers without a name: all registers, no memory */
	assert_int_equal(plan_of(plans, SLOT_NATIVE, "rmdir")->nargs, CALL_ARGS);
	assert_int_equal(plan_of(plans, SLOT_NATIVE, "rmdir")->nops, 0);
	assert_int_equal(plan_of(plans, SLOT_COMPAT, "mkdir")->nops, 0);
	assert_int_equal(plans[SLOT_CALLS - 1].nargs, CALL_ARGS);
	munmap((void *)plans, MAP_BYTES);
	close(fd);
}

static void maps_that_are_none_are_refused(void **state)
{
	int fd = memfd_create("plans", 0);

	(void)state;
	assert_int_equal(ftruncate(fd, MAP_BYTES + 65536), 0);
	select_calls("fcntl", 0);
	assert_int_equal(plan_load__load(&opt, &cfg, &sel, &(struct plan_maps){ -1, -1, -1 }), -EBADF);
	assert_true(plan_load__load(&opt, &cfg, &sel, &(struct plan_maps){ fd, -1, -1 }) < 0);	/* no map for its sub-plans */
	close(fd);
}

static unsigned used(const struct sub_plans *subs)
{
	unsigned n = 0;

	for (unsigned i = 0; i < 1u << SUB_SLOT_BITS; i++)
		n += subs->keys[i] != 0;
	return n;
}

/* As BPF looks it up. 0: there is none. */
static unsigned sub_plan_of(const struct sub_plans *subs, __u64 key)
{
	__u64 slot = sub_slot(key, subs->seeds[sub_bucket(key)]);

	return subs->keys[slot] == key ? subs->plans[slot] : 0;
}

#define F_GETLK 5
#define NO_COMMAND 0x12345

/* With all calls selected: the limits of the maps are not reached, and sub-plans are found. */
static void all_plans_fit(void **state)
{
	int fd = memfd_create("plans", 0), subs_fd = memfd_create("subs", 0);
	const struct plan *plans, *fcntl;
	const struct sub_plans *subs;

	(void)state;
	assert_int_equal(ftruncate(fd, MAP_BYTES + 65536), 0);
	assert_int_equal(ftruncate(subs_fd, sizeof(*subs) + 65536), 0);
	select_calls("all", 0);
	assert_int_equal(plan_load__load(&opt, &cfg, &sel, &(struct plan_maps){ fd, subs_fd, -1 }), -EBADF);	/* not E2BIG: only the third map is missing */
	plans = mmap(NULL, MAP_BYTES, PROT_READ, MAP_SHARED, fd, 0);
	subs = mmap(NULL, sizeof(*subs), PROT_READ, MAP_SHARED, subs_fd, 0);
	assert_ptr_not_equal(plans, MAP_FAILED);
	assert_ptr_not_equal(subs, MAP_FAILED);
	assert_in_range(used(subs), 2000, SUB_KEYS_MAX);
	fcntl = plan_of(plans, SLOT_NATIVE, "fcntl");
	assert_true(fcntl->flags & PLAN_SUB);
	assert_in_range(sub_plan_of(subs, sub_key(fcntl->sub_table, F_GETLK)), SUB_PLANS, PLANS_MAX - 1);
	assert_int_equal(plans[sub_plan_of(subs, sub_key(fcntl->sub_table, F_GETLK))].nargs, 3);
	assert_true(plans[sub_plan_of(subs, sub_key(fcntl->sub_table, F_GETLK))].nops > 0);
	assert_int_equal(sub_plan_of(subs, sub_key(fcntl->sub_table, NO_COMMAND)), 0);
	munmap((void *)plans, MAP_BYTES);
	munmap((void *)subs, sizeof(*subs));
	close(fd);
	close(subs_fd);
}

static void every_key_has_a_slot(void **state)
{
	static struct sub_list list;
	static struct sub_plans subs;

	(void)state;
	for (unsigned i = 0; i < SUB_KEYS_MAX - 1; i++)		/* as keys are: few tables, commands that differ in a few bits */
		assert_int_equal(sub_list__add(&list, sub_key(1 + i % 16, i / 16 << 8), (uint16_t)(i + 1)), 0);
	assert_int_equal(sub_list__add(&list, sub_key(3, 7 << 8), 9999), 0);	/* there is one */
	assert_int_equal(sub_list__add(&list, sub_key(3, 9), 1), -E2BIG);
	assert_int_equal(sub_list__place(&list, &subs), 0);
	assert_int_equal(used(&subs), SUB_KEYS_MAX - 1);
	for (unsigned i = 0; i < SUB_KEYS_MAX - 1; i++)
		assert_int_equal(sub_plan_of(&subs, sub_key(1 + i % 16, i / 16 << 8)), i == 7 * 16 + 2 ? 9999 : i + 1);
	for (unsigned i = 0; i < SUB_KEYS_MAX; i++)
		assert_int_equal(sub_plan_of(&subs, sub_key(17 + i % 16, i)), 0);
}

static uint64_t inputs(void)
{
	return plan_load__inputs(&opt, &cfg);
}

/* Plans that are kept in the kernel are used again if these are equal. */
static void what_changes_plans_changes_their_inputs(void **state)
{
	uint64_t was;

	(void)state;
	select_calls("read", 0);
	was = inputs();
	select_calls("read", 0);
	assert_true(inputs() == was);
	opt.w.string_limit++;
	assert_false(inputs() == was);
	select_calls("read", 0);
	opt.env = true;
	assert_false(inputs() == was);
	select_calls("read", 0);
	opt.verbose_structs = true;
	assert_false(inputs() == was);
	select_calls("read", 0);
	opt.strace.on = true;
	assert_false(inputs() == was);
	select_calls("read", 0);
	opt.tally = 1;
	assert_false(inputs() == was);
	select_calls("read", 1);
	assert_false(inputs() == was);
	select_calls("write", 0);
	assert_false(inputs() == was);
	select_calls("read", 0);
	syscall_set__add(&opt.switch_calls, ABI_X86_64, 1);
	assert_false(inputs() == was);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_that_change_descriptors_or_directories_are_tracked),
		cmocka_unit_test(without_a_choice_everything_is_sent),
		cmocka_unit_test(calls_without_descriptors_come_alone),
		cmocka_unit_test(calls_with_descriptors_bring_those_that_name_them),
		cmocka_unit_test(paths_bring_them_too),
		cmocka_unit_test(what_knows_no_files_is_not_sent_with_paths),
		cmocka_unit_test(every_abi_has_its_own_numbers),
		cmocka_unit_test(a_multiplexer_comes_for_what_it_makes),
		cmocka_unit_test(numbers_above_all_are_one),
		cmocka_unit_test(plans_are_made_for_what_is_sent),
		cmocka_unit_test(maps_that_are_none_are_refused),
		cmocka_unit_test(all_plans_fit),
		cmocka_unit_test(every_key_has_a_slot),
		cmocka_unit_test(what_changes_plans_changes_their_inputs),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
