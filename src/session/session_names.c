// SPDX-License-Identifier: BSD-2-Clause
/* session_names.c - what beautifiers may ask about descriptors, tasks, IDs and families: answered from the state of the call's host. */
#include "session_names.h"

#include <fcntl.h>
#include <stdlib.h>

#include "beautifiers/verbs.h"
#include "tracker/fd_tracking.h"

static const struct name *fd_name_of(const struct session *s, int fd, bool made)
{
	const struct fdtable *files = s->now ? s->now->files : NULL;
	const struct name *n = !made && fd == s->replaced ? fdtable__before(files, fd) : fdtable__name(files, fd, made ? s->ended : s->began);

	bool of_old = !made || (s->call.row && s->call.row->effect == NAMES_SOCK);

	/* Requests of an io_uring change descriptors in the order of their own records */
	if (!n || (of_old && !syscalltbl__is_uring(s->call.nr) && !fdtable__is_sure(files, fd, s->ended)))
		return NULL;
	return n;
}

static const struct name *cwd_of(const struct session *s)
{
	return s->now && s->now->fs ? s->now->fs->cwd : NULL;
}

/* Kept until the next one is asked for. */
static const struct name *registered_name_of(struct session *s, int fd)
{
	name__put(s->registered);
	s->registered = s->now ? fd_tracking__registered(s->now, &s->call, fd) : NULL;
	return s->registered;
}

static const char *comm_of(void *ctx, uint32_t tid)
{
	struct session *s = ctx;
	const struct thread *th = threads__find(&s->host->threads, tid);

	return th && th->comm[0] ? th->comm : NULL;
}

static bool name_of(void *ctx, int fd, bool made, struct fd_name *name)
{
	struct session *s = ctx;

	if (call__is_registered(&s->call, fd))
		name->name = registered_name_of(s, fd);
	else
		name->name = fd == AT_FDCWD ? cwd_of(s) : fd_name_of(s, fd, made);
	name->npeers = 0;
	name->comm = NULL;
	if (!name->name)
		return false;
	name->text = name__text(name->name, &name->len);
	if (fd_name__is_pidfd(name))
		name->comm = comm_of(s, (uint32_t)strtoul(name->text + 4, NULL, 10));
	if (s->opt->peers && s->now && fd != AT_FDCWD) {
		name->peers = s->peers;
		name->npeers = s->call.row && s->call.row->locks ? peer_ends__of_lock(&s->host->threads.ends, &s->call.rec->rec, s->peers) :
								   peer_ends__of(&s->host->threads, name->name, s->now->tgid, s->peers);
	}
	return true;
}

/* These two are used while the call is parsed: s->now is not its thread yet. */
static uint32_t fd_kind_of(void *ctx, int fd)
{
	struct session *s = ctx;

	if (call__is_registered(&s->call, fd))
		return threads__kind_of(registered_name_of(s, fd));
	return threads__fd_kind(&s->host->threads, s->call.rec, fd);
}

static const char *fd_driver_of(void *ctx, int fd)
{
	struct session *s = ctx;

	return threads__fd_driver(&s->host->threads, s->call.rec, fd);
}

static const char *ended_comm_of(void *ctx, uint32_t tid)
{
	const struct session *s = ctx;

	return host__comm_of_ended(s->host, tid);
}

static uint32_t process_of(void *ctx, uint32_t tid)
{
	struct session *s = ctx;
	const struct thread *th = threads__find(&s->host->threads, tid);

	return th ? th->tgid : 0;
}

static int64_t boot_date_of(void *ctx, uint64_t ns)
{
	const struct host *h = ((struct session *)ctx)->host;

	return h->real_minus_boot ? h->real_minus_boot + (int64_t)ns : 0;
}

static const char *id_name_of(void *ctx, enum id_of of, uint32_t id)
{
	return id_names__get(&((struct session *)ctx)->host->threads.id_names, of, id);
}

static const char *genl_family_of(void *ctx, uint16_t id)
{
	return genl_families__name(&((struct session *)ctx)->host->threads.genl, id);
}

static uint32_t stop_event_of(void *ctx, uint32_t pid)
{
	const struct thread *now = ((struct session *)ctx)->now;

	return now && now->waited.pid == pid ? now->waited.event : 0;
}

static uint32_t pid_of(void *ctx, uint32_t pid, bool other)
{
	struct session *s = ctx;

	if (s->now && s->now->pid_ns)
		return pid_numbers__find(&s->host->threads.numbers, s->now->pid_ns, pid);
	return other ? 0 : pid;
}

static const char *host_of(void *ctx)
{
	const struct host *h = ((struct session *)ctx)->host;

	return h->name[0] ? h->name : NULL;
}

void session_names__init(struct session *s)
{
	s->names = (struct names){
		.ctx = s, .fd_name = name_of, .comm = comm_of, .ended_comm = ended_comm_of, .pid = pid_of, .process = process_of, .stop_event = stop_event_of,
		.fd_kind = fd_kind_of, .fd_driver = fd_driver_of, .boot_date = boot_date_of, .id_name = s->opt->names ? id_name_of : NULL, .genl_family = genl_family_of,
		.owner_name = id_name_of, .host = host_of,
	};
}
