// SPDX-License-Identifier: BSD-2-Clause
/* row_verbs.c - values as the text format has them, with where each argument begins, and the strings and descriptors in them. */
#include <string.h>

#include "beautifiers/show.h"
#include "lib/vec.h"
#include "row_of.h"
#include "writers/text.h"

#define PARTS (sizeof(((struct rows *)0)->args) / sizeof(struct arg_part))

static struct rows *rows_of(struct out *o)
{
	return (struct rows *)((char *)o - offsetof(struct rows, out));
}

static void end_value(struct rows *r)
{
	if (r->nargs && !r->args[r->nargs - 1].end)
		r->args[r->nargs - 1].end = out__line_len(&r->out);
}

static void begin_value(struct out *o)
{
	o->state[TEXT_SET] = 0;
	o->first = true;
}

static void row__arg(struct out *o, const char *name, unsigned len)
{
	struct rows *r = rows_of(o);

	end_value(r);
	if (r->nargs)
		out__lit(o, ", ");
	out__put(o, name, len);
	out__lit(o, ": ");
	if (r->nargs < PARTS)
		r->args[r->nargs++] = (struct arg_part){ .name = name, .name_len = len, .at = out__line_len(o) };
	begin_value(o);
}

/* -- The result ------------------------------------------------------------------------------------------------------- */

static void begin_result(struct out *o)
{
	struct rows *r = rows_of(o);

	end_value(r);
	r->args_end = out__line_len(o);
	r->in_result = true;
	begin_value(o);
}

static void row__ret_begin(struct out *o, int64_t ret)
{
	(void)ret;
	begin_result(o);
}

static void row__ret_error(struct out *o, int64_t ret, const char *name, const char *text)
{
	begin_result(o);
	text__ret_error(o, ret, name, text);
}

static void row__ret_none(struct out *o)
{
	begin_result(o);
}

/* -- Strings and descriptors ------------------------------------------------------------------------------------------ */

static struct noted *note(struct rows *r, unsigned kind, const void *p, size_t len)
{
	struct noted *n;

	if (r->nnoted[kind] >= NOTED_MAX || !VEC_MORE(r->noted[kind], r->nnoted[kind], 1))
		return NULL;
	n = &r->noted[kind][r->nnoted[kind]++];
	*n = (struct noted){ .arg = r->in_result || !r->nargs ? CALL_ARGS : r->nargs - 1, .at = r->notes.len, .len = len, .has_text = p };
	if (p)
		buf__add(&r->notes, p, len);
	if (r->notes.failed)
		r->nnoted[kind]--;
	return r->notes.failed ? NULL : n;
}

static void note_string(struct out *o, const void *p, size_t len, enum string_note how)
{
	struct rows *r = rows_of(o);
	struct noted *n = r->wanted & 1u << TABLE_STRINGS ? note(r, ROWS_STRINGS, p, len) : NULL;

	if (n)
		n->cut = how == STRING_CUT || how == STRING_CUT_NUL;
}

static void row__string(struct out *o, const void *p, size_t len, enum string_note how)
{
	note_string(o, p, len, how);
	text__string(o, p, len, how);
}

static void row__bytes(struct out *o, const void *p, size_t len, enum string_note how)
{
	note_string(o, p, len, how);
	text__bytes(o, p, len, how);
}

static void row__fd(struct out *o, int fd, const struct fd_name *name)
{
	struct rows *r = rows_of(o);
	struct noted *n = r->wanted & 1u << TABLE_FDS ? note(r, ROWS_FDS, name ? name->text : NULL, name ? name->len : 0) : NULL;

	if (n)
		n->fd = fd;
	text__fd(o, fd, name);
}

/* TEXT_VERB() takes these. */
#define text__string row__string
#define text__bytes row__bytes
#define text__fd row__fd

const struct verbs row_verbs = {
	.arg = row__arg, .ret_begin = row__ret_begin, .ret_error = row__ret_error, .ret_none = row__ret_none,
	.ret_extra_begin = text__ret_extra_begin, .ret_extra_end = text__ret_extra_end,
	TEXT_VALUES(TEXT_VERB) TEXT_STRUCTS(TEXT_VERB)
};
