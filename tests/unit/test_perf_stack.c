// SPDX-License-Identifier: BSD-2-Clause
/* test_perf_stack.c - samples with registers and stack memory, whole and cut, and their records. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <linux/perf_event.h>

#include "config/option_values.h"
#include "sources/perf/perf_pair.h"
#include "sources/perf/perf_queue.h"
#include "sources/perf/perf_stack.h"

#define WORDS 256

/* A record of the ring, written by words. */
static struct {
	uint64_t words[WORDS];
	size_t n;
} rec;
static struct perf_kind kinds[2];
static struct perf_open calls;
static struct options opt;

static void put(uint64_t word)
{
	assert_true(rec.n < WORDS);
	rec.words[rec.n++] = word;
}

static size_t end_record(void)
{
	struct perf_event_header h = { .type = PERF_RECORD_SAMPLE, .size = (uint16_t)(8 * rec.n) };

	memcpy(rec.words, &h, sizeof(h));
	return 8 * rec.n;
}

/* Up to the tracepoint's own record: thread 7 of process 5, 100 ns, CPU 1, a chain of the kernel's 0x…10 and a program's. */
static void begin_record(unsigned nuser)
{
	rec.n = 0;
	put(0);
	put(7ull << 32 | 5);
	put(100);
	put(1);
	put(3 + nuser);
	put((uint64_t)PERF_CONTEXT_KERNEL);
	put(0xffffffff81000010);
	put((uint64_t)PERF_CONTEXT_USER);
	for (unsigned i = 0; i < nuser; i++)
		put(0x1000 + i);
	put(12 | 0xabcull << 32);	/* length, and the first bytes */
	put(0);
}

/* The sample type for calls. */
static int setup(void **state)
{
	const uint64_t type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_RAW;

	(void)state;
	memset(kinds, 0, sizeof(kinds));
	kinds[0].attr.sample_type = kinds[1].attr.sample_type = type;
	calls = (struct perf_open){ .kinds = kinds, .nkinds = 2, .attr.sample_type = type };
	opt = (struct options){ .stacks = STACKS_DWARF, .stack_copy = 64, .max_stack = STACK_FRAMES };
	return 0;
}

/* Each register is 0x100 plus perf's number of it; the stack pointer is 0x7000. */
static void put_regs(unsigned sp)
{
	put(PERF_SAMPLE_REGS_ABI_64);
	for (unsigned i = 0; i < 64; i++)
		if (calls.attr.regs_user >> i & 1)
			put(i == sp ? 0x7000 : 0x100 + i);
}

static void put_memory(unsigned room, uint64_t used)
{
	put(room);
	for (unsigned i = 0; i < room / 8; i++)
		put(0xaa00 + i);
	if (room)
		put(used);
}

static struct rec_stack *made(unsigned max)
{
	return perf_stack__of_record((const uint8_t *)rec.words, end_record(), &calls.attr, max);
}

#if defined(__x86_64__)
#include <asm/perf_regs.h>
#define SP PERF_REG_X86_SP
#define NREGS 17
/* System V ABI, AMD64 supplement, table "DWARF Register Number Mapping" */
static const unsigned in_dwarf[] = { [0] = PERF_REG_X86_AX, [1] = PERF_REG_X86_DX, [4] = PERF_REG_X86_SI, [6] = PERF_REG_X86_BP,
				     [8] = PERF_REG_X86_R8, [15] = PERF_REG_X86_R15, [16] = PERF_REG_X86_IP };
static const unsigned looked_at[] = { 0, 1, 4, 6, 8, 15, 16 }, dwarf_sp = 7;
#elif defined(__aarch64__)
#include <asm/perf_regs.h>
#define SP PERF_REG_ARM64_SP
#define NREGS 33
static const unsigned in_dwarf[] = { [0] = PERF_REG_ARM64_X0, [29] = PERF_REG_ARM64_X29, [30] = PERF_REG_ARM64_LR, [32] = PERF_REG_ARM64_PC };
static const unsigned looked_at[] = { 0, 29, 30, 32 }, dwarf_sp = 31;
#endif

