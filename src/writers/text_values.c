// SPDX-License-Identifier: BSD-2-Clause
/*
 * text_values.c - arguments, results, values and compounds in the text format.
 *
 * Values store only themselves; arg, field and item store the separators.
 *
 * Strings are escaped by escape.h. A descriptor's name ends at the `>`: in paths of files (they begin with `/`) `<` and `>` are
 * escaped, in names that the tracer composed (TCP:[a->b], pipe:[1]) they are not.
 */
#include <time.h>

#include "beautifiers/flags.h"
#include "bpf/wire.h"
#include "syscalltbl/syscalltbl.h"
#include "text.h"
#include "words.h"

/* -- Words of lines -------------------------------------------------------------------------------------------------- */

void text__put_count(struct out *o, uint64_t n, const char *what)
{
	FMT(o, fmt__u64, n);
	out__lit(o, " ");
	put_str(o, what);
	if (n != 1)
		out__lit(o, "s");
}

void text__put_signal(struct out *o, unsigned signo)
{
	const char *name = signal__name((int)signo);

	colour(o, SGR_SIGNAL);
	put_str(o, name ? name : "signal ");
	if (!name)
		FMT(o, fmt__u64, signo);
	colour(o, SGR_END);
}

void text__put_end(struct out *o, unsigned status)
{
	if (status == EXIT_UNKNOWN) {
		out__lit(o, "ended");
	} else if (status & 0x7f) {
		out__lit(o, "killed by ");
		text__put_signal(o, status & 0x7f);
	} else {
		out__lit(o, "exited with ");
		FMT(o, fmt__u64, status >> 8 & 0xff);
	}
}

/* -- Arguments and results ------------------------------------------------------------------------------------------- */

void text__begin_args(struct out *o, enum call_state st)
{
	o->state[TEXT_CALL] = st;
	o->state[TEXT_SET] = 0;
	o->first = true;
}

static void text__arg(struct out *o, const char *name, unsigned name_len)
{
	if (!o->first)
		out__lit(o, ", ");
	else if (o->state[TEXT_CALL] == CALL_RESUMED)
		out__lit(o, " ");
	put_name(o, name, name_len);
	o->first = false;
}

void text__ret_begin(struct out *o, int64_t ret)
{
	(void)o, (void)ret;
}

void text__ret_error(struct out *o, int64_t ret, const char *name, const char *text)
{
	colour(o, SGR_ERROR);
	if (!name) {
		out__lit(o, "-1 (errno ");
		FMT(o, fmt__u64, -(uint64_t)ret);
		out__lit(o, ")");
	} else {
		out__lit(o, "-1 ");
		put_str(o, name);
	}
	if (name && text) {
		out__lit(o, " (");
		put_str(o, text);
		out__lit(o, ")");
	}
	colour(o, SGR_END);
}

void text__ret_none(struct out *o)
{
	if (o->state[TEXT_CALL] != CALL_UNFINISHED)
		out__lit(o, "?");
}

void text__ret_extra_begin(struct out *o, const char *name)
{
	out__lit(o, " (");
	o->state[TEXT_EXTRA] = out__line_len(o);
	o->state[TEXT_EXTRA_NAME] = (uintptr_t)name;
	o->first = true;
}

void text__ret_extra_end(struct out *o)
{
	const char *name = (const char *)(uintptr_t)o->state[TEXT_EXTRA_NAME];

	if (name && out__line_len(o) == o->state[TEXT_EXTRA])
		put_str(o, name);
	out__lit(o, ")");
	o->state[TEXT_EXTRA] = 0;
}

/* -- Values ---------------------------------------------------------------------------------------------------------- */

#define NUMBER(verb, type, as) void text__##verb(struct out *o, type v) { FMT(o, as, v); }

NUMBER(integer, int64_t, fmt__i64)
NUMBER(uinteger, uint64_t, fmt__u64)
NUMBER(octal, uint64_t, fmt__octal)

static void put_hex(struct out *o, uint64_t v, const char *zero)
{
	if (v)
		FMT(o, fmt__hex, v);
	else
		put_str(o, zero);
}

void text__hex(struct out *o, uint64_t v)
{
	put_hex(o, v, "0");
}

void text__address(struct out *o, uint64_t v)
{
	put_hex(o, v, "NULL");
}

void text__late_begin(struct out *o)
{
	(void)o;
}

void text__late_end(struct out *o)
{
	out__lit(o, " <late>");
}

void text__unread(struct out *o, uint64_t addr)
{
	text__address(o, addr);
	out__lit(o, " <unread>");
}

void text__network(struct out *o, uint64_t v, unsigned size)
{
	if (size == 4)
		text__hex(o, v);
	else
		text__uinteger(o, v);
}

void text__symbol(struct out *o, uint64_t v, const char *name, unsigned prefix_len, const struct flag_table *t)
{
	(void)t;
	if (!name) {
		text__hex(o, v);
		return;
	}
	if (!o->opt.prefix)
		name += prefix_len;
	put_escaped(o, name, strlen(name), 0);
}

