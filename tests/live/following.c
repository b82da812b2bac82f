// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl
// abis: native i386 arm
/* Requests whose structure is followed by elements or data in the same memory. The descriptor is none that knows them, except for the extents
 * of a file. */
#include "live.h"

#include <linux/dm-ioctl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/ioctl.h>
#include <linux/tee.h>

/* n bytes at the end of a page without a successor */
static void *last(size_t n)
{
	char *p = mmap(NULL, 2 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	munmap(p + (1 << 16), 1 << 16);
	return p + (1 << 16) - n;
}

static void dedupe(int fd)
{
	const size_t head = sizeof(struct file_dedupe_range), one = sizeof(struct file_dedupe_range_info);
	struct file_dedupe_range *d = last(head + 2 * one);
	int ret;

	d->src_length = 4096;
	d->dest_count = 2;
	d->info[0].dest_fd = fd;
	d->info[1].dest_fd = -1;
	d->info[1].dest_offset = 8192;
	ret = syscall(SYS_ioctl, -1, FIDEDUPERANGE, d);
	expect(ABI "ioctl(fd: -1, cmd: FIDEDUPERANGE or BTRFS_IOC_FILE_EXTENT_SAME, arg: {src_offset: 0, src_length: 4096, dest_count: 2, "
	       "info: [{dest_fd: %d</dev/null>, dest_offset: 0}, {dest_fd: -1, dest_offset: 8192}]}) = %s", fd, result(ret));
	d->dest_count = 3;
	ret = syscall(SYS_ioctl, -1, FIDEDUPERANGE, d);
	expect(ABI "ioctl(fd: -1, cmd: FIDEDUPERANGE or BTRFS_IOC_FILE_EXTENT_SAME, arg: {src_offset: 0, src_length: 4096, dest_count: 3, "
	       "info: [{dest_fd: %d</dev/null>, dest_offset: 0}, {dest_fd: -1, dest_offset: 8192}, ...]}) = %s", fd, result(ret));
	d = last(head);
	d->dest_count = 1;
	ret = syscall(SYS_ioctl, -1, FIDEDUPERANGE, d);
	expect(ABI "ioctl(fd: -1, cmd: FIDEDUPERANGE or BTRFS_IOC_FILE_EXTENT_SAME, arg: {src_offset: 0, src_length: 0, dest_count: 1, "
	       "info: %p <unread>}) = %s", d->info, result(ret));
}

static void extents(void)
{
	struct fiemap *f = calloc(1, sizeof(*f) + sizeof(f->fm_extents[0]));
	int fd = open("extents", O_RDWR | O_CREAT, 0600), ret;

	if (write(fd, "a", 1) != 1)
		exit(1);
	f->fm_length = 4096;
	f->fm_flags = FIEMAP_FLAG_SYNC;
	f->fm_extent_count = 1;
	ret = syscall(SYS_ioctl, fd, FS_IOC_FIEMAP, f);
	printf(ABI "ioctl(fd: %d<%s/extents>, cmd: FS_IOC_FIEMAP, arg: {fm_start: 0, fm_length: 4096, fm_flags: SYNC, fm_extent_count: 1}", fd, cwd);
	if (!ret)	/* fm_extents are shown with --verbose */
		printf(" => {fm_flags: SYNC, fm_mapped_extents: %u, ...}", f->fm_mapped_extents);
	expect(") = %s", result(ret));
}

static void parameters(void)
{
	struct { struct tee_ioctl_invoke_arg head; struct tee_ioctl_param params[2]; } arg = {
		.head = { .func = 5, .num_params = 2 },
		.params = { { .attr = TEE_IOCTL_PARAM_ATTR_TYPE_VALUE_INOUT | TEE_IOCTL_PARAM_ATTR_META, .a = 1 }, { .attr = TEE_IOCTL_PARAM_ATTR_TYPE_MEMREF_INPUT, .b = 16 } },
	};
	struct tee_ioctl_buf_data buf = { .buf_ptr = (uintptr_t)&arg, .buf_len = sizeof(arg) };
	int ret = syscall(SYS_ioctl, -1, TEE_IOC_INVOKE, &buf);

	expect(ABI "ioctl(fd: -1, cmd: TEE_IOC_INVOKE, arg: {buf_len: 88, buf_ptr: {func: 5, session: 0, cancel_id: 0, num_params: 2, "
	       "params: [{attr: VALUE_INOUT|META, a: 0x1, b: 0, c: 0}, {attr: MEMREF_INPUT, shm_offs: 0, size: 0x10, shm_id: 0}]}}) = %s", result(ret));
}

static void targets(void)
{
	struct { struct dm_ioctl head; struct dm_target_spec first; char line1[16]; struct dm_target_spec second; char line2[16]; } arg = {
		.head = { .version = { 4 }, .data_size = sizeof(arg), .data_start = sizeof(struct dm_ioctl), .target_count = 2, .name = "a" },
		.first = { .length = 8, .next = sizeof(struct dm_target_spec) + 16, .target_type = "zero" }, .line1 = "",
		.second = { .sector_start = 8, .length = 1, .target_type = "linear" }, .line2 = "8:1 0",
	};
	int ret = syscall(SYS_ioctl, -1, DM_TABLE_LOAD, &arg);

	expect(ABI "ioctl(fd: -1, cmd: DM_TABLE_LOAD, arg: {version: [4, 0, 0], data_size: 424, data_start: 312, name: \"a\", target_count: 2, flags: 0, "
	       "targets: [{sector_start: 0, length: 8, target_type: \"zero\", string: \"\"}, {sector_start: 8, length: 1, target_type: \"linear\", "
	       "string: \"8:1 0\"}]}) = %s", result(ret));
}

int main(void)
{
	int fd = open("/dev/null", O_RDWR);

	begin();
	dedupe(fd);
	extents();
	parameters();
	targets();
	end();
	return 0;
}
