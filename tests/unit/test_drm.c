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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(handles_are_elements),
		cmocka_unit_test(handles_without_memory),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
