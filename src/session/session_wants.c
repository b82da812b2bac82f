// SPDX-License-Identifier: BSD-2-Clause
/* session_wants.c - which records become events that are shown: by the options, also those of the recorder, and the state of the session. */
#include "session_wants.h"

#include "filter.h"
#include "symbols/stacks.h"

void session__find_plain(struct session *s)
{
	const struct options *o = s->opt;

	s->plain = !s->host->stacks && !o->pids.n && !o->tids.n && !o->ncomms && !s->from && s->until == UINT64_MAX && filter__is_plain(o) &&
		   (!s->host->has_recorded || filter__is_plain(&s->host->recorded)) && trigger__is_idle(&s->trigger) && trigger__is_idle(&s->host->trigger);
}

/* On a terminal there is no thread column before a second thread appears. */
void session__settle(struct session *s)
{
	if (!s->settled)
		s->show_thread |= !s->view->terminal && !other_lines__one_thread(s->opt, &s->host->recorded_lines);
	s->settled = true;
}

const char *session__comm(const struct session *s, const struct rec *r)
{
	if (s->now)
		return s->now->comm[0] ? s->now->comm : NULL;
	return host__comm_of_ended(s->host, r->tid);
}

bool session__in_window(const struct session *s, uint64_t ts)
{
	return ts >= s->from && ts <= s->until;
}

bool session__wants_line(struct session *s, const struct rec *r, uint64_t ts)
{
	if (!session__in_window(s, ts) || !filter__wants_thread(s->opt, r->tid, r->tgid, session__comm(s, r)) ||
	    !trigger__passes(&s->trigger, ts, r->cpu) || !trigger__passes(&s->host->trigger, ts, r->cpu))
		return false;
	session__settle(s);
	return true;
}

/* If only events are selected, signals and exits are shown only on request. */
static bool only_events(const struct session *s)
{
	return s->trigger.only_events || s->host->trigger.only_events;
}

bool session__wants_signal(const struct session *s, const struct rec_signal *r)
{
	if (r->has & (SIGNAL_IGNORED | SIGNAL_STOPPED) && !s->view->ops->ignored_signals)
		return false;
	return (!only_events(s) || s->opt->has_signals) && other_lines__has_signal(&s->host->lines, r->signo);
}

bool session__wants_exit(const struct session *s, const struct rec *r)
{
	const struct other_lines *l = &s->host->lines;

	if ((only_events(s) && !s->opt->has_exits) || l->exits == EXITS_NONE)
		return false;
	return l->exits == EXITS_ALL || other_lines__is_target(s->opt, &s->host->recorded_lines, r->tid, r->tgid);
}

bool session__wants_stack(struct session *s, const struct rec *rec)
{
	bool is_call = rec->type == REC_CALL || rec->type == REC_PENDING;

	if (!s->host->stacks)
		return true;
	s->frames = is_call ? stacks__of(s->host->stacks, (const struct rec_call *)rec, &s->nframes) :
			      stacks__of_event(s->host->stacks, rec, &s->nframes);
	return s->nframes >= s->opt->min_stack;
}

/* The time of a summary is mostly spent here: what is the same for all calls was found out before. */
bool session__wants_call(struct session *s, const struct thread *th, const struct call *c, const struct rec *who, struct span at)
{
	const struct host *h = s->host;

	if (s->opt->no_uring && syscalltbl__is_uring(c->nr))
		return false;
	if (s->plain && s->settled)
		return syscall_set__has(&s->opt->calls, c->abi, c->nr) && (!h->has_recorded || syscall_set__has(&h->recorded.calls, c->abi, c->nr));
	return filter__wants(s->opt, th, c, at) && (!h->has_recorded || filter__wants(&h->recorded, th, c, at)) && session__wants_stack(s, &c->rec->rec) &&
	       session__wants_line(s, who, at.began);
}
