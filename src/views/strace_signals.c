// SPDX-License-Identifier: BSD-2-Clause
/* strace_signals.c - owns the ignored signals that are shown after the calls in which their threads were. */
#include "strace_signals.h"

#include <signal.h>
#include <stdio.h>

#include "bpf/wire.h"
#include "lib/vec.h"
#include "strace_columns.h"
#include "symbols/frame.h"
#include "syscalltbl/syscalltbl.h"
#include "writers/strace.h"

/*
 * An ignored signal, sent while its thread was in a call: under ptrace(2) it stops the thread after that call's return, and so its line comes
 * then.
 */
struct ignored_signal {
	struct event e;
	char comm[THREAD_COMM];
	struct frame at;	/* where the thread was, without a location; ip 0: not known */
	struct rec_signal signal;
};

void strace_signals__put_name(struct out *o, int signo)
{
	const char *name = signal__name(signo);

	if (name)
		put_str(o, name);
	else
		FMT(o, fmt__i64, signo);
}

static void put_stop(struct strace_view *v, const struct event *e, const struct rec_signal *r)
{
	struct out *o = &v->file.out;

	if (strace_view__is_left(v, e) || strace_view__counts_only(v, e, NULL))
		return;
	strace_lines__begin(&v->lines, e, e->ts, -1);
	out__lit(o, "--- stopped by ");
	strace_signals__put_name(o, r->signo);
	out__lit(o, " ---");
	strace_lines__end(&v->lines, e->tid);
}

static void put_signal(struct strace_view *v, const struct event *e, const struct rec_signal *r)
{
	struct out *o = &v->file.out;

	if (strace_view__is_left(v, e) || strace_view__counts_only(v, e, NULL))
		return;
	v->show.native = e->native;
	strace_lines__begin(&v->lines, e, e->ts, -1);
	out__lit(o, "--- ");
	strace_signals__put_name(o, r->signo);
	out__lit(o, " {");
	show__siginfo(&v->show, r);
	out__lit(o, "} ---");
	strace_columns__stack(o, e);
	strace_lines__end(&v->lines, e->tid);
	if (r->has & SIGNAL_STOPS)
		put_stop(v, e, r);
}

void strace_signals__put_ignored(struct strace_view *v, uint32_t tid, uint64_t until, const struct event *call)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < v->nignored; i++) {
		struct ignored_signal *n = &v->ignored[i];

		if ((tid && n->e.tid != tid) || n->e.ts >= until) {
			v->ignored[kept++] = *n;
			continue;
		}
		n->e.comm = n->comm;
		n->e.frames = call ? call->frames : &n->at;
		n->e.nframes = call ? call->nframes : n->at.ip != 0;
		put_signal(v, &n->e, &n->signal);
	}
	v->nignored = kept;
}

static void keep_ignored(struct strace_view *v, const struct event *e, const struct rec_signal *r)
{
	struct ignored_signal *n;

	if (!VEC_MORE(v->ignored, v->nignored, 1)) {
		put_signal(v, e, r);
		return;
	}
	n = &v->ignored[v->nignored++];
	*n = (struct ignored_signal){ .e = *e, .signal = *r };
	if (e->nframes)
		n->at.ip = e->frames[0].ip;
	snprintf(n->comm, sizeof(n->comm), "%s", e->comm ? e->comm : "");
}

void strace_signals__delivered(struct view *view, const struct event *e, const struct rec_signal *r)
{
	if (r->signo == SIGKILL)
		return;		/* ptrace(2) does not report it */
	if (r->has & SIGNAL_IGNORED)
		keep_ignored(strace_view__of(view), e, r);
	else if (r->has & SIGNAL_STOPPED)
		put_stop(strace_view__of(view), e, r);
	else
		put_signal(strace_view__of(view), e, r);
}
