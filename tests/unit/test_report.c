// SPDX-License-Identifier: BSD-2-Clause
/* test_report.c - the data in a report: its elements are decoded, and compared with the calls that were passed; hostile names. */
#include <zlib.h>

#include "lib/varint.h"
#include "view_fixture.h"
#include "views/report/report.h"

static char *page;

static int setup(void **state_)
{
	(void)state_;
	opt = (struct options){ 0 };
	open_view(&report_view);
	return 0;
}

static int teardown(void **state_)
{
	free(page);
	page = NULL;
	return close_view(state_);
}

static void end(void)
{
	page = strdup(ended(&(struct totals){ .ts = START_MONO + 9000000, .calls = 1 }));
	assert_non_null(page);
}

static int digit(char c)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = strchr(digits, c);

	assert_non_null(at);
	return (int)(at - digits);
}

/* The decoded data of an element, with a NUL at its end; to be freed. */
static char *data_of(const char *id, size_t *len)
{
	char tag[96];
	const char *at;
	static uint8_t packed[1 << 16];
	size_t n = 0;
	uLongf size = 1 << 22;
	char *data = malloc(size + 1);

	snprintf(tag, sizeof(tag), "<script type=\"application/octet-stream\" id=\"%s\">\n", id);
	at = strstr(page, tag);
	assert_non_null(at);
	for (at += strlen(tag); *at != '<'; ) {
		int v[4] = { 0 }, have = 0;

		for (int i = 0; i < 4; i++, at++)
			if (*at != '=') {
				v[i] = digit(*at);
				have++;
			}
		assert_true(n + 3 < sizeof(packed));
		packed[n++] = (uint8_t)(v[0] << 2 | v[1] >> 4);
		if (have > 2)
			packed[n++] = (uint8_t)(v[1] << 4 | v[2] >> 2);
		if (have > 3)
			packed[n++] = (uint8_t)(v[2] << 6 | v[3]);
		at += *at == '\n';
	}
	assert_int_equal(uncompress((Bytef *)data, &size, packed, n), Z_OK);
	data[size] = '\0';
	*len = size;
	return data;
}

static void assert_in(const char *id, const char *text)
{
	size_t len;
	char *data = data_of(id, &len);

	if (!strstr(data, text))
		fail_msg("%s has no %s: %s", id, text, data);
	free(data);
}

static void opens(const struct event *e, const char *path, size_t len, int64_t ret)
{
	makes("openat", -100, 0x1000, 0, 0);
	chunk(1, 0, PART_SELF, path, (unsigned)len);
	returns(ret);
	call_of(e, CALL_DONE);
}

/* -- Tests ------------------------------------------------------------------------------------------------------------- */

static void columns(void **state_)
{
	static const uint64_t want[] = {	/* two of each: end, duration, thread, call, errno, state, args, result */
		2 * 285000, 2 * 15000, 5001, 10001, 0, 0, 0, 0, 0, 2, 0, 0, 1, 3, 2, 4,
	};
	struct event e = plain;
	const uint8_t *p, *at;
	uint64_t v;
	size_t len;
	char *data;

	(void)state_;
	opens(&e, "/a", 2, 3);
	e.ts += 10000;
	e.dur = 10000;
	opens(&e, "/b", 2, -2);
	end();
	data = data_of("c0", &len);
	p = at = (const uint8_t *)data;
	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		assert_true(varint__get(&at, p + len, &v));
		assert_int_equal(v, want[i]);
	}
	assert_ptr_equal(at, p + len);
	free(data);
	assert_in("t0", "filename: \"/a\"");
	assert_in("t0", "-1 ENOENT (No such file or directory)");
}

static void sums(void **state_)
{
	(void)state_;
	opens(&plain, "/a", 2, 3);
	opens(&plain, "/a", 2, -2);
	end();
	assert_in("meta", "\"calls\":2,\"failed\":1");
	assert_in("meta", "\"calls\":[[\"openat\",2,1,10000,5000,5000,");
	assert_in("meta", "\"files\":[[\"/a\",2,1,10000,");
	assert_in("meta", "\"errors\":[[\"openat\",2,1,\"/a\"]],\"errno\":{\"2\":\"ENOENT\"}");
	assert_in("meta", "\"names\":[\"openat\"]");
	assert_in("meta", "\"tid\":812,\"pid\":810,\"process\":810,\"comm\":\"ls\"");
}

