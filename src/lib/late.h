/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * late.h - libraries that are loaded when one of their functions is first called: most runs need none, and the dynamic linker takes
 * half a millisecond for each.
 *
 * late_*.c define the functions of a library that are used, which call the library's. They are all that differs from linking with it; a
 * static program is linked with the libraries themselves.
 */
#pragma once

struct late {
	const char *soname;
	const char *package;	/* of Debian, for messages */
};

/* The address of a function, for any thread. If there is none, the program exits with EXIT_TRACER: the message was printed. */
void *late__find(struct late *l, const char *name);

/* Loads libdw now: one that is missing is better told before a command runs. */
#ifdef NO_DLOPEN
static inline void late_dw__load(void) { }
#else
void late_dw__load(void);
#endif

/* Defines the library whose headers are included. SONAME: its name with the version that they are of, from the Makefile. */
#define LATE_LIBRARY(variable, package)					\
	_Static_assert(sizeof(SONAME) > 1, "the library is installed");	\
	static struct late variable = { SONAME, package }

/* Defines function `name` of the library. params and args: in parentheses. */
#define LATE(library, type, name, params, args)						\
	type name params								\
	{										\
		static __typeof__(&name) found;						\
		__typeof__(&name) function = __atomic_load_n(&found, __ATOMIC_RELAXED);	\
											\
		if (!function) {							\
			function = (__typeof__(&name))late__find(&library, #name);	\
			__atomic_store_n(&found, function, __ATOMIC_RELAXED);		\
		}									\
		return function args;							\
	}
