// SPDX-License-Identifier: BSD-2-Clause
/* privileges.c - owns the process's capability sets: capget(2), capabilities(7). */
#include "privileges.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sysctl.h"
#include "lib/msg.h"
#include "lib/vec.h"

#define PARANOID_MAX 2			/* Debian's 3 and above need CAP_SYS_ADMIN */
#define TRACING_CAPS (PRIVILEGE(CAP_BPF) | PRIVILEGE(CAP_PERFMON))

extern char **environ;

struct sets {
	uint64_t effective, permitted, inheritable;
};

static struct {
	bool by_file;
	struct sets first;		/* when the process began */
	unsigned raised;
	bool dropped;			/* none of them is permitted any longer */
} priv;

static int get_sets(struct sets *s)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2] = { 0 };

	if (syscall(SYS_capget, &head, data))
		return -errno;
	s->effective = (uint64_t)data[1].effective << 32 | data[0].effective;
	s->permitted = (uint64_t)data[1].permitted << 32 | data[0].permitted;
	s->inheritable = (uint64_t)data[1].inheritable << 32 | data[0].inheritable;
	return 0;
}

static void set_sets(const struct sets *s)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2] = {
		{ .effective = (uint32_t)s->effective, .permitted = (uint32_t)s->permitted, .inheritable = (uint32_t)s->inheritable },
		{ .effective = s->effective >> 32, .permitted = s->permitted >> 32, .inheritable = s->inheritable >> 32 },
	};

	if (syscall(SYS_capset, &head, data)) {
		msg__error("capabilities cannot be changed: %s", strerror(errno));
		_exit(125);		/* better than to go on with privileges */
	}
}

/* The ambient set. The kernel clears it when a file with capabilities of its own is executed. */
static uint64_t ambient(void)
{
	uint64_t set = 0;

	for (unsigned long cap = 0; cap < 64; cap++)
		if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, cap, 0, 0) == 1)
			set |= PRIVILEGE(cap);
	return set;
}

/* Capabilities of root or from the ambient set: not from the program's file. */
static bool holds_them(const struct sets *s)
{
	bool root = !getuid() && !(prctl(PR_GET_SECUREBITS) & SECBIT_NOROOT);

	return root || !(s->permitted & ~ambient()) || (s->inheritable & TRACING_CAPS) == TRACING_CAPS || s->inheritable & PRIVILEGE(CAP_SYS_ADMIN);
}

int privileges__begin(void)
{
	if (getuid() != geteuid() || getgid() != getegid()) {
		msg__trouble("trace must not be installed setuid or setgid.");
		msg__hint("Try: 'sudo make install-setcap', which gives it two capabilities instead.");
		return -EPERM;
	}
	if (get_sets(&priv.first))
		return 0;		/* a seccomp filter refuses it: there are no privileges to use either */
	priv.by_file = priv.first.permitted && !holds_them(&priv.first);
	if (priv.by_file) {
		prctl(PR_SET_DUMPABLE, 0);	/* a user who may ptrace this process could read captured data */
		privileges__lower();
	}
	return 0;
}

bool privileges__by_file(void)
{
	return priv.by_file;
}

bool privileges__guarded(void)
{
	long paranoid;

	return priv.by_file && (sysctl__number(PARANOID, &paranoid) || paranoid > -1);
}

uint64_t privileges__own(void)
{
	return priv.by_file ? priv.first.inheritable : priv.first.effective;
}

bool privileges__have_perf(void)
{
	uint64_t caps = priv.by_file ? 0 : priv.first.effective;
	long paranoid;

	if (caps & PRIVILEGE(CAP_SYS_ADMIN))
		return true;
	return caps & PRIVILEGE(CAP_PERFMON) && (sysctl__number(PARANOID, &paranoid) || paranoid <= PARANOID_MAX);
}

bool privileges__have_bpf(void)
{
	uint64_t caps = priv.by_file ? priv.first.permitted : priv.first.effective;

	return (caps & TRACING_CAPS) == TRACING_CAPS || caps & PRIVILEGE(CAP_SYS_ADMIN);
}

void privileges__raise(void)
{
	if (priv.by_file && !priv.dropped && !priv.raised++)
		set_sets(&(struct sets){ priv.first.permitted, priv.first.permitted, priv.first.inheritable });
}

void privileges__lower(void)
{
	if (!priv.by_file || priv.dropped || (priv.raised && --priv.raised))
		return;
	set_sets(&(struct sets){ 0, priv.first.permitted, priv.first.inheritable });
}

void privileges__drop_in_thread(void)
{
	if (priv.by_file)
		set_sets(&(struct sets){ 0, 0, priv.first.inheritable });
}

void privileges__drop(void)
{
	privileges__drop_in_thread();
	priv.dropped = true;
}

void privileges__give_up(void)
{
	if (!priv.by_file)
		return;
	privileges__drop();
	prctl(PR_SET_DUMPABLE, 1);	/* nothing was captured that the user may not see */
}

char **privileges__environment(void)
{
	FILE *f = priv.by_file ? fopen("/proc/self/environ", "re") : NULL;
	char **env = NULL, *variable = NULL;
	size_t n = 0, size = 0;

	while (f && VEC_MORE(env, n, 2) && getdelim(&variable, &size, '\0', f) > 0) {
		env[n++] = variable;
		env[n] = variable = NULL;
		size = 0;
	}
	if (!n || !feof(f))
		env = NULL;		/* as the library has it */
	if (f)
		fclose(f);
	return env ? env : environ;
}
