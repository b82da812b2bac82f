// SPDX-License-Identifier: BSD-2-Clause
/*
 * gen-names - prints call_names.c, the tables of names and numbers (tables.h), while the program is built.
 *
 * The numbers come from libaudit; overlay.c corrects names to the kernel's and adds newer calls. Two ABIs are derived: x32 from
 * x86_64 and riscv64 from aarch64, whose numbers they share except for their rows in overlay.c.
 */
#include "tables.h"

#include <libaudit.h>
#include <stdio.h>

const char       *call_names[ABI_COUNT][SYSCALL_SET_BITS];
struct name_entry call_entries[NAME_SLOTS];
unsigned          call_max[ABI_COUNT];

static const struct {
	int      machine; /* of libaudit */
	enum abi abi;
} machines[] = {
	{ MACH_86_64,   ABI_X86_64  },
	{ MACH_86_64,   ABI_X32     },
	{ MACH_X86,     ABI_I386    },
	{ MACH_AARCH64, ABI_AARCH64 },
	{ MACH_AARCH64, ABI_RISCV64 },
	{ MACH_ARM,     ABI_ARM     },
	{ MACH_PPC64LE, ABI_PPC64LE },
	{ MACH_S390X,   ABI_S390X   },
};

static void take_libaudit(void)
{
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++)
		for (unsigned nr = 0; nr < SYSCALL_AIO; nr++)
			call_names[machines[i].abi][nr] = audit_syscall_to_name(nr, machines[i].machine);
}

static void take_overlay(enum abi abi)
{
	for (unsigned i = 0; i < overlay_count; i++)
		if (overlay_rows[i].abis & ABI_BIT(abi))
			call_names[abi][syscalltbl__slot(abi, overlay_rows[i].nr)] = overlay_rows[i].name;
}

static void take_requests(enum abi abi)
{
	for (unsigned nr = SYSCALL_AIO; nr < SYSCALL_AIO_END; nr++)
		call_names[abi][nr] = aio_names[nr - SYSCALL_AIO].name;
	for (unsigned nr = SYSCALL_COMMANDS; nr < SYSCALL_URING_END; nr++)
		call_names[abi][nr] = uring_names[nr - SYSCALL_COMMANDS].name;
}

static void put_names(enum abi abi)
{
	printf("\t{\n");
	for (unsigned slot = 0; slot < SYSCALL_SET_BITS; slot++)
		if (call_names[abi][slot]) {
			call_names__enter(abi, slot, call_names[abi][slot]);
			printf("\t\t[%u] = \"%s\",\n", slot, call_names[abi][slot]);
		}
	printf("\t},\n");
}

static void put_entry(unsigned at, const struct name_entry *entry)
{
	printf("\t[%u] = { \"%s\", {", at, entry->name);
	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		printf(" %d,", entry->slot[abi]);
	printf(" } },\n");
}

int main(void)
{
	take_libaudit();
	printf("/* Made by gen-names. */\n#include \"syscalltbl/tables.h\"\n\n");
	printf("const char *call_names[ABI_COUNT][SYSCALL_SET_BITS] = {\n");
	for (unsigned abi = 0; abi < ABI_COUNT; abi++) {
		take_overlay(abi);
		take_requests(abi);
		put_names(abi);
	}
	printf("};\n\nstruct name_entry call_entries[NAME_SLOTS] = {\n");
	for (unsigned i = 0; i < NAME_SLOTS; i++)
		if (call_entries[i].name)
			put_entry(i, &call_entries[i]);
	printf("};\n\nunsigned call_max[ABI_COUNT] = {");
	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		printf(" %u,", call_max[abi]);
	printf(" };\n");
	return 0;
}
