// SPDX-License-Identifier: BSD-2-Clause
/* strace_link.c - makes the link by which trace is called as strace. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/msg.h"
#include "strace_parser.h"

/* The link's name is tried only once, so that nothing that appears meanwhile is replaced. */
int strace__install_link(const char *dir)
{
	char program[PATH_MAX], link[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", program, sizeof(program) - 1);

	if (n < 0 || snprintf(link, sizeof(link), "%s/strace", dir) >= (int)sizeof(link)) {
		msg__error("--install-link: %s", n < 0 ? strerror(errno) : strerror(ENAMETOOLONG));
		return -EINVAL;
	}
	program[n] = '\0';
	if (!symlink(program, link)) {
		printf("%s -> %s\n", link, program);
		return 1;
	}
	if (errno == EEXIST)
		msg__error("'%s' is there already: it is not replaced; give a directory that comes earlier in PATH", link);
	else
		msg__error("cannot make '%s': %s", link, strerror(errno));
	return -EINVAL;
}
