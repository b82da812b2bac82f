// SPDX-License-Identifier: BSD-2-Clause
/*
 * mmap_events.c - from rings to records sorted by time. Build-ids come from the kernel if it supports that, else from the file.
 *
 * Invariant: no record is older than a `known` that was returned before it.
 */
#include "mmap_events.h"

#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <bpf/libbpf.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "config/option_values.h"
#include "host/diagnose.h"
#include "host/privileges.h"
#include "host/proc_maps.h"
#include "host/sysctl.h"
#include "lib/buf.h"
#include "lib/hash.h"
#include "lib/msg.h"
#include "lib/small_file.h"
#include "perf_stream.h"
#include "perf_targets.h"
#include "sources/map_record.h"
#include "sources/snapshot.h"

#define RING_BYTES (512u << 10)	/* per CPU */
#define RING_BYTES_LOCKED (64u << 10)	/* … if lockable memory is limited */
#define SKEW_NS 100000u		/* longest time from taking a record's time stamp to writing it */
#define PARANOID_OWN 2		/* largest perf_event_paranoid with which users may trace their own processes, without the kernel */

/* A file whose build-id was read. */
struct id {
	struct hash_node node;		/* by inode */
	uint32_t major, minor;
	int64_t mtime;
	uint32_t len;
	uint8_t bytes[20];
};

struct mmap_events {
	struct perf_stream stream;
	bool whole;			/* events of all processes */
	struct buf before;		/* snapshot of mappings; records up to `before_at` were returned */
	size_t before_at;
	uint32_t tgid;			/* scratch: the current process */
	uint64_t began;			/* ns: older mappings are in the snapshot */
	struct hash ids;		/* of struct id, by inode */
	bool reported_loss;
};

/* -- Build-ids of files ---------------------------------------------------------------------------------------------- */

/* path_fd (O_PATH) stays the same file even if its name now belongs to another. */
static void read_id(struct id *id, int path_fd)
{
	char path[40];
	const void *bytes;
	ssize_t len;
	Elf *elf;
	int fd;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", path_fd);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	elf = fd >= 0 ? elf_begin(fd, ELF_C_READ, NULL) : NULL;
	len = elf ? dwelf_elf_gnu_build_id(elf, &bytes) : -1;

	if (len > 0 && (size_t)len <= sizeof(id->bytes)) {
		memcpy(id->bytes, bytes, (size_t)len);
		id->len = (uint32_t)len;
	}
	elf_end(elf);
	if (fd >= 0)
		close(fd);
}

/* NULL: no memory. */
static const struct id *id_of(struct mmap_events *m, int fd, const struct stat *st, const struct rec_map *r)
{
	struct id *id = HASH_FIND(&m->ids, r->ino, struct id, x, x->major == r->maj && x->minor == r->min && x->mtime == st->st_mtime);

	if (id)
		return id;
	id = hash__new(&m->ids, sizeof(*id), r->ino);
	if (!id)
		return NULL;
	id->major = r->maj;
	id->minor = r->min;
	id->mtime = st->st_mtime;
	read_id(id, fd);
	return id;
}

