// SPDX-License-Identifier: BSD-2-Clause
/*
 * strace_values.c - arguments, results, values and compounds in strace's syntax.
 *
 * Values store only themselves; arg, field and item store the separators. Constants have their whole names, fields theirs before a `=`.
 */
#include "strace.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>

#include "beautifiers/flags.h"
#include "syscalltbl/syscalltbl.h"
#include "words.h"

#define TICKS_PER_SEC 100	/* USER_HZ of every ABI here */

static const struct strace_look *look_of(const struct out *o)
{
	return &o->opt.strace;
}

/* -- Arguments and results ------------------------------------------------------------------------------------------- */

static void verb__arg(struct out *o, const char *name, unsigned name_len)
{
	if (!o->first)
		out__lit(o, ", ");
	if (look_of(o)->arg_names) {
		out__put(o, name, name_len);
		out__lit(o, "=");
	}
	o->first = false;
}

static void verb__ret_begin(struct out *o, int64_t ret)
{
	(void)o, (void)ret;
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
	} else if (!name) {
		out__lit(o, "-1 (errno ");
		FMT(o, fmt__u64, -(uint64_t)ret);
		out__lit(o, ")");
	} else {
		out__lit(o, "-1 ");
		put_str(o, name);
		if (text) {
			out__lit(o, " (");
			put_str(o, text);
			out__lit(o, ")");
		}
	}
}

static void verb__ret_none(struct out *o)
{
	if (o->state[STRACE_CALL] != CALL_UNFINISHED)
		out__lit(o, "?");
}

static void verb__ret_extra_begin(struct out *o, const char *name)
{
	out__lit(o, " (");
	o->state[STRACE_EXTRA] = out__line_len(o);
	o->state[STRACE_EXTRA_NAME] = (uintptr_t)name;
	o->first = true;
}

static void verb__ret_extra_end(struct out *o)
{
	const char *name = (const char *)(uintptr_t)o->state[STRACE_EXTRA_NAME];

	if (name && out__line_len(o) == o->state[STRACE_EXTRA])
		put_str(o, name);
	out__lit(o, ")");
	o->state[STRACE_EXTRA] = 0;
}

static bool verb__ret_note_begin(struct out *o, const char *what)
{
	if (look_of(o)->numbers == NUMBER_RAW)
		return false;
	verb__ret_extra_begin(o, NULL);
	if (what) {
		put_str(o, what);
		out__lit(o, " ");
	}
	return true;
}

/* -- Numbers --------------------------------------------------------------------------------------------------------- */

static void put_hex(struct out *o, uint64_t v)
{
	if (v)
		FMT(o, fmt__hex, v);
	else
		out__lit(o, "0");
}

/* Three digits at least: 000, 0644. */
static void put_octal(struct out *o, uint64_t v)
{
	if (v < 010)
		FMT(o, fmt__zeros, v, 3);
	else
		FMT(o, fmt__octal, v);
}

static void put_comment(struct out *o, const char *text, size_t len)
{
	out__lit(o, " /* ");
	out__put(o, text, len);
	out__lit(o, " */");
}

static void verb__hex(struct out *o, uint64_t v)
{
	put_hex(o, v);
}

static void verb__hex_full(struct out *o, uint64_t v, unsigned size)
{
	if (v)
		out__lit(o, "0x");
	FMT(o, fmt__hex_digits, v, 2 * size - (v ? 2 : 0));
}

static void verb__octal(struct out *o, uint64_t v)
{
	put_octal(o, v);
}

static void verb__unread(struct out *o, uint64_t addr)
{
	text__address(o, addr);
}

static void verb__late_end(struct out *o)
{
	(void)o;
}

static void verb__octets(struct out *o, const void *p, size_t len, enum string_note note);

/* -X: the bytes as they are passed, instead of what they mean, or before it. false: that is all. */
static bool begin_octets(struct out *o, const void *p, size_t len)
{
	enum number_style style = look_of(o)->numbers;

	if (style != NUMBER_NAMED)
		verb__octets(o, p, len, STRING_WHOLE);
	if (style == NUMBER_BOTH)
		out__lit(o, " /* ");
	return style != NUMBER_RAW;
}

