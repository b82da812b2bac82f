// SPDX-License-Identifier: BSD-2-Clause
/* Rows of the calls that only riscv64 has. */
#include "beautifiers/rows.h"

struct hwprobe {		/* struct riscv_hwprobe of asm/hwprobe.h: 6.4 */
	int64_t key;
	uint64_t value;
};

static const struct field hwprobe_fields[] = {
	FIELD(struct hwprobe, key,   long),
	FIELD(struct hwprobe, value, hex, .out_only = true),
};

static const struct shape shape_hwprobe = SHAPE(struct hwprobe, hwprobe_fields);

static const struct row rows[] = {
	{ "riscv_hwprobe",      ARGS(ARRAY_INOUT("pairs", shape_hwprobe, 1), ULONG("pair_count"), ULONG("cpusetsize"), CPUS_IN("cpus", 2), HEX32("flags")) },
	{ "riscv_flush_icache", ARGS(PTR("start"), PTR("end"), HEX("flags")) },
};

const struct row_table rows_riscv64 = ROW_TABLE(rows);
