// SPDX-License-Identifier: BSD-2-Clause
/* Scans of recordings: what constraints leave out, what is not read for them, and damaged records. */
#include "recording_builder.h"

#include "beautifiers/rows.h"
#include "query/database.h"
#include "query/row_groups.h"
#include "sources/file/file_kinds.h"
#include "sources/call_sets.h"
#include "sources/source.h"

#define CALLS 4000u		/* one in 1000 is a read, which fails every other time */

static int fd;

static int open_it(struct source **out, struct options *opt, struct syscall_set *needed)
{
	char name[32];
	int err;

	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	err = file_kinds__open(out, name);
	if (!err)
		err = options__select(opt);
	if (err)
		return err;
	call_sets__needed(opt, needed);
	source__want(*out, needed);
	return 0;
}

static struct options options;
static const struct recordings recordings = { .opt = &options, .open = open_it };

static void add_calls(void)
{
	records.len = 0;
	add_start(1000);
	for (unsigned i = 1; i <= CALLS; i++) {
		bool reads = i % 1000 == 0;

		add_call(1000 + 1000 * i, 7 + i % 3, reads ? "read" : "getpid", 3, 0x1000, 5, reads && i % 2000 ? -9 : 5, reads ? "hello" : NULL, true);
	}
	add_exit(1000 + 1000 * (CALLS + 1), 7);
	add_end(1000 + 1000 * (CALLS + 2), CALLS);
}

static void write_calls(void)
{
	add_calls();
	fd = write_recording(3, 4096);
}

static unsigned column(enum table_id t, const char *name)
{
	for (unsigned i = 0; i < tables[t].ncolumns; i++)
		if (!strcmp(tables[t].columns[i].name, name))
			return i;
	fail();
	return 0;
}

static struct condition text_is(enum table_id t, const char *name, const char *value)
{
	return (struct condition){ column(t, name), IS_EQUAL, { .type = CELL_TEXT, .text = value, .len = strlen(value) } };
}

static struct condition number_is(enum table_id t, const char *name, enum condition_op op, int64_t value)
{
	return (struct condition){ column(t, name), op, { .type = CELL_INTEGER, .integer = value } };
}

/* Rows of a whole scan; *taken: records that were read for it. */
static size_t count_rows(enum table_id t, uint64_t used, const struct condition *k, unsigned n, uint64_t *taken)
{
	static struct scan s;
	size_t rows;

	assert_int_equal(scan__open(&s, &recordings, t, used, k, n), 0);
	while (!s.ended)
		assert_int_equal(scan__more(&s), 0);
	rows = s.store.nrows;
	if (taken)
		*taken = s.records;
	scan__close(&s);
	return rows;
}

static void test_names_skip_blocks(void **state)
{
	struct condition name = text_is(TABLE_CALLS, "name", "read"), unknown = text_is(TABLE_CALLS, "name", "no_such_call");
	uint64_t all, some, counted;

	(void)state;
	write_calls();
	assert_int_equal(count_rows(TABLE_CALLS, 1ull << name.column, NULL, 0, &all), CALLS);
	assert_int_equal(count_rows(TABLE_CALLS, 0, &name, 1, &some), CALLS / 1000);
	assert_true(all >= CALLS && some < 20);
	assert_int_equal(count_rows(TABLE_CALLS, 1, &name, 1, &counted), CALLS / 1000);	/* calls are numbered: all are read */
	assert_true(counted >= CALLS);
	assert_int_equal(count_rows(TABLE_CALLS, 0, &unknown, 1, NULL), 0);
	assert_int_equal(count_rows(TABLE_EXITS, UINT64_MAX, NULL, 0, &some), 1);
	assert_true(some < 20);
	close(fd);
}

static void test_conditions(void **state)
{
	static const struct { const char *column; enum condition_op op; int64_t value; size_t rows; } numbers[] = {
		{ "tid", IS_EQUAL, 7, CALLS / 3 },	{ "tid", IS_MORE, 9, 0 },		{ "tid", IS_AT_LEAST, 7, CALLS },
		{ "dur", IS_LESS, 500, 0 },		{ "dur", IS_AT_MOST, 500, CALLS },	{ "ret", IS_EQUAL, -1, 2 },
		{ "call", IS_EQUAL, 17, 1 },
		{ "ts", IS_LESS, 1700000000000000000 + 1000 * 11 - 500, 10 },
	};
	struct condition k[2] = { text_is(TABLE_CALLS, "errno", "EBADF"), number_is(TABLE_CALLS, "dur", IS_EQUAL, 1) };

	(void)state;
	write_calls();
	for (unsigned i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		struct condition one = number_is(TABLE_CALLS, numbers[i].column, numbers[i].op, numbers[i].value);

		assert_int_equal(count_rows(TABLE_CALLS, 0, &one, 1, NULL), numbers[i].rows);
	}
	assert_int_equal(count_rows(TABLE_CALLS, 0, k, 1, NULL), 2);
	assert_int_equal(count_rows(TABLE_CALLS, 0, k, 2, NULL), 0);
	close(fd);
}

