// SPDX-License-Identifier: BSD-2-Clause
/* state.c - from records to the threads' state, and back. */
#include "state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/record.h"
#include "lib/vec.h"
#include "pathname.h"
#include "recording/record_types.h"

/* -- From records ---------------------------------------------------------------------------------------------------- */

/* A file without a description: see struct rec_fd. */
static void learn_file(struct name *n, const struct fdinfo *f)
{
	unsigned type = f->mode & S_IFMT;

	n->deleted = name__is_path(n) && file_path__is_deleted(n->text, n->len);
	if (type == S_IFCHR || type == S_IFBLK) {
		n->device = (uint16_t)type;
		n->rdev = (uint32_t)f->ino;
	}
	if (type == S_IFCHR)
		name__set_terminal(n, f->ino, f->peer_ino);
	else if (type == S_IFIFO)
		name__set_fifo(n, f->ino, f->peer_ino, f->access);
	else if (!type && f->ino & EVENTFD_ID) {
		n->object = NAME_EVENTFD;
		n->number = f->ino;
	}
}

static void learn_fd(struct threads *t, const struct rec_fd *r)
{
	struct thread *th = threads__need(t, r->rec.tgid, r->rec.tgid);
	struct name *n = NULL;

	if (!th || r->path_len > r->rec.len - sizeof(*r))
		return;
	if (r->has_info)
		n = name__of_fdinfo(&r->info);
	if (!n && r->path_len)
		n = name__new(r->path, r->path_len);
	if (n && !n->info)
		learn_file(n, &r->info);
	n = paths__share(t->paths, n, r->info.mnt_ns);
	fdtable__set(th->files, r->fd, n, r->cloexec, r->rec.ts);
}

static void learn_cwd(struct threads *t, const struct rec_path *r)
{
	struct thread *th = threads__need(t, r->rec.tgid, r->rec.tgid);

	if (!th || r->path_len > r->rec.len - sizeof(*r))
		return;
	th->fs->mnt_ns = r->mnt_ns;
	fs__set_cwd(th->fs, paths__share(t->paths, name__new(r->path, r->path_len), r->mnt_ns));
}

static void learn_root(struct threads *t, const struct rec_path *r)
{
	struct thread *th = threads__need(t, r->rec.tgid, r->rec.tgid);

	if (th && r->path_len <= r->rec.len - sizeof(*r))
		fs__chroot(th->fs, name__new(r->path, r->path_len));
}

static void learn_link(struct threads *t, const struct rec_link *r)
{
	if ((uint64_t)r->path_len + r->to_len <= r->rec.len - sizeof(*r))
		links__set(t->links, r->mnt_ns, r->text, r->path_len, r->text + r->path_len, r->to_len);
}

static void learn_genl(struct threads *t, const struct rec_genl *r)
{
	if (r->rec.len >= sizeof(*r) && r->id <= UINT16_MAX)
		genl_families__set(&t->genl, (uint16_t)r->id, r->name, (unsigned)strnlen(r->name, sizeof(r->name)));
}

static void learn_name(struct threads *t, const struct rec_name *r)
{
	if (r->rec.len >= sizeof(*r) && r->name_len <= r->rec.len - sizeof(*r) && r->of < IDS_OF)
		id_names__set(&t->id_names, (enum id_of)r->of, r->id, r->name, r->name_len);
}

static void learn_comm(struct threads *t, const struct rec *rec, const char *comm)
{
	struct thread *th = threads__need(t, rec->tid, rec->tgid);

	if (!th)
		return;
	if (rec->type == REC_COMM)
		threads__was_named(th, rec->ts);
	memcpy(th->comm, comm, COMM_LEN - 1);
}

static void learn_owner(struct threads *t, const struct rec_owner *r)
{
	struct thread *th = threads__need(t, r->rec.tid, r->rec.tgid);

	if (th && r->rec.len >= sizeof(*r))
		th->owner = (struct thread_owner){ .cgroup = r->cgroup, .uid = r->uid, .has = r->has };
}

