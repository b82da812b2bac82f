/* SPDX-License-Identifier: BSD-2-Clause */
/* option_values.c - owns the syntax of options' values. Text after a valid value is an error. */
#include "option_values.h"

#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/msg.h"
#include "lib/vec.h"
#include "syscalltbl/nearest.h"

#define PID_LIMIT 4194304u	/* PID_MAX_LIMIT of linux/threads.h: no number is higher */
#define ERRNO_BITS (9 * 64)
#define NS_PER_MS 1000000u
#define NS_PER_SEC 1000000000u

/* Parses the digits at *text and moves it past them. false: no digits, or a number above `max`. */
static bool digits(const char **text, uint64_t max, uint64_t *n)
{
	const char *p = *text;
	uint64_t v = 0;

	for (; *p >= '0' && *p <= '9'; p++) {
		unsigned d = (unsigned)(*p - '0');

		if (v > (max - d) / 10)
			return false;
		v = v * 10 + d;
	}
	if (p == *text)
		return false;
	*text = p;
	*n = v;
	return true;
}

static bool whole_number(const char *text, uint64_t max, uint64_t *n)
{
	return digits(&text, max, n) && !*text;
}

int value__nonempty(const char *as, const char *text, const char *what)
{
	if (*text)
		return 0;
	msg__error("%s: %s is missing: the value is empty", as, what);
	return -EINVAL;
}

int value__count(const char *as, const char *text, uint64_t min, uint64_t max, uint64_t *n)
{
	if (whole_number(text, max, n) && *n >= min)
		return 0;
	if (max == UINT64_MAX)
		msg__error("%s: '%s' is not a number from %" PRIu64 " up", as, text, min);
	else
		msg__error("%s: '%s' is not a number from %" PRIu64 " to %" PRIu64, as, text, min, max);
	return -EINVAL;
}

static unsigned unit_shift(const char *unit)
{
	static const char units[] = "kKmMgG";
	const char *at = *unit ? strchr(units, *unit) : NULL;

	return at && !unit[1] ? 10 * (1 + (unsigned)(at - units) / 2) : 0;
}

int value__size(const char *as, const char *text, size_t min, const char *advice, size_t *bytes)
{
	const char *unit = text;
	uint64_t n = 0;
	unsigned shift;

	if (!digits(&unit, SIZE_MAX, &n) || (*unit && !unit_shift(unit))) {
		msg__error("%s: '%s' is not a size: give bytes, or a number with K, M or G, such as 64M", as, text);
		return -EINVAL;
	}
	shift = unit_shift(unit);
	if (n > SIZE_MAX / 2 >> shift) {
		msg__error("%s: '%s' is more than a machine can have", as, text);
		return -EINVAL;
	}
	if (n << shift < min) {
		msg__error("%s: '%s' is too small: give at least %zuK%s", as, text, min / 1024, advice);
		return -EINVAL;
	}
	*bytes = (size_t)n << shift;
	return 0;
}

int value__time(const char *text, uint64_t *ns)
{
	static const struct { const char *name; uint64_t sec; } units[] = { { "s", 1 }, { "min", 60 }, { "h", 3600 }, { "d", 86400 } };
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	for (unsigned i = 0; end > text && *text != '-' && n && n < 1000000 && i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(end, units[i].name)) {
			*ns = n * units[i].sec * 1000000000ull;
			return 0;
		}
	return -EINVAL;
}

/* A decimal number of units of `unit` ns. */
static bool decimal(const char *p, uint64_t unit, uint64_t *ns)
{
	uint64_t whole = 0, scale = unit / 10, fraction = 0;
	bool good = *p == '.' || digits(&p, UINT64_MAX / unit - 1, &whole);

	if (good && *p == '.') {
		good = p[1] != '\0';
		for (p++; *p >= '0' && *p <= '9'; p++, scale /= 10)
			fraction += (uint64_t)(*p - '0') * scale;
	}
	*ns = whole * unit + fraction;
	return good && !*p;
}

int value__ms(const char *as, const char *text, uint64_t *ns)
{
	if (decimal(text, NS_PER_MS, ns))
		return 0;
	msg__error("%s: '%s' is not a number of milliseconds, such as 10 or 0.5", as, text);
	return -EINVAL;
}

