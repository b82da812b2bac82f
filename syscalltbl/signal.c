/* The names of signals. The numbers are those of this build's <signal.h>, which every ABI here shares. */
#include "nearest.h"
#include "syscalltbl.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <strings.h>

#define RT_MIN  32 /* the kernel's SIGRTMIN; libc's is higher, for libc reserves some signals */
#define SIG_MAX 64

static const char *const names[SIG_MAX + 1] = {
	[SIGHUP]    = "SIGHUP",
	[SIGINT]    = "SIGINT",
	[SIGQUIT]   = "SIGQUIT",
	[SIGILL]    = "SIGILL",
	[SIGTRAP]   = "SIGTRAP",
	[SIGABRT]   = "SIGABRT",
	[SIGBUS]    = "SIGBUS",
	[SIGFPE]    = "SIGFPE",
	[SIGKILL]   = "SIGKILL",
	[SIGUSR1]   = "SIGUSR1",
	[SIGSEGV]   = "SIGSEGV",
	[SIGUSR2]   = "SIGUSR2",
	[SIGPIPE]   = "SIGPIPE",
	[SIGALRM]   = "SIGALRM",
	[SIGTERM]   = "SIGTERM",
	[SIGSTKFLT] = "SIGSTKFLT",
	[SIGCHLD]   = "SIGCHLD",
	[SIGCONT]   = "SIGCONT",
	[SIGSTOP]   = "SIGSTOP",
	[SIGTSTP]   = "SIGTSTP",
	[SIGTTIN]   = "SIGTTIN",
	[SIGTTOU]   = "SIGTTOU",
	[SIGURG]    = "SIGURG",
	[SIGXCPU]   = "SIGXCPU",
	[SIGXFSZ]   = "SIGXFSZ",
	[SIGVTALRM] = "SIGVTALRM",
	[SIGPROF]   = "SIGPROF",
	[SIGWINCH]  = "SIGWINCH",
	[SIGIO]     = "SIGIO",
	[SIGPWR]    = "SIGPWR",
	[SIGSYS]    = "SIGSYS",
	[RT_MIN]    = "SIGRTMIN",
	[RT_MIN + 1]  = "SIGRT_1",
	[RT_MIN + 2]  = "SIGRT_2",
	[RT_MIN + 3]  = "SIGRT_3",
	[RT_MIN + 4]  = "SIGRT_4",
	[RT_MIN + 5]  = "SIGRT_5",
	[RT_MIN + 6]  = "SIGRT_6",
	[RT_MIN + 7]  = "SIGRT_7",
	[RT_MIN + 8]  = "SIGRT_8",
	[RT_MIN + 9]  = "SIGRT_9",
	[RT_MIN + 10] = "SIGRT_10",
	[RT_MIN + 11] = "SIGRT_11",
	[RT_MIN + 12] = "SIGRT_12",
	[RT_MIN + 13] = "SIGRT_13",
	[RT_MIN + 14] = "SIGRT_14",
	[RT_MIN + 15] = "SIGRT_15",
	[RT_MIN + 16] = "SIGRT_16",
	[RT_MIN + 17] = "SIGRT_17",
	[RT_MIN + 18] = "SIGRT_18",
	[RT_MIN + 19] = "SIGRT_19",
	[RT_MIN + 20] = "SIGRT_20",
	[RT_MIN + 21] = "SIGRT_21",
	[RT_MIN + 22] = "SIGRT_22",
	[RT_MIN + 23] = "SIGRT_23",
	[RT_MIN + 24] = "SIGRT_24",
	[RT_MIN + 25] = "SIGRT_25",
	[RT_MIN + 26] = "SIGRT_26",
	[RT_MIN + 27] = "SIGRT_27",
	[RT_MIN + 28] = "SIGRT_28",
	[RT_MIN + 29] = "SIGRT_29",
	[RT_MIN + 30] = "SIGRT_30",
	[RT_MIN + 31] = "SIGRT_31",
	[RT_MIN + 32] = "SIGRT_32",
};

static const struct {
	const char *name;
	int         number;
} aliases[] = {
	{ "SIGIOT",  SIGABRT },
	{ "SIGCLD",  SIGCHLD },
	{ "SIGPOLL", SIGIO   },
	{ "SIGRT_0", RT_MIN  },
};

const char *signal__name(int sig)
{
	return sig > 0 && sig <= SIG_MAX ? names[sig] : NULL;
}

static bool is_name(const char *known, const char *name)
{
	return strcasecmp(known, name) == 0 || strcasecmp(known + strlen("SIG"), name) == 0;
}

int signal__number(const char *name)
{
	for (int sig = 1; sig <= SIG_MAX; sig++)
		if (names[sig] && is_name(names[sig], name))
			return sig;
	for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++)
		if (is_name(aliases[i].name, name))
			return aliases[i].number;
	return -ENOENT;
}

const char *signal__suggest(const char *name)
{
	size_t skip = strncasecmp(name, "SIG", 3) ? strlen("SIG") : 0;
	struct nearest near = { .word = name };

	for (int sig = 1; sig <= SIG_MAX; sig++)
		if (names[sig])
			nearest__offer(&near, names[sig] + skip);
	for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++)
		nearest__offer(&near, aliases[i].name + skip);
	return near.best;
}
