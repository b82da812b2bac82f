/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* scan.bpf.h - iterators: select existing tasks, and report their calls in progress and open sockets and pipes. */
#pragma once

#include "emit.bpf.h"
#include "fdinfo.bpf.h"
#include "ptrace_access.bpf.h"
#include "scan.h"

static __always_inline void select_task(struct task_struct *task)
{
	__u64 ids = task_ids(task, 0);
	__u32 tid = ids, tgid = ids >> 32, *how;
	struct task_state *st;

	how = bpf_map_lookup_elem(&targets, &tid);
	if (!how || !(*how & TARGET_TID)) {
		how = bpf_map_lookup_elem(&targets, &tgid);
		if (!how || !(*how & TARGET_TGID))
			return;
	}
	if (home_of(task))
		return;
	if (!(*how & TARGET_WAIT_EXEC) && !may_see(task, 0)) {
		scan_hidden++;
		return;
	}
	st = state_made(task);
	if (!st) {
		count_loss(0, LOSS_INFLIGHT);
		return;
	}
	st->flags = *how & TARGET_WAIT_EXEC ? TASK_WAIT_EXEC : 0;
	mark_process(task->tgid);
	strangers__forget();
	scan_marked++;
	__sync_fetch_and_add(&live, 1);
}

/*
 * Writes another task's call in progress, and its losses, to the iterator's output: this program may be preempted, so it must not use
 * the rings. If the call returns meanwhile, `seq` shows that, and it is left out.
 */
static __always_inline void report_pending(struct seq_file *out, struct task_struct *task)
{
	struct task_state *st = state_of(task);
	struct scan_entry e = {};
	__u64 now = bpf_ktime_get_ns(), len;
	struct wait_state *w;
	__u32 seq, waited;

	if (!st || !may_see(task, st))
		return;
	seq = *(volatile __u32 *)&st->seq;
	e.began = *(volatile __u64 *)&st->ts;
	e.waits = (st->flags & (TASK_PENDING | TASK_REPORTED | TASK_WAIT_EXEC)) == TASK_PENDING && e.began && now - e.began >= scan_wait;
	if (!e.waits && !(st->lost && !scan_wait))
		return;
	e.seq = seq;
	e.ids = task_ids(task, st);
	e.now = now;
	if (!scan_wait) {
		e.lost = st->lost;
		e.lost_first = st->lost_first;
		e.lost_last = st->lost_last;
		e.loss_reason = RING_LOSS;
	}
	len = e.waits ? (st->len + REC_ALIGN - 1) & ~(REC_ALIGN - 1ull) : 0;
	if (len > INFLIGHT_BYTES)
		return;
	e.len = len;
	w = cfg.waits && len && st->flags & TASK_WAITED ? wait_of(task) : 0;
	waited = w ? *(volatile __u32 *)&w->seq : 0;
	e.has_wait = w != 0;
	/* if it does not fit, the iterator repeats this task with an empty buffer */
	if (bpf_seq_write(out, &e, sizeof(e)))
		return;
	clamp_to(len, INFLIGHT_BYTES);
	if (len && bpf_seq_write(out, st->inflight, len))
		return;
	if (w && bpf_seq_write(out, w, sizeof(*w)))
		return;
	e.torn = *(volatile __u32 *)&st->seq != seq || state_of(task) != st ? TORN_CALL : 0;	/* or it has moved (seats.bpf.h) */
	if (w && *(volatile __u32 *)&w->seq != waited)
		e.torn |= TORN_WAIT;
	if (!bpf_seq_write(out, &e.torn, sizeof(e.torn)) && e.waits && !(e.torn & TORN_CALL))
		st->flags |= TASK_REPORTED;
}

#define PF_USER_WORKER 0x4000	/* linux/sched.h, as PF_IO_WORKER: a thread with a program's memory that makes no calls */

