// SPDX-License-Identifier: BSD-2-Clause
/* test_specialize.c - specializing BPF programs to their constants. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sources/bpf/bpf_specialize.h"

#define FD 7
#define MAX 256

#define MOV(dst, n)        { .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = dst, .imm = n }
#define COPY(dst, src)     { .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = dst, .src_reg = src }
#define ADD(dst, n)        { .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = dst, .imm = n }
#define MEMORY(dst, from)  { .code = BPF_LD | BPF_IMM | BPF_DW, .dst_reg = dst, .src_reg = BPF_PSEUDO_MAP_VALUE, .imm = FD }, { .imm = from }
#define WIDE(dst, n)       { .code = BPF_LD | BPF_IMM | BPF_DW, .dst_reg = dst, .imm = (int)(n) }, { .imm = (int)((uint64_t)(n) >> 32) }
#define LOAD(dst, src, at) { .code = BPF_LDX | BPF_MEM | BPF_W, .dst_reg = dst, .src_reg = src, .off = at }
#define STORE(dst, at, n)  { .code = BPF_ST | BPF_MEM | BPF_DW, .dst_reg = dst, .off = at, .imm = n }
#define IF(op, dst, n, to) { .code = BPF_JMP | op | BPF_K, .dst_reg = dst, .off = to, .imm = n }
#define GOTO(to)           { .code = BPF_JMP | BPF_JA, .off = to }
#define HELPER(n)          { .code = BPF_JMP | BPF_CALL, .imm = n }
#define CALL(to)           { .code = BPF_JMP | BPF_CALL, .src_reg = BPF_PSEUDO_CALL, .imm = to }
#define EXIT               { .code = BPF_JMP | BPF_EXIT }

static const uint32_t memory[] = { 0, 1, 5, 0xffffffff };
static const struct bpf_constants constants = { .fds = { FD, -1 }, .value = memory, .size = sizeof(memory) };

struct program {
	struct bpf_insn insns[MAX];
	size_t n;
	struct bpf_func_info funcs[4];
	unsigned nfuncs;
};

static bool same(const struct bpf_insn *a, const struct bpf_insn *b)
{
	return a->code == b->code && a->dst_reg == b->dst_reg && a->src_reg == b->src_reg && a->off == b->off && a->imm == b->imm;
}

static void check(const struct bpf_insn *from, size_t n, const struct bpf_insn *want, size_t nwant)
{
	struct bpf_insn got[MAX];
	unsigned none = 0;

	memcpy(got, from, n * sizeof(*from));
	assert_int_equal(bpf_specialize__program(got, n, NULL, &none, &constants), nwant);
	for (size_t i = 0; i < nwant; i++)
		assert_true(same(&got[i], &want[i]));
}

#define CHECK(from, want) check(from, sizeof(from) / sizeof(from[0]), want, sizeof(want) / sizeof(want[0]))

static void branches_on_constants_go(void **state)
{
	static const struct bpf_insn from[] = {
		MEMORY(1, 4), LOAD(1, 1, 0), IF(BPF_JEQ, 1, 0, 2), MOV(0, 11), EXIT, MOV(0, 22), EXIT,
	}, want[] = { MOV(0, 11), EXIT };
	static const struct bpf_insn taken[] = {
		MEMORY(1, 0), LOAD(1, 1, 0), IF(BPF_JEQ, 1, 0, 2), MOV(0, 11), EXIT, MOV(0, 22), EXIT,
	}, then[] = { MOV(0, 22), EXIT };

	(void)state;
	CHECK(from, want);
	CHECK(taken, then);
}

static void loads_become_numbers(void **state)
{
	static const struct bpf_insn from[] = { MEMORY(6, 0), LOAD(0, 6, 8), EXIT }, want[] = { MOV(0, 5), EXIT };
	static const struct bpf_insn large[] = { MEMORY(6, 0), LOAD(0, 6, 12), EXIT };	/* an immediate would be negative */
	static const struct bpf_insn beyond[] = { MEMORY(6, 0), LOAD(0, 6, 16), EXIT }, before[] = { MEMORY(6, 0), LOAD(0, 6, -4), EXIT };

	(void)state;
	CHECK(from, want);
	CHECK(large, large);
	CHECK(beyond, beyond);
	CHECK(before, before);
}

