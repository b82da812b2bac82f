/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * strace.h - shared by the two parts of the strace format: views/strace.c makes lines, strace_values.c the values in them.
 *
 * Lines are those of strace(1), to the byte, where the same is known without ptrace(2).
 */
#pragma once

#include "text.h"

enum strace_state {		/* uses of out.state */
	STRACE_CALL,		/* enum call_state of the current call */
	STRACE_SET,		/* within a set: members are separated by spaces, signals have no prefix */
	STRACE_MACRO,		/* depth of macros, whose fields have no names */
	STRACE_EXTRA,		/* offset where the value of ret_extra_begin() begins, 0: there is none; */
	STRACE_EXTRA_NAME,	/* and its name */
	STRACE_FIELD,		/* offset of the current field's name, */
	STRACE_FIELD_NAME,	/* the name, */
	STRACE_FIELD_LEN,	/* and its length */
	STRACE_COMMENT,		/* names of flags are within a comment (-X verbose) */
	STRACE_OCTAL,		/* 1 + the octal part of flags, which is put last */
	STRACE_LAST,		/* ns: when the line before was begun (-r) */
};

extern const struct verbs strace_verbs;

/* A string as it is shown, in quotes, by -x and -xx; high bytes and control characters in octal or hexadecimal. */
void strace__put_string(struct out *o, const void *p, size_t len);
/* Without quotes; < and > are escaped, too. */
void strace__put_name(struct out *o, const char *name, size_t len);
/* What a descriptor is, in angle brackets: what -y, -yy and --decode-fds ask for; strace_fd.c. */
void strace__put_fd_name(struct out *o, const struct fd_name *name);
