// SPDX-License-Identifier: BSD-2-Clause
/*
 * layout.c - finds structures in debug information, and writes C tables of them (made.h). A tool of the build.
 *
 *	layout --structs NOTES...	names of structures that notes mention and no request may lead to
 *	layout --consts NOTES...	names of constants that notes compare fields with
 *	layout --types NOTES...		declarations of the shapes that notes export, in C
 *	layout SET DIR [SET DIR]... -- NAMES NOTES...	C, from the objects in DIR of each set of layouts: wide, i386, x32, arm
 *
 * Objects have a variable trace_request_NAME of each request (a pointer to its type), trace_struct_NAME and trace_const_NAME. The
 * folder NAMES has the requests' numbers (rows) and their headers (requests). Equal layouts are written once.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"

static const char *const set_names[SETS] = { "wide", "i386", "x32", "arm" };

void die(const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "layout: ");
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

static bool begins(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

static void take_const(Dwarf_Die *enumeration)
{
	Dwarf_Die c;

	for (int r = dwarf_child(enumeration, &c); !r; r = dwarf_siblingof(&c, &c)) {
		const char *name = dwarf_diename(&c);
		Dwarf_Attribute attr;
		Dwarf_Sword v;
		Dwarf_Word u;

		if (!name || !begins(name, "trace_const_") || !dwarf_attr(&c, DW_AT_const_value, &attr))
			continue;
		/* libdw extends the sign of gcc's DW_FORM_data1, too, which negative values do not have. */
		if (dwarf_whatform(&attr) == DW_FORM_sdata && !dwarf_formsdata(&attr, &v))
			const__set(name + 12, (uint64_t)v);
		else if (dwarf_whatform(&attr) != DW_FORM_sdata && !dwarf_formudata(&attr, &u))
			const__set(name + 12, u);
	}
}

/* A structure that notes name, and its variants. */
static void take_struct(Dwarf_Die *variable, unsigned set, const char *name)
{
	const char *variant;
	Dwarf_Die pointer, type;

	entry__set(name, false, set, type__shape_behind(variable, name));
	for (unsigned i = 0; (variant = notes__variant(name, &i));)
		if (!entry__shape(variant, false, set) && type__of(variable, &pointer) && type__of(&pointer, &type))
			entry__set(variant, false, set, type__struct_shape(&type, variant));
}

/* A variable that gen declares. Tables do not depend on which headers compile together: structures are in the order of the notes, so that
   those precede what points at them, then requests by name; of several declarations the first one that is complete counts. */
struct declared {
	const char *name;
	bool is_request;
	unsigned rank, order;
	Dwarf_Die variable;
};

static struct declared *declared;
static unsigned ndeclared;

static void declare(Dwarf_Die *variable, const char *name, bool is_request)
{
	if (!(ndeclared & (ndeclared - 1))) {
		declared = reallocarray(declared, ndeclared ? 2 * ndeclared : 1, sizeof(*declared));
		if (!declared)
			die("not enough memory");
	}
	declared[ndeclared] = (struct declared){ name, is_request, is_request ? 0 : notes__rank(name), ndeclared, *variable };
	ndeclared++;
}

static int by_rank(const void *a, const void *b)
{
	const struct declared *x = a, *y = b;
	int names = x->is_request && y->is_request ? strcmp(x->name, y->name) : 0;

	if (x->is_request != y->is_request)
		return x->is_request - y->is_request;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return names ? names : x->order < y->order ? -1 : 1;
}

static void read_declared(unsigned set)
{
	qsort(declared, ndeclared, sizeof(*declared), by_rank);
	for (unsigned i = 0; i < ndeclared; i++) {
		struct declared *d = &declared[i];

		if (entry__shape(d->name, d->is_request, set))
			continue;
		if (d->is_request)
			entry__set(d->name, true, set, type__shape_behind(&d->variable, d->name));
		else
			take_struct(&d->variable, set, d->name);
	}
	ndeclared = 0;
}

static void each_child(Dwarf_Die *cu)
{
	Dwarf_Die d;

	for (int r = dwarf_child(cu, &d); !r; r = dwarf_siblingof(&d, &d)) {
		const char *name = dwarf_diename(&d);

		if (dwarf_tag(&d) == DW_TAG_enumeration_type)
			take_const(&d);
		else if (!name || dwarf_tag(&d) != DW_TAG_variable)
			continue;
		else if (begins(name, "trace_struct_"))
			declare(&d, name + 13, false);
		else if (begins(name, "trace_request_"))
			declare(&d, name + 14, true);
	}
}

static void read_object(const char *path)
{
	static const Dwfl_Callbacks callbacks = { .find_elf = dwfl_build_id_find_elf, .section_address = dwfl_offline_section_address };
	Dwfl *dwfl = dwfl_begin(&callbacks);
	Dwfl_Module *module;
	Dwarf_Die *cu = NULL;
	Dwarf_Addr bias;

	if (!dwfl || !(module = dwfl_report_offline(dwfl, path, path, -1)))
		die("%s: %s", path, dwfl_errmsg(-1));
	dwfl_report_end(dwfl, NULL, NULL);
	while ((cu = dwfl_module_nextcu(module, cu, &bias)))
		each_child(cu);
	/* not ended: names point into it */
}

static void read_set(const char *dir, unsigned set)
{
	struct dirent **files;
	int n = scandir(dir, &files, NULL, alphasort);

	for (int i = 0; i < n; i++) {
		size_t len = strlen(files[i]->d_name);
		char path[4096];

		if (len < 3 || strcmp(files[i]->d_name + len - 2, ".o"))
			continue;
		snprintf(path, sizeof(path), "%s/%s", dir, files[i]->d_name);
		read_object(path);
	}
	read_declared(set);
}

static unsigned set_of(const char *name)
{
	for (unsigned i = 0; i < SETS; i++)
		if (!strcmp(name, set_names[i]))
			return i;
	die("no set %s", name);
	return 0;
}

int main(int argc, char **argv)
{
	int i = 1;

	if (argc > 1 && !strncmp(argv[1], "--", 2)) {
		for (i = 2; i < argc; i++)
			notes__read(argv[i]);
		if (!strcmp(argv[1], "--types"))
			notes__declare();
		else
			notes__list(!strcmp(argv[1], "--consts"));
		return 0;
	}
	while (i < argc && strcmp(argv[i], "--"))
		i++;
	if (i + 1 >= argc)
		die("usage: layout SET DIR... -- NAMES NOTES...");
	for (int k = i + 2; k < argc; k++)
		notes__read(argv[k]);
	for (int k = 1; k + 1 < i; k += 2)
		read_set(argv[k + 1], set_of(argv[k]));
	write__all(argv[i + 1]);
	return 0;
}
