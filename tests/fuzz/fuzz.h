/* SPDX-License-Identifier: BSD-2-Clause */
/* fuzz.h - shared by the harnesses: a view that writes to memory, and discarded messages. */
#pragma once

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "beautifiers/rows.h"
#include "bpf/wire.h"
#include "config/ready_views.h"
#include "lib/msg.h"
#include "views/view_sink.h"
#include "views/views.h"

int msg__verbosity;
const char *msg__program = "trace";
void msg__error(const char *fmt, ...) { (void)fmt; }
int msg__no_memory(void) { return -ENOMEM; }
void msg__trouble(const char *fmt, ...) { (void)fmt; }
void msg__warn(const char *fmt, ...) { (void)fmt; }
void msg__note(const char *fmt, ...) { (void)fmt; }
void msg__hint(const char *fmt, ...) { (void)fmt; }
void msg__info(const char *fmt, ...) { (void)fmt; }

struct shown {
	struct options opt;
	struct view_sink sink;
	int fd;
};

/* The nth of the views of columns; all others have the last. */
static inline const struct ready_view *fuzz_view(unsigned n)
{
	static struct ready_views views;

	if (!views.n && ready_views__all(&views))
		abort();
	return &views.list[n < views.n ? n : views.n - 1];
}

/* libtraceevent leaks names of types of some fields that no kernel has. What the project leaks of it, unit tests find. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libtraceevent.so\n";
}

/* A view of this format with all options that show more; writes to `output`, or to memory if that is NULL. */
static inline void shown__open_with(struct shown *s, const struct view_ops *format, const char *output, unsigned ready)
{
	memset(s, 0, sizeof(*s));
	s->opt.ready = fuzz_view(ready);
	s->opt.slow.ns = 1000;
	s->opt.slow.lines = &text_view;
	s->opt.top.batch = true;
	rows__init();
	s->opt.in = IN_REPLAY;
	s->opt.view = format;
	s->opt.output = output;
	s->opt.force = true;
	s->opt.color = format->in & IN_LIVE;
	s->opt.w = (struct writer_options){ .comm = true, .duration = true, .cpu = true, .string_limit = 100 };
	s->opt.verbose_structs = s->opt.env = s->opt.names = true;
	s->opt.stacks = STACKS_DWARF;
	s->opt.max_stack = STACK_FRAMES;
	syscall_set__fill(&s->opt.calls);
	s->fd = memfd_create("out", 0);
	if (s->fd < 0 || view_sink__open(&s->sink, &s->opt, NULL, s->fd))
		abort();
}

static inline void shown__open(struct shown *s, const struct view_ops *format, const char *output)
{
	shown__open_with(s, format, output, 0);
}

static inline void shown__close(struct shown *s)
{
	view_sink__finish(&s->sink);		/* closes the descriptor, unless there is an output */
	view_sink__close(&s->sink);
	if (s->opt.output)
		close(s->fd);
}

static inline void shown__take(struct shown *s, const struct rec *rec)
{
	s->sink.sink.ops->take(&s->sink.sink, rec);
}
