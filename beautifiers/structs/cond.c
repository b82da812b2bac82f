// SPDX-License-Identifier: BSD-2-Clause
/* cond.c - conditions in notes. A part of the tool layout. */
#include <stdlib.h>
#include <string.h>

#include "layout.h"

/* Words of a condition: how it compares; whether a field's name follows, or it is the field's own value; whether strace does not look at it. */
static const struct cond_word {
	const char *word;
	enum cond_how how;
	bool other, ours;
} cond_words[] = {
	{ "when", COND_ONE_OF, true, false }, { "unless", COND_NOT_ONE_OF, true, false }, { "any", COND_ANY_BIT, true, false },
	{ "none", COND_NO_BIT, true, false }, { "usual", COND_UNUSUAL, false, false },
	{ "if", COND_SET, true, false }, { "if-ours", COND_SET, true, true }, { "brief-if", COND_SET, true, false },
};

static const struct cond_word *cond_word(const char *w)
{
	for (unsigned i = 0; i < sizeof(cond_words) / sizeof(cond_words[0]); i++)
		if (!strcmp(w, cond_words[i].word))
			return &cond_words[i];
	return NULL;
}

/* FIELD&MASK: takes the mask off. */
static const char *mask_of(char *field)
{
	char *mask = strchr(field, '&');

	if (mask)
		*mask++ = 0;
	return mask;
}

/* A condition at word[*i], which becomes the last word that it has: its values, up to the end of the line or `and`. */
static struct cond *parse_cond(const char *own, const struct cond_word *w, char **word, unsigned n, unsigned *i)
{
	struct cond *c = calloc(1, sizeof(*c));

	if (!c)
		die("not enough memory");
	*c = (struct cond){ .field = own, .how = w->how, .strace = COND_VALUES, .ours = w->ours };
	if (w->other && *i + 1 < n) {
		c->mask = mask_of(word[++*i]);
		c->field = word[*i];
	}
	while (w->how != COND_SET && *i + 1 < n && c->n < COND_VALUES && strcmp(word[*i + 1], "and"))
		if (!strcmp(word[++*i], "ours"))
			c->strace = c->n;
		else
			c->consts[c->n++] = word[*i];
	return c;
}

bool cond__begins(const char *word)
{
	return cond_word(word);
}

struct cond *cond__parse(const char *own, char **word, unsigned n, unsigned *i)
{
	struct cond *c = parse_cond(own, cond_word(word[*i]), word, n, i);

	if (*i + 2 < n && !strcmp(word[*i + 1], "and") && cond_word(word[*i + 2])) {
		*i += 2;
		c->and = parse_cond(own, cond_word(word[*i]), word, n, i);
	}
	return c;
}
