/* SPDX-License-Identifier: BSD-2-Clause */
/* test_stacks - frames from stacks, mappings and symbols: assignment to calls, and invalid records. */
#include "session_fixture.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "recording/pack.h"
#include "recording/swap.h"

#define K1 0xffffffff81000010ull
#define K2 0xffffffff82000020ull

static union {
	struct rec_stack r;
	uint8_t bytes[REC_MAX];
} stack;

static void map_of(uint32_t tgid, uint64_t start, uint64_t len, uint64_t pgoff, uint32_t prot, const char *path)
{
	union {
		struct rec_map r;
		uint8_t bytes[sizeof(struct rec_map) + 256];
	} m = {
		.r = { .rec = REC(REC_MAP, rec_map, tgid, 0), .start = start, .len = len, .pgoff = pgoff, .prot = prot,
		       .build_id = { 0xab, 0xcd }, .build_id_len = path[0] == '/' ? 20 : 0, .path_len = (uint16_t)strlen(path) },
	};

	m.r.rec.tgid = tgid;
	memcpy(m.bytes + sizeof(m.r), path, strlen(path));
	m.r.rec.len = (uint32_t)(sizeof(m.r) + strlen(path) + 7) & ~7u;
	take(&m.r.rec);
}

static void maps_code(uint64_t start, const char *path)
{
	map_of(100, start, 0x1000, 0x3000, PROT_READ | PROT_EXEC, path);
}

static void has_symbol(uint32_t tgid, uint64_t start, uint64_t len, const char *name, const char *module)
{
	union {
		struct rec_symbol r;
		uint8_t bytes[sizeof(struct rec_symbol) + 256];
	} y = {
		.r = { .rec = REC(REC_SYMBOL, rec_symbol, tgid, 0), .start = start, .end = start + len,
		       .name_len = (uint32_t)strlen(name), .module_len = (uint32_t)strlen(module) },
	};

	y.r.rec.tgid = tgid;
	memcpy(y.bytes + sizeof(y.r), name, strlen(name));
	memcpy(y.bytes + sizeof(y.r) + strlen(name), module, strlen(module));
	y.r.rec.len = (uint32_t)(sizeof(y.r) + strlen(name) + strlen(module) + 7) & ~7u;
	take(&y.r.rec);
}

/* Of getpid, in `stack`: addresses up to the first 0. */
static void made_at(unsigned nkernel, const uint64_t *ips)
{
	unsigned n = 0;

	memset(&stack, 0, sizeof(stack));
	stack.r.rec = (struct rec)REC(REC_STACK, rec_stack, 100, 0);
	stack.r.nr = (uint16_t)syscalltbl__nr(ABI_X86_64, "getpid");
	stack.r.abi = ABI_X86_64;
	for (; ips[n]; n++)
		stack.r.words[n] = ips[n];
	stack.r.nkernel = (uint16_t)nkernel;
	stack.r.nuser = (uint16_t)(n - nkernel);
	stack.r.rec.len += n * 8;
}

#define from(nkernel, ...) made_at(nkernel, (const uint64_t[]){ __VA_ARGS__, 0 })

/* Frames of a getpid, without the call's own line. */
static const char *frames(void)
{
	const char *text, *newline;

	a_getpid(now / 1000 + 1);
	take_call();
	text = taken();
	newline = strchr(text, '\n');
	assert_non_null(newline);
	assert_memory_equal(newline - 5, " = 100" + 1, 5);
	return newline + 1;
}

#define FRAME "                 > "

static int setup_stacks(void **state_)
{
	setup(state_);
	opt.stacks = STACKS_FP;
	opt.max_stack = STACK_FRAMES;
	use("text");
	return 0;
}

/* -- Locations ---------------------------------------------------------------------------------------------------------------- */

static void names_places(void **state_)
{
	(void)state_;
	maps_code(0x10000, "/no/such/file");
	maps_code(0x20000, "//anon");
	has_symbol(0, K1 - 0x10, 0x100, "do_it", "");
	has_symbol(0, K2 - 0x20, 0x100, "nf_hook", "nf_tables");
	has_symbol(100, 0x20100, 0x10, "jit\x1b code", "perf-100.map");
	from(3, K1, K2, K2 + 0x10000, 0x10123, 0x20108, 0x20200);
	take(&stack.r.rec);
	assert_string_equal(frames(), FRAME "[kernel] do_it+0x10\n" FRAME "[kernel] nf_hook+0x20 [nf_tables]\n"
			    FRAME "[kernel] 0xffffffff82010020\n" FRAME "/no/such/file+0x3123\n"
			    FRAME "jit\\33 code+0x8 (perf-100.map)\n" FRAME "0x20200\n");
}

