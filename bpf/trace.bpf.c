// SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause)
/*
 * trace.bpf.c - the programs: select tasks and calls, and make records of events.
 *
 * At entry a call is stored in the task's state (`inflight`), at exit it is sent: one record per call. Calls that are not selected leave
 * at the first test, of a byte per call number.
 */
#include "kernel.h"
#include "state.bpf.h"
#include "emit.bpf.h"
#include "capture.bpf.h"
#include "plan.bpf.h"
#include "ptrace_access.bpf.h"
#include "stack.bpf.h"
#include "fatal.bpf.h"
#include "inject.bpf.h"
#include "count.bpf.h"
#include "comm.bpf.h"
#include "wait.bpf.h"
#include "owner.bpf.h"
#include "select.bpf.h"

static __always_inline bool failed(__s64 ret)
{
	return ret < 0 && ret >= -4095;
}

/* What the programs at entry and exit pass on: the call's number and its registers. */
struct syscall_ctx {
	long id;		/* at exit: only with at_record */
	struct pt_regs *passed;	/* see regs_of() */
	bool function;		/* the program is at a function of the call */
	bool at_record;		/* the program is passed a record, without the registers */
};

static __always_inline struct pt_regs *regs_of(const struct syscall_ctx *sc)
{
	return passed_regs(sc->passed);
}

/* A number for the registers: their address, if that is a number to the verifier. 0: they are not passed. */
static __always_inline __u64 regs_token(const struct syscall_ctx *sc)
{
	if (sc->at_record)
		return 0;
	return calls_are_raw() ? (__u64)sc->passed : token_of(sc->passed);
}

/* May the task be known by its registers? */
static __always_inline bool may_know(const struct syscall_ctx *sc)
{
	return HAS_STRANGERS && !sc->at_record;
}

/* The registers as an argument of functions that are verified on their own, which cannot be passed this pointer. */
#ifdef OLD_KERNEL
#define REGS_ARG struct pt_regs *regs
#define PASS_REGS(sc) (sc)->passed
#define TAKE_REGS regs
#else
#define REGS_ARG __u64 regs
#define PASS_REGS(sc) (calls_are_raw() ? (__u64)(sc)->passed : 0)
#define TAKE_REGS (calls_are_raw() ? passed_regs((struct pt_regs *)regs) : user_regs())
#endif

/* The kernel is the sender, as of signals that strace injects. */
static __always_inline void send_injected(const struct task_state *st)
{
	struct injected_signal *s = injected_for(current_task(), st);

	if (!s)
		return;
	bpf_send_signal_thread(s->signo);
	s->tid = 0;
}

/* The number of a call that is in no table. */
static __always_inline void note_number(struct task_state *st, long id)
{
	struct chunk *k = note_at(st, AGAIN(st->len));

	if (!k)
		return;
	*k = (struct chunk){ .arg = CHUNK_RET, .part = PART_NUMBER, .addr = abi__number(id) };
	st->len += sizeof(*k);
}

/* key: call_key() of the call. plain: the call is native, and its number below SLOT_AIO; a constant. Returns its plan. */
static __always_inline const struct plan *begin_call(struct task_state *st, struct pt_regs *regs, __u32 key, bool plain)
{
	__u32 nr = key % SLOT_CALLS;
	const struct plan *plan;
	__u64 slot = plain ? SLOT_NATIVE : key / SLOT_CALLS;

	if (!plain && (nr - SLOT_AIO < SLOT_MUX_END - SLOT_AIO || nr == SLOT_CALLS - 1)) {
		nr = 0xffff;
		key |= SLOT_CALLS - 1;
	}
	st->call.ret = 0;
	st->slot = slot;
	st->call.nr = nr;
	if (!plain) {	/* loaded again: the verifier continues with one state instead of four */
		st->plan = key;
		nr = AGAIN(st->call.nr);
		key = AGAIN(st->plan);
	}
	plan = plan_by_key(st, key);
	if (!plan)
		return 0;
	if (!plain) {
		slot = AGAIN(st->slot);
		mask_to(slot, 3);
	}
	st->call.abi = cfg.abi[slot];
	st->call.flags = st->call_flags;
	if (cfg.injects_signals)
		send_injected(st);
	abi__args(regs, slot, plan->few, st->call.args);
	plan = plan_by_args(st, plan);
	set_nargs(st, plan);
	if (!plain && nr == 0xffff)
		note_number(st, abi__id(regs));
	st->retry = 0;
	st->parts = 0;
	st->parts_noted = 0;
	st->nreported = 0;
	st->ts = 0;		/* not begun: the scan for waiting calls skips it */
	st->seq++;
	if (cfg.functions)
		st->before = 0;
	return plan;
}

