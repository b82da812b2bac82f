/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_loader.h - loads the BPF object: its maps first, then its programs, in two parts at the same time. */
#pragma once

#include <pthread.h>
#include <stdbool.h>

#include "bpf/config.h"
#include "trace.skel.h"

#define LOAD_LINKS 32

struct loaded {
	struct trace_bpf *main;		/* programs that are attached or run; use its maps and variables */
	struct trace_bpf *second;	/* programs reached by tail calls, and trace_files; opened by bpf_loader__start() */
	pthread_t thread;		/* loads them, while `running` */
	bool running;
	struct bpf_link *links[LOAD_LINKS];
	unsigned nlinks;
	const char *btf;		/* file with the kernel's types, filled when the programs are loaded */
	bool stacks, old;		/* load programs for stacks; the kernel has no task storage (before Linux 5.13) */
	unsigned max_tasks;		/* 0: the kernel has task storage; else the size of the hash used instead */
};

/* Opens the object: rodata and sizes of maps of l->main may be changed until bpf_loader__start(). 0 or -errno. */
int bpf_loader__open(struct loaded *l, bool stacks);	/* stacks: with the programs that capture them */
/* Creates the maps, loads the programs of l->main, and begins to load the others. 0 or -errno. */
int bpf_loader__start(struct loaded *l);
/* Waits for the others. 0 or -errno. */
int bpf_loader__finish(struct loaded *l);
/* Attaches all tracepoint programs except those reached by tail calls. 0 or -errno. */
int bpf_loader__attach(struct loaded *l);
void bpf_loader__close(struct loaded *l);
