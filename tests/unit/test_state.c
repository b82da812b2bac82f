/* SPDX-License-Identifier: BSD-2-Clause */
/* test_state - state built from records, written as records, gives the same state. */
#include "recording_builder.h"

#include "beautifiers/rows.h"
#include "tracker/state.h"

static struct state a, b;

static void follow_all(struct state *s, const struct buf *from)
{
	for (size_t at = 0; at < from->len; at += ((const struct rec *)(from->p + at))->len)
		state__follow(s, (const struct rec *)(from->p + at));
}

static const char *name_of(struct state *s, uint32_t tid, int fd)
{
	struct thread *th = threads__find(&s->threads, tid);
	const struct name *n = th ? fdtable__name(th->files, fd, UINT64_MAX) : NULL;
	size_t len;

	return n ? name__text(n, &len) : "";
}

static void add_fork(uint64_t ts, uint32_t tid, uint32_t tgid, uint32_t parent, bool files, const char *comm)
{
	struct rec_fork r = { .rec = head_of(REC_FORK, ts, tid), .parent_tid = parent, .parent_tgid = parent, .shares_files = files };

	r.rec.tgid = tgid;
	snprintf(r.comm, sizeof(r.comm), "%s", comm);
	add_record(&r, sizeof(r));
}

/* In namespace 6, and 7 below it: IDs nr and nr + 1. */
static void add_numbers(uint64_t ts, uint32_t tid, uint32_t nr)
{
	struct { struct rec_pidns r; uint32_t numbers[4]; } u = { { head_of(REC_PIDNS, ts, tid), .n = 2 }, { 6, nr, 7, nr + 1 } };

	add_record(&u.r, sizeof(u));
}

static void make(void)
{
	struct rec_task task = { .rec = head_of(REC_TASK, 1000, 10), .comm = "ten" };
	union {
		struct rec_path r;
		char bytes[sizeof(struct rec_path) + 8];
	} cwd = { .r = { .rec = head_of(REC_CWD, 1000, 10), .path_len = 5 } };

	memcpy(cwd.r.path, "/home", 5);
	records.len = 0;
	add_start(1000);
	add_record(&task, sizeof(task));
	add_numbers(1000, 10, 1);
	add_record(&cwd, sizeof(cwd));
	add_call(2000, 10, "openat", (uint64_t)-100, 0x1000, 02000000, 3, "one", false);
	add_call(3000, 10, "openat", (uint64_t)-100, 0x1000, 0, 4, "/two", false);
	add_fork(4000, 11, 10, 10, true, "thread");
	add_fork(4100, 20, 20, 10, false, "copy");
	add_fork(4200, 30, 30, 10, true, "sharer");
	add_numbers(4200, 30, 5);
	add_call(5000, 20, "close", 4, 0, 0, 0, NULL, false);
	add_call(6000, 30, "dup", 4, 0, 0, 9, NULL, false);
	add_fork(7000, 40, 40, 10, false, "gone");
	add_exit(8000, 40);
}

static void check(struct state *s)
{
	assert_string_equal(name_of(s, 10, 3), "/home/one");
	assert_string_equal(name_of(s, 11, 4), "/two");
	assert_string_equal(name_of(s, 20, 3), "/home/one");
	assert_string_equal(name_of(s, 20, 4), "");
	assert_string_equal(name_of(s, 10, 9), "/two");	/* shared with 30 */
	assert_string_equal(threads__find(&s->threads, 10)->comm, "ten");
	assert_string_equal(threads__find(&s->threads, 11)->comm, "thread");
	assert_string_equal(threads__find(&s->threads, 30)->comm, "sharer");
	assert_string_equal(threads__find(&s->threads, 20)->fs->cwd->text, "/home");
	assert_ptr_equal(threads__find(&s->threads, 10)->files, threads__find(&s->threads, 11)->files);
	assert_ptr_equal(threads__find(&s->threads, 10)->files, threads__find(&s->threads, 30)->files);
	assert_true(threads__find(&s->threads, 10)->files->slots[3].cloexec);
	assert_null(threads__find(&s->threads, 40));
	assert_int_equal(threads__find(&s->threads, 10)->pid_ns, 7);
	assert_int_equal(threads__find(&s->threads, 30)->pid_ns, 7);
	assert_int_equal(pid_numbers__find(&s->threads.numbers, 7, 2), 10);
	assert_int_equal(pid_numbers__find(&s->threads.numbers, 6, 5), 30);
}

static void a_state_survives_its_dump(void **state)
{
	struct buf dump = {};

	(void)state;
	rows__init();
	assert_int_equal(state__open(&a), 0);
	assert_int_equal(state__open(&b), 0);
	make();
	follow_all(&a, &records);
	check(&a);
	state__dump_start(&a, 9000, &dump);
	state__dump(&a, 9000, &dump);
	follow_all(&b, &dump);
	check(&b);
	assert_int_equal(b.start.rec.ts, 9000);
	assert_int_equal(b.start.realtime, a.start.realtime + 8000);
	assert_int_equal(b.start.boottime, a.start.boottime + 8000);
	state__close(&a);
	state__close(&b);
	buf__free(&dump);
}

