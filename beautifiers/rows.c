// SPDX-License-Identifier: BSD-2-Clause
/*
 * rows.c - finds the row of a call: the one list of tables, and indexes over them.
 *
 * One hash table of names keeps equal names in the order of row_sources[]. The numbers of an ABI are resolved through it when its
 * first row is looked up. Another hash table has the sub-rows of rows whose sub-rows have been looked up; those whose commands have names
 * are added with their ABI. Threads may look up sub-rows at the same time.
 * Invariant: nothing here allocates; after the first look-up another takes a few probes.
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "drivers.h"
#include "rows.h"
#include "show.h"

extern const struct row_table rows_bpf, rows_creds, rows_dir, rows_fcntl, rows_file, rows_futex, rows_ioctl, rows_ipc;
extern const struct row_table rows_memory, rows_misc, rows_mount, rows_network, rows_path, rows_poll, rows_prctl, rows_process, rows_ptrace;
extern const struct row_table rows_security, rows_signal, rows_sockopt, rows_time, rows_time64, rows_xattr;
extern const struct row_table rows_arm, rows_backwards, rows_compat32, rows_i386, rows_ipccall, rows_old, rows_oldmmap, rows_ppc64le;
extern const struct row_table rows_riscv64, rows_s390ipc, rows_s390x, rows_socketcall, rows_aio_ops, rows_uring_ops, rows_x32;

#define X32       ABI_BIT(ABI_X32)
#define I386      ABI_BIT(ABI_I386)
#define ARM       ABI_BIT(ABI_ARM)
#define RISCV64   ABI_BIT(ABI_RISCV64)
#define PPC64LE   ABI_BIT(ABI_PPC64LE)
#define S390X     ABI_BIT(ABI_S390X)
#define OLD       (I386 | ARM | PPC64LE | S390X)
#define BACKWARDS (ABI_BIT(ABI_AARCH64) | ARM | RISCV64 | PPC64LE)

const struct row_source row_sources[] = {
	{ &rows_x32,        X32               },
	{ &rows_i386,       I386              },
	{ &rows_arm,        ARM               },
	{ &rows_riscv64,    RISCV64           },
	{ &rows_ppc64le,    PPC64LE           },
	{ &rows_s390x,      S390X             },
	{ &rows_s390ipc,    S390X             },
	{ &rows_compat32,   I386 | ARM        },
	{ &rows_oldmmap,    I386 | ARM | S390X },
	{ &rows_backwards,  BACKWARDS         },
	{ &rows_socketcall, OLD               },
	{ &rows_ipccall,    OLD               },
	{ &rows_old,        OLD               },
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
	{ &rows_bpf,        ABI_ALL           },
	{ &rows_misc,       ABI_ALL           },
	{ &rows_aio_ops,    ABI_ALL           },
	{ &rows_uring_ops,  ABI_ALL           },
};
const unsigned nrow_sources = sizeof(row_sources) / sizeof(row_sources[0]);

/* Open addressing, never more than half full. */
#define NAMES 2048
#define SUBS  8192
#define PARENTS 1024

struct name_slot {
	const struct row *row;
	uint32_t hash, abis;
};

struct sub_slot {
	const struct row *row;	/* the row that it replaces */
	const struct row *sub;
	uint32_t cmd, abis;
	uint32_t of;		/* see struct sub_table */
	bool others;		/* other slots have this command: the kind of descriptor decides */
};

struct parent {			/* a row whose sub-rows have been added, for these ABIs */
	const struct row *row;
	uint32_t abis;
};

static struct name_slot names[NAMES];
static struct sub_slot subs[SUBS / 2];	/* nsubs of them */
static uint16_t sub_at[SUBS];		/* 1 + index in `subs`; 0: none */
static struct parent parents[PARENTS];
static unsigned nnames, nsubs, nparents;
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

/* The table with the names of a row's commands. */
static const struct flag_table *command_names(const struct row *row)
{
	const struct arg_spec *spec = &row->args[row->sub_arg];

	return spec->flags ? spec->flags : spec->kind->names;
}

static bool has_name(const struct flag_table *t, uint32_t cmd, const char *name)
{
	for (const struct flag *f = flag_table__find(t, cmd); f; f = flag_table__next(t, f))
		if (!strcmp(f->name, name))
			return true;
	return false;
}

const struct subrow *row__sub_of(const struct row *row, unsigned i, uint32_t *of)
{
	for (const struct sub_table *const *t = row->sub; t && *t; i -= (*t++)->n) {
		*of = (*t)->of;
		if (i < (*t)->n)
			return &(*t)->rows[i];
	}
	return NULL;
}

