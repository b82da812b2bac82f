// SPDX-License-Identifier: BSD-2-Clause
/* strace_qualify.c - owns strace's -e, except for inject and fault. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/msg.h"
#include "lib/vec.h"
#include "strace_calls.h"
#include "strace_parser.h"
#include "strace_words.h"

#define SET_BITS 64
#define FD_BITS 1024

/* -- Sets of calls --------------------------------------------------------------------------------------------------- */

int strace__trace(struct strace_parser *p, const char *value)
{
	p->o->selected = true;
	p->o->select.started = true;
	return strace__calls(value, &p->o->select.set);
}

int strace__abbrev(struct strace_parser *p, const char *value)
{
	return strace__calls(value, &p->abbrev);
}

int strace__verbose(struct strace_parser *p, const char *value)
{
	return strace__calls(value, &p->verbose);
}

int strace__raw(struct strace_parser *p, const char *value)
{
	struct strace_config *c = &p->o->strace;

	p->o->w.strace.raw = &c->raw;
	return strace__calls(value, &c->raw);
}

/* -- Sets of words --------------------------------------------------------------------------------------------------- */

/* A bit's number, from a list of words with bits. */
static int bit_of(const char *word, const struct strace_word *words)
{
	int bit = strace__word(word, words, -1);

	return bit > 0 ? __builtin_ctz((unsigned)bit) : -1;
}

static int status_number(const char *word)
{
	static const struct strace_word words[] = {
		{ "successful", STATUS_SUCCESSFUL }, { "failed", STATUS_FAILED }, { "unfinished", STATUS_UNFINISHED },
		{ "unavailable", STATUS_UNAVAILABLE }, { "detached", STATUS_DETACHED }, { NULL, 0 },
	};

	return bit_of(word, words);
}

static int quiet_number(const char *word)
{
	static const struct strace_word words[] = {
		{ "attach", QUIET_ATTACH }, { "exit", QUIET_EXIT }, { "exits", QUIET_EXIT }, { "path-resolution", QUIET_PATHS },
		{ "personality", QUIET_PERSONALITY }, { "superseded", QUIET_THREAD_EXECVE }, { "thread-execve", QUIET_THREAD_EXECVE },
		{ NULL, 0 },
	};

	return bit_of(word, words);
}

static int fds_number(const char *word)
{
	static const struct strace_word words[] = {
		{ "path", FDS_PATHS }, { "socket", FDS_SOCKETS }, { "dev", FDS_DEVICES }, { "pidfd", FDS_PIDFDS },
		{ "signalfd", FDS_SIGNALFDS }, { "eventfd", FDS_EVENTFDS }, { NULL, 0 },
	};

	return bit_of(word, words);
}

static int pids_number(const char *word)
{
	static const struct strace_word words[] = { { "comm", 1 << 0 }, { "pidns", 1 << 1 }, { NULL, 0 } };

	return bit_of(word, words);
}

static int descriptor_number(const char *word)
{
	int64_t fd = strace__number(word, INT32_MAX);

	if (fd < FD_BITS)
		return (int)fd;
	msg__error("descriptor %s: only those below %d can be chosen here", word, FD_BITS);
	return STRACE_SAID;
}

int strace__status(struct strace_parser *p, const char *value)
{
	uint64_t bits;
	int err = strace__set(value, "status", status_number, &bits, SET_BITS);

	p->o->strace.statuses = (unsigned)bits & STATUS_ALL;
	return err;
}

int strace__quiet(struct strace_parser *p, const char *value)
{
	uint64_t bits;
	int err = strace__set(value, "quiet", quiet_number, &bits, SET_BITS);

	p->has_quiet = true;
	p->o->w.strace.quiet = (unsigned)bits;
	return err;
}

int strace__decode_fds(struct strace_parser *p, const char *value)
{
	uint64_t bits;
	int err = strace__set(value, "decode-fds", fds_number, &bits, SET_BITS);

	p->has_fds = true;
	p->o->w.strace.fds = (unsigned)(bits >> 32 ? bits & FDS_ALL : bits);	/* "all" and "!…" mean those of strace 6.1 */
	return err;
}

