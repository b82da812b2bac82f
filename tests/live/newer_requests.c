// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl
/* Requests that headers of supported distributions lack: to pidfds, namespaces, filesystems and files of procfs; kernels that lack them refuse them. */
#include "live.h"

#include <sys/ioctl.h>

#define PROGRAM "{size: 104, query_flags: COVERING_OR_NEXT_VMA, query_addr: 0x%lx, vma_name_size: 0, build_id_size: 0, vma_name_addr: NULL, build_id_addr: NULL}"

static char filled[256];

static void pidfds(void)
{
	uint64_t info[11] = { 3 };
	int fd = syscall(SYS_pidfd_open, getpid(), 0), ret, number;

	ret = ioctl(fd, _IO(0xff, 10), 0);
	number = ret < 0 ? errno : 0;
	errno = number;
	if (ret < 0)
		expect("ioctl(fd: %d<@@>, cmd: PIDFD_GET_UTS_NAMESPACE) = %s", fd, error());
	else
		expect("ioctl(fd: %d<@@>, cmd: PIDFD_GET_UTS_NAMESPACE) = %d<uts:[@@]>", fd, ret);
	ret = ioctl(fd, _IOWR(0xff, 11, char[64]), info);
	if (ret < 0)
		expect("ioctl(fd: %d<@@>, cmd: PIDFD_GET_INFO(64), arg: {mask: PID|CREDS}) = %s", fd, error());
	else
		expect("ioctl(fd: %d<@@>, cmd: PIDFD_GET_INFO(64), arg: {mask: PID|CREDS@@} => {mask: PID|CREDS@@, pid: %d@@, tgid: %d@@, ppid: %d@@, ruid: 0, rgid: 0, "
		       "euid: 0, egid: 0, suid: 0, sgid: 0, fsuid: 0, fsgid: 0}) = 0", fd, getpid(), getpid(), getppid());
	ret = ioctl(-1, _IOWR(0xff, 11, char[88]), info);
	expect("ioctl(fd: -1, cmd: PIDFD_GET_INFO, arg: {mask: PID|CREDS@@}) = %s", error());
}

static void namespaces(void)
{
	int fd = open("/proc/self/ns/mnt", O_RDONLY), ret;
	uint64_t id[2] = { 0 };

	ret = ioctl(fd, _IOR(0xb7, 5, uint64_t), id);
	if (ret < 0)
		expect("ioctl(fd: %d<@@>, cmd: NS_GET_MNTNS_ID, arg: %p) = %s", fd, id, error());
	else
		expect("ioctl(fd: %d<@@>, cmd: NS_GET_MNTNS_ID, arg: [0x%lx]) = 0", fd, (long)id[0]);
	ret = ioctl(fd, _IOR(0xb7, 10, char[16]), id);
	if (ret < 0)
		expect("ioctl(fd: %d<@@>, cmd: NS_MNT_GET_INFO, arg: %p) = %s", fd, id, error());
	else
		expect("ioctl(fd: %d<@@>, cmd: NS_MNT_GET_INFO, arg: {size: 16, nr_mounts: @@, mnt_ns_id: 0x@@}) = 0", fd);
}

static void files(void)
{
	int fd = open("/proc/self/maps", O_RDONLY), dir = open("/", O_RDONLY), ret;
	uint64_t query[13] = { 104, 0x10, (uintptr_t)files };
	uint64_t scan[12] = { 96, 1, 0x1000, 0x2000, 0, 0, 0, 4, 8, 0x11, 2, 0x80 };

	ret = ioctl(dir, _IOR(0x15, 0, char[17]), filled);
	if (ret < 0)
		expect("ioctl(fd: %d</>, cmd: FS_IOC_GETFSUUID, arg: %p) = %s", dir, filled, error());
	else
		expect("ioctl(fd: %d</>, cmd: FS_IOC_GETFSUUID, arg: {len: 16, uuid: \"@@\"}) = 0", dir);
	ret = ioctl(dir, _IOR(0x15, 1, char[129]), filled);
	if (ret < 0)
		expect("ioctl(fd: %d</>, cmd: FS_IOC_GETFSSYSFSPATH, arg: %p) = %s", dir, filled, error());
	else
		expect("ioctl(fd: %d</>, cmd: FS_IOC_GETFSSYSFSPATH, arg: {len: %d, name: \"%s\"}) = 0", dir, filled[0], filled + 1);
	ret = ioctl(fd, _IOWR(0x66, 17, char[104]), query);
	if (ret < 0)
		expect("ioctl(fd: %d<@@>, cmd: PROCMAP_QUERY, arg: " PROGRAM ") = %s", fd, (long)files, error());
	else
		expect("ioctl(fd: %d<@@>, cmd: PROCMAP_QUERY, arg: " PROGRAM " => {size: 104, query_flags: COVERING_OR_NEXT_VMA, query_addr: 0x%lx, vma_start: 0x%lx, vma_end: 0x%lx, "
		       "vma_flags: VMA_READABLE|VMA_EXECUTABLE, vma_page_size: %lu, vma_offset: @@, inode: %lu, @@}) = 0", fd, (long)files, (long)files,
		       (long)query[3], (long)query[4], (long)query[6], (long)query[8]);
	ret = ioctl(-1, _IOWR(0x66, 16, char[96]), scan);
	expect("ioctl(fd: -1, cmd: PAGEMAP_SCAN, arg: {size: 96, flags: WP_MATCHING, start: 0x1000, end: 0x2000, vec_len: 0, max_pages: 4, "
	       "category_inverted: PRESENT, category_mask: WPALLOWED|SWAPPED, category_anyof_mask: WRITTEN, return_mask: SOFT_DIRTY}) = %s", error());
}

/* Regions that the kernel found: as many as the result says, of an array that has room for more. */
static void pages(void)
{
	int fd = open("/proc/self/pagemap", O_RDONLY);
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *memory = mmap(NULL, 8 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t regions[4][3];
	uint64_t scan[12] = { 96, 0, (uintptr_t)memory, (uintptr_t)memory + 8 * page, 0, (uintptr_t)regions, 4, 0, 0, 8, 0, 8 };
	const uint64_t at = (uintptr_t)memory;
	int ret;

	memset(regions, 0x55, sizeof(regions));
	madvise(memory, 8 * page, MADV_NOHUGEPAGE);
	memory[page] = memory[2 * page] = memory[5 * page] = 1;
	ret = ioctl(fd, _IOWR(0x66, 16, char[96]), scan);
	if (ret < 0)
		expect("ioctl(fd: %d<@@>, cmd: PAGEMAP_SCAN, arg: {@@vec_len: 4, @@}) = %s", fd, error());
	else
		expect("ioctl(fd: %d<@@>, cmd: PAGEMAP_SCAN, arg: {size: 96, flags: 0, start: 0x%lx, end: 0x%lx, vec_len: 4, @@} => {@@walk_end: 0x%lx, "
		       "vec: [{start: 0x%lx, end: 0x%lx, categories: PRESENT}, {start: 0x%lx, end: 0x%lx, categories: PRESENT}], @@}) = 2", fd, (long)at,
		       (long)(at + 8 * page), (long)(at + 8 * page), (long)(at + page), (long)(at + 3 * page), (long)(at + 5 * page), (long)(at + 6 * page));
}

int main(void)
{
	mlockall(MCL_CURRENT);	/* the kernel does not read what it refuses */
	begin();
	pidfds();
	namespaces();
	files();
	pages();
	end();
	return 0;
}