/*
 * Is the call only counted, and need its arguments not be known? 32-bit ABIs have multiplexers, whose arguments say which call they make. Those
 * that requests of aio are made from are sent, and counted by user space.
 */
static __always_inline bool is_counted(__u32 slot)
{
	return cfg.tally && !(cfg.tally & TALLY_PATH) && slot != SLOT_COMPAT;
}

static __always_inline bool is_sent(const struct plan *plan)
{
	return cfg.tally && plan && plan->flags & PLAN_TRACK;
}

/* What a call that is sent has captured is where the numbers of tallies are kept. */
static __always_inline void forget_tallies(struct task_state *st)
{
	for (__u32 i = 0; i < TALLY_CACHED; i++)
		st->tally_cache.of[i].key = 0;
}

/* In place of begin_call(), for a call that is only counted. */
static __always_inline void note_call(struct task_state *st, __u32 slot, __u32 nr)
{
	st->slot = slot;
	st->call.nr = nr - SLOT_AIO < SLOT_MUX_END - SLOT_AIO ? 0xffff : nr;
	st->call.flags = 0;
	st->flags = (st->flags & TASK_WAIT_EXEC) | TASK_PENDING;
	st->len = 0;		/* there is no record */
	st->ts = bpf_ktime_get_ns();
	if (cfg.functions)
		st->before = 0;
}

/*
 * With --comm: does the thread's name already say that the call will be dropped? Its descriptors' names would never become reported, and so
 * be captured at every call. If the thread is renamed during the call, they are captured at exit.
 */
static __always_inline bool leaves_names(struct task_state *st, const struct plan *plan)
{
	__u32 key;

	if (!cfg.has_comms)
		return false;
	key = state_key(st);
	if (is_in(sel.execs, key) || (sel.has_tracked && is_in(sel.tracked, key)) || wants_comm(st))
		return false;
	st->flags |= TASK_NAMES_LEFT;
	return true;
}

/* Must the passed descriptors be captured? seated: the task has a seat; a constant */
static __always_inline bool wants_fds(struct task_state *st, const struct plan *plan, bool seated)
{
	__u32 tgid;

	if ((!cfg.npaths && !*(volatile __u64 *)&any_asked_or_renamed) || !(plan->flags & PLAN_FDS))
		return false;
	tgid = seated ? st->ids >> 32 : task_get(current_task(), tgid);
	return (cfg.npaths && plan->flags & PLAN_BY_FD) || is_asked(tgid) || (plan->fd_args && names_are_stale(st, plan, tgid) && !leaves_names(st, plan));
}

/* Tail calls; the map must be a constant. */
static __always_inline void go_on(void *ctx, const struct syscall_ctx *sc, struct next_program *next, __u32 which)
{
	if (sc->function)
		bpf_tail_call(ctx, &next_function, which);
	else
		bpf_tail_call(ctx, next, which);
}

/* Between calls, once per SEAT_CALLS: `seq` is counted at entry and exit. */
static __always_inline bool wants_seat(const struct task_state *st)
{
	return HAS_SEATS && !st->seated && st->seq / 2 % SEAT_CALLS == SEAT_CALLS - 1 && !(st->flags & TASK_WAIT_EXEC);
}

/*
 * What call_begins() and call_ends() return, if not which program goes on (NEXT_STACK, NEXT_CAPTURE). They are inlined where the task has a
 * seat, for returning from a function takes 10 ns on CPUs with mitigations; elsewhere they are called, so that the verifier goes through them
 * once and not for each place that a state may be in.
 */
#define CALL_DONE 0xff
#define CALL_CROWDS 0xfe	/* it is done; its thread is to be held */

/* Ends a call that is neither sent nor counted. */
static __always_inline int drop_call(struct task_state *st, const struct plan *plan)
{
	if (is_sent(plan))
		forget_tallies(st);
	return CALL_DONE;
}

/* Of the ops at entry a single plain one. plain: as of call_begins() */
static __always_inline int run_at_entry(struct task_state *st, const struct plan *plan, bool plain)
{
	__u64 at = plan->fast_entry;

	return plain ? run_bytes(st, plan, at, 0, st->call.args[FAST_LEN], 0) : run_fast(st, plan, at, 0, 0);
}

