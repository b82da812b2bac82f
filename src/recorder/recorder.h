/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * recorder.h - a sink that writes a recording.
 *
 * The thread that drains the rings only copies records into a buffer; another thread packs, compresses and writes. If the writer
 * cannot keep up, the reader waits for it, and records that do not fit into the rings meanwhile are counted as lost.
 */
#pragma once

#include "config/options.h"
#include "sources/sink.h"

struct recorder;

/* Creates the file. 0 or -errno: the message was printed. */
int recorder__open(struct recorder **out, const struct options *o, const char *name);
struct sink *recorder__sink(struct recorder *r);
/* Writes all buffered records and finishes the file. 0 or -errno: the message was printed, except for -EPIPE. */
int recorder__finish(struct recorder *r);
/* Afterwards: as recording_files__dropped(). */
uint64_t recorder__dropped(const struct recorder *r);
void recorder__close(struct recorder *r);
