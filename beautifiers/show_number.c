// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_number.c - plain numbers, devices, processes, times, limits.
 *
 * Invariant: 32-bit kinds use only the low 32 bits; the upper half of a register may be garbage.
 */
#include <inttypes.h>
#include <linux/sched.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <stdio.h>
#include <time.h>

#include "kinds.h"

uint64_t load_uint(const uint8_t *p, unsigned size, bool swap)
{
	uint64_t v8;
	uint32_t v4;
	uint16_t v2;

	switch (size) {
	case 8:
		memcpy(&v8, p, 8);
		return UNLIKELY(swap) ? __builtin_bswap64(v8) : v8;
	case 4:
		memcpy(&v4, p, 4);
		return UNLIKELY(swap) ? __builtin_bswap32(v4) : v4;
	case 2:
		memcpy(&v2, p, 2);
		return UNLIKELY(swap) ? __builtin_bswap16(v2) : v2;
	case 1:
		return *p;
	default:
		return 0;
	}
}

int64_t load_int(const uint8_t *p, unsigned size, bool swap)
{
	uint64_t v = load_uint(p, size, swap);

	switch (size) {
	case 4:
		return (int32_t)v;
	case 2:
		return (int16_t)v;
	case 1:
		return (int8_t)v;
	default:
		return (int64_t)v;
	}
}

void show_int(struct show *s, const struct arg *a)
{
	s->w->integer(s->o, (int32_t)a->value);
}

void show_uint(struct show *s, const struct arg *a)
{
	s->w->uinteger(s->o, (uint32_t)a->value);
}

void show_long(struct show *s, const struct arg *a)
{
	s->w->integer(s->o, arg__long(a));
}

void show_ulong(struct show *s, const struct arg *a)
{
	s->w->uinteger(s->o, arg__ulong(a));
}

void show_nbytes(struct show *s, const struct arg *a)
{
	uint64_t v = arg__ulong(a);

	if (s->verbose && s->w->size)
		s->w->size(s->o, v);
	else
		s->w->uinteger(s->o, v);
}

void show_hex(struct show *s, const struct arg *a)
{
	s->w->hex(s->o, arg__ulong(a));
}

void show_hex_full(struct show *s, const struct arg *a)
{
	if (s->w->hex_full && a->field)
		s->w->hex_full(s->o, a->value, a->field->size);
	else
		s->w->hex(s->o, a->value);
}

void show_hex32(struct show *s, const struct arg *a)
{
	s->w->hex(s->o, (uint32_t)a->value);
}

/* 64 bits even if the ABI's long has 32: x32 passes them in one register. */
void show_hex64(struct show *s, const struct arg *a)
{
	s->w->hex(s->o, a->value);
}

void show_offset(struct show *s, const struct arg *a)
{
	s->w->integer(s->o, (int64_t)a->value);
}

static void put_length(struct show *s, int64_t v)
{
	if (s->verbose && s->w->size && v > 0)
		s->w->size(s->o, (uint64_t)v);
	else
		s->w->integer(s->o, v);
}

void show_length(struct show *s, const struct arg *a)
{
	put_length(s, arg__long(a));
}

void show_length64(struct show *s, const struct arg *a)
{
	put_length(s, (int64_t)a->value);
}

static int64_t halves(const struct arg *a)
{
	uint64_t high = a->index >= 0 && a->index + 1 < CALL_ARGS ? a->call->args[a->index + 1] : 0;

	return (int64_t)(high << 32 | (uint32_t)a->value);
}

void show_offset_lo(struct show *s, const struct arg *a)
{
	s->w->integer(s->o, halves(a));
}

void show_length_lo(struct show *s, const struct arg *a)
{
	put_length(s, halves(a));
}

void show_ptr(struct show *s, const struct arg *a)
{
	s->w->address(s->o, arg__ulong(a));
}

void show_permille(struct show *s, const struct arg *a)
{
	char text[48];

	s->w->uinteger(s->o, a->value);
	snprintf(text, sizeof(text), "%" PRIu64 ".%" PRIu64 "%%", a->value / 10, a->value % 10);
	if (s->w->comment)
		s->w->comment(s->o, text);
}

/* An argument is a umode_t, an unsigned short; a field has its own size. */
void show_octal(struct show *s, const struct arg *a)
{
	s->w->octal(s->o, a->index >= 0 ? (uint16_t)a->value : a->value);
}

/* Network byte order is big-endian. */
uint16_t from_network(const struct arg *a)
{
	uint16_t v = (uint16_t)a->value;

	return abi__is_big_endian(a->call->abi) ? v : __builtin_bswap16(v);
}

void show_be16(struct show *s, const struct arg *a)
{
	s->w->network(s->o, from_network(a), 2);
}

void show_be32(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;

	s->w->network(s->o, abi__is_big_endian(a->call->abi) ? v : __builtin_bswap32(v), 4);
}

void show_be64(struct show *s, const struct arg *a)
{
	s->w->network(s->o, abi__is_big_endian(a->call->abi) ? a->value : __builtin_bswap64(a->value), 8);
}

