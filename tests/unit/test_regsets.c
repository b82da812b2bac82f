// SPDX-License-Identifier: BSD-2-Clause
/* test_regsets.c - sets of registers that ptrace(2) reads: layouts of each ABI, of a thread with another ABI, and sets without a known layout. */
#include "beautifiers/rows.h"
#include "record_builder.h"
#include "syscalltbl/syscalltbl.h"

enum { GETREGSET = 0x4204, SETREGSET = 0x4205 };
enum { BASE = 0x2000 };

static uint8_t memory[1024];

static const char *shown_set(enum abi abi, unsigned request, unsigned type, uint64_t room, uint64_t len, uint32_t fetched)
{
	unsigned word = abi == ABI_I386 || abi == ABI_ARM || abi == ABI_X32 ? 4 : 8;
	uint64_t args[CALL_ARGS] = { request, 7, type, 0x1000 };
	const struct row *row;
	uint8_t was[16] = { 0 }, now[16] = { 0 };
	unsigned direction = request == GETREGSET ? CHUNK_OUT : 0;

	for (unsigned i = 0; i < 4; i++) {
		bool big = abi == ABI_S390X;

		was[big ? word - 1 - i : i] = now[big ? word - 1 - i : i] = (uint8_t)(BASE >> 8 * i);
		was[word + (big ? word - 1 - i : i)] = (uint8_t)(room >> 8 * i);
		now[word + (big ? word - 1 - i : i)] = (uint8_t)(len >> 8 * i);
	}
	rec(abi, request, 7, type, 0x1000);
	chunk(3, CHUNK_OK, PART_SELF, was, 2 * word);
	chunk(3, CHUNK_OUT, PART_SELF, now, 2 * word);
	chunk_at(3, direction | (fetched < len ? CHUNK_PARTIAL : CHUNK_OK), PART_AT, BASE, memory, fetched);
	row = rows__find(abi, (unsigned)syscalltbl__nr(abi, "ptrace"));
	assert_non_null(row);
	return shown_by("text", row__resolve(row, abi, args, &names));
}

static void check(enum abi abi, unsigned type, uint64_t room, uint64_t len, const char *expected)
{
	const char *line = shown_set(abi, GETREGSET, type, room, len, (uint32_t)len);

	if (!strstr(line, expected))
		fail_msg("%s\nis not in %s", expected, line);
}

static int fill(void **state_)
{
	(void)state_;
	rows__init();
	memset(memory, 0, sizeof(memory));
	return 0;
}

static void of_each_abi(void **state_)
{
	(void)state_;
	check(ABI_X86_64, 1, 512, 216, "addr: PRSTATUS, data: {iov_base: {r15: 0, ");
	check(ABI_X86_64, 1, 512, 216, "gs: 0}, iov_len: 512 => 216}");
	check(ABI_I386, 1, 512, 68, "{iov_base: {ebx: 0, ecx: 0, edx: 0, esi: 0, edi: 0, ebp: 0, eax: 0, xds: 0, xes: 0, xfs: 0, xgs: 0, orig_eax: 0, eip: 0, xcs: 0, eflags: 0, "
	      "esp: 0, xss: 0}, iov_len: 512 => 68}");
	check(ABI_I386, 2, 512, 108, "foo: 0, fos: 0, st_space: [0, ");
	check(ABI_AARCH64, 1, 512, 272, "{iov_base: {regs: [0, ");
	check(ABI_AARCH64, 1, 512, 272, "], sp: 0, pc: 0, pstate: 0}, iov_len: 512 => 272}");
	check(ABI_AARCH64, 2, 528, 528, "fpsr: 0, fpcr: 0}, iov_len: 528}");
	check(ABI_AARCH64, 0x401, 8, 8, "addr: ARM_TLS, data: {iov_base: {tpidr: [0]}, iov_len: 8}");
	check(ABI_AARCH64, 0x404, 4, 4, "addr: ARM_SYSTEM_CALL, data: {iov_base: {syscallno: 0}, iov_len: 4}");
	check(ABI_AARCH64, 0x406, 16, 16, "{iov_base: {data_mask: 0, insn_mask: 0}, iov_len: 16}");
	check(ABI_ARM, 1, 512, 72, "{iov_base: {uregs: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}, iov_len: 512 => 72}");
	check(ABI_RISCV64, 1, 256, 256, "{iov_base: {pc: 0, ra: 0, sp: 0, ");
	check(ABI_PPC64LE, 1, 384, 384, "dsisr: 0, result: 0, ...}, iov_len: 384}");
	check(ABI_S390X, 1, 216, 216, "{iov_base: {psw.mask: 0, psw.addr: 0, gprs: [0, ");
	check(ABI_S390X, 1, 216, 216, "], orig_gpr2: 0}, iov_len: 216}");
}

/* A thread with another ABI has other registers; a program may ask for fewer than there are. */
static void of_other_threads(void **state_)
{
	(void)state_;
	check(ABI_X86_64, 1, 216, 68, "{iov_base: {ebx: 0, ");
	check(ABI_X86_64, 1, 64, 64, "{iov_base: {r15: 0, r14: 0, r13: 0, r12: 0, rbp: 0, rbx: 0, r11: 0, r10: 0}, iov_len: 64}");
	check(ABI_AARCH64, 1, 272, 72, "{iov_base: {uregs: [");
	check(ABI_AARCH64, 1, 72, 72, "{iov_base: {regs: [0, 0, 0, 0, 0, 0, 0, 0, 0]}, iov_len: 72}");
}

static void of_extended_state(void **state_)
{
	const char *line;

	(void)state_;
	memory[512] = 7;
	line = shown_set(ABI_X86_64, GETREGSET, 0x202, 4096, 832, 576);
	assert_non_null(strstr(line, "addr: X86_XSTATE, data: {iov_base: {cwd: 0, "));
	assert_non_null(strstr(line, "xstate_hdr.xfeatures: FPSSE|YMM, ...}, iov_len: 4096 => 832}"));
	line = shown_set(ABI_X86_64, GETREGSET, 0x202, 514, 514, 514);
	assert_non_null(strstr(line, "...}, iov_len: 514}"));
	assert_null(strstr(line, "xfeatures"));
	memory[512] = 0;
}

static void without_layout(void **state_)
{
	const char *line;

	(void)state_;
	memory[0] = 5;
	check(ABI_AARCH64, 0x405, 16, 16, "addr: ARM_SVE, data: {iov_base: \"\\5\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\", iov_len: 16}");
	line = shown_set(ABI_AARCH64, SETREGSET, 0x999, 8, 8, 8);
	assert_non_null(strstr(line, "addr: 0x999, data: {iov_base: \"\\5\\0\\0\\0\\0\\0\\0\\0\", iov_len: 8}"));
	/* what the kernel did not fill, and what could not be read */
	line = shown_set(ABI_X86_64, GETREGSET, 1, 216, 216, 8);
	assert_non_null(strstr(line, "{iov_base: 0x2000, iov_len: 216}"));
	memory[0] = 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_each_abi),
		cmocka_unit_test(of_other_threads),
		cmocka_unit_test(of_extended_state),
		cmocka_unit_test(without_layout),
	};

	return cmocka_run_group_tests(tests, fill, NULL);
}
