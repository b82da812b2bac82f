/* Shared by the files of syscalltbl/ only. */
#pragma once

#include "nearest.h"
#include "syscalltbl.h"

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
