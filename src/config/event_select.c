// SPDX-License-Identifier: BSD-2-Clause
/* event_select.c - separates events from calls in a list, and matches names. */
#include "event_select.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vec.h"
#include "syscalltbl/syscalltbl.h"

/* Length of the list's first item. Only a regular expression may have commas. */
static size_t item_len(const char *list)
{
	const char *start = list + strspn(list, "!?");

	if (*start == '/')
		for (const char *c = strchr(start + 1, '/'); c; c = strchr(c + 1, '/'))
			if (c[1] == ',' || !c[1] || c[1] == '@')
				return (size_t)(c + 1 + strcspn(c + 1, ",") - list);
	return strcspn(list, ",");
}

/* A request of aio, which is no system of events, or of io_uring; the names of that system's events begin with it once more. */
static bool is_request(const char *text)
{
	static const char again[] = "io_uring_";
	size_t len = sizeof(SYSCALL_URING_PREFIX) - 1;

	if (!strncmp(text, SYSCALL_AIO_PREFIX, sizeof(SYSCALL_AIO_PREFIX) - 1))
		return true;
	return !strncmp(text, SYSCALL_URING_PREFIX, len) && strncmp(text + len, again, sizeof(again) - 1);
}

static bool is_event(const char *item, size_t len)
{
	size_t marks = strspn(item, "!?");

	return marks < len && item[marks] != '/' && memchr(item, ':', len) && !is_request(item + marks);
}

static int add_item(struct event_select *s, const char *item, size_t len, bool removes)
{
	size_t marks = strspn(item, "!?");
	char *pattern = strndup(item + marks, len - marks);

	if (!pattern || !VEC_MORE(s->items, s->n, 1)) {
		free(pattern);
		return -ENOMEM;
	}
	s->items[s->n++] = (struct event_item){ .pattern = pattern, .removes = removes || memchr(item, '!', marks) };
	return 0;
}

/* A list that begins with '!' removes with every item: the list of the calls among them needs its own '!'. */
static void add_call(char *calls, const char *item, size_t len, bool removes)
{
	char *at = calls + strlen(calls);

	if (at > calls)
		*at++ = ',';
	else if (removes && *item != '!')
		*at++ = '!';
	memcpy(at, item, len);
	at[len] = '\0';
}

int event_select__add(struct event_select *s, const char *list, char **calls)
{
	bool removes = *list == '!', any = false, has_calls = false;
	char *rest = calloc(1, strlen(list) + 2);
	int err = rest ? 0 : -ENOMEM;
	unsigned first = s->n;

	for (const char *at = list; !err; ) {
		size_t len = item_len(at);

		if (is_event(at, len)) {
			err = add_item(s, at, len, removes);
			any = true;
		} else {
			add_call(rest, at, len, removes);
			has_calls = true;
		}
		at += len;
		if (!*at++)
			break;
	}
	if (any)
		s->last = first;
	if (err || !has_calls) {
		free(rest);
		rest = NULL;
	}
	*calls = rest;
	return err;
}

bool event_select__filter(struct event_select *s, const char *filter)
{
	bool any = false;

	for (unsigned i = s->last; i < s->n; i++) {
		any |= !s->items[i].removes;
		s->items[i].filter = filter;
	}
	return any;
}

const struct event_item *event_select__find(const struct event_select *s, const char *name)
{
	for (unsigned i = s->n; i-- > 0;)
		if (!fnmatch(s->items[i].pattern, name, 0))
			return s->items[i].removes ? NULL : &s->items[i];
	return NULL;
}

void event_select__free(struct event_select *s)
{
	for (unsigned i = 0; i < s->n; i++)
		free(s->items[i].pattern);
	free(s->items);
	*s = (struct event_select){ 0 };
}
