// SPDX-License-Identifier: BSD-2-Clause
/*
 * resident.c - linked into each program of a live test: its own pages, such as those of literals, are resident when main() begins.
 *
 * The page that a program touches first comes with its neighbours only as far as the page cache has them and nobody holds their lock;
 * before Linux 7.2 trace cannot read the others at the entry of a call.
 */
#include <link.h>

extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

__attribute__((constructor)) static void touch_own_pages(void)
{
	const char *file = (const char *)&__ehdr_start;
	const ElfW(Phdr) *p = (const void *)(file + __ehdr_start.e_phoff), *end = p + __ehdr_start.e_phnum;

	for (; p < end; p++) {
		const char *at = (const char *)p->p_vaddr, *to = at + p->p_filesz;

		if (p->p_type == PT_LOAD && p->p_flags & PF_R)
			for (; at < to; at += 4096 - (unsigned long)at % 4096)
				(void)*(const volatile char *)at;
	}
}
