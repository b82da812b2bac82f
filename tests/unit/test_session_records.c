// SPDX-License-Identifier: BSD-2-Clause
/* test_session_records.c - lines from records: signals, exits, loss, totals, names in records, limits, and invalid records. */
#include "session_fixture.h"

/* -- Signals, exits, loss, totals ----------------------------------------------------------------------- */

static void signals_(void **state_)
{
	struct rec_signal r = { .rec = REC(REC_SIGNAL, rec_signal, 100, 1), .signo = 15 };
	int32_t from[2] = { 42, 1000 };

	(void)state_;
	a_getpid(0);
	take_call();
	taken();
	take(&r.rec);
	assert_lines("     1.000" BLANK "--- SIGTERM {si_signo: TERM} ---\n");
	r.has = 1;
	memcpy(r.fields, from, sizeof(from));
	take(&r.rec);
	assert_lines("     1.000" BLANK "--- SIGTERM {si_signo: TERM, si_code: USER, si_pid: 42, si_uid: 1000} ---\n");
}

static void exits(void **state_)
{
	struct rec_exit r = { .rec = REC(REC_EXIT, rec_exit, 100, 1), .code = 3 << 8 };

	(void)state_;
	has_name(100, "sh");
	has_name(101, "sh");
	take(&r.rec);
	assert_lines("     1.000" BLANK "sh/100 +++ exited with 3 +++\n");
	r.rec = (struct rec)REC(REC_EXIT, rec_exit, 101, 2);
	r.code = 11 | 0x80;
	take(&r.rec);
	assert_lines("     2.000" BLANK "sh/101 +++ killed by SIGSEGV (core dumped) +++\n");
	/* the ID's next user is another thread */
	a_getpid(3000);
	take_call_of(101);
	assert_call("     3.000 ( 0.005 ms): ", "101    getpid()", "100");
}

static void losses(void **state_)
{
	struct rec_loss r = {
		.rec = REC(REC_LOSS, rec_loss, 100, 9), .count = 12, .first = START + 2 * MS, .last = START + 8 * MS, .reason = LOSS_RING,
	};

	(void)state_;
	has_name(100, "cat");
	a_getpid(0);
	take_call();
	taken();
	take(&r.rec);
	assert_lines("     9.000" BLANK "LOST 12 events of cat/100 between 2.000 ms and 8.000 ms (ring buffer full)\n");
	r.reason = LOSS_INFLIGHT;
	r.count = 1;
	take(&r.rec);
	assert_lines("     9.000" BLANK "LOST 1 event of cat/100 between 2.000 ms and 8.000 ms (no memory for the call's entry)\n");
	r.reason = LOSS_OTHER;
	take(&r.rec);
	assert_lines("     9.000" BLANK "LOST 1 event of cat/100 between 2.000 ms and 8.000 ms (the kernel skipped the program)\n");
	r.reason = 99;
	take(&r.rec);
	assert_lines("     9.000" BLANK "LOST 1 event of cat/100 between 2.000 ms and 8.000 ms (unknown reason)\n");
}

/* Without a thread: does not count as a second thread. */
static void losses_of_nobody(void **state_)
{
	struct rec_loss r = { .rec = REC(REC_LOSS, rec_loss, 0, 9), .count = 2, .first = START, .last = START + MS };

	(void)state_;
	a_getpid(0);
	take_call();
	taken();
	take(&r.rec);
	assert_lines("     9.000" BLANK "LOST 2 events between 0.000 ms and 1.000 ms (ring buffer full)\n");
	a_getpid(10000);
	take_call();
	assert_call("    10.000 ( 0.005 ms): ", "getpid()", "100");
}

static void ends_with(uint64_t lost)
{
	struct rec_end r = { .rec = REC(REC_END, rec_end, 0, 9), .calls = 99 };

	a_getpid(0);
	take_call();
	a_waiting_read(1000, 2000, 0);	/* half a call does not count */
	take_call();
	taken();
	r.lost = lost;
	take(&r.rec);
	r.lost = 99;
	take(&r.rec);		/* the first REC_END counts */
	session__finish(s);
}

