/* SPDX-License-Identifier: BSD-2-Clause */
/* links.h - known symbolic links in paths of calls, and resolving paths by them. */
#pragma once

#include <stdint.h>

#include "fdtable.h"

struct links;

/*
 * Looks up the link `path` of `len` bytes. 1: *to is its target, absolute, valid until the next lookup or change; 0: no link; -1: not
 * known, and treated as no link.
 */
typedef int links__ask(void *ctx, const char *path, size_t len, const char **to);

struct links *links__new(void);		/* NULL: no memory */
void links__free(struct links *l);
void links__set(struct links *l, uint32_t mnt_ns, const char *path, size_t len, const char *to, size_t to_len);
void links__forget(struct links *l, uint32_t mnt_ns);	/* all links of a mount namespace */
const char *links__get(const struct links *l, uint32_t mnt_ns, const char *path, size_t len);	/* NULL: not known as a link */
/*
 * Resolves all links that ask() knows; last: also one at the end. Returns an absolute path, which the caller puts. NULL: no link, or
 * too many.
 */
struct name *links__follow(links__ask *ask, void *ctx, const struct name *path, bool last);
/* The same by the links in `l`. */
struct name *links__resolve(const struct links *l, uint32_t mnt_ns, const struct name *path, bool last);
