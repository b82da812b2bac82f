/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * file_view.h - what views share whose output is one file: opening, flushing, errors, closing.
 *
 *	struct x { struct file_view file; … };		file is the first member
 *	x = (struct x *)file_view__new(sizeof(*x), &x_view, u);
 */
#ifndef TRACE_FILE_VIEW_H
#define TRACE_FILE_VIEW_H

#include "lib/out.h"
#include "session/view.h"

struct file_view {
	struct view view;
	const struct options *opt;
	struct out out;
};

/*
 * `size` bytes, all but the first of them zeros, that write to the file which the setup's options name. NULL: the message was
 * printed. on(): to that descriptor, which is closed where that fails; with a buffer of so many bytes.
 */
struct file_view *file_view__new(size_t size, const struct view_ops *ops, const struct view_setup *u);
struct file_view *file_view__on(int fd, size_t buffer, size_t size, const struct view_ops *ops, const struct view_setup *u);

/* Of struct view_ops; close() frees the view itself. */
void file_view__idle(struct view *v);
int file_view__error(const struct view *v);
int file_view__finish(struct view *v);
void file_view__close(struct view *v);

#define FILE_VIEW .idle = file_view__idle, .error = file_view__error, .finish = file_view__finish

/* Closes the descriptor, unless it is a standard stream; an error is kept. */
void file_view__close_out(struct out *o);
/* Says that writing failed, unless nobody reads any more (-EPIPE); returns err. */
int file_view__failed(const struct file_view *f, int err);

/* What tsearch(3) finds, or a copy of the key, which it adds. NULL: no memory, which is kept as an error of the output. */
void *file_view__need(struct file_view *f, void **root, const void *key, size_t size, int (*order)(const void *, const void *));

/* What renderers go by, as the options have it; its names are to be set. */
struct show show__by(const struct options *opt, struct out *o, const struct verbs *w);

#endif
