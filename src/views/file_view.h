/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * file_view.h - for views with one output file: opening, flushing, errors, closing.
 *
 *	struct x { struct file_view file; … };		file is the first member
 *	x = (struct x *)file_view__new(sizeof(*x), &x_view, u);
 */
#pragma once

#include "lib/hash.h"
#include "lib/out.h"
#include "session/view.h"

struct file_view {
	struct view view;
	const struct options *opt;
	struct out out;
};

/*
 * Allocates a view of `size` bytes, zeroed after struct file_view, and opens the output that the setup names. NULL: the message
 * was printed. on(): writes to a descriptor, which is closed on failure, with a buffer of the given size.
 */
struct file_view *file_view__new(size_t size, const struct view_ops *ops, const struct view_setup *u);
struct file_view *file_view__on(int fd, size_t buffer, size_t size, const struct view_ops *ops, const struct view_setup *u);

/* Functions for struct view_ops; close() frees the view itself. */
void file_view__idle(struct view *v);
int file_view__error(const struct view *v);
int file_view__finish(struct view *v);
void file_view__close(struct view *v);

#define FILE_VIEW .idle = file_view__idle, .error = file_view__error, .finish = file_view__finish

/* By --color, NO_COLOR, and whether the output is a terminal. */
bool file_view__wants_color(const struct file_view *f);
/* Closes the descriptor, unless it is a standard stream; o->err keeps an error. */
void file_view__close_out(struct out *o);
/* Prints that writing failed, except for -EPIPE; returns err. */
int file_view__failed(const struct file_view *f, int err);

/* hash__new(), hash__need(): NULL: no memory, which is stored as the output's error. */
void *file_view__add(struct file_view *f, struct hash *h, size_t size, uint64_t key);
void *file_view__need(struct file_view *f, struct hash *h, size_t size, uint64_t key);

/* A struct show for beautifiers, by the options; the caller sets its names. */
struct show show__by(const struct options *opt, struct out *o, const struct verbs *w);
