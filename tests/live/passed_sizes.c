// SPDX-License-Identifier: BSD-2-Clause
// options: -e clone3,openat2,bpf,perf_event_open,sched_setattr,setxattrat,file_setattr,statmount,listmount --verbose
/* Sizes of structures that are smaller or larger than those known: what is passed beyond is bytes, unless it is 0. */
#include "live.h"

#include <linux/bpf.h>
#include <linux/perf_event.h>

#define REST(shown) ", rest: \"" shown "\""

static struct { uint64_t field[11], more[2]; } clone_args = { .field = { [4] = 1ull << 62 } };
static struct { uint64_t field[3], more[2]; } how;
static struct { union bpf_attr attr; char more[64]; } map;
static struct { uint32_t type, size; uint64_t config, others[14], more[2]; } attr = { .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY };
static struct { uint32_t size, others[13]; uint64_t more[2]; } sched;
static int create(unsigned size) { return syscall(SYS_bpf, BPF_MAP_CREATE, &map, size); }

#define CLONE "clone3(uargs: {flags: 0, exit_signal: 0x4000000000000000, stack: NULL, stack_size: 0, set_tid: NULL, set_tid_size: 0"
#define CREATE "bpf(cmd: MAP_CREATE, uattr: {map_type: UNSPEC"

static void larger(void)
{
	expect(CLONE "}, size: 104) = %s", result(syscall(SYS_clone3, &clone_args, 104L)));
	clone_args.more[1] = 0x41;
	expect(CLONE REST("\\0\\0\\0\\0\\0\\0\\0\\0A\\0\\0\\0\\0\\0\\0\\0") "}, size: 104) = %s", result(syscall(SYS_clone3, &clone_args, 104L)));
	expect("openat2(dfd: CWD, filename: \"f\", how: {flags: RDONLY, mode: 0, resolve: 0}, usize: 40) = %s",
	       result(syscall(SYS_openat2, AT_FDCWD, "f", &how, 40L)));
	how.more[0] = 0x4241;
	expect("openat2(dfd: CWD, filename: \"f\", how: {flags: RDONLY, mode: 0, resolve: 0" REST("AB\\0\\0\\0\\0\\0\\0") "}, usize: 32) = %s",
	       result(syscall(SYS_openat2, AT_FDCWD, "f", &how, 32L)));
	expect(CREATE ", @@, map_token_fd: 0@@}, size: %zu) = %s", sizeof(map), result(create(sizeof(map))));
	((char *)&map)[sizeof(map) - 1] = 'x';
	expect(CREATE ", @@, map_token_fd: 0@@, rest: \"\\0@@\\0x\"}, size: %zu) = %s", sizeof(map), result(create(sizeof(map))));
}

static const char *opened(const void *p)
{
	return result(syscall(SYS_perf_event_open, p, 99999999, -1, -1, 0L));
}
#define OPENED(size, end) "perf_event_open(attr_uptr: {type: SOFTWARE, size: " size "@@, config: SW_DUMMY, @@" end "}, pid: 99999999, cpu: -1, group_fd: -1, flags: 0) = %s"

/* The size is in the structure itself. */
static void said_larger(void)
{
	char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *at = page + 4096 - 128;

	attr.size = sizeof(attr);
	expect(OPENED("VER9", ", sig_data: 0"), opened(&attr));
	attr.more[0] = 0x55;
	expect(OPENED("VER9", ", sig_data: 0" REST("U\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0")), opened(&attr));
	/* Where a page ends after 128 bytes */
	munmap(page + 4096, 4096);
	attr.size = sizeof(attr);	/* older kernels have replaced it */
	memcpy(at, &attr, 128);
	expect(OPENED("VER9", ", sig_data: 0, ..."), opened(at));
	attr.size = 5000;
	memcpy(at, &attr, 128);
	expect(OPENED("0x1388 => ", ", sig_data: 0, ..."), opened(at));

	sched.size = sizeof(sched);
	expect("sched_setattr(pid: -1, uattr: {size: 72, @@, sched_util_max: 0}, flags: 0) = %s", result(syscall(SYS_sched_setattr, -1, &sched, 0L)));
	sched.more[0] = 0x4241;
	expect("sched_setattr(pid: -1, uattr: {size: 72@@, sched_util_max: 0" REST("AB\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0") "}@@, flags: 0) = %s",
	       result(syscall(SYS_sched_setattr, -1, &sched, 0L)));
}

static void of_a_cache(void)
{
	struct perf_event_attr cache = { .type = PERF_TYPE_HW_CACHE, .size = sizeof(cache), .config = PERF_COUNT_HW_CACHE_RESULT_MISS << 16 | PERF_COUNT_HW_CACHE_OP_WRITE << 8 | PERF_COUNT_HW_CACHE_LL };

#define CACHE(config) "perf_event_open(attr_uptr: {type: HW_CACHE, size: @@, config: " config ", @@}, pid: 99999999, cpu: -1, group_fd: -1, flags: 0) = %s"
	expect(CACHE("RESULT_MISS<<16|OP_WRITE<<8|LL"), opened(&cache));
	cache.config |= 0x80;	/* there is no such cache */
	expect(CACHE("RESULT_MISS<<16|OP_WRITE<<8|0x82"), opened(&cache));
	cache.config = 0x90000 | PERF_COUNT_HW_CACHE_OP_READ << 8 | PERF_COUNT_HW_CACHE_BPU;
	expect(CACHE("0x9<<16|OP_READ<<8|BPU"), opened(&cache));
	cache.config = 0x909ull << 8 | PERF_COUNT_HW_CACHE_LL;
	expect(CACHE("0x9<<16|0x9<<8|LL"), opened(&cache));
	cache.config = 0x8ull << 32 | 0x1ull << 24 | PERF_COUNT_HW_CACHE_OP_PREFETCH << 8 | PERF_COUNT_HW_CACHE_ITLB;
	expect(CACHE("0x8<<32|0x1<<24|RESULT_ACCESS<<16|OP_PREFETCH<<8|ITLB"), opened(&cache));
	cache.config = 0xfffefdfcfbfaf9f8;
	expect(CACHE("0xfffefdfcfbfaf9f8"), opened(&cache));
}

