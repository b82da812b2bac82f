// SPDX-License-Identifier: BSD-2-Clause
/*
 * elf_file.c - reads a file's symbols with libdw, keeps them sorted, and closes the file.
 *
 * Paths come from records, so they are not trusted: only a regular ELF file with the recorded build-id is read.
 */
#include "elf_file.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/sorted.h"

struct segment {
	uint64_t offset, size, vaddr;
};

struct function {
	uint64_t start, size;
	char *name;
	unsigned rank;		/* of several symbols at one address, the highest is kept */
};

struct elf_file {
	bool usable;
	struct segment *segments;
	unsigned nsegments;
	struct function *functions;	/* sorted by `start`, without duplicates */
	size_t nfunctions;
};

/* -- The file -------------------------------------------------------------------------------------------------------- */

static int no_elf(Dwfl_Module *mod, void **data, const char *name, Dwarf_Addr base, char **file, Elf **elf)
{
	(void)mod, (void)data, (void)name, (void)base, (void)file, (void)elf;
	return -1;		/* no search: every module is reported with its file */
}

static char *debug_path = "/usr/lib/debug";

const Dwfl_Callbacks elf_file_callbacks = {
	.find_elf = no_elf, .find_debuginfo = dwfl_standard_find_debuginfo, .debuginfo_path = &debug_path,
};