static bool begin_network(struct out *o, uint64_t v, unsigned size)
{
	uint8_t bytes[8];

	for (unsigned i = 0; i < size; i++)
		bytes[i] = (uint8_t)(v >> 8 * (size - 1 - i));
	return begin_octets(o, bytes, size);
}

static void end_network(struct out *o)
{
	if (look_of(o)->numbers == NUMBER_BOTH)
		out__lit(o, " */");
}

static void verb__network(struct out *o, uint64_t v, unsigned size)
{
	if (!begin_network(o, v, size))
		return;
	put_str(o, size == 2 ? "htons(" : size == 4 ? "htonl(" : "htobe64(");
	FMT(o, fmt__u64, v);
	out__lit(o, ")");
	end_network(o);
}

/* -- Constants ------------------------------------------------------------------------------------------------------- */

static enum constants_as verb__constants(const struct out *o)
{
	enum number_style style = look_of(o)->numbers;

	return style == NUMBER_RAW ? CONSTANTS_NUMBERS : style == NUMBER_BOTH ? CONSTANTS_BOTH : CONSTANTS_NAMED;
}

static void verb__comment(struct out *o, const char *text)
{
	put_comment(o, text, strlen(text));
}

/* Lists that strace names in another way than by the prefix of their names. NULL: not at all. */
static const struct {
	const struct flag_table *list;
	const char *unknown;
} unknowns[] = {
	{ &bond_3ad_stats_attrs, "BOND_XSTATS_???" },
	{ &ifla_port_attrs, "IFLA_VF_PORT_???" },
	{ &ip_tos, "IPTOS_TOS_???" },
	{ &nf_hook_msgs, "NFT_MSG_HOOK_???" },
	{ &rt_scopes, NULL },
	{ &sock_shutdown_flags, "???_SHUTDOWN" },
	{ &tls_versions, "TLS_???_VERSION" },
	{ &br_mcast_dirs, NULL },
};

/* What the list's constants are called, for a value that is none of them: O_??? */
static void put_unknown(struct out *o, const struct flag_table *t)
{
	for (size_t i = 0; i < sizeof(unknowns) / sizeof(unknowns[0]); i++)
		if (unknowns[i].list == t) {
			if (unknowns[i].unknown)
				put_comment(o, unknowns[i].unknown, strlen(unknowns[i].unknown));
			return;
		}
	if (t && t->unknown)
		put_comment(o, t->unknown, strlen(t->unknown));
}

static const char *shown_name(const struct out *o, const char *name, unsigned prefix_len)
{
	return o->state[STRACE_SET] ? name + prefix_len : name;
}

/* Negative values of 32 bits are ints: AT_FDCWD. */
static void put_number(struct out *o, uint64_t v)
{
	if ((int64_t)v < 0 && (int64_t)v >= INT32_MIN)
		FMT(o, fmt__i64, (int64_t)v);
	else
		put_hex(o, v);
}

static void verb__symbol(struct out *o, uint64_t v, const char *name, unsigned prefix_len, const struct flag_table *t)
{
	enum number_style style = look_of(o)->numbers;

	if (name)
		name = shown_name(o, name, prefix_len);
	if (name && style == NUMBER_NAMED) {
		put_str(o, name);
		return;
	}
	if (name)
		put_number(o, v);
	else
		put_hex(o, v);
	if (style == NUMBER_RAW)
		return;
	if (name)
		put_comment(o, name, strlen(name));
	else
		put_unknown(o, t);
}

static void put_one_of(struct out *o, uint64_t v, const struct flag_table *t)
{
	const struct flag *f = t ? flag_table__find(t, v) : NULL;

	verb__symbol(o, v, f ? f->name : NULL, f ? f->skip : 0, t);
}

static void verb__joined(struct out *o, uint64_t high, const struct flag_table *ht, unsigned shift, uint64_t low, const struct flag_table *lt)
{
	put_one_of(o, high, ht);
	out__lit(o, "<<");
	FMT(o, fmt__u64, shift);
	out__lit(o, "|");
	put_one_of(o, low, lt);
}

