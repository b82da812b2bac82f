// SPDX-License-Identifier: BSD-2-Clause
/* containers.c - paths of groups, and the search for one by its name. */
#include "containers.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgroup.h"
#include "container_names.h"
#include "lib/msg.h"
#include "syscalltbl/nearest.h"

#define ID_LEN 64		/* hexadecimal digits of a container's ID */
#define ID_LEAST 8		/* so many are enough to name it */
#define DEPTH_MAX 32		/* of groups */

static const char *const owner_names[OWNERS] = { "container", "pod", "unit" };

/* -- Paths ----------------------------------------------------------------------------------------------------------- */

static size_t hex_digits(const char *s, size_t len)
{
	size_t n = 0;

	while (n < len && isxdigit((unsigned char)s[n]))
		n++;
	return n;
}

static bool ends_with(const char *s, size_t len, const char *end)
{
	size_t n = strlen(end);

	return len > n && !memcmp(s + len - n, end, n);
}

static bool begins_with(const char *s, size_t len, const char *head)
{
	size_t n = strlen(head);

	return len > n && !memcmp(s, head, n);
}

/* docker-ID.scope, cri-containerd-ID.scope, libpod-ID.scope, or the ID alone; not libpod-conmon-ID.scope, which is beside it. */
static size_t find_id(const char *c, size_t len)
{
	size_t body = ends_with(c, len, ".scope") ? len - 6 : len, at = body - ID_LEN;

	if (body < ID_LEN || hex_digits(c + at, ID_LEN) != ID_LEN || (at && c[at - 1] != '-') || memmem(c, at, "conmon", 6))
		return len;
	return at;
}

/* The pod's UID: podUID, or kubepods-….-podUID.slice. Length 0: none. */
static void find_pod(const char *c, size_t len, size_t *at, size_t *n)
{
	const char *pod = memmem(c, len, "pod", 3), *end = c + len - (ends_with(c, len, ".slice") ? 6 : 0);

	while (pod && !isxdigit((unsigned char)pod[3]))		/* kubepods */
		pod = memmem(pod + 3, (size_t)(c + len - pod - 3), "pod", 3);
	*n = 0;
	if (!pod || (pod > c && pod[-1] != '-') || end - (pod + 3) != 36)
		return;
	for (const char *p = pod + 3; p < end; p++)
		if (!isxdigit((unsigned char)*p) && *p != '-' && *p != '_')
			return;
	*at = (size_t)(pod + 3 - c);
	*n = 36;
}

/* machine-NAME.scope, lxc.payload.NAME, lxc/NAME: the container's name. */
static size_t find_name(const char *path, const char *c, size_t len, size_t *n)
{
	if (begins_with(c, len, "machine-") && ends_with(c, len, ".scope")) {
		*n = len - 8 - 6;
		return 8;
	}
	if (begins_with(c, len, "lxc.payload.")) {
		*n = len - 12;
		return 12;
	}
	*n = c - path >= 5 && !memcmp(c - 5, "/lxc/", 5) ? len : 0;
	return 0;
}

static void set(struct owner_part *p, const char *path, const char *c, size_t at, size_t len, size_t n)
{
	*p = (struct owner_part){ .at = (size_t)(c - path) + at, .len = n, .end = (size_t)(c - path) + len };
}

/* The innermost unit counts, and the outermost container, since that is what the host's runtime made. */
static void look_at_component(struct owners *to, const char *path, const char *c, size_t len)
{
	struct owner_part *container = &to->part[OWNER_CONTAINER];
	size_t at = find_id(c, len), n = 0;

	if (!container->len && at < len) {
		set(container, path, c, at, len, ID_LEN);
	} else if (!container->len) {
		at = find_name(path, c, len, &n);
		if (n)
			set(container, path, c, at, len, n);
		to->named = n;
	}
	if (!to->part[OWNER_POD].len) {
		find_pod(c, len, &at, &n);
		if (n)
			set(&to->part[OWNER_POD], path, c, at, len, n);
	}
	if (!container->len && (ends_with(c, len, ".service") || ends_with(c, len, ".scope") || ends_with(c, len, ".socket")))
		set(&to->part[OWNER_UNIT], path, c, 0, len, len);
}

void owners__of_path(const char *path, struct owners *to)
{
	*to = (struct owners){ 0 };
	for (const char *c = path; *c; ) {
		size_t len = strcspn(c, "/");

		if (len)
			look_at_component(to, path, c, len);
		c += len + (c[len] == '/');
	}
}

/* systemd writes bytes that a unit's name may not have as \xNN. */
static void unescape(char *s)
{
	char *to = s;
	unsigned byte;

	for (; *s; s++)
		if (s[0] == '\\' && s[1] == 'x' && sscanf(s + 2, "%2x", &byte) == 1 && byte && isxdigit((unsigned char)s[3])) {
			*to++ = (char)byte;
			s += 3;
		} else {
			*to++ = *s;
		}
	*to = '\0';
}

/* -- Names ----------------------------------------------------------------------------------------------------------- */

static void copy_part(const char *path, const struct owner_part *p, char *to)
{
	snprintf(to, ID_NAME_MAX + 1, "%.*s", (int)p->len, path + p->at);
}

/* A pod's UID as Kubernetes writes it: systemd's slices have _ for its -. */
static void restore_uid(char *s)
{
	for (; *s; s++)
		*s = *s == '_' ? '-' : *s;
}

