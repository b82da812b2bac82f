// SPDX-License-Identifier: BSD-2-Clause
/*
 * json_values.c - arguments, results, values and compounds in the JSON format.
 *
 *	integers		number; beyond 2^53, where readers would round, a string of decimal digits
 *	addresses		"0x7f..."; null for NULL
 *	flags, enums		{"value":N,"names":["O_RDWR"]}; bits without a name are in the value only
 *	strings, buffers	"..." if they are UTF-8, otherwise {"bytes":"<hexadecimal>"}. Truncated:
 *				{"string":"...","truncated":true} or {"bytes":"...","truncated":true}; a character
 *				split by the cut is left out. Paths and comms are strings too.
 *	unread memory		{"address":"0x...","unread":true}
 *	memory read late	{"value":X,"late":true} for an argument whose memory was read after the call
 *	descriptors		{"fd":3,"path":"/etc/passwd"}, without path if it is unknown; with "registered":true the number is one in an io_uring's table
 *	tasks			{"pid":1,"comm":"init"}, a number where the comm is not known
 *	times of day		{"sec":N,"nsec":N}
 *	in and out		{"in":X,"out":Y} for memory that the call changed
 *	structures		objects; "_abridged":true if fields were left out
 *	arrays			arrays; {"_abridged":true} is the last element if there are more
 *	locations in memory	{"address":"0x...","file":"/bin/ls","offset":"0x..."}, without file and offset if they are unknown
 *	link layer addresses	"02:00:5e:10:00:00"
 *	users, groups		{"id":0,"name":"root"} with --names, else a number
 *	network interfaces	{"ifindex":1,"name":"lo"}, a number where the name is not known
 *	counted memory		{"address":"0x...","vars":41}
 *	sets			{"inverted":false,"set":[...]}
 */
#include "beautifiers/flags.h"
#include "json.h"
#include "lib/fmt.h"
#include "words.h"

/* -- Values ---------------------------------------------------------------------------------------------------------- */

/* A result that is the number in "ret" is not repeated. */
static bool is_plain_result(struct out *o, uint64_t v)
{
	bool plain = o->state[JSON_RESULT] && o->state[JSON_RET] == v;

	if (plain)
		o->state[JSON_RESULT] = 0;
	return plain;
}

static void verb__integer(struct out *o, int64_t v)
{
	if (!is_plain_result(o, (uint64_t)v))
		json__number(o, v);
}

static void verb__uinteger(struct out *o, uint64_t v)
{
	if (!is_plain_result(o, v))
		json__unumber(o, v);
}

static void verb__address(struct out *o, uint64_t v)
{
	if (v)
		json__hex(o, v);
	else
		json__literal(o, "null");
}

static void verb__unread(struct out *o, uint64_t addr)
{
	json__push(o, false);
	JSON_KEY(o, "address");
	verb__address(o, addr);
	JSON_MEMBER(o, "unread", literal, "true");
	json__pop(o);
}

static void verb__late_begin(struct out *o)
{
	json__push(o, false);
	JSON_KEY(o, "value");
}

static void verb__late_end(struct out *o)
{
	JSON_MEMBER(o, "late", literal, "true");
	json__pop(o);
}

static void verb__network(struct out *o, uint64_t v, unsigned size)
{
	(void)size;
	verb__uinteger(o, v);
}

static void verb__flags_begin(struct out *o, uint64_t v, const struct flag_table *t)
{
	(void)t;
	json__push(o, false);
	JSON_MEMBER(o, "value", unumber, v);
	JSON_MEMBER(o, "names", push, true);
}

static void verb__flag(struct out *o, const char *name, unsigned len, unsigned prefix_len)
{
	(void)prefix_len;
	json__value(o);
	json__quoted(o, name, len);
}

static void verb__flag_octal(struct out *o, uint64_t v)
{
	char text[FMT_MAX];

	verb__flag(o, text, (unsigned)(fmt__octal(text, v) - text), 0);
}

static void verb__flags_end(struct out *o, uint64_t rest, bool any)
{
	(void)rest;
	(void)any;
	json__pop(o);
	json__pop(o);
}

static void verb__request(struct out *o, uint64_t v, const struct flag_table *t, const struct flag *f, const struct ioc *ioc)
{
	char macro[WORDS_MAX];

	verb__flags_begin(o, v, t);
	if (!f && ioc->macro)
		verb__flag(o, macro, (unsigned)(words__ioc_macro(macro, ioc) - macro), 0);
	for (; f; f = flag_table__next(t, f))
		verb__flag(o, f->name, f->len, f->skip);
	verb__flags_end(o, 0, true);
}

