// SPDX-License-Identifier: BSD-2-Clause
/*
 * session.c - one record in, at most one event out.
 *
 * A call becomes an event when it returns; one in progress becomes an unfinished event with its REC_PENDING.
 */
#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

#include "beautifiers/verbs.h"
#include "filter.h"
#include "lib/msg.h"
#include "lib/vec.h"
#include "recording/record_types.h"
#include "owner_value.h"
#include "session_names.h"
#include "session_requests.h"
#include "session_wants.h"
#include "symbols/address_spaces.h"
#include "symbols/stacks.h"
#include "tally_filter.h"
#include "tracker/fd_tracking.h"
#include "tracker/state.h"

#define HOSTS_MAX 1024		/* bounds what a hostile recording can use */

static void learn_family(void *ctx, uint16_t id, const char *name, unsigned len)
{
	genl_families__set(&((struct session *)ctx)->host->threads.genl, id, name, len);
}

static int use_host(struct session *s, unsigned i, const char *name)
{
	int err = i < HOSTS_MAX ? 0 : -EINVAL;

	while (!err && i >= s->nhosts) {
		struct host *h = VEC_MORE(s->hosts, s->nhosts, 1) ? host__new(s->opt, s->host ? s->host->native : abi__native()) : NULL;

		err = h ? 0 : -ENOMEM;
		if (h)
			s->hosts[s->nhosts++] = h;
	}
	if (err)
		return err;
	s->host = s->hosts[i];
	snprintf(s->host->name, sizeof(s->host->name), "%.63s", name);
	return 0;
}

int session__open(struct session *s, const struct options *opt, struct view *view)
{
	int err;

	*s = (struct session){ .opt = opt, .view = view, .until = UINT64_MAX };
	session_names__init(s);
	s->shows_owners = options__show_owners(opt) && !opt->tally;	/* counts have them */
	s->show_thread = opt->all || opt->thread_column || opt->nfiles > 1;
	err = trigger__init(&s->trigger, opt);
	if (!err)
		err = use_host(s, 0, "");
	if (err)
		msg__no_memory();
	return err;
}

void session__close(struct session *s)
{
	name__put(s->registered);	/* before the paths that it shares */
	s->registered = NULL;
	for (unsigned i = 0; i < s->nhosts; i++)
		host__free(s->hosts[i]);
	trigger__free(&s->trigger);
	free(s->hosts);
	s->hosts = NULL;
	s->nhosts = 0;
}

/* realtime: ns since the Epoch at ts; 0: not known. */
static void begin(struct session *s, uint64_t ts, uint64_t realtime)
{
	s->begun = true;
	if (s->view->ops->begin)
		s->view->ops->begin(s->view, &(struct view_begin){ .mono = ts, .real = realtime, .names = &s->names });
}

/* Time counts from the first record, shown or not. If the time of day is not known, times are CLOCK_MONOTONIC's. */
static void start_clocks(struct session *s, uint64_t ts, uint64_t realtime)
{
	uint64_t real = realtime ? realtime : ts;

	s->from = s->opt->from.kind ? time_spec__mono(&s->opt->from, ts, real) : 0;
	s->until = s->opt->until.kind ? time_spec__mono(&s->opt->until, ts, real) : UINT64_MAX;
	trigger__start(&s->trigger, s->opt, ts);
	session__find_plain(s);
	begin(s, ts, realtime);
}

/* To be called before and after a call or event of that name is filtered: it may switch showing on or off. */
static void switch_before(struct session *s, const char *name)
{
	trigger__before(&s->trigger, name);
	trigger__before(&s->host->trigger, name);
}

static void switch_after(struct session *s, const char *name)
{
	trigger__after(&s->trigger, name);
	trigger__after(&s->host->trigger, name);
}

/* The call's name if showing depends on names, else NULL. On the hot path. */
static const char *name_to_switch(const struct session *s, const struct call *c)
{
	if (!c->done || (!trigger__switches(&s->trigger) && !trigger__switches(&s->host->trigger)))
		return NULL;
	return syscalltbl__name(c->abi, c->nr);
}

static void note_threads(struct session *s)
{
	if (!s->show_thread && s->host->threads.table.n > 1)
		s->show_thread = !other_lines__one_thread(s->opt, &s->host->recorded_lines);
}

/* Fills *e by members: a returned struct would be copied in pieces of other sizes than those just stored, which stalls the
 * processor. */