/* In every network namespace, number 1 is the loopback interface, which is called lo unless it was renamed (net/core/dev.c of the kernel). */
void show_ifindex(struct show *s, const struct arg *a)
{
	s->w->interface(s->o, (uint32_t)a->value, a->value == 1 ? "lo" : NULL);
}

void show_ifindex_be(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value, i = abi__is_big_endian(a->call->abi) ? v : __builtin_bswap32(v);

	s->w->interface(s->o, i, i == 1 ? "lo" : NULL);
}

void show_ticks(struct show *s, const struct arg *a)
{
	s->w->ticks(s->o, a->value);
}

void show_boot_ns(struct show *s, const struct arg *a)
{
	int64_t real = show__dates(s) && s->names && s->names->boot_date ? s->names->boot_date(s->names->ctx, a->value) : 0;

	s->w->uinteger(s->o, a->value);
	if (real > 0 && show__constants(s) != CONSTANTS_NUMBERS)
		s->w->date(s->o, real / 1000000000, 0, 0);
}

void show_epoll_data(struct show *s, const struct arg *a)
{
	s->w->struct_begin(s->o);
	show_named(s, "u32", uinteger, (uint32_t)(abi__is_big_endian(a->call->abi) ? a->value >> 32 : a->value));
	show_named(s, "u64", uinteger, a->value);
	s->w->struct_end(s->o, false);
}

/* A format of pictures, sound or metadata: 'YUYV' (linux/videodev2.h). */
void show_fourcc(struct show *s, const struct arg *a)
{
	const struct flag *f = flag_table__find(a->spec->flags, (uint32_t)a->value);

	if (s->w->fourcc)
		s->w->fourcc(s->o, (uint32_t)a->value, f ? f->name : NULL);
	else
		show__enum(s, a->spec->flags, (uint32_t)a->value);
}

void show__char_literal(char to[CHAR_LITERAL], uint8_t c)
{
	static const char controls[] = "\t\n\v\f\r", letters[] = "tnvfr";
	const char *control = c ? strchr(controls, c) : NULL;

	if (control)
		snprintf(to, CHAR_LITERAL, "\\%c", letters[control - controls]);
	else if (c == '\\' || c == '\'')
		snprintf(to, CHAR_LITERAL, "\\%c", c);
	else
		snprintf(to, CHAR_LITERAL, c >= ' ' && c < 0x7f ? "%c" : "\\x%02x", c);
}

void show_character(struct show *s, const struct arg *a)
{
	char c = (char)a->value;

	if (s->w->character)
		s->w->character(s->o, c);
	else
		s->w->string(s->o, &c, 1, STRING_WHOLE);
}

void show_seconds(struct show *s, const struct arg *a)
{
	s->w->time(s->o, (int64_t)a->value, 0, CLOCK_REALTIME);
}

uint32_t show__known_pid(const struct call *c, int64_t pid)
{
	return pid > 0 ? c->names->pid(c->names->ctx, (uint32_t)pid, c->rec->flags & CALL_OTHER_PIDS) : 0;
}

void show__task(struct show *s, const struct call *c, int64_t pid, bool with_name)
{
	uint32_t known = show__known_pid(c, pid);

	s->w->task(s->o, pid, known && with_name ? c->names->comm(c->names->ctx, known) : NULL, show__outer_pid(s, pid, known));
}

int64_t show__outer_pid(const struct show *s, int64_t pid, uint32_t known)
{
	return s->decode_pids && known != pid ? known : 0;
}

void show_pid(struct show *s, const struct arg *a)
{
	show__task(s, a->call, (int32_t)a->value, true);
}

/* strace: the ID of a process group, without the name of its leader. */
void show_pgid(struct show *s, const struct arg *a)
{
	show__task(s, a->call, (int32_t)a->value, false);
}

/* A process group has the ID of its first leader, which no other process gets while the group exists. -1 means all processes, or
 * any. */
void show_pid_group(struct show *s, const struct arg *a)
{
	int64_t group = -(int64_t)(int32_t)a->value;
	uint32_t known;

	if (group <= 1) {
		show_pid(s, a);
		return;
	}
	known = show__known_pid(a->call, group);
	s->w->task(s->o, -group, NULL, -show__outer_pid(s, group, known));
}

/* With CLONE_PIDFD the argument points at a descriptor instead. */
void show_new_tid(struct show *s, const struct arg *a)
{
	const struct row *row = a->call->row;

	if (row->pidfd_flags && a->call->args[row->pidfd_flags - 1] & CLONE_PIDFD)
		show_int(s, a);
	else
		show_pid(s, a);
}

/* (uid_t)-1 means "unchanged", and is shown as -1. */
static void show_id(struct show *s, uint32_t id, const char *name)
{
	if (id == UINT32_MAX)
		s->w->integer(s->o, -1);
	else if (name && s->w->owner)
		s->w->owner(s->o, id, name);
	else
		s->w->uinteger(s->o, id);
}

static const char *owner_name(const struct show *s, enum id_of of, uint32_t id)
{
	return s->names && s->names->id_name && id != UINT32_MAX ? s->names->id_name(s->names->ctx, of, id) : NULL;
}

