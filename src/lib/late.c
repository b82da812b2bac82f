// SPDX-License-Identifier: BSD-2-Clause
/* late.c - loads a library, and finds its functions. */
#include "late.h"

#ifndef NO_DLOPEN
#include <dlfcn.h>
#include <stdlib.h>

#include "msg.h"

void *late__find(struct late *l, const char *name)
{
	void *handle = dlopen(l->soname, RTLD_NOW | RTLD_LOCAL);	/* again: counts, and returns the same */
	void *f = handle ? dlsym(handle, name) : NULL;

	if (f)
		return f;
	msg__error("a library cannot be used: %s", dlerror());
	msg__hint("install the package %s", l->package);
	exit(125);	/* EXIT_TRACER, config/options.h */
}
#endif
