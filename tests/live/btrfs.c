// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl
// abis: native i386 arm
/* Requests of btrfs, to a descriptor of no such file system: what they pass is shown all the same, with what structures point at, what
 * follows them in memory, and layouts that differ between ABIs. */
#include "live.h"

#include <linux/btrfs.h>
#include <linux/fs.h>

static int fd;

static int request(unsigned long number, void *arg)
{
	return (int)syscall(SYS_ioctl, fd, number, arg);
}

int main(void)
{
	struct { struct btrfs_qgroup_inherit first; __u64 groups[2]; } inherit = { { .flags = 1, .num_qgroups = 2, .lim = { .flags = 1, .max_rfer = 7 } }, { 5, 6 } };
	struct btrfs_ioctl_vol_args_v2 volume = { .flags = BTRFS_SUBVOL_RDONLY | BTRFS_SUBVOL_QGROUP_INHERIT, .size = sizeof(inherit), .qgroup_inherit = &inherit.first,
						  .name = "snapshot" };
	struct btrfs_ioctl_received_subvol_args received = { .uuid = { 1, 2 }, .stransid = 5, .stime = { 7, 8 }, .flags = 1 };
	struct { struct file_dedupe_range first; struct file_dedupe_range_info of[2]; } same = { { .src_length = 4096, .dest_count = 2 }, { { .dest_fd = -1 }, { .dest_fd = -1, .dest_offset = 9 } } };
	struct btrfs_ioctl_search_args search = { .key = { .tree_id = 1, .min_objectid = 256, .max_objectid = 300, .max_offset = -1ULL, .max_type = 1, .nr_items = 2 } };
	struct btrfs_ioctl_ino_path_args paths = { .inum = 257, .size = 64, .fspath = 0x8000 };
	__u64 sources[] = { 5, 300 }, flags = BTRFS_SUBVOL_RDONLY;
	struct btrfs_ioctl_send_args send = { .send_fd = -1, .clone_sources_count = 2, .clone_sources = sources, .parent_root = 256 };
	int ret;

	fd = open("/dev/null", O_RDWR);
	volume.fd = fd;
	begin();
	ret = request(BTRFS_IOC_SYNC, NULL);
	expect(ABI "ioctl(fd: %d</dev/null>, cmd: BTRFS_IOC_SYNC) = %s", fd, result(ret));
	ret = request(BTRFS_IOC_SUBVOL_SETFLAGS, &flags);
	expect(ABI "ioctl(fd: %d</dev/null>, cmd: BTRFS_IOC_SUBVOL_SETFLAGS, arg: RDONLY) = %s", fd, result(ret));
	ret = request(BTRFS_IOC_SNAP_CREATE_V2, &volume);
	expect(ABI "ioctl(fd: %d</dev/null>, cmd: BTRFS_IOC_SNAP_CREATE_V2, arg: {fd: %d</dev/null>, flags: RDONLY|QGROUP_INHERIT, size: %zu, "
	       "qgroup_inherit: {flags: SET_LIMITS, num_qgroups: 2, num_ref_copies: 0, num_excl_copies: 0, "
	       "lim: {flags: MAX_RFER, max_rfer: 7, max_excl: 0, rsv_rfer: 0, rsv_excl: 0}, ...}, name: \"snapshot\"}) = %s", fd, fd, sizeof(inherit), result(ret));
	ret = request(BTRFS_IOC_SET_RECEIVED_SUBVOL, &received);
	expect(ABI "ioctl(fd: %d</dev/null>, cmd: BTRFS_IOC_SET_RECEIVED_SUBVOL, arg: {uuid: \"01020000-0000-0000-0000-000000000000\", stransid: 5, "
	       "stime: {sec: 7, nsec: 8}, flags: 1}) = %s", fd, result(ret));
	ret = request(BTRFS_IOC_TREE_SEARCH, &search);
	expect(ABI "ioctl(fd: %d</dev/null>, cmd: BTRFS_IOC_TREE_SEARCH, arg: {key: {tree_id: ROOT_TREE_OBJECTID, max_objectid: 300, min_offset: 0, "
	       "max_offset: UINT64_MAX, min_transid: 0, max_transid: 0, min_type: 0, max_type: INODE_ITEM_KEY, nr_items: 2}}) = %s", fd, result(ret));
	ret = request(BTRFS_IOC_INO_PATHS, &paths);
	expect(ABI "ioctl(fd: %d</dev/null>, cmd: BTRFS_IOC_INO_PATHS, arg: {inum: 257, size: 64, fspath: 0x8000}) = %s", fd, result(ret));
	ret = request(BTRFS_IOC_SEND, &send);
	expect(ABI "ioctl(fd: %d</dev/null>, cmd: BTRFS_IOC_SEND, arg: {send_fd: -1, clone_sources_count: 2, clone_sources: [FS_TREE_OBJECTID, 300], "
	       "parent_root: FIRST_FREE_OBJECTID, flags: 0}) = %s", fd, result(ret));
	ret = request(BTRFS_IOC_BALANCE_CTL, (void *)BTRFS_BALANCE_CTL_PAUSE);
	expect(ABI "ioctl(fd: %d</dev/null>, cmd: BTRFS_IOC_BALANCE_CTL, arg: PAUSE) = %s", fd, result(ret));
	ret = request(FIDEDUPERANGE, &same);
	expect(ABI "ioctl(fd: %d</dev/null>, cmd: FIDEDUPERANGE or BTRFS_IOC_FILE_EXTENT_SAME, arg: {src_offset: 0, src_length: 4096, dest_count: 2, "
	       "info: [{dest_fd: -1, dest_offset: 0}, {dest_fd: -1, dest_offset: 9}]}) = %s", fd, result(ret));
	end();
	return 0;
}
