/*
 * The names and texts of errors. The numbers that programs get come from the kernel's UAPI headers, through gen-errno; their
 * texts, untranslated, from glibc. The kernel's internal numbers, which only tracers see, are in its include/linux/errno.h, and
 * in no installed header.
 */
#define _GNU_SOURCE /* strerrordesc_np */
#include "tables.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#define ERRNO_MAX 1024

static const struct {
	const char *name;
	const char *text; /* NULL: glibc's */
} errors[ERRNO_MAX] = {
#define ROW(name, number)   [number] = { #name, NULL },
#define ALIAS(name, number)
#include "errno_rows.h"
#undef ROW
#undef ALIAS
	[512] = { "ERESTARTSYS",           "Restarts if the signal's handler allows it"         },
	[513] = { "ERESTARTNOINTR",        "Restarts after the signal"                          },
	[514] = { "ERESTARTNOHAND",        "Restarts unless a handler runs"                     },
	[515] = { "ENOIOCTLCMD",           "No such ioctl command in this driver"               },
	[516] = { "ERESTART_RESTARTBLOCK", "Continues through restart_syscall after the signal" },
	[517] = { "EPROBE_DEFER",          "Driver cannot probe yet"                            },
	[518] = { "EOPENSTALE",            "Open found a stale dentry"                          },
	[519] = { "ENOPARAM",              "Unknown mount parameter"                            },
	[521] = { "EBADHANDLE",            "File handle not valid for NFS"                      },
	[522] = { "ENOTSYNC",              "NFS update out of step"                             },
	[523] = { "EBADCOOKIE",            "Directory position no longer valid"                 },
	[524] = { "ENOTSUPP",              "Not supported, as seen inside the kernel"           },
	[525] = { "ETOOSMALL",             "Room given is too small"                            },
	[526] = { "ESERVERFAULT",          "Error the NFS server cannot express"                },
	[527] = { "EBADTYPE",              "File type the NFS server cannot create"             },
	[528] = { "EJUKEBOX",              "Slow request, to be tried again later"              },
	[529] = { "EIOCBQUEUED",           "Asynchronous request queued"                        },
	[530] = { "ERECALLCONFLICT",       "NFS state was recalled"                             },
	[531] = { "ENOGRACE",              "Too late to reclaim an NFS lock"                    },
};

/* Second names. The headers leave ENOTSUP to the C library. */
static const struct {
	const char *name;
	int         number;
} aliases[] = {
#define ROW(name, number)
#define ALIAS(name, number) { #name, number },
#include "errno_rows.h"
#undef ROW
#undef ALIAS
	{ "ENOTSUP", EOPNOTSUPP },
};

#define ALIAS_COUNT (sizeof(aliases) / sizeof(aliases[0]))

const char *errno__name(int err)
{
	return err > 0 && err < ERRNO_MAX ? errors[err].name : NULL;
}

#define PPC_EDEADLOCK 58 /* asm/errno.h of powerpc: elsewhere another name of EDEADLK, 35 */

const char *errno__name_in(enum abi abi, int err)
{
	return abi == ABI_PPC64LE && err == PPC_EDEADLOCK ? "EDEADLOCK" : errno__name(err);
}

const char *errno__text(int err)
{
	if (err == PPC_EDEADLOCK)
		return strerrordesc_np(EDEADLK);
	if (!errno__name(err))
		return NULL;
	return errors[err].text ? errors[err].text : strerrordesc_np(err);
}

int errno__number(const char *name)
{
	for (int err = 1; err < ERRNO_MAX; err++)
		if (errors[err].name && strcasecmp(errors[err].name, name) == 0)
			return err;
	for (size_t i = 0; i < ALIAS_COUNT; i++)
		if (strcasecmp(aliases[i].name, name) == 0)
			return aliases[i].number;
	return -ENOENT;
}

const char *errno__suggest(const char *name)
{
	struct nearest near = { .word = name };

	for (int err = 1; err < ERRNO_MAX; err++)
		if (errors[err].name)
			nearest__offer(&near, errors[err].name);
	for (size_t i = 0; i < ALIAS_COUNT; i++)
		nearest__offer(&near, aliases[i].name);
	return near.best;
}
