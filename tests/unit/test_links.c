// SPDX-License-Identifier: BSD-2-Clause
/* test_links.c - paths with symbolic links. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tracker/links.h"

#define NS 5

static struct links *l;

static int setup(void **state)
{
	(void)state;
	l = links__new();
	return l ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	links__free(l);
	return 0;
}

static void is_link(const char *path, const char *to)
{
	links__set(l, NS, path, strlen(path), to, strlen(to));
}

static void leads_in(uint32_t mnt_ns, const char *path, bool last, const char *to)
{
	struct name *n = name__new(path, strlen(path)), *real = links__resolve(l, mnt_ns, n, last);

	if (to)
		assert_string_equal(real ? real->text : "", to);
	else
		assert_null(real);
	name__put(real);
	name__put(n);
}

static void leads(const char *path, bool last, const char *to)
{
	leads_in(NS, path, last, to);
}

static void links(void **state)
{
	(void)state;
	leads("/lib/x", true, NULL);
	is_link("/lib", "/usr/lib");
	is_link("/usr/lib/x", "/opt/../lib/y");
	is_link("/a", "/");
	leads("/lib/x", true, "/usr/lib/y");
	leads("/lib/x", false, "/usr/lib/x");
	leads("/lib/z", true, "/usr/lib/z");
	leads("/lib", true, "/usr/lib");
	leads("/lib", false, NULL);
	leads("/library", true, NULL);
	leads("/usr/x", true, NULL);
	leads("/a/b", true, "/b");
	leads("/a", true, "/");
	leads("/", true, NULL);
	leads_in(NS + 1, "/lib/x", true, NULL);
}

static void links_that_change(void **state)
{
	(void)state;
	is_link("/a", "/b");
	is_link("/a", "/c");
	leads("/a/x", true, "/c/x");
	is_link("/a", "");
	leads("/a/x", true, NULL);
}

static void circles(void **state)
{
	(void)state;
	is_link("/a", "/b");
	is_link("/b", "/a/a");
	leads("/a/x", true, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(links, setup, teardown),
		cmocka_unit_test_setup_teardown(links_that_change, setup, teardown),
		cmocka_unit_test_setup_teardown(circles, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
