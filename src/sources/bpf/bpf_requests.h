/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_requests.h - requests of io_uring that have not completed, as REC_PENDING records. */
#pragma once

#include <stdbool.h>

#include "loaded.h"
#include "lib/buf.h"
#include "ring_merge.h"

struct bpf_requests {
	bool followed;
	struct uring_request *slots;	/* the map request_slots, once there was some request; else NULL */
	struct buf records;		/* of the thread that has ended, and the record of its end, */
	size_t at;			/* … from here on */
};

void bpf_requests__open(struct bpf_requests *q, const struct loaded *l);
void bpf_requests__close(struct bpf_requests *q);
/* A thread has ended: its requests come before that, for nobody waits for them any more. Returns the record that is next. */
const struct rec *bpf_requests__end_thread(struct bpf_requests *q, const struct loaded *l, const struct rec *end);
/* The next of these records; NULL: there are no more. */
const struct rec *bpf_requests__next(struct bpf_requests *q);
/* Tracing ends: from then on no request completes for BPF. */
void bpf_requests__stop(const struct bpf_requests *q, const struct loaded *l);
/* After all records: those that are left. */
void bpf_requests__report(struct bpf_requests *q, const struct loaded *l, struct ring_merge *merge);
