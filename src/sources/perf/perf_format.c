// SPDX-License-Identifier: BSD-2-Clause
/*
 * perf_format.c - fields are located once, with libtraceevent, then read in place.
 *
 * Invariant: a field is read only if it lies within the record, whatever the format file says.
 */
#include "perf_format.h"

#include <errno.h>
#include <event-parse.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/bytes.h"
#include "lib/format_file.h"
#include "lib/record.h"
#include "lib/vec.h"

#define IDS 65536		/* event IDs have 16 bits */
#define TYPE_OFFSET 0		/* common_type of every event */
#define PID_OFFSET 4		/* common_pid */
#define TEXTS 6
#define CUT_MIN 63		/* least length of a string that the kernel has cut (CONFIG_TRACE_SYSCALL_BUF_SIZE_DEFAULT) */

struct location {
	uint32_t offset, size;
};

struct text_location {		/* a string argument's text, which kernels from 6.19 on add */
	uint32_t offset;	/* of the u32 with the text's offset and length */
	uint8_t arg;
	bool is_string;		/* a string with a NUL, not a buffer */
};

struct call_format {
	uint16_t id;
	uint8_t kind, origin;
	struct location nr, ret;
	unsigned nargs, ntexts;
	struct location args[CALL_ARGS];
	struct text_location texts[TEXTS];
};

struct perf_formats {
	bool swap;
	unsigned word;
	unsigned n;
	struct call_format *formats;
	uint32_t by_id[IDS];	/* index in formats + 1; 0: not an event of calls */
};

struct perf_formats *perf_formats__new(bool swap, unsigned word)
{
	struct perf_formats *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->swap = swap;
	f->word = word;
	return f;
}

void perf_formats__free(struct perf_formats *f)
{
	if (!f)
		return;
	free(f->formats);
	free(f);
}

unsigned perf_formats__count(const struct perf_formats *f)
{
	return f->n;
}

static int add_format(struct perf_formats *f, const struct call_format *c)
{
	if (!VEC_MORE(f->formats, f->n, 1))
		return -ENOMEM;
	f->formats[f->n++] = *c;
	f->by_id[c->id] = f->n;
	return 0;
}

/* -- Format files ---------------------------------------------------------------------------------------------------- */

static struct location location_of(const struct tep_format_field *field)
{
	return (struct location){ .offset = field->offset, .size = field->size };
}

/* raw_syscalls: `id`, and `args` as one array or `ret`. */
static void find_raw(struct call_format *c, const struct perf_formats *f, struct tep_event *event)
{
	const struct tep_format_field *id = tep_find_field(event, "id"), *args = tep_find_field(event, "args"),
				      *ret = tep_find_field(event, "ret");

	if (id)
		c->nr = location_of(id);
	if (ret)
		c->ret = location_of(ret);
	for (unsigned i = 0; args && i < CALL_ARGS && (i + 1) * f->word <= (unsigned)args->size; i++)
		c->args[c->nargs++] = (struct location){ .offset = args->offset + i * f->word, .size = f->word };
}

/* `__NAME_val` is the text of argument NAME; only the print format shows whether it is a string or a buffer. */
static void find_text(struct call_format *c, const struct tep_format_field *field, const char *const *names, const char *text)
{
	size_t len = strlen(field->name);
	char print[128];

	if (!(field->flags & TEP_FIELD_IS_DYNAMIC) || field->size != 4 || len < 7 || strncmp(field->name, "__", 2) ||
	    strcmp(field->name + len - 4, "_val") || c->ntexts == TEXTS)
		return;
	snprintf(print, sizeof(print), "__get_str(%s)", field->name);
	for (unsigned i = 0; i < c->nargs; i++)
		if (strlen(names[i]) == len - 6 && !strncmp(names[i], field->name + 2, len - 6))
			c->texts[c->ntexts++] = (struct text_location){
				.offset = field->offset, .arg = i, .is_string = strstr(text, print),
			};
}