static void put_one_of(struct out *o, uint64_t v, const struct flag_table *t)
{
	const struct flag *f = t ? flag_table__find(t, v) : NULL;

	text__symbol(o, v, f ? f->name : NULL, f ? f->skip : 0, t);
}

void text__joined(struct out *o, uint64_t high, const struct flag_table *ht, unsigned shift, uint64_t low, const struct flag_table *lt)
{
	put_one_of(o, high, ht);
	if (shift) {
		out__lit(o, "<<");
		FMT(o, fmt__u64, shift);
	}
	out__lit(o, "|");
	put_one_of(o, low, lt);
}

void text__flags_begin(struct out *o, uint64_t v, const struct flag_table *t)
{
	(void)v;
	(void)t;
	o->first = true;
}

void text__flag(struct out *o, const char *name, unsigned len, unsigned prefix_len)
{
	unsigned skip = o->opt.prefix ? 0 : prefix_len;

	if (!o->first)
		out__lit(o, "|");
	out__put(o, name + skip, len - skip);
	o->first = false;
}

void text__flag_octal(struct out *o, uint64_t v)
{
	if (!o->first)
		out__lit(o, "|");
	text__octal(o, v);
	o->first = false;
}

void text__flags_end(struct out *o, uint64_t rest, bool any)
{
	if (any && rest)
		out__lit(o, "|");
	if (!any || rest)
		text__hex(o, rest);
	o->first = false;
}

void text__string(struct out *o, const void *p, size_t len, enum string_note note)
{
	colour(o, SGR_STRING);
	out__lit(o, "\"");
	put_escaped(o, p, len, ESCAPE_STRING);
	out__lit(o, "\"");
	colour(o, SGR_END);
	if (note == STRING_CUT)
		out__lit(o, "...");
}

void text__bytes(struct out *o, const void *p, size_t len, enum string_note note)
{
	text__string(o, p, len, note);
}

void text__task(struct out *o, int64_t pid, const char *comm, int64_t outer)
{
	FMT(o, fmt__i64, pid);
	if (comm) {
		out__lit(o, "<");
		put_escaped(o, comm, strlen(comm), ESCAPE_BACKSLASH | ESCAPE_ANGLE);
		out__lit(o, ">");
	}
	if (outer) {
		out__lit(o, " [");
		FMT(o, fmt__i64, outer);
		out__lit(o, " in trace's PID namespace]");
	}
}

void text__location(struct out *o, uint64_t addr, const char *path, size_t path_len, uint64_t offset)
{
	if (!path) {
		text__address(o, addr);
		return;
	}
	put_escaped(o, path, path_len, ESCAPE_BACKSLASH);
	out__lit(o, "+");
	text__hex(o, offset);
}

void text__counted(struct out *o, uint64_t addr, uint64_t n, const char *what)
{
	text__address(o, addr);
	out__lit(o, " /* ");
	FMT(o, fmt__u64, n);
	out__lit(o, " ");
	put_str(o, what);
	out__lit(o, " */");
}

void text__time(struct out *o, int64_t sec, int64_t nsec, int clock)
{
	bool sane = nsec >= 0 && nsec < NS_PER_SEC;

	FMT(o, fmt__i64, sec);
	out__lit(o, ".");
	if (sane)
		FMT(o, fmt__zeros, (uint64_t)nsec, 9);
	else
		FMT(o, fmt__i64, nsec);
	if (clock != CLOCK_REALTIME || !sane || sec < FMT_DATE_MIN || sec > FMT_DATE_MAX)
		return;
	out__lit(o, " /* ");
	FMT(o, fmt__date, sec);
	out__lit(o, " */");
}

static void put_words(struct out *o, const char *words, const char *end)
{
	out__put(o, words, (size_t)(end - words));
}

void text__inet(struct out *o, unsigned family, const void *p, size_t len)
{
	char words[WORDS_MAX];

	text__string(o, words, (size_t)(words__inet(words, p, words__inet_len(family, len)) - words), STRING_WHOLE);
}

void text__octets(struct out *o, const void *p, size_t len, enum string_note note)
{
	text__bytes(o, p, len, note);
}

void text__uuid(struct out *o, const void *p)
{
	char words[WORDS_MAX];

	text__string(o, words, (size_t)(words__uuid(words, p) - words), STRING_WHOLE);
}

void text__hwaddr(struct out *o, const void *p, size_t len)
{
	char words[WORDS_MAX];

	text__string(o, words, (size_t)(words__hwaddr(words, p, len) - words), STRING_WHOLE);
}

void text__interface(struct out *o, uint32_t index, const char *name)
{
	text__uinteger(o, index);
	if (!name)
		return;
	out__lit(o, "<");
	put_escaped(o, name, strlen(name), ESCAPE_BACKSLASH | ESCAPE_ANGLE);
	out__lit(o, ">");
}

