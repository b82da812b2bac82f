// SPDX-License-Identifier: BSD-2-Clause
/*
 * ioctl_cdrom.c - requests to CD-ROM drives.
 *
 * CDROM_SEND_PACKET (drivers/scsi/scsi_ioctl.c): the length of the buffer becomes the number of bytes that were not transferred, and the sense
 * data is filled if the result is EIO, with which the structure is not.
 */
#include <errno.h>
#include <linux/cdrom.h>

#include "beautifiers/kinds.h"
#include "beautifiers/made.h"
#include "beautifiers/shape.h"
#include "ioctl.h"
#include "made_shapes.h"

#define PACKET(t, P) struct t { \
	uint8_t cmd[CDROM_PACKET_SIZE]; P buffer; uint32_t buflen; int32_t stat; P sense; uint8_t data_direction; int32_t quiet, timeout; P unused; };
PACKET(packet64, uint64_t)
PACKET(packet32, uint32_t)
static_assert(sizeof(struct packet64) == 64 && sizeof(struct packet32) == 44, "struct cdrom_generic_command");

#define AT(t, member, c, p) load_uint((p) + offsetof(struct t, member), sizeof(((struct t *)0)->member), (c)->swap)

static unsigned way(const struct call *c, const uint8_t *p)
{
	return made__set(c->abi) ? AT(packet32, data_direction, c, p) : AT(packet64, data_direction, c, p);
}

static uint64_t length(const struct call *c, const uint8_t *p)
{
	return made__set(c->abi) ? AT(packet32, buflen, c, p) : AT(packet64, buflen, c, p);
}

static bool is_write(const struct call *c, const uint8_t *p)	{ return way(c, p) == CGC_DATA_WRITE; }
static bool has_ended(const struct call *c, const uint8_t *p)	{ return (void)p, c->done && !c->failed; }
static bool was_read(const struct call *c, const uint8_t *p)	{ return has_ended(c, p) && way(c, p) == CGC_DATA_READ; }
static bool has_sense(const struct call *c, const uint8_t *p)	{ return (void)p, c->failed && c->ret == -EIO; }

#define WAY_END(t) (offsetof(struct t, data_direction) + sizeof(((struct t *)0)->data_direction))
#define PASSED .in_only = true
#define COMES .out_only = true
#define PACKET_FIELDS(t) { \
	FIELD(struct t, cmd, bytes, PASSED), FIELD(struct t, buflen, uint, PASSED), DEREF(struct t, buffer, buf_in, buflen, PASSED, .when = is_write, .when_end = WAY_END(t)), \
	DEREF_ONE(struct t, buffer, cdrom_data, COMES, .when = was_read, .when_end = WAY_END(t)), FIELD(struct t, stat, int, COMES, .when = has_ended), \
	DEREF_ONE(struct t, sense, struct_out, COMES, .spec.shape = &shape_cdrom_sense, .spec.on_error = true, .when = has_sense), \
	FIELD_FLAGS(struct t, data_direction, enum, cdrom_directions, PASSED), FIELD(struct t, quiet, int, PASSED), FIELD(struct t, timeout, int, PASSED) }
static const struct field packet64_fields[] = PACKET_FIELDS(packet64), packet32_fields[] = PACKET_FIELDS(packet32);
static const struct shape packet32 = SHAPE(struct packet32, packet32_fields);
static const struct shape packet = SHAPE(struct packet64, packet64_fields, .compat = &packet32, .x32_compat = true);

/* The bytes that were transferred: the passed length without those that are left. */
void show_cdrom_data(struct show *s, const struct arg *a)
{
	const struct call *c = a->call;
	const struct arg root = { .call = c, .spec = &c->row->args[a->root], .value = c->args[a->root], .index = a->root, .root = a->root };
	const struct chunk *in = arg__memory(&root, PART_SELF, false), *k = arg__memory(a, PART_SELF, true);
	uint64_t room = in && in->len >= a->holder_len ? length(c, chunk__bytes(in)) : 0, left = length(c, a->holder), n = left < room ? room - left : 0;

	if (k && in)
		show_octets_of(s, a, true, n);
	else
		show_pointer(s, a, true);
}

static const struct subrow rows[] = {
	REQUEST(CDROMPAUSE,     NONE, BEYOND),
	REQUEST(CDROMRESUME,    NONE, BEYOND),
	REQUEST(CDROMSTOP,      NONE, BEYOND),
	REQUEST(CDROMSTART,     NONE, BEYOND),
	REQUEST(CDROMEJECT,     NONE, BEYOND),
	REQUEST(CDROMCLOSETRAY, NONE, BEYOND),
	REQUEST(CDROMRESET,     NONE, BEYOND),
	REQUEST(CDROM_SEND_PACKET, ARG(STRUCT_INOUT("arg", packet, .on_error = true)), BEYOND),
};

const struct sub_table ioctls_cdrom = SUB_TABLE(rows);
