/* SPDX-License-Identifier: BSD-2-Clause */
/* vm_map.h - how much memory a call on a BPF map passes: as bpf/fdinfo.bpf.h, by what /proc tells about the descriptor. */
#pragma once

#include <stdint.h>

#include "bpf/plan.h"

/* Bytes of what `f` points at, of the structure at `holder`, `len` bytes of which were passed: n keys, values or positions. 0: not known. */
uint64_t vm_map__bytes(uint32_t tid, const struct follow *f, const uint8_t *holder, uint32_t len, uint64_t n);
