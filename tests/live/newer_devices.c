// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl --verbose
/* Requests to devices that headers of supported distributions lack: what programs pass, whether or not the kernel has the device. */
#include "live.h"

#include <sys/ioctl.h>

static int fd;
static long ret;

#define ASK(number, name, arg, ...)                                                                                                       \
	do {                                                                                                                               \
		ret = syscall(SYS_ioctl, fd, number, arg);                                                                                 \
		expect("ioctl(fd: %d</dev/null>, cmd: " name ", arg: %s) = %s", fd, text(__VA_ARGS__), result(ret));                       \
	} while (0)

struct range { uint64_t start, last; };
struct iovas { uint32_t size, ioas, n, pad; uint64_t at; };
struct map { uint32_t size, flags, ioas, pad; uint64_t va, length, iova; };
struct hwpt { uint32_t size, flags, dev, pt, id, pad, type, len; uint64_t data; uint32_t fault, pad2; };
struct vtd { uint64_t flags, table; uint32_t width, pad; };
struct invalidate { uint32_t size, id; uint64_t at; uint32_t type, bytes, n, pad; };
struct option { uint32_t size, id; uint16_t op, pad; uint32_t object; uint64_t value; };

static void iommufd(void)
{
	const struct range ranges[] = { { 0x1000, 0x1fff }, { 0x4000, 0x7fff } };
	struct iovas allow = { 24, 3, 2, 0, (uintptr_t)ranges };
	struct map map = { 40, 6, 3, 0, 0x10000, 0x2000, 0x100000 };
	struct vtd vtd = { 1, 0x7000, 48, 0 };
	struct hwpt hwpt = { 56, 5, 1, 2, 0, 0, 1, sizeof(vtd), (uintptr_t)&vtd, 9, 0 }, old = { 48, 1, 1, 2, 0, 0, 0, 0, 0, 77, 77 };
	struct invalidate invalidate = { 32, 4, (uintptr_t)"abcdef", 0, 3, 2, 0 };
	struct option option = { 24, 1, 0, 0, 3, 1 };

	ASK(_IO(';', 0x82), "IOMMU_IOAS_ALLOW_IOVAS", &allow,
	    "{size: 24, ioas_id: 3, num_iovas: 2, allowed_iovas: [{start: 0x1000, last: 0x1fff}, {start: 0x4000, last: 0x7fff}]}");
	ASK(_IO(';', 0x85), "IOMMU_IOAS_MAP", &map,
	    "{size: 40, flags: WRITEABLE|READABLE, ioas_id: 3, user_va: 0x10000, length: 0x2000, iova: 0x100000}");
	ASK(_IO(';', 0x87), "IOMMU_OPTION", &option, "{size: 24, option_id: HUGE_PAGES, op: SET, object_id: 3, val64: 0x1}");
	ASK(_IO(';', 0x89), "IOMMU_HWPT_ALLOC", &hwpt, "{size: 56, flags: ALLOC_NEST_PARENT|FAULT_ID_VALID, dev_id: 1, pt_id: 2, data_type: VTD_S1, "
	    "data_len: 24, data_uptr: {flags: SRE, pgtbl_addr: 0x7000, addr_width: 48}, fault_id: 9}");
	ASK(_IO(';', 0x89), "IOMMU_HWPT_ALLOC", &old, "{size: 48, flags: ALLOC_NEST_PARENT, dev_id: 1, pt_id: 2, data_type: NONE, data_len: 0, data_uptr: NULL}");
	ASK(_IO(';', 0x8d), "IOMMU_HWPT_INVALIDATE", &invalidate, "{size: 32, hwpt_id: 4, data_uptr: \"abcdef\", "
	    "data_type: HWPT_INVALIDATE_DATA_VTD_S1, entry_len: 3, entry_num: 2}");
}

struct sem { uint32_t count, max; };
struct wait { uint64_t timeout, objects; uint32_t count, index, flags, owner, pad[2]; };

static void ntsync(void)
{
	int objects[] = { fd, fd };
	struct sem sem = { 2, 5 };
	struct wait wait = { 77, (uintptr_t)objects, 2, 99, 1, 1234, { 0 } };

	ASK(_IOW('N', 0x80, struct sem), "NTSYNC_IOC_CREATE_SEM", &sem, "{count: 2, max: 5}");
	ASK(_IOWR('N', 0x82, struct wait), "NTSYNC_IOC_WAIT_ANY", &wait,
	    "{timeout: 77, objs: [%d</dev/null>, %d</dev/null>], count: 2, flags: REALTIME, owner: 1234}", fd, fd);
}