static void leaves_out_tracing(void **state_)
{
	(void)state_;
	has_symbol(0, K1, 0x100, "bpf_prog_6deef7357e7b4530_trace_exit", "bpf");
	has_symbol(0, K2, 0x100, "do_syscall_64", "");
	from(3, K1 + 1, K2 + 1, K1 + 2);
	take(&stack.r.rec);
	assert_string_equal(frames(), FRAME "[kernel] do_syscall_64+0x1\n"
			    FRAME "[kernel] bpf_prog_6deef7357e7b4530_trace_exit+0x2 [bpf]\n");
}

static void leaves_out_tracing_programs_without_symbols(void **state_)
{
	(void)state_;
	has_symbol(0, K1, 0x100, "bpf_trace_run2", "");
	has_symbol(0, K2, 0x100, "do_syscall_64", "");
	from(5, K2 + 0x1000, K2 + 0x2000, K1 + 1, K2 + 1, K2 + 0x3000);
	take(&stack.r.rec);
	assert_string_equal(frames(), FRAME "[kernel] do_syscall_64+0x1\n" FRAME "[kernel] 0xffffffff82003020\n");
	/* an address that is not of the tracer's programs */
	from(3, K2 + 0x1000, K2 + 1, K1 + 1);
	take(&stack.r.rec);
	assert_string_equal(frames(), FRAME "[kernel] 0xffffffff82001020\n" FRAME "[kernel] do_syscall_64+0x1\n" FRAME "[kernel] bpf_trace_run2+0x1\n");
}

static void shows_the_tracepoint_once(void **state_)
{
	(void)state_;
	has_symbol(0, K1, 0x100, "syscall_trace_exit", "");
	from(4, K1 + 1, K1 + 1, K1 + 2, K1 + 2);
	take(&stack.r.rec);
	assert_string_equal(frames(), FRAME "[kernel] syscall_trace_exit+0x1\n" FRAME "[kernel] syscall_trace_exit+0x2\n"
			    FRAME "[kernel] syscall_trace_exit+0x2\n");
}

/* A return address may be in the next function. */
static void looks_at_the_call(void **state_)
{
	(void)state_;
	has_symbol(0, K1, 0x10, "calls_last", "");
	has_symbol(0, K1 + 0x10, 0x10, "next", "");
	from(1, K1 + 0x10);
	take(&stack.r.rec);
	assert_string_equal(frames(), FRAME "[kernel] calls_last+0x10\n");
}

static void stops_where_nothing_is(void **state_)
{
	(void)state_;
	maps_code(0x10000, "/bin/prog");
	map_of(100, 0x30000, 0x1000, 0, PROT_READ | PROT_WRITE, "");
	from(0, 0x10100, 0x30010, 0x10200);
	take(&stack.r.rec);
	assert_string_equal(frames(), FRAME "/bin/prog+0x3100\n");
}

static void later_mappings_win(void **state_)
{
	(void)state_;
	map_of(100, 0x10000, 0x3000, 0, PROT_EXEC, "/old");
	map_of(100, 0x11000, 0x1000, 0x8000, PROT_EXEC, "/new");
	from(0, 0x10010, 0x11010, 0x12010);
	take(&stack.r.rec);
	assert_string_equal(frames(), FRAME "/old+0x10\n" FRAME "/new+0x8010\n" FRAME "/old+0x2010\n");
	/* it calls execve */
	map_of(100, 0, UINT64_MAX, 0, 0, "");
	map_of(100, 0x12000, 0x1000, 0, PROT_EXEC, "/program");
	from(0, 0x12010, 0x10010);
	take(&stack.r.rec);
	assert_string_equal(frames(), FRAME "/program+0x10\n");
}

static void children_have_what_parents_have(void **state_)
{
	struct rec_fork f = { .rec = REC(REC_FORK, rec_fork, 200, 0), .parent_tid = 100, .parent_tgid = 100 };

	(void)state_;
	f.rec.tgid = 200;
	map_of(100, 0x10000, 0x1000, 0, PROT_EXEC, "/parent");
	take(&f.rec);
	map_of(200, 0x10000, 0x1000, 0, PROT_EXEC, "/child");
	from(0, 0x10010);
	take(&stack.r.rec);
	assert_string_equal(frames(), FRAME "/parent+0x10\n");
	from(0, 0x10010);
	stack.r.rec.tid = stack.r.rec.tgid = 200;
	take(&stack.r.rec);
	a_getpid(now / 1000 + 1);
	record.call.rec.tgid = 200;
	take_call_of(200);
	assert_non_null(strstr(taken(), FRAME "/child+0x10\n"));
}

