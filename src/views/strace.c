// SPDX-License-Identifier: BSD-2-Clause
/*
 * strace.c - lines as strace(1) prints them:
 *
 *	[pid  4711] openat(AT_FDCWD, "/etc/passwd", O_RDONLY|O_CLOEXEC) = 3 <0.000012>
 *
 * strace_values.c writes arguments, results and values; strace_signals.c has the lines of signals.
 */
#include "writers/strace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "bpf/wire.h"
#include "config/option_values.h"
#include "event_show.h"
#include "lib/msg.h"
#include "strace_columns.h"
#include "strace_dump.h"
#include "strace_raw.h"
#include "strace_signals.h"
#include "syscalltbl/syscalltbl.h"
#include "views.h"

#define RESTART_BLOCK (-516)	/* -ERESTART_RESTARTBLOCK: the call goes on by restart_syscall */
#define REPLAY_HOLD_NS (PENDING_NS + 8000000000u)	/* recorders look for waiting calls at intervals, and may be late */

struct interrupted {
	struct hash_node node;		/* by thread */
	const char *name;		/* of a row */
};

/* -- A call ---------------------------------------------------------------------------------------------------------- */

/* unknown: room for the name of a call that is in no table */
static const char *name_of(const struct call *c, char unknown[32])
{
	const char *name = call__name(c);

	/* the kernel's number is an int, and has the bit of x32 */
	if (!name)
		snprintf(unknown, 32, "syscall_%#lx", (unsigned long)(int)(call__number_made(c) | (c->abi == ABI_X32 ? SYSCALL_X32_BIT : 0)));
	return name ? name : unknown;
}

static bool in_set(const struct syscall_set *set, const struct call *c)
{
	return set && syscall_set__has(set, c->abi, c->nr);
}

/* Options that are for some calls only */
static void show_as_chosen(struct strace_view *v, const struct call *c)
{
	const struct strace_look *look = strace_view__look(v);

	v->show.verbose = look->whole ? in_set(look->whole, c) : v->file.opt->verbose_structs;
	v->show.env = v->show.verbose;
	v->show.addresses = in_set(look->pointers, c);
}

/* The call that a thread's restart_syscall goes on with. */
static void put_interrupted(struct strace_view *v, uint32_t tid)
{
	const struct interrupted *of = v->interrupted.n ? hash__find(&v->interrupted, tid) : NULL;
	struct out *o = &v->file.out;

	out__lit(o, "<... resuming interrupted ");
	put_str(o, of ? of->name : "system call");
	out__lit(o, " ...>");
}

static void keep_interrupted(struct strace_view *v, const struct event *e, const struct call *c)
{
	struct interrupted *of = hash__need(&v->interrupted, sizeof(*of), e->tid);

	if (of)
		of->name = c->row->name;
}

static void put_args(struct strace_view *v, const struct call *c, enum call_state st)
{
	struct out *o = &v->file.out;

	o->state[TEXT_CALL] = st;
	if (c->row && c->row->restarts && st != CALL_RESUMED)
		put_interrupted(v, c->rec->rec.tid);
	else if (!in_set(strace_view__look(v)->raw, c))
		show__args(&v->show, c, st);
	else if (st != CALL_RESUMED)
		strace_raw__args(o, c);
}

static enum show_comma comma_of(const struct strace_view *v, const struct call *c)
{
	return in_set(strace_view__look(v)->raw, c) ? COMMA_NONE : show__comma(&v->show, c);
}

/* The name and the arguments before the first that is known only at exit. */
static void put_beginning(struct strace_view *v, const struct event *e, const struct call *c)
{
	char unknown[32];

	strace_lines__begin_call(&v->lines, e, (int)call__number_made(c), name_of(c, unknown));
	out__lit(&v->file.out, "(");
	put_args(v, c, CALL_UNFINISHED);
	put_str(&v->file.out, comma_of(v, c) == COMMA_EARLY ? ", " : "");
}

/* The other arguments. */
static void put_rest(struct strace_view *v, const struct call *c)
{
	enum show_comma comma = comma_of(v, c);

	if (comma != COMMA_NONE && c->rec->flags & CALL_NO_RETURN) {
		v->file.out.state[TEXT_CALL] = CALL_RESUMED;
		put_str(&v->file.out, " <unfinished ...>");
		return;
	}
	put_str(&v->file.out, comma == COMMA_LATE ? ", " : "");
	put_args(v, c, CALL_RESUMED);
}

