// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_abis.c - calls of every ABI, as a recording of another machine has them: names of flags, layouts of structures, byte
 * order, order and splitting of arguments.
 *
 * Values and layouts are written out here as the ABI has them (asm/ of each architecture), not taken from this machine.
 */
#include "call_builder.h"

/* -- Memory in the order of the call's ABI -------------------------------------------------------------- */

static uint8_t mem[1024];
static unsigned mem_len;

static void put(uint64_t v, unsigned size)
{
	bool big = abi__is_big_endian(record.call.abi);

	assert_true(mem_len + size <= sizeof(mem));
	for (unsigned i = 0; i < size; i++)
		mem[mem_len++] = v >> 8 * (big ? size - 1 - i : i);
}

static void put_word(uint64_t v)
{
	put(v, abi__word_size(record.call.abi));
}

static void put_text(const char *text, unsigned size)
{
	strncpy((char *)mem + mem_len, text, size);
	mem_len += size;
}

/* What argument `arg` points at is what was put. */
static void behind(unsigned arg, unsigned status)
{
	chunk(arg, status, PART_SELF, mem, mem_len);
	mem_len = 0;
}

static void behind_at(unsigned arg, unsigned status, unsigned part, uint64_t addr)
{
	chunk_at(arg, status, part, addr, mem, mem_len);
	mem_len = 0;
}

static void calls_args(enum abi abi, const char *name, unsigned nargs, const uint64_t *args)
{
	int nr = syscalltbl__nr(abi, name);

	if (nr < 0)
		fail_msg("%s has no %s", abi__name(abi), name);
	rec_args(abi, nargs, args);
	record.call.nr = syscalltbl__slot(abi, nr);
	show.native = abi;
	mem_len = 0;
}

#define calls(abi, name, ...) calls_args(abi, name, sizeof((uint64_t[]){ __VA_ARGS__ }) / 8, (uint64_t[]){ __VA_ARGS__ })

/* By the row of the call's own. */
static void check_text(const char *file, int line, const char *text)
{
	const char *got;

	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	assert_non_null(call.row);
	got = shown(call.row);
	if (strcmp(got, text)) {
		print_error("%s:%d: of %s\n  got:      %s\n  expected: %s\n", file, line, abi__name(record.call.abi), got, text);
		fail();
	}
}

#define shows(text) check_text(__FILE__, __LINE__, text)

/* Values of flags come from each ABI's own headers, which may be missing where this was built. */
static void need_headers(unsigned abis)
{
	if ((flag_abis & abis) == abis)
		return;
	print_message("skipped: built without the kernel headers of other ABIs (tests/install-deps build)\n");
	skip();
}

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* -- Flags ----------------------------------------------------------------------------------------------- */

static void open_flags_are_the_abis(void **state_)
{
	static const struct {
		enum abi abi;
		uint32_t flags;
		const char *text;
	} cases[] = {
		{ ABI_X86_64,  0040000, "RDONLY|DIRECT" },
		{ ABI_X86_64,  0200000, "RDONLY|DIRECTORY" },
		{ ABI_X86_64,  0400000, "RDONLY|NOFOLLOW" },
		{ ABI_I386,    0100000, "RDONLY|LARGEFILE" },
		{ ABI_X32,     0240000, "RDONLY|DIRECT|DIRECTORY" },
		{ ABI_AARCH64, 0040000, "RDONLY|DIRECTORY" },
		{ ABI_AARCH64, 0100000, "RDONLY|NOFOLLOW" },
		{ ABI_AARCH64, 0240000, "RDONLY|DIRECT|DIRECTORY" },
		{ ABI_AARCH64, 0400000, "RDONLY|LARGEFILE" },
		{ ABI_ARM,     0200000, "RDONLY|DIRECT" },
		{ ABI_ARM,     0400000, "RDONLY|LARGEFILE" },
		{ ABI_RISCV64, 0240000, "RDONLY|DIRECT|DIRECTORY" },
		{ ABI_PPC64LE, 0040000, "RDONLY|DIRECTORY" },
		{ ABI_PPC64LE, 0200000, "RDONLY|LARGEFILE" },
		{ ABI_PPC64LE, 0400000, "RDONLY|DIRECT" },
		{ ABI_S390X,   0240000, "RDONLY|DIRECT|DIRECTORY" },
	};
	char text[128];

	(void)state_;
	need_headers(ABI_ALL);
	for (unsigned i = 0; i < COUNT(cases); i++) {
		calls(cases[i].abi, "openat", (uint32_t)AT_FDCWD, 0x1000, cases[i].flags, 0);
		string(1, "/f");
		returns(4);
		snprintf(text, sizeof(text), "openat(dfd: CWD, filename: \"/f\", flags: %s) = 4", cases[i].text);
		shows(text);
	}
}