/* The rows of one call: the scan stops there. */
static void test_until(void **state)
{
	struct condition call = number_is(TABLE_STRINGS, "call", IS_EQUAL, 1000);
	static struct scan s;

	(void)state;
	write_calls();
	assert_int_equal(scan__open(&s, &recordings, TABLE_STRINGS, UINT64_MAX, &call, 1), 0);
	s.until = 1000;
	assert_int_equal(scan__more(&s), 0);
	assert_int_equal(s.rows.number, 1000);
	assert_false(s.ended);
	assert_int_equal(s.store.nrows, 0);	/* a call that failed fills no buffer */
	s.conditions[0].value.integer = s.until = 2000;
	assert_int_equal(scan__more(&s), 0);
	assert_int_equal(s.store.nrows, 1);
	assert_int_equal(rows_store__value(&s.store, 0, column(TABLE_STRINGS, "string")).text[0], 'h');
	scan__close(&s);
	close(fd);
}

/* Random arguments and memory in valid blocks: every value of every table is made. */
static void test_damaged(void **state)
{
	unsigned seed = 1;

	(void)state;
	for (unsigned round = 0; round < 20; round++) {
		add_calls();
		for (size_t at = 0; at < records.len; at += ((const struct rec *)(records.p + at))->len) {
			const struct rec *r = (const struct rec *)(records.p + at);
			unsigned from = sizeof(struct rec_call);

			if (r->type == REC_CALL && rand_r(&seed) % 4 == 0)
				records.p[at + from + (unsigned)rand_r(&seed) % (r->len - from)] = (uint8_t)rand_r(&seed);
		}
		fd = write_recording(0, 4096);
		for (unsigned t = 0; t < TABLES; t++)
			count_rows((enum table_id)t, UINT64_MAX, NULL, 0, NULL);
		close(fd);
	}
}

