// SPDX-License-Identifier: BSD-2-Clause
/* aio.c - names of the operations of io_submit, by opcode (IOCB_CMD_* of linux/aio_abi.h), and the calls that they are like. */
#include "tables.h"

#define SAME(op)     { SYSCALL_AIO_PREFIX op, op }
#define OWN(op)      { SYSCALL_AIO_PREFIX op, NULL }

const struct uring_name aio_names[SYSCALL_AIO_END - SYSCALL_AIO] = {
	[0] = SAME("pread64"),
	[1] = SAME("pwrite64"),
	[2] = SAME("fsync"),
	[3] = SAME("fdatasync"),
	[5] = SAME("poll"),
	[6] = OWN("noop"),
	[7] = SAME("preadv"),
	[8] = SAME("pwritev"),
};

const char *syscalltbl__request_like(unsigned nr)
{
	return syscalltbl__is_aio(nr) ? aio_names[nr - SYSCALL_AIO].like : syscalltbl__uring_like(nr);
}
