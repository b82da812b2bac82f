/* SPDX-License-Identifier: BSD-2-Clause */
/* source_bpf.h - the kernel as a source of records, by BPF programs. */
#pragma once

#include "config/options.h"
#include "sources/source.h"

struct freezer;
struct inject;

/*
 * Loads and attaches the programs; nothing is selected yet. `excluded`: processes that are not selected if all tasks are. `inject`: gets
 * the memory through which its signals are sent; NULL: there are none. `freezer`: pauses the targets before records are lost; NULL: none. 0 or -errno: the message was printed.
 */
int source_bpf__open(struct source **out, const struct options *o, const struct id_list *excluded, struct inject *inject, struct freezer *freezer);
