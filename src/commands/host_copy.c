// SPDX-License-Identifier: BSD-2-Clause
/* host_copy.c - the thread: the file has everything, also what comes after the reader of the pipe has gone. */
#include "host_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/interrupt.h"
#include "lib/msg.h"
#include "lib/thread.h"

#define COPY_BYTES 65536
#define LOOK_MS 200		/* interval of looking for an interrupt */

struct host_copy {
	const char *host;
	int from, file, to;	/* to: -1: nobody reads it any more */
	int err;		/* of the file */
	pthread_t thread;
};

/* false: errno says why. */
static bool write_all(int fd, const char *p, size_t len)
{
	while (len) {
		ssize_t n = write(fd, p, len);

		if (n < 0 && errno != EINTR)
			return false;
		p += n > 0 ? n : 0;
		len -= n > 0 ? (size_t)n : 0;
	}
	return true;
}

static void pass_on(struct host_copy *c, const char *data, size_t len)
{
	if (!c->err && !write_all(c->file, data, len)) {
		c->err = -errno;
		msg__error("cannot write the recording of %s: %s", c->host, strerror(errno));
	}
	if (c->to >= 0 && !write_all(c->to, data, len)) {
		close(c->to);
		c->to = -1;
	}
}

static void *copy_all(void *arg)
{
	struct host_copy *c = arg;
	struct pollfd p = { .fd = c->from, .events = POLLIN };
	char data[COPY_BYTES];
	ssize_t n = 1;

	while (n > 0 && interrupt__count < 2) {
		if (poll(&p, 1, LOOK_MS) <= 0)
			continue;
		n = read(c->from, data, sizeof(data));
		if (n > 0)
			pass_on(c, data, (size_t)n);
	}
	close(c->from);		/* what still writes there gets SIGPIPE */
	if (c->to >= 0)
		close(c->to);
	return NULL;
}

int host_copy__start(struct host_copy **out, int *from, int file, const char *host)
{
	struct host_copy *c = calloc(1, sizeof(*c));
	int ends[2] = { -1, -1 }, err = !c ? -ENOMEM : pipe2(ends, O_CLOEXEC) ? -errno : 0;

	if (!err) {
		*c = (struct host_copy){ .host = host, .from = *from, .file = file, .to = ends[1] };
		err = thread__start(&c->thread, copy_all, c);
	}
	if (!err) {
		*from = ends[0];
		*out = c;
		return 0;
	}
	msg__error("cannot copy what %s sends: %s", host, strerror(-err));
	for (unsigned i = 0; i < 2; i++)
		if (ends[i] >= 0)
			close(ends[i]);
	close(file);
	free(c);
	return err;
}

int host_copy__finish(struct host_copy *c)
{
	int err;

	if (!c)
		return 0;
	pthread_join(c->thread, NULL);
	err = c->err;
	if (close(c->file) && !err) {
		err = -errno;
		msg__error("cannot write the recording of %s: %s", c->host, strerror(errno));
	}
	free(c);
	return err;
}
