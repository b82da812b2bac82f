/* Sets of syscalls: a bit for every slot of every ABI. */
#include "syscalltbl.h"

#include <string.h>

void syscall_set__clear(struct syscall_set *set)
{
	memset(set, 0, sizeof(*set));
}

void syscall_set__fill(struct syscall_set *set)
{
	memset(set, 0xff, sizeof(*set));
}

void syscall_set__add(struct syscall_set *set, enum abi abi, unsigned nr)
{
	unsigned slot = syscalltbl__slot(abi, nr);

	set->bits[abi][slot / 64] |= UINT64_C(1) << (slot % 64);
}

void syscall_set__remove(struct syscall_set *set, enum abi abi, unsigned nr)
{
	unsigned slot = syscalltbl__slot(abi, nr);

	set->bits[abi][slot / 64] &= ~(UINT64_C(1) << (slot % 64));
}

static bool all_words_are(const struct syscall_set *set, uint64_t word)
{
	for (int abi = 0; abi < ABI_COUNT; abi++)
		for (int i = 0; i < SYSCALL_SET_BITS / 64; i++)
			if (set->bits[abi][i] != word)
				return false;
	return true;
}

bool syscall_set__is_full(const struct syscall_set *set)
{
	return all_words_are(set, UINT64_MAX);
}

bool syscall_set__is_empty(const struct syscall_set *set)
{
	return all_words_are(set, 0);
}

unsigned syscall_set__count(const struct syscall_set *set, enum abi abi)
{
	unsigned count = 0;

	for (unsigned slot = 0; slot < SYSCALL_SET_BITS - 1; slot++)
		count += set->bits[abi][slot / 64] >> (slot % 64) & 1 && syscalltbl__name(abi, slot);
	return count;
}

void syscall_set__invert(struct syscall_set *set)
{
	for (int abi = 0; abi < ABI_COUNT; abi++)
		for (int i = 0; i < SYSCALL_SET_BITS / 64; i++)
			set->bits[abi][i] = ~set->bits[abi][i];
}
