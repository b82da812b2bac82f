// SPDX-License-Identifier: BSD-2-Clause
/*
 * ioctl_sized.c - requests whose number has the size that the program chose: EVIOCGNAME(len), HIDIOCGFEATURE(len), SPI_IOC_MESSAGE(n). No list
 * has their numbers. One row shows them all; what the number says was captured.
 */
#include <linux/hiddev.h>
#include <linux/hidraw.h>
#include <linux/input.h>
#include <linux/joystick.h>
#include <linux/soundcard.h>
#include <linux/spi/spidev.h>
#include <linux/uinput.h>
#include <linux/usbdevice_fs.h>

#include "beautifiers/kinds.h"
#include "beautifiers/made.h"
#include "beautifiers/shape.h"
#include "ioctl.h"
#include "made_shapes.h"

#define WRITES 1	/* directions: the program writes, reads */
#define READS 2

enum content {
	TEXT,		/* filled, as many bytes as the call returned */
	GIVEN,		/* bytes that the program passes */
	REPORT,		/* bytes, of which the program passes the first: they are replaced by as many as the call returned */
	BITS,		/* filled: one bit for each name of a list */
	SLOTS,		/* a code, and the values of it that the kernel fills */
	FOUR_BYTES,
	STRUCTS,	/* as many structures as the size has room for */
	STRUCT,		/* as much of it as the size says */
};

struct sized {
	uint8_t type, first, last, dir;
	enum content content;
	const struct flag_table *list;
	unsigned most;		/* BITS: the last one; 0: all */
	const struct shape *shape;
	bool strace;		/* does strace show the argument's content? */
};

#define NR(macro) _IOC_NR(macro), _IOC_NR(macro)

static const struct sized requests[] = {
	{ 'E', NR(EVIOCGNAME(0)),    READS,  TEXT, .strace = true },
	{ 'E', NR(EVIOCGPHYS(0)),    READS,  TEXT, .strace = true },
	{ 'E', NR(EVIOCGUNIQ(0)),    READS,  TEXT, .strace = true },
	{ 'E', NR(EVIOCGPROP(0)),    READS,  BITS, &input_properties, INPUT_PROP_MAX, .strace = true },
	{ 'E', NR(EVIOCGKEY(0)),     READS,  BITS, &input_keys, KEY_MAX, .strace = true },
	{ 'E', NR(EVIOCGLED(0)),     READS,  BITS, &input_leds, LED_MAX, .strace = true },
	{ 'E', NR(EVIOCGSND(0)),     READS,  BITS, &input_sounds, SND_MAX, .strace = true },
	{ 'E', NR(EVIOCGSW(0)),      READS,  BITS, &input_switches, SW_MAX, .strace = true },
	{ 'E', NR(EVIOCGMTSLOTS(0)), READS,  SLOTS, &input_axes, .strace = true },
	{ 'E', NR(EVIOCGBIT(0, 0)),  READS,  BITS, &input_types, EV_MAX, .strace = true },
	{ 'E', NR(EVIOCGBIT(EV_KEY, 0)), READS, BITS, &input_keys, KEY_MAX, .strace = true },
	{ 'E', NR(EVIOCGBIT(EV_REL, 0)), READS, BITS, &input_relative_axes, REL_MAX, .strace = true },
	{ 'E', NR(EVIOCGBIT(EV_ABS, 0)), READS, BITS, &input_axes, ABS_MAX, .strace = true },
	{ 'E', NR(EVIOCGBIT(EV_MSC, 0)), READS, BITS, &input_misc, MSC_MAX, .strace = true },
	{ 'E', NR(EVIOCGBIT(EV_SW, 0)),  READS, BITS, &input_switches, SW_MAX, .strace = true },
	{ 'E', NR(EVIOCGBIT(EV_LED, 0)), READS, BITS, &input_leds, LED_MAX, .strace = true },
	{ 'E', NR(EVIOCGBIT(EV_SND, 0)), READS, BITS, &input_sounds, SND_MAX, .strace = true },
	{ 'E', NR(EVIOCGBIT(EV_REP, 0)), READS, BITS, &input_repeats, REP_MAX, .strace = true },
	{ 'E', NR(EVIOCGBIT(EV_FF, 0)),  READS, BITS, &input_effects, FF_MAX, .strace = true },
	{ 'E', _IOC_NR(EVIOCGABS(0)), _IOC_NR(EVIOCGABS(ABS_MAX)), READS, STRUCT, .shape = &shape_input_absinfo, .strace = true },
	{ 'E', _IOC_NR(EVIOCSABS(0)), _IOC_NR(EVIOCSABS(ABS_MAX)), WRITES, STRUCT, .shape = &shape_input_absinfo, .strace = true },
	{ 'H', NR(HIDIOCGRAWNAME(0)), READS, TEXT, .list = NULL },
	{ 'H', NR(HIDIOCGRAWPHYS(0)), READS, TEXT, .list = NULL },
	{ 'H', NR(HIDIOCGRAWUNIQ(0)), READS, TEXT, .list = NULL },
	{ 'H', NR(HIDIOCGNAME(0)),   READS,  TEXT, .list = NULL },
	{ 'H', NR(HIDIOCGPHYS(0)),   READS,  TEXT, .list = NULL },
	{ 'H', NR(HIDIOCSFEATURE(0)), READS | WRITES, GIVEN, .list = NULL },
	{ 'H', NR(HIDIOCGFEATURE(0)), READS | WRITES, REPORT, .list = NULL },
	{ 'H', NR(HIDIOCSINPUT(0)),  READS | WRITES, GIVEN, .list = NULL },
	{ 'H', NR(HIDIOCGINPUT(0)),  READS | WRITES, REPORT, .list = NULL },
	{ 'H', NR(HIDIOCSOUTPUT(0)), READS | WRITES, GIVEN, .list = NULL },
	{ 'H', NR(HIDIOCGOUTPUT(0)), READS | WRITES, REPORT, .list = NULL },
	{ 'j', NR(JSIOCGNAME(0)),    READS,  TEXT, .list = NULL },
	{ UINPUT_IOCTL_BASE, NR(UI_GET_SYSNAME(0)), READS, TEXT, .list = NULL },
	{ 'M', 0, 0xff,              READS,  FOUR_BYTES, .list = NULL },
	{ 'M', 0, 0xff,              WRITES | READS, FOUR_BYTES, .list = NULL },
	{ SPI_IOC_MAGIC, 0, 0,       WRITES, STRUCTS, .shape = &shape_spi_ioc_transfer },
	{ 'U', 32, 32,               READS,  STRUCT, .shape = &shape_usbdevfs_conninfo_ex },	/* USBDEVFS_CONNINFO_EX */
};