static void make_event(struct session *s, const struct rec *r, uint64_t ts, bool chosen, struct event *e)
{
	if (chosen)
		note_threads(s);	/* it may be the second thread shown */
	e->ts = ts;
	e->dur = 0;
	e->has_dur = false;
	e->show_thread = s->show_thread && !s->opt->no_thread;
	e->chosen = chosen;
	e->cpu = r->cpu;
	e->tid = r->tid;
	e->tgid = r->tgid;
	e->native = s->host->native;
	e->comm = session__comm(s, r);
	e->old_comm = NULL;
	e->host = s->host->name[0] ? s->host->name : NULL;
	e->owner = s->now ? &s->now->owner : NULL;
	e->owners = s->opt->w.owners ? owner_values__fill(s->owners, s->opt->w.owners, e->owner, &s->names) : NULL;
	e->frames = s->frames;
	e->nframes = s->nframes;
	e->wait = NULL;
}

/* A line of this call has all of it, only the entry, or only the exit. */
static enum call_state state_of(const struct thread *th, const struct call *c)
{
	bool resumes = (th->unfinished && th->unfinished_nr == c->nr) || c->rec->flags & CALL_NO_ARGS;

	if (c->done)
		return resumes ? CALL_RESUMED : CALL_DONE;
	if (c->rec->flags & CALL_NO_RETURN)
		return resumes ? CALL_RESUMED : CALL_ENDED;
	return CALL_UNFINISHED;
}

/* The thread that made the call: an execve by a thread that is not the leader has changed its tid before the exit. */
static const struct rec *caller_of(struct thread *th, const struct call *c, struct rec *copy)
{
	if (!th->exec_tid || !c->done || c->failed || !c->row || c->row->effect != EXECS)
		return &c->rec->rec;
	*copy = c->rec->rec;
	copy->tid = th->exec_tid;
	th->exec_tid = 0;
	return copy;
}

/* How the time of the call was spent, if it is known and wanted. */
static const struct wait_split *find_wait(struct session *s, const struct call *c)
{
	if (!wait_splits__of(&s->host->waits, c->rec, &s->wait) || s->wait.blocked + s->wait.runnable < s->opt->wait.least)
		return NULL;
	return &s->wait;
}

/* A request ends while its thread is in another call. */
static void note_unfinished(struct thread *th, const struct call *c, bool unfinished)
{
	if (!syscalltbl__is_request(c->nr))
		th->unfinished = unfinished, th->unfinished_nr = c->nr;
}

static void show_call(struct session *s, struct thread *th, const struct call *c, const struct rec *who, struct span at)
{
	enum call_state st = state_of(th, c);
	struct event e;

	make_event(s, who, at.began, true, &e);
	e.dur = at.ended - at.began;
	e.has_dur = c->done && !(c->rec->flags & CALL_NO_ENTRY);
	if (at.began < th->renamed && th->old_comm[0])
		e.old_comm = th->old_comm;
	if (s->host->waits.held.n && s->opt->wait.on && !syscalltbl__is_request(c->nr))
		e.wait = find_wait(s, c);
	s->view->ops->call(s->view, &e, c, st);
	note_unfinished(th, c, st == CALL_UNFINISHED);
	if (st != CALL_UNFINISHED)
		s->nlines++;
	if (s->shows_owners)
		s->unowned += !e.owner || !e.owner->has;
}

/* Sets the totals, once. */
static void sum_up(struct session *s, uint64_t ts, uint64_t lost)
{
	if (!s->has_totals)
		s->totals = (struct totals){ .ts = ts, .calls = s->nlines, .lost = lost };
	s->has_totals = true;
}

/* --max-events is reached. */
static bool is_enough(struct session *s, uint64_t ts)
{
	if (!s->opt->max_events || s->nlines + s->nevents < s->opt->max_events)
		return false;
	sum_up(s, ts, s->reported_lost);
	return true;
}

static bool parse_call(struct session *s, const struct rec_call *r)
{
	if (call__parse(&s->call, r, &s->names))
		return false;
	if (!s->opt->show_late)
		call__hide_unsure(&s->call);
	return true;
}

