// SPDX-License-Identifier: BSD-2-Clause
/*
 * unwind.c - one Dwfl per struct mappings; those used last are cached. Memory and registers that libdw asks for come from the
 * current record.
 */
#include "unwind.h"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "elf_file.h"

#define KEPT 8			/* sets of mappings */
#define REG_SP_MAX 32		/* registers that are set: 17 on x86-64, 32 on arm64 without the program counter */

struct view {
	uint64_t id;		/* of the mappings; 0: none */
	Dwfl *dwfl;
	uint64_t used;
};

struct unwinder {
	struct view views[KEPT];
	uint64_t clock;
	/* Of the current record */
	const __u64 *regs;
	unsigned nregs;
	const uint8_t *stack;
	uint64_t sp, copied;
	uint64_t *ips;
	unsigned n, max;
};

struct unwinder *unwinder__new(void)
{
	return calloc(1, sizeof(struct unwinder));
}

void unwinder__free(struct unwinder *u)
{
	for (unsigned i = 0; u && i < KEPT; i++)
		if (u->views[i].dwfl)
			dwfl_end(u->views[i].dwfl);
	free(u);
}

/* -- Callbacks of libdw ---------------------------------------------------------------------------------------------- */

static pid_t next_thread(Dwfl *dwfl, void *arg, void **thread_arg)
{
	(void)dwfl;
	if (*thread_arg)
		return 0;
	*thread_arg = arg;
	return 1;
}

static bool get_thread(Dwfl *dwfl, pid_t tid, void *arg, void **thread_arg)
{
	(void)dwfl, (void)tid;
	*thread_arg = arg;
	return true;
}

static bool read_memory(Dwfl *dwfl, Dwarf_Addr addr, Dwarf_Word *result, void *arg)
{
	const struct unwinder *u = arg;
	uint64_t at = addr - u->sp;

	(void)dwfl;
	if (addr < u->sp || u->copied < sizeof(*result) || at > u->copied - sizeof(*result))
		return false;
	memcpy(result, u->stack + at, sizeof(*result));
	return true;
}

static bool set_registers(Dwfl_Thread *thread, void *arg)
{
	const struct unwinder *u = arg;
	unsigned n = u->nregs;

	if (n > REG_SP_MAX) {
		dwfl_thread_state_register_pc(thread, u->regs[REG_SP_MAX]);
		n = REG_SP_MAX;
	}
	return dwfl_thread_state_registers(thread, 0, n, (const Dwarf_Word *)u->regs);
}

static const Dwfl_Thread_Callbacks process = {
	.next_thread = next_thread, .get_thread = get_thread, .memory_read = read_memory, .set_initial_registers = set_registers,
};

static int take_frame(Dwfl_Frame *frame, void *arg)
{
	struct unwinder *u = arg;
	Dwarf_Addr pc;

	if (u->n == u->max || !dwfl_frame_pc(frame, &pc, NULL))
		return DWARF_CB_ABORT;
	u->ips[u->n++] = pc;
	return DWARF_CB_OK;
}

/* -- Mappings as modules --------------------------------------------------------------------------------------------- */

static void report_file(Dwfl *dwfl, const struct mapping *m)
{
	const struct elf_file *e = m->file ? elf_file__of(m->file) : NULL;
	uint64_t bias;
	int fd;

	if (!e || !elf_file__bias(e, m->pgoff, m->start, &bias) || dwfl_addrmodule(dwfl, m->start))
		return;
	fd = open(m->file->path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && !dwfl_report_elf(dwfl, m->file->path, m->file->path, fd, bias, true))
		close(fd);
}

static Dwfl *make_view(struct unwinder *u, const struct mappings *maps)
{
	Dwfl *dwfl = dwfl_begin(&elf_file_callbacks);

	if (!dwfl)
		return NULL;
	for (unsigned i = 0; i < maps->n; i++)
		if (maps->v[i].prot & PROT_EXEC)
			report_file(dwfl, &maps->v[i]);
	if (!dwfl_report_end(dwfl, NULL, NULL) && dwfl_attach_state(dwfl, NULL, 1, &process, u))
		return dwfl;
	dwfl_end(dwfl);
	return NULL;
}

static Dwfl *view_of(struct unwinder *u, const struct mappings *maps)
{
	struct view *oldest = &u->views[0];

	for (unsigned i = 0; i < KEPT; i++) {
		struct view *v = &u->views[i];

		if (v->id == maps->id) {
			v->used = ++u->clock;
			return v->dwfl;
		}
		if (v->used < oldest->used)
			oldest = v;
	}
	if (oldest->dwfl)
		dwfl_end(oldest->dwfl);
	*oldest = (struct view){ .id = maps->id, .dwfl = make_view(u, maps), .used = ++u->clock };
	return oldest->dwfl;
}

unsigned unwinder__follow(struct unwinder *u, const struct mappings *m, const struct rec_stack *r, uint64_t *ips, unsigned max)
{
	Dwfl *dwfl = m && r->nregs ? view_of(u, m) : NULL;

	if (!dwfl)
		return 0;
	u->regs = r->words + r->nkernel + r->nuser;
	u->nregs = r->nregs;
	u->stack = (const uint8_t *)(u->regs + r->nregs);
	u->sp = r->sp;
	u->copied = r->copied;
	u->ips = ips;
	u->n = 0;
	u->max = max;
	dwfl_getthread_frames(dwfl, 1, take_frame, u);
	return u->n;
}
