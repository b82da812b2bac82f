// SPDX-License-Identifier: BSD-2-Clause
/* plan_load.c - sets and capture plans, computed from the rows. */
#include "plan_load.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "beautifiers/row.h"
#include "beautifiers/shape.h"
#include "bpf/plan.h"
#include "bpf/wire.h"
#include "lib/vec.h"

_Static_assert(SLOT_CALLS == SYSCALL_SET_BITS, "the kernel side's tables have a bit for each of a set's");

static void set_bit(__u64 *bits, unsigned nr)
{
	bits[nr / 64] |= 1ull << (nr % 64);
}

static bool has_bit(const __u64 *bits, unsigned nr)
{
	return bits[nr / 64] >> (nr % 64) & 1;
}

static bool row_tracks(const struct row *row)
{
	const struct subrow *sub;

	if (row->pidfd_at || (row->effect != EFFECT_NONE && row->effect != EXECS && row->effect != FORKS))
		return true;
	for (unsigned i = 0; (sub = row__sub(row, i)); i++)
		if (sub->row.effect != EFFECT_NONE)
			return true;
	return false;
}

static bool shape_has_fd(const struct shape *sh)
{
	for (unsigned i = 0; sh && i < sh->nfields; i++)
		if (sh->fields[i].spec.kind->is_fd || shape_has_fd(sh->fields[i].spec.shape))
			return true;
	return false;
}

/* Does a line of this call show names of descriptors? */
static bool row_needs_names(const struct row *row)
{
	const struct subrow *sub;

	if (row->ret == RET_FD)
		return true;
	for (unsigned i = 0; i < CALL_ARGS && row->args[i].kind; i++) {
		const struct kind *k = row->args[i].kind;

		if (k->is_fd || k == &kind_fdset || shape_has_fd(row->args[i].shape))
			return true;
	}
	for (unsigned i = 0; (sub = row__sub(row, i)); i++)
		if (row_needs_names(&sub->row))
			return true;
	return false;
}

/* Does anything that is shown depend on descriptors or directories? */
static bool needs_tracking(const struct options *o)
{
	if (o->npaths)		/* paths are seen from directories */
		return true;
	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned nr = 0; nr < SYSCALL_SET_BITS; nr++) {
			const struct row *row = syscall_set__has(&o->calls, abi, nr) ? rows__find(abi, nr) : NULL;

			if (row && row_needs_names(row))
				return true;
		}
	return false;
}

/* What --path looks at in a call. */
static bool row_has(const struct row *row, bool fds)
{
	if (!fds && row->ret == RET_FD)
		return true;
	for (unsigned i = 0; i < CALL_ARGS && row->args[i].kind; i++) {
		const struct kind *k = row->args[i].kind;

		if (fds ? k->is_fd : k->is_path || k == &kind_sockaddr_in)
			return true;
	}
	return false;
}

/* Can a call of it be on a file that --path chooses? */
static bool row_may_lie(const struct row *row)
{
	const struct subrow *sub;

	if (!row || row_has(row, true) || row_has(row, false))
		return row;
	for (unsigned i = 0; (sub = row__sub(row, i)); i++)
		if (row_may_lie(&sub->row))
			return true;
	return false;
}

/* The calls that may be shown. */
static void shown_calls(const struct options *o, struct syscall_set *set)
{
	*set = o->calls;
	for (unsigned abi = 0; o->npaths && abi < ABI_COUNT; abi++)
		for (unsigned nr = 0; nr < SYSCALL_SET_BITS; nr++)
			if (!row_may_lie(rows__find(abi, nr)))
				set->bits[abi][nr / 64] &= ~(1ull << (nr % 64));
}

static void add_tracked(struct syscall_set *set, enum abi abi)
{
	for (unsigned nr = 0; nr < SYSCALL_SET_BITS; nr++) {
		const struct row *row = rows__find(abi, nr);

		if (row && row_tracks(row))
			syscall_set__add(set, abi, nr);
	}
}

