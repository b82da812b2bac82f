// SPDX-License-Identifier: BSD-2-Clause
/* strace_inject.c - owns the syntax of strace's -e inject and -e fault: SET[:WHAT=VALUE]... */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/msg.h"
#include "lib/vec.h"
#include "strace_calls.h"
#include "strace_parser.h"
#include "strace_words.h"

/* Each reads one value. false: it is invalid, or was given before. */
typedef bool injected_fn(struct injection *j, const char *value);

static bool once(struct injection *j, unsigned what, unsigned excluded)
{
	if (j->what & (what | excluded))
		return false;
	j->what |= what;
	return true;
}

static bool read_error(struct injection *j, const char *value)
{
	int err = strace__errno(value);

	j->value = (uint64_t)err;
	return once(j, INJECT_ERROR, INJECT_RETVAL) && err > 0;
}

static bool is_error(int64_t value)
{
	return value < 0 && value >= -4095;
}

/* Warns of what the program takes for an error, or a 32-bit program does not see. */
static void look_at_retval(uint64_t value)
{
	if (is_error((int64_t)value))
		msg__warn("Inadvertent injection of error %lld is possible for retval=%llu", -(long long)value, (unsigned long long)value);
	else if (is_error((int32_t)value))
		msg__warn("Inadvertent injection of error %d is possible in compat personality for retval=%llu", -(int32_t)value,
			  (unsigned long long)value);
	else if ((uint32_t)value != value)
		msg__warn("Injected return value %llu will be clipped to %u in compat personality", (unsigned long long)value, (uint32_t)value);
}

static bool read_retval(struct injection *j, const char *value)
{
	char *end;

	errno = 0;
	j->value = strtoull(value, &end, 0);
	if (!once(j, INJECT_RETVAL, INJECT_ERROR) || end == value || *end || errno)
		return false;
	look_at_retval(j->value);
	return true;
}

static bool read_signal(struct injection *j, const char *value)
{
	j->signal = strace__signal_number(value);
	return once(j, INJECT_SIGNAL, 0) && j->signal >= 1 && j->signal <= 64;
}

static bool read_delay_enter(struct injection *j, const char *value)
{
	return once(j, INJECT_DELAY_ENTER, 0) && !strace__duration(value, &j->delay_enter);
}

static bool read_delay_exit(struct injection *j, const char *value)
{
	return once(j, INJECT_DELAY_EXIT, 0) && !strace__duration(value, &j->delay_exit);
}

/* Only calls without side effects may be made instead: class %pure, in every ABI. */
static bool read_syscall(struct injection *j, const char *value)
{
	struct syscall_select pure = SYSCALL_SELECT_INIT;
	char why[256];

	if (!once(j, INJECT_SYSCALL, 0) || syscall_select__add(&pure, "%pure", why, sizeof(why)))
		return false;
	for (int abi = 0; abi < ABI_COUNT; abi++) {
		int nr = abi__native_family() & ABI_BIT(abi) ? syscalltbl__nr((enum abi)abi, value) : 0;

		if (nr < 0 || (abi__native_family() & ABI_BIT(abi) && !syscall_set__has(&pure.set, (enum abi)abi, (unsigned)nr)))
			return false;
	}
	snprintf(j->syscall, sizeof(j->syscall), "%s", value);
	return true;
}

