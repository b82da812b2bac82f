// SPDX-License-Identifier: BSD-2-Clause
/*
 * slim_object.c - run by the build: takes out of a BPF object what is not used at run time.
 *
 * - The line information in its BTF, a third of the object: only the verifier's log uses it; the kernel checks and keeps it with each program.
 * - Symbols of labels, nineteen of twenty: libbpf goes through all symbols for each section with programs.
 *
 * slim_object FROM TO
 */
#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The beginning of .BTF.ext, described in the kernel's Documentation/bpf/btf.rst: offsets are from the header's end. */
struct ext_header {
	uint16_t magic;
	uint8_t version, flags;
	uint32_t len;
	uint32_t funcs, funcs_len;
	uint32_t lines, lines_len;
	uint32_t relos, relos_len;
};

#define MAGIC 0xeb9f

static const char *file;

static _Noreturn void fail(const char *what)
{
	fprintf(stderr, "slim_object: %s: %s\n", file, what);
	exit(1);
}

/* Moves what follows the lines to their place. */
static void cut_lines(Elf_Data *d)
{
	struct ext_header *h = d->d_buf;
	size_t after, end;
	char *base;

	if (d->d_size < sizeof(*h) || h->magic != MAGIC || h->len < sizeof(*h))
		fail("no .BTF.ext as this program knows it");
	base = (char *)d->d_buf + h->len;
	after = (size_t)h->lines + h->lines_len;
	end = (size_t)h->relos + h->relos_len;
	if (h->len + end > d->d_size || h->relos < after || h->lines < h->funcs + h->funcs_len)
		fail("parts of .BTF.ext in another order");
	memmove(base + h->lines, base + after, end - after);
	h->relos -= h->lines_len;
	d->d_size = h->len + end - h->lines_len;
	h->lines_len = 0;
}

static void copy(const char *from, const char *to)
{
	int in = open(from, O_RDONLY), out = open(to, O_RDWR | O_CREAT | O_TRUNC, 0644);
	char data[65536];
	ssize_t n = 0;

	file = in < 0 ? from : to;
	while (in >= 0 && out >= 0 && (n = read(in, data, sizeof(data))) > 0)
		if (write(out, data, (size_t)n) != n)
			n = -1;
	if (in < 0 || out < 0 || n < 0)
		fail("cannot be copied");
	close(in);
	close(out);
}

/* -- Symbols --------------------------------------------------------------------------------------------------------- */

static bool is_label(const GElf_Sym *sym)
{
	return GELF_ST_BIND(sym->st_info) == STB_LOCAL && GELF_ST_TYPE(sym->st_info) == STT_NOTYPE;
}

/* Removes the symbols that are labels. Returns the new number of each, to be freed; 0 but for the first: it is removed. */
static size_t *cut_symbols(Elf_Scn *section)
{
	Elf_Data *d = elf_getdata(section, NULL);
	size_t n, left = 1, *number;
	GElf_Shdr h;
	GElf_Sym sym;

	if (!d || !gelf_getshdr(section, &h) || !h.sh_entsize)
		fail(elf_errmsg(-1));
	n = h.sh_size / h.sh_entsize;
	number = calloc(n + 1, sizeof(*number));
	if (!number)
		fail("no memory");
	for (size_t i = 1; i < n; i++) {
		if (!gelf_getsym(d, (int)i, &sym))
			fail(elf_errmsg(-1));
		if (is_label(&sym))
			continue;
		number[i] = left;
		if (!gelf_update_sym(d, (int)left++, &sym))
			fail(elf_errmsg(-1));
	}
	for (h.sh_info = 1; h.sh_info < left; h.sh_info++)	/* global ones follow local ones */
		if (!gelf_getsym(d, (int)h.sh_info, &sym) || GELF_ST_BIND(sym.st_info) != STB_LOCAL)
			break;
	d->d_size = left * h.sh_entsize;
	gelf_update_shdr(section, &h);
	return number;
}

static void renumber(Elf_Scn *section, const size_t *number)
{
	Elf_Data *d = elf_getdata(section, NULL);
	GElf_Shdr h;
	GElf_Rel rel;

	if (!d || !gelf_getshdr(section, &h) || !h.sh_entsize)
		fail(elf_errmsg(-1));
	for (size_t i = 0; i < h.sh_size / h.sh_entsize; i++) {
		size_t sym = gelf_getrel(d, (int)i, &rel) ? GELF_R_SYM(rel.r_info) : 0;

		if (!sym || !number[sym])
			fail("a relocation without a symbol, or by a label");
		rel.r_info = GELF_R_INFO(number[sym], GELF_R_TYPE(rel.r_info));
		if (!gelf_update_rel(d, (int)i, &rel))
			fail(elf_errmsg(-1));
	}
}

/* -------------------------------------------------------------------------------------------------------------------- */

/* The next section of a type after `s`; NULL: the first. NULL: there is none. */
static Elf_Scn *next_of_type(Elf *elf, Elf_Scn *s, unsigned type)
{
	GElf_Shdr h;

	while ((s = elf_nextscn(elf, s)))
		if (gelf_getshdr(s, &h) && h.sh_type == type)
			break;
	return s;
}

static Elf_Scn *named(Elf *elf, const char *name)
{
	Elf_Scn *s = NULL;
	size_t names;
	GElf_Shdr h;

	if (elf_getshdrstrndx(elf, &names))
		fail(elf_errmsg(-1));
	while ((s = elf_nextscn(elf, s))) {
		const char *it = gelf_getshdr(s, &h) ? elf_strptr(elf, names, h.sh_name) : NULL;

		if (it && !strcmp(it, name))
			return s;
	}
	fail("a section is missing");
}

int main(int argc, char **argv)
{
	Elf_Scn *symbols, *s;
	size_t *number;
	Elf_Data *d;
	Elf *elf;
	int fd;

	if (argc != 3)
		return 1;
	copy(argv[1], argv[2]);
	elf_version(EV_CURRENT);
	fd = open(argv[2], O_RDWR);
	elf = elf_begin(fd, ELF_C_RDWR, NULL);
	if (!elf)
		fail(elf_errmsg(-1));
	d = elf_getdata(named(elf, ".BTF.ext"), NULL);
	if (!d)
		fail(elf_errmsg(-1));
	cut_lines(d);
	elf_flagdata(d, ELF_C_SET, ELF_F_DIRTY);
	symbols = next_of_type(elf, NULL, SHT_SYMTAB);
	if (!symbols)
		fail("no symbols");
	number = cut_symbols(symbols);
	for (s = NULL; (s = next_of_type(elf, s, SHT_REL));)
		renumber(s, number);
	free(number);
	if (elf_update(elf, ELF_C_WRITE) < 0)
		fail(elf_errmsg(-1));
	elf_end(elf);
	return close(fd) != 0;
}
