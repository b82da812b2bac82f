// SPDX-License-Identifier: BSD-2-Clause
/*
 * call.c - parses a call's record, and emits its arguments, result and error.
 *
 * Invariant: after call__parse() every chunk in struct call lies within its record.
 */
#include <errno.h>
#include <string.h>

#include "kinds.h"

#define MAX_ERRNO 4095		/* include/linux/err.h: results from -4095 to -1 are errors */

/* The end of the chunks between `p` and `end`, before the first one that does not fit. */
static void parse_chunks(struct call *c, const uint8_t *p, const uint8_t *end)
{
	const struct chunk *k = (const struct chunk *)p;

	c->first = k;
	c->hidden = 0;
	for (unsigned n = 0; n < CALL_MAX_CHUNKS && end - p >= (ptrdiff_t)sizeof(*k); n++) {
		if (k->len > (size_t)(end - p) - sizeof(*k))
			break;
		k = chunk__next(k);
		p = (const uint8_t *)k;
	}
	c->end = k;
}

static void parse_args(struct call *c, const struct rec_call *rec)
{
	uint64_t *to = c->arg_copy;

	memset(to, 0, sizeof(c->arg_copy));
	switch (rec->nargs) {		/* memcpy() becomes a string instruction: slow for few words */
	case 6: to[5] = rec->args[5]; /* fall through */
	case 5: to[4] = rec->args[4]; /* fall through */
	case 4: to[3] = rec->args[3]; /* fall through */
	case 3: to[2] = rec->args[2]; /* fall through */
	case 2: to[1] = rec->args[1]; /* fall through */
	case 1: to[0] = rec->args[0];
	}
	c->args = to;
}

void call__take_result(struct call *c, const struct rec_call *rec, const struct row *row)
{
	c->ret = rec->ret;
	/* sigreturn returns a zero-extended 32-bit register */
	if ((abi__word_size((enum abi)rec->abi) == 4 || (row && row->ret_int)) && (uint32_t)c->ret >= (uint32_t)-MAX_ERRNO)
		c->ret = (int32_t)c->ret;
	c->done = rec->rec.type == REC_CALL;
	c->failed = c->done && c->ret < 0 && c->ret >= -MAX_ERRNO && !(rec->flags & CALL_VALUE);
}

static uint16_t number_meant(const struct call *c)
{
	int nr = syscalltbl__by_mux(c->abi, c->rec->nr, c->row->stands_for);

	return nr < 0 ? c->rec->nr : (uint16_t)nr;
}

/* The row of a request of io_uring whose result is no descriptor of the process: a copy without that effect. */
static const struct row *without_fd(const struct row *row, unsigned op)
{
	static struct row rows[SYSCALL_URING_END - SYSCALL_COMMANDS];

	if (row->effect == EFFECT_NONE && row->ret != RET_FD)
		return row;
	if (!rows[op].name) {
		rows[op] = *row;
		rows[op].ret = RET_INT;
		rows[op].effect = EFFECT_NONE;
		rows[op].accepts = false;
	}
	return &rows[op];
}

/* Since it ended, its descriptor may have become another file's. */
static bool is_silent(const struct call *c)
{
	const struct chunk *k = call__chunk(c, CHUNK_RET, PART_SQE, false);

	return k && k->addr & URING_SILENT;
}

