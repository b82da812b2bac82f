/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * inject.bpf.h - -e inject for processes that run already: decides at entry what is done to a call. Signals are sent from here. Its result
 * is overridden by a program at the call's function (src/sources/bpf/bpf_override.c), and the call is marked at its exit if that was done.
 */
#pragma once

#include "state.bpf.h"

/* Counts the call as inject_rules.c does. Is it one of those that the rule is for? */
static __always_inline bool is_its_turn(struct task_struct *task, const struct inject_rule *rule, __u32 call)
{
	struct counted key = { .begin = BPF_CORE_READ(task, start_time), .tid = (__u32)bpf_get_current_pid_tgid(), .call = call };
	struct countdown fresh = { rule->first, rule->last }, *count;

	if (rule->first == 1 && rule->step == 1 && rule->last == RULE_FOREVER)
		return true;
	count = bpf_map_lookup_elem(&counts, &key);
	if (!count) {
		bpf_map_update_elem(&counts, &key, &fresh, BPF_NOEXIST);
		count = bpf_map_lookup_elem(&counts, &key);
	}
	if (!count || !count->first || !count->last)
		return false;
	if (count->last != RULE_FOREVER)
		count->last--;
	if (--count->first)
		return false;
	count->first = rule->step;
	return true;
}

/* The kernel is the sender, as of signals that strace injects. In `signals` for is_injected(). */
static __always_inline void send_signal(struct task_struct *task, const struct task_state *st, __u32 signo)
{
	__u32 tid = task_ids(task, st), slot = tid % SIGNAL_SLOTS;
	struct injected_signal *s = bpf_map_lookup_elem(&signals, &slot);

	if (s) {
		s->signo = signo;
		s->tid = tid;
	}
	bpf_send_signal_thread(signo);
	if (s)
		s->tid = 0;
}

static __always_inline void inject_at_entry(struct task_struct *task, const struct task_state *st, __u32 slot, __u32 nr)
{
	__u32 call = slot * SLOT_CALLS + nr;
	__u64 id = bpf_get_current_pid_tgid();
	struct override chosen = {};
	const struct inject_rule *rule = bpf_map_lookup_elem(&rules, &call);

	if (!rule || !rule->used || inject_ended || !is_its_turn(task, rule, call))
		return;
	if (rule->override) {
		chosen.value = rule->value;
		chosen.way = rule->override;
		bpf_map_update_elem(&overrides, &id, &chosen, BPF_ANY);
	}
	if (cfg.injects_signals && rule->signo)
		send_signal(task, st, rule->signo);
}

/* Marks the call if its result was overridden. */
static __always_inline void mark_injected(struct task_state *st)
{
	__u64 id = bpf_get_current_pid_tgid();
	struct override *o = bpf_map_lookup_elem(&overrides, &id);
	__u32 call = st->slot * SLOT_CALLS + st->call.nr;
	const struct inject_rule *rule;

	if (!o)
		return;
	if (o->way == OVERRIDE_DONE) {
		rule = bpf_map_lookup_elem(&rules, &call);
		st->call.flags |= CALL_INJECTED | (rule && rule->is_retval ? CALL_VALUE : 0);
	}
	bpf_map_delete_elem(&overrides, &id);
}

/* The thread ends: in a call that did not return. */
static __always_inline void forget_injected(void)
{
	__u64 id = bpf_get_current_pid_tgid();

	if (cfg.injects)
		bpf_map_delete_elem(&overrides, &id);
}
