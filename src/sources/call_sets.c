// SPDX-License-Identifier: BSD-2-Clause
/* call_sets.c - computes sets of calls from the rows. */
#include "call_sets.h"

#include <errno.h>
#include <string.h>

#include "beautifiers/row.h"
#include "beautifiers/shape.h"
#include "bpf/wire.h"

_Static_assert(SLOT_CALLS == SYSCALL_SET_BITS, "the kernel side's tables have a bit for each of a set's");

static void set_bit(__u64 *bits, unsigned nr)
{
	bits[nr / 64] |= 1ull << (nr % 64);
}

static bool row_tracks(const struct row *row)
{
	const struct subrow *sub;

	if (row->pidfd_at || row->effect >= OPENS_FD)
		return true;
	for (unsigned i = 0; (sub = row__sub(row, i)); i++)
		if (sub->row.effect >= OPENS_FD)
			return true;
	return false;
}

bool call_sets__may_want_aio(const struct options *o)
{
	return !o->no_aio && !o->strace.on && (!o->tally || options__adds_calls(o));
}

static bool wants_aio(const struct options *o, enum abi abi)
{
	bool may = call_sets__may_want_aio(o);

	for (unsigned nr = SYSCALL_AIO; nr < SYSCALL_AIO_END && may; nr++)
		if (syscall_set__has(&o->calls, abi, nr) && rows__find(abi, nr))
			return true;
	return false;
}

bool call_sets__wants_aio(const struct options *o)
{
	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		if (wants_aio(o, (enum abi)abi))
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

/* Does a line of this call have names of descriptors? */
static bool row_needs_names(const struct row *row)
{
	const struct subrow *sub;

	if (row->ret == RET_FD)
		return true;
	for (unsigned i = 0; i < row->nargs; i++) {
		const struct kind *k = row->args[i].kind;

		if (k->is_fd || k->has_fds || shape_has_fd(row->args[i].shape))
			return true;
	}
	for (unsigned i = 0; (sub = row__sub(row, i)); i++)
		if (row_needs_names(&sub->row))
			return true;
	return false;
}

/* Does the output depend on descriptors or directories? */
static bool needs_tracking(const struct options *o)
{
	if (o->npaths)		/* relative paths need directories */
		return true;
	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned nr = 0; nr < SYSCALL_SET_BITS; nr++) {
			const struct row *row = syscall_set__has(&o->calls, abi, nr) ? rows__find(abi, nr) : NULL;

			if (row && row_needs_names(row))
				return true;
		}
	return false;
}

bool call_sets__row_has(const struct row *row, bool fds)
{
	if (!fds && row->ret == RET_FD)
		return true;
	for (unsigned i = 0; i < row->nargs; i++) {
		const struct kind *k = row->args[i].kind;

		if (fds ? k->is_fd : k->is_path || k->is_sockaddr || arg__has_fds_in_memory(&row->args[i]))
			return true;
	}
	return false;
}

/* Can --path choose a call of this row? */
static bool row_may_lie(const struct row *row)
{
	const struct subrow *sub;

	if (!row || call_sets__row_has(row, true) || call_sets__row_has(row, false))
		return row;
	for (unsigned i = 0; (sub = row__sub(row, i)); i++)
		if (row_may_lie(&sub->row))
			return true;
	return false;
}

/*
 * When an execve returns, its number is that of execve in the new program's ABI (set_personality_64bit() of arch/x86), also if it was
 * execveat: with one of these calls the others are wanted, too. Those that are not selected are not shown.
 */
static void want_execs(struct selection *sel)
{
	bool any = false;

	for (unsigned slot = 0; slot < ABI_SLOTS; slot++)
		for (unsigned i = 0; i < SLOT_CALLS / 64; i++)
			any |= sel->calls[slot][i] & sel->execs[slot][i];
	for (unsigned slot = 0; any && slot < ABI_SLOTS; slot++)
		for (unsigned i = 0; i < SLOT_CALLS / 64; i++)
			sel->calls[slot][i] |= sel->execs[slot][i];
}

/* The calls that can be shown. */
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

static void add_aio(struct syscall_set *set, enum abi abi)
{
	for (unsigned nr = 0; nr < SYSCALL_AIO; nr++) {
		const struct row *row = rows__find(abi, nr);

		if (row && row->aio)
			syscall_set__add(set, abi, nr);
	}
}

static void add_users(struct syscall_set *set, enum abi abi)
{
	for (unsigned nr = 0; nr < SYSCALL_SET_BITS; nr++)
		if (rows__effect(abi, nr) == SETS_USER)
			syscall_set__add(set, abi, nr);
}

