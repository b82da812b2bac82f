/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * strace.h - shared by the parts of the strace format: views/strace.c makes lines, strace_*.c the values in them.
 *
 * Lines are those of strace(1), to the byte, where the same is known without ptrace(2).
 */
#pragma once

#include "text.h"

/* Uses of out.state. TEXT_CALL, TEXT_SET, TEXT_EXTRA and TEXT_EXTRA_NAME are as in the text format, whose verbs are used. */
enum strace_state {
	STRACE_MACRO = TEXT_EXTRA_NAME + 1,	/* depth of macros, whose fields have no names */
	STRACE_FIELD,		/* offset of the current field's name, */
	STRACE_FIELD_NAME,	/* the name, */
	STRACE_FIELD_LEN,	/* and its length */
	STRACE_COMMENT,		/* names of flags are within a comment (-X verbose) */
	STRACE_OCTAL,		/* 1 + the octal part of flags, which is put last */
	STRACE_NAMED,		/* values have their names whatever -X says */
	STRACE_LAST,		/* ns: when the line before was begun (-r) */
};

extern const struct verbs strace_verbs;

static inline const struct strace_look *strace__look(const struct out *o)
{
	return &o->opt.strace;
}

static inline enum number_style strace__numbers(const struct out *o)
{
	return o->state[STRACE_NAMED] ? NUMBER_NAMED : strace__look(o)->numbers;
}

/* Verbs that other files than strace_values.c have: strace__hex(), … */
#define STRACE_VALUES(V) \
	V(hex) V(hex_full) V(octal) V(unread) V(late_end) V(network) V(constants) V(comment) V(symbol) V(signal) V(joined) V(network_symbol) V(flags_begin) V(flag) V(flag_octal) \
	V(flags_end) V(request) V(or) V(plus) V(shift) V(over) V(ioprio) V(fourcc) V(character) V(abstract) V(string) V(fd) V(cwd) V(task) V(inet) V(octets) V(device) V(hwaddr) V(uuid) V(interface)

#define STRACE_DECLARE(verb) __typeof__(*((struct verbs *)0)->verb) strace__##verb;
STRACE_VALUES(STRACE_DECLARE)
#define STRACE_VERB(verb) .verb = strace__##verb

void strace__put_hex(struct out *o, uint64_t v);		/* 0x1f; 0 */
void strace__put_comment(struct out *o, const char *text, size_t len);	/* after a value */
void strace__put_unknown(struct out *o, const struct flag_table *t);	/* what a value that is in no list is called: a comment, O_??? */
/* With -X raw or verbose: shows the bytes instead of a notation. true: a comment with the notation is to follow, then end_network(). */
bool strace__begin_octets(struct out *o, const void *p, size_t len);
void strace__end_network(struct out *o);

/* A string as it is shown, in quotes, by -x and -xx; high bytes and control characters in octal or hexadecimal. */
void strace__put_string(struct out *o, const void *p, size_t len);
/* Without quotes; < and > are escaped, too. */
void strace__put_name(struct out *o, const char *name, size_t len);
/* What a descriptor is, in angle brackets: what -y, -yy and --decode-fds ask for; strace_fd.c. */
void strace__put_fd_name(struct out *o, const struct fd_name *name);
