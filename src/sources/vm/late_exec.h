/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * late_exec.h - within vm_capture.h: what execve was passed. Once it has succeeded the memory that held it is gone, but the new program has
 * the same strings (proc(5): cmdline, environ; getauxval(3): AT_EXECFN), until it changes them.
 */
#ifndef TRACE_LATE_EXEC_H
#define TRACE_LATE_EXEC_H

#include "sources/vm_read.h"

/* Chunks of an entry, from malloc. */
struct passed {
	uint8_t *chunks;	/* NULL: none */
	uint32_t len;
	bool sure;		/* it is what was passed: read from this process, which the command was forked from */
	uint32_t reading;	/* see vm_capture__again() */
};

/* Keeps what l has read at the entry. */
void passed__take(struct passed *p, const struct vm_read *l, bool sure);
void passed__drop(struct passed *p);
/* It is what was passed. */
void passed__put(const struct passed *p, struct vm_read *l);
/*
 * It succeeded. reported: the name that came with its event, or NULL. Puts what is known; e: the exit, where the kernel may confirm the
 * name. What was read at the entry is right if the new program has the same strings: they were read one after the other, the name
 * first, and the memory that held them went away at once.
 */
void late_exec__done(struct vm_read *l, const struct plan *plan, const struct chunk *reported, const struct passed *p, struct pair_event *e);

#endif
