// SPDX-License-Identifier: BSD-2-Clause
/* epoll_set.c - reads lines like `tfd: 5 events: 19 data: 5  pos:0 ino:9d7 sdev:8`. */
#define _GNU_SOURCE
#include "epoll_set.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>

#include "lib/small_file.h"
#include "process_state.h"

/* Of these none is an event. */
#define MODIFIERS ((unsigned)EPOLLET | EPOLLONESHOT | EPOLLWAKEUP | EPOLLEXCLUSIVE)

/* Does not wait for the file system. */
static bool has_inode(pid_t tgid, int fd, unsigned long long ino)
{
	struct statx st;
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", tgid, fd);
	return !statx(AT_FDCWD, path, AT_STATX_DONT_SYNC, STATX_INO, &st) && st.stx_ino == ino;
}

static void take_line(struct epoll_set *s, pid_t tgid, const char *line)
{
	unsigned events;
	unsigned long long ino;
	int fd;

	if (sscanf(line, "tfd: %d events: %x data: %*x pos:%*i ino:%llx", &fd, &events, &ino) != 3 || !(events & ~MODIFIERS) ||
	    !has_inode(tgid, fd, ino))
		return;
	if (s->n == EPOLL_SET_MAX)
		s->cut = true;
	else
		s->fds[s->n++] = fd;
}

bool epoll_set__read(struct epoll_set *s, pid_t tgid, int epfd)
{
	char link[32], path[64], line[256];
	FILE *f;

	s->n = 0;
	s->cut = false;
	tgid = process_state__thread(tgid);
	if (small_file__link(link, sizeof(link), "/proc/%d/fd/%d", tgid, epfd) <= 0 || strcmp(link, "anon_inode:[eventpoll]") != 0)
		return false;
	snprintf(path, sizeof(path), "/proc/%d/fdinfo/%d", tgid, epfd);
	f = fopen(path, "re");
	while (f && !s->cut && fgets(line, sizeof(line), f))
		take_line(s, tgid, line);
	if (f)
		fclose(f);
	return f;
}