#define ALU(class, op, dst, src) { .code = class | op | BPF_X, .dst_reg = dst, .src_reg = src }
#define ALU_K(class, op, dst, n) { .code = class | op | BPF_K, .dst_reg = dst, .imm = n }

static void numbers_take_the_place_of_registers(void **state)
{
	static const struct bpf_insn computed[] = { MEMORY(6, 0), LOAD(0, 6, 8), ADD(0, -1), ALU(BPF_ALU64, BPF_AND, 1, 0), COPY(0, 1), EXIT };
	static const struct bpf_insn masked[] = { ALU_K(BPF_ALU64, BPF_AND, 1, 4), COPY(0, 1), EXIT };
	static const struct bpf_insn below[] = { MOV(2, -3), ALU(BPF_ALU64, BPF_ADD, 1, 2), COPY(0, 1), EXIT };
	static const struct bpf_insn added[] = { ALU_K(BPF_ALU64, BPF_ADD, 1, -3), COPY(0, 1), EXIT };
	static const struct bpf_insn compared[] = { MOV(0, 0), MOV(2, 9), ALU(BPF_JMP, BPF_JGT, 1, 2), EXIT };
	static const struct bpf_insn with_9[] = { MOV(0, 0), IF(BPF_JGT, 1, 9, 0), EXIT };

	(void)state;
	CHECK(computed, masked);
	CHECK(below, added);
	CHECK(compared, with_9);
}

/* The kernel refuses these as immediates; or they would be other numbers. */
static void operands_that_fit_no_immediate_stay(void **state)
{
	static const struct bpf_insn by_zero[] = { MOV(2, 0), ALU(BPF_ALU64, BPF_DIV, 1, 2), COPY(0, 1), EXIT };
	static const struct bpf_insn far[] = { MOV(2, 64), ALU(BPF_ALU64, BPF_LSH, 1, 2), COPY(0, 1), EXIT };
	static const struct bpf_insn far_half[] = { MOV(2, 32), ALU(BPF_ALU, BPF_LSH, 1, 2), COPY(0, 1), EXIT };
	static const struct bpf_insn large[] = { WIDE(2, 0xfffffff0), ALU(BPF_ALU64, BPF_AND, 1, 2), COPY(0, 1), EXIT };
	static const struct bpf_insn large_half[] = { WIDE(2, 0xfffffff0), ALU(BPF_ALU, BPF_AND, 1, 2), COPY(0, 1), EXIT };
	static const struct bpf_insn small_half[] = { ALU_K(BPF_ALU, BPF_AND, 1, -16), COPY(0, 1), EXIT };

	(void)state;
	CHECK(by_zero, by_zero);
	CHECK(far, far);
	CHECK(far_half, far_half);
	CHECK(large, large);
	CHECK(large_half, small_half);
}

/* Only what is the same on all ways that may be taken is known. */
static void ways_are_joined(void **state)
{
	static const struct bpf_insn differ[] = {
		HELPER(5), MOV(6, 1), IF(BPF_JEQ, 0, 0, 1), MOV(6, 2), IF(BPF_JEQ, 6, 1, 1), MOV(0, 1), EXIT,
	};
	static const struct bpf_insn agree[] = {
		HELPER(5), MOV(6, 1), IF(BPF_JEQ, 0, 0, 1), MOV(6, 1), IF(BPF_JEQ, 6, 1, 1), MOV(0, 1), EXIT,
	}, want[] = { HELPER(5), IF(BPF_JEQ, 0, 0, 0), EXIT };

	(void)state;
	CHECK(differ, differ);
	CHECK(agree, want);
}

