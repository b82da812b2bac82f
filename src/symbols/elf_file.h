/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * elf_file.h - symbols of a mapped file: from the file itself, its compressed symbols (.gnu_debugdata), or its debug information
 * below /usr/lib/debug.
 *
 * The file is used only if its build-id is the recorded one. The network is never used.
 */
#pragma once

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>

#include "address_spaces.h"

struct elf_file;

/* Reads the file on the first call and caches the result in f->user. NULL: no such file, another build-id, or no memory. */
const struct elf_file *elf_file__of(struct mapped_file *f);
/* For address_spaces__free(). */
void elf_file__free(void *user);
/* The function at this offset in the file, and the offset where it begins. NULL: not known. */
const char *elf_file__symbol(const struct elf_file *e, uint64_t at, uint64_t *begins);
/* The load bias (mapped address minus the file's own) if file offset `at` is mapped at `start`. false: no segment has that offset. */
bool elf_file__bias(const struct elf_file *e, uint64_t at, uint64_t start, uint64_t *bias);
/* How libdw finds debug information; for unwind.c. */
extern const Dwfl_Callbacks elf_file_callbacks;