int call__parse(struct call *c, const struct rec_call *rec, const struct names *names)
{
	const struct row *row;

	if (rec->rec.len < sizeof(*rec) || (rec->rec.type != REC_CALL && rec->rec.type != REC_PENDING))
		return -EINVAL;
	if (rec->nargs > CALL_ARGS || rec->abi >= ABI_COUNT)
		return -EINVAL;
	if (rec->fixed < sizeof(*rec) + rec->nargs * sizeof(rec->args[0]) || rec->fixed > rec->rec.len || rec->fixed % REC_ALIGN)
		return -EINVAL;
	c->rec = rec;
	c->names = names;
	c->abi = rec->abi;
	c->word = abi__word_size(c->abi);
	c->swap = abi__is_swapped(c->abi);
	row = rows__find(c->abi, rec->nr);
	call__take_result(c, rec, row);
	parse_args(c, rec);
	c->row = row && row->sub && !(rec->flags & CALL_NO_ARGS) ? row__resolve(row, c->abi, c->args, names) : row;
	c->nr = rec->nr;
	if (UNLIKELY(rec->flags & CALL_FIXED_RET) && c->row && syscalltbl__is_uring(c->nr))
		c->row = without_fd(c->row, c->nr - SYSCALL_COMMANDS);
	if (UNLIKELY(c->row && c->row->stands_for))
		c->nr = number_meant(c);
	parse_chunks(c, (const uint8_t *)rec + rec->fixed, (const uint8_t *)rec + rec->rec.len);
	if (UNLIKELY(c->row && syscalltbl__is_uring(c->nr) && is_silent(c)))
		c->row = without_fd(c->row, c->nr - SYSCALL_COMMANDS);
	return 0;
}

bool call__is_unsure(const struct call *c, const struct chunk *k)
{
	return k->status & CHUNK_LATE && c->rec->flags & CALL_NO_MEMORY;
}

static bool chunk_is(const struct chunk *k, unsigned arg, unsigned part, bool out)
{
	return k->arg == arg && k->part == part && !(k->status & CHUNK_OUT) == !out;
}

/* Input memory may have two chunks: a failed read at entry, and its repetition at exit. */
const struct chunk *call__chunk(const struct call *c, unsigned arg, unsigned part, bool out)
{
	const struct chunk *found = NULL;

	CALL_CHUNKS_EACH(k, c) {
		if (!chunk_is(k, arg, part, out))
			continue;
		if (chunk__has_bytes(k))
			return k;
		found = k;
	}
	return found;
}

uint64_t call__address(const struct call *c, const uint8_t *p)
{
	CALL_CHUNKS_EACH(k, c) {
		if (p >= chunk__bytes(k) && p <= chunk__bytes(k) + k->len)
			return k->addr + (uint64_t)(p - chunk__bytes(k));
	}
	return 0;
}

/* The chunk of the memory that a pointer in a structure points at; the longest if several have this address. */
static const struct chunk *memory_at(const struct arg *a, bool out)
{
	const struct chunk *found = NULL;
	const struct call *c = a->call;

	CALL_CHUNKS_EACH(k, c) {
		if (k->addr == a->value && chunk_is(k, (unsigned)a->root, PART_AT, out) && (!found || k->len > found->len))
			found = k;
	}
	return found;
}

/* The chunk of an argument, or of a field whose pointer is followed; it may have no bytes. */
static const struct chunk *chunk_of(const struct arg *a, unsigned part, bool out)
{
	const struct chunk *k;

	if (a->index >= 0)
		return call__chunk(a->call, a->index, part, out);
	if (!arg__leads(a) || part != PART_SELF)
		return NULL;
	k = memory_at(a, out || a->out);
	return k || out || !a->out ? k : memory_at(a, false);	/* a structure copied at entry and exit: its pointers were followed at entry */
}

const struct chunk *arg__memory(const struct arg *a, unsigned part, bool out)
{
	const struct chunk *k = chunk_of(a, part, out);

	return k && chunk__has_bytes(k) ? k : NULL;
}

/* Was the number that argument `i` points at 0 at exit? */
static bool length_was_zero(const struct call *c, unsigned i)
{
	const struct chunk *k = call__chunk(c, i, PART_SELF, true);

	return k && k->len >= 4 && !load_uint(chunk__bytes(k), 4, c->swap);
}

/* How the length is determined, at entry or (out) at exit. */
static enum cap_len length_kind(const struct kind *kind, bool out)
{
	bool second = kind->cap[1].op && !(kind->cap[0].when & (out ? CAP_EXIT : CAP_ENTRY));

	return kind->cap[second].len;
}

