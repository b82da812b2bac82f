// SPDX-License-Identifier: BSD-2-Clause
/* owners.c - a cache of the user database, which may be far away: an ID is looked up once, also if it has no name. */
#include "owners.h"

#include <grp.h>
#include <pwd.h>
#include <stdio.h>

#define CACHED 256		/* users, and as many groups; an ID replaces another one with the same lowest bits */

struct owner {
	uint32_t id;
	bool known;
	char name[33];		/* "": none */
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

	if (!w->known || w->id != id) {
		w->known = true;
		w->id = id;
		snprintf(w->name, sizeof(w->name), "%s", look_up(id, group));
	}
	return w->name[0] ? w->name : NULL;
}
