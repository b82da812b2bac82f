/* SPDX-License-Identifier: BSD-2-Clause */
/* sysctl.c - owns the settings' paths. */
#include "sysctl.h"

#include <stdlib.h>

#include "lib/small_file.h"

static const char *const paths[] = {
	[PARANOID] = "/proc/sys/kernel/perf_event_paranoid",
	[MLOCK_KB] = "/proc/sys/kernel/perf_event_mlock_kb",
	[BPF_DISABLED] = "/proc/sys/kernel/unprivileged_bpf_disabled",
	[MAX_SAMPLE_RATE] = "/proc/sys/kernel/perf_event_max_sample_rate",
};

int sysctl__number(enum sysctl which, long *value)
{
	char text[32];
	int err = small_file__line(text, sizeof(text), "%s", paths[which]);

	*value = strtol(text, NULL, 10);
	return err;
}

const char *sysctl__path(enum sysctl which)
{
	return paths[which];
}
