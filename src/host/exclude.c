// SPDX-License-Identifier: BSD-2-Clause
/*
 * exclude.c - follows the output: who holds the other end of the pipe or terminal that the tracer writes to, and of
 * those that they write to in turn. One pass over /proc/PID/fd notes all ends, then the set is closed over them.
 */
#include "exclude.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "config/option_values.h"
#include "lib/vec.h"

enum end_type { END_PIPE, END_PTY, END_PTY_MASTER };

/* One process has one end of one channel. */
struct end {
	pid_t pid;
	uint64_t id;		/* pipe: inode; pty: its number */
	enum end_type type;
	bool out;		/* one of its standard streams writes there */
};

struct ends {
	struct end *v;
	unsigned n;
	int err;
	char fifo[PATH_MAX];	/* the output, if that is a FIFO with a name: what links to it say; else empty */
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
static void add_master(struct ends *e, pid_t pid, const char *fd)
{
	char path[300], line[128];
	unsigned index;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/fdinfo/%s", pid, fd);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "tty-index: %u", &index) == 1)
			add_end(e, pid, END_PTY_MASTER, index, false);
	if (f)
		fclose(f);
}

static void note_fd(struct ends *e, pid_t pid, const char *fd)
{
	char path[300], to[PATH_MAX];
	unsigned long long ino = 0;
	unsigned index;
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%d/fd/%s", pid, fd);
	n = readlink(path, to, sizeof(to) - 1);
	if (n <= 0)
		return;
	to[n] = 0;
	if (e->fifo[0] && !strcmp(to, e->fifo))
		ino = e->fifo_ino;
	if (ino || sscanf(to, "pipe:[%llu]", &ino) == 1) {
		struct stat st;

		/* the link's own mode says for what it is open */
		add_end(e, pid, END_PIPE, ino, !lstat(path, &st) && st.st_mode & S_IWUSR);
	} else if (sscanf(to, "/dev/pts/%u", &index) == 1) {
		add_end(e, pid, END_PTY, index, true);
	} else if (!strcmp(to, "/dev/ptmx") || !strcmp(to, "/dev/pts/ptmx")) {
		add_master(e, pid, fd);
	}
}

/* Others' files are not looked at, which might wait for a file system: a FIFO is known by its path. */
static void note_fifo(struct ends *e, int fd)
{
	char path[32];
	struct stat st;
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	n = fd < 0 || fstat(fd, &st) || !S_ISFIFO(st.st_mode) ? -1 : readlink(path, e->fifo, sizeof(e->fifo) - 1);
	if (n <= 0 || e->fifo[0] != '/')
		n = 0;
	e->fifo[n] = '\0';
	e->fifo_ino = n ? st.st_ino : 0;
}

static void note_process(struct ends *e, pid_t pid)
{
	char path[64];
	struct dirent *d;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", pid);
	dir = opendir(path);
	while (dir && (d = readdir(dir)))
		if (isdigit((unsigned char)d->d_name[0]))
			note_fd(e, pid, d->d_name);
	if (dir)
		closedir(dir);
}

static void note_all(struct ends *e)
{
	DIR *proc = opendir("/proc");
	struct dirent *d;

	while (proc && (d = readdir(proc)))
		if (isdigit((unsigned char)d->d_name[0]))
			note_process(e, atoi(d->d_name));
	if (proc)
		closedir(proc);
}

static bool reads_from(const struct end *reader, const struct end *writer)
{
	if (reader->id != writer->id || reader->pid == writer->pid)
		return false;
	if (writer->type == END_PTY)
		return reader->type == END_PTY_MASTER;
	return writer->type == END_PIPE && reader->type == END_PIPE && !reader->out;
}

/* Adds whoever reads what a member of `l` writes, until nobody new is found. */
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

int exclude__find(const struct options *o, int out_fd, struct id_list *out)
{
	struct ends e = {};
	int err = id_list__add(out, getpid());

	if (!err && o->all) {
		note_fifo(&e, out_fd);
		note_all(&e);
		err = e.err;
		if (!err)
			err = close_over(&e, out);
		free(e.v);
	}
	for (unsigned i = 0; !err && i < o->filter_pids.n; i++)
		err = id_list__add(out, o->filter_pids.ids[i]);
	return err;
}
