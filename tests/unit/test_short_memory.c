// SPDX-License-Identifier: BSD-2-Clause
/* test_short_memory.c - memory of which less was captured than the structure has: bytes that tests/fuzz/fuzz_shapes found. */
#include <linux/btrfs.h>
#include <linux/icmp.h>
#include <linux/io_uring.h>
#include <linux/keyctl.h>
#include <linux/ptp_clock.h>
#include <linux/sched.h>
#include <linux/sched/types.h>
#include <sys/socket.h>

#include "beautifiers/rows.h"
#include "record_builder.h"
#include "syscalltbl/syscalltbl.h"

static uint8_t bytes[256];

/* The row of a call with the arguments of the record. */
static const struct row *row_of(const char *name)
{
	const struct row *row = rows__find(record.call.abi, (unsigned)syscalltbl__nr(record.call.abi, name));
	uint64_t args[CALL_ARGS] = { 0 };

	assert_non_null(row);
	memcpy(args, record.call.args, record.call.nargs * sizeof(args[0]));
	return row__resolve(row, record.call.abi, args, &names);
}

static void clock_offsets(void **state_)
{
	(void)state_;
	rec(ABI_X86_64, 5, PTP_SYS_OFFSET_PRECISE, 0x1000);
	chunk(2, CHUNK_OUT | CHUNK_PARTIAL, PART_SELF, bytes, 13);
	assert_shown(row_of("ioctl"), "ioctl(fd: 5, cmd: PTP_SYS_OFFSET_PRECISE, arg: {...}) = 0");
}

static void filters_of_icmp(void **state_)
{
	static const uint8_t set[] = { 0x05, 0, 0, 0 };

	(void)state_;
	rec(ABI_X86_64, 5, 255, ICMP_FILTER, 0x1000, 4);
	chunk(3, CHUNK_PARTIAL, PART_SELF, set, 1);
	assert_shown(row_of("setsockopt"), "setsockopt(fd: 5, level: RAW, optname: ICMP_FILTER, optval: \"\\5\", optlen: 4) = 0");
	rec(ABI_X86_64, 5, 255, ICMP_FILTER, 0x1000, 4);
	chunk(3, CHUNK_OK, PART_SELF, set, 4);
	assert_shown(row_of("setsockopt"), "setsockopt(fd: 5, level: RAW, optname: ICMP_FILTER, optval: [ECHOREPLY 0x2], optlen: 4) = 0");
}

/* Formats other than strace's have no comments. */
static void unknown_restrictions(void **state_)
{
	static const uint8_t unknown[16] = { 9, 0, 8 };

	(void)state_;
	rec(ABI_X86_64, 5, IORING_REGISTER_RESTRICTIONS, 0x1000, 1);
	chunk(2, CHUNK_OK, PART_SELF, unknown, sizeof(unknown));
	assert_shown(row_of("io_uring_register"), "io_uring_register(fd: 5, opcode: REGISTER_RESTRICTIONS, arg: [{opcode: 0x9, op: 0x8}], nr_args: 1) = 0");
	assert_non_null(strstr(shown_by("json", row_of("io_uring_register")), "\"op\":8"));
}

/* Which of two forms a field has is in a field behind it. */
static void conditions_behind(void **state_)
{
	struct clone_args args = { .set_tid = 0x2000, .set_tid_size = 1, .exit_signal = 17 };
	struct { uint64_t hashname, otherinfo; uint32_t otherinfolen, spare[8]; } kdf = { .otherinfo = 0x3000, .otherinfolen = 4 };

	(void)state_;
	rec(ABI_X86_64, 0x1000, 88);
	chunk(0, CHUNK_PARTIAL, PART_SELF, &args, 72);
	assert_null(strstr(shown(row_of("clone3")), "set_tid"));
	rec(ABI_X86_64, KEYCTL_DH_COMPUTE, 0x1000, 0x2000, 16, 0x4000);
	chunk(4, CHUNK_PARTIAL, PART_SELF, &kdf, 17);
	assert_null(strstr(shown(row_of("keyctl")), "otherinfo"));
}

/* The kernel's size of a structure that it refused, and what it filled of one that it divides with the program */
static void filled(void **state_)
{
	struct sched_attr attr = { .size = 48 };

	(void)state_;
	rec(ABI_X86_64, 1, 0x1000, 0);
	returns(-7);
	chunk(1, CHUNK_OK, PART_SELF, &attr, 48);
	chunk(1, CHUNK_OUT | CHUNK_PARTIAL, PART_SELF, "\x38\0", 2);
	assert_null(strstr(shown(row_of("sched_setattr")), "56"));
	rec(ABI_X86_64, 5, BTRFS_IOC_ENCODED_READ, 0x1000);
	chunk(2, CHUNK_OK, PART_SELF, bytes, 128);
	chunk(2, CHUNK_OUT | CHUNK_PARTIAL, PART_SELF, bytes, 3);
	assert_non_null(strstr(shown(row_of("ioctl")), "ENCODED_READ"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clock_offsets), cmocka_unit_test(filters_of_icmp), cmocka_unit_test(unknown_restrictions),
		cmocka_unit_test(conditions_behind), cmocka_unit_test(filled),
	};

	rows__init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
