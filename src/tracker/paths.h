/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * paths.h - the paths that descriptors and directories of a machine's threads are known by, each once: when a file is renamed
 * or removed, whoever has it open has the new name.
 *
 * A path is one of a mount namespace: containers have the same paths for other files.
 */
#ifndef TRACE_PATHS_H
#define TRACE_PATHS_H

#include "fdtable.h"

struct paths;

struct paths *paths__new(void);		/* NULL: no memory */
void paths__free(struct paths *p);	/* no name of it is in use any more */
/* The one that there is with that text, or this one from now on; anything but an absolute path stays as it is. Takes over the reference. */
struct name *paths__share(struct paths *p, struct name *n, uint32_t mnt_ns);
void paths__removed(struct paths *p, const struct name *path, uint32_t mnt_ns);
/* What is below it comes along. What was at `to` is removed, or (swap) gets the other's name. */
void paths__renamed(struct paths *p, const struct name *from, const struct name *to, uint32_t mnt_ns, bool swap);

/*
 * What is at `top` is at `old` from now on, apart from what is at `new`: that is at `top`. As these were called before; `old` lies at
 * `new`, or nothing is done.
 */
void paths__pivoted(struct paths *p, const struct name *top, const struct name *new, const struct name *old, uint32_t mnt_ns);

#endif
