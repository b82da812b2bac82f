// SPDX-License-Identifier: BSD-2-Clause
/*
 * without_lines.c - run by the build: takes the line information out of a BPF object's BTF. Only the verifier's log uses it; the kernel
 * checks and keeps it with each program, and it is a third of the object.
 *
 * without_lines FROM TO
 */
#include <fcntl.h>
#include <gelf.h>
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
	fprintf(stderr, "without_lines: %s: %s\n", file, what);
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

int main(int argc, char **argv)
{
	Elf_Scn *s = NULL;
	GElf_Shdr h;
	size_t names;
	Elf *elf;
	int fd;

	if (argc != 3)
		return 1;
	copy(argv[1], argv[2]);
	elf_version(EV_CURRENT);
	fd = open(argv[2], O_RDWR);
	elf = elf_begin(fd, ELF_C_RDWR, NULL);
	if (!elf || elf_getshdrstrndx(elf, &names))
		fail(elf_errmsg(-1));
	while ((s = elf_nextscn(elf, s))) {
		const char *name = gelf_getshdr(s, &h) ? elf_strptr(elf, names, h.sh_name) : NULL;
		Elf_Data *d;

		if (!name || strcmp(name, ".BTF.ext"))
			continue;
		d = elf_getdata(s, NULL);
		if (!d)
			fail(elf_errmsg(-1));
		cut_lines(d);
		elf_flagdata(d, ELF_C_SET, ELF_F_DIRTY);
	}
	if (elf_update(elf, ELF_C_WRITE) < 0)
		fail(elf_errmsg(-1));
	elf_end(elf);
	return close(fd) != 0;
}
