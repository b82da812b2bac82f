/* SPDX-License-Identifier: BSD-2-Clause */
/* heat_rows.h - the durations of heat maps: a row for each half of an octave. */
#pragma once

#include <stdint.h>

#define HEAT_FIRST_OCTAVE 7	/* durations below 192 ns are in the first row, */
#define HEAT_OCTAVES 27
#define HEAT_ROWS (2 * HEAT_OCTAVES)	/* ... those of 13 s and more in the last */

static inline unsigned heat_row(uint64_t ns)
{
	unsigned octave = ns ? 63 - (unsigned)__builtin_clzll(ns) : 0;
	unsigned row = octave < HEAT_FIRST_OCTAVE ? 0 : 2 * (octave - HEAT_FIRST_OCTAVE) + (unsigned)(ns >> (octave - 1) & 1);

	return row < HEAT_ROWS ? row : HEAT_ROWS - 1;
}

/* ns: the least duration of a row; of HEAT_ROWS, where the last would end. */
static inline uint64_t heat_row__from(unsigned row)
{
	return row ? (2ull + (row & 1)) << (HEAT_FIRST_OCTAVE + row / 2 - 1) : 0;
}
