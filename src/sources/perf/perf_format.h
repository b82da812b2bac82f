/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_format.h - how the kernel that was traced lays out the events of calls: raw_syscalls:* and syscalls:*.
 *
 * Every kernel describes its own (events/SYSTEM/NAME/format in tracefs), and a recording has these descriptions in it.
 */
#ifndef TRACE_PERF_FORMAT_H
#define TRACE_PERF_FORMAT_H

#include "perf_pair.h"

struct perf_formats;

/* swap: the other byte order than this machine's; word: bytes of a long there. NULL: no memory. */
struct perf_formats *perf_formats__new(bool swap, unsigned word);
void perf_formats__free(struct perf_formats *f);
/* One description. Events of other systems are passed over; else *id becomes its number. 0 or -ENOMEM. */
int perf_formats__add(struct perf_formats *f, const char *system, const char *text, size_t len, uint16_t *id);
/*
 * All descriptions that perf(1) has put into a recording, which say themselves what machine it was: they replace whatever
 * *f was. Returns 0; -EINVAL: damaged, what comes before the damage is used; -ENOMEM.
 */
int perf_formats__read(struct perf_formats **f, const uint8_t *blob, size_t len);
/* Events of calls that are described. */
unsigned perf_formats__count(const struct perf_formats *f);
/*
 * Takes raw_syscalls' events to be as all kernels so far have them: for a recording that was cut off before its
 * descriptions. The ids are those of sys_enter and sys_exit.
 */
int perf_formats__assume(struct perf_formats *f, uint16_t enter, uint16_t leave);
/* Arguments whose strings come with the events of this id: bit n stands for argument n. */
uint8_t perf_formats__texts(const struct perf_formats *f, uint16_t id);
/*
 * Fills kind, origin, nr, args or ret, and chunks of an event from a tracepoint's record. false: it tells of no call, or
 * does not hold what it should.
 */
bool perf_formats__decode(const struct perf_formats *f, const uint8_t *raw, uint32_t len, struct pair_event *e);
/* Thread that the record is of; 0: not told. */
uint32_t perf_formats__tid(const struct perf_formats *f, const uint8_t *raw, uint32_t len);

#endif
