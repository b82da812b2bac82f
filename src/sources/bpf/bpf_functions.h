/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bpf_functions.h - attaches programs to the functions of the selected calls (bpf/functions.bpf.h): unlike raw_syscalls, other calls then
 * pay nothing. By kprobe.multi, one link for all functions.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf/config.h"

struct bpf_functions {
	uint64_t *addrs;	/* n of them, sorted */
	unsigned n;
	uint64_t seccomp;	/* where filters are run; 0: the kernel has none */
};

/* Does the kernel permit it? If not, says why. */
bool bpf_functions__possible(char *why, size_t size);
/* Finds the functions of the calls in sel. false: they cannot be used, and why. */
bool bpf_functions__find(struct bpf_functions *f, const struct config *cfg, const struct selection *sel, char *why, size_t size);
/* Attaches a program to all functions, or to their returns. The link, or -errno. */
int bpf_functions__attach(const struct bpf_functions *f, int prog, bool returns);
/* … to the return of the function that runs filters. */
int bpf_functions__attach_seccomp(const struct bpf_functions *f, int prog);
void bpf_functions__free(struct bpf_functions *f);
