/* SPDX-License-Identifier: BSD-2-Clause */
/* command_env.h - changes of the command's environment. */
#pragma once

/*
 * Applies changes, n of them, to an environment: NAME=VALUE sets, NAME removes. Returns it, or a new one that borrows all strings;
 * NULL: no memory.
 */
char **command_env__change(char **env, char *const *changes, unsigned n);
