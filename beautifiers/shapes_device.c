// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_device.c - structures of clocks and GPIO lines whose members depend on flags or on several fields.
 *
 * All are the same in every ABI, and shown only whole.
 */
#include "kinds.h"
#include "beautifiers/flags.h"

#include <linux/ptp_clock.h>

static void show_hex_field(struct show *s, const char *name, unsigned len, uint64_t v)
{
	s->w->field(s->o, name, len);
	s->w->hex(s->o, v);
}

#define HEX_FIELD(s, lit, v) show_hex_field(s, lit, sizeof(lit) - 1, v)

static void show_if_set(struct show *s, const char *name, unsigned len, uint64_t v)
{
	if (v)
		show_hex_field(s, name, len, v);
}

/* -- PTP ------------------------------------------------------------------------------------------------------------- */

void show_ptp_time(struct show *s, const uint8_t *p, bool date)
{
	int64_t sec = load_int(p, 8, s->swap);
	uint64_t nsec = load_uint(p + 8, 4, s->swap);

	s->w->struct_begin(s->o);
	show_named(s, "sec", integer, sec);
	show_named(s, "nsec", uinteger, nsec);
	show_if_set(s, "reserved", 8, load_uint(p + 12, 4, s->swap));
	s->w->struct_end(s->o, false);
	if (date && show__dates(s) && show__constants(s) != CONSTANTS_NUMBERS)
		s->w->date(s->o, sec, (int64_t)nsec, 9);
}