/* The instruction of a page fault is not a return address. */
static void of_events(void **state_)
{
	struct rec_fault f = { .rec = REC(REC_FAULT, rec_fault, 100, 0), .ip = 0x20100 };

	(void)state_;
	opt.faults = FAULTS_MINOR | FAULTS_MAJOR;
	maps_code(0x20000, "//anon");
	has_symbol(100, 0x20000, 0x100, "before", "");
	has_symbol(100, 0x20100, 0x100, "itself", "");
	from(0, 0x20100, 0x20100);
	stack.r.abi = STACK_OF_EVENT;
	take(&stack.r.rec);
	take(&f.rec);
	assert_non_null(strstr(taken(), ")\n" FRAME "itself+0x0\n" FRAME "before+0x100\n"));
	/* a call may have begun earlier */
	from(0, 0x20110);
	take(&stack.r.rec);
	stack.r.abi = STACK_OF_EVENT;
	take(&stack.r.rec);
	take(&f.rec);
	taken();
	assert_string_equal(frames(), FRAME "itself+0x10\n");
}

static struct rec_signal segv(void)
{
	return (struct rec_signal){ .rec = REC(REC_SIGNAL, rec_signal, 100, 0), .signo = 11, .has = SIGNAL_INFO, .code = 1 };
}

static void signal_from(uint64_t ip, uint64_t caller)
{
	from(0, ip, caller);
	stack.r.nr = STACK_OF_SIGNAL;
	stack.r.signo = 11;
	take(&stack.r.rec);
}

/* Where it came is not a return address either. */
static void of_signals(void **state_)
{
	struct rec_signal sig = segv(), ignored = segv();

	(void)state_;
	ignored.has |= SIGNAL_IGNORED;
	maps_code(0x20000, "//anon");
	has_symbol(100, 0x20000, 0x100, "before", "");
	has_symbol(100, 0x20100, 0x100, "itself", "");
	/* a call's stack is kept meanwhile */
	from(0, 0x20110);
	take(&stack.r.rec);
	signal_from(0x20100, 0x20100);
	take(&ignored.rec);
	take(&sig.rec);
	assert_non_null(strstr(taken(), "} ---\n" FRAME "itself+0x0\n" FRAME "before+0x100\n"));
	assert_string_equal(frames(), FRAME "itself+0x10\n");
	take(&sig.rec);
	assert_null(strstr(taken(), FRAME));
	/* of one that was ignored */
	from(0, 0x20100);
	stack.r.nr = STACK_OF_IGNORED;
	stack.r.signo = 11;
	take(&stack.r.rec);
	take(&sig.rec);
	assert_null(strstr(taken(), FRAME));
	/* of another one, which was lost */
	signal_from(0x20100, 0x20100);
	sig.signo = 10;
	take(&sig.rec);
	assert_null(strstr(taken(), FRAME));
}

static void of_signals_in_json(void **state_)
{
	struct rec_signal sig = segv();

	(void)state_;
	use("json");
	signal_from(0x20100, 0x20110);
	taken();
	take(&sig.rec);
	assert_non_null(strstr(taken(), "\"si_addr\":null},\"stack\":[{\"ip\":\"0x20100\"},{\"ip\":\"0x20110\"}]}\n"));
}

/* -- Assignment to calls ------------------------------------------------------------------------------------------------------ */

static void belongs_to_one_call(void **state_)
{
	(void)state_;
	from(0, 0x10010);
	take(&stack.r.rec);
	assert_string_equal(frames(), FRAME "0x10010\n");
	assert_string_equal(frames(), "");
	/* not shown, so without a record */
	take(&stack.r.rec);
	a_read(now / 1000 + 1, now / 1000 + 2);
	take_call();
	assert_null(strstr(taken(), FRAME));
}

static void as_it_was_then(void **state_)
{
	(void)state_;
	maps_code(0x10000, "/before");
	from(0, 0x10010);
	take(&stack.r.rec);
	map_of(100, 0, UINT64_MAX, 0, 0, "");
	assert_string_equal(frames(), FRAME "/before+0x3010\n");
}

static void how_many(void **state_)
{
	(void)state_;
	opt.max_stack = 1;
	from(2, K1, K2, 0x10010, 0x10020);
	take(&stack.r.rec);
	assert_string_equal(frames(), FRAME "[kernel] 0xffffffff81000010\n" FRAME "0x10010\n");
	opt.min_stack = 3;
	take(&stack.r.rec);
	a_getpid(now / 1000 + 1);
	take_call();
	assert_nothing();
	opt.stacks = STACKS_NONE;
	opt.min_stack = 0;
	use("text");
	take(&stack.r.rec);
	a_getpid(now / 1000 + 1);
	take_call();
	assert_call(" 18000.105 ( 0.005 ms): ", "getpid()", "100");
}

