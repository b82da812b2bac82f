// SPDX-License-Identifier: BSD-2-Clause
/* notes.c - reads *.notes: what debug information does not say about structures and requests. README describes the lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "index.h"
#include "layout.h"

#define WORDS_MAX 40

struct note {
	const char *holder, *field;	/* field NULL: of the structure; holder NULL: a request */
	const char *request, *direction, *type;
	const char *exported;		/* name of the shape in C, of `type` */
	bool is_long;			/* exported: arm differs from x32 */
	struct item set;
	const char *variant;		/* of a request: STRUCT@WHAT, whose notes apply in addition to the structure's */
	const char *of;			/* structure that a pointer points at; */
	bool of_some;			/* headers may lack it */
	const char *shown, *strace;	/* shapes in C */
	unsigned flags;
	bool beyond;			/* of a request: strace does not know it */
	bool number;			/* of a request: a kind and a size instead of the header's type */
	bool word;			/* as many bytes as a word */
	bool direct, on_error, machine;	/* of a request: without brackets; filled also if the call fails; of another layout on other machines */
	unsigned elements;		/* not 0: an array */
};

static struct note *notes;
static unsigned nnotes;
static struct index by_owner;	/* all of them, by the name of the structure without @WHAT, or of the request */

static struct note *add(void)
{
	if (!(nnotes & (nnotes + 1)) && !(notes = realloc(notes, sizeof(*notes) * 2 * (nnotes + 1))))
		die("not enough memory");
	memset(&notes[nnotes], 0, sizeof(*notes));
	return &notes[nnotes++];
}

/* The length of a structure's name without @WHAT */
static size_t base_len(const char *holder)
{
	return strcspn(holder, "@");
}

static void index_note(const struct note *note)
{
	const char *owner = note->holder ? note->holder : note->request ? note->request : "";

	index__add(&by_owner, owner, note->holder ? base_len(owner) : strlen(owner));
}

/* Notes of a structure and its variants, and perhaps others, in the order of the files */
#define FOR_NOTES_OF(i, holder) \
	for (unsigned i = index__first(&by_owner, holder, base_len(holder)); i != INDEX_END; i = index__next(&by_owner, i))

static char *copy(const char *s)
{
	char *c = strdup(s);

	if (!c)
		die("not enough memory");
	return c;
}

