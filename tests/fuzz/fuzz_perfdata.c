// SPDX-License-Identifier: BSD-2-Clause
/* fuzz_perfdata - any bytes as a recording of perf: a file, or, if the length is odd, a stream through a pipe. */
#include "fuzz.h"

#include <fcntl.h>

#include "sources/file/source_perfdata.h"

/* A descriptor from which the bytes are read. */
static int file_of(const uint8_t *data, size_t size)
{
	int fd = memfd_create("perf.data", MFD_CLOEXEC);

	if (write(fd, data, size) != (ssize_t)size || lseek(fd, 0, SEEK_SET))
		abort();
	return fd;
}

static int pipe_of(const uint8_t *data, size_t size)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC) || fcntl(fds[1], F_SETPIPE_SZ, 1 << 17) < 0 || write(fds[1], data, size) != (ssize_t)size)
		abort();
	close(fds[1]);
	return fds[0];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct shown shown;
	const struct rec *rec;
	struct source *source;

	if (source_perfdata__open(&source, size % 2 ? pipe_of(data, size) : file_of(data, size), NULL, 0, "fuzz"))
		return 0;
	shown__open(&shown, size % 4 < 2 ? &json_view : &text_view, NULL);
	while (source->ops->next(source, &rec) == SOURCE_RECORD)
		shown__take(&shown, rec);
	shown__close(&shown);
	source->ops->close(source);
	return 0;
}