/* plain: the task has a seat, and the call is as begin_call() says; a constant */
static __always_inline int call_begins(struct task_state *st, struct pt_regs *regs, __u32 key, bool plain)
{
	const struct plan *plan;

	if (cfg.injects && !(st->flags & TASK_WAIT_EXEC))
		inject_at_entry(current_task(), st, key / SLOT_CALLS, key % SLOT_CALLS);
	if (is_counted(key / SLOT_CALLS) && !is_in(sel.tracked, key)) {
		note_call(st, key / SLOT_CALLS, abi__nr(abi__id(regs)));
		return CALL_DONE;
	}
	plan = begin_call(st, regs, key, plain);
	if (!plan)
		return CALL_DONE;
	st->flags = plain ? TASK_PENDING : (st->flags & TASK_WAIT_EXEC) | TASK_PENDING;	/* clears TASK_HIDDEN; in a seat it is not set */
	if (cfg.stack_bytes && wants_stack(plan, PLAN_PENDING))
		return NEXT_STACK;
	if (wants_fds(st, plan, plain) || (plan->entry_ops && run_at_entry(st, plan, plain)))
		return NEXT_CAPTURE;
	st->ts = bpf_ktime_get_ns();
	return CALL_DONE;
}

APART int call_begins_apart(struct task_state *st, REGS_ARG, __u32 key)
{
	return st ? call_begins(st, TAKE_REGS, key, false) : CALL_DONE;
}

/*
 * Of a task with a seat. Nearly all calls are native and have low numbers, in one slot: these are begun without a function call. wanted: of a low
 * number slots_of() it, else may_want() it: see wanted_slots().
 */
static __always_inline int seated_call_begins(struct task_state *st, const struct seat *seat, const struct syscall_ctx *sc, bool low, __u64 wanted)
{
	__u64 state = abi__state_of_seat(seat);
	__u32 key;

	if (low && abi__is_native(state))
		return wanted >> SLOT_NATIVE & 1 ? call_begins(st, regs_of(sc), (__u32)sc->id, true) : CALL_DONE;
	key = call_key(abi__slot_in(state, sc->id), abi__nr(sc->id));
	return wants_call(key) ? call_begins_apart(st, PASS_REGS(sc), key) : CALL_DONE;
}

static __always_inline int enter_call(void *ctx, const struct syscall_ctx *sc)
{
	const struct seat *seat;
	struct task_struct *task;
	struct task_state *st;
	__u64 wanted, token;
	__u32 key, next;
	bool low;

	wanted = wanted_slots(sc->id, &low);
	if (!wanted)
		return 0;
	token = regs_token(sc);
	st = seats__find(token, &seat);
	if (!st && may_know(sc) && !strangers__lacks(token))
		return 0;
	if (st) {		/* TASK_WAIT_EXEC is not set */
		next = seated_call_begins(st, seat, sc, low, wanted);
	} else {
		task = current_task();
		key = call_key(abi__slot(task, sc->id), abi__nr(sc->id));
		if (!wants_call(key))
			return 0;
		if (!(may_know(sc) && strangers__find(task, token)))
			st = current_state(task, true);
		if (!st || (st->flags & TASK_WAIT_EXEC && !is_in(sel.execs, key)))
			return 0;
		if (wants_seat(st))
			st = seats__take(st, token);
		next = call_begins_apart(st, PASS_REGS(sc), key);
	}
	if (next != CALL_DONE)
		go_on(ctx, sc, &next_entry, next);
	return 0;
}

SEC("tp_btf/sys_enter")
int BPF_PROG(trace_enter, struct pt_regs *regs, long id)
{
	struct syscall_ctx sc = { .id = id, .passed = regs };

	return enter_call(ctx, &sc);
}

/* Has the call, of a task that is not selected, changed names of files that others may have open? */
static __always_inline bool renames_files(__u32 key)
{
	return sel.has_tracked && is_in(sel.renaming, key);
}

/* Is a call with this result sent? Calls that change descriptors are sent if they succeeded, shown or not. */
static __always_inline bool wants_result(const struct task_state *st, __s64 ret, __u64 dur)
{
	bool bad = failed(ret), want = true;

	if (!cfg.only_failed && !cfg.only_ok && !cfg.has_errnos && !cfg.has_min_dur)
		return true;	/* at once, which the verifier follows only once */
	if (cfg.only_failed && !bad)
		want = false;
	if (cfg.only_ok && bad)
		want = false;
	if (cfg.has_errnos) {
		__u32 e = -ret, word = e / 64;

		if (!bad || word >= ERRNO_WORDS || !(sel.errnos[word] >> (e % 64) & 1))
			want = false;
	}
	if (cfg.has_min_dur && dur < sel.min_dur)
		want = false;
	return want || (!bad && sel.has_tracked && is_in(sel.tracked, state_key(st)));
}

