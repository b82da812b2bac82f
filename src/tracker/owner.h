/* SPDX-License-Identifier: BSD-2-Clause */
/* owner.h - whose a thread is: its user and its control group (REC_OWNER). */
#pragma once

#include <stdint.h>

#include "bpf/wire.h"

/* Zeroed: not known. */
struct thread_owner {
	uint64_t cgroup;	/* ID of its group (v2) */
	uint32_t uid;		/* real user ID */
	uint32_t has;		/* enum owner_flag: which of these are known */
};
