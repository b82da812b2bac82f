// SPDX-License-Identifier: BSD-2-Clause
/*
 * fuzz_shapes - any memory shown by every row of every ABI: calls, their sub-rows, the requests of ioctl, the options of getsockopt and
 * setsockopt, and control messages. The input's first bytes select row, format and state; then come arguments, and chunks of memory.
 *
 * Before the first input each row is shown once or more with memory from a generator, so that none is missed however few inputs there are,
 * and each structure that was generated from headers, also those that are members of unions, or only in other messages or structures.
 */
#include "memory.h"

#include "beautifiers/drivers.h"
#include "beautifiers/kinds.h"
#include "beautifiers/made.h"
#include "beautifiers/rows.h"

/* -- Rows --------------------------------------------------------------------------------------------------------------- */

#define NO_LEVEL INT32_MIN

/* A call, with those of its arguments that select a row. */
struct target {
	uint32_t cmd[2];
	uint32_t of;		/* kind of descriptors */
	const char *driver;	/* of their devices */
	int32_t level;		/* of a control message */
	uint16_t nr;
	uint8_t abi, n, arg[2];
};

static struct target *targets;
static unsigned ntargets, room;

static void add_target(const struct target *t)
{
	if (ntargets == room) {
		room = room ? room * 2 : 4096;
		targets = realloc(targets, room * sizeof(*targets));
		if (!targets)
			abort();
	}
	targets[ntargets++] = *t;
}

static struct target with(const struct target *t, unsigned arg, uint64_t cmd)
{
	struct target to = *t;

	to.arg[to.n] = (uint8_t)arg;
	to.cmd[to.n++] = (uint32_t)cmd;
	return to;
}

/* Commands that have a name, whether they have a row or not. */
static void add_named(const struct target *t, const struct row *row, unsigned arg)
{
	const struct arg_spec *a = &row->args[arg];
	const struct flag_table *const lists[] = { a->flags ? a->flags : a->kind ? a->kind->names : NULL, a->flags2 };

	for (unsigned i = 0; i < 2; i++) {
		const struct flag_table *list = lists[i] ? flag_table__in(lists[i], t->abi) : NULL;

		for (unsigned k = 0; list && !list->bits && k < list->n; k++) {
			struct target to = with(t, arg, list->flags[k].value);

			to.driver = driver__of(list->flags[k].name);
			add_target(&to);
		}
	}
}

static void add_row(const struct target *t, const struct row *row)
{
	const struct subrow *sub;
	uint32_t of, cmd;

	add_target(t);
	if (!row->sub || t->n == 2)
		return;
	if (row->otherwise)
		add_named(t, row, row->sub_arg);
	for (unsigned i = 0; (sub = row__sub_of(row, i, &of)); i++) {
		struct target to;

		if (!row__sub_cmd(row, sub, t->abi, &cmd))
			continue;
		to = with(t, row->sub_arg, cmd);
		to.of = of ? of : t->of;
		add_row(&to, &sub->row);
		if (strstr(row->name, "sockopt") && to.n == 1)
			add_named(&to, &sub->row, 2);
	}
}

static void add_levels(const struct target *t, const struct flag_table *levels)
{
	levels = flag_table__in(levels, t->abi);
	for (unsigned i = 0; i < levels->n; i++) {
		struct target to = *t;

		to.level = (int32_t)levels->flags[i].value;
		add_target(&to);
	}
}

static void add_call(enum abi abi, unsigned nr)
{
	const struct row *row = syscalltbl__name(abi, nr) ? rows__find(abi, nr) : NULL;
	const struct target t = { .nr = (uint16_t)nr, .abi = (uint8_t)abi, .level = NO_LEVEL };

	if (!row)
		return;
	add_row(&t, row);
	if (strcmp(row->name, "sendmsg") && strcmp(row->name, "recvmsg"))
		return;
	add_levels(&t, &socket_levels);
	add_levels(&t, &socket_newer_levels);
}