/* syscalls:sys_enter_NAME: the number, then a field per argument, then texts. */
static void find_named(struct call_format *c, struct tep_event *event, const char *text)
{
	const char *names[CALL_ARGS] = { 0 };

	for (const struct tep_format_field *field = event->format.fields; field; field = field->next) {
		if (!strcmp(field->name, "__syscall_nr") || !strcmp(field->name, "nr")) {
			c->nr = location_of(field);
		} else if (c->kind == PAIR_LEAVE && !strcmp(field->name, "ret")) {
			c->ret = location_of(field);
		} else if (field->flags & TEP_FIELD_IS_DYNAMIC) {
			find_text(c, field, names, text);
		} else if (c->nargs < CALL_ARGS) {
			names[c->nargs] = field->name;
			c->args[c->nargs++] = location_of(field);
		}
	}
}

static bool is_of_signals(const struct call_format *c)
{
	return c->kind == PAIR_SENT || c->kind == PAIR_SIGNAL;
}

/* Its number, si_code, si_errno; of one that was sent the receiver. */
static void find_signal(struct call_format *c, struct tep_event *event)
{
	static const char *const names[] = { "sig", "code", "errno", "pid" };

	for (unsigned i = 0; i < (c->kind == PAIR_SENT ? 4u : 3u); i++) {
		const struct tep_format_field *field = tep_find_field(event, names[i]);

		if (field)
			*(i ? &c->args[c->nargs++] : &c->nr) = location_of(field);
	}
}

/* Is it an entry or exit event of a call, or one of a signal? By its name, the first line of a format file. */
static bool is_of_calls(const char *system, const char *text, size_t len, struct call_format *c)
{
	static const struct { const char *system, *name; uint8_t kind, origin; } rows[] = {
		{ "raw_syscalls",	"name: sys_enter\n",	PAIR_ENTER,	PAIR_RAW },
		{ "raw_syscalls",	"name: sys_exit\n",	PAIR_LEAVE,	PAIR_RAW },
		{ "syscalls",		"name: sys_enter_",	PAIR_ENTER,	PAIR_NAMED },
		{ "syscalls",		"name: sys_exit_",	PAIR_LEAVE,	PAIR_NAMED },
		{ "signal",		"name: signal_generate\n",	PAIR_SENT,	PAIR_RAW },
		{ "signal",		"name: signal_deliver\n",	PAIR_SIGNAL,	PAIR_RAW },
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (strcmp(system, rows[i].system) || len < strlen(rows[i].name) || memcmp(text, rows[i].name, strlen(rows[i].name)))
			continue;
		c->kind = rows[i].kind;
		c->origin = rows[i].origin;
		return true;
	}
	return false;
}

static bool is_number(struct location p)
{
	return p.size == 1 || p.size == 2 || p.size == 4 || p.size == 8;
}

