// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_request_values.c - requests of ioctl whose argument is nothing, a number or a pointer to one (request_values.h), and those with structures
 * (request_structs.h): the number has its name, and the argument is shown by its content, if the call passes it in that direction.
 */
#include "beautifiers/drivers.h"

#include "abi_builder.h"

#define AT 0x1000
#define NUMBER_PASSED 5

enum as { NOTHING, NUMBER, CHAR_IN, SHORT_IN, INT_IN, LONG_IN, CHAR_OUT, SHORT_OUT, INT_OUT, LONG_OUT, QUAD_OUT };
#define X86 1 << ABI_X86_64
#define I386 1 << ABI_I386
#define ARM64 1 << ABI_AARCH64
#define ALL (X86 | I386 | ARM64)

static const struct group { enum as as; unsigned abis; const char *names; } groups[] = {
#include "request_values.h"
};

/* Memory: numbers of 32 bits from 1 on; after the name of an interface; a request to the device mapper */
enum pattern { WORDS, NAMED, MAPPED };
#define FLAG 3		/* what is passed by VALUE */

static const struct shown_as { enum { IN, OUT, VALUE } how; enum pattern pattern; unsigned len, abis; const char *names, *text; } structs[] = {
#include "request_structs.h"
};

static const char *driver;
static unsigned tested, unknown;	/* unknown: to the headers of this build */

static const char *driver_of(void *ctx, int fd)
{
	(void)ctx;
	(void)fd;
	return driver;
}

/* Do the headers have a request with this name? */
static bool is_known(const char *name)
{
	for (unsigned i = 0; i < ioctl_requests.n; i++)
		if (!strcmp(ioctl_requests.flags[i].name, name))
			return true;
	return false;
}

/* Bytes of the number behind the pointer; 0: there is no pointer. */
static unsigned size_of(enum as as, enum abi abi)
{
	switch (as) {
	case NOTHING:
	case NUMBER:
		return 0;
	case CHAR_IN:
	case CHAR_OUT:
		return 1;
	case SHORT_IN:
	case SHORT_OUT:
		return 2;
	case INT_IN:
	case INT_OUT:
		return 4;
	case QUAD_OUT:
		return 8;
	default:
		return abi__word_size(abi);
	}
}

/* What is shown after the request, which must have this name among those that share the number. */
static const char *after_name(const char *name, uint32_t number)
{
	static const char begin[] = "ioctl(fd: -1, cmd: ";
	const char *text, *at, *end;

	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	text = shown(call.row);
	assert_memory_equal(text, begin, strlen(begin));
	at = text + strlen(begin);
	while (*at) {
		end = at + strcspn(at, " ,)");
		if ((size_t)(end - at) == strlen(name) && !memcmp(at, name, strlen(name)))
			break;
		assert_memory_not_equal(end, ", ", 2);
		at = end + 1;
	}
	if (!*at)
		fail_msg("%s, %#x: %s", name, number, text);
	at += strcspn(at, ",)");
	return at;
}

static void check(enum abi abi, const char *name, uint32_t number, const char *expected)
{
	const char *got = after_name(name, number);

	if (strcmp(got, expected))
		fail_msg("%s of %s: got \"%s\", expected \"%s\"", name, abi__name(abi), got, expected);
}

static void put_value(unsigned size, unsigned status)
{
	put(NUMBER_PASSED, size);
	behind(2, status);
}

static void check_request(enum as as, enum abi abi, const char *name, uint32_t number)
{
	unsigned size = size_of(as, abi);

	driver = driver__of(name);
	calls(abi, "ioctl", (uint32_t)-1, number, size ? AT : NUMBER_PASSED);
	if (as < CHAR_IN) {
		check(abi, name, number, as == NOTHING ? ") = 0" : ", arg: 5) = 0");
		return;
	}
	put_value(size, as >= CHAR_OUT ? CHUNK_OUT : CHUNK_OK);
	check(abi, name, number, ", arg: [5]) = 0");
	if (as < CHAR_OUT)
		return;
	calls(abi, "ioctl", (uint32_t)-1, number, AT);
	returns(-25);		/* nothing was filled */
	check(abi, name, number, ", arg: 0x1000) = -1 ENOTTY (Inappropriate ioctl for device)");
}

