// SPDX-License-Identifier: BSD-2-Clause
/*
 * strace_values.c - arguments, results, times and compounds in strace's syntax; the format's verbs.
 *
 * Values store only themselves; arg, field and item store the separators. Constants have their whole names, fields theirs before a `=`.
 */
#include "strace.h"

#include <stdio.h>
#include <sys/wait.h>
#include <time.h>

#include "beautifiers/flags.h"
#include "syscalltbl/syscalltbl.h"

#define TICKS_PER_SEC 100	/* USER_HZ of every ABI here */

/* -- Arguments and results ------------------------------------------------------------------------------------------- */

static void verb__arg(struct out *o, const char *name, unsigned name_len)
{
	if (!o->first)
		out__lit(o, ", ");
	if (strace__look(o)->arg_names) {
		out__put(o, name, name_len);
		out__lit(o, "=");
	}
	o->first = false;
}

/* Errors that a program never sees: a signal interrupted the call (linux/errno.h). */
static const char *restart_text(int64_t ret)
{
	switch (ret) {
	case -512:	return "? ERESTARTSYS (To be restarted if SA_RESTART is set)";
	case -513:	return "? ERESTARTNOINTR (To be restarted)";
	case -514:	return "? ERESTARTNOHAND (To be restarted if no handler)";
	case -516:	return "? ERESTART_RESTARTBLOCK (Interrupted by signal)";
	default:	return NULL;
	}
}

static void verb__ret_error(struct out *o, int64_t ret, const char *name, const char *text)
{
	const char *restart = restart_text(ret);

	if (restart) {
		put_str(o, restart);
	} else if (ret > 0) {		/* an unsigned int */
		FMT(o, fmt__i64, ret);
		out__lit(o, " ");
		put_str(o, name);
		out__lit(o, " (");
		put_str(o, text);
		out__lit(o, ")");
	} else {
		text__ret_error(o, ret, name, text);
	}
}

static void verb__ret_extra_end(struct out *o)
{
	text__ret_extra_end(o);
	o->state[TEXT_EXTRA] = o->state[STRACE_NAMED] = 0;
}

static bool verb__ret_note_begin(struct out *o, const char *what, enum note_names names)
{
	if (names == NOTE_NAMED_UNLESS_RAW && strace__numbers(o) == NUMBER_RAW)
		return false;
	o->state[STRACE_NAMED] = names != NOTE_STYLED;
	text__ret_extra_begin(o, NULL);
	if (what) {
		put_str(o, what);
		out__lit(o, " ");
	}
	return true;
}

/* -- Times ----------------------------------------------------------------------------------------------------------- */

/* The date in the local time zone: 2025-11-21T08:00:00.000000001+0000 */
static void put_date(struct out *o, int64_t sec, int64_t nsec, unsigned digits)
{
	char day[64], zone[16];
	time_t t = (time_t)sec;
	struct tm tm;

	if ((!sec && !nsec) || nsec < 0 || nsec >= NS_PER_SEC || !localtime_r(&t, &tm))
		return;
	if (!strftime(day, sizeof(day), "%FT%T", &tm) || !strftime(zone, sizeof(zone), "%z", &tm))
		return;
	put_str(o, day);
	if (nsec) {
		out__lit(o, ".");
		FMT(o, fmt__zeros, (uint64_t)nsec / fmt_pow10[9 - digits], digits);
	}
	put_str(o, zone);
}

static void put_date_comment(struct out *o, int64_t sec, int64_t nsec, unsigned digits)
{
	size_t from = out__line_len(o), begun;

	out__lit(o, " /* ");
	begun = out__line_len(o);
	put_date(o, sec, nsec, digits);
	if (out__line_len(o) > begun)
		out__lit(o, " */");
	else if (!o->err)
		o->p -= begun - from;
}

static void verb__date(struct out *o, int64_t sec, int64_t nsec, unsigned digits)
{
	if (o->state[TEXT_EXTRA])
		put_date(o, sec, nsec, digits);
	else
		put_date_comment(o, sec, nsec, digits);
}

static bool field_begins(const struct out *o, const char *with)
{
	size_t n = strlen(with);

	return o->state[STRACE_FIELD_LEN] >= n && !memcmp((const char *)(uintptr_t)o->state[STRACE_FIELD_NAME], with, n);
}

static void put_timespec(struct out *o, int64_t sec, int64_t nsec)
{
	out__lit(o, "{tv_sec=");
	FMT(o, fmt__i64, sec);
	out__lit(o, ", tv_nsec=");
	FMT(o, fmt__u64, (uint64_t)nsec);
	out__lit(o, "}");
	put_date_comment(o, sec, nsec, 9);
}

