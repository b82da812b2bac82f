// SPDX-License-Identifier: BSD-2-Clause
/* file_view.c - owns a view's output file. */
#include "file_view.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config/options.h"
#include "lib/ulimits.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "lib/output_file.h"

#define OUT_BYTES (256 * 1024)

static struct file_view *file_of(const struct view *v)
{
	return (struct file_view *)v;
}

struct file_view *file_view__on(int fd, size_t buffer, size_t size, const struct view_ops *ops, const struct view_setup *u)
{
	struct file_view *f = calloc(1, size);

	if (!f || out__open(&f->out, fd, buffer)) {
		msg__no_memory();
		free(f);
		if (fd > STDERR_FILENO)
			close(fd);
		return NULL;
	}
	f->view = (struct view){ .ops = ops, .fd = fd, .terminal = fd >= 0 && isatty(fd) };
	f->opt = u->opt;
	f->out.opt = u->opt->w;
	f->out.impatient = &interrupt__count;
	return f;
}

struct file_view *file_view__new(size_t size, const struct view_ops *ops, const struct view_setup *u)
{
	int fd = u->opt->output ? output_file__open(u->opt->output) : u->standard;

	return fd < 0 && u->opt->output ? NULL : file_view__on(fd, OUT_BYTES, size, ops, u);
}

bool file_view__wants_color(const struct file_view *f)
{
	const char *no_color = getenv("NO_COLOR");

	return f->opt->color == 1 || (f->opt->color == 2 && f->view.terminal && !(no_color && *no_color));
}

void file_view__idle(struct view *v)
{
	out__flush(&file_of(v)->out);
}

int file_view__error(const struct view *v)
{
	return file_of(v)->out.err;
}

void file_view__close_out(struct out *o)
{
	if (o->fd > STDERR_FILENO && close(o->fd) && !o->err)
		o->err = -errno;
	o->fd = -1;
}

int file_view__failed(const struct file_view *f, int err)
{
	const char *name = f->opt->output;

	if (err == -EPIPE)
		return err;
	if (name && strcmp(name, "-"))
		msg__error("cannot write '%s': %s; the output ends there", name, ulimits__why(err));
	else
		msg__error("cannot write to standard %s: %s; the output ends there",
			   name || f->opt->in != IN_LIVE || f->opt->top.on ? "output" : "error", ulimits__why(err));
	return err;
}

int file_view__finish(struct view *v)
{
	struct file_view *f = file_of(v);

	out__flush(&f->out);
	v->fd = -1;
	file_view__close_out(&f->out);
	return f->out.err ? file_view__failed(f, f->out.err) : 0;
}

void file_view__close(struct view *v)
{
	struct file_view *f = file_of(v);

	file_view__close_out(&f->out);
	out__close(&f->out);
	free(f);
}

void *file_view__add(struct file_view *f, struct hash *h, size_t size, uint64_t key)
{
	void *n = hash__new(h, size, key);

	f->out.err = n || f->out.err ? f->out.err : -ENOMEM;
	return n;
}

void *file_view__need(struct file_view *f, struct hash *h, size_t size, uint64_t key)
{
	void *n = hash__find(h, key);

	return n ? n : file_view__add(f, h, size, key);
}

struct show show__by(const struct options *opt, struct out *o, const struct verbs *w)
{
	return (struct show){
		.o = o, .w = w, .string_limit = opt->w.string_limit, .verbose = opt->verbose_structs, .env = opt->env,
		.decode_pids = opt->decode_pids, .native = abi__native(),
	};
}
