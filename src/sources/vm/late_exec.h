/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * late_exec.h - part of vm_capture.h: execve's arguments. After success their memory is gone, but the new program has the same strings
 * (proc(5): cmdline, environ; getauxval(3): AT_EXECFN), until it changes them.
 */
#pragma once

#include "sources/vm_read.h"

/* Chunks of an entry, from malloc. */
struct passed {
	uint8_t *chunks;	/* NULL: none */
	uint32_t len;
	bool sure;		/* exact: read from the tracer, of which the command is a fork */
	uint32_t reading;	/* see vm_capture__again() */
};

/* Keeps the chunks that l has read at the entry. */
void passed__take(struct passed *p, const struct vm_read *l, bool sure);
void passed__drop(struct passed *p);
/* The chunks are exact: adds them. */
void passed__put(const struct passed *p, struct vm_read *l);
/*
 * The execve succeeded: adds what is known. reported: the name in its event, or NULL; e: the exit, where the kernel may confirm the
 * name. Chunks read at the entry are right if the new program has the same strings: they were read in sequence, the name first, and
 * their memory disappeared all at once.
 */
void late_exec__done(struct vm_read *l, const struct plan *plan, const struct chunk *reported, const struct passed *p, struct pair_event *e);
