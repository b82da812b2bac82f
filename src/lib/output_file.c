// SPDX-License-Identifier: BSD-2-Clause
/* output_file.c - owns the rules for creating files, and the path walk that enforces them. */
#include "output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "msg.h"
#include "ulimits.h"

#define LINKS_MAX 40		/* as path_resolution(7) has it */

/* -- Trusted users -------------------------------------------------------------------------------------------------- */

/* The ID that sudo(8) put into the environment; NO_ID: not root, or not under sudo. */
#define NO_ID UINT32_MAX

static uint32_t sudo_id(const char *variable)
{
	const char *text = getuid() || geteuid() ? NULL : getenv(variable);
	unsigned long id;
	char *end;

	if (!text || *text < '0' || *text > '9')
		return NO_ID;
	errno = 0;
	id = strtoul(text, &end, 10);
	return *end || errno || id > NO_ID ? NO_ID : (uint32_t)id;
}

static bool is_trusted(uid_t uid)
{
	return !uid || uid == geteuid() || (uid != NO_ID && uid == sudo_id("SUDO_UID"));
}

void output_file__hand_over(int fd)
{
	uint32_t uid = sudo_id("SUDO_UID"), gid = sudo_id("SUDO_GID");

	if (uid != NO_ID && gid != NO_ID && fchown(fd, uid, gid))
		msg__info("the output stays root's: %s", strerror(errno));
}

/* -- The walk -------------------------------------------------------------------------------------------------------- */

struct walk {
	struct file_location *at;
	const char *path;		/* as the user named it, for messages */
	char rest[2 * PATH_MAX];	/* of the path */
	unsigned links;
};

const char *output_file__cannot = "cannot write";

int output_file__refuse(const char *path, const char *why, int err)
{
	msg__error("%s '%s': %s", output_file__cannot, path, why ? why : ulimits__why(err));
	return err;
}

static int refuse(const char *path, int err)
{
	return output_file__refuse(path, NULL, err);
}

static int refuse_of_other(const char *path, const char *name, const char *what, uid_t uid)
{
	msg__error("%s '%s': '%s' is %s of user %u, not yours", output_file__cannot, path, name, what, uid);
	msg__hint("name a file in a directory of your own.");
	return -EACCES;
}

static int enter(struct walk *w, const char *name, int flags)
{
	int dir = openat(w->at->dir, name, O_PATH | O_DIRECTORY | O_CLOEXEC | flags);

	if (dir < 0)
		return refuse(w->path, -errno);
	close(w->at->dir);
	w->at->dir = dir;
	return 0;
}

static bool is_of_kernel(int link)
{
	struct statfs fs;

	return !fstatfs(link, &fs) && fs.f_type == PROC_SUPER_MAGIC;
}

/* Replaces the link's name by its target. */
static int take_target(struct walk *w, int link, const char *rest)
{
	char text[2 * PATH_MAX];
	ssize_t n = readlinkat(link, "", text, PATH_MAX);
	size_t tail = strlen(rest);

	if (n < 0)
		return refuse(w->path, -errno);
	if (++w->links > LINKS_MAX)
		return refuse(w->path, -ELOOP);
	if (!n || (size_t)n + tail >= sizeof(text))
		return refuse(w->path, n ? -ENAMETOOLONG : -ENOENT);
	memcpy(text + n, rest, tail + 1);
	memcpy(w->rest, text, (size_t)n + tail + 1);
	return *text == '/' ? enter(w, "/", 0) : 0;
}

/* Follows a component that is a symbolic link. 0: go on; 1: done, it is a link of /proc that the kernel follows; -errno. */
static int follow(struct walk *w, int link, uid_t owner, const char *name, const char *rest, bool last)
{
	if (!is_trusted(owner))
		return refuse_of_other(w->path, name, "a symbolic link", owner);
	if (!is_of_kernel(link))
		return take_target(w, link, rest);
	if (last) {
		w->at->by_kernel = true;
		return 1;
	}
	memmove(w->rest, rest, strlen(rest) + 1);
	return enter(w, name, 0);
}

