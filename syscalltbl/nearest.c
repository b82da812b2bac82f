/*
 * The nearest word by edit distance: insertions, deletions, substitutions and transpositions of neighbours. At most a third of
 * the word may differ; of equally near words the first one is used.
 */
#include "nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#define WORD_MAX 96

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
	unsigned ab = a < b ? a : b;

	return ab < c ? ab : c;
}

static bool differ(char a, char b)
{
	return tolower((unsigned char)a) != tolower((unsigned char)b);
}

/* Rows of the distance matrix: the one being filled and the two above it. */
static unsigned edit_distance(const char *a, size_t alen, const char *b, size_t blen)
{
	unsigned rows[3][WORD_MAX + 1];
	unsigned *before = rows[0], *above = rows[1], *row = rows[2];

	for (size_t j = 0; j <= blen; j++)
		above[j] = j;
	for (size_t i = 1; i <= alen; i++) {
		unsigned *spare = before;

		row[0] = i;
		for (size_t j = 1; j <= blen; j++) {
			row[j] = min3(above[j] + 1, row[j - 1] + 1, above[j - 1] + differ(a[i - 1], b[j - 1]));
			if (i > 1 && j > 1 && !differ(a[i - 1], b[j - 2]) && !differ(a[i - 2], b[j - 1]))
				row[j] = min3(row[j], before[j - 2] + 1, row[j]);
		}
		before = above;
		above = row;
		row = spare;
	}
	return above[blen];
}

void nearest__offer(struct nearest *near, const char *candidate)
{
	size_t wlen = strlen(near->word), clen = strlen(candidate);
	unsigned distance;

	if (!wlen || wlen > WORD_MAX || clen > WORD_MAX)
		return;
	distance = edit_distance(near->word, wlen, candidate, clen);
	if (distance > (wlen + 2) / 3 || distance >= clen)
		return;
	if (near->best && distance >= near->distance)
		return;
	near->best = candidate;
	near->distance = distance;
}