static void totals(void **state_)
{
	(void)state_;
	ends_with(0);
	assert_nothing();
	begins();
	ends_with(7);
	assert_lines("     9.000" BLANK "LOST 7 events in all, 1 call shown\n");
	assert_int_equal(session__lost(s), 106);
}

static void other_lines_as_json(void **state_)
{
	struct rec_exit x = { .rec = REC(REC_EXIT, rec_exit, 100, 1), .code = 1 << 8 };
	struct rec_loss l = { .rec = REC(REC_LOSS, rec_loss, 0, 2), .count = 5, .first = START, .last = START + MS };
	struct rec_end e = { .rec = REC(REC_END, rec_end, 0, 3), .lost = 5 };

	(void)state_;
	use("json");
	has_name(100, "cat");
	take(&x.rec);
	take(&l.rec);
	take(&e.rec);
	session__finish(s);
	assert_lines("{\"type\":\"start\",\"ts_ns\":\"1763712000000000000\"}\n"
		     "{\"type\":\"exit\",\"ts_ns\":\"1763712000001000000\",\"cpu\":3,\"pid\":100,\"tid\":100,\"comm\":\"cat\",\"status\":1}\n"
		     "{\"type\":\"loss\",\"ts_ns\":\"1763712000002000000\",\"count\":5,\"first_ns\":\"1763712000000000000\","
		     "\"last_ns\":\"1763712000001000000\",\"reason\":\"ring buffer full\"}\n"
		     "{\"type\":\"end\",\"ts_ns\":\"1763712000003000000\",\"calls\":0,\"lost\":5}\n");
}

static void a_trace_of_nothing(void **state_)
{
	struct rec_end r = { .rec = REC(REC_END, rec_end, 0, 3) };

	(void)state_;
	take(&r.rec);
	session__finish(s);
	assert_nothing();
	use("json");
	take(&r.rec);
	session__finish(s);
	assert_lines("{\"type\":\"start\",\"ts_ns\":\"1763712000000000000\"}\n"
		     "{\"type\":\"end\",\"ts_ns\":\"1763712000003000000\",\"calls\":0,\"lost\":0}\n");
}

static void no_more_than_asked_for(void **state_)
{
	(void)state_;
	opt.max_events = 2;
	opt.only_ok = true;
	begins();
	makes("close", 9);
	returns(-EBADF);
	at(0, 5);
	assert_false(take_call());		/* hidden */
	a_getpid(10);
	assert_false(take_call());
	opt.only_ok = false;
	a_waiting_read(20, 30, 0);
	assert_false(take_call());		/* half a call */
	a_read(20, 40);
	assert_true(take_call());
	opt.max_events = 0;
	begins();
	for (unsigned i = 0; i < 100; i++) {
		a_getpid(i);
		assert_false(take_call());
	}
}

/* -- State when tracing began --------------------------------------------------------------------------- */

static void takes_fd(int fd, const struct fdinfo *f, const char *path, uint32_t path_len)
{
	union {
		struct rec_fd fd;
		uint8_t bytes[512];
	} r = { .fd = { .rec = REC(REC_FD, rec_fd, 100, 0), .fd = fd, .has_info = !!f, .path_len = path_len } };

	if (f)
		r.fd.info = *f;
	memcpy(r.fd.path, path, strlen(path));
	r.fd.rec.len += (strlen(path) + 7) / 8 * 8;
	take(&r.fd.rec);
}

static void takes_cwd(const char *path, uint32_t path_len)
{
	union {
		struct rec_path path;
		uint8_t bytes[512];
	} r = { .path = { .rec = REC(REC_CWD, rec_path, 100, 0), .path_len = path_len } };

	memcpy(r.path.path, path, strlen(path));
	r.path.rec.len += (strlen(path) + 7) / 8 * 8;
	take(&r.path.rec);
}

static void assert_dup(int fd, const char *shown)
{
	char made[128];

	makes("dup", fd);
	at(0, 5);
	returns(-EMFILE);
	take_call();
	snprintf(made, sizeof(made), "dup(fildes: %s)", shown);
	assert_call("     0.000 ( 0.005 ms): ", made, "-1 EMFILE (Too many open files)");
}