static void put_resumed(struct strace_view *v, const struct event *e, const struct call *c)
{
	char unknown[32];

	strace_lines__begin_rest(&v->lines, e, (int)call__number_made(c), name_of(c, unknown));
	put_rest(v, c);
}

static void put_whole(struct strace_view *v, const struct event *e, const struct call *c, enum call_state st)
{
	char unknown[32];

	strace_lines__begin_call(&v->lines, e, (int)call__number_made(c), name_of(c, unknown));
	out__lit(&v->file.out, "(");
	put_args(v, c, st);
}

/* The last line of a process that is left: its execve has not returned yet. */
static void put_last(struct strace_view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct out *o = &v->file.out;

	if (st == CALL_RESUMED)
		put_resumed(v, e, c);
	else
		put_whole(v, e, c, st);
	put_str(o, comma_of(v, c) != COMMA_NONE ? ",  <detached ...>" : " <detached ...>");
	strace_lines__end(&v->lines, e->tid);
}

static void put_injected(struct out *o, unsigned flags)
{
	if (flags & CALL_POKED)
		put_str(o, flags & CALL_INJECTED ? " (INJECTED: args, retval)" : " (INJECTED: args)");
	else if (flags & CALL_INJECTED)
		out__lit(o, " (INJECTED)");
	if (flags & CALL_DELAYED)
		out__lit(o, " (DELAYED)");
}

static void put_result(struct strace_view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct out *o = &v->file.out;

	out__lit(o, ") ");
	strace_lines__align(&v->lines);
	out__lit(o, "= ");
	if (in_set(strace_view__look(v)->raw, c))
		strace_raw__result(o, c);
	else
		show__result(&v->show, c, st);
	if (c->done)
		put_injected(o, c->rec->flags);
	strace_columns__duration(o, e);
	if (strace_view__look(v)->dumps)
		strace_dump__put(o, c, e->tid);
	strace_columns__stack(o, e);
	strace_lines__end(&v->lines, e->tid);
}

/*
 * An execve of a thread that is not its process's first one: it ends all others, and goes on as the first one. Its line has two halves, each
 * of the thread that it is then.
 */
static void put_thread_execve(struct strace_view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct event leader = *e;

	leader.tid = e->tgid;
	if (st != CALL_RESUMED) {
		put_beginning(v, e, c);
		strace_lines__leave_open(&v->lines, e->tid);
	}
	put_resumed(v, &leader, c);
	put_result(v, &leader, c, CALL_RESUMED);
}

static bool is_thread_execve(const struct event *e, const struct call *c)
{
	return c->row && c->row->effect == EXECS && c->done && !c->failed && e->tid != e->tgid;
}

static void put_call(struct strace_view *v, const struct event *e, const struct call *c, enum call_state st)
{
	bool moves = __builtin_expect(is_thread_execve(e, c), 0);

	if (moves && v->lines.order.hold) {
		put_thread_execve(v, e, c, st);
		return;
	}
	if (st == CALL_RESUMED) {
		put_resumed(v, e, c);
	} else if (st == CALL_UNFINISHED) {
		put_beginning(v, e, c);
		strace_lines__leave_open(&v->lines, e->tid);
		return;
	} else if (strace_lines__holds(&v->lines)) {
		put_beginning(v, e, c);
		strace_lines__divide(&v->lines);
		put_rest(v, c);
		st = CALL_RESUMED;
	} else {
		put_whole(v, e, c, st);
	}
	put_result(v, e, c, st);
	if (c->ret == RESTART_BLOCK && c->done && c->row && !c->row->restarts)
		keep_interrupted(v, e, c);
	if (moves)
		strace_lines__gone(&v->lines, e, e->ts + e->dur);
}

static void put_line(struct strace_view *v, const struct event *e, const struct call *c, enum call_state st)
{
	bool last = c->row && c->row->effect == EXECS && strace_lines__is_last(&v->lines, e->tgid);

	if ((!last && strace_view__is_left(v, e)) || strace_view__counts_only(v, e, c))
		return;
	v->show.native = e->native;
	show_as_chosen(v, c);
	if (last)
		put_last(v, e, c, st);
	else
		put_call(v, e, c, st);
}

