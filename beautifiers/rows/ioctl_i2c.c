// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_i2c.c - requests to I2C adapters (linux/i2c-dev.h, linux/i2c.h). */
#include <linux/i2c-dev.h>
#include <linux/i2c.h>

#include "beautifiers/shape.h"
#include "ioctl.h"

/* A message to write is in its buffer at entry, one that was read at exit. */
#define MSG(t, UL)  struct t { uint16_t addr, flags, len; UL buf; };
#define MSG_FIELDS(t, k) { \
	FIELD(struct t, addr, hex), FIELD_FLAGS(struct t, flags, flags, i2c_msg_flags), FIELD(struct t, len, uint), DEREF(struct t, buf, k, len) }
MSG(msg64, uint64_t)
MSG(msg32, uint32_t)
static const struct field msg64_fields[] = MSG_FIELDS(msg64, buf_in), read64_fields[] = MSG_FIELDS(msg64, buf_filled),
	msg32_fields[] = MSG_FIELDS(msg32, buf_in), read32_fields[] = MSG_FIELDS(msg32, buf_filled);
static const struct shape write64 = SHAPE(struct msg64, msg64_fields), read64 = SHAPE(struct msg64, read64_fields),
	write32 = SHAPE(struct msg32, msg32_fields), read32 = SHAPE(struct msg32, read32_fields);
static const struct subshape msg64_kinds[] = { { 0, &write64 }, { I2C_M_RD, &read64 } }, msg32_kinds[] = { { 0, &write32 }, { I2C_M_RD, &read32 } };
static const struct shape msg32 = SHAPE(struct msg32, read32_fields, SUBSHAPES(struct msg32, flags, msg32_kinds), .sub_mask = I2C_M_RD);
static const struct shape msg = SHAPE(struct msg64, read64_fields, SUBSHAPES(struct msg64, flags, msg64_kinds), .sub_mask = I2C_M_RD,
				      .compat = &msg32, .x32_compat = true);

#define TRANSFER(t, UL) struct t { UL msgs; uint32_t nmsgs; };
#define TRANSFER_FIELDS(t) { DEREF(struct t, msgs, array_in, nmsgs, .spec.shape = &msg), FIELD(struct t, nmsgs, uint) }
TRANSFER(transfer64, uint64_t)
TRANSFER(transfer32, uint32_t)
static const struct field transfer64_fields[] = TRANSFER_FIELDS(transfer64), transfer32_fields[] = TRANSFER_FIELDS(transfer32);
static const struct shape transfer32 = SHAPE(struct transfer32, transfer32_fields);
static const struct shape transfer = SHAPE(struct transfer64, transfer64_fields, .compat = &transfer32, .x32_compat = true);

static const struct subrow rows[] = {
	REQUEST(I2C_RETRIES,     WORD, BEYOND),
	REQUEST(I2C_TIMEOUT,     WORD, BEYOND),
	REQUEST(I2C_SLAVE,       ARG(HEX("arg")), BEYOND),
	REQUEST(I2C_SLAVE_FORCE, ARG(HEX("arg")), BEYOND),
	REQUEST(I2C_TENBIT,      WORD, BEYOND),
	REQUEST(I2C_PEC,         WORD, BEYOND),
	REQUEST(I2C_FUNCS,       ARG(STRUCT_OUT("arg", shape_ulong)), BEYOND),
	REQUEST(I2C_RDWR,        ARG(STRUCT_IN("arg", transfer)), BEYOND),
};

const struct sub_table ioctls_i2c = SUB_TABLE(rows);
