// SPDX-License-Identifier: BSD-2-Clause
/* strace_strings.c - strings (-x), descriptors (-y), tasks, and addresses of networks, in strace's syntax. */
#include "strace.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>

#include "beautifiers/flags.h"
#include "words.h"

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
	if (strace__look(o)->hex != HEX_NOT_ASCII)
		return strace__look(o)->hex == HEX_ALL;
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

/* A byte that needs an escape sequence. */
static char *put_escape(char *d, uint8_t c, uint8_t next, enum hex_strings hex)
{
	return hex == HEX_CHARS ? put_hex_byte(d, c) : put_octal_byte(d, c, next);
}

static char *put_byte(char *d, uint8_t c, uint8_t next, bool angle, enum hex_strings hex)
{
	char letter = letter_of(c);

	if (letter) {
		*d++ = '\\';
		*d++ = letter;
	} else if (is_printable(c) && !(angle && (c == '<' || c == '>'))) {
		*d++ = (char)c;
	} else {
		d = put_escape(d, c, next, hex);
	}
	return d;
}

static void put_bytes(struct out *o, const uint8_t *p, size_t len, bool angle)
{
	bool hex = wants_hex(o, p, len);

	for (size_t i = 0; i < len; i++) {
		out__room(o, 0);
		o->p = hex ? put_hex_byte(o->p, p[i]) : put_byte(o->p, p[i], i + 1 < len ? p[i + 1] : 0, angle, strace__look(o)->hex);
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

void strace__abstract(struct out *o, const void *p, size_t len)
{
	out__lit(o, "@");
	strace__put_string(o, p, len);
}

void strace__string(struct out *o, const void *p, size_t len, enum string_note note)
{
	bool cut = note == STRING_CUT;

	if (note == STRING_NUL || note == STRING_CUT_NUL) {
		if (wants_hex(o, p, len))
			cut = note == STRING_CUT_NUL;
		else
			len--;
	}
	strace__put_string(o, p, len);
	if (cut)
		out__lit(o, "...");
}

/* -- Descriptors, tasks, addresses ----------------------------------------------------------------------------------- */

static void put_angled(struct out *o, const char *name, size_t len)
{
	out__lit(o, "<");
	strace__put_name(o, name, len);
	out__lit(o, ">");
}

void strace__fd(struct out *o, int fd, const struct fd_name *name)
{
	FMT(o, fmt__i64, fd);
	if (name && strace__look(o)->fds)
		strace__put_fd_name(o, name);
}

void strace__cwd(struct out *o, const char *path, size_t path_len)
{
	strace__symbol(o, (uint64_t)(int64_t)AT_FDCWD, "AT_FDCWD", 0, NULL);
	if (path && strace__look(o)->fds & FDS_PATHS)
		put_angled(o, path, path_len);
}

void strace__task(struct out *o, int64_t pid, const char *comm, int64_t outer)
{
	FMT(o, fmt__i64, pid);
	if (comm && strace__look(o)->comm)
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
	size_t name_len = strace__numbers(o) == NUMBER_NAMED ? unput_name(o, &name) : 0;

	out__lit(o, "inet_pton(AF_INET6, ");
	strace__put_string(o, words, len);
	if (name_len) {
		out__lit(o, ", &");
		out__put(o, name, name_len);
	}
	out__lit(o, ")");
}

void strace__inet(struct out *o, unsigned family, const void *p, size_t len)
{
	char words[WORDS_MAX];
	size_t n = (size_t)(words__inet(words, p, words__inet_len(family, len)) - words);

	if (!strace__begin_octets(o, p, len))
		return;
	if (family == AF_INET6) {
		put_inet6(o, words, n);
	} else {
		out__lit(o, "inet_addr(");
		strace__put_string(o, words, n);
		out__lit(o, ")");
	}
	strace__end_network(o);
}

void strace__octets(struct out *o, const void *p, size_t len, enum string_note note)
{
	const uint8_t *bytes = p;

	if (!p) {
		out__lit(o, "???");
		return;
	}
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
	strace__put_hex(o, major);
	out__lit(o, ", ");
	strace__put_hex(o, minor);
	out__lit(o, ")");
}

void strace__device(struct out *o, uint64_t major, uint64_t minor)
{
	enum number_style style = strace__numbers(o);

	if (style != NUMBER_NAMED)
		strace__put_hex(o, makedev(major, minor));
	if (style == NUMBER_BOTH)
		out__lit(o, " /* ");
	if (style != NUMBER_RAW)
		put_device(o, major, minor);
	if (style == NUMBER_BOTH)
		out__lit(o, " */");
}

void strace__uuid(struct out *o, const void *p)
{
	char words[WORDS_MAX];

	out__put(o, words, (size_t)(words__uuid(words, p) - words));
}

void strace__hwaddr(struct out *o, const void *p, size_t len)
{
	enum number_style style = strace__numbers(o);
	char words[WORDS_MAX];
	size_t n = (size_t)(words__hwaddr(words, p, len) - words);

	if (style != NUMBER_NAMED)
		strace__octets(o, p, len, STRING_WHOLE);
	if (style == NUMBER_BOTH)
		strace__put_comment(o, words, n);
	else if (style == NUMBER_NAMED)
		out__put(o, words, n);
}

void strace__interface(struct out *o, uint32_t index, const char *name)
{
	enum number_style style = strace__numbers(o);

	if (!name || style != NUMBER_NAMED)
		FMT(o, fmt__u64, index);
	if (!name || style == NUMBER_RAW)
		return;
	put_str(o, style == NUMBER_BOTH ? " /* if_nametoindex(" : "if_nametoindex(");
	strace__put_string(o, name, strlen(name));
	put_str(o, style == NUMBER_BOTH ? ") */" : ")");
}
