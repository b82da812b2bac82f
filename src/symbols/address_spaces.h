/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * address_spaces.h - from records: the mappings of processes, and symbols of code that is in no file (kernel, JIT).
 *
 * A child shares its parent's mappings until it maps something itself. Processes that have ended are kept for a while, for threads
 * may outlive their leader.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf/wire.h"
#include "lib/buf.h"
#include "lib/hash.h"

/* A mapped file; all processes share one. */
struct mapped_file {
	struct hash_node node;
	uint8_t build_id[20];
	unsigned build_id_len;		/* 0: not known */
	void *user;			/* of elf_file.c; initially NULL */
	char path[];
};

struct mapping {
	uint64_t start, end, pgoff;
	uint32_t prot, flags;
	uint32_t maj, min;	/* the file's device */
	uint64_t ino;
	struct mapped_file *file;	/* NULL: anonymous memory */
};

struct mappings {			/* shared by a process and its children until one of them changes */
	unsigned refs;
	size_t *total;		/* mappings of all processes */
	uint64_t id;		/* unique: each change gives a new one */
	struct mapping *v;	/* sorted by `start`, without overlap */
	unsigned n;
};

struct symbol {
	uint64_t start, end;
	const char *name, *module;	/* module "": not known */
};

struct symbols {
	struct symbol *v;	/* sorted by `start` */
	unsigned n;
};

struct space {
	struct hash_node node;
	uint32_t tgid;
	struct mappings *maps;	/* NULL: not known */
	struct symbols code;	/* symbols of JIT code */
	bool ended;
};

struct address_spaces {
	struct hash spaces;	/* of struct space, by tgid */
	struct hash files;	/* of struct mapped_file, by path */
	struct symbols kernel;
	size_t total;		/* mappings of all processes */
	void (*free_user)(void *user);	/* frees mapped_file.user; NULL: none is set */
	uint64_t last_id;
	uint32_t ended[256];	/* ring of the processes that ended last */
	unsigned nended;
};

/* NULL: no memory. */
struct address_spaces *address_spaces__new(void);
void address_spaces__free(struct address_spaces *s);	/* may be NULL; all mappings must have been put */
/* Applies REC_MAP, REC_SYMBOL, REC_FORK and REC_EXIT; ignores others. The record must have its type's least length. */
void address_spaces__follow(struct address_spaces *s, const struct rec *rec);
struct space *address_spaces__find(const struct address_spaces *s, uint32_t tgid);	/* NULL: not known */
/* A reference to the mappings as they are now: later changes go to a copy. Both take NULL. */
struct mappings *mappings__get(struct mappings *m);
void mappings__put(struct mappings *m);
const struct mapping *mappings__find(const struct mappings *m, uint64_t addr);	/* NULL: none */
const struct mapping *mappings__code(const struct mappings *m, uint64_t addr);	/* executable ones only */
const struct symbol *symbols__find(const struct symbols *s, uint64_t addr);
/* Appends the whole state as REC_MAP and REC_SYMBOL records. */
void address_spaces__dump(const struct address_spaces *s, uint64_t ts, struct buf *records);
