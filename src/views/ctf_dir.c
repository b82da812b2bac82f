// SPDX-License-Identifier: BSD-2-Clause
/* ctf_dir.c - owns a CTF trace's directory. Readers take every file in it as part of the trace. */
#include "ctf_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ctf_format.h"
#include "lib/msg.h"
#include "lib/output_file.h"

static int cannot(const char *name, int err)
{
	return output_file__refuse(name, err == -ELOOP ? "it is a symbolic link" : NULL, err);
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

/* Is a file in the directory a CTF trace's? */
static bool is_ours(int dir, const char *file)
{
	static const uint32_t packet = CTF_MAGIC;

	return (!strcmp(file, "metadata") && output_file__begins_with(dir, file, CTF_SIGNATURE, sizeof(CTF_SIGNATURE) - 1)) ||
	       (!strcmp(file, "stream") && output_file__begins_with(dir, file, &packet, sizeof(packet)));
}

/* 0: the directory is empty, or has only a trace and `force` is set. */
static int check_empty(const char *name, int dir, bool force)
{
	DIR *d = fdopendir(dup(dir));
	struct dirent *e;
	int err = 0;

	if (!d)
		return cannot(name, -errno);
	while (!err && (e = readdir(d))) {
		bool ours = is_ours(dir, e->d_name);

		if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..") && !(ours && force))
			err = refuse(name, e->d_name, ours);
	}
	closedir(d);
	return err;
}

static int open_dir(const char *name, bool force)
{
	struct file_location p;
	char path[PATH_MAX];
	size_t len = strlen(name);
	int dir, err;
	bool made;

	while (len > 1 && name[len - 1] == '/')
		len--;
	snprintf(path, sizeof(path), "%.*s", (int)len, name);
	err = file_location__find(&p, path, LINK_STAYS);
	if (err)
		return err;
	made = !mkdirat(p.dir, p.name, 0700);
	if (!made && errno != EEXIST)
		err = cannot(name, -errno);
	dir = err ? err : openat(p.dir, p.name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	if (!err && dir < 0)
		err = cannot(name, -errno);
	file_location__close(&p);
	if (err)
		return err;
	if (made)
		output_file__hand_over(dir);
	err = check_empty(name, dir, force);
	if (!err)
		return dir;
	close(dir);
	return err;
}

/* Creates a new file; an existing one, or a symbolic link, is removed, not written through. */
static int create(int dir, const char *file)
{
	struct file_location p = { .dir = dir };

	snprintf(p.name, sizeof(p.name), "%s", file);
	unlinkat(dir, file, 0);
	return file_location__create(&p);
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
