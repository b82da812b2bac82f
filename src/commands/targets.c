/* SPDX-License-Identifier: BSD-2-Clause */
/* targets.c - checks /proc/ID of each process and thread that was named. */
#include "targets.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bpf/config.h"
#include "config/option_values.h"
#include "config/options.h"
#include "host/cgroup.h"
#include "host/containers.h"
#include "host/diagnose.h"
#include "host/process_state.h"
#include "lib/msg.h"
#include "lib/small_file.h"
#include "lib/vec.h"
#include "sources/snapshot.h"

enum target_state { TARGET_THERE, TARGET_GONE, TARGET_KERNEL, TARGET_MEMBER };

struct named {
	const char *what;		/* "process", "thread" */
	pid_t id;
	char comm[64];			/* only of a kernel thread: programs may choose a comm with control characters */
};

/* Parses /proc/ID/stat: the comm may have blanks and parentheses, so the numbers begin after the last ')'. */
static enum target_state look(struct named *t)
{
	char line[512], *name, *end;
	unsigned flags = 0;
	ssize_t n;

	n = small_file__read(line, sizeof(line), "/proc/%d/stat", t->id);
	if (n < 0)
		return n == -ENOENT ? TARGET_GONE : TARGET_THERE;
	name = strchr(line, '(');
	end = strrchr(line, ')');
	if (!name || !end || sscanf(end, ") %*c %*d %*d %*d %*d %*d %u", &flags) != 1)
		return TARGET_GONE;
	snprintf(t->comm, sizeof(t->comm), "%.*s", (int)(end - name - 1), name + 1);
	if (flags & PF_KTHREAD)
		return TARGET_KERNEL;
	return *t->what == 'p' && snapshot__tgid(t->id) != t->id ? TARGET_MEMBER : TARGET_THERE;
}

/* The only target is unusable: prints why. */
static void explain(const struct named *t, enum target_state state)
{
	if (state == TARGET_GONE) {
		diagnose__explain_gone(t->what, t->id);
	} else if (state == TARGET_KERNEL) {
		msg__trouble("The %s %d (%s) is a kernel thread: it makes no system calls.", t->what, t->id, t->comm);
		msg__hint("Events show what it does: 'trace -p %d -e none,sched:sched_switch', for example.", t->id);
	} else {
		msg__trouble("%d is a thread of process %d.", t->id, snapshot__tgid(t->id));
		msg__hint("Try: 'trace -t %d', or 'trace -p %d' for all threads of the process.", t->id, snapshot__tgid(t->id));
	}
}

static void say_left_out(const struct named *t, enum target_state state)
{
	if (state == TARGET_GONE)
		msg__warn("there is no %s %d: it is left out", t->what, t->id);
	else if (state == TARGET_KERNEL)
		msg__warn("%s %d (%s) is a kernel thread, which makes no system calls: it is left out", t->what, t->id, t->comm);
	else
		msg__warn("%d is a thread of process %d: it is left out; -t takes threads", t->id, snapshot__tgid(t->id));
}

/* What strace would say of the processes and threads: said in their order, when they are traced. */
static struct attached {
	int id;
	bool is_process;
	int err;	/* errno, if it cannot be attached to */
} *attached;
static unsigned nattached;

static void say_attached(const struct attached *a)
{
	char path[32];
	struct stat st;

	snprintf(path, sizeof(path), "/proc/%d/task", a->id);
	if (a->is_process && !stat(path, &st) && st.st_nlink > 3)
		msg__warn("Process %d attached with %u threads", a->id, (unsigned)st.st_nlink - 2);
	else
		msg__warn("Process %d attached", a->id);
}

void targets__say_attached(const struct options *o)
{
	for (unsigned i = 0; i < nattached; i++) {
		if (attached[i].err)
			msg__error("attach: ptrace(PTRACE_SEIZE, %d): %s", attached[i].id, strerror(attached[i].err));
		else if (!(o->w.strace.quiet & QUIET_ATTACH))
			say_attached(&attached[i]);
	}
	free(attached);
	attached = NULL;
	nattached = 0;
}

/*
 * In strace's words: scripts look for them. With -f it takes the number of any thread for its process; a kernel thread it may not
 * trace. *use false: leave it out. 0, or -ENOMEM.
 */
