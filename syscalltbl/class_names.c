/* The classes of -e, as strace(1) describes them, and the lookup of a syscall's classes. */
#include "tables.h"

#include <stdlib.h>
#include <string.h>

#define ANY_STAT   (CLASS_STAT | CLASS_LSTAT | CLASS_FSTAT)
#define ANY_STATFS (CLASS_STATFS | CLASS_FSTATFS | CLASS_USTAT)

const struct class_name class_names[] = {
	{ "%file",     CLASS_FILE,    true  }, /* takes a file name */
	{ "%desc",     CLASS_DESC,    true  }, /* takes or returns file descriptors */
	{ "%process",  CLASS_PROCESS, true  }, /* creates, replaces, ends or waits for a process */
	{ "%network",  CLASS_NETWORK, true  }, /* sockets */
	{ "%net",      CLASS_NETWORK, false },
	{ "%memory",   CLASS_MEMORY,  true  }, /* mappings and their policies */
	{ "%signal",   CLASS_SIGNAL,  true  }, /* sends, handles, masks or waits for signals */
	{ "%ipc",      CLASS_IPC,     true  }, /* System V message queues, semaphores and shared memory */
	{ "%creds",    CLASS_CREDS,   false }, /* user and group ids, capabilities */
	{ "%clock",    CLASS_CLOCK,   false }, /* reads or sets the system's clocks */
	{ "%stat",     CLASS_STAT,    false },
	{ "%lstat",    CLASS_LSTAT,   false },
	{ "%fstat",    CLASS_FSTAT,   false }, /* with fstatat and statx */
	{ "%%stat",    ANY_STAT,      false },
	{ "%statfs",   CLASS_STATFS,  false },
	{ "%fstatfs",  CLASS_FSTATFS, false },
	{ "%%statfs",  ANY_STATFS,    false }, /* with ustat */
	{ "%pure",     CLASS_PURE,    false }, /* no arguments, never fails */
	{ NULL,        0,             false },
};

static int compare_row(const void *name, const void *row)
{
	return strcmp(name, ((const struct class_row *)row)->name);
}

unsigned syscall_class__of(const char *syscall, bool as_strace)
{
	const struct class_row *row;

	row = bsearch(syscall, class_rows, class_count, sizeof(*class_rows), compare_row);
	if (!row)
		return 0;
	return as_strace ? row->classes : row->classes | row->classes >> CLASS_BITS;
}
