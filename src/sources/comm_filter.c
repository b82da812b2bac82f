// SPDX-License-Identifier: BSD-2-Clause
/*
 * comm_filter.c - compiles glob patterns to bits: a position for each element of a pattern, and one after the last. What an element
 * matches is asked of fnmatch(), with which user space tests the same names.
 */
#include "comm_filter.h"

#include <fnmatch.h>
#include <string.h>

#include "lib/msg.h"

#define POSITIONS 64

struct compiler {
	struct comm_filter *f;
	unsigned at;		/* the next position */
};

/* Length of the element of a pattern that begins here; 0: not understood. */
static size_t element_length(const char *p)
{
	const char *end = p + 1;

	if (*p == '\\')
		return p[1] ? 2 : 0;
	if (*p != '[')
		return 1;
	end += *end == '!' || *end == '^';
	end += *end == ']';
	for (; *end != ']'; end++)
		if (!*end || *end == '[' || *end == '\\' || *end == '/')	/* a class, or no set at all */
			return 0;
	return (size_t)(end + 1 - p);
}

static bool add_element(struct compiler *c, const char *p, size_t len)
{
	char element[POSITIONS + 1], text[2] = "";

	if (c->at >= POSITIONS || len > POSITIONS)
		return false;
	memcpy(element, p, len);
	element[len] = '\0';
	for (unsigned i = 1; i < COMM_BYTES; i++) {
		text[0] = (char)i;
		if (!fnmatch(element, text, 0))
			c->f->takes[i] |= 1ull << c->at;
	}
	c->at++;
	return true;
}

/* Several asterisks are one: BPF passes over one at a time. */
static bool add_star(struct compiler *c, unsigned first)
{
	if (c->at > first && c->f->stars >> (c->at - 1) & 1)
		return true;
	if (c->at >= POSITIONS)
		return false;
	c->f->stars |= 1ull << c->at++;
	return true;
}

static bool add_pattern(struct compiler *c, const char *p)
{
	unsigned first = c->at;
	size_t len;

	for (; *p; p += len) {
		len = element_length(p);
		if (!len || !(*p == '*' ? add_star(c, first) : add_element(c, p, len)))
			return false;
	}
	if (c->at >= POSITIONS)
		return false;
	c->f->begin |= 1ull << first;
	c->f->accepts |= 1ull << c->at++;
	return true;
}

bool comm_filter__make(struct comm_filter *f, char *const *patterns, unsigned n)
{
	struct compiler c = { .f = f };

	memset(f, 0, sizeof(*f));
	for (unsigned i = 0; i < n; i++)
		if (!add_pattern(&c, patterns[i]))
			return false;
	f->begin |= (f->begin & f->stars) << 1;
	return n;
}

/*
 * Not of calls that a recording is to hold, which is replayed without --comm; nor if calls of any thread switch showing on or off. What is
 * only counted is counted by name.
 */
void comm_filter__configure(const struct options *o, struct config *cfg, struct selection *sel)
{
	cfg->has_comms = false;
	if (!o->ncomms || o->in != IN_LIVE || o->also_record || o->switch_on || o->switch_off || o->tally)
		return;
	cfg->has_comms = comm_filter__make(&sel->comms, o->comms, o->ncomms);
	if (!cfg->has_comms)
		msg__info("--comm is not applied in the kernel: the patterns are too long, or have classes of characters");
}
