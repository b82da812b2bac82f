/* nearest.h - the known word nearest to a misspelt one, for "did you mean" in messages. */
#pragma once

/* A search for the candidate nearest to a word; start with { .word = ... }. */
struct nearest {
	const char *word;
	const char *best;     /* so far; NULL: none is near enough */
	unsigned    distance; /* of best */
};

void nearest__offer(struct nearest *near, const char *candidate);
