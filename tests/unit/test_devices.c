// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_devices.c - requests to devices whose structures have unions, or data behind an address, that a field chooses: by its value, by some of its bits,
 * or together with another field.
 */
#include <linux/ioctl.h>

#include "abi_builder.h"

#define AT 0x1000
#define THERE 0x2000
#define FURTHER 0x3000

static void requests(uint32_t fd, uint32_t cmd, long ret)
{
	calls(ABI_X86_64, "ioctl", fd, cmd, AT);
	returns(ret);
}

/* -- Graphics: xe ----------------------------------------------------------------------------------------------------- */

#define XE_QUERY _IOC(_IOC_READ | _IOC_WRITE, 'd', 0x40, 40)
#define XE_BIND _IOC(_IOC_WRITE, 'd', 0x45, 136)
#define XE_EXEC _IOC(_IOC_WRITE, 'd', 0x49, 56)
#define XE_MADVISE _IOC(_IOC_WRITE, 'd', 0x4c, 64)

static const char *driver;

static const char *driver_of(void *ctx, int fd)
{
	(void)ctx;
	return fd == 7 ? driver : NULL;
}

static void requests_of(const char *of, uint32_t cmd)
{
	driver = of;
	names.fd_driver = driver_of;
	requests(7, cmd, 0);
}

static void put_bind_op(uint64_t at, uint32_t op, uint32_t flags)
{
	put_fields({ 0, 8 }, { 3, 4 }, { 1, 2 }, { 0, 2 }, { at, 8 }, { 0x1000, 8 }, { 0x70000, 8 }, { op, 4 }, { flags, 4 }, { 9, 4 }, { 0, 4 }, { 0, 24 });
}

static void put_bind_end(uint32_t syncs)
{
	put_fields({ 0, 4 }, { syncs, 4 }, { syncs ? FURTHER : 0, 8 }, { 0, 16 });
}

static void put_sync(uint32_t type, uint64_t what, uint64_t value)
{
	put_fields({ 0, 8 }, { type, 4 }, { 1, 4 }, { what, 8 }, { value, 8 }, { 0, 16 });
}

static void put_one_bind(uint32_t op, uint32_t flags)
{
	put_fields({ 0, 8 }, { 5, 4 }, { 0, 4 }, { 0, 4 }, { 1, 4 });
	put_bind_op(0x4000, op, flags);
	put_bind_end(0);
	behind(2, CHUNK_OK);
}

#define BIND "ioctl(fd: 7, cmd: DRM_IOCTL_XE_VM_BIND, arg: {extensions: 0, vm_id: 5, exec_queue_id: 0, "
#define BOUND "extensions: 0, obj: 3, pat_index: 1, "

static void one_bind_by_operation(void **state)
{
	(void)state;
	requests_of("xe", XE_BIND);
	put_one_bind(0, 1);
	shows(BIND "num_binds: 1, bind: {" BOUND "obj_offset: 0x4000, range: 0x1000, addr: 0x70000, op: MAP, flags: READONLY}, num_syncs: 0, syncs: NULL}) = 0");
	requests_of("xe", XE_BIND);
	put_one_bind(0, 0x20);
	shows(BIND "num_binds: 1, bind: {" BOUND "cpu_addr_mirror_offset: 16384, "
	      "range: 0x1000, addr: 0x70000, op: MAP, flags: CPU_ADDR_MIRROR}, num_syncs: 0, syncs: NULL}) = 0");
	requests_of("xe", XE_BIND);
	put_one_bind(2, 0);
	shows(BIND "num_binds: 1, bind: {" BOUND "userptr: 0x4000, range: 0x1000, addr: 0x70000, op: MAP_USERPTR, flags: 0}, num_syncs: 0, syncs: NULL}) = 0");
	requests_of("xe", XE_BIND);
	put_one_bind(4, 0);
	shows(BIND "num_binds: 1, bind: {" BOUND "range: 0x1000, addr: 0x70000, op: PREFETCH, flags: 0, prefetch_mem_region_instance: 9}, "
	      "num_syncs: 0, syncs: NULL}) = 0");
}

