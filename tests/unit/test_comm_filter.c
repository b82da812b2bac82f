// SPDX-License-Identifier: BSD-2-Clause
/* test_comm_filter.c - patterns of --comm as BPF tests them: what does not match is what fnmatch() says does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sources/comm_filter.h"

/* As in bpf/comm.bpf.h */
static bool matches(const struct comm_filter *f, const char *name)
{
	uint64_t at = f->begin, to;

	for (; *name; name++) {
		if ((unsigned char)*name >= COMM_BYTES)
			return true;
		to = (at & f->takes[(unsigned char)*name]) << 1 | (at & f->stars);
		at = to | (to & f->stars) << 1;
	}
	return at & f->accepts;
}

static bool is_in(const char *list, const char *name)
{
	char copy[256], *patterns[8];
	struct comm_filter f;
	unsigned n = 0;

	snprintf(copy, sizeof(copy), "%s", list);
	for (char *p = strtok(copy, " "); p; p = strtok(NULL, " "))
		patterns[n++] = p;
	assert_true(comm_filter__make(&f, patterns, n));
	return matches(&f, name);
}

static void names_and_patterns(void **state)
{
	(void)state;
	assert_true(is_in("dd", "dd"));
	assert_false(is_in("dd", "d") || is_in("dd", "ddd") || is_in("dd", ""));
	assert_true(is_in("d*", "d") && is_in("*d", "add") && is_in("**a**b**", "xaxbx") && is_in("*", "x"));
	assert_false(is_in("*a*b", "abc"));
	assert_true(is_in("[a-c]?x", "b1x") && is_in("[!a]", "b") && is_in("[]a]", "]"));
	assert_false(is_in("[a-c]?x", "d1x") || is_in("[!a]", "a"));
	assert_true(is_in("\\*", "*") && !is_in("\\*", "x"));
	assert_true(is_in("cat dd w*-1", "dd") && is_in("cat dd w*-1", "worker-1") && !is_in("cat dd w*-1", "worker-2"));
	assert_true(is_in("a", "\xc3\xa4"));	/* left to user space */
}

static void others_are_left_to_user_space(void **state)
{
	static const char *const bad[] = {
		"[[:alpha:]]", "[", "[a", "a\\", "0123456789012345678901234567890123456789012345678901234567890123",
	};
	struct comm_filter f;
	char *two[] = { (char *)"123456789012345678901234567890123", (char *)"123456789012345678901234567890" };

	(void)state;
	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(comm_filter__make(&f, &(char *){ (char *)bad[i] }, 1));
	assert_false(comm_filter__make(&f, two, 2));
	assert_true(comm_filter__make(&f, two, 1));
}

static void random_text(char *to, unsigned most, const char *letters)
{
	unsigned n = (unsigned)rand() % most;

	for (unsigned i = 0; i < n; i++)
		to[i] = letters[(unsigned)rand() % strlen(letters)];
	to[n] = '\0';
}

static void as_fnmatch(void **state)
{
	unsigned same = 0, found = 0;

	(void)state;
	srand(1);
	for (unsigned i = 0; i < 200000; i++) {
		char a[9], b[9], name[8], *patterns[] = { a, b };
		struct comm_filter f;
		bool want;

		random_text(a, sizeof(a), "aab**?[]!-\\");
		random_text(b, sizeof(b), "ab*?[b-]");
		random_text(name, sizeof(name), "aab]-[");
		if (!comm_filter__make(&f, patterns, 2))
			continue;
		want = !fnmatch(a, name, 0) || !fnmatch(b, name, 0);
		if (matches(&f, name) != want)
			fail_msg("'%s' and '%s' of '%s': %d", a, b, name, want);
		same++;
		found += want;
	}
	assert_true(same > 20000 && found > 2000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_and_patterns),
		cmocka_unit_test(others_are_left_to_user_space),
		cmocka_unit_test(as_fnmatch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
