// SPDX-License-Identifier: BSD-2-Clause
/* guard.c - finds out who the user is in the kernel's terms. */
#include "guard.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "msg.h"
#include "privileges.h"
#include "troubles.h"

void guard__fill(struct config *cfg)
{
	struct stat st;

	cfg->guarded = privileges__guarded();
	if (!cfg->guarded)
		return;
	cfg->limited = 1;
	cfg->guard_uid = getuid();
	cfg->guard_gid = getgid();
	cfg->guard_caps = privileges__own();
	cfg->guard_ns = stat("/proc/self/ns/user", &st) ? 0 : (__u32)st.st_ino;	/* 0: no namespace's */
}

bool guard__hides(pid_t tgid)
{
	struct stat st;
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d", tgid);
	return stat(path, &st) || st.st_uid != getuid();
}

void guard__explain(const struct options *o)
{
	const struct id_list *l = o->pids.n ? &o->pids : &o->tids;
	pid_t id = l->n ? l->ids[0] : 0;

	for (unsigned i = 0; i < l->n; i++) {
		if (!guard__hides(l->ids[i]))
			continue;
		id = l->ids[i];
		break;
	}
	troubles__explain_foreign(l == &o->pids ? "process" : "thread", id);
}

void guard__say_hidden(unsigned long long n)
{
	if (!n)
		return;
	msg__warn("programs that ran with other rights than yours, and are not shown: %llu", n);
	msg__hint("root may see them: 'sudo trace ...'");
}
