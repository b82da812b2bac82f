// SPDX-License-Identifier: BSD-2-Clause
/* test_names.c - counted strings, descriptor tables with reused numbers, working directories, absolute paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tracker/fdtable.h"

static struct name *name(const char *text)
{
	return name__new(text, strlen(text));
}

/* The name of `fd` for a call that began at `began`; "?": not known. */
static const char *at(const struct fdtable *t, int fd, uint64_t began)
{
	const struct name *n = fdtable__name(t, fd, began);

	return n ? n->text : "?";
}

static void names_are_counted(void **state)
{
	struct name *n = name__new("abc", 2);

	(void)state;
	assert_string_equal(n->text, "ab");
	assert_int_equal(n->len, 2);
	assert_ptr_equal(name__get(n), n);
	name__put(n);
	assert_string_equal(n->text, "ab");
	name__put(n);
	name__put(NULL);
	assert_null(name__get(NULL));
}

/* -- Descriptors ------------------------------------------------------------------------------------- */

static void a_descriptor_names_what_it_was_set_to(void **state)
{
	struct fdtable *t = fdtable__new();

	(void)state;
	assert_string_equal(at(t, 0, 10), "?");
	fdtable__set(t, 3, name("/a"), false, 10);
	assert_string_equal(at(t, 3, 10), "/a");
	assert_string_equal(at(t, 2, 10), "?");
	assert_string_equal(at(t, 4, 10), "?");
	fdtable__set(t, 3, NULL, false, 20);
	assert_string_equal(at(t, 3, 20), "?");
	assert_string_equal(at(NULL, 3, 20), "?");
	fdtable__put(t);
}

static void numbers_out_of_range_are_not_followed(void **state)
{
	static const int fds[] = { -1, -100, INT32_MIN, 1 << 20, INT32_MAX };
	struct fdtable *t = fdtable__new();

	(void)state;
	for (unsigned i = 0; i < sizeof(fds) / sizeof(fds[0]); i++) {
		fdtable__set(t, fds[i], name("/a"), false, 10);
		assert_string_equal(at(t, fds[i], 10), "?");
		fdtable__close(t, fds[i], 10, 20);
	}
	assert_int_equal(t->n, 0);
	fdtable__set(t, (1 << 20) - 1, name("/last"), false, 10);
	assert_string_equal(at(t, (1 << 20) - 1, 10), "/last");
	fdtable__put(t);
}

static void a_table_grows_and_keeps_what_it_has(void **state)
{
	struct fdtable *t = fdtable__new();
	char text[32];

	(void)state;
	for (int fd = 0; fd < 5000; fd++) {
		snprintf(text, sizeof(text), "/f%d", fd);
		fdtable__set(t, fd, name(text), false, 10);
	}
	for (int fd = 0; fd < 5000; fd++) {
		snprintf(text, sizeof(text), "/f%d", fd);
		assert_string_equal(at(t, fd, 10), text);
	}
	assert_string_equal(at(t, 5000, 10), "?");
	fdtable__put(t);
}

/* Another thread's open gets a number by which a call in progress refers to the old file. */
static void a_call_in_progress_means_the_file_of_its_beginning(void **state)
{
	struct fdtable *t = fdtable__new();

	(void)state;
	fdtable__set(t, 3, name("/old"), false, 10);
	fdtable__set(t, 3, name("/new"), false, 100);
	assert_string_equal(at(t, 3, 99), "/old");
	assert_string_equal(at(t, 3, 100), "/new");
	assert_string_equal(at(t, 3, 101), "/new");
	fdtable__set(t, 3, NULL, false, 200);
	assert_string_equal(at(t, 3, 199), "/new");
	assert_string_equal(at(t, 3, 200), "?");
	/* before its first use: the first known name is used */
	fdtable__set(t, 4, name("/only"), false, 100);
	assert_string_equal(at(t, 4, 50), "/only");
	fdtable__put(t);
}