/* A length or count of 0 or less: there is no chunk because nothing was to be read, not because reading failed. */
static bool nothing_there(const struct arg *a, bool out)
{
	const struct call *c = a->call;

	if (a->index < 0)
		return false;
	switch (length_kind(a->spec->kind, out)) {
	case LEN_ARG:
	case LEN_BITS:
		return (int64_t)arg__count(a) <= 0;
	case LEN_RET:
		return c->ret <= 0;
	case LEN_ARG_MIN_RET:
		return c->ret <= 0 || (int64_t)arg__count(a) <= 0;
	case LEN_PTR:
		return length_was_zero(c, a->spec->len_arg);
	default:
		return false;
	}
}

/* Memory that cannot be read at exit has a chunk without bytes; no chunk: an older recorder did not capture it. */
static bool was_tried(const struct arg *a, bool out)
{
	if (a->index >= 0 && (!a->call->done || a->call->rec->flags & CALL_SHORT))
		return true;
	return chunk_of(a, PART_SELF, out);
}

uint64_t arg__count_by_field(const struct arg *a)
{
	const struct field *f = a->field;
	uint64_t n;

	if (f->len_offset + f->len_size > a->holder_len || (f->len_how == LEN_TIMES && f->len_with + 4u > a->holder_len))
		return 0;
	n = load_uint(a->holder + f->len_offset, f->len_size, a->call->swap);
	if (f->len_how == LEN_TIMES)
		n = (uint32_t)n * load_uint(a->holder + f->len_with, 4, a->call->swap);
	else if (f->len_how == LEN_POWER)
		n = power_in(n, f->len_with);
	return n > UINT32_MAX && f->unit ? UINT64_MAX : n * (f->unit ? f->unit : 1);
}

void show_pointer(struct show *s, const struct arg *a, bool out)
{
	uint64_t addr = arg__ulong(a);

	if (!addr || !was_tried(a, out) || (out && (!a->call->done || (a->call->failed && !a->spec->on_error))) || nothing_there(a, out))
		s->w->address(s->o, addr);
	else
		show__unread(s, addr);
}

void show__unread(struct show *s, uint64_t addr)
{
	if (!addr || s->no_memory)
		s->w->address(s->o, addr);
	else
		s->w->unread(s->o, addr);
}

void show__arg(struct show *s, const struct arg *a)
{
	shown_kind(s, a->spec)->show(s, a);
}

/* Rows need not store the length of a name: storing it saves strlen(). */
static unsigned spec_name_len(const struct arg_spec *spec)
{
	return spec->name_len ? spec->name_len : strlen(spec->name);
}

static void show_raw_args(struct show *s, const struct call *c)
{
	static const char names[CALL_ARGS][5] = { "arg0", "arg1", "arg2", "arg3", "arg4", "arg5" };

	for (unsigned i = 0; i < c->rec->nargs; i++) {
		s->w->arg(s->o, names[i], 4);
		s->w->hex(s->o, c->args[i]);
	}
}

static bool is_late(const struct call *c, unsigned arg)
{
	CALL_CHUNKS_EACH(k, c)
		if (k->arg == arg && call__is_unsure(c, k) && chunk__has_bytes(k))
			return true;
	return false;
}

/* Shows the value; if the call has not written the memory, the address. */
/* Memory other than a string or a buffer. */
static bool is_structured(const struct arg_spec *spec, const struct kind *kind)
{
	return kind->cap[0].op && (spec->shape || kind->shape || kind->structured || kind->is_addr || kind->is_sockaddr || kind->has_fds || kind->cap[0].op == CAP_STRV);
}

/* An array without elements: nothing is read. */
static bool is_empty_array(const struct arg *a)
{
	const struct plan_op *cap = &a->spec->kind->cap[0];

	if (arg__ulong(a) && a->spec->kind->array)
		return !arg__count(a);
	if (!arg__ulong(a) || (cap->op != CAP_IOVEC && (cap->op != CAP_BUF || cap->size || !a->spec->shape)))
		return false;
	return cap->len == LEN_ARG ? !arg__count(a) : cap->len == LEN_RET && a->call->done && !a->call->ret;
}

