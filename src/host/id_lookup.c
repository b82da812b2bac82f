// SPDX-License-Identifier: BSD-2-Clause
/* id_lookup.c - a cache of the user database, which may be far away, of /sys/dev, and of control groups: an ID is looked up once, also if it has no name. */
#include "id_lookup.h"

#include <dirent.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "cgroup.h"
#include "containers.h"
#include "lib/small_file.h"

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

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Of a virtual device the bus has its own driver: the device is below it, as virtioN. */
static bool look_below(char *to, const char *device)
{
	char link[PATH_MAX];
	struct dirent *e;
	DIR *dir = opendir(device);
	bool found = false;

	while (dir && !found && (e = readdir(dir)))
		if (!strncmp(e->d_name, "virtio", 6) && small_file__link(link, sizeof(link), "%s/%s/driver", device, e->d_name) > 0) {
			keep(to, last_part(link));
			found = true;
		}
	if (dir)
		closedir(dir);
	return found;
}

static void look_up_driver(char *to, uint32_t dev)
{
	char device[64], link[PATH_MAX];

	snprintf(device, sizeof(device), "/sys/dev/char/%u:%u/device", major(dev), minor(dev));
	if (look_below(to, device))
		return;
	if (small_file__link(link, sizeof(link), "%s/driver", device) > 0 && strcmp(last_part(link), "faux_driver"))
		keep(to, last_part(link));
	else if (small_file__link(link, sizeof(link), "%s", device) > 0)
		keep(to, last_part(link));
}

static void look_up_owner(char *to, enum id_of of, uint32_t id)
{
	char path[PATH_MAX];

	if (!cgroup__path(path, sizeof(path), id) || !owners__name(path, (enum owner)(of - ID_CONTAINER), to))
		*to = '\0';
}

static void look_up(char *to, enum id_of of, uint32_t id)
{
	const struct passwd *pw = of == ID_USER ? getpwuid(id) : NULL;
	const struct group *gr = of == ID_GROUP ? getgrgid(id) : NULL;

	if (of == ID_USER || of == ID_GROUP)
		keep(to, pw ? pw->pw_name : gr ? gr->gr_name : NULL);
	else if (of == ID_DRIVER)
		look_up_driver(to, id);
	else if (of == ID_CGROUP)
		cgroup__path(to, ID_NAME_MAX + 1, id);
	else if (of >= ID_CONTAINER && of <= ID_UNIT)
		look_up_owner(to, of, id);
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
