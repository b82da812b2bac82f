/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * elf_file.h - symbols of a file that a traced process had mapped: from the file itself, its compressed symbols, or its
 * debug information below /usr/lib/debug.
 *
 * The file is taken for the same only where its build-id is the recorded one. Nothing is asked of the network.
 */
#ifndef TRACE_ELF_FILE_H
#define TRACE_ELF_FILE_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>

#include "address_spaces.h"

struct elf_file;

/* Looks at the file the first time, and remembers that in f->user. NULL: it is not there, or not the same, or no memory. */
const struct elf_file *elf_file__of(struct mapped_file *f);
/* For address_spaces__free(). */
void elf_file__free(void *user);
/* The function that has this offset in the file, and where it begins there. NULL: it is not known. */
const char *elf_file__symbol(const struct elf_file *e, uint64_t at, uint64_t *begins);
/* What has to be added to the file's own addresses where `at` of it was mapped at `start`. false: nothing is loaded from there. */
bool elf_file__bias(const struct elf_file *e, uint64_t at, uint64_t start, uint64_t *bias);
/* How debug information is found, for those who look deeper. */
extern const Dwfl_Callbacks elf_file_callbacks;

#endif
