/* The ABIs: names, word sizes, and which ones a kernel of this build can run. */
#include "syscalltbl.h"

#include <errno.h>
#include <string.h>

#if defined(__x86_64__) && defined(__ILP32__)
#define NATIVE ABI_X32
#elif defined(__x86_64__)
#define NATIVE ABI_X86_64
#elif defined(__i386__)
#define NATIVE ABI_I386
#elif defined(__aarch64__)
#define NATIVE ABI_AARCH64
#elif defined(__arm__)
#define NATIVE ABI_ARM
#elif defined(__riscv) && __riscv_xlen == 64
#define NATIVE ABI_RISCV64
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
#define NATIVE ABI_PPC64LE
#elif defined(__s390x__)
#define NATIVE ABI_S390X
#else
#error "no syscall table for this architecture: add it to enum abi, abi.c and overlay.c"
#endif

#define X86_FAMILY (ABI_BIT(ABI_X86_64) | ABI_BIT(ABI_I386) | ABI_BIT(ABI_X32))
#define ARM_FAMILY (ABI_BIT(ABI_AARCH64) | ABI_BIT(ABI_ARM))

static const struct {
	const char *name;
	unsigned    word_size;
	unsigned    family;
	bool        big_endian;
} abis[ABI_COUNT] = {
	[ABI_X86_64]  = { "x86_64",  8, X86_FAMILY,           false },
	[ABI_I386]    = { "i386",    4, X86_FAMILY,           false },
	[ABI_X32]     = { "x32",     4, X86_FAMILY,           false },
	[ABI_AARCH64] = { "aarch64", 8, ARM_FAMILY,           false },
	[ABI_ARM]     = { "arm",     4, ARM_FAMILY,           false },
	[ABI_RISCV64] = { "riscv64", 8, ABI_BIT(ABI_RISCV64), false },
	[ABI_PPC64LE] = { "ppc64le", 8, ABI_BIT(ABI_PPC64LE), false },
	[ABI_S390X]   = { "s390x",   8, ABI_BIT(ABI_S390X), true  },
};

const char *abi__name(enum abi abi)
{
	return (unsigned)abi < ABI_COUNT ? abis[abi].name : NULL;
}

int abi__by_name(const char *name)
{
	for (int abi = 0; abi < ABI_COUNT; abi++)
		if (strcmp(abis[abi].name, name) == 0)
			return abi;
	return -ENOENT;
}

enum abi abi__native(void)
{
	return NATIVE;
}

unsigned abi__native_family(void)
{
	return abis[NATIVE].family;
}

unsigned abi__family(enum abi abi)
{
	return (unsigned)abi < ABI_COUNT ? abis[abi].family : 0;
}

bool abi__is_big_endian(enum abi abi)
{
	return (unsigned)abi < ABI_COUNT && abis[abi].big_endian;
}

bool abi__is_swapped(enum abi abi)
{
	return abi__is_big_endian(abi) != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

unsigned abi__word_size(enum abi abi)
{
	return (unsigned)abi < ABI_COUNT ? abis[abi].word_size : 0;
}
