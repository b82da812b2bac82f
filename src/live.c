// SPDX-License-Identifier: BSD-2-Clause
/* live.c - owns the list of sources on the running kernel, and the choice. */
#include "live.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stdlib.h>
#include <unistd.h>

#include "msg.h"
#include "source_bpf.h"
#include "source_perf.h"
#include "troubles.h"

struct live {
	struct source_bpf *bpf;		/* one of the two is not NULL */
	struct source_perf *perf;
};

/* The least of what BPF tracing takes: a program that does nothing. Other reasons than permission are for its source to say. */
static bool may_load_bpf(void)
{
	const struct bpf_insn nothing[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	int fd = bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, NULL, "GPL", nothing, 2, NULL);
	int err = errno;

	if (fd >= 0)
		close(fd);
	return fd >= 0 || err != EPERM;
}

static bool wants_perf(const struct options *o)
{
	if (o->kernel_by != BY_AUTO) {
		msg__info("source: %s, as --source says", o->kernel_by == BY_PERF ? "perf events" : "BPF");
		return o->kernel_by == BY_PERF;
	}
	if (may_load_bpf()) {
		msg__info("source: BPF, which may be loaded");
		return false;
	}
	msg__info("source: perf events, because BPF programs may not be loaded");
	return true;
}

int live__open(struct live **out, const struct options *o, const struct id_list *excluded)
{
	struct live *l = calloc(1, sizeof(*l));
	int err;

	if (!l)
		return -ENOMEM;
	if (wants_perf(o))
		err = source_perf__open(&l->perf, o, excluded);
	else
		err = troubles__check_pids();
	if (!err && !l->perf)
		err = source_bpf__open(&l->bpf, o, excluded);
	if (err)
		free(l);
	else
		*out = l;
	return err;
}

struct source *live__source(struct live *l)
{
	return l->perf ? source_perf__source(l->perf) : source_bpf__source(l->bpf);
}

int live__select(struct live *l, pid_t child)
{
	return l->perf ? source_perf__select(l->perf, child) : source_bpf__select(l->bpf, child);
}

long live__tasks(const struct live *l)
{
	return l->perf ? source_perf__live(l->perf) : source_bpf__live(l->bpf);
}

uint64_t live__lost(const struct live *l, uint64_t *lost, unsigned n)
{
	return l->perf ? source_perf__lost(l->perf, lost, n) : source_bpf__lost(l->bpf, lost, n);
}

unsigned live__cpus(const struct live *l)
{
	return l->perf ? source_perf__cpus(l->perf) : source_bpf__cpus(l->bpf);
}

void live__close(struct live *l)
{
	struct source *source = live__source(l);

	source->ops->close(source);
	free(l);
}
