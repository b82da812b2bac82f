/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bpf_override.h - BPF programs at the kernel's functions of calls, which give a call its result in place of the function.
 *
 * Two ways, each of which the kernel permits for functions marked ALLOW_ERROR_INJECTION, as those of all calls are:
 *	fmod_ret	with CONFIG_FUNCTION_ERROR_INJECTION, where functions have trampolines (x86-64: Linux 5.7, arm64: 6.4); any result but 0.
 *			Linux 7.2 permits it without that for functions whose names begin with the native prefix, except aliases.
 *	kprobes		with CONFIG_BPF_KPROBE_OVERRIDE
 *
 * The programs get the result of the current thread's call from the map `overrides`. They end with the descriptors of this process.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bpf/config.h"
#include "syscalltbl/syscalltbl.h"

struct override_points;

/* map: `overrides`. NULL with errno set. */
struct override_points *override_points__new(int map);
/*
 * Attaches programs to the functions of a call, unless that was done before: function is its name in the kernel without prefix, which may
 * differ from the call's. zero: its result is to be 0. Returns how it is overridden; 0: it cannot be.
 */
enum override_way override_points__add(struct override_points *p, enum abi abi, const char *function, bool zero);
unsigned override_points__count(const struct override_points *p, enum override_way way);
/* The calls that begin from now on are made; those that have begun end as they would have. */
void override_points__free(struct override_points *p);

/* Does the kernel permit this way? If not, says why. Attaches a program to a function for a moment. */
bool override__permitted(enum override_way way, char *why, size_t size);
