/*
 * The language of -e: a list of items becomes changes to a selection. syscalltbl.h has its grammar.
 *
 * Each item is parsed into one struct item, which then either matches a (ABI, slot) or does not; adding
 * and removing are the same walk over all slots. A list that does not parse changes nothing.
 */
#include "tables.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ITEM_MAX 256

enum item_kind { ITEM_ALL, ITEM_NAME, ITEM_NUMBER, ITEM_GLOB, ITEM_REGEX, ITEM_CLASS };

struct item {
	enum item_kind kind;
	char           text[ITEM_MAX]; /* the name, glob or regex */
	const char    *alias;          /* ITEM_NAME: its other name, or NULL */
	unsigned       number;
	unsigned       classes;        /* mask of enum syscall_class */
	regex_t        regex;
	unsigned       abis;           /* ABI_BIT()s it applies to */
	bool           removes;
	bool           quiet;          /* '?': may match nothing */
	bool           as_strace;
};

/* Other names of syscalls: those of libc, man pages and tracepoints. */
static const struct {
	const char *name, *kernel_name;
} name_aliases[] = {
	{ "fadvise64_64",    "arm_fadvise64_64"    },
	{ "fstatat",         "newfstatat"          },
	{ "llseek",          "_llseek"             },
	{ "newfstat",        "fstat"               },
	{ "newlstat",        "lstat"               },
	{ "newselect",       "_newselect"          },
	{ "newstat",         "stat"                },
	{ "newuname",        "uname"               },
	{ "pread",           "pread64"             },
	{ "pwrite",          "pwrite64"            },
	{ "recv",            "recvfrom"            },
	{ "send",            "sendto"              },
	{ "sync_file_range", "arm_sync_file_range" },
	{ "sysctl",          "_sysctl"             },
	{ "umount",          "umount2"             },
};

static int fail(int error, char *err, size_t errlen, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (errlen)
		vsnprintf(err, errlen, format, args);
	va_end(args);
	return error;
}

/* -- Splitting the list into items ------------------------------------------------------------------- */

/* The length of the item at @list. A regex ends at the slash before a comma or the end (or an @ABI). */
static size_t item_length(const char *list)
{
	const char *start = list + strspn(list, "!?");

	if (*start == '/')
		for (const char *c = strchr(start + 1, '/'); c; c = strchr(c + 1, '/'))
			if (c[1] == ',' || c[1] == '\0' || c[1] == '@')
				return c + 1 + strcspn(c + 1, ",") - list;
	return strcspn(list, ",");
}

static const char *skip_prefix(const char *list)
{
	if (strncmp(list, "trace=", 6) == 0)
		return list + 6;
	if (strncmp(list, "t=", 2) == 0)
		return list + 2;
	return list;
}

/* -- One item ---------------------------------------------------------------------------------------- */

static unsigned abis_of_suffix(const char *suffix)
{
	unsigned size = strcmp(suffix, "64") == 0 ? 8 : strcmp(suffix, "32") == 0 ? 4 : 0;
	unsigned abis = 0;
	int abi = abi__by_name(suffix);

	if (abi >= 0)
		return ABI_BIT(abi);
	for (abi = 0; abi < ABI_COUNT; abi++)
		if (size && abi != ABI_X32 && abi__word_size(abi) == size)
			abis |= ABI_BIT(abi);
	return abis;
}

static int take_abi_suffix(struct item *item, char *err, size_t errlen)
{
	char *at = strrchr(item->text, '@');

	item->abis = ABI_ALL;
	if (!at || (item->text[0] == '/' && strchr(at, '/')))
		return 0;
	item->abis = abis_of_suffix(at + 1);
	if (!item->abis)
		return fail(-EINVAL, err, errlen, "unknown ABI '%s' in '%s': use 64, 32, x32 or a name such as %s",
			    at + 1, item->text, abi__name(abi__native()));
	*at = '\0';
	return 0;
}

static int parse_regex(struct item *item, char *err, size_t errlen)
{
	char reason[128];
	size_t len = strlen(item->text);
	int error;

	memmove(item->text, item->text + 1, len);
	if (len > 1 && item->text[len - 2] == '/')
		item->text[len - 2] = '\0';
	if (!item->text[0])
		return fail(-EINVAL, err, errlen, "empty regular expression in the list of syscalls");
	error = regcomp(&item->regex, item->text, REG_EXTENDED | REG_NOSUB);
	if (error) {
		regerror(error, &item->regex, reason, sizeof(reason));
		return fail(-EINVAL, err, errlen, "bad regular expression '%s': %s", item->text, reason);
	}
	item->kind = ITEM_REGEX;
	return 0;
}

