// SPDX-License-Identifier: BSD-2-Clause
/* sqlite_api.c - finds SQLite's functions in its shared library. */
#include "sqlite_api.h"

#include <errno.h>
#include <stdbool.h>

#include "lib/library.h"
#include "lib/msg.h"

#define LIBRARY "libsqlite3.so.0"

static struct sqlite_api found;
const struct sqlite_api *const sqlite = &found;

static const struct library_symbol functions[] = {
#define ROW(f) { "sqlite3_" #f, (void **)&found.f },
	SQLITE_FUNCTIONS(ROW)
};

int sqlite_api__load(void)
{
	static bool loaded;
	const char *why;
	int err = loaded ? 0 : library__load(LIBRARY, functions, sizeof(functions) / sizeof(functions[0]), &why);

	if (err == -ENOSYS)
		msg__error("queries need a newer SQLite: " LIBRARY " has no %s", why);
	if (err == -ENOENT) {
		msg__error("queries need SQLite: %s", why);
		msg__hint("install the package libsqlite3-0");
	}
	if (err)
		return -ENOENT;
	if (!loaded)		/* older than 3.38: it has none */
		library__load(LIBRARY, &(struct library_symbol){ "sqlite3_vtab_rhs_value", (void **)&found.vtab_rhs_value }, 1, &why);
	loaded = true;
	return 0;
}
