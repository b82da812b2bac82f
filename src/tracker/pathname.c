// SPDX-License-Identifier: BSD-2-Clause
/* pathname.c - makes paths of files from the directory entries captured by BPF. */
#include "pathname.h"

#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#ifndef PID_FS_MAGIC		/* Linux 6.9 */
#define PID_FS_MAGIC 0x50494446
#endif

static const char deleted[] = " (deleted)", cut[] = "...";

static bool is_one_of(const char *name, size_t len, const char *const *names)
{
	for (; *names; names++)
		if (strlen(*names) == len && !memcmp(*names, name, len))
			return true;
	return false;
}

/* Files identified by another number than their inode's. */
static bool is_numbered(const char *name, size_t len)
{
	static const char *const objects[] = { "bpf-map", "bpf-prog", "bpf_link", "bpf-link", "btf", NULL };

	return is_one_of(name, len, objects);
}

static struct name *pseudo_name(const struct file_path *f, const char *name, int len)
{
	static const char *const pidfd[] = { "[pidfd]", NULL }, *const eventfd[] = { "[eventfd]", NULL };
	unsigned long long number = f->number;
	char buf[NAME_MAX + 64];
	struct name *made;
	int n;

	if (number && (f->magic == PID_FS_MAGIC || (f->magic == ANON_INODE_FS_MAGIC && is_one_of(name, len, pidfd))))
		n = snprintf(buf, sizeof(buf), "pid:%llu", number);
	else if (f->magic == ANON_INODE_FS_MAGIC && is_numbered(name, len))
		n = snprintf(buf, sizeof(buf), "%.*s:%llu", len, name, number);
	else if (f->magic == ANON_INODE_FS_MAGIC || f->magic == PID_FS_MAGIC)
		n = snprintf(buf, sizeof(buf), "anon_inode:%.*s", len, name);
	else if (f->magic == NSFS_MAGIC)
		n = snprintf(buf, sizeof(buf), "%.*s:[%llu]", len, name, number);
	else
		n = snprintf(buf, sizeof(buf), "/%.*s%s", len, name, deleted);	/* memfd and the like */
	made = name__new(buf, n);
	if (made)
		made->deleted = *buf == '/';
	if (made && f->magic == ANON_INODE_FS_MAGIC && number >> 32 == 1 && is_one_of(name, len, eventfd)) {
		made->object = NAME_EVENTFD;
		made->number = number;
	}
	return made;
}

bool file_path__is_deleted(const char *path, size_t len)
{
	size_t tail = sizeof(deleted) - 1;

	return len > tail && !memcmp(path + len - tail, deleted, tail);
}

/* Reverses components (the file's own first) from [begin, end) into a path that ends at `to`. Returns where the path begins. */
static char *put_names(char *to, const char *begin, const char *p, const char *end)
{
	while (p < end) {
		size_t n = strnlen(p, end - p);

		if (n + 1 > (size_t)(to - begin))
			break;
		to -= n;
		memcpy(to, p, n);
		*--to = '/';
		p += n + 1;
	}
	return to;
}

static struct name *file_name(const char *path, size_t len, const struct file_path *f)
{
	struct name *n = name__new(path, len);

	if (n)
		n->deleted = f->flags & FILE_DELETED;
	if (n && f->flags & (FILE_CHAR | FILE_BLOCK)) {
		n->device = f->flags & FILE_CHAR ? S_IFCHR : S_IFBLK;
		n->rdev = (uint32_t)f->number;
	}
	if (n && f->flags & FILE_TERMINAL)
		name__set_terminal(n, f->number, f->magic);
	if (n && f->flags & FILE_FIFO)
		name__set_fifo(n, f->number, f->magic, f->flags / FILE_READS & PIPE_BOTH);
	return n;
}

struct name *file_path__name(const struct file_path *f, size_t len)
{
	const char *end = (const char *)f + len;
	char buf[REC_MAX + sizeof(cut)], *tail = buf + sizeof(buf), *to = tail;

	if (len < sizeof(*f) || len > REC_MAX)
		return NULL;
	if (f->flags & FILE_PSEUDO)
		return pseudo_name(f, f->names, (int)strnlen(f->names, end - f->names > NAME_MAX ? NAME_MAX : end - f->names));
	if (f->flags & FILE_DELETED) {
		to -= sizeof(deleted) - 1;
		memcpy(to, deleted, sizeof(deleted) - 1);
	}
	if (f->names == end && !(f->flags & FILE_CUT))
		*--to = '/';
	else
		to = put_names(to, buf + sizeof(cut), f->names, end);
	if (f->flags & FILE_CUT) {
		to -= sizeof(cut) - 1;
		memcpy(to, cut, sizeof(cut) - 1);
	}
	return file_name(to, tail - to, f);
}

const char *name__link(const struct name *n)
{
	static const struct {
		const char *prefix, *link;
	} links[] = {
		{ "pid:",      "anon_inode:[pidfd]" },
		{ "bpf-map:",  "anon_inode:bpf-map" },
		{ "bpf-prog:", "anon_inode:bpf-prog" },
		{ "bpf_link:", "anon_inode:bpf_link" },
		{ "bpf-link:", "anon_inode:bpf-link" },
		{ "btf:",      "anon_inode:btf" },
	};

	for (unsigned i = 0; !n->info && i < sizeof(links) / sizeof(links[0]); i++)
		if (!strncmp(n->text, links[i].prefix, strlen(links[i].prefix)))
			return links[i].link;
	return NULL;
}
