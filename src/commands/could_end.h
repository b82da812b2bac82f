/* SPDX-License-Identifier: BSD-2-Clause */
/* could_end.h - who could end the waits of running processes: a line for each call whose descriptor has another end, and for each lock. */
#pragma once

#include "bpf/wire.h"
#include "config/options.h"

/* Calls in progress: copies of records. */
struct kept_calls {
	struct rec_call **of;
	unsigned n;
};

void kept_calls__add(struct kept_calls *k, const struct rec *rec);	/* of a REC_PENDING; others are left out */
void kept_calls__free(struct kept_calls *k);

/*
 * Of calls, and of the locks that the processes of the options wait for, as far as the user may see. say: takes a line without its newline,
 * as puts(3).
 */
void could_end__say(const struct kept_calls *k, const struct options *opt, int (*say)(const char *line));
/* Of the selected calls in which the threads that the options name are at present; as notes. */
void could_end__note(const struct options *opt);