static int check_as_strace(struct named *t, enum target_state state, bool *use)
{
	*use = state == TARGET_THERE || state == TARGET_MEMBER;
	if (state == TARGET_MEMBER)
		t->id = snapshot__tgid(t->id);
	if (!VEC_MORE(attached, nattached, 1))
		return msg__no_memory();
	attached[nattached++] = (struct attached){ .id = t->id, .is_process = *t->what == 'p', .err = *use ? 0 : state == TARGET_GONE ? ESRCH : EPERM };
	return 0;
}

static int check_list_as_strace(struct id_list *list, const char *what)
{
	unsigned kept = 0;
	bool use;

	for (unsigned i = 0; i < list->n; i++) {
		struct named t = { .what = what, .id = list->ids[i] };
		int err = check_as_strace(&t, look(&t), &use);

		if (err)
			return err;
		if (use)
			list->ids[kept++] = t.id;
	}
	list->n = kept;
	return 0;
}

static int check_targets_as_strace(struct options *o)
{
	unsigned n = o->pids.n + o->tids.n;
	int err = check_list_as_strace(&o->pids, "process");

	if (!err)
		err = check_list_as_strace(&o->tids, "thread");
	if (err || !n || o->command || o->pids.n + o->tids.n)
		return err;
	targets__say_attached(o);
	return -ESRCH;
}

static void check_list(struct id_list *list, const char *what, bool alone, bool kernel)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < list->n; i++) {
		struct named t = { .what = what, .id = list->ids[i] };
		enum target_state state = look(&t);

		if (state == TARGET_THERE || (state == TARGET_KERNEL && kernel))
			list->ids[kept++] = t.id;
		else if (alone)
			explain(&t, state);
		else
			say_left_out(&t, state);
	}
	list->n = kept;
}

struct called {
	const char *name;
	struct id_list *pids;
	bool found;
};

static int add_if_called(void *ctx, int pid)
{
	struct called *c = ctx;
	char comm[32];

	if (small_file__line(comm, sizeof(comm), "/proc/%d/comm", pid) || strcmp(comm, c->name) || pid == getpid())
		return 0;
	c->found = true;
	return id_list__add(c->pids, pid);
}

/* The kernel keeps 15 bytes of a name. */
int targets__find_names(struct options *o)
{
	for (unsigned i = 0; i < o->ncalled; i++) {
		char name[16];
		struct called c = { .name = name, .pids = &o->pids };

		snprintf(name, sizeof(name), "%s", o->called[i]);
		if (small_file__numbers(add_if_called, &c, "/proc") < 0)
			return msg__no_memory();
		if (c.found)
			continue;
		msg__error("no process is called '%s'", o->called[i]);
		msg__hint("give numbers of processes, or the name of a program as 'ps -e' shows it");
		return -ESRCH;
	}
	return 0;
}

/* Turns names of containers, pods and units into their groups. */
static int find_groups(struct options *o)
{
	char path[PATH_MAX];

	for (unsigned i = 0; i < o->nowners; i++) {
		if (owners__find((enum owner)o->owners[i].what, o->owners[i].name, path, sizeof(path)))
			return -ESRCH;
		msg__info("'%s' is the control group %s", o->owners[i].name, path);
		if (!VEC_MORE(o->cgroups, o->ncgroups, 1) || !(o->cgroups[o->ncgroups] = strdup(path)))
			return msg__no_memory();
		o->ncgroups++;
	}
	if (o->ncgroups > 1 && cgroup__outermost(o->cgroups, &o->ncgroups))
		return -ESRCH;
	if (o->ncgroups <= CGROUPS_MAX)
		return 0;
	msg__error("%u control groups are chosen: at most %u can be", o->ncgroups, CGROUPS_MAX);
	return -EINVAL;
}

int targets__check(struct options *o)
{
	int err = diagnose__check_proc() || targets__find_names(o) || find_groups(o) ? -ESRCH : 0;
	unsigned n = o->pids.n + o->tids.n;
	bool alone = n == 1 && !o->command, events = o->events.n || o->faults;

	if (err)
		return err;
	if (o->strace.on)
		return check_targets_as_strace(o);
	check_list(&o->pids, "process", alone, events);
	check_list(&o->tids, "thread", alone, events);
	if (!n || o->command || o->pids.n + o->tids.n)
		return 0;
	if (!alone)
		msg__error("there is nothing to trace: none of what -p and -t name can be traced");
	return -ESRCH;
}
