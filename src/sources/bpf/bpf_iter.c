// SPDX-License-Identifier: BSD-2-Clause
/* bpf_iter.c - reads an iterator's output. */
#include "bpf_iter.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <unistd.h>

#include "lib/buf.h"

ssize_t bpf_iter__run_attached(int link, char **data)
{
	int fd = bpf_iter_create(link);
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

int bpf_iter__attach(int prog, pid_t tid)
{
	union bpf_iter_link_info info = { .task.tid = (__u32)tid };
	LIBBPF_OPTS(bpf_link_create_opts, opts, .iter_info = &info, .iter_info_len = sizeof(info));
	int link = bpf_link_create(prog, 0, BPF_TRACE_ITER, tid ? &opts : NULL);

	return link < 0 ? -errno : link;
}

ssize_t bpf_iter__run(int prog, pid_t tid, char **data)
{
	int link = bpf_iter__attach(prog, tid);
	ssize_t len;

	if (link < 0)
		return link;
	len = bpf_iter__run_attached(link, data);
	close(link);
	return len;
}