/* In the largest unit of which it is a multiple; what is no multiple of 1 KiB in the largest unit that it has, rounded to tenths. */
static void put_size(struct out *o, uint64_t v)
{
	static const char units[][4] = { "KiB", "MiB", "GiB", "TiB" };
	unsigned unit = 0, tenths = 0;
	bool rounded = v % 1024;

	if (v < 1 << 20)
		return;
	for (v /= 1024; unit < 3 && (rounded ? v >= 1024 : v % 1024 == 0); unit++) {
		tenths = (v % 1024 * 10 + 512) / 1024;
		v /= 1024;
	}
	out__put(o, " /* ~", rounded ? 5 : 4);
	FMT(o, fmt__u64, v + tenths / 10);
	if (rounded) {
		out__lit(o, ".");
		FMT(o, fmt__u64, tenths % 10);
	}
	out__lit(o, " ");
	put_str(o, units[unit]);
	out__lit(o, " */");
}

void text__size(struct out *o, uint64_t v)
{
	text__uinteger(o, v);
	put_size(o, v);
}

static void put_date(struct out *o, int64_t sec, int64_t nsec, unsigned digits)
{
	bool extra = o->state[TEXT_EXTRA];

	(void)digits;		/* those of the fraction, which was shown */
	if (nsec < 0 || nsec >= NS_PER_SEC || sec < FMT_DATE_MIN || sec > FMT_DATE_MAX)
		return;
	if (!extra)
		out__lit(o, " /* ");
	FMT(o, fmt__date, sec);
	if (!extra)
		out__lit(o, " */");
}

void text__owner(struct out *o, uint32_t id, const char *name)
{
	text__interface(o, id, name);
}

void text__ticks(struct out *o, uint64_t v)
{
	text__uinteger(o, v);
}

void text__device(struct out *o, uint64_t major, uint64_t minor)
{
	char words[WORDS_MAX];

	put_words(o, words, words__device(words, major, minor));
}

static void put_device_name(struct out *o, const char *name)
{
	out__lit(o, " /* ");
	put_escaped(o, name, strlen(name), ESCAPE_BACKSLASH);
	out__lit(o, " */");
}

void text__request(struct out *o, uint64_t v, const struct flag_table *t, const struct flag *f, const struct ioc *ioc)
{
	char words[WORDS_MAX];

	(void)v;
	if (!f && ioc->macro)
		put_words(o, words, words__ioc_macro(words, ioc));
	else if (!f)
		put_words(o, words, words__ioc(words, ioc));
	for (const struct flag *g = f; g; g = flag_table__next(t, g)) {
		unsigned skip = o->opt.prefix ? 0 : g->skip;

		if (g != f)
			out__lit(o, " or ");
		out__put(o, g->name + skip, g->len - skip);
	}
}

/* -- Compounds ------------------------------------------------------------------------------------------------------- */

void text__struct_begin(struct out *o)
{
	out__lit(o, "{");
	o->first = true;
}

void text__item(struct out *o)
{
	if (!o->first && o->state[TEXT_SET])
		out__lit(o, " ");
	else if (!o->first)
		out__lit(o, ", ");
	o->first = false;
}

void text__field(struct out *o, const char *name, unsigned name_len)
{
	text__item(o);
	if (name)
		put_name(o, name, name_len);
}

static void put_end(struct out *o, bool abridged, char bracket)
{
	if (abridged && !o->first)
		out__lit(o, ", ");
	if (abridged)
		out__lit(o, "...");
	out__put(o, &bracket, 1);
	o->state[TEXT_SET] = 0;
	o->first = false;
}

void text__struct_end(struct out *o, bool abridged)
{
	put_end(o, abridged, '}');
}

void text__struct_fault(struct out *o, uint64_t addr)
{
	(void)addr;
	text__struct_end(o, true);
}

void text__macro_begin(struct out *o, const char *name)
{
	put_str(o, name);
	out__lit(o, "(");
	o->first = true;
}

void text__macro_end(struct out *o)
{
	put_end(o, false, ')');
}

void text__array_begin(struct out *o)
{
	out__lit(o, "[");
	o->first = true;
}

void text__index(struct out *o, uint64_t i, unsigned base, const char *name, unsigned prefix_len, const struct flag_table *t)
{
	(void)base;
	text__symbol(o, i, name, prefix_len, t);
	out__lit(o, ": ");
}

void text__array_end(struct out *o, enum array_end why, uint64_t addr)
{
	(void)addr;
	put_end(o, why != ARRAY_WHOLE, ']');
}

void text__set_begin(struct out *o, bool inverted)
{
	if (inverted)
		out__lit(o, "~");
	text__array_begin(o);
	o->state[TEXT_SET] = 1;
}

void text__set_end(struct out *o)
{
	put_end(o, false, ']');
}

void text__changed(struct out *o)
{
	out__lit(o, " => ");
	o->first = true;
}

void text__change_begin(struct out *o)
{
	(void)o;
}

void text__change_end(struct out *o)
{
	o->first = false;
}

const struct verbs text_verbs = {
	.arg = text__arg, TEXT_RESULTS(TEXT_VERB)
	TEXT_VALUES(TEXT_VERB) TEXT_STRUCTS(TEXT_VERB) .date = put_date, .device_name = put_device_name,
};
