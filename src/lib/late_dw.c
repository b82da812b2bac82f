// SPDX-License-Identifier: BSD-2-Clause
/* late_dw.c - functions of libdw that are used. */
#include "late.h"

#ifndef NO_DLOPEN
#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>

LATE_LIBRARY(dw, "libdw1");

void late_dw__load(void)
{
	late__find(&dw, "dwfl_begin");
}

LATE(dw, ssize_t, dwelf_elf_gnu_build_id, (Elf *elf, const void **id), (elf, id))
LATE(dw, Dwfl *, dwfl_begin, (const Dwfl_Callbacks *callbacks), (callbacks))
LATE(dw, void, dwfl_end, (Dwfl *d), (d))
LATE(dw, Dwfl_Module *, dwfl_report_elf, (Dwfl *d, const char *name, const char *path, int fd, GElf_Addr base, bool add_vaddr),
     (d, name, path, fd, base, add_vaddr))
LATE(dw, int, dwfl_report_end, (Dwfl *d, int (*removed)(Dwfl_Module *, void *, const char *, Dwarf_Addr, void *), void *ctx), (d, removed, ctx))
LATE(dw, Dwfl_Module *, dwfl_addrmodule, (Dwfl *d, Dwarf_Addr at), (d, at))
LATE(dw, bool, dwfl_attach_state, (Dwfl *d, Elf *elf, pid_t pid, const Dwfl_Thread_Callbacks *callbacks, void *ctx), (d, elf, pid, callbacks, ctx))
LATE(dw, int, dwfl_getthread_frames, (Dwfl *d, pid_t tid, int (*frame)(Dwfl_Frame *, void *), void *ctx), (d, tid, frame, ctx))
LATE(dw, bool, dwfl_frame_pc, (Dwfl_Frame *f, Dwarf_Addr *pc, bool *is_activation), (f, pc, is_activation))
LATE(dw, bool, dwfl_thread_state_registers, (Dwfl_Thread *t, int first, unsigned n, const Dwarf_Word *regs), (t, first, n, regs))
LATE(dw, void, dwfl_thread_state_register_pc, (Dwfl_Thread *t, Dwarf_Word pc), (t, pc))
LATE(dw, Elf *, dwfl_module_getelf, (Dwfl_Module *m, GElf_Addr *bias), (m, bias))
LATE(dw, int, dwfl_module_getsymtab, (Dwfl_Module *m), (m))
LATE(dw, const char *, dwfl_module_getsym_info,
     (Dwfl_Module *m, int i, GElf_Sym *sym, GElf_Addr *at, GElf_Word *section, Elf **elf, Dwarf_Addr *bias), (m, i, sym, at, section, elf, bias))
LATE(dw, int, dwfl_standard_find_debuginfo,
     (Dwfl_Module *m, void **ctx, const char *name, Dwarf_Addr base, const char *file, const char *link, GElf_Word crc, char **path),
     (m, ctx, name, base, file, link, crc, path))
#endif
