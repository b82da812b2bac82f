// SPDX-License-Identifier: BSD-2-Clause
/* container_names.c - files of runtimes. Those in the home of a user may have anything in them: only what is a name is taken from them. */
#include "container_names.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/small_file.h"

#define ID_LEN 64		/* hexadecimal digits of a container's ID */
#define STATE_MAX (4u << 20)	/* bytes of a state file that are read: Podman has one for all containers */
#define ROOT ((uid_t)0)

#define DOCKER "/var/lib/docker/containers"
#define PODMAN "/var/lib/containers/storage/overlay-containers"
#define KUBELET "/var/log/containers"
#define USERS_DOCKER ".local/share/docker/containers"
#define USERS_PODMAN ".local/share/containers/storage/overlay-containers"

struct annotated {
	const char *dir, *format;
	const char *keys[OWNERS];	/* NULL: not in these */
};

/* Containers of containerd have a directory in each of its namespaces. */
static const struct annotated files[] = {
	{ "/run/containerd/io.containerd.runtime.v2.task/k8s.io", "%s/%s/config.json",
	  { "\"io.kubernetes.cri.container-name\":", "\"io.kubernetes.cri.sandbox-name\":", NULL } },
	{ "/run/k3s/containerd/io.containerd.runtime.v2.task/k8s.io", "%s/%s/config.json",
	  { "\"io.kubernetes.cri.container-name\":", "\"io.kubernetes.cri.sandbox-name\":", NULL } },
	{ "/run/containerd/io.containerd.runtime.v2.task/default", "%s/%s/config.json", { "\"nerdctl/name\":", NULL, NULL } },
	{ "/run/containers/storage/overlay-containers", "%s/%s/userdata/config.json",
	  { "\"io.kubernetes.container.name\":", "\"io.kubernetes.pod.name\":", NULL } },
	{ PODMAN, "%s/%s/userdata/config.json", { "\"io.kubernetes.container.name\":", "\"io.kubernetes.pod.name\":", NULL } },
};

/* -- Reading ----------------------------------------------------------------------------------------------------------- */

/* A user's file has to be a regular one that is that user's. What a link leads to is not opened before: it may be a device. -errno. */
static int open_as(uid_t uid, const char *path)
{
	int at = open(path, O_PATH | O_CLOEXEC), fd = -EACCES;
	struct stat st;
	char found[32];

	if (at < 0)
		return -errno;
	if (uid == ROOT || (!fstat(at, &st) && S_ISREG(st.st_mode) && st.st_uid == uid)) {
		snprintf(found, sizeof(found), "/proc/self/fd/%d", at);
		fd = open(found, O_RDONLY | O_CLOEXEC);
		fd = fd < 0 ? -errno : fd;
	}
	close(at);
	return fd;
}

/* 0 bytes or less: none, or not permitted */
static ssize_t read_as(uid_t uid, char *text, const char *path)
{
	int fd = open_as(uid, path);
	ssize_t n = fd < 0 ? fd : small_file__fill(fd, text, STATE_MAX - 1);

	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = '\0';
	return n;
}

/* The path is made of `format` with dir and what. NULL: there is none, or it may not be read. Valid until the next call. */
static char *state_file(uid_t uid, const char *format, const char *dir, const char *what)
{
	static char text[STATE_MAX];
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), format, dir, what) >= (int)sizeof(path))
		return NULL;
	return read_as(uid, text, path) > 0 ? text : NULL;
}

/* Runtimes permit no others. */
static bool is_name(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!isalnum((unsigned char)s[i]) && !strchr("_.-", s[i]))
			return false;
	return len && len <= ID_NAME_MAX;
}

/* Copies the string that follows `key` in JSON, which is its name in quotes with the colon, without a slash at its beginning. */
static bool copy_value(const char *json, const char *key, char *to)
{
	const char *at = json ? strstr(json, key) : NULL;
	size_t len;

	if (!at)
		return false;
	at += strlen(key);
	at += strspn(at, " \n\t[");
	if (*at++ != '"')
		return false;
	at += *at == '/';
	len = strcspn(at, "\"\\");
	if (at[len] != '"' || !is_name(at, len))
		return false;
	memcpy(to, at, len);
	to[len] = '\0';
	return true;
}

/* -- Runtimes ---------------------------------------------------------------------------------------------------------- */

