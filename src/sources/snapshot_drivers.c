// SPDX-License-Identifier: BSD-2-Clause
/* snapshot_drivers.c - the drivers of devices whose requests have the same numbers with several drivers, from /sys/class. */
#include "snapshot.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "beautifiers/kinds.h"
#include "config/options.h"
#include "host/id_lookup.h"
#include "lib/record.h"
#include "lib/small_file.h"

static bool has_requests(const struct row *row)
{
	for (unsigned i = 0; i < row->nargs; i++)
		if (row->args[i].kind->by_driver)
			return true;
	return false;
}

/* Calls of other ABIs have the same names. */
static bool may_show_requests(const struct options *o)
{
	enum abi abi = abi__native();

	for (unsigned nr = 0; nr < SYSCALL_SET_BITS; nr++) {
		const struct row *row = syscall_set__has(&o->calls, abi, nr) ? rows__find(abi, nr) : NULL;

		if (row && has_requests(row))
			return true;
	}
	return false;
}

static void push_driver(struct snapshot *s, uint32_t dev, const char *driver)
{
	union {
		struct rec_name r;
		uint8_t bytes[REC_LEN(sizeof(struct rec_name) + ID_NAME_MAX)];
	} u = { 0 };
	size_t len = strlen(driver);

	u.r = (struct rec_name){
		.rec = record__head(REC_NAME, REC_LEN(sizeof(u.r) + len), s->ts, 0, 0), .id = dev, .of = ID_DRIVER, .name_len = (uint32_t)len,
	};
	memcpy(u.r.name, driver, len);
	s->push(s->ctx, &u.r.rec);
}

/* Entries without a number are connectors and the like. */
static void take_device(struct snapshot *s, const char *class, const char *entry)
{
	unsigned major, minor;
	const char *driver;
	char number[32];
	uint32_t dev;

	if (small_file__line(number, sizeof(number), "/sys/class/%s/%s/dev", class, entry) || sscanf(number, "%u:%u", &major, &minor) != 2)
		return;
	dev = (uint32_t)makedev(major, minor);
	driver = id_lookup__name(ID_DRIVER, dev);
	if (driver)
		push_driver(s, dev, driver);
}

static void take_class(struct snapshot *s, const char *class)
{
	char path[64];
	struct dirent *e;
	DIR *dir;

	snprintf(path, sizeof(path), "/sys/class/%s", class);
	dir = opendir(path);
	while (dir && (e = readdir(dir)))
		if (e->d_name[0] != '.')
			take_device(s, class, e->d_name);
	if (dir)
		closedir(dir);
}

void snapshot__drivers(struct snapshot *s, const struct options *o)
{
	if (!may_show_requests(o))
		return;
	take_class(s, "drm");
	take_class(s, "accel");
}
