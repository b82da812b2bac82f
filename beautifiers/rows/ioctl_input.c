// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_input.c - requests to input devices that structures do not describe. */
#include <linux/input.h>

#include "beautifiers/kinds.h"
#include "ioctl.h"

/* Two numbers: the code that the device sends, and what it means. */
static void show_keycode(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->array_begin(s->o);
	if (len >= 8) {
		s->w->item(s->o);
		s->w->uinteger(s->o, load_uint(p, 4, s->swap));
		s->w->item(s->o);
		show__enum(s, &input_keys, load_uint(p + 4, 4, s->swap));
	}
	s->w->array_end(s->o, len < 8 ? ARRAY_CUT : ARRAY_WHOLE, 0);
}

static const struct shape keycode = { .name = "keycode", .size = 8, .show = show_keycode, .whole = true };

static const struct subrow rows[] = {
	REQUEST(EVIOCGKEYCODE, ARG(STRUCT_OUT("arg", keycode))),
	REQUEST(EVIOCSKEYCODE, ARG(STRUCT_IN("arg", keycode))),
};

const struct sub_table ioctls_input = SUB_TABLE(rows);
