// SPDX-License-Identifier: BSD-2-Clause
/*
 * by_hand.c - finds shapes written in C whose layout the headers have, so that a note (beautifiers/structs/README) would make them. They must
 * be listed, with the reason (by_hand.list).
 *
 * All shapes of the program are checked: this program's own debug information says where they are, and the line that defines them. What notes cannot
 * say needs no reason: code that shows the structure or a field, or decides about it, sub-shapes, structures whose size the program passes.
 */
#include "oracle.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beautifiers/shape.h"

#define NAMES_MOST 512

static struct listed { char name[64]; bool used; } listed[NAMES_MOST];
static unsigned nlisted, nfailed, nfound;

/* -- The list: `REASON: NAME...`; further names on lines that begin with a tab ------------------------------------------------ */

static void add_names(char *names)
{
	char *rest;

	for (char *name = strtok_r(names, " \t\n", &rest); name && nlisted < NAMES_MOST; name = strtok_r(NULL, " \t\n", &rest))
		snprintf(listed[nlisted++].name, sizeof(listed[0].name), "%s", name);
}

bool by_hand__read_list(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[1024], *colon;
	bool good = f;

	while (f && fgets(line, sizeof(line), f)) {
		if (*line == '#' || *line == '\n')
			continue;
		colon = *line == '\t' ? line : strchr(line, ':');
		if (!colon || colon == line + strspn(line, " ")) {
			good &= colon && *line == '\t';
			if (!good)
				fprintf(stderr, "FAIL %s: a line without a reason: %s", path, line);
		}
		if (colon)
			add_names(colon + 1);
	}
	if (f)
		fclose(f);
	return good;
}

static bool use(const char *name)
{
	for (unsigned i = 0; i < nlisted; i++)
		if (!strcmp(listed[i].name, name))
			return listed[i].used = true;
	return false;
}

bool by_hand__all_used(void)
{
	bool all = true;

	for (unsigned i = 0; i < nlisted; i++)
		if (!listed[i].used) {
			fprintf(stderr, "FAIL tests/structs/by_hand.list: no shape in C has the layout of struct %s: take it from the list\n", listed[i].name);
			all = false;
		}
	return all;
}

/* -- One shape ---------------------------------------------------------------------------------------------------------- */

static bool is_beyond_notes(const struct shape *sh)
{
	if (sh->made || sh->show || !sh->nfields || sh->nsub || sh->least || sh->min_passed || sh->padded || sh->tail || sh->macro || sh->exact)
		return true;
	if (sh->strace && is_beyond_notes(sh->strace))
		return true;
	for (unsigned i = 0; i < sh->nfields; i++) {
		const struct arg_spec *spec = &sh->fields[i].spec;

		if (sh->fields[i].when || spec->when || spec->named || spec->filled || !spec->name || !*spec->name || spec->kind->beyond || (spec->shape && spec->shape->show))
			return true;
	}
	return false;
}

static bool is_at(struct type t, const struct field *f)
{
	struct place p;

	if (!type__at(t, f->spec.name, 0, &p) || p.bit != f->offset * 8u + f->bit)
		return false;
	return p.flexible ? !f->size : p.bits == (f->bits ? f->bits : f->size * 8u);
}

struct search {
	const struct shape *sh;
	char found[64];		/* the first structure with this layout, or the one of that name */
	bool is_listed;
};

static void compare(void *ctx, const char *name, struct type t)
{
	struct search *s = ctx;

	for (unsigned i = 0; i < s->sh->nfields; i++)
		if (!is_at(t, &s->sh->fields[i]))
			return;
	s->is_listed |= use(name);
	if (!*s->found || !strcmp(name, s->sh->name))
		snprintf(s->found, sizeof(s->found), "%s", name);
}

static bool is_generable(const struct shape *sh, struct search *s)
{
	*s = (struct search){ .sh = sh };
	if (!is_beyond_notes(sh))
		types__each_struct(sh->size, compare, s);
	return *s->found && !s->is_listed;
}

/* -- All shapes: variables of this program ---------------------------------------------------------------------------------- */

static void check(const struct shape *sh, const char *name, Dwarf_Die *variable)
{
	const char *file = dwarf_decl_file(variable);
	struct search s;
	int line = 0;

	nfound++;
	if (!is_generable(sh, &s))
		return;
	dwarf_decl_line(variable, &line);
	fprintf(stderr, "FAIL %s:%d: %s has the layout of the headers' struct %s: write a note that makes it (beautifiers/structs/README), or list it with the reason"
			" in tests/structs/by_hand.list\n", file ? file : "", line, name, s.found);
	nfailed++;
}

static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute attr;

	return dwarf_attr_integrate(die, DW_AT_type, &attr) && dwarf_formref_die(&attr, type);
}