bool row__sub_cmd(const struct row *row, const struct subrow *sub, enum abi abi, uint32_t *cmd)
{
	const struct flag_table *t;
	const struct flag *f;

	*cmd = sub->cmd;
	if (!sub->row.named)
		return true;
	t = flag_table__in(command_names(row), abi);
	if (has_name(t, sub->cmd, sub->row.named))
		return true;
	f = flag_table__named(t, sub->row.named, strlen(sub->row.named));
	if (f)
		*cmd = f->value;
	return f;
}

/* NULL at the end of a row of probes */
static struct sub_slot *slot_at(unsigned at)
{
	uint16_t i = __atomic_load_n(&sub_at[at], __ATOMIC_ACQUIRE);

	return i ? &subs[i - 1] : NULL;
}

static void add_sub(const struct row *row, const struct row *sub, uint32_t cmd, unsigned abis, uint32_t of)
{
	unsigned at = hash_sub(row, cmd);
	bool others = of;
	struct sub_slot *s;

	for (; (s = slot_at(at)); at = (at + 1) % SUBS) {
		if (s->row != row || s->cmd != cmd)
			continue;
		if (s->sub == sub) {
			s->abis |= abis;
			return;
		}
		others |= s->of;
		s->others |= others;
	}
	assert(nsubs < SUBS / 2);
	subs[nsubs++] = (struct sub_slot){ row, sub, cmd, abis, of, others };
	__atomic_store_n(&sub_at[at], (uint16_t)nsubs, __ATOMIC_RELEASE);
}

/* Adds the sub-rows of one row: those whose commands have the same number in every ABI, then those that are named in one. */
static void add_subs(const struct row *row, enum abi abi)
{
	const struct subrow *sub;
	uint32_t cmd, of;

	for (unsigned i = 0; (sub = row__sub_of(row, i, &of)); i++)
		if (!sub->row.named)
			add_sub(row, &sub->row, sub->cmd, ABI_ALL, of);
	for (unsigned i = 0; (sub = row__sub_of(row, i, &of)); i++)
		if (sub->row.named && row__sub_cmd(row, sub, abi, &cmd))
			add_sub(row, &sub->row, cmd, ABI_BIT(abi), of);
}

/* The element of `parents` for a row, or a free one. */
static struct parent *parent_of(const struct row *row)
{
	unsigned at = (unsigned)((uintptr_t)row >> 4) * 2654435761u >> 16;
	const struct row *is;

	for (;; at++) {
		struct parent *p = &parents[at % PARENTS];

		is = __atomic_load_n(&p->row, __ATOMIC_ACQUIRE);
		if (!is || is == row)
			return p;
	}
}

static void add_parent(const struct row *row, enum abi abi)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct parent *p;

	pthread_mutex_lock(&lock);
	p = parent_of(row);
	if (!p->row) {
		assert(nparents < PARENTS / 2);
		nparents++;
		__atomic_store_n(&p->row, row, __ATOMIC_RELEASE);
	}
	if (!(p->abis & ABI_BIT(abi)))
		add_subs(row, abi);
	__atomic_store_n(&p->abis, p->abis | ABI_BIT(abi), __ATOMIC_RELEASE);
	pthread_mutex_unlock(&lock);
}

/* After this, `subs` has the row's sub-rows of the ABI. */
static void have_subs(const struct row *row, enum abi abi)
{
	const struct parent *p = parent_of(row);
	bool have = __atomic_load_n(&p->abis, __ATOMIC_ACQUIRE) & ABI_BIT(abi);

	if (!have || p->row != row)	/* a free element may have been taken for another row meanwhile */
		add_parent(row, abi);
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
}

/* direct: not a row that stands for another call. */
static const struct row *find_row(enum abi abi, const char *name, bool direct)
{
	uint32_t h = hash_name(name);

	for (unsigned at = h % NAMES; names[at].row; at = (at + 1) % NAMES)
		if (names[at].hash == h && names[at].abis & ABI_BIT(abi) && !strcmp(names[at].row->name, name) &&
		    !(direct && names[at].row->stands_for))
			return names[at].row;
	return NULL;
}

const struct row *rows__by_name(enum abi abi, const char *name)
{
	return find_row(abi, name, false);
}

static void resolve(enum abi abi, unsigned nr)
{
	const char *name = syscalltbl__name(abi, nr);

	if (name)
		by_slot[abi][syscalltbl__slot(abi, nr)] = find_row(abi, name, syscalltbl__is_mux(nr));
}

