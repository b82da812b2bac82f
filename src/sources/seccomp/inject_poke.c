// SPDX-License-Identifier: BSD-2-Clause
/* inject_poke.c - writes through /proc/TID/mem, which as ptrace(2) also writes to memory that the program itself may not write to. */
#include "inject_poke.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "beautifiers/row.h"
#include "lib/msg.h"
#include "listener.h"

/* The messages are strace's. */
#define FAILED "poke_tcb: Failed to tamper with process %u: "

static unsigned nargs(const struct row *row)
{
	return row ? (row->strace ? row->strace : row)->nargs : CALL_ARGS;
}

static bool write_one(const struct poked_call *c, const struct poke *p, int memory)
{
	const struct row *row = rows__find(c->abi, c->nr);

	if (p->arg > nargs(row)) {
		msg__error(FAILED "requested to tamper with argument #%u, but system call '%s' has only %u arguments",
			   c->tid, p->arg, row ? row->name : "?", nargs(row));
		return false;
	}
	if (memory >= 0 && pwrite(memory, p->bytes, p->len, (off_t)c->args[p->arg - 1]) > 0)
		return true;
	msg__error(FAILED "couldn't poke", c->tid);
	return false;
}

bool inject_poke__write(const struct poked_call *c, const struct injection *what, bool at_exit)
{
	char path[32];
	bool done = false;
	int memory;

	snprintf(path, sizeof(path), "/proc/%u/mem", c->tid);
	memory = open(path, O_RDWR | O_CLOEXEC);
	if (memory >= 0 && !listener__is_waiting(c->listener, c->id)) {		/* the tid may be another thread's by now */
		close(memory);
		return false;
	}
	for (unsigned i = 0; i < what->npokes; i++)
		if (what->pokes[i].at_exit == at_exit)
			done |= write_one(c, &what->pokes[i], memory);
	if (memory >= 0)
		close(memory);
	return done;
}