/* Calls made through a multiplexer need the multiplexer's number, too. */
static void add_multiplexers(struct syscall_set *set, enum abi abi)
{
	for (unsigned nr = SYSCALL_MUX; nr < SYSCALL_MUX_END; nr++) {
		int mux = syscall_set__has(set, abi, nr) ? syscalltbl__mux(abi, nr) : -ENOENT;

		if (mux >= 0)
			syscall_set__add(set, abi, (unsigned)mux);
	}
}

void call_sets__needed(const struct options *o, struct syscall_set *set)
{
	shown_calls(o, set);
	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned i = 0; i < SYSCALL_SET_BITS / 64; i++)
			set->bits[abi][i] |= o->switch_calls.bits[abi][i];
	for (unsigned abi = 0; abi < ABI_COUNT && needs_tracking(o); abi++)
		add_tracked(set, abi);
	for (unsigned abi = 0; abi < ABI_COUNT && o->wants_owners; abi++)
		add_users(set, abi);
	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		if (wants_aio(o, (enum abi)abi))
			add_aio(set, (enum abi)abi);
	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		add_multiplexers(set, abi);
}

/* By native ABI: the ABI of each of BPF's slots. */
static const __u8 slots[ABI_COUNT][ABI_SLOTS] = {
	[ABI_X86_64]  = { ABI_X86_64,  ABI_I386,  ABI_X32   },
	[ABI_AARCH64] = { ABI_AARCH64, ABI_ARM,   ABI_COUNT },
};

void call_sets__set_abis(struct config *cfg)
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

void call_sets__set_prefixes(const struct options *o, struct config *cfg, struct selection *sel)
{
	cfg->npaths = o->npaths > PATH_PREFIXES ? 0 : o->npaths;
	for (unsigned i = 0; i < cfg->npaths; i++)
		set_prefix(&sel->paths[i], o->paths[i]);
}

void call_sets__select(const struct options *o, const struct config *cfg, struct selection *sel)
{
	bool names = o->npaths && !o->tally;		/* relative paths need directories */
	struct syscall_set shown;

	shown_calls(o, &shown);
	for (unsigned slot = 0; slot < ABI_SLOTS; slot++) {
		enum abi abi = cfg->abi[slot];
		bool aio;

		if (abi == ABI_COUNT)
			continue;
		aio = wants_aio(o, abi);
		names |= aio;
		for (unsigned i = 0; i < SLOT_CALLS / 64; i++)
			sel->calls[slot][i] = shown.bits[abi][i] | o->switch_calls.bits[abi][i];
		for (unsigned nr = 0; nr < SYSCALL_SET_BITS; nr++) {
			const struct row *row = rows__find(abi, nr);

			if (!row)
				continue;
			if ((row_tracks(row) && !o->tally) || (aio && row->aio))
				set_bit(sel->tracked[slot], nr);
			if (effect__renames(row->effect))
				set_bit(sel->renaming[slot], nr);
			if (row->effect == FORKS)
				set_bit(sel->forks[slot], nr);
			if (row->effect == SETS_USER && o->wants_owners)
				set_bit(sel->calls[slot], nr);
			if (row->effect == EXECS)
				set_bit(sel->execs[slot], nr);
			if (!o->tally && call_sets__has(sel->calls[slot], nr) && row_needs_names(row))
				names = true;
		}
	}
	want_execs(sel);
	sel->has_tracked = names;
	for (unsigned slot = 0; names && slot < ABI_SLOTS; slot++)
		for (unsigned i = 0; i < SLOT_CALLS / 64; i++)
			sel->calls[slot][i] |= sel->tracked[slot][i];
	for (unsigned nr = SYSCALL_MUX; nr < SYSCALL_MUX_END; nr++) {
		enum abi abi = cfg->abi[SLOT_COMPAT];
		int mux = abi != ABI_COUNT && call_sets__has(sel->calls[SLOT_COMPAT], nr) ? syscalltbl__mux(abi, nr) : -ENOENT;

		if (mux >= 0)
			set_bit(sel->calls[SLOT_COMPAT], (unsigned)mux);
	}
	for (unsigned slot = 0; slot < ABI_SLOTS; slot++)
		for (unsigned nr = 0; nr < SLOT_CALLS; nr++)
			if (call_sets__has(sel->calls[slot], nr))
				sel->slots[nr] |= (uint8_t)(1u << slot | (call_sets__has(sel->renaming[slot], nr) ? SLOT_RENAMES : 0));
}

bool call_sets__has_requests(const struct selection *sel)
{
	for (unsigned nr = SYSCALL_COMMANDS; nr < SYSCALL_URING_END; nr++)
		if (sel->slots[nr])
			return true;
	return false;
}
