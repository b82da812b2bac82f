/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_targets.h - which tasks the loaded programs trace. */
#pragma once

#include <sys/types.h>

#include "loaded.h"
#include "config/options.h"

/* child: the command that waits before its execve; 0: there is none. The command, if there is no other target; else 0. */
pid_t bpf_targets__only(const struct options *o, pid_t child);
/* Tells the programs. 0 or -errno. */
int bpf_targets__add(struct loaded *l, const struct options *o, pid_t child);
/* Marks the threads that they have. 0; -ESRCH: there are none; -EPERM: this user may not trace some; -errno. */
int bpf_targets__select(struct loaded *l, const struct options *o, pid_t child);
/* Of these only the ones in the control groups of -G, and none of `excluded`. 0, or -errno; -ECANCELED: the message was printed. */
int bpf_targets__restrict(struct loaded *l, const struct options *o, const struct id_list *excluded);
