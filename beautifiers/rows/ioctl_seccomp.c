// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_seccomp.c - SECCOMP_IOCTL_NOTIF_RECV: a call that waits for an answer (linux/seccomp.h). The same in every ABI. */
#include <linux/ioctl.h>
#include <linux/seccomp.h>

#include "beautifiers/kinds.h"
#include "ioctl.h"

static void show_data(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t arch = (uint32_t)load_uint(p + offsetof(struct seccomp_data, arch), 4, s->swap);

	(void)a, (void)len;
	s->w->struct_begin(s->o);
	show_field_name(s, "nr");
	show__audit_call(s, load_uint(p + offsetof(struct seccomp_data, nr), 4, s->swap), arch);
	show_field_name(s, "arch");
	show__enum(s, &audit_archs, arch);
	show_named(s, "instruction_pointer", address, load_uint(p + offsetof(struct seccomp_data, instruction_pointer), 8, s->swap));
	show_field_name(s, "args");
	s->w->array_begin(s->o);
	for (unsigned i = 0; i < 6; i++) {
		s->w->item(s->o);
		s->w->hex(s->o, load_uint(p + offsetof(struct seccomp_data, args) + 8 * i, 8, s->swap));
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
	s->w->struct_end(s->o, false);
}
static const struct shape data = { .name = "seccomp_data", .size = sizeof(struct seccomp_data), .show = show_data };
static const struct field notif_fields[] = {
	FIELD(struct seccomp_notif, id, hex64), FIELD(struct seccomp_notif, pid, pid, .spec.strace = &kind_int), FIELD(struct seccomp_notif, flags, hex32),
	FIELD_STRUCT(struct seccomp_notif, data, data),
};
static const struct shape notif = SHAPE(struct seccomp_notif, notif_fields);

static bool is_clear(const struct chunk *k)
{
	for (uint32_t i = 0; i < k->len; i++)
		if (chunk__bytes(k)[i])
			return false;
	return true;
}

/* The kernel requires that it is clear; strace shows what is there if it is not, and then what became of it. */
void show_notification(struct show *s, const struct arg *a)
{
	const struct chunk *in = struct__memory(s, a, false);

	if (!s->w->strace_marks || !in || is_clear(in)) {
		show_struct_out(s, a);
		return;
	}
	show_struct_chunk(s, a, in, false);
	s->w->changed(s->o);
	show_struct_out(s, a);
	s->w->change_end(s->o);
}

static const struct subrow rows[] = {
	REQUEST(SECCOMP_IOCTL_NOTIF_RECV, ARG(ARG_("arg", notification, .shape = &notif))),
};

const struct sub_table ioctls_seccomp = SUB_TABLE(rows);
