// SPDX-License-Identifier: BSD-2-Clause
/* command_env.c - owns the order of an environment: what is set again stays where it was, what is new comes last. */
#include "command_env.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static char **find(char **env, const char *name, size_t len)
{
	while (*env && (strncmp(*env, name, len) || ((*env)[len] && (*env)[len] != '=')))
		env++;
	return env;
}

static void drop(char **at)
{
	for (; *at; at++)
		at[0] = at[1];
}

static void change(char **env, char *text)
{
	size_t len = strcspn(text, "=");
	char **at = find(env, text, len);
	bool is_new = !*at;

	if (!text[len]) {
		for (; *at; at = find(at, text, len))
			drop(at);
		return;
	}
	*at = text;
	if (is_new)
		at[1] = NULL;
}

char **command_env__change(char **env, char *const *changes, unsigned n)
{
	char **copy;
	size_t had = 0;

	if (!n)
		return env;
	while (env[had])
		had++;
	copy = calloc(had + n + 1, sizeof(*copy));
	if (!copy)
		return NULL;
	memcpy(copy, env, had * sizeof(*copy));
	for (unsigned i = 0; i < n; i++)
		change(copy, changes[i]);
	return copy;
}