static void verb__network_symbol(struct out *o, uint64_t v, const char *name, unsigned prefix_len, const struct flag_table *t)
{
	(void)prefix_len;
	if (!begin_network(o, v, 2))
		return;
	out__lit(o, "htons(");
	if (name) {
		put_str(o, name);
	} else {
		put_hex(o, v);
		put_unknown(o, t);
	}
	out__lit(o, ")");
	end_network(o);
}

static void put_flags_number(struct out *o, uint64_t v, const struct flag_table *t)
{
	if (t && t->octal)
		put_octal(o, v);
	else
		put_hex(o, v);
}

static void verb__flags_begin(struct out *o, uint64_t v, const struct flag_table *t)
{
	enum number_style style = look_of(o)->numbers;

	o->first = true;
	o->state[STRACE_COMMENT] = o->state[STRACE_OCTAL] = 0;
	o->state[STRACE_FIELD_NAME] = (uintptr_t)t;	/* for flags_end: no field begins in between */
	if (style != NUMBER_NAMED && (v || style == NUMBER_RAW))
		put_flags_number(o, v, t);
}

static void begin_flag(struct out *o)
{
	if (!o->first) {
		out__lit(o, "|");
	} else if (look_of(o)->numbers == NUMBER_BOTH) {
		out__lit(o, " /* ");
		o->state[STRACE_COMMENT] = 1;
	}
	o->first = false;
}

static void verb__flag(struct out *o, const char *name, unsigned len, unsigned prefix_len)
{
	(void)prefix_len;
	if (look_of(o)->numbers == NUMBER_RAW)
		return;
	begin_flag(o);
	out__put(o, name, len);
}

/* Permissions follow the bits without names. */
static void verb__flag_octal(struct out *o, uint64_t v)
{
	o->state[STRACE_OCTAL] = v + 1;
}

static void put_rest(struct out *o, uint64_t rest, const struct flag_table *t)
{
	bool named = look_of(o)->numbers == NUMBER_NAMED;

	if (named || !rest)
		put_hex(o, rest);
	if (rest)
		put_unknown(o, t);
}

static void verb__flags_end(struct out *o, uint64_t rest, bool any)
{
	const struct flag_table *t = (const struct flag_table *)(uintptr_t)o->state[STRACE_FIELD_NAME];

	if (look_of(o)->numbers == NUMBER_RAW || !any)
		o->first = false;
	if (look_of(o)->numbers == NUMBER_RAW)
		return;
	if (!any) {
		put_rest(o, rest, t);
		return;
	}
	if (rest) {
		begin_flag(o);
		put_hex(o, rest);
	}
	if (o->state[STRACE_OCTAL]) {
		begin_flag(o);
		put_octal(o, o->state[STRACE_OCTAL] - 1);
	}
	o->first = false;
	if (o->state[STRACE_COMMENT])
		out__lit(o, " */");
}

static void verb__request(struct out *o, uint64_t v, const struct flag_table *t, const struct flag *f, const struct ioc *ioc)
{
	enum number_style style = look_of(o)->numbers;

	if (style != NUMBER_NAMED)
		put_hex(o, v);
	if (style == NUMBER_RAW)
		return;
	if (style == NUMBER_BOTH)
		out__lit(o, " /* ");
	o->opt.prefix = true;
	text__request(o, v, t, f, ioc);
	if (style == NUMBER_BOTH)
		out__lit(o, " */");
}

static void verb__or(struct out *o)
{
	out__lit(o, "|");
}

/* IOPRIO_PRIO_VALUE() of linux/ioprio.h: a class and 13 bits of data. */
static void verb__ioprio(struct out *o, uint32_t v, const char *name)
{
	enum number_style style = look_of(o)->numbers;

	if (style != NUMBER_NAMED)
		FMT(o, fmt__i64, (int32_t)v);
	if (style == NUMBER_RAW)
		return;
	put_str(o, style == NUMBER_BOTH ? " /* IOPRIO_PRIO_VALUE(" : "IOPRIO_PRIO_VALUE(");
	verb__symbol(o, v >> 13, name, 0, &ioprio_classes);
	out__lit(o, ", ");
	FMT(o, fmt__u64, v & 0x1fff);
	put_str(o, style == NUMBER_BOTH ? ") */" : ")");
}

