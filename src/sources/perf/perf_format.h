/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_format.h - layouts of events of calls, raw_syscalls:* and syscalls:*, and of signals, signal:*, of the traced kernel.
 *
 * They come from format files: events/SYSTEM/NAME/format in tracefs, or copies of these in a recording.
 */
#pragma once

#include "perf_pair.h"

struct perf_formats;

/* swap: the byte order is not this machine's; word: bytes of a long there. NULL: no memory. */
struct perf_formats *perf_formats__new(bool swap, unsigned word);
void perf_formats__free(struct perf_formats *f);
/* Adds a format file. Events of other systems are ignored; else *id is set to the event's ID. 0 or -ENOMEM. */
int perf_formats__add(struct perf_formats *f, const char *system, const char *text, size_t len, uint16_t *id);
/*
 * Reads a recording's tracing data, with the machine's byte order and word size; replaces *f. 0; -EINVAL: damaged, formats before the
 * damage are used; -ENOMEM.
 */
int perf_formats__read(struct perf_formats **f, const uint8_t *blob, size_t len);
/* Number of known events of calls. */
unsigned perf_formats__count(const struct perf_formats *f);
/* Are there events of signals that are delivered? */
bool perf_formats__has_signals(const struct perf_formats *f);
/* Assumes the usual layout of raw_syscalls, for a recording without formats. enter, leave: IDs of sys_enter and sys_exit. */
int perf_formats__assume(struct perf_formats *f, uint16_t enter, uint16_t leave);
/* Bit n: events with this ID have the text of argument n. */
uint8_t perf_formats__texts(const struct perf_formats *f, uint16_t id);
/*
 * Fills kind, origin, nr, args or ret, and chunks of an event from a tracepoint's data. false: not an event of calls, or invalid.
 */
bool perf_formats__decode(const struct perf_formats *f, const uint8_t *raw, uint32_t len, struct pair_event *e);
/* The thread (common_pid); 0: not known. */
uint32_t perf_formats__tid(const struct perf_formats *f, const uint8_t *raw, uint32_t len);
