// SPDX-License-Identifier: BSD-2-Clause
// options: --env -e execve
// threads
/* Strings whose pages are not in the page table when execve begins: a forked child's literals, a newly mapped file. */
#include "live.h"

int main(void)
{
	char *p, **argv;
	int fd, st;
	pid_t pid;

	fd = open("strings", O_RDWR | O_CREAT, 0600);
	if (ftruncate(fd, 8192) || pwrite(fd, "true\0one\0two", 13, 0) != 13 || pwrite(fd, "A=1\0B=2", 8, 4096) != 8)
		return 1;
	begin();
	pid = fork();
	if (!pid) {
		p = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE, fd, 0);
		argv = malloc(8 * sizeof(*argv));
		argv[0] = p;
		argv[1] = p + 5;
		argv[2] = p + 9;
		argv[3] = NULL;
		argv[4] = p + 4096;
		argv[5] = p + 4100;
		argv[6] = NULL;
		syscall(SYS_execve, "/bin/true", argv, argv + 4);
		_exit(1);
	}
	waitpid(pid, &st, 0);
	expect_of("true", pid, "execve(filename: \"/bin/true\", argv: [\"true\", \"one\", \"two\"], envp: [\"A=1\", \"B=2\"]) = 0");
	expect_of("true", pid, "+++ exited with 0 +++");
	end();
	return 0;
}
