// SPDX-License-Identifier: BSD-2-Clause
/* ctf_dir.c - owns the directory that a CTF trace is: every file in it counts as part of the trace. */
#include "ctf_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "msg.h"

static int cannot(const char *name, int err)
{
	msg__error("cannot write '%s': %s", name, err == -ELOOP ? "it is a symbolic link" : strerror(-err));
	return err;
}

static int refuse(const char *name, const char *file, bool ours)
{
	msg__error("cannot write '%s': the directory is not empty: it holds '%s'", name, file);
	if (ours)
		msg__hint("name another one, or replace the trace that is in it with --force.");
	else
		msg__hint("name another one: all files in it would count as parts of the trace.");
	return -ENOTEMPTY;
}

/* 0: nothing is in the way. */
static int check_empty(const char *name, int dir, bool force)
{
	DIR *d = fdopendir(dup(dir));
	struct dirent *e;
	int err = 0;

	if (!d)
		return cannot(name, -errno);
	while (!err && (e = readdir(d))) {
		bool ours = !strcmp(e->d_name, "metadata") || !strcmp(e->d_name, "stream");

		if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..") && !(ours && force))
			err = refuse(name, e->d_name, ours);
	}
	closedir(d);
	return err;
}

static int open_dir(const char *name, bool force)
{
	int dir, err;

	if (mkdir(name, 0700) && errno != EEXIST)
		return cannot(name, -errno);
	dir = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	if (dir < 0)
		return cannot(name, -errno);
	err = check_empty(name, dir, force);
	if (!err)
		return dir;
	close(dir);
	return err;
}

/* Its name is new: what had it before is another file, or a link, whose target stays as it is. */
static int create(int dir, const char *file)
{
	int fd;

	unlinkat(dir, file, 0);
	fd = openat(dir, file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	return fd < 0 ? -errno : fd;
}

int ctf_dir__create(const char *name, bool force, int *metadata, int *stream)
{
	int dir;

	if (!name || !strcmp(name, "-")) {
		msg__error("a CTF trace is a directory: name it with -o DIR");
		return -EINVAL;
	}
	dir = open_dir(name, force);
	if (dir < 0)
		return dir;
	*metadata = create(dir, "metadata");
	*stream = *metadata < 0 ? *metadata : create(dir, "stream");
	close(dir);
	if (*stream >= 0)
		return 0;
	if (*metadata >= 0)
		close(*metadata);
	return cannot(name, *stream);
}
