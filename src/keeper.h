/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * keeper.h - which blocks of a recording are kept, and in which files: one file, several in rotation, or in memory until
 * something happens. Each file begins with the state of threads, so that it can be read without the others.
 *
 * NAME is the newest; with the next it becomes NAME.1, that NAME.2, and so on; of more than opt->keep the oldest is removed.
 */
#ifndef TRACE_KEEPER_H
#define TRACE_KEEPER_H

#include "file_writer.h"
#include "options.h"

struct keeper;

/* Creates the first file, unless blocks are kept in memory. 0 or -errno: the message was printed. */
int keeper__open(struct keeper **out, const struct options *o, const char *name);
void keeper__take(struct keeper *k, const uint8_t *records, size_t len);
/* What is in memory is written to a file. */
void keeper__dump(struct keeper *k);
/* 0, or the first -errno. */
int keeper__error(const struct keeper *k);
uint64_t keeper__bytes(const struct keeper *k);		/* of the file that is written */
bool keeper__is_file(const struct keeper *k);		/* no pipe: nobody reads along */
/* Ends the file. 0 or -errno: the message was printed, except for -EPIPE. */
int keeper__finish(struct keeper *k);
void keeper__close(struct keeper *k);

#endif
