// SPDX-License-Identifier: BSD-2-Clause
/* could_end_lines.c - who could end waits, in words and in JSON. */
#include <string.h>

#include "bpf/wire.h"
#include "could_end.h"
#include "lib/escape.h"
#include "lib/fmt.h"
#include "syscalltbl/syscalltbl.h"
#include "writers/json.h"
#include "writers/text.h"

/* -- Words ------------------------------------------------------------------------------------------------------------ */

/* A name of the traced program's. */
static void put_plain(struct out *o, const char *name)
{
	escape__text(o, name, strlen(name), ESCAPE_BACKSLASH);
}

static void put_fd(struct out *o, const struct fact_fd *f)
{
	FMT(o, fmt__i64, f->fd);
	if (!f->link[0])
		return;
	out__lit(o, "<");
	put_plain(o, f->link);
	out__lit(o, ">");
}

static void put_who(struct out *o, const struct fact *f)
{
	for (unsigned i = 0; i < f->n; i++) {
		if (i)
			out__lit(o, ", ");
		put_plain(o, f->who[i].comm);
		out__lit(o, "/");
		FMT(o, fmt__i64, f->who[i].pid);
	}
	if (!f->n)
		out__lit(o, "no process that may be seen");
}

static void put_epoll(struct out *o, const struct fact *f)
{
	put_fd(o, &f->fd);
	out__lit(o, " waits for ");
	for (unsigned i = 0; i < f->nfds; i++) {
		if (i)
			out__lit(o, ", ");
		put_fd(o, &f->fds[i]);
	}
	if (!f->nfds)
		out__lit(o, "no descriptor");
	if (f->cut)
		out__lit(o, ", ...");
}

/* NULL: the operation is not known. */
static const char *request_name(unsigned opcode)
{
	unsigned nr = SYSCALL_URING + opcode;

	return syscalltbl__is_uring(nr) ? syscalltbl__name(abi__native(), nr) : NULL;
}

static void put_requests(struct out *o, const struct fact *f)
{
	const char *sep = " waits for ";

	put_fd(o, &f->fd);
	for (unsigned op = 0; op < URING_OPCODES; op++) {
		const char *name = request_name(op);

		if (!f->requests->of[op])
			continue;
		put_str(o, sep);
		put_str(o, name ? name : SYSCALL_URING_PREFIX);
		if (!name)
			FMT(o, fmt__u64, op);
		if (f->requests->of[op] > 1) {
			out__lit(o, " (");
			FMT(o, fmt__u64, f->requests->of[op]);
			out__lit(o, ")");
		}
		sep = ", ";
	}
}

static void put_held(struct out *o, const struct fact *f)
{
	out__lit(o, "it holds the lock of ");
	put_fd(o, &f->fd);
	out__lit(o, " (");
	put_str(o, f->kind);
	out__lit(o, " ");
	put_str(o, f->mode);
	out__lit(o, ")");
	if (!f->n)
		return;
	out__lit(o, ", waited for by ");
	put_who(o, f);
}

static void put_runs(struct out *o, const struct fact *f)
{
	out__lit(o, "threads that run, or wait for a CPU: ");
	FMT(o, fmt__u64, f->running);
	out__lit(o, " of ");
	FMT(o, fmt__u64, f->threads);
}

static void put_kernel(struct out *o, const struct fact *f)
{
	out__lit(o, "it is a thread of the kernel, which makes no calls");
	if (!f->in[0])
		return;
	out__lit(o, ", blocked in ");
	put_str(o, f->in);
}

static void put_stopped(struct out *o, const struct fact *f)
{
	out__lit(o, "it is stopped");
	if (!f->n) {
		out__lit(o, " by a signal, until it gets SIGCONT");
		return;
	}
	out__lit(o, " by its tracer, ");
	put_who(o, f);
}

static const char *end_of(const struct fact *f)
{
	return f->access == PIPE_READS ? "writing" : f->access == PIPE_WRITES ? "reading" : "other";
}

void could_end__put(struct out *o, const struct fact *f)
{
	FMT(o, fmt__u64, f->tid);
	out__lit(o, ": ");
	switch (f->of) {
	case FACT_END:
		out__lit(o, "the ");
		put_str(o, end_of(f));
		out__lit(o, " end of ");
		put_plain(o, f->fd.link);
		out__lit(o, " is open in ");
		break;
	case FACT_SHARED:
		put_fd(o, &f->fd);
		out__lit(o, " is open in ");
		break;
	case FACT_EPOLL: put_epoll(o, f); return;
	case FACT_REQUESTS: put_requests(o, f); return;
	case FACT_FUTEX:
	case FACT_MUTEX:
		put_str(o, f->of == FACT_FUTEX ? "the futex " : "the mutex ");
		FMT(o, fmt__hex, f->addr);
		out__lit(o, " is held by ");
		break;
	case FACT_LOCK: out__lit(o, "the lock that it waits for is held by "); break;
	case FACT_HELD: put_held(o, f); return;
	case FACT_CHILDREN: out__lit(o, "it waits for one of its children: "); break;
	case FACT_ENDED: out__lit(o, "it has ended, and its status was not taken by its parent, "); break;
	case FACT_STOPPED: put_stopped(o, f); return;
	case FACT_KERNEL: put_kernel(o, f); return;
	case FACT_RUNS: put_runs(o, f); return;
	}
	put_who(o, f);
}