/* Tables are declared to SQLite; statements that do not only read are refused. */
static void test_database(void **state)
{
	static const char *const refused[] = {
		"ATTACH '/tmp/x' AS x", "PRAGMA page_size = 512", "CREATE TABLE t (a)", "CREATE TEMP TABLE t (a)", "DROP TABLE calls", "VACUUM INTO '/tmp/x'",
		"INSERT INTO calls VALUES (1)", "SELECT load_extension('x')", "SELECT nmae FROM calls",
	};
	struct database d;
	struct out o;

	(void)state;
	write_calls();
	assert_int_equal(out__open(&o, -1, 1 << 16), 0);
	assert_int_equal(database__open(&d, &recordings), 0);
	assert_int_equal(database__run(&d, "SELECT count(*) AS n, count(errno) FROM calls JOIN exits USING (tid)", NULL, ANSWER_CSV, &o), 0);
	assert_memory_equal(o.buf, "n,count(errno)\n1333,1\n", 22);
	for (unsigned i = 0; i < TABLES; i++) {
		char sql[64];

		snprintf(sql, sizeof(sql), "SELECT * FROM %s LIMIT 1", tables[i].name);
		assert_int_equal(database__run(&d, sql, NULL, ANSWER_JSON, &o), 0);
	}
	for (unsigned i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		assert_true(database__run(&d, refused[i], NULL, ANSWER_TABLE, &o) < 0);
	for (unsigned i = 0; i < nquestions; i++)
		assert_int_equal(database__run(&d, questions[i].sql, "/", ANSWER_TABLE, &o), 0);
	database__close(&d);
	out__close(&o);
	close(fd);
}

static void answer_of(struct database *d, const char *sql, struct out *o)
{
	o->p = o->buf;
	o->line = 0;
	assert_int_equal(database__run(d, sql, NULL, ANSWER_CSV, o), 0);
	out__put(o, "", 1);
}

/* Does SQLite sort rows for it? */
static bool plan_sorts(struct database *d, const char *sql, struct out *o)
{
	char explain[600];

	snprintf(explain, sizeof(explain), "EXPLAIN QUERY PLAN %.550s", sql);
	answer_of(d, explain, o);
	return strstr(o->buf, "TEMP B-TREE FOR GROUP BY") || strstr(o->buf, "TEMP B-TREE FOR ORDER BY");
}

/* A statement with $ for a unary +, which keeps SQLite from asking the table for the order. */
static void spell(const char *sql, const char *plus, char *to)
{
	for (; *sql; sql++)
		if (*sql == '$')
			to += sprintf(to, "%s", plus);
		else
			*to++ = *sql;
	*to = 0;
}

/* Rows grouped by the table are those that SQLite groups: in memory, in the file, and whatever the number of groups. */
static void test_groups(void **state)
{
	static const struct { const char *sql; enum { GROUPED, SORTED, EITHER } how; } asked[] = {
		{ "SELECT name, count(*), avg(dur), max(ret), min(time) FROM calls GROUP BY $name", GROUPED },
		{ "SELECT errno, name, count(*), sum(dur), group_concat(errno) FROM calls GROUP BY $errno, $name", GROUPED },
		{ "SELECT errno, tid FROM calls WHERE name = 'read' ORDER BY $errno DESC, $tid", GROUPED },
		{ "SELECT errno, count(*) FROM calls WHERE errno IS NOT NULL AND dur >= 500 GROUP BY $errno", GROUPED },
		{ "SELECT name, tid, call FROM calls ORDER BY $tid DESC, $name", GROUPED },
		{ "SELECT tid, count(DISTINCT name) FROM calls WHERE dur > 400 GROUP BY $tid HAVING count(*) > 5 ORDER BY 2, 1", EITHER },
		{ "SELECT call FROM calls WHERE call = 17 GROUP BY $name", SORTED },
		{ "SELECT call, count(*) FROM calls GROUP BY $call", GROUPED },
		{ "SELECT path, count(*) FROM calls GROUP BY $path", SORTED },
		{ "SELECT name, max(args) FROM calls GROUP BY $name", SORTED },
		{ "SELECT name, count(*) FROM calls GROUP BY $name COLLATE NOCASE", SORTED },
		{ "SELECT c.name, count(*) FROM exits e JOIN calls c USING (tid) GROUP BY $c.name", EITHER },
		{ "SELECT c.name, (SELECT count(*) FROM calls d WHERE d.tid = c.tid GROUP BY d.name) FROM calls c WHERE errno = 'EBADF' GROUP BY $c.name", EITHER },
		{ "SELECT DISTINCT name, tid FROM calls ORDER BY $tid, $name", EITHER },
		{ "SELECT count(*), tid FROM calls WHERE name IN ('read', 'getpid') GROUP BY $tid", EITHER },
	};
	static const size_t memory[] = { 64 << 20, 4096, 1 };
	struct out a, b;
	struct database d;
	char sql[512];

	(void)state;
	write_calls();
	assert_int_equal(out__open(&a, -1, 1 << 20) | out__open(&b, -1, 1 << 20), 0);
	assert_int_equal(database__open(&d, &recordings), 0);
	for (unsigned i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		spell(asked[i].sql, "+", sql);
		answer_of(&d, sql, &a);
		spell(asked[i].sql, "", sql);
		for (unsigned m = 0; m < sizeof(memory) / sizeof(memory[0]); m++) {
			row_groups__memory = memory[m];
			answer_of(&d, sql, &b);
			assert_string_equal(a.buf, b.buf);
		}
		if (asked[i].how != EITHER)
			assert_int_equal(plan_sorts(&d, sql, &b), asked[i].how == SORTED);
	}
	row_groups__memory = memory[0];
	database__close(&d);
	out__close(&a);
	out__close(&b);
	close(fd);
}

/* All types, in SQLite's order: NULL, numbers, texts, BLOBs. */
static void test_group_order(void **state)
{
	static const struct cell cells[] = {
		{ .type = CELL_NULL }, { .type = CELL_INTEGER, .integer = INT64_MIN }, { .type = CELL_REAL, .real = -0.5 }, { .type = CELL_INTEGER, .integer = 7 },
		{ .type = CELL_TEXT, .text = "", .len = 0 }, { .type = CELL_TEXT, .text = "a", .len = 1, .constant = true },
		{ .type = CELL_TEXT, .text = "ab", .len = 2 }, { .type = CELL_TEXT, .text = "b", .len = 1 }, { .type = CELL_BLOB, .text = "a\0", .len = 2 },
	};
	enum { N = sizeof(cells) / sizeof(cells[0]) };

	(void)state;
	for (unsigned down = 0; down < 2; down++) {
		struct group_order order = { .n = 1, .by[0] = { 3, down } };
		struct rows_store in, out;
		struct row_groups *g;
		unsigned seen = 0;

		rows_store__init(&in, 5, 1 << 3 | 1 << 1);
		rows_store__init(&out, 5, 1 << 3 | 1 << 1);
		for (unsigned i = 0; i < 3 * N; i++) {
			struct cell row = { .type = CELL_INTEGER, .integer = i / N }, key = cells[i * 5 % N];

			key.constant &= i < N;	/* a copy is equal to it */
			assert_true(rows_store__begin(&in));
			rows_store__put(&in, &row);
			rows_store__put(&in, &key);
		}
		g = row_groups__new(&in, &order);
		assert_int_equal(row_groups__add(g, &in) | row_groups__sort(g), 0);
		do {
			rows_store__clear(&out);
			assert_int_equal(row_groups__take(g, &out), 0);
			for (size_t i = 0; i < out.nrows; i++, seen++) {
				struct cell c = rows_store__value(&out, i, 3);
				unsigned n = seen / 3;

				assert_int_equal(cell__compare(&c, &cells[down ? N - 1 - n : n]), 0);
				assert_int_equal(rows_store__value(&out, i, 1).integer, seen % 3);
			}
		} while (out.nrows);
		assert_int_equal(seen, 3 * N);
		row_groups__free(g);
		rows_store__free(&in);
		rows_store__free(&out);
	}
}

int main(void)
{
	static char *argv[] = { (char *)"replay", NULL };
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names_skip_blocks),
		cmocka_unit_test(test_conditions),
		cmocka_unit_test(test_until),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_database),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_group_order),
	};

	rows__init();
	if (options__parse_for(&options, IN_REPLAY, 1, argv))
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
