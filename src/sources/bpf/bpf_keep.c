// SPDX-License-Identifier: BSD-2-Clause
/*
 * bpf_keep.c - owns KEEP_ROOM, its sets and their locks.
 *
 * Invariant: a directory with the name of a set is complete, for it gets that name by rename(2), and loses it before its pins are removed, by
 * who holds its lock. Names have no dots: bpffs reserves these.
 */
#include "bpf_keep.h"

#include <bpf/bpf.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "host/diagnose.h"
#include "host/privileges.h"
#include "lib/build_id.h"
#include "lib/hash.h"
#include "lib/msg.h"
#include "lib/ulimits.h"

#define BPFFS "/sys/fs/bpf"
#define FIRST_USER_NS 0xeffffffdu	/* PROC_USER_INIT_INO, include/linux/proc_ns.h */
#define PINS_MAX 64			/* of maps, and of programs */
#define SLOTS 4				/* sets with the same settings: tracers at the same time that start quickly */
#define SETS_MAX 16u
#define SHARE 64			/* all sets together take this part of the memory at most */
#define IDLE_S 3600			/* a set that was not used for so long is dropped, */
#define FOREIGN_IDLE_S 60		/* … or one of another build or kernel */
#define NEW "new-"			/* begins the name of a set that is not complete */
#define PATH_FD (1u << 14)		/* BPF_F_PATH_FD, linux/bpf.h */
#define MODE 0700
#define LEAVING (S_ISVTX | MODE)	/* … of a set whose tracer has ended but for detaching its programs, which takes some ms, */
#define LEAVING_US 5000000u		/* on a busy machine longer, and this at most, or the set is in use for others */

/* -- The room ------------------------------------------------------------------------------------------------------- */

static bool is_first_user_ns(void)
{
	struct stat st;

	return !stat("/proc/self/ns/user", &st) && st.st_ino == FIRST_USER_NS;
}

/* Is the file system of this type? */
static bool is_type(int fd, unsigned magic)
{
	struct statfs fs;

	return !fstatfs(fd, &fs) && (unsigned)fs.f_type == magic;
}

static bool is_roots_own(int fd)
{
	struct stat st;

	return is_type(fd, BPF_FS_MAGIC) && !fstat(fd, &st) && !st.st_uid && !(st.st_mode & 077);
}

static bool is_mounted(void)
{
	struct statfs fs;

	return !statfs(BPFFS, &fs) && (unsigned)fs.f_type == BPF_FS_MAGIC;
}

/*
 * Mounts it as systemd does at boot, if `below` is the kernel's empty directory and not something that was mounted to hide it. Who cannot
 * lock the directory does not mount, for another tracer may be about to; nor does it wait, for every user can lock it. 0 or -errno.
 */
