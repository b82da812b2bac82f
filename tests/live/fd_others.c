// SPDX-License-Identifier: BSD-2-Clause
// options: --no-inherit -e lseek,dup,openat
// threads
#define THREADS
/* Files that untraced processes rename and remove. */
#include "live.h"

static void seek(int fd, const char *path)
{
	expect("lseek(fd: %d<%s>, offset: 0, whence: CUR) = %s", fd, path, result(syscall(SYS_lseek, fd, 0L, SEEK_CUR)));
}

static int make(const char *path)
{
	int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT, 0600);

	expect("openat(dfd: CWD, filename: \"%s\", flags: RDWR|CREAT, mode: 0600) = %d<%s/%s>", path, fd, cwd, path);
	return fd;
}

/* Done by an untraced child. */
#define others_do(call) do { \
	pid_t pid_ = fork(); \
	int st_; \
\
	if (!pid_) \
		_exit(!!(call)); \
	if (waitpid(pid_, &st_, 0) != pid_ || st_) \
		exit(1); \
} while (0)

int main(void)
{
	int a, b, c, big;

	begin();
	if (mkdir("d", 0700) || mkdir("d/e", 0700) || symlink("d", "link"))
		return 1;
	a = make("a");
	b = make("d/e/b");
	c = make("c");
	big = fcntl(c, F_DUPFD, 900);
	seek(a, text("%s/a", cwd));
	others_do(rename("a", "x"));
	seek(a, text("%s/x", cwd));
	others_do(rename("d", "new"));
	seek(b, text("%s/new/e/b", cwd));
	seek(a, text("%s/x", cwd));
	others_do(unlink("c"));
	seek(c, text("%s/c (deleted)", cwd));
	seek(big, text("%s/c (deleted)", cwd));
	c = make("c");
	others_do(rename("x", "c"));
	expect("dup(fildes: %d<%s/c>) = %d<%s/c>", a, cwd, (int)syscall(SYS_dup, a), cwd);
	seek(c, text("%s/c (deleted)", cwd));
	others_do(rename("new", "newer"));
	seek(b, text("%s/newer/e/b", cwd));
	/* the caller itself, through a link below a directory that is open */
	if (rename("newer", "d"))
		return 1;
	seek(b, text("%s/d/e/b", cwd));
	{
		int dir = open(".", O_RDONLY | O_DIRECTORY);

		expect("openat(dfd: CWD, filename: \".\", flags: RDONLY|DIRECTORY) = %d<%s>", dir, cwd);
		if (chdir("/") || renameat(dir, "link/e", dir, "link/f"))
			return 1;
		seek(b, text("%s/d/f/b", cwd));
		seek(b, link_of(b));
		/* both are one file: nothing is renamed */
		if (linkat(dir, "c", dir, "same", 0) || renameat(dir, "same", dir, "c"))
			return 1;
		seek(a, text("%s/c", cwd));
	}
	end();
	return 0;
}