static void result_flags_are_the_abis(void **state_)
{
	(void)state_;
	need_headers(ABI_ALL);
	calls(ABI_AARCH64, "fcntl", 4, F_GETFL, 0);
	returns(0200000);
	shows("fcntl(fd: 4, cmd: GETFL) = RDONLY|DIRECT");
	calls(ABI_X86_64, "fcntl", 4, F_GETFL, 0);
	returns(0200000);
	shows("fcntl(fd: 4, cmd: GETFL) = RDONLY|DIRECTORY");
}

static void mappings_are_the_abis(void **state_)
{
	(void)state_;
	need_headers(ABI_ALL);
	calls(ABI_X86_64, "mmap", 0, 4096, 3, 0x4062, (uint32_t)-1, 0);
	returns(0x10000);
	shows("mmap(addr: NULL, len: 4096, prot: READ|WRITE, flags: PRIVATE|ANONYMOUS|32BIT|NORESERVE, fd: -1, off: 0) = 0x10000");
	calls(ABI_PPC64LE, "mmap", 0, 4096, 0x13, 0x62, (uint32_t)-1, 0);
	returns(0x10000);
	shows("mmap(addr: NULL, len: 4096, prot: READ|WRITE|SAO, flags: PRIVATE|ANONYMOUS|NORESERVE, fd: -1, off: 0) = 0x10000");
	calls(ABI_AARCH64, "mprotect", 0x10000, 4096, 0x15);
	shows("mprotect(start: 0x10000, len: 4096, prot: READ|EXEC|BTI) = 0");
	calls(ABI_PPC64LE, "mlockall", 0x6000);
	shows("mlockall(flags: CURRENT|FUTURE) = 0");
	calls(ABI_S390X, "fadvise64", 4, 0, 0, 6);
	shows("fadvise64(fd: 4, offset: 0, len: 0, advice: DONTNEED) = 0");
}

static void ioctl_requests_are_the_abis(void **state_)
{
	(void)state_;
	need_headers(ABI_ALL);
	for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
		calls(abi, "ioctl", 4, abi == ABI_PPC64LE ? 0x402c7413 : 0x5401, 0x1000);
		shows(abi == ABI_PPC64LE ? "ioctl(fd: 4, cmd: TCGETS, arg: 0x1000) = 0" : "ioctl(fd: 4, cmd: TCGETS, arg: 0x1000) = 0");
		calls(abi, "ioctl", 4, abi == ABI_PPC64LE ? 0x4004667f : 0x541b, 0x1000);
		put(300, 4);
		behind(2, CHUNK_OUT);
		shows("ioctl(fd: 4, cmd: FIONREAD, arg: [300]) = 0");
	}
	/* The same number is no request there */
	calls(ABI_PPC64LE, "ioctl", 4, 0x5401, 0);
	shows("ioctl(fd: 4, cmd: _IOC(_IOC_NONE, 0x54, 0x1, 0x0), arg: 0) = 0");
	calls(ABI_PPC64LE, "ioctl", 4, 0xc008ff01, 0x1000);
	shows("ioctl(fd: 4, cmd: _IOC(_IOC_READ|_IOC_WRITE, 0xff, 0x1, 0x8), arg: 0x1000) = 0");
}

