// SPDX-License-Identifier: BSD-2-Clause
/*
 * source_names.c - finds IDs by showing each call and signal with verbs that emit nothing: what kinds ask for is what they would show. What follows
 * from the state of threads (the protocol of a socket, families of generic netlink) is asked of a state of its own.
 */
#include "source_names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "beautifiers/show.h"
#include "host/id_lookup.h"
#include "silent_verbs.h"
#include "tracker/id_names.h"
#include "tracker/state.h"

struct source_names {
	struct layer layer;
	bool calls, users;		/* look for names of what calls and signals show; for those of users that threads are of */
	struct state state;
	struct names names;
	struct show show;
	struct call call;		/* scratch */
	const struct rec *now;		/* the record that is looked at */
	struct buf before;		/* records to insert before it; those up to `before_at` were returned */
	size_t before_at;
};

/* An ID that was shown. The name is told if that is news. */
static const char *id_name_of(void *ctx, enum id_of of, uint32_t id)
{
	struct source_names *s = ctx;
	struct id_names *told = &s->state.threads.id_names;
	const char *name = id_lookup__name(of, id), *old = name ? id_names__get(told, of, id) : NULL;

	if (name && (!old || strcmp(old, name))) {
		id_names__record(&s->before, s->now->ts, of, id, name);
		id_names__set(told, of, id, name, strlen(name));
	}
	return name;
}

static bool fd_name_of(void *ctx, int fd, bool made, struct fd_name *name)
{
	(void)ctx, (void)fd, (void)made, (void)name;
	return false;
}

static const char *comm_of(void *ctx, uint32_t tid)
{
	(void)ctx, (void)tid;
	return NULL;
}

static uint32_t pid_of(void *ctx, uint32_t pid, bool other)
{
	(void)ctx, (void)pid, (void)other;
	return 0;
}

static uint32_t none_of(void *ctx, uint32_t id)
{
	(void)ctx, (void)id;
	return 0;
}

static int64_t date_of(void *ctx, uint64_t ns)
{
	(void)ctx, (void)ns;
	return 0;
}

static uint32_t fd_kind_of(void *ctx, int fd)
{
	struct source_names *s = ctx;

	return threads__fd_kind(&s->state.threads, s->call.rec, fd);
}

static const char *fd_driver_of(void *ctx, int fd)
{
	struct source_names *s = ctx;

	return threads__fd_driver(&s->state.threads, s->call.rec, fd);
}

static const char *genl_family_of(void *ctx, uint16_t id)
{
	return genl_families__name(&((struct source_names *)ctx)->state.threads.genl, id);
}

static void look_at_call(struct source_names *s, const struct rec *rec)
{
	enum call_state st = rec->type == REC_CALL ? CALL_DONE : CALL_UNFINISHED;

	if (call__parse(&s->call, call_parts__join(&s->state.parts, (const struct rec_call *)rec), &s->names) || !s->call.row)
		return;
	show__args(&s->show, &s->call, st);
	show__result(&s->show, &s->call, st);
}

static void look_at_tally(struct source_names *s, const struct rec_tally *r)
{
	if (r->flags & TALLY_USER)
		id_name_of(s, ID_USER, r->uid);
	for (enum id_of of = ID_CGROUP; r->flags & TALLY_CGROUP && r->cgroup <= UINT32_MAX && of <= ID_UNIT; of++)
		id_name_of(s, of, (uint32_t)r->cgroup);
}

static void look_at_owner(struct source_names *s, const struct rec_owner *r)
{
	if (s->users && r->has & OWNER_USER)
		id_name_of(s, ID_USER, r->uid);
	for (enum id_of of = ID_CGROUP; r->has & OWNER_CGROUP && r->cgroup <= UINT32_MAX && of <= ID_UNIT; of++)
		id_name_of(s, of, (uint32_t)r->cgroup);
}

static void look_at_other(struct source_names *s, const struct rec *rec)
{
	if (rec->type == REC_TALLY)
		look_at_tally(s, (const struct rec_tally *)rec);
	else if (rec->type == REC_OWNER)
		look_at_owner(s, (const struct rec_owner *)rec);
	else if (s->calls && rec->type == REC_SIGNAL)
		show__siginfo(&s->show, (const struct rec_signal *)rec);
}

static enum layer_verdict look(struct layer *l, const struct rec *rec)
{
	struct source_names *s = (struct source_names *)l;

	s->before.len = s->before_at = 0;
	s->now = rec;
	if (rec->type != REC_CALL && rec->type != REC_PENDING)
		look_at_other(s, rec);
	else if (s->calls)
		look_at_call(s, rec);
	if (s->calls)
		state__follow(&s->state, rec);
	return s->before.len ? LAYER_HOLDS : LAYER_PASSES;
}

static const struct rec *before(struct layer *l, const struct rec *held)
{
	struct source_names *s = (struct source_names *)l;

	(void)held;
	return source_layer__take(&s->before, &s->before_at);
}

static void free_names(struct layer *l)
{
	struct source_names *s = (struct source_names *)l;

	state__close(&s->state);
	buf__free(&s->before);
	free(s);
}

static const struct layer_ops names_ops = { .look = look, .before = before, .free = free_names };

int source_names__open(struct source **out, struct source *below, bool calls, bool users)
{
	struct source_names *s = calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	if (state__open(&s->state)) {
		free(s);
		return -ENOMEM;
	}
	s->calls = calls;
	s->users = users;
	s->names = (struct names){
		.ctx = s, .fd_name = fd_name_of, .comm = comm_of, .pid = pid_of, .process = none_of, .stop_event = none_of,
		.fd_kind = fd_kind_of, .fd_driver = fd_driver_of, .boot_date = date_of, .id_name = id_name_of, .genl_family = genl_family_of,
	};
	s->show = (struct show){
		.w = &silent_verbs, .string_limit = UINT32_MAX, .verbose = true, .names = &s->names, .native = abi__native(),
	};
	*out = source_layer__over(&s->layer, &names_ops, below);
	return 0;
}