/*
 * A call with another result is sent if it has names of descriptors that were not reported since files were renamed, or they would be
 * captured again at every call. User space does not show it.
 */
static __always_inline bool tells_names(const struct task_state *st)
{
	return !cfg.tally && st->call.flags & CALL_NAMES;
}

/* Likewise by the thread's name. Of a call that was reported as pending the end is, too. */
static __always_inline bool wants_thread(struct task_state *st, __s64 ret)
{
	__u32 key = state_key(st);

	return is_in(sel.execs, key) || (!failed(ret) && sel.has_tracked && is_in(sel.tracked, key)) || wants_comm(st);
}

/* An exit without an entry: denied by seccomp, or begun before tracing. */
APART int begin_late(struct task_state *st, REGS_ARG, __u32 key)
{
	if (!st)
		return 0;
	begin_call(st, TAKE_REGS, key, false);
	st->call.flags |= CALL_NO_ENTRY;
	st->retry = ~0u;
	return 0;
}

/*
 * The user may not see the call's exit: it was an execve, or has changed the thread's credentials. Its entry is reported. Inline: on arm64
 * before Linux 6.0 a program with tail calls can have no functions of its own.
 */
static __always_inline void leave_sight(struct task_struct *task)
{
	struct task_state *st = state_of(task);

	if (!st || st->flags & TASK_WAIT_EXEC || may_see(task, st))
		return;
	if (st->flags & TASK_PENDING) {
		st->call.flags |= CALL_NO_RETURN;
		emit_call(st, REC_PENDING, task_ids(task, st), false);
	}
	st->flags = TASK_HIDDEN;
	st->seq++;
}

/* Must more memory be captured before the call is sent? A single plain op is run at once. seated: the task has a seat; a constant */
static __always_inline bool needs_capture(struct task_state *st, const struct plan *plan, __s64 ret, bool seated)
{
	__u64 at = plan->fast_exit;

	if (cfg.has_comms && st->flags & TASK_NAMES_LEFT)
		return true;
	if (st->lost | st->retry | owner_is_stale(st))
		return true;
	if (!(failed(ret) ? plan->error_ops : plan->exit_ops) || st->call.flags & CALL_NO_RETURN)
		return false;
	return seated ? run_bytes(st, plan, at, ret, ret > 0 ? ret : 0, CHUNK_OUT) : run_fast(st, plan, at, ret, CHUNK_OUT);
}

/* The end of a call that has an entry, of a task with a seat, or, unless `entered`, that begin_late() may have given one. */
static __always_inline int call_ends(struct task_state *st, __u64 ids, __s64 ret, bool entered)
{
	const struct plan *plan = plan_of_call(st);
	__u64 dur = 0;
	bool unseen, reported;

	if (!plan)
		return CALL_DONE;
	if (cfg.injects)
		mark_injected(st);
	if (__builtin_expect(plan->flags & PLAN_RET_INT, 0)) {
		ret = (__s32)ret;
		if (plan->flags & PLAN_SETS_USER)
			st->owned = 0;
	}
	st->call.ret = ret;
	if (!entered)
		ret = AGAIN(st->call.ret);
	reported = st->flags & TASK_REPORTED;
	st->flags &= TASK_WAIT_EXEC | TASK_WAITED | TASK_NAMES_LEFT;	/* the first is still set if an execve failed */
	st->seq++;
	if (cfg.has_min_dur && !(st->call.flags & CALL_NO_ENTRY))
		dur = bpf_ktime_get_ns() - st->ts;
	unseen = failed(ret) && ends_unseen(ret);
	if (unseen) {
		st->call.flags |= CALL_NO_RETURN;
		st->call.ret = 0;
	} else if ((!wants_result(st, ret, dur) && !tells_names(st)) || (cfg.has_comms && !reported && !wants_thread(st, ret))) {
		return drop_call(st, plan);
	}
	if (cfg.tally && unseen)
		return drop_call(st, plan);
	if (cfg.tally && is_counted(AGAIN(st->slot)) && !is_sent(plan)) {
		count_call(current_task(), st, plan, AGAIN(st->slot), AGAIN(st->call.nr), AGAIN(st->call.ret));
		return CALL_DONE;
	}
	if (cfg.stack_bytes && wants_stack(plan, 0))
		return NEXT_STACK;
	if (is_sent(plan) || needs_capture(st, plan, entered ? ret : AGAIN(st->call.ret), entered))
		return NEXT_CAPTURE;
	/* the hot path: no function is called from here on */
	if (cfg.tally) {
		count_call(current_task(), st, plan, AGAIN(st->slot), AGAIN(st->call.nr), AGAIN(st->call.ret));
		return CALL_DONE;
	}
	emit_wait(st, ids);
	return emit_call(st, unseen ? REC_PENDING : REC_CALL, ids, entered) ? CALL_CROWDS : CALL_DONE;
}

