/* SPDX-License-Identifier: BSD-2-Clause */
/* frame.h - one frame of a call stack, for writers: innermost first, kernel frames before user frames. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Symbol and file of an address. */
struct location {
	bool kernel;
	const char *symbol;		/* NULL: not known */
	const char *module;		/* file, or kernel module; NULL: not known */
	uint64_t offset;		/* bytes from the symbol's beginning; without a symbol, in the file */
	uint64_t file_offset;		/* bytes in the file; 0: not in a file */
	const uint8_t *build_id;	/* the file's */
	unsigned build_id_len;		/* 0: not known */
	const char *line;		/* all of that as text, escaped */
	size_t line_len;
};

struct frame {
	uint64_t ip;
	const struct location *location;	/* never NULL */
};