bool owners__name(const char *path, enum owner what, char *to)
{
	struct owners o;
	char id[ID_NAME_MAX + 1];

	owners__of_path(path, &o);
	if (!o.part[what].len || o.part[what].len > ID_NAME_MAX)
		return false;
	copy_part(path, &o.part[what], to);
	if (what == OWNER_UNIT || (what == OWNER_CONTAINER && o.named)) {
		unescape(to);
		return true;
	}
	if (what == OWNER_POD)
		restore_uid(to);
	if (!o.part[OWNER_CONTAINER].len || o.named)
		return true;
	copy_part(path, &o.part[OWNER_CONTAINER], id);
	container_names__find(what, path, id, to);
	return true;
}

/* -- Looking for a name ---------------------------------------------------------------------------------------------- */

struct wanted {
	enum owner what;
	const char *name;
	char *path;
	size_t size;
	unsigned found;
	char other[PATH_MAX];		/* a second group that has the name */
	struct nearest near;
	char known[ID_NAME_MAX + 1];	/* storage of near.best */
};

static bool is_it(const struct wanted *w, const char *path, const struct owner_part *p, const char *name)
{
	size_t len = strlen(w->name);

	if (!strcmp(name, w->name))
		return true;
	if (w->what == OWNER_UNIT)
		return !strncmp(name, w->name, len) && name[len] == '.' && !strchr(name + len + 1, '.');
	if (len < ID_LEAST || len > p->len)
		return false;
	for (size_t i = 0; i < len; i++)	/* systemd's slices have _ for the - of a pod's UID */
		if (w->name[i] != path[p->at + i] && (w->name[i] != '-' || path[p->at + i] != '_'))
			return false;
	return true;
}

static void look_at_group(struct wanted *w, const char *path)
{
	const struct owner_part *p;
	struct owners o;
	char name[ID_NAME_MAX + 1];

	owners__of_path(path, &o);
	p = &o.part[w->what];
	if (!p->len || path[p->end] || !owners__name(path, w->what, name))
		return;		/* none, or a group within it */
	if (is_it(w, path, p, name)) {
		snprintf(w->found ? w->other : w->path, w->found ? sizeof(w->other) : w->size, "%s", path);
		w->found++;
		return;
	}
	nearest__offer(&w->near, name);
	if (w->near.best == name) {
		strcpy(w->known, name);
		w->near.best = w->known;
	}
}

/* A pod's group has no container's ID: its name is that of the containers in it. */
static void look_at_pod(struct wanted *w, const char *path)
{
	struct owners o;
	char name[ID_NAME_MAX + 1], pod[PATH_MAX];

	owners__of_path(path, &o);
	if (!o.part[OWNER_CONTAINER].len || path[o.part[OWNER_CONTAINER].end] || !o.part[OWNER_POD].len || !owners__name(path, OWNER_POD, name))
		return;
	if (!is_it(w, path, &o.part[OWNER_POD], name))
		return;
	snprintf(pod, sizeof(pod), "%.*s", (int)o.part[OWNER_POD].end, path);
	if (w->found && !strcmp(w->path, pod))
		return;
	snprintf(w->found ? w->other : w->path, w->found ? sizeof(w->other) : w->size, "%s", pod);
	w->found++;
}

static void walk(struct wanted *w, const char *root, char *path, unsigned depth)
{
	size_t len = strlen(path);
	struct dirent *entry;
	DIR *dir;

	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		if (entry->d_type != DT_DIR || entry->d_name[0] == '.' || len + strlen(entry->d_name) + 2 > PATH_MAX)
			continue;
		sprintf(path + len, "/%s", entry->d_name);
		if (w->what == OWNER_POD)
			look_at_pod(w, path + strlen(root));
		else
			look_at_group(w, path + strlen(root));
		if (depth < DEPTH_MAX)
			walk(w, root, path, depth + 1);
		path[len] = '\0';
	}
	if (dir)
		closedir(dir);
}

static void say_where(enum owner what)
{
	char text[1536];

	if (what == OWNER_UNIT) {
		msg__hint("units are groups below /sys/fs/cgroup whose name ends in .service, .scope or .socket; 'systemctl status' shows them");
		return;
	}
	container_names__places(text, sizeof(text));
	msg__hint("containers are groups below /sys/fs/cgroup whose name has an ID; their names were looked for in %s", text);
}

int owners__find(enum owner what, const char *name, char *path, size_t size)
{
	struct wanted w = { .what = what, .name = name, .path = path, .size = size, .near.word = name };
	char dir[PATH_MAX];

	for (unsigned i = 0; !w.found && cgroup__root(i); i++) {
		snprintf(dir, sizeof(dir), "%s", cgroup__root(i));
		walk(&w, cgroup__root(i), dir, 0);
	}
	if (w.found == 1)
		return 0;
	if (w.found) {
		msg__error("--%s: %u are called '%s', two of them %s and %s", owner_names[what], w.found, name, path, w.other);
		msg__hint("give more of the ID, or one of the groups with -G");
		return -EINVAL;
	}
	if (w.near.best)
		msg__error("no %s '%s' is running, did you mean '%s'?", owner_names[what], name, w.near.best);
	else
		msg__error("no %s '%s' is running", owner_names[what], name);
	say_where(what);
	return -ENOENT;
}
