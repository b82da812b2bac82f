// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_i2c.c - requests to I2C adapters (linux/i2c-dev.h, linux/i2c.h). */
#include <linux/i2c-dev.h>
#include <linux/i2c.h>

#include "beautifiers/kinds.h"
#include "beautifiers/shape.h"
#include "ioctl.h"
#include "made_shapes.h"

/*
 * I2C_SMBUS: what of union i2c_smbus_data is used, and in which direction, the transaction says (drivers/i2c/i2c-core-smbus.c). Blocks begin with
 * their length.
 */
enum { BLOCK_BYTES = I2C_SMBUS_BLOCK_MAX + 2 };
#define SMBUS(t, UL) struct t { uint8_t read_write, command; uint32_t size; UL data; };
SMBUS(smbus64, uint64_t)
SMBUS(smbus32, uint32_t)

static unsigned smbus_size(const struct call *c, const uint8_t *p)
{
	return (unsigned)load_uint(p + offsetof(struct smbus64, size), 4, c->swap);
}

static bool is_smbus_call(unsigned size)
{
	return size == I2C_SMBUS_PROC_CALL || size == I2C_SMBUS_BLOCK_PROC_CALL;
}

static bool smbus_sends(const struct call *c, const uint8_t *p)
{
	unsigned size = smbus_size(c, p);

	return is_smbus_call(size) || (p[0] == I2C_SMBUS_WRITE && size > I2C_SMBUS_BYTE && size <= I2C_SMBUS_I2C_BLOCK_DATA);
}

static bool smbus_receives(const struct call *c, const uint8_t *p)
{
	unsigned size = smbus_size(c, p);

	if (!c->done || c->failed)
		return false;
	return is_smbus_call(size) || (p[0] == I2C_SMBUS_READ && size > I2C_SMBUS_QUICK && size <= I2C_SMBUS_I2C_BLOCK_DATA);
}

void show_smbus_data(struct show *s, const struct arg *a)
{
	bool out = a->spec->kind->out;
	const struct chunk *k = arg__memory(a, PART_SELF, out);
	const uint8_t *p = k ? chunk__bytes(k) : NULL;
	unsigned size = smbus_size(a->call, a->holder), n = k && k->len ? p[0] : 0;
	bool word = size == I2C_SMBUS_WORD_DATA || size == I2C_SMBUS_PROC_CALL, block = !word && size > I2C_SMBUS_BYTE_DATA;

	n = n < BLOCK_BYTES ? n : BLOCK_BYTES - 1;
	if (!k || k->len < (word ? 2 : block ? 1 + n : 1))
		show_pointer(s, a, out);
	else if (block)
		s->w->bytes(s->o, p + 1, n < s->string_limit ? n : s->string_limit, n > s->string_limit ? STRING_CUT : STRING_WHOLE);
	else
		s->w->hex(s->o, load_uint(p, word ? 2 : 1, s->swap));
}

static const struct field smbus_block_fields[] = { { .spec = { .name = "", .kind = &kind_bytes }, .size = BLOCK_BYTES } };
static const struct shape smbus_block = { .name = "i2c_smbus_data", .size = BLOCK_BYTES, .fields = smbus_block_fields, .nfields = 1, .bare = true };
#define SMBUS_FIELDS(t) { \
	FIELD_FLAGS(struct t, read_write, enum, i2c_smbus_directions), FIELD(struct t, command, hex32), FIELD_FLAGS(struct t, size, enum, i2c_smbus_sizes), \
	DEREF_ONE(struct t, data, smbus_in, .spec.shape = &smbus_block, .when = smbus_sends), \
	DEREF_ONE(struct t, data, smbus_out, .spec.shape = &smbus_block, .when = smbus_receives) }
static const struct field smbus64_fields[] = SMBUS_FIELDS(smbus64), smbus32_fields[] = SMBUS_FIELDS(smbus32);
static const struct shape smbus32 = SHAPE(struct smbus32, smbus32_fields);
static const struct shape smbus = SHAPE(struct smbus64, smbus64_fields, .compat = &smbus32, .x32_compat = true);

static const struct subrow rows[] = {
	REQUEST(I2C_RETRIES,     WORD, BEYOND),
	REQUEST(I2C_TIMEOUT,     WORD, BEYOND),
	REQUEST(I2C_SLAVE,       ARG(HEX("arg")), BEYOND),
	REQUEST(I2C_SLAVE_FORCE, ARG(HEX("arg")), BEYOND),
	REQUEST(I2C_TENBIT,      WORD, BEYOND),
	REQUEST(I2C_PEC,         WORD, BEYOND),
	REQUEST(I2C_FUNCS,       ARG(STRUCT_OUT("arg", shape_ulong)), BEYOND),
	REQUEST(I2C_SMBUS,       ARG(STRUCT_IN("arg", smbus)), BEYOND),
	REQUEST(I2C_RDWR,        ARG(STRUCT_IN("arg", shape_i2c_rdwr)), BEYOND),
};

const struct sub_table ioctls_i2c = SUB_TABLE(rows);
