// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of aio's requests: each has the arguments of the call that it stands for, and where they are in struct iocb (linux/aio_abi.h).
 * Flags and the eventfd that is told of the end come last, if there are any.
 */
#include "beautifiers/rows.h"
#include "beautifiers/show.h"

/* The value of the argument that is this field of struct iocb; 0: there is none. */
static uint64_t field_of(const struct call *c, enum iocb_field field)
{
	const struct row *row = rows__find(c->abi, c->nr);

	for (unsigned i = 0; row && i < row->nargs; i++)
		if (row__iocb_field(row, i) == field)
			return c->args[i];
	return 0;
}

static bool has_flags(const struct call *c)
{
	return field_of(c, AIO_RW_FLAGS);
}

static bool has_eventfd(const struct call *c)
{
	return (int32_t)field_of(c, AIO_RESFD) != -1;
}

#define POS     OFFSET("pos")
#define RWF     FLAGS("flags", rwf_flags, .when = has_flags)
#define EVENTFD FD("resfd", .when = has_eventfd)
#define MOVED   IN_IOCB(FD, BUF, NBYTES, OFFSET, RW_FLAGS, RESFD), MOVES_BYTES

#define OP(name, ...) { SYSCALL_AIO_PREFIX name, __VA_ARGS__ }

static const struct row rows[] = {
	OP("pread64",   ARGS(FD("fd"), BUF_OUT("buf"), ULONG("count"), POS, RWF, EVENTFD), MOVED),
	OP("pwrite64",  ARGS(FD("fd"), BUF_IN("buf", 2), ULONG("count"), POS, RWF, EVENTFD), MOVED),
	OP("preadv",    ARGS(FD("fd"), IOVEC_OUT("vec", 2), UINT("vlen"), POS, RWF, EVENTFD), MOVED),
	OP("pwritev",   ARGS(FD("fd"), IOVEC_IN("vec", 2), UINT("vlen"), POS, RWF, EVENTFD), MOVED),
	OP("fsync",     ARGS(FD("fd"), EVENTFD), IN_IOCB(FD, RESFD)),
	OP("fdatasync", ARGS(FD("fd"), EVENTFD), IN_IOCB(FD, RESFD)),
	OP("poll",      ARGS(FD("fd"), FLAGS("events", poll_events), EVENTFD), IN_IOCB(FD, BUF, RESFD), .ret = RET_FLAGS, .ret_flags = &poll_events),
	OP("noop",      ARGS(FD("fd"), EVENTFD), IN_IOCB(FD, RESFD)),
};

const struct row_table rows_aio_ops = ROW_TABLE(rows);
