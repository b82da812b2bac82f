// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_i2c.c - requests to I2C adapters (linux/i2c-dev.h, linux/i2c.h). */
#include <linux/i2c-dev.h>
#include <linux/i2c.h>

#include "beautifiers/shape.h"
#include "ioctl.h"
#include "made_shapes.h"

static const struct subrow rows[] = {
	REQUEST(I2C_RETRIES,     WORD, BEYOND),
	REQUEST(I2C_TIMEOUT,     WORD, BEYOND),
	REQUEST(I2C_SLAVE,       ARG(HEX("arg")), BEYOND),
	REQUEST(I2C_SLAVE_FORCE, ARG(HEX("arg")), BEYOND),
	REQUEST(I2C_TENBIT,      WORD, BEYOND),
	REQUEST(I2C_PEC,         WORD, BEYOND),
	REQUEST(I2C_FUNCS,       ARG(STRUCT_OUT("arg", shape_ulong)), BEYOND),
	REQUEST(I2C_RDWR,        ARG(STRUCT_IN("arg", shape_i2c_rdwr)), BEYOND),
};

const struct sub_table ioctls_i2c = SUB_TABLE(rows);
