/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * chrome.h - shared by the two parts of the Trace Event Format: chrome.c makes events, chrome_values.c makes JSON strings of
 * arguments, results and values as text (writers/text.h).
 */
#pragma once

#include "writers/text.h"

enum chrome_state {		/* uses of out.state in addition to text_values.c's TEXT_HIDDEN and TEXT_SET */
	CHROME_MARK = 0,	/* offset of the current value's text; 0: none */
	CHROME_EXTRA = 2,	/* the key of ret_extra_begin() */
	CHROME_KEYS = 4,	/* members that "args" has so far */
};

/*
 * A key, then a value. The value's text is stored after a quote; value_end() turns it into a JSON string or number. An end without a
 * beginning does nothing.
 */
void chrome__key_begin(struct out *o, const char *name, size_t len);
void chrome__string_end(struct out *o);
void chrome__value_end(struct out *o);		/* a number, if the text is one */
size_t chrome__value_len(const struct out *o);	/* bytes of the current value with its quote; 0: none */

extern const struct verbs chrome_verbs;		/* values as text has them; arguments, results and fields become members of "args" */

#define KEY(o, name) chrome__key_begin(o, name, sizeof(name) - 1)
