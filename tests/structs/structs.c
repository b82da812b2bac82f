// SPDX-License-Identifier: BSD-2-Clause
/*
 * structs - proves the structures behind requests of ioctl, socket options and netlink's attributes: what is shown of known bytes must be what
 * compilers and pahole say (types).
 *
 *	structs TYPES LIST NOTES...		TYPES/ABI has objects with BTF; LIST: by_hand.list
 *	structs TYPES --proven NOTES...		lists what was proved, in the columns of tests/coverage/items
 *
 * What differences are meant: compare.c.
 */
#include "../coverage/attributes.h"
#include "oracle.h"

#include <stdio.h>

#include "beautifiers/drivers.h"
#include "beautifiers/kinds.h"
#include "beautifiers/rows.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static bool list_proven;
static unsigned nproven, nfailed;

static bool is_excepted(const struct subject *s)
{
	static const char *const exceptions[] = {
		"SIOCGMIIPHY", "SIOCGMIIREG", "SIOCSMIIREG",	/* struct mii_ioctl_data is in ifr_ifru, which no header says */
		"NILFS_IOCTL_CLEAN_SEGMENTS",			/* the same, of structures */
		"BTRFS_IOC_GET_SUPPORTED_FEATURES",		/* an array, whose elements have names */
		"BTRFS_IOC_RM_DEV_V2", "BTRFS_IOC_SNAP_DESTROY_V2",	/* transid is of other requests */
	};

	for (unsigned i = 0; i < COUNT(exceptions); i++)
		if (!strcmp(exceptions[i], s->name))
			return true;
	return false;
}

static void tell(const struct subject *s, bool good)
{
	if (!good)
		fprintf(stderr, "FAIL %s %s%s%s of %s:\n%s", s->group, s->call, *s->call ? " " : "", s->name, abi__name(s->abi), *compare__complaints() ? compare__complaints() : "\tnothing is shown\n");
	else if (list_proven)
		printf("%s\t%s%s%s\t%#x\tproven\n", s->group, s->call, *s->call ? " " : "", s->name, s->number);
	nproven += good;
	nfailed += !good;
}

/* By the structure's name. Those of one name may differ between headers: one of them must be it. */
static void prove_named(struct subject *s, const struct shape *sh)
{
	bool good = false, any = false;

	for (unsigned i = 0; !good && types__of_struct(sh->name, i, &s->type); i++)
		if (type__is_struct(s->type)) {
			any = true;
			good = compare__subject(s, sh);
		}
	if (any)
		tell(s, good);
}

/* -- Everything --------------------------------------------------------------------------------------------------------- */

/* Is the memory shown by the shape, and not by code? */
static bool is_table(const struct arg_spec *a, enum abi abi)
{
	return a->name && a->shape && !shape__of(a->shape, abi)->show && shape__of(a->shape, abi)->size &&
	       (a->kind->show == kind_struct_in.show || a->kind->show == kind_struct_out.show || a->kind->show == kind_struct_inout.show ||
		a->kind->show == kind_value_in.show || a->kind->show == kind_value_out.show);
}

/* A note or a row gives a structure where the header's type is a number: it says what the kernel reads. */
static bool is_other(const struct subject *s, const struct shape *sh)
{
	return !type__is_struct(s->type) && (shape__of(sh, s->abi)->size != type__size(s->type) || shape__of(sh, s->abi)->nfields > 1);
}

static bool has_type(struct subject *s)
{
	return s->number >> 30 && types__of_request(s->name, &s->type) && type__size(s->type) == (s->number >> 16 & 0x3fff);
}

static const struct flag *nth_name(const struct flag_table *t, uint32_t cmd, unsigned n)
{
	const struct flag *f = flag_table__find(t, cmd);

	while (f && n--)
		f = flag_table__next(t, f);
	return f;
}

static const char *driver_of(void *ctx, int fd)
{
	(void)fd;
	return ctx;
}

