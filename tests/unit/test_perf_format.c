/* SPDX-License-Identifier: BSD-2-Clause */
/* test_perf_format - tracepoints of single calls, with Linux 7.2's formats, and their strings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "sources/perf/perf_format.h"

#define COMMON \
	"format:\n" \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n" \
	"\n" \
	"\tfield:int __syscall_nr;\toffset:8;\tsize:4;\tsigned:1;\n"

static const char openat[] =
	"name: sys_enter_openat\nID: 760\n" COMMON
	"\tfield:int dfd;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:const char * filename;\toffset:24;\tsize:8;\tsigned:0;\n"
	"\tfield:int flags;\toffset:32;\tsize:8;\tsigned:0;\n"
	"\tfield:umode_t mode;\toffset:40;\tsize:8;\tsigned:0;\n"
	"\tfield:__data_loc char[] __filename_val;\toffset:48;\tsize:4;\tsigned:0;\n"
	"\nprint fmt: \"filename: 0x%08lx \\\"%s\\\"\", ((unsigned long)(REC->filename)), __get_str(__filename_val)\n";

static const char write_[] =
	"name: sys_enter_write\nID: 818\n" COMMON
	"\tfield:unsigned int fd;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:const char * buf;\toffset:24;\tsize:8;\tsigned:0;\n"
	"\tfield:size_t count;\toffset:32;\tsize:8;\tsigned:0;\n"
	"\tfield:__data_loc char[] __buf_val;\toffset:40;\tsize:4;\tsigned:0;\n"
	"\nprint fmt: \"buf: 0x%08lx (%s)\", ((unsigned long)(REC->buf)), __print_dynamic_array(__buf_val, 1)\n";

static const char rename_[] =
	"name: sys_enter_rename\nID: 700\n" COMMON
	"\tfield:const char * oldname;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:const char * newname;\toffset:24;\tsize:8;\tsigned:0;\n"
	"\tfield:__data_loc char[] __oldname_val;\toffset:32;\tsize:4;\tsigned:0;\n"
	"\tfield:__data_loc char[] __newname_val;\toffset:36;\tsize:4;\tsigned:0;\n"
	"\nprint fmt: \"%s %s\", __get_str(__oldname_val), __get_str(__newname_val)\n";

static const char getuid_[] = "name: sys_enter_getuid\nID: 400\n" COMMON "\nprint fmt: \"\"\n";
static const char leave[] = "name: sys_exit_openat\nID: 759\n" COMMON "\tfield:long ret;\toffset:16;\tsize:8;\tsigned:1;\n\nprint fmt: \"\"\n";

static struct perf_formats *f;

static int setup(void **state)
{
	const char *const all[] = { openat, write_, rename_, getuid_, leave };

	(void)state;
	f = perf_formats__new(false, 8);
	for (unsigned i = 0; f && i < sizeof(all) / sizeof(all[0]); i++)
		if (perf_formats__add(f, "syscalls", all[i], strlen(all[i]), &(uint16_t){ 0 }))
			return -1;
	return f ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	perf_formats__free(f);
	return 0;
}

/* A record as the kernel writes it: id, number, arguments, then each text's location, then the texts. */
static uint32_t record(uint8_t *raw, uint16_t id, int32_t nr, const uint64_t *args, unsigned nargs, const char *const *texts,
		       const uint16_t *sizes, unsigned ntexts)
{
	uint32_t at = 16 + nargs * 8, end = at + ntexts * 4;

	memset(raw, 0, 1024);
	memcpy(raw, &id, 2);
	memcpy(raw + 8, &nr, 4);
	memcpy(raw + 16, args, nargs * 8);
	for (unsigned i = 0; i < ntexts; i++) {
		uint32_t loc = end | (uint32_t)sizes[i] << 16;

		memcpy(raw + at + i * 4, &loc, 4);
		memcpy(raw + end, texts[i], sizes[i]);
		end += sizes[i];
	}
	return (end + 7) / 8 * 8 + 4;
}

static const struct chunk *decoded(struct pair_event *e, const uint8_t *raw, uint32_t len)
{
	*e = (struct pair_event){ 0 };
	assert_true(perf_formats__decode(f, raw, len, e));
	assert_int_equal(e->kind, PAIR_ENTER);
	assert_int_equal(e->origin, PAIR_NAMED);
	return (const struct chunk *)e->chunks;
}