static int open_plain(const char *path)
{
	struct stat st;
	int fd;

	if (path[0] != '/' || stat(path, &st) || !S_ISREG(st.st_mode))
		return -1;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static bool has_build_id(Elf *elf, const struct mapped_file *f)
{
	const void *id = NULL;
	ssize_t len = elf ? dwelf_elf_gnu_build_id(elf, &id) : -1;

	return len > 0 && (size_t)len == f->build_id_len && !memcmp(id, f->build_id, f->build_id_len);
}

/* -- Symbols --------------------------------------------------------------------------------------------------------- */

static bool add_segments(struct elf_file *e, Elf *elf)
{
	size_t n;

	if (elf_getphdrnum(elf, &n) || !n)
		return false;
	e->segments = calloc(n, sizeof(*e->segments));
	for (size_t i = 0; e->segments && i < n; i++) {
		GElf_Phdr ph;

		if (gelf_getphdr(elf, (int)i, &ph) && ph.p_type == PT_LOAD)
			e->segments[e->nsegments++] = (struct segment){ ph.p_offset, ph.p_filesz, ph.p_vaddr };
	}
	return e->nsegments;
}

static bool is_code(const GElf_Sym *sym, const char *name)
{
	unsigned type = GELF_ST_TYPE(sym->st_info);

	if (!name || !*name || *name == '$' || sym->st_shndx == SHN_UNDEF || sym->st_shndx == SHN_ABS)
		return false;
	return type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE;
}

/* Prefers functions, public symbols, and names with few leading underscores. */
static unsigned rank_of(const GElf_Sym *sym, const char *name)
{
	unsigned underscores = (unsigned)strspn(name, "_"), bind = GELF_ST_BIND(sym->st_info);

	return (GELF_ST_TYPE(sym->st_info) != STT_NOTYPE) << 8 | (bind != STB_LOCAL) << 7 | (sym->st_size != 0) << 6 |
	       (bind == STB_GLOBAL) << 3 | (7 - (underscores < 7 ? underscores : 7));
}

static int by_start(const void *a, const void *b)
{
	const struct function *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank > y->rank ? -1 : 1;
	return strcmp(x->name, y->name);
}

static void keep_best(struct elf_file *e)
{
	size_t n = 0;

	qsort(e->functions, e->nfunctions, sizeof(*e->functions), by_start);
	for (size_t i = 0; i < e->nfunctions; i++) {
		if (n && e->functions[n - 1].start == e->functions[i].start)
			free(e->functions[i].name);
		else
			e->functions[n++] = e->functions[i];
	}
	e->nfunctions = n;
}

static void add_functions(struct elf_file *e, Dwfl_Module *mod, GElf_Addr bias)
{
	int n = dwfl_module_getsymtab(mod);

	e->functions = n > 0 ? calloc((size_t)n, sizeof(*e->functions)) : NULL;
	for (int i = 1; e->functions && i < n; i++) {
		struct function *f = &e->functions[e->nfunctions];
		GElf_Sym sym;
		GElf_Addr at;
		const char *name = dwfl_module_getsym_info(mod, i, &sym, &at, NULL, NULL, NULL);

		if (!is_code(&sym, name))
			continue;
		*f = (struct function){ .start = at - bias, .size = sym.st_size, .name = strndup(name, strcspn(name, "@")), .rank = rank_of(&sym, name) };
		e->nfunctions += f->name != NULL;
	}
	if (e->functions)
		keep_best(e);
}

static void read_module(struct elf_file *e, Dwfl_Module *mod, const struct mapped_file *f)
{
	GElf_Addr bias = 0;
	Elf *elf = mod ? dwfl_module_getelf(mod, &bias) : NULL;

	if (!has_build_id(elf, f) || !add_segments(e, elf))
		return;
	e->usable = true;
	add_functions(e, mod, bias);
}

static void read_file(struct elf_file *e, const struct mapped_file *f)
{
	int fd = f->build_id_len ? open_plain(f->path) : -1;
	Dwfl *dwfl = fd >= 0 ? dwfl_begin(&elf_file_callbacks) : NULL;
	Dwfl_Module *mod;

	if (!dwfl) {
		if (fd >= 0)
			close(fd);
		return;
	}
	mod = dwfl_report_elf(dwfl, f->path, f->path, fd, 0, true);
	if (!mod)
		close(fd);	/* on success libdw owns it */
	dwfl_report_end(dwfl, NULL, NULL);
	read_module(e, mod, f);
	dwfl_end(dwfl);
}

const struct elf_file *elf_file__of(struct mapped_file *f)
{
	struct elf_file *e = f->user;

	if (!e) {
		e = calloc(1, sizeof(*e));
		if (!e)
			return NULL;
		f->user = e;
		unsetenv("DEBUGINFOD_URLS");	/* no network: servers would learn which files are looked up */
		read_file(e, f);
	}
	return e->usable ? e : NULL;
}

void elf_file__free(void *user)
{
	struct elf_file *e = user;

	for (size_t i = 0; i < e->nfunctions; i++)
		free(e->functions[i].name);
	free(e->functions);
	free(e->segments);
	free(e);
}

/* -- Lookup ---------------------------------------------------------------------------------------------------------- */

static const struct segment *segment_of(const struct elf_file *e, uint64_t at)
{
	for (unsigned i = 0; i < e->nsegments; i++)
		if (at - e->segments[i].offset < e->segments[i].size)
			return &e->segments[i];
	return NULL;
}

/* The last function that begins at or before an address, or NULL. */
static const struct function *function_before(const struct elf_file *e, uint64_t addr)
{
	size_t n = SORTED_UPTO(e->functions, start, e->nfunctions, addr);

	return n ? &e->functions[n - 1] : NULL;
}

const char *elf_file__symbol(const struct elf_file *e, uint64_t at, uint64_t *begins)
{
	const struct segment *s = segment_of(e, at);
	uint64_t addr = s ? s->vaddr + (at - s->offset) : 0;
	const struct function *f = s ? function_before(e, addr) : NULL;

	if (!f || f->start < s->vaddr || (f->size && addr - f->start >= f->size))
		return NULL;
	*begins = f->start - s->vaddr + s->offset;
	return f->name;
}

bool elf_file__bias(const struct elf_file *e, uint64_t at, uint64_t start, uint64_t *bias)
{
	for (unsigned i = 0; i < e->nsegments; i++) {
		const struct segment *s = &e->segments[i];
		uint64_t page = s->offset & ~4095ull;	/* mappings begin at a page boundary of the file */

		if (at - page < s->size + (s->offset - page)) {
			*bias = start - (s->vaddr - s->offset + at);
			return true;
		}
	}
	return false;
}