/* Several are behind an address; objects to wait for are too. */
static void several_binds(void **state)
{
	(void)state;
	requests_of("xe", XE_BIND);
	put_fields({ 0, 8 }, { 5, 4 }, { 0, 4 }, { 0, 4 }, { 2, 4 }, { THERE, 8 }, { 0, 24 }, { 0, 24 }, { 0, 24 });
	put_bind_end(2);
	behind(2, CHUNK_OK);
	put_bind_op(0, 1, 0);
	put_bind_op(0, 3, 0);
	behind_at(2, CHUNK_OK, PART_AT, THERE);
	put_sync(1, 8, 77);
	put_sync(2, 0x9000, 1);
	behind_at(2, CHUNK_OK, PART_AT, FURTHER);
	shows(BIND "num_binds: 2, vector_of_binds: [{" BOUND "range: 0x1000, addr: 0x70000, op: UNMAP, flags: 0}, {" BOUND "range: 0x1000, addr: 0x70000, "
	      "op: UNMAP_ALL, flags: 0}], num_syncs: 2, syncs: [{extensions: 0, type: TIMELINE_SYNCOBJ, flags: SIGNAL, handle: 8, timeline_value: 77}, "
	      "{extensions: 0, type: USER_FENCE, flags: SIGNAL, addr: 0x9000, timeline_value: 1}]}) = 0");
}

/* A number that only one driver is known to have does not make it the request of another one. */
static void number_of_another_driver(void **state)
{
	(void)state;
	requests_of("amdgpu", XE_BIND);
	put_one_bind(0, 1);
	shows("ioctl(fd: 7, cmd: _IOC(_IOC_WRITE, 0x64, 0x45, 0x88), arg: 0x1000) = 0");
}

static void batches(void **state)
{
	(void)state;
	requests_of("xe", XE_EXEC);
	put_fields({ 0, 8 }, { 4, 4 }, { 0, 4 }, { 0, 8 }, { 0x800000, 8 }, { 1, 2 }, { 0, 6 }, { 0, 16 });
	behind(2, CHUNK_OK);
	shows("ioctl(fd: 7, cmd: DRM_IOCTL_XE_EXEC, arg: {extensions: 0, exec_queue_id: 4, num_syncs: 0, syncs: NULL, address: 0x800000, num_batch_buffer: 1}) = 0");
	requests_of("xe", XE_EXEC);
	put_fields({ 0, 8 }, { 4, 4 }, { 0, 4 }, { 0, 8 }, { THERE, 8 }, { 2, 2 }, { 0, 6 }, { 0, 16 });
	behind(2, CHUNK_OK);
	put_fields({ 0x800000, 8 }, { 0x900000, 8 });
	behind_at(2, CHUNK_OK, PART_AT, THERE);
	shows("ioctl(fd: 7, cmd: DRM_IOCTL_XE_EXEC, arg: {extensions: 0, exec_queue_id: 4, num_syncs: 0, syncs: NULL, "
	      "address: [0x800000, 0x900000], num_batch_buffer: 2}) = 0");
}

static void put_query(uint32_t query, uint32_t size, uint64_t data)
{
	put_fields({ 0, 8 }, { query, 4 }, { size, 4 }, { data, 8 }, { 0, 16 });
}

/* A query for a structure of 8 bytes, into `room`. */
static void query_status(uint32_t room)
{
	requests_of("xe", XE_QUERY);
	put_query(9, room, THERE);
	behind(2, CHUNK_OK);
	put_query(9, 8, THERE);
	behind(2, CHUNK_OUT);
	put_fields({ 1, 4 }, { 2, 4 });
	behind_at(2, CHUNK_OUT, PART_AT, THERE);
}

/* The program asks for the length first: then what the address points at was not filled. */
static void queries(void **state)
{
	(void)state;
	query_status(8);
	shows("ioctl(fd: 7, cmd: DRM_IOCTL_XE_DEVICE_QUERY, arg: {extensions: 0, query: PXP_STATUS, size: 8, data: {status: 1, supported_session_types: 0x2}}) = 0");
	query_status(0);
	shows("ioctl(fd: 7, cmd: DRM_IOCTL_XE_DEVICE_QUERY, arg: {extensions: 0, query: PXP_STATUS, size: 0} => {size: 8, data: 0x2000}) = 0");
}

