// SPDX-License-Identifier: BSD-2-Clause
/* bpf_iter.c - reads an iterator's output. */
#include "bpf_iter.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <unistd.h>

#include "lib/buf.h"

ssize_t bpf_iter__run_attached(const struct bpf_link *link, char **data)
{
	int fd = bpf_iter_create(bpf_link__fd(link));
	struct buf all = {};
	char piece[16384];
	ssize_t n;

	if (fd < 0)
		return -errno;
	while ((n = read(fd, piece, sizeof(piece))) > 0 || (n < 0 && errno == EAGAIN))
		if (n > 0 && data)
			buf__add(&all, piece, (size_t)n);
	close(fd);
	if (data)
		*data = (char *)all.p;
	return (ssize_t)all.len;
}

ssize_t bpf_iter__run(struct bpf_program *prog, char **data)
{
	struct bpf_link *link = bpf_program__attach_iter(prog, NULL);
	ssize_t len;

	if (!link)
		return -errno;
	len = bpf_iter__run_attached(link, data);
	bpf_link__destroy(link);
	return len;
}