static void socket_options_are_the_abis(void **state_)
{
	static const struct {
		enum abi abi;
		uint32_t opt;
	} cases[] = { { ABI_X86_64, 17 }, { ABI_AARCH64, 17 }, { ABI_S390X, 17 }, { ABI_PPC64LE, 21 } };

	(void)state_;
	need_headers(ABI_ALL);
	for (unsigned i = 0; i < COUNT(cases); i++) {
		calls(cases[i].abi, "getsockopt", 4, 1, cases[i].opt, 0x1000, 0x2000);
		put(42, 4);
		put(1000, 4);
		put(100, 4);
		behind(3, CHUNK_OUT);
		put(12, 4);
		behind(4, CHUNK_OK);
		put(12, 4);
		behind(4, CHUNK_OUT);
		shows("getsockopt(fd: 4, level: SOCKET, optname: PEERCRED, optval: {pid: 42<sh>, uid: 1000, gid: 100}, optlen: [12]) = 0");
	}
}

static void ptrace_requests_are_the_abis(void **state_)
{
	(void)state_;
	need_headers(ABI_ALL);
	calls(ABI_X86_64, "ptrace", 12, 42, 0, 0x1000);
	shows("ptrace(request: GETREGS, pid: 42<sh>, addr: NULL, data: 0x1000) = 0");
	calls(ABI_ARM, "ptrace", 12, 42, 0, 0x1000);
	shows("ptrace(request: GETREGS, pid: 42<sh>, addr: NULL, data: 0x1000) = 0");
	calls(ABI_ARM, "ptrace", 27, 42, 0, 0x1000);
	shows("ptrace(request: GETVFPREGS, pid: 42<sh>, addr: 0, data: 0x1000) = 0");
	calls(ABI_AARCH64, "ptrace", 12, 42, 0, 0x1000);
	shows("ptrace(request: 0xc, pid: 42<sh>, addr: 0, data: 0x1000) = 0");
}

static void errors_are_the_abis(void **state_)
{
	(void)state_;
	calls(ABI_PPC64LE, "close", 4);
	returns(-58);
	shows("close(fd: 4) = -1 EDEADLOCK (Resource deadlock avoided)");
	calls(ABI_AARCH64, "close", 4);
	returns(-35);
	shows("close(fd: 4) = -1 EDEADLK (Resource deadlock avoided)");
}

/* -- Structures ------------------------------------------------------------------------------------------ */

/* An entry is {value, bytes}; the whole is the ABI's struct stat with mode 0644, size 5000, and a time of 7 s, 9 ns. */
static void put_all(const uint64_t (*fields)[2], unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		put(fields[i][0], fields[i][1]);
}

#define put_fields(...) put_all((const uint64_t[][2]){ __VA_ARGS__ }, COUNT(((const uint64_t[][2]){ __VA_ARGS__ })))

#define FILE_0644 0100644
#define TIMES(n) { 7, n }, { 9, n }, { 7, n }, { 9, n }, { 7, n }, { 9, n }

