// SPDX-License-Identifier: BSD-2-Clause
/* bpf_iter.c - reads an iterator's output. */
#include "bpf_iter.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ssize_t bpf_iter__run_attached(const struct bpf_link *link, char **data)
{
	char buf[16384], *all = NULL;
	ssize_t n, len = 0;
	int fd;

	fd = bpf_iter_create(bpf_link__fd(link));
	if (fd < 0)
		return -errno;
	while ((n = read(fd, buf, sizeof(buf))) > 0 || (n < 0 && errno == EAGAIN)) {
		char *p;

		if (n < 0 || !data)
			continue;
		p = realloc(all, len + n);
		if (!p)
			break;
		all = p;
		memcpy(all + len, buf, n);
		len += n;
	}
	close(fd);
	if (data)
		*data = all;
	return len;
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
