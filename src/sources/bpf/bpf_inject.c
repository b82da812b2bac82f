// SPDX-License-Identifier: BSD-2-Clause
/* bpf_inject.c - from -e inject to the map of rules and the programs at functions. */
#include "bpf_inject.h"

#include <assert.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "beautifiers/row.h"
#include "bpf_override.h"
#include "lib/buf.h"
#include "lib/msg.h"
#include "sources/seccomp/inject_rules.h"

#define RESULT (INJECT_ERROR | INJECT_RETVAL)
#define LISTED 8		/* calls that a message names */

static_assert(RULE_FOREVER == INJECT_FOREVER, "no last call");

struct bpf_inject {
	const struct options *opt;
	struct loaded *loaded;
	struct inject_rules rules;
	struct override_points *points;		/* NULL: no results are changed */
	unsigned done, refused;			/* calls whose result can, and cannot, be changed */
	struct buf names;			/* of the first ones of these */
};

void bpf_inject__configure(const struct options *o, struct config *cfg)
{
	if (!injects_by_bpf(o))
		return;
	cfg->injects = 1;
	for (unsigned i = 0; i < o->strace.ninjections; i++)
		cfg->injects_signals |= !!(o->strace.injections[i].what & INJECT_SIGNAL);
}

/* A 32-bit program's result is half a register. */
static int64_t value_of(const struct injection *j, enum abi abi)
{
	if (j->what & INJECT_ERROR)
		return -(int64_t)j->value;
	return abi__word_size(abi) == 4 ? (int32_t)j->value : (int64_t)j->value;
}

static void note_refused(struct bpf_inject *b, enum abi abi, const char *name)
{
	if (b->refused++ < LISTED) {
		buf__add(&b->names, b->names.len ? ", " : "", b->names.len ? 2 : 0);
		buf__add(&b->names, name, strlen(name));
		if (abi != abi__native()) {
			buf__add(&b->names, "@", 1);
			buf__add(&b->names, abi__name(abi), strlen(abi__name(abi)));
		}
	}
}

/* How its result is overridden. */
static enum override_way override(struct bpf_inject *b, enum abi abi, unsigned nr, int64_t value)
{
	const struct row *row = rows__find(abi, nr);
	const char *name = syscalltbl__name(abi, nr), *function = row && row->tracepoint ? row->tracepoint : name;
	enum override_way way = function ? override_points__add(b->points, abi, function, !value) : 0;

	if (way)
		b->done++;
	else if (name)
		note_refused(b, abi, name);
	return way;
}

static int add_rule(struct bpf_inject *b, unsigned slot, enum abi abi, unsigned nr)
{
	const struct injection *j = inject_rules__for(&b->rules, abi, nr);
	uint32_t call = slot * SLOT_CALLS + nr;
	struct inject_rule rule = {
		.first = (uint16_t)j->first, .last = (uint16_t)j->last, .step = (uint16_t)j->step, .used = 1,
		.signo = j->what & INJECT_SIGNAL ? (uint8_t)j->signal : 0, .is_retval = !!(j->what & INJECT_RETVAL),
	};

	if (j->what & RESULT) {
		rule.value = value_of(j, abi);
		rule.override = (uint8_t)override(b, abi, nr, rule.value);
		if (!rule.override)
			return 0;
	}
	return bpf_map_update_elem(LOADED_MAP(b->loaded, rules), &call, &rule, BPF_ANY) ? -errno : 0;
}

static int add_rules(struct bpf_inject *b)
{
	const struct config *cfg = &b->loaded->cfg;
	int err = 0;

	for (unsigned slot = 0; slot < ABI_SLOTS; slot++)
		for (unsigned nr = 0; cfg->abi[slot] < ABI_COUNT && !err && nr <= syscalltbl__max_nr((enum abi)cfg->abi[slot]); nr++)
			if (syscall_set__has(&b->rules.calls, (enum abi)cfg->abi[slot], nr))
				err = add_rule(b, slot, (enum abi)cfg->abi[slot], nr);
	return err;
}

static bool has_results(const struct options *o)
{
	for (unsigned i = 0; i < o->strace.ninjections; i++)
		if (o->strace.injections[i].what & RESULT)
			return true;
	return false;
}

/* Nothing can be done: why. */
static int refuse(struct bpf_inject *b)
{
	char fmod[160] = "the kernel permits it, but not for 0 or these calls", kprobe[160] = "not for these calls";

	override__permitted(OVERRIDE_FMOD_RET, fmod, sizeof(fmod));
	override__permitted(OVERRIDE_KPROBE, kprobe, sizeof(kprobe));
	msg__error("-e inject: results of calls of running processes cannot be changed here (%.*s%s): by fmod_ret: %s; by kprobes: %s",
		   (int)b->names.len, b->names.p, b->refused > LISTED ? ", ..." : "", fmod, kprobe);
	msg__hint("signal= works here; 'trace strace -e inject=... COMMAND' changes calls of a command by seccomp");
	return -EOPNOTSUPP;
}

static int report(struct bpf_inject *b)
{
	if (b->refused && !b->done)
		return refuse(b);
	if (b->refused)
		msg__warn("-e inject: the kernel permits no other result of %u calls: %.*s%s", b->refused, (int)b->names.len, b->names.p,
			  b->refused > LISTED ? ", ..." : "");
	if (b->points)
		msg__info("-e inject: results are changed at %u functions by fmod_ret, at %u by kprobes",
			  override_points__count(b->points, OVERRIDE_FMOD_RET), override_points__count(b->points, OVERRIDE_KPROBE));
	return 0;
}

int bpf_inject__open(struct bpf_inject **out, const struct options *o, struct loaded *l)
{
	struct bpf_inject *b;
	int err = 0;

	*out = NULL;
	if (!l->cfg.injects)
		return 0;
	b = calloc(1, sizeof(*b));
	if (!b)
		return msg__no_memory();
	b->opt = o;
	b->loaded = l;
	inject_rules__init(&b->rules, o);
	if (has_results(o)) {
		b->points = override_points__new(LOADED_MAP(l, overrides));
		err = b->points ? 0 : -errno;
	}
	err = err ? err : add_rules(b);
	if (err)
		msg__error("-e inject: %s", strerror(-err));
	else
		err = report(b);
	if (err)
		bpf_inject__close(b);
	else
		*out = b;
	return err;
}

void bpf_inject__end(struct bpf_inject *b)
{
	if (!b)
		return;
	b->loaded->bss->inject_ended = 1;
	override_points__free(b->points);
	b->points = NULL;
}

void bpf_inject__close(struct bpf_inject *b)
{
	if (!b)
		return;
	override_points__free(b->points);
	buf__free(&b->names);
	free(b);
}