static void put_stat(enum abi abi)
{
	switch (abi) {
	case ABI_AARCH64:
	case ABI_RISCV64:
		put_fields({ 1, 8 }, { 2, 8 }, { FILE_0644, 4 }, { 3, 4 }, { 1000, 4 }, { 100, 4 }, { 0, 8 }, { 0, 8 }, { 5000, 8 },
			   { 4096, 4 }, { 0, 4 }, { 16, 8 }, TIMES(8), { 0, 8 });
		break;
	case ABI_S390X:
		put_fields({ 1, 8 }, { 2, 8 }, { 3, 8 }, { FILE_0644, 4 }, { 1000, 4 }, { 100, 4 }, { 0, 4 }, { 0, 8 }, { 5000, 8 },
			   TIMES(8), { 4096, 8 }, { 16, 8 }, { 0, 8 }, { 0, 8 }, { 0, 8 });
		break;
	case ABI_I386:
	case ABI_ARM:
		put_fields({ 1, 4 }, { 2, 4 }, { FILE_0644, 2 }, { 3, 2 }, { 1000, 2 }, { 100, 2 }, { 0, 4 }, { 5000, 4 }, { 4096, 4 },
			   { 16, 4 }, TIMES(4), { 0, 8 });
		break;
	default:
		put_fields({ 1, 8 }, { 2, 8 }, { 3, 8 }, { FILE_0644, 4 }, { 1000, 4 }, { 100, 4 }, { 0, 4 }, { 0, 8 }, { 5000, 8 },
			   { 4096, 8 }, { 16, 8 }, TIMES(8), { 0, 8 }, { 0, 8 }, { 0, 8 });
		break;
	}
}

#define STAT_TEXT \
	"{st_dev: makedev(0x0, 0x1), st_ino: 2, st_mode: IFREG|0644, st_nlink: 3, st_uid: 1000, st_gid: 100, " \
	"st_blksize: 4096, st_blocks: 16, st_size: 5000, st_atime: 7.000000009 /* 1970-01-01T00:00:07Z */, " \
	"st_mtime: 7.000000009 /* 1970-01-01T00:00:07Z */, st_ctime: 7.000000009 /* 1970-01-01T00:00:07Z */}"

static void stat_has_the_abis_layout(void **state_)
{
	(void)state_;
	show.verbose = true;
	for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
		calls(abi, "fstat", 4, 0x1000);
		put_stat(abi);
		assert_int_equal(mem_len, shape__of(&shape_stat, abi)->size);
		behind(1, CHUNK_OUT);
		shows("fstat(fd: 4, statbuf: " STAT_TEXT ") = 0");
	}
	calls(ABI_ARM, "fstat64", 4, 0x1000);
	put_fields({ 1, 8 }, { 0, 4 }, { 2, 4 }, { FILE_0644, 4 }, { 3, 4 }, { 1000, 4 }, { 100, 4 }, { 0, 8 }, { 0, 8 }, { 5000, 8 },
		   { 4096, 4 }, { 0, 4 }, { 16, 8 }, TIMES(4), { 2, 8 });
	behind(1, CHUNK_OUT);
	shows("fstat64(fd: 4, statbuf: " STAT_TEXT ") = 0");
	calls(ABI_I386, "fstat64", 4, 0x1000);
	put_fields({ 1, 8 }, { 0, 4 }, { 2, 4 }, { FILE_0644, 4 }, { 3, 4 }, { 1000, 4 }, { 100, 4 }, { 0, 8 }, { 0, 4 }, { 5000, 8 },
		   { 4096, 4 }, { 16, 8 }, TIMES(4), { 2, 8 });
	behind(1, CHUNK_OUT);
	shows("fstat64(fd: 4, statbuf: " STAT_TEXT ") = 0");
	show.verbose = false;
}

static void stat_of_a_path(void **state_)
{
	(void)state_;
	calls(ABI_S390X, "newfstatat", (uint32_t)AT_FDCWD, 0x1000, 0x2000, AT_SYMLINK_NOFOLLOW);
	string(1, "/f");
	put_stat(ABI_S390X);
	behind(2, CHUNK_OUT);
	shows("newfstatat(dfd: CWD, filename: \"/f\", statbuf: {st_mode: IFREG|0644, st_size: 5000, ...}, flag: SYMLINK_NOFOLLOW) = 0");
}

