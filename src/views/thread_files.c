// SPDX-License-Identifier: BSD-2-Clause
/* thread_files.c - owns the names and the lives of threads' files. */
#include "thread_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/interrupt.h"
#include "lib/msg.h"
#include "lib/output_file.h"
#include "lib/ulimits.h"

#define THREAD_BYTES 16384	/* of a buffer: there may be many */

struct thread_file {
	struct hash_node node;
	struct out out;
};

static int fail(struct thread_files *f, int err)
{
	f->err = f->err ? f->err : err;
	return err;
}

static int open_file(struct thread_files *f, struct thread_file *t, uint32_t tid)
{
	char *path = NULL;
	int fd;

	if (asprintf(&path, "%s.%u", f->path, tid) < 0)
		return msg__no_memory();
	fd = f->appends ? output_file__append(path) : output_file__open(path);
	free(path);
	if (fd < 0)
		return fd;
	if (!out__open(&t->out, fd, THREAD_BYTES)) {
		t->out.impatient = &interrupt__count;
		return 0;
	}
	close(fd);
	return msg__no_memory();
}

struct out *thread_files__of(struct thread_files *f, uint32_t tid)
{
	struct thread_file *t = hash__find(&f->files, tid);

	if (t || f->err)
		return t ? &t->out : NULL;
	t = hash__new(&f->files, sizeof(*t), tid);
	if (!t || fail(f, open_file(f, t, tid))) {
		if (t)
			hash__remove(&f->files, &t->node);
		free(t);
		fail(f, -ENOMEM);
		return NULL;
	}
	return &t->out;
}

void thread_files__take(struct thread_files *f, uint32_t tid, struct out *lines)
{
	struct out *o = thread_files__of(f, tid);

	if (o) {
		out__put(o, lines->buf, lines->line);
		out__line_begin(o);
	}
	lines->p = lines->buf;
	lines->line = 0;
}

static void flush(struct thread_files *f, struct thread_file *t)
{
	if (!out__flush(&t->out) || f->err)
		return;
	msg__error("cannot write '%s.%llu': %s", f->path, (unsigned long long)t->node.key, ulimits__why(t->out.err));
	f->err = t->out.err;
}

static void close_file(struct thread_files *f, struct thread_file *t)
{
	flush(f, t);
	close(t->out.fd);
	out__close(&t->out);
	hash__remove(&f->files, &t->node);
	free(t);
}

void thread_files__end(struct thread_files *f, uint32_t tid)
{
	struct thread_file *t = hash__find(&f->files, tid);

	if (t)
		close_file(f, t);
}

void thread_files__flush(struct thread_files *f)
{
	HASH_EACH(&f->files, struct thread_file, t)
		flush(f, t);
}

int thread_files__finish(struct thread_files *f)
{
	HASH_EACH(&f->files, struct thread_file, t)
		close_file(f, t);
	hash__free(&f->files);
	return f->err;
}