static void advice_by_type(void **state)
{
	(void)state;
	requests_of("xe", XE_MADVISE);
	put_fields({ 0, 8 }, { 0x1000, 8 }, { 0x2000, 8 }, { 5, 4 }, { 2, 4 }, { 6, 4 }, { 0, 4 }, { 0, 8 }, { 0, 16 });
	behind(2, CHUNK_OK);
	shows("ioctl(fd: 7, cmd: DRM_IOCTL_XE_MADVISE, arg: {extensions: 0, start: 0x1000, range: 0x2000, vm_id: 5, "
	      "type: MEM_RANGE_ATTR_PAT, pat_index: {val: 6}}) = 0");
}

/* -- VFIO --------------------------------------------------------------------------------------------------------------- */

#define VFIO_FEATURE _IO(';', 117)
#define GET 0x10000
#define SET 0x20000
#define PROBE 0x40000

static void features(uint32_t flags, long ret)
{
	requests((uint32_t)-1, VFIO_FEATURE, ret);
	put_fields({ 24, 4 }, { flags, 4 });
	behind(2, CHUNK_OK);
	put_fields({ 24, 4 }, { flags, 4 });
	behind(2, CHUNK_OUT);
}

/* The request's number has other names, too. */
static void feature_shows(const char *text)
{
	const char *got;

	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	got = strstr(shown(call.row), "arg: ");
	assert_non_null(got);
	assert_string_equal(got, text);
}

static void features_of_devices(void **state)
{
	(void)state;
	features(GET | 1, 0);
	put(3, 8);
	behind_at(2, CHUNK_OUT, PART_AT, AT + 8);
	feature_shows("arg: {argsz: 24, flags: GET|MIGRATION, data: {flags: STOP_COPY|P2P}}) = 0");
	features(SET | 2, 0);
	put_fields({ 3, 4 }, { 0, 4 });
	behind_at(2, CHUNK_OK, PART_AT, AT + 8);
	put_fields({ 3, 4 }, { 9, 4 });
	behind_at(2, CHUNK_OUT, PART_AT, AT + 8);
	feature_shows("arg: {argsz: 24, flags: SET|MIG_DEVICE_STATE, data: {device_state: STOP_COPY, data_fd: 9}}) = 0");
	features(SET | 4, 0);
	put_fields({ 5, 4 }, { 0, 4 });
	behind_at(2, CHUNK_OK, PART_AT, AT + 8);
	feature_shows("arg: {argsz: 24, flags: SET|LOW_POWER_ENTRY_WITH_WAKEUP, data: {wakeup_eventfd: 5}}) = 0");
	features(SET | 10, 0);
	put(1, 4);
	behind_at(2, CHUNK_OK, PART_AT, AT + 8);
	feature_shows("arg: {argsz: 24, flags: SET|BUS_MASTER, data: {op: SET_MASTER}}) = 0");
	features(SET | 5, 0);
	feature_shows("arg: {argsz: 24, flags: SET|LOW_POWER_EXIT}) = 0");
}

static void ranges_of_a_feature(void **state)
{
	(void)state;
	features(SET | 6, -95);
	put_fields({ 4096, 8 }, { 1, 4 }, { 0, 4 }, { THERE, 8 });
	behind_at(2, CHUNK_OK, PART_AT, AT + 8);
	put_fields({ 0x100000, 8 }, { 0x2000, 8 });
	behind_at(2, CHUNK_OK, PART_AT, THERE);
	feature_shows("arg: {argsz: 24, flags: SET|DMA_LOGGING_START, data: {page_size: 0x1000, num_ranges: 1, "
		      "ranges: [{iova: 0x100000, length: 0x2000}]}}) = -1 EOPNOTSUPP (Operation not supported)");
}

/* A feature that is probed has no data, and containers' requests have other flags. */
static void no_feature(void **state)
{
	(void)state;
	features(PROBE | GET | 1, 0);
	put(3, 8);
	behind_at(2, CHUNK_OUT, PART_AT, AT + 8);
	feature_shows("arg: {argsz: 24, flags: GET|PROBE|MIGRATION}) = 0");
	features(1, 0);
	feature_shows("arg: {argsz: 24, flags: 0x1}) = 0");
}