void show_ptp_reserve(struct show *s, const uint8_t *p, unsigned n)
{
	unsigned i = 0;

	while (i < n && !load_uint(p + 4 * i, 4, s->swap))
		i++;
	if (i == n)
		return;
	show_field_name(s, "rsv");
	s->w->array_begin(s->o);
	for (i = 0; i < n; i++) {
		s->w->item(s->o);
		s->w->hex(s->o, load_uint(p + 4 * i, 4, s->swap));
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}

/* Two of its three times are dates. */
static void show_precise(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->struct_begin(s->o);
	if (len >= sizeof(struct ptp_sys_offset_precise)) {
		show_field_name(s, "device");
		show_ptp_time(s, p, true);
		show_field_name(s, "sys_realtime");
		show_ptp_time(s, p + 16, true);
		show_field_name(s, "sys_monoraw");
		show_ptp_time(s, p + 32, false);
		show_ptp_reserve(s, p + 48, 4);
	}
	s->w->struct_end(s->o, len < sizeof(struct ptp_sys_offset_precise));
}
const struct shape shape_ptp_precise = { .name = "ptp_sys_offset_precise", .size = sizeof(struct ptp_sys_offset_precise), .show = show_precise };

/* struct ptp_perout_request: two unions, which flags choose from. */
static void show_perout_fields(struct show *s, const uint8_t *p, uint32_t len, bool reserve)
{
	uint32_t flags;

	s->w->struct_begin(s->o);
	if (len >= sizeof(struct ptp_perout_request)) {
		flags = (uint32_t)load_uint(p + 36, 4, s->swap);
		if (flags & PTP_PEROUT_PHASE)
			show_field_name(s, "phase");
		else
			show_field_name(s, "start");
		show_ptp_time(s, p, !(flags & PTP_PEROUT_PHASE));
		show_field_name(s, "period");
		show_ptp_time(s, p + 16, false);
		show_named(s, "index", uinteger, load_uint(p + 32, 4, s->swap));
		show_field_name(s, "flags");
		show__flags(s, &ptp_perout_flags, flags);
		if (flags & PTP_PEROUT_DUTY_CYCLE) {
			show_field_name(s, "on");
			show_ptp_time(s, p + 40, false);
		} else if (reserve) {
			show_ptp_reserve(s, p + 40, 4);
		}
	}
	s->w->struct_end(s->o, len < sizeof(struct ptp_perout_request));
}

static void show_perout(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	show_perout_fields(s, p, len, true);
}

static void show_perout_1(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	show_perout_fields(s, p, len, false);
}

const struct shape shape_ptp_perout = { .name = "ptp_perout_request", .size = 56, .show = show_perout };
const struct shape shape_ptp_perout_1 = { .name = "ptp_perout_request", .size = 56, .show = show_perout_1 };

/* -- Real-time clocks ------------------------------------------------------------------------------------------------ */

enum { RTC_FEATURES, RTC_CORRECTION, RTC_BACKUP_SWITCH_MODE };		/* RTC_PARAM_*: newer than some headers */

static void show_rtc_value(struct show *s, const uint8_t *p)
{
	uint64_t v = load_uint(p + 8, 8, s->swap);

	switch (load_uint(p, 8, s->swap)) {
	case RTC_FEATURES:
		show_field_name(s, "uvalue");
		show__flags(s, &rtc_features, v);
		break;
	case RTC_CORRECTION:
		show_named(s, "svalue", integer, (int64_t)v);
		break;
	case RTC_BACKUP_SWITCH_MODE:
		show_field_name(s, "uvalue");
		show__enum(s, &rtc_backup_modes, v);
		break;
	default:
		HEX_FIELD(s, "uvalue", v);
	}
}

static void show_rtc_param(struct show *s, const uint8_t *p, uint32_t len, bool passed, bool value)
{
	s->w->struct_begin(s->o);
	if (len >= 24) {
		if (passed) {
			show_field_name(s, "param");
			show__enum(s, &rtc_params, load_uint(p, 8, s->swap));
		}
		if (value)
			show_rtc_value(s, p);
		if (passed)
			show_named(s, "index", uinteger, load_uint(p + 16, 4, s->swap));
		show_if_set(s, "__pad", 5, load_uint(p + 20, 4, s->swap));
	}
	s->w->struct_end(s->o, len < 24);
}

/* strace shows the address, too, if the kernel did not fill it. */
static void show_rtc_get(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	show_rtc_param(s, p, len, !a->out, a->out);
	if (!s->w->strace_marks || a->out || !a->call->failed)
		return;
	s->w->changed(s->o);
	s->w->address(s->o, arg__ulong(a));
	s->w->change_end(s->o);
}

static void show_rtc_set(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	show_rtc_param(s, p, len, true, true);
}

const struct shape shape_rtc_param_get = { .name = "rtc_param", .size = 24, .show = show_rtc_get };
const struct shape shape_rtc_param_set = { .name = "rtc_param", .size = 24, .show = show_rtc_set };

/* -- GPIO, in strace's format ---------------------------------------------------------------------------------------- */

enum { GPIO_FLAGS = 1, GPIO_VALUES, GPIO_DEBOUNCE };			/* GPIO_V2_LINE_ATTR_ID_*, since 5.10 */

static bool gpio_is_known(const struct show *s, const uint8_t *p)
{
	uint64_t id = load_uint(p, 4, s->swap);

	return !load_uint(p + 4, 4, s->swap) && id >= GPIO_FLAGS && id <= GPIO_DEBOUNCE;
}

static void show_gpio_known(struct show *s, const uint8_t *p)
{
	switch (load_uint(p, 4, s->swap)) {
	case GPIO_FLAGS:
		show_field_name(s, "flags");
		show__flags(s, &gpio_v2_line_flags, load_uint(p + 8, 8, s->swap));
		break;
	case GPIO_VALUES:
		HEX_FIELD(s, "values", load_uint(p + 8, 8, s->swap));
		break;
	default:
		show_named(s, "debounce_period_us", uinteger, load_uint(p + 8, 4, s->swap));
	}
}

static void show_gpio_unknown(struct show *s, const uint8_t *p)
{
	show_named(s, "id", uinteger, load_uint(p, 4, s->swap));
	show_if_set(s, "padding", 7, load_uint(p + 4, 4, s->swap));
	HEX_FIELD(s, "data", load_uint(p + 8, 8, s->swap));
}

static void show_gpio_attribute(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->struct_begin(s->o);
	if (len >= 16)
		(gpio_is_known(s, p) ? show_gpio_known : show_gpio_unknown)(s, p);
	s->w->struct_end(s->o, len < 16);
}

static void show_gpio_config(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	s->w->struct_begin(s->o);
	if (len >= 24) {
		if (gpio_is_known(s, p)) {
			show_gpio_known(s, p);
		} else {
			show_field_name(s, "attr");
			show_gpio_attribute(s, a, p, 16);
		}
		HEX_FIELD(s, "mask", load_uint(p + 16, 8, s->swap));
	}
	s->w->struct_end(s->o, len < 24);
}

const struct shape shape_gpio_attribute = { .name = "gpio_v2_line_attribute", .size = 16, .show = show_gpio_attribute };
const struct shape shape_gpio_config_attribute = { .name = "gpio_v2_line_config_attribute", .size = 24, .show = show_gpio_config };