static int mount_on(int below)
{
	if (flock(below, LOCK_EX | LOCK_NB))
		return -errno;
	if (is_mounted())
		return 0;
	if (!is_type(below, SYSFS_MAGIC))
		return -EBUSY;
	return mount("bpf", BPFFS, "bpf", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=700") ? -errno : 0;
}

static int mount_bpffs(void)
{
	int below = open(BPFFS, O_RDONLY | O_DIRECTORY | O_CLOEXEC), err;

	if (below < 0)
		return -errno;
	err = mount_on(below);
	close(below);
	if (err)
		msg__info("bpffs cannot be mounted on %s: %s", BPFFS, err == -EWOULDBLOCK ? "another process has locked the directory" :
			  err == -EBUSY ? "another file system is mounted there" : strerror(-err));
	else
		msg__info("bpffs was mounted on %s", BPFFS);
	return err;
}

/* Its descriptor, or -errno. make: if there is none. */
static int open_room(bool make)
{
	int err = make && !is_mounted() ? mount_bpffs() : 0, fd;

	if (err)
		return err;
	if (make && mkdir(KEEP_ROOM, 0700) && errno != EEXIST)
		return -errno;
	fd = open(KEEP_ROOM, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (is_roots_own(fd))
		return fd;
	close(fd);
	return -EPERM;
}

bool bpf_keep__possible(const char **why)
{
	*why = geteuid() || privileges__by_file() ? "only root's are kept" :
	       !is_first_user_ns() || diagnose__other_pids() ? "this is a container" :
	       access(BPFFS, F_OK) ? "there is no " BPFFS :
	       !build_id__own() ? "this program has no build ID" : NULL;
	return !*why;
}

/* What programs must have been loaded by and into: this program and this kernel. */
static uint64_t origin(void)
{
	static uint64_t known;
	struct utsname u;
	struct stat st;

	if (known)
		return known;
	memset(&u, 0, sizeof(u));
	uname(&u);
	memset(u.nodename, 0, sizeof(u.nodename));
	memset(u.domainname, 0, sizeof(u.domainname));
	known = hash__more(build_id__own(), &u, sizeof(u));
	if (!stat("/sys/kernel/btf/vmlinux", &st))
		known = hash__more(known, &st.st_size, sizeof(st.st_size));
	return known;
}

/* -- Sets ------------------------------------------------------------------------------------------------------------ */

/* Not one that lost the name before it was locked. */
static int check_name(int room, const char *name, int set)
{
	struct stat st, named;

	if (fstat(set, &st) || fstatat(room, name, &named, AT_SYMLINK_NOFOLLOW))
		return -errno;
	return st.st_ino == named.st_ino ? 0 : -ENOENT;
}

static bool is_leaving(int set)
{
	struct stat st;

	return !fstat(set, &st) && st.st_mode & S_ISVTX;
}

/* Waits for a tracer that has ended but for detaching. */
static int lock(int set)
{
	int err = flock(set, LOCK_EX | LOCK_NB) ? -errno : 0;

	for (unsigned us = 100; err == -EWOULDBLOCK && us < LEAVING_US && is_leaving(set); us += us / 10) {
		usleep(us / 10);
		err = flock(set, LOCK_EX | LOCK_NB) ? -errno : 0;
	}
	return err;
}

/* Opens and locks it, and takes away the mark of the tracer before. -EWOULDBLOCK: a tracer has it; other -errno: it is gone. */
static int take(int room, const char *name)
{
	int fd = openat(room, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), err;

	if (fd < 0)
		return -errno;
	err = lock(fd) ?: check_name(room, name, fd);
	if (!err) {
		if (is_leaving(fd))
			fchmod(fd, MODE);
		return fd;
	}
	close(fd);
	return err;
}

static void temporary_name(char *name, size_t size)
{
	snprintf(name, size, NEW "%d", getpid());
}

/* Removes a set's name, its pins, then the set: if that is interrupted, nobody uses what is left. It is locked. 0 or -errno. */
static int drop(int room, const char *name, int set)
{
	const struct dirent *e;
	char other[32];
	DIR *d;

	temporary_name(other, sizeof(other));
	if (!renameat(room, name, room, other))
		name = other;
	else if (errno == EROFS)
		return -errno;
	d = fdopendir(dup(set));
	if (d)
		rewinddir(d);		/* the copy of the descriptor has the position of list_pins() */
	while (d && (e = readdir(d)))
		if (e->d_name[0] != '.')
			unlinkat(set, e->d_name, 0);
	if (d)
		closedir(d);
	return unlinkat(room, name, AT_REMOVEDIR) ? -errno : 0;
}

static void set_name(char *name, size_t size, uint64_t settings, unsigned slot)
{
	snprintf(name, size, "%016llx-%016llx-%u", (unsigned long long)origin(), (unsigned long long)settings, slot);
}

static bool is_of_others(const char *name)
{
	char own[20];

	snprintf(own, sizeof(own), "%016llx-", (unsigned long long)origin());
	return strncmp(name, own, strlen(own)) != 0;
}

static bool is_idle(int room, const char *name, time_t *since)
{
	struct stat st;

	if (fstatat(room, name, &st, AT_SYMLINK_NOFOLLOW))
		return false;
	*since = st.st_mtime;
	return time(NULL) - st.st_mtime > (is_of_others(name) ? FOREIGN_IDLE_S : IDLE_S);
}

/* Drops a set. -EWOULDBLOCK: a tracer has it. */
static int try_drop(int room, const char *name)
{
	int set = take(room, name), err;

	if (set < 0)
		return set;
	err = drop(room, name, set);
	close(set);
	return err;
}

/* Drops idle sets, and the one that was not used for the longest time if there are `most` or more. Are there fewer now? */
static bool sweep(int room, unsigned most)
{
	char oldest[256] = "";
	const struct dirent *e;
	time_t since = 0, least = 0;
	DIR *d = fdopendir(dup(room));
	unsigned n = 0;

	if (!d)
		return false;
	rewinddir(d);
	while ((e = readdir(d))) {
		if (e->d_name[0] == '.' || (is_idle(room, e->d_name, &since) && !try_drop(room, e->d_name)))
			continue;
		n++;
		if (!*oldest || since < least) {
			least = since;
			snprintf(oldest, sizeof(oldest), "%s", e->d_name);
		}
	}
	closedir(d);
	n -= n >= most && !try_drop(room, oldest);
	return n < most;
}

static void mark_used(int set)
{
	futimens(set, NULL);
}

/* -- Leases ---------------------------------------------------------------------------------------------------------- */

/* Most numbers have none: to look for each would take longer than to read the directory. */
static void list_pins(struct keep *k)
{
	int copy = dup(k->dir);
	DIR *d = copy < 0 ? NULL : fdopendir(copy);
	const struct dirent *e;
	unsigned long number;

	k->maps = k->progs = 0;
	while (d && (e = readdir(d))) {
		number = strtoul(e->d_name + 1, NULL, 10);
		if (number < PINS_MAX)
			*(e->d_name[0] == KEEP_MAP ? &k->maps : &k->progs) |= (uint64_t)(e->d_name[0] != '.') << number;
	}
	if (d)
		closedir(d);
}

bool bpf_keep__lease(struct keep *k, uint64_t settings)
{
	int room = open_room(false);

	k->dir = -1;
	for (unsigned slot = 0; room >= 0 && k->dir < 0 && slot < SLOTS; slot++) {
		set_name(k->name, sizeof(k->name), settings, slot);
		k->dir = take(room, k->name);
	}
	if (k->dir >= 0) {
		mark_used(k->dir);
		list_pins(k);
	}
	if (room >= 0) {
		sweep(room, ~0u);
		close(room);
	}
	return k->dir >= 0;
}

static void pin_path(char *path, size_t size, int set, enum keep_kind kind, unsigned number)
{
	snprintf(path, size, "/proc/self/fd/%d/%c%u", set, kind, number);
}

/* Since Linux 6.5, in half of the time that a path by /proc takes. -1: not possible. */
static int get_in(int set, const char *name)
{
	struct {
		uint64_t name;
		uint32_t fd, flags;
		int32_t dir;
		uint32_t rest;
	} attr = { .name = (uintptr_t)name, .flags = PATH_FD, .dir = set };
	static bool refused;
	int fd = refused ? -1 : (int)syscall(SYS_bpf, BPF_OBJ_GET, &attr, sizeof(attr));

	refused = fd < 0;
	return fd;
}

int bpf_keep__get(const struct keep *k, enum keep_kind kind, unsigned number)
{
	char path[64], name[16];
	int fd;

	if (!((kind == KEEP_MAP ? k->maps : k->progs) >> number & 1))
		return -ENOENT;
	snprintf(name, sizeof(name), "%c%u", kind, number);
	fd = get_in(k->dir, name);
	if (fd >= 0)
		return fd;
	pin_path(path, sizeof(path), k->dir, kind, number);
	fd = bpf_obj_get(path);
	return fd < 0 ? -errno : fd;
}

static int pin_all(int set, enum keep_kind kind, const int *fds, unsigned n)
{
	char path[64];

	for (unsigned i = 0; i < n; i++) {
		pin_path(path, sizeof(path), set, kind, i);
		if (fds[i] >= 0 && bpf_obj_pin(fds[i], path))
			return -errno;
	}
	return 0;
}

/* Gives the set its name: that of the first free slot. */
static int complete(struct keep *k, int room, const char *temporary, uint64_t settings)
{
	for (unsigned slot = 0; slot < SLOTS; slot++) {
		set_name(k->name, sizeof(k->name), settings, slot);
		if (!faccessat(room, k->name, F_OK, 0))
			continue;
		if (!renameat(room, temporary, room, k->name))
			return 0;
		if (errno != ENOTEMPTY && errno != EEXIST)
			return -errno;
	}
	return -EBUSY;
}

static int make(struct keep *k, int room, uint64_t settings, const int *maps, unsigned nmaps, const int *progs, unsigned nprogs)
{
	char temporary[32];
	int err;

	temporary_name(temporary, sizeof(temporary));
	if (mkdirat(room, temporary, MODE))
		return -errno;
	k->dir = take(room, temporary);
	if (k->dir < 0)
		return k->dir;
	err = pin_all(k->dir, KEEP_MAP, maps, nmaps);
	if (!err)
		err = pin_all(k->dir, KEEP_PROG, progs, nprogs);
	if (!err)
		err = complete(k, room, temporary, settings);
	if (err) {
		drop(room, temporary, k->dir);
		bpf_keep__release(k);
	}
	return err;
}

int bpf_keep__make(struct keep *k, uint64_t settings, const int *maps, unsigned nmaps, const int *progs, unsigned nprogs, size_t bytes)
{
	size_t most = ulimits__memory() / SHARE / bytes;
	int room, err;

	k->dir = -1;
	if (!most)
		return -ENOSPC;
	room = open_room(true);
	if (room < 0)
		return room;
	err = sweep(room, most < SETS_MAX ? (unsigned)most : SETS_MAX) ? make(k, room, settings, maps, nmaps, progs, nprogs) : -ENOSPC;
	close(room);
	return err;
}

void bpf_keep__leave(struct keep *k)
{
	if (k->dir < 0)
		return;
	mark_used(k->dir);
	fchmod(k->dir, LEAVING);
}

/* The mark stays: a tracer that finds the set locked and not marked would not wait for the lock. */
void bpf_keep__release(struct keep *k)
{
	if (k->dir >= 0)
		close(k->dir);
	k->dir = -1;
}

void bpf_keep__discard(struct keep *k)
{
	int room = k->dir >= 0 ? open_room(false) : -1;

	if (room >= 0) {
		drop(room, k->name, k->dir);
		close(room);
	}
	bpf_keep__release(k);
}

int bpf_keep__count(struct keep_count *n, enum keep_drop which)
{
	int room = open_room(false), err = 0, got;
	const struct dirent *e;
	bool dropping;
	time_t since;
	DIR *d;

	*n = (struct keep_count){ 0 };
	if (room < 0)
		return room == -ENOENT ? 0 : room;
	d = fdopendir(dup(room));
	while (d && (e = readdir(d))) {
		if (e->d_name[0] == '.')
			continue;
		n->sets++;
		dropping = which == KEEP_DROP_ALL || (which == KEEP_DROP_IDLE && is_idle(room, e->d_name, &since));
		got = dropping ? try_drop(room, e->d_name) : take(room, e->d_name);
		n->dropped += dropping && !got;
		n->in_use += got == -EWOULDBLOCK;
		if (dropping && got == -EROFS)
			err = got;
		if (!dropping && got >= 0)
			close(got);
	}
	if (d)
		closedir(d);
	close(room);
	return err;
}
