/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_attach.h - attaches programs to their tracepoints. */
#pragma once

#include "loaded.h"

/* Attaches all that are there, except those reached by tail calls and iterators. 0 or -errno. bpf_attach__end() detaches them. */
int bpf_attach__all(struct loaded *l);
/* With cfg.functions, those at functions of calls. 0 or -errno. */
int bpf_attach__functions(struct loaded *l);
/* … detaches the one for calls that began before tracing. */
void bpf_attach__end_late(struct loaded *l);
void bpf_attach__end(struct loaded *l);