static void statfs_has_the_abis_layout(void **state_)
{
	(void)state_;
	for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
		unsigned small = abi == ABI_S390X ? 4 : abi == ABI_X32 ? 8 : abi__word_size(abi), big = abi == ABI_S390X ? 8 : small;

		calls(abi, "fstatfs", 4, 0x1000);
		put_fields({ 0xef53, small }, { 4096, small }, { 100, big }, { 50, big }, { 40, big }, { 30, big }, { 20, big }, { 0, 8 },
			   { 255, small }, { 4096, small }, { 0, small }, { 0, small }, { 0, small }, { 0, small }, { 0, small });
		behind(1, CHUNK_OUT);
		shows("fstatfs(fd: 4, buf: {f_type: EXT2_SUPER_MAGIC, f_bsize: 4096, f_blocks: 100, f_bfree: 50, f_bavail: 40, ...}) = 0");
	}
}

static void put_sigaction(enum abi abi)
{
	put_word(0x5000);
	put_word(0x14000000);		/* SA_RESTORER | SA_RESTART, or with SA_RESTORER unknown */
	if (abi != ABI_RISCV64)
		put_word(0x6000);
	put(1 << 1 | 1 << 16, 8);	/* INT CHLD */
}

static void sigaction_has_the_abis_layout(void **state_)
{
	(void)state_;
	need_headers(ABI_ALL);
	for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
		calls(abi, "rt_sigaction", 2, 0x1000, 0, 8);
		put_sigaction(abi);
		assert_int_equal(mem_len, shape__of(&shape_sigaction, abi)->size);
		behind(1, CHUNK_OK);
		shows(abi == ABI_RISCV64 ?
		      "rt_sigaction(sig: INT, act: {sa_handler: 0x5000, sa_mask: [INT CHLD], sa_flags: RESTART|0x4000000}, oact: NULL, sigsetsize: 8) = 0" :
		      "rt_sigaction(sig: INT, act: {sa_handler: 0x5000, sa_mask: [INT CHLD], sa_flags: RESTORER|RESTART, sa_restorer: 0x6000}, oact: NULL, sigsetsize: 8) = 0");
	}
}

static void epoll_event_is_packed_on_x86(void **state_)
{
	(void)state_;
	for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
		bool x86 = abi__family(ABI_X86_64) & ABI_BIT(abi);

		calls(abi, "epoll_pwait", 4, 0x1000, 8, (uint32_t)-1, 0, 8);
		for (unsigned i = 1; i <= 2; i++) {
			put(1, 4);
			if (!x86)
				put(0, 4);
			put(0x1122334455667700 + i, 8);
		}
		behind(1, CHUNK_OUT);
		returns(2);
		shows("epoll_pwait(epfd: 4, events: [{events: IN, data: 0x1122334455667701}, {events: IN, data: 0x1122334455667702}], "
		      "maxevents: 8, timeout: -1, sigmask: NULL, sigsetsize: 8) = 2");
	}
}

static void locks_are_aligned_as_the_abi_does(void **state_)
{
	static const enum abi abis[] = { ABI_I386, ABI_ARM };

	(void)state_;
	for (unsigned i = 0; i < COUNT(abis); i++) {
		calls(abis[i], "fcntl64", 4, 13, 0x1000);	/* F_SETLK64 */
		put(1, 2);
		put(0, 2);
		if (abis[i] == ABI_ARM)
			put(0, 4);
		put_fields({ 0x100000001, 8 }, { 16, 8 }, { 42, 4 });
		if (abis[i] == ABI_ARM)
			put(0, 4);
		behind(2, CHUNK_OK);
		shows("fcntl(fd: 4, cmd: SETLK64, arg: {l_type: WRLCK, l_whence: SET, l_start: 4294967297, l_len: 16, l_pid: 42<sh>}) = 0");
	}
}

