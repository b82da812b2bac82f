// SPDX-License-Identifier: BSD-2-Clause
/* test_kallsyms.c - the kernel's symbols: which one an address has, and which addresses have none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "symbols/kallsyms.h"

#define KERNEL 0xffffffff81000000ull
#define MODULE 0xffffffffc0000000ull

static uint64_t page;

static struct kallsyms *symbols(void)
{
	char path[] = "/tmp/kallsyms.XXXXXX";
	struct kallsyms *k;
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	/* in the file, modules are ordered by when they were loaded */
	assert_true(dprintf(fd, "%llx T do_first\n%llx t do_second\n%llx D data\n%llx t do_second_alias\n%llx T do_last\n", KERNEL,
			    KERNEL + 0x100, KERNEL + 0x180, KERNEL + 0x100, KERNEL + 0x300) > 0);
	assert_true(dprintf(fd, "%llx t b_open\t[b]\n%llx t a_read\t[a]\n%llx t a_write\t[a]\n", MODULE + 2 * page, MODULE,
			    MODULE + page + 8) > 0);
	k = kallsyms__read(path);
	close(fd);
	unlink(path);
	assert_non_null(k);
	return k;
}

/* SYMBOL+OFFSET [MODULE], or "-" */
static const char *name_of(const struct kallsyms *k, uint64_t addr)
{
	static char s[80];
	struct ksym sym;

	if (!kallsyms__find(k, addr, &sym))
		return "-";
	assert_true(sym.start <= addr && addr < sym.end);
	snprintf(s, sizeof(s), "%s+%#llx%s%s", sym.name, (unsigned long long)(addr - sym.start), sym.module ? " " : "", sym.module ? sym.module : "");
	return s;
}

static void addresses_have_the_symbol_before_them(void **state)
{
	struct kallsyms *k = symbols();

	(void)state;
	assert_string_equal(name_of(k, KERNEL - 1), "-");
	assert_string_equal(name_of(k, KERNEL), "do_first+0");
	assert_string_equal(name_of(k, KERNEL + 0xff), "do_first+0xff");
	assert_string_equal(name_of(k, KERNEL + 0x1ff), "do_second+0xff");
	assert_string_equal(name_of(k, MODULE + page), page == 4096 ? "a_read+0x1000 a" : "a_read+0x10000 a");
	assert_string_equal(name_of(k, MODULE + page + 8), "a_write+0 a");
	assert_string_equal(name_of(k, MODULE + 2 * page + 1), "b_open+0x1 b");
	kallsyms__free(k);
}

/* BPF programs may be there, which the file need not list. */
static void nothing_is_known_behind_a_last_symbols_page(void **state)
{
	struct kallsyms *k = symbols();

	(void)state;
	assert_string_equal(name_of(k, KERNEL + 0x310), "do_last+0x10");
	assert_string_not_equal(name_of(k, KERNEL + page - 1), "-");
	assert_string_equal(name_of(k, KERNEL + page), "-");
	assert_string_equal(name_of(k, MODULE - 1), "-");
	assert_string_not_equal(name_of(k, MODULE + 3 * page - 1), "-");
	assert_string_equal(name_of(k, MODULE + 3 * page), "-");
	kallsyms__free(k);
}

static void without_the_file_there_are_none(void **state)
{
	(void)state;
	assert_null(kallsyms__read("/nonexistent/kallsyms"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_have_the_symbol_before_them),
		cmocka_unit_test(nothing_is_known_behind_a_last_symbols_page),
		cmocka_unit_test(without_the_file_there_are_none),
	};

	page = (uint64_t)sysconf(_SC_PAGESIZE);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
