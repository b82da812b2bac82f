/* SPDX-License-Identifier: BSD-2-Clause */
/* periods.h - time in equal periods, from the start on, for views that show each. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct periods {
	uint64_t ns;		/* length; 0: there are none */
	uint64_t from;		/* ns: when the current one began */
};

/* Has the current period ended at `now`? */
static inline bool periods__is_over(const struct periods *p, uint64_t now)
{
	return p->ns && p->from && now >= p->from + p->ns;
}

/* Goes on to the period of `now`. */
static inline void periods__go_to(struct periods *p, uint64_t now)
{
	p->from += (now - p->from) / p->ns * p->ns;
}
