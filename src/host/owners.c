// SPDX-License-Identifier: BSD-2-Clause
/* owners.c - a cache of the user database, which may be far away: an ID is looked up once, also if it has no name. */
#include "owners.h"

#include <grp.h>
#include <pwd.h>
#include <string.h>

#include "bpf/wire.h"

#define CACHED 256		/* users, and as many groups; an ID replaces another one with the same lowest bits */

struct owner {
	uint32_t id;
	bool known;
	char name[OWNER_NAME_MAX + 1];	/* "": none, or a longer one */
};

static struct owner users[CACHED], groups[CACHED];

static const char *look_up(uint32_t id, bool group)
{
	const struct group *gr = group ? getgrgid(id) : NULL;
	const struct passwd *pw = group ? NULL : getpwuid(id);

	return gr ? gr->gr_name : pw ? pw->pw_name : "";
}

const char *owners__name(uint32_t id, bool group)
{
	struct owner *w = &(group ? groups : users)[id % CACHED];
	const char *name;

	if (!w->known || w->id != id) {
		name = look_up(id, group);
		w->known = true;
		w->id = id;
		strcpy(w->name, strlen(name) <= OWNER_NAME_MAX ? name : "");
	}
	return w->name[0] ? w->name : NULL;
}
