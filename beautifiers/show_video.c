// SPDX-License-Identifier: BSD-2-Clause
/* show_video.c - numbers and structures of linux/videodev2.h that strace shows by rules of their own. */
#include <stdio.h>

#include <linux/videodev2.h>

#include "kinds.h"

#define PREFIX 5			/* V4L2_ */
#define CLASS_BITS 0xffffu	/* of an ID, below those of its class: linux/v4l2-controls.h */

/* NAME, or CLASS+0x12. */
static void show_id(struct show *s, const struct flag_table *ids, uint32_t v)
{
	const struct flag *class = flag_table__find(flag_table__in(&v4l2_control_classes, s->abi), v & ~CLASS_BITS);
	char text[80];

	if (!class || flag_table__find(flag_table__in(ids, s->abi), v)) {
		show__enum(s, ids, v);
		return;
	}
	snprintf(text, sizeof(text), v & CLASS_BITS ? "%s+%#x" : "%s+%u", class->name, v & CLASS_BITS);
	s->w->symbol(s->o, v, text, PREFIX, NULL);
}

/* The ID of a control, one of the first list; or-ed with flags of the second, if there is one. */
void show_control_id(struct show *s, const struct arg *a)
{
	const struct flag_table *bits = a->spec->flags2 ? flag_table__in(a->spec->flags2, s->abi) : NULL;
	uint32_t v = (uint32_t)a->value, flags = bits ? v & bits->known : 0;

	if (!s->w->strace_marks && bits) {
		show_enum_flags(s, a);
		return;
	}
	if (show__constants(s) == CONSTANTS_NUMBERS) {
		s->w->hex(s->o, v);
		return;
	}
	if (flags) {
		show__flags(s, bits, flags);
		s->w->or(s->o);
	}
	show_id(s, a->spec->flags, v & ~flags);
}

/* Flags of a buffer, then the kind of its time and where that was taken, also if these are 0. */
void show_buffer_flags(struct show *s, const struct arg *a)
{
	uint32_t parts = V4L2_BUF_FLAG_TIMESTAMP_MASK | V4L2_BUF_FLAG_TSTAMP_SRC_MASK, v = (uint32_t)a->value;

	if (!s->w->strace_marks) {
		show_flags(s, a);
		return;
	}
	if (show__constants(s) == CONSTANTS_NUMBERS) {
		s->w->hex(s->o, v);
		return;
	}
	if (v & ~parts) {
		show__flags(s, &v4l2_strace_buf_flags, v & ~parts);
		s->w->or(s->o);
	}
	show__enum(s, &v4l2_buf_timestamps, v & V4L2_BUF_FLAG_TIMESTAMP_MASK);
	s->w->or(s->o);
	show__enum(s, &v4l2_buf_sources, v & V4L2_BUF_FLAG_TSTAMP_SRC_MASK);
}

/* struct v4l2_fract */
static void show_fraction(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a, (void)len;
	s->w->uinteger(s->o, load_uint(p, 4, s->swap));
	s->w->over(s->o);
	s->w->uinteger(s->o, load_uint(p + 4, 4, s->swap));
}

const struct shape shape_fraction = { .name = "fraction", .size = sizeof(struct v4l2_fract), .show = show_fraction };