/* Values of enums that are a negative int or long are shown with their sign: AT_FDCWD is -100. */
static void verb__symbol(struct out *o, uint64_t v, const char *name, unsigned prefix_len, const struct flag_table *t)
{
	(void)t;
	json__push(o, false);
	JSON_KEY(o, "value");
	if ((int64_t)v >= INT32_MIN)
		json__number(o, (int64_t)v);
	else
		json__unumber(o, v);
	JSON_MEMBER(o, "names", push, true);
	if (name)
		verb__flag(o, name, (unsigned)strlen(name), prefix_len);
	json__pop(o);
	json__pop(o);
}

static void put_name_of(struct out *o, uint64_t v, const struct flag_table *t)
{
	const struct flag *f = t ? flag_table__find(t, v) : NULL;

	if (f)
		verb__flag(o, f->name, f->len, f->skip);
}

static void verb__joined(struct out *o, uint64_t high, const struct flag_table *ht, unsigned shift, uint64_t low, const struct flag_table *lt)
{
	verb__flags_begin(o, high << shift | low, ht);
	put_name_of(o, high, ht);
	put_name_of(o, low, lt);
	verb__flags_end(o, 0, true);
}

static void verb__string(struct out *o, const void *p, size_t len, enum string_note note)
{
	json__text(o, p, len, note == STRING_CUT);
}

static void put_peers(struct out *o, const struct fd_name *name)
{
	JSON_MEMBER(o, "peers", push, true);
	for (unsigned i = 0; i < name->npeers; i++) {
		json__push(o, false);
		JSON_MEMBER(o, "pid", number, name->peers[i].pid);
		JSON_MEMBER(o, "comm", text, name->peers[i].comm, strlen(name->peers[i].comm), false);
		json__pop(o);
	}
	json__pop(o);
}

static void verb__fd(struct out *o, int fd, const struct fd_name *name)
{
	if (!name && is_plain_result(o, (uint64_t)(int64_t)fd))
		return;
	json__push(o, false);
	JSON_MEMBER(o, "fd", number, fd);
	if (name && name->registered)
		JSON_MEMBER(o, "registered", literal, "true");
	if (name && name->len)
		JSON_MEMBER(o, "path", text, name->text, name->len, false);
	if (name && name->npeers)
		put_peers(o, name);
	json__pop(o);
}

static void verb__task(struct out *o, int64_t pid, const char *comm, int64_t outer)
{
	if (!comm && !outer) {
		verb__integer(o, pid);
		return;
	}
	json__push(o, false);
	JSON_MEMBER(o, "pid", number, pid);
	if (comm)
		JSON_MEMBER(o, "comm", text, comm, strlen(comm), false);
	if (outer)
		JSON_MEMBER(o, "tracer_pid", number, outer);
	json__pop(o);
}

static void verb__location(struct out *o, uint64_t addr, const char *path, size_t path_len, uint64_t offset)
{
	json__push(o, false);
	JSON_MEMBER(o, "address", hex, addr);
	if (path) {
		JSON_MEMBER(o, "file", text, path, path_len, false);
		JSON_MEMBER(o, "offset", hex, offset);
	}
	json__pop(o);
}

static void verb__counted(struct out *o, uint64_t addr, uint64_t n, const char *what)
{
	json__push(o, false);
	JSON_KEY(o, "address");
	verb__address(o, addr);
	json__key(o, what, strlen(what));
	json__unumber(o, n);
	json__pop(o);
}

static void verb__time(struct out *o, int64_t sec, int64_t nsec, int clock)
{
	(void)clock;
	json__push(o, false);
	JSON_MEMBER(o, "sec", number, sec);
	JSON_MEMBER(o, "nsec", number, nsec);
	json__pop(o);
}

static void verb__inet(struct out *o, unsigned family, const void *p, size_t len)
{
	char words[WORDS_MAX];

	json__text(o, words, (size_t)(words__inet(words, p, words__inet_len(family, len)) - words), false);
}

static void verb__hwaddr(struct out *o, const void *p, size_t len)
{
	char words[WORDS_MAX];

	json__text(o, words, (size_t)(words__hwaddr(words, p, len) - words), false);
}

static void verb__uuid(struct out *o, const void *p)
{
	char words[WORDS_MAX];

	json__text(o, words, (size_t)(words__uuid(words, p) - words), false);
}

static void verb__interface(struct out *o, uint32_t index, const char *name)
{
	if (!name) {
		json__unumber(o, index);
		return;
	}
	json__push(o, false);
	JSON_MEMBER(o, "ifindex", unumber, index);
	JSON_MEMBER(o, "name", text, name, strlen(name), false);
	json__pop(o);
}

static void verb__owner(struct out *o, uint32_t id, const char *name)
{
	json__push(o, false);
	JSON_MEMBER(o, "id", unumber, id);
	JSON_MEMBER(o, "name", text, name, strlen(name), false);
	json__pop(o);
}

static void verb__device(struct out *o, uint64_t major, uint64_t minor)
{
	char words[WORDS_MAX];

	json__text(o, words, (size_t)(words__device(words, major, minor) - words), false);
}

/* -- Compounds ------------------------------------------------------------------------------------------------------- */