static void learn_numbers(struct threads *t, const struct rec_pidns *r)
{
	struct thread *th = r->rec.len < sizeof(*r) ? NULL : threads__need(t, r->rec.tid, r->rec.tgid);

	if (th)
		th->pid_ns = pid_numbers__set(&t->numbers, &th->numbers, r);
}

void state__learn(struct threads *t, const struct rec *rec)
{
	switch (rec->type) {
	case REC_FORK: fd_tracking__fork(t, (const struct rec_fork *)rec); break;
	case REC_EXEC: fd_tracking__exec(t, (const struct rec_exec *)rec); break;
	case REC_LOSS: fd_tracking__lost(t, (const struct rec_loss *)rec); break;
	case REC_COMM: learn_comm(t, rec, ((const struct rec_comm *)rec)->comm); break;
	case REC_TASK: learn_comm(t, rec, ((const struct rec_task *)rec)->comm); break;
	case REC_FD: learn_fd(t, (const struct rec_fd *)rec); break;
	case REC_CWD: learn_cwd(t, (const struct rec_path *)rec); break;
	case REC_OWNER: learn_owner(t, (const struct rec_owner *)rec); break;
	case REC_PIDNS: learn_numbers(t, (const struct rec_pidns *)rec); break;
	case REC_GENL: learn_genl(t, (const struct rec_genl *)rec); break;
	case REC_NAME: learn_name(t, (const struct rec_name *)rec); break;
	case REC_PEER:
		peer_ends__learn(&t->ends, (const struct rec_peer *)rec);
		paths__peer(t->paths, &((const struct rec_peer *)rec)->info);
		break;
	case REC_LINK: learn_link(t, (const struct rec_link *)rec); break;
	case REC_ROOT: learn_root(t, (const struct rec_path *)rec); break;
	}
}

int state__open(struct state *s)
{
	memset(s, 0, sizeof(*s));
	s->spaces = address_spaces__new();
	return s->spaces ? threads__open(&s->threads) : -ENOMEM;
}

void state__close(struct state *s)
{
	for (unsigned i = 0; i < s->nformats; i++)
		free(s->formats[i]);
	free(s->formats);
	trigger__free(&s->trigger);
	call_parts__free(&s->parts);
	threads__close(&s->threads);
	address_spaces__free(s->spaces);
	s->spaces = NULL;
}

static void follow_call(struct state *s, const struct rec *rec)
{
	const struct rec_call *r = call_parts__join(&s->parts, (const struct rec_call *)rec);
	struct span at = { .began = rec->ts - r->dur, .ended = rec->ts };
	const struct row *row = r->abi < ABI_COUNT ? rows__find((enum abi)r->abi, r->nr) : NULL;
	struct thread *th;

	if (!row || (!row->sub && row->effect == EFFECT_NONE && !(r->flags & (CALL_FDS | CALL_NAMES))) || call__parse(&s->call, r, NULL))
		return;
	th = threads__need(&s->threads, rec->tid, rec->tgid);
	if (!th)
		return;
	fd_tracking__before(th, &s->call, at);
	fd_tracking__after(th, &s->call, at);
}

/* Each format comes once, and there are few. Without memory, events of that format are not shown. */
static void keep_format(struct state *s, const struct rec *rec)
{
	struct rec_format *copy = VEC_MORE(s->formats, s->nformats, 1) ? malloc(rec->len) : NULL;

	if (copy)
		s->formats[s->nformats++] = memcpy(copy, rec, rec->len);
}

/* Applies --switch-on and --switch-off to an event of that name. */
static void follow_gate(struct state *s, const char *name)
{
	trigger__before(&s->trigger, name);
	trigger__after(&s->trigger, name);
}

static void follow_event(struct state *s, const struct rec_event *r)
{
	const struct rec_format *f;
	char *name;

	for (unsigned i = 0; i < s->nformats; i++) {
		f = s->formats[i];
		if (f->id != r->id || asprintf(&name, "%.*s:%.*s", f->system_len, f->text, f->name_len, f->text + f->system_len) < 0)
			continue;
		follow_gate(s, name);
		free(name);
		return;
	}
}

