// SPDX-License-Identifier: BSD-2-Clause
/* live.c - chooses the sources on the running kernel, and combines them. */
#include "live.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <linux/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host/diagnose.h"
#include "host/kernel_version.h"
#include "host/privileges.h"
#include "host/ring_size.h"
#include "lib/msg.h"
#include "source_links.h"
#include "source_names.h"
#include "source_owners.h"
#include "source_peers.h"
#include "source_stacks.h"
#include "source_waits.h"
#include "sources/bpf/compat.h"
#include "sources/bpf/source_bpf.h"
#include "sources/merge.h"
#include "sources/perf/live_events.h"
#include "sources/perf/mmap_events.h"
#include "sources/perf/source_perf.h"
#include "sources/seccomp/source_inject.h"

#define STREAMS 3

/*
 * Before Linux 5.11 libbpf raises the limit of locked memory when it first loads something, and the size of rings depends on it. Later it would
 * load a program of its own first, to find out that it need not.
 */
static int load(const struct bpf_insn *insns, unsigned n)
{
	union bpf_attr attr = { .prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT, .insns = (uintptr_t)insns, .insn_cnt = n, .license = (uintptr_t)"GPL" };

	if (kernel__version() < KERNEL(5, 11))
		return bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, NULL, "GPL", insns, n, NULL);
	return (int)syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
}

/* Loads a trivial BPF program: this tests only permission; the BPF source reports other problems. */
bool live__may_load_bpf(void)
{
	const struct bpf_insn nothing[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	int fd, err;

	privileges__raise();
	fd = load(nothing, sizeof(nothing) / sizeof(nothing[0]));
	err = errno;
	privileges__lower();
	if (fd >= 0)
		close(fd);
	return fd >= 0 || err != EPERM;
}

/* Why perf events are the source; NULL: BPF is. */
static const char *why_perf(const struct options *o)
{
	if (o->hold)
		return "as --hold is for them";
	if (o->kernel_by != BY_AUTO)
		return o->kernel_by == BY_PERF ? "as --source says" : NULL;
	return live__may_load_bpf() ? NULL : "because BPF programs may not be loaded";
}

static bool wants_perf(const struct options *o)
{
	const char *why = why_perf(o);

	if (why)
		msg__info("source: perf events, %s", why);
	else
		msg__info("source: BPF, %s", o->kernel_by == BY_BPF ? "as --source says" : "which may be loaded");
	return why;
}

const char *live__cannot_count(const struct options *o)
{
	bool skips;

	if (why_perf(o))
		return "perf events are the source";
	privileges__raise();
	skips = compat__preemptible();
	privileges__lower();
	return skips ? "the kernel may skip BPF programs, as tracefs cannot be read" : NULL;
}

struct streams {
	struct source *of[STREAMS];	/* calls, other events, mappings; NULL: not needed */
	bool user_only;			/* stacks have no kernel addresses */
};

static int no_injection(void)
{
	msg__error("-e inject: BPF programs may not be loaded, and perf events do not show the arguments of calls that are not made");
	return -EPERM;
}

static int no_pauses(void)
{
	msg__error("--lossless: only BPF programs are read promptly enough to pause the targets in time, and perf events are read");
	return -EPERM;
}

static int no_waits(void)
{
	msg__error("--wait: where the time of calls goes is known only to BPF programs, and perf events are read: see 'trace doctor'");
	return -EPERM;
}

/* Events first: a wrong name is reported before programs are loaded. */
static int open_streams(struct streams *s, const struct options *o, const struct id_list *excluded, struct hold *hold, struct inject *inject,
			struct freezer *freezer)
{
	int err = live_events__wanted(o) ? live_events__open(&s->of[1], o, excluded) : 0;

	if (err)
		return err;
	if (wants_perf(o)) {
		if (inject || injects_by_bpf(o))
			return no_injection();
		if (freezer)
			return no_pauses();
		if (o->wait.on)
			return no_waits();
		err = source_perf__open(&s->of[0], o, excluded, hold);
		if (!err && o->wants_owners)
			err = source_owners__open(&s->of[0], s->of[0]);
	} else {
		s->user_only = !s->of[1] && privileges__guarded();
		err = source_bpf__open(&s->of[0], o, excluded, inject, freezer);
	}
	if (!err && o->wait.on)
		err = source_waits__open(&s->of[0], s->of[0]);
	if (!err && inject)
		err = source_inject__open(&s->of[0], s->of[0], inject);
	return !err && o->stacks != STACKS_NONE ? mmap_events__open(&s->of[2], o, excluded) : err;
}

/* Without other streams no merge is needed. */
static int merge(struct source **out, struct streams *s)
{
	unsigned n = 0;

	for (unsigned i = 0; i < STREAMS; i++)
		if (s->of[i])
			s->of[n++] = s->of[i];
	*out = s->of[0];
	return n > 1 ? merge__open(out, s->of, n, NULL) : 0;
}

int live__open(struct source **out, const struct options *o, const struct id_list *excluded, struct hold *hold, struct inject *inject,
	       struct freezer *freezer)
{
	struct streams streams = { 0 };
	struct source *s;
	int err = diagnose__check_proc() ?: ring_size__check(o->ring_bytes);

	if (!err)
		err = open_streams(&streams, o, excluded, hold, inject, freezer);
	if (err) {
		for (unsigned i = 0; i < STREAMS; i++)
			source__close(streams.of[i]);
		return err;
	}
	err = merge(&s, &streams);
	if (err)
		return err;
	if (o->stacks != STACKS_NONE)
		err = source_stacks__open(&s, s, o, streams.user_only);
	if (!err)
		err = source_links__open(&s, s, o);
	if (!err && (o->names || o->wants_owners))
		err = source_names__open(&s, s, o->names, o->names || o->user_names);
	if (!err && o->peers)
		err = source_peers__open(&s, s, o->all);
	if (err)
		source__close(s);
	else
		*out = s;
	return err;
}
