/* SPDX-License-Identifier: BSD-2-Clause */
/* library.h - a shared library that is loaded when it is first needed: other commands start without it. */
#pragma once

struct library_symbol {
	const char *name;
	void **to;		/* gets its address */
};

/*
 * Loads a library and finds symbols in it. It stays loaded. 0, or: -ENOENT, it cannot be loaded, *why says why; -ENOSYS, it lacks a symbol,
 * *why is its name.
 */
int library__load(const char *file, const struct library_symbol *symbols, unsigned n, const char **why);