/* -- Other lines ----------------------------------------------------------------------------------------------------- */

static void strace__call(struct view *view, const struct event *e, const struct call *c, enum call_state st)
{
	struct strace_view *v = strace_view__of(view);

	if (__builtin_expect(v->nignored && st != CALL_RESUMED, 0))
		strace_signals__put_ignored(v, e->tid, e->ts, NULL);
	put_line(v, e, c, st);
	if (__builtin_expect(!v->nignored || st == CALL_UNFINISHED, 1))
		return;
	v->lines.not_before = e->ts + e->dur;
	strace_signals__put_ignored(v, e->tid, v->lines.not_before, e);
	v->lines.not_before = 0;
}

static void put_end(struct out *o, unsigned status)
{
	if (!(status & 0x7f)) {
		out__lit(o, "exited with ");
		FMT(o, fmt__u64, status >> 8 & 0xff);
		return;
	}
	out__lit(o, "killed by ");
	strace_signals__put_name(o, (int)(status & 0x7f));
	if (status & 0x80)
		out__lit(o, " (core dumped)");
}

/* -- Ends ---------------------------------------------------------------------------------------------------------------- */

static void show_exit(struct strace_view *v, const struct event *e, unsigned code)
{
	struct out *o = &v->file.out;

	if (e->chosen && !strace_view__is_left(v, e) && !strace_view__counts_only(v, e, NULL) && !(strace_view__look(v)->quiet & QUIET_EXIT) && code != EXIT_UNKNOWN) {
		strace_lines__begin(&v->lines, e, e->ts, -1);
		out__lit(o, "+++ ");
		put_end(o, code);
		out__lit(o, " +++");
		strace_lines__end(&v->lines, e->tid);
	}
	strace_lines__gone(&v->lines, e, e->ts);
}

/* Thread `tid` has executed a program, and takes the first one's place. */
static void put_superseded(struct strace_view *v, const struct event *e, uint32_t tid)
{
	struct event old = *e;
	struct out *o = &v->file.out;

	if (!v->file.opt->inherit || strace_view__is_left(v, e) || strace_view__counts_only(v, e, NULL))
		return;
	old.tid = tid;
	if (v->lines.order.hold)
		strace_lines__execed(&v->lines, &old, e->ts);
	if (!(strace_view__look(v)->quiet & QUIET_THREAD_EXECVE)) {
		strace_lines__begin(&v->lines, e, e->ts, -1);
		out__lit(o, "+++ superseded by execve in pid ");
		FMT(o, fmt__u64, tid);
		out__lit(o, " +++");
		strace_lines__end(&v->lines, e->tid);
	}
	if (v->lines.order.hold)
		strace_lines__gone(&v->lines, &old, e->ts);
}

/* ts: of the last other thread's end, ns */
static void show_kept(struct strace_view *v, struct kept_end *k, uint64_t ts)
{
	if (k->ended) {
		k->e.comm = k->comm;
		if (ts > k->e.ts)
			k->e.ts = ts;
		show_exit(v, &k->e, k->code);
	}
	strace_ends__drop(&v->ends, k);
}

static void strace__exit(struct view *view, const struct event *e, unsigned code)
{
	struct strace_view *v = strace_view__of(view);
	struct kept_end *last;

	strace_signals__put_ignored(v, e->tid, UINT64_MAX, NULL);
	if (strace_ends__keep(&v->ends, e, code))
		return;
	show_exit(v, e, code);
	last = strace_ends__gone(&v->ends, e);
	if (last)
		show_kept(v, last, e->ts);
}

static void strace__loss(struct view *view, const struct event *e, const struct rec_loss *r, const char *reason)
{
	struct strace_view *v = strace_view__of(view);
	struct out *o = &v->file.out;

	if (!e->chosen)
		return;
	strace_lines__begin(&v->lines, e, e->ts, -1);
	out__lit(o, "LOST ");
	text__put_count(o, r->count, "event");
	if (reason) {
		out__lit(o, " (");
		put_str(o, reason);
		out__lit(o, ")");
	}
	strace_lines__end(&v->lines, e->tid);
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
		strace_lines__left(&v->lines, e);
}

