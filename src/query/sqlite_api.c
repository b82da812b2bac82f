// SPDX-License-Identifier: BSD-2-Clause
/* sqlite_api.c - finds SQLite's functions in its shared library. */
#include "sqlite_api.h"

#include <dlfcn.h>
#include <errno.h>

#include "lib/msg.h"

#define LIBRARY "libsqlite3.so.0"

static struct sqlite_api found;
const struct sqlite_api *const sqlite = &found;

static const struct { const char *name; void **to; } functions[] = {
#define ROW(f) { "sqlite3_" #f, (void **)&found.f },
	SQLITE_FUNCTIONS(ROW)
};

int sqlite_api__load(void)
{
	static void *library;

	if (library)
		return 0;
	library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		msg__error("queries need SQLite: %s", dlerror());
		msg__hint("install the package libsqlite3-0");
		return -ENOENT;
	}
	for (unsigned i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		*functions[i].to = dlsym(library, functions[i].name);
		if (!*functions[i].to) {
			msg__error("queries need a newer SQLite: " LIBRARY " has no %s", functions[i].name);
			return -ENOENT;
		}
	}
	*(void **)&found.vtab_rhs_value = dlsym(library, "sqlite3_vtab_rhs_value");
	return 0;
}
