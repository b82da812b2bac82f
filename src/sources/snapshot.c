// SPDX-License-Identifier: BSD-2-Clause
/* snapshot.c - reads /proc. Processes that end meanwhile are left out. */
#define _GNU_SOURCE
#include "snapshot.h"

#include "blocked.h"
#include "config/options.h"
#include "host/peers.h"
#include "host/proc_maps.h"
#include "host/process_state.h"
#include "host/task_owner.h"
#include "lib/record.h"
#include "lib/small_file.h"
#include "map_record.h"
#include "pending.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/nsfs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

uint32_t snapshot__mnt_ns(pid_t tgid)
{
	char path[64];
	struct stat st;

	snprintf(path, sizeof(path), "/proc/%d/ns/mnt", tgid);
	return stat(path, &st) ? 0 : (uint32_t)st.st_ino;
}

static int compare_info(const void *a, const void *b)
{
	const struct fd_entry *x = a, *y = b;

	if (x->tgid != y->tgid)
		return x->tgid < y->tgid ? -1 : 1;
	return x->info.fd < y->info.fd ? -1 : x->info.fd > y->info.fd;
}

static const struct fdinfo *info_of(const struct snapshot *s, pid_t tgid, int fd)
{
	struct fd_entry key = { .tgid = tgid, .info.fd = fd };
	const struct fd_entry *e = NULL;

	if (s->ninfos)
		e = bsearch(&key, s->infos, s->ninfos, sizeof(key), compare_info);
	return e ? &e->info : NULL;
}

static bool is_cloexec(const char *fdinfo)
{
	const char *p = strstr(fdinfo, "flags:");

	return p && strtoul(p + 6, NULL, 8) & O_CLOEXEC;
}

/* Of a device: its type and number, in the kernel's encoding. */
static void fill_device(struct fdinfo *f, pid_t files, int fd)
{
	char path[64];
	struct statx st;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", files, fd);
	/* without asking a file's server, which may not answer */
	if (statx(AT_FDCWD, path, AT_STATX_DONT_SYNC, STATX_TYPE, &st) || !(S_ISCHR(st.stx_mode) || S_ISBLK(st.stx_mode)))
		return;
	f->mode = st.stx_mode & S_IFMT;
	f->ino = st.stx_rdev_major << 20 | st.stx_rdev_minor;
}

/* What has other ends, but no description: see struct rec_fd. */
static void fill_object(struct fdinfo *f, const struct object *o, const char *fdinfo)
{
	f->peer_ino = o->device;
	if (o->kind == OBJECT_MASTER)
		f->ino |= (o->number + 1) << 32;
	else if (o->kind == OBJECT_EVENTFD)
		f->ino = o->number;
	if (o->kind != OBJECT_PIPE)
		return;
	f->mode = S_IFIFO;
	f->ino = o->number;
	f->access = (uint8_t)peers__access(fdinfo);
}

/* Files whose links lack their number (see pathname.c): the line of fdinfo that has it, and the name's prefix. */
static ssize_t name_of_object(const char *link, const char *fdinfo, char *buf, size_t size)
{
	static const struct {
		const char *link, *line, *name;
	} objects[] = {
		{ "anon_inode:[pidfd]",   "\nPid:",     "pid" },
		{ "anon_inode:bpf-map",   "\nmap_id:",  "bpf-map" },
		{ "anon_inode:bpf-prog",  "\nprog_id:", "bpf-prog" },
		{ "anon_inode:bpf_link",  "\nlink_id:", "bpf_link" },
		{ "anon_inode:bpf-link",  "\nlink_id:", "bpf-link" },
		{ "anon_inode:btf",       "\nbtf_id:",  "btf" },
	};

	for (unsigned i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
		const char *p = strcmp(link, objects[i].link) ? NULL : strstr(fdinfo, objects[i].line);

		if (p)
			return snprintf(buf, size, "%s:%lu", objects[i].name, strtoul(p + strlen(objects[i].line), NULL, 10));
	}
	return -1;
}