/* Others than the container's have no slash before them: "RestartPolicy":{"Name":"no"}. */
static bool name_by_docker(uid_t uid, const char *dir, const char *id, char *to)
{
	static const char key[] = "\"Name\":", slash[] = "\"Name\":\"/";
	const char *text = state_file(uid, "%s/%s/config.v2.json", dir, id), *at = text ? strstr(text, slash) : NULL;

	return at && copy_value(at, key, to);
}

/* Podman has lists of all: objects with an "id", then "names", if there are any. The ID may be in other strings, too. */
static bool name_in_list(char *text, const char *id, char *to)
{
	static const char key[] = "\"id\":\"";
	const size_t len = sizeof(key) - 1;
	char *next;

	for (char *at = text ? strstr(text, key) : NULL; at; at = next) {
		next = strstr(at + len, key);
		if (strncmp(at + len, id, ID_LEN))
			continue;
		if (next)
			*next = '\0';
		return copy_value(at, "\"names\":", to);
	}
	return false;
}

/* Those that end with their process (podman run --rm) have a list of their own. */
static bool name_by_podman(uid_t uid, const char *dir, const char *id, char *to)
{
	return name_in_list(state_file(uid, "%s/%s", dir, "containers.json"), id, to) ||
	       name_in_list(state_file(uid, "%s/%s", dir, "volatile-containers.json"), id, to);
}

/* Groups of a user are below that of the user, where nobody else can make any. Another user than root gets no names of others. */
static bool name_by_user(const char *path, const char *id, char *to)
{
	const struct passwd *user;
	char docker[PATH_MAX], podman[PATH_MAX];
	int end = 0;
	unsigned uid;

	if (sscanf(path, "/user.slice/user-%u.slice/%n", &uid, &end) != 1 || !end || uid == ROOT || (geteuid() != ROOT && uid != getuid()))
		return false;
	user = getpwuid(uid);
	if (!user || user->pw_dir[0] != '/' || strlen(user->pw_dir) > PATH_MAX - sizeof(USERS_PODMAN) - 1)
		return false;
	snprintf(docker, sizeof(docker), "%s/" USERS_DOCKER, user->pw_dir);
	snprintf(podman, sizeof(podman), "%s/" USERS_PODMAN, user->pw_dir);
	return name_by_podman(uid, podman, id, to) || name_by_docker(uid, docker, id, to);
}

/* POD_NAMESPACE_CONTAINER-ID.log */
static bool name_by_kubelet(enum owner what, const char *id, char *to)
{
	DIR *dir = opendir(KUBELET);
	struct dirent *entry;
	bool found = false;

	while (dir && !found && (entry = readdir(dir))) {
		const char *name = entry->d_name, *log = strstr(name, id), *second = strchr(name, '_'), *third = second ? strchr(second + 1, '_') : NULL;

		if (!log || !third || log <= third + 2 || strcmp(log + ID_LEN, ".log"))
			continue;
		found = true;
		snprintf(to, ID_NAME_MAX + 1, "%.*s", what == OWNER_POD ? (int)(second - name) : (int)(log - 1 - (third + 1)), what == OWNER_POD ? name : third + 1);
	}
	if (dir)
		closedir(dir);
	return found;
}

bool container_names__find(enum owner what, const char *path, const char *id, char *to)
{
	if (what == OWNER_CONTAINER && name_by_docker(ROOT, DOCKER, id, to))
		return true;
	for (unsigned i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		const char *key = files[i].keys[what];

		if (key && copy_value(state_file(ROOT, files[i].format, files[i].dir, id), key, to))
			return true;
	}
	if (what == OWNER_CONTAINER && (name_by_podman(ROOT, PODMAN, id, to) || name_by_user(path, id, to)))
		return true;
	return name_by_kubelet(what, id, to);
}

static int put_place(char *text, size_t size, const char *dir)
{
	return snprintf(text, size, "%s (%s), ", dir, access(dir, R_OK) ? strerror(errno) : "there");
}

void container_names__places(char *text, size_t size)
{
	size_t n = (size_t)put_place(text, size, DOCKER);

	for (unsigned i = 0; i < sizeof(files) / sizeof(files[0]) && n < size; i++)
		n += (size_t)put_place(text + n, size - n, files[i].dir);
	if (n < size)
		n += (size_t)put_place(text + n, size - n, KUBELET);
	if (n < size)
		snprintf(text + n, size - n, "and, of users' containers, in " USERS_PODMAN " and " USERS_DOCKER " of their homes");
}
