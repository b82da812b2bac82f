/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * functions.bpf.h - programs at the functions of the selected calls (cfg.functions), so that other calls run no program. Attached by
 * kprobe.multi to kernels whose return probes have no limit of calls in progress: Linux 6.14, commit 4346ba160409.
 *
 * The calls are the same as at raw_syscalls, which these programs' bodies are shared with, but for two: one that seccomp denies never
 * reaches its function, so the result of the filters is looked at; one that began before programs were attached does not return to them,
 * so trace_exit or tp_exit runs until those that mark_before() found have returned.
 */
#pragma once

#if defined(__TARGET_ARCH_x86)
#define FUNCTION_RESULT(ctx) ((long)(ctx)->ax)
static __always_inline long call_result(struct pt_regs *regs, long ret)
{
	(void)regs;
	return ret;
}
#else
#define FUNCTION_RESULT(ctx) ((long)(ctx)->regs[0])
/* As syscall_get_return_value() of arch/arm64: that of a 32-bit program is half a register. */
static __always_inline long call_result(struct pt_regs *regs, long ret)
{
	return abi__slot(current_task(), abi__id(regs)) == SLOT_COMPAT ? (__s32)ret : ret;
}
#endif

/* The function's context holds the kernel's registers; the call's are the task's. */
SEC("kprobe.multi")
int fn_enter(void *ctx)
{
	struct pt_regs *regs = user_regs();
	struct syscall_ctx sc = { .id = abi__id(regs), .passed = regs, .function = true };

	return enter_call(ctx, &sc);
}

SEC("kprobe.multi")
int fn_exit(struct pt_regs *ctx)
{
	struct pt_regs *regs = user_regs();
	struct syscall_ctx sc = { .passed = regs, .function = true };

	return exit_call(ctx, &sc, call_result(regs, FUNCTION_RESULT(ctx)));
}

/* At the return of __secure_computing(), which only tasks with filters call. -1: the call is not made, and its result is set. */
SEC("kprobe.multi")
int fn_denied(struct pt_regs *ctx)
{
	struct pt_regs *regs = user_regs();
	struct syscall_ctx sc = { .passed = regs, .function = true };

	if ((int)FUNCTION_RESULT(ctx) != -1)
		return 0;
	return exit_call(ctx, &sc, call_result(regs, FUNCTION_RESULT(regs)));
}

/* Continues all three. */
SEC("kprobe.multi")
int fn_capture(void *ctx)
{
	return capture_call(ctx, true);
}
