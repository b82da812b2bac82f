// SPDX-License-Identifier: BSD-2-Clause
/* merge_files.c - converts between the clocks of recordings. */
#include "merge_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/msg.h"
#include "recording/file_header.h"
#include "sources/merge.h"

struct files {
	struct merge_recordings recordings;
	bool several;			/* there is more than one host */
	const char *const *names;	/* of hosts; NULL: as in the recordings */
	bool first_has_real;		/* first_real_minus_mono is known */
	int64_t first_real_minus_mono;
	struct source *sources[];
};

static bool same_boot(const struct origin *a, const struct origin *b)
{
	return a && b && a->boot_id[0] && !strcmp(a->boot_id, b->boot_id);
}

/* Wall clock minus CLOCK_MONOTONIC: from the first record (REC_START), else from the header. false: in neither. */
static bool find_clock(const struct origin *o, const struct rec *first, int64_t *real_minus_mono)
{
	const struct rec_start *start = (const struct rec_start *)first;

	if (start && start->rec.type == REC_START && start->rec.len >= REC_START_LEAST) {
		*real_minus_mono = (int64_t)(start->realtime - start->rec.ts);
		if (start->rec.len >= sizeof(*start))
			*real_minus_mono -= start->ahead;
		return start->realtime;
	}
	*real_minus_mono = o ? (int64_t)(o->real - o->mono) : 0;
	return o && o->real;
}

static int64_t shift(struct merge_recordings *r, unsigned i, const struct rec *first)
{
	struct files *f = (struct files *)r;
	const struct origin *o = source__origin(f->sources[i]);
	int64_t real_minus_mono;

	if (!find_clock(o, first, &real_minus_mono)) {
		msg__warn("recording %u has no time of day: its times are merged unchanged", i + 1);
		return 0;
	}
	if (i == 0) {
		f->first_has_real = true;
		f->first_real_minus_mono = real_minus_mono;
	}
	return f->first_has_real && !same_boot(o, source__origin(f->sources[0])) ? real_minus_mono - f->first_real_minus_mono : 0;
}

/* Also of a recording of the same boot as the first: its times are then by this clock, too. */
static int64_t reshift(struct merge_recordings *r, unsigned i, const struct rec_clock *clock)
{
	struct files *f = (struct files *)r;

	(void)i;
	return f->first_has_real ? (int64_t)((uint64_t)clock->real_minus_mono - (uint64_t)f->first_real_minus_mono) : 0;
}

static const char *host(struct merge_recordings *r, unsigned i)
{
	struct files *f = (struct files *)r;
	const struct origin *o = source__origin(f->sources[i]);

	if (f->names)
		return f->names[i];
	return f->several && o ? o->host : "";
}

static bool is_other_host(struct source *a, struct source *b)
{
	const struct origin *x = source__origin(a), *y = source__origin(b);

	return x && y && strcmp(x->host, y->host);
}

int merge_files__open(struct source **out, struct source **sources, const char *const *names, unsigned n)
{
	struct files *f = calloc(1, sizeof(*f) + n * sizeof(*sources));

	if (!f) {
		for (unsigned i = 0; i < n; i++)
			source__close(sources[i]);
		return -ENOMEM;
	}
	f->names = names;
	f->recordings = (struct merge_recordings){ .shift = shift, .reshift = reshift, .host = host };
	for (unsigned i = 0; i < n; i++) {
		f->sources[i] = sources[i];
		f->several |= is_other_host(sources[0], sources[i]);
	}
	return merge__open(out, sources, n, &f->recordings);
}
