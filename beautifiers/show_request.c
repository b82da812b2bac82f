// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_request.c - what requests of io_uring have beside the arguments and the result of the call that they stand for: PART_SQE, PART_SQE_MORE and
 * PART_SQE_FILE; and commands of drivers.
 */
#include "kinds.h"
#include "made.h"

#define FIXED_BUF (1u << 2)	/* IORING_RECVSEND_FIXED_BUF */
#define ANY_ELEMENT UINT32_MAX	/* IORING_FILE_INDEX_ALLOC: the kernel chooses, and the result is the number */

static const struct chunk *note_of(const struct call *c, unsigned part)
{
	return call__chunk(c, CHUNK_RET, part, false);
}

/* Is this field of struct io_uring_sqe an argument? */
static bool is_argument(const struct row *row, enum sqe_field field)
{
	for (unsigned i = 0; i < row->nargs; i++)
		if ((row->sqe >> 4 * i & 15) == field)
			return true;
	return false;
}

static void show_number(struct show *s, const char *name, unsigned len, uint64_t v)
{
	s->w->arg(s->o, name, len);
	s->w->uinteger(s->o, v);
}

#define SHOW_NUMBER(s, name, v) show_number(s, name, sizeof(name) - 1, v)

static void show_priority(struct show *s, const struct call *c, const struct row *row, unsigned v)
{
	static const struct arg_spec other = HEX32("ioprio");
	const struct arg_spec *spec = row->ioprio ? row->ioprio : &other;

	s->w->arg(s->o, spec->name, spec->name_len);
	show__arg(s, &(struct arg){ .call = c, .spec = spec, .value = v, .index = -1 });
}

static void show_more(struct show *s, const struct call *c, const struct row *row, uint64_t more)
{
	const struct chunk *note = note_of(c, PART_SQE);
	unsigned prio = more & 0xffff, personality = more >> 16 & 0xffff, buf = more >> 32 & 0xffff;
	bool selects = note && note->addr & URING_SELECTS;

	if (prio && !is_argument(row, SQE_PRIO))
		show_priority(s, c, row, prio);
	if (selects && !is_argument(row, SQE_BUF))
		SHOW_NUMBER(s, "buf_group", buf);
	else if ((buf || (row->ioprio_flags && prio & FIXED_BUF)) && !is_argument(row, SQE_BUF))
		SHOW_NUMBER(s, "buf_index", buf);
	if (personality)
		SHOW_NUMBER(s, "personality", personality);
}

/* Does it put a new file into the ring's own table? */
static bool makes_file(const struct row *row)
{
	return row->ret == RET_FD || row->effect == OPENS_PAIR;
}

void show_request_args(struct show *s, const struct call *c)
{
	const struct row *row = rows__find(c->abi, c->rec->nr);
	const struct chunk *more = note_of(c, PART_SQE_MORE), *file = note_of(c, PART_SQE_FILE), *note = note_of(c, PART_SQE);

	if (!row)
		return;
	if (more || (note && note->addr & URING_SELECTS))
		show_more(s, c, row, more ? more->addr : 0);
	if (!file || !makes_file(row))
		return;
	s->w->arg(s->o, "file_index", 10);
	if (file->addr == ANY_ELEMENT)
		show__enum(s, &io_uring_file_index, file->addr);
	else
		s->w->fd(s->o, (int)(file->addr - 1), &(struct fd_name){ .registered = true });
}

bool request__made_element(const struct call *c)
{
	const struct chunk *file = note_of(c, PART_SQE_FILE);
	const struct row *row = rows__find(c->abi, c->rec->nr);

	return file && file->addr == ANY_ELEMENT && row && row->ret == RET_FD;
}

static void show_buffer(struct show *s, unsigned number)
{
	s->w->ret_extra_begin(s->o, "buffer");
	s->w->struct_begin(s->o);
	show_named(s, "buffer", integer, number);
	s->w->struct_end(s->o, false);
	s->w->ret_extra_end(s->o);
}

