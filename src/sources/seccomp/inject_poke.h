/* SPDX-License-Identifier: BSD-2-Clause */
/* inject_poke.h - part of inject.h: changes memory that a waiting call's arguments point at. */
#pragma once

#include "config/options.h"

/* A call that waits. */
struct poked_call {
	int listener;
	uint64_t id;
	uint32_t tid;
	enum abi abi;
	unsigned nr;
	const uint64_t *args;	/* CALL_ARGS of them */
};

/* Writes those for its entry, or for its exit. Prints what cannot be written. Returns whether anything was. */
bool inject_poke__write(const struct poked_call *c, const struct injection *what, bool at_exit);