/* Nothing of a name is in the page outside the encoded data, and it is escaped as in lines. */
static void hostile_names(void **state_)
{
	static const char name[] = "/</script><img src=x onerror=\"a\">'\xe2\x80\xa8\xff\n<!--";
	struct event e = plain;

	(void)state_;
	e.comm = "</script>\"\xff";
	opens(&e, name, sizeof(name) - 1, -2);
	end();
	assert_null(strstr(page, "onerror"));
	assert_in("t0", "</script><img src=x onerror=\\\"a\\\">'\\342\\200\\250\\377\\n<!--");
	assert_in("meta", "[[\"openat\",2,1,\"/</script><img src=x onerror=\\\"a\\\">'\\\\342\\\\200\\\\250\\\\377\\\\n<!--\"]]");
	assert_in("meta", "\"comm\":\"</script>\\\"\\\\377\"");
}

/* The first half has the arguments; a call that does not return is a row, but in no sum. */
static void calls_that_wait(void **state_)
{
	struct event e = plain;
	size_t len;
	char *data;

	(void)state_;
	makes("read", 3, 0x1000, 1);
	call_of(&e, CALL_UNFINISHED);
	e.tid++;
	makes("close", 3);
	call_of(&e, CALL_UNFINISHED);
	makes("close", 3);
	returns(0);
	call_of(&e, CALL_RESUMED);
	end();
	assert_in("meta", "\"calls\":1,\"failed\":0");
	assert_in("meta", "\"rows\":2");
	data = data_of("c0", &len);
	assert_int_equal(data[len - 1], 0);	/* the result of the call that waits: none */
	free(data);
}

/* More calls than a chunk has, over a time that makes the periods of the heat map longer. */
static void many(void **state_)
{
	struct event e = plain;

	(void)state_;
	for (unsigned i = 0; i < CHUNK_ROWS + 5; i++) {
		makes("close", 3);
		returns(0);
		e.ts += 1000000;
		call_of(&e, CALL_DONE);
	}
	end();
	assert_in("meta", "\"chunks\":[[16384,1280000,16384285000],[5,16385280000,16389285000]]");
	assert_in("meta", "\"heat\":{\"shift\":26,\"rows\":54,\"cells\":[0,10,66,1,10,67,");
	assert_in("c1", "");
}

static void left_out(void **state_)
{
	struct out o;
	struct embed *embed;
	struct texts t;

	(void)state_;
	assert_int_equal(out__open(&o, -1, 4096), 0);
	embed = embed__new(&o);
	texts__open(&t, embed, 10);
	assert_int_equal(texts__add(&t, "12345", 5), 1);
	assert_int_equal(texts__add(&t, "67890", 5), 2);
	assert_int_equal(texts__add(&t, "x", 1), 0);
	assert_int_equal(texts__add(&t, "12345", 5), 1);
	assert_int_equal(t.left_out, 1);
	texts__free(&t);
	embed__free(embed);
	out__close(&o);
	end();
}

static void nothing(void **state_)
{
	(void)state_;
	end();
	assert_in("meta", "\"calls\":0,\"failed\":0");
	assert_non_null(strstr(page, "default-src 'none'"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(columns, setup, teardown),
		cmocka_unit_test_setup_teardown(sums, setup, teardown),
		cmocka_unit_test_setup_teardown(hostile_names, setup, teardown),
		cmocka_unit_test_setup_teardown(calls_that_wait, setup, teardown),
		cmocka_unit_test_setup_teardown(many, setup, teardown),
		cmocka_unit_test_setup_teardown(left_out, setup, teardown),
		cmocka_unit_test_setup_teardown(nothing, setup, teardown),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
