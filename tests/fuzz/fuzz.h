/* SPDX-License-Identifier: BSD-2-Clause */
/* fuzz.h - what the harnesses share: a session that shows into memory, and messages that go nowhere. */
#ifndef TRACE_FUZZ_H
#define TRACE_FUZZ_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "beautifiers/rows.h"
#include "beautifiers/verbs.h"
#include "bpf/wire.h"
#include "lib/msg.h"
#include "session/session.h"

int msg__verbosity;
void msg__error(const char *fmt, ...) { (void)fmt; }
void msg__trouble(const char *fmt, ...) { (void)fmt; }
void msg__warn(const char *fmt, ...) { (void)fmt; }
void msg__note(const char *fmt, ...) { (void)fmt; }
void msg__hint(const char *fmt, ...) { (void)fmt; }
void msg__info(const char *fmt, ...) { (void)fmt; }

struct shown {
	struct options opt;
	struct out out;
	struct session session;
	int fd;
};

/* To /dev/null, in `format`, with every option that shows more. */
static inline void shown__open(struct shown *s, const char *format)
{
	memset(s, 0, sizeof(*s));
	syscalltbl__init();
	rows__init();
	s->opt.in = IN_REPLAY;
	s->opt.writer = writer__find(format);
	s->opt.w = (struct writer_options){ .comm = true, .duration = true, .cpu = true, .color = true, .string_limit = 100 };
	s->opt.verbose_structs = s->opt.env = true;
	s->opt.stacks = STACKS_DWARF;
	s->opt.max_stack = STACK_FRAMES;
	syscall_set__fill(&s->opt.calls);
	s->fd = memfd_create("out", 0);
	if (out__open(&s->out, s->fd, 65536) || session__open(&s->session, &s->opt, &s->out))
		abort();
	s->out.w = s->opt.writer;
	s->out.opt = s->opt.w;
}

static inline void shown__close(struct shown *s)
{
	session__finish(&s->session);
	out__flush(&s->out);
	session__close(&s->session);
	out__close(&s->out);
	close(s->fd);
}

#endif
