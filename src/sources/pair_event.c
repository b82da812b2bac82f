/* SPDX-License-Identifier: BSD-2-Clause */
/* pair_event.c - owns what an event brought from malloc. */
#include "pair_event.h"

#include <stdlib.h>

void pair_event__drop(struct pair_event *e)
{
	free(e->chunks);
	free(e->stack);
	e->chunks = NULL;
	e->stack = NULL;
}
