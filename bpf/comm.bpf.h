/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* comm.bpf.h - does the current thread's name match a pattern of --comm? Tested once for each name. */
#pragma once

#include "state.bpf.h"

#define COMM_SIZE 16

static __always_inline bool comm_matches(const union short_name *name)
{
	__u64 at = sel.comms.begin, to;

	ROLLED
	for (__u32 i = 0; i < COMM_SIZE; i++) {
		__u8 c = name->text[i];

		if (!c)
			break;
		if (c >= COMM_BYTES)
			return true;	/* user space decides */
		to = (at & sel.comms.takes[c]) << 1 | (at & sel.comms.stars);
		at = to | (to & sel.comms.stars) << 1;
	}
	return at & sel.comms.accepts;
}

static __always_inline bool wants_comm(struct task_state *st)
{
	union short_name name = {};

	bpf_get_current_comm(name.text, sizeof(name.text));
	if ((name.words[0] ^ st->comm[0]) | (name.words[1] ^ st->comm[1])) {
		st->comm[0] = name.words[0];
		st->comm[1] = name.words[1];
		st->comm_wanted = comm_matches(&name);
	}
	return st->comm_wanted;
}