/* The times of struct stat are two fields each. */
static void put_stat_time(struct out *o, int64_t sec, int64_t nsec)
{
	FMT(o, fmt__i64, sec);
	put_date_comment(o, sec, nsec, 9);
	out__lit(o, ", ");
	out__put(o, (const char *)(uintptr_t)o->state[STRACE_FIELD_NAME], o->state[STRACE_FIELD_LEN]);
	out__lit(o, "_nsec=");
	FMT(o, fmt__u64, (uint64_t)nsec);
}

static void verb__time(struct out *o, int64_t sec, int64_t nsec, int clock)
{
	if (clock != CLOCK_REALTIME) {
		text__time(o, sec, nsec, clock);
	} else if (field_begins(o, "stx_")) {
		put_timespec(o, sec, nsec);
	} else if (field_begins(o, "st_")) {
		put_stat_time(o, sec, nsec);
	} else {
		FMT(o, fmt__i64, sec);
		put_date_comment(o, sec, nsec, 9);
	}
}

static void verb__ticks(struct out *o, uint64_t v)
{
	char text[64];

	FMT(o, fmt__u64, v);
	if (!v || strace__numbers(o) == NUMBER_RAW)
		return;
	snprintf(text, sizeof(text), "%.*f s", 2, (double)v / TICKS_PER_SEC);
	strace__put_comment(o, text, strlen(text));
}

/* Limits of sizes are mostly set in units of 1024 bytes. */
static void verb__limit(struct out *o, uint64_t v, const char *infinity)
{
	enum number_style style = strace__numbers(o);

	bool units = v > 1024 && !(v % 1024) && !infinity;

	if ((!infinity && !units) || style != NUMBER_NAMED)
		FMT(o, fmt__u64, v);
	if ((!infinity && !units) || style == NUMBER_RAW)
		return;
	put_str(o, style == NUMBER_BOTH ? " /* " : "");
	if (infinity) {
		put_str(o, infinity);
	} else {
		FMT(o, fmt__u64, v / 1024);
		out__lit(o, "*1024");
	}
	put_str(o, style == NUMBER_BOTH ? " */" : "");
}

/* -- Wait statuses --------------------------------------------------------------------------------------------------- */

static void put_signal(struct out *o, int sig)
{
	const char *name = signal__name(sig);

	if (name)
		put_str(o, name);
	else
		FMT(o, fmt__i64, sig);
}

/* Bits of a stopped child's status beyond the signal: the ptrace event. */
static void put_event(struct out *o, uint32_t event)
{
	const struct flag *f = flag_table__find(&ptrace_events, event);

	out__lit(o, "|");
	strace__symbol(o, event, f ? f->name : NULL, 0, &ptrace_events);
	out__lit(o, "<<16");
}

static void put_stopped(struct out *o, int status)
{
	int sig = WSTOPSIG(status);

	out__lit(o, "{WIFSTOPPED(s) && WSTOPSIG(s) == ");
	put_signal(o, sig & 0x7f);
	if (sig & 0x80)
		out__lit(o, " | 0x80");
	out__lit(o, "}");
	if ((unsigned)status >> 16)
		put_event(o, (unsigned)status >> 16);
}

static void put_killed(struct out *o, int status)
{
	out__lit(o, "{WIFSIGNALED(s) && WTERMSIG(s) == ");
	put_signal(o, WTERMSIG(status));
	if (WCOREDUMP(status))
		out__lit(o, " && WCOREDUMP(s)");
	out__lit(o, "}");
}

static void put_exited(struct out *o, int status)
{
	out__lit(o, "{WIFEXITED(s) && WEXITSTATUS(s) == ");
	FMT(o, fmt__i64, WEXITSTATUS(status));
	out__lit(o, "}");
}

static void verb__wait_status(struct out *o, uint32_t status)
{
	int s = (int)status;

	out__lit(o, "[");
	if (WIFCONTINUED(s))
		out__lit(o, "{WIFCONTINUED(s)}");
	else if (WIFSTOPPED(s))
		put_stopped(o, s);
	else if (WIFSIGNALED(s))
		put_killed(o, s);
	else
		put_exited(o, s);
	if (!WIFCONTINUED(s) && !WIFSTOPPED(s) && status >> 16) {
		out__lit(o, "|");
		strace__put_hex(o, status & 0xffff0000u);
	}
	out__lit(o, "]");
}

/* -- Compounds ------------------------------------------------------------------------------------------------------- */

static void verb__item(struct out *o)
{
	text__item(o);
	o->state[STRACE_FIELD_LEN] = 0;
}

static void verb__field(struct out *o, const char *name, unsigned name_len)
{
	verb__item(o);
	if (!name || o->state[STRACE_MACRO])
		return;
	o->state[STRACE_FIELD] = out__line_len(o);
	o->state[STRACE_FIELD_NAME] = (uintptr_t)name;
	o->state[STRACE_FIELD_LEN] = name_len;
	out__put(o, name, name_len);
	out__lit(o, "=");
}

static void verb__struct_fault(struct out *o, uint64_t addr)
{
	put_str(o, o->first ? "" : ", ");
	strace__put_hex(o, addr);
	out__lit(o, "}");
	o->first = false;
}