/* Takes the call that parse_call() has parsed. th: the thread that has made it, or another one of its process. */
static bool take_parsed(struct session *s, struct thread *th)
{
	struct call *c = &s->call;
	const struct rec_call *r = c->rec;
	const struct rec *rec = &r->rec, *who;
	const char *name;
	struct span at;
	struct rec copy;
	bool changes;

	if (!s->view->ops->no_args && c->row && c->row->moves && c->done && !c->failed)
		genl__learn(c, learn_family, s);
	/* In a damaged recording a call may have taken longer than the clock has run */
	at = (struct span){ .began = r->dur < rec->ts ? rec->ts - r->dur : 0, .ended = rec->ts };
	who = caller_of(th, c, &copy);
	s->now = th;
	s->began = at.began;
	s->ended = at.ended;
	changes = fd_tracking__has_any(c);
	s->replaced = changes ? fd_tracking__replaces(c) : -1;
	if (changes)
		fd_tracking__before(th, c, at);
	name = name_to_switch(s, c);
	if (name)
		switch_before(s, name);
	if (session__wants_call(s, th, c, who, at))
		show_call(s, th, c, who, at);
	else
		note_unfinished(th, c, false);
	if (name)
		switch_after(s, name);
	if (changes)
		fd_tracking__after(th, c, at);
	return is_enough(s, rec->ts);
}

/* The thread that has submitted a request may have ended since. */
static bool take_request_of(struct session *s, const struct rec_call *r)
{
	struct thread *th = threads__find(&s->host->threads, r->rec.tid);

	th = th ? th : threads__need(&s->host->threads, r->rec.tgid, r->rec.tgid);
	s->nframes = 0;
	return th && parse_call(s, r) && take_parsed(s, th);
}

static bool take_call(struct session *s, const struct rec *rec)
{
	const struct rec_call *r = call_parts__join(&s->host->parts, (const struct rec_call *)rec);
	struct thread *th;

	if (!parse_call(s, r))
		return false;
	if (s->call.row && s->call.row->aio) {
		if (session_requests__follow(s, take_request_of))
			return true;
		parse_call(s, r);
	}
	th = threads__need(&s->host->threads, rec->tid, rec->tgid);
	return th && take_parsed(s, th);
}

static void take_signal(struct session *s, const struct rec *rec)
{
	const struct rec_signal *r = (const struct rec_signal *)rec;
	struct event e;

	s->now = threads__need(&s->host->threads, rec->tid, rec->tgid);
	if (s->host->stacks)
		s->frames = stacks__of_signal(s->host->stacks, r, &s->nframes);
	if (!s->view->ops->signal || !session__wants_signal(s, r) || !session__wants_line(s, rec, rec->ts))
		return;
	make_event(s, rec, rec->ts, true, &e);
	s->view->ops->signal(s->view, &e, r);
}

static void show_other(struct session *s, const struct rec *rec, const struct other_event *o)
{
	struct event e;

	s->nevents++;
	if (s->view->ops->other) {
		make_event(s, rec, rec->ts, true, &e);
		s->view->ops->other(s->view, &e, o);
		return;
	}
	if (!s->left_out)
		msg__warn("--%s %s cannot hold other tracepoints and page faults: they are left out",
			  s->opt->in == IN_CONVERT ? "to" : "format", s->view->ops->name);
	s->left_out = true;
}

static bool take_event(struct session *s, const struct rec *rec)
{
	const struct event_format *f = event_formats__find(&s->host->formats, ((const struct rec_event *)rec)->id);

	if (!f)
		return false;
	s->now = threads__find(&s->host->threads, rec->tid);
	switch_before(s, f->name);
	if (filter__wants_event(s->opt, f->name, f->hidden) && session__wants_stack(s, rec) && session__wants_line(s, rec, rec->ts))
		show_other(s, rec, &(struct other_event){ .name = f->name, .format = f, .rec = (const struct rec_event *)rec });
	switch_after(s, f->name);
	return is_enough(s, rec->ts);
}

/* Finds the mapping of an address: a file, or a named region such as [heap]. */
static struct mapped_addr locate(const struct space *sp, uint64_t addr)
{
	const struct mapping *m = sp ? mappings__find(sp->maps, addr) : NULL;
	const char *path = m && m->file ? m->file->path : NULL;

	return (struct mapped_addr){ addr, path, path ? addr - m->start + (path[0] == '/' ? m->pgoff : 0) : 0 };
}

