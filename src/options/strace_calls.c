// SPDX-License-Identifier: BSD-2-Clause
/*
 * strace_calls.c - owns strace's grammar of sets of calls. It differs from that of trace's -e (syscalltbl/select.c): each option
 * replaces the set, '!' stands only at its beginning, a regular expression has no closing slash, and there are no globs.
 */
#include "strace_calls.h"

#include <ctype.h>
#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/msg.h"
#include "strace_parser.h"
#include "strace_words.h"

#define ITEM_MAX 256

struct item {
	char text[ITEM_MAX];	/* without '?' and personality */
	unsigned abis;		/* ABI_BIT()s it is about */
	bool found;		/* it stands for some call, or need not */
};

/* The calls of a class; `set` keeps what it has. false: no class. */
static bool add_class(struct item *item, struct syscall_set *set)
{
	struct syscall_select select = { .as_strace = true };
	char why[256];

	if (!syscalltbl__is_class(item->text) || syscall_select__add(&select, item->text, why, sizeof(why)))
		return false;
	for (int abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned i = 0; item->abis & ABI_BIT(abi) && i < SYSCALL_SET_BITS / 64; i++)
			set->bits[abi][i] |= select.set.bits[abi][i];
	item->found = true;
	return true;
}

/* Adds the calls for which matches() is true. */
static void add_matching(struct item *item, struct syscall_set *set, bool (*matches)(const char *name, const void *what), const void *what)
{
	const char *name;

	for (int abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned nr = 0; item->abis & ABI_BIT(abi) && nr < SYSCALL_SET_BITS; nr++) {
			name = syscalltbl__name((enum abi)abi, nr);
			if (!name || !matches(name, what))
				continue;
			syscall_set__add(set, (enum abi)abi, nr);
			item->found = true;
		}
}

static bool is_any(const char *name, const void *what)
{
	(void)name, (void)what;
	return true;
}

static bool is_named(const char *name, const void *what)
{
	return !strcmp(name, what);
}

static bool fits_regex(const char *name, const void *regex)
{
	return !regexec(regex, name, 0, NULL, 0);
}

static int add_regex(struct item *item, struct syscall_set *set)
{
	const char *pattern = item->text + 1;
	char why[512];
	regex_t regex;
	int err = regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB);

	if (err) {
		regerror(err, &regex, why, sizeof(why));
		msg__error("regcomp: %s: %s", pattern, why);
		return -EINVAL;
	}
	add_matching(item, set, fits_regex, &regex);
	regfree(&regex);
	return 0;
}

static void add_number(struct item *item, struct syscall_set *set)
{
	int64_t nr = strace__number(item->text, INT32_MAX);

	for (int abi = 0; nr >= 0 && abi < ABI_COUNT; abi++)
		if (item->abis & ABI_BIT(abi) && syscalltbl__name((enum abi)abi, (unsigned)nr)) {
			syscall_set__add(set, (enum abi)abi, (unsigned)nr);
			item->found = true;
		}
}

/* "64", "32", "x32": an ABI that a kernel of this machine can run, and its personality in strace. */
static unsigned abis_of(const char *personality)
{
	unsigned abis = 0;

	for (int abi = 0; abi < ABI_COUNT; abi++) {
		const char *name = abi == ABI_X32 ? "x32" : abi__word_size((enum abi)abi) == 8 ? "64" : "32";

		if (abi__native_family() & ABI_BIT(abi) && !strcmp(name, personality))
			abis |= ABI_BIT(abi);
	}
	return abis;
}

static int take_personality(struct item *item, const char *word)
{
	char *at = strrchr(item->text, '@');

	item->abis = abi__native_family();
	if (!at)
		return 0;
	item->abis = abis_of(at + 1);
	if (!item->abis)
		return strace__refuse("incorrect personality designator '%s' in qualification '%s'", at + 1, word);
	*at = '\0';
	return 0;
}

static int add_item(const char *word, struct syscall_set *set)
{
	struct item item = { .found = *word == '?' };
	const char *text = word + strspn(word, "?");
	int err;

	if (snprintf(item.text, sizeof(item.text), "%s", text) >= (int)sizeof(item.text)) {
		msg__error("invalid system call '%s'", word);
		return -EINVAL;
	}
	err = take_personality(&item, text);
	if (err)
		return err;
	if (isdigit((unsigned char)*item.text))
		add_number(&item, set);
	else if (*item.text == '/')
		err = add_regex(&item, set);
	else if (!strcmp(item.text, "all"))
		add_matching(&item, set, is_any, NULL);
	else if (!add_class(&item, set))
		add_matching(&item, set, is_named, item.text);
	if (!err && !item.found) {
		msg__error("invalid system call '%s'", word);
		err = -EINVAL;
	}
	return err;
}

static int add_items(char *words, const char *text, struct syscall_set *set)
{
	char *rest = NULL, *word = strtok_r(words, ",", &rest);
	int err = 0;

	if (!word) {
		msg__error("invalid system call '%s'", text);
		return -EINVAL;
	}
	for (; word && !err; word = strtok_r(NULL, ",", &rest))
		err = add_item(word, set);
	return err;
}

int strace__calls(const char *text, struct syscall_set *set)
{
	size_t inversions = strspn(text, "!");
	const char *list = text + inversions;
	char *words;
	int err = 0;

	syscall_set__clear(set);
	if (!strcmp(list, "all")) {
		inversions++;
	} else if (strcmp(list, "none")) {
		words = strdup(list);
		err = words ? add_items(words, text, set) : msg__no_memory();
		free(words);
	}
	if (inversions % 2)
		syscall_set__invert(set);
	return err;
}