/* -- IOMMUs ------------------------------------------------------------------------------------------------------------- */

static void page_tables_by_type(void **state)
{
	(void)state;
	for (unsigned len = 24; len; len -= 12) {
		requests((uint32_t)-1, _IO(';', 0x89), -2);
		put_fields({ 48, 4 }, { 0, 4 }, { 1, 4 }, { 2, 4 }, { 0, 4 }, { 0, 4 }, { 1, 4 }, { len, 4 }, { THERE, 8 }, { 0, 8 });
		behind(2, CHUNK_OK);
		put_fields({ 5, 8 }, { 0x7000, 8 }, { 48, 4 }, { 0, 4 });
		mem_len = len;
		behind_at(2, CHUNK_OK, PART_AT, THERE);
		shows(len == 24 ? "ioctl(fd: -1, cmd: IOMMU_HWPT_ALLOC, arg: {size: 48, flags: 0, dev_id: 1, pt_id: 2, data_type: VTD_S1, data_len: 24, "
				  "data_uptr: {flags: SRE|WPE, pgtbl_addr: 0x7000, addr_width: 48}}) = -1 ENOENT (No such file or directory)" :
				  "ioctl(fd: -1, cmd: IOMMU_HWPT_ALLOC, arg: {size: 48, flags: 0, dev_id: 1, pt_id: 2, data_type: VTD_S1, data_len: 12, "
				  "data_uptr: {flags: SRE|WPE}}) = -1 ENOENT (No such file or directory)");
	}
}

static void put_info(uint32_t len, uint32_t type)
{
	put_fields({ 40, 4 }, { 0, 4 }, { 6, 4 }, { len, 4 }, { THERE, 8 }, { type, 4 }, { 0, 4 }, { 1, 8 });
}

/* The kernel says how long its data are: if there was no room for them, they were not filled. */
static void hardware_by_type(void **state)
{
	(void)state;
	for (unsigned len = 32; len >= 16; len -= 16) {
		requests((uint32_t)-1, _IO(';', 0x8a), 0);
		put_info(len, 0);
		behind(2, CHUNK_OK);
		put_info(24, 1);
		behind(2, CHUNK_OUT);
		put_fields({ 1, 4 }, { 0, 4 }, { 0xc0, 8 }, { 0xec, 8 });
		behind_at(2, CHUNK_OUT, PART_AT, THERE);
		shows(len == 32 ? "ioctl(fd: -1, cmd: IOMMU_GET_HW_INFO, arg: {size: 40, flags: 0, dev_id: 6, data_len: 32} => {data_len: 24, "
				  "data_uptr: {flags: ERRATA_772415_SPR17, cap_reg: 0xc0, ecap_reg: 0xec}, out_data_type: INTEL_VTD, "
				  "out_max_pasid_log2: 0, out_capabilities: DIRTY_TRACKING}) = 0" :
				  "ioctl(fd: -1, cmd: IOMMU_GET_HW_INFO, arg: {size: 40, flags: 0, dev_id: 6, data_len: 16} => {data_len: 24, "
				  "data_uptr: 0x2000, out_data_type: INTEL_VTD, out_max_pasid_log2: 0, out_capabilities: DIRTY_TRACKING}) = 0");
	}
}

static void put_invalidation(uint32_t type, uint32_t len)
{
	requests((uint32_t)-1, _IO(';', 0x8d), 0);
	put_fields({ 32, 4 }, { 4, 4 }, { THERE, 8 }, { type, 4 }, { len, 4 }, { 1, 4 }, { 0, 4 });
	behind(2, CHUNK_OK);
	put_fields({ 0x9000, 8 }, { 2, 8 }, { 1, 4 }, { 0, 4 });
	mem_len = len;
	behind_at(2, CHUNK_OK, PART_AT, THERE);
}

#define INVALIDATE "ioctl(fd: -1, cmd: IOMMU_HWPT_INVALIDATE, arg: {size: 32, hwpt_id: 4, data_uptr: "

