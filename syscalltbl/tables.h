/* Shared by the files of syscalltbl/ only. */
#pragma once

#include <string.h>

#include "nearest.h"
#include "syscalltbl.h"

/* -- Names and numbers ----------------------------------------------------------------------------------------------- */

#define NAME_SLOTS 2048 /* a power of two; about 600 are used */

struct name_entry {
	const char *name;
	int16_t     slot[ABI_COUNT]; /* -1: the ABI has no such call */
};

/* Made by gen-names; recordings add to them (syscalltbl__learn). */
extern const char       *call_names[ABI_COUNT][SYSCALL_SET_BITS];	/* by slot; NULL: there is no such call */
extern struct name_entry call_entries[NAME_SLOTS];			/* a hash, by name */
extern unsigned          call_max[ABI_COUNT];				/* the highest number of a call */

/* The entry of a name, or the free one where it belongs. By any thread, also while another enters names. */
static inline struct name_entry *call_names__find(const char *name)
{
	uint32_t hash = 2166136261u; /* FNV-1a */

	for (const char *c = name; *c; c++)
		hash = (hash ^ (unsigned char)*c) * 16777619u;
	for (;; hash++) {
		struct name_entry *entry = &call_entries[hash % NAME_SLOTS];
		const char *has = __atomic_load_n(&entry->name, __ATOMIC_ACQUIRE);

		if (!has || strcmp(has, name) == 0)
			return entry;
	}
}

static inline void call_names__enter(enum abi abi, unsigned slot, const char *name)
{
	struct name_entry *entry = call_names__find(name);

	if (!entry->name)
		memset(entry->slot, -1, sizeof(entry->slot));
	if (entry->slot[abi] < 0)
		entry->slot[abi] = (int16_t)slot;
	__atomic_store_n(&entry->name, name, __ATOMIC_RELEASE);
	if (slot < SYSCALL_AIO && slot > call_max[abi])
		call_max[abi] = slot;
}

/* A correction of or addition to libaudit's tables. Rows are applied in order; name NULL removes. */
struct overlay_row {
	unsigned    abis; /* ABI_BIT()s */
	unsigned    nr;
	const char *name;
};

extern const struct overlay_row overlay_rows[];
extern const unsigned           overlay_count;

enum syscall_class {
	CLASS_FILE    = 1 << 0,
	CLASS_DESC    = 1 << 1,
	CLASS_PROCESS = 1 << 2,
	CLASS_NETWORK = 1 << 3,
	CLASS_MEMORY  = 1 << 4,
	CLASS_SIGNAL  = 1 << 5,
	CLASS_IPC     = 1 << 6,
	CLASS_CREDS   = 1 << 7,
	CLASS_CLOCK   = 1 << 8,
	CLASS_STAT    = 1 << 9,
	CLASS_LSTAT   = 1 << 10,
	CLASS_FSTAT   = 1 << 11,
	CLASS_STATFS  = 1 << 12,
	CLASS_FSTATFS = 1 << 13,
	CLASS_USTAT   = 1 << 14,
	CLASS_PURE    = 1 << 15,
};

#define CLASS_BITS 16
#define CLASS_BEYOND(class) ((unsigned)(class) << CLASS_BITS)	/* a class in which strace does not have the call */

/* What -e calls a class, and the syscalls in it: those with any of its bits. */
struct class_name {
	const char *name; /* with its '%' */
	unsigned    mask;
	bool        bare; /* may be written without the '%' */
};

struct class_row {
	const char *name;
	unsigned    classes;
};

extern const struct class_name class_names[]; /* ends with a NULL name */
extern const struct class_row  class_rows[];  /* sorted by name (strcmp) */
extern const unsigned          class_count;

unsigned syscall_class__of(const char *syscall, bool as_strace); /* 0 when it is in none */

struct uring_name {
	const char *name;	/* NULL: there is no such operation */
	const char *like;	/* the call that it stands for; NULL: none */
};

extern const struct uring_name uring_names[]; /* uring.c: by number, SYSCALL_URING_END - SYSCALL_COMMANDS of them */
extern const struct uring_name aio_names[];   /* aio.c: likewise, of aio */
