// SPDX-License-Identifier: BSD-2-Clause
/* id_lookup.c - a cache of the user database, which may be far away, of /sys/dev, and of control groups: an ID is looked up once, also if it has no name. */
#include "id_lookup.h"

#include <grp.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "cgroup.h"

#define CACHED 256		/* of each kind; an ID replaces another one with the same lowest bits */

struct id_found {
	uint32_t id;
	bool known;
	char name[ID_NAME_MAX + 1];	/* "": none, or a longer one */
};

static struct id_found found[IDS_OF][CACHED];

static void keep(char *to, const char *name)
{
	if (name && strlen(name) <= ID_NAME_MAX)
		strcpy(to, name);
}

static void look_up_device(char *to, const char *type, uint32_t dev)
{
	char path[64], line[ID_NAME_MAX + sizeof("DEVNAME=\n")];
	FILE *f;

	snprintf(path, sizeof(path), "/sys/dev/%s/%u:%u/uevent", type, major(dev), minor(dev));
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		char *end = strchr(line, '\n');

		if (!strncmp(line, "DEVNAME=", 8) && end) {
			*end = '\0';
			keep(to, line + 8);
		}
	}
	if (f)
		fclose(f);
}

static void look_up(char *to, enum id_of of, uint32_t id)
{
	const struct passwd *pw = of == ID_USER ? getpwuid(id) : NULL;
	const struct group *gr = of == ID_GROUP ? getgrgid(id) : NULL;

	if (of == ID_USER || of == ID_GROUP)
		keep(to, pw ? pw->pw_name : gr ? gr->gr_name : NULL);
	else if (of == ID_CGROUP)
		cgroup__path(to, ID_NAME_MAX + 1, id);
	else
		look_up_device(to, of == ID_BLOCK ? "block" : "char", id);
}

const char *id_lookup__name(enum id_of of, uint32_t id)
{
	struct id_found *w = &found[of][id % CACHED];

	if (!w->known || w->id != id) {
		w->known = true;
		w->id = id;
		w->name[0] = '\0';
		look_up(w->name, of, id);
	}
	return w->name[0] ? w->name : NULL;
}
