// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_abis.c - calls of every ABI, in recordings of other machines: names of flags and layouts of structures.
 *
 * Values and layouts are literals from each ABI (asm/ of the architecture), not taken from this machine's headers.
 */
#include "abi_builder.h"

/* -- Flags ----------------------------------------------------------------------------------------------- */

/* What a pointer in argument 2's structure points at. */
static void behind_text(unsigned status, uint64_t addr, const char *text)
{
	chunk_at(2, status, PART_AT, addr, text, strlen(text));
}

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
	/* The same number is not a request in this ABI */
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

/* The ABI's struct stat with mode 0644, size 5000, and a time of 7 s, 9 ns. */
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
			   { 1024, 8 }, { 0, 8 }, { 1, 4 }, { 3, 4 });
		behind(1, CHUNK_OK);
		shows("io_cancel(ctx_id: 0x7000, iocb: {aio_data: 0x5, aio_key: 6, aio_rw_flags: HIPRI, aio_lio_opcode: PREAD, aio_reqprio: 0, "
		      "aio_fildes: 3</tmp>, aio_buf: 0x3000, aio_nbytes: 512, aio_offset: 1024, aio_flags: RESFD, aio_resfd: 3</tmp>}, result: NULL) = 0");
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
		      "dataptr: {effective: ~[], permitted: ~[CHOWN DAC_OVERRIDE DAC_READ_SEARCH FOWNER MAC_OVERRIDE], inheritable: [MAC_OVERRIDE]}) = 0");
	}
	calls(ABI_X86_64, "capset", 0x1000, 0x2000);
	put_fields({ 0x19980330, 4 }, { 0, 4 });
	behind(0, CHUNK_OK);
	put_fields({ 1, 4 }, { 2, 4 }, { 3, 4 }, { 0x1ff, 4 }, { 0x1fe, 4 }, { 0x1, 4 });	/* garbage after it */
	behind(1, CHUNK_OK);
	shows("capset(header: {version: VERSION_1, pid: 0}, data: {effective: [CHOWN], permitted: [DAC_OVERRIDE], inheritable: [CHOWN DAC_OVERRIDE]}) = 0");
}

static void policy_is_named_unless_it_is_a_node(void **state_)
{
	(void)state_;
	calls(ABI_X86_64, "get_mempolicy", 0x1000, 0, 0, 0, 0);
	put_fields({ 0x8003, 4 });
	behind(0, CHUNK_OUT);
	shows("get_mempolicy(policy: [INTERLEAVE|STATIC_NODES], nmask: NULL, maxnode: 0, addr: NULL, flags: 0) = 0");
	calls(ABI_X86_64, "get_mempolicy", 0x1000, 0, 0, 0x2000, 3);
	put_fields({ 3, 4 });
	behind(0, CHUNK_OUT);
	shows("get_mempolicy(policy: [3], nmask: NULL, maxnode: 0, addr: 0x2000, flags: NODE|ADDR) = 0");
}