static void a_close_spares_what_came_after_it_began(void **state)
{
	struct fdtable *t = fdtable__new();

	(void)state;
	fdtable__set(t, 3, name("/new"), false, 100);
	fdtable__close(t, 3, 99, 120);
	assert_string_equal(at(t, 3, 130), "/new");
	fdtable__close(t, 3, 100, 120);
	assert_string_equal(at(t, 3, 130), "?");
	assert_string_equal(at(t, 3, 110), "/new");
	fdtable__close(t, 3, 200, 210);		/* twice: the first close's time counts */
	assert_string_equal(at(t, 3, 110), "/new");
	assert_string_equal(at(t, 3, 130), "?");
	fdtable__close(t, 1000, 200, 210);
	fdtable__put(t);
}

static void a_copy_goes_its_own_way(void **state)
{
	struct fdtable *t = fdtable__new(), *c, *empty;

	(void)state;
	fdtable__set(t, 3, name("/old"), false, 10);
	fdtable__set(t, 3, name("/new"), true, 100);
	c = fdtable__copy(t);
	assert_string_equal(at(c, 3, 50), "/new");	/* the copy's tasks have not used the number before */
	fdtable__set(t, 3, name("/other"), false, 110);
	fdtable__set(t, 40, name("/40"), false, 110);
	assert_string_equal(at(c, 3, 120), "/new");
	assert_string_equal(at(c, 40, 120), "?");
	fdtable__put(t);
	assert_string_equal(at(c, 3, 120), "/new");
	fdtable__close_on_exec(c, 130);
	assert_string_equal(at(c, 3, 130), "?");
	fdtable__put(c);
	empty = fdtable__new();
	c = fdtable__copy(empty);
	assert_string_equal(at(c, 0, 10), "?");
	fdtable__put(c);
	fdtable__put(empty);
	c = fdtable__copy(NULL);
	assert_non_null(c);
	fdtable__put(c);
}

static void sharing_is_counted(void **state)
{
	struct fdtable *t = fdtable__new(), *same = fdtable__get(t);

	(void)state;
	fdtable__set(t, 3, name("/a"), false, 10);
	fdtable__put(t);
	assert_string_equal(at(same, 3, 10), "/a");
	fdtable__put(same);
	fdtable__put(NULL);
	assert_null(fdtable__get(NULL));
}

static void exec_closes_what_is_marked(void **state)
{
	struct fdtable *t = fdtable__new();

	(void)state;
	fdtable__set(t, 0, name("/tty"), false, 10);
	fdtable__set(t, 1, name("/log"), true, 10);
	fdtable__set(t, 2, name("/tty"), false, 10);
	fdtable__set(t, 9, name("/x"), true, 10);
	fdtable__set(t, 9, name("/y"), false, 20);
	fdtable__close_on_exec(t, 30);
	assert_string_equal(at(t, 0, 30), "/tty");
	assert_string_equal(at(t, 1, 30), "?");
	assert_string_equal(at(t, 1, 29), "/log");
	assert_string_equal(at(t, 2, 30), "/tty");
	assert_string_equal(at(t, 9, 30), "/y");
	/* a reused number does not keep close-on-exec */
	fdtable__set(t, 1, name("/again"), false, 40);
	fdtable__close_on_exec(t, 50);
	assert_string_equal(at(t, 1, 50), "/again");
	fdtable__put(t);
}

static void directories_are_shared_or_copied(void **state)
{
	struct fs *f = fs__new(), *same = fs__get(f), *c;

	(void)state;
	assert_null(f->cwd);
	f->cwd = name("/a");
	c = fs__copy(f);
	assert_string_equal(same->cwd->text, "/a");
	name__put(f->cwd);
	f->cwd = name("/b");
	assert_string_equal(same->cwd->text, "/b");
	assert_string_equal(c->cwd->text, "/a");
	fs__put(f);
	assert_string_equal(same->cwd->text, "/b");
	fs__put(same);
	fs__put(c);
	c = fs__copy(NULL);
	assert_null(c->cwd);
	fs__put(c);
	fs__put(NULL);
}

/* -- Paths ------------------------------------------------------------------------------------------- */

