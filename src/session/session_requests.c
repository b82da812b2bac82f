// SPDX-License-Identifier: BSD-2-Clause
/* session_requests.c - passes requests of aio, which have no records of their own, to the session as calls. */
#include "session_requests.h"

#include "lib/msg.h"

/* Does the selection have any? */
static bool is_wanted(const struct session *s, enum abi abi)
{
	for (unsigned nr = SYSCALL_AIO; nr < SYSCALL_AIO_END && !s->opt->no_aio && !s->opt->strace.on; nr++)
		if (syscall_set__has(&s->opt->calls, abi, nr) && rows__find(abi, nr))
			return true;
	return false;
}

static bool take_all(struct session *s, take_request take)
{
	struct buf *ended = &s->host->aio.ended;
	const struct rec_call *r;
	bool enough = false;

	for (size_t at = 0; !enough && at < ended->len; at += r->rec.len) {
		r = (const struct rec_call *)(ended->p + at);
		enough = take(s, r);
	}
	ended->len = 0;
	return enough;
}

bool session_requests__follow(struct session *s, take_request take)
{
	if (!is_wanted(s, s->call.abi))
		return false;
	aio__follow(&s->host->aio, &s->call);
	return take_all(s, take);
}

static bool is_last_thread(const struct session *s, const struct rec *rec)
{
	HASH_EACH(&s->host->threads.table, struct thread, th)
		if (th->tgid == rec->tgid && th->tid != rec->tid)
			return false;
	return true;
}

bool session_requests__end_thread(struct session *s, const struct rec *rec, take_request take)
{
	if (!s->host->aio.requests.n || (rec->type == REC_EXIT && !is_last_thread(s, rec)))
		return false;
	aio__end_process(&s->host->aio, rec->tgid, rec->ts);
	return take_all(s, take);
}

void session_requests__finish(struct session *s, take_request take)
{
	aio__finish(&s->host->aio);
	take_all(s, take);
}

void session_requests__warn(const struct session *s)
{
	for (unsigned i = 0; i < s->nhosts; i++) {
		const struct aio *a = &s->hosts[i]->aio;

		if (a->unread)
			msg__warn("%llu requests of aio or their ends were not captured: they have no lines or no results", (unsigned long long)a->unread);
		else if (a->unknown)
			msg__warn("%llu requests of aio were submitted before tracing, or the recording, began: they have no lines", (unsigned long long)a->unknown);
	}
}