static void shared_memory_has_the_abis_layout(void **state_)
{
	static const enum abi abis[] = { ABI_X86_64, ABI_AARCH64, ABI_PPC64LE, ABI_S390X };

	(void)state_;
	show.verbose = true;
	for (unsigned i = 0; i < COUNT(abis); i++) {
		calls(abis[i], "shmctl", 5, 2, 0x1000);
		put_fields({ 0x77, 4 }, { 1, 4 }, { 2, 4 }, { 3, 4 }, { 4, 4 }, { 0600, 4 });
		if (abis[i] == ABI_PPC64LE)
			put_fields({ 9, 4 }, { 0, 4 });
		else if (abis[i] == ABI_S390X)
			put_fields({ 0, 2 }, { 9, 2 }, { 0, 4 });
		else
			put_fields({ 9, 2 }, { 0, 6 });
		put_fields({ 0, 8 }, { 0, 8 });
		if (abis[i] != ABI_PPC64LE)
			put(4096, 8);
		put_fields({ 7, 8 }, { 7, 8 }, { 7, 8 });
		if (abis[i] == ABI_PPC64LE)
			put(4096, 8);
		put_fields({ 42, 4 }, { 43, 4 }, { 2, 8 }, { 0, 8 }, { 0, 8 });
		behind(2, CHUNK_OUT);
		shows("shmctl(shmid: 5, cmd: IPC_STAT, buf: {shm_perm: {key: 0x77, uid: 1, gid: 2, cuid: 3, cgid: 4, mode: 0600, seq: 9}, "
		      "shm_segsz: 4096, shm_atime: 7.000000000 /* 1970-01-01T00:00:07Z */, shm_dtime: 7.000000000 /* 1970-01-01T00:00:07Z */, "
		      "shm_ctime: 7.000000000 /* 1970-01-01T00:00:07Z */, shm_cpid: 42<sh>, shm_lpid: 43, shm_nattch: 2}) = 0");
	}
	show.verbose = false;
}

static void asynchronous_io_has_the_abis_layout(void **state_)
{
	static const enum abi abis[] = { ABI_X86_64, ABI_S390X };

	(void)state_;
	show.verbose = true;
	for (unsigned i = 0; i < COUNT(abis); i++) {
		bool big = abis[i] == ABI_S390X;

		calls(abis[i], "io_cancel", 0x7000, 0x1000, 0);
		put_fields({ 5, 8 }, { big ? 1 : 6, 4 }, { big ? 6 : 1, 4 }, { 0, 2 }, { 0, 2 }, { 3, 4 }, { 0x3000, 8 }, { 512, 8 },
			   { 1024, 8 }, { 0, 8 }, { 0, 4 }, { 0, 4 });
		behind(1, CHUNK_OK);
		shows("io_cancel(ctx_id: 0x7000, iocb: {aio_data: 0x5, aio_key: 6, aio_rw_flags: HIPRI, aio_lio_opcode: PREAD, aio_reqprio: 0, "
		      "aio_fildes: 3</tmp>, aio_buf: 0x3000, aio_nbytes: 512, aio_offset: 1024, aio_flags: 0, aio_resfd: 0}, result: NULL) = 0");
	}
	show.verbose = false;
}

static void capabilities_are_whole(void **state_)
{
	(void)state_;
	for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
		calls(abi, "capget", 0x1000, 0x2000);
		put_fields({ 0x20080522, 4 }, { 0, 4 });
		behind(0, CHUNK_OK);
		put_fields({ 0xffffffff, 4 }, { 0xfffffff0, 4 }, { 0, 4 }, { 0x1ff, 4 }, { 0x1fe, 4 }, { 0x1, 4 });
		behind(1, CHUNK_OUT);
		shows("capget(header: {version: VERSION_3, pid: 0}, "
		      "dataptr: {effective: 0x1ffffffffff, permitted: 0x1fefffffff0, inheritable: 0x100000000}) = 0");
	}
	calls(ABI_X86_64, "capset", 0x1000, 0x2000);
	put_fields({ 0x19980330, 4 }, { 0, 4 });
	behind(0, CHUNK_OK);
	put_fields({ 1, 4 }, { 2, 4 }, { 3, 4 }, { 0x1ff, 4 }, { 0x1fe, 4 }, { 0x1, 4 });	/* what happens to lie behind */
	behind(1, CHUNK_OK);
	shows("capset(header: {version: VERSION_1, pid: 0}, data: {effective: 0x1, permitted: 0x2, inheritable: 0x3}) = 0");
}

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