static void put_bytes_range(struct out *o, unsigned from, unsigned end)
{
	char text[48];
	int n = snprintf(text, sizeof(text), "/* bytes %u..%u */", from, end - 1);

	out__put(o, text, (size_t)n);
}

static void verb__word(struct out *o, const char *text)
{
	out__put(o, text, strlen(text));
}

static void verb__tail(struct out *o, const char *name, unsigned from, unsigned end, const void *p, size_t len)
{
	verb__field(o, name, name ? strlen(name) : 0);
	if (!p) {
		out__lit(o, "???");
		return;
	}
	if (!name) {
		put_bytes_range(o, from, end);
		out__lit(o, " ");
	}
	strace__octets(o, p, len, len < end - from ? STRING_CUT : STRING_WHOLE);
	if (name) {
		out__lit(o, " ");
		put_bytes_range(o, from, end);
	}
}

static void verb__macro_begin(struct out *o, const char *name)
{
	text__macro_begin(o, name);
	o->state[STRACE_MACRO]++;
}

static void verb__macro_end(struct out *o)
{
	text__macro_end(o);
	o->state[STRACE_MACRO]--;
}

static void verb__array_end(struct out *o, enum array_end why, uint64_t addr)
{
	if (why != ARRAY_WHOLE)
		put_str(o, o->first ? "..." : ", ...");
	if (why == ARRAY_FAULT) {
		out__lit(o, " /* ");
		strace__put_hex(o, addr);
		out__lit(o, " */");
	}
	out__lit(o, "]");
	o->first = false;
}

static void put_index_name(struct out *o, const char *name, unsigned base)
{
	put_str(o, name);
	if (!base)
		return;
	out__lit(o, "-");
	FMT(o, fmt__u64, base);
}

static void verb__index(struct out *o, uint64_t i, unsigned base, const char *name, unsigned prefix_len, const struct flag_table *t)
{
	enum number_style style = strace__numbers(o);

	(void)prefix_len;
	out__lit(o, "[");
	if (!name || style != NUMBER_NAMED)
		FMT(o, fmt__u64, i);
	if (!name && style != NUMBER_RAW)
		strace__put_unknown(o, t);
	if (name && style == NUMBER_BOTH)
		out__lit(o, " /* ");
	if (name && style != NUMBER_RAW)
		put_index_name(o, name, base);
	put_str(o, name && style == NUMBER_BOTH ? " */]=" : "]=");
}

static void verb__outcome(struct out *o, const char *what)
{
	verb__item(o);
	if (!what)
		return;
	put_str(o, what);
	out__lit(o, " ");
}

#define OWN(verb) .verb = verb__##verb

const struct verbs strace_verbs = {
	.whole_only = true, .fds_at_entry = true, .strace_marks = true, .halves = true, STRACE_VERB(constants), STRACE_VERB(comment),
	OWN(arg), .ret_begin = text__ret_begin, OWN(ret_error), .ret_none = text__ret_none, .ret_extra_begin = text__ret_extra_begin, OWN(ret_extra_end), OWN(ret_note_begin),
	.integer = text__integer, .uinteger = text__uinteger, STRACE_VERB(hex), STRACE_VERB(octal), .address = text__address, STRACE_VERB(unread),
	.late_begin = text__late_begin, STRACE_VERB(late_end), STRACE_VERB(network), STRACE_VERB(network_symbol), STRACE_VERB(hex_full), STRACE_VERB(abstract), STRACE_VERB(symbol), STRACE_VERB(signal), STRACE_VERB(joined),
	STRACE_VERB(flags_begin), STRACE_VERB(flag), STRACE_VERB(flag_octal), STRACE_VERB(flags_end), STRACE_VERB(or), STRACE_VERB(plus), STRACE_VERB(shift), STRACE_VERB(over), STRACE_VERB(string), .bytes = strace__string,
	STRACE_VERB(fd), STRACE_VERB(cwd), STRACE_VERB(task), .counted = text__counted, OWN(time), OWN(date), STRACE_VERB(inet), STRACE_VERB(octets), STRACE_VERB(hwaddr), STRACE_VERB(uuid), STRACE_VERB(interface), OWN(ticks), STRACE_VERB(device), OWN(limit), STRACE_VERB(ioprio), STRACE_VERB(fourcc), STRACE_VERB(character), OWN(wait_status), STRACE_VERB(request),
	.location = text__location, .array_begin = text__array_begin, OWN(item), OWN(index), OWN(array_end), .set_begin = text__set_begin, .set_end = text__set_end,
	.change_begin = text__change_begin, .changed = text__changed, .change_end = text__change_end,
	.struct_begin = text__struct_begin, OWN(field), .struct_end = text__struct_end, OWN(struct_fault), OWN(tail), OWN(word), OWN(macro_begin), OWN(macro_end), OWN(outcome),
};
