/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_names.h - a layer above a live source: inserts the names of users, groups and devices, in records before the first record
 * that has their IDs. --names
 */
#pragma once

#include "sources/source_layer.h"

/* Takes ownership of `below`, except on failure. 0 or -ENOMEM. */
int source_names__open(struct source **out, struct source *below);