/* The flag that a word which stands alone sets; NULL: it is none. */
static bool *word_flag(struct note *note, const char *w)
{
	struct item *set = &note->set;
	const struct {
		const char *word;
		bool *flag;
	} flags[] = {
		{ "hidden", &set->hidden }, { "flat", &set->flat }, { "if-set", &set->if_set }, { "always", &set->chosen },
		{ "in", &set->in_only }, { "out", &set->out_only }, { "brief", &set->brief }, { "one", &set->leads },
		{ "ours", &set->ours }, { "again", &set->again }, { "on-error", note->request ? &note->on_error : &set->on_error },
		{ "with-result", &set->with_result }, { "detail", &set->detail }, { "whole", &set->whole }, { "changes", &set->changes },
		{ "late", &set->late }, { "changed", &set->changed }, { "unnamed", &set->unnamed }, { "rest", &set->rest }, { "direct", &note->direct }, { "machine", &note->machine },
	};

	for (unsigned i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (!strcmp(w, flags[i].word))
			return flags[i].flag;
	return NULL;
}

/* Where the word after `w` goes. */
static const char **word_text(struct note *note, const char *w)
{
	struct item *set = &note->set;

	if (!strcmp(w, "count"))
		set->leads = true;
	if (!strcmp(w, "count") || !strcmp(w, "upto"))
		return &set->count;
	if (!strcmp(w, "factor"))
		return &set->times;
	if (!strcmp(w, "power"))
		return &set->power;
	if (!strcmp(w, "as"))
		return &set->name;
	if (!strcmp(w, "of"))
		return &note->of;
	if (!strcmp(w, "index"))
		return &set->list;
	return !strcmp(w, "strace") ? &set->strace : NULL;
}

/* The words after a field's or a request's name, from i on. */
static void parse_words(struct note *note, char **word, unsigned n, unsigned i)
{
	for (; i < n; i++) {
		const char *w = word[i], *next = i + 1 < n ? word[i + 1] : "";
		bool *flag = word_flag(note, w);
		const char **text = word_text(note, w);

		if (flag) {
			*flag = true;
		} else if (!strcmp(w, "first")) {
			note->set.first = 1 + atoi(next);
			i++;
		} else if (text) {
			note->of_some |= text == &note->of && *next == '?';
			*text = next + (text == &note->of && *next == '?');
			i++;
		} else if (cond__begins(w)) {
			if (!strcmp(w, "brief-if"))
				note->set.brief = note->set.brief_if = true;
			note->set.cond = cond__parse(note->field, word, n, &i);
		} else if (!note->set.kind) {
			note->set.kind = w;
		} else if (!note->set.list) {
			note->set.list = w;
		} else {
			note->set.list2 = w;
		}
	}
	if (note->set.kind && !strcmp(note->set.kind, "-"))
		note->set.kind = NULL;
}

/* KIND:SIZE */
static void parse_number(struct note *note)
{
	char *colon = note->set.kind ? strchr(note->set.kind, ':') : NULL;

	if (!colon)
		return;
	*colon = 0;
	note->number = true;
	note->word = colon[1] == 'W';
	note->set.size = atoi(colon + 1);
	note->elements = strchr(colon + 1, 'x') ? atoi(strchr(colon + 1, 'x') + 1) : 0;
}

static unsigned split(char *line, char **word)
{
	unsigned n = 0;

	line[strcspn(line, "#\n")] = 0;
	for (char *w = strtok(line, " \t"); w && n < WORDS_MAX; w = strtok(NULL, " \t"))
		word[n++] = copy(w);
	return n;
}

static unsigned shape_flag(const char *w)
{
	static const struct {
		const char *word;
		unsigned flag;
	} flags[] = {
		{ "abridge", SHAPE_ABRIDGE }, { "joined", SHAPE_JOINED }, { "ordered", SHAPE_ORDERED }, { "again", SHAPE_AGAIN }, { "more", SHAPE_MORE },
		{ "dated", SHAPE_DATED }, { "partial", SHAPE_PARTIAL },
	};

	for (unsigned i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (!strcmp(w, flags[i].word))
			return flags[i].flag;
	return 0;
}

void notes__read(const char *path)
{
	const char *holder = NULL;
	bool beyond = false;
	FILE *f = fopen(path, "r");
	char line[1024], *word[WORDS_MAX];

	if (!f)
		die("cannot read %s", path);
	while (fgets(line, sizeof(line), f)) {
		bool inner = *line == '\t';
		unsigned n = split(line, word);
		struct note *note;

		if (!n)
			continue;
		if (!strcmp(word[0], "beyond")) {
			beyond = true;
			continue;
		}
		if (!strcmp(word[0], "header"))
			continue;
		note = add();
		note->beyond = beyond;
		if (inner && holder) {
			note->holder = holder;
			note->field = word[0];
			parse_words(note, word, n, 1);
			parse_number(note);
		} else if (!strcmp(word[0], "struct") && n > 1) {
			note->holder = holder = word[1];
			for (unsigned i = 2; i < n; i++) {
				if (i + 1 < n && !strcmp(word[i], "shown"))
					note->shown = word[i + 1];
				else if (i + 1 < n && !strcmp(word[i], "strace"))
					note->strace = word[i + 1];
				note->flags |= shape_flag(word[i]);
			}
		} else if (!strcmp(word[0], "request") && n > 2) {
			holder = NULL;
			note->request = word[1];
			note->direction = word[2];
			if (n > 4 && !strcmp(word[3], "struct"))
				note->type = word[4];
			else if (n > 3 && strchr(word[3], '@'))
				note->variant = word[3];
			parse_words(note, word, n, note->type ? 5 : note->variant ? 4 : 3);
			parse_number(note);
		} else if (!strcmp(word[0], "type") && n > 3 && !strcmp(word[2], "struct")) {
			holder = NULL;
			note->exported = word[1];
			note->type = word[3];
			note->is_long = n > 4 && !strcmp(word[4], "long");
		} else {
			die("%s: not understood: %s", path, word[0]);
		}
		index_note(note);
	}
	fclose(f);
}

/* The names in A|B that are no numbers, one a line */
static void list_names(const char *value)
{
	for (const char *name = value; name && *name; name += strcspn(name, "|"), name += *name == '|')
		if (!strchr("-0123456789", *name))
			printf("%.*s\n", (int)strcspn(name, "|"), name);
}

static void list_consts(const struct cond *c)
{
	for (; c; c = c->and) {
		list_names(c->mask);
		for (unsigned k = 0; k < c->n; k++)
			list_names(c->consts[k]);
	}
}

void notes__list(bool consts)
{
	/* What pointers point at precedes the structures with these pointers. */
	for (unsigned i = nnotes; !consts && i--;)
		if (notes[i].of)
			printf("%.*s\n", (int)strcspn(notes[i].of, "@"), notes[i].of);
	for (unsigned i = 0; i < nnotes; i++) {
		const struct note *note = &notes[i];

		if (consts)
			list_consts(note->set.cond);
		else if (note->type)
			printf("%.*s\n", (int)strcspn(note->type, "@"), note->type);
	}
}

static bool is_of(const char *type, const char *structure)
{
	size_t len = strlen(structure);

	return type && strcspn(type, "@") == len && !strncmp(type, structure, len);
}

unsigned notes__rank(const char *structure)
{
	unsigned rank = 0;

	for (unsigned i = nnotes; i--; rank++)
		if (is_of(notes[i].of, structure))
			return rank;
	for (unsigned i = 0; i < nnotes; i++, rank++)
		if (is_of(notes[i].type, structure))
			return rank;
	return rank;
}

bool notes__exported(unsigned *i, const char **name, const char **type)
{
	for (; *i < nnotes; ++*i)
		if (notes[*i].exported) {
			*name = notes[*i].exported;
			*type = notes[(*i)++].type;
			return true;
		}
	return false;
}

bool notes__is_long(const char *type)
{
	for (unsigned i = 0; i < nnotes; i++)
		if (notes[i].is_long && !strcmp(notes[i].type, type))
			return true;
	return false;
}

void notes__declare(void)
{
	const char *name, *type;

	puts("/* Made by beautifiers/structs/gen: do not edit. */\n#pragma once\n\n#include \"beautifiers/shape.h\"\n");
	for (unsigned i = 0; notes__exported(&i, &name, &type);)
		printf("extern const struct shape shape_%s;\n", name);
}

const char *notes__variant(const char *structure, unsigned *i)
{
	while (*i < nnotes) {
		const struct note *note = &notes[(*i)++];
		const char *type = note->of ? note->of : note->type;

		if (is_of(type, structure) && strchr(type, '@'))
			return type;
	}
	return NULL;
}

static bool is_reserve(const char *name)
{
	static const char *const words[] = { "reserved", "pad", "unused", "spare", "dummy" };

	name += strspn(name, "_");
	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strncmp(name, words[i], strlen(words[i])))
			return true;
	return false;
}

static void apply(struct item *f, const struct note *note)
{
	const struct item *set = &note->set;

	if (set->kind) {
		f->kind = set->kind;
		if (strncmp(set->kind, "array", 5))
			f->shape = 0;
	}
	if (note->number)
		f->size = set->size;
	if (set->list)
		f->list = set->list, f->list2 = set->list2;
	if (set->strace)
		f->strace = set->strace;
	if (set->name)
		f->name = set->name;
	if (set->count)
		f->count = set->count;
	if (set->times)
		f->times = set->times;
	if (set->power)
		f->power = set->power;
	if (set->first)
		f->first = set->first;
	if (set->cond)
		f->cond = set->cond;
	if (note->of && !(f->shape = entry__shape(note->of, false, SETS))) {
		if (!note->of_some)
			die("struct %s: not known", note->of);
		*f = (struct item){ .name = f->name, .offset = f->offset, .size = f->size, .kind = "ptr", .in_only = set->in_only, .out_only = set->out_only, .cond = f->cond };
		return;
	}
	f->flat |= set->flat;
	f->hidden |= set->hidden;
	f->in_only |= set->in_only;
	f->out_only |= set->out_only;
	f->brief |= set->brief;
	f->brief_if |= set->brief_if;
	f->leads |= set->leads;
	f->chosen |= set->chosen;
	f->ours |= set->ours;
	f->again |= set->again;
	f->on_error |= set->on_error;
	f->with_result |= set->with_result;
	f->detail |= set->detail;
	f->whole |= set->whole;
	f->changes |= set->changes;
	f->late |= set->late;
	f->changed |= set->changed;
	f->unnamed |= set->unnamed;
	f->rest |= set->rest;
	f->if_set = (f->if_set || set->if_set) && !set->chosen;
	f->array &= f->shape != 0;
}

/* element: the note of an array's elements, field[] */
void note__apply(struct item *f, const char *holder, const char *field, bool element)
{
	const char *variant = strchr(holder, '@');
	size_t len = strlen(field);

	if (!element && !variant)
		f->if_set = is_reserve(field);
	if (variant) {
		char base[256];

		snprintf(base, sizeof(base), "%.*s", (int)(variant - holder), holder);
		note__apply(f, base, field, element);
	}
	FOR_NOTES_OF(i, holder) {
		const struct note *note = &notes[i];

		if (note->field && !strcmp(note->holder, holder) && !strncmp(note->field, field, len) &&
		    !strcmp(note->field + len, element ? "[]" : ""))
			apply(f, note), f->rank = f->rank ? f->rank : i + 1;
	}
}

bool note__is_flat(const char *holder, const char *field)
{
	struct item f = { .name = field };

	note__apply(&f, holder, field, false);
	return f.flat;
}

bool note__elements(const char *holder, const char *field)
{
	size_t len = strlen(field), base = base_len(holder);

	FOR_NOTES_OF(i, holder) {
		const struct note *note = &notes[i];

		if (note->field && (!strcmp(note->holder, holder) || (!strncmp(note->holder, holder, base) && !note->holder[base])) &&
		    !strncmp(note->field, field, len) && !strcmp(note->field + len, "[]"))
			return true;
	}
	return false;
}

bool note__has_twin(const char *holder, const char *field, unsigned n)
{
	size_t len = strlen(field), base = base_len(holder);
	char twin[16];

	snprintf(twin, sizeof(twin), "/%u", n);
	FOR_NOTES_OF(i, holder) {
		const struct note *note = &notes[i];

		if (note->field && (!strcmp(note->holder, holder) || (!strncmp(note->holder, holder, base) && !note->holder[base])) &&
		    !strncmp(note->field, field, len) && !strcmp(note->field + len, twin))
			return true;
	}
	return false;
}

const char *note__shown(const char *name, bool strace)
{
	FOR_NOTES_OF(i, name)
		if (notes[i].holder && !notes[i].field && !strcmp(notes[i].holder, name))
			return strace ? notes[i].strace : notes[i].shown;
	return NULL;
}

unsigned note__shape(const char *name)
{
	unsigned flags = 0;
	size_t base = base_len(name);

	FOR_NOTES_OF(i, name)
		if (notes[i].holder && !notes[i].field && !strncmp(notes[i].holder, name, base) &&
		    (!notes[i].holder[base] || !strcmp(notes[i].holder, name)))
			flags |= notes[i].flags;
	return flags;
}

static const struct note *note_of_request(const char *request)
{
	for (unsigned i = index__first(&by_owner, request, strlen(request)); i != INDEX_END; i = index__next(&by_owner, i))
		if (notes[i].request && !strcmp(notes[i].request, request))
			return &notes[i];
	return NULL;
}

void request__note(struct item *f, const char *request)
{
	const struct note *note = note_of_request(request);

	if (note)
		apply(f, note);
}

const char *request__direction(const char *request)
{
	const struct note *note = note_of_request(request);

	return note ? note->direction : NULL;
}

bool request__beyond(const char *request)
{
	const struct note *note = note_of_request(request);

	return note && note->beyond;
}

bool request__on_error(const char *request)
{
	const struct note *note = note_of_request(request);

	return note && note->on_error;
}

bool request__machine(const char *request)
{
	const struct note *note = note_of_request(request);

	return note && note->machine;
}

bool request__direct(const char *request)
{
	const struct note *note = note_of_request(request);

	return note && note->direct;
}

const char *request__variant(const char *request)
{
	const struct note *note = note_of_request(request);

	return note ? note->variant : NULL;
}

bool request__next(unsigned *i, struct request_note *r)
{
	for (; *i < nnotes; ++*i) {
		const struct note *note = &notes[*i];

		if (!note->request)
			continue;
		*r = (struct request_note){ note->request, note->direction, note->type, note->number, note->word, note->elements, note->beyond, note->set };
		++*i;
		return true;
	}
	return false;
}
