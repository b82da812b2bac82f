// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl
// needs: modules
/* Binder: the data of a transaction that another process sent. What a program passes is tested by ioctl_buffers.c. */
#include "live.h"

#include <linux/android/binder.h>
#include <sys/ioctl.h>

static int open_binder(void)
{
	int fd = open("/dev/binder", O_RDWR | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		skip("/dev/binder: %s", strerror(errno));
	if (mmap(NULL, 65536, PROT_READ, MAP_PRIVATE, fd, 0) == MAP_FAILED)
		skip("memory of /dev/binder: %s", strerror(errno));
	return fd;
}

/* By a child: no process may send to itself. */
static void send_to_manager(void)
{
	struct { uint32_t command; struct binder_transaction_data all; } __attribute__((packed)) commands = {
		BC_TRANSACTION, { .code = 5, .flags = TF_ONE_WAY, .data_size = 12, .data.ptr.buffer = (uintptr_t)"hello binder" } };
	struct binder_write_read request = { .write_size = sizeof(commands), .write_buffer = (uintptr_t)&commands };
	pid_t child = fork();

	if (!child)
		_exit(ioctl(open_binder(), BINDER_WRITE_READ, &request) != 0);
	waitpid(child, NULL, 0);
}

static void receive(int fd)
{
	uint32_t enter = BC_ENTER_LOOPER, answer[64] = { 0 };
	struct binder_write_read request = { .write_size = sizeof(enter), .write_buffer = (uintptr_t)&enter, .read_size = sizeof(answer), .read_buffer = (uintptr_t)answer };
	int ret = ioctl(fd, BINDER_WRITE_READ, &request);

	expect("ioctl(fd: %d</dev/binder>, cmd: BINDER_WRITE_READ, arg: {write_size: 4, write_consumed: 0, write_buffer: [{cmd: ENTER_LOOPER}], read_size: 256, "
	       "read_consumed: 0} => {write_consumed: 4, read_consumed: %llu, read_buffer: [{cmd: NOOP}, {cmd: TRANSACTION, @@data_size: 12, offsets_size: 0, "
	       "buffer: \"hello binder\", offsets: @@}]}) = %s", fd, (unsigned long long)request.read_consumed, result(ret));
}

int main(void)
{
	int manager = open_binder();

	if (ioctl(manager, BINDER_SET_CONTEXT_MGR, 0))
		skip("BINDER_SET_CONTEXT_MGR: %s", strerror(errno));
	send_to_manager();
	begin();
	receive(manager);
	end();
	return 0;
}
