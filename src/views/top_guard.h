/* SPDX-License-Identifier: BSD-2-Clause */
/* top_guard.h - restores the terminal even if the tracer is killed by SIGKILL. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>

struct top_guard {
	pid_t pid;
	int pipe;
};

/* modes, restore: the terminal's modes and the text that ends the screen, as they are to be afterwards. 0 or -errno. */
int top_guard__start(struct top_guard *g, int terminal, const struct termios *modes, const char *restore);
void top_guard__tell(const struct top_guard *g, bool shown);
void top_guard__end(struct top_guard *g);