static const struct class_name *find_class(const char *text)
{
	for (const struct class_name *class = class_names; class->name; class++)
		if (strcmp(class->name, text) == 0 || (class->bare && strcmp(class->name + 1, text) == 0))
			return class;
	return NULL;
}

bool syscalltbl__is_class(const char *name)
{
	return find_class(name) != NULL;
}

static int parse_class(struct item *item, char *err, size_t errlen)
{
	const struct class_name *class = find_class(item->text);
	const char *nearest;

	item->kind = ITEM_CLASS;
	item->classes = class ? class->mask : 0;
	if (class || item->quiet)
		return 0;
	nearest = syscalltbl__suggest(item->text);
	if (nearest)
		return fail(-ENOENT, err, errlen, "unknown class of syscalls '%s', did you mean '%s'?", item->text, nearest);
	return fail(-ENOENT, err, errlen, "unknown class of syscalls '%s'", item->text);
}

static int parse_number(struct item *item, char *err, size_t errlen)
{
	char *end;
	unsigned long number;

	errno = 0;
	number = strtoul(item->text, &end, 0);
	if (*end || errno || number > UINT32_MAX)
		return fail(-EINVAL, err, errlen, "bad syscall number '%s'", item->text);
	item->kind = ITEM_NUMBER;
	item->number = number;
	return 0;
}

static void parse_name(struct item *item)
{
	item->kind = ITEM_NAME;
	for (size_t i = 0; i < sizeof(name_aliases) / sizeof(name_aliases[0]); i++)
		if (strcmp(name_aliases[i].name, item->text) == 0)
			item->alias = name_aliases[i].kernel_name;
}

static int parse_what(struct item *item, char *err, size_t errlen)
{
	const char *text = item->text;

	if (!*text)
		return fail(-EINVAL, err, errlen, "empty name in the list of syscalls");
	if (*text == '/')
		return parse_regex(item, err, errlen);
	if (*text == '%' || find_class(text))
		return parse_class(item, err, errlen);
	if (isdigit((unsigned char)*text))
		return parse_number(item, err, errlen);
	if (strcmp(text, "none") == 0)
		item->removes = !item->removes;
	if (strcmp(text, "all") == 0 || strcmp(text, "none") == 0)
		item->kind = ITEM_ALL;
	else if (strpbrk(text, "*?["))
		item->kind = ITEM_GLOB;
	else
		parse_name(item);
	return 0;
}

/* In a list that begins with '!', every item removes. */
static int parse_item(struct item *item, bool removes, const char *text, size_t len, char *err, size_t errlen)
{
	int error;

	memset(item, 0, sizeof(*item));
	item->removes = removes;
	for (; len && strchr("!? ", *text); text++, len--)
		if (*text == '!')
			item->removes = true;
		else if (*text == '?')
			item->quiet = true;
	while (len && text[len - 1] == ' ')
		len--;
	if (len >= sizeof(item->text))
		return fail(-EINVAL, err, errlen, "'%.20s...' is too long for the name of a syscall", text);
	memcpy(item->text, text, len);
	error = take_abi_suffix(item, err, errlen);
	return error ? error : parse_what(item, err, errlen);
}

static void item__free(struct item *item)
{
	if (item->kind == ITEM_REGEX)
		regfree(&item->regex);
}

/* -- Applying it ------------------------------------------------------------------------------------- */

static bool item__matches(const struct item *item, const char *name)
{
	if (!name)
		return false;
	switch (item->kind) {
	case ITEM_NAME:  return strcmp(item->text, name) == 0 || (item->alias && strcmp(item->alias, name) == 0);
	case ITEM_GLOB:  return fnmatch(item->text, name, 0) == 0;
	case ITEM_REGEX: return regexec(&item->regex, name, 0, NULL, 0) == 0;
	case ITEM_CLASS: return syscall_class__of(name, item->as_strace) & item->classes;
	default:         return false;
	}
}

