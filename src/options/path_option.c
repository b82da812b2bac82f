// SPDX-License-Identifier: BSD-2-Clause
/* path_option.c - makes paths absolute. */
#include "path_option.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/vec.h"
#include "tracker/fdtable.h"

static int add_path(struct options *o, const char *path)
{
	for (unsigned i = 0; i < o->npaths; i++)
		if (!strcmp(o->paths[i], path))
			return 0;
	if (!VEC_MORE(o->paths, o->npaths, 2))
		return -ENOMEM;
	o->paths[o->npaths + 1] = NULL;
	o->paths[o->npaths] = strdup(path);
	return o->paths[o->npaths++] ? 0 : -ENOMEM;
}

int path_option__add_exactly(struct options *o, const char *path, const char *real)
{
	int err = add_path(o, path);

	return !err && real ? add_path(o, real) : err;
}

int path_option__add(struct options *o, const char *path)
{
	char *cwd = getcwd(NULL, 0), *real = realpath(path, NULL);
	struct name *dir = cwd ? name__new(cwd, strlen(cwd)) : NULL;
	struct name *full = name__join(dir, path, strlen(path));
	int err = full ? add_path(o, full->text) : -ENOENT;

	if (!err && real)
		err = add_path(o, real);
	name__put(full);
	name__put(dir);
	free(cwd);
	free(real);
	return err;
}
