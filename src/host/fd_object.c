// SPDX-License-Identifier: BSD-2-Clause
/* fd_object.c - identifies what descriptors refer to, by /proc/PID/fd, fdinfo and mountinfo. */
#define _GNU_SOURCE
#include "fd_object.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "lib/small_file.h"

bool fd_object__of_link(struct object *o, const char *link)
{
	int end = 0;
	unsigned long long n = 0;

	*o = (struct object){ 0 };
	if (sscanf(link, "pipe:[%llu]%n", &n, &end) == 1 && end)
		*o = (struct object){ OBJECT_PIPE, .number = n };
	else if (sscanf(link, "socket:[%llu]%n", &n, &end) == 1 && end)
		*o = (struct object){ OBJECT_SOCKET, .number = n };
	else
		return link[0] == '/' || !strcmp(link, "anon_inode:[eventfd]");
	return false;
}

static uint64_t device(uint32_t high, uint32_t low)
{
	return (uint64_t)high << 20 | low;
}

static bool has_number(const char *fdinfo, const char *key, uint64_t *number)
{
	const char *p = strstr(fdinfo, key);

	if (p)
		*number = strtoull(p + strlen(key), NULL, 10);
	return p;
}

/* A line of /proc/PID/mountinfo. */
struct mount_line {
	unsigned id, parent, major, minor;
	char point[128];
	bool is_devpts;
};

static bool parse_mount(struct mount_line *m, const char *line)
{
	const char *rest = strstr(line, " - ");

	if (!rest || sscanf(line, "%u %u %u:%u %*s %127s", &m->id, &m->parent, &m->major, &m->minor, m->point) != 5)
		return false;
	m->is_devpts = !strncmp(rest, " - devpts ", strlen(" - devpts "));
	return true;
}

/*
 * The devpts of a master: its own mount, if that is a devpts; else, of a device node, what is mounted at `pts` beside the node on the node's
 * mount, as the kernel looks it up (devpts_acquire() of fs/devpts/inode.c). 0: none, or it is hidden below another mount.
 */
static uint64_t devpts_of(pid_t tgid, const char *link, uint64_t mount_id)
{
	char path[64], line[1024], beside[128];
	const char *slash = strrchr(link, '/');
	struct mount_line m, at = { 0 };
	uint64_t found = 0;
	bool hidden = false;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/mountinfo", tgid);
	snprintf(beside, sizeof(beside), "%.*s/pts", (int)(slash - link), link);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		if (!parse_mount(&m, line))
			continue;
		if (m.is_devpts && m.id == mount_id) {
			found = device(m.major, m.minor);
			hidden = false;
			break;
		}
		if (strcmp(m.point, beside))
			continue;
		if (m.parent == mount_id && m.is_devpts && !found) {
			found = device(m.major, m.minor);
			at = m;
		} else if (!found || m.parent != at.id || device(m.major, m.minor) != found) {
			hidden = true;	/* one that was mounted or opened before or after the other */
		} else {
			at = m;		/* the same once more */
		}
	}
	if (f)
		fclose(f);
	return hidden ? 0 : found;
}

/*
 * The kernel's answer, if this process may trace that one: O_PATH refers to the slave without opening the terminal, so nothing changes for
 * those that have it open. 0: it may not, or the slave cannot be reached by a path.
 */
static uint64_t devpts_by_slave(pid_t tgid, int fd)
{
	int pidfd = (int)syscall(SYS_pidfd_open, tgid, 0), master, slave;
	uint64_t found = 0;
	struct stat st;

	master = pidfd < 0 ? -1 : (int)syscall(SYS_pidfd_getfd, pidfd, fd, 0);
	slave = master < 0 ? -1 : ioctl(master, TIOCGPTPEER, O_PATH | O_CLOEXEC);
	if (slave >= 0 && !fstat(slave, &st) && S_ISCHR(st.st_mode))
		found = device(major(st.st_dev), minor(st.st_dev));
	for (int i = 0, fds[] = { slave, master, pidfd }; i < 3; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	return found;
}

static struct object master_of(pid_t tgid, int fd, const char *link, const char *text)
{
	struct object o = { .kind = OBJECT_MASTER };
	uint64_t mount_id = 0;

	if (!has_number(text, "\ntty-index:", &o.number) || !has_number(text, "\nmnt_id:", &mount_id))
		return (struct object){ 0 };
	o.device = devpts_by_slave(tgid, fd);
	if (!o.device)
		o.device = devpts_of(tgid, link, mount_id);
	return o.device ? o : (struct object){ 0 };
}

static struct object path_of(pid_t tgid, int fd)
{
	struct object o = { 0 };
	struct statx st;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", tgid, fd);
	if (statx(AT_FDCWD, path, AT_STATX_DONT_SYNC, STATX_TYPE | STATX_INO, &st))
		return o;
	o.device = device(st.stx_dev_major, st.stx_dev_minor);
	if (S_ISFIFO(st.stx_mode)) {
		o.kind = OBJECT_PIPE;
		o.number = st.stx_ino;
	} else if (S_ISCHR(st.stx_mode) && st.stx_rdev_major == TTY_SLAVE_MAJOR) {
		o.kind = OBJECT_TERMINAL;
		o.number = st.stx_rdev_minor;
	} else if (S_ISCHR(st.stx_mode) && device(st.stx_rdev_major, st.stx_rdev_minor) == TTY_PTMX) {
		o.kind = OBJECT_MASTER;
	}
	return o;
}

struct object fd_object__of(pid_t tgid, int fd, const char *link, char text[FDINFO_LEN])
{
	struct object o;

	text[0] = '\0';
	if (fd_object__of_link(&o, link))
		o = *link == '/' ? path_of(tgid, fd) : (struct object){ .kind = OBJECT_EVENTFD };
	if (o.kind == OBJECT_OTHER || o.kind == OBJECT_SOCKET || o.kind == OBJECT_TERMINAL)
		return o;
	if (small_file__read(text, FDINFO_LEN, "/proc/%d/fdinfo/%d", tgid, fd) <= 0)
		o.kind = OBJECT_OTHER;
	else if (o.kind == OBJECT_MASTER)
		o = master_of(tgid, fd, link, text);
	else if (o.kind == OBJECT_EVENTFD && !has_number(text, "\neventfd-id:", &o.number))
		o.kind = OBJECT_OTHER;
	else if (o.kind == OBJECT_EVENTFD)
		o.number |= EVENTFD_ID;
	return o;
}

struct fdinfo fd_object__info(const struct object *o)
{
	mode_t mode = o->kind == OBJECT_PIPE ? S_IFIFO : o->kind == OBJECT_EVENTFD ? 0 : S_IFCHR;
	unsigned char access = o->kind == OBJECT_TERMINAL ? TERMINAL_SLAVE : TERMINAL_MASTER;

	return (struct fdinfo){ .mode = mode, .ino = o->number, .peer_ino = o->device, .access = o->kind == OBJECT_PIPE ? 0 : access };
}
