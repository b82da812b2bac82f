// SPDX-License-Identifier: BSD-2-Clause
/* test_drm.c - requests to graphics devices: arrays at addresses that are numbers. */
#include <linux/ioctl.h>

#include "abi_builder.h"

#define AT 0x1000
#define THERE 0x2000

#define SYNCOBJ_RESET _IOC(_IOC_READ | _IOC_WRITE, 'd', 0xc4, 16)

static void requests(enum abi abi, uint32_t cmd)
{
	calls(abi, "ioctl", (uint32_t)-1, cmd, AT);
}

static void put_handles(uint32_t count)
{
	put_fields({ THERE, 8 }, { count, 4 }, { 0, 4 });
}

static void handles_are_elements(void **state)
{
	static const enum abi abis[] = { ABI_X86_64, ABI_I386 };

	(void)state;
	for (unsigned i = 0; i < COUNT(abis); i++) {
		requests(abis[i], SYNCOBJ_RESET);
		put_handles(2);
		behind(2, CHUNK_OK);
		put_fields({ 7, 4 }, { 8, 4 });
		behind_at(2, CHUNK_OK, PART_AT, THERE);
		shows("ioctl(fd: -1, cmd: DRM_IOCTL_SYNCOBJ_RESET, arg: {handles: [7, 8], count_handles: 2}) = 0");
	}
}

/* Whatever the count claims, only captured memory is shown. */
static void handles_without_memory(void **state)
{
	(void)state;
	requests(ABI_X86_64, SYNCOBJ_RESET);
	put_handles(UINT32_MAX);
	behind(2, CHUNK_OK);
	shows("ioctl(fd: -1, cmd: DRM_IOCTL_SYNCOBJ_RESET, arg: {handles: 0x2000, count_handles: 4294967295}) = 0");
}

/* -- Counts that are passed and replaced --------------------------------------------------------------------------- */

#define GETPROPBLOB _IOC(_IOC_READ | _IOC_WRITE, 'd', 0xac, 16)
#define GETPLANERESOURCES _IOC(_IOC_READ | _IOC_WRITE, 'd', 0xb5, 16)

/* A count, and the one that the kernel put in its place; the memory behind the address has the numbers 7, 8. */
static void counts(uint32_t cmd, uint32_t passed, uint32_t filled)
{
	requests(ABI_X86_64, cmd);
	for (unsigned i = 0; i < 2; i++) {
		uint32_t count = i ? filled : passed;

		if (cmd == GETPROPBLOB)
			put_fields({ 5, 4 }, { count, 4 }, { THERE, 8 });
		else
			put_fields({ THERE, 8 }, { count, 4 }, { 0, 4 });
		behind(2, i ? CHUNK_OUT : CHUNK_OK);
	}
	put_fields({ 7, 4 }, { 8, 4 });
	behind_at(2, CHUNK_OUT, PART_AT, THERE);
}

static void arrays_need_room(void **state)
{
	(void)state;
	counts(GETPLANERESOURCES, 2, 2);
	shows("ioctl(fd: -1, cmd: DRM_IOCTL_MODE_GETPLANERESOURCES, arg: {plane_id_ptr: [7, 8], count_planes: 2}) = 0");
	counts(GETPLANERESOURCES, 9, 2);
	shows("ioctl(fd: -1, cmd: DRM_IOCTL_MODE_GETPLANERESOURCES, arg: {count_planes: 9} => {plane_id_ptr: [7, 8], count_planes: 2}) = 0");
	counts(GETPLANERESOURCES, 1, 2);
	shows("ioctl(fd: -1, cmd: DRM_IOCTL_MODE_GETPLANERESOURCES, arg: {count_planes: 1} => {plane_id_ptr: 0x2000, count_planes: 2}) = 0");
}

/* Of a blob the kernel fills nothing unless the length is its own. */
static void blobs_need_their_length(void **state)
{
	(void)state;
	counts(GETPROPBLOB, 8, 8);
	shows("ioctl(fd: -1, cmd: DRM_IOCTL_MODE_GETPROPBLOB, arg: {blob_id: 5, length: 8, data: \"\\7\\0\\0\\0\\10\\0\\0\\0\"}) = 0");
	counts(GETPROPBLOB, 9, 8);
	shows("ioctl(fd: -1, cmd: DRM_IOCTL_MODE_GETPROPBLOB, arg: {blob_id: 5, length: 9} => {length: 8, data: 0x2000}) = 0");
	counts(GETPROPBLOB, 0, 8);
	shows("ioctl(fd: -1, cmd: DRM_IOCTL_MODE_GETPROPBLOB, arg: {blob_id: 5, length: 0} => {length: 8, data: 0x2000}) = 0");
}

