// SPDX-License-Identifier: BSD-2-Clause
/*
 * strace.c - lines as strace(1) prints them:
 *
 *	[pid  4711] openat(AT_FDCWD, "/etc/passwd", O_RDONLY|O_CLOEXEC) = 3 <0.000012>
 *
 * strace_values.c writes arguments, results and values.
 */
#include "writers/strace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "bpf/wire.h"
#include "call_summary.h"
#include "config/options.h"
#include "event_show.h"
#include "file_view.h"
#include "lib/msg.h"
#include "lib/vec.h"
#include "strace_columns.h"
#include "strace_dump.h"
#include "strace_lines.h"
#include "strace_output.h"
#include "syscalltbl/syscalltbl.h"
#include "views.h"

/*
 * An ignored signal, sent while its thread was in a call: under ptrace(2) it stops the thread after that call's return, and so its line comes
 * then.
 */
struct ignored {
	struct event e;
	char comm[THREAD_COMM];
	struct rec_signal signal;
};

struct strace_view {
	struct file_view file;
	struct show show;
	struct strace_output output;
	struct call_summary summary;
	struct strace_lines lines;
	bool command_runs;	/* the command has executed its program */
	unsigned threads;	/* that are traced now: with more than one, lines begin with the thread's ID */
	struct ignored *ignored;	/* nignored of them, in the order in which they were sent */
	unsigned nignored;
};

static struct strace_view *of(struct view *v)
{
	return (struct strace_view *)v;
}

static const struct strace_look *look_of(const struct strace_view *v)
{
	return &v->file.out.opt.strace;
}

static void begin_values(struct out *o)
{
	o->state[TEXT_SET] = o->state[STRACE_MACRO] = o->state[STRACE_FIELD_LEN] = o->state[TEXT_EXTRA] = 0;
	o->first = true;
}

/* at: the line's time; nr -1: not a call; shown is then the thread's last one */
static void begin_line(struct strace_view *v, const struct event *e, uint64_t at, int nr)
{
	struct out *o = &v->file.out;

	if (v->lines.open.n)
		strace_lines__interrupt(&v->lines, e->tid);
	out__line_begin(o);
	if (look_of(v)->number && nr >= 0)
		strace_lines__set_number(&v->lines, e->tid, nr);
	else if (look_of(v)->number)
		nr = strace_lines__number(&v->lines, e->tid);
	strace_columns__begin(o, e, at, nr, v->threads > 1 && !v->file.opt->output);
	begin_values(o);
}

/* -- A call ---------------------------------------------------------------------------------------------------------- */

static void put_call(struct out *o, const struct call *c)
{
	const char *name = call__name(c);

	if (name) {
		put_str(o, name);
		return;
	}
	out__lit(o, "syscall_");
	FMT(o, fmt__hex, call__number_made(c));
}

static void begin_call(struct strace_view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct out *o = &v->file.out;

	o->state[TEXT_CALL] = st;
	if (st == CALL_RESUMED && strace_lines__go_on(&v->lines, e->tid)) {
		begin_values(o);
		return;
	}
	begin_line(v, e, st == CALL_RESUMED ? e->ts + e->dur : e->ts, (int)call__number_made(c));
	if (st == CALL_RESUMED)
		out__lit(o, "<... ");
	put_call(o, c);
	put_str(o, st == CALL_RESUMED ? " resumed>" : "(");
}

static void end_args(struct strace_view *v)
{
	struct out *o = &v->file.out;
	size_t len;

	out__lit(o, ") ");
	len = v->lines.before + out__line_len(o);
	v->lines.before = 0;
	if (len < look_of(v)->column)
		strace_columns__pad(o, look_of(v)->column - len);
	out__lit(o, "= ");
}

static bool in_set(const struct syscall_set *set, const struct call *c)
{
	return set && syscall_set__has(set, c->abi, c->nr);
}

/* Options that are for some calls only */
static void show_as_chosen(struct strace_view *v, const struct call *c)
{
	const struct strace_look *look = look_of(v);

	v->show.verbose = look->whole ? in_set(look->whole, c) : v->file.opt->verbose_structs;
	v->show.env = v->show.verbose;
	v->show.addresses = in_set(look->pointers, c);
}

static void put_raw_args(struct out *o, const struct call *c)
{
	unsigned n = c->row ? row__nargs(c->row) : c->rec->nargs;

	for (unsigned i = 0; i < n; i++) {
		if (i)
			out__lit(o, ", ");
		strace_verbs.hex(o, c->args[i]);
	}
}

static void put_raw_result(struct out *o, const struct call *c)
{
	if (!c->done)
		out__lit(o, "?");
	else if (c->failed)
		strace_verbs.ret_error(o, c->ret, errno__name_in(c->abi, (int)-c->ret), errno__text((int)-c->ret));
	else
		strace_verbs.hex(o, (uint64_t)c->ret);
}

