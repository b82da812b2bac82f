// SPDX-License-Identifier: BSD-2-Clause
// options: -e prctl
/* prctl: each option; those that would change more than this process, or for good, with what the kernel refuses. */
#include "live.h"

#include <sys/prctl.h>

#ifndef PR_CAPBSET_DROP
#define PR_CAPBSET_DROP 0x18
#endif
#ifndef PR_CAP_AMBIENT
#define PR_CAP_AMBIENT 0x2f
#endif
#ifndef PR_FUTEX_HASH
#define PR_FUTEX_HASH 0x4e
#endif
#ifndef PR_GET_AUXV
#define PR_GET_AUXV 0x41555856
#endif
#ifndef PR_GET_CHILD_SUBREAPER
#define PR_GET_CHILD_SUBREAPER 0x25
#endif
#ifndef PR_GET_ENDIAN
#define PR_GET_ENDIAN 0x13
#endif
#ifndef PR_GET_FPEMU
#define PR_GET_FPEMU 0x9
#endif
#ifndef PR_GET_FPEXC
#define PR_GET_FPEXC 0xb
#endif
#ifndef PR_GET_FP_MODE
#define PR_GET_FP_MODE 0x2e
#endif
#ifndef PR_GET_IO_FLUSHER
#define PR_GET_IO_FLUSHER 0x3a
#endif
#ifndef PR_GET_KEEPCAPS
#define PR_GET_KEEPCAPS 0x7
#endif
#ifndef PR_GET_MDWE
#define PR_GET_MDWE 0x42
#endif
#ifndef PR_GET_MEMORY_MERGE
#define PR_GET_MEMORY_MERGE 0x44
#endif
#ifndef PR_GET_NO_NEW_PRIVS
#define PR_GET_NO_NEW_PRIVS 0x27
#endif
#ifndef PR_GET_SECCOMP
#define PR_GET_SECCOMP 0x15
#endif
#ifndef PR_GET_SECUREBITS
#define PR_GET_SECUREBITS 0x1b
#endif
#ifndef PR_GET_SHADOW_STACK_STATUS
#define PR_GET_SHADOW_STACK_STATUS 0x4a
#endif
#ifndef PR_GET_SPECULATION_CTRL
#define PR_GET_SPECULATION_CTRL 0x34
#endif
#ifndef PR_GET_TAGGED_ADDR_CTRL
#define PR_GET_TAGGED_ADDR_CTRL 0x38
#endif
#ifndef PR_GET_THP_DISABLE
#define PR_GET_THP_DISABLE 0x2a
#endif
#ifndef PR_GET_TID_ADDRESS
#define PR_GET_TID_ADDRESS 0x28
#endif
#ifndef PR_GET_TIMERSLACK
#define PR_GET_TIMERSLACK 0x1e
#endif
#ifndef PR_GET_TIMING
#define PR_GET_TIMING 0xd
#endif
#ifndef PR_GET_TSC
#define PR_GET_TSC 0x19
#endif
#ifndef PR_GET_UNALIGN
#define PR_GET_UNALIGN 0x5
#endif
#ifndef PR_LOCK_SHADOW_STACK_STATUS
#define PR_LOCK_SHADOW_STACK_STATUS 0x4c
#endif
#ifndef PR_MCE_KILL
#define PR_MCE_KILL 0x21
#endif
#ifndef PR_MCE_KILL_GET
#define PR_MCE_KILL_GET 0x22
#endif
#ifndef PR_MPX_DISABLE_MANAGEMENT
#define PR_MPX_DISABLE_MANAGEMENT 0x2c
#endif
#ifndef PR_MPX_ENABLE_MANAGEMENT
#define PR_MPX_ENABLE_MANAGEMENT 0x2b
#endif
#ifndef PR_PAC_GET_ENABLED_KEYS
#define PR_PAC_GET_ENABLED_KEYS 0x3d
#endif
#ifndef PR_PAC_RESET_KEYS
#define PR_PAC_RESET_KEYS 0x36
#endif
#ifndef PR_PAC_SET_ENABLED_KEYS
#define PR_PAC_SET_ENABLED_KEYS 0x3c
#endif
#ifndef PR_PPC_GET_DEXCR
#define PR_PPC_GET_DEXCR 0x48
#endif
#ifndef PR_PPC_SET_DEXCR
#define PR_PPC_SET_DEXCR 0x49
#endif
#ifndef PR_RISCV_SET_ICACHE_FLUSH_CTX
#define PR_RISCV_SET_ICACHE_FLUSH_CTX 0x47
#endif
#ifndef PR_RISCV_V_GET_CONTROL
#define PR_RISCV_V_GET_CONTROL 0x46
#endif
#ifndef PR_RISCV_V_SET_CONTROL
#define PR_RISCV_V_SET_CONTROL 0x45
#endif
#ifndef PR_SCHED_CORE
#define PR_SCHED_CORE 0x3e
#endif
#ifndef PR_SET_CHILD_SUBREAPER
#define PR_SET_CHILD_SUBREAPER 0x24
#endif
#ifndef PR_SET_ENDIAN
#define PR_SET_ENDIAN 0x14
#endif
#ifndef PR_SET_FPEMU
#define PR_SET_FPEMU 0xa
#endif
#ifndef PR_SET_FPEXC
#define PR_SET_FPEXC 0xc
#endif
#ifndef PR_SET_FP_MODE
#define PR_SET_FP_MODE 0x2d
#endif
#ifndef PR_SET_IO_FLUSHER
#define PR_SET_IO_FLUSHER 0x39
#endif
#ifndef PR_SET_KEEPCAPS
#define PR_SET_KEEPCAPS 0x8
#endif
#ifndef PR_SET_MDWE
#define PR_SET_MDWE 0x41
#endif
#ifndef PR_SET_MEMORY_MERGE
#define PR_SET_MEMORY_MERGE 0x43
#endif
#ifndef PR_SET_PTRACER
#define PR_SET_PTRACER 0x59616d61
#endif
#ifndef PR_SET_SECUREBITS
#define PR_SET_SECUREBITS 0x1c
#endif
#ifndef PR_RSEQ_SLICE_EXTENSION
#define PR_RSEQ_SLICE_EXTENSION 79
#define PR_GET_CFI 80
#define PR_SET_CFI 81
#endif
#ifndef PR_SET_SHADOW_STACK_STATUS
#define PR_SET_SHADOW_STACK_STATUS 0x4b
#endif
#ifndef PR_SET_SPECULATION_CTRL
#define PR_SET_SPECULATION_CTRL 0x35
#endif
#ifndef PR_SET_TAGGED_ADDR_CTRL
#define PR_SET_TAGGED_ADDR_CTRL 0x37
#endif
#ifndef PR_SET_THP_DISABLE
#define PR_SET_THP_DISABLE 0x29
#endif
#ifndef PR_SET_TIMERSLACK
#define PR_SET_TIMERSLACK 0x1d
#endif
#ifndef PR_SET_TIMING
#define PR_SET_TIMING 0xe
#endif
#ifndef PR_SET_TSC
#define PR_SET_TSC 0x1a
#endif
#ifndef PR_SET_UNALIGN
#define PR_SET_UNALIGN 0x6
#endif
#ifndef PR_SME_GET_VL
#define PR_SME_GET_VL 0x40
#endif
#ifndef PR_SME_SET_VL
#define PR_SME_SET_VL 0x3f
#endif
#ifndef PR_SVE_GET_VL
#define PR_SVE_GET_VL 0x33
#endif
#ifndef PR_SVE_SET_VL
#define PR_SVE_SET_VL 0x32
#endif
#ifndef PR_TASK_PERF_EVENTS_DISABLE
#define PR_TASK_PERF_EVENTS_DISABLE 0x1f
#endif
#ifndef PR_TASK_PERF_EVENTS_ENABLE
#define PR_TASK_PERF_EVENTS_ENABLE 0x20
#endif
#ifndef PR_TIMER_CREATE_RESTORE_IDS
#define PR_TIMER_CREATE_RESTORE_IDS 0x4d
#endif