/* -- Strings --------------------------------------------------------------------------------------------------------- */

static bool is_space(uint8_t c)
{
	return c >= '\t' && c <= '\r';
}

static bool is_printable(uint8_t c)
{
	return c >= ' ' && c < 0x7f;
}

/* Must it be shown in hexadecimal as a whole? */
static bool wants_hex(const struct out *o, const uint8_t *p, size_t len)
{
	if (look_of(o)->hex != HEX_NOT_ASCII)
		return look_of(o)->hex == HEX_ALL;
	for (size_t i = 0; i < len; i++)
		if (!is_printable(p[i]) && !is_space(p[i]))
			return true;
	return false;
}

static char *put_hex_byte(char *d, uint8_t c)
{
	memcpy(d, "\\x", 2);
	return fmt__hex_digits(d + 2, c, 2);
}

static char letter_of(uint8_t c)
{
	static const char letters[] = "tnvfr";

	if (c == '"' || c == '\\')
		return (char)c;
	return is_space(c) ? letters[c - '\t'] : 0;
}

/* As short as is unambiguous: three digits before an octal digit. */
static char *put_octal_byte(char *d, uint8_t c, uint8_t next)
{
	bool full = next >= '0' && next <= '7';

	*d++ = '\\';
	if (full || c >= 0100)
		*d++ = (char)('0' + (c >> 6));
	if (full || c >= 010)
		*d++ = (char)('0' + (c >> 3 & 7));
	*d++ = (char)('0' + (c & 7));
	return d;
}

static char *put_byte(char *d, uint8_t c, uint8_t next, bool angle)
{
	char letter = letter_of(c);

	if (letter) {
		*d++ = '\\';
		*d++ = letter;
	} else if (is_printable(c) && !(angle && (c == '<' || c == '>'))) {
		*d++ = (char)c;
	} else {
		d = put_octal_byte(d, c, next);
	}
	return d;
}

static void put_bytes(struct out *o, const uint8_t *p, size_t len, bool angle)
{
	bool hex = wants_hex(o, p, len);

	for (size_t i = 0; i < len; i++) {
		out__room(o, 0);
		o->p = hex ? put_hex_byte(o->p, p[i]) : put_byte(o->p, p[i], i + 1 < len ? p[i + 1] : 0, angle);
	}
}

void strace__put_string(struct out *o, const void *p, size_t len)
{
	out__lit(o, "\"");
	put_bytes(o, p, len, false);
	out__lit(o, "\"");
}

void strace__put_name(struct out *o, const char *name, size_t len)
{
	put_bytes(o, (const uint8_t *)name, len, true);
}

static void verb__abstract(struct out *o, const void *p, size_t len)
{
	out__lit(o, "@");
	strace__put_string(o, p, len);
}

static void verb__string(struct out *o, const void *p, size_t len, enum string_note note)
{
	strace__put_string(o, p, len);
	if (note == STRING_CUT)
		out__lit(o, "...");
}

/* -- Descriptors, tasks, addresses ----------------------------------------------------------------------------------- */

static void put_angled(struct out *o, const char *name, size_t len)
{
	out__lit(o, "<");
	strace__put_name(o, name, len);
	out__lit(o, ">");
}

static void verb__fd(struct out *o, int fd, const struct fd_name *name)
{
	FMT(o, fmt__i64, fd);
	if (name && look_of(o)->fds)
		strace__put_fd_name(o, name);
}

static void verb__cwd(struct out *o, const char *path, size_t path_len)
{
	verb__symbol(o, (uint64_t)(int64_t)AT_FDCWD, "AT_FDCWD", 0, NULL);
	if (path && look_of(o)->fds & FDS_PATHS)
		put_angled(o, path, path_len);
}

static void verb__task(struct out *o, int64_t pid, const char *comm, int64_t outer)
{
	FMT(o, fmt__i64, pid);
	if (comm && look_of(o)->comm)
		put_angled(o, comm, strlen(comm));
	if (!outer)
		return;
	out__lit(o, " /* ");
	FMT(o, fmt__i64, outer);
	out__lit(o, " in strace's PID NS */");
}