static int push_fd(void *ctx, int fd)
{
	union {
		struct rec_fd fd;
		char bytes[sizeof(struct rec_fd) + PATH_MAX + REC_ALIGN];
	} r;
	struct snapshot *s = ctx;
	const struct fdinfo *info = info_of(s, s->tgid, fd);
	struct object object = { 0 };
	char fdinfo[FDINFO_LEN];
	ssize_t n, named;

	memset(&r, 0, sizeof(r));
	n = small_file__link(r.fd.path, PATH_MAX + 1, "/proc/%d/fd/%d", s->files, fd);
	if (n < 0)
		return 0;
	if (s->peers)
		object = fd_object__of(s->files, fd, r.fd.path, fdinfo);
	small_file__read(fdinfo, sizeof(fdinfo), "/proc/%d/fdinfo/%d", s->files, fd);
	named = name_of_object(r.fd.path, fdinfo, r.fd.path, PATH_MAX);
	if (named > 0)
		n = named;
	r.fd.fd = fd;
	r.fd.cloexec = is_cloexec(fdinfo);
	r.fd.path_len = n;
	if (info) {
		r.fd.has_info = 1;
		r.fd.info = *info;
	} else if (s->peers && peer_scan__describe(s->peers, &object, fdinfo, &r.fd.info)) {
		r.fd.has_info = 1;
		r.fd.info.fd = fd;
	} else if (*r.fd.path == '/') {
		fill_device(&r.fd.info, s->files, fd);
	}
	if (!r.fd.has_info)
		fill_object(&r.fd.info, &object, fdinfo);
	if (S_ISFIFO(r.fd.info.mode))
		r.fd.info.access = (uint8_t)peers__access(fdinfo);
	if (s->peers)
		peer_scan__want(s->peers, &object, info);
	r.fd.info.mnt_ns = s->mnt_ns;
	r.fd.rec = record__head(REC_FD, sizeof(r.fd) + n, s->ts, s->tgid, s->tgid);
	return s->push(s->ctx, &r.fd.rec);
}

/* `link`: the link's name in /proc/PID. */
static int push_dir(struct snapshot *s, unsigned type, const char *link)
{
	union {
		struct rec_path path;
		char bytes[sizeof(struct rec_path) + PATH_MAX + REC_ALIGN];
	} r;
	ssize_t n;

	memset(&r, 0, sizeof(r));
	n = small_file__link(r.path.path, PATH_MAX + 1, "/proc/%d/%s", s->files, link);
	if (n < 0 || (type == REC_ROOT && n == 1))
		return 0;
	r.path.path_len = n;
	r.path.mnt_ns = s->mnt_ns;
	r.path.rec = record__head(type, sizeof(r.path) + n, s->ts, s->tgid, s->tgid);
	return s->push(s->ctx, &r.path.rec);
}

static int push_pending(void *ctx, int tid)
{
	struct snapshot *s = ctx;
	union rec_blocked blocked;
	struct rec *r;
	int err = 0;

	if ((s->only_tid && s->only_tid != tid) || !pending__look(s->pending, s->tgid, tid))
		return 0;
	r = (struct rec *)s->pending->rec.p;
	r->tid = (uint32_t)tid;
	r->tgid = (uint32_t)s->tgid;
	if (s->pending->opt->wait.on && blocked__look(&blocked, s->tgid, tid, r->ts))
		err = s->push(s->ctx, &blocked.wait.rec);
	return err ? err : s->push(s->ctx, r);
}

static int push_owner(struct snapshot *s, pid_t tid)
{
	struct rec_owner r = { .rec = record__head(REC_OWNER, sizeof(r), s->ts, (uint32_t)tid, (uint32_t)s->tgid) };

	if (s->opt->wants_owners)
		task_owner__read(&r, s->tgid, tid, !s->own_uids);
	if (s->child == tid && s->opt->user)		/* as which it will run */
		r.has &= ~(uint32_t)OWNER_USER;
	return r.has ? s->push(s->ctx, &r.rec) : 0;
}

