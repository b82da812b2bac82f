/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * container_names.h - the names that runtimes keep of their containers, in files: Docker, containerd, CRI-O, Podman, the kubelet's logs; Docker and
 * Podman also of users who run them without root (rootless), in their homes.
 */
#pragma once

#include "containers.h"

/* The name of the container with that ID (64 digits), or of its pod. path: its control group's. false: not known here. `to`: ID_NAME_MAX + 1 bytes. */
bool container_names__find(enum owner what, const char *path, const char *id, char *to);
/* Where is looked, and whether that is there: a list for a message. */
void container_names__places(char *text, size_t size);
