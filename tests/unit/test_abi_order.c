// SPDX-License-Identifier: BSD-2-Clause
/* test_abi_order.c - calls of every ABI, in recordings of other machines: byte order, and order and splitting of arguments. */
#include "abi_builder.h"

/* -- Byte order ------------------------------------------------------------------------------------------ */

static const enum abi both_orders[] = { ABI_X86_64, ABI_S390X };

static void addresses_in_either_order(void **state_)
{
	(void)state_;
	for (unsigned i = 0; i < COUNT(both_orders); i++) {
		calls(both_orders[i], "connect", 4, 0x1000, 16);
		put(2, 2);
		memcpy(mem + 2, "\x1f\x90\x7f\0\0\1\0\0\0\0\0\0\0\0", 14);	/* port 8080 and 127.0.0.1, in network byte order */
		mem_len = 16;
		behind(1, CHUNK_OK);
		shows("connect(fd: 4, uservaddr: {sa_family: INET, sin_port: 8080, sin_addr: \"127.0.0.1\"}, addrlen: 16) = 0");
	}
	calls(ABI_X86_64, "socket", 17, 3, 0x0300);	/* htons(ETH_P_ALL) */
	returns(4);
	shows("socket(family: PACKET, type: RAW, protocol: ALL) = 4");
	calls(ABI_S390X, "socket", 17, 3, 0x0003);
	returns(4);
	shows("socket(family: PACKET, type: RAW, protocol: ALL) = 4");
}

static void vectors_in_either_order(void **state_)
{
	(void)state_;
	for (unsigned i = 0; i < COUNT(both_orders); i++) {
		calls(both_orders[i], "writev", 4, 0x1000, 2);
		put_fields({ 0x2000, 8 }, { 5, 8 }, { 0x3000, 8 }, { 2, 8 });
		behind(1, CHUNK_OK);
		chunk_at(1, CHUNK_OK, PART_DATA | 0, 0x2000, "hello", 5);
		chunk_at(1, CHUNK_OK, PART_DATA | 1, 0x3000, ", ", 2);
		returns(7);
		shows("writev(fd: 4, vec: [{iov_base: \"hello\", iov_len: 5}, {iov_base: \", \", iov_len: 2}], vlen: 2) = 7");

		calls(both_orders[i], "sendmsg", 4, 0x1000, 0x4000);
		put_fields({ 0, 8 }, { 0, 4 }, { 0, 4 }, { 0x2000, 8 }, { 1, 8 }, { 0, 8 }, { 0, 8 }, { 0, 4 }, { 0, 4 });
		behind(1, CHUNK_OK);
		put_fields({ 0x3000, 8 }, { 2, 8 });
		behind_at(1, CHUNK_OK, PART_IOV, 0x2000);
		chunk_at(1, CHUNK_OK, PART_DATA, 0x3000, "ab", 2);
		returns(2);
		shows("sendmsg(fd: 4, msg: {msg_name: NULL, msg_namelen: 0, msg_iov: [{iov_base: \"ab\", iov_len: 2}], msg_iovlen: 1, "
		      "msg_control: NULL, msg_controllen: 0, msg_flags: 0}, flags: NOSIGNAL) = 2");

		calls(both_orders[i], "execve", 0x1000, 0x2000, 0x3000);
		string(0, "/bin/sh");
		put(2, 8);
		behind(1, CHUNK_OK);
		chunk_at(1, CHUNK_OK, PART_STR | 0, 0x2100, "sh", 2);
		chunk_at(1, CHUNK_OK, PART_STR | 1, 0x2200, "-c", 2);
		put(17, 8);
		behind(2, CHUNK_OK);
		shows("execve(filename: \"/bin/sh\", argv: [\"sh\", \"-c\"], envp: 0x3000 /* 17 vars */) = 0");
	}
}