static int push_task(void *ctx, int tid)
{
	struct snapshot *s = ctx;
	struct rec_task r = {};
	int err;

	if (small_file__line(r.comm, sizeof(r.comm), "/proc/%d/task/%d/comm", s->tgid, tid))
		return 0;
	r.rec = record__head(REC_TASK, sizeof(r), s->ts, tid, s->tgid);
	err = s->push(s->ctx, &r.rec);
	if (!err)
		err = push_owner(s, tid);
	return err ? err : snapshot__numbers(s, s->tgid, tid);
}

/* The parents of the namespace at `fd`, from the inside out, up to n. Closes fd. */
static void fill_namespaces(struct rec_pidns *r, unsigned n, int fd)
{
	struct stat st;
	int parent;

	for (; n && fd >= 0; fd = parent) {
		if (!fstat(fd, &st))
			r->numbers[--n].ns = (uint32_t)st.st_ino;
		parent = n ? ioctl(fd, NS_GET_PARENT) : -1;
		close(fd);
	}
}

/* Parses a line such as "NSpid:": the ID in this namespace, which becomes *id, then those in namespaces below. */
static unsigned parse_numbers(struct rec_pidns *r, const char *status, const char *line, pid_t *id)
{
	const char *at = strstr(status, line);
	unsigned n = 0;
	char *end;

	if (!at)
		return 0;
	*id = (pid_t)strtoul(at + strlen(line), &end, 10);
	for (at = end; n < PIDNS_LEVELS && *at == '\t'; at = end)
		r->numbers[n++].nr = (uint32_t)strtoul(at, &end, 10);
	return n;
}

/* Most processes are in this process's namespace, which one stat(2) shows. */
static bool is_in_own_namespace(const char *path)
{
	static ino_t own;
	struct stat st;

	if (!own)
		own = stat("/proc/self/ns/pid", &st) ? 0 : st.st_ino;
	return stat(path, &st) || st.st_ino == own;
}

/* tgid 0: the leader of a group or session, which may be in a parent namespace, and then has no ID in this one. */
static int push_numbers(struct snapshot *s, const char *ns, const char *status, const char *line, pid_t tgid)
{
	union {
		struct rec_pidns pidns;
		char bytes[sizeof(struct rec_pidns) + PIDNS_LEVELS * 8];
	} r = { 0 };
	pid_t id = 0;

	r.pidns.n = parse_numbers(&r.pidns, status, line, &id);
	fill_namespaces(&r.pidns, r.pidns.n, r.pidns.n ? open(ns, O_RDONLY | O_CLOEXEC) : -1);
	while (r.pidns.n && !r.pidns.numbers[r.pidns.n - 1].nr)
		r.pidns.n--;
	if (!id || !r.pidns.n || !r.pidns.numbers[0].ns)
		return 0;
	s->other_pids = true;
	r.pidns.rec = record__head(REC_PIDNS, sizeof(r.pidns) + r.pidns.n * 8, s->ts, id, tgid ? tgid : id);
	return s->push(s->ctx, &r.pidns.rec);
}

static int numbers_of(struct snapshot *s, pid_t tgid, pid_t tid, bool leaders)
{
	static const char *const lines[] = { "\nNSpid:", "\nNSpgid:", "\nNSsid:" };
	char ns[64], status[4096];
	int err = 0;

	snprintf(ns, sizeof(ns), "/proc/%d/task/%d/ns/pid", tgid, tid);
	if (is_in_own_namespace(ns) || small_file__read(status, sizeof(status), "/proc/%d/task/%d/status", tgid, tid) <= 0)
		return 0;
	for (unsigned i = 0; !err && i < (leaders ? 3 : 1); i++)
		err = push_numbers(s, ns, status, lines[i], i ? 0 : tgid);
	return err;
}

int snapshot__numbers(struct snapshot *s, pid_t tgid, pid_t tid)
{
	return numbers_of(s, tgid, tid, false);
}

/* Processes that are not traced, but whose IDs traced processes may pass. */
static int push_others(void *ctx, int tgid)
{
	return numbers_of(ctx, tgid, tgid, true);
}

