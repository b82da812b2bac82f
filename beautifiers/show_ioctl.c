// SPDX-License-Identifier: BSD-2-Clause
/* show_ioctl.c - ioctl's request: its names, or the parts of its number (asm-generic/ioctl.h). */
#include <linux/hiddev.h>
#include <linux/hidraw.h>
#include <linux/input.h>
#include <linux/joystick.h>
#include <linux/soundcard.h>
#include <linux/spi/spidev.h>
#include <linux/uinput.h>
#include <linux/usbdevice_fs.h>

#include "drivers.h"
#include "kinds.h"

/*
 * From the top: two bits of direction (1: the program writes, 2: it reads), size, type, number. powerpc has three bits of
 * direction, one of which means none, and one less for the size (asm/ioctl.h).
 */
#define PPC_NONE 1

unsigned ioc__dir(uint32_t cmd, enum abi abi)
{
	unsigned dir = cmd >> 30;

	if (abi != ABI_PPC64LE)
		return dir;
	dir = cmd >> 29;
	return dir == PPC_NONE ? 0 : (dir & 4) >> 2 | (dir & 2);
}

uint32_t ioc__size(uint32_t cmd, enum abi abi)
{
	return cmd >> 16 & (abi == ABI_PPC64LE ? 0x1fff : 0x3fff);
}

#define NR(request) _IOC_NR(request)
#define OUT(type, macro) { #macro, NULL, type, NR(macro(0)), NR(macro(0)), 2, .sized = true, .shared = (type) == 'H' }
#define MIXER(macro, dir) { #macro, &no_names, 'M', NR(macro(0)), 0xff, dir, .shared = true }
#define OURS(type, macro, dir, ...) { #macro, NULL, type, NR(macro(0)), NR(macro(0)), dir, .sized = true, .ours = true, .shared = true, ##__VA_ARGS__ }
static const struct flag_table no_names;
#define OUTS(type, macro, list, last) { #macro, list, type, NR(macro(0)), NR(macro(last)), .dir = 2 }

static const struct ioc_macro macros[] = {
	OUT('E', EVIOCGNAME), OUT('E', EVIOCGPHYS), OUT('E', EVIOCGUNIQ), OUT('E', EVIOCGPROP), OUT('E', EVIOCGMTSLOTS),
	OUT('E', EVIOCGKEY), OUT('E', EVIOCGLED), OUT('E', EVIOCGSND), OUT('E', EVIOCGSW),
	{ "EVIOCGBIT", &input_types, 'E', NR(EVIOCGBIT(0, 0)), NR(EVIOCGBIT(EV_MAX, 0)), 2, .sized = true, .zero = true },
	OUTS('E', EVIOCGABS, &input_axes, ABS_MAX),
	{ "EVIOCSABS", &input_axes, 'E', NR(EVIOCSABS(0)), NR(EVIOCSABS(ABS_MAX)), .dir = 1 },
	OUT('H', HIDIOCGRAWNAME), OUT('H', HIDIOCGRAWPHYS), OUT('H', HIDIOCGRAWUNIQ),
	{ "HIDIOCSFEATURE", NULL, 'H', NR(HIDIOCSFEATURE(0)), NR(HIDIOCSFEATURE(0)), 3, .sized = true, .shared = true },
	{ "HIDIOCGFEATURE", NULL, 'H', NR(HIDIOCGFEATURE(0)), NR(HIDIOCGFEATURE(0)), 3, .sized = true, .shared = true },
	MIXER(MIXER_READ, 2), MIXER(MIXER_WRITE, 1),
	{ "PIDFD_GET_INFO", NULL, 0xff, 11, 11, 3, .sized = true, .ours = true },
	{ "UI_GET_SYSNAME", NULL, UINPUT_IOCTL_BASE, NR(UI_GET_SYSNAME(0)), NR(UI_GET_SYSNAME(0)), 2, .sized = true, .shared = true },
	{ "JSIOCGNAME", NULL, 'j', NR(JSIOCGNAME(0)), NR(JSIOCGNAME(0)), 2, .sized = true, .shared = true },
	OURS('H', HIDIOCSINPUT, 3), OURS('H', HIDIOCGINPUT, 3), OURS('H', HIDIOCSOUTPUT, 3), OURS('H', HIDIOCGOUTPUT, 3),
	OURS('H', HIDIOCGNAME, 2), OURS('H', HIDIOCGPHYS, 2), OURS('U', USBDEVFS_CONNINFO_EX, 2),
	OURS(SPI_IOC_MAGIC, SPI_IOC_MESSAGE, 1, .unit = sizeof(struct spi_ioc_transfer)),
};

static const struct ioc_macro *macro_of(const struct show *s, const struct ioc *ioc)
{
	for (unsigned i = 0; i < sizeof(macros) / sizeof(macros[0]); i++)
		if (macros[i].type == ioc->type && macros[i].dir == ioc->dir && macros[i].first <= ioc->nr && ioc->nr <= macros[i].last &&
		    !(macros[i].ours && s->w->strace_marks))
			return &macros[i];
	return NULL;
}

/* The names that the descriptor's driver gives to the number, as a table in `own`; none if the driver has no such request. */
static const struct flag *names_of_driver(const char *driver, const struct flag_table *t, const struct flag *f, struct flag_table *own)
{
	while (f && !driver__has(driver, f->name))
		f = flag_table__next(t, f);
	*own = *t;
	own->flags = f;
	own->n = 0;
	own->base = NULL;
	for (const struct flag *g = f; g && driver__has(driver, g->name); g = flag_table__next(t, g))
		own->n++;
	return f;
}

/* Emits all names of the number, as several drivers may use the same one, unless the descriptor's is known. strace knows none. */
void show_ioctl_cmd(struct show *s, const struct arg *a)
{
	uint32_t cmd = (uint32_t)a->value;
	const struct flag_table *t = flag_table__in(&ioctl_requests, s->abi);
	const struct flag *f = flag_table__find(t, cmd);
	const char *driver = drivers__share(cmd) && !s->w->strace_marks ? row__fd_driver(a->call->row, a->call->args, a->call->names) : NULL;
	struct flag_table own;
	struct ioc ioc = {
		.dir = ioc__dir(cmd, s->abi), .type = cmd >> 8 & 0xff, .nr = cmd & 0xff, .size = ioc__size(cmd, s->abi),
	};

	ioc.macro = macro_of(s, &ioc);
	if (f && ioc.macro && !ioc.macro->shared)
		ioc.macro = NULL;
	if (driver) {
		f = names_of_driver(driver, t, f, &own);
		t = &own;
	}
	s->w->request(s->o, cmd, t, f, &ioc);
}

/* An address if the request has a size; otherwise it may be a number, and 0 is shown as one. strace: of input devices, addresses. */
void show_ioctl_arg(struct show *s, const struct arg *a)
{
	uint32_t cmd = a->index > 0 ? (uint32_t)a->call->args[a->index - 1] : 0;

	bool sized = s->w->strace_marks ? (cmd >> 8 & 0xff) == 'E' && ioc__dir(cmd, s->abi) : ioc__size(cmd, s->abi);

	if (sized || arg__ulong(a))
		s->w->address(s->o, arg__ulong(a));
	else
		s->w->hex(s->o, arg__ulong(a));
}
