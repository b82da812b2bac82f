// SPDX-License-Identifier: BSD-2-Clause
/*
 * exclude.c - follows the output: which processes read the pipe or terminal that the tracer writes to, which read those that these
 * write to, and so on. One pass over /proc/PID/fd collects all ends; then the transitive closure is taken.
 */
#include "exclude.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config/option_values.h"
#include "lib/small_file.h"
#include "lib/vec.h"

enum end_type { END_PIPE, END_PTY, END_PTY_MASTER };

/* One end of a pipe or terminal, held by one process. */
struct end {
	pid_t pid;
	uint64_t id;		/* pipe: inode; pty: its number */
	enum end_type type;
	bool out;		/* a standard stream of the process writes to it */
};

struct ends {
	struct end *v;
	unsigned n;
	pid_t pid;		/* scratch: the current process */
	int err;
	char fifo[PATH_MAX];	/* if the output is a named FIFO: its path as links in /proc show it; else empty */
	uint64_t fifo_ino;
};

static void add_end(struct ends *e, pid_t pid, enum end_type type, uint64_t id, bool out)
{
	if (VEC_MORE(e->v, e->n, 1))
		e->v[e->n++] = (struct end){ .pid = pid, .type = type, .id = id, .out = out };
	else
		e->err = -ENOMEM;
}

/* fdinfo of /dev/ptmx has "tty-index:" (Linux 4.14) */
static void add_master(struct ends *e, pid_t pid, int fd)
{
	char text[1024];
	const char *index = small_file__read(text, sizeof(text), "/proc/%d/fdinfo/%d", pid, fd) > 0 ? strstr(text, "\ntty-index:") : NULL;

	if (index)
		add_end(e, pid, END_PTY_MASTER, strtoul(index + strlen("\ntty-index:"), NULL, 10), false);
}

static int note_fd(void *ctx, int fd)
{
	struct ends *e = ctx;
	char path[64], to[PATH_MAX];
	unsigned long long ino = 0;
	pid_t pid = e->pid;
	unsigned index;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", pid, fd);
	if (small_file__link(to, sizeof(to), "%s", path) <= 0)
		return 0;
	if (e->fifo[0] && !strcmp(to, e->fifo))
		ino = e->fifo_ino;
	if (ino || sscanf(to, "pipe:[%llu]", &ino) == 1) {
		struct stat st;

		/* the mode of the link in /proc is that of the descriptor */
		add_end(e, pid, END_PIPE, ino, !lstat(path, &st) && st.st_mode & S_IWUSR);
	} else if (sscanf(to, "/dev/pts/%u", &index) == 1) {
		add_end(e, pid, END_PTY, index, true);
	} else if (!strcmp(to, "/dev/ptmx") || !strcmp(to, "/dev/pts/ptmx")) {
		add_master(e, pid, fd);
	}
	return 0;
}

/* A FIFO is recognised by its path: stat(2) of other processes' files could block on a file system. */
static void note_fifo(struct ends *e, int fd)
{
	struct stat st;

	if (fd < 0 || fstat(fd, &st) || !S_ISFIFO(st.st_mode) || small_file__link(e->fifo, sizeof(e->fifo), "/proc/self/fd/%d", fd) <= 0 ||
	    e->fifo[0] != '/')
		e->fifo[0] = '\0';
	else
		e->fifo_ino = st.st_ino;
}

static int note_process(void *ctx, int pid)
{
	((struct ends *)ctx)->pid = pid;
	small_file__numbers(note_fd, ctx, "/proc/%d/fd", pid);
	return 0;
}

static bool reads_from(const struct end *reader, const struct end *writer)
{
	if (reader->id != writer->id || reader->pid == writer->pid)
		return false;
	if (writer->type == END_PTY)
		return reader->type == END_PTY_MASTER;
	return writer->type == END_PIPE && reader->type == END_PIPE && !reader->out;
}

/* Adds all processes that read what a member of `l` writes, until no new one is found. */
static int close_over(const struct ends *e, struct id_list *l)
{
	for (unsigned done = 0; done < l->n; done++) {
		for (unsigned w = 0; w < e->n; w++) {
			if (e->v[w].pid != l->ids[done] || !e->v[w].out)
				continue;
			for (unsigned r = 0; r < e->n; r++)
				if (reads_from(&e->v[r], &e->v[w]) && id_list__add(l, e->v[r].pid))
					return -ENOMEM;
		}
	}
	return 0;
}

/* The parent of a process, and its name. 0: there is none. */
static pid_t parent_of(pid_t pid, char *comm, size_t size)
{
	char text[512], *end;
	int parent = 0;

	if (small_file__line(comm, size, "/proc/%d/comm", pid) || small_file__read(text, sizeof(text), "/proc/%d/stat", pid) <= 0)
		return 0;
	end = strrchr(text, ')');
	return end && sscanf(end, ") %*c %d", &parent) == 1 ? parent : 0;
}

#define ANCESTORS 32

/* What passes the records of record --serve on: the processes between the tracer and sshd's first one, which waits for others, too. */
static int add_servers(struct id_list *l)
{
	pid_t pids[ANCESTORS], pid = getpid();
	unsigned n = 0, below = 0;
	char comm[32];
	int err = 0;

	while (pid > 1 && n < ANCESTORS) {
		pids[n++] = pid;
		pid = parent_of(pid, comm, sizeof(comm));
		if (!strncmp(comm, "sshd", 4))
			below = n - 1;
	}
	for (unsigned i = 0; i < below && !err; i++)
		err = id_list__add(l, pids[i]);
	return err;
}

int exclude__find(const struct options *o, int out_fd, struct id_list *out)
{
	struct ends e = {};
	int err = id_list__add(out, getpid());

	if (!err && o->all) {
		note_fifo(&e, out_fd);
		small_file__numbers(note_process, &e, "/proc");
		err = e.err;
		if (!err)
			err = close_over(&e, out);
		free(e.v);
		if (!err && o->serve)
			err = add_servers(out);
	}
	for (unsigned i = 0; !err && i < o->filter_pids.n; i++)
		err = id_list__add(out, o->filter_pids.ids[i]);
	return err;
}