int strace__decode_pids(struct strace_parser *p, const char *value)
{
	uint64_t bits;
	int err = strace__set(value, "decode-pids", pids_number, &bits, SET_BITS);

	p->o->w.strace.comm = bits & 1 << 0;
	p->o->decode_pids = bits & 1 << 1;
	return err;
}

int strace__signals(struct strace_parser *p, const char *value)
{
	uint64_t bits[256 / 64];
	int err = strace__set(value, "signal", strace__signal_number, bits, 256);

	p->o->other.signals = bits[0] >> 1 | bits[1] << 63;	/* there, bit 0 is signal 1 */
	return err;
}

int strace__read(struct strace_parser *p, const char *value)
{
	return strace__set(value, "descriptor", descriptor_number, p->o->w.strace.dump_read, FD_BITS);
}

int strace__write(struct strace_parser *p, const char *value)
{
	return strace__set(value, "descriptor", descriptor_number, p->o->w.strace.dump_written, FD_BITS);
}

int strace__trace_fds(struct strace_parser *p, const char *value)
{
	p->o->strace.has_fds = true;
	return strace__set(value, "descriptor", descriptor_number, p->o->strace.fds, FD_BITS);
}

/* -- What is not possible -------------------------------------------------------------------------------------------- */

int strace__kvm(struct strace_parser *p, const char *value)
{
	(void)p;
	if (strcmp(value, "vcpu"))
		msg__error("invalid -e kvm= argument: '%s'", value);
	else
		msg__error("-e kvm=vcpu: the reasons for exits of a virtual CPU are in memory that only ptrace reads in time;"
			   " 'trace -e kvm:kvm_exit' shows them");
	return -EINVAL;
}

int strace__secontext(struct strace_parser *p, const char *value)
{
	(void)p, (void)value;
	msg__error("SELinux context printing (--secontext option) is not supported by this build of strace");
	return -EINVAL;
}

int strace__namespace(struct strace_parser *p, const char *value)
{
	(void)p;
	msg__error("-e namespace=%s: namespaces that a process enters are not followed here; setns(2) and unshare(2) are shown as calls",
		   value);
	return -EINVAL;
}

/* -- By name --------------------------------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	strace_qualifier_fn *apply;
} qualifiers[] = {
	{ "trace",       strace__trace },
	{ "t",           strace__trace },
	{ "abbrev",      strace__abbrev },
	{ "a",           strace__abbrev },
	{ "verbose",     strace__verbose },
	{ "v",           strace__verbose },
	{ "raw",         strace__raw },
	{ "x",           strace__raw },
	{ "signal",      strace__signals },
	{ "signals",     strace__signals },
	{ "s",           strace__signals },
	{ "status",      strace__status },
	{ "quiet",       strace__quiet },
	{ "silent",      strace__quiet },
	{ "silence",     strace__quiet },
	{ "q",           strace__quiet },
	{ "read",        strace__read },
	{ "reads",       strace__read },
	{ "r",           strace__read },
	{ "write",       strace__write },
	{ "writes",      strace__write },
	{ "w",           strace__write },
	{ "fault",       strace__fault },
	{ "inject",      strace__inject },
	{ "kvm",         strace__kvm },
	{ "decode-fd",   strace__decode_fds },
	{ "decode-fds",  strace__decode_fds },
	{ "decode-pid",  strace__decode_pids },
	{ "decode-pids", strace__decode_pids },
	{ "secontext",   strace__secontext },
	/* since strace 6.1 */
	{ "trace-fd",    strace__trace_fds },
	{ "trace-fds",   strace__trace_fds },
	{ "fd",          strace__trace_fds },
	{ "fds",         strace__trace_fds },
	{ "namespace",   strace__namespace },
};

int strace__qualify(struct strace_parser *p, const char *value)
{
	size_t n = strcspn(value, "=");

	for (unsigned i = 0; value[n] && i < sizeof(qualifiers) / sizeof(qualifiers[0]); i++)
		if (!strncmp(qualifiers[i].name, value, n) && !qualifiers[i].name[n])
			return qualifiers[i].apply(p, value + n + 1);
	return strace__trace(p, value);
}