static void verb__struct_begin(struct out *o)
{
	json__push(o, false);
}

static void verb__field(struct out *o, const char *name, unsigned name_len)
{
	if (name)
		json__key(o, name, name_len);
}

static void verb__struct_end(struct out *o, bool abridged)
{
	if (abridged)
		JSON_MEMBER(o, "_abridged", literal, "true");
	json__pop(o);
}

static void verb__struct_fault(struct out *o, uint64_t addr)
{
	(void)addr;
	verb__struct_end(o, true);
}

static void verb__macro_begin(struct out *o, const char *name)
{
	json__push(o, false);
	JSON_MEMBER(o, "macro", text, name, strlen(name), false);
}

static void verb__array_begin(struct out *o)
{
	json__push(o, true);
}

static void verb__item(struct out *o)
{
	(void)o;
}

/* Elements are in the order of their indices. */
static void verb__index(struct out *o, uint64_t i, unsigned base, const char *name, unsigned prefix_len, const struct flag_table *t)
{
	(void)o, (void)i, (void)base, (void)name, (void)prefix_len, (void)t;
}

static void verb__array_end(struct out *o, enum array_end why, uint64_t addr)
{
	(void)addr;
	if (why != ARRAY_WHOLE) {
		json__push(o, false);
		verb__struct_end(o, true);
	}
	json__pop(o);
}

static void verb__set_begin(struct out *o, bool inverted)
{
	json__push(o, false);
	JSON_MEMBER(o, "inverted", literal, inverted ? "true" : "false");
	JSON_MEMBER(o, "set", push, true);
}

static void verb__set_end(struct out *o)
{
	json__pop(o);
	json__pop(o);
}

static void verb__change_begin(struct out *o)
{
	json__push(o, false);
	JSON_KEY(o, "in");
}

static void verb__changed(struct out *o)
{
	JSON_KEY(o, "out");
}

static void verb__change_end(struct out *o)
{
	json__pop(o);
}

/* -- Arguments and results ------------------------------------------------------------------------------------------- */

static void verb__arg(struct out *o, const char *name, unsigned name_len)
{
	json__pop_to(o, 2);
	json__key(o, name, name_len);
}

static void verb__ret_begin(struct out *o, int64_t ret)
{
	JSON_MEMBER(o, "ret", number, ret);
	o->state[JSON_RESULT] = 1;
	o->state[JSON_RET] = (uint64_t)ret;
}

static void verb__ret_error(struct out *o, int64_t ret, const char *name, const char *text)
{
	JSON_MEMBER(o, "ret", number, -1);
	JSON_KEY(o, "errno");
	if (name)
		json__str(o, name);
	else
		json__digits(o, -(uint64_t)ret);
	if (text)
		JSON_MEMBER(o, "error", str, text);
}

static void verb__ret_none(struct out *o)
{
	if (o->state[JSON_CALL] != CALL_UNFINISHED)
		JSON_KEY(o, "ret");
}

static void verb__ret_extra_begin(struct out *o, const char *name)
{
	json__pop_to(o, 1);
	json__key(o, name ? name : "ret_text", strlen(name ? name : "ret_text"));
}

static void verb__ret_extra_end(struct out *o)
{
	if (o->state[JSON_PENDING])
		json__literal(o, "true");
	json__pop_to(o, 1);
}

const struct verbs json_verbs = {
	.arg = verb__arg, .ret_begin = verb__ret_begin, .ret_error = verb__ret_error, .ret_none = verb__ret_none,
	.ret_extra_begin = verb__ret_extra_begin, .ret_extra_end = verb__ret_extra_end,
	.integer = verb__integer, .uinteger = verb__uinteger, .hex = verb__uinteger, .octal = verb__uinteger,
	.address = verb__address, .unread = verb__unread, .late_begin = verb__late_begin, .late_end = verb__late_end, .network = verb__network, .symbol = verb__symbol, .joined = verb__joined,
	.flags_begin = verb__flags_begin, .flag = verb__flag, .flag_octal = verb__flag_octal, .flags_end = verb__flags_end,
	.string = verb__string, .bytes = verb__string, .fd = verb__fd, .task = verb__task, .counted = verb__counted,
	.time = verb__time, .inet = verb__inet, .octets = verb__string, .hwaddr = verb__hwaddr, .uuid = verb__uuid, .owner = verb__owner, .interface = verb__interface, .ticks = verb__uinteger, .device = verb__device, .request = verb__request, .location = verb__location,
	.struct_begin = verb__struct_begin, .field = verb__field, .struct_end = verb__struct_end, .struct_fault = verb__struct_fault,
	.macro_begin = verb__macro_begin, .macro_end = json__pop,
	.array_begin = verb__array_begin, .item = verb__item, .index = verb__index, .array_end = verb__array_end,
	.set_begin = verb__set_begin, .set_end = verb__set_end,
	.change_begin = verb__change_begin, .changed = verb__changed, .change_end = verb__change_end,
};