void show_uid(struct show *s, const struct arg *a)
{
	show_id(s, (uint32_t)a->value, owner_name(s, ID_USER, (uint32_t)a->value));
}

void show_gid(struct show *s, const struct arg *a)
{
	show_id(s, (uint32_t)a->value, owner_name(s, ID_GROUP, (uint32_t)a->value));
}

void show_owner(struct show *s, const struct arg *a)
{
	show_id(s, (uint32_t)a->value, NULL);
}

void show_uid16(struct show *s, const struct arg *a)
{
	uint16_t id = (uint16_t)a->value;

	if (id == UINT16_MAX)
		s->w->integer(s->o, -1);
	else
		s->w->uinteger(s->o, id);
}

/* Emitted as flags, whose values are unsigned: symbol() shows numbers near 2^64 as negative ones. */
static void show_infinity(struct show *s, uint64_t v)
{
	static const char name[] = "RLIM_INFINITY";

	s->w->flags_begin(s->o, v, NULL);
	s->w->flag(s->o, name, sizeof(name) - 1, 0);
	s->w->flags_end(s->o, 0, true);
}

/* Of the resource that the call names */
static bool limits_bytes(const struct call *c)
{
	enum { IN_BYTES = 1 << RLIMIT_FSIZE | 1 << RLIMIT_DATA | 1 << RLIMIT_STACK | 1 << RLIMIT_CORE | 1 << RLIMIT_RSS |
		1 << RLIMIT_MEMLOCK | 1 << RLIMIT_AS | 1 << RLIMIT_MSGQUEUE };

	for (unsigned i = 0; i < c->row->nargs; i++)
		if (c->row->args[i].flags == &rlimit_resources)
			return (uint32_t)c->args[i] < RLIM_NLIMITS && IN_BYTES & 1 << (uint32_t)c->args[i];
	return false;
}

static void show_limit(struct show *s, const struct arg *a, uint64_t v, uint64_t infinity, const char *name)
{
	if (s->w->limit)
		s->w->limit(s->o, v, v == infinity ? name : NULL);
	else if (v == infinity)
		show_infinity(s, v);
	else if (s->verbose && s->w->size && limits_bytes(a->call))
		s->w->size(s->o, v);
	else
		s->w->uinteger(s->o, v);
}

void show_rlim(struct show *s, const struct arg *a)
{
	show_limit(s, a, a->value, UINT64_MAX, "RLIM64_INFINITY");
}

void show_rlim32(struct show *s, const struct arg *a)
{
	show_limit(s, a, a->value, UINT32_MAX, "RLIM_INFINITY");
}

/*
 * Device numbers in user space's encoding: 12 or more bits of major, 20 or more of minor (linux/kdev_t.h, sys/sysmacros.h).
 * Arguments are an unsigned int.
 */
static uint64_t dev_of(const struct arg *a)
{
	return a->index >= 0 ? (uint32_t)a->value : a->value;
}

void show_dev(struct show *s, const struct arg *a)
{
	uint64_t dev = dev_of(a);

	s->w->device(s->o, (dev >> 8 & 0xfff) | (dev >> 32 & ~UINT64_C(0xfff)), (dev & 0xff) | (dev >> 12 & UINT64_C(0xffffff00)));
}

/* Major 0 is of file systems without a device. */
static void show_device_name(struct show *s, enum id_of of, uint64_t dev)
{
	const char *name = NULL;

	if (s->verbose && s->w->device_name && s->names && s->names->id_name && dev <= UINT32_MAX && dev >> 8 & 0xfff)
		name = s->names->id_name(s->names->ctx, of, (uint32_t)dev);
	if (name)
		s->w->device_name(s->o, name);
}

void show_dev_block(struct show *s, const struct arg *a)
{
	show_dev(s, a);
	show_device_name(s, ID_BLOCK, dev_of(a));
}

void show_dev_char(struct show *s, const struct arg *a)
{
	show_dev(s, a);
	show_device_name(s, ID_CHAR, dev_of(a));
}

/* Argument len_arg is the mode of a file that is made. */
void show_dev_made(struct show *s, const struct arg *a)
{
	uint64_t type = a->call->args[a->spec->len_arg] & S_IFMT;

	show_dev(s, a);
	if (type == S_IFBLK || type == S_IFCHR)
		show_device_name(s, type == S_IFBLK ? ID_BLOCK : ID_CHAR, dev_of(a));
}

/* The minor number after a field with the major one, 32 bits each. */
static void show_minor(struct show *s, const struct arg *a, enum id_of of)
{
	uint32_t major = (uint32_t)load_uint(a->holder + a->field->offset - 4, 4, a->call->swap), minor = (uint32_t)a->value;

	s->w->uinteger(s->o, minor);
	if (major <= 0xfff && minor <= 0xfffff)
		show_device_name(s, of, (minor & 0xff) | major << 8 | (minor & ~UINT32_C(0xff)) << 12);
}

void show_minor_block(struct show *s, const struct arg *a)
{
	show_minor(s, a, ID_BLOCK);
}

void show_minor_char(struct show *s, const struct arg *a)
{
	show_minor(s, a, ID_CHAR);
}