struct region { uint32_t slot, flags; uint64_t gpa, size, hva, offset; int32_t fd; uint32_t pad; uint64_t pads[14]; };
struct worker { uint32_t index, id; };
struct poison { uint64_t start, len, mode; int64_t updated; };
struct backing { int32_t fd; uint32_t flags; uint64_t pad; };
struct rpc { uint32_t size, scope, in_len, out_len; uint64_t in, out; };
struct name { uint64_t len, name; };

static void others(void)
{
	struct region region = { 1, 4, 0x100000, 0x200000, 0x7000, 0x3000, fd, 0, { 0 } }, shared = { 2, 0, 0, 0x1000, 0x7000, 5, 6, 0, { 0 } };
	uint64_t attributes[4] = { 0x1000, 0x2000, 8, 0 }, memfd[8] = { 0x4000, 1 };
	struct worker worker = { 1, 7 };
	struct poison poison = { 0x5000, 0x1000, 1, 0 };
	struct backing backing = { fd, 0, 0 };
	struct rpc rpc = { 32, 2, 3, 64, (uintptr_t)"ask", 0x10 };
	uint64_t features[3] = { 2, 0x100000000, 3 };
	uint32_t bind[4] = { 16, 0, 77, 0 };
	struct name name = { 3, (uintptr_t)"app" };

	ASK(_IOW(0xae, 0x49, struct region), "KVM_SET_USER_MEMORY_REGION2", &region, "{slot: 1, flags: GUEST_MEMFD, guest_phys_addr: 0x100000, "
	    "memory_size: 0x200000, userspace_addr: 0x7000, guest_memfd_offset: 0x3000, guest_memfd: %d</dev/null>}", fd);
	ASK(_IOW(0xae, 0x49, struct region), "KVM_SET_USER_MEMORY_REGION2", &shared,
	    "{slot: 2, flags: 0, guest_phys_addr: 0, memory_size: 0x1000, userspace_addr: 0x7000}");
	ASK(_IOW(0xae, 0xd2, attributes), "KVM_SET_MEMORY_ATTRIBUTES", attributes, "{address: 0x1000, size: 0x2000, attributes: PRIVATE, flags: 0}");
	ASK(_IOWR(0xae, 0xd4, memfd), "KVM_CREATE_GUEST_MEMFD", memfd, "{size: 0x4000, flags: MMAP}");
	ASK(_IO(';', 118), "@@VFIO_DEVICE_BIND_IOMMUFD@@", bind, "{argsz: 16, flags: 0}");
	ASK(_IOW(0xaf, 0x83, uint64_t), "VHOST_SET_FEATURES_ARRAY", features, "{count: 2, features: [0x100000000, 0x3]}");
	ASK(_IOR(0xaf, 0x83, uint64_t), "VHOST_GET_FEATURES_ARRAY", features, "{count: 2}");
	ASK(_IOW(0xaf, 0x15, struct worker), "VHOST_ATTACH_VRING_WORKER", &worker, "{index: 1, worker_id: 7}");
	ASK(_IOWR(0xaa, 8, struct poison), "UFFDIO_POISON", &poison, "{range: {start: 0x5000, len: 0x1000}, mode: DONTWAKE}");
	ASK(_IOW(229, 1, struct backing), "FUSE_DEV_IOC_BACKING_OPEN", &backing, "{fd: %d</dev/null>, flags: 0}", fd);
	ASK(_IO(0x9a, 1), "FWCTL_RPC", &rpc, "{size: 32, scope: DEBUG_WRITE, in_len: 3, out_len: 64, in: \"ask\"}");
	ASK(_IOWR('d', 0xd1, struct name), "DRM_IOCTL_SET_CLIENT_NAME", &name, "{name_len: 3, name: \"app\"}");
}

struct feature { uint32_t argsz, flags; uint64_t page_size; uint32_t n, pad; uint64_t ranges; };
struct encrypt { uint32_t id, flags; uint64_t data; uint32_t error; int32_t sev; };
struct launch { uint32_t handle, policy; uint64_t dh; uint32_t dh_len, pad; uint64_t session; uint32_t session_len, pad2; };

