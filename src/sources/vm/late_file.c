// SPDX-License-Identifier: BSD-2-Clause
/* late_file.c - reads links of /proc, and resolves paths only in the dentry cache (RESOLVE_CACHED). */
#include "late_file.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool read_link(struct late_file *f, const char *link)
{
	ssize_t n = readlink(link, f->name, sizeof(f->name));

	f->len = n > 0 && (size_t)n < sizeof(f->name) ? (size_t)n : 0;
	return f->len && f->name[0] == '/';
}

bool late_file__ask(struct late_file *f, uint32_t tid, int fd)
{
	char link[48];

	if (fd < 0)
		snprintf(link, sizeof(link), "/proc/%u/exe", tid);
	else
		snprintf(link, sizeof(link), "/proc/%u/fd/%d", tid, fd);
	return read_link(f, link);
}

/* Stores the path's components, the last first, each with a NUL. Returns the end. */
static char *put_names(char *to, const char *path, size_t len)
{
	while (len) {
		const char *slash = memrchr(path, '/', len), *name = slash + 1;
		size_t n = (size_t)(path + len - name);

		if (n) {
			memcpy(to, name, n);
			to[n] = '\0';
			to += n + 1;
		}
		len = (size_t)(slash - path);
	}
	return to;
}

void late_file__put(const struct late_file *f, uint8_t arg, int fd, struct vm_read *l)
{
	static const char deleted[] = " (deleted)";
	size_t tail = sizeof(deleted) - 1;
	bool is_known = f && f->len, is_deleted = is_known && f->len > tail && !memcmp(f->name + f->len - tail, deleted, tail);
	struct file_path head = { .fd = fd, .flags = is_deleted ? FILE_DELETED : 0 };
	struct piece p = { .arg = arg, .part = PART_PATH };
	struct chunk *k = vm_read__begin(l, is_known ? sizeof(head) + f->len + 1 : 0);
	char *to, *begin = (char *)(k + 1);

	if (!k)
		return;
	l->mark = arg == CHUNK_RET ? CHUNK_OUT : 0;
	if (!is_known) {
		vm_read__end(l, k, &p, CHUNK_FAULT, 0);
		return;
	}
	memcpy(begin, &head, sizeof(head));
	to = put_names(begin + sizeof(head), f->name, f->len - (is_deleted ? tail : 0));
	vm_read__end(l, k, &p, CHUNK_OK, (uint32_t)(to - begin));
}

static int open_dir(uint32_t tid, int dirfd, bool root)
{
	char link[48];

	if (root || dirfd == AT_FDCWD)
		snprintf(link, sizeof(link), "/proc/%u/%s", tid, root ? "root" : "cwd");
	else
		snprintf(link, sizeof(link), "/proc/%u/fd/%d", tid, dirfd);
	return open(link, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* An O_PATH descriptor of the path's file; -1: not known. */
static int open_path(uint32_t tid, int dirfd, const char *path)
{
	bool root = path[0] == '/';
	struct open_how how = {
		.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_CACHED | (root ? RESOLVE_IN_ROOT : 0),
	};
	int dir = open_dir(tid, dirfd, root), fd;

	if (dir < 0)
		return -1;
	fd = (int)syscall(SYS_openat2, dir, path, &how, sizeof(how));
	close(dir);
	return fd;
}

static bool leads_there(const struct late_file *f, uint32_t tid, int dirfd, const char *path)
{
	struct late_file other;
	char link[48];
	bool is;
	int fd = open_path(tid, dirfd, path);

	if (fd < 0)
		return false;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	is = read_link(&other, link) && other.len == f->len && !memcmp(other.name, f->name, f->len);
	close(fd);
	return is;
}

/* A slash at the end, or two in a row, may have been added after the call: git composes paths in place. */
static bool has_empty_name(const char *path, size_t len)
{
	return (len > 1 && path[len - 1] == '/') || memmem(path, len, "//", 2);
}

bool late_file__is(const struct late_file *f, uint32_t tid, int dirfd, const char *path, size_t len)
{
	char text[LATE_FILE_MAX];

	if (!len || len >= sizeof(text) || memchr(path, '\0', len) || has_empty_name(path, len))
		return false;
	if (len == f->len && !memcmp(path, f->name, len))
		return true;
	memcpy(text, path, len);
	text[len] = '\0';
	return leads_there(f, tid, dirfd, text);
}