static void find_targets(void)
{
	rows__init();
	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned nr = 0; nr < SYSCALL_SET_BITS - 1; nr++)
			add_call(abi, nr);
}

/* -- A call -------------------------------------------------------------------------------------------------------------- */

static const struct target *now;
static const struct row *row_now;

/* Small numbers, addresses of memory below, lengths, or any number. */
static uint64_t argument(void)
{
	unsigned b = next();

	if (b < 96)
		return b;
	if (b < 192)
		return 0x10000 + (b - 96) * 64;
	if (b < 224)
		return 1ull << (b & 31);
	return next64() & (abi__word_size(now->abi) == 4 ? UINT32_MAX : UINT64_MAX);
}

static void set_arguments(void)
{
	uint64_t args[CALL_ARGS];

	for (unsigned i = 0; i < CALL_ARGS; i++)
		args[i] = argument();
	for (unsigned i = 0; i < now->n; i++)
		args[now->arg[i]] = now->cmd[i];
	rec_args(now->abi, CALL_ARGS, args);
	record.call.nr = now->nr;
	kind_of_fds = now->of;
	driver_of_fds = now->driver;
	row_now = rows__find(now->abi, now->nr);
	row_now = row_now->sub ? row__resolve(row_now, now->abi, args, &fuzz_names) : row_now;
}

static void put(uint8_t *p, uint64_t v, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		p[abi__is_big_endian(now->abi) ? size - 1 - i : i] = (uint8_t)(v >> i * 8);
}

/* As long as the argument's structure, a little shorter or longer, or any length. */
static unsigned length(unsigned arg)
{
	const struct shape *sh = row_now && arg < row_now->nargs ? row_now->args[arg].shape : NULL;
	unsigned size = sh ? shape__of(sh, now->abi)->size : 16, b = next();

	if (b < 160)
		return b;
	if (b < 192)
		return (b - 159) * 61;
	return b < 232 ? size : b < 240 ? size * (b - 230) : b < 248 && size >= 248 - b ? size - (248 - b) : size + (b & 7);
}

static unsigned last_arg(void)
{
	return row_now ? row_now->nargs - !!row_now->nargs : 0;
}

/* Memory that a pointer at some offset in the memory `held` leads to. */
static void add_pointed(unsigned arg, unsigned status, uint8_t *held, unsigned held_len)
{
	unsigned word = abi__word_size(now->abi), at = next() * 4, n = length(arg);
	uint64_t addr = 0x20000 + next() * 8;
	const uint8_t *p = next_bytes(&n);

	if (held && held_len >= word)
		put(held + at % (held_len - word + 1), addr, word);
	add_memory(arg, status, PART_AT, addr, p, n);
}

static void add_chunks(void)
{
	uint8_t *held = NULL;
	unsigned held_len = 0;

	while (in < in_end && record_room()) {
		unsigned what = next(), arg = (what & 7) < CALL_ARGS ? what & 7 : last_arg(), kind = what >> 4 & 7, n;
		unsigned status = (what & 8 ? CHUNK_OUT : 0) | (what & 128 ? next() % (CHUNK_LATE * 2) : 0);
		const uint8_t *p;

		if (kind == 4 || kind == 5) {
			add_pointed(arg, status, held, held_len);
			continue;
		}
		n = length(arg);
		if (kind == 6) {
			unsigned part = next16() & ~0x0ff0u;

			p = next_bytes(&n);
			add_memory(arg, status, part == PART_MORE ? PART_DATA : part, 0x10000 + next() * 8, p, n);
			continue;
		}
		p = next_bytes(&n);
		if (n > record_room())
			n = record_room();
		held = add_memory(arg, status, PART_SELF, record.call.args[arg], p, n);
		held_len = n;
	}
}

