// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_extra.c - what rows say after a result (row.ret_extra).
 */
#include "kinds.h"

void extra_timeout(struct show *s, const struct call *c)
{
	if (c->failed || c->ret)
		return;
	s->w->ret_extra_begin(s->o, "Timeout");
	s->w->ret_extra_end(s->o);
}
