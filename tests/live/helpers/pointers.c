// SPDX-License-Identifier: BSD-2-Clause
/* pointers - makes calls with structures that point at others, until a file `stop` exists. */
#include <linux/aio_abi.h>
#include <linux/bpf.h>
#include <linux/filter.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <fcntl.h>

static union bpf_attr map = { .map_type = BPF_MAP_TYPE_HASH, .key_size = 4, .value_size = 6, .max_entries = 1 }, elem;

int main(void)
{
	struct sock_filter code[] = { BPF_STMT(BPF_RET | BPF_K, 65535) };
	struct sock_fprog program = { 1, code };
	int fd = open("written", O_RDWR | O_CREAT, 0600), s = socket(AF_UNIX, SOCK_DGRAM, 0);
	struct iocb write = { .aio_lio_opcode = IOCB_CMD_PWRITE, .aio_fildes = fd, .aio_buf = (uintptr_t)"hello", .aio_nbytes = 5 }, *all[] = { &write };
	struct io_event done;
	unsigned long ctx = 0;

	if (syscall(SYS_io_setup, 1, &ctx))
		return 77;
	setrlimit(RLIMIT_MEMLOCK, &(struct rlimit){ RLIM_INFINITY, RLIM_INFINITY });	/* needed before Linux 5.11 */
	elem.map_fd = syscall(SYS_bpf, BPF_MAP_CREATE, &map, 16);
	elem.key = (uintptr_t)"key";
	elem.value = (uintptr_t)"value";
	do {
		syscall(SYS_io_submit, ctx, 1, all);
		syscall(SYS_io_getevents, ctx, 1, 1, &done, NULL);
		setsockopt(s, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program));
		syscall(SYS_bpf, BPF_MAP_UPDATE_ELEM, &elem, 32);
		usleep(1000);
	} while (access("stop", F_OK));
	return 0;
}
