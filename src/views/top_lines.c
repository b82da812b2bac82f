// SPDX-License-Identifier: BSD-2-Clause
/*
 * top_lines.c - the live lines of one thread: those of `trace -t TID`, in a process of its own, while counting goes on. Its messages come
 * through the same pipe.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "host/privileges.h"
#include "lib/msg.h"
#include "top.h"

#define KEPT 2000		/* lines */
#define LINE_BYTES 4096		/* bytes of a line that are kept */
#define WORDS_MAX 64

struct top_lines {
	int fd;			/* -1: it has ended */
	pid_t pid;
	char *lines[KEPT];	/* line i at i % KEPT; owned */
	uint64_t n;		/* complete lines so far */
	char part[LINE_BYTES];	/* the beginning of the next */
	size_t len;
};

/* -- The process ------------------------------------------------------------------------------------------------------- */

struct words {
	const char *of[WORDS_MAX + 1];
	unsigned n;
	char tid[16], ms[32];
};

static void add(struct words *w, const char *option, const char *value)
{
	if (w->n + 2 > WORDS_MAX)
		return;
	w->of[w->n++] = option;
	if (value)
		w->of[w->n++] = value;
}

/* Its command line: the thread, and the options that choose calls. */
static void compose(struct words *w, const struct options *o, uint32_t tid)
{
	*w = (struct words){};
	snprintf(w->tid, sizeof(w->tid), "%u", tid);
	snprintf(w->ms, sizeof(w->ms), "%.6f", (double)o->min_dur / 1e6);
	add(w, "trace", NULL);
	add(w, "-t", w->tid);
	add(w, "--no-inherit", NULL);
	add(w, "--no-thread", NULL);
	add(w, "--color=never", NULL);
	add(w, "--width=none", NULL);
	if (o->kernel_by != BY_AUTO)
		add(w, "--source", o->kernel_by == BY_BPF ? "bpf" : "perf");
	for (unsigned i = 0; i < o->nlists; i++)
		add(w, "-e", o->lists[i]);
	for (unsigned i = 0; i < o->npaths; i++)
		add(w, "--path", o->paths[i]);
	if (o->only_failed)
		add(w, "--failure", NULL);
	if (o->only_ok)
		add(w, "--success", NULL);
	if (o->min_dur)
		add(w, "--duration", w->ms);
}

static void __attribute__((noreturn)) run(struct words *w, int out)
{
	int null = open("/dev/null", O_RDWR);

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	signal(SIGPIPE, SIG_DFL);
	dup2(null, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(out, STDERR_FILENO);
	execve("/proc/self/exe", (char **)w->of, privileges__environment());
	msg__error("cannot run /proc/self/exe: %s", strerror(errno));
	_exit(127);
}

struct top_lines *top_lines__open(const struct options *opt, uint32_t tid)
{
	struct top_lines *l = calloc(1, sizeof(*l));
	struct words words;
	int fds[2];

	if (!l || pipe2(fds, O_CLOEXEC)) {
		free(l);
		return NULL;
	}
	compose(&words, opt, tid);
	l->pid = fork();
	if (!l->pid)
		run(&words, fds[1]);
	close(fds[1]);
	if (l->pid < 0) {
		close(fds[0]);
		free(l);
		return NULL;
	}
	fcntl(fds[0], F_SETFL, O_NONBLOCK);
	l->fd = fds[0];
	return l;
}

/* It is reaped where the traced command is (target__poll). */
static void end(struct top_lines *l)
{
	if (l->fd < 0)
		return;
	close(l->fd);
	l->fd = -1;
}

void top_lines__close(struct top_lines *l)
{
	if (!l)
		return;
	if (l->fd >= 0)
		kill(l->pid, SIGTERM);
	end(l);
	for (unsigned i = 0; i < KEPT; i++)
		free(l->lines[i]);
	free(l);
}

pid_t top_lines__process(const struct top_lines *l)
{
	return l->pid;
}

int top_lines__fd(const struct top_lines *l)
{
	return l->fd;
}

/* -- Its lines --------------------------------------------------------------------------------------------------------- */

static void keep_line(struct top_lines *l)
{
	char **at = &l->lines[l->n % KEPT];

	free(*at);
	*at = strndup(l->part, l->len);
	l->len = 0;
	l->n++;
}

static void take(struct top_lines *l, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] == '\n')
			keep_line(l);
		else if (l->len < sizeof(l->part))
			l->part[l->len++] = s[i];
}

unsigned top_lines__read(struct top_lines *l)
{
	uint64_t before = l->n;
	char buf[16384];
	ssize_t n = 0;

	for (unsigned i = 0; i < 16 && l->fd >= 0 && (n = read(l->fd, buf, sizeof(buf))) > 0; i++)
		take(l, buf, (size_t)n);
	if (l->fd >= 0 && (!n || (n < 0 && errno != EAGAIN && errno != EINTR))) {
		end(l);
		return (unsigned)(l->n - before) + 1;
	}
	return (unsigned)(l->n - before);
}

/* Control characters were escaped by whoever wrote the lines. */
void top_lines__put(const struct top_lines *l, struct out *o, unsigned width, unsigned height, unsigned *back)
{
	uint64_t kept = l->n < KEPT ? l->n : KEPT, most = kept > height ? kept - height : 0, first;

	*back = *back > most ? (unsigned)most : *back;
	first = l->n - (kept > height ? height + *back : kept);
	for (unsigned i = 0; i < height; i++) {
		const char *line = first + i < l->n ? l->lines[(first + i) % KEPT] : NULL;

		out__line_begin(o);
		if (line)
			out__put(o, line, strlen(line));
		top_rows__end_line(o, width);
	}
}
