/* Names and numbers, in the tables that gen-names made. */
#include "tables.h"

#include <errno.h>
#include <string.h>

/* Is there such an ABI? */
static bool have(enum abi abi)
{
	return (unsigned)abi < ABI_COUNT;
}

#define LEARN_MAX 512	/* names: keeps slots of the hash free, and bounds what a hostile recording can use */
#define NAME_LEN_MAX 40

int syscalltbl__learn(enum abi abi, unsigned nr, const char *name)
{
	static unsigned learnt;
	size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
	unsigned slot;

	if (!have(abi) || !len || name[len] || len > NAME_LEN_MAX)
		return -EINVAL;
	slot = syscalltbl__slot(abi, nr);
	if (call_names[abi][slot] || slot == SYSCALL_SET_BITS - 1)
		return 0;
	name = learnt < LEARN_MAX ? strdup(name) : NULL;
	if (!name)
		return -ENOSPC;
	learnt++;
	call_names[abi][slot] = name;
	call_names__enter(abi, slot, name);
	return 0;
}

const char *syscalltbl__name(enum abi abi, unsigned nr)
{
	if (!have(abi))
		return NULL;
	return call_names[abi][syscalltbl__slot(abi, nr)];
}

int syscalltbl__nr(enum abi abi, const char *name)
{
	const struct name_entry *entry = have(abi) ? call_names__find(name) : NULL;

	if (!entry || !entry->name || entry->slot[abi] < 0)
		return -ENOENT;
	if (entry->slot[abi] >= SYSCALL_SLOT_ARM_PRIVATE)
		return entry->slot[abi] - SYSCALL_SLOT_ARM_PRIVATE + SYSCALL_ARM_PRIVATE;
	return entry->slot[abi];
}

/* The first call of ipc's in overlay.c's list. */
#define MUX_IPC (SYSCALL_MUX + 20)

int syscalltbl__mux(enum abi abi, unsigned nr)
{
	if (!syscalltbl__is_mux(nr) || !syscalltbl__name(abi, nr))
		return -ENOENT;
	if (nr >= SYSCALL_MUX_ALIKE)
		return syscalltbl__nr(abi, syscalltbl__name(abi, nr));
	return syscalltbl__nr(abi, nr < MUX_IPC ? "socketcall" : "ipc");
}

int syscalltbl__by_mux(enum abi abi, unsigned mux, const char *name)
{
	for (unsigned nr = SYSCALL_MUX; nr < SYSCALL_MUX_END; nr++)
		if (syscalltbl__mux(abi, nr) == (int)mux && strcmp(syscalltbl__name(abi, nr), name) == 0)
			return (int)nr;
	return -ENOENT;
}

unsigned syscalltbl__max_nr(enum abi abi)
{
	return have(abi) ? call_max[abi] : 0;
}

static void offer_classes(struct nearest *near)
{
	for (const struct class_name *class = class_names; class->name; class++)
		nearest__offer(near, class->name);
}

const char *syscalltbl__suggest_for(unsigned abis, const char *name)
{
	struct nearest near = { .word = name };

	if (name[0] == '%') {
		offer_classes(&near);
		return near.best;
	}
	for (int abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned slot = 0; abis & ABI_BIT(abi) && slot < SYSCALL_SET_BITS; slot++)
			if (call_names[abi][slot])
				nearest__offer(&near, call_names[abi][slot]);
	for (const struct class_name *class = class_names; class->name; class++)
		if (class->bare)
			nearest__offer(&near, class->name + 1);
	return near.best;
}

const char *syscalltbl__suggest(const char *name)
{
	return syscalltbl__suggest_for(abi__native_family(), name);
}