/* The result has a name. */
#define MAKE_NAMED(line, ...) expect("%s = %s", line, syscall(__VA_ARGS__) == -1 ? error() : "@@")
#define MAKE(line, ...) \
	do { \
		long ret_ = syscall(__VA_ARGS__); \
		expect("%s = %s", line, result(ret_)); \
	} while (0)

/* Of the process's memory: the structure, its size, and what is no address. */
static void memory(void)
{
	static uint64_t auxv[2] = { 0x6162636465666768, 0 };
	static struct prctl_mm_map map = { 0x1000, 0x2000, 0x3000, 0x4000, 0x5000, 0x6000, 0x7000, 0x8000, 0x8001, 0x8002, 0x8003, auxv, 8, -1 };
	uint32_t size = 0;
	long ret = syscall(SYS_prctl, PR_SET_MM, PR_SET_MM_MAP_SIZE, &size, 0, 0);

	expect("prctl(option: SET_MM, opt: MAP_SIZE, addr: %s, arg4: 0, arg5: 0) = %s", ret ? text("%p", (void *)&size) : text("[%u]", size), result(ret));
	ret = syscall(SYS_prctl, PR_SET_MM, PR_SET_MM_MAP, &map, sizeof(map), 0);
	expect("prctl(option: SET_MM, opt: MAP, addr: {start_code: 0x1000, end_code: 0x2000, start_data: 0x3000, end_data: 0x4000, start_brk: 0x5000, brk: 0x6000, "
	       "start_stack: 0x7000, arg_start: 0x8000, arg_end: 0x8001, env_start: 0x8002, env_end: 0x8003, auxv: \"hgfedcba\", auxv_size: 8, exe_fd: -1}, "
	       "size: %zu, arg5: 0) = %s", sizeof(map), result(ret));
	ret = syscall(SYS_prctl, PR_SET_MM, PR_SET_MM_MAP, &map, 16, 0);
	expect("prctl(option: SET_MM, opt: MAP, addr: {start_code: 0x1000, end_code: 0x2000}, size: 16, arg5: 0) = %s", result(ret));
	ret = syscall(SYS_prctl, PR_SET_MM, PR_SET_MM_EXE_FILE, -1, 0, 0);
	expect("prctl(option: SET_MM, opt: EXE_FILE, fd: -1, arg4: 0, arg5: 0) = %s", result(ret));
	ret = syscall(SYS_prctl, PR_SET_MM, PR_SET_MM_AUXV, auxv, 4096, 0);
	expect("prctl(option: SET_MM, opt: AUXV, addr: \"hgfedcba@@, size: 4096, arg5: 0) = %s", result(ret));
}