static void calls_forget_only_their_registers(void **state)
{
	static const struct bpf_insn from[] = {
		MOV(1, 0), MOV(6, 0), HELPER(5), IF(BPF_JEQ, 1, 0, 2), IF(BPF_JEQ, 6, 0, 1), MOV(0, 1), EXIT,
	}, want[] = { MOV(1, 0), HELPER(5), IF(BPF_JEQ, 1, 0, 0), EXIT };

	(void)state;
	CHECK(from, want);
}

static void loops_are_followed(void **state)
{
	static const struct bpf_insn loop[] = { MOV(0, 0), ADD(0, 1), IF(BPF_JNE, 0, 8, -2), EXIT };

	(void)state;
	CHECK(loop, loop);
}

static void effects_are_kept(void **state)
{
	static const struct bpf_insn from[] = { MOV(3, 9), STORE(10, -8, 4), COPY(4, 10), LOAD(5, 10, -8), MOV(0, 0), EXIT },
				     want[] = { STORE(10, -8, 4), LOAD(5, 10, -8), MOV(0, 0), EXIT };

	(void)state;
	CHECK(from, want);
}

static void functions_that_nothing_calls_go(void **state)
{
	struct program p = {
		.insns = {
			MEMORY(1, 0), LOAD(1, 1, 0), IF(BPF_JEQ, 1, 0, 1), CALL(2), CALL(4), EXIT,
			WIDE(0, 1ull << 40), EXIT,
			WIDE(0, 1ull << 41), EXIT,
		},
		.n = 13, .funcs = { { 0, 100 }, { 7, 101 }, { 10, 102 } }, .nfuncs = 3,
	};
	static const struct bpf_insn want[] = { MOV(1, 0), CALL(1), EXIT, WIDE(0, 1ull << 41), EXIT };	/* r1 may be an argument */

	(void)state;
	assert_int_equal(bpf_specialize__program(p.insns, p.n, p.funcs, &p.nfuncs, &constants), 6);
	for (size_t i = 0; i < 6; i++)
		assert_true(same(&p.insns[i], &want[i]));
	assert_int_equal(p.nfuncs, 2);
	assert_int_equal(p.funcs[0].insn_off, 0);
	assert_int_equal(p.funcs[0].type_id, 100);
	assert_int_equal(p.funcs[1].insn_off, 3);
	assert_int_equal(p.funcs[1].type_id, 102);
}

static void unknown_programs_are_left_alone(void **state)
{
	struct bpf_insn beyond[] = { GOTO(5), EXIT }, falls[] = { MOV(0, 0), MOV(1, 1) }, packet[] = { { .code = BPF_LD | BPF_ABS }, EXIT };
	unsigned none = 0;

	(void)state;
	assert_int_equal(bpf_specialize__program(beyond, 2, NULL, &none, &constants), 0);
	assert_int_equal(bpf_specialize__program(falls, 2, NULL, &none, &constants), 0);
	assert_int_equal(bpf_specialize__program(packet, 2, NULL, &none, &constants), 0);
	assert_int_equal(beyond[0].off, 5);
	assert_int_equal(falls[1].imm, 1);
}

/* -- Random programs, executed as they are and specialized ------------------------------------------------------------ */

#define ADDRESS 0x10000ull	/* of the memory, for the interpreter */

static uint64_t seed;

static unsigned any(unsigned n)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(seed >> 33) % n;
}