/* A request of one driver, whose number others may have, too: to a device of that driver. */
static void request_of_driver(const struct row *ioctl, struct subject s, const char *driver)
{
	const struct names names = { .ctx = (void *)driver, .fd_driver = driver_of };

	s.row = row__resolve(ioctl, s.abi, s.args, &names);
	if (has_type(&s) && is_table(row__spec(s.row, 2), s.abi) && !is_other(&s, row__spec(s.row, 2)->shape))
		tell(&s, compare__subject(&s, row__spec(s.row, 2)->shape));
}

/* The names of one number: the layout must be that of one of them, unless the descriptor's driver decides. */
static void requests_of(const struct row *ioctl, const struct flag_table *t, uint32_t cmd, enum abi abi)
{
	struct subject s = { "request", "", "", cmd, abi, .arg = 2, .args = { (uint32_t)-1, cmd, STRUCT_AT } };
	const struct shape *sh;
	const struct flag *f;
	bool typed = false, good = false, other = false;
	unsigned n = 0;

	s.row = row__resolve(ioctl, abi, s.args, NULL);
	sh = row__spec(s.row, 2)->shape;
	for (; (f = nth_name(t, cmd, n)); n++) {
		s.name = f->name;
		if (drivers__share(cmd) && driver__of(f->name)) {
			request_of_driver(ioctl, s, driver__of(f->name));
			continue;
		}
		if (!is_table(row__spec(s.row, 2), abi) || !has_type(&s) || is_excepted(&s))
			continue;
		if (is_other(&s, sh)) {
			other = true;
			continue;
		}
		typed = true;
		if (!compare__subject(&s, sh))
			continue;
		good = true;
		tell(&s, true);
	}
	if (typed && !good)
		tell(&s, false);
	if (!typed && n == 1 && is_table(row__spec(s.row, 2), abi) && !is_excepted(&s) && (other || !(cmd >> 16 & 0x3fff)))
		prove_named(&s, sh);
}

/* Those of the ABI, and of the build machine unless the ABI's list replaces them. */
static void requests(enum abi abi)
{
	const struct row *ioctl = rows__by_name(abi, "ioctl");
	const struct flag_table *t = flag_table__in(&ioctl_requests, abi);

	for (const struct flag_table *of = t; of; of = of->base)
		for (unsigned i = 0; i < of->n; i++) {
			const struct flag *f = flag_table__find(t, of->flags[i].value);

			if (f && !strcmp(f->name, of->flags[i].name))	/* once for each number */
				requests_of(ioctl, t, (uint32_t)f->value, abi);
		}
}

static void options(enum abi abi, const char *name)
{
	const struct row *row = rows__by_name(abi, name);
	const struct flag_table *levels = row->args[row->sub_arg].flags, *t;

	for (unsigned i = 0; i < levels->n; i++) {
		struct subject s = { "option", name, "", .abi = abi, .arg = 3, .args = { 0, levels->flags[i].value, UINT32_MAX, STRUCT_AT, STRUCT_AT } };
		const struct row *level = row__resolve(row, abi, s.args, NULL);

		t = level != row && level->args[2].flags ? flag_table__in(level->args[2].flags, abi) : NULL;
		for (unsigned k = 0; t && k < t->n; k++) {
			s.name = t->flags[k].name;
			s.args[2] = s.number = (uint32_t)t->flags[k].value;
			s.row = row__resolve(row, abi, s.args, NULL);
			if (is_table(&s.row->args[3], abi))
				prove_named(&s, s.row->args[3].shape);
		}
	}
}

static enum abi attributes_abi;

static void attribute(const struct flag *name, const struct attr *a)
{
	struct arg_spec data = { .name = "data", .name_len = 4, .kind = &kind_struct_in, .shape = a ? a->shape : NULL };
	const struct row row = { .name = "netlink", .args = &data, .nargs = 1 };
	struct subject s = { "attribute", "", name->name, (uint32_t)name->value, attributes_abi, .row = &row, .args = { STRUCT_AT } };

	if (data.shape && is_table(&data, s.abi))
		prove_named(&s, a->shape);
}

