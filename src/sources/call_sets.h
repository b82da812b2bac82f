/* SPDX-License-Identifier: BSD-2-Clause */
/* call_sets.h - which calls a source has to send. */
#pragma once

#include <stdbool.h>

#include "bpf/config.h"
#include "config/options.h"

struct row;

/* Sets the ABIs that a machine of this build runs. */
void call_sets__set_abis(struct config *cfg);
/* Passes all prefixes of --path to BPF, or none. */
void call_sets__set_prefixes(const struct options *o, struct config *cfg, struct selection *sel);
/*
 * Fills the sets of calls in `sel`: those shown, and those needed to follow descriptors and directories. They depend only on what
 * plan_load__inputs() hashes.
 */
void call_sets__select(const struct options *o, const struct config *cfg, struct selection *sel);
/* All calls that the output depends on: those shown and, if these have names or paths, those to follow. */
void call_sets__needed(const struct options *o, struct syscall_set *set);
/* Is a call in a set of `struct selection`? */
static inline bool call_sets__has(const __u64 *bits, unsigned nr)
{
	return bits[nr / 64] >> (nr % 64) & 1;
}
/*
 * Are requests of aio made from calls? They are from what other calls pass; where calls are counted in the kernel, these are sent instead if
 * user space can add them. The second: if any were selected; it takes no table of calls.
 */
bool call_sets__wants_aio(const struct options *o);
bool call_sets__may_want_aio(const struct options *o);
/* Are any requests of io_uring in the sets? */
bool call_sets__has_requests(const struct selection *sel);
/* Does a call have descriptors (fds) or paths, which --path tests? Descriptors in memory are tested in user space, as paths are. */
bool call_sets__row_has(const struct row *row, bool fds);
