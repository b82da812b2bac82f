// SPDX-License-Identifier: BSD-2-Clause
/* old_files.c - owns the names of older recordings. */
#include "old_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "format.h"
#include "lib/msg.h"

/* Returns enum there, or -errno: the file is no recording. */
static int look(const struct file_location *p, const char *path)
{
	struct stat st;

	if (fstatat(p->dir, p->name, &st, AT_SYMLINK_NOFOLLOW))
		return errno == ENOENT ? NOTHING : output_file__refuse(path, NULL, -errno);
	if (S_ISLNK(st.st_mode))
		return output_file__refuse(path, "it is a symbolic link; name the file itself", -ELOOP);
	if (S_ISDIR(st.st_mode))
		return output_file__refuse(path, NULL, -EISDIR);
	if (!S_ISREG(st.st_mode))
		return A_DEVICE;
	if (output_file__begins_with(p->dir, p->name, FILE_MAGIC, sizeof(FILE_MAGIC) - 1))
		return A_FILE;
	msg__error("cannot write '%s': it exists, and is not a recording", path);
	msg__hint("recordings do not replace other files: name another one with -o, or move that file away.");
	return -EEXIST;
}

/* The location of PATH with `suffix` appended. 0, or -errno. */
static int sibling(const struct file_location *p, const char *path, const char *suffix, struct file_location *to, char *to_path)
{
	*to = *p;
	if (snprintf(to_path, PATH_MAX, "%s%s", path, suffix) >= PATH_MAX || strlen(p->name) + strlen(suffix) > NAME_MAX)
		return output_file__refuse(path, NULL, -ENAMETOOLONG);
	strcat(to->name, suffix);
	return 0;
}

/* Does not replace a file that was created meanwhile, if the file system supports RENAME_NOREPLACE. */
static int move(const struct file_location *from, const struct file_location *to)
{
	if (!renameat2(from->dir, from->name, to->dir, to->name, RENAME_NOREPLACE))
		return 0;
	if (errno == EINVAL && !renameat(from->dir, from->name, to->dir, to->name))
		return 0;
	return -errno;
}

/* Moves a file; one at the destination is removed. Returns enum there. */
static int displace(const struct file_location *from, const char *from_path, const struct file_location *to, const char *to_path)
{
	int there = look(from, from_path), err;

	if (there != A_FILE)
		return there;
	err = look(to, to_path);
	if (err == A_DEVICE)
		return output_file__refuse(to_path, "it is a device or a pipe", -EEXIST);
	if (err < 0)
		return err;
	if (err == A_FILE && unlinkat(to->dir, to->name, 0))
		return output_file__refuse(to_path, NULL, -errno);
	err = move(from, to);
	return err ? output_file__refuse(to_path, NULL, err) : NOTHING;
}

int old_files__keep(const struct file_location *p, const char *path)
{
	char old_path[PATH_MAX];
	struct file_location old;
	int err = look(p, path);

	if (err != A_FILE)
		return err;
	err = sibling(p, path, ".old", &old, old_path);
	return err ? err : displace(p, path, &old, old_path);
}

/* The location of the i-th file of a rotation. */
static int numbered(const struct file_location *p, const char *path, unsigned i, struct file_location *to, char *to_path)
{
	char suffix[16] = "";

	if (i)
		snprintf(suffix, sizeof(suffix), ".%u", i);
	return sibling(p, path, suffix, to, to_path);
}

static int check_all(const struct file_location *p, const char *path, unsigned keep)
{
	char one_path[PATH_MAX];
	struct file_location one;
	int err = 0;

	for (unsigned i = 0; i < keep && err >= 0; i++) {
		err = numbered(p, path, i, &one, one_path);
		if (!err)
			err = look(&one, one_path);
		if (err == A_DEVICE)
			err = output_file__refuse(one_path, "several files are to be made, and this is a device or a pipe", -EINVAL);
	}
	return err < 0 ? err : 0;
}

int old_files__check(const char *path, unsigned keep)
{
	struct file_location p;
	int err = file_location__find(&p, path, LINK_STAYS);

	if (err)
		return err;
	err = check_all(&p, path, keep);
	if (!err && faccessat(p.dir, ".", W_OK | X_OK, AT_EACCESS))
		err = output_file__refuse(path, NULL, -errno);
	file_location__close(&p);
	return err;
}

int old_files__shift(const char *path, unsigned keep)
{
	char from_path[PATH_MAX], to_path[PATH_MAX];
	struct file_location p, from, to;
	int err = file_location__find(&p, path, LINK_STAYS);

	if (err)
		return err;
	for (unsigned i = keep - 1; i-- > 0 && err >= 0; ) {
		err = numbered(&p, path, i, &from, from_path);
		if (!err)
			err = numbered(&p, path, i + 1, &to, to_path);
		if (!err)
			err = displace(&from, from_path, &to, to_path);
	}
	if (keep == 1) {
		err = look(&p, path);
		if (err == A_FILE && unlinkat(p.dir, p.name, 0))
			err = output_file__refuse(path, NULL, -errno);
	}
	file_location__close(&p);
	return err < 0 ? err : 0;
}
