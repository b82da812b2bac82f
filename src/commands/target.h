/* SPDX-License-Identifier: BSD-2-Clause */
/* target.h - the wrapped command: found, forked, held before its execve, released, waited for. */
#ifndef TRACE_TARGET_H
#define TRACE_TARGET_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

struct hold;
struct run_as;

struct target {
	pid_t pid;		/* 0: there is none */
	char path[PATH_MAX];	/* what it runs. It passes this, argv and the environment to execve: they lie at the same place in both */
	int release;		/* write end of the pipe that holds it */
	int tells;		/* read end: how far it came, before it is held and when its execve fails */
	bool ended;
	int status;		/* as wait(2) has it, once ended */
};

/* How a command is started. */
struct start {
	char **argv;
	const struct run_as *as;	/* whom it runs as */
	bool apart;		/* standard output is taken: what the command writes there goes to standard error */
	struct hold *hold;	/* its calls are held (hold.h); NULL: they are not */
};

/*
 * Forks a child that waits before its execve. It looks the path up, in PATH and as the user that it runs as, before it waits,
 * so that it makes one execve and no more when it is traced. 0; -errno, -ENOENT and -EACCES of the look-up: there is no child,
 * the message was printed.
 */
int target__start(struct target *t, const struct start *s);
/* Lets it go. 0, or -errno of its execve: the message was printed. */
int target__release(struct target *t);
/*
 * Has it ended? Does not wait. Whatever else has become a child of this process and ended is reaped: what the command made with
 * CLONE_PARENT, orphans where this process is their reaper (prctl(2), PR_SET_CHILD_SUBREAPER). Others wait for it to vanish.
 */
bool target__poll(struct target *t);
/* It was never released, or the tracer gives up: it is killed if it has not run its program yet. */
void target__abandon(struct target *t);
/* The tracer's own exit: passes on the command's status; a command that a signal killed kills the tracer too. */
int target__exit_status(const struct target *t);
void target__die_like(const struct target *t);

#endif
