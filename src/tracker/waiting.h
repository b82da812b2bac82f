/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * waiting.h - calls that were in progress when tracing began. BPF did not see their entry, so their REC_CALL has memory read at
 * exit; a REC_PENDING has memory read when tracing began. The source joins the two.
 */
#pragma once

#include "bpf/wire.h"
#include "lib/hash.h"

struct waiting {
	struct hash calls;	/* of struct waiting_call, by tid: those that have not returned */
	void *joined;		/* the record returned last */
};

/* Keeps a copy of a REC_PENDING with CALL_AT_ATTACH. Without memory the call's record is left unchanged. */
void waiting__keep(struct waiting *w, const struct rec_call *pending);
/*
 * To be called for each REC_CALL and end of a thread while there are `calls`. Returns the record, or, if it ends a call that was kept, the
 * joined record, which is valid until the next call of this function.
 */
const struct rec *waiting__join(struct waiting *w, const struct rec *rec);
void waiting__free(struct waiting *w);