/* Fields behind a signal's number are copied as the traced machine has them. */
static void signals_in_either_order(void **state_)
{
	static const struct event event = { .cpu = CPU_NONE };
	static const struct writer_options opt = { .string_limit = 64 };
	struct rec_signal sig = { .rec = { .len = sizeof(sig), .type = REC_SIGNAL }, .signo = 11, .code = 1, .has = 1 };

	(void)state_;
	for (unsigned i = 0; i < COUNT(both_orders); i++) {
		calls(both_orders[i], "getpid", 0);
		put(0x7f0012345678, 8);
		memset(sig.fields, 0, sizeof(sig.fields));
		memcpy(sig.fields, mem, mem_len);
		out__close(&out);
		assert_int_equal(out__open(&out, -1, 0), 0);
		show.w = writer__find("text");
		show.w->begin(&out, &opt);
		show__signal(&show, &sig, &event);
		out__put(&out, "", 1);
		assert_non_null(strstr(out.buf, "si_addr: 0x7f0012345678"));
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
	shows("clone(clone_flags: SETTLS|PARENT_SETTID, newsp: 0x5000, parent_tidptr: [42], tls: 0x4000) = 42<sh>");
	calls(ABI_S390X, "clone", 0x5000, THREAD_BITS, 0x2000, 0x3000, 0x4000);
	put(42, 4);
	behind(2, CHUNK_OUT);
	returns(42);
	shows("clone(newsp: 0x5000, clone_flags: SETTLS|PARENT_SETTID, parent_tidptr: [42], tls: 0x4000) = 42<sh>");
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
	calls(ABI_S390X, "ipc", 4, 1, 1, 0x2000, 0x1000);	/* semtimedop has its timeout in the third argument */
	put_fields({ 0, 2 }, { 0xffff, 2 }, { 0, 2 });
	behind(4, CHUNK_OK);
	put_fields({ 1, 8 }, { 0, 8 });
	behind(3, CHUNK_OK);
	shows("ipc(call: SEMTIMEDOP, semid: 1, nsops: 1, timeout: {tv_sec: 1, tv_nsec: 0}, tsops: [{sem_num: 0, sem_op: -1, sem_flg: 0}]) = 0");
}

/* x32 has the structures of 64-bit kernels but for those that hold addresses, and positions in one register. */
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
		cmocka_unit_test(open_flags_are_the_abis),
		cmocka_unit_test(result_flags_are_the_abis),
		cmocka_unit_test(mappings_are_the_abis),
		cmocka_unit_test(ioctl_requests_are_the_abis),
		cmocka_unit_test(socket_options_are_the_abis),
		cmocka_unit_test(ptrace_requests_are_the_abis),
		cmocka_unit_test(errors_are_the_abis),
		cmocka_unit_test(stat_has_the_abis_layout),
		cmocka_unit_test(stat_of_a_path),
		cmocka_unit_test(statfs_has_the_abis_layout),
		cmocka_unit_test(sigaction_has_the_abis_layout),
		cmocka_unit_test(epoll_event_is_packed_on_x86),
		cmocka_unit_test(locks_are_aligned_as_the_abi_does),
		cmocka_unit_test(shared_memory_has_the_abis_layout),
		cmocka_unit_test(asynchronous_io_has_the_abis_layout),
		cmocka_unit_test(capabilities_are_whole),
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

	return cmocka_run_group_tests_name("abis", tests, tables_setup, NULL);
}