/* With calls that are made by way of a multiplexer it is needed, too. */
static void add_multiplexers(struct syscall_set *set, enum abi abi)
{
	for (unsigned nr = SYSCALL_MUX; nr < SYSCALL_MUX_END; nr++) {
		int mux = syscall_set__has(set, abi, nr) ? syscalltbl__mux(abi, nr) : -ENOENT;

		if (mux >= 0)
			syscall_set__add(set, abi, (unsigned)mux);
	}
}

void plan_load__needed(const struct options *o, struct syscall_set *set)
{
	shown_calls(o, set);
	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned i = 0; i < SYSCALL_SET_BITS / 64; i++)
			set->bits[abi][i] |= o->switch_calls.bits[abi][i];
	for (unsigned abi = 0; abi < ABI_COUNT && needs_tracking(o); abi++)
		add_tracked(set, abi);
	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		add_multiplexers(set, abi);
}

/* Which ABI is in which slot of the kernel side, by the native one. */
static const __u8 slots[ABI_COUNT][ABI_SLOTS] = {
	[ABI_X86_64]  = { ABI_X86_64,  ABI_I386,  ABI_X32   },
	[ABI_AARCH64] = { ABI_AARCH64, ABI_ARM,   ABI_COUNT },
};

void plan_load__set_abis(struct config *cfg)
{
	memcpy(cfg->abi, slots[abi__native()], sizeof(cfg->abi));
}

static uint64_t hash_component(const char *s, size_t n)
{
	uint64_t words[PATH_NAME / 8] = {}, hash = 0;

	memcpy(words, s, n < PATH_NAME ? n : PATH_NAME - 1);
	for (unsigned i = 0; i < PATH_NAME / 8; i++)
		hash = PATH_HASH(hash, words[i]);
	return hash;
}

static void set_prefix(struct path_prefix *p, const char *path)
{
	while (p->n < PATH_COMPONENTS) {
		size_t n;

		path += strspn(path, "/");
		n = strcspn(path, "/");
		if (!n)
			return;
		p->hash[p->n++] = hash_component(path, n);
		path += n;
	}
}

/* For all of them, or none. */
static void set_prefixes(const struct options *o, struct config *cfg)
{
	cfg->npaths = o->npaths > PATH_PREFIXES ? 0 : o->npaths;
	for (unsigned i = 0; i < cfg->npaths; i++)
		set_prefix(&cfg->paths[i], o->paths[i]);
}

void plan_load__select(const struct options *o, struct config *cfg)
{
	bool names = o->npaths;		/* paths are seen from directories */
	struct syscall_set shown;

	shown_calls(o, &shown);
	set_prefixes(o, cfg);
	for (unsigned slot = 0; slot < ABI_SLOTS; slot++) {
		enum abi abi = cfg->abi[slot];

		if (abi == ABI_COUNT)
			continue;
		for (unsigned i = 0; i < SLOT_CALLS / 64; i++)
			cfg->calls[slot][i] = shown.bits[abi][i] | o->switch_calls.bits[abi][i];
		for (unsigned nr = 0; nr < SYSCALL_SET_BITS; nr++) {
			const struct row *row = rows__find(abi, nr);

			if (!row)
				continue;
			if (row_tracks(row))
				set_bit(cfg->tracked[slot], nr);
			if (effect__renames(row->effect))
				set_bit(cfg->renaming[slot], nr);
			if (has_bit(cfg->calls[slot], nr) && row_needs_names(row))
				names = true;
		}
	}
	cfg->has_tracked = names;
	for (unsigned slot = 0; names && slot < ABI_SLOTS; slot++)
		for (unsigned i = 0; i < SLOT_CALLS / 64; i++)
			cfg->calls[slot][i] |= cfg->tracked[slot][i];
	for (unsigned nr = SYSCALL_MUX; nr < SYSCALL_MUX_END; nr++) {
		enum abi abi = cfg->abi[SLOT_COMPAT];
		int mux = abi != ABI_COUNT && has_bit(cfg->calls[SLOT_COMPAT], nr) ? syscalltbl__mux(abi, nr) : -ENOENT;

		if (mux >= 0)
			set_bit(cfg->calls[SLOT_COMPAT], (unsigned)mux);
	}
	for (unsigned slot = 0; slot < ABI_SLOTS; slot++)
		for (unsigned i = 0; i < SLOT_CALLS / 64; i++)
			cfg->any[i] |= cfg->calls[slot][i];
}

