/*
 * Names and numbers. Owns two tables, whose part of an ABI is built when the ABI is asked for, by any thread, and constant from then on:
 * names_of[abi][slot], and a hash from a name to its slot in every ABI.
 *
 * The numbers come from libaudit; overlay.c corrects names to the kernel's and adds newer calls. Two ABIs are derived: x32 from
 * x86_64 and riscv64 from aarch64, whose numbers they share except for their rows in overlay.c.
 */
#include "tables.h"

#include <errno.h>
#include <libaudit.h>
#include <pthread.h>
#include <string.h>

#define NAME_SLOTS 2048 /* a power of two; about 500 are used */

struct name_entry {
	const char *name;
	int16_t     slot[ABI_COUNT]; /* -1: the ABI has no such call */
};

static const struct {
	int      machine; /* of libaudit */
	enum abi abi;
} machines[] = {
	{ MACH_86_64,   ABI_X86_64  },
	{ MACH_86_64,   ABI_X32     },
	{ MACH_X86,     ABI_I386    },
	{ MACH_AARCH64, ABI_AARCH64 },
	{ MACH_AARCH64, ABI_RISCV64 },
	{ MACH_ARM,     ABI_ARM     },
	{ MACH_PPC64LE, ABI_PPC64LE },
	{ MACH_S390X,   ABI_S390X   },
};

static const char       *names_of[ABI_COUNT][SYSCALL_SET_BITS];
static unsigned          max_nr[ABI_COUNT];
static struct name_entry entries[NAME_SLOTS];
static bool              built[ABI_COUNT];

static struct name_entry *entry__find(const char *name)
{
	uint32_t hash = 2166136261u; /* FNV-1a */

	for (const char *c = name; *c; c++)
		hash = (hash ^ (unsigned char)*c) * 16777619u;
	for (;; hash++) {
		struct name_entry *entry = &entries[hash % NAME_SLOTS];
		const char *has = __atomic_load_n(&entry->name, __ATOMIC_ACQUIRE);

		if (!has || strcmp(has, name) == 0)
			return entry;
	}
}

static void entry__add(enum abi abi, unsigned slot, const char *name)
{
	struct name_entry *entry = entry__find(name);

	if (!entry->name)
		memset(entry->slot, -1, sizeof(entry->slot));
	if (entry->slot[abi] < 0)
		entry->slot[abi] = slot;
	__atomic_store_n(&entry->name, name, __ATOMIC_RELEASE);
}

static void take_libaudit(enum abi abi)
{
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++)
		for (unsigned nr = 0; machines[i].abi == abi && nr < SYSCALL_AIO; nr++)
			names_of[abi][nr] = audit_syscall_to_name(nr, machines[i].machine);
}

static void take_overlay(enum abi abi)
{
	for (unsigned i = 0; i < overlay_count; i++)
		if (overlay_rows[i].abis & ABI_BIT(abi))
			names_of[abi][syscalltbl__slot(abi, overlay_rows[i].nr)] = overlay_rows[i].name;
}

static void take_requests(enum abi abi)
{
	for (unsigned nr = SYSCALL_AIO; nr < SYSCALL_AIO_END; nr++)
		names_of[abi][nr] = aio_names[nr - SYSCALL_AIO].name;
	for (unsigned nr = SYSCALL_COMMANDS; nr < SYSCALL_URING_END; nr++)
		names_of[abi][nr] = uring_names[nr - SYSCALL_COMMANDS].name;
}

static void build(enum abi abi)
{
	take_libaudit(abi);
	take_overlay(abi);
	take_requests(abi);
	for (unsigned slot = 0; slot < SYSCALL_SET_BITS; slot++) {
		if (!names_of[abi][slot])
			continue;
		entry__add(abi, slot, names_of[abi][slot]);
		if (slot < SYSCALL_AIO)
			max_nr[abi] = slot;
	}
}

static void build_once(enum abi abi)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&lock);
	if (!built[abi])
		build(abi);
	__atomic_store_n(&built[abi], true, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&lock);
}

/* false: there is no such ABI. */
static bool have(enum abi abi)
{
	if ((unsigned)abi >= ABI_COUNT)
		return false;
	if (!__atomic_load_n(&built[abi], __ATOMIC_ACQUIRE))
		build_once(abi);
	return true;
}

void syscalltbl__init(void)
{
	for (int abi = 0; abi < ABI_COUNT; abi++)
		have(abi);
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
	if (names_of[abi][slot] || slot == SYSCALL_SET_BITS - 1)
		return 0;
	name = learnt < LEARN_MAX ? strdup(name) : NULL;
	if (!name)
		return -ENOSPC;
	learnt++;
	names_of[abi][slot] = name;
	entry__add(abi, slot, name);
	if (slot < SYSCALL_AIO && slot > max_nr[abi])
		max_nr[abi] = slot;
	return 0;
}

const char *syscalltbl__name(enum abi abi, unsigned nr)
{
	if (!have(abi))
		return NULL;
	return names_of[abi][syscalltbl__slot(abi, nr)];
}

int syscalltbl__nr(enum abi abi, const char *name)
{
	const struct name_entry *entry = have(abi) ? entry__find(name) : NULL;

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
	return have(abi) ? max_nr[abi] : 0;
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
		for (unsigned slot = 0; abis & ABI_BIT(abi) && have(abi) && slot < SYSCALL_SET_BITS; slot++)
			if (names_of[abi][slot])
				nearest__offer(&near, names_of[abi][slot]);
	for (const struct class_name *class = class_names; class->name; class++)
		if (class->bare)
			nearest__offer(&near, class->name + 1);
	return near.best;
}

const char *syscalltbl__suggest(const char *name)
{
	return syscalltbl__suggest_for(abi__native_family(), name);
}
