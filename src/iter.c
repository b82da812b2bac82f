// SPDX-License-Identifier: BSD-2-Clause
/* iter.c - attaches an iterator, reads it to the end, detaches it. */
#include "iter.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ssize_t iter__run(struct bpf_program *prog, char **data)
{
	struct bpf_link *link = bpf_program__attach_iter(prog, NULL);
	char buf[16384], *all = NULL;
	ssize_t n, len = 0;
	int fd;

	if (!link)
		return -errno;
	fd = bpf_iter_create(bpf_link__fd(link));
	if (fd < 0) {
		len = -errno;
		bpf_link__destroy(link);
		return len;
	}
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
	bpf_link__destroy(link);
	if (data)
		*data = all;
	return len;
}
