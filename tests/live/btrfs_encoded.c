// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl
// needs: mkfs.btrfs mount umount
/* btrfs: an extent is read and written in its encoded form: the data behind iovecs. */
#include "live.h"

#include <linux/btrfs.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/uio.h>

#define SIZE (128 * 1024)

static char dir[] = "/tmp/btrfs-XXXXXX", command[256], path[128];
static char data[SIZE], encoded[SIZE];

static int run(const char *fmt)
{
	snprintf(command, sizeof(command), fmt, dir);
	return system(command);
}

/* A file whose only extent is compressed, on a file system in a file of the directory. -1: not here */
static int make_file(void)
{
	int fd;

	if (!mkdtemp(dir) || run("truncate -s 128M %1$s/image && mkfs.btrfs -q %1$s/image >/dev/null 2>&1 && mkdir %1$s/at && mount -o loop,compress-force=zlib %1$s/image %1$s/at"))
		return -1;
	snprintf(path, sizeof(path), "%s/at/file", dir);
	memset(data, 'x', sizeof(data));
	fd = open(path, O_RDWR | O_CREAT, 0600);
	if (fd < 0 || write(fd, data, sizeof(data)) != SIZE || fsync(fd))
		return -1;
	return fd;
}

static void read_and_write(int fd)
{
	struct iovec one = { encoded, sizeof(encoded) }, two[] = { { encoded, 16 }, { encoded + 16, sizeof(encoded) - 16 } }, out[] = { { "abcd", 4 }, { "ef", 2 } };
	struct btrfs_ioctl_encoded_io_args args = { .iov = &one, .iovcnt = 1 }, more = { .iov = two, .iovcnt = 2 },
		write = { .iov = out, .iovcnt = 2, .len = 4096, .unencoded_len = 4096, .compression = BTRFS_ENCODED_IO_COMPRESSION_ZLIB };
	int ret;

	ret = ioctl(fd, BTRFS_IOC_ENCODED_READ, &args);
	if (ret < 0)
		expect("ioctl(fd: %d<%s>, cmd: BTRFS_IOC_ENCODED_READ, arg: @@) = %s", fd, path, error());
	else
		expect("ioctl(fd: %d<%s>, cmd: BTRFS_IOC_ENCODED_READ, arg: {iov: [{iov_base: \"x@@\"..., iov_len: %d}], iovcnt: 1, offset: 0, flags: 0} => {len: %d, "
		       "unencoded_len: %d, unencoded_offset: 0, compression: ZLIB, encryption: NONE}) = %d", fd, path, SIZE, SIZE, SIZE, ret);
	ret = ioctl(fd, BTRFS_IOC_ENCODED_READ, &more);
	if (ret < 0)
		expect("ioctl(fd: %d<%s>, cmd: BTRFS_IOC_ENCODED_READ, arg: @@) = %s", fd, path, error());
	else
		expect("ioctl(fd: %d<%s>, cmd: BTRFS_IOC_ENCODED_READ, arg: {iov: [{iov_base: %p, iov_len: 16}, {iov_base: %p, iov_len: %d}], iovcnt: 2, @@}) = %d",
		       fd, path, (void *)encoded, (void *)(encoded + 16), SIZE - 16, ret);
	ret = ioctl(fd, BTRFS_IOC_ENCODED_WRITE, &write);
	expect("ioctl(fd: %d<%s>, cmd: BTRFS_IOC_ENCODED_WRITE, arg: {iov: [{iov_base: \"abcd\", iov_len: 4}, {iov_base: \"ef\", iov_len: 2}], iovcnt: 2, offset: 0, flags: 0, "
	       "len: 4096, unencoded_len: 4096, unencoded_offset: 0, compression: ZLIB, encryption: NONE}) = %d@@", fd, path, ret);
}

int main(void)
{
	int fd;

	fd = make_file();
	if (fd < 0) {
		run("umount %1$s/at 2>/dev/null; rm -rf %1$s");
		skip("no btrfs in a file here");
	}
	begin();
	read_and_write(fd);
	end();
	close(fd);
	run("umount %1$s/at; rm -rf %1$s");
	return 0;
}