static bool item__is(const struct item *item, enum abi abi, unsigned slot)
{
	if (item->kind == ITEM_NUMBER)
		return slot == syscalltbl__slot(abi, item->number);
	if (item__matches(item, syscalltbl__name(abi, slot)))
		return true;
	return !item->as_strace && item__matches(item, syscalltbl__request_like(slot));	/* a request like that call */
}

/* A multiplexer selects all calls made through it. */
static bool item__has(const struct item *item, enum abi abi, unsigned slot)
{
	int mux = syscalltbl__mux(abi, slot);

	if (!(item->abis & ABI_BIT(abi)))
		return false;
	return item->kind == ITEM_ALL || item__is(item, abi, slot) || (mux >= 0 && item__is(item, abi, (unsigned)mux));
}

/* Changes the set and returns the ABI_BIT()s in which the item matched something. */
static unsigned item__apply(const struct item *item, struct syscall_set *set)
{
	unsigned matched = 0;

	for (int abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned slot = 0; slot < SYSCALL_SET_BITS; slot++) {
			if (!item__has(item, abi, slot))
				continue;
			matched |= ABI_BIT(abi);
			if (item->removes)
				set->bits[abi][slot / 64] &= ~(UINT64_C(1) << (slot % 64));
			else
				set->bits[abi][slot / 64] |= UINT64_C(1) << (slot % 64);
		}
	return matched;
}

/* "i386, x32" */
static const char *list_abis(unsigned abis, char *buf, size_t len)
{
	size_t used = 0;

	buf[0] = '\0';
	for (int abi = 0; abi < ABI_COUNT; abi++)
		if (abis & ABI_BIT(abi) && used < len)
			used += snprintf(buf + used, len - used, "%s%s", used ? ", " : "", abi__name(abi));
	return buf;
}

static bool exists_somewhere(const char *name)
{
	for (int abi = 0; abi < ABI_COUNT; abi++)
		if (syscalltbl__nr(abi, name) >= 0)
			return true;
	return false;
}

static int no_match(const struct item *item, unsigned abis, char *err, size_t errlen)
{
	const char *nearest;
	char where[80];

	if (item->kind != ITEM_NAME)
		return fail(-ENOENT, err, errlen, "no syscall matches '%s'", item->text);
	if (exists_somewhere(item->text))
		return fail(-ENOENT, err, errlen, "there is no syscall '%s' on %s", item->text,
			    list_abis(abis, where, sizeof(where)));
	if (strchr(item->text, '='))
		return fail(-ENOENT, err, errlen, "'%s' is no syscall, and of strace's qualifiers there is trace= only", item->text);
	nearest = syscalltbl__suggest_for(abis, item->text);
	if (nearest)
		return fail(-ENOENT, err, errlen, "unknown syscall '%s', did you mean '%s'?", item->text, nearest);
	return fail(-ENOENT, err, errlen, "unknown syscall '%s'", item->text);
}

static int apply(struct syscall_select *sel, const struct item *item, char *err, size_t errlen)
{
	unsigned abis = item->abis & (sel->abis ? sel->abis : abi__native_family());
	unsigned matched;

	if (!abis)
		abis = item->abis; /* the user named an ABI of other machines */
	if (!sel->started && item->removes)
		syscall_set__fill(&sel->set);
	sel->started = true;
	matched = item__apply(item, &sel->set);
	if (matched & abis || item->quiet)
		return 0;
	return no_match(item, abis, err, errlen);
}

int syscall_select__add(struct syscall_select *sel, const char *list, char *err, size_t errlen)
{
	struct syscall_select changed = *sel;
	struct item item;
	bool negated;
	int error;

	list = skip_prefix(list);
	negated = *list == '!';
	list += negated;
	for (;;) {
		size_t len = item_length(list);

		error = parse_item(&item, negated, list, len, err, errlen);
		if (error)
			return error;
		item.as_strace = sel->as_strace;
		error = apply(&changed, &item, err, errlen);
		item__free(&item);
		if (error)
			return error;
		if (!list[len])
			break;
		list += len + 1;
	}
	*sel = changed;
	return 0;
}

void syscall_select__finish(const struct syscall_select *sel, struct syscall_set *out)
{
	if (sel->started)
		*out = sel->set;
	else
		syscall_set__fill(out);
}
