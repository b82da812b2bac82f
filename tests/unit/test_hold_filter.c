// SPDX-License-Identifier: BSD-2-Clause
/* test_hold_filter.c - which calls the seccomp filter holds: an interpreter runs it here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <linux/audit.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/prctl.h>

#include "beautifiers/rows.h"
#include "filter_run.h"
#include "sources/vm/hold_filter.h"

#ifdef __x86_64__
#define NATIVE AUDIT_ARCH_X86_64
#define OTHER AUDIT_ARCH_I386
#else
#define NATIVE AUDIT_ARCH_AARCH64
#define OTHER AUDIT_ARCH_ARM
#endif

static struct call_filter filter;

static void make(const char *list)
{
	char *argv[] = { (char *)"trace", (char *)"--hold", (char *)"-e", (char *)list, (char *)"true", NULL };
	struct options o = { 0 };

	call_filter__free(&filter);
	assert_int_equal(options__parse(&o, 5, argv), 0);
	assert_int_equal(hold_filter__make(&filter, &o), 0);
	options__free(&o);
}

static bool holds_nr(uint32_t arch, int nr, uint64_t arg0, bool *looked)
{
	struct seccomp_data d = { .nr = nr, .arch = arch, .args = { arg0 } };
	uint32_t r = run_filter(&filter, &d, looked);

	assert_true(r == SECCOMP_RET_USER_NOTIF || r == SECCOMP_RET_ALLOW);
	return r == SECCOMP_RET_USER_NOTIF;
}

static bool holds(const char *name)
{
	bool looked;

	assert_true(syscalltbl__nr(abi__native(), name) >= 0);
	return holds_nr(NATIVE, syscalltbl__nr(abi__native(), name), 0, &looked);
}

static void what_passes_strings_and_addresses(void **state)
{
	static const char *const held[] = {
		"openat", "execve", "unlinkat", "mount", "setxattr", "memfd_create", "connect", "bind", "sendto", "sendmsg", "sendmmsg",
	};
	static const char *const free_ones[] = { "read", "write", "close", "getpid", "accept4", "recvmsg", "mmap", "futex", "getcwd", "exit_group" };

	(void)state;
	make("*");
	for (unsigned i = 0; i < sizeof(held) / sizeof(held[0]); i++)
		if (!holds(held[i]))
			fail_msg("%s goes on unread", held[i]);
	for (unsigned i = 0; i < sizeof(free_ones) / sizeof(free_ones[0]); i++)
		if (holds(free_ones[i]))
			fail_msg("%s is held", free_ones[i]);
}

/* Each number is held as hold_filter__calls() says, in one ABI only; for calls that continue, no argument is loaded. */
static void each_number(void **state)
{
	struct syscall_set set;
	struct options o = { 0 };
	char *argv[] = { (char *)"trace", (char *)"true", NULL };
	bool looked;

	(void)state;
	make("*");
	assert_int_equal(options__parse(&o, 2, argv), 0);
	hold_filter__calls(&o, &set);
	for (int nr = 0; nr < 2000; nr++) {
		bool held = holds_nr(NATIVE, nr, 0, &looked);

		if (looked)
			continue;	/* by its command: see below */
		assert_int_equal(held, nr < SYSCALL_SET_BITS - 1 && syscall_set__has(&set, abi__native(), (unsigned)nr));
		assert_false(holds_nr(OTHER, nr, 0, &looked));
		assert_false(holds_nr(NATIVE, nr | 0x40000000, 0, &looked));
	}
	assert_true(syscall_set__count(&set, abi__native()) > 50);
	options__free(&o);
}

static void only_what_is_selected(void **state)
{
	(void)state;
	make("openat,read");
	assert_true(holds("openat"));
	assert_false(holds("execve"));
	assert_false(holds("connect"));
	make("read,write");
	assert_int_equal(filter.n, 0);
}

static void commands_that_pass_strings(void **state)
{
	int nr = syscalltbl__nr(abi__native(), "prctl");
	bool looked;

	(void)state;
	make("prctl");
	assert_true(holds_nr(NATIVE, nr, PR_SET_NAME, &looked));
	assert_true(looked);
	assert_true(holds_nr(NATIVE, nr, PR_SET_NAME | 1ull << 32, &looked));	/* the kernel takes an int */
	assert_false(holds_nr(NATIVE, nr, PR_GET_DUMPABLE, &looked));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_passes_strings_and_addresses),
		cmocka_unit_test(each_number),
		cmocka_unit_test(only_what_is_selected),
		cmocka_unit_test(commands_that_pass_strings),
	};

	rows__init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
