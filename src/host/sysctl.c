/* SPDX-License-Identifier: BSD-2-Clause */
/* sysctl.c - owns the paths of the settings. */
#include "sysctl.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const paths[] = {
	[PARANOID] = "/proc/sys/kernel/perf_event_paranoid",
	[MLOCK_KB] = "/proc/sys/kernel/perf_event_mlock_kb",
	[BPF_DISABLED] = "/proc/sys/kernel/unprivileged_bpf_disabled",
	[MAX_SAMPLE_RATE] = "/proc/sys/kernel/perf_event_max_sample_rate",
};

int sysctl__line(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, size - 1);
	int err = n < 0 ? -errno : 0;

	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return err;
}

int sysctl__number(enum sysctl which, long *value)
{
	char text[32];
	int err = sysctl__line(paths[which], text, sizeof(text));

	*value = strtol(text, NULL, 10);
	return err;
}

const char *sysctl__path(enum sysctl which)
{
	return paths[which];
}
