/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * recording_files.h - which blocks of a recording are kept, and in which files: one file, several in rotation, or in memory until
 * something happens. Each file begins with the state of threads, so that it can be read without the others.
 *
 * NAME is the newest; with the next it becomes NAME.1, that NAME.2, and so on; of more than opt->keep the oldest is removed.
 */
#ifndef TRACE_RECORDING_FILES_H
#define TRACE_RECORDING_FILES_H

#include "config/options.h"
#include "recording/file_writer.h"

struct recording_files;

/* Creates the first file, unless blocks are kept in memory. 0 or -errno: the message was printed. */
int recording_files__open(struct recording_files **out, const struct options *o, const char *name);
void recording_files__take(struct recording_files *k, const uint8_t *records, size_t len);
/* What is in memory is written to a file. */
void recording_files__dump(struct recording_files *k);
/* 0, or the first -errno. */
int recording_files__error(const struct recording_files *k);
uint64_t recording_files__bytes(const struct recording_files *k);		/* of the file that is written */
bool recording_files__is_file(const struct recording_files *k);		/* no pipe: nobody reads along */
/* Ends the file. 0 or -errno: the message was printed, except for -EPIPE. */
int recording_files__finish(struct recording_files *k);
void recording_files__close(struct recording_files *k);

#endif