APART int call_ends_apart(struct task_state *st, __u64 ids, __s64 ret)
{
	return st ? call_ends(st, ids, ret, false) : CALL_DONE;
}

/* The number of a call that returns. */
static __always_inline long number_at_exit(const struct syscall_ctx *sc)
{
	return sc->at_record ? sc->id : abi__id(regs_of(sc));
}

static __always_inline int exit_call(void *ctx, const struct syscall_ctx *sc, long ret)
{
	struct task_struct *task;
	struct task_state *st;
	__u64 token = regs_token(sc), wanted;
	__u32 key, next;
	bool low;
	long id;

	/* Before the number is read, which takes longer; but not where no call is selected that is made often. */
	st = *(volatile __u64 *)&seating.used ? seats__by_regs(token) : 0;
	if (st && st->flags & TASK_PENDING) {
		next = call_ends(st, st->ids, ret, true);
	} else {
		id = number_at_exit(sc);
		wanted = wanted_slots(id, &low);
		if (!wanted || (!st && may_know(sc) && !(strangers__lacks(token) | (wanted & SLOT_RENAMES))))
			return 0;
		task = current_task();
		key = call_key(abi__slot(task, id), abi__nr(id));
		if (id != -1 && !wants_call(key))
			return 0;
		if (!st)
			st = current_state(task, false);	/* its entry was counted */
		if (cfg.guarded && !st)
			leave_sight(task);
		if (!st && !failed(ret) && renames_files(key))
			begin_name_generation();
		if (!st || (st->flags & (TASK_WAIT_EXEC | TASK_PENDING)) == TASK_WAIT_EXEC)
			return 0;
		if (st->flags & TASK_PENDING) {
			if (is_counted(AGAIN(st->slot)))
				st->plan = state_key(st);
		} else {
			st->flags &= ~TASK_WAITED;
			if (id == -1 || st->flags & TASK_PASSED || ((st->flags & TASK_NEW || (cfg.all && !ret)) && is_in(sel.forks, key))) {
				st->flags &= ~(TASK_NEW | TASK_PASSED);
				return 0;
			}
			begin_late(st, PASS_REGS(sc), key);
		}
		next = call_ends_apart(st, task_ids(task, st), ret);
	}
	if (next == CALL_CROWDS)
		hold_writer();
	else if (next != CALL_DONE)
		go_on(ctx, sc, &next_exit, next);
	return 0;
}

/* Is the exit program at raw_syscalls responsible for the call? With cfg.functions it is for calls that began before tracing. */
static __always_inline bool is_for_tracepoint(const struct syscall_ctx *sc)
{
	struct task_state *st;
	long id;

	if (!cfg.functions)
		return true;
	id = number_at_exit(sc);
	if (id != -1 && !slots_of(table_nr(abi__nr(id))))
		return false;
	st = state_of(current_task());
	if (!st || !st->before)
		return false;
	st->before = 0;
	return true;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(trace_exit, struct pt_regs *regs, long ret)
{
	struct syscall_ctx sc = { .passed = regs };

	return is_for_tracepoint(&sc) ? exit_call(ctx, &sc, ret) : 0;
}

#include "stack_call.bpf.h"
#include "tasks.bpf.h"
#include "capture_call.bpf.h"
#include "signals.bpf.h"
#include "scan.bpf.h"
#include "tp.bpf.h"
#include "uring_done.bpf.h"
#include "functions.bpf.h"

/* An empty program that is run on a given CPU: see ring__settle. Only for CPUs with weak memory ordering. */
SEC("raw_tp")
int trace_fence(void *ctx)
{
	return 0;
}

char LICENSE[] SEC("license") = "Dual BSD/GPL";
