// SPDX-License-Identifier: BSD-2-Clause
/*
 * rows.c - finds the row of a call: the one list of tables, and indexes over them.
 *
 * Names are hashed once, into a table that keeps the order of row_sources[] among equal names; the numbers of an ABI
 * are resolved through it when a call of that ABI is first asked for. Sub-rows have one hash for all of them.
 * Invariant: after rows__init() nothing here allocates or searches for longer than a few probes.
 */
#include <assert.h>
#include <string.h>

#include "rows.h"

extern const struct row_table rows_creds, rows_dir, rows_fcntl, rows_file, rows_futex, rows_ioctl, rows_ipc;
extern const struct row_table rows_memory, rows_misc, rows_mount, rows_network, rows_path, rows_poll, rows_prctl, rows_process, rows_ptrace;
extern const struct row_table rows_security, rows_signal, rows_sockopt, rows_time, rows_time64, rows_xattr;
extern const struct row_table rows_i386, rows_ipccall, rows_socketcall, rows_x32;

const struct row_source row_sources[] = {
	{ &rows_i386,       ABI_BIT(ABI_I386) },
	{ &rows_socketcall, ABI_BIT(ABI_I386) },
	{ &rows_ipccall,    ABI_BIT(ABI_I386) },
	{ &rows_x32,        ABI_BIT(ABI_X32)  },
	{ &rows_file,       ABI_ALL           },
	{ &rows_path,       ABI_ALL           },
	{ &rows_dir,        ABI_ALL           },
	{ &rows_xattr,      ABI_ALL           },
	{ &rows_fcntl,      ABI_ALL           },
	{ &rows_ioctl,      ABI_ALL           },
	{ &rows_poll,       ABI_ALL           },
	{ &rows_memory,     ABI_ALL           },
	{ &rows_network,    ABI_ALL           },
	{ &rows_sockopt,    ABI_ALL           },
	{ &rows_mount,      ABI_ALL           },
	{ &rows_process,    ABI_ALL           },
	{ &rows_creds,      ABI_ALL           },
	{ &rows_signal,     ABI_ALL           },
	{ &rows_ptrace,     ABI_ALL           },
	{ &rows_prctl,      ABI_ALL           },
	{ &rows_time,       ABI_ALL           },
	{ &rows_time64,     ABI_ALL           },
	{ &rows_futex,      ABI_ALL           },
	{ &rows_ipc,        ABI_ALL           },
	{ &rows_security,   ABI_ALL           },
	{ &rows_misc,       ABI_ALL           },
};
const unsigned nrow_sources = sizeof(row_sources) / sizeof(row_sources[0]);

/* Open addressing, never more than half full. */
#define NAMES 2048
#define SUBS  2048

struct name_slot {
	const struct row *row;
	uint32_t hash, abis;
};

struct sub_slot {
	const struct row *row;	/* whose sub-table it is */
	const struct row *sub;
	uint32_t cmd;
};

static struct name_slot names[NAMES];
static struct sub_slot subs[SUBS];
static unsigned nnames, nsubs;
static const struct row *by_slot[ABI_COUNT][SYSCALL_SET_BITS];
static bool resolved[ABI_COUNT];

static uint32_t hash_name(const char *name)
{
	uint32_t h = 2166136261u;	/* FNV-1a */

	while (*name)
		h = (h ^ (uint8_t)*name++) * 16777619u;
	return h ^ h >> 15;
}

static unsigned hash_sub(const struct row *row, uint32_t cmd)
{
	uint32_t h = (uint32_t)((uintptr_t)row >> 4) * 2654435761u ^ cmd * 2246822519u;

	return (h ^ h >> 16) % SUBS;
}

static void add_subs(const struct row *row)
{
	for (unsigned i = 0; i < row->nsub; i++) {
		unsigned at = hash_sub(row, row->sub[i].cmd);

		nsubs++;
		assert(nsubs <= SUBS / 2);
		while (subs[at].row)
			at = (at + 1) % SUBS;
		subs[at] = (struct sub_slot){ row, &row->sub[i].row, row->sub[i].cmd };
		add_subs(&row->sub[i].row);
	}
}

static void add_row(const struct row *row, unsigned abis)
{
	uint32_t h = hash_name(row->name);
	unsigned at = h % NAMES;

	nnames++;
	assert(nnames <= NAMES / 2);
	while (names[at].row)
		at = (at + 1) % NAMES;
	names[at] = (struct name_slot){ row, h, abis };
	add_subs(row);
}

const struct row *rows__by_name(enum abi abi, const char *name)
{
	uint32_t h = hash_name(name);

	for (unsigned at = h % NAMES; names[at].row; at = (at + 1) % NAMES)
		if (names[at].hash == h && names[at].abis & ABI_BIT(abi) && !strcmp(names[at].row->name, name))
			return names[at].row;
	return NULL;
}

static void resolve(enum abi abi, unsigned nr)
{
	const char *name = syscalltbl__name(abi, nr);

	if (name)
		by_slot[abi][syscalltbl__slot(abi, nr)] = rows__by_name(abi, name);
}

static void resolve_abi(enum abi abi)
{
	for (unsigned nr = 0; nr <= syscalltbl__max_nr(abi); nr++)
		resolve(abi, nr);
	if (abi == ABI_ARM)
		for (unsigned i = 0; i < 16; i++)
			resolve(abi, SYSCALL_ARM_PRIVATE + i);
	resolved[abi] = true;
}

void rows__init(void)
{
	if (nnames)
		return;
	for (unsigned i = 0; i < nrow_sources; i++)
		for (unsigned j = 0; j < row_sources[i].table->n; j++)
			add_row(&row_sources[i].table->rows[j], row_sources[i].abis);
	resolve_abi(abi__native());
}

const struct row *rows__find(enum abi abi, unsigned nr)
{
	if ((unsigned)abi >= ABI_COUNT)
		return NULL;
	if (!resolved[abi])
		resolve_abi(abi);
	return by_slot[abi][syscalltbl__slot(abi, nr)];
}

static const struct row *sub_row(const struct row *row, uint32_t cmd)
{
	if (row->sub_mask)
		cmd &= row->sub_mask;
	for (unsigned at = hash_sub(row, cmd); subs[at].row; at = (at + 1) % SUBS)
		if (subs[at].row == row && subs[at].cmd == cmd)
			return subs[at].sub;
	return NULL;
}

const struct row *row__resolve(const struct row *row, const uint64_t *args)
{
	while (row && row->sub) {
		const struct row *sub = sub_row(row, args[row->sub_arg]);

		if (!sub)
			break;
		row = sub;
	}
	return row;
}