/* Opens the path with O_PATH; -1: it is not the mapped file (any longer). */
static int open_same(const char *path, const struct rec_map *r, struct stat *st)
{
	int fd = open(path, O_PATH | O_CLOEXEC);

	if (fd >= 0 && (fstat(fd, st) || !S_ISREG(st->st_mode) || st->st_ino != r->ino)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/* Looks the file up in the process's root, or, once it has ended, in the tracer's. */
static void find_id(struct mmap_events *m, struct rec_map *r)
{
	char path[PATH_MAX + 64];
	const struct id *id;
	struct stat st;
	int fd;

	if (!r->ino || r->path[0] != '/')
		return;
	snprintf(path, sizeof(path), "/proc/%u/root%.*s", r->rec.tgid, (int)r->path_len, r->path);
	fd = open_same(path, r, &st);
	if (fd < 0) {
		snprintf(path, sizeof(path), "%.*s", (int)r->path_len, r->path);
		fd = open_same(path, r, &st);
	}
	id = fd >= 0 ? id_of(m, fd, &st, r) : NULL;
	if (id) {
		r->build_id_len = (uint8_t)id->len;
		memcpy(r->build_id, id->bytes, sizeof(r->build_id));
	}
	if (fd >= 0)
		close(fd);
}

/* -- Records --------------------------------------------------------------------------------------------------------- */

static void tell_loss(struct mmap_events *m)
{
	if (!m->reported_loss)
		msg__warn("some mappings of processes are not known: frames of stacks may have no names");
	m->reported_loss = true;
}

/* A record that comes too late gets the earliest time that is still possible. */
static int take(struct perf_stream *s, const uint8_t *p, size_t len)
{
	struct mmap_events *m = (struct mmap_events *)s;
	const struct perf_event_header *h = (const struct perf_event_header *)p;
	struct perf_sample at;
	size_t body = len - sizeof(*h) - perf_sample__trailer(&at, &s->open.attr, p, len, false);
	struct rec_map *r = at.ts >= m->began ? map_record__of_perf(h->type, h->misc, p + sizeof(*h), body, false) : NULL;

	if (h->type == PERF_RECORD_LOST)
		tell_loss(m);
	if (!r)
		return 0;
	r->rec.ts = at.ts < s->known ? s->known : at.ts;
	find_id(m, r);
	return perf_stream__push(s, &r->rec);
}

/* Events stay enabled until the last look at the rings: sources that are stopped later may need the mappings. */
static void mmap__stop(struct source *s)
{
	((struct mmap_events *)s)->stream.stopped = true;
}

/* -- The snapshot ---------------------------------------------------------------------------------------------------- */

static int push_code(void *ctx, const struct proc_map *p)
{
	struct mmap_events *m = ctx;
	struct rec_map *r = p->prot & PROT_EXEC ? map_record__of_line(m->tgid, 0, p) : NULL;

	if (!r)
		return 0;
	find_id(m, r);
	buf__add(&m->before, r, r->rec.len);
	free(r);
	return 0;
}

static int add_process(void *ctx, int tgid)
{
	struct mmap_events *m = ctx;

	m->tgid = (uint32_t)tgid;
	if (!id_list__has(m->stream.excluded, m->tgid))
		proc_maps__each(tgid, push_code, m);
	return 0;
}

static void take_snapshot(struct mmap_events *m, pid_t child)
{
	if (m->stream.opt->all)
		small_file__numbers(add_process, m, "/proc");
	if (child)
		add_process(m, child);
	for (unsigned i = 0; i < m->stream.opt->pids.n; i++)
		add_process(m, m->stream.opt->pids.ids[i]);
	for (unsigned i = 0; i < m->stream.opt->tids.n; i++)
		add_process(m, snapshot__tgid(m->stream.opt->tids.ids[i]));
}

static const struct rec *mmap__head(struct source *s, uint64_t ts)
{
	struct mmap_events *m = (struct mmap_events *)s;
	struct rec *r = (struct rec *)(m->before.p + m->before_at);

	m->began = ts;
	if (m->before_at == m->before.len)
		return NULL;
	m->before_at += r->len;
	r->ts = ts;
	return r;
}

/* -- Life ------------------------------------------------------------------------------------------------------------ */

static const struct perf_event_attr dummy = {
	.type = PERF_TYPE_SOFTWARE, .size = sizeof(dummy), .config = PERF_COUNT_SW_DUMMY, .exclude_kernel = 1,
	.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME, .mmap = 1, .mmap2 = 1, .comm = 1, .comm_exec = 1,
};

/* Can the event be opened? 0 or -errno. */
static int try_event(struct perf_event_attr *a, pid_t pid, int cpu)
{
	long fd = syscall(SYS_perf_event_open, a, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		return -errno;
	close((int)fd);
	return 0;
}

/* Build-ids: from Linux 5.12 on, commit 88a16a130933. */
static int find_out(struct mmap_events *m, struct perf_event_attr *a)
{
	int err;

	*a = dummy;
	a->build_id = 1;
	err = try_event(a, 0, -1);
	if (err == -EINVAL || err == -E2BIG) {
		a->build_id = 0;
		err = try_event(a, 0, -1);
	}
	m->whole = !try_event(a, -1, sched_getcpu());
	return m->whole ? 0 : err;
}

static int say_refused(int err)
{
	long now;

	msg__error("call stacks: the kernel does not report mappings of processes: %s", strerror(-err));
	if (err != -EACCES && err != -EPERM)
		return err;
	msg__hint("be root, or have CAP_PERFMON");
	if (!sysctl__number(PARANOID, &now) && now > PARANOID_OWN)
		msg__hint("or try: '" PARANOID_ECHO "', which permits it of your own processes; the current value is %ld", (long)PARANOID_OWN, now);
	return err;
}

/* Lockable memory is shared with the rings of calls. */
static size_t ring_bytes(void)
{
	long paranoid;

	return privileges__have_perf() || (!sysctl__number(PARANOID, &paranoid) && paranoid < 0) ? RING_BYTES : RING_BYTES_LOCKED;
}

static int select_targets(struct mmap_events *m, pid_t child)
{
	const struct options *o = m->stream.opt;

	if (m->whole)
		return 0;
	if (!o->all && !o->has_uid && !o->ncgroups)
		return perf_targets__add(&m->stream.open, o, child, m->stream.excluded);
	msg__error("-k: mappings of other processes may not be read");
	diagnose__explain_perf(m->stream.open.what, -EACCES, -1);
	return -EACCES;
}

static int mmap__select(struct source *s, pid_t child)
{
	struct mmap_events *m = (struct mmap_events *)s;
	int err = select_targets(m, child);

	if (!err)
		take_snapshot(m, child);
	return err ?: perf_open__drain(&m->stream.open, m->stream.opt);
}

static void mmap__close(struct source *s)
{
	struct mmap_events *m = (struct mmap_events *)s;

	hash__drop(&m->ids);
	buf__free(&m->before);
	perf_stream__close(s);
}

static const struct source_ops mmap_ops = {
	PERF_STREAM, .stop = mmap__stop, .close = mmap__close, .select = mmap__select, .head = mmap__head,
};

int mmap_events__open(struct source **out, const struct options *o, const struct id_list *excluded)
{
	struct mmap_events *m = calloc(1, sizeof(*m));
	struct perf_kind *kind = calloc(1, sizeof(*kind));
	int n = libbpf_num_possible_cpus(), err;

	if (!m || !kind) {
		free(m);
		free(kind);
		return -ENOMEM;
	}
	m->stream = (struct perf_stream){ .source.ops = &mmap_ops, .opt = o, .excluded = excluded, .slack = SKEW_NS, .take = take };
	elf_version(EV_CURRENT);
	err = find_out(m, &kind->attr);
	if (err)
		say_refused(err);
	/* takes ownership of `kind`; children are always followed, for threads share mappings */
	err = perf_open__init_kinds(&m->stream.open, "what processes map", kind, 1, ring_bytes() * (size_t)(n > 0 ? n : 1), true) ?: err;
	if (!err && m->whole)
		err = perf_open__add(&m->stream.open, -1);
	perf_open__enable(&m->stream.open);
	if (err)
		mmap__close(&m->stream.source);
	else
		*out = &m->stream.source;
	return err;
}