static void put_pattern(enum pattern pattern, unsigned len)
{
	static const uint32_t mapped[] = { 4, 48, 0, 312, 312, 0, 1, 2, 7, 0, 0xfd03, 0 };	/* struct dm_ioctl: version, data_size, …, dev */

	if (pattern == MAPPED) {
		for (unsigned i = 0; i < COUNT(mapped); i++)
			put(mapped[i], 4);
		put_text("vol", 128);
		put_text("ID", len - mem_len);
		return;
	}
	if (pattern == NAMED)
		put_text("eth0", len < 16 ? len : 16);
	for (uint32_t i = 1; mem_len < len; i++)
		put(i, len - mem_len < 4 ? len - mem_len : 4);
}

static void check_struct(const struct shown_as *e, enum abi abi, const char *name, uint32_t number)
{
	char expected[2048];

	driver = driver__of(name);
	calls(abi, "ioctl", (uint32_t)-1, number, e->how == VALUE ? FLAG : AT);
	if (e->how != VALUE) {
		put_pattern(e->pattern, e->len);
		behind(2, e->how == OUT ? CHUNK_OUT : CHUNK_OK);
	}
	snprintf(expected, sizeof(expected), ", arg: %s) = 0", e->text);
	check(abi, name, number, expected);
}

static void check_structs(const struct shown_as *e, enum abi abi)
{
	char name[64];
	unsigned number;
	int used;

	for (const char *at = e->names; sscanf(at, "%x %63s %n", &number, name, &used) == 2; at += used) {
		if (!is_known(name)) {
			unknown++;
			continue;
		}
		check_struct(e, abi, name, number);
		tested++;
	}
}

static void requests_with_structures(void **state_)
{
	(void)state_;
	tested = unknown = 0;
	names.fd_driver = driver_of;
	show.verbose = true;
	for (unsigned i = 0; i < COUNT(structs); i++)
		for (enum abi abi = 0; abi < ABI_COUNT; abi++)
			if (structs[i].abis & 1 << abi && (abi == ABI_X86_64 || flag_abis & 1 << abi))
				check_structs(&structs[i], abi);
	show.verbose = false;
	assert_true(tested > 150 && unknown < tested / 4);
}

static void check_group(const struct group *g, enum abi abi)
{
	char name[64];
	unsigned number;
	int used;

	for (const char *at = g->names; sscanf(at, "%x %63s %n", &number, name, &used) == 2; at += used) {
		if (!is_known(name)) {
			unknown++;
			continue;
		}
		check_request(g->as, abi, name, number);
		tested++;
	}
}

static void requests_by_value(void **state_)
{
	(void)state_;
	names.fd_driver = driver_of;
	for (unsigned i = 0; i < COUNT(groups); i++)
		for (enum abi abi = 0; abi < ABI_COUNT; abi++)
			if (groups[i].abis & 1 << abi && (abi == ABI_X86_64 || flag_abis & 1 << abi))
				check_group(&groups[i], abi);
	assert_true(tested > 400 && unknown < tested / 4);
}

/* What the call left as it was has each field once, also one that is passed as an address and filled as what is there. */
static void unchanged_once(void **state_)
{
	(void)state_;
	driver = NULL;
	calls(ABI_X86_64, "ioctl", (uint32_t)-1, 0x4b6b, AT);
	put_pattern(WORDS, 16);
	behind(2, CHUNK_OK);
	put_pattern(WORDS, 16);
	behind(2, CHUNK_OUT);
	check(ABI_X86_64, "GIO_FONTX", 0x4b6b, ", arg: {charcount: 1, charheight: 0, chardata: 0x400000003 <unread>}) = 0");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(requests_by_value), cmocka_unit_test(requests_with_structures), cmocka_unit_test(unchanged_once) };

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
