// SPDX-License-Identifier: BSD-2-Clause
/* uring_waits.c - reads the lines like `  op=22, task_works=0` behind `PollList:`, which are the same since Linux 5.10. */
#include "uring_waits.h"

#include <stdio.h>
#include <string.h>

#include "lib/small_file.h"
#include "process_state.h"

static void take_line(struct uring_waits *w, const char *line)
{
	unsigned op;

	if (sscanf(line, " op=%u, task_works=", &op) != 1 || op >= URING_OPCODES)
		return;
	w->of[op]++;
	w->n++;
}

bool uring_waits__read(struct uring_waits *w, pid_t tgid, int fd)
{
	char link[32], path[64], line[256];
	bool listed = false;
	FILE *f;

	memset(w, 0, sizeof(*w));
	tgid = process_state__thread(tgid);
	if (small_file__link(link, sizeof(link), "/proc/%d/fd/%d", tgid, fd) <= 0 || strcmp(link, "anon_inode:[io_uring]") != 0)
		return false;
	snprintf(path, sizeof(path), "/proc/%d/fdinfo/%d", tgid, fd);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f)) {
		if (listed && line[0] == ' ')
			take_line(w, line);
		else
			listed = !strncmp(line, "PollList:", strlen("PollList:"));
	}
	return f && !fclose(f);
}
