/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * freezer.h - pauses processes by the freezer of their control group (v2): no parent, debugger or shell can mistake that for a stop.
 *
 * A process of its own, the watcher, thaws the group when this one ends, however it does. While this one is stopped (SIGSTOP), so that it
 * reads no records, the watcher freezes the group.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct freezer;

/* Puts process `pid` in a new group below this process' own. The group is removed once it is empty. 0 or -errno: the message was printed. */
int freezer__of_child(struct freezer **f, pid_t pid);
/* Of an existing group (cgroup.h), which this process must not be in. 0 or -errno: the message was printed. */
int freezer__of_group(struct freezer **f, const char *group);
/* Can freezer__of_child() make a group? Without trying. */
bool freezer__possible(void);
/* Its directory. */
const char *freezer__group(const struct freezer *f);
/* Freezes or thaws it. 0 or -errno. */
int freezer__set(struct freezer *f, bool frozen);
/* The next time that the watcher froze it, ns. false: none since. */
bool freezer__held(struct freezer *f, uint64_t *began, uint64_t *ended);
/* Thaws it, and frees f, which may be NULL. */
void freezer__end(struct freezer *f);