/* What is behind an address depends on a field. */
static void chosen(void)
{
	const struct range ranges[] = { { 0x100000, 0x2000 } };
	struct feature start = { 32, 1 << 17 | 6, 4096, 1, 0, (uintptr_t)ranges }, probe = { 32, 1 << 17 | 1 << 18 | 6, 4096, 1, 0, (uintptr_t)ranges };
	struct launch launch = { 0, 5, (uintptr_t)"dh", 2, 0, 0, 0, 0 };
	struct encrypt sev = { 2, 0, (uintptr_t)&launch, 0, fd }, unknown = { 2, 0, 0x10, 0, 0 };

	ASK(_IO(';', 117), "@@VFIO_DEVICE_FEATURE@@", &start, "{argsz: 32, flags: SET|DMA_LOGGING_START, data: {page_size: 0x1000, num_ranges: 1, "
	    "ranges: [{iova: 0x100000, length: 0x2000}]}}");
	ASK(_IO(';', 117), "@@VFIO_DEVICE_FEATURE@@", &probe, "{argsz: 32, flags: SET|PROBE|DMA_LOGGING_START}");
#if defined(__x86_64__)
	ASK(_IOWR(0xae, 0xba, long), "KVM_MEMORY_ENCRYPT_OP", &sev, "{id: LAUNCH_START, data: {handle: 0, policy: 0x5, dh_uaddr: \"dh\", dh_len: 2, "
	    "session_uaddr: NULL, session_len: 0}, sev_fd: %d</dev/null>}", fd);
	ASK(_IOWR(0xae, 0xba, long), "KVM_MEMORY_ENCRYPT_OP", &unknown, "{id: 2, flags: 0, data: 0x10}");
#endif
}

struct xe_op { uint64_t extensions; uint32_t object; uint16_t pat, pad; uint64_t at, range, addr; uint32_t op, flags, region, pad2; uint64_t pads[3]; };
struct xe_bind {
	uint64_t extensions;
	uint32_t vm, queue, pad, n;
	union { struct xe_op one; uint64_t several; };
	uint32_t pad2, nsyncs;
	uint64_t syncs, pads[2];
};
struct xe_sync { uint64_t extensions; uint32_t type, flags; uint64_t what, value, pads[2]; };

#define OP "extensions: 0, obj: 3, pat_index: 0, "

static void binds(void)
{
	struct xe_op ops[] = { { .object = 3, .at = 0x4000, .range = 0x1000, .addr = 0x70000 }, { .object = 3, .addr = 0x80000, .op = 1 } };
	struct xe_sync sync = { .type = 1, .what = 8, .value = 77 };
	struct xe_bind one = { .vm = 5, .n = 1, .one = ops[0], .nsyncs = 1, .syncs = (uintptr_t)&sync }, two = { .vm = 5, .n = 2, .several = (uintptr_t)ops };

	ASK(_IOW('d', 0x45, struct xe_bind), "DRM_IOCTL_XE_VM_BIND", &one, "{extensions: 0, vm_id: 5, exec_queue_id: 0, num_binds: 1, bind: {" OP
	    "obj_offset: 0x4000, range: 0x1000, addr: 0x70000, op: MAP, flags: 0}, num_syncs: 1, "
	    "syncs: [{extensions: 0, type: TIMELINE_SYNCOBJ, flags: 0, handle: 8, timeline_value: 77}]}");
	ASK(_IOW('d', 0x45, struct xe_bind), "DRM_IOCTL_XE_VM_BIND", &two, "{extensions: 0, vm_id: 5, exec_queue_id: 0, num_binds: 2, vector_of_binds: [{" OP
	    "obj_offset: 0x4000, range: 0x1000, addr: 0x70000, op: MAP, flags: 0}, {" OP "range: 0, addr: 0x80000, op: UNMAP, flags: 0}], "
	    "num_syncs: 0, syncs: NULL}");
}

int main(void)
{
	mlockall(MCL_CURRENT);	/* the kernel does not read what it refuses */
	fd = open("/dev/null", O_RDWR);
	begin();
	iommufd();
	ntsync();
	others();
	chosen();
	binds();
	end();
	return 0;
}
