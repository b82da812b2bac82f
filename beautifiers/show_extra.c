// SPDX-License-Identifier: BSD-2-Clause
/* show_extra.c - text after a result (row.ret_extra). */
#include "kinds.h"

/* The kernel returns 20 minus the nice value, so that no result is negative (getpriority(2)). */
void extra_nice(struct show *s, const struct call *c)
{
	if (c->failed)
		return;
	s->w->ret_extra_begin(s->o, "priority");
	s->w->struct_begin(s->o);
	show_named(s, "nice", integer, 20 - c->ret);
	s->w->struct_end(s->o, false);
	s->w->ret_extra_end(s->o);
}

void extra_timeout(struct show *s, const struct call *c)
{
	if (c->failed || c->ret)
		return;
	s->w->ret_extra_begin(s->o, "Timeout");
	s->w->ret_extra_end(s->o);
}