/* Removes the current field's `name=`: its value says it in another way. */
static size_t unput_name(struct out *o, const char **name)
{
	size_t at = o->state[STRACE_FIELD], len = o->state[STRACE_FIELD_LEN];

	*name = (const char *)(uintptr_t)o->state[STRACE_FIELD_NAME];
	if (!len || o->err || out__line_len(o) != at + len + 1)
		return 0;
	o->p -= len + 1;
	return len;
}

static void put_inet6(struct out *o, const char *words, size_t len)
{
	const char *name = NULL;
	size_t name_len = look_of(o)->numbers == NUMBER_NAMED ? unput_name(o, &name) : 0;

	out__lit(o, "inet_pton(AF_INET6, \"");
	out__put(o, words, len);
	out__lit(o, "\"");
	if (name_len) {
		out__lit(o, ", &");
		out__put(o, name, name_len);
	}
	out__lit(o, ")");
}

static void verb__inet(struct out *o, unsigned family, const void *p, size_t len)
{
	char words[WORDS_MAX];
	size_t n = (size_t)(words__inet(words, p, len) - words);

	if (!begin_octets(o, p, len))
		return;
	if (family == AF_INET6) {
		put_inet6(o, words, n);
	} else {
		out__lit(o, "inet_addr(\"");
		out__put(o, words, n);
		out__lit(o, "\")");
	}
	end_network(o);
}

static void verb__octets(struct out *o, const void *p, size_t len, enum string_note note)
{
	const uint8_t *bytes = p;

	out__lit(o, "\"");
	for (size_t i = 0; i < len; i++) {
		out__room(o, 0);
		o->p = put_hex_byte(o->p, bytes[i]);
	}
	put_str(o, note == STRING_CUT ? "\"..." : "\"");
}

static void put_device(struct out *o, uint64_t major, uint64_t minor)
{
	out__lit(o, "makedev(");
	put_hex(o, major);
	out__lit(o, ", ");
	put_hex(o, minor);
	out__lit(o, ")");
}

static void verb__device(struct out *o, uint64_t major, uint64_t minor)
{
	enum number_style style = look_of(o)->numbers;

	if (style != NUMBER_NAMED)
		put_hex(o, makedev(major, minor));
	if (style == NUMBER_BOTH)
		out__lit(o, " /* ");
	if (style != NUMBER_RAW)
		put_device(o, major, minor);
	if (style == NUMBER_BOTH)
		out__lit(o, " */");
}

static void verb__hwaddr(struct out *o, const void *p, size_t len)
{
	enum number_style style = look_of(o)->numbers;
	char words[WORDS_MAX];
	size_t n = (size_t)(words__hwaddr(words, p, len) - words);

	if (style != NUMBER_NAMED)
		verb__octets(o, p, len, STRING_WHOLE);
	if (style == NUMBER_BOTH)
		put_comment(o, words, n);
	else if (style == NUMBER_NAMED)
		out__put(o, words, n);
}

static void verb__interface(struct out *o, uint32_t index, const char *name)
{
	enum number_style style = look_of(o)->numbers;

	if (!name || style != NUMBER_NAMED)
		FMT(o, fmt__u64, index);
	if (!name || style == NUMBER_RAW)
		return;
	put_str(o, style == NUMBER_BOTH ? " /* if_nametoindex(\"" : "if_nametoindex(\"");
	put_str(o, name);
	put_str(o, style == NUMBER_BOTH ? "\") */" : "\")");
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
	if (o->state[STRACE_EXTRA])
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
	if (!v || look_of(o)->numbers == NUMBER_RAW)
		return;
	snprintf(text, sizeof(text), "%.*f s", 2, (double)v / TICKS_PER_SEC);
	put_comment(o, text, strlen(text));
}

/* Limits of sizes are mostly set in units of 1024 bytes. */
static void verb__limit(struct out *o, uint64_t v, const char *infinity)
{
	enum number_style style = look_of(o)->numbers;

	if (infinity && style == NUMBER_NAMED) {
		put_str(o, infinity);
	} else if (v <= 1024 || v % 1024 || infinity) {
		FMT(o, fmt__u64, v);
	} else {
		FMT(o, fmt__u64, v / 1024);
		out__lit(o, "*1024");
	}
	if (infinity && style == NUMBER_BOTH)
		put_comment(o, infinity, strlen(infinity));
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
	verb__symbol(o, event, f ? f->name : NULL, 0, &ptrace_events);
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
		put_hex(o, status & 0xffff0000u);
	}
	out__lit(o, "]");
}