static bool is_left(const struct strace_view *v, const struct event *e)
{
	return strace_lines__is_left(&v->lines, e->tgid);
}

/* Counts a call that has returned (-c, -C). true: nothing else is to be done (-c). */
static bool is_counted_only(struct strace_view *v, const struct event *e, const struct call *c)
{
	if (v->summary.by->kind == SUMMARY_NONE)
		return false;
	if (c && c->done && !call_summary__add(&v->summary, c, e->dur))
		v->file.out.err = -ENOMEM;
	return v->summary.by->kind == SUMMARY_ONLY;
}

static void put_line(struct strace_view *v, const struct event *e, const struct call *c, enum call_state st)
{
	bool raw = in_set(look_of(v)->raw, c);
	struct out *o = &v->file.out;

	bool last = c->row && c->row->effect == EXECS && strace_lines__is_last(&v->lines, e->tgid);

	if ((!last && is_left(v, e)) || is_counted_only(v, e, c))
		return;
	v->show.native = e->native;
	show_as_chosen(v, c);
	begin_call(v, e, c, st);
	if (!raw)
		show__args(&v->show, c, st);
	else if (st != CALL_RESUMED)
		put_raw_args(o, c);
	if (last) {
		put_str(o, show__splits(c) ? ",  <detached ...>" : " <detached ...>");
	} else if (st == CALL_UNFINISHED) {
		put_str(o, show__splits(c) ? ", " : "");
		if (!e->nframes) {
			strace_lines__leave_open(&v->lines, e->tid);
			return;
		}
		out__lit(o, " <unfinished ...>");
	} else {
		end_args(v);
		if (raw)
			put_raw_result(o, c);
		else
			show__result(&v->show, c, st);
		strace_columns__duration(o, e);
		if (look_of(v)->dumps)
			strace_dump__put(o, c, e->tid);
	}
	strace_columns__stack(o, e);
	strace_lines__end(&v->lines, e->tid);
}

/* -- Other lines ----------------------------------------------------------------------------------------------------- */

static void put_signal(struct strace_view *v, const struct event *e, const struct rec_signal *r)
{
	struct out *o = &v->file.out;
	const char *name = signal__name(r->signo);

	if (is_left(v, e) || is_counted_only(v, e, NULL))
		return;
	v->show.native = e->native;
	begin_line(v, e, e->ts, -1);
	out__lit(o, "--- ");
	if (name)
		put_str(o, name);
	else
		FMT(o, fmt__i64, r->signo);
	out__lit(o, " {");
	show__siginfo(&v->show, r);
	out__lit(o, "} ---");
	strace_columns__stack(o, e);
	strace_lines__end(&v->lines, e->tid);
}

/* Shows a thread's ignored signals that were sent before `until`. tid 0: of all threads */
static void put_ignored(struct strace_view *v, uint32_t tid, uint64_t until)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < v->nignored; i++) {
		struct ignored *n = &v->ignored[i];

		if ((tid && n->e.tid != tid) || n->e.ts >= until) {
			v->ignored[kept++] = *n;
			continue;
		}
		n->e.comm = n->comm;
		put_signal(v, &n->e, &n->signal);
	}
	v->nignored = kept;
}

static void keep_ignored(struct strace_view *v, const struct event *e, const struct rec_signal *r)
{
	struct ignored *n;

	if (!VEC_MORE(v->ignored, v->nignored, 1)) {
		put_signal(v, e, r);
		return;
	}
	n = &v->ignored[v->nignored++];
	*n = (struct ignored){ .e = *e, .signal = *r };
	n->e.frames = NULL;
	n->e.nframes = 0;
	snprintf(n->comm, sizeof(n->comm), "%s", e->comm ? e->comm : "");
}

static void strace__call(struct view *view, const struct event *e, const struct call *c, enum call_state st)
{
	struct strace_view *v = of(view);

	if (__builtin_expect(v->nignored && st != CALL_RESUMED, 0))
		put_ignored(v, e->tid, e->ts);
	put_line(v, e, c, st);
	if (__builtin_expect(v->nignored && st != CALL_UNFINISHED, 0))
		put_ignored(v, e->tid, e->ts + e->dur);
}

static void strace__signal(struct view *view, const struct event *e, const struct rec_signal *r)
{
	if (r->has & SIGNAL_IGNORED)
		keep_ignored(of(view), e, r);
	else
		put_signal(of(view), e, r);
}

static void put_end(struct out *o, unsigned status)
{
	const char *name = signal__name(status & 0x7f);

	if (!(status & 0x7f)) {
		out__lit(o, "exited with ");
		FMT(o, fmt__u64, status >> 8 & 0xff);
		return;
	}
	out__lit(o, "killed by ");
	if (name)
		put_str(o, name);
	else
		FMT(o, fmt__u64, status & 0x7f);
	if (status & 0x80)
		out__lit(o, " (core dumped)");
}

