/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_attach.h - attaches programs to their tracepoints. */
#pragma once

#include "bpf_loader.h"

/* Attaches all that are there, except those reached by tail calls and iterators. 0 or -errno. bpf_attach__end() detaches them. */
int bpf_attach__all(struct loaded *l);
void bpf_attach__end(struct loaded *l);