static void assert_text(const struct chunk *k, unsigned arg, unsigned status, const char *text)
{
	assert_non_null(k);
	assert_int_equal(k->arg, arg);
	assert_int_equal(k->status, status);
	assert_int_equal(k->len, strlen(text));
	assert_memory_equal(k + 1, text, k->len);
}

static void which_arguments_have_strings(void **state)
{
	(void)state;
	assert_int_equal(perf_formats__texts(f, 760), 1 << 1);
	assert_int_equal(perf_formats__texts(f, 818), 1 << 1);
	assert_int_equal(perf_formats__texts(f, 700), 1 << 0 | 1 << 1);
	assert_int_equal(perf_formats__texts(f, 400), 0);
	assert_int_equal(perf_formats__texts(f, 759), 0);
	assert_int_equal(perf_formats__texts(f, 1), 0);
}

static void a_string_is_whole_cut_or_not_there(void **state)
{
	static const char cut[] = "/3456789012345678901234567890123456789012345678901234567890123...";
	const uint64_t args[] = { (uint64_t)-100, 0x7000, 2, 0 };
	struct pair_event e;
	uint8_t raw[1024];

	(void)state;
	assert_text(decoded(&e, raw, record(raw, 760, 257, args, 4, (const char *[]){ "/tmp" }, (uint16_t[]){ 5 }, 1)), 1, CHUNK_OK, "/tmp");
	assert_int_equal(e.nr, 257);
	assert_int_equal(e.nargs, 4);
	assert_int_equal(e.args[1], 0x7000);
	free(e.chunks);
	assert_text(decoded(&e, raw, record(raw, 760, 257, args, 4, (const char *[]){ "" }, (uint16_t[]){ 1 }, 1)), 1, CHUNK_OK, "");
	free(e.chunks);
	assert_int_equal(decoded(&e, raw, record(raw, 760, 257, args, 4, (const char *[]){ cut }, (uint16_t[]){ sizeof(cut) }, 1))->status,
			 CHUNK_OK);	/* 62 bytes and dots: not cut by the kernel */
	free(e.chunks);
	assert_null(decoded(&e, raw, record(raw, 760, 257, args, 4, (const char *[]){ "" }, (uint16_t[]){ 0 }, 1)));
}

static void what_the_kernel_cuts_is_known(void **state)
{
	char text[67];
	const uint64_t args[] = { 0, 0x7000, 0, 0 };
	struct pair_event e;
	uint8_t raw[1024];

	(void)state;
	memset(text, 'x', 63);
	strcpy(text + 63, "...");
	decoded(&e, raw, record(raw, 760, 257, args, 4, (const char *[]){ text }, (uint16_t[]){ 67 }, 1));
	text[63] = '\0';
	assert_text((const struct chunk *)e.chunks, 1, CHUNK_TRUNC, text);
	free(e.chunks);
}

/* The first one could not be read: the second takes its place. */
static void one_of_two_strings(void **state)
{
	const uint64_t args[] = { 0x7000, 0x8000 };
	struct pair_event e;
	uint8_t raw[1024];

	(void)state;
	assert_text(decoded(&e, raw, record(raw, 700, 82, args, 2, (const char *[]){ "", "new" }, (uint16_t[]){ 0, 4 }, 2)), 1, CHUNK_OK, "new");
	assert_int_equal(e.chunks_len, sizeof(struct chunk) + 8);
	free(e.chunks);
}

/* A buffer has all its bytes, NULs included. */
static void buffers(void **state)
{
	const uint64_t args[] = { 1, 0x7000, 5 };
	const struct chunk *k;
	struct pair_event e;
	uint8_t raw[1024];

	(void)state;
	k = decoded(&e, raw, record(raw, 818, 1, args, 3, (const char *[]){ "a\0b..." }, (uint16_t[]){ 5 }, 1));
	assert_non_null(k);
	assert_int_equal(k->len, 5);
	assert_memory_equal(k + 1, "a\0b..", 5);
	free(e.chunks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(which_arguments_have_strings),
		cmocka_unit_test(a_string_is_whole_cut_or_not_there),
		cmocka_unit_test(what_the_kernel_cuts_is_known),
		cmocka_unit_test(one_of_two_strings),
		cmocka_unit_test(buffers),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