static void frame_pointers_need_no_more_than_a_chain(void **state)
{
	struct rec_stack *r;

	(void)state;
	opt.stacks = STACKS_FP;
	perf_stack__ask(&calls, &opt);
	assert_true(calls.attr.sample_type & PERF_SAMPLE_CALLCHAIN);
	assert_false(calls.attr.sample_type & (PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER));
	begin_record(2);
	r = made(STACK_FRAMES);
	assert_non_null(r);
	assert_int_equal(r->rec.type, REC_STACK);
	assert_int_equal(r->rec.tid, 7);
	assert_int_equal(r->rec.tgid, 5);
	assert_int_equal(r->rec.ts, 100);
	assert_int_equal(r->rec.cpu, 1);
	assert_int_equal(r->nkernel, 1);
	assert_int_equal(r->nuser, 2);
	assert_int_equal(r->nregs, 0);
	assert_int_equal(r->rec.len, sizeof(*r) + 3 * 8);
	assert_int_equal(r->words[0], 0xffffffff81000010);
	assert_int_equal(r->words[2], 0x1001);
	free(r);
}

static void both_kinds_of_events_are_laid_out_alike(void **state)
{
	(void)state;
	perf_stack__ask(&calls, &opt);
	assert_true(kinds[1].attr.sample_type & PERF_SAMPLE_CALLCHAIN);
	assert_true(kinds[1].attr.exclude_callchain_kernel && kinds[1].attr.exclude_callchain_user);
	assert_false(kinds[1].attr.sample_type & PERF_SAMPLE_STACK_USER);
	assert_int_equal(kinds[0].attr.sample_type, calls.attr.sample_type);
	assert_int_equal(kinds[0].attr.sample_regs_user, calls.attr.regs_user);
	assert_int_equal(kinds[0].attr.sample_stack_user, 64);
	begin_record(2);
	free(made(STACK_FRAMES));	/* complete without registers and memory */
}

static void registers_have_their_numbers_in_dwarf(void **state)
{
	struct rec_stack *r;

	(void)state;
	perf_stack__ask(&calls, &opt);
	begin_record(1);
	put_regs(SP);
	put_memory(64, 64);
	r = made(STACK_FRAMES);
	assert_non_null(r);
	assert_int_equal(r->nregs, NREGS);
	for (unsigned i = 0; i < sizeof(looked_at) / sizeof(looked_at[0]); i++)
		assert_int_equal(r->words[2 + looked_at[i]], 0x100 + in_dwarf[looked_at[i]]);
	assert_int_equal(r->words[2 + dwarf_sp], 0x7000);
	assert_int_equal(r->sp, 0x7000);
	assert_int_equal(r->copied, 64);
	assert_int_equal(r->words[2 + NREGS], 0xaa00);
	assert_int_equal(r->words[2 + NREGS + 7], 0xaa07);
	assert_int_equal(r->rec.len, sizeof(*r) + (2 + NREGS) * 8 + 64);
	free(r);
}

static void copied_memory_ends_with_a_whole_word(void **state)
{
	struct rec_stack *r;

	(void)state;
	perf_stack__ask(&calls, &opt);
	begin_record(1);
	put_regs(SP);
	put_memory(64, 29);
	r = made(STACK_FRAMES);
	assert_int_equal(r->copied, 24);
	assert_int_equal(r->rec.len, sizeof(*r) + (2 + NREGS) * 8 + 24);
	free(r);
}

static void as_many_addresses_are_taken_as_wanted(void **state)
{
	struct rec_stack *r;

	(void)state;
	opt.stacks = STACKS_FP;
	perf_stack__ask(&calls, &opt);
	begin_record(20);
	r = made(3);
	assert_int_equal(r->nkernel, 1);
	assert_int_equal(r->nuser, 3);
	assert_int_equal(r->words[3], 0x1002);
	free(r);
}

/* Parses the record, which must not read beyond it: run with SAN=address. Returns whether it had memory. */
static bool takes_memory(void)
{
	size_t len = end_record();
	uint8_t *bytes = malloc(len);	/* so that SAN=address detects reads beyond it */
	struct rec_stack *r;
	bool has;

	assert_non_null(bytes);
	memcpy(bytes, rec.words, len);
	r = perf_stack__of_record(bytes, len, &calls.attr, STACK_FRAMES);
	assert_non_null(r);		/* the chain is complete */
	assert_int_equal(r->nuser, 2);
	has = r->nregs || r->copied || r->sp;
	free(r);
	free(bytes);
	return has;
}

