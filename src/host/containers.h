/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * containers.h - which container, pod and systemd unit a control group (v2) is of: by the path of the group, where runtimes and systemd put
 * IDs and names, and by the files in which runtimes keep the names of their containers (container_names.h). LXC and systemd-nspawn have names in
 * the path.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bpf/wire.h"

enum owner { OWNER_CONTAINER, OWNER_POD, OWNER_UNIT, OWNERS };

/* A part of a path: its bytes, and where the path component that it is in ends. */
struct owner_part {
	size_t at, len;		/* len 0: the path has none */
	size_t end;
};

struct owners {
	struct owner_part part[OWNERS];
	bool named;		/* the container's part is its name, not its ID */
};

/* Takes the path of a group apart. */
void owners__of_path(const char *path, struct owners *to);
/* The name of a group's container, pod (if that is not known: its ID) or unit. false: it is in none. `to`: ID_NAME_MAX + 1 bytes. */
bool owners__name(const char *path, enum owner what, char *to);
/*
 * The path, below the root of the hierarchy, of the group of the container, pod or unit that is called so; containers and pods also by their ID or
 * its beginning. 0 or -errno: the message was printed.
 */
int owners__find(enum owner what, const char *name, char *path, size_t size);
