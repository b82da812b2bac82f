// SPDX-License-Identifier: BSD-2-Clause
/*
 * text_wait.c - behind a call's result:
 *
 *	(41.200 ms: 0.100 on CPU, 0.300 runnable, 40.800 blocked in pipe_read, woken by gcc/812 in write)
 *	(41.200 ms: 0.100 on CPU, 0.300 runnable, 40.800 blocked 3 times, 30.001 of it in do_sys_poll, woken by an interrupt)
 *	(blocked in futex_wait_queue)
 */
#include "text_wait.h"

#include "syscalltbl/syscalltbl.h"
#include "tracker/wait_split.h"
#include "writers/text.h"

static void put_ms(struct out *o, uint64_t ns)
{
	FMT(o, fmt__ms, (int64_t)ns, 0);
}

static void put_thread(struct out *o, const struct event *e, const struct wait_split *w)
{
	enum abi abi = w->waker_abi < ABI_COUNT ? (enum abi)w->waker_abi : e->native;

	put_escaped(o, w->waker_comm, strlen(w->waker_comm), ESCAPE_BACKSLASH);
	out__lit(o, "/");
	FMT(o, fmt__u64, w->waker_tid);
	if (w->waker_nr == 0xffff)
		return;
	out__lit(o, " in ");
	put_call_name(o, abi__name(abi), abi != e->native, w->waker_nr, syscalltbl__name(abi, w->waker_nr));
}

static void put_waker(struct out *o, const struct event *e, const struct wait_split *w)
{
	if (w->flags & WAIT_BY_IRQ) {
		out__lit(o, ", woken by an interrupt");
		return;
	}
	if (!w->waker_tid)
		return;
	if (w->flags & WAIT_BY_SOFTIRQ)
		out__lit(o, ", woken by a softirq during ");
	else if (w->flags & WAIT_BY_EITHER)
		out__lit(o, ", woken during ");
	else
		out__lit(o, ", woken by ");
	put_thread(o, e, w);
}

static void put_where(struct out *o, const struct wait_split *w)
{
	if (w->flags & WAIT_DISK)
		out__lit(o, " uninterruptibly");
	if (!w->where)
		return;
	out__lit(o, " in ");
	put_escaped(o, w->where, strlen(w->where), ESCAPE_BACKSLASH);
}

static void put_times(struct out *o, const struct event *e, const struct wait_split *w)
{
	if (e->has_dur) {
		put_ms(o, e->dur);
		out__lit(o, " ms: ");
	}
	put_ms(o, w->cpu);
	out__lit(o, " on CPU, ");
	put_ms(o, w->runnable);
	out__lit(o, " runnable");
	if (!w->blocks)
		return;
	out__lit(o, ", ");
	put_ms(o, w->blocked);
	out__lit(o, " blocked");
	if (w->blocks > 1) {
		out__lit(o, " ");
		FMT(o, fmt__u64, w->blocks);
		out__lit(o, " times, ");
		put_ms(o, w->longest);
		out__lit(o, " of it");
		if (w->flags & WAIT_GOES_ON)
			out__lit(o, " now");
	}
}

void text__wait(struct out *o, const struct event *e, const struct wait_split *w)
{
	out__lit(o, " (");
	if (w->has_times)
		put_times(o, e, w);
	else
		out__lit(o, "blocked");
	if (w->blocks || !w->has_times) {
		put_where(o, w);
		put_waker(o, e, w);
	}
	if (!w->has_times && w->longest) {
		out__lit(o, " for ");
		put_ms(o, w->longest);
		out__lit(o, " ms");
	}
	out__lit(o, ")");
}
