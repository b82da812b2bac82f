// SPDX-License-Identifier: BSD-2-Clause
/* jit_map.c - a map grows while the program runs: it is read again if an address was not found and the file has changed. */
#include "jit_map.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/hash.h"
#include "lib/small_file.h"
#include "lib/sorted.h"
#include "lib/vec.h"

#define BYTES_MAX (64u << 20)	/* of a file */
#define LOOK_NS 10000000u	/* least time between two checks of the file */

struct jit {
	struct hash_node node;	/* by tgid */
	uint64_t looked;	/* ns */
	struct stat was;
	char *text;
	struct jit_symbol *v;	/* sorted by `start` */
	size_t n;
};

struct jit_maps {
	struct hash table;	/* of struct jit, by tgid */
};

struct jit_maps *jit_maps__new(void)
{
	return calloc(1, sizeof(struct jit_maps));
}

static void jit__clear(struct jit *j)
{
	free(j->text);
	free(j->v);
	j->text = NULL;
	j->v = NULL;
	j->n = 0;
}

static void drop(struct jit_maps *m, struct jit *j)
{
	hash__remove(&m->table, &j->node);
	jit__clear(j);
	free(j);
}

void jit_maps__forget(struct jit_maps *m, pid_t tgid)
{
	struct jit *j = hash__find(&m->table, (uint64_t)tgid);

	if (j)
		drop(m, j);
}

void jit_maps__free(struct jit_maps *m)
{
	if (!m)
		return;
	HASH_EACH(&m->table, struct jit, j)
		drop(m, j);
	hash__free(&m->table);
	free(m);
}

/* -- The file -------------------------------------------------------------------------------------------------------- */

/* The process's id in its own, innermost, PID namespace. */
static pid_t own_pid(pid_t tgid)
{
	char status[4096], *line, *last;

	small_file__read(status, sizeof(status), "/proc/%d/status", tgid);
	line = strstr(status, "\nNSpid:");
	if (!line)
		return tgid;
	line[1 + strcspn(line + 1, "\n")] = '\0';
	last = strrchr(line, '\t');
	return last ? atoi(last) : tgid;
}

#define OPEN_HOW (O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)

/* In the /tmp of the process's root; once it has exited, in this process's. */
static int open_map(pid_t tgid, struct stat *st)
{
	uid_t owner = geteuid();
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/proc/%d", tgid);
	if (!stat(path, st))
		owner = st->st_uid;
	snprintf(path, sizeof(path), "/proc/%d/root/tmp/perf-%d.map", tgid, own_pid(tgid));
	fd = open(path, OPEN_HOW);
	if (fd < 0) {
		snprintf(path, sizeof(path), "/tmp/perf-%d.map", tgid);
		fd = open(path, OPEN_HOW);
	}
	if (fd < 0)
		return -1;
	if (!fstat(fd, st) && S_ISREG(st->st_mode) && (st->st_uid == owner || !st->st_uid) && st->st_size > 0 && st->st_size <= BYTES_MAX)
		return fd;
	close(fd);
	return -1;
}

static char *read_map(int fd, size_t size)
{
	char *text = malloc(size + 1);
	ssize_t n = text ? small_file__fill(fd, text, size) : 0;

	if (text)
		text[n < 0 ? 0 : n] = 0;
	return text;
}

static void add(struct jit *j, const struct jit_symbol *sym)
{
	if (VEC_MORE(j->v, j->n, 1))
		j->v[j->n++] = *sym;
}

/* Parses and terminates one line. Returns the beginning of the next. */
static char *take_line(struct jit *j, char *line)
{
	char *end = strchrnul(line, '\n'), *next = *end ? end + 1 : end, *p;
	struct jit_symbol sym = { .start = strtoull(line, &p, 16) };
	uint64_t size;

	*end = 0;
	if (p == line || *p != ' ')
		return next;
	size = strtoull(p + 1, &p, 16);
	if (*p != ' ' || !size || sym.start + size < sym.start)
		return next;
	while (*p == ' ')
		p++;
	sym.end = sym.start + size;
	sym.name = p;
	if (*p)
		add(j, &sym);
	return next;
}

/* Of equal addresses the line written last comes first: JIT compilers reuse memory. */
static int by_start(const void *a, const void *b)
{
	const struct jit_symbol *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->name > y->name ? -1 : x->name < y->name;
}

static void look(struct jit *j)
{
	struct stat st;
	int fd = open_map((pid_t)j->node.key, &st);

	if (fd < 0)
		return;
	if (st.st_ino != j->was.st_ino || st.st_size != j->was.st_size || st.st_mtim.tv_sec != j->was.st_mtim.tv_sec ||
	    st.st_mtim.tv_nsec != j->was.st_mtim.tv_nsec) {
		jit__clear(j);
		j->was = st;
		j->text = read_map(fd, (size_t)st.st_size);
		for (char *p = j->text; p && *p; )
			p = take_line(j, p);
		if (j->n)
			qsort(j->v, j->n, sizeof(*j->v), by_start);
	}
	close(fd);
}

static struct jit_symbol *search(const struct jit *j, uint64_t addr)
{
	size_t low = SORTED_UPTO(j->v, start, j->n, addr);

	if (!low)
		return NULL;
	for (low--; low && j->v[low - 1].start == j->v[low].start; low--)
		;
	return addr < j->v[low].end ? &j->v[low] : NULL;
}

struct jit_symbol *jit_maps__find(struct jit_maps *m, pid_t tgid, uint64_t addr, uint64_t now)
{
	struct jit *j = hash__need(&m->table, sizeof(*j), (uint64_t)tgid);
	struct jit_symbol *sym;

	if (!j)
		return NULL;
	sym = search(j, addr);
	if (sym || (j->looked && now - j->looked < LOOK_NS))
		return sym;
	j->looked = now;
	look(j);
	return search(j, addr);
}
