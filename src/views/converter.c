// SPDX-License-Identifier: BSD-2-Clause
/* converter.c - owns the list of formats that recordings are turned into, and how their files are made. */
#include "converter.h"

#include <errno.h>
#include <string.h>

#include "host/ulimits.h"
#include "lib/msg.h"

#define CONVERTERS(C) \
	C(json) \
	C(chrome) \
	C(folded) \
	C(perf) \
	C(ctf)

#define DECLARE(name) extern const struct converter name##_converter;
#define LIST(name) &name##_converter,

CONVERTERS(DECLARE)

static const struct converter *const converters[] = { CONVERTERS(LIST) NULL };

const struct converter *converter__find(const char *name)
{
	for (const struct converter *const *c = converters; *c; c++)
		if (strcmp((*c)->name, name) == 0)
			return *c;
	return NULL;
}

const struct converter *const *converter__all(void)
{
	return converters;
}

void converter__leaves_out(const struct conversion *c, const char *what, bool *told)
{
	if (!*told)
		msg__warn("--to %s has no place for %s: they are left out", c->opt->to->name, what);
	*told = true;
}

int converter__failed(const char *name, int err)
{
	if (err == -EPIPE)
		return err;
	if (name && strcmp(name, "-"))
		msg__error("cannot write '%s': %s; what is there is not complete", name, ulimits__why(err));
	else
		msg__error("cannot write to standard output: %s; what was written is not complete", ulimits__why(err));
	return err;
}
