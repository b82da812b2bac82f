// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_binder.c - the commands that a thread writes to binder, and those that it reads (linux/android/binder.h): each a number, which has the size
 * of what follows it, and that.
 *
 * Where transactions are, only the commands before them say. All commands are multiples of 4 bytes long: the buffers are captured as arrays of words,
 * each of which may be the command of a transaction (shape_binder_sent, shape_binder_received), whose data is captured then. What is shown is found
 * by its address. The data is captured twice: as much of it as is shown, and as much as may have objects, which the longer one serves.
 */
#include <linux/android/binder.h>
#include <linux/ioctl.h>
#include <stddef.h>
#include <string.h>

#include "kinds.h"
#include "made_shapes.h"

/* A transaction behind its command, for capture */
struct sent { uint32_t cmd; struct binder_transaction_data all; } __attribute__((packed));

#define LEADS(type, member, len, k, n) \
	{ .spec = { .name = n, .name_len = sizeof(n) - 1, .kind = &kind_##k }, .offset = offsetof(type, member), .size = 8, \
	  .leads = true, .len_offset = offsetof(type, len), .len_size = 8 }
enum { DATA_FIELDS = 2 };	/* in place of addresses; the third is shown behind them */
#define DATA(type, all, buf, way) { \
		LEADS(type, all data.ptr.buffer, all data_size, buf, "buffer"), LEADS(type, all data.ptr.offsets, all offsets_size, binder_offsets_##way, "offsets"), \
		LEADS(type, all data.ptr.buffer, all data_size, binder_objects_##way, "objects") }
static const struct field sent_fields[] = DATA(struct sent, all., buf_in, in);
static const struct field received_fields[] = DATA(struct sent, all., buf_filled, out);
#define BEHIND_COMMAND(n) static const struct shape n = { .name = #n, .size = 4, .fields = n##_fields, .nfields = DATA_FIELDS + 1 }
BEHIND_COMMAND(sent);
BEHIND_COMMAND(received);

/* The lowest bit tells a reply from a transaction, and those with buffers' sizes from numbers that are not used. */
static const struct subshape sent_by[] = { { BC_TRANSACTION, &sent }, { BC_TRANSACTION_SG & ~1u, &sent }, { BC_REPLY_SG, &sent } };
static const struct subshape received_by[] = { { BR_TRANSACTION, &received }, { BR_TRANSACTION_SEC_CTX, &received } };
_Static_assert(!((BC_TRANSACTION | BC_REPLY_SG | BR_TRANSACTION | BR_TRANSACTION_SEC_CTX) & 1) && BC_REPLY == BC_TRANSACTION + 1 && BR_REPLY == BR_TRANSACTION + 1, "numbers");
#define WORDS_OF(tab) .size = 4, .sub_mask = ~1u, SUBSHAPES(struct sent, cmd, tab)
const struct shape shape_binder_sent = { .name = "binder_sent", WORDS_OF(sent_by) };
const struct shape shape_binder_received = { .name = "binder_received", WORDS_OF(received_by) };

/* The same fields, of the transaction alone, to be shown */
static const struct field passed_data[] = DATA(struct binder_transaction_data, , buf_in, in);
static const struct field returned_data[] = DATA(struct binder_transaction_data, , buf_filled, out);

enum payload_kind { OF_STRUCT, OF_ADDRESS, OF_NUMBER, OF_ERROR };

struct payload {
	uint32_t command;
	enum payload_kind kind;
	const struct shape *shape;	/* OF_STRUCT */
	const char *name;		/* otherwise; OF_STRUCT: of 8 bytes behind it, or NULL */
};

#define STRUCT(c, s) { c, OF_STRUCT, &shape_binder_##s, NULL }
#define STRUCT_AND(c, s, name) { c, OF_STRUCT, &shape_binder_##s, name }
#define ADDRESS(c, name) { c, OF_ADDRESS, NULL, name }
#define NUMBER(c, name) { c, OF_NUMBER, NULL, name }
#define ERROR(c) { c, OF_ERROR, NULL, "error" }

/* Those of 'c' 19 to 21 and 'r' 21, 22: 6.12 */
static const struct payload payloads[] = {
	STRUCT(BC_TRANSACTION, passed), STRUCT(BC_REPLY, passed), ERROR(BC_ACQUIRE_RESULT), ADDRESS(BC_FREE_BUFFER, "buffer"),
	NUMBER(BC_INCREFS, "handle"), NUMBER(BC_ACQUIRE, "handle"), NUMBER(BC_RELEASE, "handle"), NUMBER(BC_DECREFS, "handle"),
	STRUCT(BC_INCREFS_DONE, ptr_cookie), STRUCT(BC_ACQUIRE_DONE, ptr_cookie), STRUCT(BC_ATTEMPT_ACQUIRE, pri_desc),
	STRUCT(BC_REQUEST_DEATH_NOTIFICATION, handle_cookie), STRUCT(BC_CLEAR_DEATH_NOTIFICATION, handle_cookie), ADDRESS(BC_DEAD_BINDER_DONE, "cookie"),
	STRUCT_AND(BC_TRANSACTION_SG, passed, "buffers_size"), STRUCT_AND(BC_REPLY_SG, passed, "buffers_size"),
	STRUCT(_IOW('c', 19, struct binder_handle_cookie), handle_cookie), STRUCT(_IOW('c', 20, struct binder_handle_cookie), handle_cookie),
	ADDRESS(_IOW('c', 21, binder_uintptr_t), "cookie"),
	ERROR(BR_ERROR), STRUCT_AND(BR_TRANSACTION_SEC_CTX, returned, "secctx"), STRUCT(BR_TRANSACTION, returned), STRUCT(BR_REPLY, returned), ERROR(BR_ACQUIRE_RESULT),
	STRUCT(BR_INCREFS, ptr_cookie), STRUCT(BR_ACQUIRE, ptr_cookie), STRUCT(BR_RELEASE, ptr_cookie), STRUCT(BR_DECREFS, ptr_cookie),
	STRUCT(BR_ATTEMPT_ACQUIRE, pri_ptr_cookie), ADDRESS(BR_DEAD_BINDER, "cookie"), ADDRESS(BR_CLEAR_DEATH_NOTIFICATION_DONE, "cookie"),
	ADDRESS(_IOR('r', 22, binder_uintptr_t), "cookie"),
};

static const struct payload *find(uint32_t command)
{
	for (unsigned i = 0; i < sizeof(payloads) / sizeof(payloads[0]); i++)
		if (payloads[i].command == command)
			return &payloads[i];
	return NULL;
}

static void show_field_of(struct show *s, const char *name)
{
	s->w->field(s->o, name, (unsigned)strlen(name));
}

static void show_bytes_of(struct show *s, const uint8_t *p, uint32_t len)
{
	uint32_t n = len < s->string_limit ? len : s->string_limit;

	show_field_name(s, "data");
	s->w->bytes(s->o, p, n, n < len ? STRING_CUT : STRING_WHOLE);
}

/* Where in a transaction's data its objects are: `size` bytes, of numbers of 8. */
void show_binder_offsets(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, a->spec->kind->out);
	uint64_t n = arg__count(a) / 8, there = k ? k->len / 8 : 0;

	if (!k || (a->spec->kind->out && a->call->failed)) {
		show_pointer(s, a, a->spec->kind->out);
		return;
	}
	there = there < n ? there : n;
	s->w->array_begin(s->o);
	for (uint64_t i = 0; i < there; i++) {
		s->w->item(s->o);
		s->w->uinteger(s->o, load_uint(chunk__bytes(k) + 8 * i, 8, s->swap));
	}
	s->w->array_end(s->o, there == n ? ARRAY_WHOLE : chunk__status(k) == CHUNK_PARTIAL ? ARRAY_FAULT : ARRAY_LIMIT, k->addr + 8 * there);
}

/* An object, by its type; false: there is less of it than its size. */
static bool show_object(struct show *s, const struct arg *a, const uint8_t *p, uint64_t len)
{
	uint32_t type = len < 4 ? 0 : (uint32_t)load_uint(p, 4, s->swap);
	const struct shape *sh = type == BINDER_TYPE_FD ? &shape_binder_fd_object : type == BINDER_TYPE_PTR ? &shape_binder_buffer_object :
				 type == BINDER_TYPE_FDA ? &shape_binder_fd_array_object : &shape_binder_object;

	sh = shape__of(sh, a->call->abi);
	if (len < sh->size)
		return false;
	s->w->item(s->o);
	show__shape(s, a, sh, p, sh->size);
	return true;
}

/* The objects in a transaction's data, which are where its offsets say. */
void show_binder_objects(struct show *s, const struct arg *a)
{
	bool out = a->spec->kind->out;
	uint64_t n = load_uint(a->holder + offsetof(struct binder_transaction_data, offsets_size), 8, s->swap) / 8, i = 0;
	const struct chunk *data = arg__memory(a, PART_SELF, out), *offsets;
	struct arg places = *a;

	places.value = load_uint(a->holder + offsetof(struct binder_transaction_data, data.ptr.offsets), 8, s->swap);
	offsets = arg__memory(&places, PART_SELF, out);
	if (!data || !offsets || (out && a->call->failed)) {
		show_pointer(s, a, out);
		return;
	}
	s->w->array_begin(s->o);
	for (; i < n && i < offsets->len / 8; i++) {
		uint64_t at = load_uint(chunk__bytes(offsets) + 8 * i, 8, s->swap);

		if (at >= data->len || !show_object(s, a, chunk__bytes(data) + at, data->len - at))
			break;
	}
	s->w->array_end(s->o, i == n ? ARRAY_WHOLE : ARRAY_LIMIT, 0);
}

static const struct field *data_of(const struct shape *transaction)
{
	return transaction == &shape_binder_passed ? passed_data : transaction == &shape_binder_returned ? returned_data : NULL;
}

/* The field, or in place of an address in a transaction the one that leads to data. */
static const struct field *leading(const struct shape *of, const struct field *f)
{
	const struct field *data = data_of(of);

	for (unsigned i = 0; data && i < DATA_FIELDS; i++)
		if (data[i].offset == f->offset)
			return &data[i];
	return f;
}

/* `len` bytes, as many as the command says. */
static void show_payload(struct show *s, const struct arg *a, const struct payload *l, const uint8_t *p, uint32_t len)
{
	const struct shape *sh = l && l->shape ? shape__of(l->shape, a->call->abi) : NULL;
	uint32_t rest = l && l->name ? 8 : 0;

	if (!l || (sh && len != sh->size + rest) || (!sh && len != (l->kind == OF_ADDRESS ? 8 : 4))) {
		show_bytes_of(s, p, len);
		return;
	}
	for (unsigned i = 0; sh && i < sh->nfields; i++)
		show_member(s, a, leading(l->shape, &sh->fields[i]), p, sh->size);
	if (sh && data_of(l->shape) && load_uint(p + offsetof(struct binder_transaction_data, offsets_size), 8, s->swap))
		show_member(s, a, &data_of(l->shape)[DATA_FIELDS], p, sh->size);
	if (l->name)
		show_field_of(s, l->name);
	if (sh && l->name)
		s->w->hex(s->o, load_uint(p + sh->size, 8, s->swap));
	else if (l->kind == OF_ADDRESS)
		s->w->hex(s->o, load_uint(p, 8, s->swap));
	else if (l->kind == OF_NUMBER)
		s->w->uinteger(s->o, load_uint(p, 4, s->swap));
	else if (l->kind == OF_ERROR)
		s->w->integer(s->o, load_int(p, 4, s->swap));
}

static void show_commands(struct show *s, const struct arg *a, const struct flag_table *names, const struct chunk *k, uint64_t full)
{
	const uint8_t *p = chunk__bytes(k);
	uint32_t at = 0, len = k->len < full ? k->len : (uint32_t)full, n = 0;

	s->w->array_begin(s->o);
	while (len - at >= 4 && (s->verbose || n++ < s->string_limit)) {
		uint32_t command = (uint32_t)load_uint(p + at, 4, s->swap), size = _IOC_SIZE(command);

		if (size > len - at - 4)
			break;
		s->w->item(s->o);
		s->w->struct_begin(s->o);
		show_field_name(s, "cmd");
		show__enum(s, names, command);
		if (size)
			show_payload(s, a, find(command), p + at + 4, size);
		s->w->struct_end(s->o, false);
		at += 4 + size;
	}
	s->w->array_end(s->o, at == full ? ARRAY_WHOLE : chunk__status(k) == CHUNK_PARTIAL ? ARRAY_FAULT : ARRAY_LIMIT, k->addr + at);
}

void show_binder_commands(struct show *s, const struct arg *a)
{
	bool out = a->spec->kind->out;
	const struct chunk *k = arg__memory(a, PART_SELF, out);
	struct arg inner = *a;

	inner.out = out;
	if (k)
		show_commands(s, &inner, a->spec->flags, k, arg__count(a));
	else
		show_pointer(s, a, out);
}
