/* SPDX-License-Identifier: BSD-2-Clause */
/* output_pipe.h - a shell command that reads the output: strace -o '|COMMAND'. */
#pragma once

#include <sys/types.h>

/* Starts it. Returns the descriptor to write to, or -errno: the message was printed. */
int output_pipe__open(const char *command, pid_t *pid);
/* Waits until it has ended; the descriptor is closed already. */
void output_pipe__wait(pid_t pid);
