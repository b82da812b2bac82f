/* SPDX-License-Identifier: BSD-2-Clause */
/* frame.h - one frame of a call stack, as writers get it: innermost first, those of the kernel before the program's. */
#ifndef TRACE_FRAME_H
#define TRACE_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is at an address. */
struct location {
	bool kernel;
	const char *symbol;		/* NULL: not known */
	const char *module;		/* file, or module of the kernel; NULL: not known */
	uint64_t offset;		/* bytes from where the symbol begins; without one, in the file */
	const uint8_t *build_id;	/* of the file */
	unsigned build_id_len;		/* 0: not known */
	const char *line;		/* all of that for people, escaped */
	size_t line_len;
};

struct frame {
	uint64_t ip;
	const struct location *location;	/* never NULL */
};

#endif