int value__seconds(const char *as, const char *text, uint64_t *ns)
{
	if (!decimal(text, NS_PER_SEC, ns))
		msg__error("%s: '%s' is not a number of seconds, such as 1 or 0.5", as, text);
	else if (!*ns)
		msg__error("%s: '%s' is not above 0", as, text);
	else
		return 0;
	return -EINVAL;
}

/* Returns the index of the word in the list `words` ("all, maj, min"); -EINVAL after the message. */
int value__word(const char *as, const char *text, const char *words, unsigned *which)
{
	size_t len = strlen(text), n;
	const char *at = words;

	for (unsigned i = 0; *at; i++, at += n + strspn(at + n, ", ")) {
		n = strcspn(at, ",");
		if (n == len && !memcmp(at, text, n)) {
			*which = i;
			return 0;
		}
	}
	msg__error("%s: '%s' is not one of %s", as, text, words);
	return -EINVAL;
}

/* Calls `one` for each word of a list; it prints the message about an invalid word. `none`: the message about an empty list. */
static int each_word(const char *as, const char *text, const char *between, const char *none,
		     int (*one)(const char *as, const char *word, void *ctx), void *ctx)
{
	char *copy = strdup(text), *rest = NULL, *word = copy ? strtok_r(copy, between, &rest) : NULL;
	int err = word ? 0 : -EINVAL;

	if (!word)
		msg__error("%s: %s", as, none);
	for (; word && !err; word = strtok_r(NULL, between, &rest))
		err = one(as, word, ctx);
	free(copy);
	return err;
}

/* The message about an unknown word. near: a similar name, or NULL; advice: the text if there is none. */
static int unknown(const char *as, const char *what, const char *word, const char *near, const char *advice)
{
	if (near)
		msg__error("%s: %s '%s', did you mean '%s'?", as, what, word, near);
	else
		msg__error("%s: %s '%s': %s", as, what, word, advice);
	return -EINVAL;
}

int id_list__add(struct id_list *list, pid_t id)
{
	for (unsigned i = 0; i < list->n; i++)
		if (list->ids[i] == id)
			return 0;
	if (!VEC_MORE(list->ids, list->n, 1))
		return -ENOMEM;
	list->ids[list->n++] = id;
	return 0;
}

bool id_list__has(const struct id_list *list, uint32_t id)
{
	for (unsigned i = 0; i < list->n; i++)
		if ((uint32_t)list->ids[i] == id)
			return true;
	return false;
}

static int one_id(const char *as, const char *word, void *list)
{
	uint64_t id;

	if (!whole_number(word, PID_LIMIT, &id) || !id) {
		msg__error("%s: '%s' is not the number of a process or thread (1 to %u); `pgrep NAME` finds them", as, word, PID_LIMIT);
		return -EINVAL;
	}
	if (id_list__add(list, (pid_t)id) == 0)
		return 0;
	msg__error("%s: no memory for the list", as);
	return -EINVAL;
}

int value__ids(const char *as, const char *text, struct id_list *list)
{
	return each_word(as, text, ", \t\n", "no number of a process or thread is given (the list is empty)", one_id, list);
}

int value__cpus(const char *as, const char *text, uint64_t *bits)
{
	const char *p = text;
	uint64_t from, to;
	bool good;

	do {
		good = digits(&p, SHOW_CPUS_MAX - 1, &from);
		to = from;
		if (good && *p == '-') {
			p++;
			good = digits(&p, SHOW_CPUS_MAX - 1, &to) && to >= from;
		}
		for (; good && from <= to; from++)
			bits[from / 64] |= 1ull << from % 64;
	} while (good && *p++ == ',');
	if (good && !p[-1])
		return 0;
	msg__error("%s: '%s' is not a list of CPUs, such as 0 or 0-3,8 (up to %d)", as, text, SHOW_CPUS_MAX - 1);
	return -EINVAL;
}

/* Adds all calls whose names match. Returns how many. */
static unsigned add_calls(const char *name, struct syscall_set *set)
{
	unsigned n = 0;

	for (int abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned nr = 0; nr < SYSCALL_MUX_END; nr++) {
			const char *call = syscalltbl__name((enum abi)abi, nr);

			if (!call || fnmatch(name, call, 0))
				continue;
			syscall_set__add(set, (enum abi)abi, nr);
			n++;
		}
	return n;
}

