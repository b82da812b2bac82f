/* SPDX-License-Identifier: BSD-2-Clause */
/* options_fixture.h - parses command lines, and keeps what is said about them. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "options/option_table.h"

#define ARGS_MAX 16

static struct options o;
static enum option_in in = IN_LIVE;	/* command whose line is parsed */
static char said[16384];		/* output and errors of the last parse() */

/* Parses `line`, split at blanks, as the arguments after the program's name. */
static int parse(const char *line)
{
	static char copy[512];
	static char *argv[ARGS_MAX + 2];
	int argc = 1, fd = memfd_create("said", 0), out = dup(1), err = dup(2), ret;
	ssize_t n;

	argv[0] = (char *)"trace";
	snprintf(copy, sizeof(copy), "%s", line);
	for (char *word = strtok(copy, " "); word && argc <= ARGS_MAX; word = strtok(NULL, " "))
		argv[argc++] = strcmp(word, "''") ? word : (char *)"";
	argv[argc] = NULL;
	fflush(stdout);
	dup2(fd, 1);
	dup2(fd, 2);
	ret = options__parse_for(&o, in, argc, argv);
	fflush(stdout);
	dup2(out, 1);
	dup2(err, 2);
	n = pread(fd, said, sizeof(said) - 1, 0);
	said[n > 0 ? n : 0] = '\0';
	close(fd), close(out), close(err);
	return ret;
}

static void accept_line(const char *line)
{
	options__free(&o);
	assert_int_equal(parse(line), 0);
	assert_string_equal(said, "");
}

static int free_options(void **state)
{
	(void)state;
	options__free(&o);
	return 0;
}