static bool take_fault(struct session *s, const struct rec *rec)
{
	const struct rec_fault *r = (const struct rec_fault *)rec;
	const struct space *sp;
	bool major = r->flags & FAULT_MAJOR;

	s->now = threads__find(&s->host->threads, rec->tid);
	if (!filter__wants_fault(s->opt, major) || !session__wants_stack(s, rec) || !session__wants_line(s, rec, rec->ts))
		return false;
	sp = address_spaces__find(s->host->spaces, rec->tgid);
	show_other(s, rec, &(struct other_event){
		.name = major ? "majfault" : "minfault", .ip = locate(sp, r->ip), .addr = locate(sp, r->addr),
	});
	return is_enough(s, rec->ts);
}

static void show_exit(struct session *s, const struct rec *rec)
{
	bool chosen = session__wants_exit(s, rec) && session__wants_line(s, rec, rec->ts);
	struct event e;

	make_event(s, rec, rec->ts, chosen, &e);
	if (s->view->ops->exit)
		s->view->ops->exit(s->view, &e, ((const struct rec_exit *)rec)->code);
}

static bool take_exit(struct session *s, const struct rec *rec)
{
	if (session_requests__end_thread(s, rec, take_request_of))
		return true;
	s->now = threads__need(&s->host->threads, rec->tid, rec->tgid);
	show_exit(s, rec);
	if (s->now)
		host__end_thread(s->host, s->now);
	s->now = NULL;
	return false;
}

static void take_tally(struct session *s, const struct rec *rec)
{
	const struct rec_tally *r = (const struct rec_tally *)rec;
	struct event e;

	if (!tally_filter__wants(s->opt, r))
		return;
	s->nlines += r->calls;
	if (!s->view->ops->tally) {
		if (!s->left_out)
			msg__warn("the recording has counts of calls instead of calls: 'trace summary' shows them");
		s->left_out = true;
		return;
	}
	s->now = NULL;
	make_event(s, rec, rec->ts, false, &e);
	s->view->ops->tally(s->view, &e, r);
}

static const char *loss_reason(uint32_t reason)
{
	switch (reason) {
	case LOSS_RING: return "ring buffer full";
	case LOSS_INFLIGHT: return "no memory for the call's entry";
	case LOSS_OTHER: return "the kernel skipped the program";
	case LOSS_RING_BUSY: return "ring buffer full or in use";
	case LOSS_SPOOL: return "recordings that waited had reached their limit";
	}
	return "unknown reason";
}

static void take_loss(struct session *s, const struct rec *rec)
{
	const struct rec_loss *r = (const struct rec_loss *)rec;
	struct event e;
	bool chosen;

	s->reported_lost += r->count;
	s->now = rec->tid ? threads__need(&s->host->threads, rec->tid, rec->tgid) : NULL;
	chosen = !rec->tid || session__wants_line(s, rec, rec->ts);
	if (chosen)
		session__settle(s);
	make_event(s, rec, rec->ts, chosen, &e);
	if (s->view->ops->loss)
		s->view->ops->loss(s->view, &e, r, loss_reason(r->reason));
	state__learn(&s->host->threads, rec);
}

static void take_pause(struct session *s, const struct rec_pause *r)
{
	struct event e;

	if (!s->view->ops->pause)
		return;
	s->now = NULL;
	session__settle(s);
	make_event(s, &r->rec, r->rec.ts, true, &e);
	s->view->ops->pause(s->view, &e, r->dur);
}

static void take_end(struct session *s, const struct rec *rec)
{
	const struct rec_end *r = (const struct rec_end *)rec;

	s->lost += r->lost;
	if (!is_enough(s, rec->ts))
		session_requests__finish(s, take_request_of);
	sum_up(s, rec->ts, r->lost);
}

static void take_select(struct session *s, const struct rec *rec)
{
	host__learn(s->host, s->opt, rec);
	session__find_plain(s);
	s->show_thread |= s->host->has_recorded && s->host->recorded.all;
	if (s->host->has_recorded && s->view->ops->recorded)
		s->view->ops->recorded(s->view, &s->host->recorded);
}

static void take_host(struct session *s, const struct rec *rec)
{
	const struct rec_host *r = (const struct rec_host *)rec;

	if (!use_host(s, r->host, r->name))
		s->show_thread |= r->name[0];	/* a named host: several recordings */
	session__find_plain(s);
}

static void tell_thread(struct session *s, const struct rec *rec, const char *comm, struct thread_event t)
{
	struct event e;

	s->now = threads__find(&s->host->threads, rec->tid);	/* the record may have replaced it */
	make_event(s, rec, rec->ts, session__in_window(s, rec->ts) && filter__wants_thread(s->opt, rec->tid, rec->tgid, comm), &e);
	e.comm = comm;
	s->view->ops->thread(s->view, &e, &t);
}