/* Is it one of the threads that are traced from the beginning? */
static bool is_followed(const struct options *o, uint32_t tid)
{
	return o->inherit || id_list__has(&o->tids, tid);
}

static void strace__thread(struct view *view, const struct event *e, const struct thread_event *t)
{
	struct strace_view *v = strace_view__of(view);

	if (t->change != THREAD_EXECED && v->file.opt->inherit)
		strace_ends__add(&v->ends, e);
	if (t->change == THREAD_EXECED && t->old_tid != e->tgid) {
		strace_ends__forget(&v->ends, e->tgid);
		put_superseded(v, e, t->old_tid);
	}
	if (t->change == THREAD_EXECED)
		leave_at_execve(v, e);
	else if (t->change == THREAD_NAMED && is_followed(v->file.opt, e->tid))
		strace_lines__is_there(&v->lines, e->tid);
	else if (t->change == THREAD_FORKED && v->file.opt->inherit)
		strace_lines__fork(&v->lines, e);
}

static void strace__begin(struct view *view, const struct view_begin *b)
{
	struct strace_view *v = strace_view__of(view);
	struct out *o = &v->file.out;

	v->show.names = b->names;
	o->opt.start_mono = b->mono;
	o->opt.start_real = b->real ? b->real : b->mono;
	tzset();
	if (v->file.opt->command_pid)
		strace_lines__is_there(&v->lines, (uint32_t)v->file.opt->command_pid);
	if (v->file.opt->strace.attaches && v->file.opt->command_pid)
		strace_lines__say(&v->lines, (uint32_t)v->file.opt->command_pid, "attached");
}

static void strace__end(struct view *view, const struct totals *t)
{
	struct strace_view *v = strace_view__of(view);
	const struct options *o = v->file.opt;

	(void)t;
	strace_signals__put_ignored(v, 0, UINT64_MAX, NULL);
	HASH_EACH(&v->ends.processes, struct kept_end, k)
		show_kept(v, k, 0);
	/* of others than the command and its children, the live loop says so */
	strace_lines__detach(&v->lines, o->in & IN_LIVE && o->command_pid && !o->pids.n && !o->tids.n);
	if (v->summary.by->kind != SUMMARY_NONE)
		call_summary__print(&v->summary, &v->file.out);
}

static bool strace__tick(struct view *view, uint64_t now, uint64_t told)
{
	struct strace_view *v = strace_view__of(view);

	if (v->file.opt->in & IN_LIVE)
		strace_lines__tick(&v->lines, now, told);
	return false;
}

static void strace__idle(struct view *view)
{
	strace_output__idle(&strace_view__of(view)->output, view);
}

static int strace__finish(struct view *view)
{
	return strace_output__finish(&strace_view__of(view)->output, view);
}

static void strace__close(struct view *view)
{
	free(strace_view__of(view)->ignored);
	call_summary__free(&strace_view__of(view)->summary);
	hash__drop(&strace_view__of(view)->interrupted);
	strace_ends__free(&strace_view__of(view)->ends);
	strace_lines__close(&strace_view__of(view)->lines);
	file_view__close(view);
}

/* Waiting calls are looked for at intervals, as long as sources wait (loop.c) */
static uint64_t hold_of(const struct options *o)
{
	bool whole_lines = o->strace.per_thread || (o->strace.on && o->strace.statuses != STATUS_ALL);

	return whole_lines ? 0 : o->in & IN_LIVE ? 4 * PENDING_STRACE_NS : REPLAY_HOLD_NS;
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
	v->lines.tells = opt->in & IN_LIVE;
	v->lines.marks = !opt->output;
	strace_lines__open(&v->lines, hold_of(opt));
	v->show = show__by(opt, &v->file.out, &strace_verbs);
	if (opt->w.strace.dumps)
		v->show.string_limit = opt->w.strace.dumps_limit;
	return &v->file.view;
}

const struct view_ops strace_view = {
	.name = "strace", .help = "strace's lines", .in = IN_LIVE | IN_REPLAY, .ignored_signals = true,
	.open = strace__open, .begin = strace__begin, .end = strace__end,
	.call = strace__call, .signal = strace_signals__delivered, .exit = strace__exit, .loss = strace__loss, .thread = strace__thread,
	.tick = strace__tick, .idle = strace__idle, .error = file_view__error, .finish = strace__finish, .close = strace__close,
};