static void json(void **state_)
{
	(void)state_;
	use("json");
	maps_code(0x10000, "/bin/a\"b");
	has_symbol(0, K1, 0x10, "do_it", "mod");
	from(1, K1 + 1, 0x10010);
	take(&stack.r.rec);
	taken();
	a_getpid(now / 1000 + 1);
	take_call();
	assert_non_null(strstr(taken(), "\"stack\":[{\"ip\":\"0xffffffff81000011\",\"symbol\":\"do_it\",\"offset\":1,\"module\":\"mod\",\"kernel\":true},"
		"{\"ip\":\"0x10010\",\"offset\":12304,\"module\":\"/bin/a\\\"b\",\"build_id\":\"abcd000000000000000000000000000000000000\"}]}\n"));
}

static void folded(void **state_)
{
	(void)state_;
	use("folded");
	maps_code(0x10000, "/bin/prog");
	maps_code(0x20000, "//anon");
	has_symbol(0, K1, 0x10, "do_it", "");
	has_symbol(100, 0x20000, 0x100, "a;b", "");
	from(1, K1 + 1, 0x20010, 0x10010);
	for (int i = 0; i < 2; i++) {
		take(&stack.r.rec);
		a_getpid(now / 1000 + 1);
		take_call();
	}
	session__finish(s);
	assert_lines("?;/bin/prog;a\\073b;getpid 10000\n");
}

/* -- Invalid records ---------------------------------------------------------------------------------------------------------- */

static void claims_too_much(void **state_)
{
	struct rec_symbol y = { .rec = REC(REC_SYMBOL, rec_symbol, 0, 0), .start = K1, .end = K1 + 9, .name_len = 0xffffffff, .module_len = 1 };
	struct rec_map m = { .rec = REC(REC_MAP, rec_map, 100, 0), .start = ~0ull, .len = ~0ull, .prot = PROT_EXEC, .path_len = 0xffff };

	(void)state_;
	y.rec.tgid = 0;
	take(&y.rec);
	take(&m.rec);
	m.path_len = 0;
	take(&m.rec);
	from(1, K1 + 1, 0x10010);
	stack.r.nuser = 100;
	take(&stack.r.rec);
	assert_string_equal(frames(), "");
	stack.r.nuser = 1;
	stack.r.copied = 0xfffffff8;
	take(&stack.r.rec);
	assert_string_equal(frames(), "");
	stack.r.copied = 0;
	take(&stack.r.rec);
	assert_string_equal(frames(), FRAME "[kernel] 0xffffffff81000011\n" FRAME "0x10010\n");
}

static void other_byte_order(void **state_)
{
	struct rec_symbol y = { .rec = REC(REC_SYMBOL, rec_symbol, 0, 0), .start = 0x1122334455667788, .name_len = 0x01020304 };

	(void)state_;
	from(1, 0x1122334455667788, 0x0102030405060708);
	stack.r.nkernel = __builtin_bswap16(1);
	stack.r.nuser = __builtin_bswap16(1);
	stack.r.nr = __builtin_bswap16(39);
	rec__swap(&stack.r.rec);
	assert_int_equal(stack.r.nr, 39);
	assert_int_equal(stack.r.nkernel, 1);
	assert_true(stack.r.words[0] == 0x8877665544332211 && stack.r.words[1] == 0x0807060504030201);
	stack.r.nuser = __builtin_bswap16(0xffff);	/* more than the record has: nothing beyond it is read */
	rec__swap(&stack.r.rec);
	rec__swap(&y.rec);
	assert_true(y.start == 0x8877665544332211 && y.name_len == 0x04030201);
}

#undef TEST
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup_stacks, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(names_places),
		TEST(leaves_out_tracing),
		TEST(leaves_out_tracing_programs_without_symbols),
		TEST(shows_the_tracepoint_once),
		TEST(looks_at_the_call),
		TEST(stops_where_nothing_is),
		TEST(later_mappings_win),
		TEST(children_have_what_parents_have),
		TEST(of_events),
		TEST(belongs_to_one_call),
		TEST(as_it_was_then),
		TEST(how_many),
		TEST(json),
		TEST(folded),
		TEST(claims_too_much),
		TEST(other_byte_order),
		TEST(of_signals),
		TEST(of_signals_in_json),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
