// SPDX-License-Identifier: BSD-2-Clause
/* strace_output.c - chooses the output by strace's options. */
#include "strace_output.h"

#include <errno.h>

#include "config/options.h"
#include "lib/msg.h"
#include "lib/output_file.h"
#include "output_pipe.h"

#define OUT_BYTES (256 * 1024)

static bool is_pipe(const struct options *o)
{
	return *o->output == '|' || *o->output == '!';
}

struct file_view *strace_output__open(struct strace_output *s, size_t size, const struct view_ops *ops, const struct view_setup *u)
{
	const struct options *o = u->opt;
	int fd;

	*s = (struct strace_output){ .per_thread = o->strace.per_thread, .files = { .path = o->output, .appends = o->strace.appends } };
	if (!o->strace.on || !o->output)
		return file_view__new(size, ops, u);
	if (s->per_thread)
		return file_view__on(-1, OUT_BYTES, size, ops, u);
	if (is_pipe(o))
		fd = output_pipe__open(o->output + 1, &s->reader);
	else
		fd = o->strace.appends ? output_file__append(o->output) : output_file__open(o->output);
	return fd < 0 ? NULL : file_view__on(fd, OUT_BYTES, size, ops, u);
}

void strace_output__begin(struct strace_output *s, uint32_t tid)
{
	if (s->per_thread)
		thread_files__of(&s->files, tid);
}

void strace_output__line(struct strace_output *s, uint32_t tid, struct out *o)
{
	if (s->per_thread)
		thread_files__take(&s->files, tid, o);
}

void strace_output__end(struct strace_output *s, uint32_t tid)
{
	if (s->per_thread)
		thread_files__end(&s->files, tid);
}

void strace_output__idle(struct strace_output *s, struct view *v)
{
	if (s->per_thread)
		thread_files__flush(&s->files);
	else
		file_view__idle(v);
}

int strace_output__finish(struct strace_output *s, struct view *v)
{
	int err = s->per_thread ? thread_files__finish(&s->files) : file_view__finish(v);

	if (!s->reader)
		return err;
	output_pipe__wait(s->reader);
	if (err != -EPIPE)
		return err;
	msg__error("cannot write '%s': its command has ended; the output ends there", s->files.path);
	return -EIO;		/* only the reader of the standard output ends the tracer by SIGPIPE */
}