/* struct sg_io_hdr has pointers; struct sg_io_v4, which its first number tells from that one, has none of the ABI's. */
static void scsi_commands_have_the_abis_layout(void **state_)
{
	(void)state_;
	need_headers(ABI_ALL);
	for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
		if (!flag_table__find(flag_table__in(&ioctl_requests, abi), 0x2285))
			continue;	/* built without the ABI's C library, whose header has the name */
		calls(abi, "ioctl", 4, 0x2285, 0x1000);
		for (unsigned exit = 0; exit < 2; exit++) {
			bool wide = abi__word_size(abi) == 8 && abi != ABI_X32;

			put_fields({ 'S', 4 }, { (uint32_t)-3, 4 }, { 6, 1 }, { 32, 1 }, { 0, 2 }, { 9, 4 });
			put_fields({ 0x2000, wide ? 8 : 4 }, { 0x3000, wide ? 8 : 4 }, { 0, wide ? 8 : 4 }, { 1000, 4 }, { 1, 4 }, { 5, 4 });
			if (wide)
				put(0, 4);
			put_fields({ 0, wide ? 8 : 4 }, { exit ? 2 : 0, 1 }, { 1, 1 }, { 0, 1 }, { 0, 1 }, { 4, 2 }, { 8, 2 }, { 6, 4 }, { 7, 4 }, { 1, 4 });
			if (wide)
				put(0, 4);
			behind(2, exit ? CHUNK_OUT : CHUNK_OK);
		}
		behind_text(CHUNK_OK, 0x3000, "command");
		behind_text(CHUNK_OUT, 0x2000, "data here");
		shows("ioctl(fd: 4, cmd: SG_IO, arg: {interface_id: \"S\", dxfer_direction: FROM_DEV, cmd_len: 6, cmdp: \"comman\", mx_sb_len: 32, "
		      "iovec_count: 0, dxfer_len: 9, timeout: 1000, flags: DIRECT_IO} => {dxferp: \"dat\", status: 0x2, masked_status: 0x1, msg_status: 0, "
		      "sb_len_wr: 0, sbp: NULL, host_status: 0x4, driver_status: 0x8, resid: 6, duration: 7, info: CHECK}) = 0");
		calls(abi, "ioctl", 4, 0x2285, 0x1000);
		put_fields({ 'Q', 4 }, { 0, 4 }, { 2, 4 }, { 0, 4 }, { 0, 8 }, { 5, 8 });
		behind(2, CHUNK_OK);
		shows("ioctl(fd: 4, cmd: SG_IO, arg: {guard: \"Q\", protocol: SCSI, subprotocol: SCSI_TRANSPORT, request_len: 0, request: NULL, request_tag: 0x5, ...}) = 0");
	}
}

/* A number, and a pointer to as many structures; a length in bytes, and a pointer */
static void tables_of_pointers_have_the_abis_layout(void **state_)
{
	(void)state_;
	need_headers(ABI_ALL);
	for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
		unsigned word = abi__word_size(abi) == 8 && abi != ABI_X32 ? 8 : 4;

		if (!flag_table__find(flag_table__in(&ioctl_requests, abi), 0x4b67))
			continue;	/* s390x has no such consoles */
		calls(abi, "ioctl", 4, 0x4b67, 0x1000);
		put_fields({ 2, 2 }, { 0, word - 2 }, { 0x2000, word });
		behind(2, CHUNK_OK);
		put_fields({ 0x263a, 2 }, { 1, 2 }, { 0x263b, 2 }, { 2, 2 });
		behind_at(2, CHUNK_OK, PART_AT, 0x2000);
		shows("ioctl(fd: 4, cmd: PIO_UNIMAP, arg: {entry_ct: 2, entries: [{unicode: 0x263a, fontpos: 0x1}, {unicode: 0x263b, fontpos: 0x2}]}) = 0");
		calls(abi, "ioctl", 4, 0x8912, 0x1000);
		for (unsigned exit = 0; exit < 2; exit++) {
			put_fields({ exit ? 24 + 2 * word : 80, 4 }, { 0, word - 4 }, { 0x2000, word });
			behind(2, exit ? CHUNK_OUT : CHUNK_OK);
		}
		put_text("lo", 16);
		put_fields({ 2, 2 }, { 0, 2 });
		put_fields({ 127, 1 }, { 0, 2 }, { 1, 1 });
		put_fields({ 0, 8 }, { 0, word == 8 ? 8 : 0 });
		behind_at(2, CHUNK_OUT, PART_AT, 0x2000);
		shows(word == 8 ? "ioctl(fd: 4, cmd: SIOCGIFCONF, arg: {ifc_len: 80, ifc_buf: 0x2000} => {ifc_len: 40, ifc_buf: [{ifr_name: \"lo\", "
				  "ifr_addr: {sa_family: INET, sin_port: 0, sin_addr: \"127.0.0.1\"}}]}) = 0" :
				  "ioctl(fd: 4, cmd: SIOCGIFCONF, arg: {ifc_len: 80, ifc_buf: 0x2000} => {ifc_len: 32, ifc_buf: [{ifr_name: \"lo\", "
				  "ifr_addr: {sa_family: INET, sin_port: 0, sin_addr: \"127.0.0.1\"}}]}) = 0");
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
		cmocka_unit_test(scsi_commands_have_the_abis_layout),
		cmocka_unit_test(tables_of_pointers_have_the_abis_layout),
		cmocka_unit_test(capabilities_are_whole),
		cmocka_unit_test(policy_is_named_unless_it_is_a_node),
	};

	return cmocka_run_group_tests_name("abis", tests, tables_setup, NULL);
}