static void follow_switches(struct state *s, const struct rec *rec)
{
	const struct rec_call *c = (const struct rec_call *)rec;

	if (rec->type == REC_CALL && c->abi < ABI_COUNT)
		follow_gate(s, syscalltbl__name((enum abi)c->abi, c->nr));
	else if (rec->type == REC_EVENT)
		follow_event(s, (const struct rec_event *)rec);
}

/* An older one is shorter. */
static void keep_start(struct state *s, const struct rec *rec)
{
	memset(&s->start, 0, sizeof(s->start));
	memcpy(&s->start, rec, rec->len < sizeof(s->start) ? rec->len : sizeof(s->start));
}

void state__follow(struct state *s, const struct rec *rec)
{
	if (trigger__switches(&s->trigger))
		follow_switches(s, rec);
	if (record_type__fits(rec))	/* long enough for its type */
		address_spaces__follow(s->spaces, rec);
	if (rec->type != REC_CALL && record_type__fits(rec))
		call_parts__follow(&s->parts, rec);
	if (rec->type == REC_CALL)
		follow_call(s, rec);
	else if (rec->type == REC_SHOW && !trigger__switches(&s->trigger))
		trigger__read(&s->trigger, (const struct rec_show *)rec);
	else if (rec->type == REC_FORMAT)
		keep_format(s, rec);
	else if (rec->type == REC_EXIT)
		threads__remove(&s->threads, rec->tid);
	else if (rec->type == REC_START)
		keep_start(s, rec);
	else
		state__learn(&s->threads, rec);
}

/* -- To records ------------------------------------------------------------------------------------------------------ */

/* Appends a record of `head` bytes, and a text. */
static void add(struct buf *records, const void *r, size_t head, const char *text, size_t len)
{
	size_t at = record__begin(records, r, head);

	buf__add(records, text, len);
	record__end(records, at);
}

static void dump_numbers(const struct thread *th, uint64_t ts, struct buf *records)
{
	struct rec_pidns r = { .rec = record__head(REC_PIDNS, 0, ts, th->tid, th->tgid) };
	size_t at;

	for (const struct pid_number *n = th->numbers; n; n = n->deeper)
		r.n++;
	if (!r.n)
		return;
	at = record__begin(records, &r, sizeof(r));
	for (const struct pid_number *n = th->numbers; n; n = n->deeper)
		buf__add(records, (uint32_t[]){ n->ns, n->nr }, sizeof(r.numbers[0]));
	record__end(records, at);
}

static void dump_owner(const struct thread *th, uint64_t ts, struct buf *records)
{
	struct rec_owner r = {
		.rec = record__head(REC_OWNER, 0, ts, th->tid, th->tgid), .cgroup = th->owner.cgroup, .uid = th->owner.uid, .has = th->owner.has,
	};

	if (r.has)
		add(records, &r, sizeof(r), NULL, 0);
}

static void dump_task(const struct thread *th, uint64_t ts, struct buf *records)
{
	struct rec_task r = { .rec = record__head(REC_TASK, 0, ts, th->tid, th->tgid) };

	memcpy(r.comm, th->comm, sizeof(r.comm));
	add(records, &r, sizeof(r), NULL, 0);
	dump_numbers(th, ts, records);
	dump_owner(th, ts, records);
}

static void dump_file(const struct name *n, struct fdinfo *f)
{
	f->peer_ino = n->device_of;
	if (n->device) {
		f->mode = n->device;
		f->ino = n->rdev;
	}
	if (n->object == NAME_MASTER)
		f->ino |= (n->number + 1) << 32;
	else if (n->object == NAME_EVENTFD || n->object == NAME_FIFO)
		f->ino = n->number;
	if (n->object == NAME_FIFO)
		f->mode = S_IFIFO;
}

static void dump_files(const struct thread *th, uint64_t ts, struct buf *records)
{
	for (unsigned fd = 0; fd < th->files->n; fd++) {
		const struct fd_slot *slot = &th->files->slots[fd];
		struct rec_fd r = { .rec = record__head(REC_FD, 0, ts, th->tid, th->tgid), .fd = (int)fd, .cloexec = slot->cloexec };

		if (!slot->now)
			continue;
		r.has_info = name__info(slot->now, &r.info);
		r.info.access = slot->now->access;
		r.path_len = r.has_info ? 0 : slot->now->len;
		if (!r.has_info)
			dump_file(slot->now, &r.info);
		r.info.mnt_ns = slot->now->mnt_ns;
		add(records, &r, sizeof(r), r.has_info ? "" : slot->now->text, r.path_len);
	}
}