static void invalidations_by_type_and_length(void **state)
{
	(void)state;
	put_invalidation(0, 24);
	shows(INVALIDATE "[{addr: 0x9000, npages: 2, flags: LEAF}], data_type: HWPT_INVALIDATE_DATA_VTD_S1, entry_len: 24, entry_num: 1}) = 0");
	put_invalidation(1, 16);
	shows(INVALIDATE "[{cmd: [0x9000, 0x2]}], data_type: VIOMMU_INVALIDATE_DATA_ARM_SMMUV3, entry_len: 16, entry_num: 1}) = 0");
	put_invalidation(0, 4);
	shows(INVALIDATE "\"\\0\\220\\0\\0\", data_type: HWPT_INVALIDATE_DATA_VTD_S1, entry_len: 4, entry_num: 1}) = 0");
}

/* -- Encrypted guests ----------------------------------------------------------------------------------------------------- */

#define ENCRYPT _IOC(_IOC_READ | _IOC_WRITE, 0xae, 0xba, 8)
#define OP "ioctl(fd: -1, cmd: KVM_MEMORY_ENCRYPT_OP, arg: "

/* Headers of other machines have other structures of KVM. */
static void need_x86(void)
{
	if (abi__family(abi__native()) != abi__family(ABI_X86_64))
		skip();
}

static void encrypts(uint32_t id, uint64_t error, uint32_t fd, long ret)
{
	requests((uint32_t)-1, ENCRYPT, ret);
	put_fields({ id, 4 }, { 0, 4 }, { THERE, 8 }, { 0, 4 }, { fd, 4 });
	behind(2, CHUNK_OK);
	put_fields({ id, 4 }, { 0, 4 }, { THERE, 8 }, { fd ? error | (uint64_t)fd << 32 : error, 8 });
	behind(2, CHUNK_OUT);
}

static void commands_of_sev(void **state)
{
	(void)state;
	need_x86();
	encrypts(2, 0x16, 9, -5);
	put_fields({ 0, 4 }, { 5, 4 }, { FURTHER, 8 }, { 2, 4 }, { 0, 4 }, { 0, 8 }, { 0, 8 });
	behind_at(2, CHUNK_OK, PART_AT, THERE);
	put_fields({ 0x6864, 2 });
	behind_at(2, CHUNK_OK, PART_AT, FURTHER);
	shows(OP "{id: LAUNCH_START, data: {handle: 0, policy: 0x5, dh_uaddr: \"dh\", dh_len: 2, session_uaddr: NULL, session_len: 0}, sev_fd: 9} => {error: 0x16}) "
	      "= -1 EIO (Input/output error)");
	encrypts(101, 0, 9, 0);
	put_fields({ 0x100, 8 }, { 0x7000, 8 }, { 0x1000, 8 }, { 1, 1 }, { 0, 1 }, { 0, 2 }, { 0, 4 }, { 0, 32 });
	behind_at(2, CHUNK_OK, PART_AT, THERE);
	shows(OP "{id: SNP_LAUNCH_UPDATE, data: {gfn_start: 0x100, uaddr: 0x7000, len: 0x1000, type: NORMAL, flags: 0}, error: 0, sev_fd: 9}) = 0");
	encrypts(7, 0, 9, 0);
	shows(OP "{id: LAUNCH_FINISH, data: 0x2000, error: 0, sev_fd: 9}) = 0");
}

/* Which command it is, of TDX or of SEV, is not known. */
static void commands_without_a_descriptor(void **state)
{
	(void)state;
	need_x86();
	encrypts(2, 0, 0, 0);
	shows(OP "{id: 2, flags: 0, data: 0x2000}) = 0");
	encrypts(2, 0xc000010000000042, 0, -5);
	shows(OP "{id: 2, flags: 0, data: 0x2000}) = -1 EIO (Input/output error)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_bind_by_operation),
		cmocka_unit_test(several_binds),
		cmocka_unit_test(number_of_another_driver),
		cmocka_unit_test(batches),
		cmocka_unit_test(queries),
		cmocka_unit_test(advice_by_type),
		cmocka_unit_test(features_of_devices),
		cmocka_unit_test(ranges_of_a_feature),
		cmocka_unit_test(no_feature),
		cmocka_unit_test(page_tables_by_type),
		cmocka_unit_test(hardware_by_type),
		cmocka_unit_test(invalidations_by_type_and_length),
		cmocka_unit_test(commands_of_sev),
		cmocka_unit_test(commands_without_a_descriptor),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
