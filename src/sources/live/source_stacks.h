/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_stacks.h - another source's records, and what it takes to read the stacks among them elsewhere: mappings when they
 * come, and symbols of the kernel and of JIT compilers before the first stack that has an address of them.
 */
#ifndef TRACE_SOURCE_STACKS_H
#define TRACE_SOURCE_STACKS_H

#include "config/options.h"
#include "sources/source.h"

struct source_stacks;

/*
 * excluded: processes that are not traced; copied. user_only: the stacks have no addresses of the kernel. 0 or -errno: the message
 * was printed.
 */
int source_stacks__open(struct source_stacks **out, const struct options *o, const struct id_list *excluded, bool user_only);
/* Behind its first record, what the targets have mapped will be given. `inner` is the caller's, and closed by it. */
struct source *source_stacks__over(struct source_stacks *s, struct source *inner);
/* Notes what the targets have mapped; `child`: a command that has yet to run its program, or 0. As above. */
int source_stacks__select(struct source_stacks *s, pid_t child);
void source_stacks__close(struct source_stacks *s);

#endif