static void resolve_abi(enum abi abi)
{
	for (unsigned nr = 0; nr <= syscalltbl__max_nr(abi); nr++)
		resolve(abi, nr);
	for (unsigned nr = SYSCALL_AIO; nr < SYSCALL_MUX_END; nr++)
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
	memset(names, 0, sizeof(names));	/* a page that is read first takes two page faults */
	for (unsigned i = 0; i < nrow_sources; i++)
		for (unsigned j = 0; j < row_sources[i].table->n; j++)
			add_row(&row_sources[i].table->rows[j], row_sources[i].abis);
	resolve_abi(abi__native());
}

const struct row *rows__find(enum abi abi, unsigned nr)
{
	if ((unsigned)abi >= ABI_COUNT)
		return NULL;
	if (!resolved[abi]) {
		rows__init();
		if (!resolved[abi])
			resolve_abi(abi);
	}
	return by_slot[abi][syscalltbl__slot(abi, nr)];
}

enum effect rows__effect(enum abi abi, unsigned nr)
{
	const struct row *row = rows__find(abi, nr);

	return row ? row->effect : EFFECT_NONE;
}

const struct row *rows__standing(enum abi abi, unsigned nr)
{
	int mux = syscalltbl__mux(abi, nr);
	const struct row *row = mux >= 0 ? rows__find(abi, (unsigned)mux) : NULL;
	const struct subrow *sub;

	if (row && row->stands_for)
		return row;
	for (unsigned i = 0; row && (sub = row__sub(row, i)); i++)
		if (sub->row.stands_for && !strcmp(sub->row.stands_for, syscalltbl__name(abi, nr)))
			return &sub->row;
	return NULL;
}

/* The kind of the first descriptor argument; 0: not known. */
static uint32_t kind_of_fd(const struct row *row, const uint64_t *args, const struct names *names)
{
	int i = names && names->fd_kind ? row__fd_arg(row) : -1;

	return i < 0 ? 0 : names->fd_kind(names->ctx, (int)args[i]);
}

const char *row__fd_driver(const struct row *row, const uint64_t *args, const struct names *names)
{
	int i = names && names->fd_driver ? row__fd_arg(row) : -1;

	return i < 0 ? NULL : names->fd_driver(names->ctx, (int)args[i]);
}

/* From slot `at` on: the sub-row for this kind of descriptor, else for its family, else for any. */
static const struct row *sub_of_fd(unsigned at, enum abi abi, uint32_t kind)
{
	const struct sub_slot *s = slot_at(at);
	const struct row *row = s->row, *family = NULL, *any = NULL;
	uint32_t cmd = s->cmd;

	for (; (s = slot_at(at)); at = (at + 1) % SUBS) {
		if (s->row != row || s->cmd != cmd || !(s->abis & ABI_BIT(abi)))
			continue;
		if (s->of && s->of == kind)
			return s->sub;
		if (s->of && s->of == OF_ANY_PROTOCOL(kind))
			family = s->sub;
		else if (!s->of && !any)
			any = s->sub;
	}
	return family ? family : any;
}

static const struct row *sub_row(const struct row *row, enum abi abi, const uint64_t *args, const struct names *names)
{
	uint32_t cmd = (uint32_t)args[row->sub_arg];
	const struct sub_slot *s;

	if (row->sub_mask)
		cmd &= row->sub_mask;
	for (unsigned at = hash_sub(row, cmd); (s = slot_at(at)); at = (at + 1) % SUBS)
		if (s->row == row && s->cmd == cmd && s->abis & ABI_BIT(abi))
			return s->others ? sub_of_fd(at, abi, kind_of_fd(row, args, names)) : s->sub;
	return NULL;
}

/* A command above 32 bits matches no sub-row if the kernel reads the whole word (ptrace). */
static bool is_number(const struct row *row, enum abi abi, uint64_t cmd)
{
	return cmd <= UINT32_MAX || row->sub_mask || row->args[row->sub_arg].kind->half || abi__word_size(abi) < 8;
}

/* Is it a request of another driver than that of the descriptor's device? */
static bool is_of_other(const struct row *sub, const struct row *row, const uint64_t *args, const struct names *names)
{
	return sub->of_driver && !driver__has(row__fd_driver(row, args, names), sub->named);
}

const struct row *row__resolve(const struct row *row, enum abi abi, const uint64_t *args, const struct names *names)
{
	while (row && row->sub) {
		const struct row *sub;

		have_subs(row, abi);
		sub = is_number(row, abi, args[row->sub_arg]) ? sub_row(row, abi, args, names) : NULL;
		if (sub && is_of_other(sub, row, args, names))
			sub = NULL;
		if (!sub && row->otherwise)
			return (sub = row->otherwise(row, abi, (uint32_t)args[row->sub_arg], args, names)) ? sub : row;
		if (!sub)
			break;
		row = sub;
	}
	return row;
}