static bool is_address(const struct arg *a, const struct kind *kind)
{
	return !kind->plain && is_structured(a->spec, a->spec->kind) && !is_empty_array(a);
}

static void show_value(struct show *s, const struct arg *a)
{
	const struct arg_spec *spec = a->spec;
	const struct kind *kind = shown_kind(s, spec);

	if (UNLIKELY(s->addresses) && is_address(a, kind))
		s->w->address(s->o, arg__ulong(a));
	else if (UNLIKELY(spec->filled) && kind == spec->kind && a->call->done && !a->call->failed && !spec->filled(a->call))
		s->w->address(s->o, arg__ulong(a));
	else
		kind->show(s, a);
}

/* The row by which the call is shown. */
static const struct row *shown_row(const struct show *s, const struct call *c)
{
	return s->w->strace_marks && c->row && c->row->strace ? c->row->strace : c->row;
}

static unsigned index_shown(const struct row *row, unsigned nth)
{
	return UNLIKELY(row->order) ? row->order[nth] : nth;
}

static void show_row_args(struct show *s, const struct call *c, unsigned from, unsigned to)
{
	struct arg a = { .call = c };
	const struct row *row = shown_row(s, c);

	for (unsigned nth = from; nth < to && nth < row->nargs; nth++) {
		unsigned i = index_shown(row, nth);
		const struct arg_spec *spec = &row->args[i];
		bool late;

		if (shown_kind(s, spec)->hidden || (spec->when && !spec->when(c)))
			continue;
		a.spec = spec;
		a.value = c->args[i];
		a.index = i;
		if (UNLIKELY(row->order))
			s->w->field(s->o, spec->name, spec_name_len(spec));
		else
			s->w->arg(s->o, spec->name, spec_name_len(spec));
		late = UNLIKELY(s->no_memory) && is_late(c, i);
		if (late)
			s->w->late_begin(s->o);
		show_value(s, &a);
		if (late)
			s->w->late_end(s->o);
	}
}

/* How many arguments the first half of an interrupted line has; or, resumed, with which the second half begins. */
static unsigned row_split(const struct show *s, const struct row *row, bool resumed)
{
	bool halves = s->w->halves;
	unsigned i = 0;

	if (halves && s->w->outcome && row->ret_extra == extra_polled)
		return row->nargs;
	for (; i < row->nargs; i++) {
		const struct kind *k = row->args[index_shown(row, i)].kind;

		if (k->out && (resumed || halves || !(k->cap[0].when & CAP_ENTRY)))
			break;
	}
	return i;
}

enum show_comma show__comma(const struct show *s, const struct call *c)
{
	const struct row *row = shown_row(s, c), *base = row ? rows__find(c->abi, c->nr) : NULL;
	unsigned at = row ? row_split(s, row, false) : 0;

	if (!at || at >= row->nargs)
		return COMMA_NONE;
	return row->comma_late || (base && base->comma_late) ? COMMA_LATE : COMMA_EARLY;
}

void show__args(struct show *s, const struct call *c, enum call_state st)
{
	s->abi = c->abi;
	s->swap = c->swap;
	s->no_memory = c->rec->flags & CALL_NO_MEMORY;
	s->follows_left = CALL_FOLLOWS;
	if (c->rec->flags & CALL_NO_ARGS)
		return;
	if (!c->row) {
		if (st != CALL_RESUMED)
			show_raw_args(s, c);
	} else if (st == CALL_UNFINISHED) {
		show_row_args(s, c, 0, row_split(s, shown_row(s, c), false));
	} else {
		show_row_args(s, c, st == CALL_RESUMED ? row_split(s, shown_row(s, c), true) : 0, CALL_ARGS);
	}
	if (UNLIKELY(syscalltbl__is_uring(c->nr)) && st != CALL_RESUMED)
		show_request_args(s, c);
}

static void show_ret_as(struct show *s, const struct call *c, const struct row *row, uint64_t word)
{
	const struct arg_spec spec = { .name = "", .kind = row->ret_as, .flags = row->ret_flags, .flags2 = row->ret_flags2 };

	show__arg(s, &(struct arg){ .call = c, .spec = &spec, .value = word, .index = -1 });
}

