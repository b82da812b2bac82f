/* SPDX-License-Identifier: BSD-2-Clause */
/* links.h - symbolic links that are known to lie on the way of paths that calls were passed: where paths really lead. */
#ifndef TRACE_LINKS_H
#define TRACE_LINKS_H

#include <stdint.h>

#include "fdtable.h"

struct links;

/*
 * Where `path` of `len` bytes leads to: absolute, in *to, valid until links are asked or set again. 1: there; 0: it is no link;
 * -1: that is not known, and taken as no link.
 */
typedef int links__ask(void *ctx, const char *path, size_t len, const char **to);

struct links *links__new(void);		/* NULL: no memory */
void links__free(struct links *l);
void links__set(struct links *l, uint32_t mnt_ns, const char *path, size_t len, const char *to, size_t to_len);
void links__forget(struct links *l, uint32_t mnt_ns);	/* all of that mount namespace */
const char *links__get(const struct links *l, uint32_t mnt_ns, const char *path, size_t len);	/* NULL: none is known */
/*
 * The absolute path behind all links that ask() knows, those at its end if `last`. NULL: it is the same, or leads nowhere. The
 * caller puts it.
 */
struct name *links__follow(links__ask *ask, void *ctx, const struct name *path, bool last);
/* The same by what has been set. */
struct name *links__resolve(const struct links *l, uint32_t mnt_ns, const struct name *path, bool last);

#endif