static const struct {
	const char *dir, *path, *joined;	/* NULL: not known */
} joins[] = {
	{ "/home/u",  "a",              "/home/u/a"   },
	{ "/home/u",  "a/b",            "/home/u/a/b" },
	{ "/home/u",  "./a/./b/.",      "/home/u/a/b" },
	{ "/home/u",  "a//b///",        "/home/u/a/b" },
	{ "/home/u",  ".",              "/home/u"     },
	{ "/home/u",  "..",             "/home"       },
	{ "/home/u",  "../v/x",         "/home/v/x"   },
	{ "/home/u",  "../..",          "/"           },
	{ "/home/u",  "../../../../x",  "/x"          },
	{ "/home/u",  "a/b/../../c",    "/home/u/c"   },
	{ "/home/u",  "...",            "/home/u/..." },
	{ "/home/u",  "..a/.b",         "/home/u/..a/.b" },
	{ "/home/u",  "",               "/home/u"     },
	{ "/home/u/", "a",              "/home/u/a"   },
	{ "/a/../b",  "c",              "/b/c"        },
	{ "/",        "a",              "/a"          },
	{ "/",        "..",             "/"           },
	{ "/",        "",               "/"           },
	{ "/home/u",  "/etc/passwd",    "/etc/passwd" },
	{ NULL,       "/etc/passwd",    "/etc/passwd" },
	{ NULL,       "//etc/.././x/",  "/x"          },
	{ NULL,       "/",              "/"           },
	{ NULL,       "/..",            "/"           },
	{ "pipe:[1]", "/a",             "/a"          },
	{ NULL,       "a",              NULL          },
	{ NULL,       "",               NULL          },
	{ "pipe:[1]", "a",              NULL          },
	{ "",         "a",              NULL          },
};

static void paths_are_joined(void **state)
{
	(void)state;
	for (unsigned i = 0; i < sizeof(joins) / sizeof(joins[0]); i++) {
		struct name *dir = joins[i].dir ? name(joins[i].dir) : NULL;
		struct name *got = name__join(dir, joins[i].path, strlen(joins[i].path));

		if (!joins[i].joined)
			assert_null(got);
		else
			assert_string_equal(got ? got->text : "(null)", joins[i].joined);
		if (got)
			assert_int_equal(got->len, strlen(got->text));
		name__put(got);
		name__put(dir);
	}
}

static void paths_end_where_their_length_says(void **state)
{
	struct name *got = name__join(NULL, "/abc/def", 6);

	(void)state;
	assert_string_equal(got->text, "/abc/d");
	name__put(got);
}

static void the_longest_paths_are_joined(void **state)
{
	char path[4096], *want;
	struct name *dir, *got;

	(void)state;
	for (unsigned i = 0; i < sizeof(path) - 1; i++)
		path[i] = i % 5 ? 'x' : '/';
	dir = name__new(path, sizeof(path) - 1);
	got = name__join(dir, path + 1, sizeof(path) - 2);
	assert_int_equal(got->len, 2 * (sizeof(path) - 1));
	want = malloc(got->len + 1);
	sprintf(want, "%.*s/%.*s", (int)dir->len, path, (int)sizeof(path) - 2, path + 1);
	assert_string_equal(got->text, want);
	free(want);
	name__put(got);
	name__put(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_counted),
		cmocka_unit_test(a_descriptor_names_what_it_was_set_to),
		cmocka_unit_test(numbers_out_of_range_are_not_followed),
		cmocka_unit_test(a_table_grows_and_keeps_what_it_has),
		cmocka_unit_test(a_call_in_progress_means_the_file_of_its_beginning),
		cmocka_unit_test(a_close_spares_what_came_after_it_began),
		cmocka_unit_test(a_copy_goes_its_own_way),
		cmocka_unit_test(sharing_is_counted),
		cmocka_unit_test(exec_closes_what_is_marked),
		cmocka_unit_test(directories_are_shared_or_copied),
		cmocka_unit_test(paths_are_joined),
		cmocka_unit_test(paths_end_where_their_length_says),
		cmocka_unit_test(the_longest_paths_are_joined),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