static void strace__exit(struct view *view, const struct event *e, unsigned code)
{
	struct strace_view *v = of(view);
	struct out *o = &v->file.out;

	put_ignored(v, e->tid, UINT64_MAX);
	if (e->chosen && !is_left(v, e) && !is_counted_only(v, e, NULL) && !(look_of(v)->quiet & QUIET_EXIT) && code != EXIT_UNKNOWN) {
		begin_line(v, e, e->ts, -1);
		out__lit(o, "+++ ");
		put_end(o, code);
		out__lit(o, " +++");
		strace_lines__end(&v->lines, e->tid);
	}
	strace_output__end(&v->output, e->tid);
	v->threads -= v->threads > 0;
}

static void strace__loss(struct view *view, const struct event *e, const struct rec_loss *r, const char *reason)
{
	struct strace_view *v = of(view);
	struct out *o = &v->file.out;

	if (!e->chosen)
		return;
	begin_line(v, e, e->ts, -1);
	out__lit(o, "LOST ");
	text__put_count(o, r->count, "event");
	if (reason) {
		out__lit(o, " (");
		put_str(o, reason);
		out__lit(o, ")");
	}
	strace_lines__end(&v->lines, e->tid);
}

/* A message of strace's own goes to standard error, also with -o. */
static void say(struct strace_view *v, uint32_t tid, const char *what)
{
	struct out *o = &v->file.out;

	if (look_of(v)->quiet & QUIET_ATTACH)
		return;
	out__flush(o);
	dprintf(STDERR_FILENO, "%s: Process %u %s\n", msg__program, tid, what);
}

/* -b execve. The command's first execve is the one that begins it. */
static void leave_at_execve(struct strace_view *v, const struct event *e)
{
	const struct options *o = v->file.opt;

	if (!o->strace.stop_at_execve)
		return;
	if ((pid_t)e->tgid == o->command_pid && !v->command_runs)
		v->command_runs = true;
	else if (strace_lines__leave(&v->lines, e->tgid))
		say(v, e->tgid, "detached");
}

static void strace__thread(struct view *view, const struct event *e, const struct thread_event *t)
{
	struct strace_view *v = of(view);

	if (t->change == THREAD_EXECED)
		leave_at_execve(v, e);
	if (t->change != THREAD_FORKED || !v->file.opt->inherit)
		return;
	v->threads++;
	strace_output__begin(&v->output, e->tid);
	if (v->file.opt->in & IN_LIVE)
		say(v, e->tid, "attached");
}

static void strace__begin(struct view *view, const struct view_begin *b)
{
	struct strace_view *v = of(view);
	struct out *o = &v->file.out;

	v->show.names = b->names;
	o->opt.start_mono = b->mono;
	o->opt.start_real = b->real ? b->real : b->mono;
	tzset();
}

static void strace__end(struct view *view, const struct totals *t)
{
	struct strace_view *v = of(view);

	(void)t;
	strace_lines__detach(&v->lines);
	put_ignored(v, 0, UINT64_MAX);
	if (v->summary.by->kind != SUMMARY_NONE)
		call_summary__print(&v->summary, &v->file.out);
}

static void strace__idle(struct view *view)
{
	strace_output__idle(&of(view)->output, view);
}

static int strace__finish(struct view *view)
{
	return strace_output__finish(&of(view)->output, view);
}

static void strace__close(struct view *view)
{
	free(of(view)->ignored);
	call_summary__free(&of(view)->summary);
	strace_lines__close(&of(view)->lines);
	file_view__close(view);
}

static struct view *strace__open(const struct view_setup *u)
{
	struct strace_output output;
	struct strace_view *v = (struct strace_view *)strace_output__open(&output, sizeof(*v), &strace_view, u);
	const struct options *opt = u->opt;

	if (!v)
		return NULL;
	v->output = output;
	v->lines.o = &v->file.out;
	v->lines.output = &v->output;
	v->summary.by = &opt->strace.summary;
	v->threads = opt->pids.n + (opt->command != NULL);
	v->show = show__by(opt, &v->file.out, &strace_verbs);
	if (opt->w.strace.dumps)
		v->show.string_limit = opt->w.strace.dumps_limit;
	return &v->file.view;
}

const struct view_ops strace_view = {
	.name = "strace", .help = "strace's lines", .in = IN_LIVE | IN_REPLAY, .ignored_signals = true,
	.open = strace__open, .begin = strace__begin, .end = strace__end,
	.call = strace__call, .signal = strace__signal, .exit = strace__exit, .loss = strace__loss, .thread = strace__thread,
	.idle = strace__idle, .error = file_view__error, .finish = strace__finish, .close = strace__close,
};
