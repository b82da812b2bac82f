// SPDX-License-Identifier: BSD-2-Clause
/* pending.c - checks a thread twice, and reads its memory in between. */
#include "pending.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "beautifiers/row.h"
#include "bpf/plan.h"
#include "lib/clock.h"
#include "lib/record.h"
#include "lib/small_file.h"
#include "plan_load.h"

#define TRIES 3		/* a thread that keeps running is given up */

/* If these are equal twice, the thread did not run in between: its call, instruction and stack pointer, and CPU time. */
struct stance {
	char call[256];
	char ran[1024];
};

static bool read_text(pid_t tgid, pid_t tid, const char *name, char *text, size_t size)
{
	return small_file__read(text, size, "/proc/%d/task/%d/%s", tgid, tid, name) > 0;
}

/* CPU time; the number of context switches if the kernel has no schedstat. */
static bool read_ran(pid_t tgid, pid_t tid, char *text, size_t size)
{
	char status[4096];
	const char *at;

	if (read_text(tgid, tid, "schedstat", text, size) && strncmp(text, "0 0 0", 5) != 0)
		return true;
	at = read_text(tgid, tid, "status", status, sizeof(status)) ? strstr(status, "voluntary_ctxt_switches") : NULL;
	snprintf(text, size, "%s", at ? at : "");
	return at;
}

static bool look(pid_t tgid, pid_t tid, struct stance *s)
{
	return read_text(tgid, tid, "syscall", s->call, sizeof(s->call)) && read_ran(tgid, tid, s->ran, sizeof(s->ran));
}

static bool has_moved(pid_t tgid, pid_t tid, const struct stance *then)
{
	struct stance now;

	return !look(tgid, tid, &now) || strcmp(now.call, then->call) != 0 || strcmp(now.ran, then->ran) != 0;
}

/* Parses /proc/TID/syscall: "running", or the number (-1: in no call), six arguments, stack pointer and program counter. */
static bool parse(struct pending *p, const char *text)
{
	struct rec_call *r = &p->call;
	unsigned long long a[CALL_ARGS], sp;
	long nr;

	if (sscanf(text, "%ld %llx %llx %llx %llx %llx %llx %llx", &nr, a, a + 1, a + 2, a + 3, a + 4, a + 5, &sp) != 8)
		return false;
	if (!sp)		/* a thread of the kernel */
		return false;
	memset(r, 0, sizeof(*r));
	r->abi = sp >> 32 ? p->abi : p->abi_compat;	/* only 32-bit tasks have their stack below 4 GiB */
	if (nr < 0 || nr >= UINT16_MAX || r->abi == ABI_COUNT)
		return false;
	r->nr = (uint16_t)nr;
	r->nargs = CALL_ARGS;
	r->flags = CALL_AT_ATTACH | CALL_NO_ENTRY;
	for (int i = 0; i < CALL_ARGS; i++)
		p->args[i] = a[i];
	return true;
}

static bool plan_of(struct pending *p, struct plan *plan)
{
	struct rec_call *r = &p->call;
	const struct row *row = syscall_set__has(&p->opt->calls, r->abi, r->nr) ? rows__find((enum abi)r->abi, r->nr) : NULL;

	if (!row)
		return false;
	plan_load__make(p->opt, row->sub ? row__resolve(row, (enum abi)r->abi, p->args, NULL) : row, (enum abi)r->abi, plan,
			vm_read__follows(&p->read));
	r->nargs = plan->nargs;
	return plan->nops && plan->entry_ops;
}

static void read_memory(struct pending *p, const struct plan *plan, pid_t tid)
{
	struct vm_read *l = &p->read;

	l->tid = (uint32_t)tid;
	l->denied = !vm_read__reset(l);
	l->call = p->args;
	l->ret = 0;
	l->mark = CHUNK_LATE;
	l->args = UINT8_MAX;
	l->wide = abi__word_size((enum abi)p->call.abi);
	vm_read__plan(l, plan, false, false);
}

/* Memory as it was at entry. false: it changed meanwhile, most likely by another thread. */
static bool read_twice(struct pending *p, const struct plan *plan, pid_t tid)
{
	struct vm_read *l = &p->read;

	read_memory(p, plan, tid);
	if (!vm_read__is_same(l->tid, l->chunks, l->len, 0))
		return false;
	CHUNKS_EACH(k, l->chunks, l->len)
		k->status &= (uint8_t)~CHUNK_LATE;
	return true;
}

static void finish(struct pending *p)
{
	struct rec_call *r = &p->call;
	size_t args = r->nargs * sizeof(r->args[0]);

	r->fixed = (uint16_t)(sizeof(*r) + args);
	r->rec = record__head(REC_PENDING, r->fixed + p->read.len, clock__ns(CLOCK_MONOTONIC), 0, 0);
	p->rec.len = 0;
	buf__add(&p->rec, r, sizeof(*r));
	buf__add(&p->rec, p->args, args);
	buf__add(&p->rec, p->read.chunks, p->read.len);
}

/* 1: in a call; 0: in none; -1: the thread ran meanwhile. */
static int look_once(struct pending *p, pid_t tgid, pid_t tid)
{
	struct stance then;
	struct plan plan;

	if (!look(tgid, tid, &then) || !parse(p, then.call))
		return 0;
	p->read.len = 0;
	if (plan_of(p, &plan) && !read_twice(p, &plan, tid))
		p->read.len = 0;
	finish(p);
	return has_moved(tgid, tid, &then) ? -1 : 1;
}

bool pending__look(struct pending *p, pid_t tgid, pid_t tid)
{
	int r = -1;

	for (unsigned i = 0; i < TRIES && r < 0; i++)
		r = look_once(p, tgid, tid);
	return r > 0 && !p->rec.failed;
}

void pending__free(struct pending *p)
{
	vm_read__free(&p->read);
	buf__free(&p->rec);
	free(p);
}
