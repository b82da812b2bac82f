// SPDX-License-Identifier: BSD-2-Clause
/* format_file.c - owns the syntax that a line of a format file may have. */
#include "format_file.h"

#include <errno.h>
#include <event-parse.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MAX_LEN 400	/* bytes */

static bool matches(const regex_t *re, const char *from, const char *to)
{
	char line[LINE_MAX_LEN + 1];
	size_t len = (size_t)(to - from);

	if (len > LINE_MAX_LEN || memchr(from, 0, len))
		return false;
	memcpy(line, from, len);
	line[len] = '\0';
	return !regexec(re, line, 0, NULL, 0);
}

static bool is_well_formed(const char *text, const char *end)
{
	static regex_t head, field;
	static bool compiled;
	bool in_fields = false;

	if (!compiled)
		compiled = !regcomp(&head, "^(name: [A-Za-z0-9_.@-]+|ID: [0-9]{1,9}|format:)$", REG_EXTENDED) &&
			   !regcomp(&field, "^\tfield:([A-Za-z_][A-Za-z0-9_]*(\\[\\])?[ *]+){1,12}[A-Za-z_][A-Za-z0-9_]*"
				    "(\\[[A-Za-z0-9_]*\\])?;\toffset:[0-9]{1,9};\tsize:[0-9]{1,9};(\tsigned:[01];)?$", REG_EXTENDED);
	if (!compiled)
		return false;
	while (text < end) {
		const char *nl = memchr(text, '\n', (size_t)(end - text)), *to = nl ? nl : end;

		if (to > text && !matches(in_fields ? &field : &head, text, to))
			return false;
		in_fields |= to - text == 7 && !memcmp(text, "format:", 7);
		text = to + 1;
	}
	return in_fields;
}

/* The lines of fields, then an empty print format: libtraceevent requires one. NULL: no memory. */
static char *fields_of(const char *text, size_t len)
{
	static const char no_print[] = "\nprint fmt: \"\"\n";
	char *fields = malloc(len + sizeof(no_print));

	if (!fields)
		return NULL;
	memcpy(fields, text, len);
	memcpy(fields + len, no_print, sizeof(no_print));
	return fields;
}

int format_file__parse(struct format_file *f, const char *system, const char *text, size_t len, bool big_endian, unsigned word)
{
	const char *print = memmem(text, len, "\nprint fmt:", 11), *end = print ? print : text + len;
	char *fields;

	*f = (struct format_file){ .print = strndup(end, (size_t)(text + len - end)) };
	if (!f->print)
		return -ENOMEM;
	if (memchr(text, '\0', (size_t)(end - text)) || !is_well_formed(text, end))
		return -EINVAL;
	fields = fields_of(text, (size_t)(end - text));
	f->tep = fields ? tep_alloc() : NULL;
	if (f->tep) {
		tep_set_loglevel(TEP_LOG_NONE);
		tep_set_file_bigendian(f->tep, big_endian ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
		tep_set_long_size(f->tep, (int)word);
		if (!tep_parse_event(f->tep, fields, strlen(fields), system))
			f->event = tep_get_first_event(f->tep);
	}
	free(fields);
	return !f->tep ? -ENOMEM : f->event ? 0 : -EINVAL;
}

void format_file__free(struct format_file *f)
{
	tep_free(f->tep);
	free(f->print);
	*f = (struct format_file){ 0 };
}