/* A user or a group, if their names are asked for. */
static void show_ret_uint(struct show *s, const struct call *c, const struct row *row, uint64_t word)
{
	if (row->ret_as && s->names && s->names->id_name)
		show_ret_as(s, c, row, word);
	else
		s->w->uinteger(s->o, word);
}

static void show_ret_value(struct show *s, const struct call *c, const struct row *row)
{
	const struct verbs *w = s->w;
	uint64_t word = c->word == 4 ? (uint32_t)c->ret : (uint64_t)c->ret;

	if (UNLIKELY(c->rec->flags & CALL_FIXED_RET) && request__made_element(c)) {
		w->fd(s->o, (int)c->ret, &(struct fd_name){ .registered = true });
		return;
	}
	switch (row ? row->ret : RET_INT) {
	case RET_FD:	show__made_fd(s, c, c->ret); break;
	case RET_HEX:	w->hex(s->o, word); break;
	case RET_FLAGS:	show__flags(s, row->ret_flags, word); break;
	case RET_ENUM:	show__enum(s, row->ret_flags, word); break;
	case RET_KIND:	show_ret_as(s, c, row, word); break;
	case RET_POINTER: (w->strace_marks ? w->hex : w->address)(s->o, word); break;	/* strace shows 0, not NULL */
	case RET_PID:	show__task(s, c, c->ret, true); break;
	case RET_ID:	show__task(s, c, c->ret, false); break;
	case RET_UINT:	show_ret_uint(s, c, row, word); break;
	case RET_OCTAL:	w->octal(s->o, word); break;
	default:	w->integer(s->o, c->ret); break;
	}
}

/* The result as a number, then what it means. */
static void show_noted(struct show *s, const struct call *c, const struct row *row)
{
	if (row->note_dec)
		s->w->integer(s->o, c->ret);
	else
		s->w->hex(s->o, c->word == 4 ? (uint32_t)c->ret : (uint64_t)c->ret);
	if ((!c->ret && !row->note_zero) || (row->ret == RET_ENUM && !flag_table__find(row->ret_flags, (uint64_t)c->ret)) || !s->w->ret_note_begin(s->o, *row->note ? row->note : NULL, (enum note_names)row->note_names))
		return;
	show_ret_value(s, c, row);
	s->w->ret_extra_end(s->o);
}

void show__result(struct show *s, const struct call *c, enum call_state st)
{
	const struct row *row = shown_row(s, c);
	const char *name;

	if (st == CALL_ENDED || st == CALL_UNFINISHED || !c->done || (row && row->ret == RET_NONE && !c->failed && !(c->rec->flags & CALL_INJECTED))) {
		s->w->ret_none(s->o);
		if (UNLIKELY(st == CALL_ENDED && syscalltbl__is_uring(c->nr)))
			extra_request(s, c);
		return;
	}
	if (c->failed) {
		name = errno__name_in(c->abi, -c->ret);
		s->w->ret_error(s->o, row && row->ret_int && s->w->strace_marks ? (uint32_t)c->ret : c->ret, name, name ? errno__text(-c->ret) : NULL);
	} else {
		s->w->ret_begin(s->o, c->ret);
		if (s->w->ret_note_begin && row && row->note)
			show_noted(s, c, row);
		else
			show_ret_value(s, c, row);
	}
	if (row && row->ret_extra)
		row->ret_extra(s, c);
	if (UNLIKELY(syscalltbl__is_uring(c->nr)))
		extra_request(s, c);
}

unsigned call__number_made(const struct call *c)
{
	int mux = UNLIKELY(syscalltbl__is_mux(c->rec->nr)) ? syscalltbl__mux(c->abi, c->rec->nr) : -1;
	const struct chunk *k = UNLIKELY(c->rec->nr == UINT16_MAX) ? call__chunk(c, CHUNK_RET, PART_NUMBER, false) : NULL;

	if (k)
		return (unsigned)k->addr;
	return mux < 0 ? c->rec->nr : (unsigned)mux;
}
