/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * recording_files.h - where a recording's blocks are kept: in one file, in several in rotation, or in memory until a trigger (flight
 * recorder). Each file begins with the state of all threads, so that it can be read without the others.
 *
 * NAME is the newest file. When the next begins, NAME becomes NAME.1, NAME.1 becomes NAME.2, and so on; at most opt->keep are kept.
 */
#pragma once

#include "config/options.h"
#include "recording/file_writer.h"

struct recording_files;

/* Creates the first file, except for a flight recorder. 0 or -errno: the message was printed. */
int recording_files__open(struct recording_files **out, const struct options *o, const char *name);
void recording_files__take(struct recording_files *k, const uint8_t *records, size_t len);
/* Ends the file: the next one begins with the next records. */
void recording_files__turn(struct recording_files *k);
/* Writes the blocks in memory to a file. */
void recording_files__dump(struct recording_files *k);
/* 0, or the first -errno. */
int recording_files__error(const struct recording_files *k);
uint64_t recording_files__bytes(const struct recording_files *k);		/* written to the current file */
/* Calls and events that are in none of the files: there was no room (options.spool). */
uint64_t recording_files__dropped(const struct recording_files *k);
bool recording_files__is_file(const struct recording_files *k);		/* not a pipe, which has a reader */
/* Ends the file. 0 or -errno: the message was printed, except for -EPIPE. */
int recording_files__finish(struct recording_files *k);
void recording_files__close(struct recording_files *k);