/* A structure of a message, with control messages of a level; all is memory of argument 1. */
static void add_control(void)
{
	unsigned word = abi__word_size(now->abi), status = next() & 1 ? CHUNK_OUT : CHUNK_OK, n = length(NO_ONES_ARG);
	uint8_t msg[7 * 8] = { 0 }, head[1024] = { 0 };
	const uint8_t *p;

	put(head + word, (uint32_t)now->level, 4);
	put(head + word + 4, next(), 4);
	if (n > sizeof(head) - 16)
		n = sizeof(head) - 16;
	p = next_bytes(&n);
	memcpy(head + word + 8, p, n);
	n += word + 8;
	put(head, n + (next() % 16 ? 0 : next64()), word);
	put(msg + 4 * word, 0x30000, word);
	put(msg + 5 * word, next() % 8 ? n : next64(), word);
	add_memory(1, CHUNK_OK, PART_SELF, record.call.args[1], msg, 7 * word);
	if (status & CHUNK_OUT)
		add_memory(1, status, PART_SELF, record.call.args[1], msg, 7 * word);
	add_memory(1, status, PART_CONTROL, 0x30000, head, next() % 8 ? n : next() % n);
}

static void show_target(const struct target *t)
{
	unsigned look = next(), format = next(), when = next();

	now = t;
	set_arguments();
	returns(when & 64 ? (int64_t)next64() : next());
	set_state(when);
	if (t->level != NO_LEVEL)
		add_control();
	add_chunks();
	show_record(format, look);
}

/* -- All rows ------------------------------------------------------------------------------------------------------------ */

static void tell_target(void)
{
	fprintf(stderr, "of all rows: %s of %s, commands %#x %#x, level %d\n", syscalltbl__name(now->abi, now->nr), abi__name(now->abi),
		now->cmd[0], now->cmd[1], now->level);
}

static void show_all(void)
{
	__sanitizer_set_death_callback(tell_target);
	for (unsigned i = 0; i < ntargets; i++)
		for (unsigned n = targets[i].level == NO_LEVEL ? 2 : 20; n; n--) {
			generate();
			show_target(&targets[i]);
		}
}

/* -- All generated structures -------------------------------------------------------------------------------------------- */

static const struct shape *made_now;

static void tell_made(void)
{
	fprintf(stderr, "of all structures: %s, %u bytes\n", made_now->name, made_now->size);
}

/* Memory as long as the structure, which may be longer than generate()'s; one time in four longer or shorter. */
static void add_made(unsigned status)
{
	static uint8_t memory[UINT16_MAX + 64];
	unsigned zeros = random32() % 4, n = made_now->size, size = random32() % 4 ? n : random32() % (n + 64);

	for (unsigned i = 0; i < size; i++)
		memory[i] = random32() % 4 < zeros ? 0 : (uint8_t)(random32() >> 8);
	add_memory(0, status, PART_SELF, record.call.args[0], memory, size);
}

static void show_made(unsigned number, unsigned format)
{
	const struct made_entry e = { .shape = { (uint16_t)number, (uint16_t)number, (uint16_t)number } };
	struct arg_spec arg = STRUCT_INOUT("arg", shape_int);
	const struct row row = { "made", .args = &arg, .nargs = 1 };

	arg.shape = made_now = made__layout(&e, ABI_X86_64);
	row_of_records = &row;
	rec(ABI_X86_64, 0x10000);
	returns(0);
	add_made(CHUNK_OK);
	if (random32() % 2)
		add_made(CHUNK_OUT);
	generate();
	for (unsigned n = 0; n < 3; n++)
		add_pointed(0, n % 2 ? CHUNK_OUT : CHUNK_OK, NULL, 0);
	show_record(format, random32());
	row_of_records = NULL;
}

static void show_all_made(void)
{
	static const struct target any = { .abi = ABI_X86_64, .level = NO_LEVEL };

	now = &any;
	__sanitizer_set_death_callback(tell_made);
	for (unsigned number = 1; number <= made_nshapes; number++)
		for (unsigned n = 0; n < 4 * FORMATS; n++)
			show_made(number, n % FORMATS);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	find_targets();
	show_all();
	show_all_made();
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned n;

	in = data;
	in_end = data + size;
	n = next16() | next() << 16;
	show_target(&targets[n % ntargets]);
	return 0;
}