/* Drivers may use the number otherwise, of another size. */
static bool has_size(const struct sized *r, uint32_t cmd, enum abi abi)
{
	uint32_t size = ioc__size(cmd, abi);

	if (r->content == FOUR_BYTES)
		return size == 4;
	return size && (r->content != STRUCTS || !(size % sizeof(struct spi_ioc_transfer)));
}

static const struct sized *find(uint32_t cmd, enum abi abi)
{
	unsigned type = cmd >> 8 & 0xff, nr = cmd & 0xff, dir = ioc__dir(cmd, abi);

	for (unsigned i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
		if (requests[i].type == type && requests[i].first <= nr && nr <= requests[i].last && requests[i].dir == dir && has_size(&requests[i], cmd, abi))
			return &requests[i];
	return NULL;
}

/* -- Contents --------------------------------------------------------------------------------------------------------- */

/* Bytes that the call filled. */
static uint32_t filled(const struct arg *a, const struct chunk *k)
{
	uint64_t ret = a->call->ret > 0 ? (uint64_t)a->call->ret : 0;

	return ret < k->len ? (uint32_t)ret : k->len;
}

static void show_text(struct show *s, const uint8_t *p, uint32_t len)
{
	uint32_t n = (uint32_t)strnlen((const char *)p, len);

	s->w->string(s->o, p, n < s->string_limit ? n : s->string_limit, n > s->string_limit ? STRING_CUT : STRING_WHOLE);
}

static void show_some(struct show *s, const uint8_t *p, uint32_t len, uint32_t whole)
{
	uint32_t n = len < s->string_limit ? len : s->string_limit;

	s->w->bytes(s->o, p, n, n < whole ? STRING_CUT : STRING_WHOLE);
}

/* strace shows the whole names. */
static void show_bit(struct show *s, const struct flag_table *names, unsigned bit)
{
	const struct flag *f = flag_table__find(flag_table__in(names, s->abi), bit);

	s->w->item(s->o);
	if (f && s->w->word)
		s->w->word(s->o, f->name);
	else
		show__enum(s, names, bit);
}

static void show_bits(struct show *s, const struct sized *r, const uint8_t *p, uint32_t len)
{
	s->w->set_begin(s->o, false);
	for (uint32_t i = 0; i < len * 8 && (!r->most || i <= r->most); i++)
		if (p[i / 8] & 1 << i % 8)
			show_bit(s, r->list, i);
	s->w->set_end(s->o);
}

static void show_slots(struct show *s, const struct flag_table *names, const uint8_t *p, uint32_t len)
{
	s->w->struct_begin(s->o);
	s->w->field(s->o, "code", 4);
	show__enum(s, names, load_uint(p, 4, s->swap));
	s->w->field(s->o, "values", 6);
	s->w->array_begin(s->o);
	for (uint32_t at = 4; at + 4 <= len; at += 4) {
		s->w->item(s->o);
		s->w->integer(s->o, (int32_t)load_uint(p + at, 4, s->swap));
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
	s->w->struct_end(s->o, false);
}

static void show_structs(struct show *s, const struct arg *a, const struct shape *sh, const struct chunk *k, uint32_t size)
{
	s->w->array_begin(s->o);
	for (uint32_t at = 0; at + sh->size <= k->len; at += sh->size) {
		s->w->item(s->o);
		show__shape(s, a, sh, chunk__bytes(k) + at, sh->size);
	}
	s->w->array_end(s->o, k->len < size ? ARRAY_CUT : ARRAY_WHOLE, 0);
}

static void show_content(struct show *s, const struct arg *a, const struct sized *r, const struct chunk *k, uint32_t size)
{
	const uint8_t *p = chunk__bytes(k);

	switch (r->content) {
	case TEXT:
		show_text(s, p, filled(a, k));
		break;
	case REPORT:
		show_some(s, p, filled(a, k), filled(a, k));
		break;
	case GIVEN:
		show_some(s, p, k->len, size);
		break;
	case BITS:
		show_bits(s, r, p, filled(a, k));
		break;
	case SLOTS:
		show_slots(s, r->list, p, k->len);
		break;
	case FOUR_BYTES:
		s->w->array_begin(s->o);
		s->w->item(s->o);
		s->w->integer(s->o, (int32_t)load_uint(p, 4, s->swap));
		s->w->array_end(s->o, ARRAY_WHOLE, 0);
		break;
	case STRUCTS:
		show_structs(s, a, shape__of(r->shape, s->abi), k, size);
		break;
	case STRUCT:
		show__shape(s, a, shape__of(r->shape, s->abi), p, k->len);
		break;
	}
}

/* The least number of bytes that the content needs. */
static uint32_t least(const struct sized *r, enum abi abi)
{
	switch (r->content) {
	case STRUCTS:
		return shape__of(r->shape, abi)->size;
	case SLOTS:
	case FOUR_BYTES:
		return 4;
	default:
		return 0;
	}
}

static bool passed(const struct sized *r)
{
	return r->dir == WRITES || r->content == GIVEN;
}

void show_ioctl_sized(struct show *s, const struct arg *a)
{
	uint32_t cmd = (uint32_t)a->call->args[1], size = ioc__size(cmd, s->abi);
	const struct sized *r = find(cmd, s->abi);
	bool out = r && !passed(r);
	const struct chunk *k = r && !(out && a->call->failed) ? arg__memory(a, PART_SELF, out) : NULL;

	if (!k || k->len < least(r, s->abi) || (s->w->strace_marks && !r->strace))
		s->w->address(s->o, arg__ulong(a));
	else
		show_content(s, a, r, k, size);
}

/* -- SPI_IOC_MESSAGE: so many transfers have rows of their own, by which their buffers are captured ------------------- */

#define TRANSFERS(n) \
	static const struct field transfers##n##_fields[] = { { .spec = { .name = "", .kind = &kind_struct_in, .shape = &shape_spi_ioc_transfer }, \
							      .size = (n) * sizeof(struct spi_ioc_transfer), .array = true } }; \
	static const struct shape transfers##n = { .name = "spi_ioc_transfer", .size = (n) * sizeof(struct spi_ioc_transfer), .fields = transfers##n##_fields, \
						  .nfields = 1, .bare = true };
#define MESSAGE(n) { SPI_IOC_MESSAGE(n), { "ioctl", ARG(STRUCT_IN("arg", transfers##n)), BEYOND } }
TRANSFERS(1) TRANSFERS(2) TRANSFERS(3) TRANSFERS(4) TRANSFERS(5) TRANSFERS(6) TRANSFERS(7) TRANSFERS(8)
static const struct subrow messages[] = {
	MESSAGE(1), MESSAGE(2), MESSAGE(3), MESSAGE(4), MESSAGE(5), MESSAGE(6), MESSAGE(7), MESSAGE(8),
};
const struct sub_table ioctls_spi = SUB_TABLE(messages);

/* -- Rows ------------------------------------------------------------------------------------------------------------- */

#define SIZED ARGS(FD("fd"), IOCTL_CMD("cmd"), IOCTL_SIZED("arg", 1))
static const struct row known = { "ioctl", SIZED }, beyond = { "ioctl", SIZED, BEYOND };

const struct row *ioctl__sized_row(enum abi abi, uint32_t cmd)
{
	const struct sized *r = find(cmd, abi);

	return !r ? NULL : r->strace ? &known : &beyond;
}
