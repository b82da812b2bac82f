/* SPDX-License-Identifier: BSD-2-Clause */
/* inject_rules.h - part of inject.h: which injection is for a call. Each thread counts its calls by number, as strace does: from 1, children and new threads, too. */
#pragma once

#include "config/options.h"
#include "lib/hash.h"

struct inject_rules {
	const struct strace_config *config;
	struct syscall_set calls;	/* those with an injection that are traced */
	struct hash threads;
};

void inject_rules__init(struct inject_rules *r, const struct options *o);
/* The injection for a call, whether it is traced or not; NULL: none. */
const struct injection *inject_rules__for(const struct inject_rules *r, enum abi abi, unsigned nr);
/* Counts a call. Returns what to inject; NULL: nothing this time. */
const struct injection *inject_rules__count(struct inject_rules *r, uint32_t tid, enum abi abi, unsigned nr);
/* The last call of that thread with that number was interrupted, and will be made again: it does not count. */
void inject_rules__uncount(struct inject_rules *r, uint32_t tid, enum abi abi, unsigned nr);
void inject_rules__forget(struct inject_rules *r, uint32_t tid);
