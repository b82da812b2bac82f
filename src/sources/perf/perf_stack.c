// SPDX-License-Identifier: BSD-2-Clause
/* perf_stack.c - owns perf's and DWARF's register numbers for the machines of bpf/stack.bpf.h. */
#include "perf_stack.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) || defined(__aarch64__)
#include <asm/perf_regs.h>
#endif

#include "lib/msg.h"

/* In the order of DWARF's numbers (psABI of each machine). */
#if defined(__x86_64__)
static const uint8_t regs[] = {
	PERF_REG_X86_AX, PERF_REG_X86_DX, PERF_REG_X86_CX, PERF_REG_X86_BX, PERF_REG_X86_SI, PERF_REG_X86_DI, PERF_REG_X86_BP,
	PERF_REG_X86_SP, PERF_REG_X86_R8, PERF_REG_X86_R9, PERF_REG_X86_R10, PERF_REG_X86_R11, PERF_REG_X86_R12,
	PERF_REG_X86_R13, PERF_REG_X86_R14, PERF_REG_X86_R15, PERF_REG_X86_IP,
};
#define NREGS (sizeof(regs) / sizeof(regs[0]))
#define REG_SP PERF_REG_X86_SP
#define PERF_REG(i) regs[i]
#elif defined(__aarch64__)
#define NREGS PERF_REG_ARM64_MAX	/* x0 to x30, sp, pc: the same */
#define REG_SP PERF_REG_ARM64_SP
#define PERF_REG(i) (i)
#else
#define NREGS 0
#define REG_SP 0
#define PERF_REG(i) (i)
#endif

/* -- Attributes ------------------------------------------------------------------------------------------------------ */

static uint64_t wanted_regs(void)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < NREGS; i++)
		bits |= 1ull << PERF_REG(i);
	return bits;
}

/*
 * Entry and exit samples must have the same layout up to registers and memory. Those of exits have an empty chain, and neither registers
 * nor memory: the kernel miscounts the length of a stack of 0 bytes.
 */
void perf_stack__ask(struct perf_open *calls, const struct options *o)
{
	struct perf_event_attr *begin = &calls->kinds[0].attr, *end = &calls->kinds[1].attr;

	if (o->stacks == STACKS_NONE)
		return;
	begin->sample_type |= PERF_SAMPLE_CALLCHAIN;
	end->sample_type |= PERF_SAMPLE_CALLCHAIN;
	end->exclude_callchain_kernel = end->exclude_callchain_user = 1;
	if (o->stacks == STACKS_DWARF) {
		begin->sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
		begin->sample_regs_user = wanted_regs();
		begin->sample_stack_user = o->stack_copy;
	}
	calls->attr.sample_type = begin->sample_type;
	calls->attr.regs_user = begin->sample_regs_user;
}

int perf_stack__explain(const struct options *o, int err)
{
	if (o->stacks == STACKS_DWARF && (err == -EINVAL || err == -ENOSYS || err == -EOPNOTSUPP))
		msg__hint("--call-graph=dwarf: this kernel may be unable to copy registers and stacks of programs: try '-k' alone");
	return err;
}

/* -- Samples --------------------------------------------------------------------------------------------------------- */

/* Takes addresses of the chain; context markers separate kernel and user addresses. Returns how many. */
static unsigned take_addresses(struct rec_stack *r, const struct perf_sample *s, unsigned max)
{
	bool user = false;
	unsigned n = 0;

	for (uint32_t i = 0; i < s->nstack; i++) {
		uint64_t ip = perf_u64(s->stack + 8 * i, s->swap);

		if (ip >= (uint64_t)PERF_CONTEXT_MAX)
			user = ip == (uint64_t)PERF_CONTEXT_USER;
		else if (user ? r->nuser < max : r->nkernel < max)
			user ? r->nuser++ : r->nkernel++, r->words[n++] = ip;
	}
	return n;
}

/* The value of a register, by its position in the mask. */
static uint64_t reg_of(const struct perf_sample *s, uint64_t mask, unsigned reg)
{
	unsigned before = (unsigned)__builtin_popcountll(mask & ((1ull << reg) - 1));

	return perf_u64(s->regs + 8 * before, false);
}

/* Takes registers and stack memory; registers without memory are useless. Returns the number of words used. */
static unsigned take_memory(struct rec_stack *r, const struct perf_sample *s, const struct perf_attr *a, unsigned n)
{
	uint64_t len = (s->memory_len < STACK_COPY ? s->memory_len : STACK_COPY) & ~(uint64_t)7;

	r->nregs = NREGS;
	r->sp = reg_of(s, a->regs_user, REG_SP);
	for (unsigned i = 0; i < NREGS; i++)
		r->words[n++] = reg_of(s, a->regs_user, PERF_REG(i));
	r->copied = (uint32_t)len;
	memcpy(r->words + n, s->memory, len);
	return n + (unsigned)(len / 8);
}

struct rec_stack *perf_stack__of(const struct perf_sample *s, const struct perf_attr *a, unsigned max)
{
	bool memory = NREGS && s->regs && s->memory && (a->regs_user & wanted_regs()) == wanted_regs();
	size_t addresses = s->nstack < 2 * max ? s->nstack : 2 * max, len = sizeof(struct rec_stack) + 8 * addresses;
	struct rec_stack *r;
	unsigned n;

	if (!s->nstack && !memory)
		return NULL;
	if (memory)
		len += 8 * NREGS + (s->memory_len < STACK_COPY ? s->memory_len : STACK_COPY);
	r = calloc(1, len);
	if (!r)
		return NULL;
	n = take_addresses(r, s, max < STACK_FRAMES ? max : STACK_FRAMES);
	if (memory)
		n = take_memory(r, s, a, n);
	r->rec = (struct rec){
		.len = (uint32_t)(sizeof(*r) + 8 * n), .type = REC_STACK, .cpu = perf_sample__cpu(s),
		.ts = s->ts, .tid = s->tid, .tgid = s->tgid,
	};
	return r;
}

struct rec_stack *perf_stack__of_record(const uint8_t *rec, size_t len, const struct perf_attr *a, unsigned max)
{
	struct perf_sample s;

	return perf_sample__parse(&s, a, rec, len, false) ? NULL : perf_stack__of(&s, a, max);
}
