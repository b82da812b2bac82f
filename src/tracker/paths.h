/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * paths.h - the paths of open files and directories of one machine, each stored once, so that renaming or removing a file changes
 * the name in all descriptors of it.
 *
 * A path belongs to a mount namespace: in containers the same path is another file.
 */
#pragma once

#include "fdtable.h"

struct paths;

struct paths *paths__new(void);		/* NULL: no memory */
void paths__free(struct paths *p);	/* all its names must have been put */
/* Returns the stored name with the same text, or stores n. A name that is not an absolute path is returned unchanged. Takes over
 * the reference. */
struct name *paths__share(struct paths *p, struct name *n, uint32_t mnt_ns);
/* Notes a socket. One of AF_UNIX that connected gets a peer only when that is accepted: then it becomes known here. */
void paths__socket(struct paths *p, struct name *n);
/* The same of a socket that has no name here, as its process is not traced. */
void paths__peer(struct paths *p, const struct fdinfo *f);
void paths__removed(struct paths *p, const struct name *path, uint32_t mnt_ns);
/* Renames a file, or a directory with all below it. A file at `to` counts as removed; swap: it gets the name `from`. */
void paths__renamed(struct paths *p, const struct name *from, const struct name *to, uint32_t mnt_ns, bool swap);

/*
 * pivot_root(2): paths below `new` move to `top`, all others below `top` move to `old`. All three are paths from before the call;
 * nothing is done unless `old` is at or below `new`.
 */
void paths__pivoted(struct paths *p, const struct name *top, const struct name *new, const struct name *old, uint32_t mnt_ns);
