/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * json.h - JSON values, one after another, always well-formed.
 *
 * A key without a value gets null, a value without a key gets the key "_", and a superfluous end verb is ignored: a line is valid
 * JSON whatever the order of the calls. Compounds nest up to 64 deep.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "beautifiers/verbs.h"
#include "lib/out.h"

enum json_state {		/* uses of out.state */
	JSON_KINDS,		/* a bit per open compound, the innermost lowest: 1 is an array, 0 an object */
	JSON_BASE,		/* depth below which json__pop() does not go */
	JSON_PENDING,		/* a key was stored, its value was not */
	JSON_RESULT,		/* the next value is a call's result ... */
	JSON_RET,		/* ... and the call returned this number */
	JSON_CALL,		/* enum call_state of the current call */
};

/* Sets the next value's key, a name that needs no escaping. Ignored in arrays. */
void json__key(struct out *o, const char *name, size_t len);
void json__push(struct out *o, bool array);	/* opens an array or object, as a value */
void json__pop(struct out *o);			/* closes the innermost */
void json__pop_to(struct out *o, unsigned depth);	/* closes all deeper ones; depth is the new base */
void json__value(struct out *o);		/* to be called before storing a value without these functions */
void json__number(struct out *o, int64_t v);	/* a string beyond 2^53 */
void json__unumber(struct out *o, uint64_t v);
void json__digits(struct out *o, uint64_t v);	/* a string, whatever its size */
void json__hex(struct out *o, uint64_t v);	/* "0x1f" */
void json__literal(struct out *o, const char *s);	/* true, false, null */
void json__str(struct out *o, const char *s);	/* a string of the tracer's: UTF-8 */
void json__text(struct out *o, const char *s, size_t len, bool cut);	/* any bytes; see json_values.c for the forms */
void json__quoted(struct out *o, const char *s, size_t len);	/* only the quoted string: no separator */

extern const struct verbs json_verbs;

#define JSON_KEY(o, s) json__key(o, s, sizeof(s) - 1)
/* A key, and its value by json__HOW(). */
#define JSON_MEMBER(o, key, how, ...) (JSON_KEY(o, key), json__##how(o, __VA_ARGS__))
