// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_binder.c - the commands that a thread writes to binder, and those that it reads (linux/android/binder.h): each a number, which has the size
 * of what follows it, and that. Addresses in transactions are not followed: where they are, only the commands before them say.
 */
#include <linux/android/binder.h>
#include <linux/ioctl.h>
#include <string.h>

#include "kinds.h"
#include "made_shapes.h"

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
		show_member(s, a, &sh->fields[i], p, sh->size);
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
