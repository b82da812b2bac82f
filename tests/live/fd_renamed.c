// SPDX-License-Identifier: BSD-2-Clause
// options: -e lseek
// threads
#define THREADS
/* Descriptors have the current names of their files. */
#include "live.h"

#include <linux/fs.h>

static void seek(int fd, const char *path)
{
	expect("lseek(fd: %d<%s>, offset: 0, whence: CUR) = %s", fd, path, result(syscall(SYS_lseek, fd, 0L, SEEK_CUR)));
}

/* The name in /proc, which is the kernel's. */
static void seek_all(const int *fds, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		char buf[4096];
		ssize_t len = readlink(text("/proc/self/fd/%d", fds[i]), buf, sizeof(buf));

		seek(fds[i], text("%.*s", (int)len, buf));
	}
}

static int make(const char *path)
{
	return open(path, O_RDWR | O_CREAT, 0600);
}

int main(void)
{
	int fds[8], st;
	pid_t pid;

	begin();
	mkdir("d", 0700);
	mkdir("d/e", 0700);
	if (symlink("d", "link"))
		return 1;
	fds[0] = make("a");
	fds[1] = make("d/b");
	fds[2] = make("d/e/c");
	fds[3] = open("d/e", O_RDONLY | O_DIRECTORY);
	fds[4] = make("dd");
	fds[5] = dup(fds[2]);
	fds[6] = make("f");
	fds[7] = make("g");
	seek_all(fds, 8);
	if (unlink("a") || rename("d", "new") || renameat(fds[3], "c", AT_FDCWD, "new/c"))
		return 1;
	seek_all(fds, 8);
	fds[0] = make("a");		/* another one */
	if (link("f", "f2") || unlink("f") || rename("dd", "g"))
		return 1;
	seek_all(fds, 8);
	if (syscall(SYS_renameat2, AT_FDCWD, "g", AT_FDCWD, "new/b", RENAME_EXCHANGE))
		return 1;
	seek_all(fds, 8);
	pid = fork();
	if (!pid) {
		if (rename("new", "newer") || chdir("newer/e") || rmdir("../e"))
			_exit(1);
		_exit(0);
	}
	expect_of(program_invocation_short_name, pid, "+++ exited with 0 +++");
	waitpid(pid, &st, 0);
	seek_all(fds, 8);
	end();
	return 0;
}