static void dump_dir(unsigned type, const struct thread *th, const struct name *dir, uint64_t ts, struct buf *records)
{
	struct rec_path r = { .rec = record__head(type, 0, ts, th->tid, th->tgid) };

	if (!dir)
		return;
	r.path_len = dir->len;
	r.mnt_ns = th->fs->mnt_ns;
	add(records, &r, sizeof(r), dir->text, dir->len);
}

static void dump_dirs(const struct thread *th, uint64_t ts, struct buf *records)
{
	dump_dir(REC_CWD, th, th->fs->cwd, ts, records);
	dump_dir(REC_ROOT, th, th->fs->root, ts, records);
}

/* The owner of shared descriptors: of the processes' leaders that share them, the one with the lowest tid. */
static const struct thread *owner_of(const struct threads *t, const struct thread *th)
{
	const struct thread *owner = th;

	if (th->files->refs == 1)
		return th;
	HASH_EACH(&t->table, const struct thread, o)
		if (o->tid == o->tgid && o->files == th->files && o->tid < owner->tid)
			owner = o;
	return owner;
}

/* A process that shares descriptors is written as a child that was just forked from the owner. */
static void dump_sharer(const struct thread *th, const struct thread *owner, uint64_t ts, struct buf *records)
{
	struct rec_fork r = {
		.rec = record__head(REC_FORK, 0, ts, th->tid, th->tgid), .parent_tid = owner->tid, .parent_tgid = owner->tgid,
		.shares_files = 1, .shares_fs = th->fs == owner->fs,
	};

	memcpy(r.comm, th->comm, sizeof(r.comm));
	add(records, &r, sizeof(r), NULL, 0);
	dump_numbers(th, ts, records);
	dump_owner(th, ts, records);
	if (!r.shares_fs)
		dump_dirs(th, ts, records);
}

static void dump_leader(const struct threads *t, const struct thread *th, uint64_t ts, struct buf *records, bool sharers)
{
	const struct thread *owner = owner_of(t, th);

	if ((owner != th) != sharers)
		return;
	if (owner != th) {
		dump_sharer(th, owner, ts, records);
		return;
	}
	dump_task(th, ts, records);
	dump_dirs(th, ts, records);
	dump_files(th, ts, records);
}

void state__dump_start(const struct state *s, uint64_t ts, struct buf *records)
{
	struct rec_start r = s->start;

	if (!r.rec.len)
		return;
	if (r.realtime)
		r.realtime += ts - r.rec.ts;
	if (r.boottime)
		r.boottime += ts - r.rec.ts;
	r.rec.ts = ts;
	add(records, &r, sizeof(r), NULL, 0);
}

static void dump_formats(const struct state *s, uint64_t ts, struct buf *records)
{
	for (unsigned i = 0; i < s->nformats; i++) {
		s->formats[i]->rec.ts = ts;
		buf__add(records, s->formats[i], s->formats[i]->rec.len);
	}
}

/* Order: processes, then processes that share descriptors with them, then threads, which share their process's. */
void state__dump(const struct state *s, uint64_t ts, struct buf *records)
{
	dump_formats(s, ts, records);
	genl_families__dump(&s->threads.genl, ts, records);
	id_names__dump(&s->threads.id_names, ts, records);
	peer_ends__dump(&s->threads.ends, ts, records);
	for (int pass = 0; pass < 3; pass++)
		HASH_EACH(&s->threads.table, const struct thread, th) {
			if (pass < 2 && th->tid == th->tgid)
				dump_leader(&s->threads, th, ts, records, pass == 1);
			else if (pass == 2 && th->tid != th->tgid)
				dump_task(th, ts, records);
		}
	address_spaces__dump(s->spaces, ts, records);
	call_parts__dump(&s->parts, ts, records);
}