static void what_is_not_whole_is_not_taken(void **state)
{
	(void)state;
	perf_stack__ask(&calls, &opt);
	begin_record(2);
	put_regs(SP);
	put_memory(64, 64);
	assert_true(takes_memory());
	rec.n--;			/* the length in use */
	assert_false(takes_memory());
	rec.n -= 4;
	assert_false(takes_memory());
	begin_record(2);
	put_regs(SP);
	assert_false(takes_memory());
	rec.n -= 2;
	assert_false(takes_memory());
	begin_record(2);
	put_regs(SP);
	put_memory(64, 65);		/* more than the record has */
	assert_false(takes_memory());
	begin_record(2);
	put_regs(SP);
	put(UINT64_MAX - 7);		/* a length beyond the address space */
	assert_false(takes_memory());
	begin_record(2);
	put(PERF_SAMPLE_REGS_ABI_NONE);	/* a thread of the kernel */
	put_memory(0, 0);
	assert_false(takes_memory());
}

static void registers_of_32_bits_are_passed_over(void **state)
{
	(void)state;
	perf_stack__ask(&calls, &opt);
	begin_record(2);
	put_regs(SP);
	for (size_t i = 0; i < rec.n; i++)	/* the word before the registers */
		if (rec.words[i] == PERF_SAMPLE_REGS_ABI_64 && i + NREGS + 1 == rec.n)
			rec.words[i] = PERF_SAMPLE_REGS_ABI_32;
	put_memory(64, 64);
	assert_false(takes_memory());
}

/* -- Stacks before calls ------------------------------------------------------------------------------------------------ */

static struct pair pair;

static struct pair_event enters(uint64_t ts, int32_t nr)
{
	perf_stack__ask(&calls, &opt);
	begin_record(2);
	return (struct pair_event){ .ts = ts, .tid = 7, .tgid = 5, .cpu = 1, .kind = PAIR_ENTER, .origin = PAIR_RAW, .nr = nr,
				    .stack = made(STACK_FRAMES) };
}

static void stack_comes_before_its_call_and_says_which(void **state)
{
	struct pair_event e = enters(100, 39 | SYSCALL_X32_BIT);
	const struct rec_stack *r;

	(void)state;
	pair__set_abi(&pair, ABI_X86_64);
	assert_int_equal(pair__event(&pair, &e), 0);
	assert_null(e.stack);
	assert_int_equal(pair__next(&pair)->type, REC_START);
	r = (const struct rec_stack *)pair__next(&pair);
	assert_non_null(r);
	assert_int_equal(r->rec.type, REC_STACK);
	assert_int_equal(r->rec.ts, 100);
	assert_int_equal(r->rec.tid, 7);
	assert_int_equal(r->nr, 39);
	assert_int_equal(r->abi, ABI_X32);
	assert_int_equal(r->nuser, 2);
	assert_int_equal(r->words[1], 0x1000);
	assert_null(pair__next(&pair));
	pair__close(&pair);
}

static void stacks_that_wait_are_counted(void **state)
{
	struct perf_queue q = { 0 };
	struct pair_event e = enters(100, 39), bare = { .ts = 90 };
	size_t len = e.stack->rec.len, before;

	(void)state;
	assert_int_equal(perf_queue__push(&q, &bare), 0);
	before = q.bytes;
	assert_int_equal(perf_queue__push(&q, &e), 0);
	assert_null(e.stack);
	assert_int_equal(q.bytes, 2 * before + len);
	assert_true(perf_queue__pop(&q, 100, &e));
	assert_true(perf_queue__pop(&q, 100, &e));
	assert_int_equal(q.bytes, 0);
	assert_non_null(e.stack);
	pair_event__drop(&e);
	e = enters(100, 39);
	assert_int_equal(perf_queue__push(&q, &e), 0);
	perf_queue__close(&q);		/* frees it */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(frame_pointers_need_no_more_than_a_chain, setup),
		cmocka_unit_test_setup(both_kinds_of_events_are_laid_out_alike, setup),
		cmocka_unit_test_setup(registers_have_their_numbers_in_dwarf, setup),
		cmocka_unit_test_setup(copied_memory_ends_with_a_whole_word, setup),
		cmocka_unit_test_setup(as_many_addresses_are_taken_as_wanted, setup),
		cmocka_unit_test_setup(what_is_not_whole_is_not_taken, setup),
		cmocka_unit_test_setup(registers_of_32_bits_are_passed_over, setup),
		cmocka_unit_test_setup(stack_comes_before_its_call_and_says_which, setup),
		cmocka_unit_test_setup(stacks_that_wait_are_counted, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
