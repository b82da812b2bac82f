/* SPDX-License-Identifier: BSD-2-Clause */
/* target.h - the traced command: looked up, forked, held before its execve, released, waited for. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct hold;
struct inject;
struct run_as;
struct strace_config;

struct target {
	pid_t pid;		/* 0: there is none */
	char path[PATH_MAX];	/* the program. The forked child passes it, argv and the environment to execve, at the same addresses as here */
	int release;		/* write end of the pipe whose reading holds the child, before its execve and after one that failed; -1: closed */
	int reports;		/* read end of the pipe for its reports: before it is held, and if its execve fails */
	bool reported;		/* the report before it is held has been read */
	bool ended;
	int status;		/* wait status, once ended */
	uint64_t system;	/* ns that it and its children spent in the kernel, once ended; until then, before its execve */
};

/* How a command is started. */
struct start {
	char **argv;
	const struct run_as *as;	/* the user that it runs as */
	bool silent;		/* the tracer uses the terminal: streams of the command that are on one are /dev/null instead */
	bool apart;		/* the tracer uses standard output: the command's goes to standard error */
	struct hold *hold;	/* holds its calls (hold.h); NULL: no */
	struct inject *inject;	/* changes their results (inject.h); NULL: no */
	const struct strace_config *strace;	/* strace's options about the command, and its messages */
};

/* trace's command `name` may be meant by its first argument, `word`: said if that is not found. */
void target__meant(const char *word, const char *name);
/*
 * Looks the program up, in PATH and as the user that it runs as, so that the trace has a single execve, and forks a child that waits
 * before that. 0; -errno, also -ENOENT and -EACCES of the lookup: there is no child, the message was printed.
 */
int target__start(struct target *t, const struct start *s);
/* Waits until the child is held, before it is traced. 0, or -errno: it has ended or cannot go on, no message was printed. */
int target__await(struct target *t);
/* Lets the child execve. 0, or -errno of its execve: no message was printed, and the child waits for target__let_end(). */
int target__release(struct target *t);
void target__let_end(struct target *t);
/*
 * Has the command ended? Does not wait. Other children that have ended are reaped, too: those that the command made with CLONE_PARENT,
 * and orphans if this process is their subreaper (prctl(2), PR_SET_CHILD_SUBREAPER). Programs may wait for them to disappear.
 */
bool target__poll(struct target *t);
/* Kills the child if it has not executed its program yet. */
void target__abandon(struct target *t);
/* The tracer's exit status: the command's. If a signal killed the command, it kills the tracer, too. */
int target__exit_status(const struct target *t);
void target__die_like(const struct target *t);