/* Does the task wait in a selected call that began before programs were attached? The exit of its function is not seen. */
static __always_inline void mark_before(struct task_struct *task)
{
#ifndef OLD_KERNEL
	struct task_state *st = home_of(task);
	struct pt_regs *regs;
	long id;

	if ((!st && !cfg.all) || !BPF_CORE_READ(task, __state) || !BPF_CORE_READ(task, mm) || task->flags & (PF_IO_WORKER | PF_USER_WORKER))
		return;
	if (st && st->flags & (TASK_PENDING | TASK_WAIT_EXEC))
		return;
	regs = (struct pt_regs *)bpf_task_pt_regs(task);
	id = abi__id(regs);
	if (id == -1 || !wants_call(call_key(abi__slot(task, id), abi__nr(id))))
		return;
	if (!st)
		st = state_made(task);
	if (st)
		st->before = 1;
#endif
}

static __always_inline void count_before(struct task_struct *task)
{
	struct task_state *st = home_of(task);

	if (st && st->before && !BPF_CORE_READ(task, exit_state))
		scan_before++;
}

SEC("iter/task")
int trace_scan(struct bpf_iter__task *ctx)
{
	struct task_struct *task = ctx->task;
	struct seq_file *out = ctx->meta->seq;	/* here, where the verifier comes once: it takes most of a millisecond */

	if (!task)
		return 0;
	if (cfg.in_pid_ns && scan_mode == SCAN_PID_NS)
		ids__find_own();
	if (scan_mode == SCAN_FORGET)
		state_deleted(task);
	if (scan_mode == SCAN_SELECT)
		select_task(task);
	if (cfg.functions && scan_mode == SCAN_BEFORE)
		mark_before(task);
	if (cfg.functions && (scan_mode == SCAN_BEFORE || scan_mode == SCAN_PENDING))
		count_before(task);
	if (scan_mode != SCAN_PENDING)
		return 0;
	if (!BPF_CORE_READ(task, exit_state) && home_of(task))
		scan_alive++;
	report_pending(out, task);
	return 0;
}

/* Threads share descriptors: the iterator visits only one thread of a process. */
static __always_inline bool is_target(struct task_struct *task, const struct task_state *st)
{
	__u32 tgid = task_tgid(task, st);

	return st || bpf_map_lookup_elem(&targets, &tgid);
}

static __always_inline void note_uring(struct task_struct *task, struct file *file)
{
	union short_name name = {};

	if (BPF_CORE_READ(file, f_inode, i_sb, s_magic) != ANON_INODE_FS_MAGIC)
		return;
	bpf_probe_read_kernel_str(name.text, sizeof(name.text), BPF_CORE_READ(file, f_path.dentry, d_name.name));
	if (is_uring(&name))
		ask_of_process(task->tgid);
}

/* Writes a struct fd_entry for each socket and pipe of a selected task. */
SEC("iter/task_file")
int trace_files(struct bpf_iter__task_file *ctx)
{
	struct task_struct *task = ctx->task;
	struct file *file = ctx->file;
	struct seq_file *out = ctx->meta->seq;
	struct fd_entry e = {};
	struct task_state *st;

	if (!task || !file)
		return 0;
	st = home_of(task);
	if ((!cfg.all && !is_target(task, st)) || !may_see(task, st))
		return 0;
	note_uring(task, file);
	if (!fdinfo_has_name(BPF_CORE_READ(file, f_inode, i_sb, s_magic)))
		return 0;
	fill_file(&e.info, file, ctx->fd);
	e.tgid = task_tgid(task, st);
	bpf_seq_write(out, &e, sizeof(e));
	return 0;
}

/* Counts this user's tracers: loaded programs with this program's name. */
SEC("iter/bpf_prog")
int trace_tracers(struct bpf_iter__bpf_prog *ctx)
{
	static const char ours[16] = "trace_tracers";
	struct bpf_prog *prog = ctx->prog;
	struct bpf_prog_aux *aux;
	char name[16] = {};

	if (!prog)
		return 0;
	aux = BPF_CORE_READ(prog, aux);
	bpf_probe_read_kernel(name, sizeof(name), &aux->name);
	for (__u32 i = 0; i < sizeof(name); i++)
		if (name[i] != ours[i])
			return 0;
	if (BPF_CORE_READ(aux, user, uid.val) == cfg.guard_uid)
		tracers++;
	return 0;
}
