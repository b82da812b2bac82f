// SPDX-License-Identifier: BSD-2-Clause
/* genl_families.c - a sorted array of families. */
#include "genl_families.h"

#include <stdlib.h>
#include <string.h>

#include "lib/record.h"
#include "lib/vec.h"

/* The first with this id or a higher one. */
static unsigned place(const struct genl_families *f, uint16_t id)
{
	unsigned low = 0, high = f->n;

	while (low < high) {
		unsigned mid = (low + high) / 2;

		if (f->of[mid].id < id)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

void genl_families__set(struct genl_families *f, uint16_t id, const char *name, unsigned len)
{
	unsigned i = place(f, id);

	if (len >= sizeof(f->of[i].name))
		return;
	if (i == f->n || f->of[i].id != id) {
		if (f->n >= GENL_FAMILIES_MAX || !VEC_MORE(f->of, f->n, 1))
			return;
		memmove(&f->of[i + 1], &f->of[i], (f->n - i) * sizeof(f->of[0]));
		f->n++;
		f->of[i].id = id;
	}
	memset(f->of[i].name, 0, sizeof(f->of[i].name));
	memcpy(f->of[i].name, name, len);
}

const char *genl_families__name(const struct genl_families *f, uint16_t id)
{
	unsigned i = place(f, id);

	return i < f->n && f->of[i].id == id ? f->of[i].name : NULL;
}

void genl_families__dump(const struct genl_families *f, uint64_t ts, struct buf *records)
{
	for (unsigned i = 0; i < f->n; i++) {
		struct rec_genl r = { .rec = record__head(REC_GENL, sizeof(r), ts, 0, 0), .id = f->of[i].id };

		memcpy(r.name, f->of[i].name, sizeof(r.name));
		buf__add(records, &r, sizeof(r));
	}
}

void genl_families__free(struct genl_families *f)
{
	free(f->of);
	*f = (struct genl_families){ 0 };
}