/* How a request of io_uring was ordered after others, carried out, and how it has completed: enum uring_note. */
void extra_request(struct show *s, const struct call *c)
{
	static const struct { unsigned bit; const char *name; } notes[] = {
		{ URING_DRAIN, "drain" }, { URING_LINK, "link" }, { URING_HARDLINK, "hardlink" }, { URING_ASYNC, "async" }, { URING_WORKER, "worker" },
		{ URING_MORE, "more" }, { URING_SKIPS, "skip_success" }, { URING_SILENT, "silent" },
	};
	const struct chunk *k = call__chunk(c, CHUNK_RET, PART_SQE, false);

	if (k && k->addr & URING_BUFFER)
		show_buffer(s, k->addr >> 32 & 0xffff);
	for (unsigned i = 0; k && i < sizeof(notes) / sizeof(notes[0]); i++) {
		if (!(k->addr & notes[i].bit))
			continue;
		s->w->ret_extra_begin(s->o, notes[i].name);
		s->w->ret_extra_end(s->o);
	}
}

/* -- Commands of drivers ---------------------------------------------------------------------------------------------- */

static bool is_socket(const struct call *c)
{
	return c->names && c->names->fd_kind && c->names->fd_kind(c->names->ctx, (int)c->args[0]);
}

/* Numbers without the parts of an ioctl's are each driver's own. */
void show_uring_command(struct show *s, const struct arg *a)
{
	uint32_t cmd = (uint32_t)a->value;

	if (is_socket(a->call))
		show__enum(s, &io_uring_socket_cmds, cmd);
	else if (flag_table__find(flag_table__in(&io_uring_cmds, s->abi), cmd))
		show__enum(s, flag_table__in(&io_uring_cmds, s->abi), cmd);
	else if (ioc__dir(cmd, s->abi))
		show_ioctl_cmd(s, a);
	else
		s->w->hex(s->o, cmd);
}

struct ublk_io { uint16_t q_id, tag; int32_t result; uint64_t addr; };
static const struct field ublk_io_fields[] = { FIELDS(struct ublk_io, uint, q_id, tag), FIELD(struct ublk_io, result, int), FIELD(struct ublk_io, addr, hex) };
static const struct shape ublk_io = SHAPE(struct ublk_io, ublk_io_fields);

struct ublk_control { uint32_t dev_id; uint16_t queue_id, len; uint64_t addr, data; uint16_t dev_path_len, pad; uint32_t reserved; };
static const struct field ublk_control_fields[] = {
	FIELDS(struct ublk_control, uint, dev_id, queue_id, len), FIELD(struct ublk_control, addr, hex), FIELD(struct ublk_control, data, hex),
	FIELD(struct ublk_control, dev_path_len, uint, .if_set = true),
};
static const struct shape ublk_control = SHAPE(struct ublk_control, ublk_control_fields);

#define UBLK_FIRST_IO 0x20	/* UBLK_IO_FETCH_REQ: commands before it are those of /dev/ublk-control */

/* What the entry has for the driver, by the command; NULL: not known. */
static const struct shape *shape_of(const struct show *s, uint32_t cmd)
{
	const struct made_entry *e;

	if (flag_table__find(flag_table__in(&io_uring_cmds, s->abi), cmd) && (cmd >> 8 & 0xff) == 'u')
		return (cmd & 0xff) < UBLK_FIRST_IO ? &ublk_control : &ublk_io;
	e = (cmd >> 8 & 0xff) == 'N' && ioc__dir(cmd, s->abi) ? made__request(s->abi, cmd, NULL) : NULL;
	return e ? made__layout(e, s->abi) : NULL;
}

bool has_uring_command(const struct call *c)
{
	const struct chunk *k = call__chunk(c, CALL_ARGS - 1, PART_SELF, false);

	return k && !is_zero(chunk__bytes(k), k->len);
}

void show_uring_command_bytes(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	const struct shape *sh = shape_of(s, (uint32_t)a->call->args[1]);

	if (!k)
		show_pointer(s, a, false);
	else if (sh && k->len >= sh->size)
		show__shape(s, a, sh, chunk__bytes(k), sh->size);
	else
		s->w->octets(s->o, chunk__bytes(k), k->len, STRING_WHOLE);
}