static int push_map(void *ctx, const struct proc_map *line)
{
	struct snapshot *s = ctx;
	struct rec_map *r = line->path_len && line->path_len <= PATH_MAX ? map_record__of_line((uint32_t)s->tgid, s->ts, line) : NULL;
	int err = r ? s->push(s->ctx, &r->rec) : 0;

	free(r);
	return err;
}

/* 0; -ESRCH: no such process. What may not be read is left out. */
static int take_process(struct snapshot *s, pid_t tgid)
{
	int err;

	s->tgid = tgid;
	s->files = process_state__thread(tgid);
	s->mnt_ns = snapshot__mnt_ns(s->files);
	err = push_task(s, tgid);
	if (!err)
		err = push_dir(s, REC_CWD, "cwd");
	if (!err)
		err = push_dir(s, REC_ROOT, "root");
	if (!err)
		err = small_file__numbers(push_fd, s, "/proc/%d/fd", s->files);
	if (err && err != -ESRCH)
		return err;
	if (s->maps)
		proc_maps__each(s->files, push_map, s);
	return small_file__numbers(push_task, s, "/proc/%d/task", tgid);
}

static int take_one(void *ctx, int tgid)
{
	struct snapshot *s = ctx;
	int err = s->skip(s->ctx, tgid) ? 0 : take_process(s, tgid);

	return err == -ESRCH ? 0 : err;
}

static void take_calls_of(struct snapshot *s, pid_t tgid, pid_t only_tid)
{
	if (s->skip(s->ctx, tgid))
		return;
	s->tgid = tgid;
	s->only_tid = only_tid;
	small_file__numbers(push_pending, s, "/proc/%d/task", tgid);
}

/* To be called after the other records of the snapshot, which must be sorted by time. */
void snapshot__calls(struct snapshot *s, const struct options *o)
{
	s->pending = calloc(1, sizeof(*s->pending));
	if (!s->pending)
		return;
	s->pending->opt = o;
	s->pending->abi = s->abi;
	s->pending->abi_compat = s->abi_compat;
	for (unsigned i = 0; i < o->pids.n; i++)
		take_calls_of(s, o->pids.ids[i], 0);
	for (unsigned i = 0; i < o->tids.n; i++)
		take_calls_of(s, snapshot__tgid(o->tids.ids[i]), o->tids.ids[i]);
	pending__free(s->pending);
	s->pending = NULL;
}

void snapshot__system(struct snapshot *s, const struct options *o)
{
	snapshot__genl(s, o);
	snapshot__drivers(s, o);
}

void snapshot__targets(struct snapshot *s, const struct options *o, pid_t child)
{
	if (s->ninfos)
		qsort(s->infos, s->ninfos, sizeof(*s->infos), compare_info);
	s->opt = o;
	s->child = child;
	s->peers = o->peers ? peer_scan__new() : NULL;
	if (child)		/* not yet executed: its memory is a copy of the tracer's */
		take_process(s, child);
	s->maps = options__needs_maps(o);
	if (!s->without_system)
		snapshot__system(s, o);
	if (o->all)
		small_file__numbers(take_one, s, "/proc");
	for (unsigned i = 0; i < o->pids.n; i++)
		take_one(s, o->pids.ids[i]);
	for (unsigned i = 0; i < o->tids.n; i++)
		take_process(s, snapshot__tgid(o->tids.ids[i]));
	snapshot__peers(s);
	if (s->other_pids || o->decode_pids)	/* a command may enter a namespace that exists */
		small_file__numbers(push_others, s, "/proc");
	if (o->pids.n || o->tids.n)
		snapshot__calls(s, o);
}

pid_t snapshot__tgid(pid_t tid)
{
	char status[512];
	const char *line = small_file__read(status, sizeof(status), "/proc/%d/status", tid) > 0 ? strstr(status, "\nTgid:") : NULL;

	return line ? atoi(line + strlen("\nTgid:")) : tid;
}