static void tell_fork(struct session *s, const struct rec_fork *r)
{
	tell_thread(s, &r->rec, r->comm, (struct thread_event){ THREAD_FORKED, .parent_tid = r->parent_tid, .parent_tgid = r->parent_tgid });
}

/* Passes a record on to all trackers. */
static void tell(struct session *s, const struct rec *rec)
{
	const struct rec_exec *exec = (const struct rec_exec *)rec;

	switch (rec->type) {
	case REC_FORK: tell_fork(s, (const struct rec_fork *)rec); break;
	case REC_EXEC: tell_thread(s, rec, exec->comm, (struct thread_event){ .change = THREAD_EXECED, .old_tid = exec->old_tid }); break;
	case REC_COMM: tell_thread(s, rec, ((const struct rec_comm *)rec)->comm, (struct thread_event){ .change = THREAD_NAMED }); break;
	case REC_TASK: tell_thread(s, rec, ((const struct rec_task *)rec)->comm, (struct thread_event){ .change = THREAD_NAMED }); break;
	}
}

static void take_state(struct session *s, const struct rec *rec)
{
	state__learn(&s->host->threads, rec);
	note_threads(s);
	if (s->view->ops->thread)
		tell(s, rec);
}

bool session__record(struct session *s, const struct rec *rec)
{
	if (!record_type__fits(rec))
		return false;
	if (!s->begun && rec->type != REC_HOST)
		start_clocks(s, rec->ts, rec->type == REC_START ? ((const struct rec_start *)rec)->realtime : 0);
	if (rec->type != REC_CALL) {	/* most records are calls, which change no mappings */
		s->nframes = 0;
		call_parts__follow(&s->host->parts, rec);
		address_spaces__follow(s->host->spaces, rec);
		if (s->host->stacks)
			stacks__follow(s->host->stacks, rec);
	}
	switch (rec->type) {
	case REC_CALL:
	case REC_PENDING:
		return take_call(s, rec);
	case REC_SIGNAL: take_signal(s, rec); break;
	case REC_EVENT:
		return take_event(s, rec);
	case REC_FAULT:
		return take_fault(s, rec);
	case REC_EXIT:
		return take_exit(s, rec);
	case REC_LOSS: take_loss(s, rec); break;
	case REC_PAUSE: take_pause(s, (const struct rec_pause *)rec); break;
	case REC_TALLY: take_tally(s, rec); break;
	case REC_END: take_end(s, rec); break;
	case REC_SELECT: take_select(s, rec); break;
	case REC_START:
	case REC_SHOW:
	case REC_LINES:
	case REC_FORMAT:
		host__learn(s->host, s->opt, rec);
		session__find_plain(s);
		break;
	case REC_HOST: take_host(s, rec); break;
	case REC_WAIT: wait_splits__hold(&s->host->waits, (const struct rec_wait *)rec); break;
	case REC_EXEC:
		if (session_requests__end_thread(s, rec, take_request_of))
			return true;
		/* fall through */
	default: take_state(s, rec); break;
	}
	return false;
}

/* begin() is called even without records, so that formats have their header. */
void session__finish(struct session *s)
{
	if (!s->begun)
		begin(s, 0, 0);
	for (unsigned i = 0; i < s->nhosts; i++)
		if (s->hosts[i]->parts.short_of_room)
			msg__warn("of calls that pass more than %u MiB a part is left out", CALL_PARTS_MAX >> 20);
	for (unsigned i = 0; i < s->nhosts && !is_enough(s, s->totals.ts); i++) {	/* a recorder that was killed has left no REC_END */
		s->host = s->hosts[i];
		session_requests__finish(s, take_request_of);
	}
	session_requests__warn(s);
	if (s->unowned)
		msg__warn("the user and the control group of %llu calls are not known%s", (unsigned long long)s->unowned,
			  s->opt->in == IN_LIVE && !s->opt->input ? "" : ": the recording does not tell them");
	if (s->view->ops->end)
		s->view->ops->end(s->view, s->has_totals ? &s->totals : NULL);
}

uint64_t session__lost(const struct session *s)
{
	return s->lost > s->reported_lost ? s->lost : s->reported_lost;
}
