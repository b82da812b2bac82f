/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_attach.h - attaches programs to their tracepoints. */
#pragma once

#include "loaded.h"

/* While others are still being loaded: attaches those in `progs`, unless calls would be selected from then on. An error occurs again in begin(). */
void bpf_attach__some(struct loaded *l);
/*
 * Attaches all that are there, except iterators. Those that this tracer has loaded get their tail calls before, and are kept afterwards. For each
 * the kernel interrupts all CPUs several times, and waits for them, so a thread does it, if there can be one, while the caller goes on.
 * bpf_attach__await() must follow. 0 or -errno.
 */
int bpf_attach__begin(struct loaded *l);
/* Waits until all are attached; does nothing if they are. 0 or -errno, of the first that could not be: then the programs are not kept. */
int bpf_attach__await(struct loaded *l);
/* With cfg.functions, then those at functions of calls. 0 or -errno. */
int bpf_attach__functions(struct loaded *l);
/* … detaches the one for calls that began before tracing. */
void bpf_attach__end_late(struct loaded *l);
/* Detaches all. */
void bpf_attach__end(struct loaded *l);