static int hex_digit(char c)
{
	return !isxdigit((unsigned char)c) ? -1 : c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

/* @argN=HEX */
static bool read_poke(struct poke *p, const char *text)
{
	static const char arg[] = "@arg";
	size_t n = sizeof(arg) - 1;

	if (strncmp(text, arg, n) || text[n] < '1' || text[n] > '7' || text[n + 1] != '=')
		return false;
	p->arg = (uint8_t)(text[n] - '0');
	for (text += n + 2; *text; text += 2) {
		int high = hex_digit(text[0]), low = high < 0 ? -1 : hex_digit(text[1]);

		if (low < 0 || p->len == POKE_MAX)
			return false;
		p->bytes[p->len++] = (uint8_t)(high << 4 | low);
	}
	return p->len;
}

static bool is_poked(const struct injection *j, const struct poke *p)
{
	for (unsigned i = 0; i < j->npokes; i++)
		if (j->pokes[i].arg == p->arg && j->pokes[i].at_exit == p->at_exit)
			return true;
	return false;
}

/* POKE[,POKE]... */
static bool read_pokes(struct injection *j, const char *value, bool at_exit)
{
	char *copy = strdup(value), *rest, *word;
	bool valid = copy && *value;

	for (word = copy ? strtok_r(copy, ",", &rest) : NULL; valid && word; word = strtok_r(NULL, ",", &rest)) {
		struct poke p = { .at_exit = at_exit };

		valid = read_poke(&p, word) && !is_poked(j, &p) && VEC_MORE(j->pokes, j->npokes, 1);
		if (valid)
			j->pokes[j->npokes++] = p;
	}
	free(copy);
	return valid;
}

static bool read_poke_enter(struct injection *j, const char *value)
{
	return once(j, INJECT_POKE_ENTER, 0) && read_pokes(j, value, false);
}

static bool read_poke_exit(struct injection *j, const char *value)
{
	return once(j, INJECT_POKE_EXIT, 0) && read_pokes(j, value, true);
}

/* A number from 1 to 65535 at *text, which moves past it; 0: none. */
static unsigned take_count(const char **text)
{
	unsigned n = 0;

	while (isdigit((unsigned char)**text) && n <= 0xffff)
		n = n * 10 + (unsigned)(*(*text)++ - '0');
	return n <= 0xffff ? n : 0;
}

/* FIRST[..LAST][+[STEP]] */
static bool read_when(struct injection *j, const char *value)
{
	bool range;

	j->first = take_count(&value);
	range = !strncmp(value, "..", 2);
	value += range ? 2 : 0;
	j->last = range ? take_count(&value) : INJECT_FOREVER;
	j->step = range;
	if (*value == '+') {
		value++;
		j->step = *value ? take_count(&value) : 1;
		if (!j->step)
			return false;
	}
	return !*value && j->first && j->last >= j->first && (!range || j->last != INJECT_FOREVER);
}

static const struct {
	const char *name;
	injected_fn *read;
	bool fault;		/* -e fault has it, too */
} words[] = {
	{ "when",        read_when,        true },
	{ "error",       read_error,       true },
	{ "syscall",     read_syscall,     true },
	{ "retval",      read_retval,      false },
	{ "signal",      read_signal,      false },
	{ "poke_enter",  read_poke_enter,  false },
	{ "poke_exit",   read_poke_exit,   false },
	{ "delay_enter", read_delay_enter, false },
	{ "delay_exit",  read_delay_exit,  false },
};

static bool read_word(struct injection *j, const char *word, bool fault)
{
	size_t n = strcspn(word, "=");

	for (unsigned i = 0; word[n] && i < sizeof(words) / sizeof(words[0]); i++)
		if (!strncmp(words[i].name, word, n) && !words[i].name[n] && (words[i].fault || !fault))
			return words[i].read(j, word + n + 1);
	return false;
}

/* A fault without an error is ENOSYS. */
static bool has_action(struct injection *j, bool fault)
{
	if (!(j->what & INJECT_ACTIONS) && fault) {
		j->what |= INJECT_ERROR;
		j->value = ENOSYS;
	}
	return j->what & INJECT_ACTIONS;
}

static int parse(struct injection *j, char *text, const char *value, bool fault)
{
	bool valid = true;
	char *rest, *word;
	int err;

	rest = text + strcspn(text, ":");
	if (*rest)
		*rest++ = '\0';
	for (word = strtok_r(rest, ":", &rest); *text && valid && word; word = strtok_r(NULL, ":", &rest))
		valid = read_word(j, word, fault);
	err = valid ? strace__calls(text, &j->calls) : 0;
	if (err || (valid && has_action(j, fault)))
		return err;
	msg__error("invalid %s argument '%s'", fault ? "fault" : "inject", value);
	return -EINVAL;
}

static int add(struct strace_parser *p, const char *value, bool fault)
{
	struct strace_config *c = &p->o->strace;
	char *copy = strdup(value);
	int err;

	if (!copy || !VEC_MORE(c->injections, c->ninjections, 1)) {
		free(copy);
		return msg__no_memory();
	}
	c->injections[c->ninjections] = (struct injection){ .first = 1, .last = INJECT_FOREVER, .step = 1 };
	err = parse(&c->injections[c->ninjections], copy, value, fault);
	if (err)
		free(c->injections[c->ninjections].pokes);
	c->ninjections += !err;
	free(copy);
	return err;
}

int strace__inject(struct strace_parser *p, const char *value)
{
	return add(p, value, false);
}

int strace__fault(struct strace_parser *p, const char *value)
{
	return add(p, value, true);
}