static int one_name(const char *as, const char *word, void *calls)
{
	if (strchr(word, ':') || add_calls(word, calls))
		return 0;
	return unknown(as, "unknown event or syscall", word, syscalltbl__suggest(word), "events are SYSTEM:NAME");
}

int value__names(const char *as, const char *text, struct syscall_set *calls)
{
	return each_word(as, text, ",", "no event is given (the list is empty)", one_name, calls);
}

_Static_assert(ERRNO_BITS == 576, "as the message says");

static int one_errno(const char *as, const char *word, void *bits)
{
	uint64_t n = 0;
	int err = errno__number(word);

	if (err > 0 && err < ERRNO_BITS)
		n = (uint64_t)err;
	else if (!whole_number(word, ERRNO_BITS - 1, &n) || !n)
		return unknown(as, "unknown error", word, errno__suggest(word), "give names such as ENOENT, or numbers from 1 to 575");
	((uint64_t *)bits)[n / 64] |= 1ull << n % 64;
	return 0;
}

int value__errnos(const char *as, const char *text, uint64_t bits[9])
{
	return each_word(as, text, ", ", "no error is given (the list is empty): give names such as ENOENT,EACCES", one_errno, bits);
}

/* The bits of a word; 0: not a signal. */
static uint64_t signal_bits(const char *word)
{
	uint64_t n = 0;
	int sig = signal__number(word);

	if (!strcmp(word, "all"))
		return ~0ull;
	if (sig > 0)
		n = (uint64_t)sig;
	else if (!whole_number(word, 64, &n))
		return 0;
	return n ? 1ull << (n - 1) : 0;
}

static int one_signal(const char *as, const char *word, void *ctx)
{
	static const char advice[] = "give names such as CHLD,SEGV, or numbers from 1 to 64; all or none";
	bool away = *word == '!';
	uint64_t these = signal_bits(word + away), *bits = ctx;

	if (!these && strcmp(word, "none"))
		return unknown(as, "unknown signal", word + away, signal__suggest(word + away), advice);
	*bits = away ? *bits & ~these : *bits | these;
	return 0;
}

int value__signals(const char *as, const char *text, uint64_t *bits)
{
	*bits = text[strspn(text, ", ")] == '!' ? ~0ull : 0;
	return each_word(as, text, ", ", "no signal is given (the list is empty): give names such as CHLD,SEGV; all or none", one_signal, bits);
}

static int no_such_user(const char *as, const char *name)
{
	struct nearest near = { .word = name };
	char best[64] = "";
	struct passwd *pw;

	setpwent();
	while ((pw = getpwent())) {
		nearest__offer(&near, pw->pw_name);
		if (near.best == pw->pw_name) {		/* the next getpwent() overwrites it */
			strncpy(best, pw->pw_name, sizeof(best) - 1);
			near.best = best;
		}
	}
	endpwent();
	return unknown(as, "unknown user", name, near.best, "give a user's name or number");
}

int value__user(const char *as, const char *text, uid_t *uid)
{
	struct passwd *pw = getpwnam(text);
	uint64_t n;

	if (pw)
		*uid = pw->pw_uid;
	else if (whole_number(text, UINT32_MAX - 1, &n))
		*uid = (uid_t)n;
	else
		return no_such_user(as, text);
	return 0;
}

int value__run_as(const char *as, const char *text, struct run_as *run_as)
{
	struct passwd *pw = getpwnam(text);
	uint64_t n;

	if (!pw && whole_number(text, UINT32_MAX - 1, &n))
		pw = getpwuid((uid_t)n);
	if (!pw) {
		msg__error("%s: there is no user '%s' in the list of users, so the groups of the command are not known", as, text);
		return -EINVAL;
	}
	if (geteuid() && pw->pw_uid != geteuid()) {
		msg__error("%s: only root may run a command as another user: 'sudo trace -u %s ...'", as, text);
		msg__hint("--uid %s shows only what that user's processes do.", text);
		return -EINVAL;
	}
	if (geteuid())
		return 0;		/* trace runs as this user already */
	*run_as = (struct run_as){ .name = strdup(pw->pw_name), .uid = pw->pw_uid, .gid = pw->pw_gid };
	return run_as->name ? 0 : -ENOMEM;
}