/* Walks one component of the path. 0: go on; 1: done, w->at is the location; -errno. */
static int step(struct walk *w, enum last_link how)
{
	char *name = w->rest + strspn(w->rest, "/"), *rest;
	size_t len = strcspn(name, "/");
	struct stat st;
	int fd, r;
	bool last;

	rest = name + len;
	last = !*rest;
	if (!len || len > NAME_MAX)
		return refuse(w->path, len ? -ENAMETOOLONG : -EISDIR);
	memcpy(w->at->name, name, len);
	w->at->name[len] = '\0';
	fd = openat(w->at->dir, w->at->name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return last && errno == ENOENT ? 1 : refuse(w->path, -errno);
	if (fstat(fd, &st))
		r = refuse(w->path, -errno);
	else if (S_ISLNK(st.st_mode) && !(last && how == LINK_STAYS))
		r = follow(w, fd, st.st_uid, w->at->name, rest, last);
	else if (last)
		r = 1;
	else {
		memmove(w->rest, rest, strlen(rest) + 1);
		r = enter(w, w->at->name, O_NOFOLLOW);
	}
	close(fd);
	return r;
}

int file_location__find(struct file_location *p, const char *path, enum last_link how)
{
	struct walk w = { .at = p, .path = path };
	int r;

	p->by_kernel = false;
	p->dir = open(*path == '/' ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (p->dir < 0)
		return refuse(path, -errno);
	if (!*path || snprintf(w.rest, PATH_MAX, "%s", path) >= PATH_MAX)
		r = refuse(path, *path ? -ENAMETOOLONG : -ENOENT);
	else
		while (!(r = step(&w, how)))
			;
	if (r > 0)
		return 0;
	file_location__close(p);
	return r;
}

void file_location__close(struct file_location *p)
{
	if (p->dir >= 0)
		close(p->dir);
	p->dir = -1;
}

/* -- Files ----------------------------------------------------------------------------------------------------------- */

int file_location__create(const struct file_location *p)
{
	int fd = openat(p->dir, p->name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0600);

	if (fd < 0)
		return -errno;
	output_file__hand_over(fd);
	return fd;
}

bool output_file__begins_with(int dir, const char *name, const void *magic, size_t len)
{
	int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	char bytes[16];
	ssize_t n = fd < 0 ? -1 : read(fd, bytes, len);

	if (fd >= 0)
		close(fd);
	return !n || (n == (ssize_t)len && !memcmp(bytes, magic, len));
}

/* A sticky directory that others may write: a file there may be another user's trap. */
static bool is_shared(int dir)
{
	struct stat st;

	return !fstat(dir, &st) && st.st_mode & S_ISVTX && st.st_mode & (S_IWGRP | S_IWOTH);
}

/* Opens an existing file and, unless it is to be appended to, truncates it. */
static int reopen(const struct file_location *p, const char *path, bool append)
{
	int fd = openat(p->dir, p->name, O_WRONLY | O_CLOEXEC | O_NOCTTY | (p->by_kernel ? 0 : O_NOFOLLOW)), err = 0;
	struct stat st;

	if (fd < 0)
		return refuse(path, -errno);
	if (fstat(fd, &st))
		err = refuse(path, -errno);
	else if (!p->by_kernel && (S_ISREG(st.st_mode) || S_ISFIFO(st.st_mode)) && !is_trusted(st.st_uid) && is_shared(p->dir))
		err = refuse_of_other(path, path, S_ISREG(st.st_mode) ? "a file" : "a FIFO", st.st_uid);
	else if (S_ISREG(st.st_mode) && !append && ftruncate(fd, 0))
		err = refuse(path, -errno);
	if (!err)
		return fd;
	close(fd);
	return err;
}

static int open_file(const char *path, bool append)
{
	struct file_location p;
	int fd;

	if (!path || !strcmp(path, "-"))
		return STDOUT_FILENO;
	fd = file_location__find(&p, path, LINK_FOLLOWED);
	if (fd)
		return fd;
	fd = p.by_kernel ? -EEXIST : file_location__create(&p);
	if (fd == -EEXIST)
		fd = reopen(&p, path, append);
	else if (fd < 0)
		refuse(path, fd);
	file_location__close(&p);
	return fd;
}

int output_file__open(const char *path)
{
	return open_file(path, false);
}

int output_file__append(const char *path)
{
	int fd = open_file(path, true);

	if (fd >= 0)
		fcntl(fd, F_SETFL, O_APPEND);
	return fd;
}
