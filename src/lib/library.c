// SPDX-License-Identifier: BSD-2-Clause
#include "library.h"

#include <errno.h>

#ifdef NO_DLOPEN		/* a static program */

int library__load(const char *file, const struct library_symbol *symbols, unsigned n, const char **why)
{
	(void)file, (void)symbols, (void)n;
	*why = "this build of trace is static";
	return -ENOENT;
}

#else

#include <dlfcn.h>

int library__load(const char *file, const struct library_symbol *symbols, unsigned n, const char **why)
{
	void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);

	if (!library) {
		*why = dlerror();
		return -ENOENT;
	}
	for (unsigned i = 0; i < n; i++) {
		*symbols[i].to = dlsym(library, symbols[i].name);
		if (!*symbols[i].to) {
			*why = symbols[i].name;
			return -ENOSYS;
		}
	}
	return 0;
}

#endif