/* -- Compounds ------------------------------------------------------------------------------------------------------- */

static void verb__item(struct out *o)
{
	if (!o->first && o->state[STRACE_SET])
		out__lit(o, " ");
	else if (!o->first)
		out__lit(o, ", ");
	o->first = false;
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

static void verb__struct_begin(struct out *o)
{
	out__lit(o, "{");
	o->first = true;
}

static void verb__struct_end(struct out *o, bool abridged)
{
	if (abridged)
		put_str(o, o->first ? "..." : ", ...");
	out__lit(o, "}");
	o->first = false;
}

static void verb__struct_fault(struct out *o, uint64_t addr)
{
	put_str(o, o->first ? "" : ", ");
	put_hex(o, addr);
	out__lit(o, "}");
	o->first = false;
}

static void verb__macro_begin(struct out *o, const char *name)
{
	put_str(o, name);
	out__lit(o, "(");
	o->first = true;
	o->state[STRACE_MACRO]++;
}

static void verb__macro_end(struct out *o)
{
	out__lit(o, ")");
	o->first = false;
	o->state[STRACE_MACRO]--;
}

static void verb__array_begin(struct out *o)
{
	out__lit(o, "[");
	o->first = true;
}

static void verb__array_end(struct out *o, enum array_end why, uint64_t addr)
{
	if (why != ARRAY_WHOLE)
		put_str(o, o->first ? "..." : ", ...");
	if (why == ARRAY_FAULT) {
		out__lit(o, " /* ");
		put_hex(o, addr);
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
	enum number_style style = look_of(o)->numbers;

	(void)prefix_len;
	out__lit(o, "[");
	if (!name || style != NUMBER_NAMED)
		FMT(o, fmt__u64, i);
	if (!name && style != NUMBER_RAW)
		put_unknown(o, t);
	if (name && style == NUMBER_BOTH)
		out__lit(o, " /* ");
	if (name && style != NUMBER_RAW)
		put_index_name(o, name, base);
	put_str(o, name && style == NUMBER_BOTH ? " */]=" : "]=");
}

static void verb__set_begin(struct out *o, bool inverted)
{
	if (inverted)
		out__lit(o, "~");
	out__lit(o, "[");
	o->first = true;
	o->state[STRACE_SET] = 1;
}

static void verb__set_end(struct out *o)
{
	out__lit(o, "]");
	o->first = false;
	o->state[STRACE_SET] = 0;
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
	.whole_only = true, .fds_at_entry = true, .strace_marks = true, OWN(constants), OWN(comment),
	OWN(arg), OWN(ret_begin), OWN(ret_error), OWN(ret_none), OWN(ret_extra_begin), OWN(ret_extra_end), OWN(ret_note_begin),
	.integer = text__integer, .uinteger = text__uinteger, OWN(hex), OWN(octal), .address = text__address, OWN(unread),
	.late_begin = text__late_begin, OWN(late_end), OWN(network), OWN(network_symbol), OWN(hex_full), OWN(abstract), OWN(symbol), OWN(joined),
	OWN(flags_begin), OWN(flag), OWN(flag_octal), OWN(flags_end), OWN(or), OWN(string), .bytes = verb__string,
	OWN(fd), OWN(cwd), OWN(task), .counted = text__counted, OWN(time), OWN(date), OWN(inet), OWN(octets), OWN(hwaddr), OWN(interface), OWN(ticks), OWN(device), OWN(limit), OWN(ioprio), OWN(wait_status), OWN(request),
	.location = text__location, OWN(array_begin), OWN(item), OWN(index), OWN(array_end), OWN(set_begin), OWN(set_end),
	.change_begin = text__change_begin, .changed = text__changed, .change_end = text__change_end,
	OWN(struct_begin), OWN(field), OWN(struct_end), OWN(struct_fault), OWN(macro_begin), OWN(macro_end), OWN(outcome),
};
