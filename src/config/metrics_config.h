/* SPDX-License-Identifier: BSD-2-Clause */
/* metrics_config.h - the options of `trace metrics`. */
#pragma once

#include <stdbool.h>

/* What has series of its own besides calls: the order of METRICS_OWNERS. */
enum metrics_owner { PER_COMM, PER_CGROUP, PER_UNIT, PER_USER, PER_NONE, PER_COUNT };
#define METRICS_OWNERS "comm, cgroup, unit, user, none"

struct metrics_config {
	bool on;		/* --metrics */
	const char *listen;	/* --listen: ADDRESS:PORT */
	unsigned per;		/* --per: enum metrics_owner */
};