static uint64_t computed(unsigned op, uint64_t a, uint64_t b, bool half)
{
	uint64_t x = half ? (uint32_t)a : a, y = half ? (uint32_t)b : b, z = 0;

	switch (op) {
	case BPF_MOV: z = y; break;
	case BPF_ADD: z = x + y; break;
	case BPF_SUB: z = x - y; break;
	case BPF_MUL: z = x * y; break;
	case BPF_AND: z = x & y; break;
	case BPF_OR: z = x | y; break;
	case BPF_XOR: z = x ^ y; break;
	case BPF_LSH: z = x << (y & (half ? 31 : 63)); break;
	case BPF_RSH: z = x >> (y & (half ? 31 : 63)); break;
	case BPF_ARSH: z = half ? (uint64_t)((int32_t)x >> (y & 31)) : (uint64_t)((int64_t)x >> (y & 63)); break;
	}
	return half ? (uint32_t)z : z;
}

static bool holds(unsigned op, uint64_t a, uint64_t b, bool half)
{
	uint64_t x = half ? (uint32_t)a : a, y = half ? (uint32_t)b : b;
	int64_t sx = half ? (int32_t)a : (int64_t)a, sy = half ? (int32_t)b : (int64_t)b;

	switch (op) {
	case BPF_JEQ: return x == y;
	case BPF_JNE: return x != y;
	case BPF_JGT: return x > y;
	case BPF_JGE: return x >= y;
	case BPF_JLT: return x < y;
	case BPF_JLE: return x <= y;
	case BPF_JSET: return x & y;
	case BPF_JSGT: return sx > sy;
	case BPF_JSGE: return sx >= sy;
	case BPF_JSLT: return sx < sy;
	case BPF_JSLE: return sx <= sy;
	}
	return true;		/* BPF_JA */
}

/* Executes a program without calls; its loads are from the memory. Returns r0, and what was stored in *stored. */
static uint64_t execute(const struct bpf_insn *i, uint64_t input, uint64_t *stored)
{
	uint64_t r[11] = { 0, input, input >> 7, input << 9, ~input };

	for (unsigned steps = 0; steps < 10000; steps++, i++) {
		bool half = BPF_CLASS(i->code) == BPF_ALU || BPF_CLASS(i->code) == BPF_JMP32;
		uint64_t b = BPF_SRC(i->code) == BPF_X ? r[i->src_reg] : (uint64_t)(int64_t)i->imm;

		switch (BPF_CLASS(i->code)) {
		case BPF_ALU: case BPF_ALU64:
			r[i->dst_reg] = computed(BPF_OP(i->code), r[i->dst_reg], b, half);
			break;
		case BPF_LD:
			r[i->dst_reg] = i->src_reg ? ADDRESS + (uint32_t)i[1].imm : (uint32_t)i[0].imm | (uint64_t)(uint32_t)i[1].imm << 32;
			i++;
			break;
		case BPF_LDX:
			r[i->dst_reg] = memory[(r[i->src_reg] + i->off - ADDRESS) / 4];
			break;
		case BPF_STX:
			*stored = *stored * 31 + r[i->src_reg];
			break;
		case BPF_JMP: case BPF_JMP32:
			if (BPF_OP(i->code) == BPF_EXIT)
				return r[0];
			i += holds(BPF_OP(i->code), r[i->dst_reg], b, half) ? i->off : 0;
			break;
		}
	}
	fail_msg("the program does not end");
	return 0;
}

/* r6 is only used as an address. */
static unsigned any_reg(void)
{
	return any(6);
}

static void put_alu(struct bpf_insn *i)
{
	static const uint8_t ops[] = { BPF_MOV, BPF_MOV, BPF_ADD, BPF_SUB, BPF_MUL, BPF_AND, BPF_OR, BPF_XOR, BPF_LSH, BPF_RSH, BPF_ARSH };

	i->code = (any(2) ? BPF_ALU : BPF_ALU64) | ops[any(sizeof(ops))] | (any(2) ? BPF_X : BPF_K);
	i->dst_reg = any_reg();
	i->src_reg = BPF_SRC(i->code) == BPF_X ? any_reg() : 0;
	i->imm = BPF_SRC(i->code) == BPF_X ? 0 : (int)any(9) - 4;
}

