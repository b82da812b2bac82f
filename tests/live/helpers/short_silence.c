// SPDX-License-Identifier: BSD-2-Clause
/* short_silence.c - preloaded, it lets poll() wait for 6 s where it is meant to wait for minutes. */
#include <poll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define LONG_MS 60000
#define SHORT_MS 6000

int poll(struct pollfd *fds, nfds_t n, int ms)
{
	struct timespec t;

	if (ms > LONG_MS)
		ms = SHORT_MS;
	t = (struct timespec){ .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000l };
	return (int)syscall(SYS_ppoll, fds, n, ms < 0 ? NULL : &t, NULL, 0);
}

/* All helpers are built as programs, too. */
int main(void)
{
	return 0;
}
