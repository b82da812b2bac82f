/* SPDX-License-Identifier: BSD-2-Clause */
/* layout.h - parts of the tool layout: what the debug information says (layout.c, types.c), notes (notes.c), the tables (tables.c). */
#pragma once

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

#include "cond.h"

#define SETS 4			/* sets of layouts: wide, i386, x32, arm */
#define FIELDS_MAX 1024		/* of a structure */
#define SHAPE_BARE 1		/* a number, without braces */
#define SHAPE_ABRIDGE 2		/* only `brief` fields are shown without --verbose */
#define SHAPE_JOINED 8		/* strace adds the kernel's fields to the program's */
#define SHAPE_ORDERED 4		/* fields with notes come first, in the notes' order */
#define SHAPE_AGAIN 16		/* strace shows what a call left, too */
#define SHAPE_MORE 32		/* strace's list of fields ends with ... */
#define SHAPE_DIRECT 64		/* a number or string, without brackets */
#define SHAPE_DATED 128		/* a time of day */
#define SHAPE_PARTIAL 256	/* shown also if only the first field could be read */

/* A field is shown only if a field has one of these values, or as `how` says: enum cond_how; and if `and` holds, too. */
struct cond {
	const char *field, *mask;	/* mask: a number of its bits, which are compared; NULL: all */
	const struct cond *and;
	enum cond_how how;
	const char *consts[COND_VALUES];
	unsigned n, strace;		/* strace: how many of them count in strace's format */
	bool ours;			/* strace shows it always */
};

/* A field of the structure; size 0: none */
struct place {
	unsigned offset, size;
};

struct item {
	const char *name, *kind, *list, *list2, *strace;	/* strace: the kind in strace's format */
	unsigned offset, size, shape;
	unsigned bit, bits, rank;
	bool array, if_set, in_only, out_only, brief, brief_if, hidden, flat, leads, chosen, ours, again, on_error, with_result, detail, whole, changes, late, changed, unnamed, rest;
	const char *count;		/* field that holds the number of elements */
	unsigned count_at, count_size;
	const char *times, *power;	/* times: another such field, or a number of bytes; power: the lowest bit of an exponent in the field */
	const char *len_how;		/* enum cap_len in C; NULL: none */
	unsigned len_with, unit;
	unsigned first;			/* 1 + elements that strace shows of an array without -v; 0: all */
	const struct cond *cond;
	struct place cond_at, and_at;	/* of the fields that it compares */
};

void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Does a condition begin with this word? */
bool cond__begins(const char *word);
/* The conditions at word[*i], one or two of n words, which becomes the last word that they have. own: the field that the note is of */
struct cond *cond__parse(const char *own, char **word, unsigned n, unsigned *i);

/* Notes */
void notes__read(const char *path);
void notes__list(bool consts);
/* Does arm differ from x32? The type as it is exported, or STRUCT@WHAT. */
bool notes__is_long(const char *type);
/* The place of a structure in that list */
unsigned notes__rank(const char *structure);
void notes__declare(void);	/* the shapes that notes export, in C */
/* The next shape that notes export, from *i on, its name in C and its type; false: there are no more. */
bool notes__exported(unsigned *i, const char **name, const char **type);
/* The next type STRUCT@WHAT that a request's note names, from *i on; NULL: there are no more. */
const char *notes__variant(const char *structure, unsigned *i);
void note__apply(struct item *f, const char *holder, const char *field, bool element);
bool note__is_flat(const char *holder, const char *field);	/* are its members shown as the holder's? */
bool note__elements(const char *holder, const char *field);	/* is there one of an array's elements? */
bool note__has_twin(const char *holder, const char *field, unsigned n);	/* is there one FIELD/n? */
const char *note__shown(const char *name, bool strace);	/* the shape in C that shows the structure; NULL: none */
unsigned note__shape(const char *name);		/* SHAPE_ flags */
void request__note(struct item *f, const char *request);
bool request__machine(const char *request);	/* may other machines have another layout, though the header is the same? */
bool request__direct(const char *request);	/* is it shown without brackets? */
/* The direction that a note gives a request, "in", "out", "inout"; NULL: none */
const char *request__direction(const char *request);

bool request__on_error(const char *request);	/* is the memory read also if it fails? */

/* STRUCT@WHAT */
const char *request__variant(const char *request);
bool request__beyond(const char *request);	/* does strace not know it? */

struct request_note {
	const char *request, *direction;
	const char *type;		/* structure that the header does not name, */
	bool number, word;		/* or a number: of its own size, of a word */
	unsigned elements;		/* not 0: an array of them */
	bool beyond;
	struct item item;
};
/* The next note of a request from *i on. */
bool request__next(unsigned *i, struct request_note *r);

/* Types in debug information, and their shapes, numbered from 1; 0: there is none. */
bool type__of(Dwarf_Die *die, Dwarf_Die *type);		/* of a variable or member, or what a pointer points at */
/* name: the structure's, or of one of its variants: notes are found by it. */
unsigned type__struct_shape(Dwarf_Die *type, const char *name);
/* Of what a variable trace_request_NAME or trace_struct_NAME points at. */
unsigned type__shape_behind(Dwarf_Die *variable, const char *name);

/* Tables. */
unsigned shape__add(const char *name, unsigned size, const struct item *items, unsigned n, unsigned flags);
unsigned shape__size(unsigned shape);
bool shape__leads(unsigned shape);
bool shape__has_result(unsigned shape);
void entry__set(const char *name, bool is_request, unsigned set, unsigned shape);
unsigned entry__shape(const char *name, bool is_request, unsigned set);
void const__set(const char *name, uint64_t v);
void write__all(const char *names);