/* An older recording has no boot time; nothing is read behind its record. */
static void a_short_start(void **state)
{
	struct rec_start *r = test_malloc(REC_START_LEAST);

	(void)state;
	assert_int_equal(state__open(&a), 0);
	memset(r, 0, REC_START_LEAST);
	r->rec = head_of(REC_START, 1000, 0);
	r->rec.len = REC_START_LEAST;
	r->realtime = 77;
	state__follow(&a, &r->rec);
	assert_int_equal(a.start.realtime, 77);
	assert_int_equal(a.start.boottime, 0);
	state__close(&a);
	test_free(r);
}

/* -- Names of IDs -------------------------------------------------------------------------------------- */

/* `len` bytes of the name; said: the length that the record states. */
static void learn_name(uint32_t id, uint32_t of, const char *name, size_t len, uint32_t said)
{
	size_t whole = REC_LEN(sizeof(struct rec_name) + len);
	struct rec_name *r = test_calloc(1, whole);	/* exactly its length, so that SAN=address detects reads beyond it */

	r->rec = head_of(REC_NAME, 1000, 0);
	r->rec.len = (uint32_t)whole;
	r->id = id;
	r->of = of;
	r->name_len = said;
	memcpy(r->name, name, len);
	state__follow(&a, &r->rec);
	test_free(r);
}

static void assert_name(const struct state *s, uint32_t id, enum id_of of, const char *name)
{
	const char *got = id_names__get(&s->threads.id_names, of, id);

	assert_string_equal(got ? got : "none", name);
}

static void names_of_ids(void **state)
{
	struct buf dump = { 0 };

	(void)state;
	assert_int_equal(state__open(&a), 0);
	assert_int_equal(state__open(&b), 0);
	learn_name(1, 0, "daemon", 6, 6);
	learn_name(1, 1, "wheel", 5, 5);
	learn_name(1, ID_BLOCK, "sda1", 4, 4);
	learn_name(1, ID_CHAR, "tty1", 4, 4);
	learn_name(1, ID_DRIVER, "vgem", 4, 4);
	learn_name(UINT32_MAX, 0, "last", 4, 4);
	learn_name(7, 0, "old", 3, 3);
	learn_name(7, 0, "newer name", 10, 10);
	state__dump(&a, 5, &dump);
	follow_all(&b, &dump);
	assert_name(&b, 1, ID_USER, "daemon");
	assert_name(&b, 1, ID_GROUP, "wheel");
	assert_name(&b, 1, ID_BLOCK, "sda1");
	assert_name(&b, 1, ID_CHAR, "tty1");
	assert_name(&b, 1, ID_DRIVER, "vgem");
	assert_name(&b, UINT32_MAX, ID_USER, "last");
	assert_name(&b, 7, ID_USER, "newer name");
	assert_name(&b, 7, ID_GROUP, "none");
	assert_int_equal(b.threads.id_names.by_id.n, 7);
	buf__free(&dump);
	state__close(&a);
	state__close(&b);
}

static void invalid_names_are_ignored(void **state)
{
	char longest[ID_NAME_MAX + 2];

	(void)state;
	memset(longest, 'x', sizeof(longest));
	longest[ID_NAME_MAX + 1] = '\0';
	assert_int_equal(state__open(&a), 0);
	learn_name(1, 0, "cut", 3, 9);			/* beyond its record */
	learn_name(1, 0, "cut", 3, UINT32_MAX);
	learn_name(1, 0, "a\0b", 3, 3);
	learn_name(1, 0, "", 0, 0);
	learn_name(1, IDS_OF, "nothing", 7, 7);
	learn_name(1, 0, longest, sizeof(longest) - 1, sizeof(longest) - 1);
	assert_int_equal(a.threads.id_names.by_id.n, 0);
	longest[ID_NAME_MAX] = '\0';
	learn_name(1, 0, longest, ID_NAME_MAX, ID_NAME_MAX);
	assert_name(&a, 1, ID_USER, longest);
	learn_name(1, 0, "", 0, 0);
	assert_name(&a, 1, ID_USER, longest);
	for (uint32_t id = 0; id < ID_NAMES_MAX + 9; id++)
		learn_name(id, 0, "many", 4, 4);
	assert_int_equal(a.threads.id_names.by_id.n, ID_NAMES_MAX);
	learn_name(5, 0, "known", 5, 5);		/* has its place already */
	assert_name(&a, 5, ID_USER, "known");
	state__close(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_state_survives_its_dump),
		cmocka_unit_test(a_short_start),
		cmocka_unit_test(names_of_ids),
		cmocka_unit_test(invalid_names_are_ignored),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
