// SPDX-License-Identifier: BSD-2-Clause
#include "libdw.h"

#include <pthread.h>
#include <stddef.h>

#include "lib/library.h"
#include "lib/msg.h"

#ifdef NO_DLOPEN		/* a static program */

const struct libdw *libdw__get(void)
{
#define ROW(name) .name = name,
	static const struct libdw linked = { LIBDW_FUNCTIONS(ROW) };

	return &linked;
}

#else

#define LIBRARY "libdw.so.1"

static struct libdw found;
static const struct libdw *usable;

static void load(void)
{
	static const struct library_symbol symbols[] = {
#define ROW(name) { #name, (void **)&found.name },
		LIBDW_FUNCTIONS(ROW)
	};
	const char *why;

	if (!library__load(LIBRARY, symbols, sizeof(symbols) / sizeof(symbols[0]), &why)) {
		usable = &found;
		return;
	}
	msg__warn("functions of programs in stacks have no names: " LIBRARY " cannot be used: %s", why);
	msg__hint("install the package libdw1");
}

const struct libdw *libdw__get(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load);
	return usable;
}

#endif