/* How many shapes a variable has: 1, or the elements of an array; 0: it is something else. */
static unsigned shapes_of(Dwarf_Die *variable)
{
	Dwarf_Word size = 0;
	Dwarf_Die type;

	if (!type_of(variable, &type) || dwarf_aggregate_size(&type, &size))
		return 0;
	while (dwarf_tag(&type) == DW_TAG_const_type || dwarf_tag(&type) == DW_TAG_array_type)
		if (!type_of(&type, &type))
			return 0;
	if (dwarf_tag(&type) != DW_TAG_structure_type || !dwarf_diename(&type) || strcmp(dwarf_diename(&type), "shape"))
		return 0;
	return (unsigned)(size / sizeof(struct shape));
}

/* gcc writes the address itself, clang an index of it. */
static bool address_of(Dwarf_Die *variable, Dwarf_Addr *addr)
{
	Dwarf_Attribute attr, indexed;
	Dwarf_Op *op;
	size_t len;

	if (!dwarf_attr(variable, DW_AT_location, &attr) || dwarf_getlocation(&attr, &op, &len) || len != 1)
		return false;
	*addr = op->number;
	return op->atom == DW_OP_addr || (op->atom == DW_OP_addrx && !dwarf_getlocation_attr(&attr, op, &indexed) && !dwarf_formaddr(&indexed, addr));
}

static void take_variable(Dwarf_Die *variable, Dwarf_Addr bias)
{
	unsigned n = shapes_of(variable);
	const struct shape *sh;
	Dwarf_Addr addr;

	if (!n || !address_of(variable, &addr))
		return;
	sh = (const struct shape *)(uintptr_t)(addr + bias);
	for (unsigned i = 0; i < n; i++)
		check(&sh[i], dwarf_diename(variable) ? dwarf_diename(variable) : "shape", variable);
}

static void take_children(Dwarf_Die *die, Dwarf_Addr bias)
{
	Dwarf_Die d;

	for (int r = dwarf_child(die, &d); !r; r = dwarf_siblingof(&d, &d))
		if (dwarf_tag(&d) == DW_TAG_variable)
			take_variable(&d, bias);
		else if (dwarf_tag(&d) == DW_TAG_subprogram || dwarf_tag(&d) == DW_TAG_lexical_block)
			take_children(&d, bias);
}

static bool is_own_code(Dwarf_Die *cu)
{
	const char *name = dwarf_diename(cu);

	return name && strstr(name, "beautifiers/");
}

static bool take_all(void)
{
	static const Dwfl_Callbacks callbacks = { .find_elf = dwfl_linux_proc_find_elf, .find_debuginfo = dwfl_standard_find_debuginfo };
	Dwfl *dwfl = dwfl_begin(&callbacks);
	Dwarf_Die *cu = NULL;
	Dwarf_Addr bias;

	if (!dwfl || dwfl_linux_proc_report(dwfl, getpid()) || dwfl_report_end(dwfl, NULL, NULL))
		return false;
	for (Dwfl_Module *m = dwfl_addrmodule(dwfl, (Dwarf_Addr)(uintptr_t)&shape_int); m && (cu = dwfl_module_nextcu(m, cu, &bias));)
		if (is_own_code(cu))
			take_children(cu, bias);
	dwfl_end(dwfl);
	return true;
}

/* -- Proof that one is found ---------------------------------------------------------------------------------------------------- */

static bool finds(struct search *s, const struct field *fields, unsigned n)
{
	const struct shape sh = { .name = "mine", .size = 8, .nfields = (uint16_t)n, .fields = fields };

	return is_generable(&sh, s);
}

static bool is_able(void)
{
#define MEMBER(n, at, bytes) { .spec = { .name = n, .kind = &kind_uint }, .offset = at, .size = bytes }
	static const struct field same[] = { MEMBER("ws_row", 0, 2), MEMBER("ws_col", 2, 2), MEMBER("ws_ypixel", 6, 2) },
		moved[] = { MEMBER("ws_row", 0, 2), MEMBER("ws_col", 4, 2) }, wider[] = { MEMBER("ws_row", 0, 4) };
	struct search s;

	return finds(&s, same, 3) && !strcmp(s.found, "winsize") && !finds(&s, moved, 2) && !finds(&s, wider, 1);
}

bool by_hand__check(void)
{
	nfailed = nfound = 0;
	if (!is_able())
		fprintf(stderr, "FAIL a shape with the layout of struct winsize is not found\n");
	else if (!take_all() || !nfound)
		fprintf(stderr, "FAIL no shapes are found: is this program built without debug information?\n");
	else
		return !nfailed;
	return false;
}
