/* SPDX-License-Identifier: BSD-2-Clause */
/* call_summary.h - strace's table of calls: strace -c and -C. */
#pragma once

#include "config/strace_config.h"
#include "lib/hash.h"
#include "lib/out.h"

struct call;

struct call_summary {
	const struct strace_summary *by;	/* what -c, -O, -S and -U chose */
	struct hash calls;			/* by ABI and number */
};

/* A call has returned after dur ns. false: no memory. */
bool call_summary__add(struct call_summary *s, const struct call *c, uint64_t dur);
/* One table for each ABI with calls. Times are durations, or, without -w, system times, as far as they are known. */
void call_summary__print(const struct call_summary *s, struct out *o);
void call_summary__free(struct call_summary *s);
