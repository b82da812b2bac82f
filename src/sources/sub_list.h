/* SPDX-License-Identifier: BSD-2-Clause */
/* sub_list.h - keys of sub-plans, and how they are placed in the hash table that BPF looks them up in. */
#pragma once

#include <stdint.h>

#include "bpf/plan.h"

struct sub_list {
	uint32_t n;
	uint16_t next[SUB_KEYS_MAX];	/* 1 + another key of the same bucket; 0: none */
	uint16_t plans[SUB_KEYS_MAX];
	uint64_t keys[SUB_KEYS_MAX];
};

/* Adds a key, which is not 0. -E2BIG: there are SUB_KEYS_MAX. */
int sub_list__add(struct sub_list *l, uint64_t key, uint16_t plan);
/* Fills `to`, which is all zero. Of equal keys the last one's plan counts. -E2BIG: there is no place for all. */
int sub_list__place(struct sub_list *l, struct sub_plans *to);