/* Forwards, to an instruction before `end` where the random ones begin with `at` + 1. */
static void put_jump(struct bpf_insn *i, unsigned left)
{
	static const uint8_t ops[] = { BPF_JEQ, BPF_JNE, BPF_JGT, BPF_JGE, BPF_JLT, BPF_JLE, BPF_JSET, BPF_JSGT, BPF_JSGE, BPF_JSLT, BPF_JSLE };

	i->code = (any(2) ? BPF_JMP : BPF_JMP32) | ops[any(sizeof(ops))] | (any(2) ? BPF_X : BPF_K);
	if (!any(8))
		i->code = BPF_JMP | BPF_JA;
	else
		i->dst_reg = any_reg();
	i->src_reg = BPF_SRC(i->code) == BPF_X ? any_reg() : 0;
	i->imm = BPF_SRC(i->code) == BPF_X || BPF_OP(i->code) == BPF_JA ? 0 : (int)any(9) - 4;
	i->off = any(left < 6 ? left : 6) * 3;
}

/* Instructions come in threes, so that jumps do not lead into wide ones: one of any kind, and one or two to fill up. */
static size_t make_program(struct bpf_insn *to)
{
	unsigned threes = 20 + any(40);
	size_t n = 0;

	for (unsigned i = 0; i < threes; i++, n += 3) {
		struct bpf_insn *at = &to[n];

		memset(at, 0, 3 * sizeof(*at));
		switch (any(6)) {
		case 0: case 1:
			at[0] = at[2] = (struct bpf_insn){ .code = BPF_STX | BPF_MEM | BPF_DW, .dst_reg = 10, .src_reg = any_reg() };
			put_alu(&at[1]);
			break;
		case 2:
			memcpy(at, (struct bpf_insn[]){ MEMORY(6, (int)any(2) * 4) }, 2 * sizeof(*at));
			at[2] = (struct bpf_insn)LOAD(any_reg(), 6, (int)any(3) * 4);
			break;
		case 3:
			memcpy(at, (struct bpf_insn[]){ WIDE(any_reg(), any(5)) }, 2 * sizeof(*at));
			put_alu(&at[2]);
			break;
		default:
			put_alu(&at[0]);
			put_alu(&at[1]);
			put_jump(&at[2], threes - i);
			break;
		}
	}
	to[n] = (struct bpf_insn)EXIT;
	return n + 1;
}

static void random_programs_do_the_same(void **state)
{
	size_t shorter = 0;

	(void)state;
	for (unsigned i = 0; i < 20000; i++) {
		struct bpf_insn before[MAX], after[MAX];
		unsigned none = 0;
		size_t n, left;

		seed = i;
		n = make_program(before);
		memcpy(after, before, n * sizeof(*before));
		left = bpf_specialize__program(after, n, NULL, &none, &constants);
		assert_in_range(left, 1, n);
		shorter += left < n * 3 / 4;
		for (uint64_t input = 0; input < 6; input++) {
			uint64_t in = input * input * 0x4000000180000001ull, a = 0, b = 0;

			assert_int_equal(execute(before, in, &a), execute(after, in, &b));
			assert_int_equal(a, b);
		}
	}
	assert_in_range(shorter, 2000, 20000);	/* most have something to remove */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(branches_on_constants_go),
		cmocka_unit_test(loads_become_numbers),
		cmocka_unit_test(numbers_take_the_place_of_registers),
		cmocka_unit_test(operands_that_fit_no_immediate_stay),
		cmocka_unit_test(ways_are_joined),
		cmocka_unit_test(calls_forget_only_their_registers),
		cmocka_unit_test(loops_are_followed),
		cmocka_unit_test(effects_are_kept),
		cmocka_unit_test(functions_that_nothing_calls_go),
		cmocka_unit_test(unknown_programs_are_left_alone),
		cmocka_unit_test(random_programs_do_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
