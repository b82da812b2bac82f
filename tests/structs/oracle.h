/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * oracle.h - parts of the proof of structures: what BTF says (expected.c), what is shown (leaves.c), both compared (structs.c).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "beautifiers/show.h"

#define PATH_MOST 256
#define CHOICES_MOST 4

/* -- What the compiler says ------------------------------------------------------------------------------------------- */

struct btf;

struct type {
	const struct btf *btf;
	uint32_t id;
};

/* A part of a structure, in bits from its begin, and the union around it that begins there, if there is one. */
struct place {
	struct type type;
	uint32_t bit, bits;
	uint32_t union_bits;	/* 0: none */
	/* type__each: unions around: how long the path to the member is, and where the union is */
	unsigned nchoices;
	struct { uint32_t len, bit, bits; } choices[CHOICES_MOST];
	bool in_union;
	bool flexible;		/* an array without elements */
};

/* Reads the objects in the folder. false: there are none. */
bool types__open(const char *dir);
void types__close(void);
bool types__of_request(const char *name, struct type *t);
/* What a macro stands for; NULL: there is none of this name. */
const char *types__macro(const char *name, size_t len);
bool types__of_struct(const char *name, unsigned nth, struct type *t);	/* headers may differ */
/* Calls each() for every structure of `size` bytes that has a name. */
void types__each_struct(uint32_t size, void (*each)(void *ctx, const char *name, struct type t), void *ctx);
uint32_t type__size(struct type t);
bool type__is_struct(struct type t);
bool type__is_big_endian(struct type t);	/* __be32, … */
/* The part that a path such as `a.b[3].c` names. pahole joins an array's dimensions: rows have `row` elements. */
bool type__at(struct type t, const char *path, unsigned row, struct place *place);
bool type__is_bytes(struct type t);	/* an array of bytes */
bool type__is_sockaddr(struct type t);
/* Calls each() for every number, and every array of bytes, of the type. */
void type__each(struct type t, void (*each)(void *ctx, const char *path, const struct place *place), void *ctx);
/* Calls each() for every member that leads to `path` in it, however deep; until it returns true. */
bool type__search(struct type t, const char *path, bool (*each)(void *ctx, const struct place *place), void *ctx);

/* -- What is shown ---------------------------------------------------------------------------------------------------- */

enum leaf_as { LEAF_NUMBER, LEAF_FD, LEAF_NETWORK, LEAF_BYTES, LEAF_DEVICE, LEAF_SET };

struct leaf {
	char path[PATH_MOST];
	enum leaf_as as;
	uint64_t value, minor;
	unsigned size;			/* of LEAF_NETWORK, LEAF_BYTES */
	uint8_t bytes[65536 / 4];
};

extern const struct verbs leaf_verbs;
/* The leaves of the argument of that name go to take(). */
void leaves__begin(const char *arg, void (*take)(void *ctx, const struct leaf *l), void *ctx);

/* -- Shapes written by hand ------------------------------------------------------------------------------------------- */

bool by_hand__read_list(const char *path);
/* false: there are shapes that the opened types would give, and the list does not have. */
bool by_hand__check(void);
bool by_hand__all_used(void);	/* was there a shape for each name of the list? */

/* -- Both compared ---------------------------------------------------------------------------------------------------- */

#define STRUCT_AT 0x100000	/* the structure's address */

struct subject {
	const char *group, *call, *name;
	uint32_t number;
	enum abi abi;
	const struct row *row;
	unsigned arg;			/* that points at the structure */
	uint64_t args[CALL_ARGS];
	struct type type;
};

/* The words of notes that permit differences. */
void compare__read_notes(const char *path);
/* Is what is shown of s->type, by a row with this shape, right? */
bool compare__subject(struct subject *s, const struct shape *sh);
/* What was wrong with the last one; "": nothing was shown. */
const char *compare__complaints(void);
