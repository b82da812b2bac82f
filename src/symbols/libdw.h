/* SPDX-License-Identifier: BSD-2-Clause */
/* libdw.h - libdw, loaded when a stack or a build ID is first asked for. libdw__get()->dwfl_end(d) is dwfl_end(d). */
#pragma once

#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>

#define LIBDW_FUNCTIONS(F) \
	F(dwelf_elf_gnu_build_id) \
	F(dwfl_addrmodule) F(dwfl_attach_state) F(dwfl_begin) F(dwfl_end) F(dwfl_frame_pc) F(dwfl_getthread_frames) F(dwfl_module_getelf) \
	F(dwfl_module_getsym_info) F(dwfl_module_getsymtab) F(dwfl_report_elf) F(dwfl_report_end) F(dwfl_standard_find_debuginfo) \
	F(dwfl_thread_state_register_pc) F(dwfl_thread_state_registers)

#define LIBDW_POINTER(name) __typeof__(name) *name;
struct libdw {
	LIBDW_FUNCTIONS(LIBDW_POINTER)
};

/* NULL: it cannot be loaded, which was said. Any thread may call it. */
const struct libdw *libdw__get(void);
