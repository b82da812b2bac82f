// SPDX-License-Identifier: BSD-2-Clause
// options: -e lseek
// threads
#define THREADS
/* Descriptors have the kernel's names of their files, whatever path was used to open them. */
#include "live.h"

#include <linux/bpf.h>

static void seek(int fd, const char *name)
{
	if (fd >= 0)		/* this kernel has them */
		expect("lseek(fd: %d<%s>, offset: 0, whence: CUR) = %s", fd, name, result(syscall(SYS_lseek, fd, 0L, SEEK_CUR)));
}

static void opened(const char *path, int flags)
{
	int fd = syscall(SYS_openat, AT_FDCWD, path, flags, 0600);

	seek(fd, fd < 0 ? NULL : link_of(fd));
}

static int bpf_map(void)
{
	union bpf_attr attr = { .map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1 };

	return syscall(SYS_bpf, BPF_MAP_CREATE, &attr, sizeof(attr));
}

static const char *map_name(int fd)
{
	struct bpf_map_info info = {};
	union bpf_attr attr = { .info = { .bpf_fd = fd, .info_len = sizeof(info), .info = (uintptr_t)&info } };

	syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &attr, sizeof(attr));
	return text("bpf-map:%u", info.id);
}

static void jailed(void)
{
	pid_t pid = fork();
	int st;

	if (!pid) {
		if (chroot("dir"))
			_exit(1);
		syscall(SYS_lseek, dup2(open("/file", O_RDONLY), 50), 0L, SEEK_CUR);
		if (chdir("/"))
			_exit(1);
		syscall(SYS_lseek, dup2(open("file", O_RDONLY), 51), 0L, SEEK_CUR);
		_exit(0);
	}
	expect_of(program_invocation_short_name, pid, "lseek(fd: 50<%s/dir/file>, offset: 0, whence: CUR) = 0", cwd);
	expect_of(program_invocation_short_name, pid, "lseek(fd: 51<%s/dir/file>, offset: 0, whence: CUR) = 0", cwd);
	expect_of(program_invocation_short_name, pid, "+++ exited with 0 +++");
	waitpid(pid, &st, 0);
}

int main(void)
{
	char deep[2048] = "";	/* by the real names of its directories */
	int fd, pidfd;

	begin();
	if (mkdir("dir", 0700) || symlink("dir", "link") || close(open("dir/file", O_CREAT | O_WRONLY, 0600)) || mkfifo("fifo", 0600))
		return 1;
	opened("/dev/stdin", O_RDONLY);
	opened("/proc/self/fd/0", O_RDONLY);
	opened(".", O_TMPFILE | O_RDWR);
	opened("link/../dir/./file", O_RDONLY);
	opened("fifo", O_RDWR);
	opened("link", O_RDONLY | O_PATH);
	opened("/proc/self/ns/net", O_RDONLY);
	opened("/", O_RDONLY);
	if (chdir("link"))
		return 1;
	opened("file", O_RDONLY);
	if (chdir(".."))
		return 1;
	for (int i = 0; i < 60; i++) {
		strcat(deep, i ? "/a-directory-with-a-name" : "a-directory-with-a-name");
		if (mkdir(deep, 0700))
			return 1;
	}
	opened(deep, O_RDONLY);
	fd = syscall(SYS_memfd_create, "memory", 0);
	seek(fd, link_of(fd));
	seek(syscall(SYS_eventfd2, 0, 0), "anon_inode:[eventfd]");
	seek(syscall(SYS_mq_open, "trace-test-queue", O_CREAT | O_RDWR, 0600, NULL), "/trace-test-queue");
	syscall(SYS_mq_unlink, "trace-test-queue");
	pidfd = syscall(SYS_pidfd_open, getpid(), 0);
	seek(pidfd, text("pid:%d", getpid()));
	fd = open("dir/file", O_RDONLY);
	seek(syscall(SYS_pidfd_getfd, pidfd, fd, 0), text("%s/dir/file", cwd));
	fd = bpf_map();
	seek(fd, map_name(fd));
	jailed();
	end();
	return 0;
}
