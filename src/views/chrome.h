/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * chrome.h - what the two halves of the Trace Event Format share: chrome.c makes events, chrome_values.c JSON of arguments,
 * results and values, which are text as writers/text.h has it.
 */
#ifndef TRACE_CHROME_H
#define TRACE_CHROME_H

#include "writers/text.h"

enum chrome_state {		/* uses of out.state besides those of text_values.c, TEXT_HIDDEN and TEXT_SET */
	CHROME_MARK = 0,	/* offset of the text of the value in work; 0: there is none */
	CHROME_EXTRA = 2,	/* the key of ret_extra_begin() */
	CHROME_KEYS = 4,	/* members that "args" has so far */
};

/*
 * A key, and a value's text after it. The text is stored in place, behind a quote; when it is complete, it is made a JSON
 * string or number. An end without a beginning does nothing.
 */
void chrome__key_begin(struct out *o, const char *name, size_t len);
void chrome__string_end(struct out *o);
void chrome__value_end(struct out *o);		/* a number, if it is one */
size_t chrome__value_len(const struct out *o);	/* bytes of the value in work, its quote included; 0: there is none */

/* Those of text_values.c, but for what is a member of "args". */
const struct verbs *chrome_verbs(void);

#define KEY(o, name) chrome__key_begin(o, name, sizeof(name) - 1)

#endif