/* Of one type of PMU */
static void of_hardware(void)
{
	struct perf_event_attr attr_of = { .type = PERF_TYPE_HARDWARE, .size = sizeof(attr_of), .config = 0xaull << 32 | PERF_COUNT_HW_INSTRUCTIONS };

#define HARDWARE(config) "perf_event_open(attr_uptr: {type: HARDWARE, size: @@, config: " config ", @@}, pid: 99999999, cpu: -1, group_fd: -1, flags: 0) = %s"
	expect(HARDWARE("0xa<<32|HW_INSTRUCTIONS"), opened(&attr_of));
	attr_of.config |= 0x70;
	expect(HARDWARE("0xa00000071"), opened(&attr_of));
}

static void smaller(void)
{
	expect("clone3(uargs: {flags: 0}, size: 8) = %s", result(syscall(SYS_clone3, &clone_args, 8L)));
	expect(CREATE "}, size: 4) = %s", result(create(4)));
	attr.size = 8;
	expect("perf_event_open(attr_uptr: {size: 0x8 => @@}, pid: 99999999, cpu: -1, group_fd: -1, flags: 0) = %s",
	       result(syscall(SYS_perf_event_open, &attr, 99999999, -1, -1, 0L)));
	sched.size = 20;
	expect("sched_setattr(pid: -1, uattr: {size: 20}, flags: 0) = %s", result(syscall(SYS_sched_setattr, -1, &sched, 0L)));
}

/* Calls that the C library may not have yet; all machines use the same numbers. */
#define SETXATTRAT 463
#define FILE_SETATTR 469
#define STATMOUNT 457
#define LISTMOUNT 458
static struct { uint64_t value; uint32_t size, flags; uint64_t more[1000]; } xattr;
static struct { uint64_t xflags; uint32_t others[4]; uint64_t more; } fattr;
static struct { uint32_t size, fd; uint64_t id, param, ns; uint64_t more; } mount;

static void newer(void)
{
	*(volatile uint64_t *)&xattr.value = 0;		/* memory that is not resident, and that the kernel does not read, is not seen */
	expect("setxattrat(dfd: -1, pathname: \"f\", at_flags: 0, name: \"user.a\", uargs: {value: NULL, size: 0, flags: 0}, usize: 24) = %s",
	       result(syscall(SETXATTRAT, -1, "f", 0, "user.a", &xattr, 24L)));
	expect("setxattrat(dfd: -1, pathname: \"f\", at_flags: 0, name: \"user.a\", uargs: {value: NULL, size: 0, flags: 0, ...}, usize: 5000) = %s",
	       result(syscall(SETXATTRAT, -1, "f", 0, "user.a", &xattr, 5000L)));	/* not even read */
	xattr.more[0] = 0x4241;
	expect("setxattrat(dfd: -1, pathname: \"f\", at_flags: 0, name: \"user.a\", uargs: {value: NULL, size: 0, flags: 0" REST("AB\\0\\0\\0\\0\\0\\0") "}, usize: 24) = %s",
	       result(syscall(SETXATTRAT, -1, "f", 0, "user.a", &xattr, 24L)));
	fattr.more = 0x41;
	expect("file_setattr(dfd: -1, filename: \"f\", ufattr: {fa_xflags: 0, fa_extsize: 0, fa_nextents: 0, fa_projid: 0, fa_cowextsize: 0"
	       REST("A\\0\\0\\0\\0\\0\\0\\0") "}, usize: 32, at_flags: 0) = %s", result(syscall(FILE_SETATTR, -1, "f", &fattr, 32L, 0)));
	mount.size = sizeof(mount);
	mount.more = 0x41;
	expect("statmount(req: {size: 40, mnt_ns_fd: 0, mnt_id: 0, param: 0, mnt_ns_id: 0" REST("A\\0\\0\\0\\0\\0\\0\\0") "}, buf: NULL, bufsize: 0, flags: 0) = %s",
	       result(syscall(STATMOUNT, &mount, NULL, 0L, 0)));
	expect("listmount(req: {size: 40, mnt_ns_fd: 0, mnt_id: 0, param: 0, mnt_ns_id: 0" REST("A\\0\\0\\0\\0\\0\\0\\0") "}, mnt_ids: NULL, nr_mnt_ids: 0, flags: 0) = %s",
	       result(syscall(LISTMOUNT, &mount, NULL, 0L, 0)));
}

int main(void)
{
	begin();
	larger();
	said_larger();
	of_a_cache();
	of_hardware();
	smaller();
	newer();
	end();
	return 0;
}
