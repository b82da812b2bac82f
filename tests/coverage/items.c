// SPDX-License-Identifier: BSD-2-Clause
/*
 * items.c - lists what could be decoded, and whether it is: a line for each call, command, option, ioctl request of the machine's ABI, each
 * type of netlink message and each attribute, in tab-separated columns: group, name, number, and `shape`, or `bare` if an argument of it is
 * shown as an address or as bytes; of an option also the name without its list's prefix, as it is shown.
 */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "beautifiers/drivers.h"
#include "beautifiers/kinds.h"
#include "beautifiers/rows.h"
#include "attributes.h"

static enum abi abi;

/* Is the argument shown by its content, or is there none? */
static bool has_shape(const struct arg_spec *a)
{
	const struct shape *sh = a->name && a->shape ? shape__of(a->shape, abi) : NULL;

	if (!a->name)
		return true;
	if (a->kind == &kind_ptr || a->kind == &kind_ioctl_arg || a->kind == &kind_optval_in || a->kind == &kind_optval_out)
		return false;
	return !sh || sh->nfields || sh->show || sh->nsub;
}

static void item(const char *group, const char *call, const char *name, uint32_t number, bool shape)
{
	printf("%s\t%s%s%s\t%#x\t%s\n", group, call, *call ? " " : "", name, number, shape ? "shape" : "bare");
}

static void option(const char *call, const struct flag *f, bool shape)
{
	printf("option\t%s %s\t%#x\t%s\t%s\n", call, f->name, (uint32_t)f->value, shape ? "shape" : "bare", f->name + f->skip);
}

static void calls(void)
{
	for (unsigned nr = 0; nr <= syscalltbl__max_nr(abi); nr++)
		if (syscalltbl__name(abi, nr))
			item("call", "", syscalltbl__name(abi, nr), nr, rows__find(abi, nr) != NULL);
}

static uint32_t fd_kind;

static const char *driver_of_fd(void *ctx, int fd)
{
	(void)fd;
	return ctx;
}

static uint32_t kind_of_fd(void *ctx, int fd)
{
	(void)ctx;
	(void)fd;
	return fd_kind;
}

/*
 * Of any descriptor, of sockets of the families that have requests of their own, or of a device of the driver whose name the request has. Fonts
 * and maps are bytes.
 */
static bool is_decoded(const struct row *ioctl, uint32_t cmd, const char *name)
{
	static const uint32_t kinds[] = { 0, OF_FAMILY(AF_INET), OF_FAMILY(AF_INET6) };
	const struct names names = { .fd_kind = kind_of_fd, .fd_driver = driver_of_fd, .ctx = (void *)driver__of(name) };

	for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		const struct arg_spec *arg;

		fd_kind = kinds[i];
		arg = row__spec(row__resolve(ioctl, abi, (uint64_t[CALL_ARGS]){ 0, cmd }, &names), 2);
		if (has_shape(arg) || (arg->kind && (arg->kind->show == kind_map_in.show || arg->kind->show == kind_map_out.show)))
			return true;
	}
	return false;
}

static void requests(const struct row *ioctl)
{
	const struct flag_table *t = flag_table__in(&ioctl_requests, abi);

	for (unsigned i = 0; i < t->n; i++) {
		uint32_t cmd = (uint32_t)t->flags[i].value;

		item("request", "", t->flags[i].name, cmd, is_decoded(ioctl, cmd, t->flags[i].name));
	}
}

/* Of calls whose command may select a row: one without a row of its own is decoded if none of the call's arguments is an address. */
static void commands(const char *group, const struct row *row, const uint64_t *args)
{
	const struct arg_spec *which = &row->args[row->sub_arg];
	const struct flag_table *t = which->flags ? which->flags : which->kind->names;

	t = t ? flag_table__in(t, abi) : NULL;
	for (unsigned i = 0; t && !t->bits && i < t->n; i++) {
		uint64_t with[CALL_ARGS];
		const struct row *to;
		bool shape = true;

		memcpy(with, args, sizeof(with));
		with[row->sub_arg] = t->flags[i].value << (which->kind == &kind_enum_pair ? 8 : 0);
		to = row__resolve(row, abi, with, NULL);
		for (unsigned k = row->sub_arg + 1u; k < to->nargs; k++)
			shape &= to != row || has_shape(&to->args[k]);
		item(group, row->name, t->flags[i].name, (uint32_t)t->flags[i].value, shape);
	}
}

/* A level of getsockopt and setsockopt selects a list of options. Without a row an option is shown as a number if it has 4 bytes, else as bytes. */
static void options(const struct row *row)
{
	const struct flag_table *levels = row->args[row->sub_arg].flags, *t;

	for (unsigned i = 0; levels && i < levels->n; i++) {
		const uint64_t args[CALL_ARGS] = { 0, levels->flags[i].value, UINT32_MAX };
		const struct row *level = row__resolve(row, abi, args, NULL);

		t = level != row ? level->args[2].flags : NULL;
		t = t ? flag_table__in(t, abi) : NULL;
		for (unsigned k = 0; t && k < t->n; k++) {
			const uint64_t with[CALL_ARGS] = { 0, levels->flags[i].value, t->flags[k].value };

			option(row->name, &t->flags[k], has_shape(&row__resolve(row, abi, with, NULL)->args[3]));
		}
	}
}

/* -- Netlink ----------------------------------------------------------------------------------------------------------- */

static void message_types(const struct nl_protocol *p, const struct flag_table *names, unsigned base)
{
	const struct payload *payload;

	names = flag_table__in(names, abi);
	for (unsigned k = 0; k < names->n; k++) {
		uint64_t type = base + names->flags[k].value;
		bool shape = false;

		for (unsigned i = 0; (payload = nth_payload(p, i)); i++)
			shape |= type >= payload->first && type <= payload->last;
		if (!ends_with(names->flags[k].name, "_BASE") && !ends_with(names->flags[k].name, "_NONE"))
			item("netlink message", "", names->flags[k].name, (uint32_t)type, shape);
	}
}

static void attribute(const struct flag *name, const struct attr *a)
{
	item("attribute", "", name->name, (uint32_t)name->value, a);
}

static void netlink(void)
{
	const struct nl_protocol *p;

	for (unsigned i = 0; i < PROTOCOLS; i++) {
		if (!(p = nl__protocol(i)))
			continue;
		if (p->types)
			message_types(p, p->types, 0);
		for (unsigned k = 0; k < p->ngroups; k++)
			message_types(p, p->groups[k].names, p->groups[k].base);
	}
	each_attribute(abi, attribute);
}

int main(void)
{
	abi = abi__native();
	rows__init();
	calls();
	requests(rows__by_name(abi, "ioctl"));
	netlink();
	for (unsigned nr = 0; nr <= syscalltbl__max_nr(abi); nr++) {
		const struct row *row = syscalltbl__name(abi, nr) ? rows__find(abi, nr) : NULL;

		if (!row || !row->sub || !strcmp(row->name, "ioctl"))
			continue;
		if (strstr(row->name, "sockopt"))
			options(row);
		else
			commands("command", row, (uint64_t[CALL_ARGS]){ 0 });
	}
	return 0;
}
