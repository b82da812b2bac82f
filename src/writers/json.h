/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * json.h - JSON values, one after another, always well-formed.
 *
 * A value too few becomes null, one too many gets the key "_", and an end verb too many does nothing: a line is valid
 * JSON whatever the order of the calls. Compounds nest 64 deep.
 */
#ifndef TRACE_JSON_H
#define TRACE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beautifiers/verbs.h"
#include "lib/out.h"

enum json_state {		/* uses of out.state */
	JSON_KINDS,		/* a bit for every compound that is open, innermost lowest: 1 is an array, 0 an object */
	JSON_BASE,		/* depth below which json__pop() does not go */
	JSON_PENDING,		/* a key was stored, its value was not */
	JSON_RESULT,		/* the next value is the result of a call ... */
	JSON_RET,		/* ... that returned this number */
	JSON_CALL,		/* enum call_state of the call in work */
};

/* The next value's; a name that needs no escaping. Nothing within arrays. */
void json__key(struct out *o, const char *name, size_t len);
void json__push(struct out *o, bool array);	/* opens an array or object, as a value */
void json__pop(struct out *o);			/* closes the innermost */
void json__pop_to(struct out *o, unsigned depth);	/* closes all that are deeper; depth is the new base */
void json__value(struct out *o);		/* to be called before any value that is stored by hand */
void json__number(struct out *o, int64_t v);	/* a string beyond 2^53 */
void json__unumber(struct out *o, uint64_t v);
void json__digits(struct out *o, uint64_t v);	/* a string, whatever its size */
void json__hex(struct out *o, uint64_t v);	/* "0x1f" */
void json__literal(struct out *o, const char *s);	/* true, false, null */
void json__str(struct out *o, const char *s);	/* a string of our own: UTF-8 */
void json__text(struct out *o, const char *s, size_t len, bool cut);	/* any bytes; see json_values.c for the forms */
void json__quoted(struct out *o, const char *s, size_t len);	/* only the quoted string: no separator */

extern const struct verbs json_verbs;

#define JSON_KEY(o, s) json__key(o, s, sizeof(s) - 1)

#endif
