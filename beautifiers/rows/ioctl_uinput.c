// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_uinput.c - requests to /dev/uinput, by which programs create input devices. UI_SET_* have numbers, though theirs say an address. */
#include <linux/uinput.h>

#include "ioctl.h"

#define CODE(request, list) { request, { "ioctl", ARG(ENUM("arg", list)), .named = #request, BEYOND } }

static const struct subrow rows[] = {
	REQUEST(UI_DEV_CREATE,  NONE, BEYOND),
	REQUEST(UI_DEV_DESTROY, NONE, BEYOND),
	CODE(UI_SET_EVBIT,      input_types),
	CODE(UI_SET_KEYBIT,     input_keys),
	CODE(UI_SET_RELBIT,     input_relative_axes),
	CODE(UI_SET_ABSBIT,     input_axes),
	CODE(UI_SET_MSCBIT,     input_misc),
	CODE(UI_SET_LEDBIT,     input_leds),
	CODE(UI_SET_SNDBIT,     input_sounds),
	CODE(UI_SET_FFBIT,      input_effects),
	CODE(UI_SET_SWBIT,      input_switches),
	CODE(UI_SET_PROPBIT,    input_properties),
	REQUEST(UI_SET_PHYS,    ARG(STR("arg")), BEYOND),
};

const struct sub_table ioctls_uinput = SUB_TABLE(rows);
