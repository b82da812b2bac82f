// SPDX-License-Identifier: BSD-2-Clause
/* show_tee.c - arguments for trusted applications, linux/tee.h: what notes (structs/tee.notes) leave to C. */
#include <linux/tee.h>
#include <stddef.h>
#include <string.h>

#include "kinds.h"

/* The length that the program passes is that of the structure and its parameters: the kernel refuses others. */
static bool is_sized(const struct show *s, const struct arg *a, const struct shape *sh, const struct chunk *k)
{
	const struct field *params = &sh->fields[sh->nfields - 1];
	uint64_t passed = load_uint(a->holder + offsetof(struct tee_ioctl_buf_data, buf_len), 8, s->swap);

	if (k->len < sh->size || passed > TEE_MAX_ARG_SIZE)
		return false;
	return passed == sh->size + load_uint(chunk__bytes(k) + params->len_offset, params->len_size, s->swap) * sizeof(struct tee_ioctl_param);
}

void show_tee_arg(struct show *s, const struct arg *a)
{
	const struct shape *sh = shape__of(a->spec->shape, a->call->abi);
	const struct chunk *k = arg__memory(a, PART_SELF, false);

	if (!k)
		show_pointer(s, a, false);
	else if (!sh->nfields || a->holder_len < sizeof(struct tee_ioctl_buf_data) || !is_sized(s, a, sh, k))
		s->w->address(s->o, a->value);
	else
		show_struct_inout(s, a);
}

/* Logins of a group pass its number, others that have a client a UUID. */
void show_tee_client(struct show *s, const struct arg *a)
{
	uint64_t login = load_uint(a->holder + offsetof(struct tee_ioctl_open_session_arg, clnt_login), 4, s->swap);
	const uint8_t *p = a->holder + a->field->offset;

	if (login == TEE_IOCTL_LOGIN_GROUP || login == TEE_IOCTL_LOGIN_GROUP_APPLICATION) {
		struct arg gid = *a;

		gid.value = load_uint(p, 4, s->swap);
		show_uid(s, &gid);
		return;
	}
	s->w->array_begin(s->o);
	for (unsigned i = 0; i < a->field->size; i++) {
		s->w->item(s->o);
		s->w->hex(s->o, p[i]);
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}

static void show_attr(struct show *s, uint64_t attr)
{
	uint64_t type = attr & ~(uint64_t)TEE_IOCTL_PARAM_ATTR_META;

	if (!s->w->word) {
		show__value_and_flags(s, &tee_param_types, &tee_param_flags, attr);
		return;
	}
	show__enum(s, &tee_param_types, type);
	if (type == attr)
		return;
	s->w->or(s->o);
	s->w->word(s->o, "TEE_IOCTL_PARAM_ATTR_META");
}

static void show_param(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	static const char *const names[][3] = { { "a", "b", "c" }, { "shm_offs", "size", "shm_id" } };
	uint64_t attr, type;
	bool memory;

	(void)a;
	s->w->struct_begin(s->o);
	attr = len >= sizeof(struct tee_ioctl_param) ? load_uint(p, 8, s->swap) : 0;
	type = attr & ~(uint64_t)TEE_IOCTL_PARAM_ATTR_META;
	memory = type >= TEE_IOCTL_PARAM_ATTR_TYPE_MEMREF_INPUT && type <= TEE_IOCTL_PARAM_ATTR_TYPE_MEMREF_INOUT;
	if (len >= sizeof(struct tee_ioctl_param)) {
		show_field_name(s, "attr");
		show_attr(s, attr);
	}
	for (unsigned i = 0; type != TEE_IOCTL_PARAM_ATTR_TYPE_NONE && i < 3; i++) {
		uint64_t v = load_uint(p + 8 + i * 8, 8, s->swap);

		s->w->field(s->o, names[memory][i], strlen(names[memory][i]));
		if (memory && i == 2)
			s->w->uinteger(s->o, v);
		else
			s->w->hex(s->o, v);
	}
	s->w->struct_end(s->o, len < sizeof(struct tee_ioctl_param));
}

const struct shape shape_tee_param = { .name = "tee_ioctl_param", .size = sizeof(struct tee_ioctl_param), .show = show_param };