void plan_load__make(const struct options *o, const struct row *row, enum abi abi, struct plan *plan)
{
	row__plan(row, abi, o->w.string_limit, plan);
	if (o->env)
		row__plan_env(row, o->w.string_limit, plan);
}

bool plan_load__of_call(const struct options *o, enum abi abi, unsigned nr, const uint64_t *args, struct plan *plan)
{
	const struct row *row = row__resolve(rows__find(abi, nr), abi, args);

	plan->nops = 0;
	if (!row)
		return false;
	plan_load__make(o, row, abi, plan);
	return plan->nops;
}

static void make_plan(const struct options *o, const struct row *row, enum abi abi, unsigned nr, struct plan *plan)
{
	plan_load__make(o, row, abi, plan);
	if (syscall_set__has(&o->calls, abi, nr))
		plan->flags |= PLAN_SHOW;
	if (syscall_set__has(&o->calls, abi, nr) || syscall_set__has(&o->switch_calls, abi, nr))
		plan->flags &= ~PLAN_TRACK_MADE;
	if (o->npaths && o->npaths <= PATH_PREFIXES && !syscall_set__has(&o->switch_calls, abi, nr) && !(plan->flags & PLAN_TRACK) &&
	    row_has(row, true) && !row_has(row, false))
		plan->flags |= PLAN_BY_FD;
}

/* Sub-plans, gathered so that one system call hands them over. */
struct batch {
	struct sub_key *keys;
	struct plan *plans;
	uint32_t n;
};

static int batch__grow(struct batch *b)
{
	return VEC_MORE(b->keys, b->n, 1) && VEC_MORE(b->plans, b->n, 1) ? 0 : -ENOMEM;
}

static int add_subs(const struct options *o, const struct row *row, enum abi abi, unsigned nr, struct batch *b)
{
	const struct subrow *sub;

	for (unsigned i = 0; (sub = row__sub(row, i)); i++) {
		uint32_t cmd;

		if (!row__sub_cmd(row, sub, abi, &cmd))
			continue;
		if (batch__grow(b))
			return -ENOMEM;
		b->keys[b->n] = (struct sub_key){ .call = (uint32_t)abi << 16 | nr, .cmd = cmd };
		make_plan(o, &sub->row, abi, nr, &b->plans[b->n]);
		b->n++;
	}
	return 0;
}

static int fill(const struct options *o, const struct config *cfg, struct plan *plans, struct batch *subs)
{
	for (unsigned slot = 0; slot < ABI_SLOTS; slot++) {
		enum abi abi = cfg->abi[slot];

		for (unsigned nr = 0; abi != ABI_COUNT && nr < SLOT_CALLS; nr++) {
			struct plan *plan = &plans[slot * SLOT_CALLS + nr];
			const struct row *row = rows__find(abi, nr);

			plan->nargs = CALL_ARGS;	/* unknown: all registers */
			if (!row && syscall_set__has(&o->calls, abi, nr))
				plan->flags = PLAN_SHOW;
			if (!row || !has_bit(cfg->calls[slot], nr))
				continue;
			make_plan(o, row, abi, nr, plan);
			if (syscalltbl__is_mux(nr))
				row__plan_result(rows__standing(abi, nr), plan);
			if (add_subs(o, row, abi, nr, subs))
				return -ENOMEM;
		}
	}
	return 0;
}

int plan_load__load(const struct options *o, const struct config *cfg, int plans_fd, int sub_plans_fd)
{
	size_t page = sysconf(_SC_PAGESIZE), size = ABI_SLOTS * SLOT_CALLS * sizeof(struct plan);
	struct batch subs = {};
	struct plan *plans;
	int err;

	size = (size + page - 1) / page * page;
	plans = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, plans_fd, 0);
	if (plans == MAP_FAILED)
		return -errno;
	err = fill(o, cfg, plans, &subs);
	munmap(plans, size);
	if (!err && subs.n && bpf_map_update_batch(sub_plans_fd, subs.keys, subs.plans, &subs.n, NULL))
		err = -errno;
	free(subs.keys);
	free(subs.plans);
	return err;
}
