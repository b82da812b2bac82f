// SPDX-License-Identifier: BSD-2-Clause
/* show_fd.c - descriptors, with their paths or sockets. */
#include "kinds.h"

#define CWD_FD (-100)		/* AT_FDCWD of linux/fcntl.h */

static void show_fd_named(struct show *s, const struct call *c, int fd, bool made)
{
	bool renamed = c->row && c->row->effect == NAMES_SOCK && c->done && !s->w->fds_at_entry, known;
	struct fd_name name = { 0 };

	if (UNLIKELY(call__is_registered(c, fd))) {
		c->names->fd_name(c->names->ctx, fd, false, &name);
		name.registered = true;
		s->w->fd(s->o, fd & INT32_MAX, &name);
		return;
	}
	known = fd >= 0 && c->names->fd_name(c->names->ctx, fd, made || renamed, &name);
	name.numbered = s->verbose && s->names && s->names->id_name;
	s->w->fd(s->o, fd, known ? &name : NULL);
}

void show__fd(struct show *s, const struct call *c, int fd)
{
	show_fd_named(s, c, fd, false);
}

void show__made_fd(struct show *s, const struct call *c, int fd)
{
	show_fd_named(s, c, fd, true);
}

void show_fd(struct show *s, const struct arg *a)
{
	show__fd(s, a->call, (int32_t)a->value);
}

/* A descriptor of another process has no name here. */
void show_own_fd(struct show *s, const struct arg *a)
{
	if (a->spec->named(a->call))
		show_fd(s, a);
	else
		show_int(s, a);
}

void show_passed_fd(struct show *s, const struct arg *a)
{
	show_fd_named(s, a->call, (int32_t)a->value, a->out);
}

void show_fd_or_0(struct show *s, const struct arg *a)
{
	if (a->value)
		show_fd(s, a);
	else
		s->w->integer(s->o, 0);
}

void show_fd_uint(struct show *s, const struct arg *a)
{
	if ((uint32_t)a->value > INT32_MAX)
		s->w->uinteger(s->o, (uint32_t)a->value);
	else
		show_fd(s, a);
}

/* 64 bits: a number outside the range of int is no descriptor. */
void show_fd64(struct show *s, const struct arg *a)
{
	if ((int64_t)a->value != (int32_t)a->value)
		s->w->hex(s->o, a->value);
	else
		show_fd(s, a);
}

static void show_cwd(struct show *s, const struct call *c)
{
	struct fd_name name = { 0 };

	if (!s->w->cwd) {
		s->w->symbol(s->o, (uint64_t)(int64_t)CWD_FD, "AT_FDCWD", 5, NULL);
		return;
	}
	c->names->fd_name(c->names->ctx, CWD_FD, false, &name);
	s->w->cwd(s->o, name.text, name.len);
}

void show_at_fd(struct show *s, const struct arg *a)
{
	int32_t fd = (int32_t)a->value;
	const struct flag *f = a->spec->flags && fd < 0 ? flag_table__find(a->spec->flags, (uint32_t)fd) : NULL;

	if (fd == CWD_FD)
		show_cwd(s, a->call);
	else if (f)
		s->w->symbol(s->o, (uint64_t)(int64_t)fd, f->name, f->skip, a->spec->flags);
	else
		show__fd(s, a->call, fd);
}

void show_fd_pair(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true);

	if (!k || k->len < 8) {
		show_pointer(s, a, true);
		return;
	}
	s->w->array_begin(s->o);
	for (unsigned i = 0; i < 2; i++) {
		s->w->item(s->o);
		show__made_fd(s, a->call, load_int(chunk__bytes(k) + 4 * i, 4, s->swap));
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}
