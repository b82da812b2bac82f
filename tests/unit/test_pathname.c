// SPDX-License-Identifier: BSD-2-Clause
/* test_pathname.c - names of file descriptors: `3</usr/bin/ls>`, `4<pid:5>`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <linux/magic.h>

#include "tracker/pathname.h"

#define PIDFS 0x50494446
#define NAMES(text) text, sizeof(text) - 1

static const struct {
	uint32_t flags, magic;
	uint64_t number;
	const char *names;
	size_t len;
	const char *name;
} rows[] = {
	/* Files in directories */
	{ 0, 0, 5,                               NAMES(""),                  "/" },
	{ 0, 0, 5,                               NAMES("etc\0"),             "/etc" },
	{ 0, 0, 5,                               NAMES("ls\0bin\0usr\0"),    "/usr/bin/ls" },
	{ 0, 0, 5,                               NAMES("ls\0bin\0usr"),      "/usr/bin/ls" },
	{ FILE_DELETED, 0, 5,                    NAMES("#123\0tmp\0"),       "/tmp/#123 (deleted)" },
	{ FILE_CUT, 0, 5,                        NAMES("c\0b\0"),            ".../b/c" },
	{ FILE_CUT | FILE_DELETED, 0, 5,         NAMES("c\0"),               ".../c (deleted)" },
	/* Files in no directory */
	{ FILE_PSEUDO, ANON_INODE_FS_MAGIC, 5,   NAMES("[eventfd]\0"),       "anon_inode:[eventfd]" },
	{ FILE_PSEUDO, ANON_INODE_FS_MAGIC, 5,   NAMES("[pidfd]\0"),         "pid:5" },
	{ FILE_PSEUDO, PIDFS, 5,                 NAMES("\0"),                "pid:5" },
	{ FILE_PSEUDO, ANON_INODE_FS_MAGIC, 0,   NAMES("[pidfd]\0"),         "anon_inode:[pidfd]" },
	{ FILE_PSEUDO, ANON_INODE_FS_MAGIC, 7,   NAMES("bpf-map\0"),         "bpf-map:7" },
	{ FILE_PSEUDO, NSFS_MAGIC, 4026531833,   NAMES("net\0"),             "net:[4026531833]" },
	{ FILE_PSEUDO, TMPFS_MAGIC, 5,           NAMES("memfd:a\0"),         "/memfd:a (deleted)" },
};

static void names(void **state)
{
	(void)state;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		union {
			struct file_path f;
			char bytes[sizeof(struct file_path) + 256];
		} p = { .f = { .flags = rows[i].flags, .magic = rows[i].magic, .number = rows[i].number } };
		struct name *n;

		memcpy(p.f.names, rows[i].names, rows[i].len);
		n = file_path__name(&p.f, sizeof(p.f) + rows[i].len);
		assert_non_null(n);
		assert_string_equal(n->text, rows[i].name);
		name__put(n);
	}
}

static void too_short(void **state)
{
	const struct file_path f = {};

	(void)state;
	assert_null(file_path__name(&f, sizeof(f) - 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test(too_short),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
