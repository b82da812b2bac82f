/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spool.h - the room of a directory in which recordings wait until somebody takes them: a limit of their size, and of what they leave free of the
 * disk. What does not fit is counted, and then said by a REC_LOSS.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf/wire.h"

struct spool {
	const char *dir;
	uint64_t limit, used;	/* bytes; used: by complete recordings, at most: those that were taken since are counted */
	bool full, said;
	uint64_t looked;	/* ns: when it was last full */
	struct rec_loss loss;	/* since the last spool__take_loss() */
	uint64_t lost;		/* in all */
};

/* limit: bytes; 0: half of what is free. 0 or -errno: the message was printed. */
int spool__begin(struct spool *s, const char *dir, uint64_t limit);
/* Is there room for `len` bytes more? current: bytes of the recording `part`, which is not complete; NULL: there is none. */
bool spool__has_room(struct spool *s, const char *part, uint64_t current, size_t len);
void spool__completed(struct spool *s, uint64_t bytes);
/* Counts what is not written. */
void spool__drop(struct spool *s, const uint8_t *records, size_t len);
/* What was dropped, as a record of time `ts`. false: nothing. */
bool spool__take_loss(struct spool *s, uint64_t ts, struct rec_loss *loss);
