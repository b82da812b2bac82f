/* SPDX-License-Identifier: BSD-2-Clause */
/* strace_parser.h - what the files that parse strace's command line share. */
#pragma once

#include "config/options.h"

/* The command line so far: what cannot be applied before all options are known. */
struct strace_parser {
	struct options *o;
	struct id_list pids;			/* -p */
	struct syscall_set abbrev, verbose;	/* -e abbrev, -e verbose */
	/* Counts of options */
	unsigned append, debug, daemonize, follow, old_follow, ip, number, quiet, clock, wall_clock, hex, fds, version;
	unsigned only_status;			/* -z and -Z together */
	unsigned follow_long, separate, seccomp, since_line, columns, sort;
	bool has_quiet, has_fds, has_clock;	/* given by long options or -e */
	int hex_long;				/* --strings-in-hex: enum hex_strings; -1: not given */
	int daemonize_long;			/* --daemonize: as many -D; 0: not given */
	const char *user;			/* -u; NULL: not given */
	char **paths;				/* -P: npaths of them, borrowed from argv */
	unsigned npaths;
};

/* "MESSAGE", and where help is found; returns -EINVAL. */
int strace__refuse(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int strace__invalid(const char *as, const char *value);		/* refuses the value of option `as` */

/* The values of -e NAME=VALUE, each also a long option. 0, or -EINVAL: the message was printed. */
typedef int strace_qualifier_fn(struct strace_parser *p, const char *value);
strace_qualifier_fn strace__qualify;		/* the value of -e itself */
strace_qualifier_fn strace__trace, strace__abbrev, strace__verbose, strace__raw, strace__signals, strace__status, strace__quiet;
strace_qualifier_fn strace__read, strace__write, strace__fault, strace__inject, strace__kvm, strace__decode_fds, strace__decode_pids;
strace_qualifier_fn strace__secontext, strace__trace_fds, strace__namespace;

typedef int strace_set_fn(struct strace_parser *p, const char *as, const char *value);	/* 1: exit with 0 */

/* An option: count, set or qualify is given. */
struct strace_row {
	char letter;		/* 0: none */
	const char *name;	/* NULL: none */
	int has_arg;		/* of getopt_long(); an optional value only with the long name */
	size_t count;		/* offset of a counter in struct strace_parser */
	strace_set_fn *set;
	strace_qualifier_fn *qualify;
	const char *missing;	/* qualify: the value, if there is none */
};

extern const struct strace_row strace_rows[];
extern const unsigned nstrace_rows;

/* Of -c: -S, -U */
int strace__sort_by(struct strace_parser *p, const char *value);
int strace__columns(struct strace_parser *p, const char *value);

/* After all options: 0, or -EINVAL. command: ends with NULL, empty if there is none. */
int strace_parser__finish(struct strace_parser *p, char **command);

/* Makes DIR/strace a link to this program. 1: done, exit with 0; -EINVAL: the message was printed. */
int strace__install_link(const char *dir);

void strace__print_help(void);
void strace__print_version(void);
