// SPDX-License-Identifier: BSD-2-Clause
/* views.c - finds formats by their names. */
#include "views.h"

#include <stdio.h>
#include <string.h>

#include "lib/msg.h"
#include "syscalltbl/nearest.h"

#define LIST(name) &name##_view,

static const struct view_ops *const views[] = { VIEWS(LIST) NULL };

const struct view_ops *const *views__all(void)
{
	return views;
}

const char *views__names(unsigned in)
{
	static char names[256];
	size_t n = 0;

	for (const struct view_ops *const *v = views; *v; v++)
		if ((*v)->in & in && n < sizeof(names))
			n += (size_t)snprintf(names + n, sizeof(names) - n, "%s%s", n ? ", " : "", (*v)->name);
	return names;
}

const struct view_ops *views__find(unsigned in, const char *as, const char *name)
{
	struct nearest near = { .word = name };

	for (const struct view_ops *const *v = views; *v; v++) {
		if (!((*v)->in & in))
			continue;
		if (!strcmp((*v)->name, name))
			return *v;
		nearest__offer(&near, (*v)->name);
	}
	if (near.best)
		msg__error("%s: unknown format '%s', did you mean '%s'?", as, name, near.best);
	else
		msg__error("%s: unknown format '%s': use one of %s", as, name, views__names(in));
	return NULL;
}
