// SPDX-License-Identifier: BSD-2-Clause
/* kallsyms.c - keeps the text, and a sorted index of addresses into it. */
#include "kallsyms.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/buf.h"
#include "lib/sorted.h"
#include "lib/vec.h"

struct entry {
	uint64_t start;
	uint32_t name, module;	/* offsets in the text; module 0: none */
};

struct kallsyms {
	struct buf text;
	struct entry *v;
	size_t n;
};

static bool read_text(struct buf *b, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = -1;

	while (fd >= 0 && buf__reserve(b, 1 << 20) && (n = read(fd, b->p + b->len, 1 << 20)) > 0)
		b->len += (size_t)n;
	if (fd >= 0)
		close(fd);
	buf__add(b, "", 1);
	return !n && !b->failed;
}

static void add(struct kallsyms *k, const struct entry *e)
{
	if (VEC_MORE(k->v, k->n, 1))
		k->v[k->n++] = *e;
}

/* Parses `address type name`, optionally with a tab and `[module]`. Returns the beginning of the next line. */
static char *take_line(struct kallsyms *k, char *line)
{
	char *text = (char *)k->text.p, *end = strchrnul(line, '\n'), *rest, *tab;
	struct entry e = { .start = strtoull(line, &rest, 16) };
	bool last = !*end;

	*end = 0;
	if (e.start && rest[0] == ' ' && rest[1] && strchr("tTwW", rest[1]) && rest[2] == ' ') {
		e.name = (uint32_t)(rest + 3 - text);
		tab = strchr(rest + 3, '\t');
		if (tab && tab[1] == '[' && end[-1] == ']') {
			*tab = end[-1] = 0;
			e.module = (uint32_t)(tab + 2 - text);
		}
		add(k, &e);
	}
	return last ? end : end + 1;
}

static int by_start(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->name < y->name ? -1 : x->name > y->name;
}

struct kallsyms *kallsyms__read(const char *path)
{
	struct kallsyms *k = calloc(1, sizeof(*k));

	if (!k)
		return NULL;
	if (read_text(&k->text, path))
		for (char *p = (char *)k->text.p; *p; )
			p = take_line(k, p);
	if (!k->n) {
		kallsyms__free(k);
		return NULL;
	}
	qsort(k->v, k->n, sizeof(*k->v), by_start);
	return k;
}

void kallsyms__free(struct kallsyms *k)
{
	if (!k)
		return;
	buf__free(&k->text);
	free(k->v);
	free(k);
}

size_t kallsyms__count(const struct kallsyms *k)
{
	return k->n;
}

static const char *module_of(const struct kallsyms *k, const struct entry *e)
{
	return e->module ? (char *)k->text.p + e->module : NULL;
}

/*
 * Sizes are not in the file. Within the kernel, and within a module, a symbol ends where the next begins. Behind the last of them may be
 * code that the file does not list (BPF programs, without net.core.bpf_jit_kallsyms), but not on the same page.
 */
static uint64_t end_of(const struct kallsyms *k, size_t i, size_t next)
{
	const char *module = module_of(k, &k->v[i]), *other = next < k->n ? module_of(k, &k->v[next]) : NULL;
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	if (next < k->n && (module ? other && !strcmp(module, other) : !other))
		return k->v[next].start;
	return k->v[i].start / page * page + page;
}

/* Of several symbols at one address, the first in the file. */
int kallsyms__find(const struct kallsyms *k, uint64_t addr, struct ksym *sym)
{
	size_t low = SORTED_UPTO(k->v, start, k->n, addr), i;

	if (!low)
		return false;
	for (i = low - 1; i && k->v[i - 1].start == k->v[i].start; i--)
		;
	*sym = (struct ksym){
		.start = k->v[i].start, .end = end_of(k, i, low), .name = (char *)k->text.p + k->v[i].name, .module = module_of(k, &k->v[i]),
		.index = (unsigned)i,
	};
	return addr < sym->end;
}
