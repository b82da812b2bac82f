/* SPDX-License-Identifier: BSD-2-Clause */
/* strace_output.h - where strace's lines go: a file, appended to with -A; a command's input; or, with -ff, a file for each thread. */
#pragma once

#include <sys/types.h>

#include "file_view.h"
#include "thread_files.h"

struct strace_output {
	pid_t reader;			/* the command that reads the output; 0: none */
	bool per_thread;
	struct thread_files files;
};

/* As file_view__new(). */
struct file_view *strace_output__open(struct strace_output *s, size_t size, const struct view_ops *ops, const struct view_setup *u);
/* A thread begins, has a complete line in `o`, and ends. */
void strace_output__begin(struct strace_output *s, uint32_t tid);
void strace_output__line(struct strace_output *s, uint32_t tid, struct out *o);
void strace_output__end(struct strace_output *s, uint32_t tid);
/* Functions for struct view_ops, by the output of the view */
void strace_output__idle(struct strace_output *s, struct view *v);
int strace_output__finish(struct strace_output *s, struct view *v);