/* -- Proof that what is wrong is found ------------------------------------------------------------------------------------ */

enum fault { FAULT_NONE, FAULT_SWAPPED, FAULT_NAME, FAULT_MISSING, FAULT_SIZE, FAULT_LENGTH, FAULTS };

/* struct rtc_time, of numbers of one size, with that fault. */
static void check_fault(enum fault fault)
{
	static const char *const names[] = { "tm_sec", "tm_min", "tm_hour", "tm_mday", "tm_mon", "tm_year", "tm_wday", "tm_yday", "tm_isdst" };
	struct field fields[COUNT(names)] = {};
	struct shape sh = { .name = "rtc_time", .size = 36, .nfields = COUNT(names), .fields = fields };
	const struct arg_spec arg = { .name = "arg", .name_len = 3, .kind = &kind_struct_inout, .shape = &sh };
	const struct row row = { .name = "faulty", .args = &arg, .nargs = 1 };
	struct subject s = { "fault", "", "", fault, ABI_X86_64, .row = &row, .args = { STRUCT_AT } };

	for (unsigned i = 0; i < COUNT(names); i++)
		fields[i] = (struct field){ .spec = { .name = names[i], .name_len = (uint8_t)strlen(names[i]), .kind = &kind_int }, .offset = (uint16_t)(4 * i), .size = 4 };
	switch (fault) {
	case FAULT_SWAPPED: fields[2].offset = 12, fields[3].offset = 8; break;
	case FAULT_NAME: fields[4].spec.name = "tm_man"; break;
	case FAULT_MISSING: sh.nfields--; break;
	case FAULT_SIZE: fields[5].size = 2; break;
	case FAULT_LENGTH: sh.size += 4; break;
	default: break;
	}
	if (!types__of_struct("rtc_time", 0, &s.type) || compare__subject(&s, &sh) != !fault) {
		fprintf(stderr, "FAIL fault %u of a structure is not found\n", fault);
		nfailed++;
	}
}

static void check_faults(void)
{
	for (enum fault f = FAULT_NONE; f < FAULTS; f++)
		check_fault(f);
}

int main(int argc, char **argv)
{
	static const enum abi abis[] = { ABI_X86_64, ABI_I386, ABI_AARCH64 };
	bool failed = true, by_hand = true;	/* unless anything is proved */
	unsigned n = 0;

	list_proven = argc > 2 && !strcmp(argv[2], "--proven");
	for (int i = 3; i < argc; i++)
		compare__read_notes(argv[i]);
	if (!list_proven && !by_hand__read_list(argc > 2 ? argv[2] : "by_hand.list"))
		return 1;
	rows__init();
	for (unsigned i = 0; i < (list_proven ? 1 : sizeof(abis) / sizeof(abis[0])); i++) {
		enum abi abi = list_proven ? abi__native() : abis[i];
		char dir[4096];

		snprintf(dir, sizeof(dir), "%s/%s", argc > 1 ? argv[1] : ".", abi__name(abi));
		if (!types__open(dir))
			continue;
		nproven = nfailed = 0;
		check_faults();
		rows__find(abi, 0);
		requests(abi);
		options(abi, "setsockopt");
		options(abi, "getsockopt");
		attributes_abi = abi;
		each_attribute(abi, attribute);
		fprintf(stderr, "%s: %u proven, %u not\n", abi__name(abi), nproven, nfailed);
		if (nfailed)
			return 1;
		by_hand &= list_proven || by_hand__check();
		failed = false;
		n++;
		types__close();
	}
	if (n == COUNT(abis))		/* else shapes of the others are not seen */
		by_hand &= by_hand__all_used();
	return failed || !by_hand;
}