static void numbers_in_either_order(void **state_)
{
	(void)state_;
	for (unsigned i = 0; i < COUNT(both_orders); i++) {
		calls(both_orders[i], "pipe2", 0x1000, 0);
		put_fields({ 3, 4 }, { 4, 4 });
		behind(0, CHUNK_OUT);
		shows("pipe2(fildes: [3</tmp>, 4], flags: 0) = 0");

		calls(both_orders[i], "wait4", (uint32_t)-1, 0x1000, 0, 0);
		put(3 << 8, 4);
		behind(1, CHUNK_OUT);
		returns(42);
		shows("wait4(upid: -1, stat_addr: {exited: 3}, options: 0, ru: NULL) = 42<sh>");

		calls(both_orders[i], "pselect6", 70, 0x1000, 0, 0, 0x2000, 0);
		put_fields({ UINT64_C(1) << 3, 8 }, { 1 << 5, 8 });
		behind(1, CHUNK_OK);
		put_fields({ 1, 8 }, { 500, 8 });
		behind(4, CHUNK_OK);
		shows("pselect6(n: 70, inp: [3</tmp> 69], outp: NULL, exp: NULL, tsp: {tv_sec: 1, tv_nsec: 500}, sig: NULL) = 0 (Timeout)");

		calls(both_orders[i], "getdents64", 4, 0x1000, 1024);
		put_fields({ 7, 8 }, { 1, 8 }, { 24, 2 }, { 8, 1 });
		put_text("file", 5);
		behind(1, CHUNK_OUT);
		returns(24);
		shows("getdents64(fd: 4, dirent: [{d_type: REG, d_name: \"file\", ...}], count: 1024) = 24");

		calls(both_orders[i], "rt_sigprocmask", 0, 0x1000, 0, 8);
		put(UINT64_C(1) << 33 | 1 << 1, 8);
		behind(1, CHUNK_OK);
		shows("rt_sigprocmask(how: BLOCK, nset: [INT RT_2], oset: NULL, sigsetsize: 8) = 0");

		calls(both_orders[i], "rt_sigqueueinfo", 42, 10, 0x1000);
		put_fields({ 10, 4 }, { 0, 4 }, { (uint32_t)-1, 4 }, { 0, 4 }, { 43, 4 }, { 1000, 4 }, { UINT64_C(0x700000007), 8 });
		mem_len = 128;
		behind(2, CHUNK_OK);
		shows("rt_sigqueueinfo(pid: 42<sh>, sig: USR1, uinfo: {si_signo: USR1, si_code: QUEUE, si_pid: 43, si_uid: 1000, "
		      "si_int: 7, si_ptr: 0x700000007}) = 0");
	}
}

/* Fields after a signal's number have the traced machine's layout. */
static void signals_in_either_order(void **state_)
{
	struct rec_signal sig = { .rec = { .len = sizeof(sig), .type = REC_SIGNAL }, .signo = 11, .code = 1, .has = 1 };

	(void)state_;
	for (unsigned i = 0; i < COUNT(both_orders); i++) {
		calls(both_orders[i], "getpid", 0);
		put(0x7f0012345678, 8);
		memset(sig.fields, 0, sizeof(sig.fields));
		memcpy(sig.fields, mem, mem_len);
		assert_non_null(strstr(shown_signal(&sig), "si_addr: 0x7f0012345678"));
	}
}

/* -- Arguments ------------------------------------------------------------------------------------------- */

#define CLONE_BITS 0x01200011	/* CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | SIGCHLD */
#define THREAD_BITS 0x00180000	/* CLONE_SETTLS | CLONE_PARENT_SETTID */

static void clone_has_the_abis_order(void **state_)
{
	(void)state_;
	for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
		bool x86_64 = abi == ABI_X86_64 || abi == ABI_X32;

		if (abi == ABI_S390X)
			calls(abi, "clone", 0, CLONE_BITS, 0, 0x3000, 0x4000);
		else if (x86_64)
			calls(abi, "clone", CLONE_BITS, 0, 0, 0x3000, 0x4000);
		else
			calls(abi, "clone", CLONE_BITS, 0, 0, 0x4000, 0x3000);
		returns(42);
		shows(abi == ABI_S390X ? "clone(newsp: NULL, clone_flags: CHILD_CLEARTID|CHILD_SETTID|SIGCHLD, child_tidptr: 0x3000) = 42<sh>" :
		      "clone(clone_flags: CHILD_CLEARTID|CHILD_SETTID|SIGCHLD, newsp: NULL, child_tidptr: 0x3000) = 42<sh>");
	}
	calls(ABI_AARCH64, "clone", THREAD_BITS, 0x5000, 0x2000, 0x4000, 0x3000);
	put(42, 4);
	behind(2, CHUNK_OUT);
	returns(42);
	shows("clone(clone_flags: SETTLS|PARENT_SETTID, newsp: 0x5000, parent_tidptr: [42<sh>], tls: 0x4000) = 42<sh>");
	calls(ABI_S390X, "clone", 0x5000, THREAD_BITS, 0x2000, 0x3000, 0x4000);
	put(42, 4);
	behind(2, CHUNK_OUT);
	returns(42);
	shows("clone(newsp: 0x5000, clone_flags: SETTLS|PARENT_SETTID, parent_tidptr: [42<sh>], tls: 0x4000) = 42<sh>");
}