int main(void)
{
	mlockall(MCL_CURRENT);	/* the kernel does not read what it refuses */
	begin();
	MAKE("prctl(option: CAPBSET_DROP, cap: 0x270f)",
	     SYS_prctl, PR_CAPBSET_DROP, 9999);
	MAKE("prctl(option: CAP_AMBIENT, op: 0x4d, cap: 0x58)",
	     SYS_prctl, PR_CAP_AMBIENT, 77, 88, 0, 0);
	MAKE("prctl(option: FUTEX_HASH, op: 0x4d, slots: 4, flags: 0)",
	     SYS_prctl, PR_FUTEX_HASH, 77, 4, 0);
	MAKE("prctl(option: GET_AUXV, auxv: 0x8, len: 16)",
	     SYS_prctl, PR_GET_AUXV, BAD, 16, 0, 0);
	MAKE("prctl(option: GET_CHILD_SUBREAPER, reaper: 0x8)",
	     SYS_prctl, PR_GET_CHILD_SUBREAPER, BAD, 0, 0, 0);
	MAKE("prctl(option: GET_ENDIAN, addr: 0x8)",
	     SYS_prctl, PR_GET_ENDIAN, BAD, 0, 0, 0);
	MAKE("prctl(option: GET_FPEMU, addr: 0x8)",
	     SYS_prctl, PR_GET_FPEMU, BAD, 0, 0, 0);
	MAKE("prctl(option: GET_FPEXC, addr: 0x8)",
	     SYS_prctl, PR_GET_FPEXC, BAD, 0, 0, 0);
	MAKE_NAMED("prctl(option: GET_FP_MODE)",
	     SYS_prctl, PR_GET_FP_MODE, 0, 0, 0, 0);
	MAKE("prctl(option: GET_IO_FLUSHER)",
	     SYS_prctl, PR_GET_IO_FLUSHER, 0, 0, 0, 0);
	MAKE("prctl(option: GET_KEEPCAPS)",
	     SYS_prctl, PR_GET_KEEPCAPS, 0, 0, 0, 0);
	MAKE_NAMED("prctl(option: GET_MDWE)",
	     SYS_prctl, PR_GET_MDWE, 0, 0, 0, 0);
	MAKE("prctl(option: GET_MEMORY_MERGE)",
	     SYS_prctl, PR_GET_MEMORY_MERGE, 0, 0, 0, 0);
	MAKE("prctl(option: GET_NO_NEW_PRIVS)",
	     SYS_prctl, PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
	MAKE_NAMED("prctl(option: GET_SECCOMP)",
	     SYS_prctl, PR_GET_SECCOMP, 0, 0, 0, 0);
	MAKE_NAMED("prctl(option: GET_SECUREBITS)",
	     SYS_prctl, PR_GET_SECUREBITS, 0, 0, 0, 0);
	MAKE("prctl(option: GET_SHADOW_STACK_STATUS, status: 0x8)",
	     SYS_prctl, PR_GET_SHADOW_STACK_STATUS, BAD, 0, 0, 0);
	MAKE_NAMED("prctl(option: GET_SPECULATION_CTRL, which: 0x63)",
	     SYS_prctl, PR_GET_SPECULATION_CTRL, 99, 0, 0, 0);
	MAKE_NAMED("prctl(option: GET_TAGGED_ADDR_CTRL)",
	     SYS_prctl, PR_GET_TAGGED_ADDR_CTRL, 0, 0, 0, 0);
	MAKE("prctl(option: GET_THP_DISABLE)",
	     SYS_prctl, PR_GET_THP_DISABLE, 0, 0, 0, 0);
	MAKE("prctl(option: GET_TID_ADDRESS, addr: 0x8)",
	     SYS_prctl, PR_GET_TID_ADDRESS, BAD, 0, 0, 0);
	MAKE("prctl(option: GET_TIMERSLACK)",
	     SYS_prctl, PR_GET_TIMERSLACK, 0, 0, 0, 0);
	MAKE_NAMED("prctl(option: GET_TIMING)",
	     SYS_prctl, PR_GET_TIMING, 0, 0, 0, 0);
	MAKE("prctl(option: GET_TSC, addr: 0x8)",
	     SYS_prctl, PR_GET_TSC, BAD, 0, 0, 0);
	MAKE("prctl(option: GET_UNALIGN, addr: 0x8)",
	     SYS_prctl, PR_GET_UNALIGN, BAD, 0, 0, 0);
	MAKE("prctl(option: LOCK_SHADOW_STACK_STATUS, status: 0x100)",
	     SYS_prctl, PR_LOCK_SHADOW_STACK_STATUS, 0x100, 0, 0, 0);
	MAKE("prctl(option: MCE_KILL, op: SET, policy: 0x4d)",
	     SYS_prctl, PR_MCE_KILL, 1, 77, 0, 0);
	MAKE_NAMED("prctl(option: MCE_KILL_GET)",
	     SYS_prctl, PR_MCE_KILL_GET, 0, 0, 0, 0);
	MAKE("prctl(option: MPX_DISABLE_MANAGEMENT)",
	     SYS_prctl, PR_MPX_DISABLE_MANAGEMENT, 0, 0, 0, 0);
	MAKE("prctl(option: MPX_ENABLE_MANAGEMENT)",
	     SYS_prctl, PR_MPX_ENABLE_MANAGEMENT, 0, 0, 0, 0);
	MAKE_NAMED("prctl(option: PAC_GET_ENABLED_KEYS)",
	     SYS_prctl, PR_PAC_GET_ENABLED_KEYS, 0, 0, 0, 0);
	MAKE("prctl(option: PAC_RESET_KEYS, keys: 0x100)",
	     SYS_prctl, PR_PAC_RESET_KEYS, 0x100, 0, 0, 0);
	MAKE("prctl(option: PAC_SET_ENABLED_KEYS, keys: 0x100, enabled: 0x100)",
	     SYS_prctl, PR_PAC_SET_ENABLED_KEYS, 0x100, 0x100, 0, 0);
	MAKE("prctl(option: PPC_GET_DEXCR, which: SRAPD)",
	     SYS_prctl, PR_PPC_GET_DEXCR, 2, 88, 0, 0);
	MAKE("prctl(option: PPC_SET_DEXCR, which: 0x4d, ctrl: SET_ONEXEC|CLEAR_ONEXEC|0x40)",
	     SYS_prctl, PR_PPC_SET_DEXCR, 77, 88, 0, 0);
	MAKE("prctl(option: RISCV_SET_ICACHE_FLUSH_CTX, ctx: SW_FENCEI_OFF, scope: PER_THREAD)",
	     SYS_prctl, PR_RISCV_SET_ICACHE_FLUSH_CTX, 1, 1, 0, 0);
	MAKE("prctl(option: RSEQ_SLICE_EXTENSION, op: SET, arg: ENABLE)",
	     SYS_prctl, PR_RSEQ_SLICE_EXTENSION, 2, 1, 1, 0);
	MAKE("prctl(option: GET_CFI, which: BRANCH_LANDING_PADS, state: 0x8)",
	     SYS_prctl, PR_GET_CFI, 0, BAD, 1, 0);
	MAKE("prctl(option: SET_CFI, which: BRANCH_LANDING_PADS, state: ENABLE|LOCK|0x8)",
	     SYS_prctl, PR_SET_CFI, 0, 13, 1, 0);
	MAKE_NAMED("prctl(option: RISCV_V_GET_CONTROL)",
	     SYS_prctl, PR_RISCV_V_GET_CONTROL, 77, 88, 0, 0);
	MAKE("prctl(option: RISCV_V_SET_CONTROL, arg: VSTATE_CTRL_OFF|VSTATE_CTRL_INHERIT|0x8)",
	     SYS_prctl, PR_RISCV_V_SET_CONTROL, 0x19, 88, 0, 0);
	MAKE("prctl(option: SCHED_CORE, op: 0x63, pid: 0, type: THREAD, uaddr: NULL)",
	     SYS_prctl, PR_SCHED_CORE, 99, 0, 0, 0);
	MAKE("prctl(option: SET_CHILD_SUBREAPER, reaper: 0)",
	     SYS_prctl, PR_SET_CHILD_SUBREAPER, 0, 5, 0, 0);
	MAKE("prctl(option: SET_ENDIAN, endian: 0x4d)",
	     SYS_prctl, PR_SET_ENDIAN, 77, 0, 0, 0);
	MAKE("prctl(option: SET_FPEMU, ctl: NOPRINT|0x4c)",
	     SYS_prctl, PR_SET_FPEMU, 77, 0, 0, 0);
	MAKE("prctl(option: SET_FPEXC, mode: NONRECOV|0x4c)",
	     SYS_prctl, PR_SET_FPEXC, 77, 0, 0, 0);
	MAKE("prctl(option: SET_FP_MODE, mode: FR|0x4c)",
	     SYS_prctl, PR_SET_FP_MODE, 77, 0, 0, 0);
	MAKE("prctl(option: SET_IO_FLUSHER, state: 0)",
	     SYS_prctl, PR_SET_IO_FLUSHER, 0, 5, 0, 0);
	MAKE("prctl(option: SET_KEEPCAPS, keep: 0)",
	     SYS_prctl, PR_SET_KEEPCAPS, 0, 5, 0, 0);
	MAKE("prctl(option: SET_MDWE, bits: 0x100)",
	     SYS_prctl, PR_SET_MDWE, 0x100, 0, 0, 0);
	MAKE("prctl(option: SET_MEMORY_MERGE, merge: 0)",
	     SYS_prctl, PR_SET_MEMORY_MERGE, 0, 5, 0, 0);
	MAKE("prctl(option: SET_PTRACER, pid: 2147483647)",
	     SYS_prctl, PR_SET_PTRACER, 0x7fffffff, 0, 0, 0);
	MAKE("prctl(option: SET_SECUREBITS, bits: 0x10000)",
	     SYS_prctl, PR_SET_SECUREBITS, 0x10000, 0, 0, 0);
	MAKE("prctl(option: SET_SHADOW_STACK_STATUS, status: 0x100)",
	     SYS_prctl, PR_SET_SHADOW_STACK_STATUS, 0x100, 0, 0, 0);
	MAKE("prctl(option: SET_SPECULATION_CTRL, which: 0x63, ctrl: PRCTL|DISABLE|FORCE_DISABLE|0x40)",
	     SYS_prctl, PR_SET_SPECULATION_CTRL, 99, 77, 0, 0);
	MAKE("prctl(option: SET_TAGGED_ADDR_CTRL, ctrl: 0x100)",
	     SYS_prctl, PR_SET_TAGGED_ADDR_CTRL, 0x100, 0, 0, 0);
	MAKE("prctl(option: SET_THP_DISABLE, disable: 0, flags: EXCEPT_ADVISED|0x5)",
	     SYS_prctl, PR_SET_THP_DISABLE, 0, 7, 0, 0);
	MAKE("prctl(option: SET_TIMERSLACK, slack_ns: 50000)",
	     SYS_prctl, PR_SET_TIMERSLACK, 50000, 0, 0, 0);
	MAKE("prctl(option: SET_TIMING, timing: 0x4d)",
	     SYS_prctl, PR_SET_TIMING, 77, 0, 0, 0);
	MAKE("prctl(option: SET_TSC, mode: 0x4d)",
	     SYS_prctl, PR_SET_TSC, 77, 0, 0, 0);
	MAKE("prctl(option: SET_UNALIGN, ctl: NOPRINT|0x4c)",
	     SYS_prctl, PR_SET_UNALIGN, 77, 0, 0, 0);
	MAKE_NAMED("prctl(option: SME_GET_VL)",
	     SYS_prctl, PR_SME_GET_VL, 0, 0, 0, 0);
	MAKE_NAMED("prctl(option: SME_SET_VL, arg: SME_VL_INHERIT|0x10)",
	     SYS_prctl, PR_SME_SET_VL, 0x20010, 0, 0, 0);
	MAKE_NAMED("prctl(option: SVE_GET_VL)",
	     SYS_prctl, PR_SVE_GET_VL, 0, 0, 0, 0);
	MAKE_NAMED("prctl(option: SVE_SET_VL, arg: SVE_VL_INHERIT|0x100000|0x10)",
	     SYS_prctl, PR_SVE_SET_VL, 0x120010, 0, 0, 0);
	MAKE("prctl(option: TASK_PERF_EVENTS_DISABLE)",
	     SYS_prctl, PR_TASK_PERF_EVENTS_DISABLE, 0, 0, 0, 0);
	MAKE("prctl(option: TASK_PERF_EVENTS_ENABLE)",
	     SYS_prctl, PR_TASK_PERF_EVENTS_ENABLE, 0, 0, 0, 0);
	MAKE("prctl(option: TIMER_CREATE_RESTORE_IDS, ctrl: 0x4d)",
	     SYS_prctl, PR_TIMER_CREATE_RESTORE_IDS, 77, 0, 0, 0);
	memory();
	end();
	return 0;
}