int perf_formats__add(struct perf_formats *f, const char *system, const char *text, size_t len, uint16_t *id)
{
	bool big = (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != f->swap;
	struct call_format c = { 0 };
	struct format_file file;
	int err;

	if (!is_of_calls(system, text, len, &c))
		return 0;
	err = format_file__parse(&file, system, text, len, big, f->word);
	if (!err && file.event->id >= 0 && file.event->id < IDS) {
		*id = c.id = (uint16_t)file.event->id;
		if (is_of_signals(&c))
			find_signal(&c, file.event);
		else if (c.origin == PAIR_RAW)
			find_raw(&c, f, file.event);
		else
			find_named(&c, file.event, file.print);
		if (is_number(c.nr) && (is_of_signals(&c) ? c.nargs >= 2 : c.kind == PAIR_ENTER || is_number(c.ret)))
			err = add_format(f, &c);
	}
	format_file__free(&file);
	return err == -EINVAL ? 0 : err;	/* an invalid format file is ignored */
}

uint8_t perf_formats__texts(const struct perf_formats *f, uint16_t id)
{
	const struct call_format *c = f->by_id[id] ? &f->formats[f->by_id[id] - 1] : NULL;
	uint8_t args = 0;

	for (unsigned i = 0; c && c->kind == PAIR_ENTER && i < c->ntexts; i++)
		args |= 1u << c->texts[i].arg;
	return args;
}

int perf_formats__assume(struct perf_formats *f, uint16_t enter, uint16_t leave)
{
	struct call_format c = { .id = enter, .kind = PAIR_ENTER, .origin = PAIR_RAW, .nr = { 8, f->word }, .nargs = CALL_ARGS };
	int err;

	for (unsigned i = 0; i < CALL_ARGS; i++)
		c.args[i] = (struct location){ .offset = 8 + (i + 1) * f->word, .size = f->word };
	err = add_format(f, &c);
	c = (struct call_format){ .id = leave, .kind = PAIR_LEAVE, .origin = PAIR_RAW, .nr = { 8, f->word },
				  .ret = { 8 + f->word, f->word } };
	return err ? err : add_format(f, &c);
}

/* -- perf's tracing data --------------------------------------------------------------------------------------------- */

#define MAGIC "\027\010\104tracing"

/* Skips `header_page` and `header_event`, the layout of the kernel's ring buffer. */
static void skip_headers(struct perf_cursor *c)
{
	for (unsigned i = 0; i < 2; i++) {
		perf_cursor__string(c);
		perf_cursor__bytes(c, perf_cursor__u64(c));
	}
}

static void skip_ftrace(struct perf_cursor *c)
{
	uint32_t n = perf_cursor__u32(c);

	while (n-- && !c->bad)
		perf_cursor__bytes(c, perf_cursor__u64(c));
}

static int read_systems(struct perf_formats *f, struct perf_cursor *c)
{
	uint32_t systems = perf_cursor__u32(c);
	int err = 0;

	while (systems-- && !c->bad && !err) {
		const char *system = perf_cursor__string(c);
		uint32_t events = perf_cursor__u32(c);

		while (events-- && !c->bad && !err) {
			uint64_t len = perf_cursor__u64(c);
			const uint8_t *text = perf_cursor__bytes(c, len);
			uint16_t id;

			if (text)
				err = perf_formats__add(f, system, (const char *)text, len, &id);
		}
	}
	return err;
}

int perf_formats__read(struct perf_formats **f, const uint8_t *blob, size_t len)
{
	struct perf_cursor c = { .p = blob, .end = blob + len };
	const uint8_t *magic = perf_cursor__bytes(&c, sizeof(MAGIC) - 1), *kind;
	bool big;
	int err;

	perf_cursor__string(&c);		/* version */
	kind = perf_cursor__bytes(&c, 2);	/* byte order, size of a long */
	if (c.bad || memcmp(magic, MAGIC, sizeof(MAGIC) - 1) || kind[0] > 1 || (kind[1] != 4 && kind[1] != 8))
		return -EINVAL;
	big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	c.swap = kind[0] != big;
	perf_formats__free(*f);
	*f = perf_formats__new(c.swap, kind[1]);
	if (!*f)
		return -ENOMEM;
	perf_cursor__u32(&c);			/* size of a page */
	skip_headers(&c);
	skip_ftrace(&c);
	err = read_systems(*f, &c);
	return err ? err : c.bad ? -EINVAL : 0;
}

/* -- Events ---------------------------------------------------------------------------------------------------------- */

static bool lies_within(struct location p, uint32_t len)
{
	return p.offset <= len && p.size <= len - p.offset;
}

/* Finds a text; false: the kernel could not read it, or it does not lie within the record. */
static bool find_bytes(const struct perf_formats *f, const struct text_location *t, const uint8_t *raw, uint32_t len,
		       struct location *at)
{
	uint32_t loc;

	if (!lies_within((struct location){ t->offset, 4 }, len))
		return false;
	loc = perf_u32(raw + t->offset, f->swap);
	*at = (struct location){ .offset = loc & 0xffff, .size = loc >> 16 };
	return at->size && lies_within(*at, len);
}

/* Stores a text as a chunk at `to`. Returns its length. */
static uint32_t put_chunk(const struct text_location *t, const uint8_t *text, uint32_t len, uint64_t addr, uint8_t *to)
{
	struct chunk k = { .arg = t->arg, .status = CHUNK_OK, .part = PART_SELF, .addr = addr };

	if (t->is_string) {
		len = strnlen((const char *)text, len);
		if (len >= CUT_MIN + 3 && !memcmp(text + len - 3, "...", 3)) {
			k.status = CHUNK_TRUNC;
			len -= 3;
		}
	}
	k.len = len;
	memcpy(to, &k, sizeof(k));
	memcpy(to + sizeof(k), text, len);
	return sizeof(struct chunk) + REC_LEN(len);
}

/* Stores all texts as chunks. A missing text has no chunk, so its address is shown. Without memory there are no chunks. */
static void take_texts(const struct perf_formats *f, const struct call_format *c, const uint8_t *raw, uint32_t len,
		       struct pair_event *e)
{
	uint32_t total = 0;
	struct location at;

	for (unsigned i = 0; i < c->ntexts; i++)
		if (find_bytes(f, &c->texts[i], raw, len, &at))
			total += sizeof(struct chunk) + REC_LEN(at.size);
	if (!total || total > PAIR_CHUNKS_MAX)
		return;
	e->chunks = calloc(1, total);
	for (unsigned i = 0; e->chunks && i < c->ntexts; i++)
		if (find_bytes(f, &c->texts[i], raw, len, &at))
			e->chunks_len += put_chunk(&c->texts[i], raw + at.offset, at.size, e->args[c->texts[i].arg],
						   e->chunks + e->chunks_len);
}

static int32_t arg_of_signal(const struct perf_formats *f, const struct call_format *c, unsigned i, const uint8_t *raw, uint32_t len)
{
	struct location at = c->args[i];

	return i < c->nargs && is_number(at) && lies_within(at, len) ? (int32_t)perf_int(raw + at.offset, at.size, f->swap) : 0;
}

static bool decode_signal(const struct perf_formats *f, const struct call_format *c, const uint8_t *raw, uint32_t len, struct pair_event *e)
{
	int32_t signo = e->nr;

	e->nr = 0;
	e->signal.signo = signo;
	e->signal.code = arg_of_signal(f, c, 0, raw, len);
	e->signal.err = arg_of_signal(f, c, 1, raw, len);
	e->signal.to = (uint32_t)arg_of_signal(f, c, 2, raw, len);
	return signo > 0;
}

bool perf_formats__has_signals(const struct perf_formats *f)
{
	for (unsigned i = 0; i < f->n; i++)
		if (f->formats[i].kind == PAIR_SIGNAL)
			return true;
	return false;
}

bool perf_formats__decode(const struct perf_formats *f, const uint8_t *raw, uint32_t len, struct pair_event *e)
{
	uint32_t i = len >= 2 ? f->by_id[perf_u16(raw + TYPE_OFFSET, f->swap)] : 0;
	const struct call_format *c = i ? &f->formats[i - 1] : NULL;

	if (!c || !lies_within(c->nr, len))
		return false;
	e->kind = c->kind;
	e->origin = c->origin;
	e->nr = (int32_t)perf_int(raw + c->nr.offset, c->nr.size, f->swap);
	if (is_of_signals(c))
		return decode_signal(f, c, raw, len, e);
	if (c->kind == PAIR_LEAVE) {
		e->ret = lies_within(c->ret, len) ? perf_int(raw + c->ret.offset, c->ret.size, f->swap) : 0;
		return lies_within(c->ret, len);
	}
	memset(e->args, 0, sizeof(e->args));
	for (e->nargs = 0; e->nargs < c->nargs && lies_within(c->args[e->nargs], len); e->nargs++)
		e->args[e->nargs] = perf_uint(raw + c->args[e->nargs].offset, c->args[e->nargs].size, f->swap);
	take_texts(f, c, raw, len, e);
	return true;
}

uint32_t perf_formats__tid(const struct perf_formats *f, const uint8_t *raw, uint32_t len)
{
	return len >= PID_OFFSET + 4 ? perf_u32(raw + PID_OFFSET, f->swap) : 0;
}