static void arm_aligns_pairs(void **state_)
{
	(void)state_;
	calls(ABI_ARM, "pread64", 4, 0x1000, 2, 0xdead, 8, 1);
	chunk(1, CHUNK_OUT, PART_SELF, "ab", 2);
	returns(2);
	shows("pread64(fd: 4, buf: \"ab\", count: 2, pos: 4294967304) = 2");
	calls(ABI_I386, "pread64", 4, 0x1000, 2, 8, 1);
	chunk(1, CHUNK_OUT, PART_SELF, "ab", 2);
	returns(2);
	shows("pread64(fd: 4, buf: \"ab\", count: 2, pos: 4294967304) = 2");
	calls(ABI_ARM, "ftruncate64", 4, 0xdead, 8, 1);
	shows("ftruncate64(fd: 4, length: 4294967304) = 0");
	calls(ABI_ARM, "arm_fadvise64_64", 4, 4, 8, 1, 16, 0);
	shows("arm_fadvise64_64(fd: 4, advice: DONTNEED, offset: 4294967304, len: 16) = 0");
	calls(ABI_ARM, "arm_sync_file_range", 4, 2, 8, 1, 16, 0);
	shows("arm_sync_file_range(fd: 4, flags: WRITE, offset: 4294967304, nbytes: 16) = 0");
	calls(ABI_ARM, "fallocate", 4, 0, 8, 1, 16, 0);
	shows("fallocate(fd: 4, mode: 0, offset: 4294967304, len: 16) = 0");
	calls(ABI_ARM, "mmap2", 0, 8192, 1, 2, 3, 1);
	returns(0xb6f00000);
	shows("mmap2(addr: NULL, len: 8192, prot: READ, flags: PRIVATE, fd: 3</tmp>, pgoff: 0x1) = 0xb6f00000");
	calls(ABI_ARM, "setuid", 65535);
	shows("setuid(uid: -1) = 0");
	calls(ABI_ARM, "cacheflush", 0x1000, 0x2000, 0);
	shows("cacheflush(start: 0x1000, end: 0x2000, flags: 0) = 0");
}

static void other_orders_of_arguments(void **state_)
{
	(void)state_;
	calls(ABI_PPC64LE, "sync_file_range2", 4, 2, UINT64_C(0x100000008), 16);
	shows("sync_file_range2(fd: 4, flags: WRITE, offset: 4294967304, nbytes: 16) = 0");
	calls(ABI_AARCH64, "sync_file_range", 4, UINT64_C(0x100000008), 16, 2);
	shows("sync_file_range(fd: 4, offset: 4294967304, nbytes: 16, flags: WRITE) = 0");
	calls(ABI_RISCV64, "riscv_flush_icache", 0x1000, 0x2000, 1);
	shows("riscv_flush_icache(start: 0x1000, end: 0x2000, flags: 0x1) = 0");
}

/* s390x passes its six arguments of mmap, and all of socketcall's, in memory. */
static void arguments_in_memory(void **state_)
{
	(void)state_;
	calls(ABI_S390X, "mmap", 0x1000);
	put_fields({ 0, 8 }, { 8192, 8 }, { 1, 8 }, { 2, 8 }, { 3, 8 }, { 4096, 8 });
	behind(0, CHUNK_OK);
	returns(0x3ff80000000);
	shows("mmap(arg: {addr: NULL, len: 8192, prot: READ, flags: PRIVATE, fd: 3</tmp>, offset: 0x1000}) = 0x3ff80000000");
	calls(ABI_I386, "mmap", 0x1000);
	put_fields({ 0, 4 }, { 8192, 4 }, { 1, 4 }, { 2, 4 }, { 3, 4 }, { 4096, 4 });
	behind(0, CHUNK_OK);
	returns(0x8000000);
	shows("mmap(arg: {addr: NULL, len: 8192, prot: READ, flags: PRIVATE, fd: 3</tmp>, offset: 0x1000}) = 0x8000000");
	calls(ABI_S390X, "socketcall", 3, 0x1000);
	put_fields({ 3, 8 }, { 0x2000, 8 }, { 16, 8 });
	behind(1, CHUNK_OK);
	shows("socketcall(call: CONNECT, args: {fd: 3</tmp>, uservaddr: 0x2000, addrlen: 16}) = 0");
	calls(ABI_S390X, "ipc", 4, 1, 1, 0x2000, 0x1000);	/* semtimedop's timeout is in the third argument */
	put_fields({ 0, 2 }, { 0xffff, 2 }, { 0, 2 });
	behind(4, CHUNK_OK);
	put_fields({ 1, 8 }, { 0, 8 });
	behind(3, CHUNK_OK);
	shows("ipc(call: SEMTIMEDOP, semid: 1, nsops: 1, timeout: {tv_sec: 1, tv_nsec: 0}, tsops: [{sem_num: 0, sem_op: -1, sem_flg: 0}]) = 0");
}