static void descriptors_that_were_open(void **state_)
{
	struct fdinfo tcp = tcp_info(4, 5031, 80, 0), file = { .mode = S_IFREG | 0644 };

	(void)state_;
	takes_fd(3, NULL, "/dev/null", 9);
	takes_fd(4, &tcp, "socket:[5031]", 13);
	takes_fd(5, &file, "/tmp/a (deleted)", 16);
	takes_fd(6, NULL, "", 0);
	takes_fd(-1, NULL, "/a", 2);
	assert_dup(3, "3</dev/null>");
	assert_dup(4, "4<TCP:[127.0.0.1:80]>");
	assert_dup(5, "5</tmp/a (deleted)>");
	assert_dup(6, "6");
}

static void the_directory_it_was_in(void **state_)
{
	(void)state_;
	takes_cwd("/home/u", 7);
	makes("open", 0x1000, O_RDONLY, 0);
	string(0, "../v");
	at(0, 5);
	returns(3);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "open(filename: \"../v\", flags: RDONLY)", "3</home/v>");
	takes_cwd("/tmp", 4);
	makes("open", 0x1000, O_RDONLY, 0);
	string(0, "x");
	at(0, 5);
	returns(4);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "open(filename: \"x\", flags: RDONLY)", "4</tmp/x>");
}

/* A loss of one thread, or of nobody knows whom: names that lost calls may have changed are not shown. */
static void what_lost_events_changed_is_not_known(void **state_)
{
	struct rec_loss r = { .rec = REC(REC_LOSS, rec_loss, 0, 0), .count = 1, .first = START, .last = START + MS };

	(void)state_;
	takes_fd(3, NULL, "/dev/null", 9);
	takes_cwd("/home/u", 7);
	assert_dup(3, "3</dev/null>");
	for (int i = 0; i < 2; i++) {
		take(&r.rec);
		taken();
		assert_dup(3, "3");
		makes("open", 0x1000, O_RDONLY, 0);
		string(0, "x");
		at(0, 5);
		returns(4);
		take_call();
		assert_call("     0.000 ( 0.005 ms): ", "open(filename: \"x\", flags: RDONLY)", "4");
		makes("open", 0x1000, O_RDONLY, 0);
		string(0, "/tmp/x");
		at(0, 5);
		returns(3);
		take_call();
		assert_call("     0.000 ( 0.005 ms): ", "open(filename: \"/tmp/x\", flags: RDONLY)", "3</tmp/x>");
		assert_dup(3, "3</tmp/x>");
		r.rec.tid = 100;
	}
	r.rec.tid = r.rec.tgid = 200;
	take(&r.rec);
	taken();
	makes("dup", 3);
	at(0, 5);
	returns(-EMFILE);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "100 dup(fildes: 3</tmp/x>)", "-1 EMFILE (Too many open files)");
}

/* -- Invalid records ------------------------------------------------------------------------------------ */

static void short_records_are_ignored(void **state_)
{
	static const uint32_t lens[] = {
		[REC_CALL] = sizeof(struct rec_call), [REC_PENDING] = sizeof(struct rec_call), [REC_SIGNAL] = sizeof(struct rec_signal),
		[REC_EXIT] = sizeof(struct rec_exit), [REC_FORK] = sizeof(struct rec_fork), [REC_EXEC] = sizeof(struct rec_exec),
		[REC_COMM] = sizeof(struct rec_comm), [REC_LOSS] = sizeof(struct rec_loss), [REC_FD] = sizeof(struct rec_fd),
		[REC_CWD] = sizeof(struct rec_path), [REC_START] = sizeof(struct rec_start), [REC_END] = sizeof(struct rec_end),
		[REC_TASK] = sizeof(struct rec_task), [REC_ROOT] = sizeof(struct rec_path), [REC_LINK] = sizeof(struct rec_link), [REC_GENL] = sizeof(struct rec_genl),
		[REC_PIDNS] = sizeof(struct rec_pidns), [REC_NAME] = sizeof(struct rec_name),
		[REC_PAUSE] = sizeof(struct rec_pause), [REC_PEER] = sizeof(struct rec_peer),
		[REC_OWNER] = sizeof(struct rec_owner),
	};

	(void)state_;
	for (unsigned type = 0; type < 64; type++) {
		uint32_t whole = type < sizeof(lens) / sizeof(lens[0]) ? lens[type] : 0;

		for (uint32_t len = 0; len < (whole ? whole : 512); len += 8) {
			/* exactly its length, so that SAN=address detects reads beyond it */
			struct rec *rec = calloc(1, len > sizeof(*rec) ? len : sizeof(*rec));

			*rec = (struct rec){ .len = len, .type = type, .tid = 100, .tgid = 100 };
			assert_false(take(rec));
			free(rec);
		}
	}
	assert_nothing();
	assert_null(threads__find(&s->host->threads, 100));
}