/* -- Numbers that several drivers have ---------------------------------------------------------------------------- */

#define AT_GPU _IOC(_IOC_READ | _IOC_WRITE, 'd', 0x43, 16)	/* VC4_CREATE_BO, VIRTGPU_GETPARAM and others */
#define AT_FENCE _IOC(_IOC_READ | _IOC_WRITE, 'd', 0x41, 16)

static const char *driver;

static const char *driver_of(void *ctx, int fd)
{
	(void)ctx;
	return fd == 7 ? driver : NULL;
}

/* What is shown of the request to a driver, by structures whose numbers have the values 1 to 4. */
static const char *asked(const char *of, uint32_t fd, uint32_t cmd)
{
	driver = of;
	names.fd_driver = driver_of;
	calls(ABI_X86_64, "ioctl", fd, cmd, AT);
	put_fields({ 1, 4 }, { 2, 4 }, { 3, 4 }, { 4, 4 });
	behind(2, CHUNK_OK);
	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	return shown(call.row);
}

/* The same bytes, of the structure that the descriptor's driver has. */
static void drivers_choose_structures(void **state)
{
	(void)state;
	assert_string_equal(asked("virtio_gpu", 7, AT_GPU), "ioctl(fd: 7, cmd: DRM_IOCTL_VIRTGPU_GETPARAM, arg: {param: 0x200000001, value: 0x400000003}) = 0");
	assert_string_equal(asked("vc4-drm", 7, AT_GPU), "ioctl(fd: 7, cmd: DRM_IOCTL_VC4_CREATE_BO, arg: {size: 1, flags: 2, handle: 3, pad: 4}) = 0");
	assert_string_equal(asked("vgem", 7, AT_FENCE), "ioctl(fd: 7, cmd: DRM_IOCTL_VGEM_FENCE_ATTACH, arg: {handle: 1, flags: 0x2, pad: 4}) = 0");
}

#define GEM_CREATE _IOC(_IOC_READ | _IOC_WRITE, 'd', 0x40, 32)

/* A union of what the program passes, and what the kernel fills: its handle. */
static void unions_of_both_directions(void **state)
{
	(void)state;
	driver = "amdgpu";
	names.fd_driver = driver_of;
	calls(ABI_X86_64, "ioctl", 7, GEM_CREATE, AT);
	put_fields({ 4096, 8 }, { 256, 8 }, { 2, 8 }, { 1, 8 });
	behind(2, CHUNK_OK);
	put_fields({ 9, 4 }, { 0, 4 }, { 256, 8 }, { 2, 8 }, { 1, 8 });
	behind(2, CHUNK_OUT);
	shows("ioctl(fd: 7, cmd: DRM_IOCTL_AMDGPU_GEM_CREATE, arg: {in: {bo_size: 4096, alignment: 256, domains: 2, domain_flags: 1}} => {out: {handle: 9}}) = 0");
}

/* One that has no such request, that is not listed, that is not known. */
static void drivers_without_the_request(void **state)
{
	(void)state;
	assert_string_equal(asked("radeon", 7, AT_GPU), "ioctl(fd: 7, cmd: _IOC(_IOC_READ|_IOC_WRITE, 0x64, 0x43, 0x10), arg: 0x1000) = 0");
	assert_non_null(strstr(asked("new", 7, AT_GPU), " or DRM_IOCTL_VIRTGPU_GETPARAM, arg: 0x1000)"));
	assert_non_null(strstr(asked("vc4-drm", 8, AT_GPU), " or DRM_IOCTL_VIRTGPU_GETPARAM, arg: 0x1000)"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(handles_are_elements),
		cmocka_unit_test(handles_without_memory),
		cmocka_unit_test(arrays_need_room),
		cmocka_unit_test(blobs_need_their_length),
		cmocka_unit_test(drivers_choose_structures),
		cmocka_unit_test(drivers_without_the_request),
		cmocka_unit_test(unions_of_both_directions),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
