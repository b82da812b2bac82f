// SPDX-License-Identifier: BSD-2-Clause
/* show_extra.c - text after a result (row.ret_extra). */
#include <poll.h>

#include "kinds.h"

/* The kernel returns 20 minus the nice value, so that no result is negative (getpriority(2)). */
void extra_nice(struct show *s, const struct call *c)
{
	if (c->failed || s->w->strace_marks)
		return;
	s->w->ret_extra_begin(s->o, "priority");
	s->w->struct_begin(s->o);
	show_named(s, "nice", integer, 20 - c->ret);
	s->w->struct_end(s->o, false);
	s->w->ret_extra_end(s->o);
}

void extra_timeout(struct show *s, const struct call *c)
{
	if (c->failed || c->ret)
		return;
	s->w->ret_extra_begin(s->o, "Timeout");
	s->w->ret_extra_end(s->o);
}

/* strace shows it for poll and select only. */
void extra_no_events(struct show *s, const struct call *c)
{
	if (!s->w->strace_marks)
		extra_timeout(s, c);
}

void extra_date(struct show *s, const struct call *c)
{
	if (!show__dates(s) || c->failed)
		return;
	s->w->ret_extra_begin(s->o, NULL);
	s->w->date(s->o, c->ret, 0, 0);
	s->w->ret_extra_end(s->o);
}

/* -- poll, select: formats with the verb outcome ----------------------------------------------------------------------- */

static void show_ready_one(struct show *s, const struct pollfd *p)
{
	s->w->struct_begin(s->o);
	show_named(s, "fd", integer, p->fd);
	show_field_name(s, "revents");
	show__flags(s, &poll_events, (uint16_t)p->revents);
	s->w->struct_end(s->o, false);
}

/* struct pollfd is the same in every ABI. */
static struct pollfd pollfd_at(const struct show *s, const uint8_t *p)
{
	return (struct pollfd){ .fd = (int)load_int(p, 4, s->swap), .revents = (short)load_uint(p + 6, 2, s->swap) };
}

static void show_ready(struct show *s, const struct chunk *k)
{
	unsigned shown = 0;
	bool limited = false;

	s->w->outcome(s->o, NULL);
	s->w->array_begin(s->o);
	for (uint32_t at = 0; at + sizeof(struct pollfd) <= k->len && !limited; at += sizeof(struct pollfd)) {
		struct pollfd p = pollfd_at(s, chunk__bytes(k) + at);

		if (!p.revents)
			continue;
		limited = shown++ >= s->string_limit && !s->verbose;
		if (limited)
			break;
		s->w->item(s->o);
		show_ready_one(s, &p);
	}
	s->w->array_end(s->o, limited ? ARRAY_LIMIT : ARRAY_WHOLE, 0);
}

static void show_left(struct show *s, const struct arg *a, const struct chunk *k)
{
	struct arg inner = *a;

	inner.out = true;
	s->w->outcome(s->o, "left");
	if (s->addresses)
		s->w->address(s->o, arg__ulong(a));
	else
		show__shape(s, &inner, shape__of(a->spec->shape, a->call->abi), chunk__bytes(k), k->len);
}

static void show_outcome(struct show *s, const struct arg *a, const char *set)
{
	const struct kind *kind = a->spec->kind;
	const struct chunk *k = call__chunk(a->call, (unsigned)a->index, PART_SELF, true);

	if (!k || !chunk__has_bytes(k))
		return;
	if (kind->show == show_array_inout)
		show_ready(s, k);
	else if (kind->show == show_struct_inout)
		show_left(s, a, k);
	if (kind->has_fds && set && fdset__any(a, k)) {
		s->w->outcome(s->o, set);
		fdset__show(s, a, k);
	}
}

static bool has_sets(const struct row *row)
{
	for (unsigned i = 0; i < row->nargs; i++)
		if (row->args[i].kind->has_fds)
			return true;
	return false;
}

void extra_polled(struct show *s, const struct call *c)
{
	static const char *const sets[CALL_ARGS] = { NULL, "in", "out", "except" };

	if (!s->w->outcome || c->failed || !c->ret || (s->addresses && !has_sets(c->row))) {
		extra_timeout(s, c);
		return;
	}
	s->w->ret_extra_begin(s->o, "");
	for (int i = 0; i < c->row->nargs; i++)
		show_outcome(s, &(struct arg){ .call = c, .spec = &c->row->args[i], .value = c->args[i], .index = i }, sets[i]);
	s->w->ret_extra_end(s->o);
}

void extra_time_left(struct show *s, const struct call *c)
{
	if (!s->w->outcome || c->failed)
		return;
	if (!c->ret) {
		extra_timeout(s, c);
		return;
	}
	for (int i = 0; i < c->row->nargs; i++) {
		if (!c->row->args[i].on_intr || !c->args[i] || s->addresses)
			continue;
		s->w->ret_extra_begin(s->o, "");
		show_outcome(s, &(struct arg){ .call = c, .spec = &c->row->args[i], .value = c->args[i], .index = i }, NULL);
		s->w->ret_extra_end(s->o);
	}
}
