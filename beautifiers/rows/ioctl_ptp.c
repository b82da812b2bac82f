// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_ptp.c - PTP_SYS_OFFSET and PTP_SYS_OFFSET_EXTENDED: as many times as samples were asked for (linux/ptp_clock.h). The same in every ABI. */
#include <linux/ioctl.h>
#include <linux/ptp_clock.h>

#include "beautifiers/kinds.h"
#include "ioctl.h"

static const struct field sample_fields[] = { FIELD(struct ptp_sys_offset, n_samples, uint) };
static const struct shape samples = SHAPE(struct ptp_sys_offset, sample_fields), samples_of_three = SHAPE(struct ptp_sys_offset_extended, sample_fields);

#define TIME sizeof(struct ptp_clock_time)
#define TIMES_AT offsetof(struct ptp_sys_offset, ts)
_Static_assert(TIMES_AT == offsetof(struct ptp_sys_offset_extended, ts), "the same header");

static void show_times(struct show *s, const uint8_t *p, unsigned n, bool limited)
{
	unsigned shown = limited && !s->verbose && n > s->string_limit ? s->string_limit : n;

	s->w->array_begin(s->o);
	for (unsigned i = 0; i < shown; i++) {
		s->w->item(s->o);
		show_ptp_time(s, p + i * TIME, true);
	}
	s->w->array_end(s->o, shown < n ? ARRAY_LIMIT : ARRAY_WHOLE, 0);
}

static void show_samples(struct show *s, const uint8_t *p, uint32_t n, bool threes)
{
	uint32_t shown = n < PTP_MAX_SAMPLES ? n : PTP_MAX_SAMPLES;
	bool limited = !s->verbose && shown > s->string_limit;

	if (!threes) {
		show_times(s, p, 2 * shown + 1, true);
		return;
	}
	if (limited)
		shown = s->string_limit;
	s->w->array_begin(s->o);
	for (uint32_t i = 0; i < shown; i++) {
		s->w->item(s->o);
		show_times(s, p + 3 * i * TIME, 3, false);
	}
	s->w->array_end(s->o, limited ? ARRAY_LIMIT : ARRAY_WHOLE, 0);
}

void show_ptp_samples(struct show *s, const struct arg *a)
{
	const struct chunk *in = struct__memory(s, a, false), *out = a->call->done && !a->call->failed ? struct__memory(s, a, true) : NULL;
	uint32_t size = a->spec->shape->size;

	if (!in || in->len < size) {
		show_pointer(s, a, false);
		return;
	}
	s->w->struct_begin(s->o);
	show_named(s, "n_samples", uinteger, load_uint(chunk__bytes(in), 4, s->swap));
	show_ptp_reserve(s, chunk__bytes(in) + 4, 3);
	if (out && out->len >= size) {
		show_field_name(s, "ts");
		show_samples(s, chunk__bytes(out) + TIMES_AT, (uint32_t)load_uint(chunk__bytes(out), 4, s->swap), a->spec->shape == &samples_of_three);
	}
	s->w->struct_end(s->o, false);
}

#define SAMPLES(s) ARG(ARG_("arg", ptp_samples, .shape = &s))

static const struct subrow rows[] = {
	REQUEST(PTP_SYS_OFFSET,           SAMPLES(samples)),
	REQUEST(PTP_SYS_OFFSET_EXTENDED,  SAMPLES(samples_of_three)),
#ifdef PTP_SYS_OFFSET2
	REQUEST(PTP_SYS_OFFSET2,          SAMPLES(samples)),
	REQUEST(PTP_SYS_OFFSET_EXTENDED2, SAMPLES(samples_of_three)),
#endif
};

const struct sub_table ioctls_ptp = SUB_TABLE(rows);
