// SPDX-License-Identifier: BSD-2-Clause
/* ptrace_access.c - collects the user's credentials for the kernel side. */
#include "ptrace_access.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bpf_iter.h"
#include "bpf_loader.h"
#include "host/diagnose.h"
#include "host/privileges.h"
#include "host/ring_size.h"
#include "lib/msg.h"

#define TRACERS_MAX 4		/* per user, at a time */
#define LINGER_MS 1000		/* how long programs of a tracer that has ended may still exist */

void ptrace_access__fill(struct config *cfg)
{
	struct stat st;

	cfg->guarded = privileges__guarded();
	cfg->guard_uid = getuid();
	if (!cfg->guarded)
		return;
	cfg->limited = 1;
	cfg->guard_gid = getgid();
	cfg->guard_caps = privileges__own();
	cfg->guard_ns = stat("/proc/self/ns/user", &st) ? 0 : (__u32)st.st_ino;	/* 0: no namespace's */
}

void ptrace_access__say_limits(const struct options *o)
{
	if (privileges__guarded() && o->all)
		msg__note("only your own processes are shown; 'sudo trace ...' shows everybody's");
}

size_t ptrace_access__ring_bytes(size_t asked)
{
	size_t most = ring_size__limit();

	if (!privileges__by_file() || asked <= most)
		return asked;
	msg__warn("-m: limited to %zu MiB, 1 %% of the memory, for users without root", most >> 20);
	return most;
}

static int count_tracers(struct loaded *l, unsigned *n)
{
	ssize_t err;

	l->bss->tracers = 0;
	err = bpf_iter__run(LOADED_PROG(l, trace_tracers), 0, NULL);
	*n = l->bss->tracers;
	return err < 0 ? (int)err : 0;
}

int ptrace_access__check_number(struct loaded *l)
{
	unsigned n;
	int err;

	if (!privileges__by_file())
		return 0;
	err = count_tracers(l, &n);
	for (int ms = 0; !err && n > TRACERS_MAX && ms < LINGER_MS; ms += 50) {
		usleep(50000);
		err = count_tracers(l, &n);
	}
	if (err || n <= TRACERS_MAX)
		return err;
	msg__trouble("You are tracing with %u programs already, which is the limit for one user.", n - 1);
	msg__hint("Each makes the whole system slower: end one of them, or trace more with one (-p PID,PID...).");
	return -EUSERS;
}

bool ptrace_access__hides(pid_t tgid)
{
	struct stat st;
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d", tgid);
	return stat(path, &st) || st.st_uid != getuid();
}

void ptrace_access__explain(const struct options *o)
{
	const struct id_list *l = o->pids.n ? &o->pids : &o->tids;
	pid_t id = l->n ? l->ids[0] : 0;

	for (unsigned i = 0; i < l->n; i++) {
		if (!ptrace_access__hides(l->ids[i]))
			continue;
		id = l->ids[i];
		break;
	}
	diagnose__explain_foreign(l == &o->pids ? "process" : "thread", id);
}

void ptrace_access__say_hidden(unsigned long long n)
{
	if (!n)
		return;
	msg__warn("programs that ran with other rights than yours, and are not shown: %llu", n);
	msg__hint("root may see them: 'sudo trace ...'");
}
