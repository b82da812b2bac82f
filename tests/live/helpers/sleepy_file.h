/* SPDX-License-Identifier: BSD-2-Clause */
/* sleepy_file.h - a file of a FUSE file system whose server sleeps before it answers a read; by the protocol of /dev/fuse, without libfuse. */
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SLEEPY_DIR "sleepy"
#define SLEEPY_SIZE 4096

static void sleepy_answer(int fd, const struct fuse_in_header *in, int error, void *p, size_t n)
{
	struct fuse_out_header out = { .len = (uint32_t)(sizeof(out) + (error ? 0 : n)), .error = -error, .unique = in->unique };
	struct iovec v[2] = { { &out, sizeof(out) }, { p, n } };

	if (writev(fd, v, error || !n ? 1 : 2) < 0 && errno != ENOENT)	/* ENOENT: it was interrupted */
		_exit(1);
}

static struct fuse_attr sleepy_attr(uint64_t node)
{
	return node == FUSE_ROOT_ID ? (struct fuse_attr){ .ino = node, .mode = S_IFDIR | 0755, .nlink = 2 } :
				      (struct fuse_attr){ .ino = node, .mode = S_IFREG | 0644, .nlink = 1, .size = SLEEPY_SIZE };
}

static void sleepy_serve(int fd, long ms)
{
	static char request[1 << 17], data[SLEEPY_SIZE];
	const struct fuse_in_header *in = (const void *)request;
	struct fuse_init_out init = { .major = FUSE_KERNEL_VERSION, .minor = 26, .max_write = 4096 };
	struct fuse_open_out open = { .open_flags = FOPEN_DIRECT_IO };

	while (read(fd, request, sizeof(request)) >= (ssize_t)sizeof(*in)) {
		struct fuse_entry_out entry = { .nodeid = 2, .attr = sleepy_attr(2) };
		struct fuse_attr_out attr = { .attr = sleepy_attr(in->nodeid) };

		switch (in->opcode) {
		case FUSE_INIT: sleepy_answer(fd, in, 0, &init, sizeof(init)); break;
		case FUSE_LOOKUP: sleepy_answer(fd, in, 0, &entry, sizeof(entry)); break;
		case FUSE_GETATTR: sleepy_answer(fd, in, 0, &attr, sizeof(attr)); break;
		case FUSE_OPEN: sleepy_answer(fd, in, 0, &open, sizeof(open)); break;
		case FUSE_READ:
			nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL);
			sleepy_answer(fd, in, 0, data, 1);
			break;
		case FUSE_RELEASE: sleepy_answer(fd, in, 0, NULL, 0); break;
		case FUSE_FORGET:
		case FUSE_BATCH_FORGET:
		case FUSE_INTERRUPT: break;
		default: sleepy_answer(fd, in, ENOSYS, NULL, 0); break;
		}
	}
}

/*
 * Opens a file in a new mount namespace, of which each read takes that long. *server: the process that answers, which ends with
 * sleepy_close(). -1: the kernel has no FUSE.
 */
static int sleepy_open(long ms, pid_t *server)
{
	int fd = open("/dev/fuse", O_RDWR | O_CLOEXEC), file;
	char options[64];

	if (fd < 0)
		return -1;
	snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=0,group_id=0", fd);
	if ((mkdir(SLEEPY_DIR, 0755) && errno != EEXIST) || unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("sleepy", SLEEPY_DIR, "fuse", MS_NOSUID | MS_NODEV, options)) {	/* before that nobody can read requests */
		perror("FUSE");
		exit(1);
	}
	*server = fork();
	if (!*server) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		sleepy_serve(fd, ms);
		_exit(0);
	}
	close(fd);		/* if the server ends, requests fail */
	file = open(SLEEPY_DIR "/file", O_RDONLY);
	if (file < 0) {
		perror("FUSE");
		kill(*server, SIGKILL);
		exit(1);
	}
	return file;
}

static void sleepy_close(int file, pid_t server)
{
	close(file);
	umount2(SLEEPY_DIR, MNT_DETACH);
	waitpid(server, NULL, 0);
}
