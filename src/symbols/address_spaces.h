/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * address_spaces.h - what processes have mapped, and what code that no file has is called, as records say.
 *
 * A child has its parent's mappings until it maps something itself. What has gone is remembered for a while, for threads
 * may outlive the first of their process.
 */
#ifndef TRACE_ADDRESS_SPACES_H
#define TRACE_ADDRESS_SPACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf/wire.h"
#include "lib/buf.h"
#include "lib/hash.h"

/* A file as it was when it was mapped: one for all processes. */
struct mapped_file {
	struct hash_node node;
	uint8_t build_id[20];
	unsigned build_id_len;		/* 0: not known */
	void *user;			/* for whoever looks into it; NULL at first */
	char path[];
};

struct mapping {
	uint64_t start, end, pgoff;
	uint32_t prot, flags;
	uint32_t maj, min;	/* the file's device */
	uint64_t ino;
	struct mapped_file *file;	/* NULL: memory without a name */
};

struct mappings {			/* shared by a process and its children until one of them changes */
	unsigned refs;
	size_t *total;		/* of all processes */
	uint64_t id;		/* another one after each change: no two that differ have the same */
	struct mapping *v;	/* by `start`; they do not overlap */
	unsigned n;
};

struct symbol {
	uint64_t start, end;
	const char *name, *module;	/* module "": not said */
};

struct symbols {
	struct symbol *v;	/* by `start` */
	unsigned n;
};

struct space {
	struct hash_node node;
	uint32_t tgid;
	struct mappings *maps;	/* NULL: none are known */
	struct symbols code;	/* that no file has: what a JIT compiler says of it */
	bool ended;
};

struct address_spaces {
	struct hash spaces;	/* of struct space, by tgid */
	struct hash files;	/* of struct mapped_file, by path */
	struct symbols kernel;
	size_t total;		/* mappings of all processes */
	void (*free_user)(void *user);	/* of what mapped_file.user holds; NULL: nothing */
	uint64_t last_id;
	uint32_t ended[256];	/* processes that ended last, in turn */
	unsigned nended;
};

/* NULL: no memory. */
struct address_spaces *address_spaces__new(void);
void address_spaces__free(struct address_spaces *s);	/* also NULL; nobody has mappings of it any more */
/* Takes REC_MAP, REC_SYMBOL, REC_FORK and REC_EXIT; others are ignored. The record is as long as its type demands. */
void address_spaces__follow(struct address_spaces *s, const struct rec *rec);
struct space *address_spaces__find(const struct address_spaces *s, uint32_t tgid);	/* NULL: not known */
/* Mappings as they are now, whatever becomes of them; both take NULL. */
struct mappings *mappings__get(struct mappings *m);
void mappings__put(struct mappings *m);
const struct mapping *mappings__find(const struct mappings *m, uint64_t addr);	/* NULL: there is none */
const struct mapping *mappings__code(const struct mappings *m, uint64_t addr);	/* the same of what can be run */
const struct symbol *symbols__find(const struct symbols *s, uint64_t addr);
/* Appends REC_MAP and REC_SYMBOL records of all that is known. */
void address_spaces__dump(const struct address_spaces *s, uint64_t ts, struct buf *records);

#endif