/* x32 uses the structures of 64-bit ABIs, except for those with addresses, and positions in one register. */
static void x32_is_in_between(void **state_)
{
	(void)state_;
	calls(ABI_X32, "lseek", 4, UINT64_C(0x100000008), 0);
	returns(0x100000008);
	shows("lseek(fd: 4, offset: 4294967304, whence: SET) = 4294967304");
	calls(ABI_X32, "pread64", 4, 0x1000, 2, UINT64_C(0x100000008));
	shows("pread64(fd: 4, buf: \"\", count: 2, pos: 4294967304) = 0");
	calls(ABI_X32, "mmap", 0, 8192, 1, 2, 3, UINT64_C(0x100000000));
	returns(0xf7000000);
	shows("mmap(addr: NULL, len: 8192, prot: READ, flags: PRIVATE, fd: 3</tmp>, off: 0x100000000) = 0xf7000000");
	calls(ABI_X32, "times", 0x1000);
	put_fields({ 1, 8 }, { 2, 8 }, { 3, 8 }, { 4, 8 });
	behind(0, CHUNK_OUT);
	returns(9);
	shows("times(tbuf: {tms_utime: 1, tms_stime: 2, tms_cutime: 3, tms_cstime: 4}) = 9");
	calls(ABI_X32, "writev", 4, 0x1000, 1);
	put_fields({ 0x2000, 4 }, { 2, 4 });
	behind(1, CHUNK_OK);
	chunk_at(1, CHUNK_OK, PART_DATA, 0x2000, "ab", 2);
	returns(2);
	shows("writev(fd: 4, vec: [{iov_base: \"ab\", iov_len: 2}], vlen: 1) = 2");
	calls(ABI_X32, "getdents", 4, 0x1000, 1024);
	put_fields({ 7, 8 }, { 1, 8 }, { 24, 2 });
	put_text("file", 5);
	put(8, 1);
	behind(1, CHUNK_OUT);
	returns(24);
	shows("getdents(fd: 4, dirent: [{d_type: REG, d_name: \"file\", ...}], count: 1024) = 24");
}

/* -- The machine that was traced ------------------------------------------------------------------------- */

static void a_machine_runs_a_family(void **state_)
{
	(void)state_;
	assert_int_equal(abi__family(ABI_AARCH64), ABI_BIT(ABI_AARCH64) | ABI_BIT(ABI_ARM));
	assert_int_equal(abi__family(ABI_I386), ABI_BIT(ABI_X86_64) | ABI_BIT(ABI_I386) | ABI_BIT(ABI_X32));
	assert_int_equal(abi__family(ABI_S390X), ABI_BIT(ABI_S390X));
	assert_int_equal(abi__family(ABI_COUNT), 0);
	assert_int_equal(abi__family(abi__native()), abi__native_family());
	for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
		assert_int_equal(abi__is_big_endian(abi), abi == ABI_S390X);
		assert_int_equal(abi__is_swapped(abi), abi__is_big_endian(abi) != abi__is_big_endian(abi__native()));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_in_either_order),
		cmocka_unit_test(vectors_in_either_order),
		cmocka_unit_test(numbers_in_either_order),
		cmocka_unit_test(signals_in_either_order),
		cmocka_unit_test(clone_has_the_abis_order),
		cmocka_unit_test(arm_aligns_pairs),
		cmocka_unit_test(other_orders_of_arguments),
		cmocka_unit_test(arguments_in_memory),
		cmocka_unit_test(x32_is_in_between),
		cmocka_unit_test(a_machine_runs_a_family),
	};

	return cmocka_run_group_tests_name("abi order", tests, tables_setup, NULL);
}
