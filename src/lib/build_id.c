// SPDX-License-Identifier: BSD-2-Clause
/* build_id.c - reads the program's notes in memory. */
#include "build_id.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "hash.h"

static uint64_t find_in(const char *p, const char *end)
{
	while (p + sizeof(ElfW(Nhdr)) <= end) {
		const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)p;
		const char *name = p + sizeof(*note), *desc = name + ((note->n_namesz + 3) & ~3u);

		p = desc + ((note->n_descsz + 3) & ~3u);
		if (p <= end && note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && !memcmp(name, "GNU", 4))
			return hash__more(HASH_BEGIN, desc, note->n_descsz);
	}
	return 0;
}

/* The program comes first. */
static int look(struct dl_phdr_info *info, size_t size, void *found)
{
	uint64_t *hash = found;

	(void)size;
	for (unsigned i = 0; !*hash && i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		const char *p = (const char *)(info->dlpi_addr + ph->p_vaddr);

		if (ph->p_type == PT_NOTE)
			*hash = find_in(p, p + ph->p_memsz);
	}
	return 1;
}

uint64_t build_id__own(void)
{
	uint64_t hash = 0;

	dl_iterate_phdr(look, &hash);
	return hash;
}