static void paths_longer_than_their_records_are_ignored(void **state_)
{
	(void)state_;
	takes_fd(3, NULL, "/etc", 8);		/* padding exists */
	takes_fd(4, NULL, "/etc", 9);
	takes_fd(5, NULL, "/etc", UINT32_MAX);
	takes_fd(6, NULL, "", 1);
	assert_dup(4, "4");
	assert_dup(5, "5");
	assert_dup(6, "6");
	takes_cwd("/home/u", 7);
	takes_cwd("/tmp", 9);
	takes_cwd("/tmp", UINT32_MAX);
	makes("open", 0x1000, O_RDONLY, 0);
	string(0, "x");
	at(0, 5);
	returns(7);
	take_call();
	assert_call("     0.000 ( 0.005 ms): ", "open(filename: \"x\", flags: RDONLY)", "7</home/u/x>");
}

static void calls_that_cannot_be_read_are_ignored(void **state_)
{
	(void)state_;
	a_read(0, 5);
	record.call.nargs = 7;
	assert_false(take_call());
	a_read(0, 5);
	record.call.abi = ABI_COUNT;
	assert_false(take_call());
	a_read(0, 5);
	record.call.fixed = record.call.rec.len + 8;
	assert_false(take_call());
	assert_nothing();
	assert_null(threads__find(&s->host->threads, 100));
}

static void records_of_noise_do_no_harm(void **state_)
{
	uint64_t seed = 1;

	(void)state_;
	for (unsigned i = 0; i < 20000; i++) {
		static const unsigned sizes[] = { 24, 32, 48, 56, 96, 256, 512 };
		uint32_t len = sizes[i % 7];
		uint64_t *words = malloc(len);
		struct rec *r = (struct rec *)words;

		for (unsigned j = 0; j < len / 8; j++) {
			seed = seed * 6364136223846793005ull + 1442695040888963407ull;
			words[j] = seed >> (seed >> 58);
		}
		r->len = len;
		r->type = i % 16;
		r->tid = r->tid % 50;
		r->tgid = r->tgid % 5;
		if (len >= sizeof(struct rec_call) && (r->type == REC_CALL || r->type == REC_PENDING)) {
			struct rec_call *c = (struct rec_call *)r;

			c->nr %= 500;
			c->abi = 0;
			c->nargs = (len - sizeof(*c)) / 8 < 6 ? (len - sizeof(*c)) / 8 : 6;
			c->fixed = sizeof(*c) + c->nargs * 8;
		}
		take(r);
		taken();
		free(words);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(signals_),
		TEST(exits),
		TEST(losses),
		TEST(losses_of_nobody),
		TEST(totals),
		TEST(other_lines_as_json),
		TEST(a_trace_of_nothing),
		TEST(no_more_than_asked_for),
		TEST(descriptors_that_were_open),
		TEST(the_directory_it_was_in),
		TEST(what_lost_events_changed_is_not_known),
		TEST(short_records_are_ignored),
		TEST(paths_longer_than_their_records_are_ignored),
		TEST(calls_that_cannot_be_read_are_ignored),
		TEST(records_of_noise_do_no_harm),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