/* -- JSON ------------------------------------------------------------------------------------------------------------- */

static void put_json_fd(struct out *o, const struct fact_fd *f)
{
	JSON_MEMBER(o, "fd", number, f->fd);
	if (f->link[0])
		JSON_MEMBER(o, "path", text, f->link, strlen(f->link), false);
}

static void put_json_epoll(struct out *o, const struct fact *f)
{
	JSON_MEMBER(o, "fds", push, true);
	for (unsigned i = 0; i < f->nfds; i++) {
		json__push(o, false);
		put_json_fd(o, &f->fds[i]);
		json__pop(o);
	}
	json__pop(o);
	if (f->cut)
		JSON_MEMBER(o, "cut", literal, "true");
}

static void put_json_requests(struct out *o, const struct fact *f)
{
	JSON_MEMBER(o, "requests", push, true);
	for (unsigned op = 0; op < URING_OPCODES; op++) {
		const char *name = request_name(op);

		if (!f->requests->of[op])
			continue;
		json__push(o, false);
		if (name)
			JSON_MEMBER(o, "name", str, name);
		else
			JSON_MEMBER(o, "opcode", number, op);
		JSON_MEMBER(o, "count", number, f->requests->of[op]);
		json__pop(o);
	}
	json__pop(o);
}

static void put_json_who(struct out *o, const struct fact *f, const char *key, const char *id)
{
	json__key(o, key, strlen(key));
	json__push(o, true);
	for (unsigned i = 0; i < f->n; i++) {
		json__push(o, false);
		json__key(o, id, strlen(id));
		json__number(o, f->who[i].pid);
		JSON_MEMBER(o, "comm", text, f->who[i].comm, strlen(f->who[i].comm), false);
		json__pop(o);
	}
	json__pop(o);
}

void could_end__put_json(struct out *o, const struct fact *f, uint64_t now)
{
	static const char *const types[] = {
		[FACT_END] = "other_end", [FACT_SHARED] = "shared", [FACT_EPOLL] = "epoll", [FACT_REQUESTS] = "requests", [FACT_FUTEX] = "futex", [FACT_MUTEX] = "mutex",
		[FACT_LOCK] = "lock", [FACT_HELD] = "held_lock", [FACT_CHILDREN] = "children", [FACT_ENDED] = "ended", [FACT_STOPPED] = "stopped",
		[FACT_KERNEL] = "kernel_thread", [FACT_RUNS] = "running",
	};
	bool of_thread = f->of == FACT_FUTEX || f->of == FACT_MUTEX, has_fd = f->of < FACT_FUTEX || f->of == FACT_HELD;

	memset(o->state, 0, sizeof(o->state));
	o->depth = 0;
	json__push(o, false);
	o->state[JSON_BASE] = 1;
	JSON_MEMBER(o, "type", str, types[f->of]);
	JSON_MEMBER(o, "ts_ns", digits, now);
	JSON_MEMBER(o, "tid", number, f->tid);
	if (has_fd)
		put_json_fd(o, &f->fd);
	if (f->of == FACT_END)
		JSON_MEMBER(o, "end", str, end_of(f));
	if (of_thread)
		JSON_MEMBER(o, "address", hex, f->addr);
	if (f->of == FACT_HELD) {
		JSON_MEMBER(o, "kind", str, f->kind);
		JSON_MEMBER(o, "mode", str, f->mode);
	}
	if (f->of == FACT_KERNEL && f->in[0])
		JSON_MEMBER(o, "in", str, f->in);
	if (f->of == FACT_RUNS) {
		JSON_MEMBER(o, "running", number, f->running);
		JSON_MEMBER(o, "of", number, f->threads);
	}
	if (f->of == FACT_EPOLL)
		put_json_epoll(o, f);
	else if (f->of == FACT_REQUESTS)
		put_json_requests(o, f);
	else if (f->of != FACT_KERNEL && f->of != FACT_RUNS)
		put_json_who(o, f, f->of == FACT_HELD ? "waiters" : of_thread ? "threads" : "processes", of_thread ? "tid" : "pid");
	json__pop_to(o, 0);
	json__pop(o);
}
