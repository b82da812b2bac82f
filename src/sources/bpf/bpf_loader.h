/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_loader.h - brings the BPF object into the kernel: its maps first, then its programs in two parts side by side. */
#ifndef TRACE_BPF_LOADER_H
#define TRACE_BPF_LOADER_H

#include <stdbool.h>

#include "bpf/config.h"
#include "trace.skel.h"

#define LOAD_LINKS 32

struct loaded {
	struct trace_bpf *main;		/* programs that are attached or run; its maps and variables are the ones to use */
	struct trace_bpf *capture;	/* programs that those go on to by tail call, and trace_files; opened by load__finish */
	struct bpf_link *links[LOAD_LINKS];
	unsigned nlinks;
	const char *btf;		/* file of the kernel's types, filled when the programs are loaded */
	bool stacks, old;		/* with programs that take stacks; of a kernel before Linux 5.13 */
	unsigned max_tasks;		/* 0: the kernel has task storage; else it is made do with a hash of so many */
};

/* Opens it: settings (rodata, sizes of maps of l->main) may be changed until bpf_loader__finish. 0 or -errno. */
int bpf_loader__open(struct loaded *l, bool stacks);	/* stacks: with the programs that take them */
int bpf_loader__finish(struct loaded *l);
/* Attaches all programs of tracepoints but those that others go on to. 0 or -errno. */
int bpf_loader__attach(struct loaded *l);
void bpf_loader__close(struct loaded *l);

#endif
